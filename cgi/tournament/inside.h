/* What the files of cgi/tournament share. */
#ifndef CGI_TOURNAMENT_INSIDE_H
#define CGI_TOURNAMENT_INSIDE_H

#include "cgi/store/tournament_changes.h"
#include "cgi/tournament/find.h"
#include "cgi/tournament/tournament.h"

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
/** change_goes_on() - it is paused no longer: the stage that runs ends later by as long as the pause was, and those after it begin when it ends;
 *  @by: 0 when it does so by itself */
void change_goes_on(struct arena *arena, const struct tournament_all *all, struct tournament_change *change, int64_t by, int64_t now);
/** change_cancelled() - it will not begin; those who have joined are told, but for @by, who did it (0: nobody) */
void change_cancelled(struct arena *arena, const struct tournament_all *all, struct tournament_change *change, int64_t by);

#endif
