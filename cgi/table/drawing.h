/* One drawing of the table page, as the files draw*.c share it: draw.c has the page, and asks the others for what stands on it. All
 * values and texts are on the arena of the request. */
#ifndef CGI_TABLE_DRAWING_H
#define CGI_TABLE_DRAWING_H

#include "cgi/store/seekers.h"
#include "cgi/base/searches.h"
#include "cgi/http/res.h"
#include "cgi/model/choose.h"
#include "cgi/model/model.h"
#include "cgi/model/order_model.h"
#include "cgi/play/end.h"
#include "cgi/play/guided.h"
#include "cgi/play/table.h"
#include "cgi/table/table_parts.h"

struct typed;

struct drawing {
    struct req *rq;
    struct table table;
    struct people people;
    struct quick_here here;    /* before the start: when who sits there is usually here, and what the visitor looks for */
    struct choose choose;
    struct order_reader orders;
    bool may_move;             /* some move is open to this visitor */
    const char *problem;       /* in words; NULL: none */
    int problem_rule;          /* the rule that it tells, a code of the game's errors; RULE_OK: none */
    const struct move *tried;  /* the refused move, or one to change, or NULL */
    const struct move *armed;  /* what cannot be taken back, and is asked once more, or NULL */
    bool done;                 /* shown to a player who has just handed in a turn */
    const struct typed *typed; /* into one of the forms below the board, and not taken; NULL: nothing */
    int compared;              /* the ply of `before`, or COMPARED_WITH_NOTHING; with a draft it is the head */
    const void *before;        /* where the board is otherwise than here, it is marked; NULL: nowhere */
    struct guided guided;      /* where a guide leads the reader through the game */
    struct table_parts parts;  /* what is kept */
    struct reliability reliability[SEATS_MAX]; /* of who sits at a table that has not started */
    const struct tutor *tutor; /* what it says before the turn is handed in; NULL: none looks */
    const struct plan_left *plan; /* what is left of the reader's plan now that the turn has come; NULL: it has not, or there is none */
    const struct hint *hint;   /* that the reader has asked for; NULL: none */
    const struct end *end;     /* of a game that is over, when that is drawn: its course, and what it has made of ratings */
    struct rating_steps steps;
    bool dropped;                /* the reader's seat is open, and a tournament lets nobody come back to it */
    struct invited asked;        /* how the reader, who does not sit here, was invited, before the start */
};

/* ---- what is asked (draw_asked.c) ---- */

/** drawing_awaits_me() - is the reader asked something in a game that goes on? */
bool drawing_awaits_me(const struct drawing *s);
/** drawing_waits_for_confirm() - is the turn played out in the draft, so that only its confirmation is missing? */
bool drawing_waits_for_confirm(const struct drawing *s);
/** drawing_asked() - "asked" of table.html */
struct value *drawing_asked(const struct drawing *s);
/** drawing_done() - "done" of table.html: which other game waits, and after a turn of one's own who is next in this one */
struct value *drawing_done(const struct drawing *s);

/* ---- a hint (draw_hint.c) ---- */

/** drawing_hint_url() - where the reader asks for a hint; NULL: not here, or not now */
const char *drawing_hint_url(const struct drawing *s);
/** drawing_search() - lets @look(@s) search when it is the reader's turn to: one at a time, and what else goes on is kept from nothing meanwhile.
 *  Not SEARCHES_BEGIN: it did not come to that. *found: it did, and did not fail. Holding no transaction */
enum searches_answer drawing_search(struct drawing *s, struct res *rs, bool (*look)(void *drawing, struct err *err), bool *found);
/** drawing_find_hint() - @s->hint, if one is asked for; ERR_RATE with a sentence: not at this moment. Holding no transaction */
bool drawing_find_hint(struct drawing *s, struct res *rs, struct err *err);
/** drawing_hint() - as in hint.html; NULL: none is asked for */
struct value *drawing_hint(const struct drawing *s);

/* ---- the tutor (draw_tutor.c) ---- */

/** drawing_find_tutor() - @s->tutor, where the reader has asked for one and is about to hand a turn in; s->armed is known */
void drawing_find_tutor(struct drawing *s, struct res *rs);
/** drawing_tutor() - as in tutor.html; NULL: it has nothing to say */
struct value *drawing_tutor(const struct drawing *s);
/** drawing_tutor_switch() - {on} where the reader can have one; NULL: not at this table */
struct value *drawing_tutor_switch(const struct drawing *s);

/* ---- the reader's plan (draw_plan.c) ---- */

/** drawing_find_plan() - @s->plan; fails like play_before(). It may take two trips, where a plan is offered */
bool drawing_find_plan(struct drawing *s, struct err *err);
/** drawing_plan() - "plan" of table.html, or NULL */
struct value *drawing_plan(const struct drawing *s);

/** drawing_first_awaited() - the first seat that is asked something, or NO_SEAT */
int drawing_first_awaited(const struct drawing *s);

/* ---- the rules of it (draw_help.c) ---- */

/** drawing_rules_url() - the help of the game, at what is asked now */
const char *drawing_rules_url(const struct drawing *s);
/** drawing_rule_url() - the help of the game, at the rule of @error, a code of its errors; NULL: that is none of its own */
const char *drawing_rule_url(const struct drawing *s, int error);

/** drawing_reckoned() - what the estimate "action=park" of the reader is made of, or NULL */
const struct reckoning *drawing_reckoned(const struct drawing *s, const char *figure);
/** drawing_reckoning() - "reckoned" of table.html, or NULL */
struct value *drawing_reckoning(const struct drawing *s);

/* ---- what happened (draw_since.c) ---- */

/** drawing_since() - "since" of table.html; @told: what stands beside the question anyhow, names of events, or NULL */
struct value *drawing_since(const struct drawing *s, const struct value *told);
/** drawing_ply_before() - the ply that the page showed before, as its script says, or COMPARED_WITH_NOTHING */
int drawing_ply_before(const struct drawing *s);
/** drawing_ply_left() - the ply of the reader's own last move in a game that goes on, or of the oldest that the page knows when that lies before it;
 *  COMPARED_WITH_NOTHING: nothing has happened since, or the reader does not play */
int drawing_ply_left(const struct drawing *s);
/** drawing_news() - what others, and the reader's own orders, did after @ply, in some words; "" after COMPARED_WITH_NOTHING */
const char *drawing_news(const struct drawing *s, int ply);
/** drawing_add_log() - "has_log" and "log_turns" of table.html, and until when they are right */
void drawing_add_log(const struct drawing *s, struct res *rs, struct value *model);

/* ---- the reader's own turn (draw_turn.c) ---- */

/** drawing_draft() - "draft" of table.html */
struct value *drawing_draft(const struct drawing *s);
/** drawing_broken_words() - that what others did has made a step of the draft impossible */
const char *drawing_broken_words(const struct drawing *s);
/** drawing_prepare_choice() - fills may_move and choose: the moves of the reader, narrowed by the query, or to what was refused */
void drawing_prepare_choice(struct drawing *s);
/** drawing_armed() - "armed" of table.html, or NULL */
struct value *drawing_armed(const struct drawing *s);
/** drawing_legal() - for JSON: all of them, as texts */
struct value *drawing_legal(const struct drawing *s);

/* ---- the end (draw_end.c) ---- */

/** drawing_find_end() - fills `end` and `steps`. It may take two trips */
bool drawing_find_end(struct drawing *s, struct err *err);
/** drawing_add_end() - "end" of end.html, and "chart" */
void drawing_add_end(const struct drawing *s, struct value *model);

/* ---- the guide of a first game (draw_guide.c) ---- */

/** drawing_find_guide() - fills `guided` */
void drawing_find_guide(struct drawing *s);
/** drawing_guide() - "guide" of table.html */
struct value *drawing_guide(const struct drawing *s);
/** drawing_guide_choice() - leaves in @list what the guide asks for; without a guide all of it */
void drawing_guide_choice(const struct drawing *s, struct move_list *list);
/** drawing_guide_move() - the move that the guide asks for, with which its form is filled in; NULL: none, or several would do */
const struct move *drawing_guide_move(const struct drawing *s);
/** drawing_guide_marks() - what the board marks for the step of the guide: the words of its move, and those of its line; NULL: nothing */
const char *drawing_guide_marks(const struct drawing *s);
/** drawing_guide_mark() - puts "marked" into what @words name in @view, "canal=9", and into what can be done there; @words NULL: nowhere */
void drawing_guide_mark(struct value *view, const char *words);
/** drawing_guide_why() - why nothing can be done at @place now: the rule, with its code in @error, or that the guide is about something else */
const char *drawing_guide_why(const struct drawing *s, const char *place, int *error);
/** drawing_guide_refuses() - that something else is to be done now */
const char *drawing_guide_refuses(const struct drawing *s);

/* ---- the board (draw_board.c) ---- */

/** drawing_compared_ply() - the ply that the board is compared with: before one's turn when it has just been handed in, what the page showed
 *  before, or where the reader left the game; or COMPARED_WITH_NOTHING */
int drawing_compared_ply(const struct drawing *s);
/** drawing_find_before() - fills `before`, the position of that ply, of a board that is drawn; fails like play_before(). It may take a trip */
bool drawing_find_before(struct drawing *s, struct parts *parts, struct err *err);
/** drawing_add_board() - the board, and what goes with it: what can be chosen, and what others did since */
void drawing_add_board(struct drawing *s, struct value *model);

#endif
