/* Who sits at which table: all draws of a few people, or a search among those of many.
 *
 * The search begins with people in the order of their points, cut into tables. Then it lets two change their places, or three in a circle,
 * as long as that makes the draw better; only people near in points are tried, but everybody for who meets somebody again. Where nothing helps
 * any more it changes some at random and mends what that made worse, which is undone unless the draw is as good at last. */
#include "config.h"

#include "cgi/tournament/pairing_search.h"

#include <string.h>

#include "cgi/base/banned.h"

/* How far apart in points, counted in people, those may be who change; how many pairs are looked at in all, which decides how long it takes:
 * a million are some 6 ms. While somebody meets again, the search goes on for longer. */
enum { NEAR = 24, NEAR_OF_THREE = 5, LOOKS_LEAST = 200000, LOOKS_A_PERSON = 12000, LOOKS_TO_AVOID = 4000000 };

/* ---- All draws ---- */

struct exact {
    struct seating *s;
    int n_large, left[2];                 /* tables that nobody sits at yet: large ones, smaller ones */
    uint16_t table[PAIRING_EXACT];
    bool sits[PAIRING_EXACT];
    struct worth cost, best;
};

static void next_table(struct exact *e);

/* The others of a table, in ascending order, of whom the last is @last. */
static void fill(struct exact *e, int table, int last, int seats)
{
    if (seats == 0) {
        next_table(e);
        return;
    }
    for (int i = last + 1; i < e->s->n; i++) {
        if (e->sits[i])
            continue;
        struct worth before = e->cost;
        e->cost.low += above_worth(e->s, i, table);
        for (int other = 0; other < i; other++)
            if (e->sits[other] && e->table[other] == table)
                worth_add(&e->cost, pair_worth(e->s, other, i));
        if (worth_less(e->cost, e->best)) {
            e->sits[i] = true;
            e->table[i] = (uint16_t)table;
            fill(e, table, i, seats - 1);
            e->sits[i] = false;
        }
        e->cost = before;
    }
}

/* A table for the first who has none; without one the draw is complete. */
static void next_table(struct exact *e)
{
    int first = 0;
    while (first < e->s->n && e->sits[first])
        first++;
    if (first == e->s->n) {
        e->best = e->cost;
        memcpy(e->s->table, e->table, sizeof(e->table));
        return;
    }
    for (int small = 0; small < 2; small++) {
        if (e->left[small] == 0)
            continue;
        struct worth before = e->cost;
        int table = (small ? e->s->n_tables : e->n_large) - e->left[small];
        e->left[small]--;
        e->sits[first] = true;
        e->table[first] = (uint16_t)table;
        e->cost.low += above_worth(e->s, first, table);
        fill(e, table, first, e->s->sizes[table] - 1);
        e->sits[first] = false;
        e->left[small]++;
        e->cost = before;
    }
}

void pairing_exact(struct seating *s)
{
    struct exact e = {.s = s, .best = {INT64_MAX, INT64_MAX}};
    for (int t = 0; t < s->n_tables; t++)
        e.left[s->sizes[t] < s->sizes[0]]++;
    e.n_large = e.left[0];
    next_table(&e);
}

/* ---- The search ---- */

/* A draw while it is searched. */
struct state {
    uint16_t at[TOURNAMENT_MOST][SEATS_MAX]; /* by table */
    uint16_t table[TOURNAMENT_MOST];
    uint8_t seat[TOURNAMENT_MOST];           /* where in at[table] */
    struct worth cost;
};

struct search {
    const struct seating *s;
    struct state now;
    int looks;                           /* at pairs, so far */
    uint16_t queue[TOURNAMENT_MOST];     /* whose table has changed since nothing helped, in a ring */
    int first, waiting;
    bool waits[TOURNAMENT_MOST];
};

static void sit(struct state *now, int who, int table, int seat)
{
    now->at[table][seat] = (uint16_t)who;
    now->table[who] = (uint16_t)table;
    now->seat[who] = (uint8_t)seat;
}

/* What @who would cost at @table in @instead's seat. */
static struct worth worth_at(struct search *search, int who, int table, int instead)
{
    struct worth sum = {0, above_worth(search->s, who, table)};
    int n = search->s->sizes[table];
    for (int i = 0; i < n; i++)
        if (search->now.at[table][i] != instead)
            worth_add(&sum, pair_worth(search->s, who, search->now.at[table][i]));
    search->looks += n;
    return sum;
}

/* How much more the draw costs when @a and @b change. */
static struct worth change_worth(struct search *search, int a, int b, struct worth of_a, struct worth of_b)
{
    struct worth more = worth_at(search, a, search->now.table[b], b);
    worth_add(&more, worth_at(search, b, search->now.table[a], a));
    worth_take(&more, of_a);
    worth_take(&more, of_b);
    return more;
}

static void enqueue_table(struct search *search, int table)
{
    for (int i = 0; i < search->s->sizes[table]; i++) {
        int who = search->now.at[table][i];
        if (search->waits[who])
            continue;
        search->waits[who] = true;
        search->queue[(search->first + search->waiting++) % TOURNAMENT_MOST] = (uint16_t)who;
    }
}

static void change(struct search *search, int a, int b, struct worth more)
{
    struct state *now = &search->now;
    int table_a = now->table[a], seat_a = now->seat[a], table_b = now->table[b], seat_b = now->seat[b];
    sit(now, a, table_b, seat_b);
    sit(now, b, table_a, seat_a);
    worth_add(&now->cost, more);
    enqueue_table(search, table_a);
    enqueue_table(search, table_b);
}

/* Who may change with @who: numbers from ->from to before ->to. */
struct range {
    int from, to;
};
static struct range range_of(const struct search *search, int who, int near)
{
    int table = search->now.table[who], n = search->s->n;
    struct range range = {who, who + 1};
    for (int i = 0; i < search->s->sizes[table]; i++) {
        int other = search->now.at[table][i];
        range.from = other < range.from ? other : range.from;
        range.to = other >= range.to ? other + 1 : range.to;
    }
    range.from = range.from < near ? 0 : range.from - near;
    range.to = range.to > n - near ? n : range.to + near;
    return range;
}

/* The best change of @who with another, if one helps. */
static bool improve_by_two(struct search *search, int who)
{
    struct worth of_who = worth_at(search, who, search->now.table[who], who), best = {0, 0};
    struct range range = range_of(search, who, of_who.high > 0 ? search->s->n : NEAR);
    int with = -1;
    for (int other = range.from; other < range.to; other++) {
        if (search->now.table[other] == search->now.table[who])
            continue;
        struct worth more = change_worth(search, who, other, of_who, worth_at(search, other, search->now.table[other], other));
        if (worth_less(more, best)) {
            best = more;
            with = other;
        }
    }
    if (with >= 0)
        change(search, who, with, best);
    return with >= 0;
}

/* The first change of three that helps: @a to the table of @b, who goes to that of @c, who goes to that of @a. */
static bool improve_by_three(struct search *search, int a)
{
    const struct state *now = &search->now;
    struct range range = range_of(search, a, NEAR_OF_THREE);
    struct worth of_a = worth_at(search, a, now->table[a], a);
    for (int b = range.from; b < range.to; b++) {
        if (now->table[b] == now->table[a])
            continue;
        struct worth sum = worth_at(search, a, now->table[b], b);
        worth_take(&sum, of_a);
        worth_take(&sum, worth_at(search, b, now->table[b], b));
        for (int c = range.from; c < range.to; c++) {
            if (now->table[c] == now->table[a] || now->table[c] == now->table[b])
                continue;
            struct worth more = worth_at(search, b, now->table[c], c);
            worth_add(&more, worth_at(search, c, now->table[a], a));
            worth_take(&more, worth_at(search, c, now->table[c], c));
            worth_add(&more, sum);
            if (worth_less(more, (struct worth){0, 0})) {
                change(search, a, b, more);
                change(search, b, c, (struct worth){0, 0});
                return true;
            }
        }
    }
    return false;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static bool has_time(const struct search *search)
{
    return search->looks < larger(search->s->n * LOOKS_A_PERSON, search->now.cost.high > 0 ? LOOKS_TO_AVOID : LOOKS_LEAST);
}

/* Until nothing helps any more, or it takes too long. */
static void improve(struct search *search)
{
    while (search->waiting > 0 && has_time(search)) {
        int who = search->queue[search->first];
        search->first = (search->first + 1) % TOURNAMENT_MOST;
        search->waiting--;
        search->waits[who] = false;
        if (improve_by_two(search, who))
            continue; /* who waits again then */
        improve_by_three(search, who);
    }
}

static void forget_queue(struct search *search)
{
    search->waiting = 0;
    memset(search->waits, 0, sizeof(search->waits));
}

/* One of those whose table has a meeting that should not be, if there is any, else anybody. */
static int choose_who(struct search *search, uint64_t *random)
{
    int n = search->s->n, from = pairing_random(random, n);
    for (int i = 0; i < n && search->now.cost.high > 0; i++) {
        int who = (from + i) % n;
        if (worth_at(search, who, search->now.table[who], who).high > 0)
            return who;
    }
    return from;
}

/* Two or three changes at random of people near each other. */
static void disturb(struct search *search, uint64_t *random)
{
    int who = choose_who(search, random);
    for (int i = 2 + pairing_random(random, 2); i > 0; i--) {
        struct range range = range_of(search, who, NEAR);
        int other = range.from + pairing_random(random, range.to - range.from);
        struct worth at = worth_at(search, other, search->now.table[other], other);
        if (search->now.table[other] != search->now.table[who])
            change(search, who, other, change_worth(search, who, other, worth_at(search, who, search->now.table[who], who), at));
        who = other;
    }
}

/* The last in the standings at smaller tables, and all in the order of their points. */
static void begin(struct search *search)
{
    const struct seating *s = search->s;
    int next[2] = {0, 0}, seat[2] = {0, 0}, n_small = 0; /* which table, and seat, of the large ones and of the smaller ones */
    for (int t = 0; t < s->n_tables; t++)
        if (s->sizes[t] < s->sizes[0])
            n_small += s->sizes[t];
        else
            next[1] = t + 1;
    for (int who = 0; who < s->n; who++) {
        int small = s->behind[who] < n_small;
        sit(&search->now, who, next[small], seat[small]++);
        if (seat[small] == s->sizes[next[small]]) {
            next[small]++;
            seat[small] = 0;
        }
    }
}

static struct worth worth_of_all(struct search *search)
{
    struct worth twice = {0, 0}, above = {0, 0};
    for (int who = 0; who < search->s->n; who++) {
        worth_add(&twice, worth_at(search, who, search->now.table[who], who));
        above.low += above_worth(search->s, who, search->now.table[who]);
    }
    return (struct worth){twice.high / 2, (twice.low + above.low) / 2}; /* each pair was counted from both sides, a table's size once */
}

/* Whether everybody sits at the best of all tables: nothing can be better. */
static bool is_perfect(const struct search *search, int64_t least)
{
    return search->now.cost.high == 0 && search->now.cost.low == least;
}

void pairing_search(struct seating *s)
{
    struct search search = {.s = s};
    int n_small = 0;
    for (int t = 0; t < s->n_tables; t++)
        n_small += s->sizes[t] < s->sizes[0] ? s->sizes[t] : 0;
    int64_t least = ((int64_t)n_small * (n_small - 1) / 2) << ABOVE_SHIFT;
    begin(&search);
    search.now.cost = worth_of_all(&search);
    for (int t = 0; t < s->n_tables; t++)
        enqueue_table(&search, t);
    improve(&search);
    while (has_time(&search) && !is_perfect(&search, least)) {
        struct state before = search.now;
        forget_queue(&search);
        disturb(&search, &s->random);
        improve(&search);
        if (worth_less(before.cost, search.now.cost))
            search.now = before;
    }
    memcpy(s->table, search.now.table, sizeof(search.now.table));
}
