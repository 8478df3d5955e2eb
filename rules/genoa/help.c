/* The Merchants of Genoa: where its help tells the rule that is asked for. */
#include "config.h"

#include "rules/genoa/worth.h"
#include "rules/parts.h"

static const char *const errors[GENOA_ERROR_COUNT] = {
    [GENOA_NO_ACTION_HERE] = "stops", [GENOA_ACTION_GONE] = "acting", [GENOA_SAME_BUILDING] = "acting",
    [GENOA_ALREADY_ACTED] = "acting", [GENOA_BUYER_ACTED] = "acting", [GENOA_NOT_ADJACENT] = "deals",
    [GENOA_OUT_OF_REACH] = "deals", [GENOA_NO_DISCS] = "stops", [GENOA_VISITED] = "stops", [GENOA_CONDITION] = "days",
    [GENOA_STREET_ONLY] = "deals", [GENOA_TOWER_IS_THERE] = "deals", [GENOA_TOWER_MAKES_NO_OFFERS] = "deals",
    [GENOA_EMPTY_OFFER] = "paying", [GENOA_WRONG_UNIT] = "paying", [GENOA_MONEY_ONLY] = "two",
    [GENOA_NOT_PAYABLE] = "paying", [GENOA_TOWER_CANNOT_GIVE] = "paying", [GENOA_NO_SUCH_OFFER] = "deals",
    [GENOA_ALSO_STREETS_ONLY] = "deals", [GENOA_MUST_SELL] = "refusing", [GENOA_MUST_CALL] = "ready",
    [GENOA_SEND_FIRST] = "deals", [GENOA_NOTHING_TO_SEND] = "deals", [GENOA_NO_COUNTERS] = "deals",
    [GENOA_ALREADY_COUNTERED] = "deals", [GENOA_NO_COUNTER] = "deals", [GENOA_NO_CALLS] = "differs",
    [GENOA_NOBODY_TO_CALL] = "ready", [GENOA_NO_TILE] = "tiles", [GENOA_TILE_GONE] = "tiles", [GENOA_CHOOSE_TILE] = "orders",
    [GENOA_FRESH_TILE] = "building-action", [GENOA_NOT_YOUR_BUILDING] = "building-action",
    [GENOA_FINISH_FIRST] = "building-action", [GENOA_NOT_A_VILLA] = "orders", [GENOA_WRONG_VILLA] = "orders",
    [GENOA_WRONG_BUILDING] = "small-orders", [GENOA_ONE_SMALL] = "small-orders", [GENOA_WARE_MISSING] = "cards",
    [GENOA_WARE_GONE] = "buildings", [GENOA_NOT_OWNED] = "paying", [GENOA_NO_MARKER] = "markers",
    [GENOA_DECK_EMPTY] = "cards", [GENOA_MAIN_DONE] = "buildings", [GENOA_MAIN_OPEN] = "buildings",
    [GENOA_NO_DISC] = "markers", [GENOA_OCCUPIED] = "markers", [GENOA_NOTHING_TO_REMOVE] = "markers",
    [GENOA_NOT_ENOUGH_MARKERS] = "markers", [GENOA_NOTHING_CHOSEN] = "ready", [GENOA_TOO_MANY_EDITS] = "deals",
    [GENOA_NOT_ANNOUNCED] = "days", [GENOA_WRONG_THING] = "trade", [GENOA_STEP_LEFT] = "differs",
    [GENOA_NO_MONEY_TRADE] = "two",
};

static const char *now(const void *state, int seat)
{
    static const char *const parts[GENOA_PHASE_COUNT] = {
        [GENOA_PHASE_START] = "turn",  [GENOA_PHASE_OFFERS] = "deals",    [GENOA_PHASE_TOWER] = "turn",       [GENOA_PHASE_CALL] = "ready",
        [GENOA_PHASE_ANSWERS] = "deals", [GENOA_PHASE_ACTION] = "buildings", [GENOA_PHASE_MARKERS] = "markers", [GENOA_PHASE_OVER] = "end",
    };
    (void)seat;
    return parts[((const struct genoa_state *)state)->phase];
}

const struct rules_help genoa_help = {.errors = errors, .now = now, .end = "end", .reckons = genoa_reckons, .estimates = "worth"};
