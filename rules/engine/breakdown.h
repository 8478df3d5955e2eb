/* What points are made of, row by row: how a game writes it down (rules/parts.h), and what it sums up to. */
#ifndef RULES_ENGINE_BREAKDOWN_H
#define RULES_ENGINE_BREAKDOWN_H

#include "rules/engine/must.h"
#include "rules/parts.h"

/**
 * breakdown_row() - a new row, of nothing yet
 * @label: translatable, kept by reference
 * Return: a slot for each seat, for the caller to fill
 */
static inline int16_t *breakdown_row(struct breakdown *breakdown, const char *label)
{
    must(breakdown->n < BREAKDOWN_ROWS);
    struct breakdown_row *row = &breakdown->row[breakdown->n++];
    *row = (struct breakdown_row){.label = label};
    return row->points;
}

/** breakdown_gained() - a new row of what the first @seats have gained from @source */
static inline void breakdown_gained(struct breakdown *breakdown, const char *label, const struct gains *gains, int source, int seats)
{
    int16_t *points = breakdown_row(breakdown, label);
    for (int seat = 0; seat < seats; seat++)
        points[seat] = gains->of[source][seat];
}

/** gains_add() - @seat has gained so much more from @source */
static inline void gains_add(struct gains *gains, int source, int seat, int points)
{
    must(source >= 0 && source < GAINS_SOURCES && seat >= 0 && seat < SEATS_MAX);
    gains->of[source][seat] = (int16_t)(gains->of[source][seat] + points);
}

/** breakdown_sum() - all rows of @seat together: its points, as in a standing */
static inline int breakdown_sum(const struct breakdown *breakdown, int seat)
{
    int sum = 0;
    for (int i = 0; i < breakdown->n; i++)
        sum += breakdown->row[i].points[seat];
    return sum;
}

#endif
