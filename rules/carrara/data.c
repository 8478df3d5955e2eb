#include "config.h"

#include "rules/carrara/state.h"

/* dossier carrara 1: orders. Names of buildings and cities stay in the language of the game. */
const struct name carrara_stones[CARRARA_COLOURS] = {
    {"white", N_("white")}, {"yellow", N_("yellow")}, {"red", N_("red")},
    {"green", N_("green")}, {"blue", N_("blue")},     {"black", N_("black")},
};

const char *const carrara_letters[CARRARA_COLOURS] = {N_("W"), N_("Y"), N_("R"), N_("G"), N_("B"), N_("K")};

const struct name carrara_sections[CARRARA_SECTIONS] = {
    {"i", "I"}, {"ii", "II"}, {"iii", "III"}, {"iv", "IV"}, {"v", "V"}, {"vi", "VI"},
};

const struct name carrara_cities[CARRARA_CITIES] = {
    {"livorno", "Livorno"},     {"pisa", "Pisa"},   {"lucca", "Lucca"},
    {"viareggio", "Viareggio"}, {"massa", "Massa"}, {"lerici", "Lérici"},
};

const struct name carrara_types[CARRARA_TYPES] = {
    {"palazzo", N_("Palazzo")},       {"biblioteca", N_("Biblioteca")}, {"porta", N_("Porta")},
    {"cathedrale", N_("Cathedral")}, {"villa", N_("Villa")},           {"castello", NC_("building", "Castello")},
};

const struct name carrara_objects[CARRARA_OBJECTS] = {
    {"crown", N_("crown")}, {"book", N_("book")},         {"gate", N_("gate")},
    {"cup", N_("cup")},     {"arms", N_("coat of arms")}, {"flag", N_("flag")},
};

const char *const carrara_objects_counted[CARRARA_OBJECTS] = {
    N_("{n:1 crown|# crowns}"), N_("{n:1 book|# books}"), N_("{n:1 gate|# gates}"),
    N_("{n:1 cup|# cups}"), N_("{n:1 coat of arms|# coats of arms}"), N_("{n:1 flag|# flags}"),
};

const struct name carrara_categories[CARRARA_CATEGORIES] = {
    {"urban", N_("city buildings")}, {"land", N_("country buildings")},
};

const struct name carrara_upgrades[CARRARA_UPGRADES] = {
    {"livorno", "Livorno"}, {"pisa", "Pisa"},     {"lucca", "Lucca"},              {"viareggio", "Viareggio"},
    {"massa", "Massa"},     {"lerici", "Lérici"}, {"urban", N_("city buildings")}, {"land", N_("country buildings")},
};

/* 5 * type + cost - 1; those of cost 8 belong to the expansion. */
const struct name carrara_tiles[CARRARA_TILES] = {
    {"palazzo-1", N_("Palazzo 1")}, {"palazzo-2", N_("Palazzo 2")}, {"palazzo-3", N_("Palazzo 3")},
    {"palazzo-4", N_("Palazzo 4")}, {"palazzo-5", N_("Palazzo 5")},
    {"biblioteca-1", N_("Biblioteca 1")}, {"biblioteca-2", N_("Biblioteca 2")}, {"biblioteca-3", N_("Biblioteca 3")},
    {"biblioteca-4", N_("Biblioteca 4")}, {"biblioteca-5", N_("Biblioteca 5")},
    {"porta-1", N_("Porta 1")}, {"porta-2", N_("Porta 2")}, {"porta-3", N_("Porta 3")},
    {"porta-4", N_("Porta 4")}, {"porta-5", N_("Porta 5")},
    {"cathedrale-1", N_("Cathedral 1")}, {"cathedrale-2", N_("Cathedral 2")}, {"cathedrale-3", N_("Cathedral 3")},
    {"cathedrale-4", N_("Cathedral 4")}, {"cathedrale-5", N_("Cathedral 5")},
    {"villa-1", N_("Villa 1")}, {"villa-2", N_("Villa 2")}, {"villa-3", N_("Villa 3")},
    {"villa-4", N_("Villa 4")}, {"villa-5", N_("Villa 5")},
    {"castello-1", N_("Castello 1")}, {"castello-2", N_("Castello 2")}, {"castello-3", N_("Castello 3")},
    {"castello-4", N_("Castello 4")}, {"castello-5", N_("Castello 5")},
    {"palazzo-8", N_("Palazzo 8")}, {"biblioteca-8", N_("Biblioteca 8")}, {"porta-8", N_("Porta 8")},
    {"cathedrale-8", N_("Cathedral 8")}, {"villa-8", N_("Villa 8")}, {"castello-8", N_("Castello 8")},
};

const struct name carrara_phases[CARRARA_PHASE_COUNT] = {
    [CARRARA_PHASE_ACTION] = {"action", N_("get stones, build or score")},
    [CARRARA_PHASE_BUY] = {"buy", N_("buy stones from one section")},
    [CARRARA_PHASE_PAY] = {"pay", N_("pay the stones")},
    [CARRARA_PHASE_UPGRADE] = {"upgrade", N_("take an upgrade tile")},
    [CARRARA_PHASE_FINISH] = {"finish", N_("end your turn")},
    [CARRARA_PHASE_OVER] = {"over", N_("the game is over")},
};

const struct name carrara_endings[CARRARA_ENDING_COUNT] = {
    [CARRARA_ENDING_NONE] = {"none", NULL},
    [CARRARA_ENDING_DECLARED] = {"declared", N_("The end has been announced")},
    [CARRARA_ENDING_BUILT] = {"built", N_("All buildings are built")},
};

const uint8_t carrara_tile_type[CARRARA_TILES] = {
    0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 0, 1, 2, 3, 4, 5,
};

const uint8_t carrara_tile_cost[CARRARA_TILES] = {
    1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 8, 8, 8, 8, 8, 8,
};

/* dossier carrara 2.1: max(0, 6 - colour - (section - 1)); 0 is free */
const uint8_t carrara_prices[CARRARA_SECTIONS][CARRARA_COLOURS] = {
    {6, 5, 4, 3, 2, 1}, {5, 4, 3, 2, 1, 0}, {4, 3, 2, 1, 0, 0},
    {3, 2, 1, 0, 0, 0}, {2, 1, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0},
};

/* dossier carrara 2.2 */
const uint8_t carrara_multipliers[CARRARA_CITIES] = {3, 3, 2, 2, 1, 1};
const uint8_t carrara_city_needs[CARRARA_CITIES] = {2, 2, 2, 3, 3, 3};

/* dossier carrara 1: four orange types, two green ones */
const uint8_t carrara_type_category[CARRARA_TYPES] = {0, 0, 0, 0, 1, 1};

/* dossier carrara 3.3: black, blue, green, red */
const uint8_t carrara_start_stones[CARRARA_SEATS] = {5, 4, 3, 2};
