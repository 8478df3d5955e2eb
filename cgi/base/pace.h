/* Time at a table: how much a wait may take, what of it counts for whom, and when it is used up. Nothing here reads a clock.
 *
 * One formula serves every pace. A wait has some time free; what goes beyond is taken from the seat's bank; each move adds
 * to the bank up to a cap. "So many hours a move" is all free time and no bank; a bank has no free time; a grace is free
 * time in front of a bank that nothing is added to. Time counts only while the clock goes: not in the nightly rest of who
 * is awaited, not on vacation days, at some tables not on Saturdays and Sundays, all by the calendar of their own time zone.
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
#include "cgi/base/jsonx.h"

struct pace {
    const char *name;             /* "daily": what it is called in forms and JSON; NULL: this table has no clock */
    int32_t free;                 /* seconds that every wait has for itself */
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
/** pace_kinds() - the house's paces, quickest first, the one without a clock last */
const struct pace_kind *pace_kinds(void);
/** pace_kind_find() - the row called @name, or NULL */
const struct pace_kind *pace_kind_find(const char *name);
/** pace_preset() - what a new table is offered first */
const struct pace_kind *pace_preset(void);
/** pace_from_json() - as stored in game.pace; `{}` and what cannot be read are no clock. Texts lie on the arena. */
struct pace pace_from_json(struct arena *arena, const char *text);
/** pace_json() - {"name", "free", "bank", "add", "cap", "window", "weekdays"}, or {} without a clock; the caller owns it */
struct json_object *pace_json(const struct pace *pace);

/* When one person's clock stands. A seat of a bot, or of nobody, has rest_never(). */
enum {
    VACATIONS_MAX = 16,
    REST_NONE = -1,
    REST_MOST = 12 * 60,          /* minutes; a longer one is not taken down */
    UNREACHED_MOST_DAYS = 30      /* so long the game waits for a player whom letters do not reach */
};
struct rest {
    const char *zone;             /* "Europe/Rome"; NULL or an unknown one counts as UTC */
    int from, until;              /* the nightly rest, minutes after midnight, over midnight when until < from; or REST_NONE */
    int64_t unreached;            /* letters came back then, and the person has not visited since; 0: they arrive, or there was a visit */
    int n_vacations;              /* ascending, none overlap; those that ended before the present wait are left out */
    struct { int64_t starts, ends; } vacation[VACATIONS_MAX];
};

/** rest_never() - no nightly rest, no vacation, letters arrive, UTC */
struct rest rest_never(void);

/* A night begins when the wall clock first shows its beginning or more, and ends when it last comes to its end: an hour that
 * comes twice lies within it whole, one that is left out cannot lengthen it. Weekends likewise. Where several reasons hold,
 * the first of this list is told: vacation, letters that come back, weekend, nightly rest. */
enum stands { CLOCK_GOES, STANDS_VACATION, STANDS_UNREACHED, STANDS_WEEKEND, STANDS_REST };
/** rest_stands() - does the clock stand at @at, and why; *until: when that changes next (INT64_MAX: never) */
enum stands rest_stands(const struct rest *rest, bool weekdays, int64_t at, int64_t *until);
/** rest_goes() - from when on the clock goes, at the earliest @at: a night may end in a weekend, a weekend in a night */
int64_t rest_goes(const struct rest *rest, bool weekdays, int64_t at);
/** rest_counted() - how much of @from .. @to counts; 0 when @to is not later */
int64_t rest_counted(const struct rest *rest, bool weekdays, int64_t from, int64_t to);
/** rest_after() - the first moment at which @amount has counted since @from */
int64_t rest_after(const struct rest *rest, bool weekdays, int64_t from, int64_t amount);
/** rest_zone_known() - is this a time zone of the system's database? */
bool rest_zone_known(const char *zone);

/* The clock of one seat, as stored. Without a pace deadline, remind and spent_at are 0 and nothing is counted. Time that lies
 * before spent_at counts nothing, so that a clock of the machine that goes back takes nothing away twice. (seat_clock.c) */
struct seat_clock {
    int64_t bank;                 /* in hand */
    int64_t spent;                /* of the present wait, as of spent_at */
    int64_t spent_at;             /* from here on it goes by itself; 0: it does not go */
    int64_t extra;                /* granted on top of this wait: an excuse, a grace */
    bool in_window;
    int64_t deadline;             /* 0: none */
    int64_t remind;               /* when four fifths are used; 0: none, or sent already */
    int64_t took;                 /* what counted of the wait before, since it ended; not stored with the seat, but with the move */
};
/** seat_clock_first() - before the first wait of a game */
struct seat_clock seat_clock_first(const struct pace *pace);
/** seat_clock_begin() - a wait begins at @now */
void seat_clock_begin(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, bool in_window, int64_t now);
/** seat_clock_end() - the wait is over at @now: the bank pays what went beyond the free time, and gets what a move adds; after
 *  a window it neither pays nor gets. What was granted is used last. */
void seat_clock_end(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now);
/** seat_clock_settle() - counts up to @now under @was; from now on @is holds, and deadline and reminder move accordingly, but
 *  not one that has come already */
void seat_clock_settle(struct seat_clock *clock, const struct pace *pace, const struct rest *was, const struct rest *is,
                       int64_t now);
/** seat_clock_grant() - @amount more for this wait, and a reminder at four fifths of what is left. What was overdrawn is
 *  forgiven: after the deadline all of @amount is there. */
void seat_clock_grant(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t amount, int64_t now);
/** seat_clock_pause() - counts up to @now, and goes no further: without deadline and reminder until seat_clock_go_on() */
void seat_clock_pause(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now);
/** seat_clock_go_on() - goes on from what was counted, with a reminder at four fifths of what this wait may take, unless that
 *  is past */
void seat_clock_go_on(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now);
/** seat_clock_left() - how much is left at @now, >= 0 */
int64_t seat_clock_left(const struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now);
/** seat_clock_allowed() - how much this wait may take in all */
int64_t seat_clock_allowed(const struct seat_clock *clock, const struct pace *pace);
/* ---- a person's own time ---- */

/* A person's own time, as it is kept: zone, nightly rest, vacations, and how much vacation is saved up.
 *
 * Vacation is earned with the time that passes, a day every twelve, and saved up to thirty days. What is planned is taken
 * from what is saved at once; what is not used of it comes back. All amounts are microseconds. Nothing here reads a clock.
 */
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
