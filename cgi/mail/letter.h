/* What a mail says: from rows of the outbox to one mail in its reader's language. */
#ifndef CGI_MAIL_LETTER_H
#define CGI_MAIL_LETTER_H

#include "cgi/mail/letter_needs.h"
#include "cgi/mail/mail.h"
#include "cgi/store/store.h"

/** letter_alone() - must a mail of this kind go by itself (confirm, recover, invitation, link), not joined with others? */
bool letter_alone(const char *kind);
/** letter_urgent() - is this kind also sent to people who want little mail? (As the view `notice` says.) */
bool letter_urgent(const char *kind);

/** letter_subject() - what a mail of one such row about a game would be called, to be translated and filled with {game} */
const char *letter_subject(const char *kind);

/**
 * letter_write() - one mail out of @n rows of one person
 * @rows: one row of a kind that goes alone, or news of games (the other kinds) in any number and order; rows of one
 *        game become one section, whose last moves are those since the reader's own last one; from the ninth game on
 *        without moves and points
 * @mail: filled, on @needs->arena, ready for mail_compose()
 * Return: false with @err: ERR_BUSY when the database is gone, ERR_GONE when a game is, ERR_INTERNAL.
 */
bool letter_write(const struct letter_needs *needs, const struct mail_row *rows, int n, struct mail *mail, struct err *err);

#endif
