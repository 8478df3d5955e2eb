/* Composing and handing over mail, and reading it again. */
#ifndef CGI_MAIL_MAIL_H
#define CGI_MAIL_MAIL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cgi/base/settings.h"
#include "cgi/base/sb.h"

struct mail {
    const char *to_name, *to_address;
    const char *subject;
    const char *text, *html;
    const char *message_id;      /* "game-42-17-turn.3@host", without brackets */
    const char *references;      /* message id of the thread's root, or NULL */
    const char *list_id;         /* "game-42.host": what letters of one table have in common; NULL: no List-Id */
    const char *list_name;       /* the same for people: "Carrara 42" */
    const char *picture;         /* a PNG that the HTML shows as <img src="cid:board">, @picture_length bytes; NULL: none */
    size_t picture_length;
    const char *unsubscribe_url; /* for List-Unsubscribe, one click; NULL: none */
};

/**
 * mail_compose() - the whole MIME message (GMime), CRLF line ends, all 7-bit, into @out
 * Line breaks and other controls in names and subjects become spaces, so no value can add a header.
 * @now: Unix microseconds, the Date
 * Return: false when an address (the recipient's or settings.mail_from) is none, with the reason in @why.
 */
bool mail_compose(const struct settings *set, const struct mail *mail, int64_t now, struct sb *out, char *why,
                  size_t room);

/** mail_sender() - the bare address of settings.mail_from */
const char *mail_sender(const struct settings *set, struct arena *arena);
/**
 * mail_return_address() - the envelope sender of the letter @message_id, where it comes back to
 * @secret: of store_bounce_secret()
 *
 * settings.bounce_address as "bounces+4b1f...@example.org", with twenty digits that only who knows @secret can make: so a notification
 * that came there is about that letter, and was not made up from its name. Without such a setting mail_sender().
 */
const char *mail_return_address(const struct settings *set, struct arena *arena, const char *secret, const char *message_id);
/** mail_host() - its domain: what stands behind the @ in message ids */
const char *mail_host(const struct settings *set, struct arena *arena);

enum mail_answer {
    MAIL_TAKEN,     /* 2xx, or the file is on disk */
    MAIL_LATER,     /* 4xx about this recipient or this message, or the connection broke in the middle of it */
    MAIL_NEVER,     /* 5xx about them */
    MAIL_AWAY,      /* no server, or one that accepts no mail from us (no TLS, no sign-in, no room on disk): not because of this
                     * mail, so the next would fail, too */
    MAIL_WITHDRAWN  /* stopped by the caller: the server was told of no mail */
};

/* What to send, and when not to. */
struct posting {
    const char *from_address;      /* of the envelope: where it comes back to */
    const char *to_address;
    const char *message;
    size_t length;
    bool (*withdrawn)(void *user); /* asked on an open connection, before the mail is announced: send no more? NULL: send */
    void *user;
    const atomic_bool *stop;       /* may be NULL; once it is true a delivery has 5 s left */
};

/* How mail goes out, for one thread: a connection to the SMTP server that is kept from one mail to the next, or the
 * Maildir when no server is configured. */
struct mail_line;
struct mail_line *mail_line_open(const struct settings *set);
/** mail_line_send() - over SMTP (libcurl: 10 s to connect, 60 s in all), or into the Maildir
 *  @answer: the last thing the server said, or why there was no answer */
enum mail_answer mail_line_send(struct mail_line *line, const struct posting *posting, char *answer, size_t room);
/** mail_line_rest() - closes a connection that is kept; the next mail makes a new one */
void mail_line_rest(struct mail_line *line);
void mail_line_close(struct mail_line *line);

/** mail_plain() - a server's answer, cleaned for the database: printable ASCII without quotes, at most 300 bytes. Servers answer
 *  in any
 *  encoding; the database takes UTF-8, and a mark that fails would send the mail again. */
const char *mail_plain(struct arena *arena, const char *said);

/* A mail as it is read again: texts are UTF-8 on the arena, "" where the mail has none. */
struct mail_view {
    const char *from, *to, *subject, *text, *html;
    int64_t date; /* Unix microseconds, 0: none */
};
/** mail_need_gmime() - before anything of GMime is called */
void mail_need_gmime(void);
/** mail_read() - the parts of a MIME message; false when it is none */
bool mail_read(struct arena *arena, const char *message, size_t length, struct mail_view *view);
/** mail_shown() - the HTML part, on the arena, with its picture in it as a data: address; NULL: there is none */
const char *mail_shown(struct arena *arena, const char *message, size_t length);

enum { BOUNCE_ADDRESSES = 16 };

/* A delivery status notification (RFC 3464): what became of one letter, told by a mail server. */
struct mail_bounce {
    const char *message_id;      /* of the letter, without brackets; NULL: no part of it was returned */
    const char *to;              /* all addresses that this notification went to, as its headers say */
    int n;                       /* addresses that are told of; beyond BOUNCE_ADDRESSES none is looked at */
    struct bounce_address {
        const char *final, *original; /* where it ended; where we had sent it, or NULL */
        bool never;              /* it failed for good (Action: failed, Status: 5.x.x), not only for now */
        const char *said;        /* the server's words, as of mail_plain() */
    } address[BOUNCE_ADDRESSES];
};
/** mail_bounce_read() - @message, as a mail server hands it to a program: a "From " line before its headers is skipped
 *  Return: false when it is no such notification. */
bool mail_bounce_read(struct arena *arena, const char *message, size_t length, struct mail_bounce *bounce);

#endif
