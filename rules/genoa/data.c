#include "config.h"

#include "rules/genoa/state.h"

/* ---- Words ---- */

/* dossier genoa 3.1 */
const struct name genoa_spaces[GENOA_SPACES] = {
    {"villa_colini", N_("Villa Colini")},
    {"park", N_("Park")},
    {"coach_house", N_("Coach House")},
    {"villa_monetti", N_("Villa Monetti")},
    {"spices", N_("Spices")},
    {"restaurant", N_("Restaurant")},
    {"grains", N_("Grains")},
    {"villa_ricci", N_("Villa Ricci")},
    {"harbor", N_("Harbor")},
    {"palace", N_("Palace")},
    {"villa_zasteri", N_("Villa Zasteri")},
    {"fabrics", N_("Fabrics")},
    {"tavern", N_("Tavern")},
    {"metals", N_("Metals")},
    {"guild_hall", N_("Guild Hall")},
    {"city_hall", N_("City Hall")},
    {"post_office", N_("Post Office")},
    {"cathedral", N_("Cathedral")},
    {"market", N_("Market")},
    {"s32", N_("Street 3/2")},
    {"s42", N_("Street 4/2")},
    {"s52", N_("Street 5/2")},
    {"s62", N_("Street 6/2")},
    {"s23", N_("Street 2/3")},
    {"s33", N_("Street 3/3")},
    {"s63", N_("Street 6/3")},
    {"s73", N_("Street 7/3")},
    {"s24", N_("Street 2/4")},
    {"s74", N_("Street 7/4")},
    {"s25", N_("Street 2/5")},
    {"s75", N_("Street 7/5")},
    {"s26", N_("Street 2/6")},
    {"s36", N_("Street 3/6")},
    {"s66", N_("Street 6/6")},
    {"s76", N_("Street 7/6")},
    {"s37", N_("Street 3/7")},
    {"s47", N_("Street 4/7")},
    {"s57", N_("Street 5/7")},
    {"s67", N_("Street 6/7")},
};

#define WARE_NAMES \
    {"silver", N_("silver")}, \
    {"copper", N_("copper")}, \
    {"linen", N_("linen")}, \
    {"silk", N_("silk")}, \
    {"salt", N_("salt")}, \
    {"pepper", N_("pepper")}, \
    {"rice", N_("rice")}, \
    {"wheat", N_("wheat")}
#define TILE_NAMES \
    {"any_start", N_("Any Start")}, \
    {"further_action", N_("Further Action")}, \
    {"any_ware", N_("Any Ware")}, \
    {"trade", N_("1:1 trade")}, \
    {"building_action", N_("Building Action")}
#define LARGE_NAMES \
    {"L1", N_("Villa Colini: silk, pepper, rice")}, \
    {"L2", N_("Villa Colini: copper, salt, wheat")}, \
    {"L3", N_("Villa Colini: copper, linen, wheat")}, \
    {"L4", N_("Villa Colini: silver, silk, salt")}, \
    {"L5", N_("Villa Monetti: silk, salt, rice")}, \
    {"L6", N_("Villa Monetti: silver, pepper, rice")}, \
    {"L7", N_("Villa Monetti: silver, linen, wheat")}, \
    {"L8", N_("Villa Monetti: copper, linen, salt")}, \
    {"L9", N_("Villa Ricci: linen, salt, wheat")}, \
    {"L10", N_("Villa Ricci: silver, pepper, wheat")}, \
    {"L11", N_("Villa Ricci: copper, linen, rice")}, \
    {"L12", N_("Villa Ricci: copper, silk, pepper")}, \
    {"L13", N_("Villa Zasteri: silk, salt, wheat")}, \
    {"L14", N_("Villa Zasteri: copper, pepper, rice")}, \
    {"L15", N_("Villa Zasteri: silver, silk, rice")}, \
    {"L16", N_("Villa Zasteri: silver, linen, pepper")}
#define SMALL_NAMES \
    {"S1", N_("Villa Colini: wheat")}, \
    {"S2", N_("Park: pepper")}, \
    {"S3", N_("Coach House: copper")}, \
    {"S4", N_("Villa Monetti: silk")}, \
    {"S5", N_("Spices: linen")}, \
    {"S6", N_("Restaurant: silk")}, \
    {"S7", N_("Grains: copper")}, \
    {"S8", N_("Villa Ricci: silver")}, \
    {"S9", N_("Harbor: linen")}, \
    {"S10", N_("Palace: rice")}, \
    {"S11", N_("Villa Zasteri: salt")}, \
    {"S12", N_("Fabrics: pepper")}, \
    {"S13", N_("Tavern: salt")}, \
    {"S14", N_("Metals: rice")}, \
    {"S15", N_("Post Office: silver")}, \
    {"S16", N_("Cathedral: wheat")}
#define MESSAGE_NAMES \
    {"M1", N_("Park and Tavern")}, \
    {"M2", N_("Palace and Tavern")}, \
    {"M3", N_("Coach House and Restaurant")}, \
    {"M4", N_("Harbor and Restaurant")}, \
    {"M5", N_("Park and Cathedral")}, \
    {"M6", N_("Harbor and City Hall")}, \
    {"M7", N_("Coach House and Metals")}, \
    {"M8", N_("Palace and Grains")}, \
    {"M9", N_("Spices and City Hall")}, \
    {"M10", N_("Fabrics and Cathedral")}, \
    {"M11", N_("Villa Colini and Guild Hall")}, \
    {"M12", N_("Villa Monetti and Guild Hall")}, \
    {"M13", N_("Villa Ricci and Post Office")}, \
    {"M14", N_("Villa Zasteri and Post Office")}
#define PRIVILEGE_NAMES \
    {"P1", N_("Villa Colini")}, \
    {"P2", N_("Park")}, \
    {"P3", N_("Coach House")}, \
    {"P4", N_("Villa Monetti")}, \
    {"P5", N_("Spices")}, \
    {"P6", N_("Restaurant")}, \
    {"P7", N_("Grains")}, \
    {"P8", N_("Villa Ricci")}, \
    {"P9", N_("Harbor")}, \
    {"P10", N_("Palace")}, \
    {"P11", N_("Villa Zasteri")}, \
    {"P12", N_("Fabrics")}, \
    {"P13", N_("Tavern")}, \
    {"P14", N_("Metals")}

const struct name genoa_wares[GENOA_WARES] = {WARE_NAMES};
const char genoa_marks[GENOA_WARES][3] = {"Ag", "Cu", "Li", "Sk", "Sa", "Pe", "Ri", "Wh"};
const struct name genoa_tiles[GENOA_TILES] = {TILE_NAMES};
const struct name genoa_decks[GENOA_DECKS] = {
    {"large", N_("large orders")}, {"small", N_("small orders")}, {"message", N_("messages")}, {"privilege", N_("privileges")},
};
const struct name genoa_cards[GENOA_DECKS][GENOA_CARDS] = {{LARGE_NAMES}, {SMALL_NAMES}, {MESSAGE_NAMES}, {PRIVILEGE_NAMES}};
const struct name genoa_sorts[GENOA_SORTS] = {
    {"ware", N_("a ware")}, {"tile", N_("a special tile")}, {"marker", N_("an ownership marker")}, {"large", N_("a large order")},
    {"small", N_("a small order")}, {"message", N_("a message")}, {"privilege", N_("a privilege")},
    {"money", N_("5 ducats")},
};
const struct name genoa_things[GENOA_THINGS] = {
    WARE_NAMES, TILE_NAMES, {"marker", N_("an ownership marker")}, {"large", N_("a large order")},
    {"small", N_("a small order")}, {"message", N_("a message")}, {"privilege", N_("a privilege")},
    LARGE_NAMES, SMALL_NAMES, MESSAGE_NAMES, PRIVILEGE_NAMES, {"money", N_("5 ducats")},
};

const char *const genoa_wares_counted[GENOA_WARES] = {
    N_("{n:1 silver|# silver}"),
    N_("{n:1 copper|# copper}"),
    N_("{n:1 linen|# linen}"),
    N_("{n:1 silk|# silk}"),
    N_("{n:1 salt|# salt}"),
    N_("{n:1 pepper|# pepper}"),
    N_("{n:1 rice|# rice}"),
    N_("{n:1 wheat|# wheat}"),
};
const char *const genoa_tiles_counted[GENOA_TILES] = {
    N_("{n:1 Any Start tile|# Any Start tiles}"),
    N_("{n:1 Further Action tile|# Further Action tiles}"),
    N_("{n:1 Any Ware tile|# Any Ware tiles}"),
    N_("{n:1 1:1 trade tile|# 1:1 trade tiles}"),
    N_("{n:1 Building Action tile|# Building Action tiles}"),
};

const struct name genoa_phases[GENOA_PHASE_COUNT] = {
    [GENOA_PHASE_START] = {"start", N_("choosing how to start")},
    [GENOA_PHASE_OFFERS] = {"offers", N_("making offers")},
    [GENOA_PHASE_TOWER] = {"tower", N_("moving the tower and dealing")},
    [GENOA_PHASE_CALL] = {"call", N_("offering again")},
    [GENOA_PHASE_ANSWERS] = {"answers", N_("answering counter-offers")},
    [GENOA_PHASE_ACTION] = {"action", N_("carrying out an action")},
    [GENOA_PHASE_MARKERS] = {"markers", N_("placing ownership markers")},
    [GENOA_PHASE_OVER] = {"over", N_("the game is over")},
};
const struct name genoa_rights[GENOA_RIGHT_COUNT] = {{"action", N_("the action")}, {"street", N_("a step to a street")}};
const struct name genoa_mains[GENOA_MAIN_COUNT] = {
    {"take", N_("take what the building gives")}, {"deliver", N_("deliver a large order")}};
const struct name genoa_modes[GENOA_MODE_COUNT] = {
    [GENOA_MODE_NONE] = {"none", N_("nothing")},
    [GENOA_MODE_PLACE] = {"place", N_("place a marker")},
    [GENOA_MODE_REMOVE] = {"remove", N_("remove the marker there")},
    [GENOA_MODE_REPLACE] = {"replace", N_("remove the marker and place one")},
};
const struct name genoa_ways[GENOA_BY_COUNT] = {
    [GENOA_BY_TOWER] = {"tower", ""},
    [GENOA_BY_FURTHER] = {"further", N_(" with a Further Action tile")},
    [GENOA_BY_TILE] = {"tile", N_(" with a Building Action tile")},
};
const struct name genoa_off_on[2] = {{"off", N_("off")}, {"on", N_("on")}};
const struct name genoa_offer_kinds[GENOA_OFFERS_COUNT] = {
    [GENOA_OFFERS_OPEN] = {"open", N_("open at once")},
    [GENOA_OFFERS_REVEAL] = {"reveal", N_("opened when everyone is ready")},
    [GENOA_OFFERS_SEALED] = {"sealed", N_("for the tower player only")},
};
const struct name genoa_last_calls[GENOA_LAST_CALL_COUNT] = {
    [GENOA_LAST_CALL_NEVER] = {"never", N_("nobody")},
    [GENOA_LAST_CALL_ASKED] = {"asked", N_("those who asked for it")},
    [GENOA_LAST_CALL_ALWAYS] = {"always", N_("everybody")},
};
const struct name genoa_rule_books[GENOA_RULES_COUNT] = {
    [GENOA_RULES_BEFORE] = {"before", NULL}, [GENOA_RULES_PRINTED] = {"printed", NULL}, [GENOA_RULES_SEED] = {"seed", NULL},
};
const struct name genoa_claim_kinds[GENOA_CLAIMS_COUNT] = {
    [GENOA_CLAIMS_PARALLEL] = {"parallel", N_("at the same time")},
    [GENOA_CLAIMS_IN_ORDER] = {"in_order", N_("one after the other")},
};

/* ---- The board: dossier genoa 3.1 ---- */

const struct genoa_space genoa_map[GENOA_SPACES] = {
    {4, {1, 13, 19, 23}, {-1, -1}}, /* villa_colini */
    {4, {0, 2, 19, 20}, {-1, -1}}, /* park */
    {4, {1, 3, 21, 22}, {-1, -1}}, /* coach_house */
    {4, {2, 4, 22, 26}, {-1, -1}}, /* villa_monetti */
    {3, {3, 5, 26}, {-1, -1}}, /* spices */
    {4, {4, 6, 28, 30}, {-1, -1}}, /* restaurant */
    {3, {5, 7, 34}, {-1, -1}}, /* grains */
    {4, {6, 8, 34, 38}, {-1, -1}}, /* villa_ricci */
    {4, {7, 9, 37, 38}, {-1, -1}}, /* harbor */
    {4, {8, 10, 35, 36}, {-1, -1}}, /* palace */
    {4, {9, 11, 31, 35}, {-1, -1}}, /* villa_zasteri */
    {3, {10, 12, 31}, {-1, -1}}, /* fabrics */
    {4, {11, 13, 27, 29}, {-1, -1}}, /* tavern */
    {3, {0, 12, 23}, {-1, -1}}, /* metals */
    {5, {18, 20, 21, 24, 25}, {-1, -1}}, /* guild_hall */
    {5, {18, 25, 28, 30, 33}, {-1, -1}}, /* city_hall */
    {5, {18, 32, 33, 36, 37}, {-1, -1}}, /* post_office */
    {5, {18, 24, 27, 29, 32}, {-1, -1}}, /* cathedral */
    {4, {14, 15, 16, 17}, {-1, -1}}, /* market */
    {4, {0, 1, 20, 24}, {0, 1}}, /* s32 */
    {4, {1, 14, 19, 21}, {1, 14}}, /* s42 */
    {4, {2, 14, 20, 22}, {2, 14}}, /* s52 */
    {4, {2, 3, 21, 25}, {2, 3}}, /* s62 */
    {4, {0, 13, 24, 27}, {0, 13}}, /* s23 */
    {4, {14, 17, 19, 23}, {14, 17}}, /* s33 */
    {4, {14, 15, 22, 26}, {14, 15}}, /* s63 */
    {4, {3, 4, 25, 28}, {3, 4}}, /* s73 */
    {4, {12, 17, 23, 29}, {12, 17}}, /* s24 */
    {4, {5, 15, 26, 30}, {5, 15}}, /* s74 */
    {4, {12, 17, 27, 31}, {12, 17}}, /* s25 */
    {4, {5, 15, 28, 34}, {5, 15}}, /* s75 */
    {4, {10, 11, 29, 32}, {10, 11}}, /* s26 */
    {4, {16, 17, 31, 35}, {16, 17}}, /* s36 */
    {4, {15, 16, 34, 38}, {15, 16}}, /* s66 */
    {4, {6, 7, 30, 33}, {6, 7}}, /* s76 */
    {4, {9, 10, 32, 36}, {9, 10}}, /* s37 */
    {4, {9, 16, 35, 37}, {9, 16}}, /* s47 */
    {4, {8, 16, 36, 38}, {8, 16}}, /* s57 */
    {4, {7, 8, 33, 37}, {7, 8}}, /* s67 */
};

const uint8_t genoa_grid[GENOA_SIDE][GENOA_SIDE] = {
    {0, 0, 1, 1, 2, 2, 3, 3},
    {13, 0, 19, 20, 21, 22, 3, 4},
    {13, 23, 24, 14, 14, 25, 26, 4},
    {12, 27, 17, 18, 18, 15, 28, 5},
    {12, 29, 17, 18, 18, 15, 30, 5},
    {11, 31, 32, 16, 16, 33, 34, 6},
    {11, 10, 35, 36, 37, 38, 7, 6},
    {10, 10, 9, 9, 8, 8, 7, 7},
};

/* Steps between two spaces. */
const uint8_t genoa_distance[GENOA_SPACES][GENOA_SPACES] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 3, 5, 5, 3, 4, 1, 2, 3, 3, 1, 2, 4, 4, 2, 5, 3, 6, 4, 4, 6, 7, 5, 6, 6, 7},
    {1, 0, 1, 2, 3, 4, 5, 6, 6, 6, 5, 4, 3, 2, 2, 4, 4, 3, 3, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 4, 5, 6, 5, 5, 5, 6},
    {2, 1, 0, 1, 2, 3, 4, 5, 6, 6, 6, 5, 4, 3, 2, 3, 4, 4, 3, 2, 2, 1, 1, 3, 3, 2, 2, 4, 3, 5, 4, 6, 5, 4, 5, 6, 5, 5, 5},
    {3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 3, 5, 5, 4, 3, 3, 2, 1, 4, 4, 2, 1, 5, 2, 6, 3, 7, 6, 4, 4, 7, 6, 6, 5},
    {4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 6, 5, 3, 3, 5, 5, 4, 4, 4, 3, 2, 5, 4, 2, 1, 6, 2, 6, 2, 7, 6, 4, 3, 6, 6, 5, 4},
    {5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 6, 6, 4, 2, 4, 4, 3, 5, 5, 4, 3, 6, 5, 3, 2, 5, 1, 5, 1, 6, 5, 3, 2, 5, 5, 4, 3},
    {6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 5, 3, 3, 5, 4, 6, 6, 5, 4, 7, 6, 4, 3, 6, 2, 6, 2, 5, 4, 2, 1, 4, 4, 3, 2},
    {7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 5, 3, 3, 5, 4, 7, 6, 6, 5, 7, 6, 4, 4, 6, 3, 5, 2, 4, 4, 2, 1, 3, 3, 2, 1},
    {6, 6, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 4, 3, 2, 4, 3, 6, 5, 5, 5, 6, 5, 4, 5, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2, 1, 1},
    {5, 6, 6, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 4, 4, 2, 3, 3, 5, 5, 5, 6, 5, 4, 5, 6, 4, 5, 3, 4, 2, 2, 3, 3, 1, 1, 2, 2},
    {4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 5, 5, 3, 3, 4, 5, 6, 6, 7, 4, 4, 6, 7, 3, 6, 2, 5, 1, 2, 4, 4, 1, 2, 3, 3},
    {3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 5, 5, 3, 3, 4, 4, 5, 6, 6, 3, 4, 6, 7, 2, 6, 2, 6, 1, 2, 4, 5, 2, 3, 4, 4},
    {2, 3, 4, 5, 6, 6, 6, 5, 4, 3, 2, 1, 0, 1, 4, 4, 4, 2, 3, 3, 4, 5, 5, 2, 3, 5, 6, 1, 5, 1, 5, 2, 3, 5, 6, 3, 4, 5, 5},
    {1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1, 0, 3, 5, 5, 3, 4, 2, 3, 4, 4, 1, 2, 4, 5, 2, 6, 2, 6, 3, 4, 6, 7, 4, 5, 6, 6},
    {3, 2, 2, 3, 3, 4, 5, 5, 4, 4, 5, 5, 4, 3, 0, 2, 2, 2, 1, 2, 1, 1, 2, 2, 1, 1, 2, 3, 3, 3, 3, 4, 3, 3, 4, 4, 3, 3, 4},
    {5, 4, 3, 3, 3, 2, 3, 3, 3, 4, 5, 5, 4, 5, 2, 0, 2, 2, 1, 4, 3, 3, 2, 4, 3, 1, 2, 3, 1, 3, 1, 4, 3, 1, 2, 4, 3, 3, 2},
    {5, 4, 4, 5, 5, 4, 3, 3, 2, 2, 3, 3, 4, 5, 2, 2, 0, 2, 1, 4, 3, 3, 4, 4, 3, 3, 4, 3, 3, 3, 3, 2, 1, 1, 2, 2, 1, 1, 2},
    {3, 3, 4, 5, 5, 4, 5, 5, 4, 3, 3, 3, 2, 3, 2, 2, 2, 0, 1, 2, 3, 3, 4, 2, 1, 3, 4, 1, 3, 1, 3, 2, 1, 3, 4, 2, 3, 3, 4},
    {4, 3, 3, 4, 4, 3, 4, 4, 3, 3, 4, 4, 3, 4, 1, 1, 1, 1, 0, 3, 2, 2, 3, 3, 2, 2, 3, 2, 2, 2, 2, 3, 2, 2, 3, 3, 2, 2, 3},
    {1, 1, 2, 3, 4, 5, 6, 7, 6, 5, 5, 4, 3, 2, 2, 4, 4, 2, 3, 0, 1, 2, 3, 2, 1, 3, 4, 3, 5, 3, 5, 4, 3, 5, 6, 4, 5, 5, 6},
    {2, 1, 2, 3, 4, 5, 6, 6, 5, 5, 6, 5, 4, 3, 1, 3, 3, 3, 2, 1, 0, 1, 2, 3, 2, 2, 3, 4, 4, 4, 4, 5, 4, 4, 5, 5, 4, 4, 5},
    {3, 2, 1, 2, 3, 4, 5, 6, 5, 5, 6, 6, 5, 4, 1, 3, 3, 3, 2, 2, 1, 0, 1, 3, 2, 2, 3, 4, 4, 4, 4, 5, 4, 4, 5, 5, 4, 4, 5},
    {3, 2, 1, 1, 2, 3, 4, 5, 5, 6, 7, 6, 5, 4, 2, 2, 4, 4, 3, 3, 2, 1, 0, 4, 3, 1, 2, 5, 3, 5, 3, 6, 5, 3, 4, 6, 5, 5, 4},
    {1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 2, 4, 4, 2, 3, 2, 3, 3, 4, 0, 1, 3, 4, 1, 5, 2, 5, 3, 3, 5, 6, 4, 5, 5, 6},
    {2, 2, 3, 4, 4, 5, 6, 6, 5, 4, 4, 4, 3, 2, 1, 3, 3, 1, 2, 1, 2, 2, 3, 1, 0, 2, 3, 2, 4, 2, 4, 3, 2, 4, 5, 3, 4, 4, 5},
    {4, 3, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 5, 4, 1, 1, 3, 3, 2, 3, 2, 2, 1, 3, 2, 0, 1, 4, 2, 4, 2, 5, 4, 2, 3, 5, 4, 4, 3},
    {4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 2, 2, 4, 4, 3, 4, 3, 3, 2, 4, 3, 1, 0, 5, 1, 5, 2, 6, 5, 3, 3, 6, 5, 5, 4},
    {2, 3, 4, 5, 6, 5, 6, 6, 5, 4, 3, 2, 1, 2, 3, 3, 3, 1, 2, 3, 4, 4, 5, 1, 2, 4, 5, 0, 4, 1, 4, 2, 2, 4, 5, 3, 4, 4, 5},
    {5, 4, 3, 2, 2, 1, 2, 3, 4, 5, 6, 6, 5, 6, 3, 1, 3, 3, 2, 5, 4, 4, 3, 5, 4, 2, 1, 4, 0, 4, 1, 5, 4, 2, 2, 5, 4, 4, 3},
    {3, 4, 5, 6, 6, 5, 6, 5, 4, 3, 2, 2, 1, 2, 3, 3, 3, 1, 2, 3, 4, 4, 5, 2, 2, 4, 5, 1, 4, 0, 4, 1, 2, 4, 5, 3, 4, 4, 5},
    {6, 5, 4, 3, 2, 1, 2, 2, 3, 4, 5, 6, 5, 6, 3, 1, 3, 3, 2, 5, 4, 4, 3, 5, 4, 2, 2, 4, 1, 4, 0, 5, 4, 2, 1, 5, 4, 4, 3},
    {4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 4, 2, 2, 3, 4, 5, 5, 6, 3, 3, 5, 6, 2, 5, 1, 5, 0, 1, 3, 4, 2, 3, 3, 4},
    {4, 4, 5, 6, 6, 5, 4, 4, 3, 2, 2, 2, 3, 4, 3, 3, 1, 1, 2, 3, 4, 4, 5, 3, 2, 4, 5, 2, 4, 2, 4, 1, 0, 2, 3, 1, 2, 2, 3},
    {6, 5, 4, 4, 4, 3, 2, 2, 2, 3, 4, 4, 5, 6, 3, 1, 1, 3, 2, 5, 4, 4, 3, 5, 4, 2, 3, 4, 2, 4, 2, 3, 2, 0, 1, 3, 2, 2, 1},
    {7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 4, 2, 2, 4, 3, 6, 5, 5, 4, 6, 5, 3, 3, 5, 2, 5, 1, 4, 3, 1, 0, 4, 3, 3, 2},
    {5, 5, 6, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 4, 4, 2, 2, 3, 4, 5, 5, 6, 4, 3, 5, 6, 3, 5, 3, 5, 2, 1, 3, 4, 0, 1, 2, 3},
    {6, 5, 5, 6, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 3, 3, 1, 3, 2, 5, 4, 4, 5, 5, 4, 4, 5, 4, 4, 4, 4, 3, 2, 2, 3, 1, 0, 1, 2},
    {6, 5, 5, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 3, 3, 1, 3, 2, 5, 4, 4, 5, 5, 4, 4, 5, 4, 4, 4, 4, 3, 2, 2, 3, 2, 1, 0, 1},
    {7, 6, 5, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 4, 2, 2, 4, 3, 6, 5, 5, 4, 6, 5, 3, 4, 5, 3, 5, 3, 4, 3, 1, 2, 3, 2, 1, 0},
};

/* ---- What actions bring: dossier genoa 6 ---- */

#define VILLA {GENOA_VILLA, {-1, -1}, -1, GENOA_PRIVILEGE, 1, 0}
#define WAREHOUSE(a, b) {GENOA_WAREHOUSE, {a, b}, -1, -1, 0, 0}
#define HOUSE(tile) {GENOA_TILE_HOUSE, {-1, -1}, tile, -1, 0, 0}
#define CARDS(deck, n) {GENOA_CENTRE, {-1, -1}, -1, deck, n, 0}

const struct genoa_effect genoa_effects[GENOA_BUILDINGS] = {
    [GENOA_VILLA_COLINI] = VILLA,
    [GENOA_PARK] = HOUSE(GENOA_FURTHER_ACTION),
    [GENOA_COACH_HOUSE] = HOUSE(GENOA_ANY_START),
    [GENOA_VILLA_MONETTI] = VILLA,
    [GENOA_SPICES] = WAREHOUSE(4, 5),
    [GENOA_RESTAURANT] = HOUSE(GENOA_TRADE),
    [GENOA_GRAINS] = WAREHOUSE(6, 7),
    [GENOA_VILLA_RICCI] = VILLA,
    [GENOA_HARBOR] = HOUSE(GENOA_ANY_WARE),
    [GENOA_PALACE] = HOUSE(GENOA_BUILDING_ACTION),
    [GENOA_VILLA_ZASTERI] = VILLA,
    [GENOA_FABRICS] = WAREHOUSE(2, 3),
    [GENOA_TAVERN] = HOUSE(GENOA_TRADE),
    [GENOA_METALS] = WAREHOUSE(0, 1),
    [GENOA_GUILD_HALL] = CARDS(GENOA_LARGE, 1),
    [GENOA_CITY_HALL] = CARDS(GENOA_SMALL, 2),
    [GENOA_POST_OFFICE] = CARDS(GENOA_MESSAGE, 2),
    [GENOA_CATHEDRAL] = {GENOA_CENTRE, {-1, -1}, -1, -1, 0, 2},
};

/* ---- Cards: dossier genoa 13 ---- */

const struct genoa_large genoa_large[GENOA_CARDS] = {
    {GENOA_VILLA_COLINI, {3, 5, 6}}, /* silk, pepper, rice */
    {GENOA_VILLA_COLINI, {1, 4, 7}}, /* copper, salt, wheat */
    {GENOA_VILLA_COLINI, {1, 2, 7}}, /* copper, linen, wheat */
    {GENOA_VILLA_COLINI, {0, 3, 4}}, /* silver, silk, salt */
    {GENOA_VILLA_MONETTI, {3, 4, 6}}, /* silk, salt, rice */
    {GENOA_VILLA_MONETTI, {0, 5, 6}}, /* silver, pepper, rice */
    {GENOA_VILLA_MONETTI, {0, 2, 7}}, /* silver, linen, wheat */
    {GENOA_VILLA_MONETTI, {1, 2, 4}}, /* copper, linen, salt */
    {GENOA_VILLA_RICCI, {2, 4, 7}}, /* linen, salt, wheat */
    {GENOA_VILLA_RICCI, {0, 5, 7}}, /* silver, pepper, wheat */
    {GENOA_VILLA_RICCI, {1, 2, 6}}, /* copper, linen, rice */
    {GENOA_VILLA_RICCI, {1, 3, 5}}, /* copper, silk, pepper */
    {GENOA_VILLA_ZASTERI, {3, 4, 7}}, /* silk, salt, wheat */
    {GENOA_VILLA_ZASTERI, {1, 5, 6}}, /* copper, pepper, rice */
    {GENOA_VILLA_ZASTERI, {0, 3, 6}}, /* silver, silk, rice */
    {GENOA_VILLA_ZASTERI, {0, 2, 5}}, /* silver, linen, pepper */
};

const struct genoa_small genoa_small[GENOA_CARDS] = {
    {GENOA_VILLA_COLINI, 7}, /* wheat */
    {GENOA_PARK, 5}, /* pepper */
    {GENOA_COACH_HOUSE, 1}, /* copper */
    {GENOA_VILLA_MONETTI, 3}, /* silk */
    {GENOA_SPICES, 2}, /* linen */
    {GENOA_RESTAURANT, 3}, /* silk */
    {GENOA_GRAINS, 1}, /* copper */
    {GENOA_VILLA_RICCI, 0}, /* silver */
    {GENOA_HARBOR, 2}, /* linen */
    {GENOA_PALACE, 6}, /* rice */
    {GENOA_VILLA_ZASTERI, 4}, /* salt */
    {GENOA_FABRICS, 5}, /* pepper */
    {GENOA_TAVERN, 4}, /* salt */
    {GENOA_METALS, 6}, /* rice */
    {GENOA_POST_OFFICE, 0}, /* silver */
    {GENOA_CATHEDRAL, 7}, /* wheat */
};

const struct genoa_message genoa_message[] = {
    {{GENOA_PARK, GENOA_TAVERN}},
    {{GENOA_PALACE, GENOA_TAVERN}},
    {{GENOA_COACH_HOUSE, GENOA_RESTAURANT}},
    {{GENOA_HARBOR, GENOA_RESTAURANT}},
    {{GENOA_PARK, GENOA_CATHEDRAL}},
    {{GENOA_HARBOR, GENOA_CITY_HALL}},
    {{GENOA_COACH_HOUSE, GENOA_METALS}},
    {{GENOA_PALACE, GENOA_GRAINS}},
    {{GENOA_SPICES, GENOA_CITY_HALL}},
    {{GENOA_FABRICS, GENOA_CATHEDRAL}},
    {{GENOA_VILLA_COLINI, GENOA_GUILD_HALL}},
    {{GENOA_VILLA_MONETTI, GENOA_GUILD_HALL}},
    {{GENOA_VILLA_RICCI, GENOA_POST_OFFICE}},
    {{GENOA_VILLA_ZASTERI, GENOA_POST_OFFICE}},
};

const uint8_t genoa_deck_sizes[GENOA_DECKS] = {16, 16, 14, 14};
const uint8_t genoa_tile_counts[GENOA_TILES] = {5, 5, 5, 7, 5};
const uint8_t genoa_round_spaces[GENOA_SEATS + 1] = {0, 0, 12, 10, 8, 7};

const struct genoa_plan genoa_no_plan = {.ware = -1, .main = GENOA_MAIN_TAKE, .order = -1, .tile = -1, .small = -1};
