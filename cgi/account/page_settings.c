/* The page of settings: what all its sections share, and the forms of name, password and language. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/account/settings.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/sb.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/http/form.h"
#include "cgi/play/chat.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

/* ---- the forms' places on the page ---- */

static const struct {
    const char *url;
    enum key key;
} places[FORMS] = {
    [FORM_ABOUT] = {"/settings#about", K_about},          [FORM_EMAIL] = {"/settings#email", K_email},
    [FORM_PASSWORD] = {"/settings#password", K_password}, [FORM_LANGUAGE] = {"/settings#language", K_language},
    [FORM_REST] = {"/settings#time", K_rest},             [FORM_VACATION] = {"/settings#vacation", K_vacation},
    [FORM_DISPLAY] = {"/settings#display", K_display},    [FORM_NOTICES] = {"/settings#notices", K_notices},
    [FORM_PROFILE] = {"/settings#privacy", K_profile},    [FORM_FEEDS] = {"/settings#feeds", K_feeds},
    [FORM_PEOPLE] = {"/settings#people", K_people},       [FORM_SESSIONS] = {"/settings#sessions", K_sessions},
};

/* Messages that are shown beside a form, when the next page is this one. */
static const struct {
    const char *name;
    enum settings_form form;
} messages[] = {
    {"about-saved", FORM_ABOUT},       {"address-asked", FORM_EMAIL},  {"address-called-off", FORM_EMAIL}, {"address-saved", FORM_EMAIL},
    {"followed", FORM_PEOPLE},         {"unfollowed", FORM_PEOPLE},    {"blocked", FORM_PEOPLE},           {"unblocked", FORM_PEOPLE},
    {"confirm-sent", FORM_EMAIL},      {"display-saved", FORM_DISPLAY}, {"feeds-ended", FORM_FEEDS},       {"language-saved", FORM_LANGUAGE},
    {"letters-off", FORM_NOTICES},     {"letters-on", FORM_NOTICES},   {"letters-saved", FORM_NOTICES},    {"password-saved", FORM_PASSWORD},
    {"profile-saved", FORM_PROFILE},
    {"rest-saved", FORM_REST},         {"session-ended", FORM_SESSIONS}, {"sessions-ended", FORM_SESSIONS},
    {"vacation-ended", FORM_VACATION}, {"vacation-planned", FORM_VACATION},
};

static enum settings_form form_of_message(const char *name)
{
    for (size_t i = 0; name && i < sizeof(messages) / sizeof(messages[0]); i++)
        if (!strcmp(messages[i].name, name))
            return messages[i].form;
    return FORMS;
}

/* Each form's message, or null. */
static struct value *done_model(struct req *rq, struct res *rs)
{
    enum settings_form shown = form_of_message(res_flash_waiting(rq));
    struct value *done = new_object(rq->arena);
    for (int form = 0; form < FORMS; form++)
        put(done, places[form].key, (int)shown == form ? res_flash_take(rq, rs) : NULL);
    return done;
}

/* Two forms ask for a password, and one form has two of them: there what is wrong is said at one field. */
static const struct {
    enum settings_form form;
    const char *field;
    enum key key;
} fields[] = {
    {FORM_EMAIL, "password", K_email_password},
    {FORM_PASSWORD, "old", K_old},
    {FORM_REST, "zone", K_zone},
};

/* Where on the page it is said: at the field, else at the head of the form. */
static enum key place_of(enum settings_form form, const char *field)
{
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        if (fields[i].form == form && !strcmp(fields[i].field, field))
            return fields[i].key;
    return places[form].key;
}

/* @why NULL: nothing is wrong. */
static struct value *wrong_model(const struct req *rq, enum settings_form form, const struct err *why)
{
    struct value *wrong = new_object(rq->arena);
    for (int other = 0; other < FORMS; other++)
        put_null(wrong, places[other].key);
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        put_null(wrong, fields[i].key);
    if (why)
        put(wrong, place_of(form, why->what), put_text(new_object(rq->arena), K_text, res_error_text(rq, why)));
    return wrong;
}

/* ---- the page ---- */

static bool person_model(struct req *rq, struct value **model, struct err *err)
{
    struct person person;
    const char *typed = rq->method == POST ? req_field(&rq->form, "about") : NULL;
    if (!store_person_by_name(rq->db, rq->arena, rq->who.name, &person, err))
        return false;
    *model = put_text(put_text(new_object(rq->arena), K_name, rq->who.name), K_email, rq->who.email);
    put_text(*model, K_url, url_person(rq->arena, rq->who.name));
    put_bool(*model, K_email_confirmed, rq->who.email_confirmed);
    put_bool(*model, K_bounced, rq->who.bounced);
    put_bool(*model, K_to_confirm, !rq->who.email_confirmed || rq->who.bounced);
    put_bool(*model, K_letters, rq->who.letters);
    put_text(*model, K_about, typed ? typed : person.about);
    return true;
}

static bool settings_model(struct req *rq, struct res *rs, const char *token, struct value **model, struct err *err)
{
    struct value *person, *address, *time, *notices, *profile, *feeds, *people, *sessions;
    if (!person_model(rq, &person, err) || !address_section(rq, &address, err) || !time_section(rq, &time, err) ||
        !notices_section(rq, &notices, err) || !privacy_section(rq, &profile, err) ||
        !feeds_section(rq, token, &feeds, err) || !people_section(rq, &people, err) ||
        !sessions_section(rq, &sessions, err))
        return false;
    *model = put(put(new_object(rq->arena), K_person, person), K_address, address);
    put(put(*model, K_time, time), K_display, display_section(rq, places[FORM_DISPLAY].url));
    put(put(put(put(put(*model, K_notices, notices), K_profile, profile), K_feeds, feeds), K_people, people), K_sessions, sessions);
    put_int(put_int(*model, K_password_least, PASSWORD_LEAST), K_most, ABOUT_MOST);
    put_bool(*model, K_board, true); /* the script offers the browser's time zone */
    put(put(*model, K_done, done_model(rq, rs)), K_wrong, wrong_model(rq, FORMS, NULL));
    return true;
}

static bool show(struct req *rq, struct res *rs, const char *feeds, struct err *err)
{
    struct value *model;
    return settings_model(rq, rs, feeds, &model, err) && res_page(rq, rs, "settings", model);
}

/* With what is wrong, said at the form's field, filled in as it was sent. False with @err where that is the whole answer: JSON was asked for,
 * or something broke. */
static bool show_again(struct req *rq, struct res *rs, enum settings_form form, struct err *err)
{
    const struct err why = *err;
    struct value *model;
    if (rq->wants_json || why.code == ERR_INTERNAL || !settings_model(rq, rs, NULL, &model, err))
        return false;
    put(model, K_wrong, wrong_model(rq, form, &why));
    rq->failed = why;
    rs->status = err_status(why.code);
    return res_page(rq, rs, "settings", model);
}

static bool answer(struct req *rq, struct res *rs, settings_changer *make, struct err *err)
{
    struct settings_change change = {.form = FORMS, .rs = rs};
    if (!make(rq, &change, err))
        return change.form != FORMS && show_again(rq, rs, change.form, err);
    if (change.feeds)
        return show(rq, rs, change.feeds, err);
    res_flash(rq, rs, change.flash);
    return res_see_other(rs, places[change.form].url);
}

bool page_settings(struct req *rq, struct res *rs, struct err *err)
{
    return show(rq, rs, NULL, err);
}

/* ---- name, password and language ---- */

static bool change_password(struct req *rq, struct res *rs, struct err *err)
{
    const char *password, *hash;
    return account_password(rq, &password, err) && account_password_is(rq, "old", err) &&
           password_hash(rq->service->hashing, account_claim(rq, true), rq->arena, password, &hash, err) &&
           account_new_password(rq, rs, rq->who.id, hash, err);
}

static bool send_confirm_again(struct req *rq, struct res *rs, struct err *err)
{
    char token[TOKEN_TEXT];
    bool queued; /* false: a mail is still in the queue, or there is nothing to confirm */
    (void)rs;
    token_make(token);
    return account_attempt(rq, "confirm", rq->who.name, 3, 3600, err) &&
           store_confirm_again(rq->db, rq->who.id, token, &queued, err);
}

/* How many bytes of what looks like nothing @text begins with: spaces, narrow, wide, or of no width. */
static size_t blank_at(const char *text)
{
    static const char *const blanks[] = {" ", "\t", "\xc2\xa0", "\xe3\x80\x80", "\xe3\x85\xa4", "\xe2\x81\x9f", "\xe2\x81\xa0", "\xef\xbb\xbf"};
    for (size_t i = 0; i < sizeof(blanks) / sizeof(blanks[0]); i++)
        if (!strncmp(text, blanks[i], strlen(blanks[i])))
            return strlen(blanks[i]);
    bool general = !strncmp(text, "\xe2\x80", 2) && (unsigned char)text[2] >= 0x80 && (unsigned char)text[2] <= 0x8d; /* U+2000 to U+200D */
    return general ? 3 : 0;
}

/* One empty line at the most between lines: a profile is no place for a page of nothing. A line of blanks alone is empty. */
static const char *without_gaps(struct arena *arena, const char *text)
{
    struct sb out;
    sb_init(&out, arena);
    for (int ends = 0; *text;) {
        const char *line = text;
        for (size_t n = blank_at(text); n > 0; n = blank_at(text))
            text += n;
        if (*text && *text != '\n') { /* with the blanks that it begins with */
            text += strcspn(text, "\n");
            sb_add_bytes(&out, line, (size_t)(text - line));
            ends = 0;
        }
        if (*text && ++ends <= 2)
            sb_add_char(&out, '\n');
        text += *text != '\0';
    }
    return out.text;
}

/* Everybody reads it, so its writer must have an address that is confirmed. Nothing typed: what was there goes. No field at all is a
 * mistake, and so is a number or a list in JSON. */
static bool change_about(struct req *rq, struct res *rs, struct err *err)
{
    struct json_object *given = rq->json ? jget(rq->json, "about") : NULL;
    if (given && !json_object_is_type(given, json_type_string))
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "about", "no text");
    if (!req_field(&rq->form, "about"))
        return err_fail(err, ERR_INPUT, N_("{what} is missing."), "about", "no field");
    const char *about = without_gaps(rq->arena, text_trim(rq->arena, chat_clean(rq->arena, form_typed(&rq->form, "about"))));
    (void)rs;
    if (!rq->who.email_confirmed && *about)
        return err_fail(err, ERR_FORBIDDEN, N_("Please confirm your e-mail address first."), "about", "not confirmed");
    if (utf8_length(about) > ABOUT_MOST)
        return err_fail(err, ERR_INPUT, N_("This is too long: 300 characters at most."), "about", "too long");
    return store_person_about(rq->db, rq->who.id, about, err);
}

static bool own_change(struct req *rq, struct settings_change *change, struct err *err)
{
    static const struct {
        const char *name, *flash;
        enum settings_form form;
        bool (*make)(struct req *, struct res *, struct err *);
    } changes[] = {
        {"about", "about-saved", FORM_ABOUT, change_about},
        {"confirm", "confirm-sent", FORM_EMAIL, send_confirm_again},
        {"language", "language-saved", FORM_LANGUAGE, account_language},
        {"password", "password-saved", FORM_PASSWORD, change_password},
    };
    const char *what = form_typed(&rq->form, "do");
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        if (strcmp(what, changes[i].name) != 0)
            continue;
        change->form = changes[i].form;
        change->flash = changes[i].flash;
        return changes[i].make(rq, change->rs, err);
    }
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "unknown setting");
}

/* ---- the sections' addresses ---- */

/* What takes the forms of each; and where on the page it is, for what was a page of its own. */
static const struct section {
    const char *path;
    settings_changer *change;
    enum settings_form form;
} sections[] = {
    {"/settings", own_change, FORM_ABOUT},
    {"/settings/address", address_change, FORM_EMAIL},
    {"/settings/feeds", feeds_change, FORM_FEEDS},
    {"/settings/letters", notices_change, FORM_NOTICES},
    {"/settings/people", people_change, FORM_PEOPLE},
    {"/settings/profile", privacy_change, FORM_PROFILE},
    {"/settings/sessions", sessions_change, FORM_SESSIONS},
    {"/settings/time", time_change, FORM_REST},
};

static const struct section *section_at(const char *path)
{
    for (size_t i = 1; i < sizeof(sections) / sizeof(sections[0]); i++)
        if (!strcmp(path, sections[i].path))
            return &sections[i];
    return sections;
}

/* The forms of all sections. */
bool act_settings(struct req *rq, struct res *rs, struct err *err)
{
    return answer(rq, rs, section_at(rq->path)->change, err);
}

/* What was a page of its own is a section now. */
bool page_settings_section(struct req *rq, struct res *rs, struct err *err)
{
    (void)err;
    return res_see_other(rs, places[section_at(rq->path)->form].url);
}
