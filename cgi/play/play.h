/* Play: load a game, ask the rules, commit. All moves of people, bots and the clock go through here. */
#ifndef CGI_PLAY_PLAY_H
#define CGI_PLAY_PLAY_H

#include <stdatomic.h>

#include "cgi/base/arena.h"
#include "cgi/base/cache.h"
#include "cgi/base/err.h"
#include "cgi/play/table.h"
#include "cgi/store/store.h"
#include "rules/rules.h"

/** play_table() - for the table page, no lock: one trip while position and moves are in @cache (NULL: there is none), else two. They are
 *  shared with others: read-only. A draft for an older ply is left out, unless others have since made only unsolicited moves: then its
 *  steps are applied to the newest position, as far as they are legal (draft.broken: not all are). */
bool play_table(struct db *db, struct cache *cache, struct arena *arena, int64_t game, int64_t person, struct newest newest,
                struct table *table, struct err *err);
/** play_table_read() - the same of @rows, which store_session_and_table() has read already; they may be read anew */
bool play_table_read(struct db *db, struct cache *cache, struct arena *arena, struct table_rows *rows, int64_t person, struct newest newest,
                     struct table *table, struct err *err);

/**
 * play_at() - the game as it stood after @ply, re-played from the nearest snapshot
 * @table->head and ->state are that position, ->before the one a ply earlier (at 0 the same), ->moves all moves 0 .. the
 * head.
 */
bool play_at(struct db *db, struct arena *arena, int64_t game, int64_t person, int ply, struct table *table, struct err *err);
/** play_course() - the same for a page that tells only some moves, of a game whose @table->game, ->incidents and ->seat are filled;
 *  @ply is one of those @told; one trip. Of the other moves only ply, seat, points and whatever begins a round are known, and the events
 *  of those that follow @ply by the same seat. */
bool play_course(struct db *db, struct arena *arena, int ply, struct plies told, struct table *table, struct err *err);
struct walk;
/** play_walk() - the same for one ply after the other: the positions after @first and the one before it. All @told are known as of
 *  play_course(); @first is one of them. The events of those that follow the last by the same seat are read, too. */
bool play_walk(struct db *db, struct arena *arena, struct plies told, int first, struct table *table, struct walk **walk, struct err *err);
/** play_walk_on() - @table, of play_walk(), stands a ply further: its ->before and ->state are written over; not beyond the last told */
bool play_walk_on(struct walk *walk, struct table *table, struct err *err);
/** play_state_at() - only the position of @game, as play_table() has it, after @ply, 0 .. its own: with no more moves than
 *  lead there from the nearest snapshot */
bool play_state_at(struct db *db, struct arena *arena, const struct game_row *game, int ply, const void **state,
                   struct err *err);

/** play_made() - keeps in @cache what a turn that was committed, such as by play_steps(), has made of the head that is kept there, if
 *  one is, so that nobody has to read it */
void play_made(struct cache *cache, struct arena *arena, const struct table *t);

/** play_before() - the position of @t's game after @ply, not after its own: read-only, from @cache or as play_state_at() */
bool play_before(struct db *db, struct cache *cache, struct arena *arena, const struct table *t, int ply, const void **state,
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

/* What err.field says of a step that is legal, but not what the guide of the game asks. */
#define GUIDE_FIELD "guide"

enum play_outcome { PLAY_DRAFTED, PLAY_COMMITTED, PLAY_ASKED };

/* What is given together with steps: standing orders of the same seat, as one-line text. */
struct with_orders {
    const char *const *text;
    int n;
};

/* What one form brings. */
struct play_form {
    struct drawn drawn;
    const char *const *step; /* as one-line text */
    int n;
    const struct with_orders *with; /* orders that are added before the first step, or NULL */
    bool whole; /* its player was asked already: its step takes the place of the draft and goes to the log, and the turn is handed in where only that is
                 * left to do */
    bool asks; /* its player has to be asked before a step that cannot be taken back: fold_asks_again() */
};

/**
 * play_steps() - takes steps of @player at the head: @form's steps, checked and applied in order after the draft
 *
 * They are kept as draft while the seat alone is awaited and nothing reveals; a step that reveals, or whose verb
 * confirms, or that comes while others are awaited too, commits the draft and all steps up to it. Automatic steps
 * (verb.automatic, the only legal move, neither revealing nor confirming) follow by themselves, and may be said in the form
 * all the same. All or nothing: when a step is refused (ERR_RULE, with @table and @bad filled for the sentence) nothing
 * changes. ERR_STALE: made for an older ply or another draft; an older ply is fine as long as others have since made only
 * unsolicited moves that do not change the meaning of the steps (rules.alters). ERR_FORBIDDEN: no player of this game, or the
 * session is not theirs. At most two round trips, three from an older page.
 * A step that reveals, unless another of its verb follows (verb.together), or that asks others who may have standing orders, is
 * the last of its form (else ERR_INPUT): a form that fails as a whole must not show hidden things.
 * After every step that goes to the log the standing orders that answer it do so, in the same transaction. A draft after which an
 * order of the seat answers is committed.
 * *outcome: PLAY_ASKED when nothing was changed, since a step that is legal cannot be taken back and the form asks first
 * @bad: the index of the step that was refused; -1: it was no step
 */
bool play_steps(struct db *db, struct arena *arena, int64_t game, struct asker player, const struct play_form *form,
                int64_t now, struct table *table, enum play_outcome *outcome, int *bad, struct err *err);

/* ---- standing orders (play_orders.c) ---- */

enum orders_change { ORDERS_GIVE, ORDERS_DROP, ORDERS_CLEAR };

/**
 * play_orders() - gives @n orders of @person, drops them, or drops all of them; at any time while the game runs, awaited or not
 * An order that fits the present question answers at once, in the same transaction; a draft stays a draft unless an order answers
 * after it. An order is never stale. Dropping a missing order is fine. ERR_INPUT: as book_give(), with @bad; ERR_FORBIDDEN,
 * ERR_STALE as play_steps(). *outcome: PLAY_COMMITTED when something was answered.
 */
bool play_orders(struct db *db, struct arena *arena, int64_t game, int64_t person, enum orders_change what,
                 const char *const *orders, int n, int64_t now, struct table *table, enum play_outcome *outcome, int *bad,
                 struct err *err);

enum draft_change { DRAFT_BACK, DRAFT_OVER, DRAFT_CONFIRM };
/** play_draft() - takes the last step back (with the automatic ones after it), drops the draft, or commits it, which needs a
 *  complete turn (ERR_INPUT while the seat is awaited still after the draft); ERR_STALE when there is no draft */
bool play_draft(struct db *db, struct arena *arena, int64_t game, struct asker player, struct drawn drawn,
                enum draft_change change, int64_t now, struct table *table, struct err *err);

/** play_start() - deals the opening; by @person, the owner, or the last to sit down; ERR_STALE when it runs already */
bool play_start(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);

/** play_start_when_full() - deals when all seats are taken; fine, too, if another request did so at the same moment */
bool play_start_when_full(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);

/** play_start_with_bots() - the owner of an open table, read as @game, starts: @bot (an id of bot_kinds) takes each seat that is free still */
bool play_start_with_bots(struct db *db, struct arena *arena, const struct game_row *game, const char *bot, int64_t now, struct err *err);

/** play_bots() - lets awaited bots of @game play, one turn a call, through the same checks and the same commit, or ends as abandoned
 *  a game without an end of its own (rules.endless) at which nobody else has played for two rounds;
 *  @stop: once it is set, a bot that thinks leaves it at that, and nothing is stored; NULL: it never is
 *  *again: a bot is awaited still */
bool play_bots(struct db *db, struct arena *arena, int64_t game, int64_t now, const atomic_bool *stop, bool *again, struct err *err);

/** play_cause_told() - why a move was made, as the person @reader (0: nobody) may know it: standing orders and plans are secret until the
 *  game is over, also from the seat's next player; until then moves by order are shown as moves of the seat's player at that
 *  time, or of a bot where @incidents (the game's newest) say that the seat was open */
const char *play_cause_told(const struct game_row *game, const struct incidents *incidents, const struct move_row *move,
                            int64_t reader);

/* ---- the steward (play_steward.c) ---- */

/**
 * play_clock() - does what is due in @game at @now: reminders, the excuse, and at most one step for a player who is late
 *
 * The first miss in a game is excused by as much time again as the wait had (from one hour to two days). Each later one
 * costs a step (the rules' default answer, or else advice) with the cause "clock", and its automatic steps; the
 * draft is dropped. After two in a row the seat is open: a bot plays it until its player is back or another takes it over. A
 * lapsed window is answered likewise, and is no miss. Everything is decided again under the game's lock, so several workers may
 * run at once.
 * *again: a player is still late
 */
bool play_clock(struct db *db, struct arena *arena, int64_t game, int64_t now, bool *again, struct err *err);

/**
 * play_outage() - no deadline of @game is missed because the service was away
 * A seat with less left than the grace (what its wait may take, at most 12 hours) gets that much, and a reminder; once for each
 * outage, which is known by the time @outage at which it was found.
 */
bool play_outage(struct db *db, struct arena *arena, int64_t game, int64_t outage, int64_t now, struct err *err);

/* ---- who plays (play_seats.c) ----
 * Each fails with ERR_STALE and a sentence when the game has not started, is over, or has changed meanwhile, and with
 * ERR_FORBIDDEN for a person who does not play there. A change that is already made counts as done. */

/** play_resign() - for good; a bot plays on. With one seat left, or only bots, the game is over. */
bool play_resign(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err);
/**
 * play_leave_house() - @person leaves all tables, each in a transaction of its own, and is then forgotten for good, see
 * store_person_leave(); stopped in between, it can be asked for again
 */
bool play_leave_house(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err);
/** play_open_seat() - @person may not play for now: the seat is open at once, as if two deadlines were missed, and a bot plays it; the draft is
 *  dropped, orders stay. Fine where it is so already; a table against bots alone waits. */
bool play_open_seat(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err);
/** play_return() - @person comes back to a seat that had been opened to others: with a fresh clock */
bool play_return(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err);
/** play_take_over() - @person, who does not sit there, takes a seat that is open or was given up, with a fresh clock. Whether
 *  the person may see the table is for the caller to know. */
bool play_take_over(struct db *db, struct arena *arena, int64_t game, int64_t person, int seat, int64_t now, struct err *err);
enum vote { VOTE_ASK, VOTE_AGREE, VOTE_DECLINE };
/** play_vote() - to end the game without a result: the game is over when all players agree; one who declines ends the vote. A
 *  vote from an open seat also takes the seat back. */
bool play_vote(struct db *db, struct arena *arena, int64_t game, int64_t person, enum vote vote, int64_t now, struct err *err);

/** play_pause_vote() - about a pause of @days days (of VOTE_ASK for ACCORD_PAUSE only), or its end before its time: it begins, or ends, when all
 *  players agree; one who declines ends the vote. A vote from an open seat also takes the seat back. ERR_STALE: that is not asked, or cannot be */
bool play_pause_vote(struct db *db, struct arena *arena, int64_t game, int64_t person, enum accord_kind kind, enum vote vote, int days,
                     int64_t now, struct err *err);

/** play_back_look() - may the player at @seat ask that the newest turn be taken back? *first: the first of its moves. ERR_STALE with a sentence:
 *  why not. One trip */
bool play_back_look(struct db *db, struct arena *arena, const struct game_row *game, int seat, int *first, struct err *err);
/** play_back_vote() - the newest turn of all is taken back when all players agree; only who has made it can ask, and only where it has shown,
 *  drawn and asked nothing. Any move, and one who declines, ends the vote. It is a move of its own: nothing is deleted. */
bool play_back_vote(struct db *db, struct arena *arena, int64_t game, int64_t person, enum vote vote, int64_t now, struct err *err);
/** play_taken_back() - is the @i-th of these @n moves, in order, one that was taken back? @incidents: of the same time, or more */
bool play_taken_back(const struct move_row *moves, int n, const struct incidents *incidents, int i);

/** play_hand_over() - the operator gives @seat, whose player may still be present, to @person, who does not play there; with a
 *  fresh clock. Both get a mail. ERR_STALE: no person sits there. */
bool play_hand_over(struct db *db, struct arena *arena, int64_t game, int64_t person, int seat, int64_t now, struct err *err);

/** play_give_seat() - @person, to whom a place in a tournament has come, has @seat from now on, whoever had it or a bot, with a fresh clock;
 *  fine where it is so already */
bool play_give_seat(struct db *db, struct arena *arena, int64_t game, int64_t person, int seat, int64_t now, struct err *err);

/* ---- the operator's changes to a running game; ERR_STALE when it does not run, or is already in that state ---- */

/** play_pause() - all clocks stop and no move is accepted until play_go_on() */
bool play_pause(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);
bool play_go_on(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);
/** play_end() - ends it without a result */
bool play_end(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);

/* ---- what moderators do to tables (held.c) ---- */

/** play_held() - @person is suspended or banned: leaves what has not started, and all seats are open at running tables with others; each in a
 *  transaction of its own, so it may be called again, and the worker does */
bool play_held(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err);
/** play_close() - a table is no more: a running one ends without a result, one that has not started is deleted; one that is over stays as it is */
bool play_close(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err);

/**
 * play_replay() - re-runs a stored game and compares states, events and the hash chain
 * Return: true, and *differs (-1: none) is the first ply that differs, with @note (>= 200 bytes).
 */
bool play_replay(struct db *db, struct arena *arena, int64_t game, int *differs, char *note, size_t room, struct err *err);

/* Something that is stored of a game differs from what comes out when it is played again; @ply -1: it belongs to no ply. */
typedef void play_found(void *user, int ply, const char *what);
/** play_inspect() - tells everything that differs in a stored game, not the first alone: up to where its moves cannot be made again.
 *  Return: true, and *n is how much there is */
bool play_inspect(struct db *db, struct arena *arena, int64_t game, play_found *found, void *user, int *n, struct err *err);
/**
 * play_restore() - puts right what the other moves and the seals tell of it: states, snapshots, events, points, hashes, and single bytes
 * of moves; seals moves that have no seal. In one transaction, as the owner of the database.
 * @found: told of everything that differed; *left: how much of that cannot be put right, told as play_inspect() tells it
 */
bool play_restore(struct db *db, struct arena *arena, int64_t game, play_found *found, void *user, int *n, int *left, struct err *err);

/**
 * play_position() - what is stored of the position after @ply, or is played again from the nearest that is stored; @ply -1: the head,
 * as it is stored, though it may not be sound
 * @out: {"game", "rules", "revision", "ply", "state"}, on the arena; hidden things, too: for the operator only
 * ERR_STALE before the start, ERR_GONE when there is no such ply.
 */
bool play_position(struct db *db, struct arena *arena, int64_t game, int ply, struct json_object **out, struct err *err);

/** play_export() - the game as JSON: everything, with the secret, once it is over; before that, what @person may know. On the
 *  arena. */
bool play_export(struct db *db, struct arena *arena, int64_t game, int64_t person, struct json_object **out, struct err *err);
/* What came of playing an export again. */
struct verified {
    bool is_json;
    bool tried;            /* it could be read, so its moves were made again */
    int64_t game;          /* as the file says; 0: it does not */
    char rules[32];
    int n_moves;
    int differs;           /* the ply; -1: it belongs to none */
    char note[256];        /* "" when all is proven */
};
/** play_verify() - re-runs an export without any database: commitment, shuffles, every state hash, final scores, digest.
 *  Return: true when all of it is proven; else false; fills tried, differs and note */
bool play_verify(struct json_object *export, struct verified *v);
/** play_verify_text() - the same for the @n bytes of a file, with a zero behind them: also where it is no JSON, and, when it is as long as
 *  the house writes it, where a space has changed */
bool play_verify_text(const char *text, size_t n, struct verified *v);

/* ---- people whom mail does not reach: their clocks stop until they visit the site (play_steward.c) ---- */

/** reach_lost() - mail to @person bounces: from @now on their clocks stop, UNREACHED_MOST_DAYS at most; may be called again */
bool reach_lost(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err);
/** reach_found() - @person has visited the site: from @now on their clocks run; may be called again */
bool reach_found(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err);

#endif
