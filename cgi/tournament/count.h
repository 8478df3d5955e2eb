/* What a table counts, see docs/tournaments.md (Points). Each adds to what a change counts. */
#ifndef CGI_TOURNAMENT_COUNT_H
#define CGI_TOURNAMENT_COUNT_H

#include "cgi/tournament/inside.h"

/** count_ranks() - @rank by seat, from 1, equal ones shared; count_points() - @points by seat, in parts of 24 */
void count_ranks(struct arena *arena, const struct fixture_row *fixture, enum fixture_how how, const int rank[], struct tournament_change *change);
void count_points(struct arena *arena, const struct fixture_row *fixture, enum fixture_how how, const int points[], struct tournament_change *change);
/** count_played() - as its game ended, which has a result */
void count_played(struct arena *arena, const struct fixture_row *fixture, struct tournament_change *change);
/** count_unfinished() - as if all shared their rank, but for who gave up and for places without a person */
void count_unfinished(struct arena *arena, const struct tournament_all *all, const struct fixture_row *fixture, struct tournament_change *change);
/** count_alone() - who sits out has a table won */
void count_alone(struct arena *arena, const struct fixture_row *fixture, struct tournament_change *change);
/** correct_fixture() - counts as @rank says, by seat; the log says @why, and what counted before */
void correct_fixture(struct arena *arena, const struct fixture_row *fixture, const int rank[], const char *why, int64_t person,
                     struct tournament_change *change);

#endif
