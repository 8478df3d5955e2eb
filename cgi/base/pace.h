/* Time at a table: how long a wait may take, which time counts, and when it is used up. Nothing here reads a clock.
 *
 * One formula serves every pace. A wait has some free time; more than that is taken from the seat's bank; each move adds to the
 * bank up to a cap. "So many hours a move" is all free time and no bank; a bank has no free time; a grace is free time before a
 * bank to which nothing is added. Time counts only while the clock runs: not in the nightly rest of the awaited player, not on
 * vacation days, at some tables not on Saturdays and Sundays, all by the calendar of their own time zone.
 *
 * Times are Unix microseconds, amounts of time are microseconds; but a pace is written down in seconds.
 */
#ifndef CGI_BASE_PACE_H
#define CGI_BASE_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/base/arena.h"
#include "cgi/base/err.h"
#include "cgi/base/values.h"

struct pace {
    const char *name;             /* "daily": what it is called in forms and JSON; NULL: this table has no clock */
    int32_t free;                 /* seconds: free time of every wait */
    int32_t bank, add, cap;       /* seconds: in hand at the start, added with each move, at most in hand */
    int32_t window;               /* seconds for an answer outside one's own turn; the bank is not touched */
    bool weekdays;                /* Saturdays and Sundays do not count */
};

/* A pace that a new table may choose. Lists end with a row whose name is NULL. */
struct pace_kind {
    struct pace pace;
    const char *label;            /* N_("One day a move") */
    const char *words;            /* N_("Each move within a day; an answer outside your turn within 12 hours.") */
};
/** pace_kinds() - all paces, fastest first, the one without a clock last */
const struct pace_kind *pace_kinds(void);
/** pace_kind_find() - the row called @name, or NULL */
const struct pace_kind *pace_kind_find(const char *name);
/** pace_preset() - what a new table is offered first */
const struct pace_kind *pace_preset(void);
/** pace_from_json() - as stored in game.pace; `{}` and what cannot be read are no clock. Texts lie on the arena. */
struct pace pace_from_json(struct arena *arena, const char *text);
/** pace_put() - adds {"name", "free", "bank", "add", "cap", "window", "weekdays"} to @out, or nothing without a clock; the name is
 *  borrowed */
void pace_put(const struct pace *pace, struct value *out);
/** pace_text() - the same as JSON, as it is stored and pace_from_json() reads it; on the arena */
const char *pace_text(struct arena *arena, const struct pace *pace);

/* When a person's clock stops. The seat of a bot, or an empty one, has rest_never(). */
enum {
    VACATIONS_MAX = 16,
    REST_NONE = -1,
    REST_MOST = 12 * 60,          /* minutes; a longer nightly rest is refused */
    UNREACHED_MOST_DAYS = 30      /* the longest stop for a player whom mail does not reach */
};
struct rest {
    const char *zone;             /* "Europe/Rome"; NULL or an unknown one counts as UTC */
    int from, until;              /* the nightly rest, minutes after midnight, over midnight when until < from; or REST_NONE */
    int64_t unreached;            /* when mail bounced, without a visit since; 0: mail arrives, or the person has visited */
    int n_vacations;              /* ascending, none overlap; those that ended before the present wait are left out */
    struct { int64_t starts, ends; } vacation[VACATIONS_MAX];
};

/** rest_never() - no nightly rest, no vacation, letters arrive, UTC */
struct rest rest_never(void);

/* A night starts when the wall clock first shows its start or later, and ends when it shows its end for the last time: an hour
 * that comes twice belongs to the night both times, a skipped hour does not make it longer. Weekends likewise. When several
 * reasons apply, the first of this list is given: vacation, bounced mail, weekend, nightly rest. */
enum stands { CLOCK_GOES, STANDS_VACATION, STANDS_UNREACHED, STANDS_WEEKEND, STANDS_REST };
/** rest_stands() - is the clock stopped at @at, and why; *until: when that changes next (INT64_MAX: never) */
enum stands rest_stands(const struct rest *rest, bool weekdays, int64_t at, int64_t *until);
/** rest_goes() - when the clock runs again, not before @at: a night may end in a weekend, a weekend in a night */
int64_t rest_goes(const struct rest *rest, bool weekdays, int64_t at);
/** rest_counted() - how much of @from .. @to counts; 0 when @to is not later */
int64_t rest_counted(const struct rest *rest, bool weekdays, int64_t from, int64_t to);
/** rest_after() - the first moment at which @amount has counted since @from */
int64_t rest_after(const struct rest *rest, bool weekdays, int64_t from, int64_t amount);
/** rest_zone_known() - is this a time zone of the system's database? */
bool rest_zone_known(const char *zone);

/* The clock of one seat, as stored. Without a pace deadline, remind and spent_at are 0 and nothing is counted. Time before
 * spent_at does not count, so that nothing counts twice when the machine's clock is set back. (seat_clock.c) */
struct seat_clock {
    int64_t bank;                 /* in hand */
    int64_t spent;                /* of the present wait, as of spent_at */
    int64_t spent_at;             /* counted up to here; the clock runs since; 0: it does not run */
    int64_t extra;                /* granted on top of this wait: an excuse, a grace */
    bool in_window;
    int64_t deadline;             /* 0: none */
    int64_t remind;               /* when four fifths are used; 0: none, or sent already */
    int64_t took;                 /* counted time of the last wait; stored with the move, not with the seat */
};
/** seat_clock_first() - before the first wait of a game */
struct seat_clock seat_clock_first(const struct pace *pace);
/** seat_clock_begin() - a wait begins at @now */
void seat_clock_begin(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, bool in_window, int64_t now);
/** seat_clock_end() - the wait ends at @now: time beyond the free time is taken from the bank, and what a move adds is added;
 *  neither after a window. Granted time is used last. */
void seat_clock_end(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now);
/** seat_clock_settle() - counts up to @now with @was, from then on with @is; deadline and reminder are moved to fit, except one
 *  that has passed */
void seat_clock_settle(struct seat_clock *clock, const struct pace *pace, const struct rest *was, const struct rest *is,
                       int64_t now);
/** seat_clock_grant() - @amount more for this wait, and a reminder at four fifths of what is left. Overdue time is forgiven:
 *  after the deadline all of @amount is available. */
void seat_clock_grant(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t amount, int64_t now);
/** seat_clock_pause() - counts up to @now and stops: without deadline and reminder until seat_clock_go_on() */
void seat_clock_pause(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now);
/** seat_clock_go_on() - runs on from the counted time, with a reminder at four fifths of the allowed time, unless that is past */
void seat_clock_go_on(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now);
/** seat_clock_left() - how much is left at @now, >= 0 */
int64_t seat_clock_left(const struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now);
/** seat_clock_allowed() - how much this wait may take in all */
int64_t seat_clock_allowed(const struct seat_clock *clock, const struct pace *pace);
/* ---- a person's own time ---- */

/* A person's own time, as it is kept: zone, nightly rest, vacations, and how much vacation is saved up.
 *
 * Vacation grows by one day every twelve days, up to thirty days. A planned vacation is subtracted at once; the unused part is
 * added back. All amounts are microseconds. Nothing here reads a clock.
 */
enum {
    VACATION_EARNED_IN = 12,      /* days for one day of vacation */
    VACATION_MOST_DAYS = 30,
    VACATIONS_PLANNED = 8,        /* at a time; half the room of struct rest, the other half is for past vacations */
    VACATION_AHEAD_DAYS = 366     /* a vacation begins within a year */
};

struct own_time {
    struct rest rest;             /* with future vacations, and those during present waits */
    int64_t saved, counted;       /* vacation, as of when */
};

/** vacation_saved() - as of @now */
int64_t vacation_saved(const struct own_time *own, int64_t now);
/** vacation_plan() - from @starts (now, or later) until @ends; ERR_INPUT or ERR_STALE with a sentence, and nothing is changed */
bool vacation_plan(struct own_time *own, int64_t starts, int64_t ends, int64_t now, struct err *err);
/** vacation_end() - ends the vacation that began at @starts, or cancels a future one; the unused part is added back.
 *  ERR_STALE: there is no such vacation, or it is over. */
bool vacation_end(struct own_time *own, int64_t starts, int64_t now, struct err *err);
/** rest_set() - the nightly rest, or none (twice REST_NONE); ERR_INPUT with a sentence when it is longer than REST_MOST */
bool rest_set(struct own_time *own, int from, int until, struct err *err);

#endif
