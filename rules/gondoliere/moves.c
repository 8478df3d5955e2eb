#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/engine/log.h"

#include <string.h>

/* The longest list: six tiles, six canals, two turns of a curve; the end of the turn and the exchange of landings. */
_Static_assert(MOVES_MAX >= 2 * GONDOLIERE_DISPLAY * GONDOLIERE_CANALS * 2 + 2, "a position does not fit the list");

seatmask gondoliere_awaits(const void *state)
{
    const struct gondoliere_state *st = state;
    return st->ending != GONDOLIERE_ENDING_NONE ? 0 : SEAT_BIT(st->current);
}

int gondoliere_shown(const struct gondoliere_state *st, int seat, uint8_t tile[2 * GONDOLIERE_DISPLAY])
{
    const struct gondoliere_player *player = &st->players[seat];
    memcpy(tile, player->display, player->n_display);
    memcpy(tile + player->n_display, st->common, st->n_common);
    return player->n_display + st->n_common;
}

/* The ways a tile can be laid: bit 2 * canal + i for the i-th rotation at that canal. */
static unsigned ways_of(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int tile)
{
    unsigned ways = 0;
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++) {
        struct gondoliere_way way;
        uint8_t rotation[2];
        if (st->canals[canal] != GONDOLIERE_OPEN)
            continue;
        int turns = gondoliere_rotations(tile, chart->course[canal].side, rotation);
        for (int i = 0; i < turns; i++)
            if (gondoliere_permits(st, chart, tile, canal, rotation[i], &way) == RULE_OK)
                ways |= 1u << (2 * canal + i);
    }
    return ways;
}

static void list_tile(const struct gondoliere_chart *chart, int tile, unsigned ways, struct move_list *list)
{
    for (int canal = GONDOLIERE_CANALS - 1; canal >= 0; canal--) { /* the richest first */
        uint8_t rotation[2];
        if (!(ways >> (2 * canal) & 3))
            continue;
        int turns = gondoliere_rotations(tile, chart->course[canal].side, rotation);
        for (int i = 0; i < turns; i++) {
            if (!(ways >> (2 * canal + i) & 1))
                continue;
            int16_t *arg = move_list_add(list, GONDOLIERE_PLACE, SLOTS_OF_PLACE);
            arg[SLOT_TILE] = (int16_t)tile;
            arg[SLOT_CANAL] = (int16_t)(GONDOLIERE_FIRST_CANAL + canal);
            arg[SLOT_ROTATION] = rotation[i];
        }
    }
}

/* Canal tiles of one shape may be laid alike, whatever passengers they carry. */
static void list_places(const struct gondoliere_state *st, int seat, struct move_list *list)
{
    enum { UNKNOWN = ~0 };
    struct gondoliere_chart room;
    const struct gondoliere_chart *chart = gondoliere_chart_of(st, &room);
    uint8_t tile[2 * GONDOLIERE_DISPLAY];
    unsigned alike[GONDOLIERE_SHAPES] = {(unsigned)UNKNOWN, (unsigned)UNKNOWN, (unsigned)UNKNOWN};
    int n = gondoliere_shown(st, seat, tile);
    for (int i = 0; i < n; i++) {
        unsigned ways, *known = &alike[gondoliere_tile[tile[i]].shape];
        if (gondoliere_is_landing(tile[i]))
            ways = ways_of(st, chart, tile[i]);
        else
            ways = *known = *known == (unsigned)UNKNOWN ? ways_of(st, chart, tile[i]) : *known;
        list_tile(chart, tile[i], ways, list);
    }
}

bool gondoliere_can_place(const struct gondoliere_state *st, const struct gondoliere_chart *chart)
{
    uint8_t tile[2 * GONDOLIERE_DISPLAY];
    for (int i = gondoliere_shown(st, st->current, tile) - 1; i >= 0; i--) /* canal tiles fit most often */
        if (ways_of(st, chart, tile[i]))
            return true;
    return false;
}

int gondoliere_moves(const void *state, int seat, struct move_list *list)
{
    const struct gondoliere_state *st = state;
    move_list_clear(list);
    if (st->ending != GONDOLIERE_ENDING_NONE)
        return 0;
    if (seat == st->current) {
        if (st->placed < GONDOLIERE_A_TURN)
            list_places(st, seat, list);
        if (st->placed > 0)
            list_plain(list, GONDOLIERE_END);
    }
    if (st->players[seat].mulligan == GONDOLIERE_MULLIGAN_OPEN)
        list_plain(list, GONDOLIERE_MULLIGAN);
    return list->n;
}
