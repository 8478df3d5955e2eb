/* The games this house knows. A new game is one line in registry.c. */
#ifndef RULES_ENGINE_REGISTRY_H
#define RULES_ENGINE_REGISTRY_H

#include "rules/rules.h"

/** rules_all() - every game, in the order the lobby shows them, ended by NULL */
const struct rules *const *rules_all(void);
/** rules_find() - by id, or NULL */
const struct rules *rules_find(const char *id);
/** rules_option() - the number of an option in the game's table, or -1 */
int rules_option(const struct rules *rules, const char *name);
/** rules_presets() - a set-up for @n_seats with every option at its preset */
struct setup rules_presets(const struct rules *rules, int n_seats);

#endif
