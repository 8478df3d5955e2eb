#include "config.h"

#include "cgi/site/router.h"

#include <string.h>
#include <strings.h>

#include "cgi/http/kept.h"
#include "cgi/http/announced.h"
#include "cgi/http/bearer.h"
#include "cgi/http/pace.h"
#include "cgi/http/problem.h"
#include "cgi/http/req.h"
#include "cgi/http/session.h"
#include "cgi/base/url.h"
#include "cgi/site/find.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

/* ---- checking ---- */

static bool has_type(const struct req *rq, const char *type)
{
    size_t n = strlen(type);
    const char *given = rq->content_type + strspn(rq->content_type, " \t");
    return !strncasecmp(given, type, n) && strchr("; \t", given[n]);
}

/* Is the body UTF-8, as far as is said? ASCII is. */
static bool has_charset(const struct req *rq)
{
    static const char parameter[] = "charset=", *const known[] = {"utf-8", "utf8", "us-ascii"};
    const char *given = strcasestr(rq->content_type, parameter);
    if (!given)
        return true;
    given += sizeof(parameter) - 1;
    given += *given == '"';
    size_t length = strcspn(given, "\"; \t");
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (strlen(known[i]) == length && !strncasecmp(given, known[i], length))
            return true;
    return false;
}

/* A body that is JSON is answered in JSON, unless a page was asked for. */
static bool asks_json(const struct req *rq)
{
    int json = accept_quality(rq->accept, "application/json"), html = accept_quality(rq->accept, "text/html");
    return json > html || (html == 0 && rq->method == POST && has_type(rq, "application/json"));
}

static bool decode_json(struct req *rq, struct err *err)
{
    struct json_object *json = jparse(rq->body, rq->body_length);
    if (!json)
        return err_fail(err, ERR_INPUT, N_("That is not valid JSON."), NULL, "body is not JSON");
    rq->json = arena_json(rq->arena, json);
    if (!json_object_is_type(json, json_type_object))
        return err_fail(err, ERR_INPUT, N_("The JSON body must be an object."), NULL, "JSON is not an object");
    return form_from_json(rq->arena, json, &rq->form, err);
}

static bool decode_form(struct req *rq, struct err *err)
{
    if (rq->too_large)
        return err_fail(err, ERR_TOO_LARGE, NULL, NULL, "body is longer than %d bytes", BODY_MAX);
    /* Routes without a CSRF token do not read the body: mail services send any body for one click. */
    if (rq->body_length == 0 || !(rq->route->flags & (CSRF | BEARER)))
        return true;
    if (*rq->content_encoding && strcasecmp(rq->content_encoding, "identity") != 0)
        return err_fail(err, ERR_TYPE, N_("Compressed requests are not accepted. Please send it uncompressed."), NULL, "packed body");
    if (!has_charset(rq))
        return err_fail(err, ERR_TYPE, N_("Only UTF-8 is accepted."), NULL, "body in another charset");
    if (has_type(rq, "application/x-www-form-urlencoded"))
        return form_decode(rq->arena, rq->body, rq->body_length, &rq->form, err);
    if (has_type(rq, "application/json"))
        return decode_json(rq, err);
    return err_fail(err, ERR_TYPE, NULL, NULL, "body of another type");
}

static bool decode_body(struct req *rq, struct err *err)
{
    unsigned others;
    if (!decode_form(rq, err))
        return false;
    const char *action = req_field(&rq->form, KEPT_ACTION);
    rq->kept_for = url_local(action) ? route_find(rq, action, POST, &others) : NULL;
    return true;
}

/* Without the database there is no session, but what was sent can be sent again. */
static void decode_kept(struct req *rq)
{
    struct err ignored;
    if (rq->method == POST && (rq->route->flags & (KEEPS | PLAYS | AGAIN)))
        decode_body(rq, &ignored);
}

/* Sec-Fetch-Site is checked as well, if the browser sends it. */
static bool check_csrf(struct req *rq, struct err *err)
{
    bool foreign = req_foreign(rq);
    if (!foreign && session_csrf_fits(rq, req_field(&rq->form, "csrf")))
        return true;
    return err_fail(err, ERR_FORBIDDEN,
                    N_("This page was open for too long, so nothing was changed. Please go back and try again; "
                       "cookies must be allowed."),
                    NULL, "the CSRF token does not fit%s", foreign ? " (from another site)" : "");
}

/* Who is suspended reads, and sees to the account. */
static bool check_suspended(const struct req *rq, struct err *err)
{
    if (rq->method != POST || !req_suspended(rq) || (rq->route->flags & SUSPENDED))
        return true;
    const char *until = rq->who.banned ? "" : moment_words(rq->arena, rq->words->cat, rq->who.zone, rq->who.suspended_until);
    err_fail(err, ERR_FORBIDDEN,
             rq->who.banned ? N_("Your account is banned, so nothing was changed. The page of your account says why.")
                     : N_("Your account is suspended until {what}, so nothing was changed. The page of your account says why."),
             until, "suspended");
    err->acts = true;
    return false;
}

static bool check_who(const struct req *rq, struct err *err)
{
    if ((rq->route->flags & BEARER) && !bearer_scopes(rq, err))
        return false;
    if (rq->route->who == ANYONE || rq->player)
        return true;
    if (!rq->who.id)
        return err_fail(err, ERR_SIGN_IN, NULL, NULL, "not signed in");
    if (rq->who.guest && rq->route->who != PLAYER) {
        err->joins = true;
        return err_fail(err, ERR_FORBIDDEN, N_("You play as a guest, against bots. For everything else, create an account: all it takes "
                                               "is a name, an e-mail address and a password, and your games stay yours."), NULL, "a guest");
    }
    if (rq->route->who == CONFIRMED && !rq->who.email_confirmed)
        return err_fail(err, ERR_FORBIDDEN,
                        N_("Please confirm your e-mail address first: open the link that we sent you. You can have "
                           "it sent again in your settings."),
                        NULL, "the address is not confirmed");
    return true;
}

static bool check_pace(const struct req *rq, struct err *err)
{
    int again;
    if (rq->route->flags & BEARER)
        return bearer_pace(rq, err);
    if (!(rq->route->flags & PLAYS) || pace_admits(rq, rq->player ? rq->player : rq->who.id, &again))
        return true;
    err_fail(err, ERR_RATE, N_("You made too many moves within a minute. Nothing was changed; please wait a moment "
                               "and try again."),
             NULL, "more than %d forms of play a minute", rq->service->set.moves_a_minute);
    err->again = again;
    return false;
}

/* ---- answering ---- */

static void allow_header(struct res *rs, unsigned methods)
{
    struct sb sb;
    sb_init(&sb, rs->arena);
    if (methods & GET)
        sb_add(&sb, "GET, HEAD");
    if (methods & POST)
        sb_add(&sb, methods & GET ? ", POST" : "POST");
    res_header(rs, "Allow", sb.text);
}

/* After signing in the person comes back here. */
static void ask_sign_in(struct req *rq, struct res *rs, const struct err *err)
{
    if (rq->wants_json) {
        res_error(rq, rs, err);
        return;
    }
    if (rq->method != POST) {
        res_see_other(rs, url_sign_in(rq->arena, rq->target));
        return;
    }
    struct value *model = new_object(rq->arena);
    put_text(put_object(model, K_form), K_login, "");
    put(model, K_kept, kept_model(rq));
    put_bool(model, K_refused, false);
    put_text(model, K_join_url, url_join(rq->arena, rq->back));
    put_text(model, K_next, rq->back);
    res_form_again(rq, rs, "sign_in", model, err);
}

static bool find_route(struct req *rq, struct err *err)
{
    unsigned others;
    if (rq->garbled)
        return err_fail(err, ERR_INPUT, NULL, NULL, "%s", rq->garbled);
    if (!rq->path)
        return err_fail(err, ERR_INPUT, N_("That address cannot be read."), NULL, "path with a bad escape or not UTF-8");
    rq->route = route_find(rq, rq->path, route_method(rq->method), &others);
    bool hidden = rq->route && (rq->route->flags & DEV_ONLY) && !req_sees_dev(rq);
    if (hidden)
        rq->route = NULL;
    if (!rq->route && others && !hidden)
        return err_fail(err, ERR_METHOD, NULL, NULL, "method not known here");
    if (!rq->route)
        return err_fail(err, ERR_GONE, NULL, NULL, "no route");
    return route_fits(rq->arena, rq->route->pattern, rq->path, rq->part);
}

/* The route, and where its page leads back to. */
static bool choose_route(struct req *rq, struct err *err)
{
    bool found = find_route(rq, err);
    rq->back = route_back(rq);
    return found;
}

/* Who asks, as far as the route needs it. */
static bool load_who(struct req *rq, struct res *rs, struct err *err)
{
    if (rq->late) {
        session_cookies(rq);
        return err_fail(err, ERR_CROWDED, NULL, NULL, "waited too long for a thread");
    }
    if (rq->route->flags & BEARER)
        return bearer_load(rq, err);
    if (!(rq->route->flags & PLAIN))
        return ((rq->route->flags & PROVES) && session_remember(rq)) || session_load(rq, rs, err);
    session_cookies(rq);
    return true;
}

/* Of some forms the page is called although nobody knows who asks: it shows the form again, filled in, with what @err says. */
static bool shows_form(struct req *rq, struct res *rs, struct err *err)
{
    struct err ignored;
    if (!(rq->route->flags & SHOWS) || req_foreign(rq))
        return false;
    req_choose_words(rq);
    rq->outage = true;
    return rq->words && decode_body(rq, &ignored) && rq->route->page(rq, rs, err);
}

static bool answer(struct req *rq, struct res *rs, struct err *err)
{
    if (!choose_route(rq, err)) {
        /* An error page, too, shows the reader's name and language, if they can be loaded. */
        struct err ignored;
        if (rq->late || bearer_asked(rq))
            session_cookies(rq);
        else if (session_load(rq, rs, &ignored) && rq->path)
            announced_refresh(rq);
        req_choose_words(rq);
        return false;
    }
    if (!load_who(rq, rs, err)) {
        decode_kept(rq);
        return shows_form(rq, rs, err);
    }
    req_choose_words(rq);
    if (!rq->words)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "there are no words");
    if (!(rq->route->flags & (PLAIN | UNATTENDED | BEARER)) && rq->method != POST)
        announced_refresh(rq);
    return form_decode(rq->arena, rq->query_string, strlen(rq->query_string), &rq->query, err) &&
           (rq->method != POST || decode_body(rq, err)) && check_who(rq, err) && check_suspended(rq, err) &&
           (!(rq->route->flags & CSRF) || check_csrf(rq, err)) && check_pace(rq, err) && rq->route->page(rq, rs, err);
}

struct answer {
    struct req *rq;
    struct res *rs;
};

static bool answer_whole(void *user, struct err *err)
{
    struct answer *a = user;
    return answer(a->rq, a->rs, err);
}

/* ---- from a standby (cgi/store/standby.c) ---- */

static bool is_older(struct req *rq)
{
    const struct route *route = rq->path && !rq->garbled ? route_find(rq, rq->path, route_method(rq->method), &(unsigned){0}) : NULL;
    return route && (route->flags & OLDER) && !session_sent(rq);
}

/* May what failed by @err be read elsewhere? What a program asks for is not: it is to know what it reads. */
static bool may_be_elsewhere(const struct req *rq, const struct err *err)
{
    return err->code == ERR_BUSY && !err->held && rq->method != POST && !rq->late && rq->route && !(rq->route->flags & (UNATTENDED | BEARER)) && db_standby(rq->db)
        && store_is_gone(rq->db);
}

/* @as_it_stood: the page says so, as nothing can be done there. */
static bool answer_from_standby(struct req *rq, struct res *rs, struct db *standby, bool as_it_stood, struct err *err)
{
    rq->db = standby;
    rq->from_standby = as_it_stood;
    return (!as_it_stood || store_standby_time(standby, &rq->standby_at, err)) && err_catch(answer_whole, &(struct answer){rq, rs}, err);
}

/* @asked: the request as it came. The answer comes from a standby, where it may or the database is gone; what is too new for that comes
 * from the database. */
static bool answer_from_either(const struct req *asked, struct req *rq, struct res *rs, struct err *err)
{
    struct db *database = rq->db;
    if (db_standby(database) && is_older(rq)) {
        if (answer_from_standby(rq, rs, db_standby(database), watched_gone(), err))
            return true;
        if (err->code == ERR_BUSY)
            db_standby_failed(database);
        *rq = *asked;
        *err = (struct err){0};
        res_clear(rs);
    }
    if (err_catch(answer_whole, &(struct answer){rq, rs}, err))
        return true;
    if (!may_be_elsewhere(rq, err))
        return false;
    struct err why = {0};
    struct req again = *asked;
    res_clear(rs);
    if (answer_from_standby(&again, rs, db_standby(database), true, &why)) {
        *rq = again;
        return true;
    }
    if (why.code == ERR_BUSY)
        db_standby_failed(database);
    res_clear(rs);
    return false;
}

/* The page that a form leads to, in the same answer. When it cannot be shown, there is its address. */
static void go_on(struct req *rq, struct res *rs)
{
    struct req page = *rq;
    const char *url = rs->go_on;
    struct err err = {0};
    res_clear(rs);
    req_target(&page, arena_strndup(rq->arena, url, strcspn(url, "#")));
    page.method = GET;
    page.query = page.form = (struct fields){0};
    page.json = NULL;
    page.kept_for = NULL;
    page.player = 0;
    if (err_catch(answer_whole, &(struct answer){&page, rs}, &err)) {
        res_header(rs, "Content-Location", page.target);
    } else {
        res_clear(rs);
        res_see_other(rs, url);
    }
    rq->failed = err.code == ERR_NONE ? page.failed : err;
}

static void security_headers(const struct req *rq, struct res *rs)
{
    if (rq->secure) /* a year; browsers use it only over TLS */
        res_header(rs, "Strict-Transport-Security", "max-age=31536000");
    res_header(rs, "Content-Security-Policy", rs->boxed
               ? "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
               : "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; "
                 "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'");
    res_header(rs, "Referrer-Policy", "same-origin");
    res_header(rs, "X-Content-Type-Options", "nosniff");
    if (!rs->boxed) /* browsers show nothing that is in a sandbox and has both */
        res_header(rs, "Cross-Origin-Opener-Policy", "same-origin");
    res_header(rs, "Cross-Origin-Resource-Policy", "same-origin");
    res_header(rs, "Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()");
}

/* Retry-After, for a page of its own and for the form shown again. */
static void say_when_again(const struct req *rq, struct res *rs)
{
    enum { BUSY_SECONDS = 2, RATE_SECONDS = 60 };
    int seconds = rs->status == err_status(ERR_BUSY) ? BUSY_SECONDS : rs->status == err_status(ERR_RATE) ? RATE_SECONDS : 0;
    if (seconds)
        res_header(rs, "Retry-After", arena_printf(rq->arena, "%d", rq->failed.again > 0 ? rq->failed.again : seconds));
}

void route_answer(struct req *rq, struct res *rs)
{
    struct err err = {0};
    rq->wants_json = asks_json(rq) || bearer_asked(rq);
    const struct req asked = *rq;
    struct db *database = rq->db;
    bool ok = answer_from_either(&asked, rq, rs, &err);
    rq->db = database;
    if (!ok) {
        if (err.code != ERR_BUSY)
            session_prove(rq, rs, &err);
        if (!rq->words)
            req_choose_words(rq);
        if (err.code == ERR_NONE)
            err_fail(&err, ERR_INTERNAL, NULL, NULL, "the page failed without saying why");
        if (bearer_asked(rq))
            res_problem(rq, rs, &err, NULL);
        else if (err.code == ERR_SIGN_IN)
            ask_sign_in(rq, rs, &err);
        else
            res_error(rq, rs, &err);
    }
    if (rs->status == 405) {
        unsigned others;
        route_find(rq, rq->path, OTHER_METHOD, &others);
        allow_header(rs, others);
    }
    if (rs->go_on)
        go_on(rq, rs);
    if (bearer_asked(rq))
        bearer_headers(rq, rs);
    say_when_again(rq, rs);
    security_headers(rq, rs);
    res_pack(rq, rs);
}
