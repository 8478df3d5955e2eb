/* Draws of a Swiss system against all draws of few people, and against whether repeats can be avoided of more; divisions and groups with people
 * who should not meet. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/tournament/standing.h"
#include "tests/unit/draws.h"

/* Too large for the stack of some. */
static struct pairing p, copy;
static struct draw draw, again;

static void check_is_best(int seats, int least)
{
    bool sits[TOURNAMENT_MOST];
    pairing_swiss(&p, seats, least, &draw);
    check_draw(&p, seats, least, &draw, sits);
    struct tables tables = tables_of(p.n, seats, least);
    struct draw_cost best = best_cost(&p, sits, &tables), got = draw_cost(&p, &draw);
    assert_int_equal(got.apart, best.apart);
    assert_int_equal(got.again, best.again);
    assert_int_equal(got.above, best.above);
    assert_int_equal(got.gaps, best.gaps);
}

/* Anything, also what no tournament would lead to; in every third case points fall with the order of the standings. */
static void some_history(int n, uint64_t *random)
{
    int dense = chance(random, 5), points_most = 1 + chance(random, 100);
    p = (struct pairing){.n = n, .seed = (uint64_t)chance(random, 1 << 30)};
    for (int a = 0; a < n; a++) {
        p.points[a] = chance(random, points_most);
        p.sat_out[a] = (uint8_t)chance(random, 3);
        for (int b = 0; b < a; b++) {
            if (chance(random, 4) < dense)
                p.met[a][b] = p.met[b][a] = (uint8_t)(1 + chance(random, 5) / 4);
            if (chance(random, 8) == 0)
                pairing_apart(&p, a, b);
        }
    }
    if (chance(random, 3) == 0)
        for (int a = 1; a < n; a++)
            p.points[a] = p.points[a] > p.points[a - 1] ? p.points[a - 1] : p.points[a];
}

static void a_draw_of_few_is_the_best_of_all(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int n = 0; n <= 8; n++)
        for (int seats = 2; seats <= SEATS_MAX; seats++)
            for (int least = 2; least <= seats; least++)
                for (int i = 0; i < 60; i++) {
                    some_history(n, &random);
                    check_is_best(seats, least);
                }
}

static void so_it_is_up_to_the_most_that_are_tried(void **unused)
{
    (void)unused;
    uint64_t random = 2;
    for (int n = 9; n <= PAIRING_EXACT; n++)
        for (int seats = 2; seats <= SEATS_MAX; seats++)
            for (int i = 0; i < 2; i++) {
                some_history(n, &random);
                check_is_best(seats, 2);
            }
}

static void the_first_round_is_drawn_by_lot(void **unused)
{
    (void)unused;
    int with[4] = {0}, begins[4] = {0};
    for (int seed = 0; seed < 3000; seed++) {
        p = (struct pairing){.n = 4, .seed = (uint64_t)seed};
        pairing_swiss(&p, 2, 2, &draw);
        for (int t = 0; t < 2; t++) {
            begins[draw.table[t].who[0]]++;
            for (int s = 0; s < 2; s++)
                if (draw.table[t].who[s] == 0)
                    with[draw.table[t].who[1 - s]]++;
        }
    }
    for (int i = 0; i < 4; i++) {
        assert_in_range(begins[i], 1350, 1650);
        assert_true(i == 0 || (with[i] > 850 && with[i] < 1150));
    }
}

static void equal_arguments_give_equal_draws(void **unused)
{
    (void)unused;
    uint64_t random = 3;
    for (int n = 2; n < 50; n += 9) {
        some_history(n, &random);
        copy = p;
        pairing_swiss(&p, 3, 2, &draw);
        memset(&again, 0xff, sizeof(again));
        pairing_swiss(&copy, 3, 2, &again);
        assert_memory_equal(&draw, &again, sizeof(draw));
        assert_memory_equal(&p, &copy, sizeof(p));
    }
}

/* ---- Whole tournaments ---- */

struct field {
    int n, points[TOURNAMENT_MOST], order[TOURNAMENT_MOST]; /* who is where in the standings */
    uint8_t sat_out[TOURNAMENT_MOST], met[TOURNAMENT_MOST][TOURNAMENT_MOST];
    bool apart[TOURNAMENT_MOST][TOURNAMENT_MOST];
    int strength[TOURNAMENT_MOST];
};
static struct field field;

static void begin_field(int n, int in_thousand_apart, uint64_t *random)
{
    memset(&field, 0, sizeof(field));
    field.n = n;
    for (int a = 0; a < n; a++) {
        field.order[a] = a;
        field.strength[a] = chance(random, 1000);
        for (int b = 0; b < a; b++)
            field.apart[a][b] = field.apart[b][a] = chance(random, 1000) < in_thousand_apart;
    }
}

static void to_pairing(uint64_t *random)
{
    p = (struct pairing){.n = field.n, .seed = (uint64_t)chance(random, 1 << 30)};
    for (int i = 1; i < field.n; i++)
        for (int at = i; at > 0 && field.points[field.order[at]] > field.points[field.order[at - 1]]; at--) {
            int kept = field.order[at];
            field.order[at] = field.order[at - 1];
            field.order[at - 1] = kept;
        }
    for (int a = 0; a < field.n; a++) {
        p.points[a] = field.points[field.order[a]];
        p.sat_out[a] = field.sat_out[field.order[a]];
        for (int b = 0; b < field.n; b++) {
            p.met[a][b] = field.met[field.order[a]][field.order[b]];
            if (field.apart[field.order[a]][field.order[b]])
                pairing_apart(&p, a, b);
        }
    }
}

static void play_table(const struct drawn *table, uint64_t *random)
{
    int rank[SEATS_MAX], who[SEATS_MAX];
    int16_t points[SEATS_MAX];
    for (int s = 0; s < table->n; s++) {
        who[s] = field.order[table->who[s]];
        rank[s] = field.strength[who[s]] + chance(random, 700);
    }
    standing_points(table->n, rank, points);
    for (int a = 0; a < table->n; a++) {
        field.points[who[a]] += points[a];
        for (int b = 0; b < table->n; b++)
            field.met[who[a]][who[b]] = (uint8_t)(field.met[who[a]][who[b]] + (a != b));
    }
}

/* One round; adds to what happened of the three: nobody meets again; somebody does who must; it is not known whether somebody must. Fails where
 * nobody need have met again. */
struct tally {
    int none, must, unknown;
};
static void play_round(int seats, int least, uint64_t *random, struct tally *tally)
{
    bool sits[TOURNAMENT_MOST];
    to_pairing(random);
    pairing_swiss(&p, seats, least, &draw);
    check_draw(&p, seats, least, &draw, sits);
    struct draw_cost cost = draw_cost(&p, &draw);
    if (cost.apart + cost.again == 0) {
        tally->none++;
    } else {
        struct tables tables = tables_of(p.n, seats, least);
        int none = none_need_meet_again(&p, sits, &tables);
        if (none > 0)
            fail_msg("%d people, %d seats: %d apart, %d again, but none need be", p.n, seats, cost.apart, cost.again);
        tally->must += none == 0;
        tally->unknown += none < 0;
    }
    for (int i = 0; i < draw.n_out; i++) {
        field.sat_out[field.order[draw.out[i]]]++;
        field.points[field.order[draw.out[i]]] += POINT;
    }
    for (int t = 0; t < draw.n; t++)
        play_table(&draw.table[t], random);
}

static struct tally play(int n, int seats, int rounds, int in_thousand_apart, uint64_t seed)
{
    uint64_t random = seed;
    struct tally tally = {0};
    begin_field(n, in_thousand_apart, &random);
    for (int r = 0; r < rounds; r++)
        play_round(seats, 2, &random, &tally);
    return tally;
}

static void nobody_meets_twice_in_fields_that_allow_it(void **unused)
{
    (void)unused;
    static const struct { int n, seats, rounds; } fields[] = {
        {64, 2, 9}, {64, 3, 6}, {64, 4, 6}, {64, 5, 5}, {63, 2, 9}, {40, 2, 12}, {32, 2, 10}, {24, 2, 12}, {101, 5, 7}, {50, 3, 9},
    };
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        struct tally tally = play(fields[i].n, fields[i].seats, fields[i].rounds, 0, i + 1);
        assert_int_equal(tally.none, fields[i].rounds);
    }
}

static void nobody_meets_twice_among_512(void **unused)
{
    (void)unused;
    struct tally tally = play(TOURNAMENT_MOST, 5, 3, 0, 1);
    assert_int_equal(tally.none, 3);
    tally = play(TOURNAMENT_MOST, 2, 3, 0, 1);
    assert_int_equal(tally.none, 3);
}

/* Few people for the rounds: where somebody meets again, there was no other way. */
static void people_meet_twice_only_where_they_must(void **unused)
{
    (void)unused;
    static const struct { int n, seats, rounds; } fields[] = {
        {12, 2, 11}, {10, 2, 9}, {14, 2, 12}, {16, 2, 12}, {13, 2, 12}, {20, 2, 12}, {15, 3, 7}, {16, 4, 5}, {18, 3, 8}, {25, 5, 6}, {20, 4, 6},
    };
    struct tally all = {0};
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            struct tally tally = play(fields[i].n, fields[i].seats, fields[i].rounds, 0, seed);
            all.none += tally.none;
            all.must += tally.must;
            all.unknown += tally.unknown;
        }
    print_message("# rounds in which nobody met again: %d; somebody had to: %d; not known: %d\n", all.none, all.must, all.unknown);
    assert_true(all.unknown * 20 < all.none + all.must);
}

static void who_blocks_whom_does_not_meet(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct tally tally = play(30 + 2 * (int)seed, 2 + (int)seed % 4, 4, 60, seed);
        assert_int_equal(tally.none, 4);
    }
}

/* ---- Divisions and groups ---- */

static int in_one(const uint8_t *division)
{
    int n = 0;
    for (int a = 0; a < p.n; a++)
        for (int b = 0; b < a; b++)
            n += division[a] == division[b] && pairing_is_apart(&p, a, b);
    return n;
}

static void swap(uint8_t *division, int a, int b)
{
    uint8_t kept = division[a];
    division[a] = division[b];
    division[b] = kept;
}

/* Whether a change of two that is allowed would make pairs in one division fewer. */
static bool could_be_better(uint8_t *division, const int *row)
{
    int now = in_one(division);
    for (int a = 0; a < p.n; a++)
        for (int b = 0; b < a; b++) {
            bool may = row ? row[a] == row[b] : abs(division[a] - division[b]) == 1;
            if (!may)
                continue;
            swap(division, a, b);
            int then = in_one(division);
            swap(division, a, b);
            if (then < now)
                return true;
        }
    return false;
}

static void check_sizes(const uint8_t *division, const uint8_t *sizes, int divisions)
{
    int n[TOURNAMENT_MOST] = {0};
    for (int i = 0; i < p.n; i++) {
        assert_true(division[i] < divisions);
        n[division[i]]++;
    }
    for (int d = 0; d < divisions; d++)
        assert_int_equal(n[d], sizes[d]);
}

static int apart_left(int n, int wanted, int in_hundred, bool groups, uint64_t *random)
{
    uint8_t sizes[TOURNAMENT_MOST], plain[TOURNAMENT_MOST], division[TOURNAMENT_MOST];
    int row[TOURNAMENT_MOST], divisions = schedule_divisions(n, wanted, sizes);
    p = (struct pairing){.n = n};
    (groups ? pairing_groups : pairing_league)(&p, sizes, divisions, plain);
    check_sizes(plain, sizes, divisions);
    for (int i = 0; i < n; i++)
        row[i] = i / divisions;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++)
            if (chance(random, 100) < in_hundred)
                pairing_apart(&p, a, b);
    (groups ? pairing_groups : pairing_league)(&p, sizes, divisions, division);
    check_sizes(division, sizes, divisions);
    assert_true(in_one(division) <= in_one(plain));
    assert_true(in_one(division) == 0 || !could_be_better(division, groups ? row : NULL));
    for (int i = 0; groups && i < n; i++) /* nobody left the row: each group has one of each */
        for (int other = 0; other < i; other++)
            assert_true(row[i] != row[other] || division[i] != division[other]);
    return in_one(division);
}

static void people_who_block_each_other_are_in_different_divisions(void **unused)
{
    (void)unused;
    uint64_t random = 5;
    int left[2] = {0};
    for (int i = 0; i < 150; i++)
        for (int groups = 0; groups < 2; groups++)
            left[groups] += apart_left(12 + chance(&random, 40), 4 + chance(&random, 4), 4, groups, &random);
    print_message("# pairs left in one division: %d, in one group: %d, in 150 draws each\n", left[0], left[1]);
    assert_true(left[0] < 15 && left[1] < 15);
    for (int n = 0; n <= 9; n++)
        apart_left(n, 4, 30, n % 2, &random);
}

static void groups_are_drawn_in_a_zigzag(void **unused)
{
    (void)unused;
    uint8_t group[TOURNAMENT_MOST];
    p = (struct pairing){.n = 14};
    pairing_groups(&p, (uint8_t[]){5, 5, 4}, 3, group);
    assert_memory_equal(group, ((uint8_t[]){0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1}), 14);
    pairing_league(&p, (uint8_t[]){5, 5, 4}, 3, group);
    assert_memory_equal(group, ((uint8_t[]){0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2}), 14);
    pairing_apart(&p, 3, 4); /* the first of the division below comes up for the latter */
    pairing_league(&p, (uint8_t[]){5, 5, 4}, 3, group);
    assert_memory_equal(group, ((uint8_t[]){0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2, 2, 2, 2}), 14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_draw_of_few_is_the_best_of_all),
        cmocka_unit_test(so_it_is_up_to_the_most_that_are_tried),
        cmocka_unit_test(the_first_round_is_drawn_by_lot),
        cmocka_unit_test(equal_arguments_give_equal_draws),
        cmocka_unit_test(nobody_meets_twice_in_fields_that_allow_it),
        cmocka_unit_test(nobody_meets_twice_among_512),
        cmocka_unit_test(people_meet_twice_only_where_they_must),
        cmocka_unit_test(who_blocks_whom_does_not_meet),
        cmocka_unit_test(people_who_block_each_other_are_in_different_divisions),
        cmocka_unit_test(groups_are_drawn_in_a_zigzag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
