/* The course of a game that is over: how points have come, what they are made of, how many turns it took and which of them decided. */
#ifndef CGI_PLAY_END_H
#define CGI_PLAY_END_H

#include "cgi/base/cache.h"
#include "cgi/play/table.h"
#include "rules/parts.h"

enum { END_TURNS = 3 };

/* One turn: all that was done until somebody else's began, answers of others among it. */
struct end_turn {
    int seat;          /* whose it was */
    int first, last;   /* its plies */
    int ply;           /* of these the one that changed most; like what follows filled by end_decide() */
    int before, after; /* by how much the winners led the best of the others; negative: so much behind */
};

/* Worked out once, shared and read-only. */
struct end {
    struct arena *arena;    /* its own */
    struct move_row *moves; /* by ply. Points are those that there would be if all had lain open, when the game was played to its end; events
                             * are read of moves that begin a round or belong to a turn that decided; of others only ply, seat and at are known */
    int n_moves;            /* 0: nothing more is known than the result */
    int n_turns;
    seatmask moved;         /* the seats from which somebody has moved, see move_is_own() */
    struct breakdown made;  /* n 0: what the points are made of cannot be told */
    struct end_turn decided[END_TURNS]; /* in the order of play */
    int n_decided;
};

/**
 * end_decide() - which turns decided: those that changed most by how much the winners led the best of the others
 *
 * None where that is less than a twentieth of the winners' score, or where nobody or everybody has won. Of equal changes the later
 * one counts.
 * @game: seats with their ranks; @moves: the points after each ply, from 0 on; @turns: the game's, in order, with seat, first and last
 * Return: how many, at most END_TURNS, in the order of play
 */
int end_decide(const struct game_row *game, const struct move_row *moves, int n_moves, const struct end_turn *turns, int n_turns,
               struct end_turn decided[END_TURNS]);

/** end_of_game() - the course of @t's game, which is over; at most one trip, none while it is in @cache (NULL: there is none). What cannot be
 *  told is left out: false only when the database is gone. */
bool end_of_game(struct db *db, struct cache *cache, struct arena *arena, const struct table *t, const struct end **end, struct err *err);

#endif
