#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/log.h"

#include <string.h>

/* The longest list. Buying: the subsets of at most 11 stones, each section by itself; most when all lie in one section
 * as 2,2,2,2,2,1: 3^5 * 2 - 1 = 485. Building: 15 tiles * 6 cities = 90. Rebuilding: at most 21 + 6 own tiles, 9 offers
 * and 6 of cost 8: 9 * 21 + 6 * 27 = 351. Scoring 6 + 6 + 2, the wheel 1: 941 in all. Paying is a phase of its own: eight
 * stones of six colours, of which nobody has more than seven, in up to 1,281 ways, more than a list holds. */
_Static_assert(MOVES_MAX >= 941, "a position of Carrara does not fit the list");

seatmask carrara_awaits(const void *state)
{
    const struct carrara_state *st = state;
    return st->phase == CARRARA_PHASE_OVER ? 0 : SEAT_BIT(st->current);
}

bool carrara_can_get_stone(const struct carrara_state *st, int seat)
{
    for (int section = 0; section < CARRARA_SECTIONS; section++)
        for (int c = 0; c < CARRARA_COLOURS; c++)
            if (st->wheel[section][c] && carrara_prices[section][c] <= st->players[seat].coins)
                return true;
    return false;
}

/* ---- Stones ---- */

enum { BUY_SLOTS = 1 + CARRARA_COLOURS, BUYS_MOST = 486 };

/* The purchases of one section while they are listed: `spent` runs beside the moves of the list from `base` on. */
struct buys {
    struct move_list *list;
    int base;
    int coins;
    int16_t spent[BUYS_MOST];
};

static int buys_n(const struct buys *buys)
{
    return buys->list->n - buys->base;
}

/* Every purchase so far once more, with each further number of stones of this colour that can be paid. */
static void buys_multiply(struct buys *buys, int colour, int count, int price)
{
    const int n = buys_n(buys);
    for (int k = 1; k <= count; k++) {
        int16_t amount = (int16_t)(price ? k : count - k); /* free ones start with all, priced ones with none */
        for (int i = 0; i < n; i++) {
            int spent = buys->spent[i] + k * price;
            if (spent > buys->coins)
                continue;
            buys->spent[buys_n(buys)] = (int16_t)spent;
            int16_t *arg = move_list_add(buys->list, CARRARA_BUY, BUY_SLOTS);
            memcpy(arg, move_at(buys->list, buys->base + i)->arg, BUY_SLOTS * sizeof(arg[0]));
            arg[1 + colour] = amount;
        }
    }
}

/* The purchase of nothing goes. When it stands first, the cheapest single stone follows it and takes its place. */
static void buys_drop(struct buys *buys, int nothing)
{
    uint16_t *at = buys->list->at + buys->base;
    int last = buys_n(buys) - 1;
    if (nothing == 0 && last > 0) {
        at[0] = at[1];
        nothing = 1;
    }
    at[nothing] = at[last];
    buys->list->n--;
}

/* First all free stones, or the cheapest single one. In every section the free colours are the last ones, so going from
 * the last colour to the first lists the purchases of free stones alone before all others. */
static void list_buys_of(const struct carrara_state *st, int seat, int section, struct move_list *list)
{
    const uint8_t *count = st->wheel[section], *price = carrara_prices[section];
    struct buys buys = {.list = list, .base = list->n, .coins = st->players[seat].coins};
    int16_t *first = move_list_add(list, CARRARA_BUY, BUY_SLOTS);
    first[0] = (int16_t)(section + 1);
    for (int c = 0; c < CARRARA_COLOURS; c++)
        first[1 + c] = price[c] ? 0 : count[c];
    buys.spent[0] = 0;
    int nothing = 0;
    for (int c = CARRARA_COLOURS - 1; c >= 0; c--) {
        if (count[c])
            buys_multiply(&buys, c, count[c], price[c]);
        if (price[c] == 0)
            nothing = buys_n(&buys) - 1;
    }
    buys_drop(&buys, nothing);
}

static void list_buys(const struct carrara_state *st, int seat, struct move_list *list)
{
    for (int section = 0; section < CARRARA_SECTIONS; section++)
        if (carrara_sum(st->wheel[section]))
            list_buys_of(st, seat, section, list);
}

/* ---- Building ---- */

/* All ways to pay `rest` more with colours 0..colour, the least noble first, as far as there is room. */
static void list_payments(struct move_list *list, const uint8_t *own, const int *below, int colour, int rest,
                          int16_t *paid)
{
    if (colour == 0 || rest == 0) {
        memset(paid, 0, (size_t)(colour + 1) * sizeof(*paid));
        paid[0] = (int16_t)rest;
        list->partial = list->n == MOVES_MAX;
        if (list->partial)
            return;
        memcpy(move_list_add(list, CARRARA_PAY, CARRARA_COLOURS), paid, CARRARA_COLOURS * sizeof(*paid));
        return;
    }
    int most = own[colour] < rest ? own[colour] : rest;
    for (int k = most; k >= 0 && rest - k <= below[colour] && !list->partial; k--) {
        paid[colour] = (int16_t)k;
        list_payments(list, own, below, colour - 1, rest - k, paid);
    }
}

static void list_pay(const struct carrara_state *st, int seat, struct move_list *list)
{
    const uint8_t *own = st->players[seat].stones;
    int16_t paid[CARRARA_COLOURS] = {0};
    int below[CARRARA_COLOURS + 1] = {0}; /* stones of nobler colours */
    for (int c = 0; c < CARRARA_COLOURS; c++)
        below[c + 1] = below[c] + own[c];
    list_payments(list, own, below, st->pending.city, st->pending.due, paid);
}

/* The first city, in the order of the board, that takes `due` of the stones; all after it do as well. */
static int first_city(const uint8_t *stones, int due)
{
    int n = 0;
    for (int city = 0; city < CARRARA_CITIES; city++) {
        n += stones[city];
        if (n >= due)
            return city;
    }
    return CARRARA_CITIES;
}

static void list_builds(const struct carrara_state *st, int seat, struct move_list *list)
{
    uint8_t offers[CARRARA_OFFERS_MOST];
    int n = carrara_offers(st, offers);
    for (int i = 0; i < n; i++)
        for (int city = first_city(st->players[seat].stones, carrara_tile_cost[offers[i]]); city < CARRARA_CITIES; city++)
            list_two(list, CARRARA_BUILD, offers[i], city);
}

static void list_rebuilds(const struct carrara_state *st, int seat, struct move_list *list)
{
    const struct carrara_player *player = &st->players[seat];
    if (!st->options.rebuild || player->n_buildings == 0)
        return;
    int accepted[CARRARA_CITIES];
    for (int city = 0, n = 0; city < CARRARA_CITIES; city++)
        accepted[city] = n += player->stones[city];
    uint8_t offers[CARRARA_OFFERS_MOST];
    int n = carrara_offers(st, offers);
    for (int o = 0; o < n; o++)
        for (int i = 0; i < player->n_buildings; i++) {
            const struct carrara_building *old = &player->buildings[i];
            int due = carrara_tile_cost[offers[o]] - carrara_tile_cost[old->tile];
            if (due > 0 && due <= accepted[old->city])
                list_two(list, CARRARA_REBUILD, offers[o], old->tile);
        }
}

/* ---- Scoring ---- */

static void list_scores(const struct carrara_state *st, int seat, struct move_list *list)
{
    const struct carrara_player *player = &st->players[seat];
    if (player->n_buildings == 0 || carrara_markers(st, seat) == 0)
        return;
    uint8_t of[CARRARA_TYPES] = {0}, in[CARRARA_CITIES] = {0};
    for (int i = 0; i < player->n_buildings; i++) {
        of[carrara_tile_type[player->buildings[i].tile]]++;
        in[player->buildings[i].city]++;
    }
    for (int type = 0; type < CARRARA_TYPES; type++)
        if (of[type] && !player->types[type])
            list_one(list, CARRARA_SCORE_TYPE, type);
    for (int city = 0; city < CARRARA_CITIES; city++)
        if (in[city] >= carrara_city_needs[city] && st->cities[city] < 0)
            list_one(list, CARRARA_SCORE_CITY, city);
    for (int category = 0; st->options.expansion && category < CARRARA_CATEGORIES; category++)
        if (!player->categories[category] && carrara_yield_category(st, seat, category).n_tiles)
            list_one(list, CARRARA_SCORE_CATEGORY, category);
}

bool carrara_can_act(const struct carrara_state *st, int seat)
{
    const struct carrara_player *player = &st->players[seat];
    uint8_t offers[CARRARA_OFFERS_MOST];
    int n = carrara_offers(st, offers);
    for (int o = 0; o < n; o++) {
        if (carrara_accepted(player->stones, CARRARA_CITIES - 1) >= carrara_tile_cost[offers[o]])
            return true;
        for (int i = 0; st->options.rebuild && i < player->n_buildings; i++) {
            int due = carrara_tile_cost[offers[o]] - carrara_tile_cost[player->buildings[i].tile];
            if (due > 0 && due <= carrara_accepted(player->stones, player->buildings[i].city))
                return true;
        }
    }
    if (carrara_markers(st, seat) == 0)
        return false;
    for (int i = 0; i < player->n_buildings; i++) {
        int city = player->buildings[i].city, type = carrara_tile_type[player->buildings[i].tile];
        if (!player->types[type] || (st->options.expansion && !player->categories[carrara_type_category[type]]))
            return true;
        if (st->cities[city] < 0 && carrara_buildings_in(player, city) >= carrara_city_needs[city])
            return true;
    }
    return false;
}

/* ---- By phase ---- */

static void list_action(const struct carrara_state *st, int seat, struct move_list *list)
{
    bool stones = carrara_wheel_stones(st) || carrara_sum(st->bag);
    if (stones)
        list_plain(list, CARRARA_TURN_WHEEL);
    if (!st->options.wheel)
        list_buys(st, seat, list);
    list_builds(st, seat, list);
    list_rebuilds(st, seat, list);
    list_scores(st, seat, list);
    if (!stones && list->n == 0)
        list_plain(list, CARRARA_RELIEF);
}

static void list_buy(const struct carrara_state *st, int seat, struct move_list *list)
{
    list_buys(st, seat, list);
    if (list->n == 0)
        list_plain(list, CARRARA_RELIEF);
}

static void list_finish(const struct carrara_state *st, int seat, struct move_list *list)
{
    if (!st->bought && st->players[seat].coins >= CARRARA_OBJECT_PRICE)
        for (int kind = 0; kind < CARRARA_OBJECTS; kind++)
            if (st->sale[kind])
                list_one(list, CARRARA_OBJECT, kind);
    if (st->ending == CARRARA_ENDING_NONE && carrara_objectives_met(st, seat))
        list_plain(list, CARRARA_DECLARE);
    list_plain(list, CARRARA_END);
}

int carrara_moves(const void *state, int seat, struct move_list *list)
{
    const struct carrara_state *st = state;
    move_list_clear(list);
    if (seat != st->current)
        return 0;
    switch (st->phase) {
    case CARRARA_PHASE_ACTION:
        list_action(st, seat, list);
        break;
    case CARRARA_PHASE_BUY:
        list_buy(st, seat, list);
        break;
    case CARRARA_PHASE_PAY:
        list_pay(st, seat, list);
        break;
    case CARRARA_PHASE_UPGRADE:
        for (int i = 0; i < CARRARA_UPGRADES; i++)
            if (st->upgrades[i] < 0)
                list_one(list, CARRARA_UPGRADE, i);
        break;
    case CARRARA_PHASE_FINISH:
        list_finish(st, seat, list);
        break;
    }
    return list->n;
}

/* Is the game over when this turn ends? (dossier carrara 5) */
static bool is_last_turn(const struct carrara_state *st)
{
    bool ending = st->ending != CARRARA_ENDING_NONE || st->n_stack == 0;
    for (int slot = 0; slot < CARRARA_MARKET && st->ending == CARRARA_ENDING_NONE; slot++)
        ending = ending && st->market[slot] < 0;
    return ending && (st->current + 1) % st->seats == st->start;
}

unsigned carrara_traits(const void *state, int seat, const struct move *move)
{
    const struct carrara_state *st = state;
    (void)seat;
    if (move->verb == CARRARA_TURN_WHEEL)
        return MOVE_DRAWS;
    if (move->verb != CARRARA_END)
        return 0;
    unsigned turned_up = st->n_stack > 0 && carrara_market_slot(st, -1) >= 0 ? MOVE_REVEALS : 0;
    return turned_up | (is_last_turn(st) ? MOVE_ENDS : 0);
}
