/* A game played by bots, in memory, as the house would have stored it: every position, move and event. */
#ifndef TESTS_LEAKS_COURSE_H
#define TESTS_LEAKS_COURSE_H

#include "cgi/play/fold.h"
#include "rules/engine/rng.h"
#include "tests/lib/variants.h"

enum { COURSE_PLIES = 900 };

struct ply {
    void *state;         /* after it */
    seatmask awaits;     /* likewise */
    int seat;            /* who made the move; NO_SEAT: the set-up */
    struct move move;
    struct move_row row; /* as it is stored */
};

struct course {
    struct arena *arena; /* everything lies on it */
    const struct rules *rules;
    struct game_row game; /* rules, seats with their phrases, secret, setup; its head is nothing */
    struct ply ply[COURSE_PLIES];
    int n;               /* plies, the set-up among them */
    bool over;           /* the last of them ends the game */
};

/** course_play() - a game of @n_seats from @seed, to its end, or as far as there is room; freed by course_free()
 *  Seats do what is sound, or anything; and now and then what may be done at any time. */
struct course *course_play(const struct rules *rules, const struct variants *variants, int n_seats, uint64_t seed);
void course_free(struct course *course);

#endif
