/* The Palaces of Carrara: tables of words, members and moves, and the module itself. */
#include "config.h"

#include "rules/carrara/state.h"
#include "rules/engine/tables.h"

#define ARG_COUNTS_OF(key, table, most) \
    {.name = (key), .kind = ARG_COUNTS, .names = (table), .n_names = COUNT(table), .hi = (most)}
#define ARG_SECTION(key) {.name = (key), .kind = ARG_NUMBER, .lo = 1, .hi = CARRARA_SECTIONS, \
                          .names = carrara_sections, .n_names = CARRARA_SECTIONS, .words = SAID(.alone = N_("Section {section}"))}
#define ARG_FIGURE(key) ARG_NUMBER_OF(key, 0, CARRARA_MOST)
#define ARG_STONES(key) ARG_COUNTS_OF(key, carrara_stones, CARRARA_PER_COLOUR)
#define ARG_OBJECTS(key) \
    {.name = (key), .kind = ARG_COUNTS, .names = carrara_objects, .n_names = CARRARA_OBJECTS, .hi = CARRARA_TILES, \
     .words = SAID(.counted = carrara_objects_counted)}

/* ---- Options: dossier carrara 7.1, 7.2, 8 ---- */

static const struct name expansion_values[] = {{"off", N_("off")}, {"on", N_("with the expansion")}};
static const struct name wheel_values[] = {{"may", N_("optional")}, {"must", N_("required before buying")}};
static const struct name rebuild_values[] = {{"off", N_("not allowed")}, {"on", N_("allowed")}};
static const struct name screens_values[] = {{"closed", N_("hidden")}, {"open", N_("open to all")}};

static const struct option options[] = {
    {"expansion", N_("Expansion"), expansion_values, COUNT(expansion_values), 0,
     N_("Adds six expensive buildings with upgrade tiles, a third way to score, and objectives drawn from 31 cards.")},
    {"wheel", N_("Turning the wheel"), wheel_values, COUNT(wheel_values), 0,
     N_("Whether you have to turn the wheel before getting stones, or may leave it as it is.")},
    {"rebuild", N_("Replacing buildings"), rebuild_values, COUNT(rebuild_values), 1,
     N_("Whether you may replace one of your buildings with a more expensive one and pay the difference.")},
    {"screens", N_("Coins and stones"), screens_values, COUNT(screens_values), 0,
     N_("Whether coins and stones are hidden behind a screen, or everyone sees everyone’s.")},
    {0},
};

/* ---- Moves: dossier carrara 10.2 ---- */

static const struct arg buy_args[] = {
    ARG_SECTION("section"), ARG_STONES("stones"), {0}};
static const struct arg build_args[] = {ARG_OF("tile", carrara_tiles), ARG_OF("city", carrara_cities), {0}};
static const struct arg rebuild_args[] = {ARG_OF("tile", carrara_tiles), ARG_OF("old", carrara_tiles), {0}};
static const struct arg stones_args[] = {ARG_STONES("stones"), {0}};
static const struct arg type_args[] = {ARG_OF("type", carrara_types), {0}};
static const struct arg city_args[] = {ARG_OF("city", carrara_cities), {0}};
static const struct arg category_args[] = {ARG_OF("category", carrara_categories), {0}};
static const struct arg upgrade_args[] = {ARG_OF("upgrade", carrara_upgrades), {0}};
static const struct arg object_args[] = {ARG_OF("object", carrara_objects), {0}};

static const struct verb verbs[] = {
    [CARRARA_TURN_WHEEL] = {"turn_wheel", N_("Turn the wheel"), N_("Turn the wheel"), NULL},
    [CARRARA_BUY] = {"buy", N_("Get stones"), N_("Get {stones} from section {section}"), buy_args, .told = true},
    [CARRARA_RELIEF] = {"relief", N_("Take 2 coins instead"), N_("Show coins and stones and take 2 coins"), NULL},
    [CARRARA_BUILD] = {"build", N_("Build"), N_("Build {tile} in {city}"), build_args, .open = true},
    [CARRARA_REBUILD] = {"rebuild", N_("Replace a building"), N_("Replace {old} by {tile}"), rebuild_args, .open = true},
    [CARRARA_PAY] = {"pay", N_("Pay"), N_("Pay {stones}"), stones_args, .automatic = true},
    [CARRARA_SCORE_TYPE] = {"score_type", N_("Score a type of building"), N_("Score every {type}"), type_args},
    [CARRARA_SCORE_CITY] = {"score_city", N_("Score a city"), N_("Score {city}"), city_args},
    [CARRARA_SCORE_CATEGORY] = {"score_category", N_("Score a category"), N_("Score the {category}"), category_args},
    [CARRARA_UPGRADE] = {"upgrade", N_("Take an upgrade tile"), N_("Take the upgrade of {upgrade}"), upgrade_args},
    [CARRARA_OBJECT] = {"object", N_("Buy an object"), N_("Buy the {object} for 10 coins"), object_args},
    [CARRARA_DECLARE] = {"declare", N_("Announce the end"), N_("Announce the end of the game: 5 points"), NULL},
    [CARRARA_END] = {"end", N_("End your turn"), N_("Confirm turn"), NULL, .confirms = true},
    [CARRARA_VERB_COUNT] = {0},
};

/* ---- Events: dossier carrara 10.3 ---- */

static const struct name scoring_kinds[] = {
    {"type", N_("type")}, {"city", N_("city")}, {"category", N_("category")}};
static const struct name scored_things[] = {
    {"palazzo", N_("Palazzo")},   {"biblioteca", N_("Biblioteca")},     {"porta", N_("Porta")},
    {"cathedrale", N_("Cathedral")}, {"villa", N_("Villa")},           {"castello", NC_("building", "Castello")},
    {"livorno", "Livorno"},   {"pisa", "Pisa"},                 {"lucca", "Lucca"},
    {"viareggio", "Viareggio"}, {"massa", "Massa"},             {"lerici", "Lérici"},
    {"urban", N_("city buildings")}, {"land", N_("country buildings")},
};
_Static_assert(sizeof(scored_things) / sizeof(scored_things[0]) == CARRARA_TYPES + CARRARA_UPGRADES, "what is scored");

#define ARG_CARDS \
    ARG_OF("brown", carrara_brown_cards), ARG_OF("purple", carrara_purple_cards), ARG_OF("grey", carrara_grey_cards), \
    ARG_OF("green", carrara_green_cards)
#define ARG_SEAT_FIGURES(key) {.name = (key), .kind = ARG_LIST, .hi = CARRARA_MOST, .max = CARRARA_SEATS}

static const struct arg started_args[] = {
    {.name = "stones", .kind = ARG_LIST, .names = carrara_stones, .n_names = CARRARA_COLOURS, .max = CARRARA_SEATS},
    ARG_CARDS, {0}};
static const struct arg objectives_args[] = {ARG_CARDS, {0}};
static const struct arg turned_args[] = {ARG_STONES("drawn"), ARG_STONES("back"), {0}};
static const struct arg bought_args[] = {
    ARG_SECTION("section"), ARG_STONES("stones"), ARG_FIGURE("paid"), {0}};
static const struct arg relieved_args[] = {
    ARG_FIGURE("coins"), ARG_FIGURE("shown_coins"), ARG_STONES("shown_stones"), {0}};
static const struct arg built_args[] = {
    ARG_OF("tile", carrara_tiles), ARG_OF("city", carrara_cities), ARG_STONES("stones"), {0}};
static const struct arg rebuilt_args[] = {
    ARG_OF("tile", carrara_tiles), ARG_OF("old", carrara_tiles), ARG_OF("city", carrara_cities), ARG_STONES("stones"),
    {0}};
static const struct arg scored_args[] = {
    ARG_OF("what", scoring_kinds),
    ARG_OF("which", scored_things),
    {.name = "tiles", .kind = ARG_SET, .names = carrara_tiles, .n_names = CARRARA_TILES},
    ARG_FIGURE("points"),
    ARG_FIGURE("coins"),
    ARG_OBJECTS("objects"), ARG_OBJECTS("missing"),
    {0}};
static const struct arg object_bought_args[] = {ARG_OF("object", carrara_objects), ARG_FIGURE("paid"), {0}};
static const struct arg declared_args[] = {ARG_FIGURE("points"), {0}};
static const struct arg market_args[] = {
    ARG_NUMBER_OF("slot", 0, CARRARA_MARKET - 1), ARG_OF("tile", carrara_tiles), {0}};
static const struct arg last_round_args[] = {
    ARG_OF("reason", carrara_endings), {.name = "last", .kind = ARG_SEAT}, {0}};
static const struct arg over_args[] = {
    ARG_SEAT_FIGURES("track"), ARG_SEAT_FIGURES("purple"),  ARG_SEAT_FIGURES("grey"),
    ARG_SEAT_FIGURES("green"), ARG_SEAT_FIGURES("coins"),   ARG_SEAT_FIGURES("surplus"),
    ARG_SEAT_FIGURES("total"), ARG_SEAT_FIGURES("stones"),  {.name = "winners", .kind = ARG_LIST,
                                                             .hi = CARRARA_SEATS - 1, .max = CARRARA_SEATS}, {0}};
static const struct arg result_args[] = {
    ARG_FIGURE("total"), ARG_FIGURE("track"), ARG_FIGURE("purple"), ARG_FIGURE("grey"), ARG_FIGURE("coins"),
    ARG_FIGURE("stones"), {0}};
static const struct arg result_cards_args[] = {
    ARG_FIGURE("total"), ARG_FIGURE("track"), ARG_FIGURE("purple"), ARG_FIGURE("grey"), ARG_FIGURE("green"),
    ARG_FIGURE("surplus"), ARG_FIGURE("coins"), ARG_FIGURE("stones"), {0}};
static const struct arg won_args[] = {ARG_FIGURE("total"), {0}};

static const struct event_kind events[] = {
    [CARRARA_STARTED] = {"start", N_("The game begins with {seat}."), NULL, started_args},
    [CARRARA_WHEEL_TURNED] = {"wheel_turned", N_("{seat} turns the wheel; drawn from the bag: {drawn}."), NULL,
                              turned_args},
    [CARRARA_STONES_BOUGHT] = {"stones_bought",
                               N_("{seat} gets {stones} from section {section} for {paid:1 coin|# coins}."), NULL,
                               bought_args},
    [CARRARA_RELIEVED] = {"relief",
                          N_("{seat} shows {shown_coins:1 coin|# coins} and {shown_stones}, and takes "
                             "{coins:1 coin|# coins}."),
                          NULL, relieved_args},
    [CARRARA_BUILT] = {"built", N_("{seat} builds {tile} in {city} and pays {stones}."), NULL, built_args},
    [CARRARA_REBUILT] = {"rebuilt", N_("{seat} replaces {old} in {city} by {tile} and pays {stones}."), NULL,
                         rebuilt_args},
    [CARRARA_UPGRADED] = {"upgraded", N_("{seat} takes the upgrade of {upgrade}."), NULL, upgrade_args},
    [CARRARA_SCORED] = {"scored",
                        N_("{seat} scores {which}: {points:1 point|# points}, {coins:1 coin|# coins}, "
                           "objects: {objects}."),
                        NULL, scored_args},
    [CARRARA_OBJECT_BOUGHT] = {"object_bought", N_("{seat} buys the {object} for {paid:1 coin|# coins}."), NULL,
                               object_bought_args},
    [CARRARA_DECLARED] = {"declared", N_("{seat} announces the end and gets {points:1 point|# points}."), NULL,
                          declared_args},
    [CARRARA_MARKET_FILLED] = {"market", N_("New on offer: {tile}."), NULL, market_args},
    [CARRARA_LAST_ROUND] = {"last_round", N_("{reason}. {last} takes the last turn of the game."), NULL,
                            last_round_args},
    [CARRARA_OVER] = {"over", N_("The game is over."), NULL, over_args},
    [CARRARA_RESULT] = {"result",
                        N_("{seat}: {total:1 point|# points} ({track} on the track, {purple} for objects, "
                           "{grey} for buildings, {coins} for coins)."),
                        NULL, result_args},
    [CARRARA_WON] = {"won", N_("{seat} wins with {total:1 point|# points}."), NULL, won_args},
    [CARRARA_OBJECTIVES] = {"objectives", N_("The cards of this game: {brown}, {purple}, {grey}, {green}."), NULL, objectives_args},
    [CARRARA_RESULT_CARDS] = {"result_cards",
                              N_("{seat}: {total:1 point|# points} ({track} on the track, {purple} for objects, "
                                 "{grey} for buildings, {green} by the green card, {surplus} for other objects, {coins} for coins)."),
                              NULL, result_cards_args},
    [CARRARA_EVENT_COUNT] = {0},
};

/* ---- Errors: dossier carrara 10.4 ---- */

static const struct arg step_args[] = {ARG_OF("step", carrara_phases), {0}};
static const struct arg section_args[] = {
    ARG_OF("section", carrara_sections), ARG_OF("colour", carrara_stones), ARG_FIGURE("count"), {0}};
static const struct arg empty_args[] = {ARG_OF("section", carrara_sections), {0}};
static const struct arg cost_args[] = {ARG_FIGURE("cost"), ARG_FIGURE("have"), {0}};
static const struct arg short_args[] = {
    ARG_OF("city", carrara_cities),
    {.name = "accepted", .kind = ARG_SET, .names = carrara_stones, .n_names = CARRARA_COLOURS},
    ARG_FIGURE("have"),
    ARG_FIGURE("need"),
    {0}};
static const struct arg not_accepted_args[] = {ARG_OF("city", carrara_cities), ARG_OF("colour", carrara_stones), {0}};
static const struct arg due_args[] = {ARG_FIGURE("due"), {0}};
static const struct arg city_by_args[] = {ARG_OF("city", carrara_cities), {.name = "by", .kind = ARG_SEAT}, {0}};
static const struct arg too_few_args[] = {ARG_OF("city", carrara_cities), ARG_FIGURE("need"), ARG_FIGURE("have"), {0}};
static const struct arg open_args[] = {
    ARG_FIGURE("scorings"), ARG_FIGURE("scorings_needed"), ARG_FIGURE("objects"), ARG_FIGURE("objects_needed"),
    ARG_FIGURE("cost"), ARG_FIGURE("cost_needed"), {0}};

static const struct arg cards_args[] = {
    ARG_OF("brown", carrara_brown_cards), ARG_FIGURE("brown_have"), ARG_FIGURE("brown_need"),
    ARG_OF("purple", carrara_purple_cards), ARG_FIGURE("purple_have"), ARG_FIGURE("purple_need"),
    ARG_OF("grey", carrara_grey_cards), ARG_FIGURE("grey_have"), ARG_FIGURE("grey_need"), {0}};

static const struct rule_error_kind errors[] = {
    [RULE_OK] = {"ok", N_("That is possible."), NULL},
    [RULE_GAME_OVER] = {"game_over", N_("The game is over."), NULL},
    [RULE_NOT_YOUR_TURN] = {"not_your_turn", N_("It is another player’s turn."), NULL},
    [RULE_WRONG_STEP] = {"wrong_step", N_("That is not possible at this point of your turn. Now: {step}."), step_args},
    [CARRARA_WHEEL_EMPTY] = {"wheel_empty", N_("The wheel and the bag are empty: there is nothing to turn."), NULL},
    [CARRARA_TURN_FIRST] = {"turn_first", N_("At this table you have to turn the wheel before getting stones."), NULL},
    [CARRARA_TAKE_AT_LEAST_ONE] = {"take_at_least_one", N_("Take at least one stone, even a free one."), NULL},
    [CARRARA_SECTION_EMPTY] = {"not_in_section", N_("Section {section} is empty."), empty_args},
    [CARRARA_NOT_IN_SECTION] = {"not_in_section", N_("Section {section} has only {count} in {colour}."),
                                section_args},
    [CARRARA_NOT_ENOUGH_COINS] = {"not_enough_coins",
                                  N_("These stones cost {cost:1 coin|# coins}; you have {have}."), cost_args},
    [CARRARA_OBJECT_TOO_DEAR] = {"not_enough_coins",
                                 N_("An object costs {cost:1 coin|# coins}; you have {have}."), cost_args},
    [CARRARA_RELIEF_NOT_DUE] = {"relief_not_due", N_("You can still get a stone, so you do not get the two coins."),
                                NULL},
    [CARRARA_RELIEF_CAN_ACT] = {"relief_not_due", N_("You can still build or score, so you do not get the two coins."),
                                NULL},
    [CARRARA_RELIEF_TURN_FIRST] = {"relief_not_due",
                                   N_("Turn the wheel first: you get the two coins only if you cannot get a stone even then."),
                                   NULL},
    [CARRARA_NOT_ON_OFFER] = {"not_on_offer", N_("This building is not on offer."), NULL},
    [CARRARA_STONES_SHORT] = {"stones_short",
                              N_("{city} takes {accepted}: you have {have} of the {need:1 stone|# stones} needed."),
                              short_args},
    [CARRARA_REBUILD_OFF] = {"rebuild_off", N_("Buildings are not replaced at this table."), NULL},
    [CARRARA_NOT_YOUR_BUILDING] = {"not_your_building", N_("That is not one of your buildings."), NULL},
    [CARRARA_NOT_DEARER] = {"not_dearer", N_("Only a more expensive building can replace it."), NULL},
    [CARRARA_NOT_YOUR_STONES] = {"not_your_stones", N_("You do not have these stones."), NULL},
    [CARRARA_STONE_NOT_ACCEPTED] = {"stone_not_accepted", N_("{city} does not accept {colour} stones."),
                                    not_accepted_args},
    [CARRARA_WRONG_NUMBER] = {"wrong_number", N_("You have to pay exactly {due:1 stone|# stones}."), due_args},
    [CARRARA_NO_MARKER] = {"no_marker", N_("All six of your scoring markers are used."), NULL},
    [CARRARA_TYPE_SCORED] = {"type_scored", N_("You have already scored the {type}."), type_args},
    [CARRARA_CITY_SCORED] = {"city_scored", N_("{city} has already been scored by {by}."), city_by_args},
    [CARRARA_TOO_FEW_BUILDINGS] = {"too_few_buildings", N_("{city} needs {need} buildings of yours; it has {have}."),
                                   too_few_args},
    [CARRARA_CATEGORY_SCORED] = {"category_scored", N_("You have already scored the {category}."), category_args},
    [CARRARA_NO_SUCH_BUILDING] = {"no_such_building", N_("You have no building of this kind."), NULL},
    [CARRARA_NO_EXPANSION] = {"no_expansion", N_("Categories are scored only with the expansion."), NULL},
    [CARRARA_UPGRADE_TAKEN] = {"upgrade_taken", N_("The upgrade tile of {upgrade} is already taken."), upgrade_args},
    [CARRARA_ONE_OBJECT_A_TURN] = {"one_object_a_turn", N_("You can buy only one object a turn."), NULL},
    [CARRARA_OBJECT_SOLD] = {"object_sold", N_("The {object} has been sold."), object_args},
    [CARRARA_END_IS_SET] = {"end_is_set", N_("The end of the game has already been triggered."), NULL},
    [CARRARA_OBJECTIVES_OPEN] = {"objectives_open",
                                 N_("Not yet: {scorings} of {scorings_needed} scorings, {objects} of {objects_needed} "
                                    "objects, buildings worth {cost} of {cost_needed} stones."),
                                 open_args},
    [CARRARA_CARDS_OPEN] = {"objectives_open",
                            N_("Not yet: {brown}: {brown_have} of {brown_need}; {purple}: {purple_have} of {purple_need}; "
                               "{grey}: {grey_have} of {grey_need}."),
                            cards_args},
    [CARRARA_ERROR_COUNT] = {0},
};

/* ---- Members: dossier carrara 10.1 ---- */

static const struct member options_members[] = {
    {MEMBER(struct carrara_options, expansion), .hi = 1},
    {MEMBER(struct carrara_options, wheel), .hi = 1},
    {MEMBER(struct carrara_options, rebuild), .hi = 1},
    {MEMBER(struct carrara_options, screens), .hi = 1},
    {0},
};

static const struct member building_members[] = {
    {MEMBER(struct carrara_building, tile), .hi = CARRARA_TILES - 1},
    {MEMBER(struct carrara_building, city), .hi = CARRARA_CITIES - 1},
    {0},
};

static const struct member player_members[] = {
    {MEMBER(struct carrara_player, coins), .hi = CARRARA_MOST},
    {MEMBER_ROWS(struct carrara_player, stones), .hi = CARRARA_PER_COLOUR},
    {MEMBER(struct carrara_player, points), .hi = CARRARA_MOST},
    {MEMBER_ROWS(struct carrara_player, objects), .hi = CARRARA_PER_OBJECT},
    {MEMBER_ROWS(struct carrara_player, types), .hi = 1},
    {MEMBER_ROWS(struct carrara_player, categories), .hi = 1},
    {MEMBER_STRUCTS(struct carrara_player, buildings, n_buildings, building_members)},
    {0},
};

static const struct member pending_members[] = {
    {MEMBER(struct carrara_pending, tile), .lo = -1, .hi = CARRARA_TILES - 1},
    {MEMBER(struct carrara_pending, city), .lo = -1, .hi = CARRARA_CITIES - 1},
    {MEMBER(struct carrara_pending, old), .lo = -1, .hi = CARRARA_TILES - 1},
    {MEMBER(struct carrara_pending, due), .hi = 8},
    {0},
};

static const struct member members[] = {
    {MEMBER_ONE(struct carrara_state, options, options_members)},
    {MEMBER(struct carrara_state, seats), .lo = 2, .hi = CARRARA_SEATS},
    {MEMBER(struct carrara_state, start), .hi = CARRARA_SEATS - 1},
    {MEMBER(struct carrara_state, turn), .hi = CARRARA_MOST},
    {MEMBER(struct carrara_state, current), .hi = CARRARA_SEATS - 1},
    {MEMBER(struct carrara_state, phase), .kind = MEMBER_NAME, .names = carrara_phases,
     .n_names = COUNT(carrara_phases)},
    {MEMBER_GRID(struct carrara_state, wheel), .hi = CARRARA_PER_COLOUR},
    {MEMBER_ROWS(struct carrara_state, bag), .hi = CARRARA_PER_COLOUR},
    {MEMBER_ROWS(struct carrara_state, market), .lo = -1, .hi = CARRARA_TILES - 1},
    {MEMBER_LIST(struct carrara_state, stack, n_stack), .hi = CARRARA_DECK - 1},
    {MEMBER_ROWS(struct carrara_state, expensive), .hi = 1},
    {MEMBER_ROWS(struct carrara_state, sale), .hi = 1},
    {MEMBER_ROWS(struct carrara_state, reserve), .hi = CARRARA_PER_OBJECT - 1},
    {MEMBER_ROWS(struct carrara_state, upgrades), .lo = -1, .hi = CARRARA_SEATS - 1},
    {MEMBER_ROWS(struct carrara_state, cities), .lo = -1, .hi = CARRARA_SEATS - 1},
    {MEMBER(struct carrara_state, brown), .hi = CARRARA_CARDS - 1},
    {MEMBER(struct carrara_state, purple), .hi = CARRARA_CARDS - 1},
    {MEMBER(struct carrara_state, grey), .hi = CARRARA_CARDS - 1},
    {MEMBER(struct carrara_state, green), .hi = CARRARA_GREENS - 1},
    {MEMBER_STRUCTS(struct carrara_state, players, seats, player_members)},
    {MEMBER_ONE(struct carrara_state, pending, pending_members)},
    {MEMBER(struct carrara_state, bought), .hi = 1},
    {MEMBER(struct carrara_state, declared), .lo = -1, .hi = CARRARA_SEATS - 1},
    {MEMBER(struct carrara_state, ending), .kind = MEMBER_NAME, .names = carrara_endings,
     .n_names = COUNT(carrara_endings)},
    {0},
};

/* dossier carrara 6.1 */
static const char *excludes(const struct setup *setup)
{
    enum { EXPANSION, WHEEL, REBUILD };
    if (setup->option[EXPANSION] && setup->option[WHEEL])
        return N_("With the expansion, turning the wheel is always optional.");
    if (setup->option[EXPANSION] && !setup->option[REBUILD])
        return N_("With the expansion, buildings can always be replaced.");
    return NULL;
}

/* Linked by whoever names them: rules/parts.h. */
#pragma weak carrara_words
#pragma weak carrara_plans
#pragma weak carrara_mind
#pragma weak carrara_view
#pragma weak carrara_guide

const struct rules carrara_rules = {
    .id = "carrara",
    .revision = 1,
    .min_seats = 2,
    .max_seats = CARRARA_SEATS,
    .options = options,
    .verbs = verbs,
    .events = events,
    .errors = errors,
    .members = members,
    .size = sizeof(struct carrara_state),
    .setup = carrara_setup,
    .excludes = excludes,
    .awaits = carrara_awaits,
    .moves = carrara_moves,
    .check = carrara_check,
    .traits = carrara_traits,
    .apply = carrara_apply,
    .conceal = carrara_conceal,
    .standing = carrara_standing,
    .sound = carrara_sound,
    .words = &carrara_words,
    .plans = &carrara_plans,
    .mind = &carrara_mind,
    .view = &carrara_view,
    .guide = &carrara_guide,
};
