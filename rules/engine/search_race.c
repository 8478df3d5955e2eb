#include "config.h"

#include "rules/engine/search_race.h"

#include <string.h>

#include "rules/engine/must.h"
#include "rules/parts.h"

enum {
    PLAYOUT_MOST = 4000, /* moves: some games end only when somebody wants it */
    OTHERS_TRIED = 12    /* moves in place of one that is not allowed */
};

void search_value(const struct rules *rules, const void *state, int seats, int32_t points[SEATS_MAX])
{
    const struct rules_mind *mind = rules->mind;
    if (!rules->awaits(state) || !mind->features) {
        struct standing standing = {0};
        rules->standing(state, &standing);
        for (int seat = 0; seat < seats; seat++)
            points[seat] = SEARCH_SCALE * standing.seat[seat].points;
        return;
    }
    const struct search_weights *weights = &mind->weights[seats - rules->min_seats];
    for (int seat = 0; seat < seats; seat++) {
        int32_t feature[SEARCH_FEATURES] = {0};
        int n = mind->features(state, seat, feature);
        int64_t sum = 0, done = feature[0];
        for (int i = 0; i < n; i++) {
            int64_t weight = weights->at[i][0] + (weights->at[i][1] - weights->at[i][0]) * done / SEARCH_SCALE;
            sum += weight * (i ? feature[i] : 1);
        }
        points[seat] = (int32_t)sum;
    }
}

static const uint64_t OF_CHOICES = UINT64_C(1) << 63; /* the stream of a world from which seats throw; its moves have theirs */

struct race race_begin(const struct rules *rules, const void *state, int seat, const struct search_plan *plan, struct search_room *room)
{
    struct standing standing = {0};
    must(rules->size <= SEARCH_STATE);
    rules->standing(state, &standing);
    return (struct race){.rules = rules, .plan = plan, .room = room, .seat = seat, .seats = standing.n};
}

void race_world(struct race *race, const void *state, const uint8_t key[RNG_KEY_BYTES])
{
    struct search_room *room = race->room;
    rng_init(&room->chance, key, 0);
    memcpy(room->world, state, race->rules->size);
    race->rules->conceal(room->world, race->seat, &room->chance);
}

int32_t race_best_other(const struct race *race, const int32_t points[SEATS_MAX])
{
    int32_t best = INT32_MIN;
    for (int seat = 0; seat < race->seats; seat++)
        if (seat != race->seat && points[seat] > best)
            best = points[seat];
    return best;
}

static int whose(struct race *race, seatmask who)
{
    for (uint32_t skip = rng_below(&race->room->choice, (uint32_t)__builtin_popcount(who)); skip > 0; skip--)
        who &= (seatmask)(who - 1);
    return __builtin_ctz(who);
}

static bool any_move(struct race *race, int seat, struct move *move)
{
    struct search_room *room = race->room;
    struct move_list *list = move_list_in(&room->list);
    int n = race->rules->moves(room->state, seat, list);
    if (n <= 0)
        return false;
    move_copy(move, move_at(list, (int)rng_below(&room->choice, (uint32_t)n)));
    return true;
}

static bool next_move(struct race *race, int seat, struct move *move)
{
    struct search_room *room = race->room;
    if (race->plan->stray && rng_below(&room->choice, 100) < race->plan->stray)
        return any_move(race, seat, move);
    return race->rules->mind->advise(room->state, seat, &room->choice, move) == 0;
}

static void step(struct race *race, const uint8_t key[RNG_KEY_BYTES], int seat, const struct move *move, uint64_t nonce)
{
    struct search_room *room = race->room;
    room->log.n = 0;
    rng_init(&room->chance, key, nonce);
    race->rules->apply(room->state, seat, move, &room->chance, &room->log);
    race->moves++;
}

/* The step, or another in its place if what comes of it is not allowed; false: there is none that is. */
static bool step_allowed(struct race *race, const uint8_t key[RNG_KEY_BYTES], int seat, struct move *move, uint64_t nonce)
{
    struct search_room *room = race->room;
    memcpy(room->before, room->state, race->rules->size);
    for (int i = 0; i < OTHERS_TRIED; i++) {
        step(race, key, seat, move, nonce);
        if (race->allows(race->user, &room->log))
            return true;
        memcpy(room->state, room->before, race->rules->size);
        if (!any_move(race, seat, move))
            break;
    }
    return false;
}

/* All seats play on, from move @nonce in the world. */
static void play_on(struct race *race, const uint8_t key[RNG_KEY_BYTES], uint64_t nonce, int32_t points[SEATS_MAX])
{
    struct search_room *room = race->room;
    const struct rules *rules = race->rules;
    struct move move;
    seatmask who;
    uint64_t most = race->plan->depth ? race->plan->depth : PLAYOUT_MOST;
    while ((who = rules->awaits(room->state)) && nonce <= most) {
        int seat = whose(race, who);
        if (!next_move(race, seat, &move))
            break;
        if (race->allows && !step_allowed(race, key, seat, &move, nonce))
            break; /* the position is judged where it cannot go on */
        if (!race->allows)
            step(race, key, seat, &move, nonce);
        nonce++;
        if (race->hears)
            race->hears(race->user, &room->log);
    }
    search_value(rules, room->state, race->seats, points);
}

static void enter_world(struct race *race, const uint8_t key[RNG_KEY_BYTES])
{
    memcpy(race->room->state, race->room->world, race->rules->size);
    rng_init(&race->room->choice, key, OF_CHOICES);
}

void race_playout(struct race *race, const uint8_t key[RNG_KEY_BYTES], const struct move *first, int32_t points[SEATS_MAX])
{
    uint64_t nonce = 1;
    enter_world(race, key);
    if (first)
        step(race, key, race->seat, first, nonce++);
    play_on(race, key, nonce, points);
}

bool race_line(struct race *race, const uint8_t key[RNG_KEY_BYTES], const struct race_line *line, int32_t points[SEATS_MAX])
{
    enter_world(race, key);
    for (int i = 0; i < line->n; i++) {
        if (race->rules->check(race->room->state, race->seat, &line->moves[i], NULL) != RULE_OK)
            return false;
        step(race, key, race->seat, &line->moves[i], (uint64_t)i + 1);
    }
    play_on(race, key, (uint64_t)line->n + 1, points);
    return true;
}

int race_duel(struct race *race, const void *state, const uint8_t keys[][RNG_KEY_BYTES], int n, const struct race_line *line,
              const struct race_line *other, int32_t *by)
{
    int told = 0;
    for (int world = 0; world < n; world++) {
        int32_t points[SEATS_MAX], behind[SEATS_MAX];
        race_world(race, state, keys[world]);
        if (race_line(race, keys[world], other, behind) && race_line(race, keys[world], line, points))
            by[told++] = points[race->seat] - race_best_other(race, points) - (behind[race->seat] - race_best_other(race, behind));
    }
    return told;
}

int32_t race_ahead(struct race *race, const void *state, const uint8_t keys[][RNG_KEY_BYTES], int n, const struct race_line *line,
                   const struct race_line *other, int32_t *error)
{
    int32_t by[SEARCH_WORLDS];
    must(n <= SEARCH_WORLDS);
    int told = race_duel(race, state, keys, n, line, other, by);
    *error = 0;
    return told * 2 > n && told > 1 ? race_mean(by, told, error) : 0;
}

int search_whole(int64_t scaled)
{
    return (int)((scaled + (scaled < 0 ? -SEARCH_SCALE : SEARCH_SCALE) / 2) / SEARCH_SCALE);
}

uint32_t race_root(uint64_t square)
{
    uint64_t low = 0, high = UINT32_MAX;
    while (low < high) {
        uint64_t middle = (low + high + 1) / 2;
        if (middle * middle <= square)
            low = middle;
        else
            high = middle - 1;
    }
    return (uint32_t)low;
}

int32_t race_mean(const int32_t *figures, int n, int32_t *error)
{
    int64_t sum = 0;
    uint64_t squares = 0;
    for (int i = 0; i < n; i++)
        sum += figures[i];
    int64_t mean = sum / n;
    for (int i = 0; i < n; i++)
        squares += (uint64_t)((figures[i] - mean) * (figures[i] - mean));
    *error = (int32_t)race_root(squares / (uint64_t)(n - 1) / (uint64_t)n);
    return (int32_t)mean;
}

void race_key(struct rng *rng, uint8_t key[RNG_KEY_BYTES])
{
    for (int i = 0; i < RNG_KEY_BYTES; i++)
        key[i] = (uint8_t)rng_below(rng, 256);
}
