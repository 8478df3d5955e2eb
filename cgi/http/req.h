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
    PATH_PARTS_MAX = 4,
    REQ_ID_ROOM = 65
};

enum method { GET = 1, POST = 2, HEAD = 4, OTHER_METHOD = 8 };

struct db;
struct door_person;
struct table_rows;

/* Who asks, with an account or as a guest. id 0: nobody that is known. */
struct visitor {
    int64_t id;
    int waiting;                   /* games in which this person is awaited */
    const char *name, *email, *lang; /* lang: NULL when not chosen */
    const char *zone;              /* "Europe/Rome"; NULL: nobody's, hence UTC */
    bool guest;                    /* plays without an account; the name is PERSON_GUEST */
    bool email_confirmed, letters; /* letters: wants any mail about games */
    bool bounced;                  /* mail to the address bounces, and none is sent */
    const char *display;           /* see req_display() */
    const char *role;              /* "", "moderator", "operator"; NULL: nobody is signed in */
    int64_t muted_until;           /* 0: may write in chat */
    int64_t suspended_until;       /* 0: may play; also of who is banned */
    bool banned;
    bool asks_push;                /* was not asked yet about notifications */
};

struct req {
    struct arena *arena;
    struct service *service;
    struct db *db;                 /* this thread's connection */
    int64_t now;                   /* Unix time in microseconds */
    char id[REQ_ID_ROOM];          /* of the request, on error pages and in the log: hex, unless the proxy gave one */

    /* filled by the transport */
    enum method method;
    const char *target;            /* as in the request line: "/games/42?x=%31" */
    const char *path;              /* percent-decoded, "/games/42" */
    const char *query_string;      /* raw, "" when there is none */
    const char *cookie_header;     /* raw, "" when there is none; likewise below */
    const char *accept, *accept_encoding, *accept_language, *content_type, *content_encoding, *host, *user_agent, *if_none_match;
    const char *last_event_id;     /* Last-Event-ID: the last event that the reader of a stream received */
    const char *fetch_site;        /* Sec-Fetch-Site: what kind of site sent the form */
    const char *authorization;     /* of a program: "Bearer ..." */
    const char *idempotency_key;   /* Idempotency-Key: the name that a program gives its request, so that it is not done twice */
    const char *origin;            /* Origin: which site */
    const char *background;        /* X-Ridotto-Background: fetched by www/live.js: no person waits for that page */
    const char *parts;             /* X-Ridotto-Parts: what an open page has already, see parts.h; "": a whole page is wanted */
    const char *peer;              /* address of the connection's other end; "unix:" for a socket in the file system */
    const char *remote;            /* the visitor's address: the peer, or the client that a proxy on this machine names */
    bool secure;                   /* came over TLS, or the site is reached by nothing else */
    bool told_secure;              /* the web server in front says that it came over TLS */
    const char *body;
    size_t body_length;
    const char *garbled;           /* why it cannot be known what was asked, or where the body ends, which is then not set; NULL: it can */
    bool too_large;                /* the body was longer than BODY_MAX and is not there */
    bool late;                     /* has waited too long for its turn: is told to come again */
    bool from_standby;             /* rq->db is a standby, as the database cannot be asked */
    int64_t standby_at;            /* and shows what was then; 0: what is now */
    bool outage;                   /* the database does not say who asks: only the form is shown again */

    /* filled by the router before a page is called */
    struct fields query, form;
    struct json_object *json;      /* the body when it is JSON, else NULL */
    bool wants_json;
    struct visitor who;
    unsigned scopes;               /* of a program's token: bits of enum scope (cgi/store/programs.h) */
    int64_t program_of;            /* whose program asks; 0: none does */
    int64_t player;                /* of a form of play: whose session this is, as far as is remembered; the lock of the game proves it by
                                    * session_hash. 0: who is loaded */
    uint8_t session_hash[32];      /* of a session */
    const char *csrf;              /* the token every form carries */
    const char *session;           /* raw session token, "" when there is none */
    const char *visitor;           /* raw token of a visitor who is not signed in, "" when there is none */
    bool visitor_new;              /* new with this answer: set the cookie */
    struct people_list *blocks, *follows; /* whom the visitor has blocked and follows, on pages that tell of it (cgi/model/blocks.h); NULL: not asked
                                    * for */
    struct door_person *door;      /* what the doors of the tables on this page ask of the visitor (cgi/model/doors_model.h); NULL: not asked for, or there is none */
    struct table_rows *table;      /* of the route's game, when it came with the session; else NULL */
    const struct words *words;     /* of the visitor's language */
    const char *part[PATH_PARTS_MAX]; /* the values of {id} and the like */
    const struct route *route;
    const struct route *kept_for;  /* route of the form that the sign-in page carried along; NULL: none */
    const char *back;              /* the page to go back to, for links and redirects: of a GET its own, else the nearest parent
                                    * path with a GET route */
    int64_t *until;                /* the earliest moment at which words about time change that were made since it was set; NULL: nobody asks */
    struct err failed;             /* what went wrong, for the log; ERR_NONE when nothing */
};

/** req_init() - an empty request with an id of its own; strings that a transport does not fill are "" */
void req_init(struct req *rq, struct arena *arena, struct service *service, int64_t now);
/** req_told_secure() - what the web server in front says */
void req_told_secure(struct req *rq, bool secure);
/** req_from_here() - does the request come from this machine: by IPv4, IPv6, IPv4 in IPv6, or a local socket? Without an address:
 *  no. The only place that decides this. */
bool req_from_here(const struct req *rq);
/** req_network() - the key by which visitors are counted: the IPv4 address, or the first half of an IPv6 address, since one
 *  customer has all addresses with this prefix */
const char *req_network(const struct req *rq);
/** req_reader() - a number for who asks, where readers take turns: of @person, 0: of req_network(). Nobody can choose which. */
uint64_t req_reader(const struct req *rq, int64_t person);
/** req_target() - fills target, path and query_string from "/games/42?x=1", all in ASCII; path is NULL when it cannot be decoded */
void req_target(struct req *rq, const char *target);
/** req_take_id() - the proxy's own name for the request; one that is no 1 to 64 of A-Z a-z 0-9 . _ - is left out */
void req_take_id(struct req *rq, const char *id);
/** req_header() - takes one header by its HTTP name, any case; headers that we do not use are ignored. Call it after peer and
 *  remote are set: proxy headers count only from this machine. */
void req_header(struct req *rq, const char *name, const char *value);

/** req_signed_in() - does somebody ask who has an account? Not a guest, who is somebody, too. */
static inline bool req_signed_in(const struct req *rq)
{
    return rq->who.id && !rq->who.guest;
}
/** req_suspended() - may this visitor neither play nor join nor write, for a time or for good? */
static inline bool req_suspended(const struct req *rq)
{
    return rq->who.banned || rq->who.suspended_until;
}
/** req_moderates() - is this visitor a moderator or an administrator, who may act? req_operates(): the latter */
static inline bool req_moderates(const struct req *rq)
{
    return rq->who.role && *rq->who.role && !req_suspended(rq);
}
bool req_operates(const struct req *rq);
/** req_others_waiting() - how many games wait for this visitor beside the one whose page it is; @here: that one does */
static inline int req_others_waiting(const struct req *rq, bool here)
{
    return rq->who.waiting > here ? rq->who.waiting - here : 0;
}
/** req_sees_dev() - may this visitor read everybody's mail under /dev/mail? With `serve --dev`, or from this machine while mail
 *  goes to a folder and set.url names this machine */
bool req_sees_dev(const struct req *rq);
/** req_foreign() - does the browser say that the form was on a page of another site? */
bool req_foreign(const struct req *rq);
/** req_choose_words() - sets words of @rq by lang_choose() */
void req_choose_words(struct req *rq);
/** req_choose_words_asked() - of the language in the URL, ?lang=ja, if that is one: for programs that send none with a request */
void req_choose_words_asked(struct req *rq);
/** req_words() - translation for this visitor */
const char *req_words(const struct req *rq, const char *msgid);
/** req_fill() - the same, filled with @values, on the arena */
const char *req_fill(const struct req *rq, const char *msgid, const struct text_value *values, int n);
/** req_token() - the token that a form carries: for JSON itself, else the hole in its place (cgi/http/zip.h) */
const char *req_token(const struct req *rq);
/** req_holds() - does the reader have the text of this ETag already? If-None-Match is a list of them, or "*" for any; whether one
 *  is weak (W/"...") does not matter (RFC 9110, 13.1.2) */
bool req_holds(const struct req *rq, const char *etag);
/** req_cookie() - value of a cookie, on the arena, or NULL */
const char *req_cookie(const struct req *rq, const char *name);

/** req_display() - how pages are shown, as cgi/base/display.h has it: the person's setting, else the cookie of this name, else "" */
const char *req_display(const struct req *rq);

/** lang_choose() - the person's setting, else the cookie, else what the browser prefers, else English */
const char *lang_choose(const struct req *rq);
/** accept_quality() - the weight 0 .. 1000 that an Accept header gives exactly @type; 0 when it is not named */
int accept_quality(const char *header, const char *type);

#endif
