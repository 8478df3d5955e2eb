#include "config.h"

#include "rules/engine/games.h"

#include "rules/carrara/state.h"
#include "rules/genoa/state.h"
#include "rules/gondoliere/state.h"
#include "rules/venedig/state.h"
#include "rules/vernissage/state.h"

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
