/* Bots play for themselves and for people who are away; a game that might never end so is closed. */
#include "config.h"

#include "cgi/play/play.h"

#include "cgi/base/clock.h"
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
        if ((game->awaits & SEAT_BIT(s)) && seat_bot(&game->seat[s]) != BOT_COUNT)
            return s;
    return NO_SEAT;
}

/* The moves of a turn, as a bot has thought of them while the game was not held. */
struct thought {
    int ply, seat, n;
    struct move move[BOT_STEPS_MAX];
};

static bool bot_step(struct turn *turn, const struct move *move)
{
    turn->pending[turn->n_pending++] = *move;
    turn_flush(turn);
    turn_answer(turn);
    return turn->fold.rules->awaits(turn->state) & SEAT_BIT(turn->seat);
}

/* Plays the turn, and writes down in @thought, if it is not NULL, what was chosen. Nothing is stored. @stop: as in play_bots() */
static bool bot_turn(struct turn *turn, const atomic_bool *stop, struct thought *thought, struct err *err)
{
    const struct game_row *game = &turn->table->game;
    struct rng rng;
    struct move move;
    turn_chance(turn, &rng);
    for (int i = 0; i < BOT_STEPS_MAX && !(stop && atomic_load(stop)); i++) {
        if (!turn_advice(turn, seat_bot(&game->seat[turn->seat]), &rng, &move))
            return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld ply %d: the bot at seat %d has no move",
                            (long long)game->id, turn->fold.ply, turn->seat);
        if (thought)
            thought->move[thought->n++] = move;
        if (!bot_step(turn, &move))
            break;
    }
    return true;
}

/* Plays the turn as it was thought of; false: the table has changed meanwhile, so that it must be thought of anew. */
static bool thought_turn(struct turn *turn, const struct thought *thought)
{
    if (turn->fold.ply != thought->ply || turn->seat != thought->seat)
        return false;
    for (int i = 0; i < thought->n; i++) {
        bool legal = turn->fold.rules->check(turn->state, turn->seat, &thought->move[i], NULL) == RULE_OK;
        if (!legal || (!bot_step(turn, &thought->move[i]) && i + 1 < thought->n))
            return false;
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

static bool waits_for_bot(const struct game_row *game)
{
    return game->status == GAME_RUNNING && !game->paused && game->rules && awaited_bot(game) != NO_SEAT;
}

/* The seat of a bot that plays now, at an open table; NO_SEAT: nobody does, or it has ended as abandoned. */
static bool whose_turn(struct db *db, struct arena *arena, struct table *t, int64_t now, int *seat, struct err *err)
{
    bool abandoned = false, runs = t->game.status == GAME_RUNNING && !t->game.paused && t->game.rules;
    *seat = NO_SEAT;
    if (runs && !is_abandoned(db, arena, t, &abandoned, err))
        return false;
    if (abandoned)
        return end_abandoned(db, t, now, err);
    *seat = waits_for_bot(&t->game) ? awaited_bot(&t->game) : NO_SEAT;
    return true;
}

/* Lets the table go, thinks, and opens it again: looking ahead takes time, and nobody waits for it. */
static bool think(struct db *db, struct arena *arena, struct table *t, int seat, int64_t now, const atomic_bool *stop, struct thought *thought, struct err *err)
{
    struct fold fold;
    const int64_t id = t->game.id;
    if (!table_set(t, arena, 0, &fold, err))
        return false;
    struct turn *turn = turn_new(arena, t, &fold, seat, "bot", now);
    store_rollback(db);
    thought->ply = fold.ply;
    thought->seat = seat;
    thought->n = 0;
    return bot_turn(turn, stop, thought, err) && store_game_open(db, arena, id, 0, &t->game, &t->draft, err);
}

bool play_bots(struct db *db, struct arena *arena, int64_t game, int64_t now, const atomic_bool *stop, bool *again, struct err *err)
{
    struct table *t = arena_alloc(arena, sizeof(*t));
    struct thought *thought = NULL;
    struct fold fold;
    int seat = NO_SEAT;
    *again = false;
    if (!store_game_open(db, arena, game, 0, &t->game, &t->draft, err))
        return false;
    bool ok = whose_turn(db, arena, t, now, &seat, err);
    if (ok && seat != NO_SEAT && seat_bot(&t->game.seat[seat]) == BOT_STRONG) {
        thought = arena_alloc(arena, sizeof(*thought));
        ok = think(db, arena, t, seat, now, stop, thought, err);
        now = clock_now();
    }
    bool stopped = thought && stop && atomic_load(stop);
    if (ok && !stopped && waits_for_bot(&t->game) && seat != NO_SEAT && awaited_bot(&t->game) == seat && (ok = table_set(t, arena, 0, &fold, err))) {
        struct turn *turn = turn_new(arena, t, &fold, seat, "bot", now);
        bool played = thought ? thought_turn(turn, thought) : (ok = bot_turn(turn, NULL, NULL, err));
        ok = played ? turn_close(turn, db, 0, err) : ok;
    }
    *again = ok && waits_for_bot(&t->game);
    store_rollback(db);
    return ok;
}
