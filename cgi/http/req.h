/* A request, as every transport (libmicrohttpd, FastCGI, CGI) fills it. */
#ifndef CGI_HTTP_REQ_H
#define CGI_HTTP_REQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/base/arena.h"
#include "cgi/base/err.h"
#include "cgi/http/form.h"
#include "cgi/http/service.h"
#include "cgi/base/parse.h"

enum {
    BODY_MAX = 128 * 1024,         /* a note of 10,000 letters, each of four bytes and percent-encoded, fits */
    PATH_PARTS_MAX = 4
};

enum method { GET = 1, POST = 2, HEAD = 4, OTHER_METHOD = 8 };

struct db;

/* Who is signed in. id 0: nobody. */
struct visitor {
    int64_t id;
    int waiting;                   /* games in which this person is awaited */
    const char *name, *email, *lang; /* lang: NULL when not chosen */
    const char *zone;              /* "Europe/Rome"; NULL: nobody's, hence UTC */
    bool email_confirmed, letters; /* letters: wants mail about games at all */
    bool bounced;                  /* letters to the address come back, and none are sent */
};

struct req {
    struct arena *arena;
    struct service *service;
    struct db *db;                 /* this thread's connection */
    int64_t now;                   /* Unix time in microseconds */
    char id[17];                   /* request id, hex: on error pages and in the log */

    /* filled by the transport */
    enum method method;
    const char *target;            /* as it was asked for: "/games/42?x=%31" */
    const char *path;              /* percent-decoded, "/games/42" */
    const char *query_string;      /* raw, "" when there is none */
    const char *cookie_header;     /* raw, "" when there is none; likewise below */
    const char *accept, *accept_encoding, *accept_language, *content_type, *content_encoding, *host, *user_agent, *if_none_match;
    const char *last_event_id;     /* what the reader of a stream heard last */
    const char *fetch_site;        /* Sec-Fetch-Site: what kind of site sent the form */
    const char *background;        /* X-Ridotto-Background: fetched by www/live.js, for nobody who waits for that page */
    const char *peer;              /* the other end of the connection; "unix:": by a socket in the file system */
    const char *remote;            /* the visitor's address: the peer, or whom a proxy on this machine names */
    bool secure;                   /* came over TLS */
    const char *body;
    size_t body_length;
    bool garbled;                  /* where the body ends is told wrongly, or in two ways; it is not there */
    bool too_large;                /* the body was longer than BODY_MAX and is not there */

    /* filled by the router before a page is called */
    struct fields query, form;
    struct json_object *json;      /* the body when it is JSON, else NULL */
    bool wants_json;
    struct visitor who;
    const char *csrf;              /* the token every form carries */
    const char *session;           /* raw session token, "" when there is none */
    const char *visitor;           /* raw token of a visitor who is not signed in, "" when there is none */
    bool visitor_new;              /* made for this answer: the cookie is to be set */
    const struct words *words;     /* of the visitor's language */
    const char *part[PATH_PARTS_MAX]; /* what {id} and the like stood for */
    const struct route *route;
    const struct route *kept_for;  /* of the path to which a form that the sign-in page carried along goes; NULL: none */
    const char *back;              /* the page from which this request came about, for links and redirects: itself when it is a GET,
                                    * else the nearest path above that can be got */
    struct err failed;             /* what went wrong, for the log; ERR_NONE when nothing */
};

/** req_init() - an empty request with an id of its own; strings that a transport does not fill are "" */
void req_init(struct req *rq, struct arena *arena, struct service *service, int64_t now);
/** req_from_here() - does the visitor sit at this machine: by IPv4, IPv6, one in the other, or a socket? Who has no address is
 *  not known to. Nothing else decides that. */
bool req_from_here(const struct req *rq);
/** req_network() - by what visitors are counted: their address, or of IPv6 its first half, since who has one has all of these */
const char *req_network(const struct req *rq);
/** req_target() - fills target, path and query_string from "/games/42?x=1"; path is NULL when it cannot be decoded */
void req_target(struct req *rq, const char *target);
/** req_header() - takes one header by its HTTP name, any case; those that the house does not read are passed over.
 *  After peer and remote are set: what a proxy says counts only when it runs on this machine. */
void req_header(struct req *rq, const char *name, const char *value);

/** req_sees_dev() - may this visitor read everybody's mail under /dev/mail? With `serve --dev`, or from this machine
 *  while mail goes to a folder and the house has no other name than this machine's */
bool req_sees_dev(const struct req *rq);
/** req_foreign() - does the browser say that the form stood on a page of another site? */
bool req_foreign(const struct req *rq);
/** req_words() - translation for this visitor */
const char *req_words(const struct req *rq, const char *msgid);
/** req_fill() - the same, filled with @values, on the arena */
const char *req_fill(const struct req *rq, const char *msgid, const struct text_value *values, int n);
/** req_cookie() - value of a cookie, on the arena, or NULL */
const char *req_cookie(const struct req *rq, const char *name);

/** lang_choose() - the person's setting, else the cookie, else what the browser prefers, else English */
const char *lang_choose(const struct req *rq);
/** accept_quality() - the weight 0 .. 1000 that an Accept header gives exactly @type; 0 when it is not named */
int accept_quality(const char *header, const char *type);

#endif
