/* When a person's clock stands, and the vacation that is saved and planned. */
#include "config.h"

#include <string.h>

#include "cgi/base/pace.h"
#include "cgi/base/zone.h"
#include "rules/rules.h"

#include "cgi/base/banned.h"

/* ---- when a clock stands ---- */

enum { MINUTE = 60, DAY = 24 * 3600, WEEK = 7 * DAY, SATURDAY = 2 * DAY /* 1970-01-03 was one */ };
static const int64_t SECOND = 1000000, A_DAY = INT64_C(86400) * 1000000;

/* At some moment: is the clock stopped for this reason, and when does that end, or start? */
struct stretch {
    bool now;
    int64_t changes;              /* INT64_MAX: never */
};

/* A person's rest, prepared for many lookups. */
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

/* Rounds down, also before 1970. */
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

/* The reasons in the order of precedence: only the first that applies is given. */
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
    /* A night inside the skipped hour changes nothing, nor do two nights without a gap. */
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

/* ---- vacation ---- */

static void count(struct own_time *own, int64_t now)
{
    own->saved = vacation_saved(own, now);
    if (own->counted < now)
        own->counted = now;
}

static int64_t at_most(int64_t saved)
{
    return saved < VACATION_MOST_DAYS * A_DAY ? saved : VACATION_MOST_DAYS * A_DAY;
}

int64_t vacation_saved(const struct own_time *own, int64_t now)
{
    return at_most(own->saved + (now > own->counted ? (now - own->counted) / VACATION_EARNED_IN : 0));
}

static bool fits(const struct own_time *own, int64_t starts, int64_t ends, int64_t now, struct err *err)
{
    int planned = 0;
    if (starts < now)
        return err_fail(err, ERR_INPUT, N_("A vacation cannot begin in the past."), "first", "starts in the past");
    if (ends <= starts)
        return err_fail(err, ERR_INPUT, N_("The last day is before the first day."), "last", "ends before it starts");
    if (starts - now > VACATION_AHEAD_DAYS * A_DAY)
        return err_fail(err, ERR_INPUT, N_("A vacation can be planned at most a year ahead."), "first", "too far ahead");
    for (int i = 0; i < own->rest.n_vacations; i++) {
        planned += own->rest.vacation[i].ends > now;
        if (starts < own->rest.vacation[i].ends && ends > own->rest.vacation[i].starts)
            return err_fail(err, ERR_INPUT, N_("You already have a vacation on some of these days."), "first", "overlaps");
    }
    if (planned >= VACATIONS_PLANNED || own->rest.n_vacations >= VACATIONS_MAX)
        return err_fail(err, ERR_INPUT, N_("You have planned too many vacations."), "first", "%d are planned",
                        planned);
    return ends - starts <= vacation_saved(own, now)
        || err_fail(err, ERR_INPUT, N_("You do not have that many vacation days."), "last", "longer than what is saved");
}

bool vacation_plan(struct own_time *own, int64_t starts, int64_t ends, int64_t now, struct err *err)
{
    struct rest *rest = &own->rest;
    if (!fits(own, starts, ends, now, err))
        return false;
    count(own, now);
    own->saved -= ends - starts;
    int i = rest->n_vacations++;
    for (; i > 0 && rest->vacation[i - 1].starts > starts; i--)
        rest->vacation[i] = rest->vacation[i - 1];
    rest->vacation[i].starts = starts;
    rest->vacation[i].ends = ends;
    return true;
}

/* A vacation that ended early is deleted: clocks were counted up to this moment. */
bool vacation_end(struct own_time *own, int64_t starts, int64_t now, struct err *err)
{
    struct rest *rest = &own->rest;
    int i = 0;
    while (i < rest->n_vacations && rest->vacation[i].starts != starts)
        i++;
    if (i == rest->n_vacations || rest->vacation[i].ends <= now)
        return err_fail(err, ERR_STALE, N_("That vacation is already over."), NULL, "no vacation at %lld", (long long)starts);
    count(own, now);
    own->saved = at_most(own->saved + rest->vacation[i].ends - (starts > now ? starts : now));
    memmove(&rest->vacation[i], &rest->vacation[i + 1], (size_t)(--rest->n_vacations - i) * sizeof(rest->vacation[0]));
    return true;
}

bool rest_set(struct own_time *own, int from, int until, struct err *err)
{
    const int day = 24 * 60;
    bool none = from == REST_NONE && until == REST_NONE;
    if (!none && (from == REST_NONE || until == REST_NONE || from == until))
        return err_fail(err, ERR_INPUT, N_("Set both the beginning and the end of your nightly rest, or turn it off."),
                        "rest_from", "half a rest");
    if (!none && (until - from + day) % day > REST_MOST)
        return err_fail(err, ERR_INPUT, N_("A nightly rest is at most 12 hours long."), "rest_until", "rest %d-%d", from, until);
    own->rest.from = from;
    own->rest.until = until;
    return true;
}
