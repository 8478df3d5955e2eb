/* The log: one line on standard error for each thing worth knowing, as logfmt (key=value key="a text") or as JSON. Any thread may write. */
#ifndef CGI_BASE_LOG_H
#define CGI_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>

/** log_as_json() - how lines are written from now on; at first as logfmt */
void log_as_json(bool json);
bool log_is_json(void);

/**
 * log_line() - one line, such as "level=info worker=mail message=\"the mail server is back\"", without its end
 *
 * It begins with the level. A text in quotes holds neither quotes, backslashes nor control characters: see log_clean(). Where the thread works on
 * a request, the request's id is added behind the level. What is longer than 4 KB is cut.
 */
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** log_write() - a line of @n bytes as it is, without its end: nothing is added */
void log_write(const char *line, size_t n);

/** log_clean() - makes @text fit to stand in quotes, in place; returns it */
char *log_clean(char *text);

/** log_request() - from now on this thread works on the request @id (borrowed); NULL: on none */
void log_request(const char *id);

#endif
