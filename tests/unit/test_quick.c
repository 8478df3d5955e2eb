/* Quick seats: who comes to which table. What is found is held against a search that tries every group. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/play/quick.h"
#include "rules/engine/rng.h"

#include "cgi/base/banned.h"

static const int64_t MINUTE = INT64_C(60) * 1000000;
static const int64_t NOW = INT64_C(1800000000) * 1000000;

enum { CARRARA = 1, VENEDIG = 2, DAY = 1, WEEK = 2, TWO = 1 << 2, THREE = 1 << 3, ANY = 0x3c };

static struct quick_pool *pool_new(void **state)
{
    struct quick_pool *pool = *state;
    memset(pool, 0, sizeof(*pool));
    pool->now = NOW;
    memset(pool->seats, ANY, sizeof(pool->seats));
    return pool;
}

static int add_seeker(struct quick_pool *pool, struct quick_wish wish, int minutes)
{
    pool->person[pool->n_people] = (struct quick_person){.id = 100 + pool->n_people, .percent = -1};
    pool->seeker[pool->n_seekers] = (struct quick_seeker){.who = pool->n_people++, .wish = wish, .since = NOW - minutes * MINUTE, .table = -1};
    return pool->n_seekers++;
}

/* Somebody who waits at a table of two, Carrara by the day. */
static struct quick_table *add_table(struct quick_pool *pool, int seats)
{
    pool->person[pool->n_people] = (struct quick_person){.id = 100 + pool->n_people, .percent = -1};
    struct quick_table *table = &pool->table[pool->n_tables++];
    *table = (struct quick_table){.game = 1000 + pool->n_tables, .seats = seats, .taken = 1, .who = {pool->n_people++}, .since = NOW};
    return table;
}

static const struct quick_wish day_of_two = {CARRARA, DAY, TWO};

static void test_alone(void **state)
{
    struct quick_pool *pool = pool_new(state);
    add_seeker(pool, day_of_two, 0);
    assert_int_equal(quick_seating(pool, 0).kind, QUICK_NOTHING);
}

static void test_two_come_together(void **state)
{
    struct quick_pool *pool = pool_new(state);
    add_seeker(pool, (struct quick_wish){CARRARA | VENEDIG, DAY | WEEK, ANY}, 3);
    add_seeker(pool, (struct quick_wish){VENEDIG, WEEK, TWO | THREE}, 0);
    struct quick_seating s = quick_seating(pool, 1);
    assert_int_equal(s.kind, QUICK_FILLS);
    assert_int_equal(s.table, -1);
    assert_int_equal(s.title, 1);
    assert_int_equal(s.pace, 1);
    assert_int_equal(s.seats, 2);
    assert_int_equal(s.n, 2);
    assert_int_equal(s.seeker[0], 1);
    assert_int_equal(s.seeker[1], 0);
}

static void test_nothing_in_common(void **state)
{
    struct quick_pool *pool = pool_new(state);
    add_seeker(pool, (struct quick_wish){CARRARA, DAY, TWO}, 30);
    add_seeker(pool, (struct quick_wish){VENEDIG, DAY, TWO}, 30);
    add_seeker(pool, (struct quick_wish){CARRARA, WEEK, TWO}, 30);
    add_seeker(pool, (struct quick_wish){CARRARA, DAY, THREE}, 30);
    for (int i = 0; i < 4; i++)
        assert_int_equal(quick_seating(pool, i).kind, QUICK_NOTHING);
}

static void test_what_a_game_is_played_by(void **state)
{
    struct quick_pool *pool = pool_new(state);
    add_seeker(pool, (struct quick_wish){CARRARA, DAY, ANY}, 0);
    add_seeker(pool, (struct quick_wish){CARRARA, DAY, ANY}, 0);
    pool->seats[0] = THREE;
    assert_int_equal(quick_seating(pool, 0).kind, QUICK_NOTHING);
    add_seeker(pool, (struct quick_wish){CARRARA, DAY, ANY}, 0);
    assert_int_equal(quick_seating(pool, 0).seats, 3);
}

static void test_blocked(void **state)
{
    struct quick_pool *pool = pool_new(state);
    add_seeker(pool, day_of_two, 600);
    add_seeker(pool, day_of_two, 0);
    quick_pool_block(pool, 0, 1);
    assert_int_equal(quick_seating(pool, 0).kind, QUICK_NOTHING);
    assert_int_equal(quick_seating(pool, 1).kind, QUICK_NOTHING);
    add_seeker(pool, day_of_two, 0);
    struct quick_seating s = quick_seating(pool, 2);
    assert_int_equal(s.kind, QUICK_FILLS);
    assert_int_equal(s.seeker[1], 0); /* who has waited longer */
}

static void test_strength_at_first(void **state)
{
    struct quick_pool *pool = pool_new(state);
    add_seeker(pool, day_of_two, 2);
    add_seeker(pool, day_of_two, 0);
    pool->person[0].rating[0] = 1901;
    pool->person[1].rating[0] = 1500;
    assert_int_equal(quick_seating(pool, 1).kind, QUICK_NOTHING); /* 200 and twice 100 */
    pool->seeker[0].since -= MINUTE;
    assert_int_equal(quick_seating(pool, 1).kind, QUICK_FILLS);
    add_seeker(pool, day_of_two, 0);
    pool->person[2].rating[0] = 1480;
    assert_int_equal(quick_seating(pool, 1).seeker[1], 2);
}

static void test_tables_of_people(void **state)
{
    struct quick_pool *pool = pool_new(state);
    struct quick_table *table = add_table(pool, 3);
    int me = add_seeker(pool, (struct quick_wish){CARRARA, DAY, ANY}, 0);
    struct quick_seating s = quick_seating(pool, me);
    assert_int_equal(s.kind, QUICK_SITS); /* not full with him, and still better than to wait alone */
    assert_int_equal(s.table, 0);
    table->is_seekers = true; /* is free for others still */
    assert_int_equal(quick_seating(pool, me).kind, QUICK_NOTHING);
    table->is_seekers = false;
    add_seeker(pool, (struct quick_wish){CARRARA, DAY, THREE}, 0);
    s = quick_seating(pool, me);
    assert_int_equal(s.kind, QUICK_FILLS);
    assert_int_equal(s.table, 0);
    assert_int_equal(s.n, 2);
    quick_pool_block(pool, table->who[0], pool->seeker[1].who);
    assert_int_equal(quick_seating(pool, me).kind, QUICK_SITS);
    quick_pool_block(pool, table->who[0], pool->seeker[me].who);
    assert_int_equal(quick_seating(pool, me).kind, QUICK_NOTHING);
}

static void test_doors(void **state)
{
    struct quick_pool *pool = pool_new(state);
    struct quick_table *table = add_table(pool, 2);
    int me = add_seeker(pool, day_of_two, 0), who = pool->seeker[me].who;
    table->doors = (struct doors){.percent = 81};
    assert_int_equal(quick_seating(pool, me).kind, QUICK_NOTHING); /* who had few deadlines counts as 80 */
    pool->person[who].percent = 81;
    assert_int_equal(quick_seating(pool, me).kind, QUICK_FILLS);
    table->doors = (struct doors){.friends = true};
    assert_int_equal(quick_seating(pool, me).kind, QUICK_NOTHING);
    table->followed[0] = UINT64_C(1) << who;
    assert_int_equal(quick_seating(pool, me).kind, QUICK_FILLS);
    table->doors = (struct doors){.low = 1501};
    assert_int_equal(quick_seating(pool, me).kind, QUICK_NOTHING);
    pool->person[who].rating[0] = 1501;
    assert_int_equal(quick_seating(pool, me).kind, QUICK_FILLS);
    table->doors = (struct doors){.high = 1500};
    assert_int_equal(quick_seating(pool, me).kind, QUICK_NOTHING);
}

static void test_hours_and_languages(void **state)
{
    struct quick_pool *pool = pool_new(state);
    for (int i = 0; i < 3; i++)
        add_seeker(pool, day_of_two, 0);
    pool->person[0].hours = 0xffff;
    pool->person[1].hours = 0xff0000;
    pool->person[2].hours = 0x00fff0;
    assert_int_equal(quick_seating(pool, 0).seeker[1], 2);
    pool->person[1].hours = pool->person[2].hours;
    pool->person[0].lang = pool->person[1].lang = "ja";
    pool->person[2].lang = "en";
    assert_int_equal(quick_seating(pool, 0).seeker[1], 1);
}

/* ---- against a search that tries all ---- */

static bool all_fit(const struct quick_pool *pool, const int *who, const int64_t *since, int n, int title)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (!quick_fit(pool, who[i], who[k], title, since[i] < since[k] ? since[i] : since[k]))
                return false;
    return true;
}

static bool would(const struct quick_wish *wish, int title, int pace, int seats)
{
    return (wish->titles >> title & 1) && (wish->paces >> pace & 1) && (wish->seats >> seats & 1);
}

/* Is there a set of seekers with @me that fills a table of @seats, of whom @n are there already? */
static bool could_fill(const struct quick_pool *pool, int me, int title, int pace, int seats, int *who, int64_t *since, int n, int from)
{
    if (!all_fit(pool, who, since, n, title))
        return false;
    if (n == seats)
        return true;
    for (int i = from; i < pool->n_seekers; i++) {
        if (i == me || !would(&pool->seeker[i].wish, title, pace, seats))
            continue;
        who[n] = pool->seeker[i].who;
        since[n] = pool->seeker[i].since;
        if (could_fill(pool, me, title, pace, seats, who, since, n + 1, i + 1))
            return true;
    }
    return false;
}

static bool could(const struct quick_pool *pool, int me)
{
    for (int title = 0; title < 3; title++)
        for (int pace = 0; pace < 3; pace++)
            for (int seats = 2; seats <= SEATS_MAX; seats++) {
                int who[SEATS_MAX] = {pool->seeker[me].who};
                int64_t since[SEATS_MAX] = {pool->seeker[me].since};
                if (would(&pool->seeker[me].wish, title, pace, seats) && could_fill(pool, me, title, pace, seats, who, since, 1, 0))
                    return true;
            }
    return false;
}

static void test_every_group(void **state)
{
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES] = {1};
    int filled = 0, enough = 0;
    rng_init(&rng, key, 0);
    for (int round = 0; round < 400; round++) {
        struct quick_pool *pool = pool_new(state);
        int n = 2 + (int)rng_below(&rng, 7);
        for (int i = 0; i < n; i++) {
            add_seeker(pool, (struct quick_wish){(uint8_t)(1 + rng_below(&rng, 7)), 1 + rng_below(&rng, 7), (uint8_t)(4 * (1 + rng_below(&rng, 15)))},
                       (int)rng_below(&rng, 12));
            for (int t = 0; t < 3; t++)
                pool->person[i].rating[t] = 1000 + (int)rng_below(&rng, 1000);
        }
        for (int i = 0; i < n; i++)
            quick_pool_block(pool, (int)rng_below(&rng, (uint32_t)n), i);
        for (int i = 0; i < n; i++)
            pool->blocked[i][0] &= ~(UINT64_C(1) << i);
        for (int me = 0; me < n; me++) {
            struct quick_seating s = quick_seating(pool, me);
            bool fills = could(pool, me);
            assert_int_equal(s.kind, fills ? QUICK_FILLS : QUICK_NOTHING);
            filled += fills;
            enough += !fills;
            int who[SEATS_MAX];
            int64_t since[SEATS_MAX];
            for (int i = 0; fills && i < s.n; i++) {
                who[i] = pool->seeker[s.seeker[i]].who;
                since[i] = pool->seeker[s.seeker[i]].since;
                assert_true(would(&pool->seeker[s.seeker[i]].wish, s.title, s.pace, s.seats));
            }
            assert_true(!fills || (s.n == s.seats && all_fit(pool, who, since, s.n, s.title)));
        }
    }
    assert_true(filled > 300 && enough > 300);
}

static int setup(void **state)
{
    *state = calloc(1, sizeof(struct quick_pool));
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone), cmocka_unit_test(test_two_come_together), cmocka_unit_test(test_nothing_in_common), cmocka_unit_test(test_what_a_game_is_played_by),
        cmocka_unit_test(test_blocked), cmocka_unit_test(test_strength_at_first), cmocka_unit_test(test_tables_of_people),
        cmocka_unit_test(test_doors), cmocka_unit_test(test_hours_and_languages), cmocka_unit_test(test_every_group),
    };
    return cmocka_run_group_tests_name("quick", tests, setup, teardown);
}
