/* A new e-mail address: asked for with the password, and valid only after the link in a mail to it was opened. */
#include "config.h"

#include <strings.h>
#include <string.h>

#include "cgi/account/account.h"
#include "cgi/model/model.h"
#include "cgi/account/handlers.h"
#include "cgi/account/settings.h"
#include "cgi/base/token.h"

#include "cgi/base/banned.h"

enum { ASKED_AT_MOST = 5, DAY_SECONDS = 24 * 3600 };

/* ---- asking ---- */

static bool bounced_model(struct req *rq, struct value **model, struct err *err)
{
    const char *said;
    int64_t since;
    *model = NULL;
    if (!store_address_bounced(rq->db, rq->arena, rq->who.id, &since, &said, err))
        return false;
    if (since)
        *model = put_text(put(new_object(rq->arena), K_since, model_time(rq, since)), K_said, said);
    return true;
}

bool address_section(struct req *rq, struct value **model, struct err *err)
{
    struct value *bounced;
    const char *asked, *typed = rq->method == POST ? req_field(&rq->form, "email") : NULL;
    int64_t until;
    if (!store_address_asked(rq->db, rq->arena, rq->who.id, &asked, &until, err) || !bounced_model(rq, &bounced, err))
        return false;
    *model = put_text(new_object(rq->arena), K_email, rq->who.email);
    put_bool(*model, K_confirmed, rq->who.email_confirmed && !bounced);
    put(*model, K_bounced, bounced);
    put_text(*model, K_asked, asked);
    put(*model, K_form, put_text(new_object(rq->arena), K_email, typed ? typed : ""));
    return true;
}

static bool read_email(struct req *rq, const char **email, struct err *err)
{
    if (!account_email(rq, email, err))
        return false;
    return !rq->who.email_confirmed || strcasecmp(*email, rq->who.email) != 0
        || err_fail(err, ERR_INPUT, N_("That is already your address."), "email", "the same address");
}

/* The answer does not show whether another person has this address: a mail goes there in both cases. */
static bool ask(struct req *rq, struct err *err)
{
    const char *email;
    char token[TOKEN_TEXT];
    token_make(token);
    return read_email(rq, &email, err) && account_password_is(rq, "password", err)
        && account_attempt(rq, "address", rq->who.name, ASKED_AT_MOST, DAY_SECONDS, err)
        && account_attempt(rq, "address-to", email, ASKED_AT_MOST, DAY_SECONDS, err)
        && store_address_ask(rq->db, rq->who.id, email, token, err);
}

static bool call_off(struct req *rq, struct err *err)
{
    return store_address_drop(rq->db, rq->who.id, err);
}

bool address_change(struct req *rq, struct settings_change *change, struct err *err)
{
    static const struct { const char *name, *flash; bool (*make)(struct req *, struct err *); } changes[] = {
        {"ask", "address-asked", ask}, {"call-off", "address-called-off", call_off}};
    const char *what = form_typed(&rq->form, "do");
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        if (strcmp(changes[i].name, what) != 0)
            continue;
        change->form = FORM_EMAIL;
        change->flash = changes[i].flash;
        return changes[i].make(rq, err);
    }
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "neither ask nor call-off");
}

/* ---- the link in the letter ----
 * Only the person who asked can use it, signed in: if the address was mistyped, its reader must not get the account. */

static bool link_gone(struct req *rq, struct res *rs, struct err *err)
{
    if (err->code != ERR_GONE || rq->wants_json)
        return false;
    rq->failed = *err;
    rs->status = err_status(ERR_GONE);
    return res_page(rq, rs, "address_link", put_bool(new_object(rq->arena), K_gone, true));
}

static bool link_email(struct req *rq, const char **email, struct err *err)
{
    if (!token_shaped(rq->part[0]))
        return err_fail(err, ERR_GONE, NULL, NULL, "not a token");
    return store_address_peek(rq->db, rq->arena, rq->who.id, rq->part[0], email, err);
}

bool page_address_link(struct req *rq, struct res *rs, struct err *err)
{
    const char *email;
    if (!link_email(rq, &email, err))
        return link_gone(rq, rs, err);
    struct value *model = put_text(put_bool(new_object(rq->arena), K_gone, false), K_action, rq->target);
    return res_page(rq, rs, "address_link", put_text(model, K_email, email));
}

bool act_address_link(struct req *rq, struct res *rs, struct err *err)
{
    const char *email;
    if (!link_email(rq, &email, err) || !store_address_use(rq->db, rq->who.id, rq->part[0], err))
        return link_gone(rq, rs, err);
    res_flash(rq, rs, "address-saved");
    return res_see_other(rs, "/settings#email");
}
