/* How many divisions and tables, and the plans of round robins. */
#include "config.h"

#include "cgi/tournament/schedule.h"

#include <string.h>

#include "cgi/base/banned.h"

/* @n people into @groups sizes that differ by at most one, the larger first. */
static void evenly(int n, int groups, uint8_t *sizes)
{
    for (int i = 0; i < groups; i++)
        sizes[i] = (uint8_t)(n / groups + (i < n % groups));
}

int schedule_divisions(int n, int wanted, uint8_t *sizes)
{
    int divisions = (n + wanted - 1) / wanted;
    while (divisions > 1 && n / divisions < DIVISION_LEAST)
        divisions--;
    evenly(n, divisions, sizes);
    return divisions;
}

/* Plans for more than two seats. The first table is the row; each further one adds @step to every number, around @people. So everybody has each
 * seat equally often, but for six at tables of four, where there are half as many tables as people. Each plan has the fewest tables that give
 * everybody equally many and let everybody meet, and nobody meets another more than once more often than a third. */
static const struct plan {
    uint8_t people, seats, tables, step;
    uint8_t who[SEATS_MAX];
} plans[] = {
    {4, 3, 4, 1, {0, 1, 2}},
    {5, 3, 5, 1, {0, 1, 3}},
    {5, 4, 5, 1, {0, 1, 2, 3}},
    {6, 3, 6, 1, {0, 1, 3}},
    {6, 4, 3, 2, {0, 1, 2, 3}},
    {6, 5, 6, 1, {0, 1, 2, 3, 4}},
    {7, 3, 7, 1, {0, 1, 3}},
    {7, 4, 7, 1, {0, 1, 2, 4}},
    {7, 5, 7, 1, {0, 1, 2, 3, 5}},
};

static const struct plan *plan_for(int n, int seats)
{
    for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++)
        if (plans[i].people == n && plans[i].seats == seats)
            return &plans[i];
    return NULL;
}

static int by_plan(const struct plan *plan, struct round_robin_table *meetings)
{
    for (int t = 0; t < plan->tables; t++) {
        meetings[t] = (struct round_robin_table){.n = plan->seats};
        for (int s = 0; s < plan->seats; s++)
            meetings[t].who[s] = (uint8_t)((plan->who[s] + t * plan->step) % plan->people);
    }
    return plan->tables;
}

/* One table for all. */
static int together(int n, struct round_robin_table *meetings)
{
    meetings[0] = (struct round_robin_table){.n = (uint8_t)n};
    for (int s = 0; s < n; s++)
        meetings[0].who[s] = (uint8_t)s;
    return 1;
}

/* Two a table, in rounds in which nobody plays twice: one stays, the others turn around that one. Of an odd number the one who stays is nobody,
 * and who should meet nobody has no table in that round. */
static int in_pairs(int n, struct round_robin_table *meetings)
{
    int turning = n % 2 ? n : n - 1, tables = 0;
    for (int round = 0; round < turning; round++) {
        if (n % 2 == 0)
            meetings[tables++] = (struct round_robin_table){2, {(uint8_t)(round % 2 ? round : n - 1), (uint8_t)(round % 2 ? n - 1 : round)}};
        for (int i = 1; i <= turning / 2; i++)
            meetings[tables++] = (struct round_robin_table){2, {(uint8_t)((round + i) % turning), (uint8_t)((round + turning - i) % turning)}};
    }
    return tables;
}

int schedule_round_robin(int n, int seats, int least, struct round_robin_table meetings[DIVISION_TABLES_MOST])
{
    if (n < 2 || n < least)
        return 0;
    if (n <= seats)
        return together(n, meetings);
    if (seats == 2)
        return in_pairs(n, meetings);
    const struct plan *plan = plan_for(n, seats);
    return plan ? by_plan(plan, meetings) : 0;
}

int schedule_each(int n, int seats, int least)
{
    struct round_robin_table meetings[DIVISION_TABLES_MOST];
    int tables = schedule_round_robin(n, seats, least, meetings), each = 0;
    for (int t = 0; t < tables; t++)
        for (int s = 0; s < meetings[t].n; s++)
            each += meetings[t].who[s] == 0;
    return each;
}

int schedule_tables(int n, int seats, int least, uint8_t *sizes, int *out)
{
    for (int seated = n; seated >= least; seated--) {
        int tables = (seated + seats - 1) / seats;
        if (seated / tables < least)
            continue;
        evenly(seated, tables, sizes); /* which are full tables and some with a seat less, if there are enough people */
        *out = n - seated;
        return tables;
    }
    *out = n;
    return 0;
}
