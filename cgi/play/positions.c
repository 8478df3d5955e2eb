/* Old positions of a game, played again from the nearest that is stored. */
#include "config.h"

#include "cgi/play/play.h"

#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/base/jsonx.h"
#include "cgi/store/stored.h"
#include "rules/engine/members.h"
#include "rules/engine/packed.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* The move of @ply among moves in order; NULL: it is not among them. */
static const struct move_row *move_of(const struct move_row *moves, int n, int ply)
{
    return n > 0 && moves[0].ply >= 0 && ply >= moves[0].ply && ply - moves[0].ply < n ? &moves[ply - moves[0].ply] : NULL;
}

/* The positions to which turns are taken back among the moves after @from, up to @to: those that lie before what is made again there. At most
 * one trip for each; nothing of the last trip is read after it. */
static bool find_backs(struct db *db, struct arena *arena, const struct game_row *game, struct move_row *moves, int n, int from, int to,
                       struct err *err)
{
    int back;
    for (int i = from + 1; n > 0 && i <= to; i++) {
        struct move_row *row = (struct move_row *)move_of(moves, n, i);
        if (row && fold_takes_back(row->move, &back) && back >= 0 && back < i
            && !play_state_at(db, arena, game, back, &row->back, err))
            return false;
    }
    return true;
}

static bool fold_to(struct fold *fold, struct arena *arena, const struct game_row *game, const struct move_row *moves,
                    int n, int ply, int snapshot_ply, struct stored snapshot, struct err *err)
{
    struct move_row setup;
    if (snapshot.bytes && !fold_load(fold, game, snapshot_ply, snapshot, err))
        return false;
    if (!snapshot.bytes)
        fold_setup(fold, arena, game, game->started, &setup);
    for (int i = fold->ply + 1; i <= ply; i++) {
        const struct move_row *row = move_of(moves, n, i);
        if (!row)
            return err_fail(err, ERR_INTERNAL, NULL, NULL, "game %lld: no ply %d", (long long)game->id, i);
        if (!fold_redo(fold, game, row, err))
            return false;
    }
    return true;
}

static void *copy_of(const struct fold *fold, struct arena *arena)
{
    return memcpy(arena_alloc(arena, fold->rules->size), fold->state, fold->rules->size);
}

/* The positions after @ply and the one before, from the nearest snapshot. */
static bool stand_at(struct arena *arena, struct table *t, int ply, int snapshot_ply, struct stored snapshot, struct err *err)
{
    struct fold fold;
    int earlier = ply > 0 ? ply - 1 : 0;
    if (!fold_init(&fold, arena, &t->game, err)
        || !fold_to(&fold, arena, &t->game, t->moves, t->n_moves, earlier, snapshot_ply, snapshot, err))
        return false;
    t->before = copy_of(&fold, arena);
    if (ply > earlier && !fold_redo(&fold, &t->game, &t->moves[ply], err))
        return false;
    t->head = fold.state;
    t->state = copy_of(&fold, arena);
    return true;
}

bool play_at(struct db *db, struct arena *arena, int64_t game, int64_t person, int ply, struct table *table,
             struct err *err)
{
    struct table *t = table;
    int snapshot_ply;
    struct stored snapshot;
    *t = (struct table){.seat = NO_SEAT, .draft = {.ply = -1}};
    if (!store_history(db, arena, game, ply > 0 ? ply - 1 : 0, &t->game, &t->moves, &t->n_moves, &t->incidents, &snapshot_ply,
                       &snapshot, err))
        return false;
    if (ply < 0 || ply > t->game.ply)
        return err_fail(err, ERR_GONE, NULL, NULL, "game %lld has no ply %d", (long long)game, ply);
    t->seat = game_seat_of(&t->game, person);
    if (!find_backs(db, arena, &t->game, t->moves, t->n_moves, snapshot_ply, ply, err))
        return false;
    return stand_at(arena, t, ply, snapshot_ply, snapshot, err);
}

/* Does one of a move's events begin a round? */
static bool begins_round(const struct rules *rules, struct stored packed)
{
    int kind = rules->words->begins_round;
    return kind && (stored_is_json(packed) || log_tells(packed.bytes, packed.n, kind));
}

/* Reads the events of the moves that are told, of those that begin a round, and of those that follow @ply by the same seat. */
static bool read_told(struct arena *arena, struct table *t, int ply, struct plies told, struct err *err)
{
    bool follows = false;
    for (int i = 0; i < t->n_moves && t->game.rules; i++) {
        follows = i == ply || (follows && t->moves[i].seat == t->moves[ply].seat);
        if ((follows || (i >= told.first && i <= told.last) || begins_round(t->game.rules, t->moves[i].packed))
            && !store_events(arena, &t->game, &t->moves[i], err))
            return false;
    }
    return true;
}

bool play_course(struct db *db, struct arena *arena, int ply, struct plies told, struct table *table, struct err *err)
{
    struct table *t = table;
    int snapshot_ply;
    struct stored snapshot;
    if (!store_course(db, arena, &t->game, ply > 0 ? ply - 1 : 0, told, &t->moves, &t->n_moves, &snapshot_ply, &snapshot, err))
        return false;
    return read_told(arena, t, ply, told, err) && find_backs(db, arena, &t->game, t->moves, t->n_moves, snapshot_ply, ply, err)
        && stand_at(arena, t, ply, snapshot_ply, snapshot, err);
}

struct walk {
    struct fold fold;
};

bool play_walk(struct db *db, struct arena *arena, struct plies told, int first, struct table *table, struct walk **walk, struct err *err)
{
    struct table *t = table;
    int snapshot_ply, earlier = first > 0 ? first - 1 : 0;
    struct stored snapshot;
    *walk = arena_alloc(arena, sizeof(**walk));
    struct fold *fold = &(*walk)->fold;
    if (!store_course(db, arena, &t->game, earlier, told, &t->moves, &t->n_moves, &snapshot_ply, &snapshot, err)
        || !read_told(arena, t, told.last, told, err)
        || !find_backs(db, arena, &t->game, t->moves, t->n_moves, snapshot_ply, told.last, err)
        || !fold_init(fold, arena, &t->game, err)
        || !fold_to(fold, arena, &t->game, t->moves, t->n_moves, earlier, snapshot_ply, snapshot, err))
        return false;
    t->head = fold->state;
    t->before = copy_of(fold, arena);
    t->state = copy_of(fold, arena);
    return first == earlier || play_walk_on(*walk, t, err);
}

bool play_walk_on(struct walk *walk, struct table *t, struct err *err)
{
    struct fold *fold = &walk->fold;
    memcpy(t->before, fold->state, fold->rules->size);
    if (!fold_redo(fold, &t->game, &t->moves[fold->ply + 1], err))
        return false;
    memcpy(t->state, fold->state, fold->rules->size);
    return true;
}

bool play_state_at(struct db *db, struct arena *arena, const struct game_row *game, int ply, const void **state,
                   struct err *err)
{
    struct fold fold;
    struct move_row *moves;
    int n, snapshot_ply;
    struct stored snapshot;
    if (!store_moves_to(db, arena, game->id, ply, &moves, &n, &snapshot_ply, &snapshot, err)
        || !find_backs(db, arena, game, moves, n, snapshot_ply, ply, err)
        || !fold_init(&fold, arena, game, err)
        || !fold_to(&fold, arena, game, moves, n, ply, snapshot_ply, snapshot, err))
        return false;
    *state = fold.state;
    return true;
}

static bool head_state(struct arena *arena, const struct game_row *game, const void **state, struct err *err)
{
    struct fault fault;
    struct fold fold;
    if (!fold_init(&fold, arena, game, err))
        return false;
    *state = fold.state;
    return stored_state(fold.rules, game->state, fold.state, &fault) || stored_fail(err, game->id, game->ply, "state", &fault);
}

bool play_position(struct db *db, struct arena *arena, int64_t id, int ply, struct json_object **out, struct err *err)
{
    struct game_row game;
    const void *state;
    if (!store_game(db, arena, id, &game, err))
        return false;
    if (game.status == GAME_OPEN)
        return err_fail(err, ERR_STALE, N_("This game has not started yet."), NULL, "game %lld is open", (long long)id);
    if (ply > game.ply)
        return err_fail(err, ERR_GONE, NULL, NULL, "game %lld has no ply %d", (long long)id, ply);
    if (!(ply < 0 ? head_state(arena, &game, &state, err) : play_state_at(db, arena, &game, ply, &state, err)))
        return false;
    *out = jset(jset(arena_json(arena, jobj()), "game", jint(id)), "rules", jstr(game.rules_id));
    jset(jset(*out, "revision", jint(game.revision)), "ply", jint(ply < 0 ? game.ply : ply));
    jset(*out, "state", members_save(game.rules->members, state));
    return true;
}
