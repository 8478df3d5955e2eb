/* Incidents in words: what happened at a table beside the moves. */
#ifndef CGI_WORDS_INCIDENT_H
#define CGI_WORDS_INCIDENT_H

#include "cgi/base/sb.h"
#include "cgi/store/store.h"
#include "cgi/words/text.h"

/** incident_text() - adds the sentence, in the reader's language; nothing for a kind that is not known */
void incident_text(struct sb *out, const struct catalogue *cat, const struct game_row *game,
                   const struct incident_row *incident);

#endif
