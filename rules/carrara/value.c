/* What a seat has, for the value of a position. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/carrara/weights.h"
#include "rules/engine/search.h"
#include "rules/engine/search_why.h"
#include "rules/parts.h"

enum { GROUPS = CARRARA_TYPES + CARRARA_CITIES + CARRARA_CATEGORIES };

/* In hundredths: how much of the three objectives is met. */
static int met(const struct carrara_state *st, int seat)
{
    struct carrara_progress progress = carrara_progress(st, seat);
    int sum = 0;
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT; i++)
        sum += progress.have[i] >= progress.need[i] ? 100 : 100 * progress.have[i] / progress.need[i];
    return sum;
}

/* The best that the markers left can still score: points, coins and objects. */
static void ready(const struct carrara_state *st, int seat, int32_t *points, int32_t *coins, int32_t *objects)
{
    struct carrara_yield yield[GROUPS];
    const struct carrara_player *player = &st->players[seat];
    int n = 0;
    for (int type = 0; type < CARRARA_TYPES; type++)
        if (!player->types[type])
            yield[n++] = carrara_yield_type(st, seat, type);
    for (int city = 0; city < CARRARA_CITIES; city++)
        if (st->cities[city] < 0 && carrara_buildings_in(player, city) >= carrara_city_needs[city])
            yield[n++] = carrara_yield_city(st, seat, city);
    for (int category = 0; st->options.expansion && category < CARRARA_CATEGORIES; category++)
        if (!player->categories[category])
            yield[n++] = carrara_yield_category(st, seat, category);
    for (int markers = carrara_markers(st, seat); markers > 0 && n > 0; markers--) {
        int best = 0, most = -1;
        for (int i = 0; i < n; i++) {
            int worth = 4 * yield[i].points + yield[i].coins + 8 * carrara_sum(yield[i].objects);
            if (worth > most) {
                most = worth;
                best = i;
            }
        }
        *points += yield[best].points;
        *coins += yield[best].coins;
        *objects += carrara_sum(yield[best].objects);
        yield[best] = yield[--n];
    }
}

static int features(const void *state, int seat, int32_t *feature)
{
    const struct carrara_state *st = state;
    const struct carrara_player *player = &st->players[seat];
    struct carrara_total total = carrara_total(st, seat);
    int taken = CARRARA_DECK - st->n_stack, nearest = 0, own = met(st, seat), n = 1, used = 0;
    for (int slot = 0; slot < CARRARA_MARKET; slot++)
        taken -= st->market[slot] >= 0;
    for (int other = 0; other < st->seats; other++) {
        int is = other == seat ? own : met(st, other);
        nearest = is > nearest ? is : nearest;
        used += CARRARA_MARKERS - carrara_markers(st, other);
    }
    int done = SEARCH_SCALE * taken / CARRARA_DECK, close = nearest * nearest / 90, marked = SEARCH_SCALE * used / (CARRARA_MARKERS * st->seats);
    done = close > done ? close : done;
    done = marked > done ? marked : done;
    feature[0] = st->ending != CARRARA_ENDING_NONE || done > SEARCH_SCALE ? SEARCH_SCALE : done;
    feature[n++] = total.total - total.coins;
    feature[n++] = player->coins;
    feature[n++] = player->stones[0] + player->stones[1];
    feature[n++] = player->stones[2] + player->stones[3];
    feature[n++] = player->stones[4] + player->stones[5];
    ready(st, seat, &feature[n], &feature[n + 1], &feature[n + 2]);
    n += 3;
    feature[n++] = carrara_markers(st, seat);
    feature[n++] = own;
    int cost = 0, points = 0, coins = 0;
    for (int i = 0; i < player->n_buildings; i++) {
        int city = player->buildings[i].city, tile = carrara_tile_cost[player->buildings[i].tile];
        cost += tile;
        *(carrara_gives_points(city) ? &points : &coins) += tile * carrara_multiplier(st, seat, city);
    }
    feature[n++] = cost;
    feature[n++] = points;
    feature[n++] = coins;
    feature[n++] = carrara_sum(player->objects);
    feature[n++] = st->current == seat;
    feature[n++] = nearest - own;
    return n;
}

/* What an advantage may come of. */
static const struct why_kind whys[] = {
    {CARRARA_BUILT, 1, N_("build {tile}")},
    {CARRARA_REBUILT, 1, N_("put {tile} in place of another")},
    {CARRARA_SCORED, 2, N_("score {which}")},
    {CARRARA_UPGRADED, 1, N_("take the upgrade of {upgrade}")},
    {CARRARA_OBJECT_BOUGHT, 1, N_("buy the {object}")},
    {CARRARA_DECLARED, 0, N_("announce the end")},
    WHY_KINDS_END};

static const struct search_plan plan = {.moves = 5000, .depth = 30, .wide = 8, .stray = 15, .guard = 15};

static const char *recalls(const void *state)
{
    const struct carrara_state *st = state;
    return st->options.screens ? N_("This counts what lies behind the screens: all of it was taken and paid openly.") : NULL;
}

const struct rules_mind carrara_mind = {.advise = carrara_advise, .features = features, .weights = weights,
                                        .plan = &plan, .whys = whys, .recalls = recalls, .ease = 17};
