/* What a seat has, for the value of a position. */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/gondoliere/weights.h"
#include "rules/engine/search_why.h"
#include "rules/parts.h"

enum { VALUES_IN = GONDOLIERE_VALUES + 1 }; /* an open canal holds landings of 0 .. 4 values */

static int features(const void *state, int seat, int32_t *feature)
{
    const struct gondoliere_state *st = state;
    const struct gondoliere_player *player = &st->players[seat];
    struct gondoliere_chart room;
    const struct gondoliere_chart *chart = gondoliere_chart_of(st, &room);
    int n = 1, closed = 0;
    int32_t *open = &feature[2], *lead = open + VALUES_IN;
    for (int canal = 0; canal < GONDOLIERE_CANALS; canal++) {
        int16_t points[GONDOLIERE_SEATS];
        gondoliere_payout(chart, canal, points);
        if (st->canals[canal] != GONDOLIERE_OPEN) {
            closed++;
            feature[1] += points[seat];
            continue;
        }
        int values = __builtin_popcount(chart->course[canal].values), best = 0;
        for (int other = 0; other < st->seats; other++)
            if (other != seat && chart->course[canal].sums[other] > best)
                best = chart->course[canal].sums[other];
        open[values] += points[seat];
        *lead += (chart->course[canal].sums[seat] - best) * gondoliere_passengers(chart, canal);
    }
    n += 1 + VALUES_IN + 1;
    int laid = SEARCH_SCALE * st->n_board / (GONDOLIERE_CANAL_TILES + st->seats * GONDOLIERE_LANDINGS);
    int shut = SEARCH_SCALE * closed / (GONDOLIERE_CANALS - GONDOLIERE_LAST_OPEN);
    feature[0] = laid > shut ? laid : shut > SEARCH_SCALE ? SEARCH_SCALE : shut;
    for (int i = 0; i < player->n_display; i++)
        feature[n] += gondoliere_tile[player->display[i]].value;
    for (int i = 0; i < player->n_pile; i++)
        feature[n + 1] += gondoliere_tile[player->pile[i]].value;
    n += 2;
    feature[n++] = player->n_display + player->n_pile;
    feature[n++] = st->current == seat ? GONDOLIERE_A_TURN - st->placed : 0;
    feature[n++] = st->current == seat;
    return n;
}

/* What an advantage may come of. */
static const struct why_kind whys[] = {
    {GONDOLIERE_PLACED, 2, N_("extend canal {canal} with {tile}")},
    {GONDOLIERE_PAID, 1, N_("score landings in canal {canal}")},
    WHY_KINDS_END};

static const struct search_plan plan = {.moves = 10000, .depth = 18, .wide = 8, .stray = 15, .guard = 15};

const struct rules_mind gondoliere_mind = {.advise = gondoliere_advise, .features = features, .weights = weights,
                                           .plan = &plan, .whys = whys, .ease = 36};
