/* Reports as moderators read them, with what was kept. */
#ifndef CGI_PAGES_REPORT_MODEL_H
#define CGI_PAGES_REPORT_MODEL_H

#include "cgi/pages/order.h"

/** reports_model() - adds {has_reports, reports[], last (the number of the newest) or null, taken_by (a name) or null, is_mine} to @out, as
 *  moderation_one.html tells; one trip for the names */
bool reports_model(struct req *rq, const struct report_row *reports, int n, struct value *out, struct err *err);

#endif
