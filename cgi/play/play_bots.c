/* Bots play for themselves and for people who are away; a game that might never end so is closed. */
#include "config.h"

#include "cgi/play/play.h"

#include "cgi/play/play_head.h"
#include "cgi/play/play_turn.h"
#include "rules/engine/members.h"
#include "rules/engine/must.h"

#include "cgi/base/banned.h"

enum { BOT_STEPS_MAX = 256, ABANDONED_ROUNDS = 2 };

/* ---- A turn of a bot ---- */

static int awaited_bot(const struct game_row *game)
{
    for (int s = 0; s < game->n_seats; s++)
        if ((game->awaits & SEAT_BIT(s)) && seat_bot(&game->seat[s]))
            return s;
    return NO_SEAT;
}

static bool bot_turn(struct turn *turn, struct err *err)
{
    const struct game_row *game = &turn->table->game;
    struct rng rng;
    struct move move;
    turn_chance(turn, &rng);
    for (int i = 0; i < BOT_STEPS_MAX && (turn->fold.rules->awaits(turn->state) & SEAT_BIT(turn->seat)); i++) {
        if (!turn_advice(turn, seat_bot(&game->seat[turn->seat]), &rng, &move))
            return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld ply %d: the bot at seat %d has no move",
                            (long long)game->id, turn->fold.ply, turn->seat);
        turn->pending[turn->n_pending++] = move;
        turn_flush(turn);
        turn_answer(turn);
    }
    return true;
}

/* ---- A table that nobody plays at any more ---- */

/* Are all people who sit there away? A table of bots alone is nobody's to come back to, and plays to its end. */
static bool all_are_away(const struct game_row *game)
{
    int people = 0;
    for (int s = 0; s < game->n_seats; s++) {
        people += game->seat[s].person != 0;
        if (seat_present(&game->seat[s]))
            return false;
    }
    return people > 0;
}

/* Have only clock, orders and bots played for ABANDONED_ROUNDS whole rounds a game that might never end so? Looks back, so the game is let
 * go and opened again; what has come in between counts. No trip while somebody is there. */
static bool is_abandoned(struct db *db, struct arena *arena, struct table *t, bool *is, struct err *err)
{
    const int64_t id = t->game.id;
    const void *then;
    struct fold fold;
    int ply, was, now;
    *is = false;
    if (!t->game.rules->endless || !t->game.rules->endless(&t->game.setup) || !all_are_away(&t->game))
        return true;
    store_rollback(db);
    if (!store_last_by_person(db, id, &ply, err) || !play_state_at(db, arena, &t->game, ply, &then, err))
        return false;
    must(members_number(t->game.rules->members, then, "round", &was));
    if (!store_game_open(db, arena, id, 0, &t->game, &t->draft, err) || !table_set(t, arena, 0, &fold, err))
        return false;
    must(members_number(t->game.rules->members, t->head, "round", &now));
    *is = t->game.status == GAME_RUNNING && !t->game.paused && all_are_away(&t->game) && now > was + ABANDONED_ROUNDS;
    return true;
}

/* Everybody who sat there hears of it. */
static bool end_abandoned(struct db *db, struct table *t, int64_t now, struct err *err)
{
    struct told told = {.n_mails = 0};
    head_end(&t->game, "abandoned", now, &told);
    head_mails(&t->game, NO_SEAT, &told);
    return told_close(db, &t->game, &told, err);
}

bool play_bots(struct db *db, struct arena *arena, int64_t game, int64_t now, bool *again, struct err *err)
{
    struct table *t = arena_alloc(arena, sizeof(*t));
    struct fold fold;
    bool abandoned = false;
    *again = false;
    if (!store_game_open(db, arena, game, 0, &t->game, &t->draft, err))
        return false;
    bool runs = t->game.status == GAME_RUNNING && !t->game.paused && t->game.rules;
    bool ok = !runs || is_abandoned(db, arena, t, &abandoned, err);
    int seat = ok && !abandoned && t->game.status == GAME_RUNNING && !t->game.paused ? awaited_bot(&t->game) : NO_SEAT;
    if (ok && abandoned)
        ok = end_abandoned(db, t, now, err);
    if (ok && seat != NO_SEAT && (ok = table_set(t, arena, 0, &fold, err))) {
        struct turn *turn = turn_new(arena, t, &fold, seat, "bot", now);
        ok = bot_turn(turn, err) && turn_close(turn, db, 0, err);
        *again = ok && awaited_bot(&t->game) != NO_SEAT;
    }
    store_rollback(db);
    return ok;
}
