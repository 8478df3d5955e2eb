/* The objectives: those of the base game, and the cards that cover them (dossier carrara 2.3, 2.5). Row 0 of a colour is the base
 * objective; a green card only gives points. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/counts.h"

/* What is counted. */
enum metric {
    SCORINGS, TYPE_SCORINGS, CITY_SCORINGS, /* own scoring markers used, on types, on cities */
    TRACK, COINS, STONES,
    CITIES, TYPES,      /* that hold, or of which there is, an own building */
    UPGRADES,
    BUILDINGS, COST,    /* own buildings, and the sum of their costs */
    COST_AT_LEAST,      /* own buildings of this cost or more */
    CATEGORY,           /* own buildings of this category */
    IN_CITIES,          /* own buildings in this set of cities */
    LARGEST_TYPE, LARGEST_CITY,
    /* sets of objects */
    EACH,               /* one object of any kind */
    DISTINCT,           /* one kind of which there is at least one */
    SAME,               /* so many of one kind */
    DIFFERENT,          /* so many, each of another kind */
    KINDS               /* one object of this set of kinds */
};

#define BIT2(a, b) (1 << (a) | 1 << (b))

const struct name carrara_brown_cards[CARRARA_CARDS] = {
    {"b0", N_("Score 4 times")}, {"b1", N_("Score 5 times")}, {"b2", N_("Score 3 kinds of buildings")},
    {"b3", N_("Score cities")}, {"b4", N_("Be far ahead on the score track")}, {"b5", N_("Hold coins")},
    {"b6", N_("Build in different cities")}, {"b7", N_("Build different kinds")}, {"b8", N_("Own upgrade tiles")},
};

const struct name carrara_purple_cards[CARRARA_CARDS] = {
    {"p0", N_("Collect objects")}, {"p1", N_("Collect objects of any kind")}, {"p2", N_("Collect different objects")},
    {"p3", N_("Collect pairs of objects")}, {"p4", N_("Collect three of one object")}, {"p5", N_("Collect three different objects")},
    {"p6", N_("Collect crowns and books")}, {"p7", N_("Collect gates and cups")}, {"p8", N_("Collect coats of arms and flags")},
};

const struct name carrara_grey_cards[CARRARA_CARDS] = {
    {"g0", N_("Build for a high total cost")}, {"g1", N_("Build for the highest total cost")}, {"g2", N_("Build many buildings")},
    {"g3", N_("Build country buildings")}, {"g4", N_("Build expensive buildings")}, {"g5", N_("Build one kind")},
    {"g6", N_("Build in one city")}, {"g7", N_("Build in Livorno and Pisa")}, {"g8", N_("Build in Massa and Lérici")},
};

const struct name carrara_green_cards[CARRARA_GREENS] = {
    {"none", NULL}, {"x1", N_("Coins are worth more")}, {"x2", N_("Upgrade tiles are worth points")},
    {"x3", N_("Scored cities are worth points")}, {"x4", N_("Stones left are worth points")},
    {"x5", N_("Different kinds are worth points")}, {"x6", N_("Different cities are worth points")},
    {"x7", N_("Scorings are worth points")},
};

const struct carrara_card carrara_cards[CARRARA_COLOURS_OF_CARDS][CARRARA_CARDS] = {
    [CARRARA_BROWN] = {
        {SCORINGS, 0, {4, 4, 4}, 0, 0, 0, 0, N_("{need:1 scoring|# scorings}"), N_("no points")},
        {SCORINGS, 0, {5, 5, 5}, 0, 0, 0, 0, N_("{need:1 scoring|# scorings}"), N_("no points")},
        {TYPE_SCORINGS, 0, {3, 3, 3}, 0, 0, 0, 0, N_("{need:1 kind scored|# kinds scored}"), N_("no points")},
        {CITY_SCORINGS, 0, {2, 1, 1}, 0, 0, 0, 0, N_("{need:1 city scored|# cities scored}"), N_("no points")},
        {TRACK, 0, {45, 40, 35}, 0, 0, 0, 0, N_("{need} points on the track"), N_("no points")},
        {COINS, 0, {20, 15, 15}, 0, 0, 0, 0, N_("{need} coins in hand"), N_("no points")},
        {CITIES, 0, {5, 4, 4}, 0, 0, 0, 0, N_("{need} cities with buildings"), N_("no points")},
        {TYPES, 0, {6, 5, 4}, 0, 0, 0, 0, N_("{need} kinds built"), N_("no points")},
        {UPGRADES, 0, {2, 1, 1}, 0, 0, 0, 0, N_("{need:1 upgrade tile|# upgrade tiles}"), N_("no points")},
    },
    [CARRARA_PURPLE] = {
        {EACH, 0, {8, 7, 6}, EACH, 0, 1, CARRARA_OBJECT_POINTS, N_("{need} objects"), N_("3 points for each")},
        {EACH, 0, {9, 8, 7}, EACH, 0, 1, 3, N_("{need} objects"), N_("3 points for each")},
        {DISTINCT, 0, {6, 5, 5}, DISTINCT, 0, 1, 5, N_("{need} different objects"), N_("5 points for each")},
        {SAME, 2, {4, 3, 3}, SAME, 2, 1, 7, N_("{need} pairs of one object"), N_("7 points for each pair")},
        {SAME, 3, {2, 2, 1}, SAME, 3, 1, 11, N_("{need:1 three of one object|# threes of one object}"), N_("11 points for each three")},
        {DIFFERENT, 3, {3, 2, 1}, DIFFERENT, 3, 1, 10, N_("{need:1 three of different objects|# threes of different objects}"), N_("10 points for each three")},
        {KINDS, BIT2(0, 1), {4, 3, 3}, KINDS, BIT2(0, 1), 1, 5, N_("{need} crowns and books"), N_("5 points for each")},
        {KINDS, BIT2(2, 3), {4, 3, 3}, KINDS, BIT2(2, 3), 1, 5, N_("{need} gates and cups"), N_("5 points for each")},
        {KINDS, BIT2(4, 5), {4, 3, 3}, KINDS, BIT2(4, 5), 1, 5, N_("{need} coats of arms and flags"), N_("5 points for each")},
    },
    [CARRARA_GREY] = {
        {COST, 0, {30, 25, 20}, COST_AT_LEAST, 5, 1, CARRARA_FIVE_POINTS, N_("total cost of buildings {need}"), N_("3 points for each of cost 5")},
        {COST, 0, {33, 27, 22}, COST, 0, 3, 1, N_("total cost of buildings {need}"), N_("1 point for every 3 of it")},
        {BUILDINGS, 0, {9, 7, 6}, BUILDINGS, 0, 1, 1, N_("{need} buildings"), N_("1 point for each")},
        {CATEGORY, 1, {4, 3, 2}, CATEGORY, 1, 1, 3, N_("{need} country buildings"), N_("3 points for each")},
        {COST_AT_LEAST, 4, {5, 4, 3}, COST_AT_LEAST, 4, 1, 2, N_("{need} buildings of cost 4 or more"), N_("2 points for each")},
        {LARGEST_TYPE, 0, {4, 3, 3}, LARGEST_TYPE, 0, 1, 3, N_("{need} buildings of one kind"), N_("3 points for each of your largest kind")},
        {LARGEST_CITY, 0, {5, 4, 3}, LARGEST_CITY, 0, 1, 2, N_("{need} buildings in one city"), N_("2 points for each in your largest city")},
        {IN_CITIES, BIT2(0, 1), {3, 2, 2}, IN_CITIES, BIT2(0, 1), 1, 3, N_("{need} buildings in Livorno and Pisa"), N_("3 points for each")},
        {IN_CITIES, BIT2(4, 5), {6, 5, 4}, IN_CITIES, BIT2(4, 5), 1, 1, N_("{need} buildings in Massa and Lérici"), N_("1 point for each")},
    },
    [CARRARA_GREEN] = {
        [1] = {COINS, 0, {0}, COINS, 0, CARRARA_COINS_A_POINT, 0, N_("coins in hand"), N_("1 point for every 2 "
                                                                                          "coins instead of every 5")},
        [2] = {UPGRADES, 0, {0}, UPGRADES, 0, 1, 3, N_("upgrade tiles"), N_("3 points for each")},
        [3] = {CITY_SCORINGS, 0, {0}, CITY_SCORINGS, 0, 1, 4, N_("cities scored"), N_("4 points for each")},
        [4] = {STONES, 0, {0}, STONES, 0, 2, 1, N_("stones left"), N_("1 point for every 2")},
        [5] = {TYPES, 0, {0}, TYPES, 0, 1, 2, N_("kinds built"), N_("2 points for each")},
        [6] = {CITIES, 0, {0}, CITIES, 0, 1, 2, N_("cities with buildings"), N_("2 points for each")},
        [7] = {SCORINGS, 0, {0}, SCORINGS, 0, 1, 2, N_("scorings"), N_("2 points for each")},
    },
};

enum { GREEN_COINS = 1, COINS_A_POINT_WITH_CARD = 2 };

int carrara_card_of(const struct carrara_state *st, int colour)
{
    const uint8_t cards[CARRARA_COLOURS_OF_CARDS] = {
        [CARRARA_BROWN] = st->brown, [CARRARA_PURPLE] = st->purple, [CARRARA_GREY] = st->grey, [CARRARA_GREEN] = st->green};
    return cards[colour];
}

int carrara_coins_a_point(const struct carrara_state *st)
{
    return st->green == GREEN_COINS ? COINS_A_POINT_WITH_CARD : CARRARA_COINS_A_POINT;
}

/* ---- Counting ---- */

static int owned_upgrades(const struct carrara_state *st, int seat)
{
    int n = 0;
    for (int i = 0; i < CARRARA_UPGRADES; i++)
        n += st->upgrades[i] == seat;
    return n;
}

static int cities_scored(const struct carrara_state *st, int seat)
{
    int n = 0;
    for (int city = 0; city < CARRARA_CITIES; city++)
        n += st->cities[city] == seat;
    return n;
}

static int count_buildings(const struct carrara_player *player, int metric, int arg)
{
    int n = 0;
    for (int i = 0; i < player->n_buildings; i++) {
        int tile = player->buildings[i].tile;
        n += metric == BUILDINGS ? 1
            : metric == COST ? carrara_tile_cost[tile]
            : metric == COST_AT_LEAST ? carrara_tile_cost[tile] >= arg
            : metric == CATEGORY ? carrara_type_category[carrara_tile_type[tile]] == arg
            : arg >> player->buildings[i].city & 1;
    }
    return n;
}

/* Of the six counts, how many are more than nothing, and the largest. */
static int different(const uint8_t counts[6])
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += counts[i] > 0;
    return n;
}

static int largest(const uint8_t counts[6])
{
    int most = 0;
    for (int i = 0; i < 6; i++)
        most = counts[i] > most ? counts[i] : most;
    return most;
}

static int count_spread(const struct carrara_player *player, int metric)
{
    uint8_t of[CARRARA_TYPES] = {0}, in[CARRARA_CITIES] = {0};
    for (int i = 0; i < player->n_buildings; i++) {
        of[carrara_tile_type[player->buildings[i].tile]]++;
        in[player->buildings[i].city]++;
    }
    switch (metric) {
    case CITIES:
        return different(in);
    case TYPES:
        return different(of);
    case LARGEST_TYPE:
        return largest(of);
    default:
        return largest(in);
    }
}

/* The most sets of @size objects, each of another kind: a set takes at most one of a kind. */
static int sets_of_different(const uint8_t objects[CARRARA_OBJECTS], int size)
{
    for (int sets = carrara_sum(objects) / size; sets > 0; sets--) {
        int n = 0;
        for (int kind = 0; kind < CARRARA_OBJECTS; kind++)
            n += objects[kind] < sets ? objects[kind] : sets;
        if (n >= size * sets)
            return sets;
    }
    return 0;
}

/* @used: the objects that lie in the sets */
static int sets_of(const uint8_t objects[CARRARA_OBJECTS], int metric, int arg, int *used)
{
    int sets = 0, size = metric == SAME || metric == DIFFERENT ? arg : 1;
    if (metric == DIFFERENT)
        sets = sets_of_different(objects, arg);
    else
        for (int kind = 0; kind < CARRARA_OBJECTS; kind++)
            sets += metric == EACH ? objects[kind]
                : metric == DISTINCT ? objects[kind] > 0
                : metric == SAME ? objects[kind] / arg
                : (arg >> kind & 1) * objects[kind];
    *used = size * sets;
    return sets;
}

static int count(const struct carrara_state *st, int seat, int metric, int arg)
{
    const struct carrara_player *player = &st->players[seat];
    int used;
    switch (metric) {
    case SCORINGS:
        return CARRARA_MARKERS - carrara_markers(st, seat);
    case TYPE_SCORINGS:
        return counts_sum(player->types, CARRARA_TYPES);
    case CITY_SCORINGS:
        return cities_scored(st, seat);
    case TRACK:
        return player->points;
    case COINS:
        return player->coins;
    case STONES:
        return carrara_sum(player->stones);
    case UPGRADES:
        return owned_upgrades(st, seat);
    case CITIES:
    case TYPES:
    case LARGEST_TYPE:
    case LARGEST_CITY:
        return count_spread(player, metric);
    case BUILDINGS:
    case COST:
    case COST_AT_LEAST:
    case CATEGORY:
    case IN_CITIES:
        return count_buildings(player, metric, arg);
    default:
        return sets_of(player->objects, metric, arg, &used);
    }
}

/* ---- What the cards ask, and what they bring ---- */

bool carrara_card_hides(const struct carrara_state *st, int colour)
{
    int metric = carrara_cards[colour][carrara_card_of(st, colour)].metric;
    return metric == COINS || metric == STONES;
}

int carrara_card_count(const struct carrara_state *st, int seat, int colour)
{
    const struct carrara_card *card = &carrara_cards[colour][carrara_card_of(st, colour)];
    return count(st, seat, card->metric, card->arg);
}

int carrara_card_need(const struct carrara_state *st, int colour)
{
    return carrara_cards[colour][carrara_card_of(st, colour)].need[st->seats - 2];
}

int carrara_card_points(const struct carrara_state *st, int seat, int colour)
{
    const struct carrara_card *card = &carrara_cards[colour][carrara_card_of(st, colour)];
    return card->points ? count(st, seat, card->scored, card->scored_arg) / card->per * card->points : 0;
}

int carrara_surplus(const struct carrara_state *st, int seat)
{
    const struct carrara_card *card = &carrara_cards[CARRARA_PURPLE][st->purple];
    const uint8_t *objects = st->players[seat].objects;
    int used;
    if (!st->options.expansion)
        return 0;
    sets_of(objects, card->scored, card->scored_arg, &used);
    return carrara_sum(objects) - used;
}

struct carrara_progress carrara_progress(const struct carrara_state *st, int seat)
{
    struct carrara_progress progress;
    for (int colour = 0; colour < CARRARA_OBJECTIVE_COUNT; colour++) {
        progress.have[colour] = (int16_t)carrara_card_count(st, seat, colour);
        progress.need[colour] = (int16_t)carrara_card_need(st, colour);
    }
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
