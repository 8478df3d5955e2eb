/* For tests of tournaments: one that is played by chance, in which 15 of 100 people drop out in the middle. */
#ifndef TESTS_UNIT_SIM_H
#define TESTS_UNIT_SIM_H

#include "cgi/tournament/standing.h"
#include "tests/unit/draws.h"

enum { TOURNAMENTS = 500, PLACES_MOST = 2048, TABLES_MOST = 4096, NOBODY = -1 };

/* A tournament. Places are numbers from 0; people, too, in the order in which they join. */
struct sim {
    uint64_t random;
    int seats, least;
    int n_places, person[PLACES_MOST], lot[PLACES_MOST];
    int n_people, waiting;          /* those from ->waiting on have no place yet */
    int leaves[PLACES_MOST];        /* in which stage each drops out; 0: never */
    int dropped, bots;              /* how often somebody left, and a bot played on */
    int n_tables;
    struct counted table[TABLES_MOST];
};
extern struct sim sim;

/** sim_begin() - @n people have places; some more wait */
void sim_begin(uint64_t seed, int n, int stages);
/** sim_join() - one more waits */
void sim_join(int stages);
/** sim_place() - a new place, for the next who waits */
void sim_place(void);
/** sim_play() - a table whose places are set; people may drop out at it. What a table is worth is checked. */
void sim_play(const struct counted *seats, int stage);
/** sim_standing() - standings of @n lines by the tables from @from on; that they are a strict order and lose no point is checked */
void sim_standing(struct standing_line *lines, int n, int from);

#endif
