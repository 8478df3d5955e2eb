/* Gondoliere: tables of words, members and moves, what is asked of a player, and the module itself. */
#include "config.h"

#include "rules/gondoliere/state.h"
#include "rules/engine/tables.h"

#define ARG_FIGURE(key) ARG_NUMBER_OF(key, 0, GONDOLIERE_MOST)
#define ARG_TILE ARG_OF("tile", gondoliere_tiles)
#define ARG_CANAL(key) ARG_NUMBER_OF(key, GONDOLIERE_FIRST_CANAL, GONDOLIERE_FIRST_CANAL + GONDOLIERE_CANALS - 1)
#define ARG_CELL(key) ARG_NUMBER_OF(key, -GONDOLIERE_EDGE, GONDOLIERE_EDGE)
#define ARG_SIDE(key) ARG_OF(key, gondoliere_sides)
#define ARG_TURN ARG_NUMBER_OF("turn", 1, GONDOLIERE_TILES + 1)
#define ARG_ROTATION {.name = "rotation", .kind = ARG_NUMBER, .hi = GONDOLIERE_SIDES - 1, .names = rotations, \
                      .n_names = GONDOLIERE_SIDES}
#define ARG_TILES(key) {.name = (key), .kind = ARG_LIST, .names = gondoliere_tiles, .n_names = GONDOLIERE_TILES, \
                        .max = GONDOLIERE_DISPLAY}
#define ARG_SEAT_FIGURES(key) {.name = (key), .kind = ARG_LIST, .hi = GONDOLIERE_MOST, .max = GONDOLIERE_SEATS}

/* ---- Options: dossier gondoliere 11 ---- */

static const struct name off_on[] = {{"off", N_("off")}, {"on", N_("on")}};

const struct option gondoliere_options[] = {
    {"protect_dry_canals", N_("Canals without landings are protected"), off_on, COUNT(off_on), 0,
     N_("Whether a tile can be refused because it would finish a canal in which nobody has a landing. Games last a "
        "few turns longer.")},
    {0},
};

/* ---- Moves: dossier gondoliere 16 ---- */

/* Quarter turns clockwise. */
static const struct name rotations[GONDOLIERE_SIDES] = {{"r0", "0°"}, {"r90", "90°"}, {"r180", "180°"}, {"r270", "270°"}};

static const struct arg place_args[] = {
    [SLOT_TILE] = ARG_TILE,
    [SLOT_CANAL] = {.name = "canal", .kind = ARG_NUMBER, .lo = GONDOLIERE_FIRST_CANAL,
                    .hi = GONDOLIERE_FIRST_CANAL + GONDOLIERE_CANALS - 1, .words = SAID(.alone = N_("Canal {canal}"))},
    [SLOT_ROTATION] = ARG_ROTATION,
    [SLOTS_OF_PLACE] = {0}};

const struct verb gondoliere_verbs[] = {
    [GONDOLIERE_PLACE] = {"place", N_("Extend a canal"), N_("Canal {canal}: {tile}, turned by {rotation}"), place_args},
    [GONDOLIERE_END] = {"end", N_("End your turn"), N_("Confirm turn"), NULL, .confirms = true},
    [GONDOLIERE_MULLIGAN] = {"mulligan", N_("Your first three landings"), N_("Exchange your first three landings"), NULL,
                             .unsolicited = true, .asked = true},
    [GONDOLIERE_VERB_COUNT] = {0},
};

/* ---- Events: dossier gondoliere 16 ---- */

static const struct arg started_args[] = {ARG_TILES("common"), {0}};
static const struct arg dealt_args[] = {ARG_TILES("own"), {0}};
static const struct arg exchanged_args[] = {ARG_TILES("returned"), ARG_TILES("drawn"), {0}};
static const struct arg placed_args[] = {
    ARG_TILE, ARG_CANAL("canal"), ARG_CELL("x"), ARG_CELL("y"), ARG_ROTATION, ARG_SIDE("in"), ARG_SIDE("out"),
    ARG_NUMBER_OF("also_canal", 0, GONDOLIERE_FIRST_CANAL + GONDOLIERE_CANALS - 1), ARG_TURN, {0}};
static const struct arg crossing_args[] = {
    ARG_CANAL("canal"), ARG_TILE, ARG_CELL("x"), ARG_CELL("y"), {.name = "owner", .kind = ARG_SEAT, .hi = GONDOLIERE_SEATS - 1},
    ARG_SIDE("out"), {0}};
static const struct arg closed_args[] = {
    ARG_CANAL("canal"), ARG_OF("cause", gondoliere_causes), ARG_FIGURE("passengers"), ARG_SEAT_FIGURES("points"), {0}};
static const struct arg paid_args[] = {ARG_CANAL("canal"), ARG_FIGURE("points"), ARG_FIGURE("sum"), {0}};
static const struct arg round_args[] = {ARG_NUMBER_OF("round", 1, GONDOLIERE_TILES), {0}};
static const struct arg turn_ended_args[] = {ARG_TILES("drawn_own"), ARG_TILES("drawn_common"), ARG_TURN, {0}};
static const struct arg over_args[] = {
    ARG_OF("reason", gondoliere_endings), ARG_SEAT_FIGURES("scores"), ARG_SEAT_FIGURES("landings"),
    {.name = "winners", .kind = ARG_LIST, .hi = GONDOLIERE_SEATS - 1, .max = GONDOLIERE_SEATS}, {0}};
static const struct arg result_args[] = {ARG_FIGURE("points"), ARG_FIGURE("landings"), {0}};
static const struct arg won_args[] = {ARG_FIGURE("points"), {0}};

const struct event_kind gondoliere_events[] = {
    [GONDOLIERE_STARTED] = {"start", N_("The game begins with {seat}. Shared tiles: {common}."), NULL, started_args},
    [GONDOLIERE_DEALT] = {"dealt", N_("{seat} reveals {own}."), NULL, dealt_args},
    [GONDOLIERE_EXCHANGED] = {"mulligan", N_("{seat} exchanges the first three landings for {drawn}."), NULL,
                              exchanged_args},
    [GONDOLIERE_PLACED] = {"tile_placed", N_("{seat} extends canal {canal} to the {out} with {tile}."), NULL,
                           placed_args},
    [GONDOLIERE_CROSSED] = {"crossed", N_("Canal {canal} continues to the {out} through the same crossing."), NULL,
                            crossing_args},
    [GONDOLIERE_RAN_THROUGH] = {"ran_through", N_("Canal {canal} continues to the {out} through {owner}’s crossing."), NULL,
                                crossing_args},
    [GONDOLIERE_CLOSED] = {"canal_closed",
                           N_("Canal {canal} is finished ({cause}): {passengers:1 passenger|# passengers}."), NULL,
                           closed_args},
    [GONDOLIERE_PAID] = {"paid", N_("{seat}: {points:1 point|# points} for landings worth {sum} in canal {canal}."), NULL,
                         paid_args},
    [GONDOLIERE_TURN_BEGAN] = {"turn_began", N_("Round {round}: it is {seat}’s turn."), NULL, round_args},
    [GONDOLIERE_TURN_ENDED] = {"turn_ended", N_("New for {seat}: {drawn_own}; new shared tiles: {drawn_common}."), NULL,
                               turn_ended_args},
    [GONDOLIERE_OVER] = {"over", N_("The game ends: {reason}."), NULL, over_args},
    [GONDOLIERE_RESULT] = {"result",
                           N_("{seat}: {points:1 point|# points}, {landings:1 landing used|# landings used}."), NULL,
                           result_args},
    [GONDOLIERE_WON] = {"won", N_("{seat} wins with {points:1 point|# points}."), NULL, won_args},
    [GONDOLIERE_EVENT_COUNT] = {0},
};

/* ---- Errors: dossier gondoliere 6, 11, 16 ---- */

static const struct arg canal_args[] = {ARG_CANAL("canal"), {0}};
static const struct arg rotation_args[] = {ARG_CANAL("canal"), ARG_ROTATION, {0}};
static const struct arg two_canals_args[] = {ARG_CANAL("canal"), ARG_CANAL("other"), {0}};
static const struct arg too_near_args[] = {ARG_CANAL("canal"), ARG_FIGURE("tiles"), {0}};
static const struct arg in_a_row_args[] = {
    ARG_CANAL("canal"), {.name = "owner", .kind = ARG_SEAT, .hi = GONDOLIERE_SEATS - 1}, {0}};
static const struct arg value_args[] = {ARG_CANAL("canal"), ARG_NUMBER_OF("value", 1, GONDOLIERE_VALUES), {0}};

const struct rule_error_kind gondoliere_errors[] = {
    [RULE_OK] = {"ok", N_("That is possible."), NULL},
    [RULE_GAME_OVER] = {"game_over", N_("The game is over."), NULL},
    [RULE_NOT_YOUR_TURN] = {"not_your_turn", N_("It is another player’s turn."), NULL},
    [RULE_WRONG_STEP] = {"wrong_step", N_("That is not possible at this point of your turn."), NULL},
    [GONDOLIERE_NONE_PLACED] = {"placement_count", N_("Place at least one tile before you end your turn."), NULL},
    [GONDOLIERE_THREE_PLACED] = {"placement_count", N_("You have placed three tiles, the most for one turn."), NULL},
    [GONDOLIERE_NOT_AVAILABLE] = {"tile_not_available",
                                  N_("This tile is neither in your display nor among the shared tiles."), NULL},
    [GONDOLIERE_MULLIGAN_USED] = {"mulligan_unavailable", N_("You have already exchanged your first landings."), NULL},
    [GONDOLIERE_MULLIGAN_LATE] = {"mulligan_unavailable",
                                  N_("You can exchange landings only before you place your first tile."), NULL},
    [GONDOLIERE_NO_GONDOLA] = {"a", N_("Canal {canal} is finished: it has no gondola any more."), canal_args},
    [GONDOLIERE_NO_WATER] = {"a", N_("Turned this way, the tile shows a bank to canal {canal}."), canal_args},
    [GONDOLIERE_OTHER_TURN] = {"a", N_("Turned by {rotation} this tile is the same; choose that."), rotation_args},
    [GONDOLIERE_JOINS] = {"e", N_("This would join canals {canal} and {other}."), two_canals_args},
    [GONDOLIERE_CUTS_OFF] = {"f", N_("This would block canal {canal}, whose gondola waits at the same place."),
                             two_canals_args},
    [GONDOLIERE_TOO_NEAR] = {"b", N_("Canal {canal} has {tiles:1 canal tile|# canal tiles} so far; it needs two "
                                     "before its first landing."), too_near_args},
    [GONDOLIERE_ADJACENT] = {"c", N_("In canal {canal} two landings would touch; there must be a canal tile between them."),
                             canal_args},
    [GONDOLIERE_IN_A_ROW] = {"d", N_("The last landing in canal {canal} is also {owner}’s; another player’s must "
                                     "come between."), in_a_row_args},
    [GONDOLIERE_VALUE_THERE] = {"g", N_("Canal {canal} already has a landing of value {value}."), value_args},
    [GONDOLIERE_DRY] = {"dry", N_("This would finish canal {canal} without a landing."), canal_args},
    [GONDOLIERE_ERROR_COUNT] = {0},
};

/* ---- Members ---- */

#define TILE_NAMES .kind = MEMBER_NAME, .names = gondoliere_tiles, .n_names = GONDOLIERE_TILES

static const struct member options_members[] = {
    {MEMBER(struct gondoliere_options, protect_dry_canals), .hi = 1},
    {0},
};

static const struct member placed_members[] = {
    {MEMBER(struct gondoliere_placed, x), .lo = -GONDOLIERE_EDGE, .hi = GONDOLIERE_EDGE},
    {MEMBER(struct gondoliere_placed, y), .lo = -GONDOLIERE_EDGE, .hi = GONDOLIERE_EDGE},
    {MEMBER(struct gondoliere_placed, tile), TILE_NAMES},
    {MEMBER(struct gondoliere_placed, rotation), .hi = GONDOLIERE_SIDES - 1},
    {MEMBER(struct gondoliere_placed, seat), .hi = GONDOLIERE_SEATS - 1},
    {MEMBER(struct gondoliere_placed, turn), .lo = 1, .hi = GONDOLIERE_TILES + 1},
    {0},
};

static const struct member player_members[] = {
    {MEMBER(struct gondoliere_player, mulligan), .kind = MEMBER_NAME, .names = gondoliere_mulligans,
     .n_names = COUNT(gondoliere_mulligans)},
    {MEMBER_LIST(struct gondoliere_player, display, n_display), TILE_NAMES},
    {MEMBER_LIST(struct gondoliere_player, pile, n_pile), TILE_NAMES},
    {0},
};

const struct member gondoliere_members[] = {
    {MEMBER_ONE(struct gondoliere_state, options, options_members)},
    {MEMBER(struct gondoliere_state, seats), .lo = GONDOLIERE_FEWEST, .hi = GONDOLIERE_SEATS},
    {MEMBER(struct gondoliere_state, start), .hi = GONDOLIERE_SEATS - 1},
    {MEMBER(struct gondoliere_state, current), .hi = GONDOLIERE_SEATS - 1},
    {MEMBER(struct gondoliere_state, turn), .lo = 1, .hi = GONDOLIERE_TILES + 1},
    {MEMBER(struct gondoliere_state, placed), .hi = GONDOLIERE_A_TURN},
    {MEMBER_STRUCTS(struct gondoliere_state, board, n_board, placed_members)},
    {MEMBER_ROWS(struct gondoliere_state, canals), .kind = MEMBER_NAME, .names = gondoliere_causes,
     .n_names = COUNT(gondoliere_causes)},
    {MEMBER_LIST(struct gondoliere_state, common, n_common), TILE_NAMES},
    {MEMBER_LIST(struct gondoliere_state, pile, n_pile), TILE_NAMES},
    {MEMBER_STRUCTS(struct gondoliere_state, players, seats, player_members)},
    {MEMBER(struct gondoliere_state, ending), .kind = MEMBER_NAME, .names = gondoliere_endings,
     .n_names = COUNT(gondoliere_endings)},
    {0},
};

/* ---- Moves whose label depends on more than their verb ---- */

/* ---- What is asked of a player ---- */
