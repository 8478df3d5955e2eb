/* Venedig: the position, its words, and what the game's files share.
 *
 * Sites are 0..104 and spots 0..455 in board order, spaces of the route 0 (start) .. 60 (goal) and on along the poles. With two
 * players seat 2 of fronts and architects is the imaginary third player (dossier venedig 10), who is never awaited.
 */
#ifndef RULES_VENEDIG_STATE_H
#define RULES_VENEDIG_STATE_H

#include "rules/engine/counts.h"
#include "rules/rules.h"

enum {
    VENEDIG_FEWEST = 2,
    VENEDIG_SEATS = 5,
    VENEDIG_THIRD = 2,            /* the seat of the imaginary player */
    VENEDIG_CARDS = 42,
    VENEDIG_PIECES = 42,
    VENEDIG_PRINTED = 5,
    VENEDIG_DEALT = 3,
    VENEDIG_HAND = 5,
    VENEDIG_FRONTS = 2,           /* kinds that may stay before a player */
    VENEDIG_SWAP = 3,             /* cards taken for one that is put into the pool */
    VENEDIG_POOL = 4,             /* so many kinds are cleared away */
    VENEDIG_A_TURN = 2,           /* sites drained */
    VENEDIG_SITES = 105,
    VENEDIG_NEAR = 6,
    VENEDIG_SPOT_SITES = 3,
    VENEDIG_PAIRS = VENEDIG_SITES, /* first spot of two neighbouring sites */
    VENEDIG_OVER = 323,            /* first spot of a bridge */
    VENEDIG_TRIANGLES = 338,       /* first spot of three sites */
    VENEDIG_SPOTS = 456,
    VENEDIG_BRIDGES = VENEDIG_TRIANGLES - VENEDIG_OVER,
    VENEDIG_GOAL = 60,
    VENEDIG_CROSSING = 10,         /* the place that is passed a second time as */
    VENEDIG_CROSSING_AGAIN = 45,
    VENEDIG_POLES = 20,            /* drawn; the count goes on */
    VENEDIG_FURTHEST = 250,
    VENEDIG_MOST_POINTS = 19,      /* a ponte between all casas */
    VENEDIG_MOST_GOLD = 147,       /* all tiles */
    VENEDIG_MOST_STEPS = 29,       /* for all gold */
    VENEDIG_PRICE = 5,             /* gold for one step */
    VENEDIG_SWAMP_VALUES = 3,      /* 0..2 */
    VENEDIG_TREASURE_VALUES = 4,   /* 3..6 */
    VENEDIG_GOLD_VALUES = VENEDIG_SWAMP_VALUES + VENEDIG_TREASURE_VALUES,
    VENEDIG_SWAMP_TILES = 86,
    VENEDIG_TREASURES = 18,
    VENEDIG_BASILIKA_POINTS = 7,
    VENEDIG_TURNS = 9999,
    VENEDIG_RANKED = 6             /* sites in a standing order */
};

/* Those of which cards may lie before players come first. */
enum venedig_kind {
    VENEDIG_PALAZZO,
    VENEDIG_CAMPO,
    VENEDIG_PONTE,
    VENEDIG_BASILIKA,
    VENEDIG_CASA,
    VENEDIG_KINDS,
    VENEDIG_SHARED = VENEDIG_CASA
};

enum venedig_district {
    VENEDIG_RIALTO,
    VENEDIG_CASTELLO,
    VENEDIG_SAN_MARCO,
    VENEDIG_DORSODURO,
    VENEDIG_GIUDECCA,
    VENEDIG_DISTRICTS
};

enum venedig_set { VENEDIG_SET_SHARED, VENEDIG_SET_SOLO, VENEDIG_SET_COUNT };

enum venedig_phase {
    VENEDIG_PHASE_BUILD,
    VENEDIG_PHASE_PLACE, /* the architect chooses where */
    VENEDIG_PHASE_GOLD,  /* between two steps of a building the active seat may spend gold */
    VENEDIG_PHASE_DRAIN,
    VENEDIG_PHASE_DRAW,
    VENEDIG_PHASE_OVER,
    VENEDIG_PHASE_COUNT
};

enum venedig_ending { VENEDIG_ENDING_NONE, VENEDIG_ENDING_GOAL, VENEDIG_ENDING_SUPPLY, VENEDIG_ENDING_COUNT };

/* What comes next of the building that is on its way. */
enum venedig_step { VENEDIG_STEP_NONE, VENEDIG_STEP_PLACE, VENEDIG_STEP_TREASURE, VENEDIG_STEP_MOVE, VENEDIG_STEP_COUNT };

/* What follows when it stands: the same seat goes on building, or the next turn begins. */
enum venedig_back { VENEDIG_BACK_BUILD, VENEDIG_BACK_TURN, VENEDIG_BACK_COUNT };

enum venedig_verb {
    VENEDIG_FLIP,
    VENEDIG_PLAY,
    VENEDIG_DO_CASA,
    VENEDIG_BUILD,
    VENEDIG_SCRAP,
    VENEDIG_CALL,
    VENEDIG_SPEND,
    VENEDIG_PROCEED,
    VENEDIG_DONE,
    VENEDIG_DRAIN,
    VENEDIG_STOP,
    VENEDIG_DRAW,
    VENEDIG_DO_SWAP,
    VENEDIG_PASS,
    VENEDIG_VERB_COUNT
};

/* Slots of moves that have several. */
enum { SLOT_BUILD_KIND, SLOT_BUILD_SET, SLOT_BUILD_SPOT, SLOT_BUILD_COUNT_IN, SLOTS_OF_BUILD };
enum { SLOT_CALL_KIND, SLOT_CALL_SPOT, SLOT_CALL_COUNT_IN, SLOTS_OF_CALL };
enum { SLOT_SWAP_PUT, SLOT_SWAP_TAKE, SLOTS_OF_SWAP };
enum { VENEDIG_FROM_DECK = VENEDIG_KINDS }; /* where a card is drawn from: the pool's kinds, then the deck */

enum venedig_event {
    VENEDIG_STARTED,
    VENEDIG_WAS_DEALT,
    VENEDIG_TURN_BEGAN,
    VENEDIG_FLIPPED,
    VENEDIG_PLAYED,
    VENEDIG_PLAYED_SOLO,
    VENEDIG_ARCHITECT,
    VENEDIG_ARCHITECT_THIRD,
    VENEDIG_ARCHITECT_NOBODY,
    VENEDIG_CALLED,
    VENEDIG_WISHED,
    VENEDIG_BUILT,
    VENEDIG_BUILT_PONTE,
    VENEDIG_BUILT_THIRD,
    VENEDIG_SCRAPPED,
    VENEDIG_TREASURE,
    VENEDIG_NO_TREASURE,
    VENEDIG_MOVED,
    VENEDIG_SPENT,
    VENEDIG_GAVE_UP,
    VENEDIG_DRAINED,
    VENEDIG_DREW,
    VENEDIG_TOOK,
    VENEDIG_POOLED,
    VENEDIG_POOL_CLEARED,
    VENEDIG_RESHUFFLED,
    VENEDIG_PASSED,
    VENEDIG_ENDS,
    VENEDIG_CONVERTED,
    VENEDIG_GAME_OVER,
    VENEDIG_RESULT,
    VENEDIG_WON,
    VENEDIG_EVENT_COUNT
};

/* What became of a card of the imaginary player. */
enum venedig_fate { VENEDIG_FATE_FRONT, VENEDIG_FATE_LOST, VENEDIG_FATE_BUILDS, VENEDIG_FATE_COUNT };
/* Why a gondola moved. */
enum venedig_by { VENEDIG_BY_BUILDING, VENEDIG_BY_GOLD, VENEDIG_BY_END, VENEDIG_BY_COUNT };

enum venedig_error {
    VENEDIG_OWN_PLACE = RULE_OWN,
    VENEDIG_NOT_ARCHITECT,
    VENEDIG_CARDS_MISSING,
    VENEDIG_TOO_MANY_CARDS,
    VENEDIG_BUILDING_WAITING,
    VENEDIG_TOO_MANY_KINDS,
    VENEDIG_WRONG_DISCARD,
    VENEDIG_NOT_COMPLETE,
    VENEDIG_UNDER_SWAMP,
    VENEDIG_SITE_TAKEN,
    VENEDIG_WRONG_SHAPE,
    VENEDIG_WRONG_DISTRICT,
    VENEDIG_COUNTS_NOTHING,
    VENEDIG_NO_ROOM,
    VENEDIG_ROOM_LEFT,
    VENEDIG_NOT_ENOUGH_GOLD,
    VENEDIG_TILE_MISSING,
    VENEDIG_NO_SWAMP,
    VENEDIG_HAND_FULL,
    VENEDIG_KIND_IN_POOL,
    VENEDIG_NOT_IN_POOL,
    VENEDIG_OWN_CARD_BACK,
    VENEDIG_TOO_MANY_TAKEN,
    VENEDIG_DECK_EMPTY,
    VENEDIG_MUST_TAKE,
    VENEDIG_NO_THIRD,
    VENEDIG_ALREADY_FLIPPED,
    VENEDIG_TOO_LATE_TO_FLIP,
    VENEDIG_ERROR_COUNT
};

/* A building on the board; the printed ones come first. */
struct venedig_building {
    uint8_t kind;
    int16_t spot;
};

/* So many of each kind. */
struct venedig_cards {
    uint8_t of[VENEDIG_KINDS];
};

/* The building that is on its way: it waits for its site, or treasure and movements are still to come. */
struct venedig_job {
    int8_t kind; /* -1: none is */
    uint8_t set, step, back;
    int8_t builder;  /* the architect */
    int16_t spot;    /* while it waits for its site: the one that was wished for, or -1 */
    int8_t count_in; /* the district whose casas a ponte counts, or -1 */
    uint8_t points;  /* of the architect */
    uint8_t next;    /* how many seats, from the architect on, have had their movement */
};

struct venedig_state {
    uint8_t seats, phase, active;
    int16_t turn;
    uint8_t begun;   /* 1: a move was made in this turn */
    uint8_t flipped; /* 1: the imaginary player's card of this turn was turned */
    uint8_t drained;
    uint8_t n_buildings, n_deck;
    struct venedig_building buildings[VENEDIG_PIECES];
    int8_t swamp[VENEDIG_SITES];    /* gold under the tile, -1: there is none */
    uint8_t deck[VENEDIG_CARDS];    /* the top first */
    struct venedig_cards discard, pool;
    struct venedig_cards hand[VENEDIG_SEATS];
    struct venedig_cards known[VENEDIG_SEATS]; /* of each hand: so many at least, as everybody saw (dossier venedig 13) */
    struct venedig_cards front[VENEDIG_SEATS];
    int8_t solo;                    /* the kind of which a whole set was played at once and waits, or -1 */
    int8_t architect[VENEDIG_SHARED]; /* who has the token of each kind, or -1 */
    uint8_t gold[VENEDIG_SEATS][VENEDIG_GOLD_VALUES]; /* tiles held, by value */
    uint8_t aside[VENEDIG_GOLD_VALUES]; /* swamp tiles out of the game, treasure tiles to draw, by value */
    uint8_t gondola[VENEDIG_SEATS];
    struct venedig_job job;
    uint8_t ending;
    int8_t last; /* in whose turn the game ended, or -1 */
};

/* ---- data.c ---- */

struct venedig_piece {
    uint8_t pieces, cards, need, sites;
};
struct venedig_site {
    uint8_t district;
    int8_t q, r; /* of its hexagon */
    bool swamp;  /* at the start */
};
struct venedig_spot {
    uint8_t n;
    uint8_t site[VENEDIG_SPOT_SITES];
};
struct venedig_space {
    uint8_t districts; /* a set: those it touches */
    int8_t q, r;
};

/* Two tables of orders begin with these, and have one word more. */
#define VENEDIG_KIND_NAMES                                                                                                         \
    [VENEDIG_PALAZZO] = {"palazzo", N_("palazzo")}, [VENEDIG_CAMPO] = {"campo", N_("campo")},                                      \
    [VENEDIG_PONTE] = {"ponte", N_("ponte")}, [VENEDIG_BASILIKA] = {"basilika", N_("basilica")},                                   \
    [VENEDIG_CASA] = {"casa", N_("casa")}
#define VENEDIG_DISTRICT_NAMES                                                                                                     \
    [VENEDIG_RIALTO] = {"rialto", N_("Rialto")}, [VENEDIG_CASTELLO] = {"castello", N_("Castello")},                                \
    [VENEDIG_SAN_MARCO] = {"san-marco", N_("San Marco")}, [VENEDIG_DORSODURO] = {"dorsoduro", N_("Dorsoduro")},                    \
    [VENEDIG_GIUDECCA] = {"giudecca", N_("Giudecca")}

extern const struct name venedig_kinds[VENEDIG_KINDS];
extern const struct name venedig_golds[VENEDIG_GOLD_VALUES - 1];
extern const struct name venedig_sets[VENEDIG_SET_COUNT];
extern const struct name venedig_phases[VENEDIG_PHASE_COUNT];
extern const struct name venedig_endings[VENEDIG_ENDING_COUNT];
extern const struct name venedig_steps[VENEDIG_STEP_COUNT];
extern const struct name venedig_backs[VENEDIG_BACK_COUNT];
extern const struct name venedig_districts[VENEDIG_DISTRICTS];
extern const struct name venedig_spot_names[VENEDIG_SPOTS]; /* the first VENEDIG_SITES are the sites' */

extern const struct venedig_piece venedig_pieces[VENEDIG_KINDS];
extern const uint8_t venedig_swamp_tiles[VENEDIG_SWAMP_VALUES];
extern const uint8_t venedig_treasure_tiles[VENEDIG_TREASURE_VALUES];
extern const struct venedig_site venedig_sites[VENEDIG_SITES];
extern const int8_t venedig_near[VENEDIG_SITES][VENEDIG_NEAR];
extern const struct venedig_building venedig_printed[VENEDIG_PRINTED];
extern const struct venedig_spot venedig_spots[VENEDIG_SPOTS];
extern const uint8_t venedig_over[VENEDIG_BRIDGES][2];
extern const struct venedig_space venedig_route[VENEDIG_GOAL + 1];

/* ---- board.c: what can be worked out of a position ---- */

/* A set of sites. */
struct venedig_field {
    uint64_t part[2];
};

static inline bool venedig_holds(const struct venedig_field *field, int site)
{
    return field->part[site >> 6] >> (site & 63) & 1;
}

static inline void venedig_add(struct venedig_field *field, int site)
{
    field->part[site >> 6] |= UINT64_C(1) << (site & 63);
}

/** venedig_built() - the sites with a building or a part of one */
struct venedig_field venedig_built(const struct venedig_state *st);
/** venedig_free() - the sites with neither building nor swamp tile (dossier venedig 5.4) */
struct venedig_field venedig_free(const struct venedig_state *st);
/** venedig_spots_of() - the range [*@first, *@end) of spots that have the shape of a kind */
void venedig_spots_of(int kind, int *first, int *end);

/** venedig_fits() - are all sites of a spot in @field? */
static inline bool venedig_fits(const struct venedig_field *field, int spot)
{
    const struct venedig_spot *s = &venedig_spots[spot];
    for (int i = 0; i < s->n; i++)
        if (!venedig_holds(field, s->site[i]))
            return false;
    return true;
}

/** venedig_has_room() - is there a place for a building of this kind? @free: as venedig_free() tells */
bool venedig_has_room(const struct venedig_field *free, int kind);
/** venedig_has_one_place() - is there exactly one, so that whoever chooses has no choice? A ponte that can be put up counts one of two. */
bool venedig_has_one_place(const struct venedig_field *free, int kind);
/** venedig_districts_of() - the set of districts that a spot lies in: one, of a bridge two */
static inline uint8_t venedig_districts_of(int spot)
{
    const struct venedig_spot *s = &venedig_spots[spot];
    return (uint8_t)(1 << venedig_sites[s->site[0]].district | 1 << venedig_sites[s->site[s->n - 1]].district);
}
/**
 * venedig_next_place() - moves a building on to the next place where it can stand, in board order; a ponte stands once for each
 *                        of the districts that it can count
 * @free: as venedig_free() tells
 * @job:  its spot, -1 at first, and the district that it counts are set
 * Return: false when there is no place any more
 */
bool venedig_next_place(const struct venedig_field *free, struct venedig_job *job);
/** venedig_supply() - buildings of a kind that can still be put up */
int venedig_supply(const struct venedig_state *st, int kind);
/** venedig_casas() - casas in a district, the printed one included */
int venedig_casas(const struct venedig_state *st, int district);
/**
 * venedig_points() - what a building brings its architect (dossier venedig 6)
 * @count_in: the district that a ponte counts; of other kinds it does not matter
 * The spot's own sites never count. Return: 0..19
 */
int venedig_points(const struct venedig_state *st, int kind, int spot, int count_in);
/** venedig_points_on() - the same for who asks about many spots; @built: as venedig_built() tells */
int venedig_points_on(const struct venedig_state *st, const struct venedig_field *built, int kind, int spot, int count_in);

/** venedig_total() - cards of a kind that lie before all players; the imaginary one's count */
static inline int venedig_total(const struct venedig_state *st, int kind)
{
    return st->front[0].of[kind] + st->front[1].of[kind] + st->front[2].of[kind] + st->front[3].of[kind]
        + st->front[4].of[kind];
}
/** venedig_complete() - does a whole set of a kind lie before the players, or apart? */
static inline bool venedig_complete(const struct venedig_state *st, int kind, int set)
{
    return set == VENEDIG_SET_SOLO ? st->solo == kind
                                   : kind < VENEDIG_SHARED && venedig_total(st, kind) == venedig_pieces[kind].need;
}
/** venedig_ring() - how many there are in the clockwise order: the seats, and of two the imaginary third */
static inline int venedig_ring(const struct venedig_state *st)
{
    return st->seats == VENEDIG_FEWEST ? st->seats + 1 : st->seats;
}
/** venedig_is_person() - does a seat of the clockwise order belong to somebody? */
static inline bool venedig_is_person(const struct venedig_state *st, int seat)
{
    return seat >= 0 && seat < st->seats;
}
/** venedig_job_of() - a building that has no place yet; of the kind -1: none is on its way */
static inline struct venedig_job venedig_job_of(int kind, int set, int builder)
{
    return (struct venedig_job){.kind = (int8_t)kind, .set = (uint8_t)set, .builder = (int8_t)builder, .spot = -1, .count_in = -1};
}
/** venedig_takes_part() - has somebody of the clockwise order a share in a building? Its architect, and whoever has cards in a
 *  shared set; the imaginary player gets nothing of it */
static inline bool venedig_takes_part(const struct venedig_state *st, const struct venedig_job *job, int seat)
{
    return venedig_is_person(st, seat)
        && (seat == job->builder || (job->set == VENEDIG_SET_SHARED && st->front[seat].of[job->kind] > 0));
}
/** venedig_brings() - points of a building at its place: none of an imaginary player's casa (dossier venedig 10) */
int venedig_brings(const struct venedig_state *st, const struct venedig_job *job);
/** venedig_brings_on() - the same for who asks about many places */
int venedig_brings_on(const struct venedig_state *st, const struct venedig_field *built, const struct venedig_job *job);
/** venedig_share() - steps that a seat gets of a building that brings @points: all of them, half of them, or none */
int venedig_share(const struct venedig_state *st, const struct venedig_job *job, int seat, int points);
/** venedig_moors() - does the gondola of a seat lie beside one of these districts? */
bool venedig_moors(const struct venedig_state *st, int seat, uint8_t districts);
/** venedig_earns_treasure() - does a seat take part in a building beside which its gondola lies? (dossier venedig 5.6) Tiles are
 *  drawn from the architect on, while there are any. */
bool venedig_earns_treasure(const struct venedig_state *st, const struct venedig_job *job, int seat);
/** venedig_takes_token() - would a seat be the architect of a kind with @count cards more before it? (dossier venedig 5.2)
 *  False also for who is. */
static inline bool venedig_takes_token(const struct venedig_state *st, int seat, int kind, int count)
{
    int holder = st->architect[kind];
    return holder < 0 || (holder != seat && st->front[seat].of[kind] + count > st->front[holder].of[kind]);
}
/** venedig_decides() - who chooses the site of the building that waits for one: the architect, or the active seat for the
 *  imaginary player (dossier venedig 10) */
static inline int venedig_decides(const struct venedig_state *st, int builder)
{
    return venedig_is_person(st, builder) ? builder : st->active;
}

/** venedig_place() - the place of a space: 45 is 10, passed again (dossier venedig 2) */
static inline int venedig_place(int space)
{
    return space == VENEDIG_CROSSING_AGAIN ? VENEDIG_CROSSING : space;
}
/** venedig_goes_to() - where a gondola comes to by so many steps; places of others are jumped (dossier venedig 6)
 *  @jumped: how many of them; may be NULL */
int venedig_goes_to(const struct venedig_state *st, int seat, int steps, int *jumped);

/** venedig_size() - how many items a small set holds */
static inline int venedig_size(unsigned set)
{
    int n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}
/** venedig_stock() - treasure tiles that can be drawn */
int venedig_stock(const struct venedig_state *st);
/** venedig_gold() - what the tiles of a seat are worth; the seat's secret */
int venedig_gold(const uint8_t tiles[VENEDIG_GOLD_VALUES]);
/** venedig_may_pay() - could a seat have gold for a step, by what everybody sees? (dossier venedig 5.6) */
bool venedig_may_pay(const struct venedig_state *st, int seat);
/** venedig_can_take() - is there a card that a seat may draw? */
bool venedig_can_take(const struct venedig_state *st, int seat);
/** venedig_left() - cards in deck and discard pile */
int venedig_left(const struct venedig_state *st);
/** venedig_kinds_of() - the set of kinds of which there are cards */
uint8_t venedig_kinds_of(const struct venedig_cards *cards);
/** venedig_round() - the number of the round that is played */
static inline int venedig_round(const struct venedig_state *st)
{
    return (st->turn - 1) / st->seats + 1;
}
/** venedig_heir() - who has the token of a kind when @seat gives up its cards (dossier venedig 5.7); -1: nobody */
int venedig_heir(const struct venedig_state *st, int kind, int seat);
/** venedig_no_swamp() - is the whole board drained? */
bool venedig_no_swamp(const struct venedig_state *st);
/** venedig_ends_turn() - would the turn end at once where cards are to be taken, because nothing can be? */
bool venedig_ends_turn(const struct venedig_state *st);
/** venedig_site_error() - why a spot cannot carry a building of this kind: RULE_OK, or the rule and in *@site whose fault */
int venedig_site_error(const struct venedig_state *st, const struct venedig_field *free, int kind, int spot, int *site);
/** venedig_set_build() - the move that puts up a building at its place */
void venedig_set_build(struct move *move, const struct venedig_job *job);
/** venedig_write_build() - its slots, SLOTS_OF_BUILD of them */
void venedig_write_build(int16_t *arg, const struct venedig_job *job);

void venedig_standing(const void *state, struct standing *out);

/* ---- the module, by file ---- */

void venedig_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log);
seatmask venedig_awaits(const void *state);
seatmask venedig_windows(const void *state);
int venedig_silence(const void *state, int seat, struct move *move);
int venedig_moves(const void *state, int seat, struct move_list *list);
/** venedig_advise() - as in struct rules_mind */
int venedig_advise(const void *state, int seat, struct rng *rng, struct move *move);
int venedig_check(const void *state, int seat, const struct move *move, int16_t *figures);
unsigned venedig_traits(const void *state, int seat, const struct move *move);
void venedig_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log);
void venedig_conceal(void *state, int viewer, struct rng *rng);
bool venedig_sound(const void *state, struct fault *fault);

extern const struct rules venedig_rules;
extern const struct rules_words venedig_words;
extern const struct rules_help venedig_help;
extern const struct rules_orders venedig_orders;
extern const struct rules_plans venedig_plans;
extern const struct rules_mind venedig_mind;
extern const struct rules_view venedig_view;
extern const struct guide venedig_guide;

/* ---- What points are made of (breakdown.c): as in struct rules_words ---- */

struct gains;
struct breakdown;
void venedig_gain(struct gains *gains, const struct event *event);
void venedig_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out);

#endif
