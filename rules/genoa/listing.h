/* Genoa: parts of the list of moves, by the file that makes them; for moves.c. */
#ifndef RULES_GENOA_LISTING_H
#define RULES_GENOA_LISTING_H

#include "rules/genoa/state.h"

/* ---- list_book.c ---- */

/** genoa_list_offers() - what a seat might write into the book: one offer for each place in reach, samples that show the bounds of
 *  the form, and withdrawals */
void genoa_list_offers(const struct genoa_state *st, int seat, struct move_list *list);
/** genoa_list_announce() - prices that the tower player might ask for the buildings in reach */
void genoa_list_announce(const struct genoa_state *st, struct move_list *list);
void genoa_list_counter(const struct genoa_offer *offer, const struct genoa_goods *give, const struct genoa_goods *ask,
                        struct move_list *list);
/** genoa_list_counter_bounds() - the widest and the narrowest terms that an offer can be countered with */
void genoa_list_counter_bounds(const struct genoa_state *st, const struct genoa_offer *offer, struct move_list *list);

/* ---- list_action.c ---- */

/** genoa_list_action() - what the actor may do */
void genoa_list_action(const struct genoa_state *st, int seat, struct move_list *list);
/** genoa_next_of_plan() - the next step of the plan with which the running action was bought, or of a sound one; what is impossible
 *  is left out (dossier genoa 16.6) */
void genoa_next_of_plan(const struct genoa_state *st, struct move *move);

#endif
