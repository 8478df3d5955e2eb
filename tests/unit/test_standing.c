/* Points of tables, and standings against a second computation with fractions, person by person. */
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

enum { PLACES = 14, TABLES = 60, EACH_MOST = 12 };

static int sum_of(const int16_t *points, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += points[i];
    return sum;
}

static void check_points(int n, const int *rank, const int16_t *expected)
{
    int16_t points[SEATS_MAX];
    standing_points(n, rank, points);
    for (int i = 0; i < n; i++)
        assert_int_equal(points[i], expected[i]);
}

static void points_are_as_written(void **unused)
{
    (void)unused;
    check_points(2, (int[]){1, 2}, (int16_t[]){24, 0});
    check_points(2, (int[]){1, 1}, (int16_t[]){12, 12});
    check_points(3, (int[]){2, 3, 1}, (int16_t[]){12, 0, 24});
    check_points(4, (int[]){1, 2, 2, 4}, (int16_t[]){24, 12, 12, 0});
    check_points(4, (int[]){1, 2, 3, 4}, (int16_t[]){24, 16, 8, 0});
    check_points(5, (int[]){5, 4, 3, 2, 1}, (int16_t[]){0, 6, 12, 18, 24});
    check_points(5, (int[]){1, 1, 3, 3, 5}, (int16_t[]){21, 21, 9, 9, 0});
    check_points(1, (int[]){1}, (int16_t[]){24});
}

/* All ranks that there can be: a table is worth n / 2 points, and each gets the mean of what those who share the rank would get. */
static void every_table_is_worth_half_its_seats(void **unused)
{
    (void)unused;
    for (int n = 2; n <= SEATS_MAX; n++)
        for (int code = 0; code < 3125; code++) {
            int rank[SEATS_MAX];
            int16_t points[SEATS_MAX];
            for (int i = 0, rest = code; i < n; i++, rest /= 5)
                rank[i] = 1 + rest % 5;
            standing_points(n, rank, points);
            assert_int_equal(sum_of(points, n), n * POINT / 2);
            for (int a = 0; a < n; a++) {
                int shared = 0, sum = 0, at = 1; /* those before take ranks 1 .. at - 1 */
                for (int b = 0; b < n; b++) {
                    at += rank[b] < rank[a];
                    shared += rank[b] == rank[a];
                }
                for (int i = 0; i < shared; i++)
                    sum += n - (at + i);
                assert_int_equal(points[a] * (n - 1) * shared, POINT * sum);
            }
        }
}

static void what_is_not_finished_is_shared(void **unused)
{
    (void)unused;
    int16_t points[SEATS_MAX];
    standing_unfinished(4, (bool[]){false, false, false, false}, points);
    for (int i = 0; i < 4; i++)
        assert_int_equal(points[i], 12);
    standing_unfinished(4, (bool[]){false, true, false, true}, points);
    assert_memory_equal(points, ((int16_t[]){20, 4, 20, 4}), 4 * sizeof(points[0]));
    standing_unfinished(3, (bool[]){true, true, true}, points);
    assert_memory_equal(points, ((int16_t[]){12, 12, 12}), 3 * sizeof(points[0]));
    standing_unfinished(2, (bool[]){true, false}, points);
    assert_memory_equal(points, ((int16_t[]){0, 24}), 2 * sizeof(points[0]));
}

/* ---- A second computation ---- */

struct fraction {
    int64_t over, under;
};

static int64_t common(int64_t a, int64_t b)
{
    return b ? common(b, a % b) : a;
}

static struct fraction reduced(int64_t over, int64_t under)
{
    int64_t by = common(over, under);
    return by ? (struct fraction){over / by, under / by} : (struct fraction){0, 1};
}

static struct fraction plus(struct fraction a, struct fraction b)
{
    return reduced(a.over * b.under + b.over * a.under, a.under * b.under);
}

static int compare(struct fraction a, struct fraction b)
{
    int64_t more = a.over * b.under - b.over * a.under;
    return (more > 0) - (more < 0);
}

struct case_of {
    int n, n_tables;
    struct standing_line lines[PLACES];
    struct counted tables[TABLES];
};

static int seat_of(const struct counted *table, int place)
{
    for (int s = 0; s < table->n; s++)
        if (table->place[s] == place)
            return s;
    return -1;
}

static bool is_line(const struct case_of *c, int place)
{
    for (int i = 0; i < c->n; i++)
        if (c->lines[i].place == place)
            return true;
    return false;
}

static int points_of(const struct case_of *c, int place, int *tables)
{
    int points = 0;
    *tables = 0;
    for (int t = 0; t < c->n_tables; t++) {
        int s = seat_of(&c->tables[t], place);
        points += s < 0 ? 0 : c->tables[t].points[s];
        *tables += s >= 0;
    }
    return points;
}

static struct fraction opponents_of(const struct case_of *c, int place)
{
    struct fraction sum = {0, 1};
    int n = 0;
    for (int t = 0; t < c->n_tables; t++) {
        if (seat_of(&c->tables[t], place) < 0)
            continue;
        for (int s = 0; s < c->tables[t].n; s++) {
            int other = c->tables[t].place[s], tables;
            if (other == place || !is_line(c, other))
                continue;
            int points = points_of(c, other, &tables);
            sum = plus(sum, reduced(points, tables));
            n++;
        }
    }
    return n ? reduced(sum.over, sum.under * n) : (struct fraction){0, 1};
}

/* Whether @a and @b are equal in points and their opponents' mean; above 0: @a is better. */
static int so_far(const struct case_of *c, int a, int b)
{
    int tables, points_a = points_of(c, a, &tables), points_b = points_of(c, b, &tables);
    return points_a != points_b ? (points_a > points_b ? 1 : -1) : compare(opponents_of(c, a), opponents_of(c, b));
}

static int direct_of(const struct case_of *c, int place)
{
    int sum = 0;
    for (int t = 0; t < c->n_tables; t++) {
        int s = seat_of(&c->tables[t], place);
        bool met = false;
        for (int other = 0; s >= 0 && other < c->tables[t].n; other++)
            met = met || (other != s && is_line(c, c->tables[t].place[other]) && so_far(c, place, c->tables[t].place[other]) == 0);
        sum += met ? c->tables[t].points[s] : 0;
    }
    return sum;
}

/* A tournament of few tables, so that many are equal; two places play that are no line. */
static struct case_of some_case(uint64_t *random)
{
    struct case_of c = {.n = chance(random, PLACES + 1), .n_tables = chance(random, TABLES)};
    int each[PLACES + 2] = {0};
    for (int i = 0; i < c.n; i++)
        c.lines[i] = (struct standing_line){.place = (uint16_t)(7 * i + 3), .lot = (i * 5 + 2) % 17, .points = 99, .direct = 99};
    for (int t = 0; t < c.n_tables; t++) {
        struct counted *table = &c.tables[t];
        int wanted = 1 + chance(random, SEATS_MAX), rank[SEATS_MAX];
        for (int tries = 0; table->n < wanted && tries < 20; tries++) {
            int who = chance(random, c.n + 2);
            if (each[who] >= EACH_MOST || seat_of(table, 7 * who + 3) >= 0)
                continue;
            each[who]++;
            rank[table->n] = 1 + chance(random, 3);
            table->place[table->n++] = (uint16_t)(7 * who + 3);
        }
        if (table->n)
            standing_points(table->n, rank, table->points);
    }
    return c;
}

static void check_case(const struct case_of *c)
{
    struct standing_line lines[PLACES];
    memcpy(lines, c->lines, sizeof(lines));
    standing_of(lines, c->n, c->tables, c->n_tables);
    for (int i = 0; i < c->n; i++) {
        const struct standing_line *line = &lines[i];
        int tables, points = points_of(c, line->place, &tables);
        struct fraction mean = opponents_of(c, line->place);
        assert_int_equal(line->rank, i + 1);
        assert_int_equal(line->points, points);
        assert_int_equal(line->tables, tables);
        assert_int_equal(compare(reduced(line->opponents_sum, 27720 * (int64_t)(line->opponents_n ? line->opponents_n : 1)), mean), 0);
        assert_int_equal(line->direct, direct_of(c, line->place));
        if (i == 0)
            continue;
        int before = so_far(c, lines[i - 1].place, line->place), more = direct_of(c, lines[i - 1].place) - line->direct;
        assert_true(before > 0 || (before == 0 && (more > 0 || (more == 0 && lines[i - 1].lot < line->lot))));
    }
}

static void standings_equal_a_second_computation(void **unused)
{
    (void)unused;
    uint64_t random = 1;
    for (int i = 0; i < 1500; i++) {
        struct case_of c = some_case(&random);
        check_case(&c);
    }
}

/* Three with a point each. The first met nobody whose points are known; the other two are equal, and the third beat the second. */
static void ties_are_broken_in_turn(void **unused)
{
    (void)unused;
    struct counted tables[] = {
        {2, {1, 5}, {24, 0}}, {2, {2, 3}, {0, 24}}, {2, {2, 4}, {24, 0}}, {2, {3, 6}, {0, 24}}, {2, {4, 6}, {24, 0}}, {2, {5, 6}, {0, 24}},
    };
    struct standing_line lines[] = {{.place = 1, .lot = 3}, {.place = 2, .lot = 1}, {.place = 3, .lot = 2}};
    standing_of(lines, 3, tables, 6);
    assert_int_equal(lines[0].place, 3);
    assert_int_equal(lines[0].direct, 24);
    assert_int_equal(lines[1].place, 2);
    assert_int_equal(lines[1].direct, 0);
    assert_int_equal(lines[2].place, 1);
    assert_int_equal(lines[2].opponents_n, 0);
    assert_int_equal(lines[0].opponents_sum, 12 * 27720);
}

static void a_lot_decides_last(void **unused)
{
    (void)unused;
    struct counted table = {3, {9, 8, 7}, {12, 12, 12}};
    struct standing_line lines[] = {{.place = 9, .lot = 30}, {.place = 8, .lot = 10}, {.place = 7, .lot = 20}};
    standing_of(lines, 3, &table, 1);
    assert_int_equal(lines[0].place, 8);
    assert_int_equal(lines[1].place, 7);
    assert_int_equal(lines[2].place, 9);
    standing_of(lines, 0, &table, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_as_written),
        cmocka_unit_test(every_table_is_worth_half_its_seats),
        cmocka_unit_test(what_is_not_finished_is_shared),
        cmocka_unit_test(standings_equal_a_second_computation),
        cmocka_unit_test(ties_are_broken_in_turn),
        cmocka_unit_test(a_lot_decides_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
