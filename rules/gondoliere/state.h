/* Gondoliere: the position, its words, and what the game's files share.
 *
 * A canal is 0..5 here and 4..9, its number on San Marco, in moves and sentences. Sides and headings: north, east, south,
 * west; x grows east, y grows south. The board is the list of the tiles laid, in order; what follows from it (where the
 * canals run, what they hold) is drawn into a chart. Play carries the chart along; it is never stored.
 */
#ifndef RULES_GONDOLIERE_STATE_H
#define RULES_GONDOLIERE_STATE_H

#include "rules/rules.h"

enum {
    GONDOLIERE_SEATS = 5,
    GONDOLIERE_FEWEST = 3,
    GONDOLIERE_CANALS = 6,
    GONDOLIERE_FIRST_CANAL = 4, /* canal i is number i + 4, and begins with as many passengers */
    GONDOLIERE_CANAL_TILES = 44,
    GONDOLIERE_STRAIGHTS = 26, /* tiles 0..25; the curves follow */
    GONDOLIERE_LANDINGS = 9,   /* of each seat */
    GONDOLIERE_TILES = GONDOLIERE_CANAL_TILES + GONDOLIERE_SEATS * GONDOLIERE_LANDINGS,
    GONDOLIERE_KINDS = 6,         /* of canal tiles */
    GONDOLIERE_LANDING_KINDS = 8, /* of one seat's landings */
    GONDOLIERE_VALUES = 4,
    GONDOLIERE_DISPLAY = 3,
    GONDOLIERE_A_TURN = 3, /* placements */
    GONDOLIERE_BEFORE_LANDING = 2,
    GONDOLIERE_LAST_OPEN = 1, /* the game ends when no more canals than this are open */
    GONDOLIERE_WIDTH = 5,     /* San Marco: the cells 0..4, 0..1 */
    GONDOLIERE_HEIGHT = 2,
    GONDOLIERE_EDGE = 96, /* no tile can lie further out: there are 89 */
    GONDOLIERE_NO_TILE = 255,
    GONDOLIERE_MOST = 999 /* points: far above what a game can reach */
};

enum gondoliere_side { GONDOLIERE_NORTH, GONDOLIERE_EAST, GONDOLIERE_SOUTH, GONDOLIERE_WEST, GONDOLIERE_SIDES };
enum gondoliere_shape { GONDOLIERE_STRAIGHT, GONDOLIERE_CURVE, GONDOLIERE_CROSSING, GONDOLIERE_SHAPES };
enum gondoliere_cause { GONDOLIERE_OPEN, GONDOLIERE_SET, GONDOLIERE_BLOCKED, GONDOLIERE_CAUSE_COUNT };

/* The exchange of the first three landings: still open, made, or too late. */
enum gondoliere_mulligan {
    GONDOLIERE_MULLIGAN_OPEN,
    GONDOLIERE_MULLIGAN_TAKEN,
    GONDOLIERE_MULLIGAN_PAST,
    GONDOLIERE_MULLIGAN_COUNT
};

enum gondoliere_ending {
    GONDOLIERE_ENDING_NONE,
    GONDOLIERE_FIVE_CANALS,
    GONDOLIERE_ALL_CANAL_TILES,
    GONDOLIERE_ALL_LANDINGS,
    GONDOLIERE_NO_MOVE,
    GONDOLIERE_ENDING_COUNT
};

enum gondoliere_verb { GONDOLIERE_PLACE, GONDOLIERE_END, GONDOLIERE_MULLIGAN, GONDOLIERE_VERB_COUNT };
enum { SLOT_TILE, SLOT_CANAL, SLOT_ROTATION, SLOTS_OF_PLACE }; /* of a placement */

enum gondoliere_event {
    GONDOLIERE_STARTED,
    GONDOLIERE_DEALT,
    GONDOLIERE_EXCHANGED,
    GONDOLIERE_PLACED,
    GONDOLIERE_CROSSED,
    GONDOLIERE_RAN_THROUGH,
    GONDOLIERE_CLOSED,
    GONDOLIERE_PAID,
    GONDOLIERE_TURN_BEGAN,
    GONDOLIERE_TURN_ENDED,
    GONDOLIERE_OVER,
    GONDOLIERE_RESULT,
    GONDOLIERE_WON,
    GONDOLIERE_EVENT_COUNT
};

enum gondoliere_error {
    GONDOLIERE_NONE_PLACED = RULE_OWN, /* placement_count */
    GONDOLIERE_THREE_PLACED,           /* placement_count too, in other words */
    GONDOLIERE_NOT_AVAILABLE,
    GONDOLIERE_MULLIGAN_USED, /* mulligan_unavailable */
    GONDOLIERE_MULLIGAN_LATE, /* mulligan_unavailable too */
    GONDOLIERE_NO_GONDOLA,    /* a */
    GONDOLIERE_NO_WATER,      /* a too */
    GONDOLIERE_OTHER_TURN,    /* a too */
    GONDOLIERE_JOINS,         /* e */
    GONDOLIERE_CUTS_OFF,      /* f */
    GONDOLIERE_TOO_NEAR,      /* b */
    GONDOLIERE_ADJACENT,      /* c */
    GONDOLIERE_IN_A_ROW,      /* d */
    GONDOLIERE_VALUE_THERE,   /* g */
    GONDOLIERE_DRY,
    GONDOLIERE_ERROR_COUNT
};

struct gondoliere_options {
    uint8_t protect_dry_canals;
};

/* A tile on the board. The owner of a landing follows from its number. */
struct gondoliere_placed {
    int8_t x, y;
    uint8_t tile, rotation;
    uint8_t seat, turn; /* who laid it, and when */
};

struct gondoliere_player {
    uint8_t mulligan;
    uint8_t n_display, n_pile;
    uint8_t display[GONDOLIERE_DISPLAY];
    uint8_t pile[GONDOLIERE_LANDINGS]; /* next one first */
};

enum { GONDOLIERE_CELLS = 256, GONDOLIERE_ALL_VALUES = 0x1e }; /* a set of values: bit v */

/* One canal as far as it goes: its front (the cell it looks into, and the side of that cell where its water comes in),
 * kept when it is closed as well, and what the landing rules ask of what lies in it. */
struct gondoliere_course {
    int8_t x, y;
    uint8_t side;
    uint8_t tiles, passengers;           /* canal tiles, and the passengers on them */
    uint8_t values;                      /* bit v: a landing of value v */
    uint8_t last;                        /* the last landing, or GONDOLIERE_NO_TILE */
    bool at_landing;                     /* the last tile is a landing */
    uint8_t holder[GONDOLIERE_VALUES];   /* the landing of value 1..3 at [value], or GONDOLIERE_NO_TILE */
    uint8_t sums[GONDOLIERE_SEATS];      /* values of each seat's landings, each tile once */
};

/* The board as a map. Cells are found by a small table with open places; a board that is no wider than 16 cells and no
 * higher has each in its own. */
struct gondoliere_chart {
    uint8_t at[GONDOLIERE_CELLS];      /* 1 + index in the board; 0: free */
    uint8_t axis[GONDOLIERE_TILES][2]; /* by index in the board: 1 + the canal that runs over a crossing from north to
                                        * south [0], from east to west [1]; straights and curves use one of them */
    uint8_t same[GONDOLIERE_CANALS];   /* bit j: canal j has the same front cell */
    uint8_t shut;                      /* bit k: the front cell of canal k is taken */
    uint8_t straights, curves;         /* on the board */
    uint64_t laid;                     /* bit i: landing tile 44 + i is on the board */
    struct gondoliere_course course[GONDOLIERE_CANALS];
};

struct gondoliere_state {
    struct gondoliere_options options;
    uint8_t seats, start, current, ending;
    uint8_t turn;   /* the one being played, from 1 */
    uint8_t placed; /* in this turn */
    uint8_t canals[GONDOLIERE_CANALS]; /* open, or why closed */
    uint8_t n_board, n_common, n_pile;
    uint8_t common[GONDOLIERE_DISPLAY];
    uint8_t pile[GONDOLIERE_CANAL_TILES]; /* next one first */
    struct gondoliere_player players[GONDOLIERE_SEATS];
    struct gondoliere_placed board[GONDOLIERE_TILES];
    /* No members, for they follow from the board: half of the time of play would go into drawing its chart anew. Only
     * gondoliere_chart_of() reads them; a position that was loaded has none. */
    uint8_t charted; /* 1 + the tiles on the board when it was drawn */
    struct gondoliere_chart chart;
};

/* ---- data.c ---- */

extern const struct name gondoliere_tiles[GONDOLIERE_TILES];
extern const struct name gondoliere_sides[GONDOLIERE_SIDES];
extern const struct name gondoliere_shapes[GONDOLIERE_SHAPES];
extern const struct name gondoliere_causes[GONDOLIERE_CAUSE_COUNT];
extern const struct name gondoliere_mulligans[GONDOLIERE_MULLIGAN_COUNT];
extern const struct name gondoliere_endings[GONDOLIERE_ENDING_COUNT];

/* One kind of tiles: a run of numbers. Of landings the numbers count from the first of their seat. */
struct gondoliere_kind {
    const char *code; /* "s0", "4x" */
    uint8_t first, count;
    uint8_t shape;
    uint8_t passengers, value;
};

extern const struct gondoliere_kind gondoliere_kinds[GONDOLIERE_KINDS];
extern const struct gondoliere_kind gondoliere_landing_kinds[GONDOLIERE_LANDING_KINDS];

extern const int8_t gondoliere_dx[GONDOLIERE_SIDES], gondoliere_dy[GONDOLIERE_SIDES];

/* Where a canal leaves San Marco. */
struct gondoliere_mouth {
    int8_t x, y;
    uint8_t side;
};

extern const struct gondoliere_mouth gondoliere_mouths[GONDOLIERE_CANALS];

/* What every move asks of a tile, by its number; landings by their offset, then once for each seat. */
struct gondoliere_tile {
    uint8_t shape, passengers, value;
};

extern const struct gondoliere_tile gondoliere_tile[GONDOLIERE_TILES];

static inline bool gondoliere_is_landing(int tile)
{
    return tile >= GONDOLIERE_CANAL_TILES;
}

/** gondoliere_owner() - the seat of a landing */
static inline int gondoliere_owner(int tile)
{
    return (tile - GONDOLIERE_CANAL_TILES) / GONDOLIERE_LANDINGS;
}

static inline int gondoliere_landing(int seat, int offset)
{
    return GONDOLIERE_CANAL_TILES + seat * GONDOLIERE_LANDINGS + offset;
}

/** gondoliere_landings_placed() - how many of its landings a seat has on the board */
static inline int gondoliere_landings_placed(const struct gondoliere_player *player)
{
    return GONDOLIERE_LANDINGS - player->n_display - player->n_pile;
}

/** gondoliere_round() - the round of the turn that is played, from 1 */
static inline int gondoliere_round(const struct gondoliere_state *st)
{
    return (st->turn - 1) / st->seats + 1;
}

static inline int gondoliere_opposite(int side)
{
    return side ^ 2;
}

static inline bool gondoliere_in_piazza(int x, int y)
{
    return x >= 0 && x < GONDOLIERE_WIDTH && y >= 0 && y < GONDOLIERE_HEIGHT;
}

/** gondoliere_exit() - where water that comes in at @entry leaves the tile turned so; -1: there is a bank */
int gondoliere_exit(int shape, int rotation, int entry);

/* ---- place.c: where canals run, and where a tile may lie ---- */

/* A placement that was tried, and what came of it. */
struct gondoliere_way {
    uint8_t tile, rotation;
    int8_t canal, partner;  /* the canal that is led on, and the one that crosses it here or -1 */
    int8_t exit;            /* where the tile leads to; -1 when that was not found out */
    int8_t fault, other;    /* of a refusal: the canal whose rule fails, and the one it would touch */
    uint8_t landing, value; /* of a refusal: the landing and its value */
    struct gondoliere_course course, partner_course;
};

typedef void gondoliere_stepper(void *context, int canal, int index, int entry, int exit);

/**
 * gondoliere_walk() - follows every canal from San Marco to its front
 * @step: called for each step with the index of its tile in the board and the sides of that tile
 * Return: RULE_OK, or the landing rule that some canal breaks; a legal game never gets there.
 */
int gondoliere_walk(const struct gondoliere_state *st, struct gondoliere_chart *chart, gondoliere_stepper *step,
                    void *context);
/**
 * gondoliere_chart_of() - the same without anybody listening, and without judging
 * @room: where it is drawn, if the position does not carry it along
 * Return: the position's own chart, good until a tile is laid; or @room.
 */
const struct gondoliere_chart *gondoliere_chart_of(const struct gondoliere_state *st, struct gondoliere_chart *room);
/** gondoliere_at() - the index in the board of the tile in a cell, or -1 */
int gondoliere_at(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int x, int y);

/**
 * gondoliere_try() - may this tile be laid there? Rules a to h, without the option; rule: dossier gondoliere 6, 7
 * Return: RULE_OK and @way filled for gondoliere_lay(); or the rule that is broken, and in @way what about.
 */
int gondoliere_try(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int tile, int canal,
                   int rotation, struct gondoliere_way *way);
/** gondoliere_rotations() - the rotations in which the tile has water on @entry; returns 1 or 2 */
int gondoliere_rotations(int tile, int entry, uint8_t rotation[2]);
/** gondoliere_lay() - puts the tile of a way that was tried in this position on the board, and the gondolas on their way;
 *  takes it from no display */
void gondoliere_lay(struct gondoliere_state *st, struct gondoliere_chart *chart, const struct gondoliere_way *way);

/* ---- close.c ---- */

/** gondoliere_can_go_on() - does some tile that is not on the board fit the front of this canal? */
bool gondoliere_can_go_on(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int canal);
/**
 * gondoliere_close() - closes canals until no more do; rule: dossier gondoliere 8
 * Return: bit k: canal k was closed now, its cause in @st.
 */
unsigned gondoliere_close(struct gondoliere_state *st, const struct gondoliere_chart *chart);
/** gondoliere_would_dry() - the first canal without a landing that this way would close as blocked; -1: none */
int gondoliere_would_dry(const struct gondoliere_state *st, const struct gondoliere_chart *chart,
                         const struct gondoliere_way *way);
/** gondoliere_permits() - gondoliere_try(), and the option that protects dry canals */
int gondoliere_permits(const struct gondoliere_state *st, const struct gondoliere_chart *chart, int tile, int canal,
                       int rotation, struct gondoliere_way *way);
/** gondoliere_ended() - the first reason for the end that holds after a placement; rule: dossier gondoliere 9 */
int gondoliere_ended(const struct gondoliere_state *st, const struct gondoliere_chart *chart);

/* ---- score.c ---- */

/** gondoliere_passengers() - San Marco's number and the passengers on the canal's tiles */
static inline int gondoliere_passengers(const struct gondoliere_chart *chart, int canal)
{
    return GONDOLIERE_FIRST_CANAL + canal + chart->course[canal].passengers;
}

/** gondoliere_payout() - what a canal pays, or would pay, each seat; rule: dossier gondoliere 10 */
void gondoliere_payout(const struct gondoliere_chart *chart, int canal, int16_t points[GONDOLIERE_SEATS]);

/* Points of the canals that are closed, landings on the board, and the ranks these make. */
struct gondoliere_result {
    int16_t points[GONDOLIERE_SEATS];
    uint8_t landings[GONDOLIERE_SEATS];
    int8_t rank[GONDOLIERE_SEATS];
};

struct gondoliere_result gondoliere_result(const struct gondoliere_state *st, const struct gondoliere_chart *chart);
void gondoliere_standing(const void *state, struct standing *standing);

/* ---- setup.c, moves.c, check.c, apply.c, sound.c, view.c, conceal.c, bot.c, gondoliere.c ---- */

void gondoliere_setup(void *state, const struct setup *setup, struct rng *rng, struct log *log);
seatmask gondoliere_awaits(const void *state);
int gondoliere_moves(const void *state, int seat, struct move_list *list);
unsigned gondoliere_traits(const void *state, int seat, const struct move *move);
/** gondoliere_can_place() - has the seat whose turn it is a legal placement? */
bool gondoliere_can_place(const struct gondoliere_state *st, const struct gondoliere_chart *chart);
/** gondoliere_shown() - the tiles a seat may use, its own first; returns how many, at most 6 */
int gondoliere_shown(const struct gondoliere_state *st, int seat, uint8_t tile[2 * GONDOLIERE_DISPLAY]);
/** gondoliere_advise() - as in struct rules_mind */
int gondoliere_advise(const void *state, int seat, struct rng *rng, struct move *move);
int gondoliere_check(const void *state, int seat, const struct move *move, int16_t *figures);
/**
 * gondoliere_place() - what a placement does, but for its telling: the tile leaves its display for the board, canals close,
 *  and the game may end; rule: dossier gondoliere 5 to 9
 * @way:  was tried in this position by the seat whose turn it is
 * Return: bit k: canal k was closed now.
 */
unsigned gondoliere_place(struct gondoliere_state *st, struct gondoliere_chart *chart, const struct gondoliere_way *way);
void gondoliere_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log);
bool gondoliere_sound(const void *state, struct fault *fault);
void gondoliere_conceal(void *state, int viewer, struct rng *rng);

/* tables.c */
extern const struct option gondoliere_options[];
extern const struct verb gondoliere_verbs[];
extern const struct event_kind gondoliere_events[];
extern const struct rule_error_kind gondoliere_errors[];
extern const struct member gondoliere_members[];

extern const struct rules gondoliere_rules;
extern const struct rules_words gondoliere_words;
extern const struct rules_help gondoliere_help;
extern const struct rules_plans gondoliere_plans;
extern const struct rules_mind gondoliere_mind;
extern const struct rules_view gondoliere_view;
extern const struct guide gondoliere_guide;

/* ---- What points are made of (breakdown.c): as in struct rules_words ---- */

struct gains;
struct breakdown;
void gondoliere_breakdown(const void *state, const struct gains *gains, bool hidden, struct breakdown *out);

#endif
