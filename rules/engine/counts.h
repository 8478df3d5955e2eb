/* Small counts: so many pieces of each kind. */
#ifndef RULES_ENGINE_COUNTS_H
#define RULES_ENGINE_COUNTS_H

#include <stdint.h>

/** counts_sum() - how many pieces @n small counts hold */
static inline int counts_sum(const uint8_t *counts, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}

#endif
