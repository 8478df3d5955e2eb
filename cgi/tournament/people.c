/* Taking part, and leaving. */
#include "config.h"

#include "cgi/tournament/inside.h"

#include "cgi/base/banned.h"

static bool may_take_part(const struct player_row *player, struct err *err)
{
    if (player->is_guest)
        return err_fail(err, ERR_FORBIDDEN, N_("Guests cannot take part in tournaments. Please create an account first."), NULL, "a guest");
    if (player->is_held)
        return err_fail(err, ERR_FORBIDDEN, N_("Your account is suspended."), NULL, "held");
    return player->is_person || err_fail(err, ERR_FORBIDDEN, N_("Only people can take part in tournaments."), NULL, "no person");
}

static bool goes_on(const struct tournament_row *row, struct err *err)
{
    if (row->status == TOURNAMENT_CANCELLED)
        return err_fail(err, ERR_STALE, N_("This tournament was cancelled."), NULL, "tournament %lld", (long long)row->id);
    return row->status != TOURNAMENT_OVER || err_fail(err, ERR_STALE, N_("This tournament is over."), NULL, "tournament %lld", (long long)row->id);
}

static bool has_room(const struct tournament_all *all, const struct entrant_row *entrant, struct err *err)
{
    const struct tournament_row *row = &all->row;
    int most = row->status == TOURNAMENT_OPEN ? row->most : TOURNAMENT_MOST;
    bool is_in = entrant && (entrant->status == ENTRANT_WAITS || entrant->status == ENTRANT_PLAYS);
    return is_in || row->n_in < most || err_fail(err, ERR_STALE, N_("This tournament is full."), NULL, "%d take part", row->n_in);
}

static bool not_barred(const struct tournament_all *all, const struct entrant_row *entrant, struct err *err)
{
    return !entrant || entrant->status != ENTRANT_MISSED || entrant->barred <= all->row.stage
        || err_fail(err, ERR_FORBIDDEN, N_("You missed two deadlines in a row in this tournament. You can join again for a later season."), NULL,
                    "barred up to stage %d", entrant->barred);
}

static bool plays_enough(const struct tournament_row *row, int at_once, struct err *err)
{
    struct setup setup;
    const struct rules *rules = tournament_rules(row, row->seats, &setup, err);
    if (!rules)
        return false;
    struct fit fit = tournament_fit(rules, row->seats, &row->pace, row->format, row->size, row->days);
    int least = fit.at_once > 0 ? fit.at_once : 1;
    if (at_once >= least && at_once <= TOURNAMENT_AT_ONCE_MOST)
        return true;
    err_fail(err, ERR_INPUT, N_("Please choose from {own} to {n} games at once."), "at_once", "%d games at once", at_once);
    err->own = least;
    err->n = TOURNAMENT_AT_ONCE_MOST;
    return false;
}

bool tournament_join(struct db *db, struct arena *arena, int64_t id, int64_t person, int at_once, int64_t now, struct err *err)
{
    struct tournament_all all;
    struct player_row player;
    bool ok = store_tournament(db, arena, id, true, &all, err) && goes_on(&all.row, err) && store_tournament_player(db, person, now, &player, err)
        && may_take_part(&player, err);
    if (ok) {
        const struct entrant_row *entrant = entrant_of(&all, person);
        ok = not_barred(&all, entrant, err) && has_room(&all, entrant, err) && plays_enough(&all.row, at_once, err)
            && store_entrant_put(db, id, person, at_once, now, err);
    }
    store_rollback(db);
    return ok;
}

/* The place of who played is free at once; its seats are given on, or to bots, by the next step. */
bool tournament_leave(struct db *db, struct arena *arena, int64_t id, int64_t person, int64_t now, struct err *err)
{
    struct tournament_all all;
    bool ok = store_tournament(db, arena, id, true, &all, err) && goes_on(&all.row, err);
    const struct entrant_row *entrant = ok ? entrant_of(&all, person) : NULL;
    if (ok && entrant && entrant->status == ENTRANT_WAITS && entrant->place == NO_PLACE) {
        ok = store_entrant_delete(db, id, person, err);
    } else if (ok && entrant && (entrant->status == ENTRANT_PLAYS || entrant->status == ENTRANT_WAITS)) {
        struct tournament_change change = {.n_acts = 0};
        if (entrant->status == ENTRANT_PLAYS)
            change_dropped(arena, &all, &change, entrant, ENTRANT_LEFT);
        else
            *change_entrant(arena, &change) = (struct entrant_change){.person = person, .status = ENTRANT_LEFT, .place = NO_PLACE};
        ok = store_tournament_change(db, arena, id, &change, now, err);
    }
    store_rollback(db);
    return ok;
}
