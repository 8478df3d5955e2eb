/* The page of one tournament: what it is, how people stand, joining and leaving, what its organiser does. */
#include "config.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "cgi/pages/tournaments.h"
#include "cgi/tournament/tournament.h"
#include "cgi/words/phrases.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

bool tournament_load(struct req *rq, struct shown_tournament *t, struct err *err)
{
    int64_t id;
    *t = (struct shown_tournament){.n_hidden = 0};
    if (!parse_number(rq->part[0], 1, INT64_MAX, &id))
        return err_fail(err, ERR_GONE, NULL, NULL, "no tournament %.40s", rq->part[0]);
    if (!store_tournament(rq->db, rq->arena, id, false, &t->all, err) || !store_tournament_hidden(rq->db, rq->arena, id, &t->hidden, &t->n_hidden, err))
        return false;
    t->rules = rules_find(t->all.row.rules_id);
    for (int i = 0; i < t->all.n_entrants; i++)
        if (rq->who.id && t->all.entrant[i].person == rq->who.id)
            t->me = &t->all.entrant[i];
    return true;
}

bool tournament_is_mine(const struct req *rq, const struct shown_tournament *t)
{
    return rq->who.id && rq->who.id == t->all.row.organiser;
}

bool tournament_may_act(const struct req *rq, const struct shown_tournament *t)
{
    return tournament_is_mine(rq, t) || req_operates(rq);
}

/* ---- what each of its pages begins with ---- */

static const char *status_words(const struct req *rq, const struct tournament_row *row)
{
    static const char *const words[] = {[TOURNAMENT_OPEN] = N_("Open to join"), [TOURNAMENT_RUNNING] = NC_("tournament", "Running"), [TOURNAMENT_OVER] = N_("Over"),
                                        [TOURNAMENT_CANCELLED] = N_("Cancelled")};
    return req_words(rq, row->paused ? N_("Paused") : words[row->status]);
}

static int64_t stage_closes(const struct tournament_all *all)
{
    const struct stage_row *stage = stage_of(all, all->row.stage);
    return stage ? stage->closes : 0;
}

static void add_tabs(const struct req *rq, const struct shown_tournament *t, const char *tab, struct value *model)
{
    static const struct {
        const char *part, *label;
    } tabs[] = {{"", N_("Overview")}, {"tables", NC_("tournament", "Tables")}, {"rounds", N_("Calendar")}, {"log", N_("Log")}};
    struct value *list = put_list(model, K_tabs);
    for (size_t i = 0; i < sizeof(tabs) / sizeof(tabs[0]); i++) {
        struct value *one = put_text(add_object(list), K_label, req_words(rq, tabs[i].label));
        put_text(one, K_href, url_tournament(rq, t->all.row.id, tabs[i].part));
        put_bool(one, K_current, !strcmp(tabs[i].part, tab));
    }
}

struct value *tournament_card(const struct req *rq, const struct tournament_row *row, int64_t closes)
{
    const struct rules *rules = rules_find(row->rules_id);
    const struct text_value joined[] = {{"n", NULL, row->n_in}, {"most", NULL, row->most}};
    struct value *card = put_int(new_object(rq->arena), K_id, row->id);
    put_text(put_text(card, K_url, url_tournament(rq, row->id, NULL)), K_title, row->title);
    put_text(put_text(card, K_rules, row->rules_id), K_game_title, rules ? req_words(rq, rules->words->title) : row->rules_id);
    put_text(put_text(card, K_format, tournament_format_name(row->format)), K_format_words, tournament_format_words(rq, row->format));
    put_text(put_text(card, K_status, tournament_status_name(row->status)), K_status_words, status_words(rq, row));
    const struct pace_kind *pace = row->pace.name ? pace_kind_find(row->pace.name) : NULL;
    put_text(card, K_pace_label, pace ? req_words(rq, pace->label) : row->pace.name);
    put_int(put_int(card, K_n_in, row->n_in), K_most, row->most);
    put_text(card, K_joined, row->status == TOURNAMENT_OPEN ? req_fill(rq, N_("{n} of at most {most}"), joined, 2)
                                                             : req_fill(rq, N_("{n:1 person|# people}"), joined, 1));
    put_text(card, K_stage, row->status == TOURNAMENT_RUNNING && row->stage ? tournament_stage_words(rq, row->format, row->stage) : NULL);
    put_null(put_bool(card, K_organises, false), K_stands); /* told on My games */
    put(card, K_ended, row->ended ? tournament_moment(rq, row->ended) : NULL);
    return put(card, K_next, tournament_next(rq, row, closes));
}

struct value *tournament_head(const struct req *rq, const struct shown_tournament *t, const char *tab)
{
    const struct tournament_row *row = &t->all.row;
    struct value *model = new_object(rq->arena), *head = tournament_card(rq, row, stage_closes(&t->all));
    put(head, K_organiser, tournament_put_person(rq, t, row->organiser, row->organiser_name, new_object(rq->arena)));
    bool is_there = name_leads(rq->words->cat, name_shown(rq->words->cat, row->organiser_name));
    put_text(head, K_report_url, tournament_is_mine(rq, t) || !is_there ? NULL : arena_printf(rq->arena, "%s/report", url_person(rq->arena, row->organiser_name)));
    put_text(head, K_feed_url, url_tournament(rq, row->id, "feed"));
    put_text(head, K_calendar_url, url_tournament(rq, row->id, "calendar.ics"));
    add_tabs(rq, t, tab, put(model, K_tournament, head));
    put_text(head, K_paused_words, !row->paused ? NULL : req_words(rq, N_("It is paused: no new games begin, and later days move by as long as the pause takes.")));
    put_bool(model, K_is_organiser, tournament_may_act(rq, t));
    put_bool(model, K_is_cancelled, row->status == TOURNAMENT_CANCELLED);
    return put_null(model, K_problem);
}

/* ---- what it is ---- */

static void add_sentence(struct value *list, const struct req *rq, const char *sentence, const struct text_value *values, int n)
{
    put_text(add_object(list), K_text, req_fill(rq, sentence, values, n));
}

static void add_options(const struct req *rq, const struct shown_tournament *t, struct value *list)
{
    struct setup setup;
    struct sb options;
    sb_init(&options, rq->arena);
    if (!t->rules || !t->rules->options || !tournament_options(t->all.row.options, t->rules, t->all.row.seats, &setup))
        return;
    for (int i = 0; t->rules->options[i].name && i < OPTIONS_MAX; i++) {
        const struct option *option = &t->rules->options[i];
        const struct name *value = &option->values[setup.option[i]];
        const struct text_value fill[] = {{"option", req_words(rq, option->label), 0}, {"value", req_words(rq, value->label ? value->label : value->id), 0}};
        if (option->n_values > 1 && setup.option[i] != option->preset)
            text_add_item(&options, rq->words->cat, req_fill(rq, N_("{option}: {value}"), fill, 2));
    }
    if (options.length)
        put_text(add_object(list), K_text, options.text);
}

static struct fit fit_of(const struct shown_tournament *t)
{
    const struct tournament_row *row = &t->all.row;
    if (!t->rules)
        return (struct fit){.each = 1, .at_once = 1};
    struct fit fit = tournament_fit(t->rules, row->seats, &row->pace, row->format, row->size, row->days);
    fit.at_once = fit.at_once < 1 ? 1 : fit.at_once;
    return fit;
}

static void add_sentences(const struct req *rq, const struct shown_tournament *t, struct value *model)
{
    static const char *const plays[] = {
        [FORMAT_LEAGUE] = N_("{stages:1 season|# seasons} of {days} days. In each, divisions of about {size} people play round robin: {each:1 table|# tables} a person. Then {moves:1 goes|# go} up and as many go down between neighbouring divisions."),
        [FORMAT_SWISS] = N_("{stages} rounds of at most {days} days. In each, everybody sits at a new table with people who have about as many points."),
        [FORMAT_GROUPS] = N_("Groups of about {size} people play round robin for {days} days: {each:1 table|# tables} a person. {moves:The first of each group goes on|The first # of each group go on}, until one group is left: the final.")};
    const struct tournament_row *row = &t->all.row;
    const struct fit fit = fit_of(t);
    const struct text_value values[] = {{"stages", NULL, row->stages}, {"days", NULL, row->days}, {"size", NULL, row->size}, {"moves", NULL, row->moves},
                                        {"each", NULL, fit.each}, {"seats", NULL, row->seats}, {"at_once", NULL, fit.at_once}, {"most", NULL, row->most}};
    struct value *list = put_list(model, K_sentences);
    add_sentence(list, rq, plays[row->format], values, 8);
    if (row->seats > 2)
        add_sentence(list, rq, N_("Tables of {seats} players; where numbers do not come out, of one less."), values, 8);
    if (fit.at_once > 1)
        add_sentence(list, rq, N_("At this pace at least {at_once} games have to be played at once."), values, 8);
    add_options(rq, t, list);
    if (row->status == TOURNAMENT_OPEN && row->when_full)
        add_sentence(list, rq, row->starts ? N_("Starts earlier when {most} people have joined.") : N_("Starts as soon as {most} people have joined."), values, 8);
    if (row->status == TOURNAMENT_OPEN && row->postponed)
        add_sentence(list, rq, N_("Too few had joined on the first date; if too few have joined on this one, it is cancelled."), values, 8);
}

/* ---- the reader's part ---- */

static bool is_in(const struct shown_tournament *t)
{
    return t->me && (t->me->status == ENTRANT_PLAYS || t->me->status == ENTRANT_WAITS);
}

/* What can be done now that it runs: what the waiting list is good for, or when who missed deadlines may be on it again. */
static const char *next_words(const struct req *rq, const struct shown_tournament *t, bool may_join)
{
    const struct tournament_row *row = &t->all.row;
    int barred = t->me ? t->me->barred : 0;
    const struct text_value stage = {"stage", tournament_stage_words(rq, row->format, barred), 0};
    if (row->status == TOURNAMENT_RUNNING && !is_in(t) && barred > row->stage && (!row->stages || barred <= row->stages))
        return req_fill(rq, N_("Once {stage} has begun, you can join the waiting list again."), &stage, 1);
    if (row->status != TOURNAMENT_RUNNING || !may_join)
        return NULL;
    return req_words(rq, row->format == FORMAT_LEAGUE
        ? N_("It has begun. When somebody drops out, the place goes to whoever has waited longest; a new season takes in everybody who waits.")
        : N_("It has begun. When somebody drops out, the place goes to whoever has waited longest."));
}

static const char *own_words(const struct req *rq, const struct shown_tournament *t)
{
    const struct entrant_row *me = t->me;
    if (!me)
        return NULL;
    switch (me->status) {
    case ENTRANT_PLAYS:
        return req_words(rq, t->all.row.status == TOURNAMENT_OVER ? N_("You took part.") : N_("You take part."));
    case ENTRANT_WAITS:
        if (t->all.row.status == TOURNAMENT_CANCELLED)
            return req_words(rq, N_("You had joined. It was cancelled before it began; the log says why."));
        if (t->all.row.status == TOURNAMENT_OVER)
            return req_words(rq, N_("You were on the waiting list, and no place became free."));
        return req_words(rq, t->all.row.status == TOURNAMENT_OPEN ? N_("You have joined.") : N_("You are on the waiting list: the next place that becomes free is for whoever waits longest."));
    case ENTRANT_MISSED:
        return req_words(rq, N_("You missed two deadlines in a row, so your place went on without you."));
    default:
        return req_words(rq, N_("You no longer take part."));
    }
}

/* The reader's table that is not finished yet, else the page of tables. */
static const char *own_tables_url(const struct req *rq, const struct shown_tournament *t)
{
    const char *tables = url_tournament(rq, t->all.row.id, "tables");
    for (int i = 0; i < t->all.n_fixtures; i++) {
        const struct fixture_row *f = &t->all.fixture[i];
        for (int s = 0; f->stage == t->all.row.stage && f->how == HOW_NOT_YET && s < f->n; s++)
            if (f->place[s] == t->me->place)
                return arena_printf(rq->arena, "%s#table-%d", tables, f->number);
    }
    return tables;
}

static void add_own(const struct req *rq, const struct shown_tournament *t, int at_once, struct value *model)
{
    const struct tournament_row *row = &t->all.row;
    const struct fit fit = fit_of(t);
    bool goes = row->status == TOURNAMENT_OPEN || row->status == TOURNAMENT_RUNNING, in = is_in(t), member = req_signed_in(rq) && !req_suspended(rq);
    bool full = !in && row->n_in >= (row->status == TOURNAMENT_OPEN ? row->most : TOURNAMENT_MOST), barred = t->me && t->me->barred > row->stage;
    struct value *own = put_text(new_object(rq->arena), K_text, own_words(rq, t));
    put_bool(own, K_in, in);
    put_bool(own, K_can_join, goes && member && !in && !full && !barred);
    put_bool(own, K_can_leave, goes && member && in);
    put_bool(own, K_is_full, goes && full);
    put_bool(own, K_may_ask, goes && !full && !req_signed_in(rq));
    put_bool(own, K_is_list, row->status == TOURNAMENT_RUNNING);
    put_text(own, K_hint, next_words(rq, t, get_bool(own, K_can_join)));
    put_bool(own, K_needs_sure, row->status == TOURNAMENT_RUNNING && t->me && t->me->status == ENTRANT_PLAYS);
    put_int(put_int(own, K_least, fit.at_once), K_most, TOURNAMENT_AT_ONCE_MOST);
    put_int(own, K_at_once, at_once ? at_once : t->me && t->me->at_once >= fit.at_once ? t->me->at_once : fit.at_once);
    put_bool(own, K_one_each, row->format == FORMAT_SWISS); /* never more than one table at once */
    const char *stands = t->me && row->status != TOURNAMENT_OPEN ? tournament_stands(rq, &t->all) : NULL;
    put_text(put_text(own, K_stands, stands), K_tables_url, stands ? own_tables_url(rq, t) : NULL);
    bool is_empty = !t->me && !get_bool(own, K_can_join) && !get_bool(own, K_is_full) && !get_bool(own, K_may_ask);
    put(model, K_own, is_empty ? NULL : own);
}

/* ---- who has joined ---- */

static void add_entrants(const struct req *rq, const struct shown_tournament *t, struct value *model)
{
    struct value *list = put_list(model, K_entrants);
    for (int i = 0; i < t->all.n_entrants; i++)
        if (t->all.entrant[i].status == ENTRANT_WAITS)
            tournament_put_person(rq, t, t->all.entrant[i].person, t->all.entrant[i].name, add_object(list));
    put_bool(model, K_has_entrants, value_n(list) > 0);
    put_bool(model, K_is_open, t->all.row.status == TOURNAMENT_OPEN);
}

static const char *lot_words(const struct req *rq, const struct tournament_row *row)
{
    static const char digits[] = "0123456789abcdef";
    char *hex = arena_alloc(rq->arena, 2 * sizeof(row->lot) + 1);
    for (size_t i = 0; i < sizeof(row->lot); i++) {
        hex[2 * i] = digits[row->lot[i] >> 4];
        hex[2 * i + 1] = digits[row->lot[i] & 15];
    }
    hex[2 * sizeof(row->lot)] = '\0';
    return row->status == TOURNAMENT_OVER ? hex : NULL;
}

void tournament_put_stages(const struct req *rq, const struct shown_tournament *t, const char *part, int stage, struct value *model)
{
    static const char *const of[] = {[FORMAT_LEAGUE] = N_("Season"), [FORMAT_SWISS] = N_("Round"), [FORMAT_GROUPS] = N_("Stage")};
    struct value *list = put_list(put_text(model, K_of_stages, req_words(rq, of[t->all.row.format])), K_stages);
    for (int i = 0; i < t->all.n_stages; i++) {
        int number = t->all.stage[i].stage;
        struct value *one = put_text(put_int(add_object(list), K_n, number), K_label, tournament_stage_words(rq, t->all.row.format, number));
        put_text(one, K_href, arena_printf(rq->arena, "%s?stage=%d", url_tournament(rq, t->all.row.id, part), number));
        put_bool(one, K_current, number == stage);
    }
    put_bool(model, K_has_stages, t->all.n_stages > 1);
}

/* The first of the last stage, of a league in its upper division; NULL: it is not over, or nobody plays there. */
static struct value *winner_model(const struct req *rq, const struct shown_tournament *t)
{
    int place = t->all.row.status == TOURNAMENT_OVER ? tournament_first(rq, &t->all) : NO_PLACE;
    const struct place_row *first = place == NO_PLACE ? NULL : &t->all.place[place];
    return first && first->person ? tournament_put_person(rq, t, first->person, first->name, new_object(rq->arena)) : NULL;
}

/* @number: the stage whose standings are shown. */
static struct value *page_model(const struct req *rq, const struct shown_tournament *t, int number, int at_once)
{
    const struct tournament_row *row = &t->all.row;
    struct value *model = tournament_head(rq, t, "");
    const struct stage_row *stage = stage_of(&t->all, number);
    add_sentences(rq, t, model);
    add_own(rq, t, at_once, model);
    add_entrants(rq, t, model);
    put_bool(model, K_has_standings, stage != NULL);
    put(model, K_winner, winner_model(rq, t));
    put_text(model, K_heading, stage ? req_fill(rq, stage->closed ? N_("Standings: {stage}, final") : N_("Standings: {stage}"),
                                                &(struct text_value){"stage", tournament_stage_words(rq, row->format, number), 0}, 1) : NULL);
    tournament_put_stages(rq, t, NULL, number, model);
    struct value *divisions = stage ? tournament_standings_model(rq, t, number) : new_list(rq->arena);
    put(model, K_divisions, divisions);
    put_text(model, K_legend, tournament_legend(rq, divisions));
    put_text(model, K_lot, lot_words(rq, row));
    bool may = tournament_may_act(rq, t);
    put_bool(model, K_has_acts, may && (stage || row->status == TOURNAMENT_OPEN));
    put_bool(model, K_can_cancel, may && row->status == TOURNAMENT_OPEN);
    put_bool(model, K_can_pause, may && row->status == TOURNAMENT_RUNNING && !row->paused);
    return put_bool(model, K_can_go_on, may && row->paused);
}

bool page_tournament(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    struct left_out unknown = {.n = 0};
    if (!tournament_load(rq, &t, err))
        return false;
    int64_t stage = t.all.row.stage;
    left_out_number(rq, "stage", 1, t.all.n_stages > 0 ? t.all.n_stages : 1, &stage, &unknown);
    return res_page(rq, rs, "tournament", put(page_model(rq, &t, (int)stage, 0), K_unknown, left_out_model(rq, &unknown)));
}

/* ---- forms ---- */

/* The page with what was wrong, as long as it is the visitor's to mend. */
static bool again(struct req *rq, struct res *rs, int at_once, struct err *err)
{
    const struct err why = *err;
    struct shown_tournament t;
    struct err lost;
    if (why.code == ERR_INTERNAL || why.code == ERR_BUSY || why.code == ERR_GONE || rq->wants_json || !tournament_load(rq, &t, &lost))
        return false;
    struct value *model = put_null(page_model(rq, &t, t.all.row.stage, at_once), K_unknown);
    return res_form_again(rq, rs, "tournament", model, &why);
}

static bool id_read(const struct req *rq, int64_t *id, struct err *err)
{
    return parse_number(rq->part[0], 1, INT64_MAX, id) || err_fail(err, ERR_GONE, NULL, NULL, "no tournament %.40s", rq->part[0]);
}

static bool done(struct req *rq, struct res *rs, int64_t id, const char *flash)
{
    res_flash(rq, rs, flash);
    return res_see_other(rs, url_tournament(rq, id, NULL));
}

bool act_tournament_join(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id, at_once = 0;
    if (!id_read(rq, &id, err))
        return false;
    if (!form_number(&rq->form, "at_once", 1, TOURNAMENT_AT_ONCE_MOST, &at_once, err) ||
        !tournament_join(rq->db, rq->arena, id, rq->who.id, (int)at_once, rq->now, err))
        return again(rq, rs, (int)at_once, err);
    struct shown_tournament t;
    struct err ignored;
    bool waits = tournament_load(rq, &t, &ignored) && t.all.row.status == TOURNAMENT_RUNNING && t.me && t.me->status == ENTRANT_WAITS;
    return done(rq, rs, id, waits ? "tournament-waits" : "tournament-joined");
}

static bool is_sure(const struct req *rq, struct err *err)
{
    const char *sure = req_field(&rq->form, "sure");
    return (sure && !strcmp(sure, "1")) || err_fail(err, ERR_INPUT, N_("This cannot be undone. Please press the button that says so once more."), "sure", "not sure");
}

bool act_tournament_leave(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    if (!tournament_load(rq, &t, err))
        return false;
    bool final = t.me && t.me->status == ENTRANT_PLAYS;
    if ((final && !is_sure(rq, err)) || !tournament_leave(rq->db, rq->arena, t.all.row.id, rq->who.id, rq->now, err))
        return again(rq, rs, 0, err);
    return done(rq, rs, t.all.row.id, "tournament-left");
}

bool act_tournament(struct req *rq, struct res *rs, struct err *err)
{
    static const struct {
        const char *name, *flash;
        enum organiser_act act;
    } acts[] = {{"cancel", "tournament-cancelled", ACT_CANCEL}, {"pause", "tournament-paused", ACT_PAUSE}, {"go-on", "tournament-goes-on", ACT_GO_ON}};
    const char *what = form_typed(&rq->form, "do");
    struct shown_tournament t;
    if (!tournament_load(rq, &t, err))
        return false;
    for (size_t i = 0; i < sizeof(acts) / sizeof(acts[0]); i++) {
        if (strcmp(what, acts[i].name) != 0)
            continue;
        bool final = acts[i].act == ACT_CANCEL && tournament_may_act(rq, &t);
        if ((final && !is_sure(rq, err)) ||
            !tournament_act(rq->db, rq->arena, t.all.row.id, rq->who.id, req_operates(rq), acts[i].act, rq->now, err))
            return again(rq, rs, 0, err);
        return done(rq, rs, t.all.row.id, acts[i].flash);
    }
    err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "field 'do'");
    return again(rq, rs, 0, err);
}
