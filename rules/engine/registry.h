/* Games and their options, by name. */
#ifndef RULES_ENGINE_REGISTRY_H
#define RULES_ENGINE_REGISTRY_H

#include "rules/engine/games.h"

/** rules_find() - by id, or NULL */
const struct rules *rules_find(const char *id);
/** rules_at() - the rules of @revision of the game whose newest rules are @newest; NULL: this program does not have that revision */
const struct rules *rules_at(const struct rules *newest, int revision);
/** rules_of() - those that a game of @id goes on under: of @revision, that it began with, or the newest when this program has it no more, and
 *  whoever plays it says so; NULL: no such game */
static inline const struct rules *rules_of(const char *id, int revision)
{
    const struct rules *newest = rules_find(id), *own = rules_at(newest, revision);
    return own ? own : newest;
}
/** rules_option() - the number of an option in the game's table, or -1 */
int rules_option(const struct rules *rules, const char *name);
/** rules_option_value() - the number of the value called @id among an option's values, or -1 */
int rules_option_value(const struct option *option, const char *id);
/** rules_presets() - a set-up for @n_seats with every option at its preset */
struct setup rules_presets(const struct rules *rules, int n_seats);
/** rules_excludes() - why the options of @setup do not go together, a translatable sentence; NULL: they do */
const char *rules_excludes(const struct rules *rules, const struct setup *setup);
/** rules_options_json() - {"wheel": "must"}: the options of @setup by their names; the caller owns the object */
struct json_object *rules_options_json(const struct rules *rules, const struct setup *setup);

#endif
