/* Five hundred leagues and five hundred tournaments with groups, in which people drop out in the middle: what must hold of every stage. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/tournament/divisions.h"
#include "tests/unit/sim.h"

enum { STAGES_MOST = 12 };

static struct pairing p;

/* ---- Divisions: of a league, or groups ---- */

static void check_divided(const struct divided *d, int wanted)
{
    uint8_t sizes[TOURNAMENT_MOST];
    bool seen[PLACES_MOST] = {false};
    assert_int_equal(d->n_divisions, schedule_divisions(d->n, wanted, sizes));
    assert_memory_equal(d->sizes, sizes, (size_t)d->n_divisions);
    int n[TOURNAMENT_MOST] = {0};
    for (int i = 0; i < d->n; i++) {
        assert_false(seen[d->place[i]]);
        seen[d->place[i]] = true;
        assert_true(d->division[i] < d->n_divisions);
        n[d->division[i]]++;
    }
    for (int i = 0; i < d->n_divisions; i++)
        assert_int_equal(n[i], sizes[i]);
}

/* A division's round robin, and how its places ended. */
static void play_division(const struct divided *d, int division, int stage, struct ended *ended)
{
    struct round_robin_table meetings[DIVISION_TABLES_MOST];
    struct standing_line lines[DIVISION_MOST] = {{0}};
    uint16_t place[DIVISION_MOST];
    int n = 0, from = sim.n_tables;
    for (int i = 0; i < d->n; i++)
        if (d->division[i] == division)
            place[n++] = d->place[i];
    int tables = schedule_round_robin(n, sim.seats, sim.least, meetings);
    for (int t = 0; t < tables; t++) {
        struct counted table = {.n = meetings[t].n};
        for (int s = 0; s < table.n; s++)
            table.place[s] = place[meetings[t].who[s]];
        sim_play(&table, stage);
    }
    for (int i = 0; i < n; i++)
        lines[i] = (struct standing_line){.place = place[i], .lot = sim.lot[place[i]]};
    sim_standing(lines, n, from);
    for (int i = 0; i < n; i++) {
        assert_int_equal(lines[i].tables, schedule_each(n, sim.seats, sim.least));
        ended[i] = (struct ended){.place = lines[i].place, .division = (uint8_t)division, .rank = (uint16_t)lines[i].rank,
                                  .points = lines[i].points, .tables = lines[i].tables, .lot = lines[i].lot};
    }
}

/* All divisions; afterwards whoever has no person is out. In any order, as their readers must not mind. */
static int play_stage(const struct divided *d, int stage, struct ended *ended)
{
    int n = 0;
    for (int division = 0; division < d->n_divisions; n += d->sizes[division++])
        play_division(d, division, stage, ended + n);
    assert_int_equal(n, d->n);
    for (int i = n - 1; i >= 0; i--) {
        int other = chance(&sim.random, i + 1);
        struct ended kept = ended[i];
        ended[i] = ended[other];
        ended[other] = kept;
        ended[i].out = sim.person[ended[i].place] == NOBODY;
    }
    return n;
}

/* How many of the same division are before @of, those who are out not counted. */
static int before(const struct ended *ended, int n, const struct ended *of)
{
    int before = 0;
    for (int i = 0; i < n; i++)
        before += ended[i].division == of->division && ended[i].rank < of->rank && !ended[i].out;
    return before;
}

/* ---- Leagues ---- */

static int division_of(const struct divided *d, int place)
{
    for (int i = 0; i < d->n; i++)
        if (d->place[i] == place)
            return d->division[i];
    return NOBODY;
}

/* Whether the season after has the same divisions: nobody left or came. */
static bool are_alike(const struct divided *a, const struct divided *b, const struct ended *ended, int n, int n_added)
{
    for (int i = 0; i < n; i++)
        if (ended[i].out)
            return false;
    return n_added == 0 && a->n == b->n;
}

/* By the rule, where nobody left or came: so many up, so many down, the others stay. */
static int plainly(const struct divided *d, const struct ended *ended, int n, int i, int moves)
{
    int ahead = before(ended, n, &ended[i]), behind = d->sizes[ended[i].division] - 1 - ahead;
    if (ended[i].division > 0 && ahead < moves)
        return ended[i].division - 1;
    return ended[i].division + (ended[i].division < d->n_divisions - 1 && behind < moves ? 1 : 0);
}

struct moved {
    int from, to, ahead;
};

/* What holds of any two who stay in the league: only the first of the next division below overtake. */
static void check_two(const struct moved *a, const struct moved *b, int moves)
{
    if (a->from == b->from && a->ahead < b->ahead)
        assert_true(a->to <= b->to);
    if (a->from < b->from && !(b->from == a->from + 1 && b->ahead < moves))
        assert_true(a->to <= b->to);
}

/* Whether those who came down fill the new @division, but for some who came up: nobody stayed there. */
static bool is_filled_from_above(const struct divided *next, const struct ended *ended, int n, int division)
{
    int above = 0;
    for (int i = 0; i < n; i++) {
        if (division_of(next, ended[i].place) != division)
            continue;
        if (ended[i].division == division)
            return false;
        above += ended[i].division < division;
    }
    return above > 0;
}

static int from_of(const struct ended *ended, int n, int place)
{
    for (int i = 0; i < n; i++)
        if (ended[i].place == place)
            return ended[i].division;
    return TOURNAMENT_MOST; /* is new */
}

/* Within a division those who stayed or came down are first, then those from below, then new ones. */
static void check_order(const struct divided *next, const struct ended *ended, int n)
{
    for (int i = 1; i < next->n; i++) {
        int division = next->division[i], from = from_of(ended, n, next->place[i]), before = from_of(ended, n, next->place[i - 1]);
        assert_true(division >= next->division[i - 1]);
        assert_true(division != next->division[i - 1] || before <= division || (from > division && from >= before));
    }
}

static void check_next(const struct divided *was, const struct divided *next, const struct ended *ended, int n, int n_added, int moves)
{
    struct moved moved[TOURNAMENT_MOST];
    int stay = 0, lowest = 0;
    bool alike = are_alike(was, next, ended, n, n_added);
    for (int i = 0; i < n; i++) {
        int to = division_of(next, ended[i].place);
        assert_int_equal(to == NOBODY, ended[i].out);
        if (to == NOBODY)
            continue;
        struct moved m = {ended[i].division, to, before(ended, n, &ended[i])};
        if (m.ahead < moves && m.from > 0)
            assert_true(m.to < m.from || is_filled_from_above(next, ended, n, m.from - 1));
        assert_true(m.to <= m.from + 1);
        if (alike)
            assert_int_equal(m.to, plainly(was, ended, n, i, moves));
        lowest = m.to > lowest ? m.to : lowest;
        moved[stay++] = m;
    }
    assert_int_equal(next->n, stay + n_added);
    check_order(next, ended, n);
    for (int a = 0; a < stay; a++)
        for (int b = 0; b < stay; b++)
            check_two(&moved[a], &moved[b], moves);
    for (int i = 0; i < n_added; i++) /* new ones are the last, in their order */
        assert_int_equal(next->place[next->n - n_added + i], sim.n_places - n_added + i);
    assert_true(n_added == 0 || next->division[next->n - n_added] >= lowest);
}

/* Those who wait get places at the bottom, as far as there is room. */
static int add_new(uint16_t *added, int in, int seasons)
{
    int n = 0;
    for (int i = chance(&sim.random, 3) ? 0 : chance(&sim.random, 6); i > 0; i--)
        sim_join(seasons);
    while (sim.waiting < sim.n_people && in + n < TOURNAMENT_MOST) {
        added[n++] = (uint16_t)sim.n_places;
        sim_place();
    }
    return n;
}

static void first_divisions(struct divided *d, int wanted)
{
    uint8_t division[TOURNAMENT_MOST];
    *d = (struct divided){.n = sim.n_places};
    d->n_divisions = schedule_divisions(d->n, wanted, d->sizes);
    memset(&p, 0, sizeof(p));
    p.n = d->n;
    for (int i = 0; i < d->n / 4; i++) {
        int a = chance(&sim.random, d->n), b = chance(&sim.random, d->n);
        if (a != b)
            pairing_apart(&p, a, b);
    }
    pairing_league(&p, d->sizes, d->n_divisions, division);
    for (int i = 0; i < d->n; i++) {
        d->place[i] = (uint16_t)i;
        d->division[i] = division[i];
    }
}

static void one_league(uint64_t seed, int n)
{
    struct divided now, next;
    struct ended ended[TOURNAMENT_MOST];
    uint16_t added[TOURNAMENT_MOST];
    int seasons = 2 + (int)(seed % 4), wanted = 4 + (int)(seed / 4 % 4), moves = 1 + (int)(seed / 16 % 2);
    sim_begin(seed, n, seasons);
    first_divisions(&now, wanted);
    for (int season = 1; season <= seasons; season++) {
        check_divided(&now, wanted);
        sim.n_tables = 0;
        int n_ended = play_stage(&now, season, ended), in = 0;
        for (int i = 0; i < n_ended; i++)
            in += !ended[i].out;
        int n_added = add_new(added, in, seasons);
        divisions_next(ended, n_ended, added, n_added, wanted, moves, &next);
        check_next(&now, &next, ended, n_ended, n_added, moves);
        now = next;
    }
}

static void leagues_hold(void **unused)
{
    (void)unused;
    int dropped = 0, bots = 0;
    for (uint64_t seed = 1; seed <= TOURNAMENTS; seed++) {
        one_league(seed, seed % 250 == 0 ? TOURNAMENT_MOST : 1 + (int)(seed * 37 % (seed % 10 ? 30 : 90)));
        dropped += sim.dropped;
        bots += sim.bots;
    }
    print_message("# leagues: %d dropped out, for %d a bot played on\n", dropped, bots);
    assert_true(bots > 500 && dropped > bots);
}

/* ---- Groups ---- */

static void check_promoted(const struct ended *ended, int n, int moves, const uint16_t *order, int n_on)
{
    int on = 0, of_each = moves;
    for (;; of_each++) { /* more of each until they are enough */
        on = 0;
        for (int i = 0; i < n; i++)
            on += !ended[i].out && before(ended, n, &ended[i]) < of_each;
        if (on >= sim.least || of_each >= DIVISION_MOST)
            break;
    }
    assert_int_equal(n_on, on);
    const struct ended *last = NULL;
    for (int i = 0; i < n_on; i++) {
        const struct ended *this = NULL;
        for (int j = 0; j < n; j++)
            if (ended[j].place == order[i])
                this = &ended[j];
        assert_non_null(this);
        assert_false(this->out);
        assert_true(before(ended, n, this) < of_each);
        if (last && last->rank == this->rank) {
            int more = last->points * this->tables - this->points * last->tables;
            assert_true(more > 0 || (more == 0 && last->lot < this->lot));
        }
        assert_true(!last || last->rank <= this->rank);
        last = this;
    }
}

static void draw_groups(const uint16_t *order, int n, int wanted, struct divided *d)
{
    *d = (struct divided){.n = n};
    d->n_divisions = schedule_divisions(n, wanted, d->sizes);
    memset(&p, 0, sizeof(p));
    p.n = n;
    pairing_groups(&p, d->sizes, d->n_divisions, d->division);
    memcpy(d->place, order, (size_t)n * sizeof(order[0]));
}

/* Return: whether there was a final. */
static bool one_with_groups(uint64_t seed, int n)
{
    struct divided now;
    struct ended ended[TOURNAMENT_MOST];
    uint16_t order[TOURNAMENT_MOST];
    int wanted = 4 + (int)(seed % 4), moves = 1 + (int)(seed / 4 % 2), on = n;
    sim_begin(seed, n, 3);
    for (int i = 0; i < n; i++)
        order[i] = (uint16_t)i;
    for (int stage = 1; on > 0; stage++) {
        assert_true(stage <= STAGES_MOST);
        draw_groups(order, on, wanted, &now);
        check_divided(&now, wanted);
        sim.n_tables = 0;
        int n_ended = play_stage(&now, stage, ended);
        on = divisions_promoted(ended, n_ended, moves, sim.least, order);
        if (now.n_divisions == 1) {
            assert_int_equal(on, 0);
            return n_ended >= sim.least;
        }
        assert_true(on < n_ended);
        check_promoted(ended, n_ended, moves, order, on);
    }
    return false;
}

static void groups_hold(void **unused)
{
    (void)unused;
    int finals = 0;
    for (uint64_t seed = 1; seed <= TOURNAMENTS; seed++)
        finals += one_with_groups(seed, seed % 250 == 0 ? TOURNAMENT_MOST : 4 + (int)(seed * 41 % (seed % 10 ? 40 : 120)));
    print_message("# groups: %d of %d had a final with a table\n", finals, TOURNAMENTS);
    assert_int_equal(finals, TOURNAMENTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leagues_hold),
        cmocka_unit_test(groups_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
