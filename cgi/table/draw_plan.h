/* Steps of a plan in words, on the table's page and on that of the plan. */
#ifndef CGI_TABLE_DRAW_PLAN_H
#define CGI_TABLE_DRAW_PLAN_H

#include "cgi/model/model.h"
#include "rules/rules.h"

/** plan_step_words() - "Build Castello 1 in Massa", of the step that confirms "End of the turn"; "" when @text is no step of @rules */
const char *plan_step_words(const struct req *rq, const struct rules *rules, const char *text, const struct people *people);

#endif
