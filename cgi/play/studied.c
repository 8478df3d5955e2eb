#include "config.h"

#include "cgi/play/studied.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/play/fold.h"
#include "cgi/play/studied_bytes.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

enum { TELLING = 50 }; /* what is worth less than one of so many parts of the best score is not told */

/* What is thrown says nothing of the game's own chance, and is the same whenever it is studied. */
static void seed_of(const struct game_row *game, uint8_t seed[RNG_KEY_BYTES])
{
    const int64_t numbers[] = {game->id, STUDY_REVISION};
    crypto_generichash(seed, RNG_KEY_BYTES, (const unsigned char *)numbers, sizeof(numbers), NULL, 0);
}

static int32_t least_of(const struct game_row *game)
{
    int best = 0;
    for (int s = 0; s < game->n_seats; s++)
        best = abs(game->seat[s].points) > best ? abs(game->seat[s].points) : best;
    return best > TELLING ? best * (SEARCH_SCALE / TELLING) : SEARCH_SCALE;
}

static bool is_stopped(const atomic_bool *stop)
{
    return stop && atomic_load(stop);
}

static bool stands_as_stored(const struct fold *fold, const struct game_row *game)
{
    struct standing standing = {0};
    fold->rules->standing(fold->state, &standing);
    for (int s = 0; s < game->n_seats; s++)
        if (standing.seat[s].points != game->seat[s].points)
            return false;
    return true;
}

/* One move after the other; false: they do not lead to where the game has ended. Stops when told. */
static bool go_through(struct study *study, struct fold *fold, const struct game_row *game, const struct move_row *moves, int n,
                       const atomic_bool *stop, void *before, struct study_point *points)
{
    struct err ignored;
    struct move move;
    struct fault fault;
    for (int i = 1; i < n && !is_stopped(stop); i++) {
        memcpy(before, fold->state, fold->rules->size);
        if (!fold_redo(fold, game, &moves[i], &ignored) || !move_from_text(fold->rules->verbs, moves[i].move, &move, &fault))
            return false;
        const struct study_step step = {before, fold->state, moves[i].seat, &move};
        study_ply(study, &step, &points[i]);
        study_decide(study, i, &step);
    }
    return is_stopped(stop) || stands_as_stored(fold, game);
}

static void find_moments(struct study *study, const struct game_row *game, const atomic_bool *stop, struct studied *studied)
{
    for (int s = 0; s < game->n_seats && !is_stopped(stop); s++)
        studied->n_moments += study_moments(study, s, least_of(game), studied->moments + studied->n_moments);
}

/* False: the moves cannot be played again. */
static bool work_out(struct arena *arena, const struct game_row *game, const struct move_row *moves, int n, const atomic_bool *stop,
                     struct studied *studied)
{
    struct study *study = arena_alloc(arena, sizeof(*study));
    struct fold fold;
    struct move_row setup;
    struct err ignored;
    uint8_t seed[RNG_KEY_BYTES];
    int32_t start[SEATS_MAX];
    if (n != game->ply + 1 || !fold_init(&fold, arena, game, &ignored))
        return false;
    fold_setup(&fold, arena, game, game->started, &setup);
    *studied = (struct studied){.n = n, .seats = game->n_seats, .points = arena_array(arena, (size_t)n, sizeof(*studied->points))};
    seed_of(game, seed);
    study_begin(study, fold.rules, &game->setup, NULL, n - 1, seed, fold.state, start, &studied->points[0]);
    if (!go_through(study, &fold, game, moves, n, stop, arena_alloc(arena, fold.rules->size), studied->points))
        return false;
    find_moments(study, game, stop, studied);
    return true;
}

bool studied_make(struct db *db, struct arena *arena, int64_t id, const atomic_bool *stop, struct stored *result, const char **why,
                  struct err *err)
{
    struct game_row game;
    struct move_row *moves;
    struct studied studied;
    struct err ignored;
    int n;
    *result = (struct stored){.n = 0};
    *why = NULL;
    if (!store_game(db, arena, id, &game, err) || !store_moves(db, arena, id, &moves, &n, err))
        return false;
    store_forget(db);
    if (!fold_rules(&game, &ignored))
        *why = "rules";
    else if (!work_out(arena, &game, moves, n, stop, &studied))
        *why = is_stopped(stop) ? NULL : "moves";
    else if (!is_stopped(stop))
        *result = studied_pack(arena, &studied);
    return true;
}
