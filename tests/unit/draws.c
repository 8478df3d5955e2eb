/* Draws found another way than the program finds them. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/draws.h"

enum { TRIES_MOST = 200000 };

int chance(uint64_t *state, int below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (int)((*state >> 33) % (uint64_t)below);
}

/* Whether @n people fill tables of @seats and others of one less exactly; as many of the former as possible. */
static bool with_one_less(int n, int seats, int least, struct tables *tables)
{
    for (int full = n / seats; full >= 0; full--) {
        int rest = n - full * seats;
        if (rest == 0 || (seats - 1 >= least && rest % (seats - 1) == 0)) {
            *tables = (struct tables){full, seats, rest ? rest / (seats - 1) : 0, seats - 1, 0};
            return true;
        }
    }
    return false;
}

/* Where that does not come out: the fewest tables at which @n sit as evenly as possible. */
static bool evenly(int n, int seats, int least, struct tables *tables)
{
    for (int t = 1; t <= n; t++) {
        int small = n / t;
        if (small >= least && small + (n % t > 0) <= seats) {
            *tables = n % t ? (struct tables){n % t, small + 1, t - n % t, small, 0} : (struct tables){t, small, 0, 0, 0};
            return true;
        }
    }
    return false;
}

struct tables tables_of(int n, int seats, int least)
{
    for (int out = 0; out < n; out++) {
        struct tables tables;
        if (with_one_less(n - out, seats, least, &tables) || evenly(n - out, seats, least, &tables)) {
            tables.out = out;
            if (tables.n_large == 0)
                tables = (struct tables){tables.n_small, tables.small, 0, 0, out};
            return tables;
        }
    }
    return (struct tables){.out = n};
}

/* ---- The best of all draws ---- */

struct all_draws {
    const struct pairing *p;
    const bool *sits;
    int n_tables, sizes[TOURNAMENT_MOST], n[TOURNAMENT_MOST];
    int table[TOURNAMENT_MOST]; /* of each person; -1: sits out */
    bool is_any;
    struct draw_cost best;
};

static struct draw_cost cost_of(const struct all_draws *all)
{
    struct draw_cost cost = {0};
    const struct pairing *p = all->p;
    for (int a = 0; a < p->n; a++)
        for (int b = a + 1; b < p->n; b++) {
            if (all->table[a] < 0 || all->table[b] < 0)
                continue;
            cost.above += all->sizes[all->table[a]] < all->sizes[all->table[b]] && all->sizes[all->table[b]] == all->sizes[0];
            if (all->table[a] != all->table[b])
                continue;
            cost.apart += pairing_is_apart(p, a, b);
            cost.again += p->met[a][b];
            cost.gaps += (int64_t)(p->points[a] - p->points[b]) * (p->points[a] - p->points[b]);
        }
    return cost;
}

/* Person by person, at each table with a free seat; of empty tables of one size only the first. */
static void seat(struct all_draws *all, int person)
{
    if (person == all->p->n) {
        struct draw_cost cost = cost_of(all);
        if (!all->is_any || draw_cost_order(&cost, &all->best) < 0)
            all->best = cost;
        all->is_any = true;
        return;
    }
    all->table[person] = -1;
    if (!all->sits[person]) {
        seat(all, person + 1);
        return;
    }
    for (int t = 0, tried = 0; t < all->n_tables; t++) {
        if (all->n[t] == all->sizes[t] || (all->n[t] == 0 && tried == all->sizes[t]))
            continue;
        tried = all->n[t] == 0 ? all->sizes[t] : tried;
        all->table[person] = t;
        all->n[t]++;
        seat(all, person + 1);
        all->n[t]--;
    }
}

struct draw_cost best_cost(const struct pairing *p, const bool *sits, const struct tables *tables)
{
    struct all_draws all = {.p = p, .sits = sits, .n_tables = tables->n_large + tables->n_small};
    for (int t = 0; t < all.n_tables; t++)
        all.sizes[t] = t < tables->n_large ? tables->large : tables->small;
    seat(&all, 0);
    return all.best;
}

/* ---- Whether nobody need meet again ---- */

struct cover {
    const struct pairing *p;
    bool sits[TOURNAMENT_MOST]; /* and has no table yet */
    struct tables left;
    int tries;
};

static bool may_meet(const struct cover *c, int a, int b)
{
    return !c->p->met[a][b] && !pairing_is_apart(c->p, a, b);
}

/* Who has the fewest left to meet; -1: nobody is left. */
static int hardest(const struct cover *c)
{
    int who = -1, fewest = 0;
    for (int a = 0; a < c->p->n; a++) {
        if (!c->sits[a])
            continue;
        int n = 0;
        for (int b = 0; b < c->p->n; b++)
            n += b != a && c->sits[b] && may_meet(c, a, b);
        if (who < 0 || n < fewest) {
            who = a;
            fewest = n;
        }
    }
    return who;
}

static bool cover_all(struct cover *c);

static bool cover_table(struct cover *c, int *at, int n, int seats, int from)
{
    if (n == seats)
        return cover_all(c);
    for (int b = from; b < c->p->n && c->tries < TRIES_MOST; b++) {
        bool may = c->sits[b];
        for (int i = 0; i < n && may; i++)
            may = may_meet(c, at[i], b);
        if (!may)
            continue;
        at[n] = b;
        c->sits[b] = false;
        bool found = cover_table(c, at, n + 1, seats, b + 1);
        c->sits[b] = true;
        if (found)
            return true;
    }
    return false;
}

static bool cover_all(struct cover *c)
{
    int at[SEATS_MAX], who = hardest(c);
    if (who < 0)
        return true;
    c->tries++;
    at[0] = who;
    c->sits[who] = false;
    bool found = false;
    if (c->left.n_large > 0) {
        c->left.n_large--;
        found = cover_table(c, at, 1, c->left.large, 0);
        c->left.n_large++;
    }
    if (!found && c->left.n_small > 0) {
        c->left.n_small--;
        found = cover_table(c, at, 1, c->left.small, 0);
        c->left.n_small++;
    }
    c->sits[who] = true;
    return found;
}

int none_need_meet_again(const struct pairing *p, const bool *sits, const struct tables *tables)
{
    struct cover c = {.p = p, .left = *tables};
    memcpy(c.sits, sits, (size_t)p->n * sizeof(*sits));
    if (cover_all(&c))
        return 1;
    return c.tries < TRIES_MOST ? 0 : -1;
}

/* ---- What holds for every draw ---- */

static void check_tables(const struct pairing *p, const struct tables *tables, const struct draw *draw, int *times)
{
    assert_int_equal(draw->n, tables->n_large + tables->n_small);
    for (int t = 0; t < draw->n; t++) {
        assert_int_equal(draw->table[t].n, t < tables->n_large ? tables->large : tables->small);
        for (int i = 0; i < draw->table[t].n; i++) {
            assert_true(draw->table[t].who[i] < p->n);
            times[draw->table[t].who[i]]++;
        }
    }
}

void check_draw(const struct pairing *p, int seats, int least, const struct draw *draw, bool *sits)
{
    struct tables tables = tables_of(p->n, seats, least);
    int times[TOURNAMENT_MOST] = {0};
    check_tables(p, &tables, draw, times);
    assert_int_equal(draw->n_out, tables.out);
    for (int i = 0; i < p->n; i++)
        sits[i] = true;
    for (int i = 0; i < draw->n_out; i++) {
        assert_true(draw->out[i] < p->n);
        times[draw->out[i]]++;
        sits[draw->out[i]] = false;
    }
    for (int i = 0; i < p->n; i++)
        assert_int_equal(times[i], 1);
    for (int i = 0; i < draw->n_out; i++)
        for (int other = 0; other < p->n; other++)
            if (sits[other]) /* has sat out as often at least, and is before who sits out if as often */
                assert_true(p->sat_out[other] > p->sat_out[draw->out[i]]
                            || (p->sat_out[other] == p->sat_out[draw->out[i]] && other < draw->out[i]));
}
