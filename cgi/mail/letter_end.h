/* What a letter tells of a game that is over. */
#ifndef CGI_MAIL_LETTER_END_H
#define CGI_MAIL_LETTER_END_H

#include "cgi/mail/letter_needs.h"
#include "cgi/play/table.h"

/** letter_add_end() - "end" of mail/end.html, of a game that is over, for who sits at @table->seat; @people: a name for each seat
 *  Return: false when the database is gone. */
bool letter_add_end(const struct letter_needs *needs, const struct words *words, const struct table *table, const char *const *people,
                    struct value *model, struct err *err);

#endif
