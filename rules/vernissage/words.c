/* Vernissage: what it is called, what matters in it, moves in other words than their verb's, and what is asked of a player. */
#include "config.h"

#include "rules/parts.h"
#include "rules/vernissage/state.h"

static const uint8_t weights[VERNISSAGE_EVENT_COUNT] = {
    [VERNISSAGE_START_ROLLED] = EVENT_MINOR,
    [VERNISSAGE_WAS_DEALT] = EVENT_MINOR, /* lies in one's hand */
    [VERNISSAGE_TURN_BEGAN] = EVENT_MINOR,
    [VERNISSAGE_DIE_ROLLED] = EVENT_MINOR,
    [VERNISSAGE_ANSWERED] = EVENT_MINOR,
    [VERNISSAGE_UNOPPOSED] = EVENT_MINOR,
    [VERNISSAGE_OBJECTED] = EVENT_MINOR, /* stands beside the question as long as it matters */
    [VERNISSAGE_OBJECTED_TO_ALL] = EVENT_MINOR,
    [VERNISSAGE_SETTLED] = EVENT_WEIGHTY,
    [VERNISSAGE_CHALLENGED] = EVENT_MINOR,
    [VERNISSAGE_CARDS_LAID] = EVENT_MINOR,
    [VERNISSAGE_CARDS_RAISED] = EVENT_MINOR,
    [VERNISSAGE_POWER_PLAY_WON] = EVENT_WEIGHTY,
    [VERNISSAGE_AGENT_SENT_HOME] = EVENT_WEIGHTY,
    [VERNISSAGE_COUNTER_CONFIRMED] = EVENT_MINOR,
    [VERNISSAGE_WENT_IN] = EVENT_WEIGHTY,
    [VERNISSAGE_PAID] = EVENT_WEIGHTY,
    [VERNISSAGE_WENT_OUT] = EVENT_WEIGHTY,
    [VERNISSAGE_HELD] = EVENT_WEIGHTY,
    [VERNISSAGE_PILE_BOUGHT] = EVENT_MINOR, /* followed by what is taken */
    [VERNISSAGE_GREY_RESHUFFLED] = EVENT_MINOR,
    [VERNISSAGE_TURN_ENDED] = EVENT_MINOR,
    [VERNISSAGE_GAME_OVER] = EVENT_MINOR, /* the table of the result says these */
    [VERNISSAGE_RESULT] = EVENT_MINOR,
    [VERNISSAGE_WON] = EVENT_MINOR,
};

static const char *const folds[VERNISSAGE_EVENT_COUNT] = {
    [VERNISSAGE_ANSWERED] = N_("{n:1 answer|# answers}"),
    [VERNISSAGE_CARD_DECLINED] = N_("{n:1 pass|# passes}"),
};

/* ---- Moves whose label depends on more than their verb ---- */

/* Does it take a loan to buy for this now? */
static bool is_dear(const struct vernissage_state *st, int32_t price)
{
    return st && st->phase == VERNISSAGE_PHASE_BUY && st->cash[st->turn] < price;
}

static const char *worded(const void *state, const struct move *move)
{
    static const char *const settle[VERNISSAGE_KINDS] = {
        N_("Settle on a purchase of +{amount}"), N_("Settle on a critique of −{amount}"), N_("Settle on a scandal of −{amount}")};
    static const char *const offer[VERNISSAGE_KINDS] = {
        N_("Offer a purchase of +{amount}"), N_("Offer a critique of −{amount}"), N_("Offer a scandal of −{amount}")};
    const struct vernissage_state *st = state;
    switch (move->verb) {
    case VERNISSAGE_BUY_BROWN:
        return !is_dear(st, vernissage_price(move->arg[0])) ? NULL : N_("Look through the pile for {pile}, with a loan of 100,000");
    case VERNISSAGE_BUY_GREY:
        return !is_dear(st, VERNISSAGE_GREY_PRICE) ? NULL : N_("Draw a move card for 10,000, with a loan of 100,000");
    case VERNISSAGE_PLACE:
        return move->arg[1] == VERNISSAGE_PURCHASE ? N_("{artist}: {kind} of +{amount}") : N_("{artist}: {kind} of −{amount}");
    case VERNISSAGE_OBJECT:
        return move->arg[1] == VERNISSAGE_FIGHT ? NULL : N_("Object; agree to a value of {values}; otherwise {nodeal}");
    case VERNISSAGE_COMMIT:
        if (st && st->phase == VERNISSAGE_PHASE_LAST_WORD)
            return move->arg[0] ? N_("Play {cards:1 more suitcase|# more suitcases}") : N_("Play no more");
        return move->arg[0] ? NULL : N_("Play no suitcase");
    case VERNISSAGE_REVEAL:
        return move->arg[0] ? NULL : N_("Show none");
    case VERNISSAGE_MOVE_ONE:
        return st ? NULL : N_("Move card {steps}: an agent to step {to}");
    case VERNISSAGE_SETTLE:
    case VERNISSAGE_OFFER:
        if (!st || st->pending.kind < 0)
            return NULL;
        return (move->verb == VERNISSAGE_SETTLE ? settle : offer)[st->pending.kind];
    default:
        return NULL;
    }
}

static const char *called(const void *state, const struct arg *arg, int value, int *n)
{
    const struct vernissage_state *st = state;
    if (arg->names != vernissage_agents || value < 0 || value >= VERNISSAGE_AGENTS)
        return NULL;
    *n = st->agents[st->turn][value];
    return *n ? N_("agent from step {n}") : N_("agent from the reserve");
}

/* ---- What is asked of a player ---- */

/* Only what can be done: nobody may agree to any other value, or hear another offer. */
static const char *haggling(const struct vernissage_state *st)
{
    if (!vernissage_offer_set(st))
        return N_("settle on a value, or insist on the counter");
    return vernissage_settle_set(st) ? N_("settle on a value, make an offer, or insist on the counter")
                                     : N_("make an offer, or insist on the counter");
}

/* Only what is in hand, which is for @seat alone to read. */
static const char *use_of_cards(const struct vernissage_state *st, int seat)
{
    if (!st->moved && vernissage_has_move_card(st, seat))
        return N_("use cards, or confirm your turn");
    return st->hand[seat].face[VERNISSAGE_CRITIC] && vernissage_influenced(st, seat)
        ? N_("use a critic card, or confirm your turn") : N_("confirm your turn");
}

static struct asked asked_in(const struct vernissage_state *st)
{
    static const struct asked asked[VERNISSAGE_PHASE_COUNT] = {
        [VERNISSAGE_PHASE_PLACE] = {N_("place a counter on an artist"), N_("places a counter")},
        [VERNISSAGE_PHASE_OBJECT] = {N_("object to the counter, or let it pass"), N_("may object")},
        [VERNISSAGE_PHASE_NEGOTIATE] = {NULL, N_("negotiates the value")},
        [VERNISSAGE_PHASE_OFFER] = {N_("agree to the offer, or refuse it"), N_("answers the offer")},
        [VERNISSAGE_PHASE_CHALLENGE] = {N_("let the counter pass, or have a power play"), N_("decides about a power play")},
        [VERNISSAGE_PHASE_COMMIT] = {N_("play suitcases for the power play"), N_("plays suitcases")},
        [VERNISSAGE_PHASE_LAST_WORD] = {N_("play more suitcases, or none: yours is the last word"), N_("has the last word")},
        [VERNISSAGE_PHASE_REVEAL] = {N_("show paintings for money, or keep them hidden"), N_("may show paintings")},
        [VERNISSAGE_PHASE_BUY] = {N_("buy a card"), N_("buys a card")},
        [VERNISSAGE_PHASE_TAKE] = {N_("take one of these cards, or none"), N_("looks through a pile")},
        [VERNISSAGE_PHASE_USE] = {N_("use cards, or confirm your turn"), N_("uses cards")},
    };
    return st->phase == VERNISSAGE_PHASE_NEGOTIATE ? (struct asked){haggling(st), asked[st->phase].doing} : asked[st->phase];
}

static struct asked asks(const void *state, int seat)
{
    const struct vernissage_state *st = state;
    const struct asked asked = asked_in(st);
    if (st->phase == VERNISSAGE_PHASE_USE)
        return (struct asked){use_of_cards(st, seat), st->moved ? N_("ends the turn") : asked.doing};
    if (vernissage_can_redraw(st, seat) && st->phase == VERNISSAGE_PHASE_PLACE)
        return (struct asked){N_("place a counter on an artist, or exchange your three paintings first"),
                              N_("places a counter")};
    if (vernissage_can_redraw(st, seat) && st->phase == VERNISSAGE_PHASE_BUY)
        return (struct asked){N_("buy a card, or exchange your three paintings first"), N_("buys a card")};
    return asked;
}

/* Which cards are in hand, and so whether they can be used or exchanged, is left out. */
static const char *asks_openly(const void *state, int seat)
{
    (void)seat;
    return asked_in(state).imperative;
}

const struct rules_words vernissage_words = {
    .title = N_("Vernissage"),
    .name = N_("Vernissage"),
    .effort = {40, 25, WEIGHT_MEDIUM},
    .score = N_("{n} Rubens"),
    .scores = N_("Total (Rubens)"),
    .scores_shown = N_("Public total (Rubens)"),
    .unit = VERNISSAGE_THOUSAND,
    .begins_round = VERNISSAGE_TURN_BEGAN,
    .weights = weights,
    .folds = folds,
    .asks = asks,
    .asks_openly = asks_openly,
    .worded = worded,
    .called = called,
    .help = &vernissage_help,
    .breakdown = vernissage_breakdown,
};
