/* What a profile tells of ratings beside the figures: their course, games against the reader, deadlines met. */
#include "config.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/model/model_clock.h"
#include "cgi/model/reliability.h"
#include "cgi/pages/ratings.h"

#include "cgi/base/banned.h"

enum { NEWEST = 5, CURVE_POINTS = 2 };

/* ---- curves ---- */

static bool add_curves(struct req *rq, int64_t person, struct value *model, struct err *err)
{
    struct rating_course course;
    if (!store_rating_course(rq->db, rq->arena, person, &course, err))
        return false;
    struct value *curves = put_list(model, K_curves);
    for (int first = 0, end; first < course.n; first = end) {
        for (end = first + 1; end < course.n && !strcmp(course.point[end].rules_id, course.point[first].rules_id);)
            end++;
        if (end - first >= CURVE_POINTS)
            add(curves, rating_curve(rq, &course.point[first], end - first));
    }
    put_bool(model, K_has_curves, value_n(curves) > 0);
    return true;
}

/* ---- games against the reader ---- */

static const char *meeting_words(const struct req *rq, const struct meeting *meeting)
{
    const struct text_value values[] = {{"game", title_words(rq, meeting->rules_id), 0},
                                        {"date", model_date(rq, rq->who.zone, meeting->ended), 0}};
    return req_fill(rq, meeting->outcome > 0   ? N_("{game}, {date}: you won")
                        : meeting->outcome < 0 ? N_("{game}, {date}: you lost")
                                               : N_("{game}, {date}: shared"), values, 2);
}

/* Of the titles in which they met, the newest comes first. */
static struct value *outcomes_model(const struct req *rq, const struct meeting *meetings, int n)
{
    struct value *rows = new_list(rq->arena);
    bool *counted = arena_array(rq->arena, (size_t)n, sizeof(*counted));
    for (int i = 0; i < n; i++) {
        int won = 0, lost = 0, tied = 0;
        for (int k = i; k < n && !counted[i]; k++) {
            if (counted[k] || (k > i && strcmp(meetings[k].rules_id, meetings[i].rules_id) != 0))
                continue;
            counted[k] = k > i;
            won += meetings[k].outcome > 0;
            lost += meetings[k].outcome < 0;
            tied += !meetings[k].outcome;
        }
        if (counted[i])
            continue;
        struct value *row = put_text(add_object(rows), K_rules, meetings[i].rules_id);
        put_text(row, K_game_title, title_words(rq, meetings[i].rules_id));
        put_int(put_int(put_int(row, K_won, won), K_lost, lost), K_tied, tied);
    }
    return rows;
}

static struct value *meetings_model(const struct req *rq, const struct person *person, const struct meeting *meetings, int n)
{
    const struct text_value name = {"name", person->name, 0};
    struct value *model = put_text(new_object(rq->arena), K_heading, req_fill(rq, N_("You and {name}"), &name, 1));
    put(model, K_rows, outcomes_model(rq, meetings, n));
    struct value *newest = put_list(model, K_newest);
    for (int i = 0; i < n && i < NEWEST; i++)
        put_text(put_text(add_object(newest), K_text, meeting_words(rq, &meetings[i])), K_url, url_table(rq->arena, meetings[i].game));
    return model;
}

static bool add_meetings(struct req *rq, const struct person *person, struct value *model, struct err *err)
{
    struct meeting *meetings = NULL;
    int n = 0;
    if (rq->who.id && rq->who.id != person->id && !store_meetings(rq->db, rq->arena, rq->who.id, person->id, &meetings, &n, err))
        return false;
    put(model, K_meetings, n ? meetings_model(rq, person, meetings, n) : NULL);
    return true;
}

/* ---- deadlines ---- */

bool person_add_ratings(struct req *rq, const struct person *person, struct value *model, struct err *err)
{
    struct reliability reliability;
    if (!add_curves(rq, person->id, model, err) || !add_meetings(rq, person, model, err)
        || !store_reliability(rq->db, rq->arena, &person->id, 1, &reliability, err))
        return false;
    put_text(model, K_reliability, reliability_words(rq, &reliability));
    return true;
}
