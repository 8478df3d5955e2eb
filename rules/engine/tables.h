/* Short forms for the rows of a game's tables: arguments (rules/rules.h) and members (rules/engine/members.h). */
#ifndef RULES_ENGINE_TABLES_H
#define RULES_ENGINE_TABLES_H

#include "rules/engine/members.h"

#define COUNT(array) ((int16_t)(sizeof(array) / sizeof((array)[0])))

/* An argument that is one of the names of a table, and the same with the words above its field. */
#define ARG_OF(key, table) {.name = (key), .kind = ARG_NAME, .names = (table), .n_names = COUNT(table)}
#define ARG_CALLED(key, table, text) {.name = (key), .kind = ARG_NAME, .names = (table), .n_names = COUNT(table), .words = SAID(.label = (text))}
#define ARG_NUMBER_OF(key, least, most) {.name = (key), .kind = ARG_NUMBER, .lo = (least), .hi = (most)}

/* Within the row of a member: it is one of the names of a table. */
#define NAME_OF(table) .kind = MEMBER_NAME, .names = (table), .n_names = COUNT(table)

#endif
