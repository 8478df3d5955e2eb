/* Hooks: addresses on other sites that are told what happens in one's games, or at a table of one's own. A page of the settings. */
#include "config.h"

#include <sodium.h>
#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/fates.h"
#include "cgi/account/handlers.h"
#include "cgi/base/parse.h"
#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/post/hook.h"
#include "cgi/post/sign.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { NEW_A_DAY = 20, TESTS_AN_HOUR = 30, HOUR_SECONDS = 3600, FATES = 10, GAMES = 50 };

static const struct { const char *label; } event_labels[HOOK_EVENTS] = {
    {N_("Your turn; at a table that you opened, everybody’s")}, {N_("A game begins")}, {N_("A game is over")}, {N_("Somebody writes in the chat of the table")},
};

/* What a hook is wanted for: as it was sent, or as the form begins. */
struct wish {
    const char *url, *form;
    unsigned events;           /* bits by their place in hook_event() */
    int64_t game;
};

/* ---- the hooks ---- */

static const char *events_words(const struct req *rq, const char *events)
{
    struct sb out;
    sb_init(&out, rq->arena);
    for (int i = 0; i < HOOK_EVENTS; i++)
        if (strstr(events, hook_event(i)))
            text_add_item(&out, rq->words->cat, req_words(rq, event_labels[i].label));
    return out.text;
}

static const char *form_label(const struct req *rq, const char *id)
{
    const struct hook_form *form = hook_form(id);
    return form ? req_words(rq, form->name) : id;
}

static struct value *hook_model(const struct req *rq, const struct hook_row *hook, const struct fate_row *fates, int n_fates)
{
    struct value *row = put_text(put_text(put_int(new_object(rq->arena), K_id, hook->id), K_url, hook->url), K_kind, form_label(rq, hook->form));
    put(row, K_game_url, hook->game ? new_text(rq->arena, url_table(rq->arena, hook->game)) : NULL);
    put(row, K_game_title, hook->game ? new_text(rq->arena, table_title(rq->arena, rq->words->cat, hook->rules_id, hook->game)) : NULL);
    put_text(put(row, K_begun, model_time(rq, hook->made)), K_event_words, events_words(rq, hook->events));
    put(put(row, K_stopped, model_time(rq, hook->stopped)), K_failing, hook->stopped ? NULL : model_time(rq, hook->failing));
    struct value *list = put_list(row, K_fates);
    for (int i = 0; i < n_fates; i++)
        if (fates[i].target == hook->id)
            add(list, fate_model(rq, &fates[i]));
    return put_bool(row, K_has_fates, value_n(list) > 0);
}

static struct value *choices(struct value *model, enum key key, int64_t n, const char *id, const char *label, bool chosen)
{
    struct value *row = add_object(get(model, key));
    put_bool(put_text(put_text(put_int(row, K_n, n), K_id, id), K_label, label), K_checked, chosen);
    return row;
}

static bool games_model(struct req *rq, int64_t chosen, struct value *model, struct err *err)
{
    struct game_named *games;
    int n;
    if (!store_games_to_hook(rq->db, rq->arena, rq->who.id, GAMES, &games, &n, err))
        return false;
    put_list(model, K_games);
    for (int i = 0; i < n; i++)
        choices(model, K_games, games[i].id, NULL, table_title(rq->arena, rq->words->cat, games[i].rules_id, games[i].id), games[i].id == chosen);
    put_bool(model, K_has_games, n > 0);
    return true;
}

static void form_model(const struct req *rq, const struct wish *wish, struct value *model)
{
    int n;
    const struct hook_form *forms = hook_forms(&n);
    put_list(model, K_forms);
    for (int i = 0; i < n; i++)
        choices(model, K_forms, i, forms[i].id, req_words(rq, forms[i].name), !strcmp(wish->form, forms[i].id));
    put_list(model, K_events);
    for (int i = 0; i < HOOK_EVENTS; i++)
        choices(model, K_events, i, hook_event(i), req_words(rq, event_labels[i].label), wish->events & 1u << i);
    put_text(put_int(model, K_most, HOOK_URL_MOST), K_url, wish->url);
}

/* @secret: of a new hook, which is shown this once, or NULL. */
static bool hooks_model(struct req *rq, const struct wish *wish, const char *secret, struct value **out, struct err *err)
{
    struct hook_row hooks[HOOKS_MOST];
    struct fate_row *fates;
    int n, n_fates;
    struct value *model = put_text(new_object(rq->arena), K_made_secret, secret), *list = put_list(model, K_hooks);
    put_bool(model, K_board, secret != NULL); /* the script has what copies it */
    if (!store_hooks(rq->db, rq->arena, rq->who.id, hooks, &n, err) || !store_fates(rq->db, rq->arena, rq->who.id, FATES, &fates, &n_fates, err)
        || !games_model(rq, wish->game, model, err))
        return false;
    for (int i = 0; i < n; i++)
        add(list, hook_model(rq, &hooks[i], fates, n_fates));
    put_bool(put_bool(model, K_has_list, n > 0), K_full, n >= HOOKS_MOST);
    form_model(rq, wish, model);
    *out = put_null(model, K_problem);
    return true;
}

static struct wish wish_plain(void)
{
    return (struct wish){.url = "", .form = "json", .events = 7};
}

bool page_hooks(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model;
    struct wish wish = wish_plain();
    parse_number(req_field(&rq->query, "game"), 1, INT64_MAX, &wish.game);
    return hooks_model(rq, &wish, NULL, &model, err) && res_page(rq, rs, "hooks", model);
}

/* ---- the forms ---- */

static bool wish_read(struct req *rq, struct wish *wish, struct err *err)
{
    wish->events = 0;
    wish->url = text_trim(rq->arena, form_typed(&rq->form, "url"));
    wish->form = form_typed(&rq->form, "form");
    for (int i = 0; i < HOOK_EVENTS; i++)
        wish->events |= req_field(&rq->form, arena_join(rq->arena, (const char *[]){"event.", hook_event(i), NULL})) ? 1u << i : 0;
    if (!form_number(&rq->form, "game", 0, INT64_MAX, &wish->game, err))
        return false;
    if (!post_url_fits(wish->url, true))
        return err_fail(err, ERR_INPUT, N_("Please enter the whole address, which begins with https:// (or http://). It cannot hold a name and password, or spaces."), "url",
                        "hook: no URL");
    if (!hook_form(wish->form))
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "form", "hook: no such form");
    return wish->events || err_fail(err, ERR_INPUT, N_("Please choose what the hook is told."), "event", "hook: no event");
}

static const char *events_text(struct arena *arena, unsigned events)
{
    struct sb out;
    sb_init(&out, arena);
    for (int i = 0; i < HOOK_EVENTS; i++)
        if (events & 1u << i)
            sb_addf(&out, out.length ? " %s" : "%s", hook_event(i));
    return out.text;
}

static bool make(struct req *rq, struct wish *wish, const char **shown, struct err *err)
{
    uint8_t secret[HOOK_SECRET];
    const char *who = arena_printf(rq->arena, "%lld", (long long)rq->who.id);
    if (!wish_read(rq, wish, err) || !account_attempt(rq, "hook", who, NEW_A_DAY, 24 * HOUR_SECONDS, err))
        return false;
    randombytes_buf(secret, sizeof(secret));
    *shown = sign_secret_text(rq->arena, secret);
    struct hook_row hook = {.game = wish->game, .url = wish->url, .form = wish->form, .events = events_text(rq->arena, wish->events)};
    return store_hook_new(rq->db, rq->who.id, &hook, secret, err);
}

/* One of the forms but the one that makes a hook; *flash: of what was done */
static bool change(struct req *rq, const char **flash, struct err *err)
{
    const char *what = form_typed(&rq->form, "do"), *who = arena_printf(rq->arena, "%lld", (long long)rq->who.id);
    int64_t id;
    if (!form_number(&rq->form, "id", 1, INT64_MAX, &id, err))
        return false;
    *flash = "hook-tested";
    if (!strcmp(what, "test"))
        return account_attempt(rq, "hook test", who, TESTS_AN_HOUR, HOUR_SECONDS, err) && store_hook_test(rq->db, rq->who.id, id, err);
    *flash = "hook-deleted";
    if (!strcmp(what, "drop"))
        return store_hook_drop(rq->db, rq->who.id, id, err);
    *flash = "hook-on";
    if (!strcmp(what, "again"))
        return store_hook_again(rq->db, rq->who.id, id, err);
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "unknown form of hooks");
}

bool act_hooks(struct req *rq, struct res *rs, struct err *err)
{
    struct wish wish = wish_plain();
    const struct wish plain = wish_plain();
    struct value *model;
    struct err ignored;
    const char *secret = NULL, *flash = NULL;
    bool makes = !strcmp(form_typed(&rq->form, "do"), "make");
    if (makes ? make(rq, &wish, &secret, err) : change(rq, &flash, err)) {
        if (makes) /* it is shown once, in the answer itself */
            return hooks_model(rq, &plain, secret, &model, err) && res_page(rq, rs, "hooks", model);
        res_flash(rq, rs, flash);
        return res_see_other(rs, "/settings/hooks");
    }
    return hooks_model(rq, &wish, NULL, &model, &ignored) && res_form_again(rq, rs, "hooks", model, err);
}
