/* What lies where: stones, offers, buildings, markers. */
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

int carrara_market_slot(const struct carrara_state *st, int tile)
{
    for (int slot = 0; slot < CARRARA_MARKET; slot++)
        if (st->market[slot] == tile)
            return slot;
    return -1;
}

bool carrara_on_offer(const struct carrara_state *st, int tile)
{
    return tile < CARRARA_DECK ? carrara_market_slot(st, tile) >= 0 : st->expensive[tile - CARRARA_DECK];
}

int carrara_offers(const struct carrara_state *st, uint8_t tiles[CARRARA_OFFERS_MOST])
{
    int n = 0;
    for (int slot = 0; slot < CARRARA_MARKET; slot++)
        if (st->market[slot] >= 0)
            tiles[n++] = (uint8_t)st->market[slot];
    for (int type = 0; type < CARRARA_TYPES; type++)
        if (st->expensive[type])
            tiles[n++] = (uint8_t)(CARRARA_DECK + type);
    return n;
}

int carrara_own_building(const struct carrara_player *player, int tile)
{
    for (int i = 0; i < player->n_buildings; i++)
        if (player->buildings[i].tile == tile)
            return i;
    return -1;
}
