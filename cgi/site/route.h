/* The route table: every URL of the house with its preconditions, enforced before a page is called. */
#ifndef CGI_SITE_ROUTE_H
#define CGI_SITE_ROUTE_H

#include "cgi/http/req.h"

/* CONFIRMED: signed in, and the e-mail address is confirmed. */
enum route_who { ANYONE, SIGNED_IN, CONFIRMED };

/* DEV_ONLY: see req_sees_dev(); others get a 404. PLAIN: the answer is the same for everybody, so no
 * session is looked up and no cookie is set. KEEPS: whatever goes wrong, what was typed comes back (kept.h).
 * UNATTENDED: an open page asks by itself, which is no visit of a person's. PLAYS: a form of play; one person may send so many
 * a minute. */
enum route_flag { CSRF = 1, DEV_ONLY = 2, PLAIN = 4, KEEPS = 8, UNATTENDED = 16, PLAYS = 32 };

/* A page fills @rs and returns true, or fills @err and returns false. */
typedef bool page_function(struct req *rq, struct res *rs, struct err *err);

struct route {
    enum method method;
    const char *pattern;      /* "/games/{id}/history/{ply}" */
    enum route_who who;
    unsigned flags;
    page_function *page;
};

/** routes_all() - the table, ended by a row without pattern */
const struct route *routes_all(void);

/** route_find() - the row for @path, "/games/42/chat", or NULL */
const struct route *route_find(struct req *rq, const char *path, enum method method);

/** route_answer() - decodes, signs in, checks, calls the page, and always leaves a whole answer in @rs */
void route_answer(struct req *rq, struct res *rs);

#endif
