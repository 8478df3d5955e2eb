#include "config.h"

#include "cgi/http/kept.h"

#include <string.h>

#include "cgi/http/route.h"
#include "cgi/base/url.h"

#include "cgi/base/banned.h"

#define CARRIED "kept."

/* Fields that people type; all others are filled by the form itself. */
static bool is_typed(const char *name)
{
    return !strcmp(name, "text") || !strcmp(name, "who");
}

static struct json_object *form_model(const struct fields *form, const char *prefix, const char *action)
{
    struct json_object *texts = jarr(), *hidden = jarr();
    size_t skip = strlen(prefix);
    for (int i = 0; i < form->n; i++) {
        const char *name = form->field[i].name + skip;
        if (strncmp(form->field[i].name, prefix, skip) != 0 || !strcmp(name, "csrf") || !strcmp(name, "action"))
            continue;
        struct json_object *field = jset(jset(jobj(), "name", jstr(name)), "value", jstr(form->field[i].value));
        jadd(is_typed(name) && *form->field[i].value ? texts : hidden, field);
    }
    struct json_object *model = jset(jset(jobj(), "texts", texts), "hidden", hidden);
    jset(model, "action", jstr(action));
    if (json_object_array_length(texts) > 0)
        return model;
    json_object_put(model);
    return NULL;
}

struct json_object *kept_model(const struct req *rq)
{
    /* Text that another site put in here must not look like the visitor's own. */
    if (rq->method != POST || !rq->route || !(rq->route->flags & KEEPS) || !url_local(rq->target) || req_foreign(rq))
        return NULL;
    return form_model(&rq->form, "", rq->target);
}

struct json_object *kept_through_sign_in(struct req *rq)
{
    const char *action = req_field(&rq->form, KEPT_ACTION);
    return rq->kept_for && (rq->kept_for->flags & KEEPS) ? form_model(&rq->form, CARRIED, action) : NULL;
}
