/* A tournament that is played by chance. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/sim.h"

struct sim sim;

void sim_join(int stages)
{
    assert_true(sim.n_people < PLACES_MOST);
    sim.leaves[sim.n_people++] = chance(&sim.random, 100) < 15 ? 1 + chance(&sim.random, stages) : 0;
}

void sim_place(void)
{
    assert_true(sim.n_places < PLACES_MOST);
    sim.lot[sim.n_places] = sim.n_places * 7919 % 10007;
    sim.person[sim.n_places++] = sim.waiting++;
}

void sim_begin(uint64_t seed, int n, int stages)
{
    memset(&sim, 0, sizeof(sim));
    sim.random = seed * 1000003;
    sim.seats = 2 + chance(&sim.random, SEATS_MAX - 1);
    sim.least = 2 + chance(&sim.random, sim.seats < 4 ? sim.seats - 1 : 3);
    for (int i = 0; i < n; i++)
        sim_join(stages);
    while (sim.n_places < n)
        sim_place();
    for (int i = chance(&sim.random, 4) * n / 10; i > 0; i--)
        sim_join(stages);
}

/* Somebody who drops out in this stage does so at one of its tables; the next on the waiting list comes, or a bot plays on. */
static void drop(int place, int stage)
{
    int person = sim.person[place];
    if (person == NOBODY || sim.leaves[person] == 0 || sim.leaves[person] > stage || chance(&sim.random, 2))
        return;
    sim.dropped++;
    sim.person[place] = sim.waiting < sim.n_people ? sim.waiting++ : NOBODY;
    sim.bots += sim.person[place] == NOBODY;
}

void sim_play(const struct counted *seats, int stage)
{
    assert_true(sim.n_tables < TABLES_MOST);
    struct counted *table = &sim.table[sim.n_tables++];
    int rank[SEATS_MAX], sum = 0;
    bool last[SEATS_MAX];
    *table = *seats;
    for (int s = 0; s < table->n; s++) {
        drop(table->place[s], stage);
        last[s] = sim.person[table->place[s]] == NOBODY;
        rank[s] = 1 + chance(&sim.random, 4) + (last[s] ? 2 : 0);
    }
    if (chance(&sim.random, 6))
        standing_points(table->n, rank, table->points);
    else
        standing_unfinished(table->n, last, table->points);
    for (int s = 0; s < table->n; s++) {
        sum += table->points[s];
        for (int other = 0; other < s; other++)
            assert_int_not_equal(table->place[s], table->place[other]);
    }
    assert_int_equal(sum, table->n == 1 ? POINT : table->n * POINT / 2);
}

void sim_standing(struct standing_line *lines, int n, int from)
{
    int sum = 0;
    standing_of(lines, n, sim.table + from, sim.n_tables - from);
    for (int t = from; t < sim.n_tables; t++)
        for (int s = 0; s < sim.table[t].n; s++)
            sum += sim.table[t].points[s];
    for (int i = 0; i < n; i++) {
        assert_int_equal(lines[i].rank, i + 1);
        assert_int_equal(lines[i].lot, sim.lot[lines[i].place]);
        sum -= lines[i].points;
        if (i > 0)
            assert_true(lines[i].points <= lines[i - 1].points);
        for (int other = 0; other < i; other++)
            assert_int_not_equal(lines[i].place, lines[other].place);
    }
    assert_int_equal(sum, 0);
}
