/* A turn on its way into the log: shared by all who make moves. */
#ifndef CGI_PLAY_PLAY_TURN_H
#define CGI_PLAY_PLAY_TURN_H

#include "cgi/play/book.h"
#include "cgi/play/fold.h"
#include "cgi/play/play_head.h"
#include "cgi/play/table.h"
#include "rules/engine/rng.h"

enum {
    DRAFT_STEPS_MAX = 256,  /* also a constraint of the table */
    FOLLOWED_MAX = 8        /* steps that follow one another by themselves */
};

/** state_copy() - on the arena */
void *state_copy(struct arena *arena, const struct rules *rules, const void *state);
/** table_set() - from @t's row with its state to a table: head, draft of @person and all; @fold is at the head */
bool table_set(struct table *t, struct arena *arena, int64_t person, struct fold *fold, struct err *err);

/* Moves on their way into the log, and steps that wait behind them as a draft. */
struct turn {
    struct arena *arena;
    struct table *table;
    struct fold fold;              /* the position after the moves that will be committed */
    void *state;                   /* the same with the pending steps done */
    int seat;
    const char *cause;
    int64_t now;
    bool had_draft;
    struct move_row *rows;
    int n_rows;
    void *before;                  /* the position before the last of them */
    struct move pending[DRAFT_STEPS_MAX];
    int n_pending;
    struct move followed[FOLLOWED_MAX]; /* by itself, after the last step that was asked for */
    int n_followed, n_said;
    struct order_book *book;       /* of all seats */
    int n_answers;
    seatmask movers;               /* seats that have made a move of `rows` */
    struct told told;
};

/** turn_goes_on() - is all that was done after @ply, @since as store_moves_since() has it, what others may do at any time? Then
 *  what was chosen at @ply is still about this turn. */
bool turn_goes_on(const struct table *t, int ply, const char *since);
/** turn_is_altered() - would @step, chosen before what was done @since, now do something else than it said? */
bool turn_is_altered(const struct rules *rules, const char *since, const struct move *step);

struct turn *turn_new(struct arena *arena, struct table *table, const struct fold *fold, int seat, const char *cause,
                      int64_t now);
/** turn_of_person() - opens the game for somebody who plays in it, and begins a turn of theirs; they are back with it if their
 *  seat has come open; refuses as play_steps() does */
bool turn_of_person(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct table *table,
                    struct turn **turn, struct err *err);
/** turn_begin() - the draft that was there is what the turn begins with */
void turn_begin(struct turn *turn);
/** turn_flush() - hands the pending steps in */
void turn_flush(struct turn *turn);
bool turn_has_room(const struct turn *turn);
/** turn_step() - does a legal step: it waits in the draft, or takes all that waits with it into the log */
void turn_step(struct turn *turn, const struct move *move);
/** turn_answer() - as long as nothing waits in the draft, lets standing orders answer the position that goes to the log */
void turn_answer(struct turn *turn);
/** turn_follow() - what comes of a step by itself: those whose orders answer, and the steps that follow without being asked */
void turn_follow(struct turn *turn);
/** turn_hand_in() - turn_flush(), and what comes of it, until nothing waits any more */
void turn_hand_in(struct turn *turn);
/** turn_go_on() - hands the draft in if an order of its own seat goes on from it, and would still hold once it is */
void turn_go_on(struct turn *turn);
/** turn_did() - is @move what has just followed by itself? A form written without knowing that it would may say it, too. */
bool turn_did(struct turn *turn, const struct move *move);
/** turn_is_automatic() - is there just one legal move, of a verb that says so, which neither tells nor ends a thing? */
bool turn_is_automatic(const struct rules *rules, const void *state, int seat, struct move_list *list);
/**
 * turn_chance() - the chance of who chooses for a seat: a bot, or the house for who is late
 *
 * It comes of the game's key, the ply and the seat, in streams that no move draws from (those are numbered by their plies): nobody
 * knows it while the secret is one, and the same game, played again by the same people, is played in the same way by its bots.
 */
void turn_chance(const struct turn *turn, struct rng *rng);
/** turn_advice() - what @bot does: the advice of one who sees only what this seat may see, or any legal move */
bool turn_advice(struct turn *turn, const char *bot, struct rng *rng, struct move *move);
/** turn_close() - writes what the turn came to, and brings the table to it; @person: whose draft it is, 0 for a bot */
bool turn_close(struct turn *turn, struct db *db, int64_t person, struct err *err);

#endif
