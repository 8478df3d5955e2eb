/* Gondoliere: where its help tells the rule that is asked for. */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/parts.h"

static const char *const errors[GONDOLIERE_ERROR_COUNT] = {
    [GONDOLIERE_NONE_PLACED] = "turn", [GONDOLIERE_THREE_PLACED] = "turn", [GONDOLIERE_NOT_AVAILABLE] = "turn",
    [GONDOLIERE_MULLIGAN_USED] = "exchange", [GONDOLIERE_MULLIGAN_LATE] = "exchange", [GONDOLIERE_NO_GONDOLA] = "rule-a",
    [GONDOLIERE_NO_WATER] = "rule-a", [GONDOLIERE_OTHER_TURN] = "rule-a", [GONDOLIERE_JOINS] = "rule-e",
    [GONDOLIERE_CUTS_OFF] = "rule-f", [GONDOLIERE_TOO_NEAR] = "rule-b", [GONDOLIERE_ADJACENT] = "rule-c",
    [GONDOLIERE_IN_A_ROW] = "rule-d", [GONDOLIERE_VALUE_THERE] = "rule-g", [GONDOLIERE_DRY] = "options",
};

static const char *now(const void *state, int seat)
{
    (void)seat;
    return ((const struct gondoliere_state *)state)->placed ? "turn" : "rules";
}

const struct rules_help gondoliere_help = {.errors = errors, .now = now, .end = "end"};
