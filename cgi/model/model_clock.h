/* Time as people see it: moments by the visitor's own wall clock, the pace of a table in words, and the clock of each seat. */
#ifndef CGI_MODEL_MODEL_CLOCK_H
#define CGI_MODEL_MODEL_CLOCK_H

#include "cgi/base/values.h"
#include "cgi/http/req.h"
#include "cgi/store/store.h"

/** model_iso() - "2026-03-29T12:00:00Z" */
const char *model_iso(const struct req *rq, int64_t at);
/** model_exact() - "2026-03-29 14:00 CEST", in the visitor's zone */
const char *model_exact(const struct req *rq, int64_t at);
/** model_local() - the same in @zone */
const char *model_local(const struct req *rq, const char *zone, int64_t at);
/** model_day() - "29 March", in @zone */
const char *model_day(const struct req *rq, const char *zone, int64_t at);
/** model_date() - "29 March 2026", in @zone */
const char *model_date(const struct req *rq, const char *zone, int64_t at);
/** model_moment() - "Sun 29 March, 14:00 CEST", in @zone */
const char *model_moment(const struct req *rq, const char *zone, int64_t at);
/** model_hour() - "14:00" in @zone; "Mon 14:00" when that is more than a day from now */
const char *model_hour(const struct req *rq, const char *zone, int64_t at);
/** model_span() - "2 days 4 h", of microseconds */
const char *model_span(const struct req *rq, int64_t amount);
/** model_pace() - {name, label, words, window_words, clock (is there one?), weekdays} and the figures in seconds; window_words
 *  is NULL where nobody is asked outside their turn */
struct value *model_pace(const struct req *rq, const struct game_row *game);
/** model_clock() - the clock of a person's seat: {runs, in_hand} and while it runs {left, sentence, seconds, low, deadline_iso,
 *  deadline_exact, stands: null or {why, sign, text, goes_iso, goes_exact}}; NULL when nothing is counted there. Needs the
 *  rests: a game of store_game_open() or store_table(). */
struct value *model_clock(const struct req *rq, const struct game_row *game, int seat);
/** model_due() - {iso, exact, text ("due in 2 days 4 h"), left ("2 days 4 h left"), low (a fifth of the wait at most)} of a seat's
 *  deadline, for lists; NULL when there is none */
struct value *model_due(const struct req *rq, const struct game_row *game, int seat);

#endif
