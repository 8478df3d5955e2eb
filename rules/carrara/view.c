/* What a viewer may see, built from nothing: dossier carrara 8 and 10.5. Hidden are the bag, the order of the stack,
 * and behind closed screens the coins and stones of the other seats. */
#include "config.h"

#include "rules/carrara/view_parts.h"

#include <string.h>

/* ---- The common board ---- */

static void set_section(struct value *out, const struct carrara_state *st, int section)
{
    static const char *const values[CARRARA_SECTIONS] = {"1", "2", "3", "4", "5", "6"};
    put_place(out, "section", values[section]);
    put_int(out, K_section, section + 1);
    put_text(out, K_roman, carrara_sections[section].label);
    put_int(out, K_total, carrara_sum(st->wheel[section]));
    struct value *stones = put_list(out, K_stones), *prices = put_list(out, K_prices);
    for (int c = 0; c < CARRARA_COLOURS; c++) {
        int price = carrara_prices[section][c];
        if (price > 0)
            put_int(add_stone(prices, c), K_price, price);
        if (st->wheel[section][c] > 0) {
            struct value *stone = add_stone(stones, c);
            put_int(stone, K_count, st->wheel[section][c]);
            put_int(stone, K_price, price);
            put_bool(stone, K_free, price == 0);
        }
    }
}

static void set_offer(struct value *out, const struct carrara_state *st, int slot)
{
    int tile = st->market[slot];
    put_int(out, K_slot, slot);
    put_bool(out, K_empty, tile < 0);
    if (tile >= 0) {
        put_place(out, "tile", carrara_tiles[tile].id);
        set_tile(out, tile);
    }
}

/* @multiplier: what the city is worth to whom this is shown of */
static void set_city(struct value *out, int city, int multiplier)
{
    put_text(out, K_city, carrara_cities[city].id);
    put_text(out, K_name, carrara_cities[city].label);
    put_text(out, K_name_label, carrara_cities[city].label);
    put_int(out, K_multiplier, multiplier);
    put_bool(out, K_upgraded, multiplier > carrara_multipliers[city]);
    set_gives(out, carrara_gives_points(city));
}

static void set_town(struct value *out, const struct carrara_state *st, int city, int viewer)
{
    put_place(out, "city", carrara_cities[city].id);
    set_city(out, city, carrara_multipliers[city]);
    struct value *accepts = put_list(out, K_accepts);
    for (int c = 0; c <= city; c++)
        add_stone(accepts, c);
    put_int(out, K_needs, carrara_city_needs[city]);
    put_bool(out, K_scored, st->cities[city] >= 0);
    put_seat(out, K_scored_by, st->cities[city]);
    bool can = viewer >= 0 && st->cities[city] < 0 && carrara_markers(st, viewer) > 0
        && carrara_buildings_in(&st->players[viewer], city) >= carrara_city_needs[city];
    struct carrara_yield yield = can ? carrara_yield_city(st, viewer, city) : (struct carrara_yield){0};
    put_would(out, can ? &yield : NULL);
}

static void set_fair(struct value *out, const struct carrara_state *st, int kind)
{
    put_place(out, "object", carrara_objects[kind].id);
    set_object(out, kind);
    put_text(out, K_label, carrara_objects[kind].label);
    put_bool(out, K_on_sale, st->sale[kind]);
    put_int(out, K_price, CARRARA_OBJECT_PRICE);
    put_int(out, K_reserve, st->reserve[kind]);
}

/* How many stones are due is said without the bag, whose count would tell the sum of all hands. */
static void set_turning(struct value *out, const struct carrara_state *st)
{
    put_place(out, "verb", "turn_wheel");
    put_bool(out, K_possible, carrara_wheel_stones(st) > 0 || carrara_sum(st->bag) > 0);
    put_int(out, K_draws, CARRARA_WHEEL_STONES - carrara_wheel_stones(st));
}

/* ---- A player's board ---- */

static void set_column(struct value *out, const struct carrara_state *st, int seat, int city, bool own)
{
    const struct carrara_player *player = &st->players[seat];
    put_own_place(out, own, "city", carrara_cities[city].id);
    set_city(out, city, carrara_multiplier(st, seat, city));
    struct value *buildings = put_list(out, K_buildings);
    for (int i = 0; i < player->n_buildings; i++) {
        if (player->buildings[i].city != city)
            continue;
        struct value *building = add_object(buildings);
        put_own_place(building, own, "old", carrara_tiles[player->buildings[i].tile].id);
        set_tile(building, player->buildings[i].tile);
    }
    put_int(out, K_count, carrara_buildings_in(player, city));
}

static void set_kind(struct value *out, const struct carrara_state *st, int seat, int type, bool own)
{
    const struct carrara_player *player = &st->players[seat];
    struct carrara_yield yield = carrara_yield_type(st, seat, type);
    bool can = yield.n_tiles > 0 && !player->types[type] && carrara_markers(st, seat) > 0;
    put_own_place(out, own, "type", carrara_types[type].id);
    put_text(out, K_type, carrara_types[type].id);
    put_text(out, K_name, carrara_types[type].label);
    put_text(out, K_name_label, carrara_types[type].label);
    set_object(out, type);
    put_bool(out, K_scored, player->types[type]);
    put_int(out, K_buildings, yield.n_tiles);
    put_would(out, can ? &yield : NULL);
}

static void add_things(struct value *list, const struct carrara_player *player)
{
    for (int kind = 0; kind < CARRARA_OBJECTS; kind++) {
        struct value *thing = add_object(list);
        put_text(thing, K_object, carrara_objects[kind].id);
        put_text(thing, K_label, carrara_objects[kind].label);
        put_int(thing, K_count, player->objects[kind]);
    }
}

static void set_hand(struct value *out, const struct carrara_player *player)
{
    put_int(out, K_coins, player->coins);
    add_bytes(put_list(out, K_stones), player->stones, CARRARA_COLOURS);
    put_int(out, K_stones_total, carrara_sum(player->stones));
    put_bool(out, K_has_stones, carrara_sum(player->stones) > 0);
    struct value *list = put_list(out, K_stones_list);
    for (int c = 0; c < CARRARA_COLOURS; c++)
        if (player->stones[c] > 0)
            put_int(add_stone(list, c), K_count, player->stones[c]);
}

/* What the seat would have if the game ended now. The parts are what the viewer may know; the total is the standing,
 * one number for all: coins count in it when everybody sees them. */
static void set_score(struct value *out, const struct carrara_state *st, int seat, bool hand)
{
    struct carrara_total total = carrara_total(st, seat);
    bool open = st->phase == CARRARA_PHASE_OVER || st->options.screens;
    put_int(out, K_track, total.track);
    put_int(out, K_purple, total.purple);
    put_int(out, K_grey, total.grey);
    put_known(out, K_green, hand || !carrara_card_hides(st, CARRARA_GREEN), total.green);
    put_int(out, K_surplus, total.surplus);
    put_known(out, K_coins, hand, total.coins);
    put_int(out, K_total, total.total - (open ? 0 : total.hidden));
}

static void add_buildings(struct value *list, const struct carrara_player *player)
{
    for (int i = 0; i < player->n_buildings; i++) {
        struct value *building = add_object(list);
        put_int(building, K_tile, player->buildings[i].tile);
        put_int(building, K_city, player->buildings[i].city);
    }
}

static void set_player(struct value *out, const struct carrara_state *st, int seat, int viewer)
{
    const struct carrara_player *player = &st->players[seat];
    bool own = seat == viewer, hand = carrara_sees_hand(st, viewer, seat);
    int markers = carrara_markers(st, seat);
    put_int(out, K_seat, seat);
    put_null(out, K_coins);
    put_null(out, K_stones);
    put_bool(out, K_hand_shown, hand);
    if (hand)
        set_hand(out, player);
    put_int(out, K_points, player->points);
    add_bytes(put_list(out, K_objects), player->objects, CARRARA_OBJECTS);
    add_bytes(put_list(out, K_types), player->types, CARRARA_TYPES);
    add_bytes(put_list(out, K_categories), player->categories, CARRARA_CATEGORIES);
    add_buildings(put_list(out, K_buildings), player);
    put_int(out, K_markers, markers);
    struct value *dots = put_list(out, K_marker_dots);
    for (int i = 0; i < CARRARA_MARKERS; i++)
        put_bool(add_object(dots), K_used, i >= markers);
    add_things(put_list(out, K_things), player);
    carrara_put_categories(out, st, seat, own);
    struct value *kinds = put_list(out, K_kinds), *columns = put_list(out, K_columns);
    for (int type = 0; type < CARRARA_TYPES; type++)
        set_kind(add_object(kinds), st, seat, type, own);
    for (int city = 0; city < CARRARA_CITIES; city++)
        set_column(add_object(columns), st, seat, city, own);
    set_score(put_object(out, K_score), st, seat, hand);
}

/* ---- The whole ---- */

static void set_options(struct value *out, const struct carrara_options *options)
{
    put_int(out, K_expansion, options->expansion);
    put_int(out, K_wheel, options->wheel);
    put_int(out, K_rebuild, options->rebuild);
    put_int(out, K_screens, options->screens);
}

static void set_pending(struct value *out, const struct carrara_pending *pending)
{
    put_int(out, K_tile, pending->tile);
    put_int(out, K_city, pending->city);
    put_int(out, K_old, pending->old);
    put_int(out, K_due, pending->due);
}

/* What the viewer has to pay now, and what may be taken for it (dossier carrara 4.2). */
static void set_payment(struct value *out, const struct carrara_state *st, int viewer)
{
    const struct carrara_pending *pending = &st->pending;
    put_text(out, K_limits_of, "pay");
    put_int(out, K_due, pending->due);
    put_text(out, K_tile_name, carrara_tiles[pending->tile].label);
    put_text(out, K_tile_label, carrara_tiles[pending->tile].label);
    put_text(out, K_city_name, carrara_cities[pending->city].label);
    put_text(out, K_city_label, carrara_cities[pending->city].label);
    struct value *stones = put_list(out, K_stones);
    for (int c = 0; c <= pending->city; c++) {
        int own = st->players[viewer].stones[c];
        if (own > 0)
            put_int(add_stone(stones, c), K_most, own < pending->due ? own : pending->due);
    }
}

/* Which part of the board the question is about: what a small window shows first. */
static void set_about(struct value *out, const struct carrara_state *st)
{
    put_bool(out, K_towns, st->phase == CARRARA_PHASE_PAY);
    put_bool(out, K_dear, st->phase == CARRARA_PHASE_UPGRADE);
    put_bool(out, K_fair, st->phase == CARRARA_PHASE_FINISH);
    put_bool(out, K_others, false);
}

static bool has_built(const struct carrara_player *was, const struct carrara_player *is)
{
    return was->n_buildings != is->n_buildings || memcmp(was->buildings, is->buildings, sizeof(is->buildings)) != 0;
}

static bool has_scored(const struct carrara_player *was, const struct carrara_player *is)
{
    return memcmp(was->types, is->types, sizeof(is->types)) != 0 || memcmp(was->categories, is->categories, sizeof(is->categories)) != 0;
}

/* One's own cities stand beside those that are scored, the others' by themselves. */
static void moved(const void *before, const void *state, int viewer, struct value *about)
{
    const struct carrara_state *was = before, *st = state;
    bool towns = memcmp(was->cities, st->cities, sizeof(st->cities)) != 0, others = false;
    for (int seat = 0; seat < st->seats; seat++)
        if (has_built(&was->players[seat], &st->players[seat]) || has_scored(&was->players[seat], &st->players[seat]))
            *(seat == viewer ? &towns : &others) = true;
    bool dear = memcmp(was->expensive, st->expensive, sizeof(st->expensive)) != 0 || memcmp(was->upgrades, st->upgrades, sizeof(st->upgrades)) != 0;
    bool fair = memcmp(was->sale, st->sale, sizeof(st->sale)) != 0 || memcmp(was->reserve, st->reserve, sizeof(st->reserve)) != 0;
    if (!towns && !others && !dear && !fair && !memcmp(was->wheel, st->wheel, sizeof(st->wheel)))
        return; /* a step towards one of these */
    put_bool(about, K_towns, towns);
    put_bool(about, K_others, others && !towns);
    put_bool(about, K_dear, dear && !towns && !others);
    put_bool(about, K_fair, fair && !towns && !others && !dear);
}

static void add_grid(struct value *rows, const uint8_t grid[CARRARA_SECTIONS][CARRARA_COLOURS])
{
    for (int section = 0; section < CARRARA_SECTIONS; section++)
        add_bytes(add_list(rows), grid[section], CARRARA_COLOURS);
}

static void set_members(struct value *out, const struct carrara_state *st, int viewer)
{
    set_options(put_object(out, K_options), &st->options);
    put_int(out, K_seats, st->seats);
    put_int(out, K_start, st->start);
    put_int(out, K_turn, st->turn);
    put_int(out, K_current, st->current);
    put_text(out, K_phase, carrara_phases[st->phase].id);
    add_grid(put_list(out, K_wheel), st->wheel);
    add_signed(put_list(out, K_market), st->market, CARRARA_MARKET);
    put_int(out, K_stack, st->n_stack);
    add_bytes(put_list(out, K_expensive), st->expensive, CARRARA_TYPES);
    add_bytes(put_list(out, K_sale), st->sale, CARRARA_OBJECTS);
    add_bytes(put_list(out, K_reserve), st->reserve, CARRARA_OBJECTS);
    add_signed(put_list(out, K_upgrades), st->upgrades, CARRARA_UPGRADES);
    add_signed(put_list(out, K_cities), st->cities, CARRARA_CITIES);
    put_int(out, K_brown, st->brown);
    put_int(out, K_purple, st->purple);
    put_int(out, K_grey, st->grey);
    put_int(out, K_green, st->green);
    set_pending(put_object(out, K_pending), &st->pending);
    put_null(out, K_payment);
    if (viewer == st->current && st->phase == CARRARA_PHASE_PAY)
        set_payment(put_object(out, K_payment), st, viewer);
    put_int(out, K_bought, st->bought);
    put_int(out, K_declared, st->declared);
    put_text(out, K_ending, carrara_endings[st->ending].id);
    put_text(out, K_ending_label, st->phase != CARRARA_PHASE_OVER ? NULL
             : st->ending == CARRARA_ENDING_DECLARED ? N_("Ended by announcement") : carrara_endings[st->ending].label);
}

static void view(const void *state, int viewer, struct value *out)
{
    const struct carrara_state *st = state;
    set_members(out, st, viewer);
    struct value *sections = put_list(out, K_sections), *offers = put_list(out, K_offers), *towns = put_list(out, K_towns);
    struct value *fair = put_list(out, K_fair);
    set_about(put_object(out, K_about), st);
    carrara_put_cards(out, st, viewer);
    struct value *players = put_list(out, K_players);
    for (int i = 0; i < CARRARA_SECTIONS; i++)
        set_section(add_object(sections), st, i);
    for (int i = 0; i < CARRARA_MARKET; i++)
        set_offer(add_object(offers), st, i);
    for (int i = 0; i < CARRARA_CITIES; i++)
        set_town(add_object(towns), st, i, viewer);
    for (int i = 0; i < CARRARA_OBJECTS; i++)
        set_fair(add_object(fair), st, i);
    for (int seat = 0; seat < st->seats; seat++)
        set_player(add_object(players), st, seat, viewer);
    add_grid(put_list(out, K_prices), carrara_prices);
    set_turning(put_object(out, K_turning), st);
    put_int(out, K_round, st->turn / st->seats + (st->phase != CARRARA_PHASE_OVER));
    put_bool(out, K_last_round, st->ending != CARRARA_ENDING_NONE && st->phase != CARRARA_PHASE_OVER);
}

const struct rules_view carrara_view = {.view = view, .moved = moved};
