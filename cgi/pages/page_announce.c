/* Announcements on all pages, made by administrators. */
#include "config.h"

#include <string.h>
#include <time.h>

#include "cgi/base/parse.h"
#include "cgi/base/zone.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/order.h"
#include "cgi/play/chat.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { MICROS = 1000000, LONGEST_DAYS = 366 };

static bool enter(struct req *rq, struct res *rs, bool *entered, struct err *err)
{
    *entered = false;
    if (!req_operates(rq))
        return err_fail(err, ERR_GONE, NULL, NULL, "no operator");
    return order_enter(rq, rs, entered, err);
}

/* ---- the page ---- */

static struct value *announcement_model(struct req *rq, const struct announcement *one)
{
    struct value *model = put_int(new_object(rq->arena), K_id, one->id);
    put_text(put_text(model, K_en, one->en), K_ja, one->ja);
    put_bool(model, K_current, one->starts <= rq->now);
    put_text(model, K_starts, moment_words(rq->arena, rq->words->cat, rq->who.zone, one->starts));
    return put_text(model, K_ends, moment_words(rq->arena, rq->words->cat, rq->who.zone, one->ends));
}

static bool announcements_model(struct req *rq, struct value **out, struct err *err)
{
    struct announcement *list;
    int n;
    if (!store_announcements(rq->db, rq->arena, rq->now, &list, &n, err))
        return false;
    struct value *model = put_text(put_bool(new_object(rq->arena), K_operator, true), K_tab, "announcements"), *rows = put_list(model, K_announcements);
    for (int i = 0; i < n; i++)
        add(rows, announcement_model(rq, &list[i]));
    put_bool(model, K_has_announcements, n > 0);
    struct value *form = put_object(model, K_form);
    put_text(form, K_en, form_typed(&rq->form, "en"));
    put_text(form, K_ja, form_typed(&rq->form, "ja"));
    put_text(form, K_starts, form_typed(&rq->form, "starts"));
    put_text(form, K_ends, form_typed(&rq->form, "ends"));
    put_text(model, K_zone, rq->who.zone ? rq->who.zone : "UTC");
    *out = put_int(model, K_most, ANNOUNCEMENT_MOST);
    return true;
}

bool page_announcements(struct req *rq, struct res *rs, struct err *err)
{
    struct value *model;
    bool entered;
    if (!enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    return announcements_model(rq, &model, err) && res_page(rq, rs, "announcements", model);
}

/* ---- the form ---- */

/* "2026-12-01T10:00" of the person's own clock, as the browser's field sends it. */
static bool read_moment(struct req *rq, const char *name, int64_t *at, struct err *err)
{
    const char *text = form_typed(&rq->form, name);
    struct tm tm = {0};
    const char *end = strptime(text, "%Y-%m-%dT%H:%M", &tm);
    const struct zone *zone = zone_find(rq->who.zone ? rq->who.zone : "UTC");
    const int day = tm.tm_mday;
    const int64_t wall = timegm(&tm);
    if (!end || *end || !zone || tm.tm_mday != day) /* 30 February is 2 March by now */
        return err_fail(err, ERR_INPUT, N_("Please give a day and a time, such as 2026-12-01T10:00."), name, "field '%s'", name);
    *at = zone_first(zone, wall) * MICROS;
    return true;
}

static bool read_text(struct req *rq, const char *name, bool needed, const char **text, struct err *err)
{
    *text = text_trim(rq->arena, chat_clean(rq->arena, form_typed(&rq->form, name)));
    if (needed && !**text)
        return err_fail(err, ERR_INPUT, N_("There is no text in it yet."), name, "empty");
    return utf8_length(*text) <= ANNOUNCEMENT_MOST
        || err_fail(err, ERR_INPUT, N_("That is too long: at most {what} characters."), arena_printf(rq->arena, "%d", ANNOUNCEMENT_MOST), "too long");
}

static bool announce(struct req *rq, struct err *err)
{
    struct announcement new = {.starts = rq->now};
    int64_t id;
    if (!read_text(rq, "en", true, &new.en, err) || !read_text(rq, "ja", false, &new.ja, err) ||
        (*form_typed(&rq->form, "starts") && !read_moment(rq, "starts", &new.starts, err)) || !read_moment(rq, "ends", &new.ends, err))
        return false;
    new.ja = *new.ja ? new.ja : NULL;
    if (new.ends <= new.starts || new.ends <= rq->now || new.ends - new.starts > (int64_t)LONGEST_DAYS * 24 * 3600 * MICROS)
        return err_fail(err, ERR_INPUT, N_("It must end after it begins, in the future, and within a year."), "ends", "the end");
    return store_announce(rq->db, rq->who.id, &new, &id, err);
}

static bool drop(struct req *rq, struct err *err)
{
    int64_t id;
    return form_number(&rq->form, "id", 1, INT64_MAX, &id, err) && store_announcement_drop(rq->db, id, rq->who.id, err);
}

bool act_announce(struct req *rq, struct res *rs, struct err *err)
{
    bool entered, drops = !strcmp(form_typed(&rq->form, "do"), "drop");
    if (!enter(rq, rs, &entered, err) || !entered)
        return !entered && rs->status != 0;
    if (!(drops ? drop(rq, err) : announce(rq, err))) {
        struct value *model;
        struct err ignored;
        return announcements_model(rq, &model, &ignored) && res_form_again(rq, rs, "announcements", model, err);
    }
    res_flash(rq, rs, drops ? "announcement-dropped" : "announced");
    return res_see_other(rs, "/moderation/announcements");
}
