/* Standing orders: which of them answers now, and with what (dossier venedig 14, 15). */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/engine/tables.h"
#include "rules/parts.h"
#include "rules/venedig/order.h"

/* ---- Standing orders: dossier venedig 14, 15 ---- */

static const struct name any_kind[] = {VENEDIG_KIND_NAMES, [ORDER_ANY_KIND] = {"any", N_("any building")}};
static const struct name any_district[] = {VENEDIG_DISTRICT_NAMES, [ORDER_ANY_DISTRICT] = {"any", N_("any district")}};

#define ARG_ORDER_KIND ARG_CALLED("kind", any_kind, N_("Building"))
#define ARG_TO {.name = "to", .kind = ARG_NUMBER, .hi = VENEDIG_TURNS, .words = SAID(.label = N_("Up to turn (0: to the end of the game)"))}

static const struct arg best_args[] = {
    [BEST_KIND] = ARG_ORDER_KIND, [BEST_DISTRICT] = ARG_CALLED("district", any_district, N_("District")), [BEST_TO] = ARG_TO, {0}};
static const struct arg at_args[] = {
    ARG_ORDER_KIND,
    {.name = "sites", .kind = ARG_LIST, .names = venedig_spot_names, .n_names = VENEDIG_SITES, .max = VENEDIG_RANKED,
     .words = SAID(.label = N_("The first possible one of these sites"))},
    ARG_TO, {0}};
static const struct arg kind_to_args[] = {[WISH_KIND] = ARG_ORDER_KIND, [WISH_TO] = ARG_TO, {0}};
static const struct arg keep_gold_args[] = {ARG_TO, {0}};

static const struct arg rest_args[] = {
    {.name = "drain", .kind = ARG_LIST, .names = venedig_spot_names, .n_names = VENEDIG_SITES, .max = VENEDIG_A_TURN,
     .words = SAID(.label = N_("Sites to drain"))},
    {.name = "put", .kind = ARG_NAME, .lo = -1, .names = venedig_kinds, .n_names = VENEDIG_KINDS,
     .words = SAID(.label = N_("A card to put into the pool for three"))},
    {.name = "take", .kind = ARG_SET, .names = venedig_kinds, .n_names = VENEDIG_KINDS, .words = SAID(.label = N_("Cards to take from the pool"))},
    {0}};

static const struct verb order_verbs[] = {
    [VENEDIG_ORDER_BEST] = {"place_best", N_("The best site for me"),
                            N_("When I choose the site of {kind}: the best for me in {district}"),
                            best_args, .n_key = 2},
    [VENEDIG_ORDER_AT] = {"place_at", N_("These sites, in this order"),
                          N_("When I choose the site of {kind}: the first possible of {sites}"), at_args, .n_key = 1},
    [VENEDIG_ORDER_WISH] = {"place_wish", N_("Wherever the active player wants"),
                            N_("When I choose the site of {kind}: where the active player wants it"),
                            kind_to_args, .n_key = 1},
    [VENEDIG_ORDER_ASK] = {"ask", N_("Ask me"), N_("When I choose the site of {kind}: ask me"), kind_to_args,
                           .n_key = 1},
    [VENEDIG_ORDER_KEEP_GOLD] = {"keep_gold", N_("Gold in the middle of a building"),
                                 N_("Do not ask about my gold during a building"), keep_gold_args},
    [VENEDIG_ORDER_REST] = {"rest", N_("The rest of my turn"),
                            N_("When nothing is waiting to be built: drain {drain}, put {put} into the pool, take "
                               "{take} and the rest from the deck"), rest_args},
    [VENEDIG_ORDER_COUNT] = {0},
};

/* ---- Where a building is best for a seat ---- */

static struct venedig_choice judge(const struct venedig_state *st, int seat, const struct venedig_job *job)
{
    struct venedig_choice choice = {.spot = job->spot, .count_in = job->count_in};
    int points = venedig_brings(st, job), ring = venedig_ring(st), tiles = venedig_stock(st);
    for (int i = 0; i < ring; i++) {
        int other = (job->builder + i) % ring, steps = venedig_share(st, job, other, points);
        bool treasure = tiles > 0 && venedig_earns_treasure(st, job, other);
        tiles -= treasure;
        if (other == seat) {
            choice.own = steps;
            choice.treasure = treasure;
        } else {
            choice.others += steps;
        }
    }
    return choice;
}

static bool is_better(const struct venedig_choice *a, const struct venedig_choice *b)
{
    if (a->own != b->own)
        return a->own > b->own;
    if (a->treasure != b->treasure)
        return a->treasure > b->treasure;
    return a->others < b->others;
}

static bool spot_has(int spot, int site)
{
    for (int i = 0; i < venedig_spots[spot].n; i++)
        if (venedig_spots[spot].site[i] == site)
            return true;
    return false;
}

bool venedig_choose_place(const struct venedig_state *st, int seat, int at, int district, struct venedig_choice *best)
{
    struct venedig_field free = venedig_free(st);
    struct venedig_job job = venedig_job_of(st->job.kind, st->job.set, st->job.builder);
    bool found = false;
    while (venedig_next_place(&free, &job)) {
        if ((at >= 0 && !spot_has(job.spot, at)) || (district >= 0 && !(venedig_districts_of(job.spot) >> district & 1)))
            continue;
        struct venedig_choice choice = judge(st, seat, &job);
        if (!found || is_better(&choice, best))
            *best = choice;
        found = true;
    }
    return found;
}

/* ---- Answers ---- */

static bool is_of_kind(int wanted, int kind)
{
    return wanted == ORDER_ANY_KIND || wanted == kind;
}

static bool still_holds(const struct venedig_state *st, int to)
{
    return to == 0 || st->turn <= to;
}

/* The first site of the list on which it can stand. */
static bool find_ranked(const struct venedig_state *st, int seat, const int16_t *sites, struct venedig_choice *choice)
{
    for (int i = 1; i <= sites[0]; i++)
        if (venedig_choose_place(st, seat, sites[i], -1, choice))
            return true;
    return false;
}

enum answer { ANSWERS, PASSES, ASKS };

static enum answer answer_place(const struct venedig_state *st, int seat, const struct move *order, struct move *move)
{
    const int16_t *arg = order->arg;
    struct venedig_choice choice = {.spot = st->job.spot, .count_in = st->job.count_in};
    bool found = false;
    if (order->verb > VENEDIG_ORDER_ASK || !is_of_kind(arg[0], st->job.kind))
        return PASSES;
    switch (order->verb) {
    case VENEDIG_ORDER_BEST:
        found = still_holds(st, arg[BEST_TO])
            && venedig_choose_place(st, seat, -1, arg[BEST_DISTRICT] == ORDER_ANY_DISTRICT ? -1 : arg[BEST_DISTRICT], &choice);
        break;
    case VENEDIG_ORDER_AT:
        found = still_holds(st, arg[AT_TO]) && find_ranked(st, seat, arg + AT_SITES, &choice);
        break;
    case VENEDIG_ORDER_WISH:
        found = still_holds(st, arg[WISH_TO]) && choice.spot >= 0;
        break;
    case VENEDIG_ORDER_ASK:
        return still_holds(st, arg[WISH_TO]) ? ASKS : PASSES;
    }
    if (found) {
        struct venedig_job job = st->job;
        job.spot = (int16_t)choice.spot;
        job.count_in = (int8_t)choice.count_in;
        venedig_set_build(move, &job);
    }
    return found ? ANSWERS : PASSES;
}

/* ---- The rest of my own turn ---- */

/* One card from pool or deck, or one put into the pool for three. */
static void set_take(const int16_t *arg, struct move *move)
{
    int put = arg[REST_PUT], take = arg[REST_TAKE];
    *move = (struct move){.verb = put < 0 ? VENEDIG_DRAW : VENEDIG_DO_SWAP, .nargs = put < 0 ? 1 : SLOTS_OF_SWAP};
    if (put < 0) {
        move->arg[0] = (int16_t)(take ? __builtin_ctz((unsigned)take) : VENEDIG_FROM_DECK);
    } else {
        move->arg[SLOT_SWAP_PUT] = (int16_t)put;
        move->arg[SLOT_SWAP_TAKE] = (int16_t)take;
    }
}

/* It begins when nothing waits to be built any more; what cannot be done as it is said is asked. */
static bool answer_rest(const struct venedig_state *st, int seat, const int16_t *arg, struct move *move)
{
    const int16_t *sites = arg + REST_DRAIN;
    switch (st->phase) {
    case VENEDIG_PHASE_BUILD:
        *move = (struct move){.verb = VENEDIG_DONE, .nargs = 1};
        break;
    case VENEDIG_PHASE_DRAIN:
        *move = (struct move){.verb = VENEDIG_STOP};
        for (int i = sites[0]; i > 0; i--)
            if (st->swamp[sites[i]] >= 0)
                *move = (struct move){.verb = VENEDIG_DRAIN, .nargs = 1, .arg = {sites[i]}};
        break;
    case VENEDIG_PHASE_DRAW:
        set_take(arg, move);
        if (arg[REST_PUT] < 0 && venedig_size((unsigned)arg[REST_TAKE]) > 1)
            return false;
        break;
    default:
        return false;
    }
    return venedig_check(st, seat, move, NULL) == RULE_OK;
}

static int answer(const void *state, int seat, const struct move *orders, int n, struct move *move)
{
    const struct venedig_state *st = state;
    for (int i = 0; i < n; i++) {
        if (st->phase == VENEDIG_PHASE_PLACE) {
            enum answer answer = answer_place(st, seat, &orders[i], move);
            if (answer != PASSES)
                return answer == ANSWERS ? i : -1;
        } else if (st->phase == VENEDIG_PHASE_GOLD && orders[i].verb == VENEDIG_ORDER_KEEP_GOLD
                   && still_holds(st, orders[i].arg[0])) {
            *move = (struct move){.verb = VENEDIG_PROCEED};
            return i;
        } else if (orders[i].verb == VENEDIG_ORDER_REST && st->active == seat && answer_rest(st, seat, orders[i].arg, move)) {
            return i;
        }
    }
    return -1;
}

static bool lapsed(const void *state, int seat, const struct move *order, enum step_by by)
{
    const struct venedig_state *st = state;
    static const uint8_t to[VENEDIG_ORDER_COUNT] = {
        [VENEDIG_ORDER_BEST] = BEST_TO, [VENEDIG_ORDER_AT] = AT_TO, [VENEDIG_ORDER_WISH] = WISH_TO,
        [VENEDIG_ORDER_ASK] = WISH_TO, [VENEDIG_ORDER_KEEP_GOLD] = 0};
    if (order->verb == VENEDIG_ORDER_REST) /* a player who goes on by hand wants something else now; asking an architect does not count as that */
        return st->active != seat
            || (by == STEP_BY_HAND && st->phase != VENEDIG_PHASE_PLACE && st->phase != VENEDIG_PHASE_GOLD);
    return !still_holds(st, order->arg[to[order->verb]]);
}

/* ---- Orders worth offering ---- */

static void add_best(struct move_list *orders, int kind)
{
    int16_t *order = move_list_add(orders, VENEDIG_ORDER_BEST, BEST_COUNT);
    order[BEST_KIND] = (int16_t)kind;
    order[BEST_DISTRICT] = ORDER_ANY_DISTRICT;
    order[BEST_TO] = 0;
}

static void add_wish(struct move_list *orders, int kind)
{
    int16_t *order = move_list_add(orders, VENEDIG_ORDER_WISH, WISH_COUNT);
    order[WISH_KIND] = (int16_t)kind;
    order[WISH_TO] = 0;
}

/* Somebody else chooses the site of a building: meanwhile the rest of the turn can be settled. */
static bool may_call(const struct venedig_state *st, int seat)
{
    for (int kind = 0; kind < VENEDIG_SHARED; kind++)
        if (venedig_complete(st, kind, VENEDIG_SET_SHARED) && venedig_decides(st, st->architect[kind]) != seat)
            return st->phase == VENEDIG_PHASE_BUILD;
    return false;
}

/* When a site or gold is asked for; in one's own turn while one is architect of something; for the rest of it, when one leaves a
 * site to another. */
static int suggest(const void *state, int seat, struct move_list *orders)
{
    const struct venedig_state *st = state;
    bool asked = venedig_awaits(st) & SEAT_BIT(seat), token = false;
    move_list_clear(orders);
    for (int kind = 0; kind < VENEDIG_SHARED; kind++)
        token |= st->architect[kind] == seat;
    if (!asked)
        return 0;
    if (st->phase == VENEDIG_PHASE_GOLD) {
        move_list_add(orders, VENEDIG_ORDER_KEEP_GOLD, 1)[0] = 0;
    } else if (st->phase == VENEDIG_PHASE_PLACE || token) {
        add_best(orders, ORDER_ANY_KIND);
        add_wish(orders, ORDER_ANY_KIND);
    }
    if (may_call(st, seat))
        venedig_advise_rest(st, seat, move_list_add(orders, VENEDIG_ORDER_REST, REST_COUNT));
    return orders->n;
}

static int advise(const void *state, int seat, struct move_list *orders)
{
    (void)state, (void)seat;
    move_list_clear(orders);
    add_best(orders, ORDER_ANY_KIND);
    return orders->n;
}

const struct rules_orders venedig_orders = {
    .verbs = order_verbs,
    .answer = answer,
    .lapsed = lapsed,
    .suggest = suggest,
    .advise = advise,
};
