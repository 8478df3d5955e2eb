#include "config.h"

#include "rules/carrara/state.h"

int carrara_wheel_stones(const struct carrara_state *st)
{
    int n = 0;
    for (int section = 0; section < CARRARA_SECTIONS; section++)
        n += carrara_sum(st->wheel[section]);
    return n;
}

int carrara_accepted(const uint8_t stones[CARRARA_COLOURS], int city)
{
    int n = 0;
    for (int c = 0; c <= city; c++)
        n += stones[c];
    return n;
}

int carrara_markers(const struct carrara_state *st, int seat)
{
    const struct carrara_player *player = &st->players[seat];
    int used = carrara_sum(player->types) + player->categories[0] + player->categories[1];
    for (int city = 0; city < CARRARA_CITIES; city++)
        used += st->cities[city] == seat;
    return CARRARA_MARKERS - used;
}

int carrara_buildings_in(const struct carrara_player *player, int city)
{
    int n = 0;
    for (int i = 0; i < player->n_buildings; i++)
        n += player->buildings[i].city == city;
    return n;
}

int carrara_buildings_of(const struct carrara_player *player, int type)
{
    int n = 0;
    for (int i = 0; i < player->n_buildings; i++)
        n += carrara_tile_type[player->buildings[i].tile] == type;
    return n;
}

static void yield_add(struct carrara_yield *yield, const struct carrara_building *building)
{
    int worth = carrara_tile_cost[building->tile] * carrara_multipliers[building->city];
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
            yield_add(&yield, &player->buildings[i]);
    yield_limit(&yield, st->reserve);
    return yield;
}

struct carrara_yield carrara_yield_city(const struct carrara_state *st, int seat, int city)
{
    const struct carrara_player *player = &st->players[seat];
    struct carrara_yield yield = {0};
    for (int i = 0; i < player->n_buildings; i++)
        if (player->buildings[i].city == city)
            yield_add(&yield, &player->buildings[i]);
    yield_limit(&yield, st->reserve);
    return yield;
}

struct carrara_progress carrara_progress(const struct carrara_state *st, int seat)
{
    const struct carrara_player *player = &st->players[seat];
    struct carrara_progress progress;
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT; i++)
        progress.need[i] = carrara_needs[i][st->seats - 2];
    int cost = 0;
    for (int i = 0; i < player->n_buildings; i++)
        cost += carrara_tile_cost[player->buildings[i].tile];
    progress.have[CARRARA_BROWN] = (int16_t)(CARRARA_MARKERS - carrara_markers(st, seat));
    progress.have[CARRARA_PURPLE] = (int16_t)carrara_sum(player->objects);
    progress.have[CARRARA_GREY] = (int16_t)cost;
    return progress;
}

bool carrara_objectives_met(const struct carrara_state *st, int seat)
{
    struct carrara_progress progress = carrara_progress(st, seat);
    for (int i = 0; i < CARRARA_OBJECTIVE_COUNT; i++)
        if (progress.have[i] < progress.need[i])
            return false;
    return true;
}

struct carrara_total carrara_total(const struct carrara_state *st, int seat)
{
    const struct carrara_player *player = &st->players[seat];
    int fives = 0;
    for (int i = 0; i < player->n_buildings; i++)
        fives += carrara_tile_cost[player->buildings[i].tile] == 5;
    struct carrara_total total = {
        .track = player->points,
        .purple = (int16_t)(CARRARA_OBJECT_POINTS * carrara_sum(player->objects)),
        .grey = (int16_t)(CARRARA_FIVE_POINTS * fives),
        .coins = (int16_t)(player->coins / CARRARA_COINS_A_POINT),
        .stones = (int16_t)carrara_sum(player->stones),
    };
    total.total = (int16_t)(total.track + total.purple + total.grey + total.coins);
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
        standing->seat[seat].points = (int16_t)(total.total - (open ? 0 : total.coins));
        standing->seat[seat].rank = over ? rank[seat] : 0;
    }
}
