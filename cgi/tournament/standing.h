/* Points and standings (docs/tournaments.md, Points). Pure. */
#ifndef CGI_TOURNAMENT_STANDING_H
#define CGI_TOURNAMENT_STANDING_H

#include "cgi/tournament/schedule.h"

enum { POINT = 24 }; /* parts of a point */

/* A table that counts. */
struct counted {
    uint8_t n;
    uint16_t place[SEATS_MAX]; /* any numbers, see standing_of() */
    int16_t points[SEATS_MAX]; /* in parts of 24 */
};

/**
 * standing_points() - what a table gives: (seats - rank) / (seats - 1), the mean for those who share a rank
 * @n: 2 .. SEATS_MAX; with 1 it is a whole point
 * @rank: by seat, from 1; equal ones are shared, and only their order counts
 * @points: by seat, their sum is n / 2 points
 */
void standing_points(int n, const int rank[], int16_t points[]);

/**
 * standing_unfinished() - what a table gives that is not finished: all share their rank, but those of @last come last and share theirs
 * @n: 1 .. SEATS_MAX
 * @last: by seat, who resigned or is played by a bot; if all are, all share
 */
void standing_unfinished(int n, const bool last[], int16_t points[]);

/* A line of the standings. */
struct standing_line {
    uint16_t place;
    int lot;              /* in */
    int rank;             /* out, from 1; never shared, as lots differ */
    int points, tables;   /* parts of 24; how many tables counted */
    int64_t opponents_sum; int opponents_n; /* the mean of the opponents' points a table is sum / n, in parts of 24 × 27720, rounded down each */
    int direct;           /* points at tables where another sits of those who are equal so far; 0 where nobody is */
};

/**
 * standing_of() - puts @n lines, whose place and lot are set, no two alike, in order and fills in the rest
 * Tables of places that are no line count for those that are, and have no mean of their own.
 * Compares fractions exactly.
 */
void standing_of(struct standing_line *lines, int n, const struct counted *tables, int n_tables);

#endif
