/* The tables of a tournament, stage by stage: who plays, what counts; the organiser corrects, people agree. */
#include "config.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "cgi/pages/tournaments.h"
#include "cgi/play/chat.h"
#include "cgi/tournament/tournament.h"

#include "cgi/base/banned.h"

enum { STAGES_MOST = 99, NUMBER_MOST = 32767 };

/* What the page is to show. */
struct asked {
    int stage;
    int correct;                   /* the table whose form is open; 0: none */
    const char *why;               /* as typed; NULL: nothing */
    int rank[SEATS_MAX];           /* likewise; 0: nothing */
};

static const char *tables_url(const struct req *rq, const struct shown_tournament *t, int stage)
{
    return arena_printf(rq->arena, "%s?stage=%d", url_tournament(rq, t->all.row.id, "tables"), stage);
}

static const char *state_words(const struct req *rq, const struct fixture_row *f)
{
    static const char *const counted[] = {
        [HOW_PLAYED] = N_("Finished"), [HOW_UNFINISHED] = N_("Not finished: all share their rank, but for those who gave up"),
        [HOW_EXPECTED] = N_("Not finished: what was expected counts, as all agreed"), [HOW_ALONE] = N_("Sits out: counts as a table won"),
        [HOW_CORRECTED] = N_("Corrected by the organiser")};
    if (f->how != HOW_NOT_YET)
        return req_words(rq, counted[f->how]);
    if (!f->game)
        return req_words(rq, N_("Opens later"));
    return req_words(rq, f->is_over ? N_("Over: is counted in a moment") : f->is_running ? N_("Running") : N_("Has not begun"));
}

static int own_seat(const struct req *rq, const struct shown_tournament *t, const struct fixture_row *f)
{
    for (int s = 0; s < f->n; s++) {
        const struct place_row *place = place_of(&t->all, f->place[s]);
        if (place && place->person && place->person == rq->who.id)
            return s;
    }
    return NO_SEAT;
}

static void add_seats(const struct req *rq, const struct shown_tournament *t, const struct fixture_row *f, struct value *out)
{
    struct value *seats = put_list(out, K_seats);
    for (int s = 0; s < f->n; s++) {
        const struct place_row *place = place_of(&t->all, f->place[s]);
        struct value *seat = tournament_put_person(rq, t, place ? place->person : 0, place ? place->name : NULL, add_object(seats));
        put_int(seat, K_place, f->place[s]);
        put_text(seat, K_points, f->how != HOW_NOT_YET ? tournament_points(rq, f->points[s]) : NULL);
        put_text(seat, K_expected, f->has_expected && f->how != HOW_EXPECTED ? tournament_points(rq, f->expected[s]) : NULL);
        put_bool(seat, K_agreed, f->how == HOW_NOT_YET && (f->agrees >> s & 1));
    }
}

/* Ranks that the form offers for a seat, "1" to as many as there are seats. */
static void add_ranks(const struct fixture_row *f, int chosen, struct value *out)
{
    struct value *ranks = put_list(out, K_ranks);
    for (int r = 1; r <= f->n; r++)
        put_bool(put_int(add_object(ranks), K_n, r), K_checked, r == chosen);
}

/* As it counts now; else as the game ended, or all alike. */
static int present_rank(const struct fixture_row *f, int seat)
{
    int rank = 1;
    if (f->how == HOW_NOT_YET)
        return f->has_result ? f->rank[seat] : 1;
    for (int s = 0; s < f->n; s++)
        rank += f->points[s] > f->points[seat];
    return rank;
}

static struct value *correct_model(const struct req *rq, const struct shown_tournament *t, const struct fixture_row *f, const struct asked *asked)
{
    struct value *form = put_text(new_object(rq->arena), K_why, asked->why ? asked->why : ""), *list = put_list(form, K_rows);
    for (int s = 0; s < f->n; s++) {
        const struct place_row *place = place_of(&t->all, f->place[s]);
        struct value *row = tournament_put_person(rq, t, place ? place->person : 0, place ? place->name : NULL, add_object(list));
        put_text(row, K_field, arena_printf(rq->arena, "rank%d", s));
        add_ranks(f, asked->rank[s] ? asked->rank[s] : present_rank(f, s), row);
    }
    put_text(form, K_cancel_href, tables_url(rq, t, f->stage));
    return put_text(form, K_action, url_tournament(rq, t->all.row.id, "correct"));
}

static struct value *table_model(const struct req *rq, const struct shown_tournament *t, const struct fixture_row *f, const struct asked *asked)
{
    const struct stage_row *stage = stage_of(&t->all, f->stage);
    struct value *table = put_int(new_object(rq->arena), K_number, f->number);
    int seat = own_seat(rq, t, f);
    put_int(table, K_stage, f->stage);
    put_text(table, K_url, f->game ? url_table(rq->arena, f->game) : NULL);
    put_text(table, K_how, f->how != HOW_NOT_YET ? fixture_how_name(f->how) : NULL);
    put_text(table, K_state, state_words(rq, f));
    put_bool(table, K_counts, f->how != HOW_NOT_YET);
    put_bool(table, K_is_running, f->is_running);
    put(table, K_ended, model_time(rq, f->how != HOW_NOT_YET ? f->counted : 0));
    add_seats(rq, t, f, table);
    put_bool(table, K_has_expected, f->has_expected && f->how != HOW_EXPECTED);
    put_bool(table, K_mine, seat != NO_SEAT);
    put_bool(table, K_can_agree, seat != NO_SEAT && f->is_running && f->how == HOW_NOT_YET && stage && !stage->closed && (t->all.row.paused || rq->now < stage->closes));
    put_bool(table, K_agreed, seat != NO_SEAT && (f->agrees >> seat & 1));
    bool may = tournament_may_act(rq, t) && f->n > 1 && (f->game || f->how != HOW_NOT_YET) && t->all.row.status != TOURNAMENT_OPEN;
    put(table, K_correct, may && asked->correct == f->number ? correct_model(rq, t, f, asked) : NULL);
    return put_text(table, K_correct_url, may && asked->correct != f->number
        ? arena_printf(rq->arena, "%s&correct=%d#table-%d", tables_url(rq, t, f->stage), f->number, f->number) : NULL);
}

/* Of many divisions only the reader's is unfolded at first, or the highest. */
static void unfold(struct value *divisions, int correct)
{
    enum { UNFOLDED_MOST = 4 };
    bool any = false, few = value_n(divisions) <= UNFOLDED_MOST;
    for (size_t d = 0; d < value_n(divisions); d++) {
        const struct value *tables = get(value_at(divisions, d), K_tables);
        bool open = few;
        for (size_t i = 0; i < value_n(tables); i++)
            open = open || get_bool(value_at(tables, i), K_mine) || (correct && get_int(value_at(tables, i), K_number) == correct);
        put_bool(value_at(divisions, d), K_unfolded, open);
        any = any || open;
    }
    if (!any && value_n(divisions))
        put_bool(value_at(divisions, 0), K_unfolded, true);
}

static struct value *tables_model(const struct req *rq, const struct shown_tournament *t, const struct asked *asked)
{
    const struct stage_row *stage = stage_of(&t->all, asked->stage);
    struct value *model = tournament_head(rq, t, "tables"), *divisions = put_list(model, K_divisions);
    int n = tournament_divisions(&t->all, asked->stage);
    bool corrects = false;
    tournament_put_stages(rq, t, "tables", asked->stage, model);
    put_text(model, K_heading, stage ? tournament_stage_words(rq, t->all.row.format, asked->stage) : NULL);
    put_int(model, K_stage, asked->stage);
    int64_t closes = !stage ? 0 : stage->closed ? stage->closed : t->all.row.paused ? 0 : stage->closes;
    put(model, K_closes, tournament_moment(rq, closes));
    put_bool(model, K_closed, stage && stage->closed);
    for (int d = 0; d < n; d++) {
        struct value *division = put_text(add_object(divisions), K_label, tournament_division_words(rq, t->all.row.format, asked->stage, d, n)), *tables = put_list(division, K_tables);
        for (int i = 0; i < t->all.n_fixtures; i++)
            if (t->all.fixture[i].stage == asked->stage && t->all.fixture[i].division == d) {
                struct value *table = table_model(rq, t, &t->all.fixture[i], asked);
                corrects = corrects || get_text(get(table, K_correct), K_action);
                add(tables, table);
            }
        put_bool(division, K_has_tables, value_n(tables) > 0);
    }
    unfold(divisions, asked->correct);
    put_bool(model, K_corrects, corrects);
    put_bool(model, K_has_divisions, n > 0);
    put_null(model, K_unknown);
    return put_text(model, K_agree_url, url_tournament(rq, t->all.row.id, "agree"));
}

bool page_fixtures(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    struct left_out unknown = {.n = 0};
    int64_t stage, correct = 0;
    if (!tournament_load(rq, &t, err))
        return false;
    stage = t.all.row.stage;
    left_out_number(rq, "stage", 1, t.all.n_stages > 0 ? t.all.n_stages : 1, &stage, &unknown);
    left_out_number(rq, "correct", 1, NUMBER_MOST, &correct, &unknown);
    const struct asked asked = {.stage = (int)stage, .correct = (int)correct};
    return res_page(rq, rs, "fixtures", put(tables_model(rq, &t, &asked), K_unknown, left_out_model(rq, &unknown)));
}

/* ---- forms ---- */

static bool again(struct req *rq, struct res *rs, const struct asked *asked, struct err *err)
{
    const struct err why = *err;
    struct shown_tournament t;
    struct err lost;
    if (why.code == ERR_INTERNAL || why.code == ERR_BUSY || why.code == ERR_GONE || rq->wants_json || !tournament_load(rq, &t, &lost))
        return false;
    return res_form_again(rq, rs, "fixtures", tables_model(rq, &t, asked), &why);
}

static bool which_read(struct req *rq, struct asked *asked, int64_t *id, int64_t *number, struct err *err)
{
    int64_t stage = 0;
    *asked = (struct asked){.stage = 0};
    if (!parse_number(rq->part[0], 1, INT64_MAX, id))
        return err_fail(err, ERR_GONE, NULL, NULL, "no tournament %.40s", rq->part[0]);
    bool ok = form_number(&rq->form, "stage", 1, STAGES_MOST, &stage, err) && form_number(&rq->form, "number", 1, NUMBER_MOST, number, err);
    asked->stage = (int)stage;
    return ok;
}

/* Ranks of as many seats as were sent; those that were not are 0, which is none. */
static bool ranks_read(struct req *rq, int rank[SEATS_MAX], struct err *err)
{
    for (int s = 0; s < SEATS_MAX; s++) {
        const char *name = arena_printf(rq->arena, "rank%d", s);
        int64_t read = 0;
        rank[s] = 0;
        if (req_field(&rq->form, name) && !form_number(&rq->form, name, 1, SEATS_MAX, &read, err))
            return false;
        rank[s] = (int)read;
    }
    return true;
}

bool act_correct(struct req *rq, struct res *rs, struct err *err)
{
    struct shown_tournament t;
    struct asked asked;
    int64_t id, number = 0;
    if (!which_read(rq, &asked, &id, &number, err) || !tournament_load(rq, &t, err))
        return false;
    asked.correct = (int)number;
    asked.why = text_trim(rq->arena, chat_clean(rq->arena, form_typed(&rq->form, "why")));
    if (!ranks_read(rq, asked.rank, err) ||
        !tournament_correct(rq->db, rq->arena, id, rq->who.id, req_operates(rq), asked.stage, asked.correct, asked.rank, asked.why, rq->now, err))
        return again(rq, rs, &asked, err);
    res_flash(rq, rs, "tournament-corrected");
    return res_see_other(rs, arena_printf(rq->arena, "%s#table-%d", tables_url(rq, &t, asked.stage), asked.correct));
}

bool act_agree(struct req *rq, struct res *rs, struct err *err)
{
    struct asked asked;
    int64_t id, number = 0;
    const char *what = form_typed(&rq->form, "do");
    bool agrees = !strcmp(what, "agree");
    if (!which_read(rq, &asked, &id, &number, err))
        return false;
    if (!agrees && strcmp(what, "withdraw") != 0)
        err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "field 'do'");
    else if (tournament_agree(rq->db, rq->arena, id, rq->who.id, asked.stage, (int)number, agrees, rq->now, err))
        return res_see_other(rs, arena_printf(rq->arena, "%s?stage=%d#table-%lld", url_tournament(rq, id, "tables"), asked.stage, (long long)number));
    return again(rq, rs, &asked, err);
}
