/* The parts of a game beside its core (rules/rules.h): its words, its standing orders, its plans, its mind and its view.
 *
 * The core names them weakly (`#pragma weak`), so that a program which lists its games itself links only the parts that
 * it names: a prover links the core, a bot core and mind. rules/engine/games.c names them all.
 */
#ifndef RULES_PARTS_H
#define RULES_PARTS_H

#include "rules/rules.h"

struct value;
struct search_weights;
struct search_plan;
struct why_kind;
struct reads;

/* How much an event matters to somebody who was away, where there is more to tell than has room. */
enum event_weight {
    EVENT_PLAIN,
    EVENT_MINOR,   /* a step on the way, or told in another place as well */
    EVENT_WEIGHTY, /* what came of something: told above all */
    EVENT_LASTING  /* so weighty that a draft that causes it is handed in only when one has read it once more */
};

/* What is asked of a seat, translatable: "build or buy" after "Anna, ", and "builds or buys" after "Bruno ". */
struct asked {
    const char *imperative;
    const char *doing;
};

enum { GAINS_SOURCES = 12, BREAKDOWN_ROWS = 16 };

/* What seats have gained by its source, as far as a position does not keep that apart. All 0 before the set-up. */
struct gains {
    int16_t of[GAINS_SOURCES][SEATS_MAX]; /* in the unit of a standing; which source is which is the game's own */
    int16_t note;                         /* likewise: from one event to a later one */
};

/* What the points of a standing are made of (rules/engine/breakdown.h). */
struct breakdown {
    int n;
    struct breakdown_row {
        const char *label; /* N_("Coins") */
        int16_t points[SEATS_MAX];
    } row[BREAKDOWN_ROWS];
    struct breakdown_row tie; /* what decides between equals, in what it counts; label NULL: nothing does */
};

/* What a figure that a page estimates is made of. */
enum { RECKONING_LINES = 12 };
struct reckoning {
    int n, sum; /* as the page tells it */
    struct {
        const char *label; /* N_("special tiles") */
        int amount;
    } line[RECKONING_LINES];
};

/* Where the help of a game (templates/<game>/help.html) tells a rule: ids of its headings and paragraphs. */
struct rules_help {
    const char *const *errors;  /* of the rule that an error is about, indexed by code; NULL in it: of none */
    const char *(*now)(const void *state, int seat); /* of what an awaited @seat is asked; never NULL */
    const char *end;            /* of how the game ends and who wins */
    /* What the estimate that @seat reads under this name ("action=park") is made of; false: there is none. NULL: the game estimates
     * nothing. */
    bool (*reckons)(const void *state, int seat, const char *figure, struct reckoning *);
    const char *estimates;      /* of how that is done; NULL: likewise */
};

/* What a game takes of one player: minutes of one's own, turns, how much there is to think of. Estimates, for who chooses a game. */
struct effort {
    uint8_t minutes, turns;
    enum { WEIGHT_LIGHT, WEIGHT_MEDIUM, WEIGHT_HEAVY } weight;
};

/* What a game is called, and what is said in it beyond the sentences of its tables. */
struct rules_words {
    const char *title;      /* N_("The Palaces of Carrara") */
    const char *name;       /* before the number of a table: N_("Carrara") */
    struct effort effort;
    const char *score;      /* one amount: N_("{n:1 point|# points}"), N_("{n} Rubens"). NULL: in points */
    const char *scores;     /* above a list of amounts: N_("Points"), N_("Rubens") */
    const char *scores_shown; /* above one of a running game, where each seat owns more than all see. NULL: none does */
    int16_t unit;           /* what 1 in a standing is worth in these: 1000 where it holds thousands (0 counts as 1) */
    bool lettered;          /* its boards are full of numbers: players are told by letters, A and on, on them and in all lists */
    bool plain_rounds;      /* a round is one turn of every seat, from the first to move, and nobody else moves meanwhile */
    uint8_t begins_round;   /* else the kind of event with which rounds begin, its first argument their number; 0: none */
    uint8_t drawn;          /* the kind of event by which a seat draws what it alone sees, told to it once its turn is over; 0: none */
    const uint8_t *weights; /* an enum event_weight for each kind of event; NULL: all are plain */
    /* For each kind of event that tells of next to nothing what several in a row are called, N_("{n:1 pass|# passes}"), else NULL: a list
     * of moves folds them; NULL: none is folded */
    const char *const *folds;
    /* What an awaited @seat is asked. */
    struct asked (*asks)(const void *state, int seat);
    /* The imperative as anybody may read it, for where others see the screen. NULL: that of asks() tells nothing that @seat alone knows. */
    const char *(*asks_openly)(const void *state, int seat);
    /* A move in words where its verb's label says too little or too much: another sentence with the same arguments, or NULL.
     * @state: where the move is made; NULL: not known, and the move alone decides. May be NULL. */
    const char *(*worded)(const void *state, const struct move *);
    /* What @value of an argument is called where a move is chosen, when its name says too little: a sentence in which {n} stands for
     * *@n, or NULL for the name. May be NULL. */
    const char *(*called)(const void *state, const struct arg *, int value, int *n);
    const struct rules_help *help; /* NULL: its help has no places that are asked for */
    /* Adds what an event has brought; is told of all events of a game, in order, from the set-up on. NULL: the position says it all. */
    void (*gain)(struct gains *, const struct event *);
    /* What the points are made of in a position to which @gains have led: the rows of each seat sum up to what `standing` gives; with
     * @hidden, to what it would give if all lay open. Once the game is over that is the same. Rows may be empty. NULL: points are all
     * there is to tell. */
    void (*breakdown)(const void *state, const struct gains *, bool hidden, struct breakdown *out);
};

/* Who made a step, seen from the seat of a standing order: another seat, this seat by hand or by another order, or this order. */
enum step_by { STEP_OF_OTHERS, STEP_BY_HAND, STEP_BY_ORDER, STEP_ANSWERED };

/* What a seat may say beforehand about decisions that fall to it while it is away. */
struct rules_orders {
    const struct verb *verbs; /* ended by name NULL */
    const struct move *first; /* what every seat starts with */
    int n_first;
    /* Which of @n orders of an awaited seat answers now (or -1), and with what move. */
    int (*answer)(const void *state, int seat, const struct move *orders, int n, struct move *);
    /* Is the time of an order over in this position? It is dropped by the step that leads from a position where it was not
     * to one where it is ("until my next turn": whenever it is that seat's turn). @by: how that step was made; of the position
     * before, it is STEP_OF_OTHERS. */
    bool (*lapsed)(const void *state, int seat, const struct move *order, enum step_by by);
    /* Orders worth offering to @seat beside what it is asked now, the likeliest first; a handful. May be NULL. */
    int (*suggest)(const void *state, int seat, struct move_list *orders);
    /* Orders that a sound player at @seat would have standing from now on, beside the first ones; sees only what @seat may
     * see. May be NULL. */
    int (*advise)(const void *state, int seat, struct move_list *orders);
};

/* What a seat may prepare while others think (rules/engine/plans.h). */
struct rules_plans {
    /* Makes of @state the position in which the own turn of @seat begins now, if nobody does anything more. It asks for nothing that
     * @seat may not see. Return: false when no turn of its own will come, when one is on its way, or when something that others must
     * do first stands in between. */
    bool (*begin)(void *state, int seat);
    /* Notes all that a legal @step of @seat's own turn depends on in @state, by value, and what that is called. Of two positions with
     * equal notes the step does the same in both. Notes nothing that @seat may not see. */
    void (*reads)(const void *state, int seat, const struct move *step, struct reads *);
};

/* Who plays when no person does. */
struct rules_mind {
    /* A sound heuristic player; sees only what @seat may see. Returns 0, or -1 when the seat has no move. */
    int (*advise)(const void *state, int seat, struct rng *, struct move *);
    /* What @seat has, for an estimate of what it will have at the end: how far the game has come, 0 .. SEARCH_SCALE, then what counts for
     * it; looks at all that lies in @state. @feature comes with 0s. Returns how many, at most SEARCH_FEATURES. NULL: the standing is all. */
    int (*features)(const void *state, int seat, int32_t *feature);
    const struct search_weights *weights; /* of these, for each number of seats from the fewest on */
    const struct search_plan *plan;       /* of a strong player; NULL: one that fits most games */
    const struct why_kind *whys;          /* events that a reason may name (rules/engine/search_why.h); NULL: none */
    /* What search counts on here though a person may have forgotten it, as a sentence; NULL: nothing. NULL: never anything. */
    const char *(*recalls)(const void *state);
    uint8_t ease; /* of 100 moves of an easy player so many are another than advice */
};

/* The picture of a position. */
struct rules_view {
    /* What @viewer (NO_SEAT: a spectator) may see, built from nothing into @out. */
    void (*view)(const void *state, int viewer, struct value *out);
    /* What the standing of @seat would be by all that only its player sees beside what everybody does. NULL: there is nothing. */
    int (*own)(const void *state, int seat);
    /* Of a position that nobody is asked about, which came of @before by one move: says in the "about" of its view what has changed.
     * May be NULL. */
    void (*moved)(const void *before, const void *state, int viewer, struct value *about);
    /* Of a position that came of @before by any moves: makes "fresh" true in what of its @view is otherwise, where the places do not tell
     * that ("changed"). The view itself says false, or what stands around these objects does. May be NULL. */
    void (*news)(const void *before, const void *state, struct value *view);
};

#endif
