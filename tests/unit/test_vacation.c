/* How vacation is earned, planned, used and given back; and what a nightly rest may be. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cgi/base/pace.h"

static const int64_t day = INT64_C(86400) * 1000000, now = INT64_C(1790000000) * 1000000;

static struct own_time fresh(void)
{
    return (struct own_time){.rest = rest_never(), .saved = 7 * day, .counted = now};
}

static void a_day_is_earned_every_twelve_up_to_thirty(void **unused)
{
    (void)unused;
    struct own_time own = fresh();
    assert_int_equal(vacation_saved(&own, now), 7 * day);
    assert_int_equal(vacation_saved(&own, now + 12 * day), 8 * day);
    assert_int_equal(vacation_saved(&own, now + 6 * day), 7 * day + day / 2);
    assert_int_equal(vacation_saved(&own, now + 3000 * day), 30 * day);
    assert_int_equal(vacation_saved(&own, now - day), 7 * day); /* a clock that went back */
}

static void what_is_planned_is_taken_and_what_is_not_used_comes_back(void **unused)
{
    (void)unused;
    struct own_time own = fresh();
    struct err err = {0};
    assert_true(vacation_plan(&own, now + 10 * day, now + 13 * day, now, &err));
    assert_true(vacation_plan(&own, now, now + 2 * day, now, &err));
    assert_int_equal(vacation_saved(&own, now), 2 * day);
    assert_int_equal(own.rest.n_vacations, 2);
    assert_int_equal(own.rest.vacation[0].starts, now);
    assert_int_equal(own.rest.vacation[1].ends, now + 13 * day);
    assert_true(vacation_end(&own, now + 10 * day, now + day / 2, &err)); /* called off */
    assert_int_equal(vacation_saved(&own, now), 5 * day + day / 24);
    assert_true(vacation_end(&own, now, now + day, &err)); /* back after half of it */
    assert_int_equal(vacation_saved(&own, now + day), 6 * day + day / 12);
    assert_int_equal(own.rest.n_vacations, 0);
    assert_false(vacation_end(&own, now, now + day, &err));
    assert_int_equal(err.code, ERR_STALE);
}

static void nothing_comes_back_above_the_most(void **unused)
{
    (void)unused;
    struct own_time own = fresh();
    struct err err = {0};
    own.saved = 30 * day;
    assert_true(vacation_plan(&own, now + 300 * day, now + 310 * day, now, &err));
    assert_int_equal(vacation_saved(&own, now + 120 * day), 30 * day);
    assert_true(vacation_end(&own, now + 300 * day, now + 120 * day, &err));
    assert_int_equal(vacation_saved(&own, now + 120 * day), 30 * day);
}

static void a_vacation_that_does_not_fit_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        int starts, ends; /* hours from now */
        bool taken;
    } plans[] = {
        {48, 48 + 7 * 24 + 1, false}, /* longer than what is saved */
        {-1, 24, false},              /* begins in the past */
        {24, 24, false},              /* is nothing */
        {48, 24, false},
        {367 * 24, 368 * 24, false},  /* too far ahead */
        {48, 72, true},
        {47, 49, false},              /* overlaps */
        {60, 65, false},
        {24, 96, false},
        {72, 73, true},               /* touches */
        {47, 48, true},
    };
    struct own_time own = fresh();
    const int64_t hour = day / 24;
    for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
        struct err err = {0};
        const struct own_time before = own;
        bool taken = vacation_plan(&own, now + plans[i].starts * hour, now + plans[i].ends * hour, now, &err);
        if (taken != plans[i].taken)
            fail_msg("plan %zu: %d %s", i, taken, err.logged);
        if (!taken) {
            assert_non_null(err.say);
            assert_int_equal(own.rest.n_vacations, before.rest.n_vacations);
            assert_int_equal(own.saved, before.saved);
        }
    }
}

static void only_so_many_are_planned_at_a_time(void **unused)
{
    (void)unused;
    struct own_time own = fresh();
    struct err err = {0};
    for (int i = 0; i < VACATIONS_PLANNED; i++)
        assert_true(vacation_plan(&own, now + (2 * i + 1) * day / 24, now + (2 * i + 2) * day / 24, now, &err));
    assert_false(vacation_plan(&own, now + 100 * day, now + 101 * day, now, &err));
    assert_int_equal(err.code, ERR_INPUT);
}

static void a_nightly_rest_has_an_end_and_at_most_twelve_hours(void **unused)
{
    (void)unused;
    static const struct {
        int from, until;
        bool taken;
    } rests[] = {
        {REST_NONE, REST_NONE, true}, {22 * 60, 7 * 60, true},     {20 * 60, 8 * 60, true},  {20 * 60, 8 * 60 + 15, false},
        {0, 12 * 60, true},           {23 * 60, REST_NONE, false}, {REST_NONE, 60, false},   {300, 300, false},
        {300, 285, false},
    };
    for (size_t i = 0; i < sizeof(rests) / sizeof(rests[0]); i++) {
        struct own_time own = fresh();
        struct err err = {0};
        assert_int_equal(rest_set(&own, rests[i].from, rests[i].until, &err), rests[i].taken);
        assert_int_equal(own.rest.from, rests[i].taken ? rests[i].from : REST_NONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_is_earned_every_twelve_up_to_thirty),
        cmocka_unit_test(what_is_planned_is_taken_and_what_is_not_used_comes_back),
        cmocka_unit_test(nothing_comes_back_above_the_most),
        cmocka_unit_test(a_vacation_that_does_not_fit_is_refused),
        cmocka_unit_test(only_so_many_are_planned_at_a_time),
        cmocka_unit_test(a_nightly_rest_has_an_end_and_at_most_twelve_hours),
    };
    return cmocka_run_group_tests_name("vacation", tests, NULL, NULL);
}
