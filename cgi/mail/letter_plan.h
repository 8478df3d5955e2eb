/* What a letter about a turn says of the plan that its reader has for it. */
#ifndef CGI_MAIL_LETTER_PLAN_H
#define CGI_MAIL_LETTER_PLAN_H

#include "cgi/mail/letter_needs.h"
#include "cgi/play/table.h"

/** letter_plan_words() - a sentence, on the arena; NULL: there is no plan. It may take two trips.
 *  Return: false when the database is gone. */
bool letter_plan_words(const struct letter_needs *needs, const struct words *words, const struct table *table, const char **sentence,
                       struct err *err);

#endif
