/* Answers that are pages, forms shown again, and errors: the parts of their models that all share. */
#include "config.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/url.h"
#include "cgi/http/assets.h"
#include "cgi/http/kept.h"
#include "cgi/http/metrics.h"
#include "cgi/http/res.h"
#include "cgi/http/route.h"
#include "rules/rules.h"

#include "cgi/base/banned.h"

enum { VISITOR_SECONDS = 90 * 24 * 3600 };

/* Sentences that the next page shows once, after a redirect. Their names travel in a cookie, never the words. */
struct flash {
    const char *name;
    bool good;            /* said in a friendly colour */
    const char *sentence; /* translatable */
};

static const struct flash flashes[] = {
    {"address-asked", true, N_("A link is on its way to that address. Please open it there.")},
    {"address-called-off", true, N_("Called off: your address stays as it is.")},
    {"address-saved", true, N_("Saved: from now on our letters go to your new address.")},
    {"confirm-sent", true, N_("We have written to you again. Please open the link in that mail.")},
    {"confirmed", true, N_("Thank you: your e-mail address is confirmed. You can sit down at a table now.")},
    {"declined", true, N_("The seat is not kept for you any more.")},
    {"feeds-ended", true, N_("Your secret addresses hold no longer.")},
    {"invited-address", true, N_("If that address takes letters from us, an invitation is on its way.")},
    {"invited-person", true, N_("A seat is kept, and a letter is on its way.")},
    {"joined", true, N_("Welcome! We have written to you: please open the link in that mail, then you can sit down.")},
    {"left", true, N_("Your account is deleted. Good-bye, and thank you for playing.")},
    {"letters-off", true, N_("Done. We will not write to you about this any more.")},
    {"letters-on", true, N_("Done. We write to you about this game again.")},
    {"letters-saved", true, N_("Saved.")},
    {"link-old", false, N_("That link was used already or is too old. Here is the game.")},
    {"nothing-waits", true, N_("No other game waits for you.")},
    {"orders-answered", true, N_("Done, and your order has answered at once.")},
    {"orders-dropped", true, N_("Done: that order holds no longer.")},
    {"orders-given", true, N_("Done: your order holds from now on.")},
    {"password-saved", true, N_("Your new password is saved. Everywhere else you are signed out.")},
    {"rest-saved", true, N_("Saved: your clocks go by it from now on.")},
    {"session-ended", true, N_("Signed out there.")},
    {"sessions-ended", true, N_("Everywhere else you are signed out.")},
    {"signed-out", true, N_("You are signed out.")},
    {"vacation-ended", true, N_("What you have not used of that vacation is saved again.")},
    {"vacation-planned", true, N_("Your vacation is planned. Meanwhile your clocks stand.")},
};

static const struct flash *flash_find(const char *name)
{
    for (size_t i = 0; name && i < sizeof(flashes) / sizeof(flashes[0]); i++)
        if (!strcmp(flashes[i].name, name))
            return &flashes[i];
    return NULL;
}

/* ---- what layout.html needs ---- */

static struct json_object *languages_model(const struct req *rq)
{
    struct json_object *list = jarr();
    for (int i = 0; i < rq->service->languages.n; i++) {
        const struct words *words = &rq->service->languages.words[i];
        struct json_object *row = jset(jobj(), "lang", jstr(words->lang));
        jset(row, "label", jstr(words->label));
        jset(row, "current", jbool(!strcmp(words->lang, rq->words->lang)));
        jadd(list, row);
    }
    return list;
}

/* The message for the next page; it is shown once. A page that a script fetches in the background does not use it up. */
static struct json_object *flash_model(struct req *rq, struct res *rs)
{
    const char *name = req_cookie(rq, "flash");
    if (!name || *rq->background)
        return NULL;
    res_cookie(rq, rs, "flash", "", 0);
    const struct flash *flash = flash_find(name);
    if (!flash)
        return NULL;
    struct json_object *model = jset(jobj(), "kind", jstr(flash->good ? "ok" : "bad"));
    return jset(model, "text", jstr(req_words(rq, flash->sentence)));
}

/* The next game that waits for this person, after the one of this page. */
static const char *next_url(const struct req *rq)
{
    bool game = rq->route && !strncmp(rq->route->pattern, "/games/{id}", 11) && rq->part[0]
        && parse_number(rq->part[0], 1, INT64_MAX, &(int64_t){0});
    return game ? arena_printf(rq->arena, "/next?after=%s", rq->part[0]) : "/next";
}

static struct json_object *layout_model(struct req *rq, struct res *rs)
{
    const struct settings *set = &rq->service->set;
    struct json_object *layout = jset(jobj(), "lang", jstr(rq->words->lang));
    jset(layout, "languages", languages_model(rq));
    jset(layout, "signed_in", jbool(rq->who.id != 0));
    if (rq->who.id) {
        struct json_object *viewer = jset(jobj(), "name", jstr(rq->who.name));
        jset(viewer, "url", jstr(url_person(rq->arena, rq->who.name)));
        jset(viewer, "waiting", jint(rq->who.waiting));
        jset(viewer, "next_url", jstr(next_url(rq)));
        jset(viewer, "confirmed", jbool(rq->who.email_confirmed));
        jset(layout, "viewer", jset(viewer, "bounced", jbool(rq->who.bounced)));
    }
    jset(layout, "csrf", jstr(rq->csrf));
    jset(layout, "path", jstr(rq->back));
    jset(layout, "url", jstr(set->url));
    jset(layout, "www", jstr(assets_version(rq->service->assets)));
    jset(layout, "dev_mail", jbool(req_sees_dev(rq)));
    return jset(layout, "flash", flash_model(rq, rs));
}

/* ---- pages ---- */

static void private_answer(struct req *rq, struct res *rs, const char *type)
{
    res_header(rs, "Content-Type", type);
    res_header(rs, "Cache-Control", "private, no-store");
    res_header(rs, "Vary", "Accept, Accept-Language, Cookie");
    if (rq->visitor_new)
        res_cookie(rq, rs, "visitor", rq->visitor, VISITOR_SECONDS);
}

static void add_json(struct res *rs, struct json_object *model)
{
    sb_add(&rs->body, json_object_to_json_string_ext(model, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
    sb_add_char(&rs->body, '\n');
}

/* Names that layout and forms look up in every page, but few pages set. */
static void without(struct json_object *model)
{
    static const char *const of_few[] = {"accent", "board", "problem", "turn"};
    for (size_t i = 0; i < sizeof(of_few) / sizeof(of_few[0]); i++)
        if (!json_object_object_get_ex(model, of_few[i], NULL))
            jset(model, of_few[i], NULL);
}

static bool render(struct req *rq, struct res *rs, const char *name, struct json_object *model)
{
    if (!rq->words || !rq->words->tpl)
        return false;
    without(model);
    return tpl_render(rq->words->tpl, arena_printf(rq->arena, "%s.html", name), model, &rs->body, NULL);
}

bool res_page(struct req *rq, struct res *rs, const char *name, struct json_object *model)
{
    jset(model, "house", layout_model(rq, rs));
    if (rs->status == 0)
        rs->status = 200;
    if (rq->wants_json) {
        private_answer(rq, rs, "application/json");
        add_json(rs, model);
        return true;
    }
    if (!render(rq, rs, name, model)) {
        struct err err;
        err_fail(&err, ERR_INTERNAL, NULL, NULL, "there is no template %s.html", name);
        res_error(rq, rs, &err);
        return true;
    }
    private_answer(rq, rs, "text/html; charset=utf-8");
    return true;
}

static struct json_object *problem_model(const struct req *rq, const struct err *err)
{
    struct json_object *problem = jset(jobj(), "text", jstr(res_error_text(rq, err)));
    return jset(problem, "field", jstr(err->what));
}

bool res_form_again(struct req *rq, struct res *rs, const char *name, struct json_object *model, const struct err *err)
{
    if (rq->wants_json || err->code == ERR_BUSY || err->code == ERR_INTERNAL)
        return false;
    rq->failed = *err;
    rs->status = err_status(err->code);
    return res_page(rq, rs, name, jset(model, "problem", problem_model(rq, err)));
}

/* ---- errors ---- */

/* Labels of the fields that an error may name. */
static const struct name field_labels[] = {
    {"back", N_("The page to go back to")},
    {"city", N_("The city")},
    {"email", N_("The e-mail address")},
    {"game", N_("The game")},
    {"lang", N_("The language")},
    {"login", N_("The name or e-mail address")},
    {"name", N_("The name")},
    {"new_password", N_("The new password")},
    {"password", N_("The password")},
    {"ply", N_("The place in the game")},
    {"rules", N_("The game")},
    {"old", N_("The present password")},
    {"seat", N_("The seat")},
    {"seats", N_("The number of seats")},
};

static const char *field_label(const struct req *rq, const char *field)
{
    if (!*field)
        return req_words(rq, N_("A field"));
    for (size_t i = 0; i < sizeof(field_labels) / sizeof(field_labels[0]); i++)
        if (!strcmp(field_labels[i].id, field))
            return req_words(rq, field_labels[i].label);
    return field;
}

static const struct {
    const char *title, *sentence;
} error_words[] = {
    [ERR_NONE] = {"", ""},
    [ERR_INPUT] = {N_("That did not work"), N_("We could not read what was sent. Please go back and try again.")},
    [ERR_SIGN_IN] = {N_("Please sign in"), N_("For this you need to be signed in.")},
    [ERR_FORBIDDEN] = {N_("That did not work"), N_("This is not yours to do.")},
    [ERR_GONE] = {N_("Nothing here"), N_("There is no such page in this house. The link may be old or mistyped.")},
    [ERR_METHOD] = {N_("That did not work"), N_("This page cannot be used in that way.")},
    [ERR_STALE] = {N_("Somebody was faster"), N_("The table has changed in the meantime. Please look again.")},
    [ERR_TOO_LARGE] = {N_("Too long"), N_("That was more text than we take. Please go back and shorten it.")},
    [ERR_TYPE] = {N_("That did not work"), N_("We read forms and JSON only.")},
    [ERR_RULE] = {N_("Against the rules"), N_("The rules do not allow this now.")},
    [ERR_RATE] = {N_("Slowly, please"),
                  N_("That was too often in a short time. Please wait {time} and try again.")},
    [ERR_BUSY] = {N_("One moment, please"), N_("The house cannot reach its books. Nothing is lost; please try again in a minute.")},
    [ERR_INTERNAL] = {N_("We are sorry"), N_("Something broke on our side. Nothing that was confirmed is lost; please try again in a moment.")},
};
_Static_assert(sizeof(error_words) / sizeof(error_words[0]) == ERR_CODE_COUNT, "every error has its words");

const char *res_error_text(const struct req *rq, const struct err *err)
{
    const char *sentence = err->say ? err->say : error_words[err->code].sentence;
    if (!rq->words)
        return sentence;
    struct sb sb, time;
    sb_init(&sb, rq->arena);
    sb_init(&time, rq->arena);
    text_duration(&time, rq->words->cat, err->again + 59); /* rounded to whole minutes */
    const struct text_value values[] = {{.name = "what", .text = field_label(rq, err->what)}, {.name = "time", .text = time.text}};
    text_fill(&sb, rq->words->cat, sentence, values, 2);
    return sb.text;
}

bool res_refusal(struct req *rq, struct res *rs, const struct err *err, const char *rule, const char *words)
{
    struct json_object *error = jset(jobj(), "code", jstr(err_name(err->code)));
    jset(error, "message", jstr(words));
    if (rule)
        jset(error, "rule", jstr(rule));
    if (*err->what)
        jset(error, "field", jstr(err->what));
    jset(error, "request_id", jstr(rq->id));
    rq->failed = *err;
    rs->status = err_status(err->code);
    private_answer(rq, rs, "application/json");
    add_json(rs, arena_json(rq->arena, jset(jobj(), "error", error)));
    return true;
}

static struct json_object *error_model(struct req *rq, const struct err *err)
{
    bool later = err->code == ERR_BUSY || err->code == ERR_INTERNAL;
    struct json_object *model = jset(jobj(), "status", jint(err_status(err->code)));
    jset(model, "code", jstr(err_name(err->code)));
    jset(model, "title", jstr(req_words(rq, error_words[err->code].title)));
    jset(model, "message", jstr(res_error_text(rq, err)));
    jset(model, "request_id", jstr(rq->id));
    jset(model, "retry", jbool(later));
    jset(model, "back_url", jstr(!later && rq->method == POST ? rq->back : NULL));
    jset(model, "kept", kept_model(rq));
    bool confirm = rq->route && rq->route->who == CONFIRMED && rq->who.id && !rq->who.email_confirmed;
    return jset(model, "settings_url", jstr(confirm ? "/settings" : NULL));
}

void res_error(struct req *rq, struct res *rs, const struct err *err)
{
    rq->failed = *err;
    if (!rq->words && rq->service->languages.n > 0 && rq->service->languages.words[0].cat)
        rq->words = &rq->service->languages.words[0];
    res_clear(rs);
    rs->status = err_status(err->code);
    if (rq->wants_json) {
        res_refusal(rq, rs, err, NULL, res_error_text(rq, err));
        return;
    }
    struct json_object *model = arena_json(rq->arena, error_model(rq, err));
    if (rq->words && render(rq, rs, "error", jset(model, "house", layout_model(rq, rs)))) {
        private_answer(rq, rs, "text/html; charset=utf-8");
        return;
    }
    sb_clear(&rs->body);
    sb_addf(&rs->body, "%s\n\nRidotto, %s\n", res_error_text(rq, err), rq->id);
    private_answer(rq, rs, "text/plain; charset=utf-8");
}
