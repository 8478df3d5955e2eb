/* What the files of cgi/tournament share. */
#ifndef CGI_TOURNAMENT_INSIDE_H
#define CGI_TOURNAMENT_INSIDE_H

#include "cgi/store/tournament_changes.h"
#include "cgi/tournament/schedule.h"
#include "cgi/tournament/tournament.h"

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
/** place_person() - who plays at @place, 0: nobody */
int64_t place_person(const struct tournament_all *all, int place);
/** tournament_rules() - of its game; ERR_INTERNAL: this program has not got it any more, or an option of it. *setup: its options, for @seats seats */
const struct rules *tournament_rules(const struct tournament_row *row, int seats, struct setup *setup, struct err *err);

/* Growing lists of a change; what is added lies on the arena. */
/** one_more() - @list of @n items with room for one more; it was begun by this function */
void *one_more(struct arena *arena, void *list, int n, size_t size);
struct entrant_change *change_entrant(struct arena *arena, struct tournament_change *change);
struct tournament_act_row *change_act(struct arena *arena, struct tournament_change *change, enum act_kind kind);
/** change_dropped() - @entrant, who plays, does so no more: becomes @status, the place is free */
void change_dropped(struct arena *arena, const struct tournament_all *all, struct tournament_change *change, const struct entrant_row *entrant,
                    enum entrant_status status);
/** change_cancelled() - it will not begin; those who have joined are told, but for @by, who did it (0: nobody) */
void change_cancelled(struct arena *arena, const struct tournament_all *all, struct tournament_change *change, int64_t by);

#endif
