/* One request and its answer, from the first line to the last byte, by any transport. */
#ifndef CGI_TRANSPORTS_EXCHANGE_H
#define CGI_TRANSPORTS_EXCHANGE_H

#include "cgi/http/res.h"

enum { DRAIN_MAX = 1024 * 1024 }; /* a longer body is not even read to its end */

struct exchange {
    struct arena *arena;   /* everything below lies on it, the exchange too */
    struct service *service; /* held until the end */
    struct req *rq;
    struct res rs;
    struct sb body;
    size_t received;       /* of the body, kept or not */
    bool answered;
};

/** exchange_new() - @size: of the struct of a transport's own that begins with a struct exchange, zeroed; NULL: there is no memory */
struct exchange *exchange_new(struct service *service, size_t size);
/** exchange_body() - takes a piece of the body; what is beyond BODY_MAX is dropped, and too_large set.
 *  False: the body is longer than DRAIN_MAX, so that the rest need not be read, or there is no memory */
bool exchange_body(struct exchange *x, const char *data, size_t n);
/** exchange_answer() - the whole answer into rs, by the thread's connection @db, on which no transaction stays open. Of rq there are
 *  afterwards what the transport filled, id, who.id, route, part, csrf and failed; of rs status, headers, body and stream. */
void exchange_answer(struct exchange *x, struct db *db);
/** exchange_log() - writes the line of the log, once, when it was answered */
void exchange_log(struct exchange *x);
/** exchange_end() - the same, and frees all of it */
void exchange_end(struct exchange *x);

/** method_of() - "GET" and so on, as it stands in a request */
enum method method_of(const char *name);

#endif
