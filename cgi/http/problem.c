#include "config.h"

#include "cgi/http/problem.h"

#include <string.h>

#include "cgi/base/jsonx.h"

#include "cgi/base/banned.h"

/* What the answer depends on: caches keep no one's answer for another. */
static void private_json(struct res *rs, const char *type)
{
    res_header(rs, "Content-Type", type);
    res_header(rs, "Cache-Control", "private, no-store");
    res_header(rs, "Vary", "Authorization, Accept-Language");
}

void res_put_json(struct res *rs, struct json_object *json)
{
    sb_clear(&rs->body);
    sb_add(&rs->body, json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
    sb_add_char(&rs->body, '\n');
}

bool res_json(struct req *rq, struct res *rs, int status, struct json_object *json)
{
    (void)rq;
    rs->status = status;
    private_json(rs, "application/json");
    res_put_json(rs, json);
    return true;
}

bool res_no_content(struct res *rs)
{
    sb_clear(&rs->body);
    rs->status = 204;
    res_header(rs, "Cache-Control", "private, no-store");
    return true;
}

/* Is the field that was not understood a member that the body lacks? What is wrong within a move or an order is no member itself. */
static bool is_missing(const struct req *rq, const struct err *err)
{
    static const char not_understood[] = N_("“{what}” was not understood.");
    struct json_object *body = rq->json;
    if (!body || !json_object_is_type(body, json_type_object) || !*err->what || !err->say || strcmp(err->say, not_understood) != 0)
        return false;
    bool has_steps = json_object_object_get_ex(body, "moves", NULL) || json_object_object_get_ex(body, "orders", NULL);
    return !json_object_object_get(body, err->what) && (!has_steps || !strcmp(err->what, "ply") || !strcmp(err->what, "do"));
}

static const char *detail(const struct req *rq, const struct err *err)
{
    const struct text_value field = {"what", err->what, 0};
    return rq->words && is_missing(rq, err) ? req_fill(rq, N_("“{what}” is missing."), &field, 1) : res_error_text(rq, err);
}

bool res_problem(struct req *rq, struct res *rs, const struct err *err, const struct problem *beside)
{
    const char *kind = err->kind ? err->kind : err_name(err->code);
    struct json_object *json = arena_json(rq->arena, jobj());
    rq->failed = *err;
    if (!rq->words && rq->service->languages.n > 0 && rq->service->languages.words[0].cat)
        rq->words = &rq->service->languages.words[0];
    res_clear(rs);
    rs->status = err_status(err->code);
    jset(json, "type", jstr(arena_printf(rq->arena, "/help/api#%s", kind)));
    jset(json, "title", jstr(res_error_title(rq, err)));
    jset(json, "status", jint(rs->status));
    jset(json, "detail", jstr(beside && beside->words ? beside->words : detail(rq, err)));
    jset(json, "code", jstr(kind));
    if (beside && beside->rule)
        jset(json, "rule", jstr(beside->rule));
    if (*err->what && (err->code == ERR_INPUT || err->code == ERR_RULE))
        jset(json, "field", jstr(err->what));
    if (beside && beside->has_ply)
        jset(jset(json, "ply", jint(beside->ply)), "draft", jint(beside->draft));
    if (err->again > 0)
        jset(json, "retry_after", jint(err->again));
    jset(json, "request_id", jstr(rq->id));
    private_json(rs, "application/problem+json");
    res_put_json(rs, json);
    return true;
}
