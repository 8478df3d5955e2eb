/* How pages are shown: theme, letters on colours, movement, and in which games a turn is confirmed. Kept with the person, and in a cookie. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/account/handlers.h"
#include "cgi/account/settings.h"
#include "cgi/base/display.h"
#include "cgi/base/sb.h"
#include "cgi/base/url.h"
#include "cgi/http/res.h"
#include "cgi/store/store.h"
#include "rules/engine/games.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { DISPLAY_SECONDS = 365 * 24 * 3600 };

static struct value *themes_model(const struct req *rq)
{
    static const char *const labels[THEMES] = {
        [THEME_SYSTEM] = N_("Same as the device"), [THEME_LIGHT] = N_("Light"), [THEME_DARK] = N_("Dark")};
    enum theme chosen = display_theme(req_display(rq));
    struct value *themes = new_list(rq->arena);
    for (int theme = 0; theme < THEMES; theme++) {
        struct value *row = put_text(add_object(themes), K_value, display_theme_word((enum theme)theme));
        put_bool(put_text(row, K_label, req_words(rq, labels[theme])), K_checked, (int)chosen == theme);
    }
    return themes;
}

static struct value *games_model(const struct req *rq)
{
    const char *display = req_display(rq);
    struct value *games = new_list(rq->arena);
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        struct value *row = put_text(add_object(games), K_rules, (*rules)->id);
        put_bool(put_text(row, K_title, req_words(rq, (*rules)->words->title)), K_checked, !display_quick(display, (*rules)->id));
    }
    return games;
}

struct value *display_section(const struct req *rq, const char *back)
{
    struct value *model = put(new_object(rq->arena), K_themes, themes_model(rq));
    put_bool(model, K_letters, !display_plain(req_display(rq)));
    put_bool(model, K_still, display_still(req_display(rq)));
    put_bool(model, K_tutor, display_tutor(req_display(rq)));
    put(model, K_games, games_model(rq));
    return put_text(model, K_back, back);
}

/* A page of its own for visitors and guests, who have no settings, and for who comes from a table and goes back there. */
bool page_display(struct req *rq, struct res *rs, struct err *err)
{
    const char *back = req_field(&rq->query, "back");
    (void)err;
    if (req_signed_in(rq) && !url_local(back))
        return res_see_other(rs, "/settings#display");
    return res_page(rq, rs, "display", put(new_object(rq->arena), K_display, display_section(rq, url_local(back) ? back : "")));
}

static void add_word(struct sb *out, const char *head, const char *tail)
{
    if (!*head)
        return;
    sb_add(out, out->length > 0 ? "." : "");
    sb_add(out, head);
    sb_add(out, tail);
}

static bool has_value(const struct fields *form, const char *name, const char *value)
{
    for (int i = 0; i < form->n; i++)
        if (!strcmp(form->field[i].name, name) && !strcmp(form->field[i].value, value))
            return true;
    return false;
}

typedef bool quick_test(const struct req *rq, const char *rules_id);

static bool was_quick(const struct req *rq, const char *rules_id)
{
    return display_quick(req_display(rq), rules_id);
}

static bool is_unticked(const struct req *rq, const char *rules_id)
{
    return !has_value(&rq->form, "confirm", rules_id);
}

static const char *display_of(const struct req *rq, enum theme theme, bool plain, bool still, bool tutor, quick_test *is_quick)
{
    struct sb out;
    sb_init(&out, rq->arena);
    add_word(&out, display_theme_word(theme), "");
    add_word(&out, plain ? "plain" : "", "");
    add_word(&out, still ? "still" : "", "");
    add_word(&out, tutor ? "tutor" : "", "");
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        add_word(&out, is_quick(rq, (*rules)->id) ? DISPLAY_QUICK : "", (*rules)->id);
    return out.text;
}

const char *account_display_known(const struct req *rq)
{
    const char *display = req_display(rq);
    return display_of(rq, display_theme(display), display_plain(display), display_still(display), display_tutor(display), was_quick);
}

bool account_display_tutor(struct req *rq, struct res *rs, bool tutor, struct err *err)
{
    const char *display = req_display(rq);
    const char *text = display_of(rq, display_theme(display), display_plain(display), display_still(display), tutor, was_quick);
    if (!store_person_display(rq->db, rq->who.id, text, err))
        return false;
    res_cookie(rq, rs, "display", text, DISPLAY_SECONDS);
    return true;
}

/* What the form says, as text. Who is signed out plays nowhere: what was chosen about confirming stays. */
static const char *display_text(const struct req *rq)
{
    int theme = THEME_SYSTEM + 1;
    while (theme < THEMES && !has_value(&rq->form, "theme", display_theme_word((enum theme)theme)))
        theme++;
    return display_of(rq, theme < THEMES ? (enum theme)theme : THEME_SYSTEM, !req_field(&rq->form, "letters"),
                      req_field(&rq->form, "still") != NULL,
                      req_signed_in(rq) ? req_field(&rq->form, "tutor") != NULL : display_tutor(req_display(rq)),
                      rq->who.id ? is_unticked : was_quick);
}

bool act_display(struct req *rq, struct res *rs, struct err *err)
{
    const char *text = display_text(rq), *back = req_field(&rq->form, "back");
    if (rq->who.id && !store_person_display(rq->db, rq->who.id, text, err))
        return false;
    res_cookie(rq, rs, "display", text, DISPLAY_SECONDS);
    res_flash(rq, rs, "display-saved");
    return res_see_other(rs, url_local(back) ? back : req_signed_in(rq) ? "/settings#display" : "/display");
}
