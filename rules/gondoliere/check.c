/* What is allowed, and if not, which rule says so. The order of the checks is that of dossier gondoliere 6 and 16. */
#include "config.h"

#include "rules/gondoliere/state.h"

static int check_mulligan(const struct gondoliere_state *st, int seat)
{
    switch (st->players[seat].mulligan) {
    case GONDOLIERE_MULLIGAN_OPEN:
        return RULE_OK;
    case GONDOLIERE_MULLIGAN_TAKEN:
        return GONDOLIERE_MULLIGAN_USED;
    default:
        return GONDOLIERE_MULLIGAN_LATE;
    }
}

static bool is_shown(const struct gondoliere_state *st, int seat, int tile)
{
    uint8_t shown[2 * GONDOLIERE_DISPLAY];
    int n = gondoliere_shown(st, seat, shown);
    for (int i = 0; i < n; i++)
        if (shown[i] == tile)
            return true;
    return false;
}

static int try_move(const struct gondoliere_state *st, const struct move *move, struct gondoliere_way *way)
{
    struct gondoliere_chart room;
    return gondoliere_permits(st, gondoliere_chart_of(st, &room), move->arg[SLOT_TILE],
                              move->arg[SLOT_CANAL] - GONDOLIERE_FIRST_CANAL, move->arg[SLOT_ROTATION], way);
}

static int check_place(const struct gondoliere_state *st, int seat, const struct move *move)
{
    struct gondoliere_way way;
    if (st->placed >= GONDOLIERE_A_TURN)
        return GONDOLIERE_THREE_PLACED;
    if (!is_shown(st, seat, move->arg[SLOT_TILE]))
        return GONDOLIERE_NOT_AVAILABLE;
    return try_move(st, move, &way);
}

static int error_of(const struct gondoliere_state *st, int seat, const struct move *move)
{
    if (st->ending != GONDOLIERE_ENDING_NONE)
        return RULE_GAME_OVER;
    if (move->verb == GONDOLIERE_MULLIGAN)
        return check_mulligan(st, seat);
    if (seat != st->current)
        return RULE_NOT_YOUR_TURN;
    if (move->verb == GONDOLIERE_END)
        return st->placed ? RULE_OK : GONDOLIERE_NONE_PLACED;
    return check_place(st, seat, move);
}

/* Figures for the sentences; slots in the order of the tables in gondoliere.c. */
static void explain(const struct gondoliere_state *st, int seat, const struct move *move, int error, int16_t *slots)
{
    struct gondoliere_chart room;
    struct gondoliere_way way;
    (void)seat;
    if (error < GONDOLIERE_NO_GONDOLA)
        return;
    try_move(st, move, &way);
    slots[0] = (int16_t)(GONDOLIERE_FIRST_CANAL + way.fault);
    switch (error) {
    case GONDOLIERE_OTHER_TURN:
        slots[1] = (int16_t)(gondoliere_tile[way.tile].shape == GONDOLIERE_STRAIGHT ? way.rotation % 2 : 0);
        break;
    case GONDOLIERE_JOINS:
    case GONDOLIERE_CUTS_OFF:
        slots[1] = (int16_t)(GONDOLIERE_FIRST_CANAL + way.other);
        break;
    case GONDOLIERE_TOO_NEAR:
        slots[1] = gondoliere_chart_of(st, &room)->course[way.fault].tiles;
        break;
    case GONDOLIERE_IN_A_ROW:
        slots[1] = (int16_t)gondoliere_owner(way.landing);
        break;
    case GONDOLIERE_VALUE_THERE:
        slots[1] = way.value;
        break;
    }
}

int gondoliere_check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    int error = error_of(state, seat, move);
    if (error != RULE_OK && figures)
        explain(state, seat, move, error, figures);
    return error;
}
