/* Which legal moves fit what was chosen: choosing one after the other, and values of arguments as text. See cgi/model/choose.h. */
#ifndef CGI_MODEL_CHOOSE_FIT_H
#define CGI_MODEL_CHOOSE_FIT_H

#include "cgi/base/sb.h"
#include "cgi/model/choice.h"

/** choose_start() - nothing is chosen yet, every move of the list fits */
void choose_start(struct choose *choose);

/** choose_narrow() - one more choice, in place of an earlier one of the same name; false when no move fits it then,
 *  and nothing changes. @name and @value are borrowed. */
bool choose_narrow(struct choose *choose, const char *name, const char *value);

/** choose_query() - the choices of a query; what fits nothing is counted in n_ignored, other keys are not looked at */
void choose_query(struct choose *choose, const struct field *fields, int n);

/** choose_like() - the verb and the plain arguments of @move, as far as legal moves fit */
void choose_like(struct choose *choose, const struct move *move);

/** choose_value() - what stands in the slot of a number, name or seat for @text; false: nothing, or it is another kind of argument */
bool choose_value(const struct arg *arg, const char *text, int *value);

/** choose_spell() - adds the value of any argument but counts, whose first slot is *@slot, as it stands in one-line text */
void choose_spell(struct sb *out, const struct arg *arg, const int16_t *slot);

/** choose_has_amounts() - has a verb an argument that is never chosen, but filled in? */
bool choose_has_amounts(const struct verb *verb);

/** choose_is_sample() - may a listed move be a sample for similar moves? */
bool choose_is_sample(const struct choose *choose, const struct move *move);

/** choose_given() - the index of what was chosen of @name in given[]; -1: nothing */
int choose_given(const struct choose *choose, const char *name);

#endif
