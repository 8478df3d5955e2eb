/* The Palaces of Carrara: where its help tells the rule that is asked for. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/parts.h"

static const char *const errors[CARRARA_ERROR_COUNT] = {
    [CARRARA_WHEEL_EMPTY] = "wheel", [CARRARA_TURN_FIRST] = "wheel", [CARRARA_TAKE_AT_LEAST_ONE] = "section",
    [CARRARA_SECTION_EMPTY] = "section", [CARRARA_NOT_IN_SECTION] = "section", [CARRARA_NOT_ENOUGH_COINS] = "stones",
    [CARRARA_OBJECT_TOO_DEAR] = "objects", [CARRARA_RELIEF_NOT_DUE] = "relief", [CARRARA_RELIEF_CAN_ACT] = "relief",
    [CARRARA_RELIEF_TURN_FIRST] = "relief", [CARRARA_NOT_ON_OFFER] = "build", [CARRARA_STONES_SHORT] = "build",
    [CARRARA_REBUILD_OFF] = "replace", [CARRARA_NOT_YOUR_BUILDING] = "replace", [CARRARA_NOT_DEARER] = "replace",
    [CARRARA_NOT_YOUR_STONES] = "build", [CARRARA_STONE_NOT_ACCEPTED] = "accepted", [CARRARA_WRONG_NUMBER] = "build",
    [CARRARA_NO_MARKER] = "score", [CARRARA_TYPE_SCORED] = "score-kind", [CARRARA_CITY_SCORED] = "score-city",
    [CARRARA_TOO_FEW_BUILDINGS] = "score-city", [CARRARA_CATEGORY_SCORED] = "score-category",
    [CARRARA_NO_SUCH_BUILDING] = "score", [CARRARA_NO_EXPANSION] = "score-category", [CARRARA_UPGRADE_TAKEN] = "upgrades",
    [CARRARA_ONE_OBJECT_A_TURN] = "objects", [CARRARA_OBJECT_SOLD] = "objects", [CARRARA_END_IS_SET] = "announce",
    [CARRARA_OBJECTIVES_OPEN] = "objectives", [CARRARA_CARDS_OPEN] = "expansion",
};

static const char *now(const void *state, int seat)
{
    static const char *const parts[CARRARA_PHASE_COUNT] = {
        [CARRARA_PHASE_ACTION] = "turn",      [CARRARA_PHASE_BUY] = "stones",    [CARRARA_PHASE_PAY] = "build",
        [CARRARA_PHASE_UPGRADE] = "upgrades", [CARRARA_PHASE_FINISH] = "finish", [CARRARA_PHASE_OVER] = "end",
    };
    (void)seat;
    return parts[((const struct carrara_state *)state)->phase];
}

const struct rules_help carrara_help = {.errors = errors, .now = now, .end = "end"};
