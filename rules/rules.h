/* The core of the contract between Ridotto and a game: every type a rule module is handed, and how it is played. Its words,
 * standing orders, plans, mind and view are parts of their own, in rules/parts.h.
 *
 * A game is a fold: state(n) = apply(state(n-1), move(n), random(n)). Nothing in rules/ reads a clock, does input or
 * output, keeps a global, or allocates while a game is played. States are flat structs, so a copy is an assignment.
 */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_object;
struct rng;

/* Marks a sentence for translation; the text travels on in English and is looked up when it is shown. */
#define N_(sentence) sentence
/* The same for words that another language needs two words for: the context, between two marks, is stripped when they are shown. */
#define NC_(context, words) "\004" context "\004" words

enum {
    SEATS_MAX = 5,
    NO_SEAT = -1,      /* also: a viewer who sits nowhere */
    EVERY_SEAT = -2,   /* a viewer who sees what any seat sees: for storage, and once a game is over */
    MOVE_ARGS = 50,    /* a standing offer in Genoa is the largest */
    EVENT_ARGS = 48,
    LOG_EVENTS = 96,   /* events one step may cause */
    MOVES_MAX = 1024,  /* moves one position may list */
    MOVES_POOL = 16384, /* slots that hold every list there is: the longest is Carrara's, of 941 moves with 7 slots each */
    OPTIONS_MAX = 16
};

typedef uint8_t seatmask; /* bit s is seat s */
#define SEAT_BIT(seat) ((seatmask)(1u << (seat)))
#define ALL_SEATS ((seatmask)0xff)

/* One value out of a list. */
struct name {
    const char *id;    /* "palazzo-1": in text, JSON and forms; [A-Za-z0-9_-]+, never digits only */
    const char *label; /* what a reader sees, translatable; NULL: the id itself */
};

enum arg_kind {
    ARG_NUMBER, /* 1 slot: lo..hi in steps of step (0 counts as 1) */
    ARG_NAME,   /* 1 slot: index into names, or -1 for "none" when lo is -1 */
    ARG_SEAT,   /* 1 slot: a seat, or -1 for "none" when lo is -1; the one name, if any, is the word for that */
    ARG_COUNTS, /* n_names slots: how many of each name, each lo..hi */
    ARG_SET,    /* (n_names + 14) / 15 slots of 15 bits each; without names the items are numbers, lo .. n_names - 1 */
    ARG_LIST    /* 1 + max slots: the length, then indices into names, or numbers lo..hi when there are no names */
};

/* How an argument is told where its name and its values say too little. What is NULL or 0 is not said. */
struct arg_words {
    const char *const *counted; /* ARG_COUNTS: so many of each name, N_("{n:1 cup|# cups}"); NULL: "3 " and its label. Of an ARG_NUMBER
                                 * that is told `together`: its one such sentence */
    const char *together; /* "gives": a sentence may say {gives} for this argument and the n_together - 1 after it: one list of what
                           * in them is not nothing */
    uint8_t n_together;
    const char *drawn; /* of an event's ARG_NUMBER that is no secret, beside its sentence: so many times this symbol of
                        * www/<game>.svg, or once, with the number in place of '#' ("die#") */
    const char *label; /* N_("Suitcases at once"): what stands beside its field in a form; NULL: its name */
    const char *alone; /* of a number that says too little by itself, chosen alone: N_("Canal {canal}"); NULL: its name, or
                        * where it has none the sentence of its verb is begun */
};
#define SAID(...) (&(const struct arg_words){__VA_ARGS__})

/* Describes one argument of a move, an order, an event or an error. Tables end with a row whose name is NULL. */
struct arg {
    const char *name; /* "tile": the JSON key, the form field, the key in one-line text */
    enum arg_kind kind;
    const struct name *names; /* of an ARG_NUMBER: how the numbers from lo on are told in sentences, or NULL */
    int16_t n_names;
    int16_t lo, hi, step;
    int16_t max;  /* ARG_LIST: longest list */
    int16_t unit; /* of numbers: what 1 in a slot stands for in text, JSON and sentences (0 counts as 1) */
    bool optional; /* may be left out of text, JSON and forms: then it is none where lo is -1 (of a name or seat), else 0 */
    bool by_seat; /* ARG_LIST of numbers: one for each seat; 0 is none, and not told */
    bool secret;  /* of an event: shown only to the seats of its `secret_to` */
    const char *prefix; /* ARG_COUNTS: stands before its items in text and forms, "give_" of give_silk=1; not in JSON. Or NULL */
    const struct arg_words *words; /* SAID(.label = N_("Offer")); NULL: nothing but its name */
};

/* What a player does: `nargs` counts slots, in the order of the verb's argument table. */
struct move {
    uint8_t verb;
    uint8_t nargs;
    int16_t arg[MOVE_ARGS];
};

struct verb {
    const char *name;   /* "build" */
    const char *choose; /* N_("Build"): heading above several moves of this verb */
    const char *label;  /* N_("Build {tile} in {city}"): one whole move, on a button; {name} stands for an argument */
    const struct arg *args;
    bool unsolicited; /* may come from any seat at any time, judged against the newest position */
    bool confirms;    /* ends the turn: taking it hands in the whole draft ("Confirm turn") */
    bool form;        /* its arguments are filled in together, not chosen one after the other; a list may hold samples of it,
                       * among them the bounds of each number and each item that a set may hold */
    bool open;        /* nobody's secret: what it says may be told before anything has come of it */
    bool together;    /* several may come in one form, though each shows something: none is refused for what another has shown */
    bool asked;       /* its player is asked once more, though it confirms a turn or may come at any time */
    bool told;        /* its label leaves out the price or what is sold: where no board is in sight, what it does is told with it */
    bool automatic;   /* taken without asking when it is the only legal move after one's own step */
    uint8_t n_key;    /* of an order: its first so many arguments are its key; giving one of the same key replaces it. Of a form: so
                       * many may be chosen first, on the board; the rest is filled in */
};

/* What happened: `nargs` slots in the order of the kind's argument table. */
struct event {
    uint8_t kind;
    int8_t seat;        /* who did it, or NO_SEAT */
    seatmask secret_to; /* seats that see the arguments marked secret */
    uint8_t nargs;
    int16_t arg[EVENT_ARGS];
};

struct event_kind {
    const char *name;     /* "built" */
    const char *sentence; /* N_("{seat} builds {tile} in {city} for {stones}."); {seat} is the event's seat */
    const char *hidden;   /* the same without the secret arguments, or NULL when the kind has none */
    const struct arg *args;
    uint8_t followed_by;  /* its step goes on with an event of this kind, always, whose open arguments its sentence may name; 0: no */
    const char *with_list; /* N_("{seat} offers {gives} and wants {adds}."): told instead of `sentence` to who sees something in ... */
    const char *list;      /* ... this list of several arguments, "adds", which is often empty; both may be NULL */
};

struct log {
    int n;
    struct event event[LOG_EVENTS];
};

/* Moves side by side in a pool, each no longer than its slots: read with move_at(), copied with move_copy() (rules/engine/log.h). */
struct move_list {
    int n;
    bool partial;        /* of verbs with free amounts the list holds only samples, `check` decides */
    uint16_t used, room; /* of the pool, in slots; a move takes one for verb and nargs, and one for each argument slot. One more move is
                          * added as long as no more than `room` are used */
    int16_t *pool;       /* the caller's */
    uint16_t at[MOVES_MAX]; /* where in the pool each move begins */
};

/* The first errors are the same for every game; its own begin at RULE_OWN. Codes index the game's error table. */
enum rule_error { RULE_OK, RULE_GAME_OVER, RULE_NOT_YOUR_TURN, RULE_WRONG_STEP, RULE_OWN };

struct rule_error_kind {
    const char *name;     /* "stones_short" */
    const char *sentence; /* N_("{city} takes {accepted}: you have {have} of the {need} stones needed.") */
    const struct arg *args; /* of the figures that `check` gives; NULL: the sentence has none */
};

enum member_kind {
    MEMBER_NUMBER, /* lo..hi */
    MEMBER_NAME,   /* index into names; -1 is null in JSON when lo is -1 */
    MEMBER_SET,    /* a bit mask; in JSON the list of its bits, each lo..hi, by their names where it has some */
    MEMBER_STRUCT  /* described by members */
};

/* Describes one member of a state struct. Tables end with a row whose name is NULL. See rules/engine/members.h. */
struct member {
    const char *name;
    enum member_kind kind;
    size_t offset;
    uint8_t width;           /* bytes of one number: 1, 2 or 4 */
    bool is_signed;
    uint16_t rows, cols;     /* 0: not an array; rows only: [rows]; both: [rows][cols] */
    ptrdiff_t count_offset;  /* -1: all rows are in use; else where, in the same struct, a uint8_t says how many */
    int32_t lo, hi;
    const struct name *names;
    int16_t n_names;
    const struct member *members;
    size_t size;             /* of one struct, or of one number */
    const struct name *keys; /* of an array without count: in JSON it is an object, its rows by these names, without those that are
                              * nothing: 0, or -1 where lo is */
    bool spare;              /* left out of JSON while it is nothing; of a struct: while all it holds is */
    bool later;              /* it came when games were stored already: these have none of it, and it is 0 there */
    uint8_t since;           /* the version of the table's bytes in which it came; 0: the first (rules/engine/packed.h) */
};

/* What was wrong with a text, a JSON value or a position: a translatable sentence, and what {what} in it stands for. */
struct fault {
    const char *sentence;
    char what[64];
};

struct option {
    const char *name;  /* "wheel" */
    const char *label; /* N_("Turning the wheel") */
    const struct name *values;
    int16_t n_values;
    int16_t preset;
    const char *help;  /* N_("..."): a sentence on what it means, or NULL */
};

struct setup {
    int n_seats;
    int16_t option[OPTIONS_MAX]; /* index into the option's values, in the order of the game's table */
};

struct standing {
    int n;
    struct {
        int16_t points; /* in the game's unit; of public facts only, until the game is over */
        int8_t rank;    /* 1 is best, shared by equals; 0 while the game runs */
    } seat[SEATS_MAX];
};

enum move_trait {
    MOVE_REVEALS = 1, /* it shows hidden things, or asks another seat */
    MOVE_DRAWS = 2,   /* it may draw chance */
    MOVE_FINAL = MOVE_REVEALS | MOVE_DRAWS, /* one of these: such a step cannot be taken back */
    MOVE_ENDS = 4     /* the game is over with it; what reveals or draws may end it unforeseen */
};

struct rules_words;
struct rules_orders;
struct rules_mind;
struct rules_view;
struct rules_plans;
struct guide;

struct rules {
    const char *id;     /* "carrara": folder name, URL, template folder */
    uint16_t revision;  /* raised when a stored game would replay differently */
    const struct rules *before; /* the same under the revision before, for games that began with it; NULL: there was none */
    uint8_t min_seats, max_seats;
    const struct option *options;         /* ended by name NULL */
    const struct verb *verbs;             /* moves; ended by name NULL */
    const struct event_kind *events;      /* ended by name NULL */
    const struct rule_error_kind *errors; /* indexed by code, ended by name NULL */
    const struct member *members;         /* describes the state struct */
    size_t size;                          /* of the state struct */

    /* The opening position; @state need not be cleared before. Draws from @rng only. */
    void (*setup)(void *state, const struct setup *, struct rng *, struct log *);
    /* Options that do not go together: a translatable sentence that says so, or NULL. NULL: all do. */
    const char *(*excludes)(const struct setup *);
    /* Is there nothing that makes such a game end when nobody wants it to? Its state has a number "round" then, and a table at which
     * only bots play is closed. NULL: all games end. */
    bool (*endless)(const struct setup *);
    /* Does about every turn end with what shows, draws or asks something? Then nobody is offered to undo one. */
    bool turns_show;
    /* Who must act now; 0 when the game is over. */
    seatmask (*awaits)(const void *state);
    /* Of the seats awaited, those that are asked outside their own turn (to object, to bid): they have the table's shorter
     * time for that. NULL: none ever is. */
    seatmask (*windows)(const void *state);
    /* Lists the legal moves of @seat into @list (cleared first) and returns their number. Moves that differ only in
     * amounts stand together, the one to suggest first. */
    int (*moves)(const void *state, int seat, struct move_list *list);
    /* RULE_OK, or why not. Must not tell more than @seat may know. @figures: those of the error's sentence, in slots of its argument
     * table; EVENT_ARGS of them that are 0 before, or NULL. */
    int (*check)(const void *state, int seat, const struct move *, int16_t *figures);
    /* What a legal move is, as far as @seat may know: bits of enum move_trait. */
    unsigned (*traits)(const void *state, int seat, const struct move *);
    /* Has @move, which @other may make at any time, changed what @step of another seat is about, so that the step would do something
     * else than it said when it was chosen, and still be legal? NULL: there is no such move. */
    bool (*alters)(const struct move *step, int other, const struct move *move);
    /* What an awaited @seat says by saying nothing until its time is up; 0, or -1 when advice is to speak for it. NULL: always
     * advice. */
    int (*silence)(const void *state, int seat, struct move *);
    /* Does a legal move. Cannot fail. Appends to @log, which is never NULL. */
    void (*apply)(void *state, int seat, const struct move *, struct rng *, struct log *);
    /* Re-deals at random whatever @viewer cannot see; EVERY_SEAT: whatever no seat can see. */
    void (*conceal)(void *state, int viewer, struct rng *);
    /* Does conceal leave something as it is that @viewer cannot see, since it shows in what can be done? NULL: never. */
    bool (*keeps)(const void *state, int viewer);
    void (*standing)(const void *state, struct standing *);
    /* Do the pieces add up? On false @fault names the member. */
    bool (*sound)(const void *state, struct fault *);

    const struct rules_words *words;
    const struct rules_orders *orders; /* NULL: no decision falls outside one's own turn */
    const struct rules_mind *mind;
    const struct rules_view *view;
    const struct rules_plans *plans;   /* NULL: a turn cannot be planned, for it begins with chance or with what others say */
    const struct guide *guide;         /* a first game with a guide, rules/guide.h; NULL: there is none */
};

#endif
