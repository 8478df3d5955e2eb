#include "config.h"

#include "cgi/account/account.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "cgi/account/password.h"
#include "cgi/base/parse.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/http/kept.h"
#include "cgi/http/req.h"
#include "cgi/http/session.h"
#include "cgi/store/store.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { NEXT_SECONDS = 7 * 24 * 3600, LANGUAGE_SECONDS = 365 * 24 * 3600 };

const char *account_attempt_key(const struct req *rq, const char *what, const char *who)
{
    char *key = arena_printf(rq->arena, "%s:%s", what, who);
    for (char *c = key; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return key;
}

bool account_attempt(struct req *rq, const char *what, const char *who, int most, int seconds, struct err *err)
{
    return store_attempt(rq->db, account_attempt_key(rq, what, who), most, seconds, err);
}

/* A proxy that does not name its client gives all clients the address of this machine: they would be counted as one client. */
bool account_attempt_from(struct req *rq, const char *what, int most, int seconds, struct err *err)
{
    return req_from_here(rq) || account_attempt(rq, what, req_network(rq), most, seconds, err);
}

bool account_email_fits(const char *email)
{
    const char *at = strchr(email, '@');
    if (!at || at == email || strchr(at + 1, '@') || strstr(email, ".."))
        return false;
    for (const unsigned char *c = (const unsigned char *)email; *c; c++)
        if (*c <= ' ' || *c >= 0x7f || strchr("<>()[],;:\\\"", *c))
            return false;
    const char *host = at + 1;
    size_t n = strlen(host);
    /* Nobody has an address at a machine of one name, or at a number (RFC 5321 asks for a domain). */
    const char *dot = strrchr(host, '.');
    bool is_domain = dot && strspn(dot + 1, "0123456789") < strlen(dot + 1);
    /* Names that lead nowhere by rule (RFC 6761), or back to this machine. */
    static const char *const nowhere[] = {"localhost", "localdomain", "invalid", "onion"};
    for (size_t i = 0; is_domain && i < sizeof(nowhere) / sizeof(nowhere[0]); i++)
        is_domain = strcasecmp(dot + 1, nowhere[i]) != 0;
    return is_domain && isalnum((unsigned char)host[0]) && isalnum((unsigned char)host[n - 1]) &&
           strspn(host, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-") == n;
}

bool account_email(struct req *rq, const char **email, struct err *err)
{
    enum { EMAIL_LEAST = 3, EMAIL_MOST = 200 };
    return form_text(&rq->form, rq->arena, "email", EMAIL_LEAST, EMAIL_MOST, email, err) &&
           (account_email_fits(*email) ||
            err_fail(err, ERR_INPUT, N_("The e-mail address must be reachable from the internet, like anna@example.org."),
                     "email", "not an address"));
}

bool account_password(struct req *rq, const char **password, struct err *err)
{
    *password = form_typed(&rq->form, "password");
    if (utf8_length(*password) < PASSWORD_LEAST)
        return err_fail(err, ERR_INPUT, N_("The password needs at least 10 characters; a short sentence works well."),
                        "password", "password too short");
    if (strlen(*password) > PASSWORD_MOST)
        return err_fail(err, ERR_INPUT, N_("{what} is too long."), "password", "password too long");
    const char *own[] = {req_field(&rq->form, "name"), req_field(&rq->form, "email"), rq->who.name, rq->who.email};
    if (password_is_common(*password, own, sizeof(own) / sizeof(own[0])))
        return err_fail(err, ERR_INPUT, N_("Many people use this password or one like it, so it is easy to guess. "
                                           "A short sentence works well."),
                        "password", "a common password");
    return true;
}

bool account_language(struct req *rq, struct res *rs, struct err *err)
{
    const char *lang = req_field(&rq->form, "lang");
    if (!languages_know(&rq->service->languages, lang))
        return err_fail(err, ERR_INPUT, N_("This language is not available."), "lang", "unknown language");
    if (rq->who.id && !store_person_language(rq->db, rq->who.id, lang, err))
        return false;
    res_cookie(rq, rs, "lang", lang, LANGUAGE_SECONDS);
    return true;
}

void account_remember_next(struct req *rq, struct res *rs, const char *next)
{
    struct sb value;
    sb_init(&value, rq->arena);
    sb_add_url_part(&value, next);
    if (*next)
        res_cookie(rq, rs, "next", value.text, NEXT_SECONDS);
}

const char *account_remembered_next(struct req *rq, struct res *rs)
{
    const char *cookie = req_cookie(rq, "next");
    const char *next = cookie ? path_decode(rq->arena, cookie, strlen(cookie)) : NULL;
    if (cookie)
        res_cookie(rq, rs, "next", "", 0);
    return url_local(next) ? next : "/";
}

bool account_new_password(struct req *rq, struct res *rs, int64_t person, const char *hash, struct err *err)
{
    if (!store_person_password(rq->db, person, hash, err))
        return false;
    rq->session = ""; /* ended with all the others */
    return session_begin(rq, rs, person, err);
}

bool account_end_others(struct req *rq, int64_t person, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST], browser[TOKEN_DIGEST];
    token_hash(rq->session, hash);
    session_browser(rq, browser);
    return store_sessions_drop_others(rq->db, person, hash, browser, err);
}

bool account_may_write(struct req *rq, struct err *err)
{
    if (!rq->who.muted_until)
        return true;
    err_fail(err, ERR_FORBIDDEN, N_("Moderators have muted you: you cannot write here until {what}. The page of your account says why."),
             moment_words(rq->arena, rq->words->cat, rq->who.zone, rq->who.muted_until), "muted");
    err->acts = true;
    return false;
}

const char *account_silenced(const struct req *rq)
{
    const int64_t end = rq->who.suspended_until > rq->who.muted_until ? rq->who.suspended_until : rq->who.muted_until;
    const struct text_value until = {"until", end && rq->words->cat ? moment_words(rq->arena, rq->words->cat, rq->who.zone, end) : "", 0};
    if (rq->who.banned)
        return req_words(rq, N_("Your account is banned: you can no longer write here."));
    if (end && end == rq->who.suspended_until)
        return req_fill(rq, N_("Your account is suspended: you cannot write here until {until}."), &until, 1);
    return end ? req_fill(rq, N_("Moderators have muted you: you cannot write here until {until}."), &until, 1) : NULL;
}

enum joining account_joining(const struct req *rq)
{
    const char *how = rq->service->set.joining;
    return !strcmp(how, "closed") ? JOINING_CLOSED : !strcmp(how, "invitation") ? JOINING_INVITATION : JOINING_OPEN;
}
