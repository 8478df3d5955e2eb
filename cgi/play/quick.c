#include "config.h"

#include "cgi/play/quick.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/banned.h"

enum {
    GAP = 200, GAP_A_MINUTE = 100, GAP_MOST = 1000000,
    LOOKS_MOST = 20000,         /* at people for one table or group: far more than a few hundred without blocks need */
    LANGUAGES_DIFFER = 300,     /* what keeps two people apart, in hundredths of 50 points of rating */
    HOURS_DIFFER = 400,
    WAIT_MOST = 600,            /* who waits longer is preferred, a minute for one of these, up to so much */
    EXISTING = 100              /* people who sit together already are preferred to a new table */
};
static const int64_t MINUTE = INT64_C(60) * 1000000;

static bool bit(const uint64_t *set, int i)
{
    return set[i / 64] >> (i % 64) & 1;
}

static int popcount(uint32_t bits)
{
    return __builtin_popcount(bits);
}

static int64_t minutes(int64_t since, int64_t now)
{
    return now > since ? (now - since) / MINUTE : 0;
}

void quick_pool_block(struct quick_pool *pool, int a, int b)
{
    pool->blocked[a][b / 64] |= UINT64_C(1) << (b % 64);
    pool->blocked[b][a / 64] |= UINT64_C(1) << (a % 64);
}

int quick_gap(int64_t since, int64_t now)
{
    int64_t gap = GAP + GAP_A_MINUTE * minutes(since, now);
    return gap < GAP_MOST ? (int)gap : GAP_MOST;
}

static int rating_of(const struct quick_person *person, int title)
{
    return person->rating[title] ? person->rating[title] : DOORS_RATING_NEW;
}

static int apart(const struct quick_pool *pool, int a, int b, int title)
{
    return abs(rating_of(&pool->person[a], title) - rating_of(&pool->person[b], title));
}

bool quick_fit(const struct quick_pool *pool, int a, int b, int title, int64_t since)
{
    return a != b && !bit(pool->blocked[a], b) && apart(pool, a, b, title) <= quick_gap(since, pool->now);
}

/* How much two people differ: the less, the better a table they make. */
static int distance(const struct quick_pool *pool, int a, int b, int title)
{
    const struct quick_person *p = &pool->person[a], *q = &pool->person[b];
    int far = 2 * apart(pool, a, b, title);
    if (p->percent >= 0 && q->percent >= 0)
        far += 10 * abs(p->percent - q->percent);
    if (p->lang && q->lang && strcmp(p->lang, q->lang) != 0)
        far += LANGUAGES_DIFFER;
    if (p->hours && q->hours) {
        int fewer = popcount(p->hours) < popcount(q->hours) ? popcount(p->hours) : popcount(q->hours);
        far += HOURS_DIFFER - HOURS_DIFFER * popcount(p->hours & q->hours) / fewer;
    }
    return far;
}

/* ---- a group that grows ---- */

struct group {
    const struct quick_pool *pool;
    const struct quick_table *table; /* NULL: a new one */
    int title, pace, seats;
    int n, who[SEATS_MAX];           /* of the people, those of the table first */
    int64_t waits[SEATS_MAX];        /* since when each waits */
    int n_seekers, seeker[SEATS_MAX];
};

static bool would_play(const struct group *g, const struct quick_wish *wish)
{
    return (wish->titles >> g->title & 1) && (wish->paces >> g->pace & 1) && (wish->seats & g->pool->seats[g->title]) >> g->seats & 1;
}

static bool doors_let(const struct group *g, int who)
{
    const struct quick_person *person = &g->pool->person[who];
    const struct caller caller = {.percent = person->percent >= 0 ? person->percent : DOORS_PERCENT_NEW, .rating = rating_of(person, g->title),
                                  .followed = g->table && bit(g->table->followed, who)};
    return !g->table || doors_admit(&g->table->doors, &caller) == DOORS_OPEN;
}

static bool may_join(const struct group *g, int seeker)
{
    const struct quick_seeker *s = &g->pool->seeker[seeker];
    if (!would_play(g, &s->wish) || !doors_let(g, s->who))
        return false;
    for (int i = 0; i < g->n; i++)
        if (!quick_fit(g->pool, s->who, g->who[i], g->title, s->since < g->waits[i] ? s->since : g->waits[i]))
            return false;
    return true;
}

static void join(struct group *g, int seeker)
{
    g->waits[g->n] = g->pool->seeker[seeker].since;
    g->who[g->n++] = g->pool->seeker[seeker].who;
    g->seeker[g->n_seekers++] = seeker;
}

static void part(struct group *g)
{
    g->n--;
    g->n_seekers--;
}

/* Of a whole group: the less, the better. */
static int64_t cost(const struct group *g)
{
    int64_t far = 0, pairs = 0, longest = 0;
    for (int i = 0; i < g->n; i++) {
        int64_t waited = minutes(g->waits[i], g->pool->now);
        longest = waited > longest ? waited : longest;
        for (int k = 0; k < i; k++, pairs++)
            far += distance(g->pool, g->who[i], g->who[k], g->title);
    }
    return (pairs ? far / pairs : 0) - (longest < WAIT_MOST ? longest : WAIT_MOST) - (g->table ? EXISTING : 0);
}

/* ---- looking for the best one ---- */

struct candidate {
    int seeker, far;
};

struct search {
    const struct quick_pool *pool;
    int looks;
    int64_t best;
    struct quick_seating found;
};

static int by_distance(const void *a, const void *b)
{
    const struct candidate *p = a, *q = b;
    return p->far != q->far ? (p->far < q->far ? -1 : 1) : p->seeker < q->seeker ? -1 : 1;
}

/* All other seekers who may join @g as it is, the nearest first. */
static int candidates(const struct group *g, struct candidate *list)
{
    int n = 0;
    for (int i = 0; i < g->pool->n_seekers; i++)
        if (i != g->seeker[0] && may_join(g, i))
            list[n++] = (struct candidate){i, distance(g->pool, g->pool->seeker[i].who, g->pool->seeker[g->seeker[0]].who, g->title)};
    if (n > 1)
        qsort(list, (size_t)n, sizeof(*list), by_distance);
    return n;
}

static void found(struct search *search, const struct group *g, bool full)
{
    int64_t now = cost(g);
    if (search->found.kind == QUICK_FILLS && (!full || now >= search->best))
        return;
    if (search->found.kind == QUICK_SITS && !full && now >= search->best)
        return;
    search->best = now;
    search->found = (struct quick_seating){.kind = full ? QUICK_FILLS : QUICK_SITS, .title = g->title, .pace = g->pace, .seats = g->seats,
                                           .table = g->table ? (int)(g->table - search->pool->table) : -1, .n = g->n_seekers};
    memcpy(search->found.seeker, g->seeker, (size_t)g->n_seekers * sizeof(g->seeker[0]));
}

/* Fills @g from the list, the nearest first. Return: whether it could. */
static bool fill(struct search *search, struct group *g, const struct candidate *list, int n)
{
    if (g->n == g->seats) {
        found(search, g, true);
        return true;
    }
    for (int i = 0; i < n && search->looks < LOOKS_MOST; i++) {
        search->looks++;
        if (!may_join(g, list[i].seeker))
            continue;
        join(g, list[i].seeker);
        bool ok = fill(search, g, list + i + 1, n - i - 1);
        part(g);
        if (ok)
            return true;
    }
    return false;
}

static void look(struct search *search, struct group *g, int seeker)
{
    struct candidate list[QUICK_PEOPLE];
    search->looks = 0;
    if (!may_join(g, seeker))
        return;
    join(g, seeker);
    int n = g->n < g->seats ? candidates(g, list) : 0;
    if (!fill(search, g, list, n) && g->table)
        found(search, g, false);
}

/* Tables at which people wait who are bound to them. Those of seekers are passed over: they are free for others still. */
static void look_at_tables(struct search *search, int seeker)
{
    const struct quick_pool *pool = search->pool;
    for (int t = 0; t < pool->n_tables; t++) {
        const struct quick_table *table = &pool->table[t];
        if (table->is_seekers || table->taken >= table->seats)
            continue;
        struct group g = {.pool = pool, .table = table, .title = table->title, .pace = table->pace, .seats = table->seats, .n = table->taken};
        for (int i = 0; i < table->taken; i++) {
            g.who[i] = table->who[i];
            g.waits[i] = table->since;
        }
        look(search, &g, seeker);
    }
}

static void look_at_seekers(struct search *search, int seeker)
{
    const struct quick_wish *wish = &search->pool->seeker[seeker].wish;
    for (int title = 0; title < QUICK_TITLES; title++)
        for (int pace = 0; pace < QUICK_PACES; pace++)
            for (int seats = 2; seats <= SEATS_MAX; seats++)
                if ((wish->titles >> title & 1) && (wish->paces >> pace & 1) && (wish->seats >> seats & 1)) {
                    struct group g = {.pool = search->pool, .title = title, .pace = pace, .seats = seats};
                    look(search, &g, seeker);
                }
}

struct quick_seating quick_seating(const struct quick_pool *pool, int seeker)
{
    struct search search = {.pool = pool, .best = INT64_MAX, .found = {.kind = QUICK_NOTHING}};
    look_at_tables(&search, seeker);
    look_at_seekers(&search, seeker);
    return search.found;
}
