/* What a seat has, for the value of a position. */
#include "config.h"

#include "rules/engine/search_why.h"
#include "rules/parts.h"
#include "rules/venedig/state.h"
#include "rules/venedig/weights.h"

static int features(const void *state, int seat, int32_t *feature)
{
    const struct venedig_state *st = state;
    int n = 1, built = SEARCH_SCALE * (st->n_buildings - VENEDIG_PRINTED) / (VENEDIG_PIECES - VENEDIG_PRINTED), first = 0;
    for (int other = 0; other < st->seats; other++)
        first = st->gondola[other] > first ? st->gondola[other] : first;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        int used = SEARCH_SCALE - SEARCH_SCALE * venedig_supply(st, kind) / venedig_pieces[kind].pieces;
        built = used > built ? used : built;
    }
    int done = SEARCH_SCALE * first / VENEDIG_GOAL;
    done = built > done ? built : done;
    feature[0] = done > SEARCH_SCALE ? SEARCH_SCALE : done;
    feature[n++] = st->gondola[seat];
    feature[n++] = venedig_gold(st->gold[seat]);
    feature[n++] = st->active == seat;
    for (int kind = 0; kind < VENEDIG_SHARED; kind++) {
        int have = st->front[seat].of[kind], total = venedig_total(st, kind);
        bool architect = st->architect[kind] == seat;
        feature[n] += architect ? 100 * total / venedig_pieces[kind].need : 0;
        feature[n + 1] += have && !architect ? 100 * total / venedig_pieces[kind].need : 0;
        feature[n + 2] += st->solo == kind && st->active == seat;
    }
    n += 3;
    for (int kind = 0; kind < VENEDIG_KINDS; kind++)
        feature[n++] = st->hand[seat].of[kind];
    feature[n++] = first;
    feature[n++] = venedig_moors(st, seat, 0x1f);
    return n;
}

/* What an advantage may come of. */
static const struct why_kind whys[] = {
    {VENEDIG_ARCHITECT, 1, N_("become the architect of the {kind}")},
    {VENEDIG_BUILT, 1, N_("build a {kind}")},
    {VENEDIG_BUILT_PONTE, 1, N_("build a {kind} and count casas")},
    {VENEDIG_TREASURE, 0, N_("draw a treasure tile")},
    {VENEDIG_PLAYED_SOLO, 1, N_("play all cards of a {kind} at once")},
    {VENEDIG_CONVERTED, 0, N_("turn gold into steps")},
    WHY_KINDS_END};

static const struct search_plan plan = {.moves = 12000, .depth = 30, .wide = 8, .stray = 15, .guard = 15};

static const char *recalls(const void *state)
{
    (void)state;
    return N_("This remembers which cards others took openly.");
}

const struct rules_mind venedig_mind = {.advise = venedig_advise, .features = features, .weights = weights,
                                        .plan = &plan, .whys = whys, .recalls = recalls, .ease = 35};
