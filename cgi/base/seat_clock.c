/* The clock of one seat: arithmetic on amounts of time that counted. */
#include "config.h"

#include "cgi/base/pace.h"

#include "cgi/base/banned.h"

static const int64_t SECOND = 1000000;

static int64_t at_most(int64_t n, int64_t limit)
{
    return n < limit ? n : limit;
}

/* Four fifths, without a product that could overflow. */
static int64_t reminder_mark(int64_t amount)
{
    return amount - amount / 5;
}

struct seat_clock seat_clock_first(const struct pace *pace)
{
    return (struct seat_clock){.bank = pace->name ? pace->bank * SECOND : 0};
}

int64_t seat_clock_allowed(const struct seat_clock *clock, const struct pace *pace)
{
    if (!pace->name)
        return 0;
    return clock->extra + (clock->in_window ? pace->window * SECOND : pace->free * SECOND + clock->bank);
}

/* Adds the counted time of the wait so far to `spent`. When the machine's clock was set back, nothing counts until it is past the
 * old time again, so nothing counts twice. */
static void count(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now)
{
    clock->spent += rest_counted(rest, pace->weekdays, clock->spent_at, now);
    if (clock->spent_at < now)
        clock->spent_at = now;
}

static void set_deadline(struct seat_clock *clock, const struct pace *pace, const struct rest *rest)
{
    int64_t left = seat_clock_allowed(clock, pace) - clock->spent;
    if (left > 0)
        clock->deadline = rest_after(rest, pace->weekdays, clock->spent_at, left);
    else if (!clock->deadline || clock->deadline > clock->spent_at)
        clock->deadline = clock->spent_at;
}

void seat_clock_begin(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, bool in_window,
                      int64_t now)
{
    *clock = (struct seat_clock){.bank = clock->bank, .in_window = in_window, .took = clock->took};
    if (!pace->name)
        return;
    clock->spent_at = now;
    set_deadline(clock, pace, rest);
    clock->remind = rest_after(rest, pace->weekdays, now, reminder_mark(seat_clock_allowed(clock, pace)));
}

void seat_clock_end(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now)
{
    int64_t bank = clock->bank, cap = pace->cap * SECOND;
    bool counts = pace->name && clock->spent_at;
    if (counts)
        count(clock, pace, rest, now);
    if (counts && !clock->in_window) {
        int64_t beyond = clock->spent - pace->free * SECOND;
        bank -= beyond > 0 ? at_most(beyond, bank) : 0;
        if (bank < cap)
            bank = at_most(bank + pace->add * SECOND, cap);
    }
    *clock = (struct seat_clock){.bank = bank, .took = counts ? clock->spent : 0};
}

void seat_clock_settle(struct seat_clock *clock, const struct pace *pace, const struct rest *was, const struct rest *is,
                       int64_t now)
{
    if (!pace->name || !clock->spent_at)
        return;
    count(clock, pace, was, now);
    /* The reminder keeps its place in counted time, whatever set it. */
    int64_t to_mark = clock->remind ? rest_counted(was, pace->weekdays, clock->spent_at, clock->remind) : 0;
    if (clock->remind > clock->spent_at)
        clock->remind = rest_after(is, pace->weekdays, clock->spent_at, to_mark);
    set_deadline(clock, pace, is);
}

void seat_clock_grant(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t amount,
                      int64_t now)
{
    if (!pace->name || !clock->spent_at)
        return;
    count(clock, pace, rest, now);
    clock->spent = at_most(clock->spent, seat_clock_allowed(clock, pace));
    clock->extra += amount;
    set_deadline(clock, pace, rest);
    int64_t left = seat_clock_allowed(clock, pace) - clock->spent;
    clock->remind = rest_after(rest, pace->weekdays, clock->spent_at, reminder_mark(left));
}

void seat_clock_pause(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now)
{
    if (!pace->name || !clock->spent_at)
        return;
    count(clock, pace, rest, now);
    clock->spent_at = clock->deadline = clock->remind = 0;
}

void seat_clock_go_on(struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now)
{
    if (!pace->name || clock->spent_at)
        return;
    int64_t mark = reminder_mark(seat_clock_allowed(clock, pace));
    clock->spent_at = now;
    clock->deadline = 0;
    set_deadline(clock, pace, rest);
    clock->remind = mark > clock->spent ? rest_after(rest, pace->weekdays, now, mark - clock->spent) : 0;
}

int64_t seat_clock_left(const struct seat_clock *clock, const struct pace *pace, const struct rest *rest, int64_t now)
{
    if (!pace->name || !clock->spent_at)
        return 0;
    int64_t spent = clock->spent + rest_counted(rest, pace->weekdays, clock->spent_at, now);
    int64_t left = seat_clock_allowed(clock, pace) - spent;
    return left > 0 ? left : 0;
}
