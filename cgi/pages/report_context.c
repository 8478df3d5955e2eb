/* What is kept with a report: public things, as they were when it was sent. People stand there by their numbers, so that nothing is left of who
 * leaves; never hands, drafts, notes, orders or plans. */
#include "config.h"

#include "cgi/pages/order.h"

#include "cgi/base/banned.h"

static const char *text_of_json(struct req *rq, struct json_object *json)
{
    return json_object_to_json_string_ext(arena_json(rq->arena, json), JSON_C_TO_STRING_PLAIN);
}

static struct json_object *table_json(const struct game_row *game)
{
    struct json_object *json = jset(jset(jobj(), "game", jint(game->id)), "rules", jstr(game->rules_id));
    jset(jset(json, "ply", jint(game->ply)), "status", jstr(game_status_name(game->status)));
    return jset(json, "pace", jstr(game->pace.name));
}

bool report_of_line(struct req *rq, const struct game_row *game, int64_t line, const char **context, struct err *err)
{
    struct reported_line *lines;
    int n;
    if (!store_report_lines(rq->db, rq->arena, game->id, line, &lines, &n, err))
        return false;
    struct json_object *json = table_json(game), *list = jarr();
    for (int i = 0; i < n; i++) {
        struct json_object *one = jset(jset(jobj(), "id", jint(lines[i].id)), "person", jint(lines[i].person));
        jset(jset(one, "ply", jint(lines[i].ply)), "text", jstr(lines[i].text));
        jadd(list, jset(one, "at", jint(lines[i].at)));
    }
    *context = text_of_json(rq, jset(json, "lines", list));
    return true;
}

/* A seat as everybody sees it who looks at the table. */
static struct json_object *seat_json(const struct seat_row *seat)
{
    struct json_object *json = jset(jset(jobj(), "person", jint(seat->person)), "bot", jstr(seat->bot));
    jset(jset(json, "points", jint(seat->points)), "awaited", jint(seat->awaited_since));
    jset(jset(json, "deadline", jint(seat->clock.deadline)), "away", jbool(seat->opened != 0));
    return jset(json, "resigned", jbool(seat->resigned != 0));
}

const char *report_of_table(struct req *rq, const struct game_row *game)
{
    struct json_object *json = table_json(game), *seats = jarr();
    for (int s = 0; s < game->n_seats; s++)
        jadd(seats, seat_json(&game->seat[s]));
    return text_of_json(rq, jset(json, "seats", seats));
}

const char *report_of_person(struct req *rq, const struct person *person)
{
    return text_of_json(rq, jset(jset(jobj(), "name", jstr(person->name)), "about", jstr(person->about)));
}
