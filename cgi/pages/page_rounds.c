/* The calendar of a tournament: its stages with their days, and of a league how people went up and down. */
#include "config.h"

#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tournaments.h"

#include "cgi/base/banned.h"

/* When a stage begins of which the day is not known. */
static const char *when_words(const struct req *rq, const struct tournament_row *row, int stage)
{
    const struct text_value before = {"stage", tournament_stage_words(rq, row->format, stage - 1), 0};
    return stage == 1 ? req_words(rq, N_("when it is full")) : req_fill(rq, N_("after {stage}"), &before, 1);
}

/* One row of the calendar. @state: in words. */
static void add_stage(const struct req *rq, const struct shown_tournament *t, int stage, int64_t opens, int64_t closes, const char *state, struct value *list)
{
    const struct tournament_row *row = &t->all.row;
    const struct stage_row *known = stage_of(&t->all, stage);
    struct value *one = put_text(add_object(list), K_label, tournament_stage_words(rq, row->format, stage));
    put_int(one, K_stage, stage);
    put(one, K_opens, tournament_moment(rq, opens));
    put(one, K_closes, tournament_moment(rq, closes));
    put_text(one, K_when, opens ? NULL : when_words(rq, row, stage));
    put_text(one, K_state, req_words(rq, state));
    put_bool(one, K_current, known && !known->closed);
    put_text(one, K_url, known ? arena_printf(rq->arena, "%s?stage=%d", url_tournament(rq, row->id, "tables"), stage) : NULL);
}

/* Those that are to come, as they would follow if nothing moves. */
static void add_planned(const struct req *rq, const struct shown_tournament *t, struct value *list)
{
    const struct tournament_row *row = &t->all.row;
    int64_t opens = t->all.n_stages ? t->all.stage[t->all.n_stages - 1].closes : row->starts;
    bool goes = row->status == TOURNAMENT_OPEN || row->status == TOURNAMENT_RUNNING;
    if (row->paused)
        opens = 0;
    int last = row->format == FORMAT_GROUPS ? (t->all.n_stages ? t->all.n_stages : 1) : row->stages;
    for (int stage = t->all.n_stages + 1; goes && stage <= last; stage++) {
        int64_t closes = opens ? calendar_after(row->zone, opens, row->days) : 0;
        add_stage(rq, t, stage, opens, closes, N_("To come"), list);
        opens = closes;
    }
}

bool page_rounds(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    if (!tournament_load(rq, &t, err))
        return false;
    struct value *model = tournament_head(rq, &t, "rounds"), *list = put_list(model, K_stages);
    for (int i = 0; i < t.all.n_stages; i++) {
        const struct stage_row *stage = &t.all.stage[i];
        add_stage(rq, &t, stage->stage, stage->opens, stage->closed ? stage->closed : t.all.row.paused ? 0 : stage->closes,
                  stage->closed ? N_("Ended") : t.all.row.paused ? N_("Paused") : NC_("tournament", "Running"), list);
    }
    add_planned(rq, &t, list);
    put_bool(model, K_has_stages, value_n(list) > 0);
    put_bool(model, K_by_groups, t.all.row.format == FORMAT_GROUPS && t.all.row.status != TOURNAMENT_OVER);
    put_bool(model, K_by_rounds, t.all.row.format == FORMAT_SWISS);
    put(model, K_graph, t.all.row.format == FORMAT_LEAGUE ? tournament_graph(rq, &t) : NULL);
    return res_page(rq, rs, "rounds", model);
}
