/* Vernissage: where its help tells the rule that is asked for. */
#include "config.h"

#include "rules/vernissage/state.h"
#include "rules/parts.h"

static const char *const errors[VERNISSAGE_ERROR_COUNT] = {
    [VERNISSAGE_NO_INFLUENCE] = "influence", [VERNISSAGE_KIND_NOT_ALLOWED] = "fate", [VERNISSAGE_NOT_IN_SUPPLY] = "fate",
    [VERNISSAGE_ARTIST_OUT] = "out", [VERNISSAGE_SAME_AMOUNT] = "haggle", [VERNISSAGE_NOT_AGREED] = "settle",
    [VERNISSAGE_AGREED_ALREADY] = "settle", [VERNISSAGE_FINAL_ANSWER] = "offers", [VERNISSAGE_OFFERS_SPENT] = "offers",
    [VERNISSAGE_REFUSES_ITSELF] = "offers", [VERNISSAGE_TOO_MANY_CARDS] = "suitcases",
    [VERNISSAGE_CAP_BELOW_CARDS] = "suitcases", [VERNISSAGE_NOT_THAT_MANY] = "in", [VERNISSAGE_PILE_EMPTY] = "buy",
    [VERNISSAGE_NO_GREY_LEFT] = "buy", [VERNISSAGE_NOT_IN_PILE] = "buy", [VERNISSAGE_NO_SUCH_CARD] = "cards",
    [VERNISSAGE_ONE_MOVE_CARD] = "turn", [VERNISSAGE_TOO_FAR] = "move-cards", [VERNISSAGE_TOO_HIGH] = "move-cards",
    [VERNISSAGE_STEP_TAKEN] = "one-step", [VERNISSAGE_NOTHING_CHANGES] = "move-cards",
    [VERNISSAGE_AGENT_STAYS] = "move-cards", [VERNISSAGE_NO_REDRAW] = "exchange",
};

static const char *now(const void *state, int seat)
{
    static const char *const parts[VERNISSAGE_PHASE_COUNT] = {
        [VERNISSAGE_PHASE_PLACE] = "fate",    [VERNISSAGE_PHASE_OBJECT] = "influence",  [VERNISSAGE_PHASE_NEGOTIATE] = "haggle",
        [VERNISSAGE_PHASE_OFFER] = "haggle",  [VERNISSAGE_PHASE_CHALLENGE] = "power",   [VERNISSAGE_PHASE_COMMIT] = "power",
        [VERNISSAGE_PHASE_LAST_WORD] = "power", [VERNISSAGE_PHASE_REVEAL] = "in",       [VERNISSAGE_PHASE_BUY] = "buy",
        [VERNISSAGE_PHASE_TAKE] = "buy",      [VERNISSAGE_PHASE_USE] = "cards",         [VERNISSAGE_PHASE_OVER] = "end",
    };
    (void)seat;
    return parts[((const struct vernissage_state *)state)->phase];
}

const struct rules_help vernissage_help = {.errors = errors, .now = now, .end = "end"};
