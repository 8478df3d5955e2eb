/* Genoa: what it is called, what matters in it, moves in other words than their verb's, and what is asked of a player. */
#include "config.h"

#include "rules/genoa/state.h"
#include "rules/parts.h"

/* What somebody who was away wants to know first: deals, orders fulfilled, markers. */
static const uint8_t weights[GENOA_EVENT_COUNT] = {
    [GENOA_DEALT] = EVENT_MINOR, /* lies in one's hand */
    [GENOA_TURN_BEGAN] = EVENT_MINOR,
    [GENOA_DICE] = EVENT_MINOR,
    [GENOA_CONSIDERED] = EVENT_MINOR,
    [GENOA_ANNOUNCED_OFF] = EVENT_MINOR,
    [GENOA_OFFERED] = EVENT_MINOR,
    [GENOA_OFFERED_STREET] = EVENT_MINOR,
    [GENOA_WITHDRAWN] = EVENT_MINOR,
    [GENOA_WAS_READY] = EVENT_MINOR,
    [GENOA_SENT] = EVENT_MINOR,
    [GENOA_ACCEPTED] = EVENT_WEIGHTY,
    [GENOA_ACCEPTED_WITH] = EVENT_WEIGHTY,
    [GENOA_ACCEPTED_STREET] = EVENT_WEIGHTY,
    [GENOA_ACCEPTED_STREET_WITH] = EVENT_WEIGHTY,
    [GENOA_GAINED] = EVENT_MINOR,
    [GENOA_GAINED_NOTHING] = EVENT_MINOR,
    [GENOA_DREW] = EVENT_MINOR,
    [GENOA_SHUFFLED] = EVENT_MINOR,
    [GENOA_DELIVERED] = EVENT_WEIGHTY,
    [GENOA_SMALL_DONE] = EVENT_WEIGHTY,
    [GENOA_MESSAGE_PAID] = EVENT_WEIGHTY,
    [GENOA_STOPPED] = EVENT_MINOR,
    [GENOA_CLAIMED] = EVENT_MINOR,
    [GENOA_MARKER_REMOVED] = EVENT_WEIGHTY,
    [GENOA_DISC_OFF] = EVENT_MINOR,
    [GENOA_PASSED] = EVENT_MINOR,
    [GENOA_GAME_OVER] = EVENT_MINOR, /* the table of the result says these */
    [GENOA_RESULT] = EVENT_MINOR,
    [GENOA_WON] = EVENT_MINOR,
};

static const char *const folds[GENOA_EVENT_COUNT] = {
    [GENOA_OFFERED] = N_("{n:1 offer|# offers}"),
    [GENOA_OFFERED_STREET] = N_("{n:1 offer|# offers}"),
    [GENOA_WAS_READY] = N_("{n:1 pass|# passes}"),
    [GENOA_CLAIMED] = N_("{n:1 answer|# answers}"),
    [GENOA_PASSED] = N_("{n:1 pass|# passes}"),
};

enum { READY_LOW = 0x7fff, READY_HIGH = (1 << (GENOA_BUILDINGS - 15)) - 1 }; /* a set of all buildings */

/* An offer of money alone tells how much; any other is told by its form. */
static const char *offer_worded(const struct move *move)
{
    const int16_t *give = move->arg + SLOT_OFFER_GIVE;
    for (int i = GOODS_MONEY + 1; i < GOODS_SLOTS; i++)
        if (give[i])
            return NULL;
    return give[GOODS_MONEY] > 0 ? N_("Offer {slot}: {give_money} ducats for {right} in {place}") : NULL;
}

/* Moves whose label depends on more than their verb. */
static const char *worded(const void *state, const struct move *move)
{
    switch (move->verb) {
    case GENOA_ANNOUNCE:
        return move->arg[1] < 0 ? N_("{space}: no longer announced") : move->arg[1] == 0 ? N_("{space}: a place "
                                                                                              "the tower may go") : NULL;
    case GENOA_READY:
        if (move->arg[0] == READY_LOW && move->arg[1] == READY_HIGH)
            return N_("Ready; ask me again at each building");
        return move->arg[0] || move->arg[1] ? NULL : N_("Ready");
    case GENOA_OFFER:
        return offer_worded(move);
    case GENOA_ACT:
        return move->arg[0] ? N_("Act here yourself, with a Further Action tile") : NULL;
    case GENOA_ACCEPT:
        return move->arg[SLOT_ACCEPT_ALSO] ? N_("Accept {from}’s offer {slot} and the others for the same step") : NULL;
    case GENOA_CALL:
        return move->arg[0] ? N_("Ask everyone for new offers") : NULL;
    case GENOA_DONE:
        return state ? NULL : N_("Action finished"); /* among what has been done */
    case GENOA_DELIVER:
        return move->arg[SLOT_DELIVER_TILE] < 0 ? N_("Deliver {order} for 100 ducats") : NULL;
    default:
        return NULL;
    }
}

/* ---- What is asked of a player ---- */

static struct asked asks(const void *state, int seat)
{
    static const struct asked asked[GENOA_PHASE_COUNT] = {
        [GENOA_PHASE_START] = {N_("roll the dice, or use an Any Start tile"), N_("chooses how to start")},
        [GENOA_PHASE_OFFERS] = {N_("make your offers for this turn, then say that you are ready"), N_("makes offers")},
        [GENOA_PHASE_TOWER] = {N_("move the tower: act, sell, move or stop"), N_("moves the tower")},
        [GENOA_PHASE_CALL] = {N_("make new offers, or say that you are ready"), N_("is asked again for offers")},
        [GENOA_PHASE_ANSWERS] = {N_("answer the counter-offer"), N_("answers a counter-offer")},
        [GENOA_PHASE_ACTION] = {N_("carry out your action"), N_("carries out an action")},
        [GENOA_PHASE_MARKERS] = {N_("place ownership markers beside a street, or pass"), N_("places ownership markers")},
    };
    const struct genoa_state *st = state;
    (void)seat;
    return asked[st->phase];
}

const struct rules_words genoa_words = {
    .title = N_("The Merchants of Genoa"),
    .name = N_("Genoa"),
    .effort = {60, 35, WEIGHT_HEAVY},
    .score = N_("{n:1 ducat|# ducats}"),
    .scores = N_("Ducats"),
    .scores_shown = N_("Public ducats"),
    .lettered = true,
    .begins_round = GENOA_TURN_BEGAN,
    .weights = weights,
    .folds = folds,
    .asks = asks,
    .worded = worded,
    .help = &genoa_help,
    .gain = genoa_gain,
    .breakdown = genoa_breakdown,
};
