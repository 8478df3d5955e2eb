/* Who should not meet, and what a draw costs. */
#include "config.h"

#include "cgi/tournament/pairing.h"

#include "cgi/base/banned.h"

void pairing_apart(struct pairing *p, int a, int b)
{
    p->apart[a][b / 64] |= (uint64_t)1 << b % 64;
    p->apart[b][a / 64] |= (uint64_t)1 << a % 64;
}

bool pairing_is_apart(const struct pairing *p, int a, int b)
{
    return p->apart[a][b / 64] >> b % 64 & 1;
}

/* splitmix64 */
int pairing_random(uint64_t *random, int below)
{
    uint64_t mixed = *random += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return (int)((mixed ^ mixed >> 31) % (uint64_t)below);
}

static void cost_of_table(const struct pairing *p, const uint16_t *who, int n, struct draw_cost *cost)
{
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            int64_t gap = p->points[who[a]] - p->points[who[b]];
            cost->apart += pairing_is_apart(p, who[a], who[b]);
            cost->again += p->met[who[a]][who[b]];
            cost->gaps += gap * gap;
        }
}

struct draw_cost draw_cost(const struct pairing *p, const struct draw *draw)
{
    struct draw_cost cost = {0};
    bool at_largest[TOURNAMENT_MOST] = {false}, at_smaller[TOURNAMENT_MOST] = {false};
    for (int t = 0; t < draw->n; t++) {
        cost_of_table(p, draw->table[t].who, draw->table[t].n, &cost);
        for (int i = 0; i < draw->table[t].n; i++)
            (draw->table[t].n == draw->table[0].n ? at_largest : at_smaller)[draw->table[t].who[i]] = true;
    }
    for (int i = 0, smaller = 0; i < p->n; i++) {
        smaller += at_smaller[i];
        cost.above += at_largest[i] ? smaller : 0;
    }
    return cost;
}

int draw_cost_order(const struct draw_cost *a, const struct draw_cost *b)
{
    if (a->apart != b->apart)
        return a->apart < b->apart ? -1 : 1;
    if (a->again != b->again)
        return a->again < b->again ? -1 : 1;
    if (a->above != b->above)
        return a->above < b->above ? -1 : 1;
    return (a->gaps > b->gaps) - (a->gaps < b->gaps);
}
