/* Where one is signed in, and how to end that. */
#include "config.h"

#include <string.h>

#include "cgi/http/device.h"
#include "cgi/model/model.h"
#include "cgi/account/handlers.h"
#include "cgi/base/token.h"

#include "cgi/base/banned.h"

static struct json_object *session_model(const struct req *rq, const struct session_row *session)
{
    struct json_object *model = jset(jobj(), "id", jstr(arena_printf(rq->arena, "%lld", (long long)session->id)));
    jset(model, "device", jstr(device_words(rq, &session->device)));
    jset(model, "here", jbool(session->here));
    jset(model, "begun", model_time(rq, session->created));
    return jset(model, "seen", model_time(rq, session->seen));
}

bool page_sessions(struct req *rq, struct res *rs, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    struct session_row *sessions;
    int n;
    token_hash(rq->session, hash);
    if (!store_sessions(rq->db, rq->arena, rq->who.id, hash, &sessions, &n, err))
        return false;
    struct json_object *list = jarr(), *model = arena_json(rq->arena, jset(jobj(), "has_others", jbool(n > 1)));
    for (int i = 0; i < n; i++)
        jadd(list, session_model(rq, &sessions[i]));
    return res_page(rq, rs, "sessions", jset(model, "sessions", list));
}

static bool end_one(struct req *rq, struct err *err)
{
    int64_t id;
    return form_number(&rq->form, "id", 1, INT64_MAX, &id, err) && store_session_drop(rq->db, rq->who.id, id, err);
}

static bool end_others(struct req *rq, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    token_hash(rq->session, hash);
    return store_sessions_drop_others(rq->db, rq->who.id, hash, err);
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
