/* Links of letters: into the site, and out of its letters. */
#ifndef CGI_MAIL_LETTER_LINKS_H
#define CGI_MAIL_LETTER_LINKS_H

#include "cgi/base/token.h"
#include "cgi/base/values.h"
#include "cgi/mail/letter_needs.h"
#include "cgi/mail/mail.h"

/** letter_absolute() - @path with the site before it, on the arena */
const char *letter_absolute(const struct letter_needs *needs, const char *path);
/** letter_token() - a new token into @text; its arguments as those of store_token_new(); false when the database is gone */
bool letter_token(const struct letter_needs *needs, enum token_kind kind, int64_t person, int64_t game, int turn, int64_t seconds,
                  char text[TOKEN_TEXT], struct err *err);
/** letter_set_unsubscribe() - has_unsubscribe and unsubscribe_url of @model, and the header; @url: NULL: there is no such link */
void letter_set_unsubscribe(struct mail *mail, const char *url, struct value *model);
/** letter_add_unsubscribe() - the same with a new link, and has_mute and mute_url; @game: the one that can be muted, 0: none;
 *  false when the database is gone */
bool letter_add_unsubscribe(const struct letter_needs *needs, const struct mail_row *row, int64_t game, struct value *model,
                            struct mail *mail, struct err *err);

#endif
