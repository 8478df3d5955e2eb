/* What a seat has, for the value of a position. */
#include "config.h"

#include "rules/genoa/weights.h"
#include "rules/engine/search_why.h"
#include "rules/genoa/worth.h"
#include "rules/parts.h"

static int features(const void *state, int seat, int32_t *feature)
{
    const struct genoa_state *st = state;
    struct genoa_outlook look = genoa_outlook(st, seat);
    int part[GENOA_PARTS], n = 1;
    genoa_estate_parts(&look, &st->players[seat], part);
    feature[0] = st->round_spaces ? SEARCH_SCALE * (st->round_space * st->seats - look.turns % st->seats) / (st->round_spaces * st->seats) : 0;
    feature[0] = feature[0] < 0 ? 0 : feature[0] > SEARCH_SCALE ? SEARCH_SCALE : feature[0];
    for (int i = 0; i < GENOA_PARTS; i++)
        feature[n++] = part[i];
    feature[n++] = look.turns;
    feature[n++] = st->tower_seat == seat;
    feature[n++] = st->acted[seat];
    feature[n++] = genoa_placed(st, seat);
    return n;
}

/* What an advantage may come of. */
static const struct why_kind whys[] = {{GENOA_ACTED, 1}, {GENOA_DELIVERED, 1}, {GENOA_SMALL_DONE, 1}, {GENOA_MESSAGE_PAID, 1},
                                       {GENOA_MARKER_PLACED, 1}, {GENOA_TILE_USED, 1}, {GENOA_ACCEPTED, 0}, {GENOA_ACCEPTED_WITH, 0},
                                       WHY_KINDS_END};

static const struct search_plan plan = {.moves = 10000, .depth = 24, .wide = 8, .guard = 15, .least = 5 * SEARCH_SCALE};

const struct rules_mind genoa_mind = {.advise = genoa_advise, .features = features, .weights = weights,
                                      .plan = &plan, .whys = whys, .ease = 22};
