/* The numbers of a state struct, as its member table describes them: shared by what reads and writes states. */
#ifndef RULES_ENGINE_NUMBERS_H
#define RULES_ENGINE_NUMBERS_H

#include <string.h>

#include "rules/rules.h"

/** number_get() - the number at @at, of a member that is no struct */
static inline int32_t number_get(const struct member *m, const uint8_t *at)
{
    uint16_t two;
    uint32_t four;
    switch (m->width) {
    case 1:
        return m->is_signed ? (int8_t)*at : *at;
    case 2:
        memcpy(&two, at, sizeof(two));
        return m->is_signed ? (int16_t)two : two;
    default:
        memcpy(&four, at, sizeof(four));
        return (int32_t)four;
    }
}

/** number_put() - writes @value there, which fits into the member's width */
static inline void number_put(const struct member *m, uint8_t *at, int32_t value)
{
    uint8_t one = (uint8_t)value;
    uint16_t two = (uint16_t)value;
    if (m->width == 1)
        memcpy(at, &one, sizeof(one));
    else if (m->width == 2)
        memcpy(at, &two, sizeof(two));
    else
        memcpy(at, &value, sizeof(value));
}

/** rows_used() - how many rows of @m are in use in the struct at @base; an array that has no count uses all */
static inline int rows_used(const struct member *m, const uint8_t *base)
{
    if (m->count_offset < 0)
        return m->rows;
    int n = base[m->count_offset];
    return n < m->rows ? n : m->rows;
}

#endif
