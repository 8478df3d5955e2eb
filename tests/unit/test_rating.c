/* Ratings: against the values of the paper's worked scale, and what must hold of any field. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cgi/base/rating.h"

enum { MOST = 5 };

/* A field of newcomers, of which the first came in first and so on, but for those of one rank. */
static void newcomers(struct rated *players, const int *ranks, int n)
{
    for (int i = 0; i < n; i++)
        players[i] = (struct rated){.rating = rating_first(), .rank = ranks[i]};
}

static void close_to(double got, double wanted, double within)
{
    if (fabs(got - wanted) > within)
        fail_msg("%.6f is not %.6f", got, wanted);
}

/* One factor of 60 from the scale of the paper, where the first mean is 25. */
static double as_published(double number)
{
    return 60 * number;
}

static void two_newcomers_are_rated_as_published(void **unused)
{
    (void)unused;
    struct rated p[2];
    newcomers(p, (const int[]){1, 2}, 2);
    rating_update(p, 2);
    close_to(p[0].rating.mean, as_published(27.63523138), 1e-4);
    close_to(p[1].rating.mean, as_published(22.36476862), 1e-4);
    close_to(p[0].rating.deviation, as_published(8.06550632), 1e-4);
    close_to(p[1].rating.deviation, as_published(8.06550632), 1e-4);
    assert_int_equal(p[0].rating.games, 1);
}

/* Three newcomers, by hand: c² = 3 (500² + 250²); the places were expected with 1/3 of three, 1/2 of two, and 1. */
static void three_newcomers_are_rated_as_worked_out_by_hand(void **unused)
{
    (void)unused;
    struct rated p[3];
    newcomers(p, (const int[]){2, 1, 3}, 3);
    double variance = 250000, c = sqrt(3 * (variance + 62500));
    rating_update(p, 3);
    close_to(p[1].rating.mean, 1500 + variance / c * (2.0 / 3), 1e-6);
    close_to(p[0].rating.mean, 1500 + variance / c * (1.0 / 2 - 1.0 / 3), 1e-6);
    close_to(p[2].rating.mean, 1500 - variance / c * (1.0 / 2 + 1.0 / 3), 1e-6);
    double third = 2.0 / 9, gamma = sqrt(variance) / c * variance / (c * c);
    close_to(p[1].rating.deviation, sqrt(variance * (1 - gamma * third)), 1e-6);
    close_to(p[0].rating.deviation, sqrt(variance * (1 - gamma * (third + 0.25))), 1e-6);
}

static void what_some_gain_the_others_lose_when_all_are_known_alike(void **unused)
{
    (void)unused;
    for (int n = 2; n <= MOST; n++) {
        struct rated p[MOST];
        newcomers(p, (const int[]){3, 1, 4, 2, 5}, n);
        for (int i = 0; i < n; i++)
            p[i].rating.mean = 1200 + 150 * i;
        rating_update(p, n);
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += p[i].rating.mean - (1200 + 150 * i);
        close_to(sum, 0, 1e-6);
    }
}

static void a_better_place_is_worth_more(void **unused)
{
    (void)unused;
    struct rated p[MOST];
    newcomers(p, (const int[]){1, 2, 3, 4, 5}, MOST);
    rating_update(p, MOST);
    for (int i = 1; i < MOST; i++)
        assert_true(p[i].rating.mean < p[i - 1].rating.mean);
    for (int i = 0; i < MOST; i++)
        assert_true(p[i].rating.deviation < RATING_DEVIATION);
}

static void a_tie_of_equals_moves_nobody(void **unused)
{
    (void)unused;
    for (int n = 2; n <= MOST; n++) {
        struct rated p[MOST];
        newcomers(p, (const int[]){1, 1, 1, 1, 1}, n);
        rating_update(p, n);
        for (int i = 0; i < n; i++)
            close_to(p[i].rating.mean, 1500, 1e-9);
    }
    struct rated p[3];
    newcomers(p, (const int[]){1, 1, 3}, 3);
    rating_update(p, 3);
    close_to(p[0].rating.mean, p[1].rating.mean, 1e-9);
    assert_true(p[0].rating.mean > 1500 && p[2].rating.mean < 1500);
}

static void a_tie_brings_the_weaker_up(void **unused)
{
    (void)unused;
    struct rated p[2];
    newcomers(p, (const int[]){1, 1}, 2);
    p[0].rating.mean = 1800;
    rating_update(p, 2);
    assert_true(p[0].rating.mean < 1800 && p[1].rating.mean > 1500);
}

static void beating_the_stronger_is_worth_more(void **unused)
{
    (void)unused;
    struct rated strong[2], weak[2];
    newcomers(strong, (const int[]){1, 2}, 2);
    newcomers(weak, (const int[]){1, 2}, 2);
    strong[1].rating.mean = 1900;
    weak[1].rating.mean = 1100;
    rating_update(strong, 2);
    rating_update(weak, 2);
    assert_true(strong[0].rating.mean > weak[0].rating.mean && weak[0].rating.mean > 1500);
}

static void only_the_order_of_ranks_counts(void **unused)
{
    (void)unused;
    struct rated one[3], other[3];
    newcomers(one, (const int[]){1, 2, 3}, 3);
    newcomers(other, (const int[]){2, 4, 6}, 3);
    rating_update(one, 3);
    rating_update(other, 3);
    for (int i = 0; i < 3; i++)
        close_to(one[i].rating.mean, other[i].rating.mean, 1e-12);
}

/* Whoever always beats everybody goes up for ever more slowly, and stays a number. */
static void a_thousand_games_stay_sound(void **unused)
{
    (void)unused;
    struct rated p[MOST];
    newcomers(p, (const int[]){1, 2, 3, 4, 5}, MOST);
    for (int i = 0; i < 1000; i++)
        rating_update(p, MOST);
    for (int i = 0; i < MOST; i++) {
        assert_true(isfinite(p[i].rating.mean) && p[i].rating.deviation > 0 && p[i].rating.deviation <= RATING_DEVIATION);
        assert_int_equal(p[i].rating.games, 1000);
        assert_true(i == 0 || p[i].rating.mean < p[i - 1].rating.mean);
    }
}

/* From the fourth game of the same people on, half as much each time: of the mean and of what is known. */
static void repeated_games_count_for_less(void **unused)
{
    (void)unused;
    static const double wanted[] = {1, 1, 1, 0.5, 0.25, 0.125};
    for (int before = 0; before < 6; before++)
        close_to(rating_share(before), wanted[before], 1e-15);
    assert_true(rating_share(2000) >= 0 && rating_share(2000) < 1e-9);
    struct rated whole[3], part[3], none[3];
    newcomers(whole, (const int[]){1, 2, 3}, 3);
    newcomers(part, (const int[]){1, 2, 3}, 3);
    newcomers(none, (const int[]){1, 2, 3}, 3);
    rating_update(whole, 3);
    rating_update_part(part, 3, 0.25);
    rating_update_part(none, 3, 0);
    for (int i = 0; i < 3; i++) {
        close_to(part[i].rating.mean - RATING_MEAN, (whole[i].rating.mean - RATING_MEAN) / 4, 1e-9);
        close_to(part[i].rating.deviation - RATING_DEVIATION, (whole[i].rating.deviation - RATING_DEVIATION) / 4, 1e-9);
        close_to(none[i].rating.mean, RATING_MEAN, 1e-12);
        assert_true(part[i].rating.games == 1 && none[i].rating.games == 1);
        close_to(rating_least(&whole[i].rating), whole[i].rating.mean - 2 * whole[i].rating.deviation, 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_newcomers_are_rated_as_published),
        cmocka_unit_test(three_newcomers_are_rated_as_worked_out_by_hand),
        cmocka_unit_test(what_some_gain_the_others_lose_when_all_are_known_alike),
        cmocka_unit_test(a_better_place_is_worth_more),
        cmocka_unit_test(a_tie_of_equals_moves_nobody),
        cmocka_unit_test(a_tie_brings_the_weaker_up),
        cmocka_unit_test(beating_the_stronger_is_worth_more),
        cmocka_unit_test(only_the_order_of_ranks_counts),
        cmocka_unit_test(a_thousand_games_stay_sound),
        cmocka_unit_test(repeated_games_count_for_less),
    };
    return cmocka_run_group_tests_name("rating", tests, NULL, NULL);
}
