/* Time that counts: nights, weekends and vacations over changes of summer time, and the clock of a seat. What cgi/base/rest.c
 * computes from stretches is compared with a walk minute by minute under the C library's own time zones. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "cgi/base/pace.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 24 * HOUR };
#define SECOND INT64_C(1000000)

/* "2026-03-29 01:30", UTC. */
static int64_t at(const char *text)
{
    struct tm tm = {0};
    assert_int_equal(sscanf(text, "%d-%d-%d %d:%d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &tm.tm_hour, &tm.tm_min), 5);
    tm.tm_year -= 1900;
    tm.tm_mon -= 1;
    return (int64_t)timegm(&tm) * SECOND;
}

static const char *told(int64_t moment, char room[32])
{
    time_t seconds = (time_t)(moment / SECOND);
    struct tm tm;
    gmtime_r(&seconds, &tm);
    strftime(room, 32, "%Y-%m-%d %H:%M", &tm);
    return room;
}

static int clock_minutes(const char *text)
{
    int hour, minute;
    assert_int_equal(sscanf(text, "%d:%d", &hour, &minute), 2);
    return hour * 60 + minute;
}

static struct rest rest_of(const char *zone, const char *from, const char *until)
{
    struct rest rest = rest_never();
    rest.zone = zone;
    if (from) {
        rest.from = clock_minutes(from);
        rest.until = clock_minutes(until);
    }
    return rest;
}

/* ---- why a clock stands ---- */

static const struct {
    const char *zone, *from, *until;
    bool weekdays;
    const char *now;
    enum stands why;
    const char *changes; /* NULL: never */
} moments[] = {
    {"UTC", NULL, NULL, false, "2026-03-02 12:00", CLOCK_GOES, NULL},
    {"UTC", "22:00", "07:00", false, "2026-03-02 21:59", CLOCK_GOES, "2026-03-02 22:00"},
    {"UTC", "22:00", "07:00", false, "2026-03-02 22:00", STANDS_REST, "2026-03-03 07:00"},
    {"UTC", "22:00", "07:00", false, "2026-03-03 06:59", STANDS_REST, "2026-03-03 07:00"},
    {"UTC", "01:00", "06:00", false, "2026-03-03 06:00", CLOCK_GOES, "2026-03-04 01:00"},
    {"Nowhere/Nothing", "22:00", "07:00", false, "2026-03-02 22:00", STANDS_REST, "2026-03-03 07:00"},
    {"Asia/Tokyo", "22:00", "07:00", false, "2026-03-02 13:00", STANDS_REST, "2026-03-02 22:00"},
    /* summer time begins in Rome: the night has an hour less; 02:00 to 03:00 does not come */
    {"Europe/Rome", "22:00", "07:00", false, "2026-03-28 21:00", STANDS_REST, "2026-03-29 05:00"},
    {"Europe/Rome", "22:00", "02:30", false, "2026-03-28 21:00", STANDS_REST, "2026-03-29 01:00"},
    {"Europe/Rome", "02:30", "08:00", false, "2026-03-29 00:59", CLOCK_GOES, "2026-03-29 01:00"},
    {"Europe/Rome", "02:15", "02:45", false, "2026-03-28 12:00", CLOCK_GOES, "2026-03-30 00:15"},
    /* and ends: an hour more; 02:00 to 03:00 comes twice, and lies within the night whole */
    {"Europe/Rome", "22:00", "07:00", false, "2026-10-24 20:00", STANDS_REST, "2026-10-25 06:00"},
    {"Europe/Rome", "22:00", "02:30", false, "2026-10-25 00:45", STANDS_REST, "2026-10-25 01:30"},
    {"Europe/Rome", "02:30", "08:00", false, "2026-10-25 00:30", STANDS_REST, "2026-10-25 07:00"},
    /* half an hour on Lord Howe; Newfoundland, half an hour off the others */
    {"Australia/Lord_Howe", "22:00", "07:00", false, "2026-04-04 12:00", STANDS_REST, "2026-04-04 20:30"},
    {"America/St_Johns", "23:00", "06:30", false, "2026-03-08 04:00", STANDS_REST, "2026-03-08 09:00"},
    /* Samoa had no 30 December 2011: the night before it is one with the night after it */
    {"Pacific/Apia", "22:00", "07:00", false, "2011-12-30 08:00", STANDS_REST, "2011-12-30 17:00"},
    {"UTC", NULL, NULL, true, "2026-03-06 23:59", CLOCK_GOES, "2026-03-07 00:00"},
    {"UTC", NULL, NULL, true, "2026-03-08 23:59", STANDS_WEEKEND, "2026-03-09 00:00"},
    {"Asia/Tokyo", NULL, NULL, true, "2026-03-06 15:00", STANDS_WEEKEND, "2026-03-08 15:00"},
    {"UTC", "22:00", "07:00", true, "2026-03-06 23:00", STANDS_REST, "2026-03-07 00:00"},
    {"UTC", "22:00", "07:00", true, "2026-03-07 23:00", STANDS_WEEKEND, "2026-03-09 00:00"},
    {"UTC", "22:00", "07:00", true, "2026-03-09 00:00", STANDS_REST, "2026-03-09 07:00"},
};

static void a_clock_stands_by_the_calendar_of_its_zone(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(moments) / sizeof(moments[0]); i++) {
        const struct rest rest = rest_of(moments[i].zone, moments[i].from, moments[i].until);
        int64_t until, expected = moments[i].changes ? at(moments[i].changes) : INT64_MAX;
        enum stands why = rest_stands(&rest, moments[i].weekdays, at(moments[i].now), &until);
        char room[32];
        if (why != moments[i].why || until != expected)
            fail_msg("%s %s: %d until %s", moments[i].zone, moments[i].now, (int)why, told(until, room));
    }
}

static void a_vacation_hides_the_other_reasons(void **unused)
{
    (void)unused;
    struct rest rest = rest_of("UTC", "22:00", "07:00");
    rest.n_vacations = 1;
    rest.vacation[0].starts = at("2026-03-03 03:00");
    rest.vacation[0].ends = at("2026-03-05 05:00");
    int64_t until;
    assert_int_equal(rest_stands(&rest, true, at("2026-03-03 02:00"), &until), STANDS_REST);
    assert_int_equal(until, at("2026-03-03 03:00"));
    assert_int_equal(rest_stands(&rest, true, at("2026-03-03 03:00"), &until), STANDS_VACATION);
    assert_int_equal(until, at("2026-03-05 05:00"));
    assert_int_equal(rest_stands(&rest, true, until, &until), STANDS_REST);
    assert_int_equal(rest_goes(&rest, true, at("2026-03-03 02:00")), at("2026-03-05 07:00"));
    assert_int_equal(rest_goes(&rest, true, at("2026-03-06 23:00")), at("2026-03-09 07:00"));
    assert_int_equal(rest_goes(&rest, true, at("2026-03-06 12:00")), at("2026-03-06 12:00"));
}

static void letters_that_come_back_stop_the_clock_for_so_long_at_the_most(void **unused)
{
    (void)unused;
    struct rest rest = rest_of("UTC", "22:00", "07:00");
    const int64_t lost = at("2026-03-03 10:00"), most = lost + UNREACHED_MOST_DAYS * DAY * SECOND;
    rest.unreached = lost;
    int64_t until;
    assert_int_equal(rest_stands(&rest, true, lost - 1, &until), CLOCK_GOES);
    assert_int_equal(until, lost);
    assert_int_equal(rest_stands(&rest, true, lost, &until), STANDS_UNREACHED); /* over nights and weekends */
    assert_int_equal(until, most);
    assert_int_equal(rest_stands(&rest, true, most, &until), CLOCK_GOES);
    assert_int_equal(rest_counted(&rest, false, lost - HOUR * SECOND, most + HOUR * SECOND), 2 * HOUR * SECOND);
    assert_int_equal(rest_after(&rest, false, lost - HOUR * SECOND, 2 * HOUR * SECOND), most + HOUR * SECOND);
    rest.n_vacations = 1;
    rest.vacation[0].starts = lost - DAY * SECOND;
    rest.vacation[0].ends = lost + DAY * SECOND;
    assert_int_equal(rest_stands(&rest, true, lost, &until), STANDS_VACATION);
    assert_int_equal(until, rest.vacation[0].ends);
    assert_int_equal(rest_goes(&rest, false, lost), most);
}

/* ---- how much counts ---- */

static void days_of_23_and_25_hours_count_what_they_have(void **unused)
{
    (void)unused;
    const struct rest rest = rest_of("Europe/Rome", "22:00", "07:00"), none = rest_of("Europe/Rome", NULL, NULL);
    /* noon to noon by the wall clock: 15 hours are left of each day, whatever the night has */
    assert_int_equal(rest_counted(&rest, false, at("2026-03-28 11:00"), at("2026-03-29 10:00")), 15 * HOUR * SECOND);
    assert_int_equal(rest_counted(&rest, false, at("2026-10-24 10:00"), at("2026-10-25 11:00")), 15 * HOUR * SECOND);
    assert_int_equal(rest_counted(&none, false, at("2026-03-28 11:00"), at("2026-03-29 10:00")), 23 * HOUR * SECOND);
    assert_int_equal(rest_counted(&none, true, at("2026-03-27 11:00"), at("2026-03-30 10:00")), 24 * HOUR * SECOND);
    assert_int_equal(rest_after(&rest, false, at("2026-03-28 11:00"), 15 * HOUR * SECOND), at("2026-03-29 10:00"));
    assert_int_equal(rest_after(&rest, true, at("2026-03-27 11:00"), 15 * HOUR * SECOND), at("2026-03-30 10:00"));
}

static void the_end_of_an_amount_is_the_first_such_moment(void **unused)
{
    (void)unused;
    const struct rest rest = rest_of("UTC", "22:00", "07:00");
    assert_int_equal(rest_after(&rest, false, at("2026-03-02 21:00"), HOUR * SECOND), at("2026-03-02 22:00"));
    assert_int_equal(rest_after(&rest, false, at("2026-03-02 21:00"), HOUR * SECOND + 1), at("2026-03-03 07:00") + 1);
    assert_int_equal(rest_after(&rest, false, at("2026-03-02 23:00"), 0), at("2026-03-02 23:00"));
    assert_int_equal(rest_counted(&rest, false, at("2026-03-02 21:00"), at("2026-03-02 20:00")), 0);
}

static void only_names_of_the_database_are_zones(void **unused)
{
    (void)unused;
    static const char *const good[] = {"UTC", "Europe/Rome", "America/Argentina/Ushuaia", "Etc/GMT+3", "Asia/Calcutta"};
    static const char *const bad[] = {"", "Europe", "Europe/", "Europe/Nowhere", "/etc/passwd", "Europe/../UTC", "EST5EDT",
                                      "+05:30", "right/Europe/Rome", "Europe/Rome ", "europe/rome", "<A>3",
                                      "Etc/EST5EDT,M3.2.0,M11.1.0"};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        if (!rest_zone_known(good[i]))
            fail_msg("%s is not known", good[i]);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (rest_zone_known(bad[i]))
            fail_msg("%s is known", bad[i]);
    assert_false(rest_zone_known(NULL));
}

/* ---- the slow way ---- */

enum { DAYS = 40, MINUTES = DAYS * 24 * 60, EDGE = 5 * 24 * 60 /* a night at the edge may reach in */ };

struct slow {
    int64_t start;                /* Unix minutes */
    int64_t wall[MINUTES];        /* minutes that the wall clock shows */
    bool stands[MINUTES];
};

static void slow_zone(struct slow *slow, const char *zone, int64_t start)
{
    setenv("TZ", zone, 1);
    tzset();
    slow->start = start;
    for (int m = 0; m < MINUTES; m++) {
        struct tm tm;
        time_t seconds = (time_t)((start + m) * 60);
        localtime_r(&seconds, &tm);
        slow->wall[m] = start + m + tm.tm_gmtoff / 60;
        slow->stands[m] = false;
    }
}

/* Each minute from the first that shows @from or more to the last that comes to @until from below. */
static void slow_stretch(struct slow *slow, int64_t from, int64_t until)
{
    int near = (int)(from - slow->start), far = (int)(until - slow->start), first, last;
    for (first = near > EDGE ? near - EDGE / 2 : 0; first < MINUTES && slow->wall[first] < from; first++)
        ;
    for (last = far + EDGE / 2 < MINUTES ? far + EDGE / 2 : MINUTES - 1; last > 0 && slow->wall[last - 1] >= until; last--)
        ;
    for (int m = first; m < last; m++)
        slow->stands[m] = true;
}

static void slow_fill(struct slow *slow, const struct rest *rest, bool weekdays)
{
    int64_t midnight = slow->start - slow->start % 1440;
    for (int d = 0; d < DAYS; d++, midnight += 1440) {
        int64_t length = rest->until > rest->from ? rest->until - rest->from : rest->until + 1440 - rest->from;
        if (rest->from != REST_NONE)
            slow_stretch(slow, midnight + rest->from, midnight + rest->from + length);
        if (weekdays && (midnight / 1440) % 7 == 2) /* 1970-01-01 was a Thursday */
            slow_stretch(slow, midnight, midnight + 2 * 1440);
    }
    for (int v = 0; v < rest->n_vacations; v++)
        for (int m = 0; m < MINUTES; m++)
            if (slow->start + m >= rest->vacation[v].starts / SECOND / 60
                && slow->start + m < rest->vacation[v].ends / SECOND / 60)
                slow->stands[m] = true;
}

static int64_t slow_counted(const struct slow *slow, int from, int to)
{
    int64_t n = 0;
    for (int m = from; m < to; m++)
        n += !slow->stands[m];
    return n * 60 * SECOND;
}

static uint32_t dice = 20261121;
static int64_t below(int64_t n)
{
    dice = dice * 1664525 + 1013904223;
    return (int64_t)((uint64_t)dice * (uint64_t)n >> 32);
}

static const struct {
    const char *zone;
    const char *change; /* some day near which the zone changes */
} places[] = {
    {"UTC", "2026-06-01 00:00"},                 {"Europe/Rome", "2026-03-29 00:00"},
    {"Europe/Rome", "2026-10-25 00:00"},         {"America/New_York", "2026-03-08 00:00"},
    {"America/New_York", "2026-11-01 00:00"},    {"America/St_Johns", "2026-11-01 00:00"},
    {"America/St_Johns", "2010-11-07 00:00"},    {"Australia/Lord_Howe", "2026-04-05 00:00"},
    {"Australia/Lord_Howe", "2026-10-04 00:00"}, {"Pacific/Apia", "2011-12-30 00:00"},
    {"Asia/Tokyo", "2026-06-01 00:00"},          {"America/Havana", "2026-03-08 00:00"},
    {"America/Havana", "2026-11-01 00:00"},      {"America/Sao_Paulo", "2018-11-04 00:00"},
    {"America/Sao_Paulo", "2018-02-18 00:00"},   {"Asia/Kathmandu", "2026-06-01 00:00"},
    {"Africa/Casablanca", "2026-02-15 00:00"},   {"Asia/Beirut", "2026-03-29 00:00"},
    {"Pacific/Chatham", "2026-04-05 00:00"},     {"America/Scoresbysund", "2024-03-31 00:00"},
};
enum { PLACES = sizeof(places) / sizeof(places[0]), TRIALS = 200 };

static struct rest random_rest(const char *zone, int64_t start)
{
    struct rest rest = rest_never();
    rest.zone = zone;
    if (below(4) > 0) {
        rest.from = (int)below(1440);
        rest.until = (int)(rest.from + 1 + below(below(8) ? 12 * 60 : 1439)) % 1440;
    }
    int64_t m = start;
    for (int64_t n = below(4); n > 0; n--) {
        m += below(8 * 1440);
        rest.vacation[rest.n_vacations].starts = m * 60 * SECOND;
        m += 1 + below(below(2) ? 8 * 1440 : 600);
        rest.vacation[rest.n_vacations++].ends = m * 60 * SECOND;
    }
    return rest;
}

static void counting_agrees_with_a_walk_by_minutes(void **unused)
{
    (void)unused;
    struct slow *slow = malloc(sizeof(*slow));
    assert_non_null(slow);
    for (int trial = 0; trial < TRIALS; trial++) {
        int place = (int)below(PLACES);
        int64_t start = at(places[place].change) / SECOND / 60 - (DAYS / 2) * 1440 - below(3 * 1440);
        const struct rest rest = random_rest(places[place].zone, start);
        bool weekdays = below(2);
        slow_zone(slow, rest.zone, start);
        slow_fill(slow, &rest, weekdays);
        for (int i = 0; i < 20; i++) {
            int from = EDGE + (int)below(MINUTES - 2 * EDGE), to = from + (int)below(MINUTES - EDGE - from);
            int64_t base = start * 60 * SECOND, minute = 60 * SECOND;
            int64_t counted = rest_counted(&rest, weekdays, base + from * minute, base + to * minute);
            if (counted != slow_counted(slow, from, to))
                fail_msg("trial %d, %s, rest %d-%d, weekdays %d, minutes %d-%d: %lld, slowly %lld", trial, rest.zone,
                         rest.from, rest.until, weekdays, from, to, (long long)(counted / minute),
                         (long long)(slow_counted(slow, from, to) / minute));
            int64_t until;
            bool goes = rest_stands(&rest, weekdays, base + from * minute, &until) == CLOCK_GOES;
            assert_int_equal(goes, !slow->stands[from]);
        }
    }
    free(slow);
    setenv("TZ", "UTC", 1);
    tzset();
}

static void counting_adds_up_and_can_be_turned_round(void **unused)
{
    (void)unused;
    for (int trial = 0; trial < TRIALS; trial++) {
        int place = (int)below(PLACES);
        int64_t start = at(places[place].change) / SECOND / 60 - (DAYS / 2) * 1440;
        const struct rest rest = random_rest(places[place].zone, start);
        bool weekdays = below(2);
        int64_t a = start * 60 * SECOND + below(20 * DAY) * SECOND + below(SECOND);
        int64_t b = a + below(9 * DAY) * SECOND + below(SECOND), c = b + below(9 * DAY) * SECOND;
        int64_t whole = rest_counted(&rest, weekdays, a, c);
        assert_int_equal(whole, rest_counted(&rest, weekdays, a, b) + rest_counted(&rest, weekdays, b, c));
        int64_t amount = below(9 * DAY) * SECOND + below(SECOND), end = rest_after(&rest, weekdays, a, amount);
        assert_int_equal(rest_counted(&rest, weekdays, a, end), amount);
        if (amount > 0)
            assert_int_equal(rest_counted(&rest, weekdays, a, end - 1), amount - 1);
        assert_int_equal(rest_after(&rest, weekdays, rest_after(&rest, weekdays, a, amount / 3), amount - amount / 3), end);
    }
}

/* ---- the clock of a seat ---- */

static const struct pace day = {.name = "day", .free = DAY, .window = 8 * HOUR};
static const struct pace bank = {.name = "bank-3", .bank = 3 * DAY, .add = 6 * HOUR, .cap = 4 * DAY, .window = 8 * HOUR};
static const struct pace grace = {.name = "grace-8", .free = 8 * HOUR, .bank = 4 * DAY, .cap = 4 * DAY, .window = 8 * HOUR};
static const struct pace none = {.name = NULL};

static void a_wait_has_its_time_and_a_reminder_at_four_fifths(void **unused)
{
    (void)unused;
    const struct rest never = rest_never(), rome = rest_of("Europe/Rome", "22:00", "07:00");
    struct seat_clock clock = seat_clock_first(&day);
    int64_t now = at("2026-03-28 11:00");
    seat_clock_begin(&clock, &day, &never, false, now);
    assert_int_equal(clock.deadline, now + DAY * SECOND);
    assert_int_equal(clock.remind, now + DAY * SECOND * 4 / 5);
    assert_int_equal(seat_clock_left(&clock, &day, &never, now + HOUR * SECOND), 23 * HOUR * SECOND);
    assert_int_equal(seat_clock_left(&clock, &day, &never, now + 99 * DAY * SECOND), 0);
    seat_clock_begin(&clock, &day, &rome, false, now); /* 10 h, 15 h a day, by then summer time */
    assert_int_equal(clock.deadline, at("2026-03-29 19:00"));
    seat_clock_begin(&clock, &day, &never, true, now);
    assert_int_equal(clock.deadline, now + 8 * HOUR * SECOND);
    seat_clock_end(&clock, &day, &never, now + HOUR * SECOND);
    assert_int_equal(clock.deadline + clock.remind + clock.spent + clock.spent_at + clock.bank + clock.in_window, 0);
}

static void the_bank_pays_what_is_beyond_and_grows_to_its_cap(void **unused)
{
    (void)unused;
    const struct rest never = rest_never();
    const int64_t now = at("2026-03-02 12:00"), hour = HOUR * SECOND;
    struct seat_clock clock = seat_clock_first(&bank);
    assert_int_equal(clock.bank, 72 * hour);
    seat_clock_begin(&clock, &bank, &never, false, now);
    assert_int_equal(clock.deadline, now + 72 * hour);
    seat_clock_end(&clock, &bank, &never, now + 10 * hour);
    assert_int_equal(clock.bank, (72 - 10 + 6) * hour);
    for (int i = 0; i < 9; i++) {
        seat_clock_begin(&clock, &bank, &never, false, now);
        seat_clock_end(&clock, &bank, &never, now);
    }
    assert_int_equal(clock.bank, 96 * hour);
    seat_clock_begin(&clock, &bank, &never, true, now); /* an answer outside one's turn */
    seat_clock_end(&clock, &bank, &never, now + 5 * hour);
    assert_int_equal(clock.bank, 96 * hour);
    seat_clock_begin(&clock, &bank, &never, false, now);
    seat_clock_end(&clock, &bank, &never, now + 500 * hour);
    assert_int_equal(clock.bank, 6 * hour);

    clock = seat_clock_first(&grace);
    seat_clock_begin(&clock, &grace, &never, false, now);
    seat_clock_end(&clock, &grace, &never, now + 7 * hour);
    assert_int_equal(clock.bank, 96 * hour);
    seat_clock_begin(&clock, &grace, &never, false, now);
    assert_int_equal(seat_clock_allowed(&clock, &grace), 104 * hour);
    seat_clock_end(&clock, &grace, &never, now + 11 * hour);
    assert_int_equal(clock.bank, 93 * hour);
}

static void what_is_granted_comes_on_top(void **unused)
{
    (void)unused;
    const struct rest never = rest_never();
    const int64_t now = at("2026-03-02 12:00"), hour = HOUR * SECOND;
    struct seat_clock clock = seat_clock_first(&bank);
    seat_clock_begin(&clock, &bank, &never, false, now);
    int64_t late = clock.deadline + 5 * hour;
    seat_clock_grant(&clock, &bank, &never, 10 * hour, late);
    assert_int_equal(clock.deadline, late + 10 * hour); /* all of it, though the deadline was long over */
    assert_int_equal(clock.remind, late + 8 * hour);
    assert_int_equal(seat_clock_left(&clock, &bank, &never, late), 10 * hour);
    const struct rest night = rest_of("UTC", "22:00", "07:00"); /* late is 17:00 */
    seat_clock_settle(&clock, &bank, &never, &night, late);
    assert_int_equal(clock.remind, late + (8 + 9) * hour);
    assert_int_equal(clock.deadline, late + (10 + 9) * hour);
    seat_clock_end(&clock, &bank, &night, late + hour);
    assert_int_equal(clock.bank, 6 * hour);
}

static void a_change_of_rest_moves_deadline_and_reminder(void **unused)
{
    (void)unused;
    const struct rest never = rest_never(), night = rest_of("UTC", "22:00", "07:00");
    const int64_t now = at("2026-03-02 12:00"), hour = HOUR * SECOND;
    struct seat_clock clock = seat_clock_first(&day);
    seat_clock_begin(&clock, &day, &never, false, now);
    seat_clock_settle(&clock, &day, &never, &night, now + 2 * hour);
    assert_int_equal(clock.spent, 2 * hour);
    assert_int_equal(clock.deadline, at("2026-03-03 21:00"));
    assert_int_equal(clock.remind, at("2026-03-03 16:12"));
    seat_clock_settle(&clock, &day, &night, &never, at("2026-03-03 03:00")); /* what the night was is not taken back */
    assert_int_equal(clock.spent, 10 * hour);
    assert_int_equal(clock.deadline, at("2026-03-03 17:00"));
    clock.remind = 0; /* sent */
    seat_clock_settle(&clock, &day, &never, &night, at("2026-03-03 04:00"));
    assert_int_equal(clock.remind, 0);
    seat_clock_settle(&clock, &day, &night, &never, at("2026-03-05 04:00")); /* what has come stays come */
    assert_int_equal(clock.deadline, at("2026-03-03 20:00"));
    assert_int_equal(seat_clock_left(&clock, &day, &never, at("2026-03-05 04:00")), 0);
}

static void looking_at_a_clock_does_not_move_it(void **unused)
{
    (void)unused;
    static const struct pace *const paces[] = {&day, &bank, &grace};
    for (int trial = 0; trial < TRIALS; trial++) {
        int place = (int)below(PLACES);
        const struct pace *pace = paces[below(3)];
        int64_t start = at(places[place].change) / SECOND / 60 - 5 * 1440, now = start * 60 * SECOND + below(SECOND);
        const struct rest was = random_rest(places[place].zone, start), is = random_rest("Asia/Tokyo", start);
        struct seat_clock clock = seat_clock_first(pace);
        seat_clock_begin(&clock, pace, &was, below(4) == 0, now);
        const struct seat_clock begun = clock;
        for (int i = 0; i < 4 && now < begun.deadline; i++) {
            int64_t left = seat_clock_left(&clock, pace, &was, now);
            assert_int_equal(left, rest_counted(&was, pace->weekdays, now, begun.deadline));
            seat_clock_settle(&clock, pace, &was, &was, now);
            assert_int_equal(clock.deadline, begun.deadline);
            if (now <= begun.remind)
                assert_int_equal(clock.remind, begun.remind);
            now += below(begun.deadline - now + 1);
        }
        /* Another rest for a while, and back: what counted is what each let count. */
        int64_t changed = begun.spent_at + (begun.deadline - begun.spent_at) / 3, back = changed + HOUR * SECOND;
        clock = begun;
        seat_clock_settle(&clock, pace, &was, &is, changed);
        seat_clock_settle(&clock, pace, &is, &was, back);
        assert_int_equal(clock.spent, rest_counted(&was, false, begun.spent_at, changed) + rest_counted(&is, false, changed, back));
        int64_t left = seat_clock_allowed(&clock, pace) - clock.spent;
        if (left > 0)
            assert_int_equal(clock.deadline, rest_after(&was, false, back, left));
    }
}

static void a_clock_that_goes_back_takes_nothing_twice(void **unused)
{
    (void)unused;
    const struct rest never = rest_never();
    const int64_t now = at("2026-03-02 12:00"), hour = HOUR * SECOND;
    struct seat_clock clock = seat_clock_first(&day);
    seat_clock_begin(&clock, &day, &never, false, now);
    seat_clock_settle(&clock, &day, &never, &never, now + 5 * hour);
    seat_clock_settle(&clock, &day, &never, &never, now + 2 * hour);
    assert_int_equal(clock.spent, 5 * hour);
    assert_int_equal(clock.deadline, now + 24 * hour);
    assert_int_equal(seat_clock_left(&clock, &day, &never, now - 99 * hour), 19 * hour);
    seat_clock_settle(&clock, &day, &never, &never, now + 6 * hour);
    assert_int_equal(clock.spent, 6 * hour);
    seat_clock_end(&clock, &day, &never, now - hour);
    assert_int_equal(clock.bank, 0);
}

static void without_a_pace_nothing_is_counted(void **unused)
{
    (void)unused;
    const struct rest never = rest_never();
    const int64_t now = at("2026-03-02 12:00");
    struct seat_clock clock = seat_clock_first(&none);
    seat_clock_begin(&clock, &none, &never, false, now);
    seat_clock_settle(&clock, &none, &never, &never, now + SECOND);
    seat_clock_grant(&clock, &none, &never, DAY * SECOND, now + SECOND);
    assert_int_equal(seat_clock_left(&clock, &none, &never, now), 0);
    assert_int_equal(clock.deadline + clock.remind + clock.spent_at + clock.spent + clock.extra, 0);
    seat_clock_end(&clock, &none, &never, now + DAY * SECOND);
    assert_int_equal(clock.bank, 0);
}

/* ---- names ---- */

static void a_pace_is_stored_and_read_again(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    for (const struct pace_kind *kind = pace_kinds(); kind->pace.name; kind++) {
        struct pace pace = kind->pace;
        pace.weekdays = true;
        const struct pace back = pace_from_json(arena, pace_text(arena, &pace));
        if (!strcmp(kind->pace.name, "none")) {
            assert_null(back.name);
            continue;
        }
        assert_string_equal(back.name, pace.name);
        assert_int_equal(back.free, pace.free);
        assert_int_equal(back.bank, pace.bank);
        assert_int_equal(back.add, pace.add);
        assert_int_equal(back.cap, pace.cap);
        assert_int_equal(back.window, pace.window);
        assert_true(back.weekdays);
        assert_true(pace.free + pace.bank > 0 && pace.window > 0 && pace.cap >= pace.bank);
        assert_ptr_equal(pace_kind_find(pace.name), kind);
    }
    const struct pace odd = pace_from_json(arena, "{\"name\": \"day\", \"new\": \"x\", \"free\": 7, \"weekdays\": false}");
    assert_string_equal(odd.name, "day");
    assert_int_equal(odd.free, 7);
    assert_false(odd.weekdays);
    assert_null(pace_from_json(arena, "{\"name\": \"day\", \"free\": 3000000000}").name);
    assert_null(pace_from_json(arena, "{\"name\": \"day\", \"free\": \"7\"}").name);
    assert_null(pace_from_json(arena, "{\"name\": \"day\", \"free\": 7").name);
    assert_null(pace_from_json(arena, "{}").name);
    assert_null(pace_from_json(arena, "not json").name);
    assert_null(pace_from_json(arena, NULL).name);
    assert_non_null(pace_preset());
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_stands_by_the_calendar_of_its_zone),
        cmocka_unit_test(a_vacation_hides_the_other_reasons),
        cmocka_unit_test(letters_that_come_back_stop_the_clock_for_so_long_at_the_most),
        cmocka_unit_test(days_of_23_and_25_hours_count_what_they_have),
        cmocka_unit_test(the_end_of_an_amount_is_the_first_such_moment),
        cmocka_unit_test(only_names_of_the_database_are_zones),
        cmocka_unit_test(counting_agrees_with_a_walk_by_minutes),
        cmocka_unit_test(counting_adds_up_and_can_be_turned_round),
        cmocka_unit_test(a_wait_has_its_time_and_a_reminder_at_four_fifths),
        cmocka_unit_test(the_bank_pays_what_is_beyond_and_grows_to_its_cap),
        cmocka_unit_test(what_is_granted_comes_on_top),
        cmocka_unit_test(a_change_of_rest_moves_deadline_and_reminder),
        cmocka_unit_test(looking_at_a_clock_does_not_move_it),
        cmocka_unit_test(a_clock_that_goes_back_takes_nothing_twice),
        cmocka_unit_test(without_a_pace_nothing_is_counted),
        cmocka_unit_test(a_pace_is_stored_and_read_again),
    };
    return cmocka_run_group_tests_name("pace", tests, NULL, NULL);
}
