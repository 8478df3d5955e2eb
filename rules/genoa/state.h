/* Genoa: the position, its words, and what the game's files share.
 *
 * Spaces are 0..38: buildings 0..17, the outer ring of fourteen first, then the market, then the streets row by row. Buildings,
 * wares, tiles and cards have the order of the dossier's tables (genoa 3.1, 6, 8, 13). Money is counted in ducats.
 */
#ifndef RULES_GENOA_STATE_H
#define RULES_GENOA_STATE_H

#include "rules/engine/counts.h"
#include "rules/rules.h"

enum {
    GENOA_FEWEST = 2,
    GENOA_SEATS = 5,
    GENOA_BUILDINGS = 18,
    GENOA_RING = 14,              /* buildings of the outer ring, which have privileges */
    GENOA_MARKET = GENOA_BUILDINGS,
    GENOA_FIRST_STREET,
    GENOA_STREETS = 20,
    GENOA_SPACES = GENOA_FIRST_STREET + GENOA_STREETS,
    GENOA_SIDE = 8,               /* squares of the board in a row, and faces of a die */
    GENOA_MOST_NEIGHBOURS = 5,
    GENOA_PATH = 5,               /* discs of the tower */
    GENOA_STEPS = GENOA_PATH - 1,
    GENOA_WARES = 8,
    GENOA_EACH_WARE = 5,
    GENOA_MARKERS = 7,            /* of a seat */
    GENOA_CARDS = 16,             /* of the largest deck */
    GENOA_SLOTS = 6,              /* offers of a seat */
    GENOA_OFFERS = (GENOA_SEATS - 1) * GENOA_SLOTS,
    GENOA_MONEY = 130,            /* at the start */
    GENOA_UNIT = 5,
    GENOA_MOST_MONEY = 2000,      /* in an offer */
    GENOA_HIGHEST_MONEY = 20000,  /* of a seat; more than all that the bank ever pays */
    GENOA_ASKING = 500,           /* the highest price that is announced */
    GENOA_FOR_LARGE = 100,
    GENOA_FOR_SMALL = 40,
    GENOA_FOR_MESSAGE = 30,
    GENOA_FOR_OWNER = 10,
    GENOA_FOR_MARKER = 10,        /* at the end */
    GENOA_ROUNDS = 12,
    GENOA_TURNS = 60,
    GENOA_EDITS = 24,             /* offers and withdrawals of a seat in a turn */
    GENOA_WISHES = 3,             /* of a claim */
    GENOA_THING_MARKER = GENOA_WARES + 5,
    GENOA_FIRST_DRAW,             /* what a trade gets of a deck: its top card */
    GENOA_FIRST_CARD = GENOA_FIRST_DRAW + 4,
    GENOA_THING_MONEY = GENOA_FIRST_CARD + 60, /* five ducats; they cannot be got */
    GENOA_THINGS
};

enum genoa_building {
    GENOA_VILLA_COLINI,
    GENOA_PARK,
    GENOA_COACH_HOUSE,
    GENOA_VILLA_MONETTI,
    GENOA_SPICES,
    GENOA_RESTAURANT,
    GENOA_GRAINS,
    GENOA_VILLA_RICCI,
    GENOA_HARBOR,
    GENOA_PALACE,
    GENOA_VILLA_ZASTERI,
    GENOA_FABRICS,
    GENOA_TAVERN,
    GENOA_METALS,
    GENOA_GUILD_HALL,
    GENOA_CITY_HALL,
    GENOA_POST_OFFICE,
    GENOA_CATHEDRAL
};

enum genoa_tile { GENOA_ANY_START, GENOA_FURTHER_ACTION, GENOA_ANY_WARE, GENOA_TRADE, GENOA_BUILDING_ACTION, GENOA_TILES };
enum genoa_deck { GENOA_LARGE, GENOA_SMALL, GENOA_MESSAGE, GENOA_PRIVILEGE, GENOA_DECKS };
enum genoa_class { GENOA_VILLA, GENOA_WAREHOUSE, GENOA_TILE_HOUSE, GENOA_CENTRE, GENOA_CLASSES };

/* What a special trade gives and gets. The cards stand in the order of the decks. */
enum genoa_sort {
    GENOA_SORT_WARE,
    GENOA_SORT_TILE,
    GENOA_SORT_MARKER,
    GENOA_SORT_LARGE,
    GENOA_SORT_SMALL,
    GENOA_SORT_MESSAGE,
    GENOA_SORT_PRIVILEGE,
    GENOA_SORT_MONEY, /* given only */
    GENOA_SORTS
};

enum genoa_phase {
    GENOA_PHASE_START,   /* dice, or an any start tile? */
    GENOA_PHASE_OFFERS,  /* all others write their offers */
    GENOA_PHASE_TOWER,   /* the tower player plays against the book */
    GENOA_PHASE_CALL,    /* the book is open again, for all or for those who asked */
    GENOA_PHASE_ANSWERS, /* counters are answered */
    GENOA_PHASE_ACTION,  /* an action is carried out by hand */
    GENOA_PHASE_MARKERS,
    GENOA_PHASE_OVER,
    GENOA_PHASE_COUNT
};

enum genoa_right { GENOA_RIGHT_ACTION, GENOA_RIGHT_STREET, GENOA_RIGHT_COUNT };
enum genoa_main { GENOA_MAIN_TAKE, GENOA_MAIN_DELIVER, GENOA_MAIN_COUNT };
enum genoa_by { GENOA_BY_TOWER, GENOA_BY_FURTHER, GENOA_BY_TILE, GENOA_BY_COUNT };

/* What is done with a building when markers are placed (dossier genoa R9.3). */
enum genoa_mode { GENOA_MODE_NONE, GENOA_MODE_PLACE, GENOA_MODE_REMOVE, GENOA_MODE_REPLACE, GENOA_MODE_COUNT };

enum { GENOA_OFFERS_OPEN, GENOA_OFFERS_REVEAL, GENOA_OFFERS_SEALED, GENOA_OFFERS_COUNT };
enum { GENOA_LAST_CALL_NEVER, GENOA_LAST_CALL_ASKED, GENOA_LAST_CALL_ALWAYS, GENOA_LAST_CALL_COUNT };
/* Whose rules (dossier genoa 11, R12.4, R14.17). Before: the printed ones, as games of the first two revisions have them, in which a
 * second seat may act in a building by a tile. */
enum { GENOA_RULES_BEFORE, GENOA_RULES_PRINTED, GENOA_RULES_SEED, GENOA_RULES_COUNT };
enum { GENOA_CLAIMS_PARALLEL, GENOA_CLAIMS_IN_ORDER, GENOA_CLAIMS_COUNT };

enum genoa_verb {
    GENOA_ROLL,
    GENOA_START_AT,
    GENOA_ANNOUNCE,
    GENOA_OFFER,
    GENOA_WITHDRAW,
    GENOA_READY,
    GENOA_ACT,
    GENOA_ACCEPT,
    GENOA_MOVE,
    GENOA_COUNTER,
    GENOA_SEND,
    GENOA_STOP,
    GENOA_CALL,
    GENOA_AGREE,
    GENOA_DECLINE,
    GENOA_TAKE,
    GENOA_DELIVER,
    GENOA_SMALL_ORDER,
    GENOA_USE_WARE,
    GENOA_USE_TRADE,
    GENOA_USE_BUILDING,
    GENOA_DONE,
    GENOA_CLAIM,
    GENOA_PASS,
    GENOA_VERB_COUNT
};

/* Slots of what a side gives; sets of sixteen cards take two. */
enum {
    GOODS_MONEY,
    GOODS_WARES,
    GOODS_TILES = GOODS_WARES + GENOA_WARES,
    GOODS_MARKERS = GOODS_TILES + GENOA_TILES,
    GOODS_PLAIN, /* so many without cards */
    GOODS_LARGE = GOODS_PLAIN,
    GOODS_SMALL = GOODS_LARGE + 2,
    GOODS_MESSAGE = GOODS_SMALL + 2,
    GOODS_PRIVILEGE,
    GOODS_SLOTS
};

/* Slots of moves that have several. */
enum {
    SLOT_OFFER_SLOT,
    SLOT_OFFER_RIGHT,
    SLOT_OFFER_PLACE,
    SLOT_OFFER_AFTER,
    SLOT_OFFER_FURTHER,
    SLOT_OFFER_BY_HAND,
    SLOT_OFFER_GIVE,
    SLOT_OFFER_DRAWN = SLOT_OFFER_GIVE + GOODS_SLOTS,
    SLOT_OFFER_ASK,
    SLOT_OFFER_LIMIT = SLOT_OFFER_ASK + GOODS_PLAIN,
    SLOT_OFFER_WARE,
    SLOT_OFFER_MAIN,
    SLOT_OFFER_ORDER,
    SLOT_OFFER_TILE,
    SLOT_OFFER_SMALL,
    SLOTS_OF_OFFER
};
enum { SLOT_COUNTER_FROM, SLOT_COUNTER_SLOT, SLOT_COUNTER_GIVE, SLOT_COUNTER_ASK = SLOT_COUNTER_GIVE + GOODS_SLOTS,
       SLOTS_OF_COUNTER = SLOT_COUNTER_ASK + GOODS_SLOTS };
enum { SLOT_ACCEPT_FROM, SLOT_ACCEPT_SLOT, SLOT_ACCEPT_ALSO, SLOTS_OF_ACCEPT };
enum { SLOT_DELIVER_ORDER, SLOT_DELIVER_TILE, SLOTS_OF_DELIVER };
enum { SLOT_TRADE_GIVE, SLOT_TRADE_GIVE_WHAT, SLOT_TRADE_GET, SLOT_TRADE_GET_WHAT, SLOTS_OF_TRADE };
enum { SLOT_WISH_STREET, SLOT_WISH_FIRST, SLOT_WISH_SECOND, SLOTS_OF_WISH, SLOTS_OF_CLAIM = GENOA_WISHES * SLOTS_OF_WISH };

enum genoa_event {
    GENOA_STARTED,
    GENOA_DEALT,
    GENOA_TURN_BEGAN,
    GENOA_DICE,
    GENOA_TOWER,
    GENOA_ROUND_MARKER,
    GENOA_ANNOUNCED,
    GENOA_CONSIDERED,
    GENOA_ANNOUNCED_OFF,
    GENOA_OFFERED,
    GENOA_OFFERED_STREET,
    GENOA_WITHDRAWN,
    GENOA_WAS_READY,
    GENOA_CALLED_ALL,
    GENOA_CALLED_LAST,
    GENOA_COUNTERED,
    GENOA_SENT,
    GENOA_AGREED,
    GENOA_AGREED_AT_ONCE,
    GENOA_DECLINED,
    GENOA_ACCEPTED,
    GENOA_ACCEPTED_WITH,
    GENOA_ACCEPTED_STREET,
    GENOA_ACCEPTED_STREET_WITH,
    GENOA_CARDS_PASSED,
    GENOA_ACTED,
    GENOA_OWNER_BONUS,
    GENOA_GAINED,
    GENOA_GAINED_NOTHING,
    GENOA_DREW,
    GENOA_SHUFFLED,
    GENOA_DELIVERED,
    GENOA_SMALL_DONE,
    GENOA_MESSAGE_PAID,
    GENOA_TILE_USED,
    GENOA_TRADED,
    GENOA_STOPPED,
    GENOA_CLAIMED,
    GENOA_MARKER_REMOVED,
    GENOA_MARKER_PLACED,
    GENOA_DISC_OFF,
    GENOA_PASSED,
    GENOA_ROUND_BEGAN,
    GENOA_GAME_OVER,
    GENOA_RESULT,
    GENOA_WON,
    GENOA_NOT_ACCEPTED, /* from revision 4 on */
    GENOA_EVENT_COUNT
};

enum genoa_error {
    GENOA_NO_ACTION_HERE = RULE_OWN,
    GENOA_ACTION_GONE,
    GENOA_SAME_BUILDING,
    GENOA_ALREADY_ACTED,
    GENOA_BUYER_ACTED,
    GENOA_NOT_ADJACENT,
    GENOA_OUT_OF_REACH,
    GENOA_NO_DISCS,
    GENOA_VISITED,
    GENOA_CONDITION,
    GENOA_STREET_ONLY,
    GENOA_TOWER_IS_THERE,
    GENOA_TOWER_MAKES_NO_OFFERS,
    GENOA_EMPTY_OFFER,
    GENOA_WRONG_UNIT,
    GENOA_MONEY_ONLY,
    GENOA_NOT_PAYABLE,
    GENOA_TOWER_CANNOT_GIVE,
    GENOA_NO_SUCH_OFFER,
    GENOA_ALSO_STREETS_ONLY,
    GENOA_MUST_SELL,
    GENOA_MUST_CALL,
    GENOA_SEND_FIRST,
    GENOA_NOTHING_TO_SEND,
    GENOA_NO_COUNTERS,
    GENOA_ALREADY_COUNTERED,
    GENOA_NO_COUNTER,
    GENOA_NO_CALLS,
    GENOA_NOBODY_TO_CALL,
    GENOA_NO_TILE,
    GENOA_TILE_GONE,
    GENOA_CHOOSE_TILE,
    GENOA_FRESH_TILE,
    GENOA_NOT_YOUR_BUILDING,
    GENOA_FINISH_FIRST,
    GENOA_NOT_A_VILLA,
    GENOA_WRONG_VILLA,
    GENOA_WRONG_BUILDING,
    GENOA_ONE_SMALL,
    GENOA_WARE_MISSING,
    GENOA_WARE_GONE,
    GENOA_NOT_OWNED,
    GENOA_NO_MARKER,
    GENOA_DECK_EMPTY,
    GENOA_MAIN_DONE,
    GENOA_MAIN_OPEN,
    GENOA_NO_DISC,
    GENOA_OCCUPIED,
    GENOA_NOTHING_TO_REMOVE,
    GENOA_NOT_ENOUGH_MARKERS,
    GENOA_NOTHING_CHOSEN,
    GENOA_TOO_MANY_EDITS,
    GENOA_NOT_ANNOUNCED,
    GENOA_WRONG_THING,
    GENOA_STEP_LEFT,
    GENOA_NO_MONEY_TRADE,
    GENOA_ERROR_COUNT
};

struct genoa_options {
    uint8_t forced_sale, revisit, offers, last_call, counters, calls, claims, building_action_at_once, open_money, shorter;
    uint8_t rules, must_go_on;
};

/* What somebody owns, gives or asks. */
struct genoa_goods {
    int16_t money;
    uint8_t wares[GENOA_WARES];
    uint8_t tiles[GENOA_TILES];
    uint8_t markers;             /* of the stock */
    uint16_t cards[GENOA_DECKS]; /* sets */
};

/* How an action is carried out without asking its buyer. */
struct genoa_plan {
    int8_t ware;  /* an any ware tile is spent for it first; -1: none is */
    uint8_t main;
    int8_t order; /* the large order to deliver, -1: none */
    int8_t tile;  /* the reward for it */
    int8_t small; /* the small order, -1: none */
};

struct genoa_offer {
    uint8_t seat, slot;
    uint8_t right, place;
    int8_t after; /* -1: without condition */
    uint8_t further, by_hand, drawn;
    struct genoa_goods give, ask; /* cards are asked only after a counter */
    int16_t limit;
    struct genoa_plan plan;
    uint8_t countered, agreed;
    uint8_t pending; /* 1: the counter waits for an answer */
    struct genoa_goods counter_give, counter_ask;
};

struct genoa_supply {
    uint8_t wares[GENOA_WARES];
    uint8_t tiles[GENOA_TILES];
    uint8_t markers[GENOA_SEATS];
};

/* Face down, the top first. */
struct genoa_pile {
    uint8_t n;
    uint8_t card[GENOA_CARDS];
};

/* An action on its way, or one through a building action tile within it. */
struct genoa_run {
    int8_t building;     /* -1: none */
    uint8_t main, small; /* 1: done */
};

struct genoa_action {
    int8_t seat;    /* -1: nobody acts */
    struct genoa_run own, sub;
    struct genoa_plan plan; /* of an offer that was accepted to be carried out by hand: the actor's secret */
    uint8_t gained; /* building action tiles that this action has brought */
};

struct genoa_wish {
    int8_t street; /* 0..19; -1: none */
    uint8_t first, second;
};

struct genoa_claim {
    struct genoa_wish wish[GENOA_WISHES];
};

struct genoa_score {
    int16_t cash, privileges, markers, total;
    uint8_t wares;
};

struct genoa_state {
    struct genoa_options options;
    uint8_t seats, first, tower_seat, turn, round, round_space, round_spaces, phase;
    uint8_t dice[2];                 /* column and row; 0: none were rolled */
    uint8_t n_path;
    uint8_t path[GENOA_PATH];        /* the last is where the tower stands */
    uint8_t acted[GENOA_SEATS], acted_further[GENOA_SEATS];
    int8_t actor[GENOA_BUILDINGS];   /* who has taken the action this turn, -1: nobody */
    uint32_t acted_in[GENOA_SEATS];  /* sets of buildings */
    int8_t owner[GENOA_BUILDINGS];   /* whose marker, -1: nobody's */
    struct genoa_supply supply;
    struct genoa_pile deck[GENOA_DECKS];
    uint16_t discard[GENOA_DECKS];   /* sets */
    struct genoa_goods players[GENOA_SEATS];
    uint16_t told[GENOA_SEATS][GENOA_DECKS]; /* cards in hands of others of which a seat knows whose, since it has passed them on */
    int16_t announced[GENOA_SPACES]; /* asking prices, 0: considered, -1: nothing */
    uint8_t n_offers;
    struct genoa_offer offers[GENOA_OFFERS]; /* by seat, then by slot */
    seatmask ready, called;
    uint32_t watch[GENOA_SEATS];     /* sets of buildings at which a seat wants to be asked */
    uint8_t calls_left, counters_left;
    uint8_t edits[GENOA_SEATS];
    struct genoa_action action;
    uint8_t street_discs[GENOA_STREETS];
    seatmask claim_queue;            /* have still to be asked, clockwise from the tower seat */
    seatmask claim_now;
    struct genoa_claim claims[GENOA_SEATS];
    struct genoa_score score[GENOA_SEATS];
};

/* ---- data.c ---- */

struct genoa_space {
    uint8_t n;                                /* neighbours */
    int8_t neighbour[GENOA_MOST_NEIGHBOURS];
    int8_t building[2];                       /* of a street: those that it touches; else -1 */
};

/* What an action in a building brings: of these, what the board has. */
struct genoa_effect {
    uint8_t of;      /* enum genoa_class */
    int8_t ware[2];  /* -1: none */
    int8_t tile;     /* -1: none */
    int8_t deck;     /* -1: no cards; of a villa privileges */
    uint8_t cards, markers;
};

struct genoa_large { uint8_t villa; uint8_t ware[3]; };
struct genoa_small { uint8_t building, ware; };
struct genoa_message { uint8_t building[2]; };

extern const struct name genoa_spaces[GENOA_SPACES]; /* buildings come first, streets last */
extern const struct name genoa_wares[GENOA_WARES];
extern const char genoa_marks[GENOA_WARES][3];
extern const struct name genoa_tiles[GENOA_TILES];
extern const struct name genoa_decks[GENOA_DECKS];
extern const struct name genoa_cards[GENOA_DECKS][GENOA_CARDS];
extern const struct name genoa_sorts[GENOA_SORTS];
extern const struct name genoa_things[GENOA_THINGS]; /* wares, tiles, a marker, top cards of decks, cards */
extern const struct name genoa_phases[GENOA_PHASE_COUNT];
extern const struct name genoa_rights[GENOA_RIGHT_COUNT];
extern const struct name genoa_mains[GENOA_MAIN_COUNT];
extern const struct name genoa_modes[GENOA_MODE_COUNT];
extern const struct name genoa_ways[GENOA_BY_COUNT];
extern const struct name genoa_off_on[2];
extern const struct name genoa_offer_kinds[GENOA_OFFERS_COUNT];
extern const struct name genoa_last_calls[GENOA_LAST_CALL_COUNT];
extern const struct name genoa_claim_kinds[GENOA_CLAIMS_COUNT];
extern const struct name genoa_rule_books[GENOA_RULES_COUNT];
extern const char *const genoa_wares_counted[GENOA_WARES];
extern const char *const genoa_tiles_counted[GENOA_TILES];

extern const struct genoa_space genoa_map[GENOA_SPACES];
extern const uint8_t genoa_grid[GENOA_SIDE][GENOA_SIDE]; /* [row][column] */
extern const struct genoa_effect genoa_effects[GENOA_BUILDINGS];
extern const uint8_t genoa_distance[GENOA_SPACES][GENOA_SPACES];
extern const struct genoa_large genoa_large[GENOA_CARDS];
extern const struct genoa_small genoa_small[GENOA_CARDS];
extern const struct genoa_message genoa_message[];
extern const struct genoa_plan genoa_no_plan;
extern const struct genoa_claim genoa_no_claim; /* turn.c */
extern const uint8_t genoa_deck_sizes[GENOA_DECKS];
extern const uint8_t genoa_tile_counts[GENOA_TILES];
extern const uint8_t genoa_round_spaces[GENOA_SEATS + 1]; /* by seats */

/* ---- score.c ---- */

/** genoa_pay() - ducats for a set of privileges (dossier genoa R12.2) */
int genoa_pay(uint16_t privileges);
/** genoa_placed() - buildings that carry a marker of a seat */
int genoa_placed(const struct genoa_state *st, int seat);
/** genoa_end() - fills st->score of the game that is over */
void genoa_end(struct genoa_state *st);
void genoa_standing(const void *state, struct standing *out);
/** genoa_own() - ducats with the money and the privileges of @seat, which only its player sees */
int genoa_own(const void *state, int seat);

/* ---- board.c: what can be worked out of a position ---- */

static inline bool genoa_is_building(int space)
{
    return space < GENOA_BUILDINGS;
}
static inline bool genoa_is_street(int space)
{
    return space >= GENOA_FIRST_STREET;
}
static inline bool genoa_is_villa(int building)
{
    return genoa_effects[building].of == GENOA_VILLA;
}
/** genoa_book_full() - has a seat changed the book as often as one may in a turn? Dossier genoa 16.9 */
static inline bool genoa_book_full(const struct genoa_state *st, int seat)
{
    return st->edits[seat] >= GENOA_EDITS;
}

/** genoa_printed_two() - do the two changes of the printed rules for two players hold? (dossier genoa 11) */
static inline bool genoa_printed_two(const struct genoa_state *st)
{
    return st->seats == GENOA_FEWEST && st->options.rules != GENOA_RULES_SEED;
}

/** genoa_here() - where the tower stands; it stands somewhere */
static inline int genoa_here(const struct genoa_state *st)
{
    return st->path[st->n_path - 1];
}
/** genoa_steps_left() - 0..4 */
static inline int genoa_steps_left(const struct genoa_state *st)
{
    return GENOA_PATH - st->n_path;
}
static inline bool genoa_adjacent(int a, int b)
{
    return genoa_distance[a][b] == 1;
}
/** genoa_on_path() - has the tower been on a space this turn? */
static inline bool genoa_on_path(const struct genoa_state *st, int space)
{
    for (int i = 0; i < st->n_path; i++)
        if (st->path[i] == space)
            return true;
    return false;
}
/** genoa_may_step() - can the tower go on to this neighbour, as far as its discs and its way allow? */
static inline bool genoa_may_step(const struct genoa_state *st, int space)
{
    return genoa_steps_left(st) && (st->options.revisit || !genoa_on_path(st, space));
}
/** genoa_must_step() - has the tower to go on, since a step is left to it? (dossier genoa R14.10) */
bool genoa_must_step(const struct genoa_state *st);
/** genoa_steps_to() - how many steps the tower needs to a space, 0..4; more: it cannot get there any more (dossier genoa R5.7) */
int genoa_steps_to(const struct genoa_state *st, int space);
/** genoa_steps() - the same for every space at once */
void genoa_steps(const struct genoa_state *st, uint8_t steps[GENOA_SPACES]);
/** genoa_can_act() - has a seat an action left this turn? @further: it would spend a further action tile */
bool genoa_can_act(const struct genoa_state *st, int seat, bool further);
/** genoa_has_normal() - is the action that every seat has still there, by the printed rules for two the tower player's second one? */
bool genoa_has_normal(const struct genoa_state *st, int seat);
/** genoa_is_taken() - has somebody acted in a building this turn, so that nobody else may by a tile? (dossier genoa R5.6, R14.21) */
static inline bool genoa_is_taken(const struct genoa_state *st, int building)
{
    return st->options.rules != GENOA_RULES_BEFORE && st->actor[building] >= 0;
}
/** genoa_action_error() - may a seat act in a building through the tower, were it there? RULE_OK or why not */
int genoa_action_error(const struct genoa_state *st, int seat, int place, bool further);
/** genoa_size() - how many items a set holds */
static inline int genoa_size(unsigned set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}
/** genoa_left_in() - cards of a deck that can still be drawn */
static inline int genoa_left_in(const struct genoa_state *st, int deck)
{
    return st->deck[deck].n + genoa_size(st->discard[deck]);
}
/** genoa_next_seat() - clockwise */
static inline int genoa_next_seat(const struct genoa_state *st, int seat)
{
    return seat + 1 == st->seats ? 0 : seat + 1;
}
/** genoa_running() - the action that goes on: the one through a tile, else the one through the tower */
static inline const struct genoa_run *genoa_running(const struct genoa_state *st)
{
    return st->action.sub.building >= 0 ? &st->action.sub : &st->action.own;
}
/** genoa_has_wares() - does a seat own the wares of a large order? */
bool genoa_has_wares(const struct genoa_goods *goods, int order);
/** genoa_may_claim() - could a seat place or remove a marker beside a street that carries a disc? */
bool genoa_may_claim(const struct genoa_state *st, int seat);
/** genoa_wish_error() - is a wish legal in this position? (dossier genoa R9) */
int genoa_wish_error(const struct genoa_state *st, int seat, const struct genoa_wish *wish);
/** genoa_claim_error() - may a seat make this claim? */
int genoa_claim_error(const struct genoa_state *st, int seat, const int16_t *arg);

/* What a 1:1 trade gives and gets: things, -1 where the slots do not say it, or say two different things. */
struct genoa_trade {
    int give, get;
};
struct genoa_trade genoa_read_trade(const int16_t *slots);
/** genoa_sort_of() - enum genoa_sort of a thing; of what is drawn the sort of its deck */
int genoa_sort_of(int thing);
/** genoa_deck_of_thing() - the deck of a thing that is a card, and which card it is */
int genoa_deck_of_thing(int thing, int *card);
/** genoa_thing_of_card() - the other way round */
int genoa_thing_of_card(int deck, int card);

/* ---- offer.c: the book of offers ---- */

/** genoa_find_offer() - the offer of a seat in a slot, or NULL */
const struct genoa_offer *genoa_find_offer(const struct genoa_state *st, int seat, int slot);
/** genoa_find_street() - of a seat's offers for the step to a street that can be accepted the one with most money, or NULL */
const struct genoa_offer *genoa_find_street(const struct genoa_state *st, int seat, int street);
/** genoa_offer_visible() - may a viewer read what an offer says? (dossier genoa 15) */
bool genoa_offer_visible(const struct genoa_state *st, int viewer, const struct genoa_offer *offer);
/** genoa_offer_error() - could this offer be accepted now? RULE_OK, or why not; what the tower player has still to do here counts
 *  only with @settled (dossier genoa 16.5) */
int genoa_offer_error(const struct genoa_state *st, const struct genoa_offer *offer, bool settled);
/** genoa_filing_error() - may this offer be written into the book? */
int genoa_filing_error(const struct genoa_state *st, const struct genoa_offer *offer);
/** genoa_must_sell() - does somebody pay for the action where the tower stands, with no strings? (dossier genoa R5.8) */
bool genoa_must_sell(const struct genoa_state *st);
/** genoa_watchers() - seats that want to be asked where the tower stands, and have not been (dossier genoa 16.4) */
seatmask genoa_watchers(const struct genoa_state *st);
/** genoa_pending() - does a counter wait to be sent or answered? */
seatmask genoa_pending(const struct genoa_state *st);
/** genoa_read_offer() - an offer out of the slots of a move or order; genoa_write_offer() - the other way round */
void genoa_read_offer(int seat, const int16_t *slots, struct genoa_offer *offer);
void genoa_write_offer(const struct genoa_offer *offer, int16_t *slots);
/** genoa_read_goods() - what a side gives, out of slots; without cards where @plain */
void genoa_read_goods(const int16_t *slots, bool plain, struct genoa_goods *goods);
void genoa_write_goods(const struct genoa_goods *goods, bool plain, int16_t *slots);
bool genoa_no_goods(const struct genoa_goods *goods);
/** genoa_owns() - has @owner all of @what? genoa_owns_cards(): all its cards */
bool genoa_owns(const struct genoa_goods *owner, const struct genoa_goods *what);
bool genoa_owns_cards(const struct genoa_goods *owner, const struct genoa_goods *what);
/** genoa_same_goods() - the same, but perhaps for the money? */
bool genoa_same_goods(const struct genoa_goods *a, const struct genoa_goods *b);
/** genoa_terms_error() - may somebody give this and ask that? Fives, not nothing, by the printed rules for two not money alone */
int genoa_terms_error(const struct genoa_state *st, const struct genoa_goods *give, int drawn, const struct genoa_goods *ask);
/** genoa_promise_error() - could the author pay, with what the action would bring if the tower were there? */
int genoa_promise_error(const struct genoa_state *st, const struct genoa_offer *offer);
/** genoa_could_give() - by what everybody sees, could the author come to own these wares and tiles? */
bool genoa_could_give(const struct genoa_state *st, const struct genoa_offer *offer, const struct genoa_goods *give);
/** genoa_tower_gives() - does the tower player own what is asked, and can the buyer take it? */
bool genoa_tower_gives(const struct genoa_state *st, const struct genoa_offer *offer, const struct genoa_goods *give,
                       const struct genoa_goods *ask);
/** genoa_payers() - copies of @offer and of the offers with which the seats @also pay for the same street, into @offers (GENOA_SEATS);
 *  returns how many */
int genoa_payers(const struct genoa_state *st, const struct genoa_offer *offer, seatmask also, struct genoa_offer *offers);
/** genoa_settles() - would the deal come off with its whole payment? Tried out on a copy */
bool genoa_settles(const struct genoa_state *st, const struct genoa_offer *offer, seatmask also);
/** genoa_drop_offer() - takes an offer out of the book */
void genoa_drop_offer(struct genoa_state *st, int index);
/** genoa_forget_cards() - takes offers out of the book that name one of these cards */
void genoa_forget_cards(struct genoa_state *st, int deck, uint16_t cards);

/* ---- the module, by file ---- */

void genoa_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log);
/** genoa_setup_2() - under revisions 1 and 2 */
void genoa_setup_2(void *state, const struct setup *setup, struct rng *rng, struct log *log);
seatmask genoa_awaits(const void *state);
seatmask genoa_windows(const void *state);
int genoa_silence(const void *state, int seat, struct move *move);
int genoa_moves(const void *state, int seat, struct move_list *list);
/** genoa_advise() - as in struct rules_mind */
int genoa_advise(const void *state, int seat, struct rng *rng, struct move *move);
int genoa_check(const void *state, int seat, const struct move *move, int16_t *figures);
unsigned genoa_traits(const void *state, int seat, const struct move *move);
bool genoa_alters(const struct move *step, int other, const struct move *move);
void genoa_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log);
/** genoa_apply_3() - under revisions 2 and 3: a turn ends without a word about the offers that were not accepted */
void genoa_apply_3(void *state, int seat, const struct move *move, struct rng *rng, struct log *log);
/** genoa_apply_1() - under revision 1 */
void genoa_apply_1(void *state, int seat, const struct move *move, struct rng *rng, struct log *log);
void genoa_conceal(void *state, int viewer, struct rng *rng);
bool genoa_keeps(const void *state, int viewer);
bool genoa_sound(const void *state, struct fault *fault);

extern const struct rules genoa_rules;
extern const struct rules_words genoa_words;
extern const struct rules_help genoa_help;
extern const struct rules_orders genoa_orders;
extern const struct rules_mind genoa_mind;
extern const struct rules_view genoa_view;
extern const struct guide genoa_guide;

/* ---- What points are made of (breakdown.c): as in struct rules_words ---- */

struct gains;
struct breakdown;
void genoa_gain(struct gains *gains, const struct event *event);
void genoa_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out);

#endif
