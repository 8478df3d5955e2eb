#include "config.h"

#include "rules/engine/study.h"

#include <string.h>

#include "rules/engine/must.h"
#include "rules/parts.h"

enum {
    WORLDS_LEAST = 16,
    LOOK_COSTS = 1, /* moves, about: to deal a world, and to judge what has come */
    OPEN_SHARE = 4, /* worlds of which one is looked at with open cards */
    QUICKER = 4     /* than a strong player looks at each decision */
};

/* Playouts are short: what is judged after a turn's worth of moves says as much of the end as after three, and is thrown about by fewer
 * dice. So there can be many worlds. */
static const struct study_plan usual = {.moves = 1200000, .depth = 4, .stray = 0};

/* Streams of a world's key beside those of search_race.c: what nothing may be drawn from twice, or the cards dealt would tell what the
 * move drew. */
static const uint64_t OF_SETUP = UINT64_C(1) << 58, OF_BEFORE = UINT64_C(1) << 59, OF_MOVE = UINT64_C(1) << 60;

static struct race race_of(struct study *study, int seat)
{
    return (struct race){.rules = study->rules, .plan = &study->look, .room = &study->room, .seat = seat, .seats = study->seats};
}

/* What lies in the room's world, played on. */
static void playout(struct study *study, int k, int32_t points[SEATS_MAX])
{
    struct race race = race_of(study, 0);
    race_playout(&race, study->key[k], NULL, points);
    study->moves += race.moves;
}

/* World @k of @seat, of the position @state, in the room. Once the game is over nothing is hidden. */
static void see(struct study *study, const void *state, int seat, int k)
{
    struct race race = race_of(study, seat);
    if (study->rules->awaits(state))
        race_world(&race, state, study->key[k]);
    else
        memcpy(study->room.world, state, study->rules->size);
}

/* What came of a world, for who sees the same: nothing is played twice. */
static bool is_remembered(const struct study *study, const struct study_world *world, int k, int32_t points[SEATS_MAX])
{
    if (world->k != k || memcmp(world->state, study->room.world, study->rules->size) != 0)
        return false;
    memcpy(points, world->points, sizeof(world->points));
    return true;
}

static void remember(const struct study *study, struct study_world *world, int k, const int32_t points[SEATS_MAX])
{
    world->k = k;
    memcpy(world->state, study->room.world, study->rules->size);
    memcpy(world->points, points, sizeof(world->points));
}

/* What @seat may expect in the room's world @k. */
static int32_t worth(struct study *study, int seat, int k)
{
    struct study_world *of_seat = &study->seen[seat], *of_first = &study->seen[0];
    int32_t points[SEATS_MAX];
    if (!is_remembered(study, of_seat, k, points) && !is_remembered(study, of_first, k, points))
        playout(study, k, points);
    if (of_seat->k != k)
        remember(study, of_seat, k, points);
    return points[seat];
}

static void forget(struct study *study)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        study->seen[seat].k = -1;
}

static void divide(int64_t sum[SEATS_MAX], int n, int32_t mean[SEATS_MAX])
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        mean[seat] = (int32_t)(sum[seat] / n);
}

/* ---- What a move was worth before chance spoke ---- */

/* The world before as @knows, a seat or EVERY_SEAT, may think it to be, the move made in it, and then what @viewer does not see dealt anew:
 * into the room. False: the move could not have been made. */
static bool redraw(struct study *study, const struct study_step *step, int knows, int viewer, int k)
{
    const struct rules *rules = study->rules;
    struct rng rng;
    memcpy(study->before, step->before, rules->size);
    rng_init(&rng, study->key[k], OF_BEFORE);
    rules->conceal(study->before, knows, &rng);
    if (rules->check(study->before, step->seat, step->move, NULL) != RULE_OK)
        return false;
    rng_init(&rng, study->key[k], OF_MOVE);
    study->log.n = 0;
    rules->apply(study->before, step->seat, step->move, &rng, &study->log);
    see(study, study->before, viewer, k);
    return true;
}

/* ---- What is expected ---- */

/* After a step: what each seat expects; if the step drew or showed something, also what it could expect before that, given all that any
 * seat knew (@drawn), and what the mover could by what it knew (@decided). */
struct looks {
    int32_t expects[SEATS_MAX], drawn[SEATS_MAX], decided;
};

static void look(struct study *study, const struct study_step *step, bool chance, struct looks *looks)
{
    int64_t expects[SEATS_MAX] = {0}, drawn[SEATS_MAX] = {0}, decided = 0;
    int n = 0, n_decided = 0;
    for (int k = 0; k < study->worlds; k++) {
        bool redrawn = chance;
        forget(study);
        for (int seat = 0; seat < study->seats; seat++) {
            see(study, step->after, seat, k);
            expects[seat] += worth(study, seat, k);
        }
        for (int seat = 0; redrawn && seat < study->seats; seat++) {
            redrawn = redraw(study, step, EVERY_SEAT, seat, k);
            drawn[seat] += redrawn ? worth(study, seat, k) : 0;
        }
        n += redrawn;
        if (chance && redraw(study, step, step->seat, step->seat, k)) {
            decided += worth(study, step->seat, k);
            n_decided++;
        }
    }
    divide(expects, study->worlds, looks->expects);
    divide(n ? drawn : expects, n ? n : study->worlds, looks->drawn);
    looks->decided = n_decided ? (int32_t)(decided / n_decided) : looks->drawn[step->seat];
}

static void look_open(struct study *study, const void *state, int32_t expects[SEATS_MAX])
{
    int64_t sum[SEATS_MAX] = {0};
    int worlds = study->worlds / OPEN_SHARE;
    memcpy(study->room.world, state, study->rules->size);
    for (int k = 0; k < worlds; k++) {
        int32_t points[SEATS_MAX];
        playout(study, k, points);
        for (int seat = 0; seat < study->seats; seat++)
            sum[seat] += points[seat];
    }
    divide(sum, worlds, expects);
}

static void look_before_deal(struct study *study, const struct setup *setup, int32_t start[SEATS_MAX])
{
    int64_t sum[SEATS_MAX] = {0};
    struct rng rng;
    for (int k = 0; k < STUDY_WORLDS; k++) {
        int32_t points[SEATS_MAX];
        rng_init(&rng, study->key[k], OF_SETUP);
        study->log.n = 0;
        study->rules->setup(study->room.world, setup, &rng, &study->log);
        playout(study, k, points);
        for (int seat = 0; seat < study->seats; seat++)
            sum[seat] += points[seat];
    }
    divide(sum, STUDY_WORLDS, start);
}

/* ---- Ply by ply ---- */

static int worlds_of(const struct study_plan *plan, int looks)
{
    uint32_t worlds = plan->moves / ((plan->depth + LOOK_COSTS) * (looks ? (uint32_t)looks : 1));
    return worlds < WORLDS_LEAST ? WORLDS_LEAST : worlds > STUDY_WORLDS ? STUDY_WORLDS : (int)worlds;
}

static void make_keys(struct study *study)
{
    struct rng rng;
    rng_init(&rng, study->seed, 0);
    for (int k = 0; k < STUDY_WORLDS; k++)
        race_key(&rng, study->key[k]);
}

void study_begin(struct study *study, const struct rules *rules, const struct setup *setup, const struct study_plan *plan, int plies,
                 const uint8_t seed[RNG_KEY_BYTES], const void *state, int32_t start[SEATS_MAX], struct study_point *point)
{
    const struct study_step deal = {.after = state};
    struct looks looks;
    must(rules->size <= SEARCH_STATE);
    plan = plan ? plan : &usual;
    must(plan->depth > 0);
    study->rules = rules;
    study->seats = setup->n_seats;
    study->plan = study->quick = study->look = *search_plan_of(rules);
    study->quick.moves /= QUICKER;
    study->look.depth = plan->depth;
    study->look.stray = plan->stray;
    study->worlds = worlds_of(plan, plies * study->seats);
    study->moves = 0;
    study->turn = 0;
    study->turn_of = NO_SEAT;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        study->tried[seat].n = 0;
    memcpy(study->seed, seed, RNG_KEY_BYTES);
    make_keys(study);
    look_before_deal(study, setup, start);
    look(study, &deal, false, &looks);
    *point = (struct study_point){.luck = {0}};
    for (int seat = 0; seat < study->seats; seat++) {
        point->expects[seat] = study->expects[seat] = looks.expects[seat];
        point->luck[seat] = looks.expects[seat] - start[seat];
    }
    look_open(study, state, point->open);
}

static void begin_turn(struct study *study, const struct study_step *step)
{
    seatmask asked = study->rules->windows ? study->rules->windows(step->before) : 0;
    if ((asked & SEAT_BIT(step->seat)) || study->turn_of == step->seat)
        return;
    study->turn_of = step->seat;
    study->turn++;
}

void study_ply(struct study *study, const struct study_step *step, struct study_point *point)
{
    const struct rules *rules = study->rules;
    bool over = !rules->awaits(step->after), chance = over || (rules->traits(step->before, step->seat, step->move) & MOVE_FINAL);
    struct looks looks;
    look(study, step, chance, &looks);
    *point = (struct study_point){.luck = {0}};
    for (int seat = 0; seat < study->seats; seat++) {
        point->expects[seat] = looks.expects[seat];
        point->luck[seat] = looks.expects[seat] - looks.drawn[seat];
        point->others[seat] = looks.drawn[seat] - (seat == step->seat ? looks.decided : study->expects[seat]);
        study->expects[seat] = looks.expects[seat];
    }
    look_open(study, step->after, point->open);
    begin_turn(study, step);
}

/* ---- What it comes to ---- */

static bool fits(int64_t number)
{
    return number >= INT32_MIN && number <= INT32_MAX;
}

bool study_sum(const struct study_point *points, int n, int seat, struct study_sum *sum)
{
    int64_t luck = 0, others = 0, start = (int64_t)points[0].expects[seat] - points[0].luck[seat], result = points[n - 1].expects[seat];
    for (int i = 0; i < n; i++) {
        luck += points[i].luck[seat];
        others += points[i].others[seat];
    }
    int64_t own = result - start - luck - others;
    if (!fits(start) || !fits(luck) || !fits(own) || !fits(others))
        return false;
    *sum = (struct study_sum){(int32_t)start, (int32_t)luck, (int32_t)own, (int32_t)others, (int32_t)result};
    return true;
}

struct study_sum study_whole(const struct study_sum *sum, int32_t unit)
{
    enum { PARTS = 4 };
    const int32_t parts[PARTS] = {sum->start, sum->luck, sum->own, sum->others};
    int32_t whole[PARTS], rest[PARTS], missing = sum->result / unit;
    for (int i = 0; i < PARTS; i++) {
        whole[i] = parts[i] / unit - (parts[i] % unit < 0);
        rest[i] = parts[i] - whole[i] * unit;
        missing -= whole[i];
    }
    for (; missing > 0; missing--) {
        int most = 0;
        for (int i = 1; i < PARTS; i++)
            most = rest[i] > rest[most] ? i : most;
        whole[most]++;
        rest[most] = -1;
    }
    return (struct study_sum){whole[0], whole[1], whole[2], whole[3], sum->result / unit};
}
