#include "config.h"

#include "cgi/http/kept.h"

#include <string.h>

#include "cgi/http/route.h"
#include "cgi/http/session.h"
#include "cgi/base/url.h"
#include "cgi/base/values.h"

#include "cgi/base/banned.h"

#define CARRIED "kept."

/* Fields that people type; all others are filled by the form itself. */
static bool is_typed(const char *name)
{
    return !strcmp(name, "text") || !strcmp(name, "who");
}

static struct value *form_model(const struct req *rq, const char *prefix, const char *action)
{
    const struct fields *form = &rq->form;
    struct value *model = new_object(rq->arena), *texts = put_list(model, K_texts), *hidden = put_list(model, K_hidden);
    size_t skip = strlen(prefix);
    for (int i = 0; i < form->n; i++) {
        const char *name = form->field[i].name + skip;
        if (strncmp(form->field[i].name, prefix, skip) != 0 || !strcmp(name, "csrf") || !strcmp(name, "action"))
            continue;
        struct value *field = add_object(is_typed(name) && *form->field[i].value ? texts : hidden);
        put_text(put_text(field, K_name, name), K_value, form->field[i].value);
    }
    return put_text(put_bool(model, K_sendable, true), K_action, action);
}

static struct value *typed_model(const struct req *rq, const char *prefix, const char *action)
{
    struct value *model = form_model(rq, prefix, action), *texts;
    return value_find(model, K_texts, &texts) && value_n(texts) > 0 ? model : NULL;
}

/* Text that another site put in here must not look like the visitor's own. */
static bool may_keep(const struct req *rq, unsigned flag)
{
    return rq->method == POST && rq->route && (rq->route->flags & flag) && url_local(rq->target) && !req_foreign(rq);
}

struct value *kept_model(const struct req *rq)
{
    return may_keep(rq, KEEPS) ? typed_model(rq, "", rq->target) : NULL;
}

struct value *kept_play(const struct req *rq)
{
    bool own = may_keep(rq, PLAYS | AGAIN) && session_csrf_fits(rq, req_field(&rq->form, "csrf"));
    return own ? form_model(rq, "", rq->target) : NULL;
}

struct value *kept_through_sign_in(struct req *rq)
{
    const char *action = req_field(&rq->form, KEPT_ACTION);
    return rq->kept_for && (rq->kept_for->flags & KEEPS) ? typed_model(rq, CARRIED, action) : NULL;
}
