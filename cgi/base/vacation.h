/* A person's own time, as it is kept: zone, nightly rest, vacations, and how much vacation is saved up.
 *
 * Vacation is earned with the time that passes, a day every twelve, and saved up to thirty days. What is planned is taken
 * from what is saved at once; what is not used of it comes back. All amounts are microseconds. Nothing here reads a clock.
 */
#ifndef CGI_BASE_VACATION_H
#define CGI_BASE_VACATION_H

#include "cgi/base/err.h"
#include "cgi/base/pace.h"

enum {
    VACATION_EARNED_IN = 12,      /* days for one day of vacation */
    VACATION_MOST_DAYS = 30,
    VACATIONS_PLANNED = 8,        /* at a time; half the room of struct rest, the rest is for what was */
    VACATION_AHEAD_DAYS = 366     /* a vacation begins within a year */
};

struct own_time {
    struct rest rest;             /* with the vacations to come, and those that waits going on have met */
    int64_t saved, counted;       /* vacation, as of when */
};

/** vacation_saved() - as of @now */
int64_t vacation_saved(const struct own_time *own, int64_t now);
/** vacation_plan() - from @starts (now, or later) until @ends; ERR_INPUT or ERR_STALE with a sentence, and nothing is changed */
bool vacation_plan(struct own_time *own, int64_t starts, int64_t ends, int64_t now, struct err *err);
/** vacation_end() - ends the one that began at @starts, or drops it when it has not begun; what was not used comes back.
 *  ERR_STALE: there is no such vacation, or it is over. */
bool vacation_end(struct own_time *own, int64_t starts, int64_t now, struct err *err);
/** rest_set() - the nightly rest, or none (twice REST_NONE); ERR_INPUT with a sentence when it is longer than REST_MOST */
bool rest_set(struct own_time *own, int from, int until, struct err *err);

#endif
