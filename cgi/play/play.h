/* Play: load a game, ask the rules, commit. The one way by which people, bots and later the clock make moves. */
#ifndef CGI_PLAY_PLAY_H
#define CGI_PLAY_PLAY_H

#include "cgi/base/arena.h"
#include "cgi/base/err.h"
#include "cgi/play/table.h"
#include "cgi/store/store.h"
#include "rules/rules.h"

/** play_table() - for the table page: one trip, no lock. A draft for an older ply is left out, unless others have done since only
 *  what they may at any time: then its steps are laid on the newest position, as far as they hold (draft.broken: not all do). */
bool play_table(struct db *db, struct arena *arena, int64_t game, int64_t person, struct newest newest, struct table *table,
                struct err *err);

/**
 * play_at() - the game as it stood after @ply, re-played from the nearest snapshot
 * @table->head and ->state are that position, ->before the one a ply earlier (at 0 the same), ->moves all moves 0 .. the
 * head.
 */
bool play_at(struct db *db, struct arena *arena, int64_t game, int64_t person, int ply, struct table *table, struct err *err);
/** play_state_at() - only the position of @game, as play_table() has it, after @ply, 0 .. its own: with no more moves than
 *  lead there from the nearest snapshot */
bool play_state_at(struct db *db, struct arena *arena, const struct game_row *game, int ply, const void **state,
                   struct err *err);

/* The page that a form was drawn on: a form sent twice, or from a page of another turn, changes nothing. */
struct drawn {
    int ply;               /* the head */
    int draft;             /* how many steps of the draft it showed; ANY_DRAFT: that does not matter */
};
enum { ANY_DRAFT = -1 };
static inline struct drawn drawn_at(int ply)
{
    return (struct drawn){ply, ANY_DRAFT};
}

enum play_outcome { PLAY_DRAFTED, PLAY_COMMITTED };

/* What is given together with steps: standing orders of the same seat, as one-line text. */
struct with_orders {
    const char *const *text;
    int n;
};

/**
 * play_steps() - takes steps of @person at the head: the form's steps, checked and applied in order after the draft
 *
 * They are kept as draft while the seat alone is awaited and nothing reveals; a step that reveals, or whose verb
 * confirms, or that comes while others are awaited too, commits the draft and all steps up to it. Automatic steps
 * (verb.automatic, the only legal move, neither revealing nor confirming) follow by themselves, and may be said in the form
 * all the same. All or nothing: when a step is refused (ERR_RULE, with @table and @bad filled for the sentence) nothing
 * changes. ERR_STALE: made for an older ply or another draft; an older ply is fine as long as others have done since only what
 * they may at any time, and have not changed what the steps are about (rules.alters). ERR_FORBIDDEN: not a seat of this game. At
 * most two round trips, three from an older page.
 * A step that reveals, or asks others who may have standing orders, is the last of its form (else ERR_INPUT): all or nothing
 * must not become a way to look and not pay.
 * After every step that goes to the log the standing orders that answer it do so, in the same transaction. A draft from which
 * an order of the seat goes on is handed in.
 * @with: orders that are laid down before the first step, or NULL
 * @bad: the index of the step that was refused; -1: it was no step
 */
bool play_steps(struct db *db, struct arena *arena, int64_t game, int64_t person, struct drawn drawn,
                const char *const *steps, int n, const struct with_orders *with, int64_t now, struct table *table,
                enum play_outcome *outcome, int *bad, struct err *err);

/* ---- standing orders (play_orders.c) ---- */

enum orders_change { ORDERS_GIVE, ORDERS_DROP, ORDERS_CLEAR };

/**
 * play_orders() - gives @n orders of @person, drops them, or drops all of them; at any time while the game runs, awaited or not
 * What is asked now and an order fits is answered at once, in the same transaction; a draft stays one unless an order goes on
 * from it. An order is never stale. Dropping what is not there is fine. ERR_INPUT: as book_give(), with @bad; ERR_FORBIDDEN,
 * ERR_STALE as play_steps(). *outcome: PLAY_COMMITTED when something was answered.
 */
bool play_orders(struct db *db, struct arena *arena, int64_t game, int64_t person, enum orders_change what,
                 const char *const *orders, int n, int64_t now, struct table *table, enum play_outcome *outcome, int *bad,
                 struct err *err);

enum draft_change { DRAFT_BACK, DRAFT_OVER, DRAFT_CONFIRM };
/** play_draft() - takes the last step back (with the automatic ones after it), drops the draft, or hands it in, which needs
 *  a turn played out (ERR_INPUT while the seat is awaited still after the draft); ERR_STALE when there is no draft */
bool play_draft(struct db *db, struct arena *arena, int64_t game, int64_t person, struct drawn drawn,
                enum draft_change change, int64_t now, struct table *table, struct err *err);

/** play_start() - deals the opening; by @person, the owner, or the last to sit down; ERR_STALE when it runs already */
bool play_start(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);

/** play_start_when_full() - deals when nobody is missing; that another request did so at the same moment is as good */
bool play_start_when_full(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);

/** play_bots() - lets awaited bots of @game play, one turn a call, through the same checks and the same commit;
 *  *again: a bot is awaited still */
bool play_bots(struct db *db, struct arena *arena, int64_t game, int64_t now, bool *again, struct err *err);

/** play_cause_told() - why a move was made, as the person @reader (0: nobody) may know it: who has standing orders is nobody
 *  else's to know until the game is over, not even who has the seat by then; so till then their moves pass for those of the
 *  seat's player at that time, who was a bot where @incidents (the game's newest) tell that the seat was open */
const char *play_cause_told(const struct game_row *game, const struct incidents *incidents, const struct move_row *move,
                            int64_t reader);

/* ---- the steward (play_steward.c) ---- */

/**
 * play_clock() - does what is due in @game at @now: reminders, the excuse, and at most one step for a player who is late
 *
 * The first miss in a game is excused by as much time again as the wait had (from one hour to two days). Each later one
 * costs a step, what silence means there or else as advised, as cause "clock", and the steps that follow by themselves; the
 * draft is dropped. After two in a row the seat is open: a bot keeps it moving until its player is back or another takes it
 * over. A lapsed window is answered likewise, and is no miss. All is decided again under the game's lock, so several workers may
 * come at once.
 * *again: somebody is late still
 */
bool play_clock(struct db *db, struct arena *arena, int64_t game, int64_t now, bool *again, struct err *err);

/**
 * play_outage() - no deadline of @game is missed because the service was away
 * A seat with less left than the grace (what its wait may take, at most 12 hours) gets that much, and a reminder; once for each
 * outage, which is known by the time @outage at which it was found.
 */
bool play_outage(struct db *db, struct arena *arena, int64_t game, int64_t outage, int64_t now, struct err *err);

/* ---- who plays (play_seats.c) ----
 * Each refuses with ERR_STALE and a sentence when the game has not started, is over, or things have changed meanwhile, and
 * a person who does not play there with ERR_FORBIDDEN. What is so already counts as done. */

/** play_resign() - for good; a bot plays on. With one seat left, or nobody but bots, the game is over. */
bool play_resign(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err);
/**
 * play_leave_house() - @person leaves all tables, each in a transaction of its own, and is then forgotten for good, see
 * store_person_leave(); stopped in between, it can be asked for again
 */
bool play_leave_house(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err);
/** play_return() - @person comes back to a seat that had been opened to others: with a fresh clock */
bool play_return(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err);
/** play_take_over() - @person, who does not sit there, takes a seat that is open or was given up, with a fresh clock. Whether
 *  the person may see the table is for the caller to know. */
bool play_take_over(struct db *db, struct arena *arena, int64_t game, int64_t person, int seat, int64_t now, struct err *err);
enum vote { VOTE_ASK, VOTE_AGREE, VOTE_DECLINE };
/** play_vote() - to end the game without a result: it is over when all agree who play; one who declines ends the vote. Who
 *  votes from an open seat is back with it. */
bool play_vote(struct db *db, struct arena *arena, int64_t game, int64_t person, enum vote vote, int64_t now, struct err *err);

/** play_hand_over() - the operator gives @seat, whose player may be present still, to @person, who does not sit there; with a
 *  fresh clock. Both hear of it. ERR_STALE: no person sits there. */
bool play_hand_over(struct db *db, struct arena *arena, int64_t game, int64_t person, int seat, int64_t now, struct err *err);

/* ---- the operator's hand on a running game; ERR_STALE when it does not run, or is so already ---- */

/** play_pause() - nobody's clock goes and nothing is played until play_go_on() */
bool play_pause(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);
bool play_go_on(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);
/** play_end() - ends it without a result */
bool play_end(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);

/**
 * play_replay() - re-runs a stored game and compares states, events and the hash chain
 * Return: true, and *differs (-1: none) is the first ply that does not come out the same, with @note (>= 200 bytes).
 */
bool play_replay(struct db *db, struct arena *arena, int64_t game, int *differs, char *note, size_t room, struct err *err);

/** play_export() - the game as JSON: all of it, secret included, once it is over; before, what @person may know. On the
 *  arena. */
bool play_export(struct db *db, struct arena *arena, int64_t game, int64_t person, struct json_object **out, struct err *err);
/** play_verify() - re-runs an export without any database: commitment, shuffles, every state hash, final scores, digest.
 *  Return: true when all of it is proven; else false, with @note (>= 200 bytes) and *differs, the ply or -1 */
bool play_verify(struct json_object *export, int *differs, char *note, size_t room);

/* ---- people whom letters do not reach: their clocks stand until they visit the site (play_steward.c) ---- */

/** reach_lost() - letters to @person come back: from @now on all their clocks stand, UNREACHED_MOST_DAYS at most; may be called again */
bool reach_lost(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err);
/** reach_found() - @person has visited the site: from @now on their clocks go; may be called again */
bool reach_found(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err);

#endif
