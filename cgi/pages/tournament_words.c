/* Tournaments in words: what they are, when something happens, what has happened. */
#include "config.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/pages/tournaments.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

/* Halves, thirds and quarters as fractions, the rest with two digits. */
const char *tournament_points(const struct req *rq, int points)
{
    static const char *const fractions[POINT] = {[0] = "", [6] = "¼", [8] = "⅓", [12] = "½", [16] = "⅔", [18] = "¾"};
    int whole = points / POINT, rest = points % POINT;
    if (fractions[rest])
        return whole || !rest ? arena_printf(rq->arena, "%d%s", whole, fractions[rest]) : fractions[rest];
    return arena_printf(rq->arena, "%d.%02d", whole, (100 * rest + POINT / 2) / POINT);
}

struct value *tournament_moment(const struct req *rq, int64_t at)
{
    if (!at)
        return NULL;
    struct value *moment = put_text(put_text(new_object(rq->arena), K_iso, model_iso(rq, at)), K_exact, model_exact(rq, at));
    return put_text(moment, K_text, model_moment(rq, rq->who.zone, at));
}

static const char *next_label(const struct req *rq, const struct tournament_row *row)
{
    const struct text_value stage = {"stage", tournament_stage_words(rq, row->format, row->stage), 0};
    return row->status == TOURNAMENT_OPEN ? req_words(rq, N_("Starts")) : req_fill(rq, N_("{stage} ends"), &stage, 1);
}

struct value *tournament_next(const struct req *rq, const struct tournament_row *row, int64_t closes)
{
    int64_t at = row->status == TOURNAMENT_OPEN ? row->starts : row->status == TOURNAMENT_RUNNING && !row->paused ? closes : 0;
    bool when_full = row->status == TOURNAMENT_OPEN && !at;
    if (!at && !when_full)
        return NULL;
    return put(put_text(new_object(rq->arena), K_label, when_full ? req_words(rq, N_("Starts when full")) : next_label(rq, row)), K_at, tournament_moment(rq, at));
}

static bool is_hidden(const struct shown_tournament *t, int64_t person)
{
    for (int i = 0; i < t->n_hidden; i++)
        if (t->hidden[i] == person)
            return true;
    return false;
}

struct value *tournament_put_person(const struct req *rq, const struct shown_tournament *t, int64_t person, const char *name, struct value *out)
{
    const char *shown = person ? name_shown(rq->words->cat, name) : NULL;
    bool me = person && person == rq->who.id;
    put_text(out, K_name, shown);
    put_text(out, K_url, shown && name_leads(rq->words->cat, shown) && (me || !is_hidden(t, person)) ? url_person(rq->arena, name) : NULL);
    return put_bool(out, K_me, me);
}

/* "2½ – 0 – ½" */
static const char *points_list(const struct req *rq, const int16_t *points, int n)
{
    struct sb out;
    sb_init(&out, rq->arena);
    for (int i = 0; i < n; i++)
        sb_addf(&out, i ? " – %s" : "%s", tournament_points(rq, points[i]));
    return n ? out.text : req_words(rq, N_("nothing"));
}

static const struct {
    const char *kind, *sentence;
} line_kinds[] = {
    {"postponed", N_("Too few had joined: the start was put off once.")},
    {"started", N_("The tournament began.")},
    {"cancelled", N_("The tournament was cancelled, as too few had joined.")},
    {"drawn", N_("{stage} began: who meets whom was drawn.")},
    {"closed", N_("{stage} ended.")},
    {"over", N_("The tournament ended.")},
    {"paused", N_("The tournament was paused.")},
    {"went_on", N_("The tournament goes on. Later days move by as long as the pause took.")},
    {"corrected", N_("{stage}, table {number}: the points were corrected from {was} to {points}. Why: {why}")},
    {"dropped", N_("{name} plays no further part.")},
    {"took_place", N_("{name} came from the waiting list and plays on.")},
};

const char *tournament_line_words(const struct req *rq, const struct tournament_row *row, const struct tournament_line *line)
{
    const struct text_value values[] = {
        {"stage", tournament_stage_words(rq, row->format, line->stage), 0}, {"number", NULL, line->number},
        {"name", line->name ? name_shown(rq->words->cat, line->name) : "", 0}, {"why", line->text ? line->text : "", 0},
        {"was", points_list(rq, line->was, line->n_was), 0}, {"points", points_list(rq, line->points, line->n_points), 0}};
    if (!strcmp(line->kind, "cancelled") && line->person)
        return req_words(rq, line->person == row->organiser ? N_("The organiser cancelled the tournament.")
                                                            : N_("An operator of this site cancelled the tournament."));
    for (size_t i = 0; i < sizeof(line_kinds) / sizeof(line_kinds[0]); i++)
        if (!strcmp(line->kind, line_kinds[i].kind))
            return req_fill(rq, line_kinds[i].sentence, values, sizeof(values) / sizeof(values[0]));
    return line->kind;
}
