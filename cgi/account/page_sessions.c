/* Where somebody is signed in, as a section of the settings. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/account/settings.h"
#include "cgi/base/token.h"
#include "cgi/http/session.h"
#include "cgi/model/model.h"

#include "cgi/base/banned.h"

static struct value *session_model(const struct req *rq, const struct session_row *session)
{
    struct value *model = put_text(new_object(rq->arena), K_id, arena_printf(rq->arena, "%lld", (long long)session->id));
    put_text(model, K_device, device_words(rq, &session->device));
    put_bool(model, K_here, session->here);
    put(model, K_begun, model_time(rq, session->created));
    return put(model, K_seen, model_time(rq, session->seen));
}

bool sessions_section(struct req *rq, struct value **model, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    struct session_row *sessions;
    int n;
    token_hash(rq->session, hash);
    if (!store_sessions(rq->db, rq->arena, rq->who.id, hash, &sessions, &n, err))
        return false;
    struct value *list = new_list(rq->arena);
    *model = put_bool(new_object(rq->arena), K_has_others, n > 1);
    for (int i = 0; i < n; i++)
        add(list, session_model(rq, &sessions[i]));
    const struct text_value days = {"n", NULL, rq->service->set.session_days};
    put_text(*model, K_ends, req_fill(rq, N_("A session ends after {n:one day|# days} without a visit."), &days, 1));
    put(*model, K_list, list);
    return true;
}

static bool end_one(struct req *rq, struct err *err)
{
    int64_t id;
    return form_number(&rq->form, "id", 1, INT64_MAX, &id, err) && store_session_drop(rq->db, rq->who.id, id, err);
}

bool sessions_change(struct req *rq, struct settings_change *change, struct err *err)
{
    const char *what = form_typed(&rq->form, "do");
    bool one = !strcmp(what, "end");
    if (!one && strcmp(what, "others") != 0)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "neither end nor others");
    change->form = FORM_SESSIONS;
    change->flash = one ? "session-ended" : "sessions-ended";
    return one ? end_one(rq, err) : account_end_others(rq, rq->who.id, err);
}
