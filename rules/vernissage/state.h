/* Vernissage: the position, its words, and what the game's files share.
 *
 * Orders of all arrays: dossier vernissage 2 and 13.1. Steps of the staircase are 1..13, an agent on step 0 is in reserve;
 * money is whole Rubens in the position and thousands in events. A set of seats or amounts is a bit mask.
 */
#ifndef RULES_VERNISSAGE_STATE_H
#define RULES_VERNISSAGE_STATE_H

#include "rules/engine/counts.h"
#include "rules/rules.h"

enum {
    VERNISSAGE_SEATS = 5,
    VERNISSAGE_ARTISTS = 5,
    VERNISSAGE_KINDS = 3,
    VERNISSAGE_AMOUNTS = 8,   /* 1..7; [0] is not used */
    VERNISSAGE_AGENTS = 3,
    VERNISSAGE_STEPS = 13,
    VERNISSAGE_COLUMN = 12,
    VERNISSAGE_FACES = 8,     /* paintings of the five artists, then the other brown cards */
    VERNISSAGE_POWER = 5,
    VERNISSAGE_CRITIC = 6,
    VERNISSAGE_UNLIMITED = 7,
    VERNISSAGE_POWERS = 23,   /* cards of that kind */
    VERNISSAGE_PAINTINGS = 7, /* of each artist */
    VERNISSAGE_BROWN = 82,
    VERNISSAGE_GREYS = 5,     /* numbers 2..6 */
    VERNISSAGE_GREY_LEAST = 2,
    VERNISSAGE_GREY_CARDS = 23,
    VERNISSAGE_PILES = 7,
    VERNISSAGE_PILE_CARDS = 7,
    VERNISSAGE_DEALT = 3,
    VERNISSAGE_OUT = 0,       /* spaces of the fame track: dossier vernissage 2.6 */
    VERNISSAGE_ZERO = 20,
    VERNISSAGE_START = 30,
    VERNISSAGE_CEILING = 42,
    VERNISSAGE_LAST = 54,
    VERNISSAGE_THOUSAND = 1000,
    VERNISSAGE_START_CASH = 200 * VERNISSAGE_THOUSAND,
    VERNISSAGE_LOAN = 100 * VERNISSAGE_THOUSAND,
    VERNISSAGE_GREY_PRICE = 10 * VERNISSAGE_THOUSAND,
    VERNISSAGE_NOTE_COSTS = 150, /* thousands */
    VERNISSAGE_OUT_COSTS = 100,  /* thousands, for each painting of an artist that is OUT */
    VERNISSAGE_FEATHER = 5,
    VERNISSAGE_GREAT = 12,
    VERNISSAGE_SMALL = 6,
    VERNISSAGE_OFFERS = 5,
    VERNISSAGE_ROUNDS = 250,     /* where a table sets no limit: far above what a game that is played can reach */
    VERNISSAGE_STRONG = 14,      /* with power14 such a total costs a card */
    VERNISSAGE_SLOTS = 10,
    VERNISSAGE_MOST = 30000      /* thousands: far above what a game can reach */
};

/* What the option `rounds` may be. */
#define VERNISSAGE_ROUND_COUNTS(X) X(15) X(20) X(25) X(30) X(40) X(50) X(60)

enum vernissage_kind { VERNISSAGE_PURCHASE, VERNISSAGE_CRITIQUE, VERNISSAGE_SCANDAL };

enum vernissage_die {
    VERNISSAGE_DIE_PURCHASE,
    VERNISSAGE_DIE_CRITIQUE,
    VERNISSAGE_DIE_SCANDAL,
    VERNISSAGE_DIE_MINUS,
    VERNISSAGE_DIE_WILD,
    VERNISSAGE_DIE_COUNT
};

enum vernissage_phase {
    VERNISSAGE_PHASE_PLACE,
    VERNISSAGE_PHASE_OBJECT,
    VERNISSAGE_PHASE_NEGOTIATE,
    VERNISSAGE_PHASE_OFFER,
    VERNISSAGE_PHASE_CHALLENGE,
    VERNISSAGE_PHASE_COMMIT,
    VERNISSAGE_PHASE_LAST_WORD,
    VERNISSAGE_PHASE_REVEAL,
    VERNISSAGE_PHASE_BUY,
    VERNISSAGE_PHASE_TAKE,
    VERNISSAGE_PHASE_USE,
    VERNISSAGE_PHASE_OVER,
    VERNISSAGE_PHASE_COUNT
};

enum vernissage_layout { VERNISSAGE_LAYOUT_SEVENS, VERNISSAGE_LAYOUT_ALL, VERNISSAGE_LAYOUT_COUNT };

enum vernissage_ending {
    VERNISSAGE_COUNTER_ON_TOP,
    VERNISSAGE_ARTIST_ON_TOP,
    VERNISSAGE_TWO_OUT,
    VERNISSAGE_ROUND_LIMIT,
    VERNISSAGE_ENDING_COUNT
};

/* What an objector does when no agreement is found. */
enum vernissage_nodeal { VERNISSAGE_ASK, VERNISSAGE_YIELD, VERNISSAGE_FIGHT, VERNISSAGE_NODEAL_COUNT };

/* Where the game goes on after an IN payment. */
enum vernissage_stage { VERNISSAGE_STAGE_COUNTER, VERNISSAGE_STAGE_VERNISSAGE, VERNISSAGE_STAGE_COUNT };

enum vernissage_verb {
    VERNISSAGE_REDRAW,
    VERNISSAGE_PLACE,
    VERNISSAGE_ACCEPT,
    VERNISSAGE_OBJECT,
    VERNISSAGE_SETTLE,
    VERNISSAGE_OFFER,
    VERNISSAGE_STAND,
    VERNISSAGE_TAKE_OFFER,
    VERNISSAGE_REFUSE_OFFER,
    VERNISSAGE_DO_FIGHT,
    VERNISSAGE_DO_YIELD,
    VERNISSAGE_COMMIT,
    VERNISSAGE_REVEAL,
    VERNISSAGE_BUY_BROWN,
    VERNISSAGE_BUY_GREY,
    VERNISSAGE_TAKE,
    VERNISSAGE_TAKE_NONE,
    VERNISSAGE_MOVE_ONE,
    VERNISSAGE_MOVE_ALL,
    VERNISSAGE_USE_CRITIC,
    VERNISSAGE_END,
    VERNISSAGE_VERB_COUNT
};

enum vernissage_event {
    VERNISSAGE_START_ROLLED,
    VERNISSAGE_WAS_DEALT,
    VERNISSAGE_HEAD_START,
    VERNISSAGE_TURN_BEGAN,
    VERNISSAGE_DIE_ROLLED,
    VERNISSAGE_FATE_SKIPPED,
    VERNISSAGE_REDRAWN,
    VERNISSAGE_COUNTER_PLACED,
    VERNISSAGE_ANSWERED,
    VERNISSAGE_UNOPPOSED,
    VERNISSAGE_OBJECTED,
    VERNISSAGE_OBJECTED_TO_ALL,
    VERNISSAGE_SETTLED,
    VERNISSAGE_OFFERED,
    VERNISSAGE_OFFER_TAKEN,
    VERNISSAGE_OFFER_REFUSED,
    VERNISSAGE_STOOD,
    VERNISSAGE_LET_PASS,
    VERNISSAGE_CHALLENGED,
    VERNISSAGE_CARDS_LAID,
    VERNISSAGE_CARDS_RAISED,
    VERNISSAGE_DICE_ROLLED,
    VERNISSAGE_POWER_PLAY_WON,
    VERNISSAGE_POWER_CARD_LOST,
    VERNISSAGE_AGENT_SENT_HOME,
    VERNISSAGE_COUNTER_REMOVED,
    VERNISSAGE_COUNTER_CONFIRMED,
    VERNISSAGE_FAME_MOVED,
    VERNISSAGE_WENT_IN,
    VERNISSAGE_PAINTINGS_SHOWN,
    VERNISSAGE_PAID,
    VERNISSAGE_WENT_OUT,
    VERNISSAGE_HELD,
    VERNISSAGE_PILE_BOUGHT,
    VERNISSAGE_CARD_TAKEN,
    VERNISSAGE_CARD_DECLINED,
    VERNISSAGE_GREY_BOUGHT,
    VERNISSAGE_GREY_RESHUFFLED,
    VERNISSAGE_NOTE_TAKEN,
    VERNISSAGE_AGENT_MOVED,
    VERNISSAGE_AGENT_ENTERED,
    VERNISSAGE_MOVE_CARD_USED,
    VERNISSAGE_CRITIC_USED,
    VERNISSAGE_FEATHER_MOVED,
    VERNISSAGE_TURN_ENDED,
    VERNISSAGE_GAME_OVER,
    VERNISSAGE_RESULT,
    VERNISSAGE_WON,
    VERNISSAGE_EVENT_COUNT
};

enum vernissage_error {
    VERNISSAGE_NO_INFLUENCE = RULE_OWN,
    VERNISSAGE_KIND_NOT_ALLOWED,
    VERNISSAGE_NOT_IN_SUPPLY,
    VERNISSAGE_ARTIST_OUT,
    VERNISSAGE_SAME_AMOUNT,
    VERNISSAGE_NOT_AGREED,
    VERNISSAGE_AGREED_ALREADY,
    VERNISSAGE_FINAL_ANSWER,
    VERNISSAGE_OFFERS_SPENT,
    VERNISSAGE_REFUSES_ITSELF,
    VERNISSAGE_TOO_MANY_CARDS,
    VERNISSAGE_CAP_BELOW_CARDS,
    VERNISSAGE_NOT_THAT_MANY,
    VERNISSAGE_PILE_EMPTY,
    VERNISSAGE_NO_GREY_LEFT,
    VERNISSAGE_NOT_IN_PILE,
    VERNISSAGE_NO_SUCH_CARD,
    VERNISSAGE_ONE_MOVE_CARD,
    VERNISSAGE_TOO_FAR,
    VERNISSAGE_TOO_HIGH,
    VERNISSAGE_STEP_TAKEN,
    VERNISSAGE_NOTHING_CHANGES,
    VERNISSAGE_AGENT_STAYS,
    VERNISSAGE_NO_REDRAW,
    VERNISSAGE_ERROR_COUNT
};

struct vernissage_options {
    uint8_t power14, layout, head_start, offers, rounds; /* rounds 0: no limit */
    uint8_t revision; /* 0: the first, in which a redraw has to wait for one's turn, and value and feather are one movement */
};

struct vernissage_counter {
    uint8_t kind, amount;
};

struct vernissage_artist {
    uint8_t step, fame, out, n_column;
    struct vernissage_counter column[VERNISSAGE_COLUMN]; /* the lowest first */
};

/* Cards of a seat that nobody else sees; laid power cards are still counted here. */
struct vernissage_hand {
    uint8_t face[VERNISSAGE_FACES];
    uint8_t grey[VERNISSAGE_GREYS];
};

/* What a seat saw when it last looked through a pile. */
struct vernissage_look {
    uint8_t faces[VERNISSAGE_FACES]; /* that it left there */
    int16_t turn;                    /* -1: never */
};

/* The counter that is argued about, or whose payment is on the way. */
struct vernissage_pending {
    int8_t artist, kind; /* -1: none */
    uint8_t amount, cell;
    seatmask eligible, answered, objectors;
    uint8_t values[VERNISSAGE_SEATS]; /* amounts that an objector accepts */
    int8_t nodeal[VERNISSAGE_SEATS];  /* -1: does not object */
    uint8_t cards[VERNISSAGE_SEATS], cap[VERNISSAGE_SEATS];
    uint8_t offer, offers_left;       /* 0: no amount is offered */
    seatmask offer_answers, offer_takers;
    uint8_t offer_values[VERNISSAGE_SEATS]; /* what those who refused accept from now on */
    seatmask fighters;
    uint8_t laid[VERNISSAGE_SEATS];
    int8_t stage; /* -1: no payment is on the way */
    uint8_t space;
    seatmask ask;
    uint8_t show[VERNISSAGE_SEATS]; /* paintings that a seat has answered to show */
};

struct vernissage_state {
    struct vernissage_options options;
    uint8_t seats, phase, turn, first, round;
    int16_t turns;
    int8_t die; /* -1: none in this turn */
    uint8_t moved;
    uint8_t opposed; /* 1: somebody objected to this turn's counter, which is settled by now */
    int8_t open_pile, feather, ending;
    uint8_t begun[VERNISSAGE_SEATS]; /* 1: the redraw is gone, by a placement, a purchase or itself; in the first revision by any step */
    struct vernissage_artist artists[VERNISSAGE_ARTISTS];
    uint8_t supply[VERNISSAGE_KINDS][VERNISSAGE_AMOUNTS];
    uint8_t agents[VERNISSAGE_SEATS][VERNISSAGE_AGENTS];
    int32_t cash[VERNISSAGE_SEATS];
    uint8_t notes[VERNISSAGE_SEATS];
    struct vernissage_hand hand[VERNISSAGE_SEATS];
    uint8_t known_power[VERNISSAGE_SEATS]; /* so many power cards at least are in each hand, as power plays have shown */
    uint8_t shown[VERNISSAGE_SEATS][VERNISSAGE_ARTISTS];
    uint8_t piles[VERNISSAGE_PILES][VERNISSAGE_FACES];
    uint8_t aside[VERNISSAGE_FACES], gone[VERNISSAGE_FACES];
    uint8_t grey_deck[VERNISSAGE_GREYS], grey_discard[VERNISSAGE_GREYS];
    struct vernissage_look seen[VERNISSAGE_SEATS][VERNISSAGE_PILES];
    struct vernissage_pending pending;
};

/* ---- data.c ---- */

extern const struct name vernissage_artists[VERNISSAGE_ARTISTS];
extern const struct name vernissage_agents[VERNISSAGE_AGENTS]; /* of the seat that moves them */
extern const char vernissage_initials[VERNISSAGE_ARTISTS][2];
extern const struct name vernissage_kinds[VERNISSAGE_KINDS];
extern const struct name vernissage_values[2 * VERNISSAGE_AMOUNTS - 1]; /* -7 .. +7 */
extern const struct name vernissage_dice[VERNISSAGE_DIE_COUNT];
extern const struct name vernissage_faces[VERNISSAGE_FACES];
extern const struct name vernissage_move_cards[VERNISSAGE_GREYS + 1]; /* the last is the unlimited one */
extern const struct name vernissage_phases[VERNISSAGE_PHASE_COUNT];
extern const struct name vernissage_layouts[VERNISSAGE_LAYOUT_COUNT];
extern const struct name vernissage_endings[VERNISSAGE_ENDING_COUNT];
extern const struct name vernissage_nodeals[VERNISSAGE_NODEAL_COUNT];
extern const struct name vernissage_stages[VERNISSAGE_STAGE_COUNT];

extern const uint8_t vernissage_counters[VERNISSAGE_KINDS][VERNISSAGE_AMOUNTS]; /* how many of each there are */
extern const uint8_t vernissage_face_cards[VERNISSAGE_FACES];
extern const uint8_t vernissage_grey_cards[VERNISSAGE_GREYS];
extern const uint8_t vernissage_die_faces[6];
extern const uint8_t vernissage_die_allows[VERNISSAGE_DIE_COUNT]; /* sets of kinds */
extern const uint8_t vernissage_start_steps[VERNISSAGE_AGENTS];
extern const uint8_t vernissage_head_start[VERNISSAGE_ARTISTS];

/* ---- score.c: what can be worked out of a position ---- */

/** vernissage_price() - what looking through a pile costs, Rubens (dossier vernissage 2.10) */
static inline int32_t vernissage_price(int pile)
{
    return (20 + 10 * pile) * VERNISSAGE_THOUSAND;
}

/** vernissage_value() - spaces of fame that a counter moves: + for purchases, - for the others */
static inline int vernissage_value(int kind, int amount)
{
    return kind == VERNISSAGE_PURCHASE ? amount : -amount;
}

/** vernissage_stands_on() - does one of a seat's agents stand on a step? */
static inline bool vernissage_stands_on(const uint8_t agents[VERNISSAGE_AGENTS], int step)
{
    return agents[0] == step || agents[1] == step || agents[2] == step;
}

/** vernissage_has_influence() - does an agent of @seat stand on the artist's step? (dossier vernissage 4.2) */
static inline bool vernissage_has_influence(const struct vernissage_state *st, int seat, int artist)
{
    return !st->artists[artist].out && vernissage_stands_on(st->agents[seat], st->artists[artist].step);
}

/** vernissage_influencing() - all seats with influence over an artist */
seatmask vernissage_influencing(const struct vernissage_state *st, int artist);
/** vernissage_influenced() - the set of artists that a seat influences */
uint8_t vernissage_influenced(const struct vernissage_state *st, int seat);
/** vernissage_hand_size() - hidden cards of a seat, 0 .. 105; public */
int vernissage_hand_size(const struct vernissage_state *st, int seat);
/** vernissage_has_move_card() - of either kind, in hand */
bool vernissage_has_move_card(const struct vernissage_state *st, int seat);
/** vernissage_in_supply() - the set of amounts of a kind that the supply holds */
uint8_t vernissage_in_supply(const struct vernissage_state *st, int kind);
/** vernissage_kinds_allowed() - the set of kinds that may be placed now: the die's, or, when none of these is left, all that
 *  are left (dossier vernissage 4.3) */
uint8_t vernissage_kinds_allowed(const struct vernissage_state *st);
/** vernissage_cell() - the step of the nearest free cell before an artist */
static inline int vernissage_cell(const struct vernissage_artist *artist)
{
    return artist->step + artist->n_column + 1;
}
/** vernissage_settle_set() - amounts that every objector accepts (dossier vernissage 4.5) */
uint8_t vernissage_settle_set(const struct vernissage_state *st);
/** vernissage_nearest() - the amount of a set that is nearest to the placed one; of two the larger; 0: the set is empty */
int vernissage_nearest(uint8_t amounts, int placed);
/** vernissage_offer_set() - amounts that may be offered now (dossier vernissage 4.5) */
uint8_t vernissage_offer_set(const struct vernissage_state *st);
/** vernissage_lacking() - objectors who do not accept an amount as yet */
seatmask vernissage_lacking(const struct vernissage_state *st, int amount);
/** vernissage_open() - objectors who hear offers, or have not decided whether to fight */
seatmask vernissage_open(const struct vernissage_state *st);
/** vernissage_can_redraw() - from the deal until the seat first places a counter, buys or shows a painting, also out of turn; in the
 *  first revision as the first step of its first turn (dossier vernissage 3.4) */
bool vernissage_can_redraw(const struct vernissage_state *st, int seat);
/** vernissage_alters() - a purchase from a pile of which a redraw has changed a card */
bool vernissage_alters(const struct move *step, int other, const struct move *move);
/** vernissage_greys_left() - are there move cards to draw, or to shuffle and draw? (dossier vernissage 6.3) */
bool vernissage_greys_left(const struct vernissage_state *st);
/** vernissage_can_buy() - is anything left to buy? */
bool vernissage_can_buy(const struct vernissage_state *st);
/** vernissage_is_last_turn() - will the game be over when this turn ends? (dossier vernissage 8.1 d) */
bool vernissage_is_last_turn(const struct vernissage_state *st);
/** vernissage_argued() - does a counter lie there that is not confirmed as yet? */
static inline bool vernissage_argued(const struct vernissage_state *st)
{
    return st->phase >= VERNISSAGE_PHASE_OBJECT && st->phase <= VERNISSAGE_PHASE_LAST_WORD;
}

/* What a counter would do, once confirmed (dossier vernissage 5). Money in thousands. */
struct vernissage_effect {
    bool out, in, vernissage, top;  /* top: the game would end on the staircase */
    bool ends;                      /* it would end, there or by a second artist that is OUT */
    uint8_t fame;                   /* space on which the marker rests in the end */
    uint8_t step;                   /* on which the artist stands in the end */
    int8_t rank;                    /* of the vernissage: enum vernissage_rank, or -1 */
    int16_t payment;                /* for each shown painting, all arrivals together */
    int16_t before, after;          /* worth of a painting */
};
enum vernissage_rank { VERNISSAGE_RANK_GREAT, VERNISSAGE_RANK_SMALL, VERNISSAGE_RANK_NONE, VERNISSAGE_RANK_FEATHER,
                       VERNISSAGE_RANK_COUNT };
extern const struct name vernissage_ranks[VERNISSAGE_RANK_COUNT];

/** vernissage_pays_first() - would a movement by @by take an artist with the feather IN? Then it is paid there, and the five spaces of
 *  the feather come after it (dossier vernissage R15, 19.10) */
bool vernissage_pays_first(const struct vernissage_state *st, int artist, int by);
/** vernissage_effect() - of a counter of this value, not in the column as yet, on an artist that is not OUT */
struct vernissage_effect vernissage_effect(const struct vernissage_state *st, int artist, int kind, int amount);
/** vernissage_outs() - how many artists are OUT */
int vernissage_outs(const struct vernissage_state *st);
/** vernissage_kinds_in() - the set of kinds in an artist's column */
uint8_t vernissage_kinds_in(const struct vernissage_artist *artist);
/** vernissage_rank_of() - of a vernissage, after the jump (dossier vernissage 5.4, R18) */
int vernissage_rank_of(const struct vernissage_state *st, int artist);
/** vernissage_worth() - of one painting on a space, thousands (dossier vernissage 2.6); a golden space counts as the ceiling */
int vernissage_worth(int space);
/** vernissage_assets() - what a seat has, thousands, hidden paintings included (dossier vernissage 8.2) */
int vernissage_assets(const struct vernissage_state *st, int seat);
/** vernissage_public_assets() - the same without what is hidden */
int vernissage_public_assets(const struct vernissage_state *st, int seat);
/** vernissage_rank() - ranks by assets; equals share a rank (dossier vernissage 8.3) */
void vernissage_rank(const struct vernissage_state *st, int8_t rank[VERNISSAGE_SEATS]);
/** vernissage_standing() - thousands: of public facts while the game runs, all assets after */
void vernissage_standing(const void *state, struct standing *standing);
/** vernissage_own() - thousands: all assets of @seat, with the paintings that only its player sees */
int vernissage_own(const void *state, int seat);

/* ---- the other files ---- */

void vernissage_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log);
/** vernissage_setup_1() - under revision 1 */
void vernissage_setup_1(void *state, const struct setup *setup, struct rng *rng, struct log *log);
/** vernissage_begin_turn() - of the seat st->turn: the die, or why there is none (dossier vernissage 4.2) */
void vernissage_begin_turn(struct vernissage_state *st, struct rng *rng, struct log *log);
/** vernissage_clear_pending() - no counter is argued about */
void vernissage_clear_pending(struct vernissage_pending *pending);
seatmask vernissage_awaits(const void *state);
seatmask vernissage_windows(const void *state);
int vernissage_silence(const void *state, int seat, struct move *move);
int vernissage_moves(const void *state, int seat, struct move_list *list);
unsigned vernissage_traits(const void *state, int seat, const struct move *move);
/** vernissage_advise() - as in struct rules_mind */
int vernissage_advise(const void *state, int seat, struct rng *rng, struct move *move);
int vernissage_check(const void *state, int seat, const struct move *move, int16_t *figures);
void vernissage_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log);
void vernissage_conceal(void *state, int viewer, struct rng *rng);
bool vernissage_sound(const void *state, struct fault *fault);
/** vernissage_advise_buy() - the order for the rest of its turn that a sound player at @seat would give now; false: nothing is
 *  left to buy */
bool vernissage_advise_buy(const struct vernissage_state *st, int seat, struct move *order);

extern const struct rules vernissage_rules;
extern const struct rules_words vernissage_words;
extern const struct rules_help vernissage_help;
extern const struct rules_orders vernissage_orders, vernissage_orders_1; /* _1: of the first revision */
extern const struct rules_mind vernissage_mind;
extern const struct rules_view vernissage_view;
extern const struct guide vernissage_guide;

/* ---- What points are made of (breakdown.c): as in struct rules_words ---- */

struct gains;
struct breakdown;
void vernissage_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out);

#endif
