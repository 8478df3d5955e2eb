/* What is kept of a person: sessions, all data as a file, and the end of the account. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/base/token.h"
#include "cgi/http/session.h"
#include "cgi/model/model.h"
#include "cgi/play/play.h"

#include "cgi/base/banned.h"

/* ---- sessions ---- */

static struct value *session_model(const struct req *rq, const struct session_row *session)
{
    struct value *model = put_text(new_object(rq->arena), K_id, arena_printf(rq->arena, "%lld", (long long)session->id));
    put_text(model, K_device, device_words(rq, &session->device));
    put_bool(model, K_here, session->here);
    put(model, K_begun, model_time(rq, session->created));
    return put(model, K_seen, model_time(rq, session->seen));
}

bool page_sessions(struct req *rq, struct res *rs, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    struct session_row *sessions;
    int n;
    token_hash(rq->session, hash);
    if (!store_sessions(rq->db, rq->arena, rq->who.id, hash, &sessions, &n, err))
        return false;
    struct value *list = new_list(rq->arena), *model = put_bool(new_object(rq->arena), K_has_others, n > 1);
    for (int i = 0; i < n; i++)
        add(list, session_model(rq, &sessions[i]));
    const struct text_value days = {"n", NULL, rq->service->set.session_days};
    put_text(model, K_ends, req_fill(rq, N_("A session ends after {n:one day|# days} without a visit."), &days, 1));
    return res_page(rq, rs, "sessions", put(model, K_sessions, list));
}

static bool end_one(struct req *rq, struct err *err)
{
    int64_t id;
    return form_number(&rq->form, "id", 1, INT64_MAX, &id, err) && store_session_drop(rq->db, rq->who.id, id, err);
}

static bool end_others(struct req *rq, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST], browser[TOKEN_DIGEST];
    token_hash(rq->session, hash);
    session_browser(rq, browser);
    return store_sessions_drop_others(rq->db, rq->who.id, hash, browser, err);
}

bool act_sessions(struct req *rq, struct res *rs, struct err *err)
{
    const char *what = req_field(&rq->form, "do");
    bool one = what && !strcmp(what, "end"), others = what && !strcmp(what, "others");
    if (!one && !others)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "neither end nor others");
    if (!(one ? end_one(rq, err) : end_others(rq, err)))
        return false;
    res_flash(rq, rs, one ? "session-ended" : "sessions-ended");
    return res_see_other(rs, "/settings/sessions");
}

/* ---- data ---- */

enum { TAKEN_A_DAY = 10, DAY_SECONDS = 24 * 3600, TABLES_MOST = 1000 };

bool page_data_file(struct req *rq, struct res *rs, struct err *err)
{
    const char *json;
    if (!account_attempt(rq, "data", rq->who.name, TAKEN_A_DAY, DAY_SECONDS, err) ||
        !store_person_data(rq->db, rq->arena, rq->who.id, &json, err))
        return false;
    rs->status = 200;
    res_header(rs, "Content-Type", "application/json; charset=utf-8");
    res_header(rs, "Content-Disposition", "attachment; filename=\"ridotto.json\"");
    res_header(rs, "Cache-Control", "private, no-store");
    sb_clear(&rs->body);
    sb_add(&rs->body, json);
    sb_add_char(&rs->body, '\n');
    return true;
}

/* A person who deletes the account is told what becomes of their tables. */
static bool data_model(struct req *rq, struct value **model, struct err *err)
{
    struct table_of_person *tables;
    int n, runs = 0;
    if (!store_tables_of(rq->db, rq->arena, rq->who.id, TABLES_MOST, &tables, &n, err))
        return false;
    for (int i = 0; i < n; i++)
        runs += tables[i].runs;
    const struct text_value count = {"games", NULL, runs};
    *model = put_bool(put_bool(new_object(rq->arena), K_has_running, runs > 0), K_sure, false);
    put_text(*model, K_running, req_fill(rq, N_("You resign from {games:one game|# games} that you play now; bots play on for you."),
                                             &count, 1));
    return true;
}

bool page_data(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model;
    return data_model(rq, &model, err) && res_page(rq, rs, "data", model);
}

static bool is_sure(const struct req *rq, struct err *err)
{
    const char *sure = req_field(&rq->form, "sure");
    return (sure && !strcmp(sure, "yes"))
        || err_fail(err, ERR_INPUT, N_("Please tick the box to confirm: this cannot be undone."), "sure", "not sure");
}

bool act_data(struct req *rq, struct res *rs, struct err *err)
{
    if (!is_sure(rq, err) || !account_password_is(rq, "password", err)) {
        struct value *model;
        struct err ignored;
        bool was_sure = is_sure(rq, &ignored);
        return data_model(rq, &model, &ignored) && res_form_again(rq, rs, "data", put_bool(model, K_sure, was_sure), err);
    }
    if (!play_leave_house(rq->db, rq->arena, rq->who.id, rq->now, err))
        return false;
    struct err ignored;
    session_end(rq, rs, &ignored); /* the session is deleted already: delete the cookie, too */
    res_flash(rq, rs, "left");
    return res_see_other(rs, "/");
}
