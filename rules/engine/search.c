#include "config.h"

#include "rules/engine/search.h"

#include <string.h>

#include "rules/engine/must.h"
#include "rules/parts.h"

enum {
    FIRST_LOOK = 6, /* worlds before the first option drops out, */
    LOOK_EVERY = 4, /* and after which it is looked again */
    DROPS = 20      /* tenths of a standard error behind the best, with which an option drops out */
};

static const struct search_plan usual = {.moves = 4000, .depth = 24, .wide = 8, .stray = 15, .guard = 15};

struct race {
    const struct rules *rules;
    const struct search_plan *plan;
    struct search_room *room;
    struct search_answer *answer;
    uint8_t key[RNG_KEY_BYTES]; /* of this world */
    int seat, seats, worlds;
    bool runs[SEARCH_OPTIONS];
};

static int32_t progress_of(const int32_t *feature)
{
    return feature[0];
}

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
        int64_t sum = 0, done = progress_of(feature);
        for (int i = 0; i < n; i++) {
            int64_t weight = weights->at[i][0] + (weights->at[i][1] - weights->at[i][0]) * done / SEARCH_SCALE;
            sum += weight * (i ? feature[i] : 1);
        }
        points[seat] = (int32_t)sum;
    }
}

static int32_t best_other(const struct race *race, const int32_t points[SEATS_MAX])
{
    int32_t best = INT32_MIN;
    for (int seat = 0; seat < race->seats; seat++)
        if (seat != race->seat && points[seat] > best)
            best = points[seat];
    return best;
}

/* The margin over the best other, and something for being first: all of it at the end of a game, before it the less the closer it is. */
static int32_t utility(const struct race *race, const void *state, const int32_t points[SEATS_MAX])
{
    int32_t margin = points[race->seat] - best_other(race, points);
    int32_t winning = race->plan->winning * SEARCH_SCALE;
    if (winning == 0)
        return margin;
    if (race->rules->awaits(state)) {
        int32_t sure = margin < -winning ? -winning : margin > winning ? winning : margin;
        return margin + sure;
    }
    struct standing standing = {0};
    race->rules->standing(state, &standing);
    return margin + (standing.seat[race->seat].rank == 1 ? winning : -winning);
}

/* ---- One playout ---- */

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

static void step(struct race *race, int seat, const struct move *move, uint64_t nonce)
{
    struct search_room *room = race->room;
    room->log.n = 0;
    rng_init(&room->chance, race->key, nonce);
    race->rules->apply(room->state, seat, move, &room->chance, &room->log);
    race->answer->moves++;
}

static void playout(struct race *race, int option)
{
    struct search_room *room = race->room;
    const struct rules *rules = race->rules;
    struct move move;
    seatmask who;
    int32_t points[SEATS_MAX];
    uint64_t nonce = 1;
    memcpy(room->state, room->world, rules->size);
    rng_init(&room->choice, race->key, 0);
    step(race, race->seat, &race->answer->option[option].move, nonce++);
    while ((who = rules->awaits(room->state)) && (race->plan->depth == 0 || nonce <= race->plan->depth)) {
        int seat = whose(race, who);
        if (!next_move(race, seat, &move))
            break;
        step(race, seat, &move, nonce++);
    }
    search_value(rules, room->state, race->seats, points);
    room->margin[option][race->worlds] = utility(race, room->state, points);
    room->own[option] += points[race->seat];
    room->other[option] += best_other(race, points);
    race->answer->option[option].worlds++;
}

/* ---- Options ---- */

static bool raced(const struct search_answer *answer, const struct move *move)
{
    for (int i = 0; i < answer->n; i++)
        if (answer->option[i].move.verb == move->verb && answer->option[i].move.nargs == move->nargs
            && memcmp(answer->option[i].move.arg, move->arg, move->nargs * sizeof(move->arg[0])) == 0)
            return true;
    return false;
}

static void add_option(struct race *race, const struct move *move)
{
    struct search_answer *answer = race->answer;
    struct search_option *option = &answer->option[answer->n];
    if (answer->n == race->plan->wide || raced(answer, move))
        return;
    *option = (struct search_option){.move.verb = 0};
    move_copy(&option->move, move);
    race->runs[answer->n++] = true;
}

/* The most promising of those not raced, of a verb that no option has if @new_verb; -1: there is none. */
static int promising(const struct race *race, int n, bool new_verb)
{
    const struct search_room *room = race->room;
    int best = -1;
    for (int i = 0; i < n; i++) {
        bool has = false;
        for (int k = 0; k < race->answer->n && new_verb; k++)
            has |= race->answer->option[k].move.verb == room->listed[i].verb;
        if (!has && (best < 0 || room->worth[i] > room->worth[best]) && !raced(race->answer, &room->listed[i]))
            best = i;
    }
    return best;
}

/* Advice, the best of each verb, and the best of the rest, by what they are worth in one world. */
static bool choose_options(struct race *race, const void *state, struct rng *rng)
{
    struct search_room *room = race->room;
    struct move advice;
    int32_t points[SEATS_MAX];
    if (race->rules->mind->advise(state, race->seat, rng, &advice) != 0)
        return false;
    add_option(race, &advice);
    struct move_list *list = move_list_in(&room->list);
    int n = race->rules->moves(state, race->seat, list);
    if (n == 1)
        return true;
    for (int i = 0; i < n; i++)
        move_copy(&room->listed[i], move_at(list, i));
    for (int i = 0; i < n; i++) {
        memcpy(room->state, state, race->rules->size);
        rng_init(&room->chance, race->key, 1);
        room->log.n = 0;
        race->rules->apply(room->state, race->seat, &room->listed[i], &room->chance, &room->log);
        search_value(race->rules, room->state, race->seats, points);
        room->worth[i] = utility(race, room->state, points);
    }
    for (int pass = 0; pass < 2; pass++)
        for (int i; race->answer->n < race->plan->wide && (i = promising(race, n, pass == 0)) >= 0;)
            add_option(race, &room->listed[i]);
    return true;
}

/* ---- The race ---- */

static uint32_t root(uint64_t square)
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

/* By how much option @a is ahead of @b in the worlds that both have seen, and the standard error of that. */
static int32_t ahead(const struct race *race, int a, int b, int32_t *error)
{
    const struct search_option *option = race->answer->option;
    int n = option[a].worlds < option[b].worlds ? option[a].worlds : option[b].worlds;
    int64_t sum = 0;
    uint64_t squares = 0;
    if (n < 2)
        return *error = 0;
    for (int i = 0; i < n; i++)
        sum += race->room->margin[a][i] - race->room->margin[b][i];
    int64_t mean = sum / n;
    for (int i = 0; i < n; i++) {
        int64_t off = race->room->margin[a][i] - race->room->margin[b][i] - mean;
        squares += (uint64_t)(off * off);
    }
    *error = (int32_t)root(squares / (uint64_t)(n - 1) / (uint64_t)n);
    return (int32_t)mean;
}

/* Of the options still racing the one that did best so far. */
static int leader(const struct race *race)
{
    int best = -1;
    int32_t error;
    for (int i = 0; i < race->answer->n; i++)
        if (race->runs[i] && (best < 0 || ahead(race, i, best, &error) > 0))
            best = i;
    return best;
}

/* Who is hopelessly behind runs no more; returns how many are left. */
static int drop_out(struct race *race)
{
    int best = leader(race), left = 0;
    for (int i = 0; i < race->answer->n; i++) {
        int32_t error, behind = race->runs[i] ? ahead(race, best, i, &error) : 0;
        if (race->runs[i] && i != best && (int64_t)behind * 10 > (int64_t)DROPS * error)
            race->runs[i] = false;
        left += race->runs[i];
    }
    return left;
}

static void run(struct race *race, const void *state, struct rng *rng)
{
    uint32_t longest = 0;
    for (race->worlds = 0; race->worlds < SEARCH_WORLDS; race->worlds++) {
        uint32_t before = race->answer->moves;
        for (size_t i = 0; i < RNG_KEY_BYTES; i++)
            race->key[i] = (uint8_t)rng_below(rng, 256);
        rng_init(&race->room->chance, race->key, 0);
        memcpy(race->room->world, state, race->rules->size);
        race->rules->conceal(race->room->world, race->seat, &race->room->chance);
        for (int i = 0; i < race->answer->n; i++)
            if (race->runs[i])
                playout(race, i);
        longest = race->answer->moves - before;
        if (race->answer->moves + longest > race->plan->moves)
            break;
        if (race->worlds >= FIRST_LOOK && race->worlds % LOOK_EVERY == 0 && drop_out(race) == 1)
            break;
    }
}

const struct search_plan *search_plan_of(const struct rules *rules)
{
    return rules->mind->plan ? rules->mind->plan : &usual;
}

bool search(const struct rules *rules, const void *state, int seat, const struct search_plan *plan, struct rng *rng,
            struct search_room *room, struct search_answer *answer)
{
    plan = plan ? plan : search_plan_of(rules);
    struct race race = {.rules = rules, .plan = plan, .room = room, .answer = answer, .seat = seat};
    struct standing standing = {0};
    must(rules->size <= SEARCH_STATE && plan->wide >= 2 && plan->wide <= SEARCH_OPTIONS);
    rules->standing(state, &standing);
    race.seats = standing.n;
    memset(answer, 0, sizeof(*answer));
    memset(room->own, 0, sizeof(room->own));
    memset(room->other, 0, sizeof(room->other));
    if (!choose_options(&race, state, rng))
        return false;
    if (answer->n == 1)
        return true;
    run(&race, state, rng);
    for (int i = 0; i < answer->n; i++) {
        struct search_option *option = &answer->option[i];
        option->own = (int32_t)(room->own[i] / option->worlds);
        option->other = (int32_t)(room->other[i] / option->worlds);
        option->ahead = ahead(&race, i, 0, &option->error);
    }
    int best = leader(&race);
    const struct search_option *option = &answer->option[best];
    if ((int64_t)option->ahead * 10 > (int64_t)plan->guard * option->error && option->ahead > plan->least)
        answer->chosen = best;
    return true;
}
