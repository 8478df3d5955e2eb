/* The doors of a table: who may sit down there, beside those for whom a seat is kept. */
#ifndef CGI_BASE_DOORS_H
#define CGI_BASE_DOORS_H

#include <stdbool.h>

#include "cgi/base/arena.h"

enum { DOORS_RATING_LEAST = 0, DOORS_RATING_MOST = 3000, DOORS_RATING_NEW = 1500, DOORS_PERCENT_NEW = 80 };

/* 0 and false: that door is open. */
struct doors {
    int percent;     /* of the last deadlines at least so many met, 1 .. 100 */
    int low, high;   /* rating in the game of the table, both ends belong to it */
    bool friends;    /* only people whom the owner follows */
};

/* What is known of who stands before the doors. */
struct caller {
    int percent;     /* of the last deadlines met; DOORS_PERCENT_NEW for who had few */
    int deadlines;   /* of how many; too few count as none */
    int rating;      /* in the game of the table; DOORS_RATING_NEW without one */
    bool unrated;    /* has none */
    bool followed;   /* by the owner */
};

enum doors_shut { DOORS_OPEN, SHUT_PERCENT, SHUT_LOW, SHUT_HIGH, SHUT_FRIENDS };

/** doors_any() - is there a door at all? */
bool doors_any(const struct doors *doors);
/** doors_read() - as kept with a game, "met=90 low=1400 high=1700 friends"; words that are unknown are left out */
struct doors doors_read(const char *text);
/** doors_text() - the same as text on the arena, "" without doors */
const char *doors_text(struct arena *arena, const struct doors *doors);
/** doors_sound() - may a table have these doors? */
bool doors_sound(const struct doors *doors);
/** doors_admit() - the first door that keeps @caller out, or DOORS_OPEN */
enum doors_shut doors_admit(const struct doors *doors, const struct caller *caller);

#endif
