/* Before the start: what one wants to know of who sits there, and what a seeker's table tells its owner. */
#ifndef CGI_TABLE_OPEN_H
#define CGI_TABLE_OPEN_H

#include "cgi/base/values.h"
#include "cgi/http/req.h"
#include "cgi/store/seekers.h"

/** open_people() - adds "awake" (text or null) to each of @seats, which are those of the open table @game, and "seeking" to @model: null, or as
 *  quick_seeking_model(), and "fleeting" (quick_is_alone()) */
void open_people(const struct req *rq, const struct game_row *game, const struct quick_here *here, struct value *seats, struct value *model);

#endif
