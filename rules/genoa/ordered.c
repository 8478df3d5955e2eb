/* Standing orders: which of them answers now, and with what (dossier genoa 16.7). */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/genoa/listing.h"
#include "rules/genoa/order.h"
#include "rules/genoa/table.h"
#include "rules/parts.h"

#include <string.h>

enum { SET_BITS = 15, SET_LOW = 0x7fff };

static uint32_t read_buildings(const int16_t *slots)
{
    return (uint32_t)(slots[0] | slots[1] << SET_BITS);
}

/* ---- In which turns rows count ---- */

static bool is_now(const struct genoa_state *st, const int16_t *arg)
{
    return arg[WHEN_TOWERS] >> st->tower_seat & 1 && st->round >= arg[WHEN_FROM]
        && (arg[WHEN_TO] == 0 || st->round <= arg[WHEN_TO]);
}

/* The next row of this verb that counts, from @i on; -1: there is none. Rows below a `when` count while that holds. */
static int next_row(const struct genoa_state *st, const struct move *orders, int n, int verb, int i)
{
    bool counts = true;
    for (int row = 0; row < n; row++) {
        if (orders[row].verb == GENOA_ORDER_WHEN)
            counts = is_now(st, orders[row].arg);
        else if (counts && row >= i && orders[row].verb == verb)
            return row;
    }
    return -1;
}

/* ---- Windows ---- */

static bool answers_bid(const struct genoa_state *st, int seat, const int16_t *arg, struct move *move)
{
    *move = (struct move){.verb = GENOA_OFFER, .nargs = SLOTS_OF_OFFER};
    memcpy(move->arg, arg, SLOTS_OF_OFFER * sizeof(arg[0]));
    return !genoa_find_offer(st, seat, arg[SLOT_OFFER_SLOT]) && genoa_steps_to(st, arg[SLOT_OFFER_PLACE]) <= arg[BID_STEPS]
        && genoa_check(st, seat, move, NULL) == RULE_OK;
}

static bool is_far(const struct genoa_state *st, uint32_t near, int steps)
{
    for (; near; near &= near - 1) {
        int building = __builtin_ctz(near);
        if (st->actor[building] < 0 && genoa_steps_to(st, building) <= steps)
            return false;
    }
    return true;
}

static bool answers_ready(const struct genoa_state *st, int seat, const int16_t *arg, struct move *move)
{
    *move = (struct move){.verb = GENOA_READY, .nargs = 2, .arg = {arg[READY_IF_WATCH], arg[READY_IF_WATCH + 1]}};
    switch (arg[READY_IF_IF]) {
    case IF_ALWAYS:
        return true;
    case IF_ACTED:
        return !genoa_can_act(st, seat, true);
    default:
        return is_far(st, read_buildings(arg + READY_IF_NEAR), arg[READY_IF_STEPS]);
    }
}

/* No building named: at every stop. */
static bool answers_not_here(const struct genoa_state *st, const int16_t *arg, struct move *move)
{
    uint32_t at = read_buildings(arg + NOT_HERE_AT);
    int here = genoa_here(st);
    *move = (struct move){.verb = GENOA_READY, .nargs = 2};
    return st->phase == GENOA_PHASE_CALL && (!at || (genoa_is_building(here) && at >> here & 1));
}

/* All standing offers first. */
static int answer_window(const struct genoa_state *st, int seat, const struct move *orders, int n, struct move *move)
{
    for (int i = -1; (i = next_row(st, orders, n, GENOA_ORDER_BID, i + 1)) >= 0;)
        if (answers_bid(st, seat, orders[i].arg, move))
            return i;
    for (int i = -1; (i = next_row(st, orders, n, GENOA_ORDER_NOT_HERE, i + 1)) >= 0;)
        if (answers_not_here(st, orders[i].arg, move))
            return i;
    for (int i = -1; (i = next_row(st, orders, n, GENOA_ORDER_READY_IF, i + 1)) >= 0;)
        if (answers_ready(st, seat, orders[i].arg, move))
            return i;
    return -1;
}

/* ---- Counters ---- */

static bool is_raise(const struct genoa_offer *offer, int most)
{
    return offer->counter_give.money - offer->give.money <= most && genoa_same_goods(&offer->give, &offer->counter_give)
        && genoa_same_goods(&offer->ask, &offer->counter_ask) && offer->ask.money == offer->counter_ask.money;
}

static int answer_counter(const struct genoa_state *st, int seat, const struct move *orders, int n, struct move *move)
{
    const struct genoa_offer *offer = st->offers;
    int i = next_row(st, orders, n, GENOA_ORDER_AGREE_TO, 0);
    if (i < 0)
        return -1;
    while (offer->seat != seat || !offer->pending)
        offer++;
    *move = (struct move){.verb = GENOA_AGREE, .nargs = 1, .arg = {offer->slot}};
    if (is_raise(offer, orders[i].arg[AGREE_TO_RAISE]) && genoa_check(st, seat, move, NULL) == RULE_OK)
        return i;
    move->verb = GENOA_DECLINE;
    return orders[i].arg[AGREE_TO_REST] == REST_DECLINE ? i : -1;
}

/* ---- Markers ---- */

/* What the rows that count want beside a street: the wish, and the earliest row that it serves (-1: nothing fits). */
static int wish_at(const struct genoa_state *st, int seat, const struct move *orders, int n, int street, struct genoa_wish *wish)
{
    int stock = st->players[seat].markers, first = -1;
    *wish = (struct genoa_wish){.street = (int8_t)street};
    for (int i = -1; (i = next_row(st, orders, n, GENOA_ORDER_CLAIM_AT, i + 1)) >= 0;) {
        const int16_t *arg = orders[i].arg;
        const int8_t *beside = genoa_map[GENOA_FIRST_STREET + street].building;
        int building = arg[CLAIM_AT_BUILDING], owner = st->owner[building];
        uint8_t *mode = building == beside[0] ? &wish->first : building == beside[1] ? &wish->second : NULL;
        int cost = owner < 0 ? 1 : 2;
        if (!mode || *mode || owner == seat || (owner >= 0 && !arg[CLAIM_AT_REPLACE]) || stock - cost < arg[CLAIM_AT_KEEP])
            continue;
        *mode = owner < 0 ? GENOA_MODE_PLACE : GENOA_MODE_REPLACE;
        stock -= cost;
        first = first < 0 ? i : first;
    }
    return first;
}

static int answer_claim(const struct genoa_state *st, int seat, const struct move *orders, int n, struct move *move)
{
    int rows[GENOA_WISHES], wishes = 0;
    *move = (struct move){.verb = GENOA_CLAIM, .nargs = SLOTS_OF_CLAIM};
    for (int i = 0; i < GENOA_WISHES; i++)
        move->arg[i * SLOTS_OF_WISH + SLOT_WISH_STREET] = -1;
    for (int street = 0; street < GENOA_STREETS; street++) {
        struct genoa_wish wish;
        int row = st->street_discs[street] ? wish_at(st, seat, orders, n, street, &wish) : -1, at = wishes;
        if (row < 0)
            continue;
        while (at > 0 && row < rows[at - 1])
            at--;
        if (at == GENOA_WISHES)
            continue;
        int later = (wishes < GENOA_WISHES ? wishes : GENOA_WISHES - 1) - at;
        int16_t *slots = move->arg + at * SLOTS_OF_WISH;
        memmove(&rows[at + 1], &rows[at], (size_t)later * sizeof(rows[0]));
        memmove(slots + SLOTS_OF_WISH, slots, (size_t)(later * SLOTS_OF_WISH) * sizeof(slots[0]));
        rows[at] = row;
        slots[SLOT_WISH_STREET] = wish.street;
        slots[SLOT_WISH_FIRST] = wish.first;
        slots[SLOT_WISH_SECOND] = wish.second;
        wishes += wishes < GENOA_WISHES;
    }
    if (wishes)
        return rows[0];
    *move = (struct move){.verb = GENOA_PASS};
    return next_row(st, orders, n, GENOA_ORDER_CLAIM_NONE, 0);
}

/* ---- My own turn ---- */

/* Of the offers that are high enough and ask nothing, the one with most money. */
static bool answers_sell(const struct genoa_state *st, const int16_t *arg, struct move *move)
{
    const struct genoa_offer *best = NULL;
    for (int i = 0; i < st->n_offers; i++) {
        const struct genoa_offer *offer = &st->offers[i];
        bool wanted = arg[SELL_BUILDING] == ORDER_ANY_BUILDING || arg[SELL_BUILDING] == offer->place;
        if (offer->right == GENOA_RIGHT_ACTION && wanted && offer->give.money >= arg[SELL_MONEY] && genoa_no_goods(&offer->ask)
            && genoa_distance[genoa_here(st)][offer->place] <= arg[SELL_STEPS] && (!best || offer->give.money > best->give.money)
            && genoa_offer_error(st, offer, true) == RULE_OK)
            best = offer;
    }
    if (best)
        *move = (struct move){.verb = GENOA_ACCEPT, .nargs = SLOTS_OF_ACCEPT, .arg = {best->seat, best->slot}};
    return best != NULL;
}

static int answer_tower(const struct genoa_state *st, const struct move *orders, int n, struct move *move)
{
    for (int i = -1; !genoa_pending(st) && (i = next_row(st, orders, n, GENOA_ORDER_SELL, i + 1)) >= 0;)
        if (answers_sell(st, orders[i].arg, move))
            return i;
    return -1;
}

/* ---- The engine's questions ---- */

static int answer(const void *state, int seat, const struct move *orders, int n, struct move *move)
{
    const struct genoa_state *st = state;
    switch (st->phase) {
    case GENOA_PHASE_START:
        *move = (struct move){.verb = GENOA_ROLL};
        return next_row(st, orders, n, GENOA_ORDER_ROLL, 0);
    case GENOA_PHASE_OFFERS:
    case GENOA_PHASE_CALL:
        return answer_window(st, seat, orders, n, move);
    case GENOA_PHASE_TOWER:
        return answer_tower(st, orders, n, move);
    case GENOA_PHASE_ANSWERS:
        return answer_counter(st, seat, orders, n, move);
    case GENOA_PHASE_ACTION:
        if (seat == st->tower_seat)
            return -1;
        genoa_next_of_plan(st, move);
        return next_row(st, orders, n, GENOA_ORDER_BY_PLAN, 0);
    case GENOA_PHASE_MARKERS:
        return answer_claim(st, seat, orders, n, move);
    default:
        return -1;
    }
}

/* Rows sleep and wake with the `when` above them; none is ever over. */
static bool lapsed(const void *state, int seat, const struct move *order, enum step_by by)
{
    (void)state, (void)seat, (void)order, (void)by;
    return false;
}

/* ---- Orders worth offering beside a question ---- */

static int16_t *add(struct move_list *orders, int verb, int nargs)
{
    int16_t *order = move_list_add(orders, verb, nargs);
    memset(order, 0, (size_t)nargs * sizeof(order[0]));
    return order;
}

/* Ready without being asked: always, or while the tower cannot come where an own card is of use. */
static void suggest_ready(const struct genoa_state *st, int seat, struct move_list *orders)
{
    const struct genoa_goods *own = &st->players[seat];
    uint32_t near = 0;
    for (unsigned held = own->cards[GENOA_LARGE]; held; held &= held - 1)
        near |= 1u << genoa_large[__builtin_ctz(held)].villa;
    for (unsigned held = own->cards[GENOA_SMALL]; held; held &= held - 1)
        near |= 1u << genoa_small[__builtin_ctz(held)].building;
    int16_t *arg = near ? add(orders, GENOA_ORDER_READY_IF, READY_IF_COUNT) : NULL;
    if (arg) {
        arg[READY_IF_IF] = IF_FAR;
        arg[READY_IF_NEAR] = (int16_t)(near & SET_LOW);
        arg[READY_IF_NEAR + 1] = (int16_t)(near >> SET_BITS);
        arg[READY_IF_STEPS] = 2;
    }
    add(orders, GENOA_ORDER_READY_IF, READY_IF_COUNT)[READY_IF_IF] = IF_ALWAYS;
}

static void suggest_not_here(const struct genoa_state *st, struct move_list *orders)
{
    int here = genoa_here(st);
    if (!genoa_is_building(here))
        return;
    int16_t *arg = add(orders, GENOA_ORDER_NOT_HERE, NOT_HERE_COUNT);
    arg[NOT_HERE_AT] = (int16_t)(1u << here & SET_LOW);
    arg[NOT_HERE_AT + 1] = (int16_t)(1u << here >> SET_BITS);
}

static int suggest(const void *state, int seat, struct move_list *orders)
{
    const struct genoa_state *st = state;
    move_list_clear(orders);
    if (!(genoa_awaits(st) & SEAT_BIT(seat)))
        return 0;
    switch (st->phase) {
    case GENOA_PHASE_START:
        add(orders, GENOA_ORDER_ROLL, 0);
        break;
    case GENOA_PHASE_CALL:
        suggest_not_here(st, orders);
        suggest_ready(st, seat, orders);
        break;
    case GENOA_PHASE_OFFERS:
        suggest_ready(st, seat, orders);
        break;
    case GENOA_PHASE_ANSWERS:
        add(orders, GENOA_ORDER_AGREE_TO, AGREE_TO_COUNT)[AGREE_TO_RAISE] = GENOA_UNIT;
        break;
    case GENOA_PHASE_ACTION:
        if (seat != st->tower_seat)
            add(orders, GENOA_ORDER_BY_PLAN, 0);
        break;
    case GENOA_PHASE_MARKERS:
        add(orders, GENOA_ORDER_CLAIM_NONE, 0);
        break;
    default:
        break;
    }
    return orders->n;
}

static const struct move first_orders[] = {{.verb = GENOA_ORDER_READY_IF, .nargs = READY_IF_COUNT, .arg = {[READY_IF_IF] = IF_ACTED}}};

const struct rules_orders genoa_orders = {
    .verbs = genoa_order_verbs,
    .first = first_orders,
    .n_first = COUNT(first_orders),
    .answer = answer,
    .lapsed = lapsed,
    .suggest = suggest,
    .advise = genoa_advise_orders,
};
