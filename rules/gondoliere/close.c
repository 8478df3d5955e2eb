/* When a canal is closed, and when the game ends: dossier gondoliere 8, 9, 11. */
#include "config.h"

#include "rules/gondoliere/state.h"

static bool fits_somehow(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int tile, int canal)
{
    struct gondoliere_way way;
    uint8_t rotation[2];
    int n = gondoliere_rotations(tile, chart->course[canal].side, rotation);
    for (int i = 0; i < n; i++)
        if (gondoliere_try(st, chart, tile, canal, rotation[i], &way) == RULE_OK)
            return true;
    return false;
}

/* Tiles that are still to come decide, whoever may lay them and when: every kind once, the likeliest first. Passengers
 * make no difference here. */
bool gondoliere_can_go_on(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int canal)
{
    if (chart->shut >> canal & 1)
        return false;
    if (chart->straights < GONDOLIERE_STRAIGHTS && fits_somehow(st, chart, 0, canal))
        return true;
    if (chart->curves < GONDOLIERE_CANAL_TILES - GONDOLIERE_STRAIGHTS
        && fits_somehow(st, chart, GONDOLIERE_STRAIGHTS, canal))
        return true;
    if (chart->course[canal].tiles < GONDOLIERE_BEFORE_LANDING || chart->course[canal].at_landing)
        return false;
    for (int seat = 0; seat < st->seats; seat++)
        for (int kind = 0; kind < GONDOLIERE_LANDING_KINDS; kind++) {
            const struct gondoliere_kind *landing = &gondoliere_landing_kinds[kind];
            int tile = gondoliere_landing(seat, landing->first);
            uint64_t all = (UINT64_C(1) << landing->count) - 1;
            bool left = (chart->laid >> (tile - GONDOLIERE_CANAL_TILES) & all) != all;
            if (left && fits_somehow(st, chart, tile, canal))
                return true;
        }
    return false;
}

/* Full sets first: these gondolas are gone when it is asked what fits the others. */
static unsigned close_sets(struct gondoliere_state *st, const struct gondoliere_chart *chart)
{
    unsigned closed = 0;
    for (int k = 0; k < GONDOLIERE_CANALS; k++)
        if (st->canals[k] == GONDOLIERE_OPEN && chart->course[k].values == GONDOLIERE_ALL_VALUES) {
            st->canals[k] = GONDOLIERE_SET;
            closed |= 1u << k;
        }
    return closed;
}

/* All against one position, and closed together. */
static unsigned close_blocked(struct gondoliere_state *st, const struct gondoliere_chart *chart)
{
    unsigned closed = 0;
    for (int k = 0; k < GONDOLIERE_CANALS; k++)
        if (st->canals[k] == GONDOLIERE_OPEN && !gondoliere_can_go_on(st, chart, k))
            closed |= 1u << k;
    for (int k = 0; k < GONDOLIERE_CANALS; k++)
        if (closed >> k & 1)
            st->canals[k] = GONDOLIERE_BLOCKED;
    return closed;
}

unsigned gondoliere_close(struct gondoliere_state *st, const struct gondoliere_chart *chart)
{
    unsigned closed = close_sets(st, chart), now;
    while ((now = close_blocked(st, chart)))
        closed |= now;
    return closed;
}

int gondoliere_would_dry(const struct gondoliere_state *st, const struct gondoliere_chart *chart,
                         const struct gondoliere_way *way)
{
    struct gondoliere_state then = *st;
    struct gondoliere_chart seen = *chart;
    gondoliere_lay(&then, &seen, way);
    unsigned closed = gondoliere_close(&then, &seen);
    for (int k = 0; k < GONDOLIERE_CANALS; k++)
        if (closed >> k & 1 && then.canals[k] == GONDOLIERE_BLOCKED && !seen.course[k].values)
            return k;
    return -1;
}

int gondoliere_permits(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int tile, int canal,
                       int rotation, struct gondoliere_way *way)
{
    int error = gondoliere_try(st, chart, tile, canal, rotation, way);
    if (error || !st->options.protect_dry_canals)
        return error;
    int dry = gondoliere_would_dry(st, chart, way);
    if (dry < 0)
        return RULE_OK;
    way->fault = (int8_t)dry;
    return GONDOLIERE_DRY;
}

int gondoliere_ended(const struct gondoliere_state *st, const struct gondoliere_chart *chart)
{
    int open = 0;
    for (int k = 0; k < GONDOLIERE_CANALS; k++)
        open += st->canals[k] == GONDOLIERE_OPEN;
    if (open <= GONDOLIERE_LAST_OPEN)
        return GONDOLIERE_FIVE_CANALS;
    if (chart->straights + chart->curves == GONDOLIERE_CANAL_TILES)
        return GONDOLIERE_ALL_CANAL_TILES;
    for (int seat = 0; seat < st->seats; seat++)
        if (gondoliere_landings_placed(&st->players[seat]) == GONDOLIERE_LANDINGS)
            return GONDOLIERE_ALL_LANDINGS;
    return GONDOLIERE_ENDING_NONE;
}
