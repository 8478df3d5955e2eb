/* What the pages about order share: reports, moderation, what was done to oneself. */
#ifndef CGI_PAGES_ORDER_H
#define CGI_PAGES_ORDER_H

#include "cgi/http/res.h"
#include "cgi/store/order.h"

/** reason_words() - of a report, in the reader's words; one that is not known stands as it is */
const char *reason_words(const struct req *rq, const char *reason);
/** reasons_model() - those there are for a report of @kind ("person", "line", "game"): [{value, label, checked}], @chosen checked */
struct value *reasons_model(const struct req *rq, const char *kind, const char *chosen);
/** reason_fits() - is @reason one of these? */
bool reason_fits(const char *kind, const char *reason);
/** reason_is_name() - the reason by which a report about a person is one about the name */
bool reason_is_name(const char *reason);

/** report_of_line() - the line and those around it, as they are now, as JSON for a report; @game as the reader sees it */
bool report_of_line(struct req *rq, const struct game_row *game, int64_t line, const char **context, struct err *err);
/** report_of_table() - how far the game is, and who is waited for since when: nothing that is not public */
const char *report_of_table(struct req *rq, const struct game_row *game);
/** report_of_person() - the name and the words about oneself */
const char *report_of_person(struct req *rq, const struct person *person);

/** acts_model() - [{id, at: time, what (a sentence), why, until: moment or null, line (that was hidden) or null, game_url or null, undone: time or null,
 *  undone_why, is_undoable, by, undone_by (names or null), commanded, whom: null or {name, url}}]
 *  @judging: for moderators, with whom it concerned; names of moderators, and what was done by command, are for operators only */
struct value *acts_model(const struct req *rq, const struct act_row *acts, int n, bool judging);

/**
 * order_enter() - the beginning of every page and action of moderators
 * Others are told that there is no such page. Who has not entered the password in the last quarter of an hour is asked for it, and what was
 * typed is kept. *entered false, with true: that page is the answer.
 */
bool order_enter(struct req *rq, struct res *rs, bool *entered, struct err *err);
/** order_why() - the field "text", 1 .. WHY_MOST characters: why it is done; ERR_INPUT */
bool order_why(struct req *rq, const char **why, struct err *err);

#endif
