/* The tiles, San Marco and the words for them: dossier gondoliere 2 and 3. */
#include "config.h"

#include "rules/gondoliere/state.h"

/* ---- Words ---- */

const struct name gondoliere_sides[GONDOLIERE_SIDES] = {
    [GONDOLIERE_NORTH] = {"n", N_("north")},
    [GONDOLIERE_EAST] = {"e", N_("east")},
    [GONDOLIERE_SOUTH] = {"s", N_("south")},
    [GONDOLIERE_WEST] = {"w", N_("west")},
};

const struct name gondoliere_shapes[GONDOLIERE_SHAPES] = {
    [GONDOLIERE_STRAIGHT] = {"straight", NULL},
    [GONDOLIERE_CURVE] = {"curve", NULL},
    [GONDOLIERE_CROSSING] = {"crossing", NULL},
};

const struct name gondoliere_causes[GONDOLIERE_CAUSE_COUNT] = {
    [GONDOLIERE_OPEN] = {"open", NULL},
    [GONDOLIERE_SET] = {"set", N_("landings of all four values")},
    [GONDOLIERE_BLOCKED] = {"blocked", N_("nothing fits any more")},
};

const struct name gondoliere_mulligans[GONDOLIERE_MULLIGAN_COUNT] = {
    [GONDOLIERE_MULLIGAN_OPEN] = {"open", NULL},
    [GONDOLIERE_MULLIGAN_TAKEN] = {"taken", NULL},
    [GONDOLIERE_MULLIGAN_PAST] = {"past", NULL},
};

const struct name gondoliere_endings[GONDOLIERE_ENDING_COUNT] = {
    [GONDOLIERE_ENDING_NONE] = {"none", NULL},
    [GONDOLIERE_FIVE_CANALS] = {"five_canals", N_("five canals are finished")},
    [GONDOLIERE_ALL_CANAL_TILES] = {"canal_tiles", N_("all canal tiles are placed")},
    [GONDOLIERE_ALL_LANDINGS] = {"landings", N_("one player has placed all landings")},
    [GONDOLIERE_NO_MOVE] = {"no_move", N_("no tile on display can be placed")},
};

/* How tiles are told. */
#define A_STRAIGHT N_("a straight")
#define A_STRAIGHT_1 N_("a straight with 1 passenger")
#define A_STRAIGHT_2 N_("a straight with 2 passengers")
#define A_CURVE N_("a curve")
#define A_CURVE_1 N_("a curve with 1 passenger")
#define A_CURVE_2 N_("a curve with 2 passengers")

#define LANDING_1 N_("a landing worth 1")
#define LANDING_2 N_("a landing worth 2")
#define LANDING_3 N_("a landing worth 3")
#define LANDING_4 N_("a landing worth 4")
#define CROSSING_1 N_("a crossing worth 1")
#define CROSSING_2 N_("a crossing worth 2")
#define CROSSING_3 N_("a crossing worth 3")
#define CROSSING_4 N_("a crossing worth 4")

/* By seat letter and code; 4x is there twice. */
#define LANDINGS_OF(letter)                                                                                          \
    {letter "1s", LANDING_1}, {letter "1x", CROSSING_1}, {letter "2s", LANDING_2}, \
    {letter "2x", CROSSING_2}, {letter "3s", LANDING_3}, {letter "3x", CROSSING_3}, \
    {letter "4s", LANDING_4}, {letter "4x", CROSSING_4}, {letter "4x-2", CROSSING_4}

const struct name gondoliere_tiles[GONDOLIERE_TILES] = {
    {"s0-1", A_STRAIGHT}, {"s0-2", A_STRAIGHT}, {"s0-3", A_STRAIGHT}, {"s0-4", A_STRAIGHT},
    {"s0-5", A_STRAIGHT}, {"s0-6", A_STRAIGHT}, {"s0-7", A_STRAIGHT}, {"s0-8", A_STRAIGHT},
    {"s0-9", A_STRAIGHT}, {"s0-10", A_STRAIGHT}, {"s0-11", A_STRAIGHT}, {"s0-12", A_STRAIGHT},
    {"s0-13", A_STRAIGHT}, {"s0-14", A_STRAIGHT}, {"s0-15", A_STRAIGHT},
    {"s1-1", A_STRAIGHT_1}, {"s1-2", A_STRAIGHT_1}, {"s1-3", A_STRAIGHT_1}, {"s1-4", A_STRAIGHT_1},
    {"s1-5", A_STRAIGHT_1}, {"s1-6", A_STRAIGHT_1}, {"s1-7", A_STRAIGHT_1}, {"s1-8", A_STRAIGHT_1},
    {"s1-9", A_STRAIGHT_1},
    {"s2-1", A_STRAIGHT_2}, {"s2-2", A_STRAIGHT_2},
    {"c0-1", A_CURVE}, {"c0-2", A_CURVE}, {"c0-3", A_CURVE}, {"c0-4", A_CURVE},
    {"c0-5", A_CURVE}, {"c0-6", A_CURVE}, {"c0-7", A_CURVE}, {"c0-8", A_CURVE},
    {"c0-9", A_CURVE}, {"c0-10", A_CURVE}, {"c0-11", A_CURVE},
    {"c1-1", A_CURVE_1}, {"c1-2", A_CURVE_1}, {"c1-3", A_CURVE_1}, {"c1-4", A_CURVE_1},
    {"c1-5", A_CURVE_1},
    {"c2-1", A_CURVE_2}, {"c2-2", A_CURVE_2},
    LANDINGS_OF("a"), LANDINGS_OF("b"), LANDINGS_OF("c"), LANDINGS_OF("d"), LANDINGS_OF("e"),
};

/* ---- Tiles: dossier gondoliere 2.1, 2.2 ---- */

const struct gondoliere_kind gondoliere_kinds[GONDOLIERE_KINDS] = {
    {"s0", 0, 15, GONDOLIERE_STRAIGHT, 0, 0},
    {"s1", 15, 9, GONDOLIERE_STRAIGHT, 1, 0},
    {"s2", 24, 2, GONDOLIERE_STRAIGHT, 2, 0},
    {"c0", 26, 11, GONDOLIERE_CURVE, 0, 0},
    {"c1", 37, 5, GONDOLIERE_CURVE, 1, 0},
    {"c2", 42, 2, GONDOLIERE_CURVE, 2, 0},
};

const struct gondoliere_kind gondoliere_landing_kinds[GONDOLIERE_LANDING_KINDS] = {
    {"1s", 0, 1, GONDOLIERE_STRAIGHT, 0, 1},
    {"1x", 1, 1, GONDOLIERE_CROSSING, 0, 1},
    {"2s", 2, 1, GONDOLIERE_STRAIGHT, 0, 2},
    {"2x", 3, 1, GONDOLIERE_CROSSING, 0, 2},
    {"3s", 4, 1, GONDOLIERE_STRAIGHT, 0, 3},
    {"3x", 5, 1, GONDOLIERE_CROSSING, 0, 3},
    {"4s", 6, 1, GONDOLIERE_STRAIGHT, 0, 4},
    {"4x", 7, 2, GONDOLIERE_CROSSING, 0, 4},
};

#define STRAIGHT(passengers) {GONDOLIERE_STRAIGHT, (passengers), 0}
#define CURVE(passengers) {GONDOLIERE_CURVE, (passengers), 0}
#define PIER(value) {GONDOLIERE_STRAIGHT, 0, (value)}, {GONDOLIERE_CROSSING, 0, (value)}
#define LANDINGS PIER(1), PIER(2), PIER(3), PIER(4), {GONDOLIERE_CROSSING, 0, 4}

const struct gondoliere_tile gondoliere_tile[GONDOLIERE_TILES] = {
    STRAIGHT(0), STRAIGHT(0), STRAIGHT(0), STRAIGHT(0), STRAIGHT(0), STRAIGHT(0), STRAIGHT(0), STRAIGHT(0),
    STRAIGHT(0), STRAIGHT(0), STRAIGHT(0), STRAIGHT(0), STRAIGHT(0), STRAIGHT(0), STRAIGHT(0),
    STRAIGHT(1), STRAIGHT(1), STRAIGHT(1), STRAIGHT(1), STRAIGHT(1), STRAIGHT(1), STRAIGHT(1), STRAIGHT(1),
    STRAIGHT(1),
    STRAIGHT(2), STRAIGHT(2),
    CURVE(0), CURVE(0), CURVE(0), CURVE(0), CURVE(0), CURVE(0), CURVE(0), CURVE(0),
    CURVE(0), CURVE(0), CURVE(0),
    CURVE(1), CURVE(1), CURVE(1), CURVE(1), CURVE(1),
    CURVE(2), CURVE(2),
    LANDINGS, LANDINGS, LANDINGS, LANDINGS, LANDINGS,
};

/* ---- Grid and San Marco: dossier gondoliere 3 ---- */

const int8_t gondoliere_dx[GONDOLIERE_SIDES] = {0, 1, 0, -1};
const int8_t gondoliere_dy[GONDOLIERE_SIDES] = {-1, 0, 1, 0};

const struct gondoliere_mouth gondoliere_mouths[GONDOLIERE_CANALS] = {
    {0, 0, GONDOLIERE_NORTH}, {4, 1, GONDOLIERE_SOUTH}, {4, 0, GONDOLIERE_NORTH}, /* 4, 5, 6 */
    {0, 1, GONDOLIERE_SOUTH}, {0, 0, GONDOLIERE_WEST},  {4, 1, GONDOLIERE_EAST},  /* 7, 8, 9 */
};
