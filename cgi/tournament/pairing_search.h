/* Of pairing_swiss.c: who of those who sit is at which table. Both ways give the same kind of answer: the exact one tries all draws, the search
 * changes one again and again. */
#ifndef CGI_TOURNAMENT_PAIRING_SEARCH_H
#define CGI_TOURNAMENT_PAIRING_SEARCH_H

#include "cgi/tournament/pairing.h"

/* A draw's cost in two numbers: apart and again, above and gaps. Sums of them keep their order, as no part outgrows its bits. */
struct worth {
    int64_t high, low;
};
enum { APART_SHIFT = 32, ABOVE_SHIFT = 40 };

/* Those who sit, by numbers 0 .. n - 1 of their own. */
struct seating {
    const struct pairing *p;
    int n, n_tables;
    uint16_t who[TOURNAMENT_MOST];     /* in @p */
    uint16_t behind[TOURNAMENT_MOST];  /* how many of those who sit are behind in the standings */
    uint8_t sizes[TOURNAMENT_MOST];    /* of the tables, the larger first, differing by at most one */
    uint16_t table[TOURNAMENT_MOST];   /* out: which each sits at */
    uint64_t random;
};

/* What it costs that @a and @b meet. */
static inline struct worth pair_worth(const struct seating *s, int a, int b)
{
    int x = s->who[a], y = s->who[b];
    int64_t gap = s->p->points[x] - s->p->points[y];
    return (struct worth){(int64_t)pairing_is_apart(s->p, x, y) * ((int64_t)1 << APART_SHIFT) + s->p->met[x][y], gap * gap};
}
/* What it costs that @a sits at @table; too much by a constant for all draws. */
static inline int64_t above_worth(const struct seating *s, int a, int table)
{
    return s->sizes[table] < s->sizes[0] ? (int64_t)s->behind[a] << ABOVE_SHIFT : 0;
}
static inline bool worth_less(struct worth a, struct worth b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}
static inline void worth_add(struct worth *to, struct worth add)
{
    to->high += add.high;
    to->low += add.low;
}
static inline void worth_take(struct worth *from, struct worth take)
{
    from->high -= take.high;
    from->low -= take.low;
}

/** pairing_exact() - the best there is; of equally good ones the first in the order of s->who */
void pairing_exact(struct seating *s);
/** pairing_search() - s->who is in order of points */
void pairing_search(struct seating *s);

#endif
