/* HTTP requests of the service's own, several at a time (libcurl): each is a POST that has a time to end in, follows no redirect, goes by no
 * proxy, is sent to none but allowed addresses (the one connected to is the one that was looked at), and of whose answer no more is
 * read than a bound. */
#ifndef CGI_POST_POST_H
#define CGI_POST_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/base/address.h"

enum { POST_READ_MOST = 64 * 1024, POST_SAID = 200, POST_HEADERS_MOST = 12 };

struct post_rules {
    struct ranges allowed;     /* beside the public network */
    const char *ca;            /* file of the certificates to trust; NULL: the system's */
    int seconds;               /* in which a request has to end */
};

/* What is sent: borrowed until it is answered, but for the headers, which are copied. */
struct post {
    const char *url;           /* http:// or https:// */
    const char *header[POST_HEADERS_MOST]; /* "Name: value"; NULL ends them */
    const char *body;
    size_t length;
};

struct post_answer {
    int status;                /* of HTTP; 0: there was none */
    bool forbidden;            /* its address is not allowed */
    int retry_after;           /* seconds that the answer asks to wait for, 0: it does not */
    char said[POST_SAID];      /* "HTTP 204", or why there is no answer; printable ASCII without quotes */
};

struct posts;
/** posts_open() - for at most @most at a time, of one thread; @rules is borrowed; NULL: no memory */
struct posts *posts_open(const struct post_rules *rules, int most);
/** posts_close() - what is still on its way is dropped */
void posts_close(struct posts *posts);
/** posts_free() - how many more may be begun now */
int posts_free(const struct posts *posts);
/** posts_begin() - sends @post; @about comes back with its answer. False: it cannot be begun, such as with a URL that is none */
bool posts_begin(struct posts *posts, const struct post *post, void *about);
/** posts_wait() - works on all that is on its way, for @milliseconds at the most, or until something is answered */
void posts_wait(struct posts *posts, int milliseconds);
/** posts_next() - what @about was sent has ended; false: nothing else has */
bool posts_next(struct posts *posts, struct post_answer *answer, void **about);

/** post_url_fits() - could a request be sent there at all? http or https, a host, no name and password, no fragment, at most 500
 *  printable ASCII letters. @plain_http: without TLS, too */
bool post_url_fits(const char *url, bool plain_http);

#endif
