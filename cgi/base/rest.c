/* When a person's clock goes: nights, weekends, vacations and the time in which letters do not reach him as stretches of time, and what lies between them. */
#include "config.h"

#include "cgi/base/pace.h"

#include "cgi/base/zone.h"

#include "cgi/base/banned.h"

enum { MINUTE = 60, DAY = 24 * 3600, WEEK = 7 * DAY, SATURDAY = 2 * DAY /* 1970-01-03 was one */ };
static const int64_t SECOND = 1000000;

/* At some moment: does the clock stand for this reason, and when is that over, or when will it begin? */
struct stretch {
    bool now;
    int64_t changes;              /* INT64_MAX: never */
};

/* The rest of a person, ready for many questions. */
struct calendar {
    const struct rest *rest;
    const struct zone *zone;      /* NULL: neither nights nor weekends matter */
    bool nights, weekends;
};

static struct calendar calendar_of(const struct rest *rest, bool weekdays)
{
    struct calendar calendar = {.rest = rest, .weekends = weekdays};
    calendar.nights = rest->from != REST_NONE && rest->until != REST_NONE && rest->from != rest->until;
    if (calendar.nights || calendar.weekends) {
        calendar.zone = zone_find(rest->zone);
        calendar.zone = calendar.zone ? calendar.zone : zone_find("UTC");
    }
    return calendar;
}

/* To the whole below, also before 1970. */
static int64_t whole(int64_t n, int64_t unit)
{
    return n - ((n % unit) + unit) % unit;
}

static int64_t wall_clock(const struct calendar *calendar, int64_t at)
{
    int64_t second = whole(at, SECOND) / SECOND;
    return second + zone_offset(calendar->zone, second);
}

/* A stretch that comes again with every @period of the wall clock; @start is the beginning of one not far off. */
static struct stretch periodic(const struct calendar *calendar, int64_t at, int64_t start, int64_t length, int64_t period)
{
    start -= period;
    for (;; start += period) {
        int64_t begins = zone_first(calendar->zone, start) * SECOND;
        if (at < begins)
            return (struct stretch){false, begins};
        int64_t ends = zone_last(calendar->zone, start + length) * SECOND;
        if (at < ends)
            return (struct stretch){true, ends};
    }
}

static struct stretch night(const struct calendar *calendar, int64_t at)
{
    if (!calendar->nights)
        return (struct stretch){false, INT64_MAX};
    int64_t from = calendar->rest->from * MINUTE, until = calendar->rest->until * MINUTE;
    int64_t length = until > from ? until - from : until + DAY - from;
    return periodic(calendar, at, whole(wall_clock(calendar, at), DAY) + from, length, DAY);
}

static struct stretch weekend(const struct calendar *calendar, int64_t at)
{
    if (!calendar->weekends)
        return (struct stretch){false, INT64_MAX};
    return periodic(calendar, at, whole(wall_clock(calendar, at) - SATURDAY, WEEK) + SATURDAY, 2 * DAY, WEEK);
}

static struct stretch vacation(const struct calendar *calendar, int64_t at)
{
    const struct rest *rest = calendar->rest;
    for (int i = 0; i < rest->n_vacations; i++) {
        if (at < rest->vacation[i].starts)
            return (struct stretch){false, rest->vacation[i].starts};
        if (at < rest->vacation[i].ends)
            return (struct stretch){true, rest->vacation[i].ends};
    }
    return (struct stretch){false, INT64_MAX};
}

static struct stretch unreached(const struct calendar *calendar, int64_t at)
{
    int64_t starts = calendar->rest->unreached, ends = starts + (int64_t)UNREACHED_MOST_DAYS * DAY * SECOND;
    if (!starts || at >= ends)
        return (struct stretch){false, INT64_MAX};
    return at < starts ? (struct stretch){false, starts} : (struct stretch){true, ends};
}

/* The reasons in the order in which they are told; each hides those below it. */
static const struct {
    enum stands why;
    struct stretch (*at)(const struct calendar *, int64_t at);
} reasons[] = {{STANDS_VACATION, vacation}, {STANDS_UNREACHED, unreached}, {STANDS_WEEKEND, weekend}, {STANDS_REST, night}};

static enum stands stands(const struct calendar *calendar, int64_t at, int64_t *until)
{
    *until = INT64_MAX;
    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
        struct stretch stretch = reasons[i].at(calendar, at);
        if (stretch.changes < *until)
            *until = stretch.changes;
        if (stretch.now)
            return reasons[i].why;
    }
    return CLOCK_GOES;
}

struct rest rest_never(void)
{
    return (struct rest){.from = REST_NONE, .until = REST_NONE};
}

enum stands rest_stands(const struct rest *rest, bool weekdays, int64_t at, int64_t *until)
{
    struct calendar calendar = calendar_of(rest, weekdays);
    enum stands why = stands(&calendar, at, until);
    int64_t next;
    /* A night that lies in the hour left out is no change, nor are two that touch. */
    while (*until != INT64_MAX && stands(&calendar, *until, &next) == why)
        *until = next;
    return why;
}

int64_t rest_goes(const struct rest *rest, bool weekdays, int64_t at)
{
    struct calendar calendar = calendar_of(rest, weekdays);
    int64_t until;
    while (stands(&calendar, at, &until) != CLOCK_GOES)
        at = until;
    return at;
}

int64_t rest_counted(const struct rest *rest, bool weekdays, int64_t from, int64_t to)
{
    struct calendar calendar = calendar_of(rest, weekdays);
    int64_t sum = 0, until;
    for (int64_t at = from; at < to; at = until) {
        bool goes = stands(&calendar, at, &until) == CLOCK_GOES;
        until = until < to ? until : to;
        sum += goes ? until - at : 0;
    }
    return sum;
}

int64_t rest_after(const struct rest *rest, bool weekdays, int64_t from, int64_t amount)
{
    struct calendar calendar = calendar_of(rest, weekdays);
    int64_t at = from, until;
    while (amount > 0) {
        bool goes = stands(&calendar, at, &until) == CLOCK_GOES;
        if (goes && amount <= until - at)
            return at + amount;
        amount -= goes ? until - at : 0;
        at = until;
    }
    return at;
}

bool rest_zone_known(const char *zone)
{
    return zone_find(zone) != NULL;
}
