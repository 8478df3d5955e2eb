#include "config.h"

#include "cgi/tools/play_plans.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/engine/plans.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* ---- People ---- */

enum { DAY = 24 * 60, AWAKE = 16 * 60, PACES = 4, WAKES = 6 * 60, WAKES_WITHIN = 4 * 60, PLANS_OF_TEN = 5, MOST_PLIES = 20000 };
static const uint64_t PEOPLE_STREAM = UINT64_C(1) << 62, PLANS_STREAM = UINT64_C(3) << 61;
static const int paces[PACES] = {60, 120, 240, 480};

const char plans_people[] =
    "people: awake 16 hours a day, from between 6 and 10 o'clock on; look in again after a time awake of exponential\n"
    "        length, its mean drawn for each of 1, 2, 4 or 8 hours; play what waits; at half of their visits, also\n"
    "        of those at which they have played, prepare the turn that is advised, if it can be planned, to hand itself in\n";

/* Minutes awake since the game began, and when the person wakes. */
struct person {
    struct rng rng;
    double awake; /* of the next visit */
    int mean, wakes;
};

static double exponential(struct rng *rng, double mean)
{
    return -mean * log((rng_below(rng, 1000000) + 0.5) / 1000000.0);
}

static void person_begin(struct person *person, const uint8_t key[RNG_KEY_BYTES], int seat)
{
    rng_init(&person->rng, key, PEOPLE_STREAM + (uint64_t)seat);
    person->mean = paces[rng_below(&person->rng, PACES)];
    person->wakes = WAKES + (int)rng_below(&person->rng, WAKES_WITHIN);
    person->awake = exponential(&person->rng, person->mean);
}

/* Minutes from the first midnight on. */
static double visit_at(const struct person *person)
{
    double day = floor(person->awake / AWAKE);
    return day * DAY + person->wakes + (person->awake - day * AWAKE);
}

/* ---- A game ---- */

struct plan {
    int n; /* 0: there is none */
    struct move step[PLAN_STEPS];
    void *then;
};

struct play {
    struct headless *game;
    const struct rules *rules;
    bool orders;
    seatmask planners;
    struct person person[SEATS_MAX];
    struct plan plan[SEATS_MAX];
    struct rng rng;
    void *one, *two; /* positions to take steps on */
    struct plans_way *way;
};

static bool awaited(const struct play *p, int seat)
{
    return p->rules->awaits(p->game->state) & SEAT_BIT(seat);
}

static void do_step(struct play *p, int seat, const struct move *move)
{
    struct answer answer;
    if (!p->orders) {
        headless_apply(p->game, seat, move);
        return;
    }
    headless_step(p->game, seat, move, NULL);
    while (p->game->ply < MOST_PLIES && headless_answer(p->game, &answer))
        continue;
}

/* Until somebody else is to decide: false when there is no move, or no end. */
static bool play_turn(struct play *p, int seat)
{
    struct move move;
    if (p->orders)
        headless_orders(p->game, seat);
    while (awaited(p, seat)) {
        if (p->game->ply >= MOST_PLIES || !headless_choose(p->game, BOT_ADVISE, seat, &move)
            || p->rules->check(p->game->state, seat, &move, NULL) != RULE_OK)
            return false;
        do_step(p, seat, &move);
    }
    return true;
}

/* The turn that is advised on the position of today, or none when it holds what a plan cannot. */
static void make_plan(struct play *p, int seat)
{
    struct plan *plan = &p->plan[seat];
    const struct rules *rules = p->rules;
    struct log log = {.n = 0};
    plan->n = 0;
    memcpy(plan->then, p->game->state, rules->size);
    rules->conceal(plan->then, seat, &p->rng);
    if (awaited(p, seat) || !rules->plans->begin(plan->then, seat))
        return;
    memcpy(p->one, plan->then, rules->size);
    for (int n = 0; n < PLAN_STEPS; n++) {
        struct move *step = &plan->step[n];
        if (rules->mind->advise(p->one, seat, &p->rng, step) != 0 || plan_takes(rules, p->one, seat, step, NULL) != PLAN_OK)
            return;
        rules->apply(p->one, seat, step, &p->rng, &log);
        log.n = 0;
        if (rules->verbs[step->verb].confirms || !(rules->awaits(p->one) & SEAT_BIT(seat))) {
            plan->n = n + 1;
            return;
        }
    }
}

/* Somebody whose turn has begun and whose plan hands itself in: does it. */
static bool hand_in(struct play *p, int seat)
{
    struct plan *plan = &p->plan[seat];
    if (!plan->n || !awaited(p, seat))
        return false;
    memcpy(p->one, plan->then, p->rules->size);
    memcpy(p->two, p->game->state, p->rules->size);
    struct plan_fit fit = plan_lay(p->rules, p->one, p->two, seat, plan->step, plan->n);
    int n = plan->n;
    plan->n = 0;
    if (fit.fate != PLAN_SAME) {
        p->way->asked_back++;
        return false;
    }
    for (int i = 0; i < n && awaited(p, seat); i++)
        do_step(p, seat, &plan->step[i]);
    p->way->at_once++;
    p->way->handovers++;
    return true;
}

/* At a visit: plays as long as something waits, and then may prepare the next turn. */
static bool visit(struct play *p, int seat)
{
    bool more = true;
    while (more) {
        more = false;
        if (awaited(p, seat)) {
            p->way->handovers++;
            if (!play_turn(p, seat))
                return false;
        }
        for (int other = 0; other < SEATS_MAX; other++)
            more |= other != seat && hand_in(p, other);
        more = more || awaited(p, seat);
    }
    bool plans = rng_below(&p->person[seat].rng, 10) < PLANS_OF_TEN;
    if (plans && (p->planners & SEAT_BIT(seat)) && p->rules->awaits(p->game->state))
        make_plan(p, seat);
    return true;
}

/* Into @standing; the days it took, below 0 when something was wrong. */
static double play_game(struct play *p, const struct setup *setup, uint64_t seed, struct standing *standing)
{
    struct headless *game = p->game;
    double began = 1e18, at = 0;
    headless_deal(game, setup, seed);
    rng_init(&p->rng, game->key, PLANS_STREAM);
    for (int seat = 0; seat < setup->n_seats; seat++) {
        person_begin(&p->person[seat], game->key, seat);
        p->plan[seat].n = 0;
        if (p->orders)
            headless_orders(game, seat);
        began = fmin(began, visit_at(&p->person[seat]));
    }
    while (p->rules->awaits(game->state)) {
        int next = 0;
        for (int seat = 1; seat < setup->n_seats; seat++)
            if (visit_at(&p->person[seat]) < visit_at(&p->person[next]))
                next = seat;
        struct person *person = &p->person[next];
        at = visit_at(person);
        if (!visit(p, next))
            return -1;
        person->awake += exponential(&person->rng, person->mean);
    }
    memset(standing, 0, sizeof(*standing));
    p->rules->standing(game->state, standing);
    return (at - began) / DAY;
}

static void *position(const struct rules *rules)
{
    void *state = calloc(1, rules->size);
    if (!state)
        abort();
    return state;
}

bool plans_game(struct headless *game, const struct setup *setup, uint64_t seed, uint64_t number, bool orders,
                struct plans_result *result)
{
    struct play *p = calloc(1, sizeof(*p));
    bool ok = p != NULL;
    int one = (int)(number % (uint64_t)setup->n_seats), alone = 0;
    if (!p)
        abort();
    p->game = game;
    p->rules = game->rules;
    p->orders = orders;
    p->one = position(game->rules);
    p->two = position(game->rules);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        p->plan[seat].then = position(game->rules);
    for (int way = 0; ok && way < PLAN_WAYS; way++) {
        struct plans_way *sum = p->way = &result->way[way];
        struct standing standing;
        p->planners = way == PLAN_NOBODY ? 0 : way == PLAN_ALL ? ALL_SEATS : SEAT_BIT(one);
        double days = play_game(p, setup, seed, &standing);
        ok = days >= 0;
        sum->days += days;
        sum->days_squared += days * days;
        for (int seat = 0; seat < setup->n_seats; seat++)
            if (way != PLAN_ONE || seat == one)
                sum->points += standing.seat[seat].points;
        if (way == PLAN_NOBODY)
            alone = standing.seat[one].points;
        if (way == PLAN_ONE) {
            double lost = alone - standing.seat[one].points;
            result->alone += alone;
            result->lost += lost;
            result->lost_squared += lost * lost;
        }
    }
    result->games += ok;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        free(p->plan[seat].then);
    free(p->one);
    free(p->two);
    free(p);
    return ok;
}

/* ---- In words ---- */

static double percent(double part, double whole)
{
    return whole != 0 ? 100 * part / whole : 0;
}

void plans_print(FILE *out, const struct plans_result *r, int n_seats, double unit)
{
    static const char *const names[PLAN_WAYS] = {"nobody plans", "all plan", "one plans"};
    double n = (double)r->games;
    fputs(plans_people, out);
    for (int i = 0; i < PLAN_WAYS; i++) {
        const struct plans_way *way = &r->way[i];
        double handovers = (double)way->handovers;
        fprintf(out, "%-13s %.2f days a game, %.1f hand-overs, %.1f of them at once by a plan (%.1f %%), %.1f plans that did not fit",
                names[i], way->days / n, handovers / n, (double)way->at_once / n, percent((double)way->at_once, handovers),
                (double)way->asked_back / n);
        fprintf(out, "; score %.1f\n", way->points / n * unit / (i == PLAN_ONE ? 1 : n_seats));
    }
    const struct plans_way *without = &r->way[PLAN_NOBODY], *with = &r->way[PLAN_ALL];
    double mean = r->lost / n, error = n > 1 ? sqrt((r->lost_squared / n - mean * mean) / (n - 1)) : 0;
    fprintf(out, "saved         %.1f %% of the days, when all plan\n", percent(without->days - with->days, without->days));
    fprintf(out, "lost          %.2f points by who plans alone, +- %.2f (one standard error): %.1f %% of the score; by all, %.1f %%\n",
            mean * unit, error * unit, percent(r->lost, r->alone), percent(without->points - with->points, without->points));
}
