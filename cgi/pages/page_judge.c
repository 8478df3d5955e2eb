/* What is reported of one person, or of one table as a whole, what was done already, and the forms that do something. */
#include "config.h"

#include <string.h>

#include "cgi/base/parse.h"
#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/order.h"
#include "cgi/pages/report_model.h"
#include "cgi/play/play.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { REPORTS_PER_PAGE = 20, ACTS_SHOWN = 10, NOTE_MOST = 500, DAYS_PRESET = 7 };

/* ---- the page ---- */

static const char *url_of(struct req *rq, struct about about)
{
    return arena_printf(rq->arena, about.person ? "/moderation/people/%lld" : "/moderation/tables/%lld",
                        (long long)(about.person ? about.person : about.game));
}

static struct value *person_model(struct req *rq, const struct judged *judged)
{
    struct value *model = put_text(new_object(rq->arena), K_name, judged->name);
    put_text(model, K_url, url_person(rq->arena, judged->name));
    put_text(model, K_role, *judged->role ? req_words(rq, !strcmp(judged->role, "operator") ? N_("operator") : N_("moderator")) : NULL);
    put(model, K_joined, model_time(rq, judged->joined));
    put_text(model, K_muted, judged->muted_until ? moment_words(rq->arena, rq->words->cat, rq->who.zone, judged->muted_until) : NULL);
    put_text(model, K_suspended, judged->suspended_until ? moment_words(rq->arena, rq->words->cat, rq->who.zone, judged->suspended_until) : NULL);
    put_bool(model, K_banned, judged->banned != 0);
    put_bool(model, K_together, judged->together && !req_operates(rq));
    bool acts = judged->id != rq->who.id && (!judged->together || req_operates(rq)) && (!*judged->role || (req_operates(rq) && strcmp(judged->role, "operator") != 0));
    return put_bool(model, K_can_act, acts);
}

static bool table_model(struct req *rq, int64_t id, struct value **out, struct err *err)
{
    const struct text_value number = {"game", arena_printf(rq->arena, "%lld", (long long)id), 0};
    struct game_row game;
    struct err gone;
    *out = put_bool(put_null(new_object(rq->arena), K_url), K_can_act, false);
    put_text(*out, K_name, req_fill(rq, N_("Table {game}"), &number, 1));
    if (!store_game(rq->db, rq->arena, id, &game, &gone)) {
        *err = gone;
        return gone.code == ERR_GONE;
    }
    put_text(put_text(*out, K_url, url_table(rq->arena, id)), K_name, table_title(rq->arena, rq->words->cat, game.rules_id, id));
    put_bool(*out, K_can_act, game.status != GAME_OVER && !game.apart && game.owner != rq->who.id && game_seat_of(&game, rq->who.id) == NO_SEAT);
    return true;
}

/* Where the choices of a form are at first, or as they were sent. */
static void add_form(struct req *rq, struct value *model)
{
    const char *act = form_typed(&rq->form, "act"), *days = form_typed(&rq->form, "days");
    static const struct { const char *value, *label; } acts[] = {
        {"mute", N_("Mute: no chat for so many days")}, {"suspend", N_("Suspend: no play, chat or joining for so many days")},
        {"ban", N_("Ban: the same without end")}, {"rename", N_("Rename")}, {"words", N_("Delete the profile text")}};
    struct value *list = put_list(model, K_choices);
    for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++) {
        struct value *row = put_text(add_object(list), K_value, acts[i].value);
        put_bool(put_text(row, K_label, req_words(rq, acts[i].label)), K_checked, !strcmp(act, acts[i].value));
    }
    put_text(model, K_days, *days ? days : arena_printf(rq->arena, "%d", DAYS_PRESET));
    put_text(model, K_typed_name, form_typed(&rq->form, "name"));
    put_text(model, K_why, form_typed(&rq->form, "text"));
    put_text(model, K_note, form_typed(&rq->form, "note"));
    put_int(put_int(model, K_most, WHY_MOST), K_days_most, DAYS_MOST);
}

static bool judge_model(struct req *rq, struct about about, struct value **out, struct err *err)
{
    struct judged judged;
    struct report_row *reports;
    struct act_row *acts;
    int64_t after = 0;
    int n, n_acts;
    struct value *model = new_object(rq->arena), *subject;
    parse_number(req_field(&rq->query, "after"), 0, INT64_MAX, &after);
    if (about.person ? !store_judged(rq->db, rq->arena, about.person, rq->who.id, &judged, err) : !table_model(rq, about.game, &subject, err))
        return false;
    if (!store_reports_of(rq->db, rq->arena, rq->who.id, about, after, REPORTS_PER_PAGE + 1, &reports, &n, err) ||
        !store_acts(rq->db, rq->arena, about, rq->who.id, 0, ACTS_SHOWN, &acts, &n_acts, err))
        return false;
    *err = (struct err){0};
    bool more = n > REPORTS_PER_PAGE;
    n = more ? REPORTS_PER_PAGE : n;
    put(model, K_subject, about.person ? person_model(rq, &judged) : subject);
    put_bool(model, K_is_person, about.person != 0);
    put_text(model, K_action, url_of(rq, about));
    put_text(put_bool(model, K_operator, req_operates(rq)), K_tab, "");
    if (!reports_model(rq, reports, n, model, err))
        return false;
    put_text(model, K_older_url, more ? arena_printf(rq->arena, "%s?after=%lld", url_of(rq, about), (long long)reports[n - 1].id) : NULL);
    put(put_bool(model, K_has_acts, n_acts > 0), K_acts, acts_model(rq, acts, n_acts, true));
    add_form(rq, model);
    *out = model;
    return true;
}

static bool about_read(struct req *rq, struct about *about, struct err *err)
{
    int64_t id;
    *about = (struct about){0, 0};
    if (!parse_number(rq->part[0], 1, INT64_MAX, &id))
        return err_fail(err, ERR_GONE, NULL, NULL, "no number");
    if (!strncmp(rq->path, "/moderation/tables/", 19))
        about->game = id;
    else
        about->person = id;
    return true;
}

bool page_judge(struct req *rq, struct res *rs, struct err *err)
{
    struct about about;
    struct value *model;
    bool entered;
    if (!order_enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    return about_read(rq, &about, err) && judge_model(rq, about, &model, err) && res_page(rq, rs, "moderation_one", model);
}

/* ---- what the forms do ---- */

static bool last_seen(struct req *rq, int64_t *last, struct err *err)
{
    return form_number(&rq->form, "last", 1, INT64_MAX, last, err);
}

static bool take(struct req *rq, struct about about, bool over, struct err *err)
{
    int64_t last;
    return last_seen(rq, &last, err) && store_reports_take(rq->db, rq->who.id, about, last, over, err);
}

static bool close_reports(struct req *rq, struct about about, struct err *err)
{
    static const char *const results[] = {"acted", "nothing", "unfounded"};
    const char *result = form_typed(&rq->form, "result"), *note = text_trim(rq->arena, form_typed(&rq->form, "note"));
    int64_t last;
    bool known = false;
    for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++)
        known = known || !strcmp(results[i], result);
    if (!known)
        return err_fail(err, ERR_INPUT, N_("Please choose a result."), "result", "result");
    if (utf8_length(note) > NOTE_MOST)
        return err_fail(err, ERR_INPUT, N_("That is too long: at most {what} characters."), arena_printf(rq->arena, "%d", NOTE_MOST), "note");
    return last_seen(rq, &last, err) && store_reports_close(rq->db, rq->who.id, about, last, result, *note ? note : NULL, err);
}

/* The act is written down first. What it means for tables is done at once; where that is held up, the worker goes on with it. */
static bool act_on_person(struct req *rq, int64_t person, struct err *err)
{
    const char *name = text_trim(rq->arena, form_typed(&rq->form, "name"));
    struct act_new act = {.kind = form_typed(&rq->form, "act"), .whom = person};
    bool timed = !strcmp(act.kind, "mute") || !strcmp(act.kind, "suspend"), stops = !strcmp(act.kind, "suspend") || !strcmp(act.kind, "ban");
    int64_t days = 0, whom, game;
    struct err later;
    if (!timed && !stops && strcmp(act.kind, "rename") != 0 && strcmp(act.kind, "words") != 0)
        return err_fail(err, ERR_INPUT, N_("Please choose what to do."), "act", "act");
    if (!order_why(rq, &act.why, err) || (timed && !form_number(&rq->form, "days", 1, DAYS_MOST, &days, err)))
        return false;
    if (!strcmp(act.kind, "ban") && strcmp(form_typed(&rq->form, "sure"), "yes") != 0)
        return err_fail(err, ERR_INPUT, N_("A ban has no end. Please tick that you are sure."), "sure", "not sure");
    act.days = (int)days;
    act.name = !strcmp(act.kind, "rename") && *name ? name : NULL;
    if (!store_act(rq->db, rq->arena, rq->who.id, &act, &whom, &game, err))
        return false;
    if (stops)
        play_held(rq->db, rq->arena, person, rq->now, &later);
    return true;
}

static bool close_table(struct req *rq, int64_t table, struct err *err)
{
    struct act_new act = {.kind = "close", .game = table};
    int64_t whom, game;
    return order_why(rq, &act.why, err) && store_act(rq->db, rq->arena, rq->who.id, &act, &whom, &game, err)
        && play_close(rq->db, rq->arena, table, rq->now, err);
}

static bool judge_do(struct req *rq, struct about about, const char **flash, struct err *err)
{
    const char *what = form_typed(&rq->form, "do");
    *flash = !strcmp(what, "take") || !strcmp(what, "over") ? "reports-taken" : !strcmp(what, "close") ? "reports-closed" : "acted";
    if (!strcmp(what, "take") || !strcmp(what, "over"))
        return take(rq, about, !strcmp(what, "over"), err);
    if (!strcmp(what, "close"))
        return close_reports(rq, about, err);
    if (!strcmp(what, "act") && about.person)
        return act_on_person(rq, about.person, err);
    if (!strcmp(what, "close-table") && about.game)
        return close_table(rq, about.game, err);
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "field 'do'");
}

bool act_judge(struct req *rq, struct res *rs, struct err *err)
{
    struct about about;
    struct value *model;
    const char *flash;
    bool entered;
    if (!order_enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    if (!about_read(rq, &about, err))
        return false;
    if (!judge_do(rq, about, &flash, err)) {
        struct err ignored = {0};
        return judge_model(rq, about, &model, &ignored) && res_form_again(rq, rs, "moderation_one", model, err);
    }
    res_flash(rq, rs, flash);
    return res_see_other(rs, url_of(rq, about));
}

/* Where a form came from, when that is one of these pages. */
static const char *back_to(const struct req *rq)
{
    const char *back = req_field(&rq->form, "back");
    return url_local(back) && !strncmp(back, "/moderation", 11) ? back : "/moderation";
}

static bool done(struct req *rq, struct res *rs, const char *flash)
{
    res_flash(rq, rs, flash);
    return res_see_other(rs, back_to(rq));
}

bool act_hide_line(struct req *rq, struct res *rs, struct err *err)
{
    struct act_new act = {.kind = "hide"};
    int64_t whom, game;
    bool entered;
    if (!order_enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    if (!parse_number(rq->part[0], -INT64_MAX, INT64_MAX, &act.line) || !act.line)
        return err_fail(err, ERR_GONE, NULL, NULL, "no number");
    if (!order_why(rq, &act.why, err))
        return false;
    if (store_act(rq->db, rq->arena, rq->who.id, &act, &whom, &game, err))
        return done(rq, rs, "acted");
    /* Another moderator was first: there is nothing to send again. */
    return err->code == ERR_STALE && !rq->wants_json && done(rq, rs, "act-already");
}

bool act_undo(struct req *rq, struct res *rs, struct err *err)
{
    const char *why;
    int64_t id;
    bool entered;
    if (!order_enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    if (!parse_number(rq->part[0], 1, INT64_MAX, &id))
        return err_fail(err, ERR_GONE, NULL, NULL, "no number");
    return order_why(rq, &why, err) && store_act_undo(rq->db, rq->arena, rq->who.id, id, why, err) && done(rq, rs, "act-undone");
}
