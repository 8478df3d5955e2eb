/* Who sits with whom: rounds of a Swiss system, divisions and groups (docs/tournaments.md). Pure: equal arguments, equal result. */
#ifndef CGI_TOURNAMENT_PAIRING_H
#define CGI_TOURNAMENT_PAIRING_H

#include "cgi/tournament/schedule.h"

enum { PAIRING_POINTS_MOST = 16383, PAIRING_EXACT = 12 };

/* What is known of those who are to be seated, by numbers 0 .. n - 1 in the order of the standings, the first on top. */
struct pairing {
    int n;                       /* 0 .. TOURNAMENT_MOST */
    int points[TOURNAMENT_MOST]; /* in parts of 24, 0 .. PAIRING_POINTS_MOST */
    uint8_t sat_out[TOURNAMENT_MOST];                        /* how often */
    uint8_t met[TOURNAMENT_MOST][TOURNAMENT_MOST];           /* how often, symmetric */
    uint64_t apart[TOURNAMENT_MOST][TOURNAMENT_MOST / 64];   /* one blocks the other, symmetric; a bit each */
    uint64_t seed;               /* which of equally good draws it is, and who has which seat */
};

void pairing_apart(struct pairing *p, int a, int b);
bool pairing_is_apart(const struct pairing *p, int a, int b);

/* A draw; on the heap of whoever asks for it, as it is large. */
struct draw {
    int n;                                    /* tables; first the largest */
    struct drawn { uint8_t n; uint16_t who[SEATS_MAX]; } table[TOURNAMENT_MOST]; /* by seat */
    int n_out;
    uint16_t out[TOURNAMENT_MOST];            /* who sits out */
};

/* How good a draw is: fewer is better, the first that differs decides. */
struct draw_cost {
    int apart;    /* pairs at one table of which one blocks the other */
    int again;    /* meetings of those who have met already, each counted as often as they have */
    int above;    /* pairs of one at a table that is smaller than the largest and one at a largest who is behind in the standings */
    int64_t gaps; /* sum over pairs at one table of the square of what their points differ by */
};
struct draw_cost draw_cost(const struct pairing *, const struct draw *);
/** draw_cost_order() - below 0: @a is better, 0: equally good, above 0: @b is better */
int draw_cost_order(const struct draw_cost *a, const struct draw_cost *b);

/** pairing_random() - 0 .. @below - 1, by @random alone, which goes on */
int pairing_random(uint64_t *random, int below);

/**
 * pairing_swiss() - one round; up to PAIRING_EXACT people at tables the best there is, else the best that a search of fixed length finds, about
 *  40 ms for 512 people
 * Who sits out are the last of those who did so least often. Of equally good draws the seed chooses, and it says who has which seat.
 * @seats, @least: as in schedule_tables()
 */
void pairing_swiss(const struct pairing *, int seats, int least, struct draw *);

/**
 * pairing_league() - divisions of people in order of strength: cut where @sizes says, then those of whom one blocks the other are put into
 *  different divisions by changing with somebody of a division next to theirs, the nearest in the order, where that makes such pairs fewer
 * @sizes: of @n_divisions, their sum is @p->n, of which only n and apart are read
 * @division: which each has, @p->n numbers
 */
void pairing_league(const struct pairing *p, const uint8_t *sizes, int n_divisions, uint8_t *division);
/** pairing_groups() - likewise groups, in a zigzag: 0 1 2 2 1 0 0 1 2 …, within @sizes, the larger first; changes are between those of one row */
void pairing_groups(const struct pairing *p, const uint8_t *sizes, int n_groups, uint8_t *group);

#endif
