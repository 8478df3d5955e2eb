/* Answers that are pages, forms shown again, and errors: the parts of their models that all share. */
#include "config.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/display.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/base/values.h"
#include "cgi/http/assets.h"
#include "cgi/http/kept.h"
#include "cgi/http/metrics.h"
#include "cgi/http/announced.h"
#include "cgi/http/res.h"
#include "cgi/http/route.h"
#include "cgi/http/site_files.h"
#include "cgi/words/phrases.h"
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
    {"about-saved", true, N_("Saved.")},
    {"act-undone", true, N_("Reversed, and written in the log.")},
    {"act-already", true, N_("Another moderator has done that already.")},
    {"acted", true, N_("Done, and written in the log.")},
    {"address-asked", true, N_("We have e-mailed a link to that address. Please open it there.")},
    {"address-called-off", true, N_("Canceled: your address stays the same.")},
    {"address-saved", true, N_("Saved: we now write to your new address.")},
    {"announced", true, N_("Announced: it appears on all pages.")},
    {"announcement-dropped", true, N_("The announcement is taken down.")},
    {"blocked", true, N_("Blocked. They are not told. You can undo it here or in your settings.")},
    {"confirm-sent", true, N_("We have sent the e-mail again. Please open the link in it.")},
    {"confirmed", true, N_("Thank you, your e-mail address is confirmed. You can now play with others.")},
    {"declined", true, N_("The seat is no longer reserved for you.")},
    {"display-saved", true, N_("Saved.")},
    {"feeds-ended", true, N_("Your private links no longer work.")},
    {"followed", true, N_("You follow this member now. They are not told.")},
    {"goes-on", true, N_("This is the game that you began before. To begin another one, resign this one or play it to its end.")},
    {"guest-joins", false, N_("As a guest you play against bots. To create a table, please create an account; your games stay yours.")},
    {"hook-deleted", true, N_("The hook is deleted.")},
    {"hook-on", true, N_("The hook is switched on.")},
    {"hook-tested", true, N_("The test is on its way. Its result is under “What was sent”.")},
    {"invited-address", true, N_("Invited: if that address accepts our mail, an e-mail is on its way.")},
    {"invited-person", true, N_("Invited: the seat is reserved, and an e-mail is on its way.")},
    {"joined", true, N_("Welcome! We have sent you an e-mail: open the link in it, and you can play with others.")},
    {"left", true, N_("Your account is deleted. Good-bye, and thank you for playing!")},
    {"language-saved", true, N_("Saved.")},
    {"letters-off", true, N_("Done. You will get no more e-mail about this.")},
    {"letters-on", true, N_("Done. You will get e-mail about this game again.")},
    {"letters-saved", true, N_("Saved.")},
    {"letter-sent", true, N_("If that link is from one of our e-mails, a new one is on its way to the same address.")},
    {"link-old", false, N_("This link does not sign you in here. A sign-in link works only in the browser where it "
                           "is first used, for at most three days; a link about a turn ends with that turn.")},
    {"looks-no-more", true, N_("You are no longer looking for a game.")},
    {"nothing-waits", true, N_("No other game is waiting for you.")},
    {"orders-answered", true, N_("Saved: your standing order has answered right away.")},
    {"orders-dropped", true, N_("Standing order deleted.")},
    {"orders-given", true, N_("Standing order saved.")},
    {"password-saved", true, N_("Your new password is saved. You are signed out everywhere else.")},
    {"practice-deleted", true, N_("The practice table is deleted.")},
    {"program-deleted", true, N_("The program is deleted.")},
    {"program-made", true, N_("The program has an account now. Create a token for it.")},
    {"profile-saved", true, N_("Saved.")},
    {"push-off", true, N_("Removed: that browser gets no more notifications.")},
    {"push-on", true, N_("Notifications are on in this browser.")},
    {"push-saved", true, N_("Saved.")},
    {"push-tested", true, N_("A test is on its way to your browsers.")},
    {"reminder-off", true, N_("The reminder is canceled.")},
    {"reminder-on", true, N_("Your reminder is set.")},
    {"reported", true, N_("Thank you. The moderators will look at it.")},
    {"reported-again", true, N_("Thank you. The moderators have your report already; what you wrote now is added to it.")},
    {"reports-closed", true, N_("These reports are closed.")},
    {"reports-taken", true, N_("These reports are yours now.")},
    {"rest-saved", true, N_("Saved: your clocks use it from now on.")},
    {"session-ended", true, N_("Signed out there.")},
    {"sessions-ended", true, N_("You are signed out everywhere else.")},
    {"signed-in", true, N_("You have an account already, and are signed in.")},
    {"signed-out", true, N_("You are signed out.")},
    {"token-revoked", true, N_("The token is deleted, and works no more.")},
    {"tutor-off", true, N_("The tutor is off.")},
    {"tutor-on", true, N_("The tutor is on: it speaks up before you confirm a turn, if something else is worth more.")},
    {"unblocked", true, N_("Unblocked.")},
    {"unfollowed", true, N_("You no longer follow this member.")},
    {"vacation-ended", true, N_("Saved: you keep the vacation days that you have not used.")},
    {"vacation-planned", true, N_("Your vacation is saved. Your clocks will stop during it.")},
    {"tournament-cancelled", true, N_("Cancelled. Those who had joined get an e-mail.")},
    {"tournament-corrected", true, N_("Corrected, and written in the log.")},
    {"tournament-goes-on", true, N_("The tournament goes on.")},
    {"tournament-joined", true, N_("Saved: you are in.")},
    {"tournament-left", true, N_("You no longer take part.")},
    {"tournament-opened", true, N_("Your tournament is open. Join it yourself, if you want to play.")},
    {"tournament-paused", true, N_("Paused: no new games begin.")},
    {"tournament-waits", true, N_("Saved: you are on the waiting list.")},
};

static const struct flash *flash_find(const char *name)
{
    for (size_t i = 0; name && i < sizeof(flashes) / sizeof(flashes[0]); i++)
        if (!strcmp(flashes[i].name, name))
            return &flashes[i];
    return NULL;
}

const char *res_flash_sentence(const char *name)
{
    return flash_find(name)->sentence;
}

/* ---- what layout.html needs ---- */

static struct value *languages_model(const struct req *rq)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < rq->service->languages.n; i++) {
        const struct words *words = &rq->service->languages.words[i];
        struct value *row = put_text(new_object(rq->arena), K_lang, words->lang);
        put_text(row, K_label, words->label);
        put_bool(row, K_current, !strcmp(words->lang, rq->words->lang));
        add(list, row);
    }
    return list;
}

/* The link that the message speaks of (res_flash_link()), or NULL. */
static const char *flash_link(struct req *rq, struct res *rs)
{
    const char *link = req_cookie(rq, "link");
    if (link)
        res_cookie(rq, rs, "link", "", 0);
    return token_shaped(link) ? link : NULL;
}

/* The message for the next page; it is shown once. A page that a script fetches in the background does not use it up. */
const char *res_flash_waiting(const struct req *rq)
{
    const char *name = *rq->background ? NULL : req_cookie(rq, "flash");
    return flash_find(name) ? name : NULL;
}

struct value *res_flash_take(struct req *rq, struct res *rs)
{
    if (rs->flash_taken || *rq->background || !req_cookie(rq, "flash"))
        return NULL;
    rs->flash_taken = true;
    res_cookie(rq, rs, "flash", "", 0);
    const char *name = req_cookie(rq, "flash");
    const struct flash *flash = flash_find(name);
    if (!flash)
        return NULL;
    struct value *model = put_text(new_object(rq->arena), K_kind, flash->good ? "ok" : "bad");
    put_text(model, K_link, flash_link(rq, rs));
    put_bool(model, K_mailed, (!strcmp(flash->name, "joined") || !strcmp(flash->name, "confirm-sent")) && req_sees_dev(rq));
    return put_text(model, K_text, req_words(rq, flash->sentence));
}

/* Is this the page of a table, also where a form on it is answered with the page? */
static bool is_table(const struct req *rq)
{
    static const char table[] = "/games/{id}";
    const size_t n = sizeof(table) - 1;
    const char *pattern = rq->route ? rq->route->pattern : "";
    return !strncmp(pattern, table, n) && (!pattern[n] || rq->method == POST) && rq->part[0]
        && parse_number(rq->part[0], 1, INT64_MAX, &(int64_t){0});
}

/* The next game that waits for this person, after the table of this page. */
static const char *next_url(const struct req *rq)
{
    return is_table(rq) ? arena_printf(rq->arena, "/next?after=%s", rq->part[0]) : "/next";
}

/* The theme's files, what browsers are told of it, and the classes by which style sheets do the rest. */
static void add_display(const struct req *rq, struct value *layout)
{
    const char *display = req_display(rq), *theme = display_theme_word(display_theme(display));
    put_text(layout, K_css, *theme ? arena_join(rq->arena, (const char *[]){theme, "-", NULL}) : "");
    put_text(layout, K_scheme, *theme ? theme : "light dark");
    put_bool(layout, K_themed, *theme != '\0');
    put_bool(layout, K_plain, display_plain(display));
    put_bool(layout, K_still, display_still(display));
    struct sb url;
    sb_init(&url, rq->arena);
    sb_add(&url, "/display?back=");
    for (const char *at = rq->back; *at; at += *at == '/') {
        size_t n = strcspn(at, "/");
        sb_add_url_part(&url, arena_strndup(rq->arena, at, n));
        at += n;
        sb_add(&url, *at ? "/" : "");
    }
    put_text(layout, K_display_url, url.text);
}

/* What the operator says of the site. */
static void add_site(const struct req *rq, struct value *layout)
{
    const struct site_files *site = rq->service->site;
    put_text(layout, K_site_name, site_name(site, rq->words->lang));
    put_text(layout, K_line, site_line(site, rq->words->lang));
    put_bool(layout, K_contact, site_contact(site) || site_page_text(site, SITE_CONTACT, rq->words->lang));
    put_bool(layout, K_codes, req_signed_in(rq) && !strcmp(rq->service->set.joining, "invitation"));
}

/* Who is suspended or banned is told so on each page. */
static const char *held_words(const struct req *rq)
{
    const struct text_value until = {"until", rq->who.suspended_until && rq->words->cat
        ? moment_words(rq->arena, rq->words->cat, rq->who.zone, rq->who.suspended_until) : "", 0};
    if (rq->who.banned)
        return req_words(rq, N_("Your account is banned."));
    return rq->who.suspended_until ? req_fill(rq, N_("Your account is suspended until {until}."), &until, 1) : NULL;
}

static struct value *layout_model(struct req *rq, struct res *rs, const struct value *page)
{
    const struct settings *set = &rq->service->set;
    struct value *layout = put_text(new_object(rq->arena), K_lang, rq->words->lang);
    put(layout, K_languages, languages_model(rq));
    put_bool(layout, K_signed_in, req_signed_in(rq));
    put_bool(layout, K_guest, rq->who.guest);
    put_bool(layout, K_held, req_suspended(rq));
    /* While the database does not answer it is not known. */
    put_bool(layout, K_signed_out, !rq->who.id && !((rq->failed.code == ERR_BUSY || rq->late) && *rq->session));
    put_bool(layout, K_app, rq->who.id != 0);
    if (rq->who.id) {
        struct value *viewer = put_text(new_object(rq->arena), K_name, rq->who.name);
        put_text(viewer, K_url, url_person(rq->arena, rq->who.name));
        put_int(viewer, K_waiting, rq->who.waiting);
        put_int(viewer, K_others, req_others_waiting(rq, is_table(rq) && get_bool(page, K_turn)));
        put_text(viewer, K_next_url, next_url(rq));
        put_bool(viewer, K_confirmed, rq->who.email_confirmed);
        put_text(put_bool(viewer, K_moderates, req_moderates(rq)), K_held, held_words(rq));
        put(layout, K_viewer, put_bool(viewer, K_bounced, rq->who.bounced));
    }
    put_text(layout, K_csrf, req_token(rq));
    put_text(layout, K_path, rq->back);
    put_text(layout, K_url, set->url);
    put_text(layout, K_www, assets_version(rq->service->assets));
    add_display(rq, layout);
    put_bool(layout, K_dev_mail, req_sees_dev(rq));
    put(layout, K_announced, announced_model(rq));
    add_site(rq, layout);
    return put(layout, K_flash, res_flash_take(rq, rs));
}

/* ---- pages ---- */

static void private_answer(struct req *rq, struct res *rs, const char *type)
{
    res_header(rs, "Content-Type", type);
    res_header(rs, "Cache-Control", "private, no-store");
    res_header(rs, "Vary", PAGE_VARIES);
    if (rq->visitor_new)
        res_cookie(rq, rs, "visitor", rq->visitor, VISITOR_SECONDS);
}

static void add_json(struct res *rs, struct value *model)
{
    value_print(model, &rs->body);
    sb_add_char(&rs->body, '\n');
}

/* Names that layout and forms look up in every page, but few pages set. */
static void without(struct value *model)
{
    static const enum key of_few[] = {K_accent, K_board, K_problem, K_turn};
    struct value *found;
    for (size_t i = 0; i < sizeof(of_few) / sizeof(of_few[0]); i++)
        if (!value_find(model, of_few[i], &found))
            put_null(model, of_few[i]);
}

static bool render(struct req *rq, struct res *rs, const char *name, struct value *model)
{
    if (!rq->words || !rq->words->tpl)
        return false;
    without(model);
    return parts_render(rq, &rs->parts, arena_printf(rq->arena, "%s.html", name), model, &rs->body);
}

bool res_page(struct req *rq, struct res *rs, const char *name, struct value *model)
{
    if (!parts_kept(&rs->parts))
        res_draw(rq, rs);
    put(model, K_house, layout_model(rq, rs, model));
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
    if (rq->who.id || get_bool(get(model, K_house), K_signed_out)) /* whose page it is, for sw.js */
        res_header(rs, "Ridotto-Reader", arena_printf(rq->arena, "%lld", (long long)rq->who.id));
    return true;
}

static struct value *problem_model(const struct req *rq, const struct err *err)
{
    struct value *problem = put_null(put_text(new_object(rq->arena), K_text, res_error_text(rq, err)), K_url);
    return put_text(problem, K_field, err->what);
}

bool res_form_again(struct req *rq, struct res *rs, const char *name, struct value *model, const struct err *err)
{
    if (rq->wants_json || err->code == ERR_INTERNAL)
        return false;
    rq->failed = *err;
    rs->status = err_status(err->code);
    return res_page(rq, rs, name, put(model, K_problem, problem_model(rq, err)));
}

/* ---- errors ---- */

/* Labels of the fields that an error may name. */
static const struct name field_labels[] = {
    {"about", N_("About me")},
    {"back", N_("The page to go back to")},
    {"city", N_("The city")},
    {"do", N_("The chosen button")},
    {"code", N_("The invitation code")},
    {"email", N_("The e-mail address")},
    {"en", N_("The English text")},
    {"ends", N_("The end")},
    {"starts", N_("The beginning")},
    {"from", N_("The first move of the block")},
    {"game", N_("The game")},
    {"id", N_("The number")},
    {"lang", N_("The language")},
    {"login", N_("The name or e-mail address")},
    {"name", N_("The name")},
    {"new_password", N_("The new password")},
    {"pace", N_("The pace")},
    {"password", N_("The password")},
    {"at_once", N_("The number of games at once")},
    {"days", N_("The number of days")},
    {"format", N_("The format")},
    {"most", N_("The number of people")},
    {"number", N_("The table")},
    {"size", N_("People a division or group")},
    {"stage", N_("The season or round")},
    {"stages", N_("The number of seasons or rounds")},
    {"title", N_("The title")},
    {"last", N_("The newest report")},
    {"ply", N_("The position in the game")},
    {"private", N_("Who can join")},
    {"rest_from", N_("The beginning of the nightly rest")},
    {"rest_until", N_("The end of the nightly rest")},
    {"rules", N_("The game")},
    {"old", N_("The current password")},
    {"seat", N_("The seat")},
    {"seats", N_("The number of seats")},
    {"sure", N_("The confirmation")},
    {"verb", N_("The kind of move")},
    {"who", N_("The name or e-mail address")},
    {"zone", N_("The time zone")},
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
    [ERR_SIGN_IN] = {N_("Please sign in"), N_("Please sign in to do this.")},
    [ERR_FORBIDDEN] = {N_("That did not work"), N_("You are not allowed to do this.")},
    [ERR_GONE] = {N_("Page not found"), N_("There is no such page. The link may be old or mistyped.")},
    [ERR_METHOD] = {N_("That did not work"), N_("This page does not accept that kind of request.")},
    [ERR_STALE] = {N_("Changed in the meantime"), N_("The table has changed in the meantime. Please look again.")},
    [ERR_OLD] = {N_("No longer there"), N_("This is not there any more.")},
    [ERR_TOO_LARGE] = {N_("Too long"), N_("That text is too long. Please go back and shorten it.")},
    [ERR_TYPE] = {N_("That did not work"), N_("Only forms and JSON are accepted.")},
    [ERR_RULE] = {N_("Not allowed by the rules"), N_("The rules do not allow this now.")},
    [ERR_RATE] = {N_("Too many requests"),
                  N_("You have done that too often. Please wait {time} and try again.")},
    [ERR_BUSY] = {N_("One moment, please"), N_("The site cannot reach its database right now. No confirmed move is "
                                               "lost. Please try again in a moment.")},
    [ERR_CROWDED] = {N_("One moment, please"), N_("Too many people want the same thing right now. Please try again "
                                                  "in a few seconds.")},
    [ERR_INTERNAL] = {N_("Sorry"), N_("Something went wrong on our side. No confirmed move is lost; please "
                                             "try again in a moment.")},
};
_Static_assert(sizeof(error_words) / sizeof(error_words[0]) == ERR_CODE_COUNT, "every error has its words");

const char *res_error_title(const struct req *rq, const struct err *err)
{
    return req_words(rq, error_words[err->code].title);
}

const char *res_error_text(const struct req *rq, const struct err *err)
{
    const char *sentence = err->say ? err->say : error_words[err->code].sentence;
    if (!rq->words)
        return sentence;
    struct sb sb, time;
    sb_init(&sb, rq->arena);
    sb_init(&time, rq->arena);
    text_duration(&time, rq->words->cat, err->again + 59); /* rounded to whole minutes */
    const struct text_value values[] = {{.name = "what", .text = field_label(rq, err->what)}, {.name = "time", .text = time.text},
                                        {.name = "own", .number = err->own}, {.name = "n", .number = err->n}};
    text_fill(&sb, rq->words->cat, sentence, values, 4);
    return sb.text;
}

bool res_refusal(struct req *rq, struct res *rs, const struct err *err, const char *rule, const char *words)
{
    struct value *error = put_text(new_object(rq->arena), K_code, err_name(err->code));
    put_text(error, K_message, words);
    if (rule)
        put_text(error, K_rule, rule);
    if (*err->what && err->code != ERR_RATE) /* there it is how long to wait */
        put_text(error, K_field, err->what);
    put_text(error, K_request_id, rq->id);
    rq->failed = *err;
    rs->status = err_status(err->code);
    private_answer(rq, rs, "application/json");
    add_json(rs, put(new_object(rq->arena), K_error, error));
    return true;
}

/* What is refused because too many want the same has not been begun; of the rest nobody knows. */
static struct value *again_model(const struct req *rq, const struct err *err)
{
    struct value *again = kept_play(rq);
    return again ? put_bool(again, K_unsure, err->code != ERR_CROWDED) : NULL;
}

static struct value *error_model(struct req *rq, const struct err *err)
{
    bool later = err->code == ERR_BUSY || err->code == ERR_CROWDED || err->code == ERR_INTERNAL;
    struct value *model = put_int(new_object(rq->arena), K_status, err_status(err->code));
    put_text(model, K_code, err_name(err->code));
    put_text(model, K_title, req_words(rq, error_words[err->code].title));
    put_text(model, K_message, res_error_text(rq, err));
    put_text(model, K_request_id, rq->id);
    put_bool(model, K_retry, later);
    put_text(model, K_again_url, later && rq->method == GET && url_local(rq->target) ? rq->target : NULL);
    put(model, K_again, later ? again_model(rq, err) : NULL);
    put_text(model, K_back_url, rq->method == POST ? rq->back : NULL);
    struct value *kept = kept_model(rq);
    put(model, K_kept, kept ? put_bool(kept, K_sendable, !err->acts) : NULL);
    put_text(model, K_acts_url, err->acts ? "/acts" : NULL);
    bool confirm = rq->route && rq->route->who == CONFIRMED && req_signed_in(rq) && !rq->who.email_confirmed;
    bool joins = err->joins && !req_signed_in(rq);
    put_text(model, K_join_url, joins ? url_join(rq->arena, "") : NULL);
    return put_text(model, K_settings_url, confirm ? "/settings" : NULL);
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
    struct value *model = error_model(rq, err);
    if (rq->words && render(rq, rs, "error", put(model, K_house, layout_model(rq, rs, model)))) {
        private_answer(rq, rs, "text/html; charset=utf-8");
        return;
    }
    sb_clear(&rs->body);
    sb_addf(&rs->body, "%s\n\nRidotto, %s\n", res_error_text(rq, err), rq->id);
    private_answer(rq, rs, "text/plain; charset=utf-8");
}
