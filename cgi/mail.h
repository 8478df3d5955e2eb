/* Composing and handing over mail, and reading it again. */
#ifndef CGI_MAIL_H
#define CGI_MAIL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cgi/house.h"
#include "cgi/sb.h"

struct mail {
    const char *to_name, *to_address;
    const char *subject;
    const char *text, *html;
    const char *message_id;      /* "game-42-17-turn.3@host", without brackets */
    const char *references;      /* message id of the thread's root, or NULL */
    const char *unsubscribe_url; /* for List-Unsubscribe, one click; NULL: none */
};

/**
 * mail_compose() - the whole MIME message (GMime), CRLF line ends, all 7-bit, into @out
 * Line breaks and other controls in names and subjects become spaces, so no value can add a header.
 * @now: Unix microseconds, the Date
 * Return: false when an address (the recipient's or settings.mail_from) is none, with the reason in @why.
 */
bool mail_compose(const struct house *house, const struct mail *mail, int64_t now, struct sb *out, char *why,
                  size_t room);

/** mail_sender() - the bare address of settings.mail_from */
const char *mail_sender(const struct house *house, struct arena *arena);
/** mail_host() - its domain: what stands behind the @ in message ids */
const char *mail_host(const struct house *house, struct arena *arena);

enum mail_answer {
    MAIL_TAKEN, /* 2xx, or the file is on disk */
    MAIL_LATER, /* 4xx, no connection, no sign-in to the server, no room on disk: the next try may do */
    MAIL_NEVER  /* 5xx about this recipient or this message */
};

/**
 * mail_send() - over SMTP (libcurl: 10 s to connect, 60 s in all), or into the Maildir when no server is configured
 * @stop: may be NULL; once it is true a delivery has 5 s left
 * @answer: the last thing the server said, or why there was no answer; for the operator
 */
enum mail_answer mail_send(const struct house *house, const char *to_address, const char *message, size_t length,
                           const atomic_bool *stop, char *answer, size_t room);

/* A mail as it is read again: texts are UTF-8 on the arena, "" where the mail has none. */
struct mail_view {
    const char *from, *to, *subject, *text, *html;
    int64_t date; /* Unix microseconds, 0: none */
};
/** mail_read() - the parts of a MIME message; false when it is none */
bool mail_read(struct arena *arena, const char *message, size_t length, struct mail_view *view);

#endif
