/* The Palaces of Carrara: the position, its words, and what the game's files share.
 *
 * Orders of all arrays: dossier carrara 1. A section is 0..5 here and 1..6 in moves and sentences.
 */
#ifndef RULES_CARRARA_STATE_H
#define RULES_CARRARA_STATE_H

#include "rules/rules.h"

enum {
    CARRARA_SEATS = 4,
    CARRARA_COLOURS = 6,
    CARRARA_PER_COLOUR = 7,
    CARRARA_SECTIONS = 6,
    CARRARA_WHEEL_STONES = 11,
    CARRARA_CITIES = 6,
    CARRARA_TYPES = 6,
    CARRARA_OBJECTS = 6, /* kind i comes with type i */
    CARRARA_PER_OBJECT = 6,
    CARRARA_CATEGORIES = 2,
    CARRARA_UPGRADES = CARRARA_CITIES + CARRARA_CATEGORIES,
    CARRARA_DECK = 30,   /* tiles 0..29: five of each type */
    CARRARA_TILES = 36,  /* with those of cost 8, 30..35, one of each type: the expansion's */
    CARRARA_DEAR = 8,    /* their cost */
    CARRARA_CARDS = 9,   /* of each colour, with the base objective in row 0 */
    CARRARA_GREENS = 8,  /* green cards, with none in row 0 */
    CARRARA_MARKET = 9,
    CARRARA_MARKERS = 6,
    CARRARA_START_COINS = 20,
    CARRARA_RELIEF_COINS = 2,
    CARRARA_OBJECT_PRICE = 10,
    CARRARA_DECLARE_POINTS = 5,
    CARRARA_COINS_A_POINT = 5,
    CARRARA_OBJECT_POINTS = 3, /* purple base objective */
    CARRARA_FIVE_POINTS = 3,   /* grey base objective, for each tile of cost 5 */
    CARRARA_MOST = 999         /* coins, points, turns: far above what a game can reach */
};

enum carrara_phase {
    CARRARA_PHASE_ACTION,
    CARRARA_PHASE_BUY,
    CARRARA_PHASE_PAY,
    CARRARA_PHASE_UPGRADE,
    CARRARA_PHASE_FINISH,
    CARRARA_PHASE_OVER,
    CARRARA_PHASE_COUNT
};

enum carrara_ending { CARRARA_ENDING_NONE, CARRARA_ENDING_DECLARED, CARRARA_ENDING_BUILT, CARRARA_ENDING_COUNT };

enum carrara_verb {
    CARRARA_TURN_WHEEL,
    CARRARA_BUY,
    CARRARA_RELIEF,
    CARRARA_BUILD,
    CARRARA_REBUILD,
    CARRARA_PAY,
    CARRARA_SCORE_TYPE,
    CARRARA_SCORE_CITY,
    CARRARA_SCORE_CATEGORY,
    CARRARA_UPGRADE,
    CARRARA_OBJECT,
    CARRARA_DECLARE,
    CARRARA_END,
    CARRARA_VERB_COUNT
};

enum carrara_event {
    CARRARA_STARTED,
    CARRARA_WHEEL_TURNED,
    CARRARA_STONES_BOUGHT,
    CARRARA_RELIEVED,
    CARRARA_BUILT,
    CARRARA_REBUILT,
    CARRARA_UPGRADED,
    CARRARA_SCORED,
    CARRARA_OBJECT_BOUGHT,
    CARRARA_DECLARED,
    CARRARA_MARKET_FILLED,
    CARRARA_LAST_ROUND,
    CARRARA_OVER,
    CARRARA_RESULT,
    CARRARA_WON,
    CARRARA_OBJECTIVES, /* from here on of the expansion */
    CARRARA_RESULT_CARDS,
    CARRARA_EVENT_COUNT
};

enum carrara_error {
    CARRARA_WHEEL_EMPTY = RULE_OWN,
    CARRARA_TURN_FIRST,
    CARRARA_TAKE_AT_LEAST_ONE,
    CARRARA_SECTION_EMPTY,   /* not_in_section too, in other words */
    CARRARA_NOT_IN_SECTION,
    CARRARA_NOT_ENOUGH_COINS,
    CARRARA_OBJECT_TOO_DEAR, /* not_enough_coins too, in other words */
    CARRARA_RELIEF_NOT_DUE,
    CARRARA_RELIEF_CAN_ACT,  /* relief_not_due too, in other words */
    CARRARA_RELIEF_TURN_FIRST,
    CARRARA_NOT_ON_OFFER,
    CARRARA_STONES_SHORT,
    CARRARA_REBUILD_OFF,
    CARRARA_NOT_YOUR_BUILDING,
    CARRARA_NOT_DEARER,
    CARRARA_NOT_YOUR_STONES,
    CARRARA_STONE_NOT_ACCEPTED,
    CARRARA_WRONG_NUMBER,
    CARRARA_NO_MARKER,
    CARRARA_TYPE_SCORED,
    CARRARA_CITY_SCORED,
    CARRARA_TOO_FEW_BUILDINGS,
    CARRARA_CATEGORY_SCORED,
    CARRARA_NO_SUCH_BUILDING,
    CARRARA_NO_EXPANSION,
    CARRARA_UPGRADE_TAKEN,
    CARRARA_ONE_OBJECT_A_TURN,
    CARRARA_OBJECT_SOLD,
    CARRARA_END_IS_SET,
    CARRARA_OBJECTIVES_OPEN,
    CARRARA_CARDS_OPEN, /* objectives_open too, in other words */
    CARRARA_ERROR_COUNT
};

/* Colours of the cards, in the order of the board; a green one is no objective. */
enum carrara_objective {
    CARRARA_BROWN,
    CARRARA_PURPLE,
    CARRARA_GREY,
    CARRARA_OBJECTIVE_COUNT,
    CARRARA_GREEN = CARRARA_OBJECTIVE_COUNT,
    CARRARA_COLOURS_OF_CARDS
};

struct carrara_options {
    uint8_t expansion; /* 0 off, 1 on */
    uint8_t wheel;     /* 0 may, 1 must be turned before buying */
    uint8_t rebuild;   /* 0 off, 1 on */
    uint8_t screens;   /* 0 closed, 1 open */
};

struct carrara_building {
    uint8_t tile, city;
};

struct carrara_player {
    int16_t coins, points;
    uint8_t stones[CARRARA_COLOURS];
    uint8_t objects[CARRARA_OBJECTS];
    uint8_t types[CARRARA_TYPES]; /* 1: scored */
    uint8_t categories[CARRARA_CATEGORIES];
    uint8_t n_buildings;
    struct carrara_building buildings[CARRARA_TILES]; /* in order of building; a replacement stands where the old did */
};

/* dossier carrara 1 */
enum carrara_category { CARRARA_URBAN, CARRARA_LAND };

/* The tile that is being paid for. */
struct carrara_pending {
    int8_t tile, city, old;
    uint8_t due;
};

struct carrara_state {
    struct carrara_options options;
    uint8_t seats, start, current, phase;
    int16_t turn; /* turns completed */
    uint8_t wheel[CARRARA_SECTIONS][CARRARA_COLOURS];
    uint8_t bag[CARRARA_COLOURS];
    int8_t market[CARRARA_MARKET];
    uint8_t n_stack;
    uint8_t stack[CARRARA_DECK]; /* next one first */
    uint8_t expensive[CARRARA_TYPES]; /* 1: the tile of cost 8 is on offer */
    uint8_t sale[CARRARA_OBJECTS], reserve[CARRARA_OBJECTS];
    int8_t upgrades[CARRARA_UPGRADES]; /* the seat that owns it: cities first, then categories */
    int8_t cities[CARRARA_CITIES]; /* the seat that scored it */
    uint8_t brown, purple, grey, green; /* which card, a row of carrara_cards */
    struct carrara_player players[CARRARA_SEATS];
    struct carrara_pending pending;
    uint8_t bought; /* an object, this turn */
    int8_t declared;
    uint8_t ending;
};

/* ---- data.c ---- */

extern const struct name carrara_stones[CARRARA_COLOURS];
extern const char *const carrara_letters[CARRARA_COLOURS];
extern const struct name carrara_sections[CARRARA_SECTIONS];
extern const struct name carrara_cities[CARRARA_CITIES];
extern const struct name carrara_types[CARRARA_TYPES];
extern const struct name carrara_objects[CARRARA_OBJECTS];
extern const char *const carrara_objects_counted[CARRARA_OBJECTS]; /* so many of each, for sentences */
extern const struct name carrara_categories[CARRARA_CATEGORIES];
extern const struct name carrara_upgrades[CARRARA_UPGRADES];
extern const struct name carrara_tiles[CARRARA_TILES];
extern const struct name carrara_phases[CARRARA_PHASE_COUNT];
extern const struct name carrara_endings[CARRARA_ENDING_COUNT];

extern const uint8_t carrara_tile_type[CARRARA_TILES];
extern const uint8_t carrara_tile_cost[CARRARA_TILES];
extern const uint8_t carrara_prices[CARRARA_SECTIONS][CARRARA_COLOURS];
extern const uint8_t carrara_multipliers[CARRARA_CITIES];
extern const uint8_t carrara_city_needs[CARRARA_CITIES];
extern const uint8_t carrara_type_category[CARRARA_TYPES];
extern const uint8_t carrara_start_stones[CARRARA_SEATS]; /* by order of turn */

/* Points in Livorno, Lucca and Massa, coins in the others (dossier carrara 2.2). */
static inline bool carrara_gives_points(int city)
{
    return city % 2 == 0;
}

/* ---- board.c ---- */

/** carrara_wheel_stones() - stones in all six sections */
int carrara_wheel_stones(const struct carrara_state *st);
/** carrara_accepted() - how many of @stones the city takes: colours 0..city */
int carrara_accepted(const uint8_t stones[CARRARA_COLOURS], int city);
/** carrara_markers() - scoring markers a seat has left, 0..6 */
int carrara_markers(const struct carrara_state *st, int seat);
/** carrara_buildings_in() - a seat's tiles in one city */
int carrara_buildings_in(const struct carrara_player *player, int city);
/** carrara_buildings_of() - a seat's tiles of one type */
int carrara_buildings_of(const struct carrara_player *player, int type);
/** carrara_market_slot() - where the tile lies open, or -1 */
int carrara_market_slot(const struct carrara_state *st, int tile);
/** carrara_own_building() - which of the seat's buildings the tile is, or -1 */
int carrara_own_building(const struct carrara_player *player, int tile);
/** carrara_on_offer() - lies the tile in the market, or beside it as one of cost 8? */
bool carrara_on_offer(const struct carrara_state *st, int tile);
/** carrara_offers() - every tile on offer into @tiles, the market first; returns how many */
enum { CARRARA_OFFERS_MOST = CARRARA_MARKET + CARRARA_TYPES };
int carrara_offers(const struct carrara_state *st, uint8_t tiles[CARRARA_OFFERS_MOST]);

/* ---- cards.c ---- */

/* An objective or a card: what it counts for its condition, what it counts for points, and in words. */
struct carrara_card {
    uint8_t metric, arg;
    uint8_t need[CARRARA_SEATS - 1]; /* by number of players from 2 */
    uint8_t scored, scored_arg, per, points; /* `points` for every full `per`; 0: none */
    const char *counted, *worth;     /* @counted: of an objective with its {need} */
};

extern const struct carrara_card carrara_cards[CARRARA_COLOURS_OF_CARDS][CARRARA_CARDS];
extern const struct name carrara_brown_cards[CARRARA_CARDS];
extern const struct name carrara_purple_cards[CARRARA_CARDS];
extern const struct name carrara_grey_cards[CARRARA_CARDS];
extern const struct name carrara_green_cards[CARRARA_GREENS];

/* How far a seat is with the three objectives. */
struct carrara_progress {
    int16_t have[CARRARA_OBJECTIVE_COUNT];
    int16_t need[CARRARA_OBJECTIVE_COUNT];
};

/** carrara_card_of() - which card of a colour lies open, a row of carrara_cards */
int carrara_card_of(const struct carrara_state *st, int colour);
/** carrara_card_hides() - does a card count what lies behind the screens? */
bool carrara_card_hides(const struct carrara_state *st, int colour);
/** carrara_card_count() - how much a seat has of what the card of a colour counts */
int carrara_card_count(const struct carrara_state *st, int seat, int colour);
/** carrara_card_need() - how much of it the condition asks; 0 for a green card */
int carrara_card_need(const struct carrara_state *st, int colour);
/** carrara_card_points() - final points of a seat for the card of a colour, the condition met or not (dossier carrara 7.27) */
int carrara_card_points(const struct carrara_state *st, int seat, int colour);
/** carrara_surplus() - objects that the purple card does not use, a point each with the expansion (dossier carrara 6.6) */
int carrara_surplus(const struct carrara_state *st, int seat);
/** carrara_coins_a_point() - so many coins are a point at the end */
int carrara_coins_a_point(const struct carrara_state *st);
/** carrara_progress() - have and need of the three objectives; rule: dossier carrara 2.3, 2.5 */
struct carrara_progress carrara_progress(const struct carrara_state *st, int seat);
/** carrara_objectives_met() - may this seat announce the end? */
bool carrara_objectives_met(const struct carrara_state *st, int seat);

/* ---- score.c ---- */

/* What one scoring brings. */
struct carrara_yield {
    int16_t points, coins;
    uint8_t objects[CARRARA_OBJECTS]; /* out of the reserve */
    uint8_t missing[CARRARA_OBJECTS]; /* for which the reserve is too small */
    uint8_t n_tiles;
    uint64_t tiles; /* bit i is tile i */
};

/* A seat's final scoring, item by item (dossier carrara 5). */
struct carrara_total {
    int16_t track, purple, grey, green, coins, surplus, total;
    int16_t hidden; /* of the total, what hangs on coins and stones */
    int16_t stones;
};

/** carrara_sum() - how many pieces six small counts hold */
static inline int carrara_sum(const uint8_t counts[6])
{
    return counts[0] + counts[1] + counts[2] + counts[3] + counts[4] + counts[5];
}

/** carrara_yield_type() - what scoring a type would bring the seat now; rule: dossier carrara 4.3 */
struct carrara_yield carrara_yield_type(const struct carrara_state *st, int seat, int type);
/** carrara_yield_city() - the same for a city */
struct carrara_yield carrara_yield_city(const struct carrara_state *st, int seat, int city);
/** carrara_yield_category() - the same for a category: no objects, whatever the city (dossier carrara 4.3) */
struct carrara_yield carrara_yield_category(const struct carrara_state *st, int seat, int category);
/** carrara_multiplier() - what a city is worth to a seat, with its upgrade (dossier carrara 2.2, 2.4) */
int carrara_multiplier(const struct carrara_state *st, int seat, int city);
/** carrara_total() - what the seat would have if the game ended now, hidden coins and stones included */
struct carrara_total carrara_total(const struct carrara_state *st, int seat);
/** carrara_rank() - ranks by total, then by stones; equals share a rank (dossier carrara 5) */
void carrara_rank(const struct carrara_state *st, int8_t rank[CARRARA_SEATS]);
/** carrara_standing() - the totals without coins (and points for stones) that lie behind screens; the final ones when the game is over */
void carrara_standing(const void *state, struct standing *standing);

/* ---- setup.c, moves.c, check.c, apply.c, view.c, bot.c, carrara.c ---- */

void carrara_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log);
seatmask carrara_awaits(const void *state);
int carrara_moves(const void *state, int seat, struct move_list *list);
unsigned carrara_traits(const void *state, int seat, const struct move *move);
/** carrara_can_act() - is some build, rebuild or scoring legal? (dossier carrara 4.1, relief) */
bool carrara_can_act(const struct carrara_state *st, int seat);
/** carrara_can_get_stone() - is some stone on the wheel free or within the seat's coins? */
bool carrara_can_get_stone(const struct carrara_state *st, int seat);
/** carrara_advise() - as in struct rules_mind */
int carrara_advise(const void *state, int seat, struct rng *rng, struct move *move);
int carrara_check(const void *state, int seat, const struct move *move, int16_t *figures);
void carrara_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log);
void carrara_conceal(void *state, int viewer, struct rng *rng);
bool carrara_sound(const void *state, struct fault *fault);
/** carrara_sees_hand() - coins and stones of @seat are open to @viewer (dossier carrara 8) */
bool carrara_sees_hand(const struct carrara_state *st, int viewer, int seat);

extern const struct rules carrara_rules;
extern const struct rules_words carrara_words;
extern const struct rules_help carrara_help;
extern const struct rules_plans carrara_plans;
extern const struct rules_mind carrara_mind;
extern const struct rules_view carrara_view;
extern const struct guide carrara_guide;

/* ---- What points are made of (breakdown.c): as in struct rules_words ---- */

struct gains;
struct breakdown;
void carrara_gain(struct gains *gains, const struct event *event);
void carrara_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out);

#endif
