#include "config.h"

#include "rules/gondoliere/state.h"

/* One tile a turn: the first of the list that is not a turn's end, which is a landing of one's own in the richest canal
 * where one fits. */
int gondoliere_advise(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct gondoliere_state *st = state;
    struct move_list list;
    (void)rng;
    if (!(gondoliere_awaits(st) & SEAT_BIT(seat)))
        return -1;
    if (st->placed) {
        *move = (struct move){.verb = GONDOLIERE_END};
        return 0;
    }
    gondoliere_moves(st, seat, &list);
    *move = list.move[0];
    return 0;
}
