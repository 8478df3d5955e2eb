#include "config.h"

#include "cgi/http/bearer.h"

#include <string.h>
#include <strings.h>

#include "cgi/base/clock.h"
#include "cgi/base/throttle.h"
#include "cgi/base/token.h"
#include "cgi/http/pace.h"
#include "cgi/http/route.h"
#include "cgi/store/programs.h"

#include "cgi/base/banned.h"

bool bearer_asked(const struct req *rq)
{
    static const char begins[] = "/api/";
    const char *path = rq->path ? rq->path : rq->target; /* what cannot be decoded is a program's mistake all the same */
    return !strncmp(path, begins, sizeof(begins) - 1);
}

/* The token after "Bearer"; NULL: none that could be one. */
static const char *token_of(const struct req *rq)
{
    static const char scheme[] = "Bearer";
    const char *at = rq->authorization;
    if (strncasecmp(at, scheme, sizeof(scheme) - 1) != 0 || at[sizeof(scheme) - 1] != ' ')
        return NULL;
    at += sizeof(scheme) - 1;
    at += strspn(at, " ");
    if (strncmp(at, BEARER_BEGINS, sizeof(BEARER_BEGINS) - 1) != 0)
        return NULL;
    at += sizeof(BEARER_BEGINS) - 1;
    return token_shaped(at) ? at : NULL;
}

static void fill(struct req *rq, const struct api_caller *caller)
{
    const struct person *person = &caller->person;
    rq->who = (struct visitor){.id = person->id,
                               .waiting = person->waiting,
                               .name = person->name,
                               .email = person->email,
                               .lang = person->lang,
                               .zone = person->zone,
                               .email_confirmed = person->email_confirmed,
                               .letters = person->mail,
                               .bounced = person->bounced,
                               .display = person->display,
                               .role = "", /* nobody moderates by a program */
                               .muted_until = person->muted_until,
                               .suspended_until = person->suspended_until,
                               .banned = person->banned};
    rq->scopes = caller->scopes;
    rq->program_of = caller->program_of;
}

bool bearer_load(struct req *rq, struct err *err)
{
    struct api_caller caller = {0};
    const char *token = token_of(rq);
    rq->csrf = rq->session = rq->visitor = "";
    rq->visitor_new = false;
    if (!*rq->authorization) {
        err_fail(err, ERR_SIGN_IN, N_("This needs a token: send it as “Authorization: Bearer …”. You create one in your settings."), NULL, "no token");
        return err_kind(err, "no_token");
    }
    if (!token || !store_api_person(rq->db, rq->arena, token, &caller, err)) {
        if (token && err->code != ERR_SIGN_IN)
            return false;
        err_fail(err, ERR_SIGN_IN, N_("This token is unknown, deleted or too old."), NULL, "the token is not good");
        return err_kind(err, "bad_token");
    }
    if (caller.person.seen_due) { /* it does not matter when it fails, for the next request does it */
        struct err ignored;
        store_api_seen(rq->db, caller.token, &ignored);
    }
    fill(rq, &caller);
    return true;
}

bool bearer_scopes(const struct req *rq, struct err *err)
{
    unsigned wanted = route_scopes(rq->route), missing = wanted & ~rq->scopes;
    if (rq->who.banned) {
        err_fail(err, ERR_FORBIDDEN, N_("Your account is banned, so nothing was changed. The page of your account says why."), NULL, "banned");
        return err_kind(err, "banned");
    }
    if (req_suspended(rq)) {
        err_fail(err, ERR_FORBIDDEN, N_("Your account is suspended, so nothing was changed. The page of your account says why."), NULL, "suspended");
        return err_kind(err, "suspended");
    }
    if (missing) {
        err_fail(err, ERR_FORBIDDEN, N_("This token may not do this: it lacks “{what}”."), scopes_text(rq->arena, missing), "scope %s is missing",
                 scopes_text(rq->arena, missing));
        return err_kind(err, "scope");
    }
    return true;
}

/* What counts a request: acts as forms of play are counted, all else by the second. */
static struct throttle *counter_of(const struct req *rq)
{
    return rq->method == POST ? rq->service->moves : rq->service->reads;
}

bool bearer_pace(const struct req *rq, struct err *err)
{
    int again;
    struct throttle *counter = counter_of(rq);
    if (counter == rq->service->moves ? pace_admits(rq, rq->who.id, &again) : throttle_admits(counter, rq->who.id, clock_ticks(), &again))
        return true;
    err_fail(err, ERR_RATE, N_("You sent too many requests. Nothing was changed; please wait a moment and try again."), NULL, "more requests than allowed");
    err->again = again;
    return false;
}

void bearer_headers(const struct req *rq, struct res *rs)
{
    struct throttle_state state;
    const char *name = rq->method == POST ? "acts" : "reads";
    if (rs->status == 401)
        res_header(rs, "WWW-Authenticate", !*rq->authorization ? "Bearer realm=\"ridotto\"" : "Bearer realm=\"ridotto\", error=\"invalid_token\"");
    if (!rq->who.id || !rq->route || !throttle_look(counter_of(rq), rq->who.id, clock_ticks(), &state))
        return;
    res_header(rs, "RateLimit-Policy", arena_printf(rq->arena, "\"%s\";q=%d;w=%d", name, state.most, state.seconds));
    res_header(rs, "RateLimit", arena_printf(rq->arena, "\"%s\";r=%d;t=%d", name, state.left, state.full_in));
}
