/* Where moderators work: entering the password again, the queue of reports, what is closed, the log of acts. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/base/parse.h"
#include "cgi/base/url.h"
#include "cgi/http/kept.h"
#include "cgi/http/session.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/order.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { PROVED_SECONDS = 15 * 60, GROUPS_PER_PAGE = 30, CLOSED_PER_PAGE = 30, ACTS_PER_PAGE = 50, PAGES_MOST = 100000 };

/* ---- the password, again ---- */

static struct value *password_model(struct req *rq, const char *next)
{
    struct value *model = put_text(new_object(rq->arena), K_next, next);
    return put(model, K_kept, rq->method == POST ? kept_model(rq) : NULL);
}

static bool is_moderator(const struct req *rq, struct err *err)
{
    return req_moderates(rq) || err_fail(err, ERR_GONE, NULL, NULL, "no moderator");
}

bool order_enter(struct req *rq, struct res *rs, bool *entered, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    *entered = false;
    if (!is_moderator(rq, err))
        return false;
    token_hash(rq->session, hash);
    if (!store_proved(rq->db, hash, PROVED_SECONDS, entered, err))
        return false;
    return *entered || res_page(rq, rs, "moderation_password", password_model(rq, rq->method == POST ? rq->back : rq->target));
}

/* What was typed goes on to where it was sent, by one more press. */
bool act_moderation_password(struct req *rq, struct res *rs, struct err *err)
{
    uint8_t hash[TOKEN_DIGEST];
    const char *next = req_field(&rq->form, "next");
    struct value *kept = kept_through_sign_in(rq);
    if (!is_moderator(rq, err))
        return false;
    next = url_local(next) ? next : "/moderation";
    token_hash(rq->session, hash);
    if (!account_password_is(rq, "password", err) || !store_proves(rq->db, hash, err))
        return res_form_again(rq, rs, "moderation_password", put(password_model(rq, next), K_kept, kept), err);
    return kept && !rq->wants_json ? res_page(rq, rs, "moderation_kept", put(new_object(rq->arena), K_kept, kept)) : res_see_other(rs, next);
}

bool order_why(struct req *rq, const char **why, struct err *err)
{
    return form_text(&rq->form, rq->arena, "text", 1, WHY_MOST, why, err)
        || err_reword(err, N_("Please say why, in at most {what} characters: it is written down, and the person concerned reads it."),
                      arena_printf(rq->arena, "%d", WHY_MOST));
}

/* ---- what all these pages have ---- */

static struct value *frame(struct req *rq, const char *tab)
{
    struct value *model = put_text(new_object(rq->arena), K_tab, tab);
    return put_bool(model, K_operator, req_operates(rq));
}

/* ---- the queue ---- */

static const char *reasons_words(const struct req *rq, const char *reasons)
{
    struct sb out;
    sb_init(&out, rq->arena);
    for (const char *at = reasons; *at; at += *at == ',') {
        size_t n = strcspn(at, ",");
        sb_add(&out, out.length ? " · " : "");
        sb_add(&out, reason_words(rq, arena_strndup(rq->arena, at, n)));
        at += n;
    }
    return out.text;
}

static const char *group_url(struct req *rq, struct about about)
{
    return about.person ? arena_printf(rq->arena, "/moderation/people/%lld", (long long)about.person)
                        : arena_printf(rq->arena, "/moderation/tables/%lld", (long long)about.game);
}

static const char *group_title(const struct req *rq, const char *name, int64_t game)
{
    const struct text_value value = {"game", arena_printf(rq->arena, "%lld", (long long)game), 0};
    return name ? name_shown(rq->words->cat, name) : req_fill(rq, N_("Table {game}"), &value, 1);
}

static struct value *group_model(struct req *rq, const struct report_group *group)
{
    const struct text_value counts[] = {{"n", NULL, group->n}, {"people", NULL, group->people}};
    struct value *model = put_text(new_object(rq->arena), K_url, group_url(rq, group->about));
    put_text(model, K_title, group_title(rq, group->name, group->about.game));
    put_text(model, K_count, req_fill(rq, N_("{n:one report|# reports} by {people:one person|# people}"), counts, 2));
    put_text(model, K_reasons, reasons_words(rq, group->reasons));
    put_text(model, K_taken_by, group->taken_by);
    return put(put(model, K_first, model_time(rq, group->first)), K_newest, model_time(rq, group->newest));
}

bool page_moderation(struct req *rq, struct res *rs, struct err *err)
{
    struct report_group *groups;
    int64_t page = 1;
    int n;
    bool entered;
    if (!order_enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    parse_number(req_field(&rq->query, "page"), 1, PAGES_MOST, &page);
    if (!store_report_groups(rq->db, rq->arena, rq->who.id, (int)(page - 1) * GROUPS_PER_PAGE, GROUPS_PER_PAGE + 1, &groups, &n, err))
        return false;
    struct value *model = frame(rq, "waiting"), *list = put_list(model, K_groups);
    for (int i = 0; i < n && i < GROUPS_PER_PAGE; i++)
        add(list, group_model(rq, &groups[i]));
    put_bool(model, K_has_groups, n > 0);
    put_text(model, K_newer_url, page > 1 ? arena_printf(rq->arena, "/moderation?page=%lld", (long long)page - 1) : NULL);
    put_text(model, K_older_url, n > GROUPS_PER_PAGE ? arena_printf(rq->arena, "/moderation?page=%lld", (long long)page + 1) : NULL);
    return res_page(rq, rs, "moderation", model);
}

/* Somebody who was not reported, or whose reports are closed. */
bool page_moderation_find(struct req *rq, struct res *rs, struct err *err)
{
    struct person person;
    bool entered;
    const char *name = req_field(&rq->query, "name");
    if (!order_enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    name = text_trim(rq->arena, name ? name : "");
    if (!store_person_by_name(rq->db, rq->arena, name, &person, err))
        return err->code == ERR_GONE ? err_reword(err, N_("Nobody here is called “{what}”."), name) : false;
    return res_see_other(rs, group_url(rq, (struct about){person.id, 0}));
}

/* ---- what is closed ---- */

static const char *result_words(const struct req *rq, const char *result)
{
    return req_words(rq, !strcmp(result, "acted") ? N_("Acted on") : !strcmp(result, "nothing") ? N_("Nothing needed") : N_("Unfounded"));
}

static struct value *closed_model(struct req *rq, const struct report_row *report)
{
    struct value *model = put_text(new_object(rq->arena), K_url, group_url(rq, (struct about){report->whom, report->game}));
    put_text(model, K_title, group_title(rq, report->name, report->game));
    put_text(model, K_reason, reason_words(rq, report->reason));
    put_text(model, K_text, *report->text ? report->text : NULL);
    put_text(model, K_result, result_words(rq, report->result));
    put_text(model, K_note, report->note);
    put_text(model, K_by, req_operates(rq) ? report->closed_by : NULL);
    return put(put(model, K_at, model_time(rq, report->at)), K_closed, model_time(rq, report->closed));
}

bool page_moderation_closed(struct req *rq, struct res *rs, struct err *err)
{
    struct report_row *reports;
    int64_t before = 0;
    int n;
    bool entered;
    if (!order_enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    parse_number(req_field(&rq->query, "before"), 1, INT64_MAX, &before);
    if (!store_reports_closed(rq->db, rq->arena, rq->who.id, before, CLOSED_PER_PAGE + 1, &reports, &n, err))
        return false;
    struct value *model = frame(rq, "closed"), *list = put_list(model, K_closed_reports);
    bool more = n > CLOSED_PER_PAGE;
    n = more ? CLOSED_PER_PAGE : n;
    for (int i = 0; i < n; i++)
        add(list, closed_model(rq, &reports[i]));
    put_bool(model, K_has_closed, n > 0);
    put_text(model, K_older_url, more ? arena_printf(rq->arena, "/moderation/closed?before=%lld", (long long)reports[n - 1].closed) : NULL);
    return res_page(rq, rs, "moderation_closed", model);
}

/* ---- the log ---- */

bool page_moderation_log(struct req *rq, struct res *rs, struct err *err)
{
    struct act_row *acts;
    int64_t before = 0;
    int n;
    bool entered;
    if (!order_enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    parse_number(req_field(&rq->query, "before"), 1, INT64_MAX, &before);
    if (!store_acts(rq->db, rq->arena, (struct about){0, 0}, rq->who.id, before, ACTS_PER_PAGE + 1, &acts, &n, err))
        return false;
    struct value *model = frame(rq, "log");
    bool more = n > ACTS_PER_PAGE;
    n = more ? ACTS_PER_PAGE : n;
    put(put_bool(model, K_has_acts, n > 0), K_acts, acts_model(rq, acts, n, true));
    put_text(model, K_older_url, more ? arena_printf(rq->arena, "/moderation/log?before=%lld", (long long)acts[n - 1].id) : NULL);
    return res_page(rq, rs, "moderation_log", model);
}

/* ---- to the one concerned ---- */

bool page_acts(struct req *rq, struct res *rs, struct err *err)
{
    struct act_row *acts;
    int n;
    if (!store_acts_see(rq->db, rq->arena, rq->who.id, ACTS_PER_PAGE, &acts, &n, err))
        return false;
    struct value *model = put(put_bool(new_object(rq->arena), K_has_acts, n > 0), K_acts, acts_model(rq, acts, n, false));
    put_text(model, K_suspended, req_suspended(rq) && !rq->who.banned ? moment_words(rq->arena, rq->words->cat, rq->who.zone, rq->who.suspended_until) : NULL);
    put_bool(model, K_banned, rq->who.banned);
    return res_page(rq, rs, "acts", model);
}
