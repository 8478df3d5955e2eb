/* A person's own time: zone, nightly rest, vacation. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cgi/account/account.h"
#include "cgi/model/model.h"
#include "cgi/account/handlers.h"
#include "cgi/account/settings.h"
#include "cgi/base/zone.h"
#include "cgi/base/zone_places.h"

#include "cgi/base/banned.h"

enum { QUARTER = 15, DAY_MINUTES = 24 * 60, DAY_SECONDS = 24 * 3600, CHANGES_A_WEEK = 10 };
static const int64_t SECOND = 1000000;

/* ---- zones ---- */

static const struct {
    const char *prefix, *label;
} regions[] = {
    {"Africa/", N_("Africa")},       {"America/", N_("America")},   {"Antarctica/", N_("Antarctica")},
    {"Arctic/", N_("Arctic")},       {"Asia/", N_("Asia")},         {"Atlantic/", N_("Atlantic")},
    {"Australia/", N_("Australia")}, {"Europe/", N_("Europe")},     {"Indian/", N_("Indian Ocean")},
    {"Pacific/", N_("Pacific")},
};

/* "America/Argentina/Rio_Gallegos" reads "Argentina: Rio Gallegos" among those of America. */
static const char *place_label(struct arena *arena, const char *name, size_t prefix)
{
    struct sb label;
    sb_init(&label, arena);
    for (const char *c = name + prefix; *c; c++) {
        if (*c == '/')
            sb_add(&label, ": ");
        else
            sb_add_char(&label, *c == '_' ? ' ' : *c);
    }
    return label.text;
}

/* @label: NULL for what the name says */
static struct value *zone_model(const struct req *rq, const char *name, const char *label, size_t prefix, const char *chosen)
{
    struct value *zone = put_text(new_object(rq->arena), K_id, name);
    put_text(zone, K_label, label ? label : place_label(rq->arena, name, prefix));
    return put_bool(zone, K_checked, !strcmp(name, chosen));
}

/* By region; last the zones without one: UTC, and a chosen zone that is not in the list. */
static struct value *zones_model(const struct req *rq, const char *chosen)
{
    int n;
    const struct zone_place *places = zone_places(text_lang(rq->words->cat), &n);
    bool listed = !strcmp(chosen, "UTC");
    struct value *groups = new_list(rq->arena), *other = new_list(rq->arena);
    for (size_t r = 0; r < sizeof(regions) / sizeof(regions[0]); r++) {
        struct value *zones = new_list(rq->arena);
        size_t prefix = strlen(regions[r].prefix);
        for (int i = 0; i < n; i++)
            if (!strncmp(places[i].name, regions[r].prefix, prefix)) {
                add(zones, zone_model(rq, places[i].name, places[i].label, prefix, chosen));
                listed = listed || !strcmp(places[i].name, chosen);
            }
        add(groups, put(put_text(new_object(rq->arena), K_heading, req_words(rq, regions[r].label)), K_zones, zones));
    }
    add(other, zone_model(rq, "UTC", NULL, 0, chosen));
    if (!listed)
        add(other, zone_model(rq, chosen, NULL, 0, chosen));
    add(groups, put(put_text(new_object(rq->arena), K_heading, req_words(rq, N_("Elsewhere"))), K_zones, other));
    return groups;
}

/* ---- the section ---- */

static const char *clock_text(struct arena *arena, int minutes)
{
    return arena_printf(arena, "%02d:%02d", minutes / 60, minutes % 60);
}

/* The submitted values when the form is shown again, else the stored ones. */
static const char *sent_or(const struct req *rq, const char *name, const char *stored)
{
    const char *sent = rq->method == POST ? req_field(&rq->form, name) : NULL;
    return sent ? sent : stored;
}

static struct value *hours_model(const struct req *rq, const char *chosen)
{
    struct value *hours = new_list(rq->arena);
    for (int m = 0; m < DAY_MINUTES; m += QUARTER) {
        struct value *hour = put_text(new_object(rq->arena), K_hour, clock_text(rq->arena, m));
        add(hours, put_bool(hour, K_checked, !strcmp(clock_text(rq->arena, m), chosen)));
    }
    return hours;
}

static const char *date_text(const struct req *rq, const char *zone, int64_t at)
{
    return arena_strndup(rq->arena, model_local(rq, zone, at), 10);
}

static struct value *vacations_model(const struct req *rq, const struct own_time *own)
{
    const struct rest *rest = &own->rest;
    struct value *vacations = new_list(rq->arena);
    for (int i = 0; i < rest->n_vacations; i++) {
        int64_t starts = rest->vacation[i].starts, ends = rest->vacation[i].ends;
        if (ends <= rq->now)
            continue;
        const struct text_value days[] = {{"first", model_day(rq, rest->zone, starts), 0},
                                          {"last", model_day(rq, rest->zone, ends - 1), 0}};
        struct value *vacation = put_text(new_object(rq->arena), K_id, arena_printf(rq->arena, "%lld", (long long)starts));
        put_text(vacation, K_first, date_text(rq, rest->zone, starts));
        put_text(vacation, K_last, date_text(rq, rest->zone, ends - 1));
        put_bool(vacation, K_running, starts <= rq->now);
        add(vacations, put_text(vacation, K_text, req_fill(rq, N_("{first} to {last}"), days, 2)));
    }
    return vacations;
}

static struct value *time_model(struct req *rq, const struct own_time *own)
{
    const struct rest *rest = &own->rest;
    bool has_rest = rest->from != REST_NONE;
    const char *zone = sent_or(rq, "zone", rest->zone);
    struct value *model = new_object(rq->arena), *vacations = vacations_model(rq, own);
    put_text(model, K_zone, zone);
    put(model, K_zones, zones_model(rq, rest_zone_known(zone) ? zone : rest->zone));
    put_text(model, K_now, model_moment(rq, rest->zone, rq->now));
    put_bool(model, K_has_rest, has_rest);
    put(model, K_from, hours_model(rq, sent_or(rq, "rest_from", has_rest ? clock_text(rq->arena, rest->from) : "")));
    put(model, K_until, hours_model(rq, sent_or(rq, "rest_until", has_rest ? clock_text(rq->arena, rest->until) : "")));
    put_text(model, K_saved, model_span(rq, vacation_saved(own, rq->now)));
    put_int(model, K_saved_seconds, vacation_saved(own, rq->now) / SECOND);
    put_int(model, K_earned_in, VACATION_EARNED_IN);
    put_int(model, K_most, VACATION_MOST_DAYS);
    put_bool(model, K_has_vacations, value_n(vacations) > 0);
    put(model, K_vacations, vacations);
    put_text(model, K_today, date_text(rq, rest->zone, rq->now));
    put_text(model, K_first, sent_or(rq, "first", ""));
    return put_text(model, K_last, sent_or(rq, "last", ""));
}

bool time_section(struct req *rq, struct value **model, struct err *err)
{
    struct own_time own;
    if (!store_time(rq->db, rq->arena, rq->who.id, rq->now, &own, err))
        return false;
    *model = time_model(rq, &own);
    return true;
}

/* ---- what the form asks for ---- */

static bool not_understood(struct err *err, const char *field)
{
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), field, "field '%s'", field);
}

/* "22:15", in quarters of an hour; "" is none. */
static bool read_hour(const struct req *rq, const char *name, int *minutes, struct err *err)
{
    const char *sent = req_field(&rq->form, name);
    *minutes = REST_NONE;
    if (!sent || !*sent)
        return true;
    for (int m = 0; m < DAY_MINUTES; m += QUARTER)
        if (!strcmp(clock_text(rq->arena, m), sent))
            *minutes = m;
    return *minutes != REST_NONE || not_understood(err, name);
}

/* "2026-03-29" as a moment of the wall clock. */
static bool read_date(const struct req *rq, const char *name, int64_t *wall, struct err *err)
{
    const char *sent = req_field(&rq->form, name);
    struct tm tm = {0};
    char again[16] = "";
    if (sent && strlen(sent) == 10 && sscanf(sent, "%4d-%2d-%2d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday) == 3) {
        tm.tm_year -= 1900;
        tm.tm_mon -= 1;
        *wall = timegm(&tm);
        strftime(again, sizeof(again), "%Y-%m-%d", &tm);
    }
    return (*again && !strcmp(again, sent))
        || err_fail(err, ERR_INPUT, N_("Choose the first and the last day of your vacation."), name, "no date in '%s'", name);
}

static bool change_rest(struct req *rq, struct own_time *own, struct err *err)
{
    const char *zone = req_field(&rq->form, "zone");
    int from, until;
    if (!rest_zone_known(zone))
        return err_fail(err, ERR_INPUT, N_("We do not know that time zone."), "zone", "unknown zone");
    if (!read_hour(rq, "rest_from", &from, err) || !read_hour(rq, "rest_until", &until, err))
        return false;
    own->rest.zone = zone;
    return rest_set(own, from, until, err);
}

static bool change_plan(struct req *rq, struct own_time *own, struct err *err)
{
    int64_t first, last;
    if (!read_date(rq, "first", &first, err) || !read_date(rq, "last", &last, err))
        return false;
    const struct zone *zone = zone_find(own->rest.zone);
    zone = zone ? zone : zone_find("UTC");
    int64_t starts = zone_first(zone, first) * SECOND, ends = zone_first(zone, last + DAY_SECONDS) * SECOND;
    bool today = starts <= rq->now && rq->now < zone_first(zone, first + DAY_SECONDS) * SECOND;
    return vacation_plan(own, today ? rq->now : starts, ends, rq->now, err);
}

static bool change_end(struct req *rq, struct own_time *own, struct err *err)
{
    int64_t starts;
    return form_number(&rq->form, "id", 0, INT64_MAX, &starts, err) && vacation_end(own, starts, rq->now, err);
}

static const struct change {
    const char *name, *flash;
    bool (*make)(struct req *, struct own_time *, struct err *);
    enum settings_form form;
    bool limited;                 /* a rest that moves on every day would stop a clock for ever */
} changes[] = {
    {"rest", "rest-saved", change_rest, FORM_REST, true},
    {"plan", "vacation-planned", change_plan, FORM_VACATION, false},
    {"end", "vacation-ended", change_end, FORM_VACATION, false},
};

static const struct change *change_asked(const struct req *rq)
{
    const char *what = req_field(&rq->form, "do");
    for (size_t i = 0; what && i < sizeof(changes) / sizeof(changes[0]); i++)
        if (!strcmp(changes[i].name, what))
            return &changes[i];
    return NULL;
}

/* A change that would be refused anyway does not count against the limit. */
static bool not_too_often(struct req *rq, const struct change *change, struct err *err)
{
    struct own_time trial = {.rest = rest_never()};
    if (!change->limited)
        return true;
    if (!change->make(rq, &trial, err))
        return false;
    if (account_attempt(rq, "rest", rq->who.name, CHANGES_A_WEEK, 7 * DAY_SECONDS, err))
        return true;
    return err->code == ERR_RATE
        ? err_reword(err, N_("You have changed this too often lately. Please wait a few days."), "zone") : false;
}

/* In one transaction with the clocks that depend on it; *own is the stored value before. */
static bool make_change(struct req *rq, const struct change *change, struct own_time *own, struct err *err)
{
    struct wait_row *waits;
    int n;
    if (!store_time_open(rq->db, rq->arena, rq->who.id, rq->now, own, &waits, &n, err))
        return false;
    struct own_time changed = *own;
    if (change->make(rq, &changed, err))
        return store_time_close(rq->db, rq->who.id, own, &changed, waits, n, rq->now, err);
    store_rollback(rq->db);
    return false;
}

bool time_change(struct req *rq, struct settings_change *made, struct err *err)
{
    const struct change *change = change_asked(rq);
    struct own_time own;
    if (!change)
        return not_understood(err, "do");
    made->form = change->form;
    made->flash = change->flash;
    return not_too_often(rq, change, err) && make_change(rq, change, &own, err);
}
