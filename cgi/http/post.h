/* What a person's stream of events has to tell and has told (cgi/http/live.h): a queue without a lock of its own. */
#ifndef CGI_HTTP_POST_H
#define CGI_HTTP_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/store/store.h"

struct post;

enum { POST_MOST = 64 };

/** post_new() - as of @id, with the first @n news that are to be told; they are as many as fit. NULL: out of memory */
struct post *post_new(int64_t id, int waiting, const struct person_news *news, int n);
void post_free(struct post *post);
/** post_put() - one more, unless it was told or waits already; false: there is no room, and the stream has to end, to be resumed */
bool post_put(struct post *post, const struct person_news *news);
/** post_mark() - all that has happened before @id is told with what waits now */
void post_mark(struct post *post, int64_t id);
/** post_id() - what was marked last */
int64_t post_id(const struct post *post);
/** post_say() - the next message, of less than @room bytes; 0: there is none */
int post_say(struct post *post, char *out, size_t room);

#endif
