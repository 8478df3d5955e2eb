/* Five hundred Swiss systems in which people drop out in the middle: what must hold of every round. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/sim.h"

static struct pairing p;
static struct draw draw;

/* What a round is drawn from: those places at which somebody plays, in the order of the standings. */
static int swiss_history(const struct standing_line *lines, int n, uint64_t seed, uint16_t *place)
{
    int number[PLACES_MOST];
    memset(&p, 0, sizeof(p));
    p.seed = seed;
    for (int i = 0; i < n; i++) {
        number[lines[i].place] = sim.person[lines[i].place] == NOBODY ? NOBODY : p.n;
        if (number[lines[i].place] == NOBODY)
            continue;
        p.points[p.n] = lines[i].points;
        place[p.n++] = lines[i].place;
    }
    for (int t = 0; t < sim.n_tables; t++)
        for (int a = 0; a < sim.table[t].n; a++) {
            int of_a = number[sim.table[t].place[a]];
            if (of_a == NOBODY)
                continue;
            p.sat_out[of_a] = (uint8_t)(p.sat_out[of_a] + (sim.table[t].n == 1));
            for (int b = 0; b < sim.table[t].n; b++)
                if (b != a && number[sim.table[t].place[b]] != NOBODY)
                    p.met[of_a][number[sim.table[t].place[b]]]++;
        }
    return p.n;
}

/* Nobody meets again who need not. */
static bool check_repeats(const bool *sits)
{
    struct draw_cost cost = draw_cost(&p, &draw);
    struct tables tables = tables_of(p.n, sim.seats, sim.least);
    if (cost.again == 0)
        return true;
    if (p.n <= 8) {
        struct draw_cost best = best_cost(&p, sits, &tables);
        assert_int_equal(draw_cost_order(&cost, &best), 0);
    } else {
        assert_int_not_equal(none_need_meet_again(&p, sits, &tables), 1);
    }
    return false;
}

static void play_round(const uint16_t *place, int round)
{
    for (int t = 0; t < draw.n; t++) {
        struct counted table = {.n = draw.table[t].n};
        for (int s = 0; s < table.n; s++)
            table.place[s] = place[draw.table[t].who[s]];
        sim_play(&table, round);
    }
    for (int i = 0; i < draw.n_out; i++) {
        struct counted alone = {.n = 1, .place = {place[draw.out[i]]}};
        sim_play(&alone, round);
    }
}

/* Return: in how many rounds somebody met again. */
static int one_swiss(uint64_t seed, int n, int rounds)
{
    struct standing_line lines[TOURNAMENT_MOST] = {{0}};
    uint16_t place[TOURNAMENT_MOST];
    bool sits[TOURNAMENT_MOST];
    int repeats = 0;
    sim_begin(seed, n, rounds);
    for (int i = 0; i < n; i++)
        lines[i] = (struct standing_line){.place = (uint16_t)i, .lot = sim.lot[i]};
    sim_standing(lines, n, 0);
    for (int round = 1; round <= rounds; round++) {
        swiss_history(lines, n, seed * 100 + (uint64_t)round, place);
        pairing_swiss(&p, sim.seats, sim.least, &draw);
        check_draw(&p, sim.seats, sim.least, &draw, sits);
        repeats += !check_repeats(sits);
        play_round(place, round);
        sim_standing(lines, n, 0);
    }
    assert_int_equal(sim.n_places, n);
    return repeats;
}

static void swiss_systems_hold(void **unused)
{
    (void)unused;
    int repeats = 0, rounds = 0;
    for (uint64_t seed = 1; seed <= TOURNAMENTS; seed++) {
        bool is_large = seed % 10 == 0;
        int n = seed == 250 ? 200 : is_large ? 13 + (int)(seed * 7 % 40) : 2 + (int)(seed * 5 % 11);
        int of_one = is_large ? 2 + (int)(seed % 3) : 2 + (int)(seed % 6);
        repeats += one_swiss(seed, n, of_one);
        rounds += of_one;
    }
    print_message("# Swiss: in %d of %d rounds somebody met again, and had to\n", repeats, rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swiss_systems_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
