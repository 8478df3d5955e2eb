#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cgi/base/throttle.h"

static int admitted(struct throttle *throttle, int64_t who, int64_t ticks, int tries)
{
    int n = 0, again;
    for (int i = 0; i < tries; i++)
        n += throttle_admits(throttle, who, ticks, &again);
    return n;
}

static void a_minute_has_so_many_and_they_come_back_evenly(void **unused)
{
    (void)unused;
    struct throttle *throttle = throttle_new(60, 60);
    assert_int_equal(admitted(throttle, 7, 1000, 100), 60);
    assert_int_equal(admitted(throttle, 7, 1900, 10), 0);
    assert_int_equal(admitted(throttle, 7, 2000, 10), 1);
    assert_int_equal(admitted(throttle, 7, 12000, 100), 10);
    assert_int_equal(admitted(throttle, 7, 3600000, 100), 60);
    throttle_free(throttle);
}

static void each_has_his_own(void **unused)
{
    (void)unused;
    struct throttle *throttle = throttle_new(5, 60);
    assert_int_equal(admitted(throttle, 1, 0, 9), 5);
    assert_int_equal(admitted(throttle, 2, 0, 9), 5);
    assert_int_equal(admitted(throttle, 1, 0, 9), 0);
    assert_int_equal(admitted(throttle, 1 + 4096, 0, 9), 5); /* takes the place of the other, and nothing of his count */
    throttle_free(throttle);
}

static void who_is_told_when_to_come_again_is_let_in_then(void **unused)
{
    (void)unused;
    for (int a_minute = 1; a_minute < 200; a_minute++) {
        struct throttle *throttle = throttle_new(a_minute, 60);
        int again = 0, unused_again;
        assert_int_equal(admitted(throttle, 7, 0, a_minute), a_minute);
        assert_false(throttle_admits(throttle, 7, 0, &again));
        assert_int_equal(again, (60 + a_minute - 1) / a_minute);
        assert_true(throttle_admits(throttle, 7, again * 1000, &unused_again));
        throttle_free(throttle);
    }
}

static void others_are_told_after_some_and_what_they_let_through_counts_here(void **unused)
{
    (void)unused;
    struct throttle *throttle = throttle_new(600, 60);
    int again = 0;
    assert_int_equal(admitted(throttle, 7, 0, 9), 9);
    assert_int_equal(throttle_untold(throttle, 7, 0), 0);
    assert_int_equal(admitted(throttle, 7, 100, 1), 1);
    assert_int_equal(throttle_untold(throttle, 7, 100), 10);
    assert_int_equal(throttle_untold(throttle, 7, 100), 0);
    assert_true(throttle_share(throttle, 7, 100, 3, &again));
    assert_int_equal(admitted(throttle, 7, 100, 10), 3);
    assert_false(throttle_share(throttle, 7, 100, -20, &again));
    assert_int_equal(again, 3); /* 21 come back in 2.1 seconds */
    assert_int_equal(admitted(throttle, 7, 2000, 10), 0);
    assert_int_equal(admitted(throttle, 7, 2200, 10), 1);
    throttle_free(throttle);
}

static void who_acts_seldom_is_never_told_of(void **unused)
{
    (void)unused;
    struct throttle *throttle = throttle_new(600, 60);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(admitted(throttle, 7, i * 7000, 1), 1);
        assert_int_equal(throttle_untold(throttle, 7, i * 7000), 0);
    }
    throttle_free(throttle);
    throttle = throttle_new(12, 60); /* of few each counts */
    assert_int_equal(admitted(throttle, 7, 0, 1), 1);
    assert_int_equal(throttle_untold(throttle, 7, 0), 1);
    throttle_free(throttle);
}

static void nought_is_any_number(void **unused)
{
    (void)unused;
    struct throttle *throttle = throttle_new(0, 60);
    assert_int_equal(admitted(throttle, 1, 0, 100000), 100000);
    throttle_free(throttle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_minute_has_so_many_and_they_come_back_evenly),
        cmocka_unit_test(each_has_his_own),
        cmocka_unit_test(who_is_told_when_to_come_again_is_let_in_then),
        cmocka_unit_test(others_are_told_after_some_and_what_they_let_through_counts_here),
        cmocka_unit_test(who_acts_seldom_is_never_told_of),
        cmocka_unit_test(nought_is_any_number),
    };
    return cmocka_run_group_tests_name("throttle", tests, NULL, NULL);
}
