/* From one stage to the next: who is in which division of a league's next season, and who of the groups goes on (docs/tournaments.md,
 * Divisions and groups). Pure. */
#ifndef CGI_TOURNAMENT_DIVISIONS_H
#define CGI_TOURNAMENT_DIVISIONS_H

#include "cgi/tournament/schedule.h"

/* How a place ended a stage. */
struct ended {
    uint16_t place;       /* any number, no two alike */
    uint8_t division;     /* 0: the highest */
    uint16_t rank;        /* in its division, from 1, not shared */
    bool out;             /* has no part in the next stage: nobody plays there, or who does is barred */
    int points, tables;   /* of this stage, parts of 24; only divisions_promoted() reads these and the lot */
    int lot;
};

/* The divisions of a stage: who is in them, the strongest first. */
struct divided {
    int n, n_divisions;
    uint8_t sizes[TOURNAMENT_MOST];       /* of each division */
    uint16_t place[TOURNAMENT_MOST];
    uint8_t division[TOURNAMENT_MOST];    /* of each place, in ascending order */
};

/**
 * divisions_next() - a league's next season. The first @moves of each division go up, of those who are not out, as far as there is room beside
 *  those who come down, of whom nobody goes down by two; those of the division itself stay in their order while there is room, the rest goes
 *  down; what room is left is for those below, in their order; new ones come last
 * @last: the season before, in any order; puts it in order of division and rank
 * @added: new places, in the order in which they came; with those who are not out at most TOURNAMENT_MOST
 * @wanted: DIVISION_LEAST .. DIVISION_MOST, see schedule_divisions()
 * @next: within a division those who stay or come down are first, then those from below, then new ones; n is 0 where nobody is left
 */
void divisions_next(struct ended *last, int n_last, const uint16_t *added, int n_added, int wanted, int moves, struct divided *next);

/**
 * divisions_promoted() - who of the groups goes on: the first @moves of each who are not out; more of each while they would be fewer than
 *  @least, the fewest seats of the game
 * @last: in any order; puts it in order of division and rank
 * @order: TOURNAMENT_MOST places, the strongest first: by rank in their group, then points a table, then lot; for pairing_groups()
 * Return: how many; 0 after the final, which is a stage with one group
 */
int divisions_promoted(struct ended *last, int n_last, int moves, int least, uint16_t *order);

#endif
