/* Genoa: the tables of words that stand in files of their own, and short forms for their rows. */
#ifndef RULES_GENOA_TABLE_H
#define RULES_GENOA_TABLE_H

#include "rules/engine/tables.h"
#include "rules/genoa/state.h"

extern const struct verb genoa_verbs[GENOA_VERB_COUNT + 1];
extern const struct verb genoa_order_verbs[];
extern const struct event_kind genoa_events[GENOA_EVENT_COUNT + 1];

#define ARG_BUILDING(key) {.name = (key), .kind = ARG_NAME, .names = genoa_spaces, .n_names = GENOA_BUILDINGS}
#define ARG_SPACE(key) {.name = (key), .kind = ARG_NAME, .names = genoa_spaces, .n_names = GENOA_SPACES}
#define ARG_BUILDINGS(key, text) {.name = (key), .kind = ARG_SET, .names = genoa_spaces, .n_names = GENOA_BUILDINGS, \
                                   .optional = true, .words = SAID(.label = (text))}
#define ARG_CARD(key, deck, most) {.name = (key), .kind = ARG_NAME, .names = genoa_cards[deck], .n_names = (most)}
#define ARG_SEAT_OF(key) {.name = (key), .kind = ARG_SEAT, .hi = GENOA_SEATS - 1}

#endif
