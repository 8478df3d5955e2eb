/* A Maildir: where mail goes while no SMTP server is configured. */
#ifndef CGI_MAIL_MAILDIR_H
#define CGI_MAIL_MAILDIR_H

#include <stdbool.h>
#include <stddef.h>

#include "cgi/base/arena.h"

enum { MAILDIR_MESSAGE_MAX = 1024 * 1024 };

/**
 * maildir_put() - one message as a new file under new/, complete and on disk, or not at all
 * Makes the folder when it is not there. CRLF line ends become LF.
 * Return: false with the reason in @why: no room, no right to write.
 */
bool maildir_put(const char *dir, const char *message, size_t length, char *why, size_t room);

/** maildir_list() - names of at most @most messages in new/ and cur/, newest first; none without such a folder */
void maildir_list(const char *dir, struct arena *arena, int most, const char ***names, int *n);

/**
 * maildir_read() - the message @name, one of maildir_list()
 * A name with a path is treated as unknown.
 * Return: NULL when there is none or it is longer than MAILDIR_MESSAGE_MAX.
 */
const char *maildir_read(const char *dir, struct arena *arena, const char *name, size_t *length);

#endif
