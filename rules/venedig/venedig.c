/* Venedig: tables of words, members and moves, what is asked of a player, and the module itself. */
#include "config.h"

#include "rules/engine/tables.h"
#include "rules/venedig/order.h"

#define ARG_OR_NONE(key, table) {.name = (key), .kind = ARG_NAME, .lo = -1, .names = (table), .n_names = COUNT(table)}
#define ARG_KIND ARG_OF("kind", venedig_kinds)
#define ARG_SHARED_KIND {.name = "kind", .kind = ARG_NAME, .names = venedig_kinds, .n_names = VENEDIG_SHARED}
#define ARG_COUNT(most) ARG_NUMBER_OF("count", 1, most)
#define ARG_SITE {.name = "site", .kind = ARG_NAME, .names = venedig_spot_names, .n_names = VENEDIG_SITES}
#define ARG_KINDS(key) {.name = (key), .kind = ARG_SET, .names = venedig_kinds, .n_names = VENEDIG_KINDS}
#define ARG_SPACE(key) ARG_NUMBER_OF(key, 0, VENEDIG_FURTHEST)
#define ARG_STEPS ARG_NUMBER_OF("steps", 0, VENEDIG_MOST_STEPS)
#define ARG_CARDS(key) {.name = (key), .kind = ARG_COUNTS, .names = venedig_kinds, .n_names = VENEDIG_KINDS, \
                        .hi = VENEDIG_HAND, .secret = true, .words = SAID(.counted = counted_cards)}
#define ARG_TILES {.name = "tiles", .kind = ARG_COUNTS, .names = venedig_golds, .n_names = COUNT(venedig_golds), .hi = VENEDIG_SWAMP_TILES, \
                   .words = SAID(.counted = counted_tiles)}

static const char *const counted_cards[VENEDIG_KINDS] = {
    [VENEDIG_PALAZZO] = N_("{n:1 palazzo card|# palazzo cards}"), [VENEDIG_CAMPO] = N_("{n:1 campo card|# campo cards}"),
    [VENEDIG_PONTE] = N_("{n:1 ponte card|# ponte cards}"), [VENEDIG_BASILIKA] = N_("{n:1 basilica card|# basilica cards}"),
    [VENEDIG_CASA] = N_("{n:1 casa card|# casa cards}"),
};
static const char *const counted_tiles[VENEDIG_GOLD_VALUES - 1] = {
    N_("{n:1 tile worth 1|# tiles worth 1}"), N_("{n:1 tile worth 2|# tiles worth 2}"), N_("{n:1 tile worth 3|# tiles worth 3}"),
    N_("{n:1 tile worth 4|# tiles worth 4}"), N_("{n:1 tile worth 5|# tiles worth 5}"), N_("{n:1 tile worth 6|# tiles worth 6}"),
};

static const struct option options[] = {{0}};

/* ---- Moves: dossier venedig 15 ---- */

static const struct name sources[] = {VENEDIG_KIND_NAMES, [VENEDIG_FROM_DECK] = {"deck", N_("the deck")}};

static const struct arg play_args[] = {ARG_SHARED_KIND, ARG_COUNT(4), {0}};
static const struct arg casa_args[] = {
    {.name = "site", .kind = ARG_NAME, .lo = -1, .names = venedig_spot_names, .n_names = VENEDIG_SITES}, {0}};
static const struct arg build_args[] = {
    [SLOT_BUILD_KIND] = ARG_KIND, [SLOT_BUILD_SET] = ARG_OF("set", venedig_sets),
    [SLOT_BUILD_SPOT] = ARG_OF("spot", venedig_spot_names), [SLOT_BUILD_COUNT_IN] = ARG_OR_NONE("count_in", venedig_districts),
    [SLOTS_OF_BUILD] = {0}};
static const struct arg scrap_args[] = {ARG_SHARED_KIND, ARG_OF("set", venedig_sets), {0}};
static const struct arg call_args[] = {
    [SLOT_CALL_KIND] = ARG_SHARED_KIND, [SLOT_CALL_SPOT] = ARG_OR_NONE("spot", venedig_spot_names),
    [SLOT_CALL_COUNT_IN] = ARG_OR_NONE("count_in", venedig_districts), [SLOTS_OF_CALL] = {0}};
static const struct arg spend_args[] = {ARG_TILES, {0}};
static const struct arg done_args[] = {
    {.name = "discard", .kind = ARG_SET, .names = venedig_kinds, .n_names = VENEDIG_SHARED}, {0}};
static const struct arg site_args[] = {ARG_SITE, {0}};
static const struct arg draw_args[] = {ARG_OF("from", sources), {0}};
static const struct arg swap_args[] = {
    [SLOT_SWAP_PUT] = ARG_OF("put", venedig_kinds), [SLOT_SWAP_TAKE] = ARG_KINDS("take"), [SLOTS_OF_SWAP] = {0}};

static const struct verb verbs[] = {
    [VENEDIG_FLIP] = {"flip", N_("The third player’s card"), N_("Turn over the third player’s card now"), NULL},
    [VENEDIG_PLAY] = {"play", N_("Play cards"), N_("Play {count:1 card|# cards}: {kind}"), play_args, .open = true},
    [VENEDIG_DO_CASA] = {"casa", N_("Build a casa"), N_("Casa on {site}"), casa_args},
    [VENEDIG_BUILD] = {"build", N_("Build"), N_("Build the {kind} on {spot}"), build_args},
    [VENEDIG_SCRAP] = {"scrap", N_("There is no place"), N_("Give up the {kind}: there is no place for it"), scrap_args},
    [VENEDIG_CALL] = {"call", N_("Let the architect choose the site"), N_("The {kind}: wherever the architect wants"), call_args},
    [VENEDIG_SPEND] = {"spend", N_("Spend gold"), N_("Spend {tiles}"), spend_args},
    [VENEDIG_PROCEED] = {"proceed", N_("Keep your gold"), N_("Go on without spending gold"), NULL},
    [VENEDIG_DONE] = {"done", N_("Finish building"), N_("Give up {discard} and finish building"), done_args},
    [VENEDIG_DRAIN] = {"drain", N_("Drain swamp"), N_("Drain {site}"), site_args, .together = true},
    [VENEDIG_STOP] = {"stop", N_("Stop draining"), N_("Stop draining"), NULL},
    [VENEDIG_DRAW] = {"draw", N_("Take one card"), N_("Take the {from} from the pool"), draw_args},
    [VENEDIG_DO_SWAP] = {"swap", N_("Put one card into the pool for three"),
                         N_("Put a {put} into the pool, take {take}, and the rest from the deck"), swap_args},
    [VENEDIG_PASS] = {"pass", N_("End your turn"), N_("Confirm turn"), NULL, .confirms = true},
    [VENEDIG_VERB_COUNT] = {0},
};

/* ---- Events: dossier venedig 15 ---- */

static const struct name fates[VENEDIG_FATE_COUNT] = {
    [VENEDIG_FATE_FRONT] = {"front", N_("it is put down")},
    [VENEDIG_FATE_LOST] = {"discarded", N_("it is discarded")},
    [VENEDIG_FATE_BUILDS] = {"built", N_("it is built")},
};
static const struct name movers[VENEDIG_BY_COUNT] = {
    [VENEDIG_BY_BUILDING] = {"building", NULL}, [VENEDIG_BY_GOLD] = {"gold", NULL}, [VENEDIG_BY_END] = {"end", NULL}};
/* How many places were jumped. */
static const struct name jumps[] = {
    {"no", ""}, {"j1", N_(", jumping one gondola")}, {"j2", N_(", jumping two gondolas")}, {"j3", N_(", jumping three gondolas")},
    {"j4", N_(", jumping four gondolas")}};

static const struct arg dealt_args[] = {ARG_CARDS("cards"), {0}};
static const struct arg round_args[] = {ARG_NUMBER_OF("round", 1, VENEDIG_TURNS), {0}};
static const struct arg flipped_args[] = {ARG_KIND, ARG_OF("fate", fates), {0}};
static const struct arg played_args[] = {ARG_KIND, ARG_COUNT(4), {0}};
static const struct arg kind_args[] = {ARG_KIND, {0}};
#define ARG_ARCHITECT {.name = "architect", .kind = ARG_SEAT, .hi = VENEDIG_SEATS - 1}
static const struct arg called_args[] = {ARG_KIND, ARG_ARCHITECT, {0}};
static const struct arg wished_args[] = {ARG_KIND, ARG_ARCHITECT, ARG_OF("spot", venedig_spot_names), {0}};
static const struct arg built_args[] = {
    ARG_KIND, ARG_OF("set", venedig_sets), ARG_OF("spot", venedig_spot_names), ARG_NUMBER_OF("points", 0, VENEDIG_MOST_POINTS),
    ARG_OR_NONE("count_in", venedig_districts), {0}};
static const struct arg treasure_args[] = {
    {.name = "value", .kind = ARG_NUMBER, .hi = VENEDIG_GOLD_VALUES - 1, .secret = true}, {0}};
static const struct arg moved_args[] = {
    ARG_SPACE("from"), ARG_SPACE("to"), ARG_STEPS,
    {.name = "jumped", .kind = ARG_NUMBER, .hi = COUNT(jumps) - 1, .names = jumps, .n_names = COUNT(jumps)},
    ARG_OF("by", movers), {0}};
static const struct arg spent_args[] = {ARG_TILES, ARG_STEPS, {0}};
static const struct arg drained_args[] = {
    ARG_SITE, {.name = "value", .kind = ARG_NUMBER, .hi = VENEDIG_SWAMP_VALUES - 1, .secret = true}, {0}};
static const struct arg drew_args[] = {ARG_COUNT(VENEDIG_SWAP), ARG_CARDS("cards"), {0}};
static const struct arg kinds_args[] = {ARG_KINDS("kinds"), {0}};
static const struct arg count_args[] = {ARG_COUNT(VENEDIG_CARDS), {0}};
static const struct arg ends_args[] = {ARG_OF("why", venedig_endings), ARG_OR_NONE("kind", venedig_kinds), {0}};
static const struct arg converted_args[] = {ARG_NUMBER_OF("gold", 0, VENEDIG_MOST_GOLD), ARG_STEPS, {0}};
static const struct arg over_args[] = {
    ARG_OF("why", venedig_endings),
    {.name = "spaces", .kind = ARG_LIST, .hi = VENEDIG_FURTHEST, .max = VENEDIG_SEATS}, {0}};
static const struct arg space_args[] = {ARG_SPACE("space"), {0}};

static const struct event_kind events[] = {
    [VENEDIG_STARTED] = {"started", N_("{seat} begins."), NULL, NULL},
    [VENEDIG_WAS_DEALT] = {"dealt", N_("{seat} is dealt {cards}."), N_("{seat} is dealt three cards."), dealt_args},
    [VENEDIG_TURN_BEGAN] = {"turn_began", N_("Round {round}: it is {seat}’s turn."), NULL, round_args},
    [VENEDIG_FLIPPED] = {"flipped", N_("The third player’s card is a {kind}: {fate}."), NULL, flipped_args},
    [VENEDIG_PLAYED] = {"played", N_("{seat} plays {count:1 card|# cards}: {kind}."), NULL, played_args},
    [VENEDIG_PLAYED_SOLO] = {"played_solo", N_("{seat} plays all {count} cards of a {kind} at once."), NULL, played_args},
    [VENEDIG_ARCHITECT] = {"architect", N_("{seat} is the architect of the {kind}."), NULL, kind_args},
    [VENEDIG_ARCHITECT_THIRD] = {"architect_third", N_("The third player is the architect of the {kind}."), NULL, kind_args},
    [VENEDIG_ARCHITECT_NOBODY] = {"architect_nobody", N_("The architect’s token of the {kind} goes back to the supply."), NULL,
                                  kind_args},
    [VENEDIG_CALLED] = {"called", N_("The {kind} is complete: {architect} chooses the site."), NULL, called_args},
    [VENEDIG_WISHED] = {"wished", N_("The {kind} is complete: {architect} chooses the site; {seat} would like {spot}."), NULL,
                        wished_args},
    [VENEDIG_BUILT] = {"built", N_("{seat} builds a {kind} on {spot}: {points:1 point|# points}."), NULL, built_args},
    [VENEDIG_BUILT_PONTE] = {"built_ponte",
                             N_("{seat} builds a {kind} on {spot} and counts the casas of {count_in}: "
                                "{points:1 point|# points}."), NULL, built_args},
    [VENEDIG_BUILT_THIRD] = {"built_third", N_("The third player’s {kind} is built on {spot}."), NULL, built_args},
    [VENEDIG_SCRAPPED] = {"scrapped", N_("There is no place for a {kind}: {count:its card is|its # cards are} lost."), NULL,
                          played_args},
    [VENEDIG_TREASURE] = {"treasure", N_("{seat} draws a treasure tile worth {value}."), N_("{seat} draws a treasure tile."),
                          treasure_args},
    [VENEDIG_NO_TREASURE] = {"no_treasure", N_("No treasure is left for {seat}."), NULL, NULL},
    [VENEDIG_MOVED] = {"moved", N_("{seat}’s gondola moves {steps:1 space|# spaces} to space {to}{jumped}."), NULL, moved_args},
    [VENEDIG_SPENT] = {"spent", N_("{seat} spends {tiles} for {steps:1 step|# steps}."), NULL, spent_args},
    [VENEDIG_GAVE_UP] = {"gave_up", N_("{seat} gives up {count:1 card|# cards}: {kind}."), NULL, played_args},
    [VENEDIG_DRAINED] = {"drained", N_("{seat} drains {site} and finds {value} gold."), N_("{seat} drains {site}."), drained_args},
    [VENEDIG_DREW] = {"drew", N_("{seat} draws {cards}."), N_("{seat} draws {count:1 card|# cards} from the deck."), drew_args},
    [VENEDIG_TOOK] = {"took", N_("{seat} takes from the pool: {kinds}."), NULL, kinds_args},
    [VENEDIG_POOLED] = {"pooled", N_("{seat} puts a {kind} card into the pool."), NULL, kind_args},
    [VENEDIG_POOL_CLEARED] = {"pool_cleared", N_("There are four kinds in the pool, so it is cleared: {kinds}."), NULL, kinds_args},
    [VENEDIG_RESHUFFLED] = {"reshuffled", N_("The discard pile is shuffled: a new deck of {count:1 card|# cards}."), NULL,
                            count_args},
    [VENEDIG_PASSED] = {"passed", N_("{seat} has five cards and takes none."), NULL, NULL},
    [VENEDIG_ENDS] = {"ends", N_("The game comes to its end: {why}."), NULL, ends_args},
    [VENEDIG_CONVERTED] = {"converted", N_("{seat} turns {gold} gold into {steps:1 step|# steps}."), NULL, converted_args},
    [VENEDIG_GAME_OVER] = {"over", N_("The game is over: {why}."), NULL, over_args},
    [VENEDIG_RESULT] = {"result", N_("{seat} has reached space {space}."), NULL, space_args},
    [VENEDIG_WON] = {"won", N_("{seat} wins on space {space}."), NULL, space_args},
    [VENEDIG_EVENT_COUNT] = {0},
};

/* ---- Errors: dossier venedig 15 ---- */

static const struct arg phase_args[] = {ARG_OF("step", venedig_phases), {0}};
static const struct arg architect_args[] = {ARG_ARCHITECT, ARG_KIND, {0}};
static const struct arg cards_args[] = {ARG_KIND, ARG_NUMBER_OF("count", 0, 4), ARG_NUMBER_OF("need", 1, 4), {0}};
static const struct arg kinds_over_args[] = {ARG_NUMBER_OF("count", 1, VENEDIG_SHARED), {0}};
static const struct arg two_districts_args[] = {ARG_OF("a", venedig_districts), ARG_OF("b", venedig_districts), {0}};

static const struct rule_error_kind errors[] = {
    [RULE_OK] = {"ok", N_("That is possible."), NULL},
    [RULE_GAME_OVER] = {"game_over", N_("The game is over."), NULL},
    [RULE_NOT_YOUR_TURN] = {"not_your_turn", N_("This is not your decision now."), NULL},
    [RULE_WRONG_STEP] = {"wrong_step", N_("That is not possible at this point of the turn. Now: {step}."), phase_args},
    [VENEDIG_OWN_PLACE] = {"own_place", N_("You choose where the {kind} stands: build it."), kind_args},
    [VENEDIG_NOT_ARCHITECT] = {"not_architect", N_("{architect} is the architect of the {kind} and chooses the site."),
                               architect_args},
    [VENEDIG_CARDS_MISSING] = {"cards_missing", N_("You do not have {count:1 card|# cards} of this kind: {kind}."), cards_args},
    [VENEDIG_TOO_MANY_CARDS] = {"too_many_cards",
                                N_("The {kind} still needs {count:1 card|# cards}: play no more than that, or all "
                                   "{need} at once."),
                                cards_args},
    [VENEDIG_BUILDING_WAITING] = {"building_waiting", N_("The {kind} is complete and must be built first."), kind_args},
    [VENEDIG_TOO_MANY_KINDS] = {"too_many_kinds",
                                N_("You can keep only two kinds of cards in front of you: give up {count:1 kind|# kinds}."), kinds_over_args},
    [VENEDIG_WRONG_DISCARD] = {"wrong_discard", N_("You do not have to give up these cards."), NULL},
    [VENEDIG_NOT_COMPLETE] = {"not_complete", N_("The {kind} still needs {count:1 card|# cards}."), cards_args},
    [VENEDIG_UNDER_SWAMP] = {"under_swamp", N_("{site} is under swamp."), site_args},
    [VENEDIG_SITE_TAKEN] = {"site_taken", N_("A building stands on {site}."), site_args},
    [VENEDIG_WRONG_SHAPE] = {"wrong_shape", N_("A {kind} does not have this shape."), kind_args},
    [VENEDIG_WRONG_DISTRICT] = {"wrong_district", N_("The ponte joins {a} and {b}: count the casas of one of them."),
                                two_districts_args},
    [VENEDIG_COUNTS_NOTHING] = {"counts_nothing",
                                N_("Casas do not count here: they count only for a ponte on a named site."), NULL},
    [VENEDIG_NO_ROOM] = {"no_room", N_("There is no place for a {kind}: its cards are lost."), kind_args},
    [VENEDIG_ROOM_LEFT] = {"room_left", N_("There is a place for a {kind}: it must be built."), kind_args},
    [VENEDIG_NOT_ENOUGH_GOLD] = {"not_enough_gold", N_("A step costs five gold."), NULL},
    [VENEDIG_TILE_MISSING] = {"tile_missing", N_("You do not have these tiles."), NULL},
    [VENEDIG_NO_SWAMP] = {"no_swamp", N_("There is no swamp on {site}."), site_args},
    [VENEDIG_HAND_FULL] = {"hand_full", N_("You may have at most five cards."), NULL},
    [VENEDIG_KIND_IN_POOL] = {"kind_in_pool", N_("There is already a {kind} in the pool."), kind_args},
    [VENEDIG_NOT_IN_POOL] = {"not_in_pool", N_("That is not in the pool."), NULL},
    [VENEDIG_OWN_CARD_BACK] = {"own_card_back", N_("You cannot take back the {kind} that you put down."), kind_args},
    [VENEDIG_TOO_MANY_TAKEN] = {"too_many_taken", N_("You put down one card and take three."), NULL},
    [VENEDIG_DECK_EMPTY] = {"deck_empty", N_("There are not enough cards in the deck."), NULL},
    [VENEDIG_MUST_TAKE] = {"must_take", N_("Take a card: you have fewer than five."), NULL},
    [VENEDIG_NO_THIRD] = {"no_third", N_("There is a third player’s card only in games of two."), NULL},
    [VENEDIG_ALREADY_FLIPPED] = {"already_flipped", N_("The third player’s card of this turn has already been turned over."), NULL},
    [VENEDIG_TOO_LATE_TO_FLIP] = {"too_late_to_flip",
                                  N_("The third player’s card is turned over at the beginning or at the end of a turn."), NULL},
    [VENEDIG_ERROR_COUNT] = {0},
};

/* ---- Members ---- */

#define ONE_BYTE(word, at) .name = (word), .offset = (at), .width = 1, .size = 1, .count_offset = -1

static const struct member cards_members[] = {
    {ONE_BYTE("palazzo", VENEDIG_PALAZZO), .hi = 9}, {ONE_BYTE("campo", VENEDIG_CAMPO), .hi = 9},
    {ONE_BYTE("ponte", VENEDIG_PONTE), .hi = 9},     {ONE_BYTE("basilika", VENEDIG_BASILIKA), .hi = 9},
    {ONE_BYTE("casa", VENEDIG_CASA), .hi = 9},       {0},
};

#define TOKEN(word, kind_of) ONE_BYTE(word, kind_of), .is_signed = true, .lo = -1, .hi = VENEDIG_SEATS - 1

static const struct member architect_members[] = {
    {TOKEN("palazzo", VENEDIG_PALAZZO)}, {TOKEN("campo", VENEDIG_CAMPO)}, {TOKEN("ponte", VENEDIG_PONTE)},
    {TOKEN("basilika", VENEDIG_BASILIKA)}, {0},
};

static const struct member building_members[] = {
    {MEMBER(struct venedig_building, kind), NAME_OF(venedig_kinds)},
    {MEMBER(struct venedig_building, spot), NAME_OF(venedig_spot_names)},
    {0},
};

static const struct member job_members[] = {
    {MEMBER(struct venedig_job, kind), NAME_OF(venedig_kinds), .lo = -1},
    {MEMBER(struct venedig_job, set), NAME_OF(venedig_sets)},
    {MEMBER(struct venedig_job, step), NAME_OF(venedig_steps)},
    {MEMBER(struct venedig_job, back), NAME_OF(venedig_backs)},
    {MEMBER(struct venedig_job, builder), .lo = -1, .hi = VENEDIG_SEATS - 1},
    {MEMBER(struct venedig_job, spot), NAME_OF(venedig_spot_names), .lo = -1},
    {MEMBER(struct venedig_job, count_in), NAME_OF(venedig_districts), .lo = -1},
    {MEMBER(struct venedig_job, points), .hi = VENEDIG_MOST_POINTS},
    {MEMBER(struct venedig_job, next), .hi = VENEDIG_SEATS},
    {0},
};

static const struct member members[] = {
    {MEMBER(struct venedig_state, seats), .lo = VENEDIG_FEWEST, .hi = VENEDIG_SEATS},
    {MEMBER(struct venedig_state, phase), NAME_OF(venedig_phases)},
    {MEMBER(struct venedig_state, active), .hi = VENEDIG_SEATS - 1},
    {MEMBER(struct venedig_state, turn), .lo = 1, .hi = VENEDIG_TURNS},
    {MEMBER(struct venedig_state, begun), .hi = 1},
    {MEMBER(struct venedig_state, flipped), .hi = 1},
    {MEMBER(struct venedig_state, drained), .hi = VENEDIG_A_TURN},
    {MEMBER_STRUCTS(struct venedig_state, buildings, n_buildings, building_members)},
    {MEMBER_ROWS(struct venedig_state, swamp), .lo = -1, .hi = VENEDIG_SWAMP_VALUES - 1},
    {MEMBER_LIST(struct venedig_state, deck, n_deck), NAME_OF(venedig_kinds)},
    {MEMBER_ONE(struct venedig_state, discard, cards_members)},
    {MEMBER_ONE(struct venedig_state, pool, cards_members)},
    {MEMBER_STRUCTS(struct venedig_state, hand, seats, cards_members)},
    {MEMBER_STRUCTS(struct venedig_state, known, seats, cards_members), .later = true, .spare = true},
    {.name = "front", .kind = MEMBER_STRUCT, .offset = offsetof(struct venedig_state, front),
     .size = sizeof(struct venedig_cards), .rows = VENEDIG_SEATS, .members = cards_members, .count_offset = -1},
    {MEMBER(struct venedig_state, solo), NAME_OF(venedig_kinds), .lo = -1},
    {.name = "architect", .kind = MEMBER_STRUCT, .offset = offsetof(struct venedig_state, architect),
     .size = VENEDIG_SHARED, .members = architect_members, .count_offset = -1},
    {.name = "gold", .offset = offsetof(struct venedig_state, gold), .width = 1, .size = 1, .rows = VENEDIG_SEATS,
     .cols = VENEDIG_GOLD_VALUES, .count_offset = offsetof(struct venedig_state, seats), .hi = VENEDIG_SWAMP_TILES},
    {MEMBER_ROWS(struct venedig_state, aside), .hi = VENEDIG_SWAMP_TILES},
    {MEMBER_LIST(struct venedig_state, gondola, seats), .hi = VENEDIG_FURTHEST},
    {MEMBER_ONE(struct venedig_state, job, job_members)},
    {MEMBER(struct venedig_state, ending), NAME_OF(venedig_endings)},
    {MEMBER(struct venedig_state, last), .lo = -1, .hi = VENEDIG_SEATS - 1},
    {0},
};

/* Linked by whoever names them: rules/parts.h. */
#pragma weak venedig_words
#pragma weak venedig_orders
#pragma weak venedig_plans
#pragma weak venedig_mind
#pragma weak venedig_view
#pragma weak venedig_guide

const struct rules venedig_rules = {
    .id = "venedig",
    .turns_show = true,
    .revision = 1,
    .min_seats = VENEDIG_FEWEST,
    .max_seats = VENEDIG_SEATS,
    .options = options,
    .verbs = verbs,
    .events = events,
    .errors = errors,
    .members = members,
    .size = sizeof(struct venedig_state),
    .setup = venedig_setup,
    .awaits = venedig_awaits,
    .moves = venedig_moves,
    .check = venedig_check,
    .traits = venedig_traits,
    .apply = venedig_apply,
    .conceal = venedig_conceal,
    .standing = venedig_standing,
    .sound = venedig_sound,
    .windows = venedig_windows,
    .silence = venedig_silence,
    .words = &venedig_words,
    .orders = &venedig_orders,
    .plans = &venedig_plans,
    .mind = &venedig_mind,
    .view = &venedig_view,
    .guide = &venedig_guide,
};
