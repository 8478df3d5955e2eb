/* What could be expected of a game that goes on: bots play it to its end, many times, from what a spectator knows. */
#include "config.h"

#include <sodium.h>
#include <string.h>

#include "cgi/play/play.h"
#include "cgi/tournament/standing.h"
#include "cgi/tournament/parts.h"
#include "rules/engine/search_race.h"

#include "cgi/base/banned.h"

enum { GAMES = 200, REVISION = 1 };

/* Says nothing of the game's own chance, and is the same for the same position. */
static void seed_of(const struct game_row *game, struct rng *rng)
{
    uint8_t key[RNG_KEY_BYTES];
    const int64_t numbers[] = {game->id, game->ply, REVISION};
    crypto_generichash(key, sizeof(key), (const unsigned char *)numbers, sizeof(numbers), NULL, 0);
    rng_init(rng, key, 0);
}

/* By seat, from 1; of a game that does not come to its end what is there decides. */
static void ranks_of(const struct rules *rules, const void *state, const int32_t worth[SEATS_MAX], int seats, int rank[SEATS_MAX])
{
    struct standing standing = {0};
    bool is_over = !rules->awaits(state);
    rules->standing(state, &standing);
    for (int s = 0; s < seats; s++) {
        rank[s] = 1;
        for (int other = 0; other < seats; other++)
            rank[s] += worth[other] > worth[s];
        if (is_over)
            rank[s] = standing.seat[s].rank;
    }
}

/* The mean of @games games, in whole parts of 24 whose sum is what a table gives: the largest remainders are rounded up. */
static void mean_of(const int64_t sum[SEATS_MAX], int games, int seats, int points[SEATS_MAX])
{
    int64_t rest[SEATS_MAX];
    int left = seats * POINT / 2;
    for (int s = 0; s < seats; s++) {
        points[s] = (int)(sum[s] / games);
        rest[s] = sum[s] % games;
        left -= points[s];
    }
    for (; left > 0; left--) {
        int most = 0;
        for (int s = 1; s < seats; s++)
            most = rest[s] > rest[most] ? s : most;
        points[most]++;
        rest[most] = -1;
    }
}

static void play_on(struct arena *arena, const struct game_row *game, const void *state, int points[SEATS_MAX])
{
    const struct search_plan plan = {.depth = 0};
    struct search_room *room = arena_alloc(arena, sizeof(*room));
    struct race race = race_begin(game->rules, state, 0, &plan, room);
    struct rng rng;
    int64_t sum[SEATS_MAX] = {0};
    seed_of(game, &rng);
    for (int i = 0; i < GAMES; i++) {
        uint8_t key[RNG_KEY_BYTES];
        int32_t worth[SEATS_MAX];
        int rank[SEATS_MAX];
        int16_t got[SEATS_MAX];
        race_key(&rng, key);
        memcpy(room->world, state, game->rules->size);
        game->rules->conceal(room->world, NO_SEAT, &rng);
        race_playout(&race, key, NULL, worth);
        ranks_of(game->rules, room->state, worth, game->n_seats, rank);
        standing_points(game->n_seats, rank, got);
        for (int s = 0; s < game->n_seats; s++)
            sum[s] += got[s];
    }
    mean_of(sum, GAMES, game->n_seats, points);
}

struct attempt {
    struct db *db;
    struct arena *arena;
    const struct fixture_row *fixture;
    int *points;
};

static bool try(void *user, struct err *err)
{
    const struct attempt *a = user;
    struct game_row game;
    const void *state;
    if (!store_game(a->db, a->arena, a->fixture->game, &game, err) || game.status != GAME_RUNNING || !game.rules || !game.rules->mind
        || game.n_seats != a->fixture->n || !play_state_at(a->db, a->arena, &game, game.ply, &state, err))
        return false;
    store_forget(a->db);
    play_on(a->arena, &game, state, a->points);
    return true;
}

void expect_points(struct db *db, struct arena *arena, const struct fixture_row *fixture, int points[SEATS_MAX])
{
    struct err ignored;
    struct attempt a = {db, arena, fixture, points};
    if (err_catch(try, &a, &ignored))
        return;
    const bool none[SEATS_MAX] = {false};
    int16_t shared[SEATS_MAX];
    standing_unfinished(fixture->n, none, shared);
    for (int s = 0; s < fixture->n; s++)
        points[s] = shared[s];
}
