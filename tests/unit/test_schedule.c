/* How many divisions and tables there are, and plans of round robins: every one of them. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/tournament/schedule.h"
#include "tests/unit/draws.h"

/* A plan, counted. */
struct counts {
    int tables, seats;
    int each[DIVISION_MOST], met[DIVISION_MOST][DIVISION_MOST], by_seat[SEATS_MAX][DIVISION_MOST];
};

static struct counts count(int n, int seats)
{
    struct round_robin_table meetings[DIVISION_TABLES_MOST];
    struct counts c = {.seats = n < seats ? n : seats};
    c.tables = schedule_round_robin(n, seats, 2, meetings);
    assert_in_range(c.tables, 1, DIVISION_TABLES_MOST);
    for (int t = 0; t < c.tables; t++) {
        assert_int_equal(meetings[t].n, c.seats);
        for (int a = 0; a < c.seats; a++) {
            assert_true(meetings[t].who[a] < n);
            c.each[meetings[t].who[a]]++;
            c.by_seat[a][meetings[t].who[a]]++;
            for (int b = 0; b < c.seats; b++)
                c.met[meetings[t].who[a]][meetings[t].who[b]] += a != b;
        }
    }
    return c;
}

/* By how much @list of @n differs. */
static int spread(const int *list, int n)
{
    int least = list[0], most = list[0];
    for (int i = 1; i < n; i++) {
        least = list[i] < least ? list[i] : least;
        most = list[i] > most ? list[i] : most;
    }
    return most - least;
}

static void everybody_plays_equally_many_and_meets_everybody(void **unused)
{
    (void)unused;
    for (int n = 2; n <= DIVISION_MOST; n++)
        for (int seats = 2; seats <= SEATS_MAX; seats++) {
            struct counts c = count(n, seats);
            int list[DIVISION_MOST * DIVISION_MOST], pairs = 0;
            assert_int_equal(spread(c.each, n), 0);
            assert_int_equal(schedule_each(n, seats, 2), c.each[0]);
            for (int a = 0; a < n; a++) {
                assert_int_equal(c.met[a][a], 0);
                for (int b = 0; b < a; b++) {
                    assert_true(c.met[a][b] >= 1);
                    list[pairs++] = c.met[a][b];
                }
            }
            /* as even as numbers allow: all alike, or where that does not come out some once more often */
            assert_int_equal(spread(list, pairs), c.tables * c.seats * (c.seats - 1) / 2 % pairs ? 1 : 0);
        }
}

/* Fewer tables cannot do: people would have unequally many, or not enough seats beside them to meet everybody. */
static void no_plan_has_a_table_too_many(void **unused)
{
    (void)unused;
    for (int n = 2; n <= DIVISION_MOST; n++)
        for (int seats = 2; seats <= SEATS_MAX; seats++) {
            struct counts c = count(n, seats);
            for (int fewer = 1; fewer < c.tables; fewer++) {
                int each = fewer * c.seats / n;
                assert_true(fewer * c.seats % n != 0 || each * (c.seats - 1) < n - 1);
            }
        }
}

static void nobody_begins_more_than_once_more_often(void **unused)
{
    (void)unused;
    for (int n = 2; n <= DIVISION_MOST; n++)
        for (int seats = 2; seats <= SEATS_MAX; seats++) {
            struct counts c = count(n, seats);
            for (int s = 0; s < c.seats; s++)
                assert_true(spread(c.by_seat[s], n) <= 1);
        }
}

static void pairs_play_in_rounds(void **unused)
{
    (void)unused;
    for (int n = 2; n <= DIVISION_MOST; n++) {
        struct round_robin_table meetings[DIVISION_TABLES_MOST];
        int tables = schedule_round_robin(n, 2, 2, meetings), a_round = n / 2;
        for (int first = 0; first < tables; first += a_round) {
            int seen = 0;
            for (int t = first; t < first + a_round; t++)
                seen |= 1 << meetings[t].who[0] | 1 << meetings[t].who[1];
            assert_int_equal(__builtin_popcount((unsigned)seen), 2 * a_round);
        }
    }
}

static void too_few_for_the_game_have_no_table(void **unused)
{
    (void)unused;
    struct round_robin_table meetings[DIVISION_TABLES_MOST];
    for (int n = 0; n <= DIVISION_MOST; n++)
        for (int least = 2; least <= SEATS_MAX; least++) {
            int tables = schedule_round_robin(n, SEATS_MAX, least, meetings);
            assert_int_equal(tables > 0, n >= least);
            assert_int_equal(schedule_each(n, SEATS_MAX, least) > 0, n >= least);
        }
}

static void check_divisions(int n, int wanted)
{
    uint8_t sizes[TOURNAMENT_MOST];
    int divisions = schedule_divisions(n, wanted, sizes), sum = 0;
    for (int d = 0; d < divisions; d++) {
        sum += sizes[d];
        assert_true(d == 0 || sizes[d] <= sizes[d - 1]);
        assert_true(n < DIVISION_LEAST || (sizes[d] >= DIVISION_LEAST && sizes[d] <= DIVISION_MOST));
    }
    assert_int_equal(sum, n);
    assert_true(sizes[0] - sizes[divisions - 1] <= 1);
    int most = 1; /* of which each has four at least, and not more than it takes */
    for (int d = 2; d <= (n + wanted - 1) / wanted && n / d >= DIVISION_LEAST; d++)
        most = d;
    assert_int_equal(divisions, most);
}

static void divisions_have_four_to_seven(void **unused)
{
    (void)unused;
    for (int n = 1; n <= TOURNAMENT_MOST; n++)
        for (int wanted = DIVISION_LEAST; wanted <= DIVISION_MOST; wanted++)
            check_divisions(n, wanted);
    uint8_t sizes[TOURNAMENT_MOST];
    assert_int_equal(schedule_divisions(0, 4, sizes), 0);
    assert_int_equal(schedule_divisions(9, 4, sizes), 2);
    assert_int_equal(sizes[0], 5);
    assert_int_equal(sizes[1], 4);
}

static void tables_are_full_or_have_a_seat_less(void **unused)
{
    (void)unused;
    for (int n = 0; n <= TOURNAMENT_MOST; n++)
        for (int seats = 2; seats <= SEATS_MAX; seats++)
            for (int least = 2; least <= seats; least++) {
                uint8_t sizes[TOURNAMENT_MOST];
                int out, tables = schedule_tables(n, seats, least, sizes, &out);
                struct tables expected = tables_of(n, seats, least);
                assert_int_equal(tables, expected.n_large + expected.n_small);
                assert_int_equal(out, expected.out);
                for (int t = 0; t < tables; t++)
                    assert_int_equal(sizes[t], t < expected.n_large ? expected.large : expected.small);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_plays_equally_many_and_meets_everybody),
        cmocka_unit_test(no_plan_has_a_table_too_many),
        cmocka_unit_test(nobody_begins_more_than_once_more_often),
        cmocka_unit_test(pairs_play_in_rounds),
        cmocka_unit_test(too_few_for_the_game_have_no_table),
        cmocka_unit_test(divisions_have_four_to_seven),
        cmocka_unit_test(tables_are_full_or_have_a_seat_less),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
