/* Wins where it can, else hinders where it must, else moors beside its own. */
#include "config.h"

#include "rules/canal/state.h"

#include "rules/engine/log.h"
#include "rules/engine/rng.h"
#include "rules/parts.h"

enum { WIN = 1000, HINDER = 100 };

static bool would_win(const struct canal_state *st, int seat, int i)
{
    struct canal_state then = *st;
    then.boats[i] = (int8_t)seat;
    return canal_row(&then, seat) >= 0;
}

/* How often @seat could still win over this mooring, his boats there counted twice. */
static int chances(const struct canal_state *st, int seat, int i)
{
    int n = 0;
    for (int first = i - CANAL_IN_A_ROW + 1; first <= i; first++) {
        int worth = 1;
        for (int k = first; k < first + CANAL_IN_A_ROW; k++)
            worth = k < 0 || k >= st->length || st->boats[k] == !seat ? -CANAL_MOORINGS : worth + (st->boats[k] == seat);
        n += worth > 0 ? worth : 0;
    }
    return n;
}

static int advise(const void *state, int seat, struct rng *rng, struct move *move)
{
    const struct canal_state *st = state;
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    int best = -1, ties = 0;
    int n = canal_moves(st, seat, list);
    for (int k = 0; k < n; k++) {
        int i = move_at(list, k)->arg[0] - 1;
        int worth = would_win(st, seat, i)    ? WIN
                    : would_win(st, !seat, i) ? HINDER
                                              : chances(st, seat, i) + chances(st, !seat, i);
        if (worth < best)
            continue;
        ties = worth > best ? 1 : ties + 1;
        best = worth;
        if (rng_below(rng, (uint32_t)ties) == 0)
            move_copy(move, move_at(list, k));
    }
    return best < 0 ? -1 : 0;
}

const struct rules_mind canal_mind = {.advise = advise};
