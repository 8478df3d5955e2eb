#include "config.h"

#include "cgi/base/vacation.h"

#include <string.h>

#include "rules/rules.h"

#include "cgi/base/banned.h"

static const int64_t DAY = INT64_C(86400) * 1000000;

static void count(struct own_time *own, int64_t now)
{
    own->saved = vacation_saved(own, now);
    if (own->counted < now)
        own->counted = now;
}

static int64_t at_most(int64_t saved)
{
    return saved < VACATION_MOST_DAYS * DAY ? saved : VACATION_MOST_DAYS * DAY;
}

int64_t vacation_saved(const struct own_time *own, int64_t now)
{
    return at_most(own->saved + (now > own->counted ? (now - own->counted) / VACATION_EARNED_IN : 0));
}

static bool fits(const struct own_time *own, int64_t starts, int64_t ends, int64_t now, struct err *err)
{
    int planned = 0;
    if (starts < now)
        return err_fail(err, ERR_INPUT, N_("A vacation begins today or later."), "first", "starts in the past");
    if (ends <= starts)
        return err_fail(err, ERR_INPUT, N_("The last day away lies before the first."), "last", "ends before it starts");
    if (starts - now > VACATION_AHEAD_DAYS * DAY)
        return err_fail(err, ERR_INPUT, N_("A vacation can be planned a year ahead, not more."), "first", "too far ahead");
    for (int i = 0; i < own->rest.n_vacations; i++) {
        planned += own->rest.vacation[i].ends > now;
        if (starts < own->rest.vacation[i].ends && ends > own->rest.vacation[i].starts)
            return err_fail(err, ERR_INPUT, N_("You are on vacation already on some of these days."), "first", "overlaps");
    }
    if (planned >= VACATIONS_PLANNED || own->rest.n_vacations >= VACATIONS_MAX)
        return err_fail(err, ERR_INPUT, N_("These are too many vacations planned at a time."), "first", "%d are planned",
                        planned);
    return ends - starts <= vacation_saved(own, now)
        || err_fail(err, ERR_INPUT, N_("You have not saved up so many days."), "last", "longer than what is saved");
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

/* A vacation that ends early is forgotten: clocks have been counted up to this moment. */
bool vacation_end(struct own_time *own, int64_t starts, int64_t now, struct err *err)
{
    struct rest *rest = &own->rest;
    int i = 0;
    while (i < rest->n_vacations && rest->vacation[i].starts != starts)
        i++;
    if (i == rest->n_vacations || rest->vacation[i].ends <= now)
        return err_fail(err, ERR_STALE, N_("That vacation is over already."), NULL, "no vacation at %lld", (long long)starts);
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
        return err_fail(err, ERR_INPUT, N_("Say when your nightly rest begins and when it ends, or that there is none."),
                        "rest_from", "half a rest");
    if (!none && (until - from + day) % day > REST_MOST)
        return err_fail(err, ERR_INPUT, N_("A nightly rest has at most 12 hours."), "rest_until", "rest %d-%d", from, until);
    own->rest.from = from;
    own->rest.until = until;
    return true;
}
