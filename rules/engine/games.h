/* Every game there is: a new one is a line in games.c. */
#ifndef RULES_ENGINE_GAMES_H
#define RULES_ENGINE_GAMES_H

#include "rules/rules.h"

/** rules_all() - in the order the lobby shows them, ended by NULL */
const struct rules *const *rules_all(void);

#endif
