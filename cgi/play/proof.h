/* The proof of a game: its moves are made again from its secret, and all that is stored of it is compared with what comes out. */
#ifndef CGI_PLAY_PROOF_H
#define CGI_PLAY_PROOF_H

#include "cgi/play/play.h"

/* What of a ply is put right, beside what differs: to be written, if this is a stored game. */
enum rotten { ROTTEN_ROW = 1, ROTTEN_EVENTS = 2, ROTTEN_SNAPSHOT = 4, ROTTEN_SEALED = 8 /* known by its seal, whatever the other moves say */ };

/* A move as it is looked at. */
struct proven {
    int was;                   /* the ply it is stored under */
    unsigned rotten;           /* enum rotten */
    bool is_open;              /* its seal does not fit, and one byte alone does not explain it */
    int n_made;                /* how much of it is not as it was made again */
    struct move_row told;      /* the move as it is stored, with what its seal tells: nothing of what was made again */
};

/* A game to prove, from the database or from a file, and the note on what differs first. */
struct proof {
    struct arena *arena;
    struct game_row game;
    struct move_row *moves;    /* what differs is put right in here, as far as the rest tells it */
    int n_moves;
    struct snapshot_row *snapshots;
    int n_snapshots;
    struct proven *proven;     /* of each move; NULL: it is an export, whose events are read and whose moves have no seals */
    bool rotten_head;
    int chain_differs;         /* the move before, whose hash differs: it has changed, or the chain cannot be followed; -1: none */
    int at;                    /* which move is looked at; -1: none */
    int followed;              /* so many moves were made again and belong to the chain; the set-up only with the move after it, since the
                                * chain holds each position with the move that leaves it */
    int n_found, n_left;       /* how much differs; how much of it cannot be put right */
    int *differs;              /* the first ply that does; -1: none, or it is of no ply */
    char *note;                /* and what; "" while nothing does */
    size_t room;
    play_found *found;         /* NULL, or told of everything that differs */
    void *user;
};

/** proof_differs() - notes, and tells, that something differs at @ply and can be put right; false */
bool proof_differs(struct proof *p, int ply, const char *format, ...) __attribute__((format(printf, 3, 4)));

/** proof_left() - of a stored game, not of an export: how much of what differs is not put right: what cannot be, and what is of moves
 *  that were not followed */
int proof_left(const struct proof *p);

/** prove() - makes the moves again, as far as they can be made; true: nothing differs. The proof is zeroed but for what it is about. */
bool prove(struct proof *p);

#endif
