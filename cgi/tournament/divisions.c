/* From one stage to the next. */
#include "config.h"

#include "cgi/tournament/divisions.h"

#include <stdlib.h>
#include <string.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

static int by_division(const void *left, const void *right)
{
    const struct ended *a = left, *b = right;
    return a->division != b->division ? a->division - b->division : a->rank - b->rank;
}

/* Those of the last season, in order, each of whom is taken once. */
struct pool {
    const struct ended *ended;
    int n;
    bool taken[TOURNAMENT_MOST]; /* or out */
};

/* The first @most who are left of divisions @from to @to. */
static void take(struct pool *pool, int from, int to, int most, struct divided *next)
{
    for (int i = 0; i < pool->n && most > 0; i++)
        if (!pool->taken[i] && pool->ended[i].division >= from && pool->ended[i].division <= to) {
            pool->taken[i] = true;
            next->place[next->n++] = pool->ended[i].place;
            most--;
        }
}

static int left_in(const struct pool *pool, int from, int to)
{
    int n = 0;
    for (int i = 0; i < pool->n; i++)
        n += !pool->taken[i] && pool->ended[i].division >= from && pool->ended[i].division <= to;
    return n;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void pool_of(struct ended *last, int n_last, struct pool *pool, struct divided *next, int n_added, int wanted)
{
    must(n_last <= TOURNAMENT_MOST);
    qsort(last, (size_t)n_last, sizeof(last[0]), by_division);
    *pool = (struct pool){.ended = last, .n = n_last};
    int n = n_added;
    for (int i = 0; i < n_last; i++) {
        pool->taken[i] = last[i].out;
        n += !last[i].out;
    }
    must(n <= TOURNAMENT_MOST);
    next->n_divisions = schedule_divisions(n, wanted, next->sizes);
}

void divisions_next(struct ended *last, int n_last, const uint16_t *added, int n_added, int wanted, int moves, struct divided *next)
{
    struct pool pool;
    *next = (struct divided){0};
    pool_of(last, n_last, &pool, next, n_added, wanted);
    for (int d = 0, end = 0, n_new = 0; d < next->n_divisions; d++) {
        end += next->sizes[d];
        int room = next->sizes[d] - left_in(&pool, 0, d - 1), up = smaller(smaller(left_in(&pool, d + 1, d + 1), moves), room > 0 ? room : 0);
        take(&pool, 0, d, next->sizes[d] - up, next);
        take(&pool, d + 1, d + 1, up, next);
        take(&pool, 0, UINT8_MAX, end - next->n, next);
        while (next->n < end)
            next->place[next->n++] = added[n_new++];
        memset(&next->division[end - next->sizes[d]], d, next->sizes[d]);
    }
}

/* The stronger of two who go on; their ranks are within their groups. */
static int by_strength(const void *left, const void *right)
{
    const struct ended *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    int64_t more = (int64_t)b->points * (a->tables ? a->tables : 1) - (int64_t)a->points * (b->tables ? b->tables : 1);
    if (more)
        return more < 0 ? -1 : 1;
    return (a->lot > b->lot) - (a->lot < b->lot);
}

/* The first @moves of each group who are not out, and how many they are. */
static int first_of_each(const struct ended *last, int n_last, int moves, struct ended *on)
{
    int n = 0;
    for (int i = 0, of = 0; i < n_last; i++) {
        if (i > 0 && last[i].division != last[i - 1].division)
            of = 0;
        if (!last[i].out && of++ < moves)
            on[n++] = last[i];
    }
    return n;
}

int divisions_promoted(struct ended *last, int n_last, int moves, int least, uint16_t *order)
{
    must(n_last <= TOURNAMENT_MOST);
    struct ended on[TOURNAMENT_MOST];
    qsort(last, (size_t)n_last, sizeof(last[0]), by_division);
    if (n_last == 0 || last[0].division == last[n_last - 1].division)
        return 0;
    int n = first_of_each(last, n_last, moves, on);
    while (n < least && moves++ < DIVISION_MOST)
        n = first_of_each(last, n_last, moves, on);
    qsort(on, (size_t)n, sizeof(on[0]), by_strength);
    for (int i = 0; i < n; i++)
        order[i] = on[i].place;
    return n;
}
