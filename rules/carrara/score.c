#include "config.h"

#include "rules/carrara/state.h"

int carrara_multiplier(const struct carrara_state *st, int seat, int city)
{
    return carrara_multipliers[city] + (st->upgrades[city] == seat);
}

static void yield_add(const struct carrara_state *st, int seat, struct carrara_yield *yield, const struct carrara_building *building)
{
    int worth = carrara_tile_cost[building->tile] * carrara_multiplier(st, seat, building->city);
    if (carrara_gives_points(building->city))
        yield->points = (int16_t)(yield->points + worth);
    else
        yield->coins = (int16_t)(yield->coins + worth);
    yield->objects[carrara_tile_type[building->tile]]++;
    yield->n_tiles++;
    yield->tiles |= (uint64_t)1 << building->tile;
}

/* When the reserve of a kind runs out the player gets what there is; the one on sale is not reserve. */
static void yield_limit(struct carrara_yield *yield, const uint8_t reserve[CARRARA_OBJECTS])
{
    for (int kind = 0; kind < CARRARA_OBJECTS; kind++) {
        if (yield->objects[kind] <= reserve[kind])
            continue;
        yield->missing[kind] = (uint8_t)(yield->objects[kind] - reserve[kind]);
        yield->objects[kind] = reserve[kind];
    }
}

struct carrara_yield carrara_yield_type(const struct carrara_state *st, int seat, int type)
{
    const struct carrara_player *player = &st->players[seat];
    struct carrara_yield yield = {0};
    for (int i = 0; i < player->n_buildings; i++)
        if (carrara_tile_type[player->buildings[i].tile] == type)
            yield_add(st, seat, &yield, &player->buildings[i]);
    yield_limit(&yield, st->reserve);
    return yield;
}

struct carrara_yield carrara_yield_city(const struct carrara_state *st, int seat, int city)
{
    const struct carrara_player *player = &st->players[seat];
    struct carrara_yield yield = {0};
    for (int i = 0; i < player->n_buildings; i++)
        if (player->buildings[i].city == city)
            yield_add(st, seat, &yield, &player->buildings[i]);
    yield_limit(&yield, st->reserve);
    return yield;
}

struct carrara_yield carrara_yield_category(const struct carrara_state *st, int seat, int category)
{
    const struct carrara_player *player = &st->players[seat];
    struct carrara_yield yield = {0};
    int worth = 0, times = 1 + (st->upgrades[CARRARA_CITIES + category] == seat);
    for (int i = 0; i < player->n_buildings; i++) {
        int tile = player->buildings[i].tile;
        if (carrara_type_category[carrara_tile_type[tile]] != category)
            continue;
        worth += times * carrara_tile_cost[tile];
        yield.n_tiles++;
        yield.tiles |= (uint64_t)1 << tile;
    }
    *(category == CARRARA_URBAN ? &yield.coins : &yield.points) = (int16_t)worth;
    return yield;
}

struct carrara_total carrara_total(const struct carrara_state *st, int seat)
{
    const struct carrara_player *player = &st->players[seat];
    struct carrara_total total = {
        .track = player->points,
        .purple = (int16_t)carrara_card_points(st, seat, CARRARA_PURPLE),
        .grey = (int16_t)carrara_card_points(st, seat, CARRARA_GREY),
        .green = (int16_t)carrara_card_points(st, seat, CARRARA_GREEN),
        .coins = (int16_t)(player->coins / carrara_coins_a_point(st)),
        .surplus = (int16_t)carrara_surplus(st, seat),
        .stones = (int16_t)carrara_sum(player->stones),
    };
    total.hidden = (int16_t)(total.coins + (carrara_card_hides(st, CARRARA_GREEN) ? total.green : 0));
    total.total = (int16_t)(total.track + total.purple + total.grey + total.green + total.coins + total.surplus);
    return total;
}

void carrara_rank(const struct carrara_state *st, int8_t rank[CARRARA_SEATS])
{
    struct carrara_total total[CARRARA_SEATS];
    for (int seat = 0; seat < st->seats; seat++)
        total[seat] = carrara_total(st, seat);
    for (int seat = 0; seat < st->seats; seat++) {
        rank[seat] = 1;
        for (int other = 0; other < st->seats; other++)
            if (total[other].total > total[seat].total
                || (total[other].total == total[seat].total && total[other].stones > total[seat].stones))
                rank[seat]++;
    }
}

void carrara_standing(const void *state, struct standing *standing)
{
    const struct carrara_state *st = state;
    bool over = st->phase == CARRARA_PHASE_OVER;
    int8_t rank[CARRARA_SEATS];
    carrara_rank(st, rank);
    standing->n = st->seats;
    for (int seat = 0; seat < st->seats; seat++) {
        struct carrara_total total = carrara_total(st, seat);
        bool open = over || st->options.screens;
        standing->seat[seat].points = (int16_t)(total.total - (open ? 0 : total.hidden));
        standing->seat[seat].rank = over ? rank[seat] : 0;
    }
}
