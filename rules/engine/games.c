#include "config.h"

#include "rules/engine/games.h"

#include "rules/carrara/state.h"
#include "rules/genoa/state.h"
#include "rules/gondoliere/state.h"
#include "rules/venedig/state.h"
#include "rules/vernissage/state.h"

/* All their parts are named, so that they are linked: rules/parts.h. */
#define PARTS(game) &game##_words, &game##_mind, &game##_view
__attribute__((used)) static const void *const parts[] = {
    PARTS(carrara), PARTS(vernissage), PARTS(gondoliere), PARTS(venedig), PARTS(genoa),
    &vernissage_orders, &venedig_orders, &genoa_orders,
    &carrara_plans, &gondoliere_plans, &venedig_plans,
    &carrara_guide, &vernissage_guide, &gondoliere_guide, &venedig_guide, &genoa_guide,
};

static const struct rules *const games[] = {
    &carrara_rules,
    &vernissage_rules,
    &gondoliere_rules,
    &venedig_rules,
    &genoa_rules,
    NULL,
};

const struct rules *const *rules_all(void)
{
    return games;
}
