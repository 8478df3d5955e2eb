/* The Palaces of Carrara: what it is called, what matters in it, and what is asked of a player. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/parts.h"

static const uint8_t weights[CARRARA_EVENT_COUNT] = {
    [CARRARA_STARTED] = EVENT_MINOR,
    [CARRARA_SCORED] = EVENT_WEIGHTY,
    [CARRARA_OBJECT_BOUGHT] = EVENT_WEIGHTY,
    [CARRARA_DECLARED] = EVENT_WEIGHTY,
    [CARRARA_MARKET_FILLED] = EVENT_MINOR, /* the board shows it */
    [CARRARA_LAST_ROUND] = EVENT_WEIGHTY,
    [CARRARA_OVER] = EVENT_MINOR, /* the table of the result says these */
    [CARRARA_RESULT] = EVENT_MINOR,
    [CARRARA_WON] = EVENT_MINOR,
};

/* ---- What is asked of a player: dossier carrara 9 ---- */

static struct asked asks_finish(const struct carrara_state *st, int seat)
{
    bool can_declare = st->ending == CARRARA_ENDING_NONE && carrara_objectives_met(st, seat);
    bool can_buy = !st->bought && st->players[seat].coins >= CARRARA_OBJECT_PRICE && carrara_sum(st->sale) > 0;
    static const char doing[] = N_("ends the turn");
    if (can_declare)
        return (struct asked){N_("announce the end, or confirm your turn"), doing};
    if (can_buy)
        return (struct asked){N_("buy an object for 10 coins, or confirm your turn"), doing};
    return (struct asked){N_("confirm your turn"), doing};
}

static struct asked asks(const void *state, int seat)
{
    const struct carrara_state *st = state;
    switch (st->phase) {
    case CARRARA_PHASE_BUY:
        return (struct asked){N_("get stones from one section"), N_("gets stones")};
    case CARRARA_PHASE_PAY:
        return (struct asked){N_("choose the stones to pay with"), N_("pays for a building")};
    case CARRARA_PHASE_UPGRADE:
        return (struct asked){N_("take an upgrade tile"), N_("takes an upgrade tile")};
    case CARRARA_PHASE_FINISH:
        return asks_finish(st, seat);
    default:
        break;
    }
    if (st->ending != CARRARA_ENDING_NONE)
        return (struct asked){N_("this is your last turn: get stones, build or score"), N_("plays the last turn")};
    return (struct asked){N_("get stones, build or score"), N_("gets stones, builds or scores")};
}

/* An upgrade tile says what it makes of its city or category: dossier carrara 2.4. */
static const char *worded(const void *state, const struct move *move)
{
    (void)state;
    static const char *const upgrades[CARRARA_UPGRADES] = {
        N_("Take the upgrade of {upgrade}: ×4 points"), N_("Take the upgrade of {upgrade}: ×4 coins"),
        N_("Take the upgrade of {upgrade}: ×3 points"), N_("Take the upgrade of {upgrade}: ×3 coins"),
        N_("Take the upgrade of {upgrade}: ×2 points"), N_("Take the upgrade of {upgrade}: ×2 coins"),
        N_("Take the upgrade of {upgrade}: ×2 coins"), N_("Take the upgrade of {upgrade}: ×2 points"),
    };
    return move->verb == CARRARA_UPGRADE ? upgrades[move->arg[0]] : NULL;
}

const struct rules_words carrara_words = {
    .title = N_("The Palaces of Carrara"),
    .name = N_("Carrara"),
    .effort = {40, 25, WEIGHT_MEDIUM},
    .score = N_("{n:1 point|# points}"),
    .scores = N_("Points"),
    .plain_rounds = true,
    .weights = weights,
    .asks = asks,
    .worded = worded,
    .help = &carrara_help,
};
