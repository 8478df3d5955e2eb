/* A sound player (dossier venedig 17); sees only a concealed position. */
#include "config.h"

#include "rules/engine/rng.h"
#include "rules/venedig/order.h"

int venedig_advise(const void *state, int seat, struct rng *rng, struct move *move)
{
    struct move_list list;
    int n = venedig_moves(state, seat, &list);
    if (n == 0)
        return -1;
    *move = list.move[rng_below(rng, (uint32_t)n)];
    return 0;
}
