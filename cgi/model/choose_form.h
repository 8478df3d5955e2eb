/* Forms for moves whose amounts are free: a field for each, with its bounds and what it begins with. Part of cgi/model/choose.c. */
#ifndef CGI_MODEL_CHOOSE_FORM_H
#define CGI_MODEL_CHOOSE_FORM_H

#include "cgi/model/choice.h"

/**
 * choose_form() - one form for the @n moves @fit, all of one verb: choose.groups[].forms[] of templates/amounts.html without its
 * `label`, `hidden` and `folded`, which are the caller's; the caller owns it
 * Fields span what is listed, and begin with what was refused (c->tried), or else with the first move.
 */
struct value *choose_form(const struct choose *c, const int16_t *fit, int n);

#endif
