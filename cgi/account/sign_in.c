/* The one place where a password is compared, and what is counted of it. A browser in which the person has signed in before has a
 * number of tries of its own; strangers share the person's with all other strangers, and have their network's. */
#include "config.h"

#include <sodium.h>
#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/password.h"
#include "cgi/http/req.h"
#include "cgi/http/session.h"

#include "cgi/base/banned.h"

enum { WINDOW = 15 * 60, FROM_NETWORK = 60, FROM_NETWORK_AT_ONE = 12, AT_PERSON = 60, FROM_BROWSER = 12, OWN = 20 };

/* Somebody who wants to sign in, with what is counted. */
struct trial {
    struct meant meant;
    const char *keys[3];       /* what was counted, to be undone if it was no wrong password */
    int n_keys;
    bool closed;               /* strangers have tried too often for this person: no password fits now */
};

struct claim account_claim(const struct req *rq, bool known)
{
    return (struct claim){.network = req_network(rq), .known = known};
}

static bool read_meant(struct req *rq, const char *login, struct meant *meant, struct err *err)
{
    uint8_t browser[TOKEN_HASH_BYTES];
    session_browser(rq, browser);
    return store_sign_in_meant(rq->db, rq->arena, login, browser, meant, err);
}

static bool counted(struct req *rq, struct trial *t, const char *what, const char *who)
{
    t->keys[t->n_keys++] = account_attempt_key(rq, what, who);
    return true;
}

static bool count_browser(struct req *rq, struct trial *t, struct err *err)
{
    enum { BYTES = 16 };
    uint8_t browser[TOKEN_HASH_BYTES];
    char hex[2 * BYTES + 1];
    session_browser(rq, browser);
    const char *who = arena_printf(rq->arena, "%lld:%s", (long long)t->meant.person, sodium_bin2hex(hex, sizeof(hex), browser, BYTES));
    return account_attempt(rq, "sign-in-browser", who, FROM_BROWSER, WINDOW, err) && counted(rq, t, "sign-in-browser", who);
}

/* By person, whatever the person is called in the form. That this number is full is not told: else one could find out which name and
 * which address belong together. For nobody there is one just so. */
static bool count_at_person(struct req *rq, struct trial *t, struct err *err)
{
    const struct meant *m = &t->meant;
    const char *who = m->person ? arena_printf(rq->arena, "%lld", (long long)m->person) : arena_printf(rq->arena, "nobody:%s", m->typed);
    bool open = account_attempt(rq, "sign-in-person", who, AT_PERSON, WINDOW, err);
    if (!open && err->code != ERR_RATE)
        return false;
    *err = (struct err){0};
    t->closed = !open;
    return counted(rq, t, "sign-in-person", who);
}

/* What was counted stays so when a later number is full: it was a try. */
static bool count_stranger(struct req *rq, struct trial *t, struct err *err)
{
    const char *who = arena_printf(rq->arena, "%s:%s", t->meant.typed, req_network(rq));
    return account_attempt_from(rq, "sign-in-from", FROM_NETWORK, WINDOW, err) && counted(rq, t, "sign-in-from", req_network(rq)) &&
           account_attempt(rq, "sign-in", who, FROM_NETWORK_AT_ONE, WINDOW, err) && counted(rq, t, "sign-in", who) &&
           count_at_person(rq, t, err);
}

/* A proxy that does not name its clients gives all of them this machine's address. */
static bool check_pace(struct req *rq, const struct meant *m, struct err *err)
{
    const char *who = m->known ? arena_printf(rq->arena, "person %lld", (long long)m->person) : req_network(rq);
    return (!m->known && req_from_here(rq)) || gate_admits(rq->service->hashing, who, err);
}

/* Of strangers the password is looked at in any case, so that the time tells nothing. */
static bool compare(struct req *rq, const struct trial *t, const char *password, struct err *err)
{
    bool fits;
    return password_check(rq->service->hashing, account_claim(rq, t->meant.known), t->meant.password_hash, password, &fits, err) &&
           ((fits && !t->closed) ||
            err_fail(err, ERR_SIGN_IN,
                     N_("Wrong name or password."),
                     "login", t->closed ? "too many wrong passwords of strangers" : "wrong name or password"));
}

static const char *short_enough(const char *password)
{
    return strlen(password) > PASSWORD_MOST ? "" : password;
}

bool account_sign_in(struct req *rq, const char *login, const char *password, int64_t *person, struct err *err)
{
    struct trial t = {0};
    struct err ignored;
    if (!read_meant(rq, login, &t.meant, err) || !check_pace(rq, &t.meant, err) ||
        !(t.meant.known ? count_browser(rq, &t, err) : count_stranger(rq, &t, err)))
        return false;
    bool ok = compare(rq, &t, short_enough(password), err);
    *person = t.meant.person;
    if (ok || err->code != ERR_SIGN_IN)
        store_attempts_undo(rq->db, t.keys, t.n_keys, &ignored);
    return ok;
}

bool account_password_is(struct req *rq, const char *field, struct err *err)
{
    struct meant meant;
    bool fits;
    const char *who = arena_printf(rq->arena, "%lld", (long long)rq->who.id);
    return account_attempt(rq, "password", who, OWN, WINDOW, err) && read_meant(rq, rq->who.name, &meant, err) &&
           password_check(rq->service->hashing, account_claim(rq, true), meant.password_hash,
                          short_enough(form_typed(&rq->form, field)), &fits, err) &&
           (fits || err_fail(err, ERR_INPUT, N_("The current password is wrong."), field, "wrong present password"));
}
