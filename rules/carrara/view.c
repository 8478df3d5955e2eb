/* What a viewer may see, built from nothing: dossier carrara 8 and 10.5. Hidden are the bag, the order of the stack,
 * and behind closed screens the coins and stones of the other seats. */
#include "config.h"

#include "rules/carrara/view_parts.h"

/* ---- The common board ---- */

static struct json_object *section_view(const struct carrara_state *st, int section)
{
    static const char *const values[CARRARA_SECTIONS] = {"1", "2", "3", "4", "5", "6"};
    struct json_object *out = json_new(), *stones = json_new_list(), *prices = json_new_list();
    set_place(out, "section", values[section]);
    set_number(out, "section", section + 1);
    set_text(out, "roman", carrara_sections[section].label);
    set_number(out, "total", carrara_sum(st->wheel[section]));
    for (int c = 0; c < CARRARA_COLOURS; c++) {
        int price = carrara_prices[section][c];
        if (price > 0) {
            struct json_object *chip = json_new();
            set_colour(chip, c);
            set_number(chip, "price", price);
            json_add(prices, chip);
        }
        if (st->wheel[section][c] > 0) {
            struct json_object *stone = json_new();
            set_colour(stone, c);
            set_number(stone, "count", st->wheel[section][c]);
            set_number(stone, "price", price);
            json_set(stone, "free", json_truth(price == 0));
            json_add(stones, stone);
        }
    }
    json_set(out, "stones", stones);
    json_set(out, "prices", prices);
    return out;
}

static struct json_object *offer_view(const struct carrara_state *st, int slot)
{
    struct json_object *out = json_new();
    int tile = st->market[slot];
    set_number(out, "slot", slot);
    json_set(out, "empty", json_truth(tile < 0));
    if (tile >= 0) {
        set_place(out, "tile", carrara_tiles[tile].id);
        set_tile(out, tile);
    }
    return out;
}

static struct json_object *accepts_view(int city)
{
    struct json_object *list = json_new_list();
    for (int c = 0; c <= city; c++) {
        struct json_object *stone = json_new();
        set_colour(stone, c);
        json_add(list, stone);
    }
    return list;
}

/* @multiplier: what the city is worth to whom this is shown of */
static void set_city(struct json_object *out, int city, int multiplier)
{
    bool points = carrara_gives_points(city);
    set_text(out, "city", carrara_cities[city].id);
    set_text(out, "name", carrara_cities[city].label);
    set_number(out, "multiplier", multiplier);
    json_set(out, "upgraded", json_truth(multiplier > carrara_multipliers[city]));
    json_set(out, "gives_points", json_truth(points));
    json_set(out, "gives_coins", json_truth(!points));
}

static struct json_object *town_view(const struct carrara_state *st, int city, int viewer)
{
    struct json_object *out = json_new();
    set_place(out, "city", carrara_cities[city].id);
    set_city(out, city, carrara_multipliers[city]);
    json_set(out, "accepts", accepts_view(city));
    set_number(out, "needs", carrara_city_needs[city]);
    json_set(out, "scored", json_truth(st->cities[city] >= 0));
    json_set(out, "scored_by", NULL);
    if (st->cities[city] >= 0) {
        struct json_object *by = json_new();
        set_number(by, "seat", st->cities[city]);
        json_set(out, "scored_by", by);
    }
    bool can = viewer >= 0 && st->cities[city] < 0 && carrara_markers(st, viewer) > 0
        && carrara_buildings_in(&st->players[viewer], city) >= carrara_city_needs[city];
    struct carrara_yield yield = can ? carrara_yield_city(st, viewer, city) : (struct carrara_yield){0};
    set_would(out, can ? &yield : NULL);
    return out;
}

static struct json_object *fair_view(const struct carrara_state *st, int kind)
{
    struct json_object *out = json_new();
    set_place(out, "object", carrara_objects[kind].id);
    set_object(out, kind);
    set_text(out, "label", carrara_objects[kind].label);
    json_set(out, "on_sale", json_truth(st->sale[kind]));
    set_number(out, "price", CARRARA_OBJECT_PRICE);
    set_number(out, "reserve", st->reserve[kind]);
    return out;
}

/* How many stones are due is said without the bag, whose count would tell the sum of all hands. */
static struct json_object *turning_view(const struct carrara_state *st)
{
    struct json_object *out = json_new();
    bool empty = carrara_wheel_stones(st) == 0 && carrara_sum(st->bag) == 0;
    set_text(out, "place", "verb=turn_wheel");
    json_set(out, "possible", json_truth(!empty));
    set_number(out, "draws", CARRARA_WHEEL_STONES - carrara_wheel_stones(st));
    return out;
}

/* ---- A player's board ---- */

static struct json_object *building_view(const struct carrara_building *building, bool own)
{
    struct json_object *out = json_new();
    set_own_place(out, own, "old", carrara_tiles[building->tile].id);
    set_tile(out, building->tile);
    return out;
}

static struct json_object *column_view(const struct carrara_state *st, int seat, int city, bool own)
{
    const struct carrara_player *player = &st->players[seat];
    struct json_object *out = json_new(), *buildings = json_new_list();
    set_own_place(out, own, "city", carrara_cities[city].id);
    set_city(out, city, carrara_multiplier(st, seat, city));
    for (int i = 0; i < player->n_buildings; i++)
        if (player->buildings[i].city == city)
            json_add(buildings, building_view(&player->buildings[i], own));
    json_set(out, "buildings", buildings);
    set_number(out, "count", carrara_buildings_in(player, city));
    return out;
}

static struct json_object *kind_view(const struct carrara_state *st, int seat, int type, bool own)
{
    struct json_object *out = json_new();
    const struct carrara_player *player = &st->players[seat];
    struct carrara_yield yield = carrara_yield_type(st, seat, type);
    bool can = yield.n_tiles > 0 && !player->types[type] && carrara_markers(st, seat) > 0;
    set_own_place(out, own, "type", carrara_types[type].id);
    set_text(out, "type", carrara_types[type].id);
    set_text(out, "name", carrara_types[type].label);
    set_object(out, type);
    json_set(out, "scored", json_truth(player->types[type]));
    set_number(out, "buildings", yield.n_tiles);
    set_would(out, can ? &yield : NULL);
    return out;
}

static struct json_object *dots_view(int markers)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < CARRARA_MARKERS; i++) {
        struct json_object *dot = json_new();
        json_set(dot, "used", json_truth(i >= markers));
        json_add(list, dot);
    }
    return list;
}

static struct json_object *things_view(const struct carrara_player *player)
{
    struct json_object *list = json_new_list();
    for (int kind = 0; kind < CARRARA_OBJECTS; kind++) {
        struct json_object *thing = json_new();
        set_text(thing, "object", carrara_objects[kind].id);
        set_text(thing, "label", carrara_objects[kind].label);
        set_number(thing, "count", player->objects[kind]);
        json_add(list, thing);
    }
    return list;
}

static void set_hand(struct json_object *out, const struct carrara_player *player)
{
    struct json_object *list = json_new_list();
    set_number(out, "coins", player->coins);
    json_set(out, "stones", of_bytes(player->stones, CARRARA_COLOURS));
    set_number(out, "stones_total", carrara_sum(player->stones));
    json_set(out, "has_stones", json_truth(carrara_sum(player->stones) > 0));
    for (int c = 0; c < CARRARA_COLOURS; c++) {
        if (player->stones[c] == 0)
            continue;
        struct json_object *stone = json_new();
        set_colour(stone, c);
        set_number(stone, "count", player->stones[c]);
        json_add(list, stone);
    }
    json_set(out, "stones_list", list);
}

/* What the seat would have if the game ended now. The parts are what the viewer may know; the total is the standing,
 * one number for all: coins count in it when everybody sees them. */
static struct json_object *score_view(const struct carrara_state *st, int seat, bool hand)
{
    struct carrara_total total = carrara_total(st, seat);
    struct json_object *out = json_new();
    set_number(out, "track", total.track);
    set_number(out, "purple", total.purple);
    set_number(out, "grey", total.grey);
    json_set(out, "green", hand || !carrara_card_hides(st, CARRARA_GREEN) ? json_number(total.green) : NULL);
    set_number(out, "surplus", total.surplus);
    json_set(out, "coins", hand ? json_number(total.coins) : NULL);
    bool open = st->phase == CARRARA_PHASE_OVER || st->options.screens;
    set_number(out, "total", total.total - (open ? 0 : total.hidden));
    return out;
}

static struct json_object *buildings_view(const struct carrara_player *player)
{
    struct json_object *list = json_new_list();
    for (int i = 0; i < player->n_buildings; i++) {
        struct json_object *building = json_new();
        set_number(building, "tile", player->buildings[i].tile);
        set_number(building, "city", player->buildings[i].city);
        json_add(list, building);
    }
    return list;
}

static struct json_object *player_view(const struct carrara_state *st, int seat, int viewer)
{
    const struct carrara_player *player = &st->players[seat];
    struct json_object *out = json_new(), *kinds = json_new_list(), *columns = json_new_list();
    bool own = seat == viewer, hand = carrara_sees_hand(st, viewer, seat);
    int markers = carrara_markers(st, seat);
    set_number(out, "seat", seat);
    json_set(out, "coins", NULL);
    json_set(out, "stones", NULL);
    json_set(out, "hand_shown", json_truth(hand));
    if (hand)
        set_hand(out, player);
    set_number(out, "points", player->points);
    json_set(out, "objects", of_bytes(player->objects, CARRARA_OBJECTS));
    json_set(out, "types", of_bytes(player->types, CARRARA_TYPES));
    json_set(out, "categories", of_bytes(player->categories, CARRARA_CATEGORIES));
    json_set(out, "buildings", buildings_view(player));
    set_number(out, "markers", markers);
    json_set(out, "marker_dots", dots_view(markers));
    json_set(out, "things", things_view(player));
    for (int type = 0; type < CARRARA_TYPES; type++)
        json_add(kinds, kind_view(st, seat, type, own));
    for (int city = 0; city < CARRARA_CITIES; city++)
        json_add(columns, column_view(st, seat, city, own));
    carrara_set_categories(st, seat, own, out);
    json_set(out, "kinds", kinds);
    json_set(out, "columns", columns);
    json_set(out, "score", score_view(st, seat, hand));
    return out;
}

/* ---- The whole ---- */

static struct json_object *options_view(const struct carrara_options *options)
{
    struct json_object *out = json_new();
    set_number(out, "expansion", options->expansion);
    set_number(out, "wheel", options->wheel);
    set_number(out, "rebuild", options->rebuild);
    set_number(out, "screens", options->screens);
    return out;
}

static struct json_object *pending_view(const struct carrara_pending *pending)
{
    struct json_object *out = json_new();
    set_number(out, "tile", pending->tile);
    set_number(out, "city", pending->city);
    set_number(out, "old", pending->old);
    set_number(out, "due", pending->due);
    return out;
}

/* What the viewer has to pay now, and what may be taken for it; null when there is nothing to pay (dossier carrara 4.2). */
static struct json_object *payment_view(const struct carrara_state *st, int viewer)
{
    if (viewer != st->current || st->phase != CARRARA_PHASE_PAY)
        return NULL;
    const struct carrara_pending *pending = &st->pending;
    struct json_object *out = json_new(), *stones = json_new_list();
    set_text(out, "limits_of", "pay");
    set_number(out, "due", pending->due);
    set_text(out, "tile_name", carrara_tiles[pending->tile].label);
    set_text(out, "city_name", carrara_cities[pending->city].label);
    for (int c = 0; c <= pending->city; c++) {
        int own = st->players[viewer].stones[c];
        if (own == 0)
            continue;
        struct json_object *stone = json_new();
        set_colour(stone, c);
        set_number(stone, "most", own < pending->due ? own : pending->due);
        json_add(stones, stone);
    }
    json_set(out, "stones", stones);
    return out;
}

static struct json_object *grid_view(const uint8_t grid[CARRARA_SECTIONS][CARRARA_COLOURS])
{
    struct json_object *rows = json_new_list();
    for (int section = 0; section < CARRARA_SECTIONS; section++)
        json_add(rows, of_bytes(grid[section], CARRARA_COLOURS));
    return rows;
}

static void set_members(const struct carrara_state *st, int viewer, struct json_object *out)
{
    json_set(out, "options", options_view(&st->options));
    set_number(out, "seats", st->seats);
    set_number(out, "start", st->start);
    set_number(out, "turn", st->turn);
    set_number(out, "current", st->current);
    set_text(out, "phase", carrara_phases[st->phase].id);
    json_set(out, "wheel", grid_view(st->wheel));
    json_set(out, "market", of_signed(st->market, CARRARA_MARKET));
    set_number(out, "stack", st->n_stack);
    json_set(out, "expensive", of_bytes(st->expensive, CARRARA_TYPES));
    json_set(out, "sale", of_bytes(st->sale, CARRARA_OBJECTS));
    json_set(out, "reserve", of_bytes(st->reserve, CARRARA_OBJECTS));
    json_set(out, "upgrades", of_signed(st->upgrades, CARRARA_UPGRADES));
    json_set(out, "cities", of_signed(st->cities, CARRARA_CITIES));
    set_number(out, "brown", st->brown);
    set_number(out, "purple", st->purple);
    set_number(out, "grey", st->grey);
    set_number(out, "green", st->green);
    json_set(out, "pending", pending_view(&st->pending));
    json_set(out, "payment", payment_view(st, viewer));
    set_number(out, "bought", st->bought);
    set_number(out, "declared", st->declared);
    set_text(out, "ending", carrara_endings[st->ending].id);
}

static void view(const void *state, int viewer, struct json_object *out)
{
    const struct carrara_state *st = state;
    struct json_object *sections = json_new_list(), *offers = json_new_list(), *towns = json_new_list();
    struct json_object *fair = json_new_list(), *players = json_new_list();
    set_members(st, viewer, out);
    for (int i = 0; i < CARRARA_SECTIONS; i++)
        json_add(sections, section_view(st, i));
    for (int i = 0; i < CARRARA_MARKET; i++)
        json_add(offers, offer_view(st, i));
    for (int i = 0; i < CARRARA_CITIES; i++)
        json_add(towns, town_view(st, i, viewer));
    for (int i = 0; i < CARRARA_OBJECTS; i++)
        json_add(fair, fair_view(st, i));
    for (int seat = 0; seat < st->seats; seat++)
        json_add(players, player_view(st, seat, viewer));
    json_set(out, "sections", sections);
    json_set(out, "offers", offers);
    json_set(out, "towns", towns);
    json_set(out, "fair", fair);
    carrara_set_cards(st, viewer, out);
    json_set(out, "players", players);
    json_set(out, "prices", grid_view(carrara_prices));
    json_set(out, "turning", turning_view(st));
    set_number(out, "round", st->turn / st->seats + (st->phase != CARRARA_PHASE_OVER));
    json_set(out, "last_round", json_truth(st->ending != CARRARA_ENDING_NONE && st->phase != CARRARA_PHASE_OVER));
}

const struct rules_view carrara_view = {.view = view};
