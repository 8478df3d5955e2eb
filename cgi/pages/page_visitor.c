/* What the service knows of who asks (/health/visitor): so `ridotto check` sees what the web server in front passes on. It tells
 * visitors nothing but their own address; to this machine also whether the file of settings has changed since the service read it. */
#include "config.h"

#include "cgi/base/jsonx.h"
#include "cgi/base/stamp.h"
#include "cgi/pages/handlers.h"

#include "cgi/base/banned.h"

static struct json_object *settings_of(const struct settings *set)
{
    struct json_object *told = jobj();
    jset(told, "file", jstr(set->config));
    jset(told, "changed", jbool(stamp_of(set->config, 1) != set->config_stamp));
    return told;
}

bool page_visitor(struct req *rq, struct res *rs, struct err *err)
{
    struct json_object *seen = arena_json(rq->arena, jobj());
    (void)err;
    jset(seen, "address", jstr(rq->remote));
    jset(seen, "secure", jbool(rq->told_secure));
    if (req_from_here(rq))
        jset(seen, "settings", settings_of(&rq->service->set));
    sb_add(&rs->body, json_object_to_json_string_ext(seen, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
    rs->status = 200;
    res_header(rs, "Content-Type", "application/json");
    res_header(rs, "Cache-Control", "no-store");
    return true;
}
