/* A profile: what somebody plays and has played, as far as the reader may see it. */
#include "config.h"

#include "cgi/model.h"
#include "cgi/pages.h"

#include "cgi/banned.h"

enum { MOST_GAMES = 50, MOST_FINISHED = 20 };

static bool has_won(const struct game_row *game, int64_t person)
{
    int seat = game_seat_of(game, person);
    return seat != NO_SEAT && game->seat[seat].rank == 1;
}

static struct json_object *number_model(const struct req *rq, const char *label, int value)
{
    return jset(jset(jobj(), "label", jstr(req_words(rq, label))), "value", jint(value));
}

static void add_games(const struct req *rq, int64_t person, const struct game_row *games, int n, struct json_object *model)
{
    struct json_object *running = jarr(), *finished = jarr(), *numbers = jarr();
    int over = 0, won = 0;
    for (int i = 0; i < n; i++) {
        if (games[i].status != GAME_OVER)
            jadd(running, model_card(rq, &games[i]));
        else if (over++ < MOST_FINISHED)
            jadd(finished, model_card(rq, &games[i]));
        won += games[i].status == GAME_OVER && has_won(&games[i], person);
    }
    jadd(numbers, number_model(rq, N_("Finished lately"), over));
    jadd(numbers, number_model(rq, N_("Won of these"), won));
    jset(model, "numbers", numbers);
    jset(model, "has_running", jbool(json_object_array_length(running) > 0));
    jset(model, "running", running);
    jset(model, "has_finished", jbool(json_object_array_length(finished) > 0));
    jset(model, "finished", finished);
}

bool page_person(struct req *rq, struct res *rs, struct err *err)
{
    struct person person;
    struct game_row *games;
    int n;
    if (!store_person_by_name(rq->db, rq->arena, rq->part[0] ? rq->part[0] : "", &person, err))
        return false;
    const struct game_filter filter = {.person = rq->who.id, .of = person.id, .most = MOST_GAMES};
    if (!store_games(rq->db, rq->arena, &filter, &games, &n, err))
        return false;
    struct json_object *model = arena_json(rq->arena, jobj()), *who = jobj();
    jset(who, "name", jstr(person.name));
    jset(who, "me", jbool(person.id == rq->who.id));
    jset(who, "joined", model_time(rq, person.created));
    jset(who, "settings_url", jstr("/settings"));
    jset(model, "person", who);
    add_games(rq, person.id, games, n, model);
    return res_page(rq, rs, "person", model);
}
