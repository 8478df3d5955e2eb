/* Genoa: the tables of words that stand in files of their own, and short forms for their rows. */
#ifndef RULES_GENOA_TABLE_H
#define RULES_GENOA_TABLE_H

#include "rules/engine/tables.h"
#include "rules/genoa/state.h"

extern const struct verb genoa_verbs[GENOA_VERB_COUNT + 1];
extern const struct verb genoa_orders[];
extern const struct event_kind genoa_events[GENOA_EVENT_COUNT + 1];
extern const uint8_t genoa_weights[GENOA_EVENT_COUNT];

/** genoa_worded() - of moves whose label depends on more than their verb */
const char *genoa_worded(const void *state, const struct move *move);

#define ARG_BUILDING(key) {.name = (key), .kind = ARG_NAME, .names = genoa_spaces, .n_names = GENOA_BUILDINGS}
#define ARG_SPACE(key) {.name = (key), .kind = ARG_NAME, .names = genoa_spaces, .n_names = GENOA_SPACES}
#define ARG_BUILDINGS(key, words) {.name = (key), .kind = ARG_SET, .names = genoa_spaces, .n_names = GENOA_BUILDINGS, \
                                   .optional = true, .label = (words)}
#define ARG_CARD(key, deck, most) {.name = (key), .kind = ARG_NAME, .names = genoa_cards[deck], .n_names = (most)}
#define ARG_SEAT_OF(key) {.name = (key), .kind = ARG_SEAT, .hi = GENOA_SEATS - 1}

#endif
