/* A profile: a person's games, as far as the reader may see them, and ratings. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { MOST_GAMES = 50, MOST_FINISHED = 20 };

/* Two deviations to either side contain the true value with 95 %. */
static struct json_object *rating_model(const struct req *rq, const struct rating *rating)
{
    if (!rating->games)
        return NULL;
    int mean = (int)lround(rating->mean), spread = (int)lround(2 * rating->deviation);
    const struct text_value bounds[] = {{"low", arena_printf(rq->arena, "%d", mean - spread), 0},
                                         {"high", arena_printf(rq->arena, "%d", mean + spread), 0},
                                         {"games", NULL, rating->games}};
    struct json_object *model = jset(jset(jobj(), "number", jint(mean)), "spread", jint(spread));
    jset(model, "games", jint(rating->games));
    return jset(model, "text", jstr(req_fill(rq, N_("Most likely between {low} and {high}, after {games:one game|# games}"),
                                                bounds, 3)));
}

static struct json_object *results_model(const struct req *rq, const struct record *record)
{
    struct json_object *list = jarr();
    for (int i = 0; i < record->n; i++) {
        const struct record_kind *kind = &record->kind[i];
        const struct rules *rules = rules_find(kind->rules_id);
        struct json_object *one = jset(jobj(), "rules", jstr(kind->rules_id));
        jset(one, "game_title", jstr(rules ? req_words(rq, rules->words->title) : kind->rules_id));
        jset(jset(one, "played", jint(kind->played)), "won", jint(kind->won));
        jadd(list, jset(one, "rating", rating_model(rq, &kind->rating)));
    }
    return list;
}

/* Too few moves give no figures. */
static const char *speed_words(const struct req *rq, const struct speed *speed)
{
    enum { MOVES_LEAST = 5 };
    const struct text_value value[] = {{"quarter", model_span(rq, speed->quartile[0]), 0}, {"half", model_span(rq, speed->quartile[1]), 0},
                                       {"most", model_span(rq, speed->quartile[2]), 0}};
    const char *sentence = strcmp(value[0].text, value[2].text) ? N_("half within {half}; a quarter within {quarter}, three quarters within {most}.")
                                                                : N_("three quarters within {most}.");
    return speed->moves < MOVES_LEAST ? NULL : req_fill(rq, sentence, value, 3);
}

static void add_games(const struct req *rq, const struct game_row *games, int n, struct json_object *model)
{
    struct json_object *running = jarr(), *finished = jarr();
    int over = 0;
    for (int i = 0; i < n; i++) {
        if (games[i].status != GAME_OVER)
            jadd(running, model_card(rq, &games[i]));
        else if (over++ < MOST_FINISHED)
            jadd(finished, model_card(rq, &games[i]));
    }
    jset(model, "has_running", jbool(json_object_array_length(running) > 0));
    jset(model, "running", running);
    jset(model, "has_finished", jbool(json_object_array_length(finished) > 0));
    jset(model, "finished", finished);
}

bool page_person(struct req *rq, struct res *rs, struct err *err)
{
    struct person person;
    struct game_row *games;
    struct record record;
    struct speed speed;
    int n;
    if (!store_person_by_name(rq->db, rq->arena, rq->part[0] ? rq->part[0] : "", &person, err))
        return false;
    const struct game_filter filter = {.person = rq->who.id, .of = person.id, .most = MOST_GAMES};
    if (!store_games(rq->db, rq->arena, &filter, &games, &n, err) ||
        !store_record(rq->db, rq->arena, person.id, &record, err) || !store_speed(rq->db, person.id, &speed, err))
        return false;
    struct json_object *model = arena_json(rq->arena, jobj()), *who = jobj();
    jset(who, "name", jstr(person.name));
    jset(who, "me", jbool(person.id == rq->who.id));
    jset(who, "joined", model_time(rq, person.created));
    jset(who, "settings_url", jstr("/settings"));
    jset(model, "person", who);
    jset(model, "speed", jstr(speed_words(rq, &speed)));
    jset(model, "has_results", jbool(record.n > 0));
    jset(model, "results", results_model(rq, &record));
    add_games(rq, games, n, model);
    return res_page(rq, rs, "person", model);
}
