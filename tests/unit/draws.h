/* For tests of tournaments: draws found another way than the program finds them, and chance that is the same each time. */
#ifndef TESTS_UNIT_DRAWS_H
#define TESTS_UNIT_DRAWS_H

#include "cgi/tournament/pairing.h"

/* The tables of one round, as docs/tournaments.md says: as many full ones as possible, the others with one seat less. */
struct tables {
    int n_large, large, n_small, small, out;
};
/** tables_of() - tries all numbers of tables of all sizes */
struct tables tables_of(int n, int seats, int least);

/** best_cost() - the least of all draws of those who @sits; only for few people. Looks at each draw, and reckons by itself. */
struct draw_cost best_cost(const struct pairing *p, const bool *sits, const struct tables *tables);

/** none_need_meet_again() - whether there is a draw of those who @sits without a pair that is apart or has met: 1 yes, 0 no, -1: gave up */
int none_need_meet_again(const struct pairing *p, const bool *sits, const struct tables *tables);

/** check_draw() - whoever takes part sits at one table or sits out, tables have the sizes they should, and who sits out is whose turn it is */
void check_draw(const struct pairing *p, int seats, int least, const struct draw *draw, bool *sits);

/** chance() - 0 .. @below - 1 */
int chance(uint64_t *state, int below);

#endif
