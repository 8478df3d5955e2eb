#include "config.h"

#include "cgi/pages/report_model.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

enum { NAMES_MOST = 400 };

/* The people that the reports at hand name by their numbers, as they are called now. */
struct names {
    int n;
    int64_t id[NAMES_MOST];
    const char *name[NAMES_MOST]; /* NULL: has left */
};

static void names_add(struct names *names, int64_t id)
{
    for (int i = 0; i < names->n; i++)
        if (names->id[i] == id)
            return;
    if (id && names->n < NAMES_MOST)
        names->id[names->n++] = id;
}

static void names_of(struct names *names, struct json_object *context)
{
    static const char *const lists[] = {"lines", "seats"};
    for (size_t l = 0; l < sizeof(lists) / sizeof(lists[0]); l++) {
        struct json_object *list = jget(context, lists[l]);
        for (size_t i = 0; json_object_is_type(list, json_type_array) && i < json_object_array_length(list); i++)
            names_add(names, jget_int(json_object_array_get_idx(list, i), "person"));
    }
}

static const char *name_of(const struct req *rq, const struct names *names, int64_t id)
{
    for (int i = 0; i < names->n; i++)
        if (names->id[i] == id)
            return name_shown(rq->words->cat, names->name[i] ? names->name[i] : PERSON_LEFT);
    return name_shown(rq->words->cat, PERSON_LEFT);
}

/* ---- what was kept ---- */

static const char *copy(const struct req *rq, const char *text)
{
    return text ? arena_strdup(rq->arena, text) : NULL;
}

static struct value *lines_of(const struct req *rq, const struct report_row *report, struct json_object *context, const struct names *names)
{
    struct json_object *list = jget(context, "lines");
    struct value *lines = new_list(rq->arena);
    for (size_t i = 0; json_object_is_type(list, json_type_array) && i < json_object_array_length(list); i++) {
        struct json_object *one = json_object_array_get_idx(list, i);
        struct value *line = put_text(add_object(lines), K_name, name_of(rq, names, jget_int(one, "person")));
        put_text(line, K_text, copy(rq, jget_str(one, "text")));
        put(line, K_at, model_time(rq, jget_int(one, "at")));
        bool meant = jget_int(one, "id") == report->line;
        put_bool(line, K_hidden, meant && report->hidden);
        put_text(put_bool(line, K_meant, meant), K_hide_url, meant && !report->hidden ? arena_printf(rq->arena, "/moderation/lines/%lld", (long long)report->line) : NULL);
    }
    return lines;
}

static const char *seat_state(const struct req *rq, struct json_object *seat)
{
    const struct text_value since = {"time", jget_int(seat, "awaited") ? moment_words(rq->arena, rq->words->cat, rq->who.zone, jget_int(seat, "awaited")) : "", 0};
    if (jget_bool(seat, "resigned"))
        return req_words(rq, N_("has resigned"));
    if (jget_bool(seat, "away"))
        return req_words(rq, N_("away, a bot plays on"));
    return jget_int(seat, "awaited") ? req_fill(rq, N_("to move since {time}"), &since, 1) : NULL;
}

static struct value *seats_of(const struct req *rq, struct json_object *context, const struct names *names)
{
    struct json_object *list = jget(context, "seats");
    struct value *seats = new_list(rq->arena);
    for (size_t i = 0; json_object_is_type(list, json_type_array) && i < json_object_array_length(list); i++) {
        struct json_object *one = json_object_array_get_idx(list, i);
        if (!jget_int(one, "person"))
            continue;
        struct value *seat = put_text(add_object(seats), K_name, name_of(rq, names, jget_int(one, "person")));
        put_text(seat, K_state, seat_state(rq, one));
    }
    return seats;
}

static struct value *report_model(struct req *rq, const struct report_row *report, struct json_object *context, const struct names *names)
{
    struct value *model = put_int(new_object(rq->arena), K_id, report->id);
    const struct text_value times = {"n", NULL, report->times}, ply = {"ply", arena_printf(rq->arena, "%lld", (long long)jget_int(context, "ply")), 0};
    put(model, K_at, model_time(rq, report->at));
    put_text(model, K_reason, reason_words(rq, report->reason));
    put_text(model, K_text, *report->text ? report->text : NULL);
    put_text(model, K_times, report->times > 1 ? req_fill(rq, N_("sent {n:once|# times}"), &times, 1) : NULL);
    put_text(model, K_then_name, copy(rq, jget_str(context, "name")));
    const char *about = jget_str(context, "about");
    put_text(model, K_then_about, about && *about ? copy(rq, about) : NULL);
    put_text(model, K_game_title, report->game ? table_title(rq->arena, rq->words->cat, copy(rq, jget_str(context, "rules")), report->game) : NULL);
    put_text(model, K_game_url, report->game ? url_table(rq->arena, report->game) : NULL);
    put_text(model, K_close_url, report->game ? arena_printf(rq->arena, "/moderation/tables/%lld", (long long)report->game) : NULL);
    put_text(model, K_ply_words, report->game && jget_int(context, "ply") >= 0 ? req_fill(rq, N_("at move {ply}"), &ply, 1) : NULL);
    struct value *lines = lines_of(rq, report, context, names), *seats = seats_of(rq, context, names);
    put(put_bool(model, K_has_lines, value_n(lines) > 0), K_lines, lines);
    return put(put_bool(model, K_has_seats, value_n(seats) > 0), K_seats, seats);
}

bool reports_model(struct req *rq, const struct report_row *reports, int n, struct value *out, struct err *err)
{
    struct names *names = arena_alloc(rq->arena, sizeof(*names));
    struct json_object **contexts = arena_array(rq->arena, (size_t)n + 1, sizeof(*contexts));
    const struct report_row *taken = NULL;
    *names = (struct names){.n = 0};
    for (int i = 0; i < n; i++) {
        struct json_object *json = jparse(reports[i].context, strlen(reports[i].context));
        contexts[i] = arena_json(rq->arena, json ? json : jobj());
        names_of(names, contexts[i]);
        taken = reports[i].taken_by ? &reports[i] : taken;
    }
    if (!store_names(rq->db, rq->arena, names->id, names->n, names->name, err))
        return false;
    struct value *list = put_list(put_bool(out, K_has_reports, n > 0), K_reports);
    for (int i = 0; i < n; i++)
        add(list, report_model(rq, &reports[i], contexts[i], names));
    put(out, K_last, n > 0 ? new_int(rq->arena, reports[n - 1].id) : NULL);
    put_text(out, K_taken_by, taken ? taken->taken_name : NULL);
    put_bool(out, K_is_mine, taken && taken->taken_by == rq->who.id);
    return true;
}
