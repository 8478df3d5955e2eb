/* A turn on its way into the log: shared by people, bots and the clock. */
#ifndef CGI_PLAY_PLAY_TURN_H
#define CGI_PLAY_PLAY_TURN_H

#include "cgi/play/book.h"
#include "cgi/play/fold.h"
#include "cgi/play/play_head.h"
#include "cgi/play/table.h"
#include "rules/engine/bots.h"
#include "rules/engine/rng.h"

enum {
    DRAFT_STEPS_MAX = 256,  /* also a constraint of the table */
    FOLLOWED_MAX = 8        /* steps that follow one another by themselves */
};

/** state_copy() - on the arena */
void *state_copy(struct arena *arena, const struct rules *rules, const void *state);
/** table_set() - from @t's row with its state to a table: head, draft of @person and all; @fold is at the head */
bool table_set(struct table *t, struct arena *arena, int64_t person, struct fold *fold, struct err *err);
/** table_look() - the same, only to be looked at: @state (NULL before the start) is borrowed, and not changed */
bool table_look(struct table *t, struct arena *arena, int64_t person, const void *state, struct err *err);

enum { SNAPSHOT_EVERY = 32 }; /* plies */

/* Moves for the log, and the steps after them that stay a draft. */
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
    struct move followed[FOLLOWED_MAX]; /* automatic steps after the last requested one */
    int n_followed, n_said;
    struct order_book *book;       /* of all seats */
    int n_answers;
    seatmask movers;               /* seats that have made a move of `rows` */
    seatmask own;                  /* those among them that have made one of their own turn */
    int aside[SEATS_MAX];          /* by seat: see struct commit */
    struct search_room *room;      /* NULL until a strong bot has looked ahead in this turn */
    struct told told;
};

/** turn_goes_on() - are all moves after @ply (@since, from store_moves_since()) unsolicited moves of others? Then choices made at
 *  @ply still belong to this turn. */
bool turn_goes_on(const struct table *t, int ply, const char *since);
/** turn_was_taken() - does @since, what store_moves_since() has for the ply of the page, tell that this seat has made these @n moves, after
 *  @drafted ones, and nothing later? Without moves: that it has made as many as were drafted */
bool turn_was_taken(const struct table *t, const char *since, int drafted, const struct move *moves, int n);
/** turn_is_altered() - would @step, chosen before the moves @since, now have another effect than shown? */
bool turn_is_altered(const struct rules *rules, const char *since, const struct move *step);

struct turn *turn_new(struct arena *arena, struct table *table, const struct fold *fold, int seat, const char *cause,
                      int64_t now);
/** turn_of_person() - opens the game for one of its players, and begins a turn; if their seat was open, they have it back; fails
 *  as play_steps() does */
bool turn_of_person(struct db *db, struct arena *arena, int64_t game, struct asker player, int64_t now, struct table *table,
                    struct turn **turn, struct err *err);
/** turn_begin() - the turn begins with the stored draft */
void turn_begin(struct turn *turn);
/** turn_flush() - commits the pending steps */
void turn_flush(struct turn *turn);
bool turn_has_room(const struct turn *turn);
/** turn_step() - does a legal step: it stays in the draft, or goes to the log together with the draft */
void turn_step(struct turn *turn, const struct move *move);
/** turn_answer() - lets standing orders answer the position of the log, as long as the draft is empty */
void turn_answer(struct turn *turn);
/** turn_follow() - what follows a step: answers by standing orders, what a guide has for the other seats, and automatic steps */
void turn_follow(struct turn *turn);
/** turn_hand_in() - turn_flush() and turn_follow(), until nothing is pending */
void turn_hand_in(struct turn *turn);
/** turn_go_on() - commits the draft if an order of its own seat answers after it, and still would once it is committed */
void turn_go_on(struct turn *turn);
/** turn_did() - is @move an automatic step that was just made? A form may contain it, too. */
bool turn_did(struct turn *turn, const struct move *move);
/** turn_only_ends() - is there exactly one legal move, and it confirms the turn? */
bool turn_only_ends(const struct rules *rules, const void *state, int seat, struct move_list *list);
/** turn_is_automatic() - is there exactly one legal move, of a verb marked automatic, which shows nothing and ends nothing? */
bool turn_is_automatic(const struct rules *rules, const void *state, int seat, struct move_list *list);
/**
 * turn_chance() - random numbers for choosing in place of a player: by a bot, or by the clock for a late player
 *
 * They are derived from the game's key, the ply and the seat, in streams that no move uses (those are numbered by plies): nobody
 * knows them while the secret is hidden, and bots play the same game again in the same way.
 */
void turn_chance(const struct turn *turn, struct rng *rng);
/** turn_advice() - the move of @bot, from what this seat may see; or any legal move */
bool turn_advice(struct turn *turn, enum bot bot, struct rng *rng, struct move *move);
/** turn_close() - stores the turn, and updates the table to it; @person: the owner of the draft, 0 for a bot */
bool turn_close(struct turn *turn, struct db *db, int64_t person, struct err *err);

/** told_close() - commits a change of @game that is no move: its seats, and what @told has for people and the log */
bool told_close(struct db *db, const struct game_row *game, const struct told *told, struct err *err);

#endif
