/* The name of somebody who has left the house. */
#ifndef CGI_WORDS_PERSON_H
#define CGI_WORDS_PERSON_H

#include "cgi/store/store.h"
#include "cgi/words/text.h"

/** name_shown() - a name as the store gives it, as the reader sees it: itself, but for PERSON_LEFT; NULL stays NULL */
const char *name_shown(const struct catalogue *cat, const char *name);
/** name_leads() - is there a profile to which a name leads that is shown? */
bool name_leads(const struct catalogue *cat, const char *shown);

#endif
