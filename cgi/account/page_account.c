/* Joining, signing in and out, the language of a visitor. Links that come by mail are in page_links.c. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/base/tally.h"
#include "cgi/http/kept.h"
#include "cgi/http/req.h"
#include "cgi/account/handlers.h"
#include "cgi/account/password.h"
#include "cgi/http/session.h"
#include "cgi/store/order.h"
#include "cgi/store/store.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

enum { NAME_LEAST = 2, NAME_MOST = 24, LOGIN_MOST = 200 };

/* ---- shared by the forms ---- */

/* Where to go on after signing in: the field `next` when it is a path of ours, else "". */
static const char *next_page(struct req *rq)
{
    const char *next = req_field(rq->method == POST ? &rq->form : &rq->query, "next");
    return url_local(next) ? next : "";
}

static bool go_on(struct req *rq, struct res *rs)
{
    const char *next = next_page(rq);
    return res_see_other(rs, *next ? next : "/");
}

/* Who may join, in a sentence. */
static const char *joining_words(const struct req *rq)
{
    static const char *const words[] = {
        [JOINING_OPEN] = N_("Anybody can create an account here."),
        [JOINING_INVITATION] = N_("Creating an account here needs an invitation code. Members can give you one."),
        [JOINING_CLOSED] = N_("New accounts are not created here at the moment. Members can sign in as before.")};
    return req_words(rq, words[account_joining(rq)]);
}

static struct value *join_model(struct req *rq)
{
    struct value *form = put_text(new_object(rq->arena), K_name, form_typed(&rq->form, "name"));
    const char *code = req_field(rq->method == POST ? &rq->form : &rq->query, "code");
    put_text(form, K_email, form_typed(&rq->form, "email"));
    put_text(form, K_code, code ? code : "");
    struct value *model = put(new_object(rq->arena), K_form, form);
    put_text(model, K_next, next_page(rq));
    put_int(model, K_password_least, PASSWORD_LEAST);
    put_text(model, K_joining, joining_words(rq));
    put_bool(model, K_by_code, account_joining(rq) == JOINING_INVITATION);
    put_bool(model, K_is_closed, account_joining(rq) == JOINING_CLOSED);
    struct value *wrong = put_bool(put_object(model, K_wrong), K_any, false);
    put_null(put_null(put_null(put_null(wrong, K_code), K_name), K_email), K_password);
    put_bool(model, K_board, true); /* the script fills in the time zone */
    put_text(model, K_sign_in_url, url_sign_in(rq->arena, next_page(rq)));
    return model;
}

bool page_join(struct req *rq, struct res *rs, struct err *err)
{
    (void)err;
    return req_signed_in(rq) ? go_on(rq, rs) : res_page(rq, rs, "join", join_model(rq));
}

enum join_field { JOIN_CODE, JOIN_NAME, JOIN_EMAIL, JOIN_PASSWORD, JOIN_FIELD_COUNT };
static const struct { const char *name; enum key key; } join_fields[] = {
    [JOIN_CODE] = {"code", K_code}, [JOIN_NAME] = {"name", K_name}, [JOIN_EMAIL] = {"email", K_email}, [JOIN_PASSWORD] = {"password", K_password},
};
_Static_assert(sizeof(join_fields) / sizeof(join_fields[0]) == JOIN_FIELD_COUNT, "every field has its name");

struct join {
    const char *code;      /* where joining is by invitation, else NULL */
    const char *name, *email, *password;
    struct err wrong[JOIN_FIELD_COUNT]; /* of each field; ERR_NONE: nothing */
};

/* In any case of letters, as people copy them from paper. */
static bool read_code(struct req *rq, const char **code, struct err *err)
{
    enum { CODE_MOST = 64 };
    if (account_joining(rq) != JOINING_INVITATION)
        return true;
    if (!form_text(&rq->form, rq->arena, "code", 1, CODE_MOST, code, err))
        return false;
    char *small = arena_strdup(rq->arena, *code);
    for (char *c = small; *c; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    *code = small;
    return store_code_good(rq->db, small, err);
}

/* Every field is read, so that all that is wrong is told at once; @err is of the first. */
static bool read_join(struct req *rq, struct join *join, struct err *err)
{
    struct err *wrong = join->wrong;
    bool ok = read_code(rq, &join->code, &wrong[JOIN_CODE]);
    ok = form_text(&rq->form, rq->arena, "name", NAME_LEAST, NAME_MOST, &join->name, &wrong[JOIN_NAME]) &&
              store_name_fits(rq->arena, join->name, &wrong[JOIN_NAME]) && ok;
    ok = account_email(rq, &join->email, &wrong[JOIN_EMAIL]) && ok;
    ok = account_password(rq, &join->password, &wrong[JOIN_PASSWORD]) && ok;
    for (int i = JOIN_FIELD_COUNT - 1; i >= 0; i--)
        if (wrong[i].code != ERR_NONE)
            *err = wrong[i];
    return ok;
}

/* Which field an error that came later is about; JOIN_FIELD_COUNT: none, it is about the whole form. */
static int join_field_of(const struct err *err)
{
    int i = 0;
    while (i < JOIN_FIELD_COUNT && (err->code != ERR_INPUT || strcmp(err->what, join_fields[i].name) != 0))
        i++;
    return i;
}

/* A sentence at each field that is wrong. */
static struct value *wrong_model(struct req *rq, struct join *join, const struct err *err)
{
    struct value *wrong = new_object(rq->arena);
    int last = join_field_of(err);
    if (last < JOIN_FIELD_COUNT)
        join->wrong[last] = *err;
    put_bool(wrong, K_any, last < JOIN_FIELD_COUNT);
    for (int i = 0; i < JOIN_FIELD_COUNT; i++) {
        bool told = join->wrong[i].code != ERR_NONE;
        put(wrong, join_fields[i].key, told ? put_text(new_object(rq->arena), K_text, res_error_text(rq, &join->wrong[i])) : NULL);
    }
    return wrong;
}

static bool zone_known(const struct req *rq)
{
    return rest_zone_known(req_field(&rq->form, "zone"));
}

static bool joined_already(struct err *err)
{
    return err_fail(err, ERR_STALE, N_("You have joined already. Please sign in."), "", "joined already");
}

/* A guest stays the same person, with all games. Of two forms that a guest sends at once the second finds that this is done. */
static bool join_as(struct req *rq, const struct join *join, const char *hash, const char *token, int64_t *person, struct err *err)
{
    bool joined = false;
    if (!rq->who.guest)
        return store_join(rq->db, join->name, join->email, hash, rq->words->lang, token, person, err);
    *person = rq->who.id;
    return store_guest_join(rq->db, rq->who.id, join->name, join->email, hash, rq->words->lang, token, &joined, err) &&
           (joined || joined_already(err));
}

/* A name that is taken may be one's own: the answer to the form before this one was lost. Whose password this is is asked as when
 * signing in, and counted there. */
static bool explain_taken(struct req *rq, const struct join *join, struct err *err)
{
    struct err unknown;
    int64_t person;
    bool own = err->taken && account_sign_in(rq, join->email, join->password, &person, &unknown);
    return own ? joined_already(err) : false;
}

/* So many letters in a day may be asked for to one address, by joining with it or moving to it; a name that is refused asks for none. */
static bool join_counted(struct req *rq, const struct join *join, const char *hash, int64_t *person, struct err *err)
{
    enum { LETTERS_MOST = 5, DAY_SECONDS = 24 * 3600 };
    const char *key = account_attempt_key(rq, "address-to", join->email);
    char token[TOKEN_TEXT];
    struct err ignored;
    token_make(token);
    if (!store_attempt(rq->db, key, LETTERS_MOST, DAY_SECONDS, err))
        return false;
    if (join_as(rq, join, hash, token, person, err))
        return true;
    store_attempts_undo(rq->db, &key, 1, &ignored);
    return explain_taken(rq, join, err);
}

static bool not_closed(const struct req *rq, struct err *err)
{
    return account_joining(rq) != JOINING_CLOSED
        || err_fail(err, ERR_FORBIDDEN, N_("New accounts are not created here at the moment."), "", "joining is closed");
}

/* A code is used up before the account is there, so that no two people use its last time, and given back when there is none. */
static bool join_with_code(struct req *rq, const struct join *join, const char *hash, int64_t *person, struct err *err)
{
    struct err ignored;
    if (join->code && !store_code_use(rq->db, join->code, err))
        return false;
    if (join_counted(rq, join, hash, person, err))
        return true;
    if (join->code)
        store_code_unuse(rq->db, join->code, &ignored);
    return false;
}

static bool join(struct req *rq, struct res *rs, struct join *join, struct err *err)
{
    const char *hash, *display = account_display_known(rq);
    int64_t person;
    if (!not_closed(rq, err) || !account_attempt_from(rq, "join", 20, 3600, err) || !read_join(rq, join, err) ||
        !password_hash(rq->service->hashing, account_claim(rq, false), rq->arena, join->password, &hash, err))
        return false;
    /* What else was opened as this guest, by a second first press or with a cookie that was planted, does not become the member's. */
    return join_with_code(rq, join, hash, &person, err) && (!rq->who.guest || account_end_others(rq, person, err)) &&
           (!zone_known(rq) || store_person_zone(rq->db, person, req_field(&rq->form, "zone"), err)) &&
           (!*display || store_person_display(rq->db, person, display, err)) && session_begin(rq, rs, person, err);
}

bool act_join(struct req *rq, struct res *rs, struct err *err)
{
    if (req_signed_in(rq) && !rq->wants_json) { /* an old page, or a second press */
        res_flash(rq, rs, "signed-in");
        return go_on(rq, rs);
    }
    struct join sent = {0};
    if (rq->outage || !join(rq, rs, &sent, err))
        return res_form_again(rq, rs, "join", put(join_model(rq), K_wrong, wrong_model(rq, &sent, err)), err);
    account_remember_next(rq, rs, next_page(rq));
    res_flash(rq, rs, "joined");
    return go_on(rq, rs);
}

/* ---- signing in and out ---- */

static struct value *sign_in_model(struct req *rq)
{
    struct value *form = put_text(new_object(rq->arena), K_login, form_typed(&rq->form, "login"));
    struct value *model = put(new_object(rq->arena), K_form, form);
    put(model, K_kept, kept_through_sign_in(rq));
    put_bool(model, K_refused, false);
    put_text(model, K_join_url, url_join(rq->arena, next_page(rq)));
    return put_text(model, K_next, next_page(rq));
}

bool page_sign_in(struct req *rq, struct res *rs, struct err *err)
{
    (void)err;
    return req_signed_in(rq) ? go_on(rq, rs) : res_page(rq, rs, "sign_in", sign_in_model(rq));
}

static bool sign_in(struct req *rq, struct res *rs, struct err *err)
{
    const char *login, *password = form_typed(&rq->form, "password");
    int64_t person;
    return form_text(&rq->form, rq->arena, "login", 1, LOGIN_MOST, &login, err) &&
           account_sign_in(rq, login, password, &person, err) && session_begin(rq, rs, person, err);
}

bool act_sign_in(struct req *rq, struct res *rs, struct err *err)
{
    bool ok = sign_in(rq, rs, err);
    tally_add(ok ? TALLY_SIGN_INS : TALLY_SIGN_INS_REFUSED, 1);
    if (!ok)
        return res_form_again(rq, rs, "sign_in", put_bool(sign_in_model(rq), K_refused, err->code == ERR_SIGN_IN || err->code == ERR_RATE), err);
    struct value *kept = kept_through_sign_in(rq);
    if (!kept || rq->wants_json) {
        return go_on(rq, rs);
    }
    return session_person(rq, err) && res_page(rq, rs, "kept", put(new_object(rq->arena), K_kept, kept));
}

bool act_sign_out(struct req *rq, struct res *rs, struct err *err)
{
    if (!session_end(rq, rs, err))
        return false;
    account_remembered_next(rq, rs); /* it may have the key of a private table, which is not for whoever comes next */
    res_flash(rq, rs, "signed-out");
    return res_see_other(rs, "/");
}

/* ---- the language ---- */

bool act_language(struct req *rq, struct res *rs, struct err *err)
{
    const char *back = req_field(&rq->form, "back");
    return account_language(rq, rs, err) && res_see_other(rs, url_local(back) ? back : "/");
}
