/* Noughts and crosses on a canal: the smallest game the house can seat. docs/adding-a-game.md builds it step by step.
 *
 * A canal has 9, 12 or 15 moorings in a row. Two players moor a boat in turn, each at a free mooring. Who first has three
 * boats side by side wins; when the canal is full without, nobody does.
 */
#ifndef RULES_CANAL_STATE_H
#define RULES_CANAL_STATE_H

#include "rules/rules.h"

enum { CANAL_SEATS = 2, CANAL_MOORINGS = 15, CANAL_IN_A_ROW = 3 };
enum canal_ending { CANAL_GOES_ON, CANAL_THREE, CANAL_FULL, CANAL_ENDING_COUNT };
enum canal_verb { CANAL_MOOR, CANAL_VERB_COUNT };
enum canal_event { CANAL_STARTED, CANAL_MOORED, CANAL_WON, CANAL_DRAWN, CANAL_EVENT_COUNT };
enum canal_error { CANAL_TAKEN = RULE_OWN, CANAL_TOO_FAR, CANAL_ERROR_COUNT };

struct canal_state {
    uint8_t start, current; /* seats */
    uint8_t length;         /* moorings in use */
    uint8_t ending;
    int8_t boats[CANAL_MOORINGS]; /* whose boat lies there, or -1; mooring 1 is boats[0] */
};

extern const struct rules canal_rules;
extern const struct rules_mind canal_mind;
extern const struct rules_view canal_view;

void canal_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log);
int canal_moves(const void *state, int seat, struct move_list *list);
int canal_check(const void *state, int seat, const struct move *move, int16_t *figures);
void canal_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log);

/** canal_row() - the first of three moorings where @seat's boats lie side by side, or -1 */
int canal_row(const struct canal_state *st, int seat);
/** canal_free() - how many moorings in use hold no boat */
int canal_free(const struct canal_state *st);

#endif
