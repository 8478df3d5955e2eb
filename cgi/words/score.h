/* What standings count, in words: the one place that knows a game's word and unit (rules.h). A standing is shown by these
 * functions everywhere; what is stored and exported stays as the rules count it. */
#ifndef CGI_WORDS_SCORE_H
#define CGI_WORDS_SCORE_H

#include "cgi/base/jsonx.h"
#include "cgi/words/text.h"

/** score_amount() - what @points of a standing are worth: 350 thousands are 350000; @rules NULL: points */
int64_t score_amount(const struct rules *rules, int points);
/** score_number() - the same as told: "350,000", on @arena */
const char *score_number(struct arena *arena, const struct rules *rules, int points);
/** score_words() - with its word: "1 point", "350,000 Rubens" */
const char *score_words(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points);
/** score_gained() - "+4 points"; @points is more than 0 */
const char *score_gained(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points);
/** score_heading() - above several: "Points" */
const char *score_heading(const struct catalogue *cat, const struct rules *rules);
/** score_model() - {amount, text, before, number, after}: the true amount, and its words whole and around the number; texts
 *  are copied from @arena, the caller owns it */
struct json_object *score_model(struct arena *arena, const struct catalogue *cat, const struct rules *rules, int points);

#endif
