/* The steward: what the clock does at a table when a deadline has passed. */
#include "config.h"

#include "cgi/base/tally.h"
#include "cgi/play/play.h"
#include "cgi/play/accord.h"
#include "cgi/play/play_head.h"
#include "cgi/play/play_turn.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

static const int64_t HOUR = 3600 * INT64_C(1000000);
enum { MISSES_UNTIL_OPEN = 2, EXCUSE_LEAST = 1, EXCUSE_MOST = 48, GRACE_MOST = 12 /* hours */ };

static int64_t within(int64_t n, int64_t least, int64_t most)
{
    return n < least ? least : n > most ? most : n;
}

/* ---- reminders and the excuse: nothing moves ---- */

/* Four fifths are used. Checked as "past the mark", so that it also comes after an outage; but a player who is already late gets
 * the other notice instead. */
static bool remind(struct game_row *game, int seat, int64_t now, struct told *told)
{
    struct seat_clock *clock = &game->seat[seat].clock;
    if (!clock->remind || clock->remind > now || clock->deadline <= now)
        return false;
    clock->remind = 0;
    told_mail(told, game, seat, "reminder", game->seat[seat].awaited_ply, NULL);
    return true;
}

static bool is_late(const struct game_row *game, int seat, int64_t now)
{
    const struct seat_clock *clock = &game->seat[seat].clock;
    return clock->deadline && clock->deadline <= now;
}

/* The first miss in a game is excused: as much again as the wait had, from one hour to two days. A window has no excuse:
 * the others wait for one answer only, and no answer is not a missed turn. */
static bool excuse(struct game_row *game, int seat, int64_t now, struct told *told)
{
    struct seat_row *row = &game->seat[seat];
    if (!is_late(game, seat, now) || row->excused || row->clock.in_window)
        return false;
    int64_t allowed = seat_clock_allowed(&row->clock, &game->pace) - row->clock.extra;
    row->excused = true;
    seat_clock_grant(&row->clock, &game->pace, &row->rest, within(allowed, EXCUSE_LEAST * HOUR, EXCUSE_MOST * HOUR), now);
    told_incident(told, game, seat, "excused", game->ply, now);
    told_mail(told, game, seat, "clock", game->ply, "excused");
    return true;
}

/* ---- a step for a player who is late ---- */

/* The rules' default answer of the seat, or else the advised move. */
static bool choose(struct turn *turn, struct move *move)
{
    const struct rules *rules = turn->fold.rules;
    struct rng rng;
    if (rules->silence && rules->silence(turn->state, turn->seat, move) == 0
        && rules->check(turn->state, turn->seat, move, NULL) == RULE_OK)
        return true;
    turn_chance(turn, &rng);
    return turn_advice(turn, BOT_ADVISE, &rng, move);
}

/* Counts the miss. After two misses in a row the seat is open and a bot plays it. */
static void tell_step(struct turn *turn, bool in_window)
{
    struct game_row *game = &turn->table->game;
    struct seat_row *row = &game->seat[turn->seat];
    bool ends = !turn->fold.rules->awaits(turn->fold.state);
    row->missed += !in_window;
    tally_add(TALLY_LATE_STEPS, 1);
    told_incident(&turn->told, game, turn->seat, in_window ? "lapsed" : "missed", game->ply, turn->now);
    bool opens = row->missed >= MISSES_UNTIL_OPEN && !ends;
    if (opens) {
        row->opened = turn->now;
        row->wants_end = false;
        told_incident(&turn->told, game, turn->seat, "opened", turn->fold.ply, turn->now);
    }
    told_mail(&turn->told, game, turn->seat, "clock", turn->fold.ply, opens ? "opened" : in_window ? "lapsed" : "missed");
}

static bool step_for(struct turn *turn, struct err *err)
{
    const struct game_row *game = &turn->table->game;
    bool in_window = game->seat[turn->seat].clock.in_window;
    struct move move;
    if (!choose(turn, &move))
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld ply %d: no advice for seat %d", (long long)game->id,
                        game->ply, turn->seat);
    turn_step(turn, &move);
    turn_follow(turn);
    turn_hand_in(turn);
    tell_step(turn, in_window);
    return true;
}

/* ---- one game ---- */

static int first_late(const struct game_row *game, int64_t now)
{
    for (int s = 0; s < game->n_seats; s++)
        if (is_late(game, s, now))
            return s;
    return NO_SEAT;
}

static bool step_of_clock(struct db *db, struct arena *arena, struct table *t, int seat, const struct told *told, int64_t now,
                          struct err *err)
{
    struct fold fold;
    int64_t person = t->game.seat[seat].person;
    if (!table_set(t, arena, person, &fold, err))
        return false;
    struct turn *turn = turn_new(arena, t, &fold, seat, "clock", now);
    turn->told = *told;
    turn->had_draft = true; /* the draft, if any: it was made for an older position */
    return step_for(turn, err) && turn_close(turn, db, person, err);
}

bool play_clock(struct db *db, struct arena *arena, int64_t game, int64_t now, bool *again, struct err *err)
{
    struct table *t = arena_alloc(arena, sizeof(*t));
    struct told told = {.n_mails = 0};
    bool changed = false;
    *t = (struct table){.seat = NO_SEAT};
    *again = false;
    if (!store_game_open(db, arena, game, 0, &t->game, &t->draft, err))
        return false;
    for (int s = 0; s < t->game.n_seats && t->game.status == GAME_RUNNING; s++) {
        bool reminded = remind(&t->game, s, now, &told), excused = excuse(&t->game, s, now, &told);
        changed = changed || reminded || excused;
    }
    if (t->game.status == GAME_RUNNING && accord_is_due(&t->game, now)) {
        accord_settle(&t->game, NO_SEAT, now, &told);
        changed = true;
    }
    int late = t->game.status == GAME_RUNNING ? first_late(&t->game, now) : NO_SEAT;
    bool ok = late != NO_SEAT ? step_of_clock(db, arena, t, late, &told, now, err)
                              : !changed || told_close(db, &t->game, &told, err);
    *again = ok && t->game.status == GAME_RUNNING && first_late(&t->game, now) != NO_SEAT;
    store_rollback(db);
    return ok;
}

/* ---- after an outage ---- */

/* How much time @seat lacks to the grace: as long as its wait may take, at most half a day. */
static int64_t short_of_grace(const struct game_row *game, int seat, int64_t now)
{
    const struct seat_row *row = &game->seat[seat];
    if (!row->clock.deadline)
        return 0;
    int64_t grace = within(seat_clock_allowed(&row->clock, &game->pace), 0, GRACE_MOST * HOUR);
    int64_t left = seat_clock_left(&row->clock, &game->pace, &row->rest, now);
    return left < grace ? grace - left : 0;
}

bool play_outage(struct db *db, struct arena *arena, int64_t id, int64_t outage, int64_t now, struct err *err)
{
    struct game_row game;
    struct draft_row draft;
    struct told told = {.n_mails = 0};
    bool known;
    if (!store_game_open(db, arena, id, 0, &game, &draft, err))
        return false;
    for (int s = 0; s < game.n_seats && game.status == GAME_RUNNING; s++) {
        int64_t amount = short_of_grace(&game, s, now);
        if (!amount)
            continue;
        seat_clock_grant(&game.seat[s].clock, &game.pace, &game.seat[s].rest, amount, now);
        told_mail(&told, &game, s, "reminder", game.seat[s].awaited_ply, NULL);
    }
    bool ok = !told.n_mails || store_outage_known(db, id, outage, &known, err);
    if (ok && told.n_mails && !known) {
        told_incident(&told, &game, NO_SEAT, "outage", game.ply, outage);
        ok = told_close(db, &game, &told, err);
    }
    store_rollback(db);
    return ok;
}

/* ---- people whom mail does not reach ---- */

/* All clocks of the person are counted up to now with the old rest, and run on with the new one. */
static bool change(struct db *db, struct arena *arena, int64_t person, bool lost, int64_t now, struct err *err)
{
    struct own_time was;
    struct wait_row *waits;
    int n;
    if (!store_time_open(db, arena, person, now, &was, &waits, &n, err))
        return false;
    if (lost == (was.rest.unreached != 0)) {
        store_rollback(db);
        return true;
    }
    struct own_time is = was;
    is.rest.unreached = lost ? now : 0;
    return store_time_close(db, person, &was, &is, waits, n, now, err);
}

bool reach_lost(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err)
{
    return change(db, arena, person, true, now, err);
}

bool reach_found(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err)
{
    return change(db, arena, person, false, now, err);
}
