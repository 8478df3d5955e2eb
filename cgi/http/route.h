/* One row of the route table: a URL of the service with its preconditions, which the router enforces before a page is called. */
#ifndef CGI_HTTP_ROUTE_H
#define CGI_HTTP_ROUTE_H

#include "cgi/http/req.h"

struct res;

/* PLAYER: signed in, or a guest. SIGNED_IN: with an account. CONFIRMED: and its e-mail address is confirmed. */
enum route_who { ANYONE, PLAYER, SIGNED_IN, CONFIRMED };

/* DEV_ONLY: see req_sees_dev(); others get a 404. PLAIN: the answer is the same for everybody, so no session is loaded and no
 * cookie is set. KEEPS: on any error, typed text is shown again (kept.h). UNATTENDED: sent by an open page's script, so it does
 * not count as a visit. PLAYS: a form of play; limited for each person and minute, and when something is wrong on our side the
 * error page offers to send it again (kept.h). PROVES: the lock of its game proves whose the session is, so it is loaded only when
 * the process does not remember whose, or when something is wrong. TABLE: the page of the game {id}, which is asked for together
 * with the session. LIGHT: never waits for the database. AGAIN: when something is wrong on our side the
 * error page offers to send the form again (kept.h), though it is no form of play. SHOWS: when the database does not say who asks, its page is
 * called all the same, with rq->outage, to show its form again as it was filled in. SUSPENDED: a form that is also for who is suspended or
 * banned. BEARER: of the API, asked by a program with a token, which needs neither cookie nor CSRF token; what the token must be allowed to do stands
 * beside it, MAY_READ and so on: none, and any token will do. OLDER: who has no session may see it as a standby has it, some moments old. */
enum route_flag { CSRF = 1, DEV_ONLY = 2, PLAIN = 4, KEEPS = 8, UNATTENDED = 16, PLAYS = 32, TABLE = 64, PROVES = 128, LIGHT = 256,
                  AGAIN = 512, SHOWS = 1024, SUSPENDED = 2048, BEARER = 4096, OLDER = 8192,
                  MAY_READ = 1 << 16, MAY_PLAY = 2 << 16, MAY_TABLES = 4 << 16, MAY_BOT = 8 << 16 };

/* A page fills @rs and returns true, or fills @err and returns false. */
typedef bool page_function(struct req *rq, struct res *rs, struct err *err);

struct route {
    enum method method;
    const char *pattern;      /* "/games/{id}/history/{ply}" */
    enum route_who who;
    unsigned flags;
    page_function *page;
};

/** route_scopes() - what a token must be allowed to do: bits of enum scope (cgi/store/programs.h) */
static inline unsigned route_scopes(const struct route *route)
{
    return route->flags >> 16;
}

#endif
