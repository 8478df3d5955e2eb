/* Venedig: what it is called, what matters in it, moves in other words than their verb's, and what is asked of a player. */
#include "config.h"

#include "rules/engine/counts.h"
#include "rules/engine/tables.h"
#include "rules/parts.h"
#include "rules/venedig/state.h"

/* What a player who was away wants to know first: what was built, and what is asked of them. */
static const uint8_t weights[VENEDIG_EVENT_COUNT] = {
    [VENEDIG_WAS_DEALT] = EVENT_MINOR, /* lies in one's hand */
    [VENEDIG_TURN_BEGAN] = EVENT_MINOR,
    [VENEDIG_CALLED] = EVENT_WEIGHTY,
    [VENEDIG_WISHED] = EVENT_WEIGHTY,
    [VENEDIG_ARCHITECT_NOBODY] = EVENT_MINOR,
    [VENEDIG_BUILT] = EVENT_WEIGHTY,
    [VENEDIG_BUILT_PONTE] = EVENT_WEIGHTY,
    [VENEDIG_BUILT_THIRD] = EVENT_WEIGHTY,
    [VENEDIG_SCRAPPED] = EVENT_WEIGHTY,
    [VENEDIG_DRAINED] = EVENT_MINOR,
    [VENEDIG_DREW] = EVENT_MINOR,
    [VENEDIG_TOOK] = EVENT_MINOR,
    [VENEDIG_POOLED] = EVENT_MINOR,
    [VENEDIG_RESHUFFLED] = EVENT_MINOR,
    [VENEDIG_PASSED] = EVENT_MINOR,
    [VENEDIG_ENDS] = EVENT_WEIGHTY,
    [VENEDIG_GAME_OVER] = EVENT_MINOR, /* the table of the result says these */
    [VENEDIG_RESULT] = EVENT_MINOR,
    [VENEDIG_WON] = EVENT_MINOR,
};

static const char *const folds[VENEDIG_EVENT_COUNT] = {
    [VENEDIG_PASSED] = N_("{n:1 pass|# passes}"),
};

/* ---- Moves whose label depends on more than their verb ---- */

/* Who plays cards is told what comes of it: a token, a building, or that its site is another's to choose. */
static const char *play_worded(const struct venedig_state *st, int kind, int count)
{
    if (count == venedig_pieces[kind].need)
        return N_("Play all {count} cards at once: {kind}");
    int holder = st->architect[kind];
    bool takes_over = venedig_takes_token(st, st->active, kind, count), own = takes_over || holder == st->active;
    bool last = venedig_supply(st, kind) == 1;
    if (venedig_total(st, kind) + count < venedig_pieces[kind].need) {
        if (venedig_size(venedig_kinds_of(&st->front[st->active]) | 1u << kind) > VENEDIG_FRONTS)
            return takes_over ? N_("Play {count:1 card|# cards}: {kind}, and be its architect. This is a third "
                                   "kind: you will have to give one up")
                              : N_("Play {count:1 card|# cards}: {kind}. This is a third kind: you will have to give one up");
        return takes_over ? N_("Play {count:1 card|# cards}: {kind}, and be its architect") : NULL;
    }
    if (own)
        return last ? N_("Play {count:1 card|# cards}: {kind}, complete and yours to place. It is the last one: "
                         "this ends the game")
                    : N_("Play {count:1 card|# cards}: {kind}, complete and yours to place");
    if (last)
        return N_("Play {count:1 card|# cards}: {kind}, complete; you score half. It is the last one: this ends the game");
    return venedig_is_person(st, holder)
               ? N_("Play {count:1 card|# cards}: {kind}, complete; its architect chooses the site, you score half")
               : N_("Play {count:1 card|# cards}: {kind}, complete; you choose the site and score half");
}

static const char *spend_worded(const int16_t tiles[VENEDIG_GOLD_VALUES - 1])
{
    static const char *const steps[] = {NULL, N_("Spend {tiles}: one step"), N_("Spend {tiles}: two steps"),
                                        N_("Spend {tiles}: three steps"), N_("Spend {tiles}: four steps"),
                                        N_("Spend {tiles}: five steps"), N_("Spend {tiles}: six steps")};
    int gold = 0;
    for (int value = 1; value < VENEDIG_GOLD_VALUES; value++)
        gold += value * tiles[value - 1];
    return gold / VENEDIG_PRICE < (int)(sizeof(steps) / sizeof(*steps)) ? steps[gold / VENEDIG_PRICE] : NULL;
}

static const char *worded(const void *state, const struct move *move)
{
    switch (move->verb) {
    case VENEDIG_PLAY:
        return state ? play_worded(state, move->arg[0], move->arg[1]) : NULL;
    case VENEDIG_DO_CASA:
        return move->arg[0] < 0 ? N_("Give up a casa card: no site is free") : NULL;
    case VENEDIG_BUILD:
        return move->arg[SLOT_BUILD_COUNT_IN] < 0 ? NULL : N_("Build the {kind} on {spot}, counting the casas of {count_in}");
    case VENEDIG_CALL:
        if (move->arg[SLOT_CALL_SPOT] < 0)
            return NULL;
        return move->arg[SLOT_CALL_COUNT_IN] < 0
                   ? N_("The {kind}: ask the architect for {spot}")
                   : N_("The {kind}: ask the architect for {spot}, counting the casas of {count_in}");
    case VENEDIG_SPEND:
        return spend_worded(move->arg);
    case VENEDIG_DONE:
        return move->arg[0] ? NULL : N_("Finish building");
    case VENEDIG_STOP:
        return state && ((const struct venedig_state *)state)->drained == 0 ? N_("Drain nothing") : NULL;
    case VENEDIG_DRAW:
        return move->arg[0] == VENEDIG_FROM_DECK ? N_("Draw the top card of the deck") : NULL;
    case VENEDIG_DO_SWAP:
        switch (venedig_size((unsigned)move->arg[SLOT_SWAP_TAKE])) {
        case 0:
            return N_("Put a {put} into the pool and draw three cards from the deck");
        case VENEDIG_SWAP:
            return N_("Put a {put} into the pool and take {take}");
        default:
            return NULL;
        }
    default:
        return NULL;
    }
}

/* ---- What is asked of a player ---- */

static struct asked asks(const void *state, int seat)
{
    static const struct asked asked[VENEDIG_PHASE_COUNT] = {
        [VENEDIG_PHASE_BUILD] = {N_("play cards and build, or finish building"), N_("builds")},
        [VENEDIG_PHASE_PLACE] = {N_("choose the site of the building"), N_("chooses the site of a building")},
        [VENEDIG_PHASE_GOLD] = {N_("spend gold before the next gondola moves, or go on"), N_("may spend gold")},
        [VENEDIG_PHASE_DRAIN] = {N_("drain up to two sites"), N_("drains swamp")},
        [VENEDIG_PHASE_DRAW] = {N_("take one card, or put one down for three"), N_("takes cards")},
    };
    const struct venedig_state *st = state;
    int cards = counts_sum(st->hand[seat].of, VENEDIG_KINDS);
    if (st->phase == VENEDIG_PHASE_DRAW && !venedig_can_take(st, seat))
        return (struct asked){N_("spend gold, or confirm your turn: you cannot take a card"), asked[VENEDIG_PHASE_DRAW].doing};
    if (st->phase == VENEDIG_PHASE_DRAW && (cards == 0 || cards + VENEDIG_SWAP - 1 > VENEDIG_HAND))
        return (struct asked){N_("take one card"), asked[VENEDIG_PHASE_DRAW].doing};
    if (st->phase == VENEDIG_PHASE_GOLD && st->job.step == VENEDIG_STEP_TREASURE)
        return (struct asked){N_("spend gold before treasure is drawn, or go on"), asked[VENEDIG_PHASE_GOLD].doing};
    if (st->phase == VENEDIG_PHASE_DRAIN && st->drained)
        return (struct asked){N_("drain one more, or stop"), asked[VENEDIG_PHASE_DRAIN].doing};
    return asked[st->phase];
}

const struct rules_words venedig_words = {
    .title = N_("Venedig"),
    .name = N_("Venedig"),
    .effort = {45, 30, WEIGHT_MEDIUM},
    .score = N_("{n:1 step|# steps}"),
    .scores = N_("Steps"),
    .lettered = true,
    .begins_round = VENEDIG_TURN_BEGAN,
    .drawn = VENEDIG_DREW,
    .weights = weights,
    .folds = folds,
    .asks = asks,
    .worded = worded,
    .help = &venedig_help,
    .gain = venedig_gain,
    .breakdown = venedig_breakdown,
};
