/* Notices in a browser: where somebody has turned them on, and what they may tell. A page of the settings; www/app.js asks the browser. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/fates.h"
#include "cgi/account/handlers.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/http/session.h"
#include "cgi/model/model.h"
#include "cgi/post/encrypt.h"
#include "cgi/post/post.h"
#include "cgi/store/hooks.h"

#include "cgi/base/banned.h"

enum { NEW_A_DAY = 40, TESTS_AN_HOUR = 20, HOUR_SECONDS = 3600, FATES = 20 };

static const struct { const char *wish, *words; } often[] = {
    {"every", N_("They come as soon as there is news, as your e-mail does.")},
    {"once", N_("One comes at the first news, then none until you have visited, as your e-mail does.")},
    {"daily", N_("All news comes at once, at most once a day, as your e-mail does.")},
    {"none", N_("They come as soon as there is news; you get no e-mail.")},
};

static const char *often_words(const struct req *rq, const char *wish)
{
    for (size_t i = 0; i < sizeof(often) / sizeof(often[0]); i++)
        if (!strcmp(often[i].wish, wish))
            return req_words(rq, often[i].words);
    return NULL;
}

static struct value *browser_model(const struct req *rq, const struct push_browser *browser)
{
    struct value *row = put_text(put_int(new_object(rq->arena), K_id, browser->id), K_device, device_words(rq, &browser->device));
    put(put(row, K_begun, model_time(rq, browser->made)), K_failing, model_time(rq, browser->failing));
    return put_bool(row, K_here, browser->here);
}

/* The site's public key for push services, which browsers want to know. */
static bool public_key(struct req *rq, const char **key, struct err *err)
{
    uint8_t scalar[PUSH_SCALAR], point[PUSH_POINT];
    if (!store_vapid(rq->db, scalar, err))
        return false;
    *key = encrypt_public(scalar, point) ? encrypt_base64url(rq->arena, point, PUSH_POINT) : "";
    return true;
}

static bool push_model(struct req *rq, struct value **out, struct err *err)
{
    struct push_browser browsers[PUSH_BROWSERS_MOST];
    struct fate_row *fates;
    uint8_t session[TOKEN_DIGEST];
    const char *key, *wish;
    bool more, here = false;
    int n, n_fates;
    token_hash(rq->session, session);
    if (!public_key(rq, &key, err) || !store_push_browsers(rq->db, rq->arena, rq->who.id, session, browsers, &n, err)
        || !store_push_wish(rq->db, rq->arena, rq->who.id, &more, &wish, err) || !store_pushes(rq->db, rq->arena, rq->who.id, FATES, &fates, &n_fates, err))
        return false;
    struct value *model = put_text(put_text(new_object(rq->arena), K_csrf, req_token(rq)), K_key, key), *list = put_list(model, K_list);
    for (int i = 0; i < n; i++) {
        add(list, browser_model(rq, &browsers[i]));
        here = here || browsers[i].here;
    }
    put_bool(put_bool(put_bool(model, K_has_list, n > 0), K_here, here), K_more, more);
    put_text(model, K_wish_words, often_words(rq, wish));
    list = put_list(model, K_fates);
    for (int i = 0; i < n_fates; i++)
        add(list, fate_model(rq, &fates[i]));
    put_bool(model, K_has_fates, n_fates > 0);
    *out = put_null(model, K_problem);
    return true;
}

bool page_push(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model;
    /* Who comes here without having been asked knows of it. */
    return (!rq->who.asks_push || rq->wants_json || store_push_asked(rq->db, rq->who.id, err)) && push_model(rq, &model, err) && res_page(rq, rs, "push", model);
}

/* ---- the forms ---- */

/* Services without TLS are for whoever tries this out on networks of their own. */
static bool browser_read(struct req *rq, struct push_new *browser, struct err *err)
{
    *browser = (struct push_new){.url = form_typed(&rq->form, "endpoint"), .device = device_of(rq->user_agent)};
    bool plain = rq->service->set.post_networks && *rq->service->set.post_networks;
    return (post_url_fits(browser->url, plain) && encrypt_from_base64url(form_typed(&rq->form, "p256dh"), browser->key, PUSH_POINT)
            && encrypt_is_point(browser->key, PUSH_POINT) && encrypt_from_base64url(form_typed(&rq->form, "auth"), browser->auth, PUSH_AUTH))
        || err_fail(err, ERR_INPUT, N_("This browser did not give an address that can be used. Please try again."), "endpoint", "push: no subscription");
}

static bool add_browser(struct req *rq, const char *who, struct err *err)
{
    struct push_new browser;
    uint8_t session[TOKEN_DIGEST];
    token_hash(rq->session, session);
    return browser_read(rq, &browser, err) && account_attempt(rq, "push", who, NEW_A_DAY, 24 * HOUR_SECONDS, err)
        && store_push_add(rq->db, rq->who.id, session, &browser, err);
}

/* The browser has replaced a subscription: www/sw.js says so. Who has signed in here since is not told anything by that. */
static bool renew_browser(struct req *rq, const char *who, struct err *err)
{
    struct push_new browser;
    uint8_t session[TOKEN_DIGEST];
    token_hash(rq->session, session);
    return browser_read(rq, &browser, err) && account_attempt(rq, "push", who, NEW_A_DAY, 24 * HOUR_SECONDS, err)
        && store_push_renew(rq->db, rq->who.id, session, form_typed(&rq->form, "old"), &browser, err);
}

static bool change(struct req *rq, const char **flash, struct err *err)
{
    const char *what = form_typed(&rq->form, "do"), *who = arena_printf(rq->arena, "%lld", (long long)rq->who.id);
    int64_t id;
    *flash = "push-on";
    if (!strcmp(what, "add"))
        return add_browser(rq, who, err);
    *flash = NULL;
    if (!strcmp(what, "no") || !strcmp(what, "asked"))
        return store_push_asked(rq->db, rq->who.id, err);
    if (!strcmp(what, "renew"))
        return renew_browser(rq, who, err);
    *flash = "push-off";
    if (!strcmp(what, "drop"))
        return form_number(&rq->form, "id", 1, INT64_MAX, &id, err) && store_push_drop(rq->db, rq->who.id, id, err);
    *flash = "push-tested";
    if (!strcmp(what, "test"))
        return account_attempt(rq, "push test", who, TESTS_AN_HOUR, HOUR_SECONDS, err) && store_push_test(rq->db, rq->who.id, err);
    *flash = "push-saved";
    if (!strcmp(what, "wish"))
        return store_push_wish_set(rq->db, rq->who.id, req_field(&rq->form, "more") != NULL, err);
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "unknown form of push");
}

bool act_push(struct req *rq, struct res *rs, struct err *err)
{
    const char *flash, *back = req_field(&rq->form, "back");
    struct value *model;
    struct err ignored;
    if (change(rq, &flash, err)) {
        if (flash)
            res_flash(rq, rs, flash);
        return res_see_other(rs, url_local(back) ? back : "/settings/push");
    }
    return push_model(rq, &model, &ignored) && res_form_again(rq, rs, "push", model, err);
}
