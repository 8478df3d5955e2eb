/* How a boat is moored, and what comes of it. */
#include "config.h"

#include "rules/canal/state.h"

#include <string.h>

#include "rules/engine/log.h"
#include "rules/engine/rng.h"

int canal_row(const struct canal_state *st, int seat)
{
    for (int first = 0, n = 0; first < st->length; first++) {
        n = st->boats[first] == seat ? n + 1 : 0;
        if (n == CANAL_IN_A_ROW)
            return first - n + 1;
    }
    return -1;
}

int canal_free(const struct canal_state *st)
{
    int n = 0;
    for (int i = 0; i < st->length; i++)
        n += st->boats[i] < 0;
    return n;
}

void canal_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log)
{
    struct canal_state *st = state;
    *st = (struct canal_state){.length = (uint8_t)(9 + 3 * setup->option[0])};
    memset(st->boats, -1, st->length);
    st->start = st->current = (uint8_t)rng_below(rng, CANAL_SEATS);
    log_event(log, CANAL_STARTED, st->start, 0);
}

int canal_check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    const struct canal_state *st = state;
    if (st->ending != CANAL_GOES_ON)
        return RULE_GAME_OVER;
    if (seat != st->current)
        return RULE_NOT_YOUR_TURN;
    bool too_far = move->arg[0] > st->length;
    if (!too_far && st->boats[move->arg[0] - 1] < 0)
        return RULE_OK;
    if (figures && too_far) {
        figures[0] = st->length;
    } else if (figures) {
        figures[0] = move->arg[0];
        figures[1] = st->boats[move->arg[0] - 1];
    }
    return too_far ? CANAL_TOO_FAR : CANAL_TAKEN;
}

int canal_moves(const void *state, int seat, struct move_list *list)
{
    const struct canal_state *st = state;
    move_list_clear(list);
    if (st->ending != CANAL_GOES_ON || seat != st->current)
        return 0;
    for (int i = 0; i < st->length; i++)
        if (st->boats[i] < 0)
            list_one(list, CANAL_MOOR, i + 1);
    return list->n;
}

void canal_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    struct canal_state *st = state;
    (void)rng;
    st->boats[move->arg[0] - 1] = (int8_t)seat;
    log_one(log, CANAL_MOORED, seat, move->arg[0]);
    int row = canal_row(st, seat);
    if (row >= 0) {
        st->ending = CANAL_THREE;
        log_two(log, CANAL_WON, seat, row + 1, row + CANAL_IN_A_ROW);
    } else if (canal_free(st) == 0) {
        st->ending = CANAL_FULL;
        log_event(log, CANAL_DRAWN, NO_SEAT, 0);
    } else {
        st->current = !st->current;
    }
}
