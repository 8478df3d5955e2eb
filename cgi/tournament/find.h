/* Finding something in what was read of a tournament, and its calendar: for its steps and for its pages. */
#ifndef CGI_TOURNAMENT_FIND_H
#define CGI_TOURNAMENT_FIND_H

#include "cgi/store/tournaments.h"
#include "cgi/tournament/standing.h"

static const int64_t SECOND = 1000000;
static const int64_t DAY_SECONDS = 86400;

/** calendar_after() - the moment @days days after @at (microseconds) at which a clock in @zone shows the same time; an hour that is skipped
 *  is over at once */
int64_t calendar_after(const char *zone, int64_t at, int days);

/** entrant_of() - the row of @person, or NULL */
struct entrant_row *entrant_of(const struct tournament_all *all, int64_t person);
/** stage_of() - the row of that stage, or NULL */
struct stage_row *stage_of(const struct tournament_all *all, int stage);
/** fixture_of() - that table, or NULL */
struct fixture_row *fixture_of(const struct tournament_all *all, int stage, int number);
/** place_of() - the row of @place, or NULL: they are numbered from 0 without a gap, and none is deleted */
const struct place_row *place_of(const struct tournament_all *all, int place);
/** place_person() - who plays at @place, 0: nobody */
int64_t place_person(const struct tournament_all *all, int place);
/** tables_that_count() - tables of @division in @stage, of a Swiss system of all stages up to that one; @tables: room for all there are.
 *  Return: how many */
int tables_that_count(const struct tournament_all *all, int stage, int division, struct counted *tables);
/** least_people() - how many a table of @rules needs at least, without bots */
static inline int least_people(const struct rules *rules)
{
    return rules->min_seats > 2 ? rules->min_seats : 2;
}

#endif
