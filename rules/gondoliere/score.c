#include "config.h"

#include "rules/gondoliere/state.h"

enum { RANKS_PAID = 3 };

/* All who share a sum are paid alike, and the next lower sum still has the next rank: dossier gondoliere 10. */
void gondoliere_payout(const struct gondoliere_chart *chart, int canal, int16_t points[GONDOLIERE_SEATS])
{
    const uint8_t *sums = chart->course[canal].sums;
    int passengers = gondoliere_passengers(chart, canal), bound = UINT8_MAX + 1;
    for (int seat = 0; seat < GONDOLIERE_SEATS; seat++)
        points[seat] = 0;
    for (int rank = 0; rank < RANKS_PAID; rank++) {
        int sum = 0, part = 1 << rank;
        for (int seat = 0; seat < GONDOLIERE_SEATS; seat++)
            if (sums[seat] < bound && sums[seat] > sum)
                sum = sums[seat];
        if (!sum)
            return;
        for (int seat = 0; seat < GONDOLIERE_SEATS; seat++)
            if (sums[seat] == sum)
                points[seat] = (int16_t)((passengers + part - 1) / part);
        bound = sum;
    }
}

struct gondoliere_result gondoliere_result(const struct gondoliere_state *st, const struct gondoliere_chart *chart)
{
    struct gondoliere_result result = {{0}, {0}, {0}};
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++) {
        int16_t points[GONDOLIERE_SEATS];
        if (st->canals[canal] == GONDOLIERE_OPEN)
            continue;
        gondoliere_payout(chart, canal, points);
        for (int seat = 0; seat < st->seats; seat++)
            result.points[seat] = (int16_t)(result.points[seat] + points[seat]);
    }
    for (int seat = 0; seat < st->seats; seat++)
        result.landings[seat] = (uint8_t)gondoliere_landings_placed(&st->players[seat]);
    for (int seat = 0; seat < st->seats; seat++) {
        result.rank[seat] = 1;
        for (int other = 0; other < st->seats; other++)
            result.rank[seat] += result.points[other] > result.points[seat]
                || (result.points[other] == result.points[seat] && result.landings[other] < result.landings[seat]);
    }
    return result;
}

/* Closed canals never change again, so what they pay is safe; open ones count nothing. */
void gondoliere_standing(const void *state, struct standing *standing)
{
    const struct gondoliere_state *st = state;
    struct gondoliere_chart room;
    struct gondoliere_result result = gondoliere_result(st, gondoliere_chart_of(st, &room));
    standing->n = st->seats;
    for (int seat = 0; seat < st->seats; seat++) {
        standing->seat[seat].points = result.points[seat];
        standing->seat[seat].rank = st->ending != GONDOLIERE_ENDING_NONE ? result.rank[seat] : 0;
    }
}
