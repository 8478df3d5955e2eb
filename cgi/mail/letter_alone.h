/* Letters that go by themselves: about an account, an invitation to somebody without one, a link that was asked for. */
#ifndef CGI_MAIL_LETTER_ALONE_H
#define CGI_MAIL_LETTER_ALONE_H

#include "cgi/base/values.h"
#include "cgi/mail/letter_needs.h"
#include "cgi/mail/mail.h"

/** letter_about_account() - is this kind one of them? */
bool letter_about_account(const char *kind);
/** letter_write_alone() - fills @model and @mail; fails as letter_write() */
bool letter_write_alone(const struct letter_needs *needs, const struct words *words, const struct mail_row *row, struct value *model,
                        struct mail *mail, struct err *err);

#endif
