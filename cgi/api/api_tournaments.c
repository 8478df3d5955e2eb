/* Tournaments: lists, one of them with how its stage stands, joining and leaving. */
#include "config.h"

#include <string.h>

#include "cgi/api/api.h"
#include "cgi/api/handlers.h"
#include "cgi/http/problem.h"
#include "cgi/pages/tournaments.h"
#include "cgi/tournament/tournament.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { LISTED_MOST = 50, LISTED = 20 };

static struct json_object *number_or_null(int number)
{
    return number ? jint(number) : NULL;
}

/* As Tournament in www/openapi.json. */
static struct json_object *card_json(const struct req *rq, const struct tournament_row *row, int64_t closes)
{
    struct json_object *out = jset(jset(jobj(), "id", jint(row->id)), "url", jstr(url_tournament(rq, row->id, NULL)));
    jset(jset(out, "title", jstr(row->title)), "organiser", jstr(name_shown(rq->words->cat, row->organiser_name)));
    jset(jset(out, "format", jstr(tournament_format_name(row->format))), "game", jstr(row->rules_id));
    jset(jset(out, "pace", jstr(row->pace.name ? row->pace.name : "none")), "seats", jint(row->seats));
    jset(jset(out, "size", number_or_null(row->size)), "moves", number_or_null(row->moves));
    jset(jset(out, "stages", number_or_null(row->stages)), "days", jint(row->days));
    jset(jset(out, "people", jint(row->n_in)), "most", jint(row->most));
    jset(jset(out, "status", jstr(tournament_status_name(row->status))), "paused", jbool(row->paused != 0));
    jset(jset(out, "stage", jint(row->stage)), "starts", api_time(rq->arena, row->starts));
    jset(out, "closes", row->status == TOURNAMENT_RUNNING ? api_time(rq->arena, closes) : NULL);
    return jset(out, "ended", api_time(rq->arena, row->ended));
}

bool api_tournaments(struct req *rq, struct res *rs, struct err *err)
{
    static const enum tournament_status statuses[] = {TOURNAMENT_OPEN, TOURNAMENT_RUNNING, TOURNAMENT_OVER};
    const char *asked = req_field(&rq->query, "status");
    const enum tournament_status *status = asked ? NULL : &statuses[0];
    struct tournament_list list;
    int64_t before, most;
    for (size_t i = 0; asked && i < sizeof(statuses) / sizeof(statuses[0]); i++)
        status = !strcmp(asked, tournament_status_name(statuses[i])) ? &statuses[i] : status;
    if (!status)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "status", "no status");
    if (!api_number(rq, "before", 1, INT64_MAX, 0, &before, err) || !api_number(rq, "most", 1, LISTED_MOST, LISTED, &most, err) ||
        !store_tournaments(rq->db, rq->arena, *status, before, (int)most, &list, err))
        return false;
    struct json_object *rows = jarr();
    for (int i = 0; i < list.n; i++)
        jadd(rows, card_json(rq, &list.one[i].row, list.one[i].closes));
    return api_answer(rq, rs, jset(jset(jobj(), "tournaments", rows), "next", list.n == most ? jint(list.one[list.n - 1].row.id) : NULL));
}

/* ---- one ---- */

static const char *name_of(const struct req *rq, const struct place_row *place)
{
    return place && place->person ? name_shown(rq->words->cat, place->name) : NULL;
}

static struct json_object *line_json(const struct req *rq, const struct tournament_all *all, const struct standing_line *line)
{
    struct json_object *out = jset(jset(jobj(), "rank", jint(line->rank)), "place", jint(line->place));
    jset(jset(out, "name", jstr(name_of(rq, place_of(all, line->place)))), "points", jint(line->points));
    return jset(jset(out, "tables", jint(line->tables)), "lot", jint(line->lot));
}

static struct json_object *divisions_json(const struct req *rq, const struct tournament_all *all)
{
    int n;
    const struct division_standing *standings = tournament_standings(rq, all, all->row.stage, &n);
    struct json_object *divisions = jarr();
    for (int d = 0; d < n; d++) {
        struct json_object *lines = jarr();
        for (int i = 0; i < standings[d].n; i++)
            jadd(lines, line_json(rq, all, &standings[d].line[i]));
        jadd(divisions, lines);
    }
    return divisions;
}

static struct json_object *fixture_json(const struct req *rq, const struct tournament_all *all, const struct fixture_row *f)
{
    struct json_object *out = jset(jset(jobj(), "number", jint(f->number)), "division", jint(f->division)), *seats = jarr();
    jset(jset(out, "game", f->game ? jint(f->game) : NULL), "how", jstr(f->how != HOW_NOT_YET ? fixture_how_name(f->how) : NULL));
    for (int s = 0; s < f->n; s++) {
        struct json_object *seat = jset(jset(jobj(), "place", jint(f->place[s])), "name", jstr(name_of(rq, place_of(all, f->place[s]))));
        jset(seat, "points", f->how != HOW_NOT_YET ? jint(f->points[s]) : NULL);
        jadd(seats, jset(seat, "expected", f->has_expected ? jint(f->expected[s]) : NULL));
    }
    return jset(out, "seats", seats);
}

static struct json_object *own_json(const struct entrant_row *me)
{
    if (!me)
        return NULL;
    struct json_object *own = jset(jset(jobj(), "status", jstr(entrant_status_name(me->status))), "at_once", jint(me->at_once));
    return jset(own, "place", me->status == ENTRANT_PLAYS ? jint(me->place) : NULL);
}

static bool show(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    if (!tournament_load(rq, &t, err))
        return false;
    const struct stage_row *stage = stage_of(&t.all, t.all.row.stage);
    struct json_object *out = card_json(rq, &t.all.row, stage ? stage->closes : 0), *tables = jarr();
    for (int i = 0; i < t.all.n_fixtures; i++)
        if (t.all.fixture[i].stage == t.all.row.stage)
            jadd(tables, fixture_json(rq, &t.all, &t.all.fixture[i]));
    jset(jset(out, "me", own_json(t.me)), "divisions", divisions_json(rq, &t.all));
    return api_answer(rq, rs, jset(out, "tables", tables));
}

bool api_tournament(struct req *rq, struct res *rs, struct err *err)
{
    return show(rq, rs, err);
}

/* ---- taking part ---- */

bool api_tournament_join(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    int64_t at_once;
    if (!rq->who.email_confirmed) {
        err_fail(err, ERR_FORBIDDEN, N_("Please confirm your e-mail address first."), NULL, "the address is not confirmed");
        return err_kind(err, "not_confirmed");
    }
    return tournament_load(rq, &t, err) && form_number(&rq->form, "at_once", 1, TOURNAMENT_AT_ONCE_MOST, &at_once, err) &&
           tournament_join(rq->db, rq->arena, t.all.row.id, rq->who.id, (int)at_once, rq->now, err) && show(rq, rs, err);
}

bool api_tournament_leave(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    return tournament_load(rq, &t, err) && tournament_leave(rq->db, rq->arena, t.all.row.id, rq->who.id, rq->now, err) && res_no_content(rs);
}
