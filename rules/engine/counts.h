/* Small counts: so many pieces of each kind, and how they change hands. A count never goes below nothing or beyond 255. */
#ifndef RULES_ENGINE_COUNTS_H
#define RULES_ENGINE_COUNTS_H

#include <stdint.h>

#include "rules/engine/must.h"

/** counts_sum() - how many pieces @n small counts hold */
static inline int counts_sum(const uint8_t *counts, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}

/** count_put() - @n pieces come to @to */
static inline void count_put(uint8_t *to, int n)
{
    must((unsigned)n <= (unsigned)(UINT8_MAX - *to)); /* nor below nothing: that would be more */
    *to = (uint8_t)(*to + n);
}

/** count_take() - @n pieces leave @from, which has them */
static inline void count_take(uint8_t *from, int n)
{
    must((unsigned)n <= *from);
    *from = (uint8_t)(*from - n);
}

/** count_move() - @n pieces of one kind go from one holder to another, who may be the same */
static inline void count_move(uint8_t *from, uint8_t *to, int n)
{
    count_take(from, n);
    count_put(to, n);
}

#endif
