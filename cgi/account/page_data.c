/* All that is kept of a person, as a file, and the end of the account. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/http/session.h"
#include "cgi/play/play.h"

#include "cgi/base/banned.h"

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
    put_bool(*model, K_suspended, req_suspended(rq));
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
