/* A game as one person sees it, opened for a page or for a turn. */
#ifndef CGI_PLAY_TABLE_H
#define CGI_PLAY_TABLE_H

#include "cgi/store/store.h"
#include "rules/rules.h"

/* How much of a game its page shows. */
static const struct newest table_newest = {.moves = 40, .lines = 30};

/* Who plays. */
struct asker {
    int64_t id;
    const uint8_t *session; /* hash of the session by which that is only thought, to be proven before anything is locked; NULL: it is known */
};
static inline struct asker asker_of(int64_t person)
{
    return (struct asker){person, NULL};
}

struct table {
    struct game_row game;
    int seat;                  /* of the person, or NO_SEAT */
    void *head;                /* state at game.ply; NULL before the start */
    void *state;               /* the same with the draft's steps done; equal to head without a draft */
    void *before;              /* filled by play_at() only */
    struct draft_row draft;    /* only steps that are still legal; n 0 when none */
    struct log draft_log;      /* what the draft's steps would cause */
    uint8_t *draft_told;       /* how many events of it stand there after each step */
    struct move_row *moves;    /* the newest moves, oldest first; after a turn those it has made */
    int n_moves;
    uint8_t made_after[32];    /* after a turn: the chain before its moves, and the transaction that wrote them */
    uint32_t made_by;
    bool handed_over;          /* after a turn by hand: its player is awaited no more, ... */
    bool no_choice;            /* ... and had one legal move only, or said what silence would have said */
    struct incidents incidents; /* the newest, oldest first */
    struct company company;    /* filled by play_table() when chat lines are wanted; likewise the next game that waits */
    struct next_game next;
    struct order_rows orders;  /* the person's own; filled by play_table() only */
    struct plan_row plan;      /* likewise */
};

#endif
