/* A request and its answer, as every transport (libmicrohttpd, FastCGI, CGI) fills and sends them. */
#ifndef CGI_HTTP_REQ_H
#define CGI_HTTP_REQ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/base/arena.h"
#include "cgi/base/err.h"
#include "cgi/http/house.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/number.h"
#include "cgi/base/sb.h"
#include "rules/engine/verbs.h"

enum {
    BODY_MAX = 128 * 1024,         /* a note of 10,000 letters, each of four bytes and percent-encoded, fits */
    FIELDS_MAX = 512,
    PATH_PARTS_MAX = 4,
    RES_HEADERS_MAX = 24
};

enum method { GET = 1, POST = 2, HEAD = 4, OTHER_METHOD = 8 };

/* Name and value pairs in the order they came, percent-decoded, valid UTF-8. */
struct fields {
    int n;
    struct field field[FIELDS_MAX];
};

struct db;

/* Who is signed in. id 0: nobody. */
struct visitor {
    int64_t id;
    int waiting;                   /* games that wait for him */
    const char *name, *email, *lang; /* lang: NULL when not chosen */
    const char *zone;              /* "Europe/Rome"; NULL: nobody's, hence UTC */
    bool email_confirmed, letters; /* letters: wants mail about games at all */
    bool bounced;                  /* letters to the address come back, and none are sent */
};

struct req {
    struct arena *arena;
    struct house *house;
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
    const char *visitor;           /* raw token of one who is not signed in, "" when there is none */
    bool visitor_new;              /* made for this answer: the cookie is to be set */
    const struct words *words;     /* of the visitor's language */
    const char *part[PATH_PARTS_MAX]; /* what {id} and the like stood for */
    const struct route *route;
    struct err failed;             /* what went wrong, for the log; ERR_NONE when nothing */
};

/** req_init() - an empty request with an id of its own; strings that a transport does not fill are "" */
void req_init(struct req *rq, struct arena *arena, struct house *house, int64_t now);
/** req_from_here() - does the visitor sit at this machine: by IPv4, IPv6, one in the other, or a socket? Who has no address is
 *  not known to. The one idea of that in the house. */
bool req_from_here(const struct req *rq);
/** req_network() - by what visitors are counted: their address, or of IPv6 its first half, since who has one has all of these */
const char *req_network(const struct req *rq);
/** req_target() - fills target, path and query_string from "/games/42?x=1"; path is NULL when it cannot be decoded */
void req_target(struct req *rq, const char *target);
/** req_header() - takes one header by its HTTP name, any case; those that the house does not read are passed over.
 *  After peer and remote are set: what a proxy says counts only when it runs on this machine. */
void req_header(struct req *rq, const char *name, const char *value);

struct res {
    struct arena *arena;
    int status;
    int n_headers;
    struct { const char *name, *value; } header[RES_HEADERS_MAX];
    struct sb body;
    struct reader *stream;         /* the answer stays open and says what reader_read() gives; only when the house has `live` */
};

void res_init(struct res *res, struct arena *arena);
/** res_header() - name and value are borrowed until the answer is sent */
void res_header(struct res *res, const char *name, const char *value);
/** res_cookie() - HttpOnly, SameSite=Lax, Secure behind TLS; @seconds 0 deletes it, -1: until the browser closes */
void res_cookie(struct req *rq, struct res *rs, const char *name, const char *value, int64_t seconds);
/** res_see_other() - 303 to @url (a path of ours); returns true */
bool res_see_other(struct res *rs, const char *url);
/** res_to_table() - 303 to the page of @game; returns true */
bool res_to_table(const struct req *rq, struct res *rs, int64_t game);
/** res_clear() - drops body and headers but the cookies: something else is answered instead */
void res_clear(struct res *rs);
/** res_flash() - the next page that the person opens shows the sentence called @name in flash.c, once */
void res_flash(struct req *rq, struct res *rs, const char *name);
/** res_pack() - gzips a body of text that is long enough, for those who take it */
void res_pack(const struct req *rq, struct res *rs);
/** res_log() - one line to stderr: id, method, route, status, milliseconds, person, game, and what failed; and counts it */
void res_log(const struct req *rq, const struct res *rs, int64_t ended);

/**
 * res_page() - the page, with 200 unless a status was set: template <@name>.html, or the model itself when JSON was
 * asked for
 * @model: owned by the arena; what layout.html needs (viewer, csrf, languages, flash) is added under "house"
 */
bool res_page(struct req *rq, struct res *rs, const char *name, struct json_object *model);
/** res_tagged() - an answer of @type whose body is written, for who asks again and again: with its ETag, and 304 without the
 *  body for who has it; returns true */
bool res_tagged(const struct req *rq, struct res *rs, const char *type);
/**
 * res_form_again() - a form that could not be taken: the page once more with "problem" {text, field} and the status of
 * @err, or false when JSON was asked for, so that the error itself is the answer
 */
bool res_form_again(struct req *rq, struct res *rs, const char *name, struct json_object *model, const struct err *err);
/** res_error_text() - the sentence of @err in the visitor's language, on the arena */
const char *res_error_text(const struct req *rq, const struct err *err);
/** res_refusal() - the JSON answer to what was not taken: @words is the sentence, @rule the game's name of the rule that was
 *  broken, or NULL; returns true */
bool res_refusal(struct req *rq, struct res *rs, const struct err *err, const char *rule, const char *words);
/** res_error() - turns @err into its page or JSON; needs neither database nor session; never fails */
void res_error(struct req *rq, struct res *rs, const struct err *err);

/** req_field() - value of the first field of this name, or NULL */
const char *req_field(const struct fields *fields, const char *name);
/** req_back() - the page from which this request came about, for links and redirects: itself when it is a GET, else the
 *  nearest path above that can be got */
const char *req_back(struct req *rq);
/** req_sees_dev() - may this visitor read everybody's mail under /dev/mail? With `serve --dev`, or from this machine
 *  while mail goes to a folder and the house has no other name than this machine's */
bool req_sees_dev(const struct req *rq);
/** req_foreign() - does the browser say that the form stood on a page of another site? */
bool req_foreign(const struct req *rq);
/** req_words() - translation for this visitor */
const char *req_words(const struct req *rq, const char *msgid);
/** req_cookie() - value of a cookie, on the arena, or NULL */
const char *req_cookie(const struct req *rq, const char *name);

/** form_decode() - application/x-www-form-urlencoded into @fields; ERR_INPUT names a field that is broken or not UTF-8 */
bool form_decode(struct arena *arena, const char *text, size_t length, struct fields *fields, struct err *err);
/** form_from_json() - the same from the members of a JSON object; booleans are 1 and 0, null is none, and what is no word
 *  (2.5, a list) stands there as JSON, to be refused by who wants that field */
bool form_from_json(struct arena *arena, struct json_object *json, struct fields *fields, struct err *err);
/** path_decode() - %XX only; NULL when an escape is broken, or the result is not UTF-8 without NUL */
char *path_decode(struct arena *arena, const char *text, size_t length);
/** text_trim() - a copy without space at both ends, the wide Japanese one included */
char *text_trim(struct arena *arena, const char *text);
/** form_text() - a required text field, trimmed, @lo..@hi characters; ERR_INPUT names it */
bool form_text(const struct fields *form, struct arena *arena, const char *name, int lo, int hi, const char **out,
               struct err *err);
/** form_number() - a required whole number within @lo..@hi; ERR_INPUT names it */
bool form_number(const struct fields *form, const char *name, int64_t lo, int64_t hi, int64_t *out, struct err *err);

#endif
