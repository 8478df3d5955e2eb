/* Venedig: where its help tells the rule that is asked for. */
#include "config.h"

#include "rules/venedig/state.h"
#include "rules/parts.h"

static const char *const errors[VENEDIG_ERROR_COUNT] = {
    [VENEDIG_OWN_PLACE] = "together", [VENEDIG_NOT_ARCHITECT] = "together", [VENEDIG_CARDS_MISSING] = "together",
    [VENEDIG_TOO_MANY_CARDS] = "together", [VENEDIG_BUILDING_WAITING] = "together", [VENEDIG_TOO_MANY_KINDS] = "together",
    [VENEDIG_WRONG_DISCARD] = "together", [VENEDIG_NOT_COMPLETE] = "together", [VENEDIG_UNDER_SWAMP] = "sites",
    [VENEDIG_SITE_TAKEN] = "sites", [VENEDIG_WRONG_SHAPE] = "buildings", [VENEDIG_WRONG_DISTRICT] = "ponte",
    [VENEDIG_COUNTS_NOTHING] = "ponte", [VENEDIG_NO_ROOM] = "buildings", [VENEDIG_ROOM_LEFT] = "buildings",
    [VENEDIG_NOT_ENOUGH_GOLD] = "gold", [VENEDIG_TILE_MISSING] = "gold", [VENEDIG_NO_SWAMP] = "drain",
    [VENEDIG_HAND_FULL] = "cards", [VENEDIG_KIND_IN_POOL] = "cards", [VENEDIG_NOT_IN_POOL] = "cards",
    [VENEDIG_OWN_CARD_BACK] = "cards", [VENEDIG_TOO_MANY_TAKEN] = "cards", [VENEDIG_DECK_EMPTY] = "cards",
    [VENEDIG_MUST_TAKE] = "cards", [VENEDIG_NO_THIRD] = "two", [VENEDIG_ALREADY_FLIPPED] = "two",
    [VENEDIG_TOO_LATE_TO_FLIP] = "two",
};

static const char *now(const void *state, int seat)
{
    static const char *const parts[VENEDIG_PHASE_COUNT] = {
        [VENEDIG_PHASE_BUILD] = "together", [VENEDIG_PHASE_PLACE] = "buildings", [VENEDIG_PHASE_GOLD] = "gold",
        [VENEDIG_PHASE_DRAIN] = "drain",    [VENEDIG_PHASE_DRAW] = "cards",      [VENEDIG_PHASE_OVER] = "end",
    };
    (void)seat;
    return parts[((const struct venedig_state *)state)->phase];
}

const struct rules_help venedig_help = {.errors = errors, .now = now, .end = "end"};
