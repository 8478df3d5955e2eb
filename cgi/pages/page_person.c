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
static struct value *rating_model(const struct req *rq, const struct rating *rating)
{
    if (!rating->games)
        return NULL;
    int mean = (int)lround(rating->mean), spread = (int)lround(2 * rating->deviation);
    const struct text_value bounds[] = {{"low", arena_printf(rq->arena, "%d", mean - spread), 0},
                                         {"high", arena_printf(rq->arena, "%d", mean + spread), 0},
                                         {"games", NULL, rating->games}};
    struct value *model = put_int(put_int(new_object(rq->arena), K_number, mean), K_spread, spread);
    put_int(model, K_games, rating->games);
    return put_text(model, K_text, req_fill(rq, N_("Most likely between {low} and {high}, after {games:one game|# games}"),
                                                bounds, 3));
}

static struct value *results_model(const struct req *rq, const struct record *record)
{
    struct value *list = new_list(rq->arena);
    for (int i = 0; i < record->n; i++) {
        const struct record_kind *kind = &record->kind[i];
        const struct rules *rules = rules_find(kind->rules_id);
        struct value *one = put_text(new_object(rq->arena), K_rules, kind->rules_id);
        put_text(one, K_game_title, rules ? req_words(rq, rules->words->title) : kind->rules_id);
        put_int(put_int(one, K_played, kind->played), K_won, kind->won);
        add(list, put(one, K_rating, rating_model(rq, &kind->rating)));
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

static void add_games(const struct req *rq, const struct game_row *games, int n, struct value *model)
{
    struct value *running = new_list(rq->arena), *finished = new_list(rq->arena);
    int over = 0;
    for (int i = 0; i < n; i++) {
        if (games[i].status != GAME_OVER)
            add(running, model_card(rq, &games[i]));
        else if (over++ < MOST_FINISHED)
            add(finished, model_card(rq, &games[i]));
    }
    put_bool(model, K_has_running, value_n(running) > 0);
    put(model, K_running, running);
    put_bool(model, K_has_finished, value_n(finished) > 0);
    put(model, K_finished, finished);
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
    struct value *model = new_object(rq->arena), *who = new_object(rq->arena);
    put_text(who, K_name, person.name);
    put_bool(who, K_me, person.id == rq->who.id);
    put(who, K_joined, model_time(rq, person.created));
    put_text(who, K_settings_url, "/settings");
    put(model, K_person, who);
    put_text(model, K_speed, speed_words(rq, &speed));
    put_bool(model, K_has_results, record.n > 0);
    put(model, K_results, results_model(rq, &record));
    add_games(rq, games, n, model);
    return res_page(rq, rs, "person", model);
}
