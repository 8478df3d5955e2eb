/* How many divisions and tables there are, and who meets whom in a round robin (docs/tournaments.md, Divisions and groups, Round robin). Pure:
 * no database, no clock, no chance. */
#ifndef CGI_TOURNAMENT_SCHEDULE_H
#define CGI_TOURNAMENT_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/engine/games.h"

enum {
    TOURNAMENT_MOST = 512,     /* people */
    DIVISION_LEAST = 4, DIVISION_MOST = 7,
    DIVISION_TABLES_MOST = 21  /* in one division: seven people, two a table */
};

/* One table of a round robin: numbers within the division, by seat. */
struct round_robin_table {
    uint8_t n;
    uint8_t who[SEATS_MAX];
};

/**
 * schedule_divisions() - the sizes of the divisions of @n people, the larger ones first
 * @n: 1 .. TOURNAMENT_MOST; @wanted: DIVISION_LEAST .. DIVISION_MOST
 * @sizes: TOURNAMENT_MOST numbers
 * Return: how many divisions; each has DIVISION_LEAST .. DIVISION_MOST people, but for fewer than DIVISION_LEAST in all
 */
int schedule_divisions(int n, int wanted, uint8_t *sizes);

/**
 * schedule_round_robin() - the tables of a division of @n people, in the order in which they should open: everybody plays equally many, meets
 *  everybody else at least once, and seats (who begins) are as even as possible
 * @n: 2 .. DIVISION_MOST; @seats: 2 .. SEATS_MAX, of which at most @n are used
 * @least: the fewest seats that the game has; a division of fewer people has no table
 * Return: how many
 */
int schedule_round_robin(int n, int seats, int least, struct round_robin_table meetings[DIVISION_TABLES_MOST]);

/** schedule_each() - how many tables each of @n people of such a division plays */
int schedule_each(int n, int seats, int least);

/**
 * schedule_tables() - the sizes of the tables of one round of a Swiss system, larger first: as many full ones as possible, the others with one
 *  seat less; where that does not come out, as few and as even as possible; who sits out where the game has no smaller tables is not counted
 * @n: 0 .. TOURNAMENT_MOST; @seats, @least: as above
 * @sizes: TOURNAMENT_MOST numbers
 * Return: how many; *out: how many people sit out
 */
int schedule_tables(int n, int seats, int least, uint8_t *sizes, int *out);

#endif
