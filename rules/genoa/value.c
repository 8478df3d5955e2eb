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
static const struct why_kind whys[] = {
    {GENOA_ACTED, 1, N_("act in {building}")},
    {GENOA_DELIVERED, 1, N_("fulfil a large order ({card})")},
    {GENOA_SMALL_DONE, 1, N_("fulfil a small order ({card})")},
    {GENOA_MESSAGE_PAID, 1, N_("be paid for a message ({card})")},
    {GENOA_MARKER_PLACED, 1, N_("place a marker on {building}")},
    {GENOA_TILE_USED, 1, N_("use a special tile ({kind})")},
    {GENOA_ACCEPTED, 0, N_("sell an action")},
    {GENOA_ACCEPTED_WITH, 0, N_("sell an action and add something")},
    WHY_KINDS_END};

static const struct search_plan plan = {.moves = 10000, .depth = 24, .wide = 8, .guard = 15, .least = 5 * SEARCH_SCALE};

static const char *recalls(const void *state)
{
    (void)state;
    return N_("This counts the money of all, and the cards of others that you have been told of.");
}

const struct rules_mind genoa_mind = {.advise = genoa_advise, .features = features, .weights = weights,
                                      .plan = &plan, .whys = whys, .recalls = recalls, .ease = 22};
