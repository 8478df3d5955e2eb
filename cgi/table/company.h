/* Chat and notes, as the table page shows them. */
#ifndef CGI_TABLE_COMPANY_H
#define CGI_TABLE_COMPANY_H

#include "cgi/model/model.h"

/* What was typed into one of the forms at the table and was not taken: the page gives it back. */
struct typed {
    const char *form;      /* "chat", "note" or "invite" */
    const char *text;
    const struct err *why;
};

/** company_heard() - who sits there has seen the lines, when they are for a page to be read: it marks them as new for the last
 *  time. A trip only when some are. */
bool company_heard(struct req *rq, const struct game_row *game, const struct company *company, struct err *err);
/** company_add() - "chat" and "note" of @model (borrowed); @typed: NULL for nothing */
void company_add(const struct req *rq, const struct game_row *game, const struct company *company, const struct typed *typed,
                 struct value *model);
/** company_lines() - lines of chat as in chat_lines.html, none of them marked as new */
struct value *company_lines(const struct req *rq, const struct game_row *game, const struct message_row *lines, int n);
/** company_new_words() - "3 new lines", NULL for none */
const char *company_new_words(const struct req *rq, const struct company *company);

#endif
