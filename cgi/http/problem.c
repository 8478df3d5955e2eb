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
    jset(json, "detail", jstr(beside && beside->words ? beside->words : res_error_text(rq, err)));
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
