/* A house with one game. In the programs of this folder it stands in the place of rules/engine/games.c. */
#include "config.h"

#include "rules/canal/state.h"
#include "rules/engine/games.h"

static const struct rules *const games[] = {
    &canal_rules,
    NULL,
};

const struct rules *const *rules_all(void)
{
    return games;
}
