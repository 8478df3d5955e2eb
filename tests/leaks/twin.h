/* Two games that differ only in what one reader may not know: tale 0 as it was played, tale 1 as it may have been for all he
 * knows. What differs: what lies concealed in each position, what sealed moves said, secret arguments of events, what was
 * answered by an order, others' orders, drafts, notes, hooks, phrases (and with these all chance to come), addresses and passwords, letters
 * to them, and a private table of theirs; whom they follow and have blocked, the reader above all; who of them has muted the chat; what
 * spectators have written; and somebody whose profile is hidden.
 */
#ifndef TESTS_LEAKS_TWIN_H
#define TESTS_LEAKS_TWIN_H

#include "tests/leaks/course.h"

enum { TWIN_LOOKS = 6, TWIN_SNAPSHOTS = 2 * TWIN_LOOKS + 2, TWIN_ORDERS = 8 };

/* A move as it is stored. */
struct told {
    const char *move, *events; /* events: packed, in hex, likewise head and snapshot */
    const char *by_order; /* NULL: by hand */
};

struct tale {
    const char *phrase[SEATS_MAX];
    const char *head;
    const char *snapshot[TWIN_SNAPSHOTS];
    struct told *told;    /* of each ply */
    const char *draft[SEATS_MAX]; /* steps as JSON, or NULL */
    const char *order[SEATS_MAX][TWIN_ORDERS];
    int n_orders[SEATS_MAX];
    unsigned private_noise; /* of addresses, passwords, notes and hashes */
};

struct twin {
    struct arena *arena;
    const struct course *course;
    int ply;              /* the head */
    int viewer;           /* a seat, or NO_SEAT */
    bool alone;           /* the others are bots, in both tales: so the viewer, who is asked something, has a tutor */
    int look[TWIN_LOOKS]; /* plies whose history pages are read; the head among them if it can be */
    int n_looks;
    int dealt_anew;       /* so many of these lead from a position that was dealt anew */
    int before;           /* the ply before the viewer's newest turn in the log, -1: none */
    int snapshot_ply[TWIN_SNAPSHOTS];
    int n_snapshots;      /* the same of both tales */
    int other_events, other_moves; /* that tell something else in the second tale */
    struct tale tale[2];
};

/** twin_make() - of @course as it stood after @ply, for @viewer; NULL when nothing is hidden from him there */
struct twin *twin_make(struct arena *arena, const struct course *course, int ply, int viewer, struct rng *dice);

#endif
