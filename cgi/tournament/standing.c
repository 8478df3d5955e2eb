/* Points and standings. */
#include "config.h"

#include "cgi/tournament/standing.h"

#include <stdlib.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

enum { WHOLE = 27720 }; /* what 1 to 12 divide: means of so many tables are exact */

void standing_points(int n, const int rank[], int16_t points[])
{
    must(n >= 1 && n <= SEATS_MAX);
    for (int a = 0; a < n; a++) {
        int behind = 0, beside = 0;
        for (int b = 0; b < n; b++) {
            behind += b != a && rank[b] > rank[a];
            beside += b != a && rank[b] == rank[a];
        }
        points[a] = (int16_t)(n == 1 ? POINT : POINT * (2 * behind + beside) / (2 * (n - 1)));
    }
}

void standing_unfinished(int n, const bool last[], int16_t points[])
{
    int rank[SEATS_MAX];
    must(n >= 1 && n <= SEATS_MAX);
    for (int i = 0; i < n; i++)
        rank[i] = last[i] ? 2 : 1;
    standing_points(n, rank, points);
}

static int by_place(const void *left, const void *right)
{
    const struct standing_line *a = left, *b = right;
    return a->place - b->place;
}

/* What their points and the means of their opponents say. The means' sums are below 2^36, as nobody has more than 2^16 opponents. */
static int by_mean(const void *left, const void *right)
{
    const struct standing_line *a = left, *b = right;
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    int64_t of_a = a->opponents_sum * (b->opponents_n ? b->opponents_n : 1), of_b = b->opponents_sum * (a->opponents_n ? a->opponents_n : 1);
    return (of_a < of_b) - (of_a > of_b);
}

/* Final: rank holds which equal ones somebody belongs to. */
static int by_all(const void *left, const void *right)
{
    const struct standing_line *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank - b->rank;
    if (a->direct != b->direct)
        return a->direct > b->direct ? -1 : 1;
    return (a->lot > b->lot) - (a->lot < b->lot);
}

static void sort(struct standing_line *lines, int n, int (*by)(const void *, const void *))
{
    if (n > 1)
        qsort(lines, (size_t)n, sizeof(lines[0]), by);
}

/* The lines of those at @table, in order of place; NULL: is no line. */
static void lines_at(struct standing_line *lines, int n, const struct counted *table, struct standing_line *at[SEATS_MAX])
{
    for (int s = 0; s < table->n; s++) {
        struct standing_line sought = {.place = table->place[s]};
        at[s] = n ? bsearch(&sought, lines, (size_t)n, sizeof(lines[0]), by_place) : NULL;
    }
}

static void count_points(struct standing_line *lines, int n, const struct counted *table)
{
    struct standing_line *at[SEATS_MAX];
    lines_at(lines, n, table, at);
    for (int s = 0; s < table->n; s++)
        if (at[s]) {
            at[s]->points += table->points[s];
            at[s]->tables++;
        }
}

static void count_opponents(struct standing_line *lines, int n, const struct counted *table)
{
    struct standing_line *at[SEATS_MAX];
    lines_at(lines, n, table, at);
    for (int a = 0; a < table->n; a++)
        for (int b = 0; b < table->n; b++)
            if (a != b && at[a] && at[b]) {
                at[a]->opponents_sum += (int64_t)at[b]->points * WHOLE / at[b]->tables;
                at[a]->opponents_n++;
            }
}

static void count_direct(struct standing_line *lines, int n, const struct counted *table)
{
    struct standing_line *at[SEATS_MAX];
    lines_at(lines, n, table, at);
    for (int a = 0; a < table->n; a++) {
        bool met = false;
        for (int b = 0; b < table->n; b++)
            met = met || (a != b && at[a] && at[b] && at[a]->rank == at[b]->rank);
        if (met)
            at[a]->direct += table->points[a];
    }
}

void standing_of(struct standing_line *lines, int n, const struct counted *tables, int n_tables)
{
    for (int i = 0; i < n; i++)
        lines[i] = (struct standing_line){.place = lines[i].place, .lot = lines[i].lot};
    sort(lines, n, by_place);
    for (int t = 0; t < n_tables; t++)
        count_points(lines, n, &tables[t]);
    for (int t = 0; t < n_tables; t++)
        count_opponents(lines, n, &tables[t]);
    sort(lines, n, by_mean);
    for (int i = 0, equal = 0; i < n; i++) {
        if (i > 0 && by_mean(&lines[i - 1], &lines[i]) != 0)
            equal = i;
        lines[i].rank = equal;
    }
    sort(lines, n, by_place);
    for (int t = 0; t < n_tables; t++)
        count_direct(lines, n, &tables[t]);
    sort(lines, n, by_all);
    for (int i = 0; i < n; i++)
        lines[i].rank = i + 1;
}
