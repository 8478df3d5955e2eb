/* What happened in a tournament, for everybody to read: as a page, as a feed, and its days as a calendar. */
#include "config.h"

#include "cgi/http/req.h"
#include "cgi/mail/mail.h"
#include "cgi/model/model.h"
#include "cgi/pages/feed.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/ics.h"
#include "cgi/pages/tables.h"
#include "cgi/pages/tournaments.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { LINES_PER_PAGE = 60 };

bool page_tournament_log(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    struct tournament_line *lines;
    struct left_out unknown = {.n = 0};
    int64_t before = 0;
    int n;
    left_out_number(rq, "before", 1, INT64_MAX, &before, &unknown);
    if (!tournament_load(rq, &t, err) || !store_tournament_log(rq->db, rq->arena, t.all.row.id, before, LINES_PER_PAGE + 1, &lines, &n, err))
        return false;
    int shown = n > LINES_PER_PAGE ? LINES_PER_PAGE : n;
    struct value *model = tournament_head(rq, &t, "log"), *list = put_list(model, K_lines);
    for (int i = 0; i < shown; i++) {
        struct value *line = put_text(add_object(list), K_text, tournament_line_words(rq, &t.all.row, &lines[i]));
        put(put_text(line, K_kind, lines[i].kind), K_at, tournament_moment(rq, lines[i].at));
    }
    put_bool(model, K_has_lines, shown > 0);
    put(model, K_unknown, left_out_model(rq, &unknown));
    put_text(model, K_more_href, n > shown ? arena_printf(rq->arena, "%s?before=%lld", url_tournament(rq, t.all.row.id, "log"), (long long)lines[shown - 1].id) : NULL);
    return res_page(rq, rs, "tournament_log", model);
}

/* ---- the same as a feed ---- */

bool page_tournament_feed(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    struct tournament_line *lines;
    int n;
    req_choose_words_asked(rq);
    if (!tournament_load(rq, &t, err) || !store_tournament_log(rq->db, rq->arena, t.all.row.id, 0, FEED_ENTRIES, &lines, &n, err))
        return false;
    const char *url = url_tournament(rq, t.all.row.id, NULL), *log = url_tournament(rq, t.all.row.id, "log");
    struct feed *feed = arena_alloc(rq->arena, sizeof(*feed));
    *feed = (struct feed){.since = t.all.row.made, .id = url, .page = url, .title = t.all.row.title};
    for (int i = 0; i < n; i++) {
        struct feed_entry *entry = feed_add(feed);
        if (entry)
            *entry = (struct feed_entry){.at = lines[i].at, .link = log, .title = tournament_line_words(rq, &t.all.row, &lines[i]),
                                         .id = arena_printf(rq->arena, "%s#%lld", log, (long long)lines[i].id)};
    }
    return feed_answer(rq, rs, feed, err);
}

/* ---- its days as a calendar ---- */

static void add_event(struct req *rq, const struct shown_tournament *t, struct sb *out, const char *id, int64_t at, const char *what)
{
    const struct text_value values[] = {{"title", t->all.row.title, 0}, {"what", what, 0}};
    if (!at)
        return;
    ics_line(out, "BEGIN", "VEVENT");
    ics_line(out, "UID", arena_printf(rq->arena, "tournament-%lld-%s@%s", (long long)t->all.row.id, id, mail_host(&rq->service->set, rq->arena)));
    ics_moment(out, "DTSTAMP", t->all.row.made);
    ics_moment(out, "DTSTART", at);
    ics_line(out, "TRANSP", "TRANSPARENT");
    ics_text(out, "SUMMARY", req_fill(rq, N_("{title}: {what}"), values, 2));
    ics_line(out, "URL", arena_printf(rq->arena, "%s%s", rq->service->set.url, url_tournament(rq, t->all.row.id, NULL)));
    ics_line(out, "END", "VEVENT");
}

/* Stages that are known, and of a league or Swiss system those to come. */
static void add_stages(struct req *rq, const struct shown_tournament *t, struct sb *out)
{
    const struct tournament_row *row = &t->all.row;
    int last = row->format == FORMAT_GROUPS ? (t->all.n_stages ? t->all.n_stages : 1) : row->stages;
    int64_t opens = row->starts;
    for (int stage = 1; stage <= last && (stage <= t->all.n_stages || row->status <= TOURNAMENT_RUNNING); stage++) {
        const struct stage_row *known = stage_of(&t->all, stage);
        int64_t closes = known ? (known->closed ? known->closed : known->closes) : opens ? calendar_after(row->zone, opens, row->days) : 0;
        const struct text_value words = {"stage", tournament_stage_words(rq, row->format, stage), 0};
        if (known || stage > 1 || opens)
            add_event(rq, t, out, arena_printf(rq->arena, "begins-%d", stage), known ? known->opens : opens, req_fill(rq, N_("{stage} begins"), &words, 1));
        add_event(rq, t, out, arena_printf(rq->arena, "ends-%d", stage), closes, req_fill(rq, N_("{stage} ends"), &words, 1));
        opens = closes;
    }
}

bool page_tournament_calendar(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    req_choose_words_asked(rq);
    if (!tournament_load(rq, &t, err))
        return false;
    sb_clear(&rs->body);
    ics_line(&rs->body, "BEGIN", "VCALENDAR");
    ics_line(&rs->body, "VERSION", "2.0");
    ics_line(&rs->body, "PRODID", "-//Ridotto//Tournaments//EN");
    ics_line(&rs->body, "METHOD", "PUBLISH");
    ics_line(&rs->body, "REFRESH-INTERVAL;VALUE=DURATION", "PT6H");
    ics_line(&rs->body, "X-PUBLISHED-TTL", "PT6H");
    ics_text(&rs->body, "X-WR-CALNAME", t.all.row.title);
    add_stages(rq, &t, &rs->body);
    ics_line(&rs->body, "END", "VCALENDAR");
    return res_tagged(rq, rs, "text/calendar; charset=utf-8");
}
