/* Standing orders: which of them answers now, and with what (dossier vernissage 12.3). */
#include "config.h"

#include "rules/engine/log.h"
#include "rules/parts.h"
#include "rules/vernissage/order.h"

#include <string.h>

/* ---- Rules for the counters of others ---- */

static bool is_of_kind(int wanted, int kind)
{
    return wanted == kind || wanted == ORDER_ANY_KIND || (wanted == ORDER_NEGATIVE && kind != VERNISSAGE_PURCHASE);
}

static bool is_when(const struct vernissage_state *st, int when, int amount)
{
    if (when == WHEN_ALWAYS)
        return true;
    struct vernissage_effect effect = vernissage_effect(st, st->pending.artist, st->pending.kind, amount);
    return when == WHEN_OUT ? effect.out : when == WHEN_IN ? effect.in : when == WHEN_VERNISSAGE ? effect.vernissage : effect.top;
}

/* Does this rule speak of the counter that is argued about, if it had this amount? */
static bool rule_fits(const struct vernissage_state *st, const struct move *order, int amount)
{
    const struct vernissage_pending *p = &st->pending;
    const int16_t *arg = order->arg;
    return order->verb == VERNISSAGE_ORDER && (arg[SLOT_ARTIST] == ORDER_ANY_ARTIST || arg[SLOT_ARTIST] == p->artist)
        && is_of_kind(arg[SLOT_KIND], p->kind) && (arg[SLOT_SEAT] == NO_SEAT || arg[SLOT_SEAT] == st->turn)
        && amount >= arg[SLOT_MIN] && is_when(st, arg[SLOT_WHEN], amount);
}

/* The rule of the lowest slot that fits, or -1. */
static int find_rule(const struct vernissage_state *st, const struct move *orders, int n, int amount)
{
    int found = -1;
    for (int i = 0; i < n; i++)
        if (rule_fits(st, &orders[i], amount) && (found < 0 || orders[i].arg[SLOT_SLOT] < orders[found].arg[SLOT_SLOT]))
            found = i;
    return found;
}

static int find_order(const struct move *orders, int n, int verb)
{
    for (int i = 0; i < n; i++)
        if (orders[i].verb == verb)
            return i;
    return -1;
}

static int16_t at_most(int wanted, int held)
{
    return (int16_t)(wanted < held ? wanted : held);
}

/* What of @values can be agreed to at all. */
static int16_t possible(const struct vernissage_state *st, int values)
{
    return (int16_t)(values & vernissage_in_supply(st, st->pending.kind) & ~(1 << st->pending.amount));
}

static void set_fight(const struct vernissage_state *st, int seat, const struct move *order, int16_t *slots)
{
    int power = st->hand[seat].face[VERNISSAGE_POWER];
    slots[0] = at_most(order->arg[SLOT_CARDS], power);
    slots[1] = at_most(order->arg[SLOT_CAP], power);
    if (slots[1] < slots[0])
        slots[1] = slots[0];
}

static int answer_counter(const struct vernissage_state *st, int seat, const struct move *orders, int n, struct move *move)
{
    int i = find_rule(st, orders, n, st->pending.amount);
    if (i < 0) {
        i = find_order(orders, n, VERNISSAGE_ORDER_DEFAULT);
        move_set(move, VERNISSAGE_ACCEPT, 0, 0, 0);
        return i >= 0 && orders[i].arg[0] == ANSWER_ACCEPT ? i : -1;
    }
    switch (orders[i].arg[SLOT_ANSWER]) {
    case ANSWER_ACCEPT:
        move_set(move, VERNISSAGE_ACCEPT, 0, 0, 0);
        return i;
    case ANSWER_OBJECT:
        move_set(move, VERNISSAGE_OBJECT, 4, 0, 0);
        move->arg[0] = possible(st, orders[i].arg[SLOT_VALUES]);
        move->arg[1] = orders[i].arg[SLOT_NODEAL];
        if (move->arg[1] == VERNISSAGE_FIGHT)
            set_fight(st, seat, &orders[i], move->arg + 2);
        return i;
    default:
        return -1;
    }
}

/* Who has left it open answers an offer by the rules, as if the offered amount lay there; the default says nothing. */
static int answer_offer(const struct vernissage_state *st, const struct move *orders, int n, struct move *move)
{
    int offer = st->pending.offer, i = find_rule(st, orders, n, offer);
    if (i < 0 || orders[i].arg[SLOT_ANSWER] == ANSWER_ASK)
        return -1;
    int values = orders[i].arg[SLOT_VALUES];
    if (orders[i].arg[SLOT_ANSWER] == ANSWER_ACCEPT || values >> offer & 1) {
        move_set(move, VERNISSAGE_TAKE_OFFER, 0, 0, 0);
    } else {
        move_set(move, VERNISSAGE_REFUSE_OFFER, 1, 0, 0);
        move->arg[0] = possible(st, values);
    }
    return i;
}

static int answer_challenge(const struct vernissage_state *st, int seat, const struct move *orders, int n,
                            struct move *move)
{
    int i = find_rule(st, orders, n, st->pending.amount);
    if (i < 0 || orders[i].arg[SLOT_ANSWER] == ANSWER_ASK)
        return -1;
    bool objects = orders[i].arg[SLOT_ANSWER] == ANSWER_OBJECT;
    if (objects && orders[i].arg[SLOT_NODEAL] == VERNISSAGE_ASK)
        return -1;
    if (objects && orders[i].arg[SLOT_NODEAL] == VERNISSAGE_FIGHT) {
        move_set(move, VERNISSAGE_DO_FIGHT, 2, 0, 0);
        set_fight(st, seat, &orders[i], move->arg);
    } else {
        move_set(move, VERNISSAGE_DO_YIELD, 0, 0, 0);
    }
    return i;
}

/* ---- Paintings in demand: dossier vernissage 12.5 ---- */

static int answer_reveal(const struct vernissage_state *st, int seat, const struct move *orders, int n, struct move *move)
{
    int found = -1;
    for (int i = 0; i < n; i++)
        if (orders[i].verb == VERNISSAGE_ORDER_REVEAL
            && (orders[i].arg[0] == st->pending.artist || (orders[i].arg[0] == ORDER_ANY_ARTIST && found < 0)))
            found = i;
    if (found < 0 || orders[found].arg[1] == SHOW_ASK)
        return -1;
    if (orders[found].arg[1] == SHOW_ALL && st->options.revision > 0 && vernissage_can_redraw(st, seat))
        return -1; /* whatever it holds of this artist, or being asked would tell */
    move_set(move, VERNISSAGE_REVEAL, 1, 0, 0);
    move->arg[0] = orders[found].arg[1] == SHOW_ALL ? st->hand[seat].face[st->pending.artist] : 0;
    return found;
}

/* ---- My own counter of this turn ---- */

static int answer_own(const struct vernissage_state *st, int seat, const struct move *orders, int n, struct move *move)
{
    const struct vernissage_pending *p = &st->pending;
    int i = find_order(orders, n, VERNISSAGE_ORDER_STAND), most = 0;
    if (i < 0)
        return -1;
    bool insists = orders[i].arg[1] == OTHERWISE_STAND;
    if (st->phase == VERNISSAGE_PHASE_NEGOTIATE) {
        int amount = vernissage_nearest(vernissage_settle_set(st) & (uint8_t)orders[i].arg[0], p->amount);
        move_set(move, amount ? VERNISSAGE_SETTLE : VERNISSAGE_STAND, amount ? 1 : 0, 0, 0);
        move->arg[0] = (int16_t)amount;
        return amount || insists ? i : -1;
    }
    for (int other = 0; other < st->seats; other++)
        if (p->fighters & SEAT_BIT(other) && p->laid[other] > most)
            most = p->laid[other];
    most = at_most(most, at_most(orders[i].arg[2], st->hand[seat].face[VERNISSAGE_POWER]));
    move_set(move, VERNISSAGE_COMMIT, 1, 0, 0);
    move->arg[0] = (int16_t)(most > p->laid[seat] ? most - p->laid[seat] : 0);
    return insists ? i : -1;
}

/* ---- The rest of my own turn ---- */

/* Not with borrowed money, unless it may be. */
static bool order_buys(const struct vernissage_state *st, int seat, const int16_t *arg, struct move *move)
{
    int pile = arg[BUY_PILE] - BUY_FIRST_PILE;
    int32_t price = arg[BUY_PILE] == BUY_GREY ? VERNISSAGE_GREY_PRICE : vernissage_price(pile);
    move_set(move, arg[BUY_PILE] == BUY_GREY ? VERNISSAGE_BUY_GREY : VERNISSAGE_BUY_BROWN, arg[BUY_PILE] != BUY_GREY, 0, 0);
    move->arg[0] = (int16_t)(arg[BUY_PILE] == BUY_GREY ? 0 : pile);
    return st->cash[seat] >= price || arg[BUY_LOAN] == LOAN_TAKE;
}

/* Who holds @cards cards will hold none: then the turn ends by itself, and the game with the last of all. */
static bool ends_all(const struct vernissage_state *st, int cards)
{
    return vernissage_hand_size(st, st->turn) == cards && vernissage_is_last_turn(st);
}

/* The first of the faces that lies there; no painting of an artist who is OUT by now. */
static bool order_takes(const struct vernissage_state *st, const int16_t *arg, struct move *move)
{
    const int16_t *faces = arg + BUY_FACES;
    if (arg[BUY_PILE] - BUY_FIRST_PILE != st->open_pile || faces[0] == 0)
        return false;
    for (int i = 1; i <= faces[0]; i++) {
        bool worthless = faces[i] < VERNISSAGE_ARTISTS && st->artists[faces[i]].out;
        if (worthless || !st->piles[st->open_pile][faces[i]])
            continue;
        move_set(move, VERNISSAGE_TAKE, 1, 0, 0);
        move->arg[0] = faces[i];
        return true;
    }
    move_set(move, VERNISSAGE_TAKE_NONE, 0, 0, 0);
    return arg[BUY_NONE] == NONE_NOTHING && !ends_all(st, 0);
}

/* The move card that is to be used: where an agent is to go, 0 if it stays. */
static void set_card(const struct vernissage_state *st, int seat, const int16_t *arg, struct move *move)
{
    const int16_t *to = arg + BUY_TO;
    if (arg[BUY_CARD] == CARD_UNLIMITED) {
        move_set(move, VERNISSAGE_MOVE_ALL, VERNISSAGE_AGENTS, 0, 0);
        for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++)
            move->arg[agent] = to[agent] ? to[agent] : st->agents[seat][agent];
        return;
    }
    int agent = to[0] ? 0 : to[1] ? 1 : 2;
    move_set(move, VERNISSAGE_MOVE_ONE, 3, 0, 0);
    move->arg[0] = (int16_t)agent;
    move->arg[1] = (int16_t)(arg[BUY_CARD] - CARD_FIRST_GREY + VERNISSAGE_GREY_LEAST);
    move->arg[2] = to[agent];
}

/* Does the order name one agent for a card that moves one? */
static bool names_agents(const int16_t *arg)
{
    const int16_t *to = arg + BUY_TO;
    int n = (to[0] > 0) + (to[1] > 0) + (to[2] > 0);
    return n == 1 || (n > 1 && arg[BUY_CARD] == CARD_UNLIMITED);
}

/* Are the agents where the order sends them? A move card that was used otherwise is not the one that was ordered. */
static bool stand_as_ordered(const struct vernissage_state *st, int seat, const int16_t *arg)
{
    for (int agent = 0; agent < VERNISSAGE_AGENTS; agent++)
        if (arg[BUY_TO + agent] && arg[BUY_TO + agent] != st->agents[seat][agent])
            return false;
    return true;
}

/* The move card, then the critic, then the end; not when one of these cannot be done, or the game would end with it. */
static bool order_uses(const struct vernissage_state *st, int seat, const int16_t *arg, struct move *move)
{
    int critic = arg[BUY_CRITIC] - CRITIC_FIRST_ARTIST;
    if (arg[BUY_AFTER] != AFTER_END)
        return false;
    if (arg[BUY_CARD] != CARD_NONE && !st->moved) {
        set_card(st, seat, arg, move);
        return names_agents(arg) && !ends_all(st, 1) && vernissage_check(st, seat, move, NULL) == RULE_OK;
    }
    bool other_card = arg[BUY_CARD] != CARD_NONE && !(names_agents(arg) && stand_as_ordered(st, seat, arg));
    if (vernissage_is_last_turn(st) || other_card)
        return false;
    if (arg[BUY_CRITIC] == CRITIC_NONE) {
        move_set(move, VERNISSAGE_END, 0, 0, 0);
        return true;
    }
    move_set(move, VERNISSAGE_USE_CRITIC, 1, 0, 0);
    move->arg[0] = (int16_t)critic;
    bool ends = vernissage_outs(st) > 0 && st->artists[critic].fame <= VERNISSAGE_FEATHER;
    return !ends && vernissage_check(st, seat, move, NULL) == RULE_OK;
}

/* What the order says nothing of, or cannot do any more, is asked: so nobody's turn comes out otherwise than ordered. */
static int answer_rest(const struct vernissage_state *st, int seat, const struct move *orders, int n, struct move *move)
{
    int i = find_order(orders, n, VERNISSAGE_ORDER_BUY);
    if (i < 0 || vernissage_can_redraw(st, seat) || (st->opposed && orders[i].arg[BUY_WHEN] == BUY_UNOPPOSED))
        return -1;
    const int16_t *arg = orders[i].arg;
    bool answers;
    if (st->phase == VERNISSAGE_PHASE_BUY) {
        answers = order_buys(st, seat, arg, move);
    } else if (st->phase == VERNISSAGE_PHASE_TAKE) {
        answers = order_takes(st, arg, move);
    } else {
        answers = order_uses(st, seat, arg, move);
    }
    return answers ? i : -1;
}

/* ---- The engine's questions ---- */

static int answer(const void *state, int seat, const struct move *orders, int n, struct move *move)
{
    const struct vernissage_state *st = state;
    switch (st->phase) {
    case VERNISSAGE_PHASE_OBJECT:
        return answer_counter(st, seat, orders, n, move);
    case VERNISSAGE_PHASE_OFFER:
        return answer_offer(st, orders, n, move);
    case VERNISSAGE_PHASE_CHALLENGE:
        return answer_challenge(st, seat, orders, n, move);
    case VERNISSAGE_PHASE_REVEAL:
        return answer_reveal(st, seat, orders, n, move);
    case VERNISSAGE_PHASE_NEGOTIATE:
    case VERNISSAGE_PHASE_COMMIT:
    case VERNISSAGE_PHASE_LAST_WORD:
        return answer_own(st, seat, orders, n, move);
    case VERNISSAGE_PHASE_BUY:
    case VERNISSAGE_PHASE_TAKE:
    case VERNISSAGE_PHASE_USE:
        return answer_rest(st, seat, orders, n, move);
    default:
        return -1;
    }
}

static bool lapsed(const void *state, int seat, const struct move *order, enum step_by by)
{
    const struct vernissage_state *st = state;
    switch (order->verb) {
    case VERNISSAGE_ORDER:
        return order->arg[SLOT_UNTIL] == UNTIL_ONCE ? by == STEP_ANSWERED
                                                    : order->arg[SLOT_UNTIL] == UNTIL_TURN && st->turn == seat;
    case VERNISSAGE_ORDER_STAND:
        return st->turn != seat;
    case VERNISSAGE_ORDER_BUY: /* who begins to buy or to use cards by hand goes on by hand */
        return st->turn != seat
            || (by == STEP_BY_HAND && (st->phase == VERNISSAGE_PHASE_TAKE || st->phase == VERNISSAGE_PHASE_USE));
    default:
        return false;
    }
}

/* ---- Orders worth offering beside a question ---- */

/* Never on this artist, always on what is as bad as this, never against this seat, never at all, where that answers. A rule for one artist has
 * the artist's slot, one for a seat that seat's after them: so each replaces its like. */
static void suggest_rules(const struct vernissage_state *st, struct move_list *list)
{
    const struct vernissage_pending *p = &st->pending;
    int kind = p->kind == VERNISSAGE_PURCHASE ? VERNISSAGE_PURCHASE : ORDER_NEGATIVE;
    vernissage_add_rule(list, p->artist, p->artist, ORDER_ANY_KIND, 1, ANSWER_ACCEPT);
    int16_t *object = vernissage_add_rule(list, p->artist, p->artist, kind, p->amount, ANSWER_OBJECT);
    object[SLOT_VALUES] = (int16_t)((1 << p->amount) - 2);
    int16_t *against = vernissage_add_rule(list, VERNISSAGE_ARTISTS + st->turn, ORDER_ANY_ARTIST, ORDER_ANY_KIND, 1, ANSWER_ACCEPT);
    against[SLOT_SEAT] = st->turn;
    if (st->phase == VERNISSAGE_PHASE_OBJECT) /* the default answers nothing else */
        move_list_add(list, VERNISSAGE_ORDER_DEFAULT, 1)[0] = ANSWER_ACCEPT;
}

static int suggest(const void *state, int seat, struct move_list *orders)
{
    const struct vernissage_state *st = state;
    move_list_clear(orders);
    if (!(vernissage_awaits(st) & SEAT_BIT(seat)))
        return 0;
    switch (st->phase) {
    case VERNISSAGE_PHASE_OBJECT:
    case VERNISSAGE_PHASE_OFFER:
    case VERNISSAGE_PHASE_CHALLENGE:
        suggest_rules(st, orders);
        break;
    case VERNISSAGE_PHASE_REVEAL:
        for (int showing = 0; showing < SHOW_COUNT; showing++) {
            int16_t *order = move_list_add(orders, VERNISSAGE_ORDER_REVEAL, 2);
            order[0] = st->pending.artist;
            order[1] = (int16_t)showing;
        }
        break;
    case VERNISSAGE_PHASE_PLACE:
    case VERNISSAGE_PHASE_NEGOTIATE: {
        int16_t *order = move_list_add(orders, VERNISSAGE_ORDER_STAND, 3);
        order[0] = (1 << VERNISSAGE_AMOUNTS) - 2;
        order[1] = OTHERWISE_STAND;
        order[2] = st->hand[seat].face[VERNISSAGE_POWER];
        struct move buy;
        if (vernissage_advise_buy(st, seat, &buy)) {
            if (st->phase == VERNISSAGE_PHASE_NEGOTIATE) /* somebody has objected */
                buy.arg[BUY_WHEN] = BUY_ALWAYS;
            move_list_copy(orders, &buy);
        }
        break;
    }
    }
    return orders->n;
}

/* Games of the first revision began with an order that shows. */
static const struct move first_orders[] = {
    {.verb = VERNISSAGE_ORDER_REVEAL, .nargs = 2, .arg = {ORDER_ANY_ARTIST, SHOW_ALL}},
};

#define ORDERS(first_of, n_of) \
    { \
        .verbs = vernissage_order_verbs, .first = (first_of), .n_first = (n_of), .answer = answer, .lapsed = lapsed, \
        .suggest = suggest, .advise = vernissage_advise_orders, \
    }

const struct rules_orders vernissage_orders_1 = ORDERS(first_orders, sizeof(first_orders) / sizeof(*first_orders));
const struct rules_orders vernissage_orders = ORDERS(NULL, 0);
