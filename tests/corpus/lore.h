/* What one viewer of a game can know by having listened: kept apart from the rules, out of the events that the viewer is shown.
 * An imagined position must fit it. */
#ifndef TESTS_CORPUS_LORE_H
#define TESTS_CORPUS_LORE_H

#include "rules/rules.h"

enum { LORE_PILES = 8, LORE_KINDS = 32, LORE_AREAS = 8, LORE_DECKS = 4 };

/* What is remembered; each game uses what it needs. */
struct memory {
    int viewer;                              /* NO_SEAT: who sits nowhere */
    int held[SEATS_MAX][LORE_KINDS];         /* so many of each kind at least are in a hand */
    int laid[SEATS_MAX];                     /* suitcases on the table */
    bool looked[LORE_PILES];                 /* a pile is as it was seen last */
    int seen[LORE_PILES][LORE_KINDS];
    int bottom[SEATS_MAX][3];                /* the end of a pile, as it was put there; valid while `buried` */
    bool buried[SEATS_MAX];
    uint32_t cards[SEATS_MAX][LORE_DECKS];   /* sets of cards that were handed to a seat */
};

struct lore {
    const char *game;
    /* An event that the viewer is shown; of what is secret in it only where @told. @after: the position after the step, of which
     * only what lies open to the viewer may be read. */
    void (*hear)(struct memory *, const void *after, const struct event *, bool told);
    /* Does a position fit what is remembered? */
    bool (*fits)(const struct memory *, const void *state);
    /* Turns over in @dealt what @viewer cannot see: there it becomes as in @real. */
    void (*uncover)(void *dealt, const void *real, int viewer);
    /* What is hidden from @viewer, by areas: which of them @dealt and @real differ in. */
    void (*differ)(const void *dealt, const void *real, int viewer, bool differs[LORE_AREAS]);
    const char *area[LORE_AREAS];
    /* Is there nothing hidden in an area that is not always in use? NULL: there always is. */
    bool (*nothing)(const void *real, int viewer, int area);
};

/** lores - of every game; ended by game NULL */
extern const struct lore lores[];

#endif
