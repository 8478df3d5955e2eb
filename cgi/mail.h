/* Composing and handing over mail. */
#ifndef CGI_MAIL_H
#define CGI_MAIL_H

#include "cgi/house.h"
#include "cgi/sb.h"

struct mail {
    const char *to_name, *to_address;
    const char *subject;
    const char *text, *html;
    const char *message_id;      /* "game-42-17.3@host", without brackets */
    const char *references;      /* message id of the thread's root, or NULL */
    const char *unsubscribe_url; /* for List-Unsubscribe, one click; NULL: none */
};

/** mail_compose() - the whole MIME message (GMime), CRLF line ends, into @out */
bool mail_compose(const struct house *house, const struct mail *mail, int64_t now, struct sb *out, char *why, size_t room);
enum mail_answer { MAIL_TAKEN, MAIL_LATER, MAIL_NEVER }; /* 2xx; 4xx or no connection; 5xx */
/** mail_send() - over SMTP (libcurl), or into the Maildir; @answer: what the server said */
enum mail_answer mail_send(const struct house *house, const char *to_address, const char *message, size_t length,
                           char *answer, size_t room);

#endif
