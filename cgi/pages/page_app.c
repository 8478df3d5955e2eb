/* The site as an app: what browsers ask for to install it, and the worker that keeps pages to be read without a connection. */
#include "config.h"

#include "cgi/http/assets.h"
#include "cgi/http/site_files.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"

#include "cgi/base/banned.h"

/* www/sw.js at the top, so that it may see to all pages, with the version of the files it keeps. */
bool page_worker(struct req *rq, struct res *rs, struct err *err)
{
    const struct assets *assets = rq->service->assets;
    const struct asset *script = rq->service->set.dev ? assets_fresh(assets, rq->arena, "sw.js") : assets_find(assets, "sw.js");
    if (!script)
        return err_fail(err, ERR_GONE, NULL, NULL, "no sw.js");
    rs->status = 200;
    res_header(rs, "Content-Type", "text/javascript; charset=utf-8");
    res_header(rs, "Cache-Control", "no-cache");
    sb_addf(&rs->body, "const VERSION = \"%s\";\n", assets_version(assets));
    sb_add_bytes(&rs->body, script->bytes, script->length);
    return true;
}

static struct value *icon(struct value *icons, const struct req *rq, const char *file, const char *sizes, const char *type, const char *purpose)
{
    struct value *one = put_text(add_object(icons), K_src, arena_printf(rq->arena, "/www/%s?v=%s", file, assets_version(rq->service->assets)));
    return put_text(put_text(put_text(one, K_sizes, sizes), K_type, type), K_purpose, purpose);
}

bool page_manifest(struct req *rq, struct res *rs, struct err *err)
{
    (void)err;
    const char *name = site_name(rq->service->site, rq->words->lang);
    struct value *model = put_text(new_object(rq->arena), K_id, "/");
    put_text(put_text(model, K_name, name), K_short_name, name);
    put_text(put_text(model, K_lang, rq->words->lang), K_description, req_words(rq, N_("Board games by web, one move at a time")));
    put_text(put_text(put_text(model, K_start_url, "/"), K_scope, "/"), K_display, "standalone");
    put_text(put_text(model, K_background_color, "#f6f1e6"), K_theme_color, "#f6f1e6");
    struct value *icons = put_list(model, K_icons);
    icon(icons, rq, "icon.svg", "any", "image/svg+xml", "any");
    icon(icons, rq, "icon-192.png", "192x192", "image/png", "any");
    icon(icons, rq, "icon-512.png", "512x512", "image/png", "any");
    icon(icons, rq, "icon-maskable.png", "512x512", "image/png", "maskable");
    rs->status = 200;
    res_header(rs, "Content-Type", "application/manifest+json");
    res_header(rs, "Cache-Control", "no-cache");
    res_header(rs, "Vary", PAGE_VARIES);
    value_print(model, &rs->body);
    return true;
}

/* Shown by the worker where there is no connection and the page was not kept. */
bool page_offline(struct req *rq, struct res *rs, struct err *err)
{
    (void)err;
    req_choose_words_asked(rq);
    return res_page(rq, rs, "offline", new_object(rq->arena));
}

/* Shown by the worker in the place of a form that could not be sent. */
bool page_unsent(struct req *rq, struct res *rs, struct err *err)
{
    (void)err;
    req_choose_words_asked(rq);
    return res_page(rq, rs, "unsent", new_object(rq->arena));
}
