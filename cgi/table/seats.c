/* Who plays at a table, as its page shows it. */
#include "config.h"

#include "cgi/table/seats.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/play/play_head.h"
#include "cgi/words/phrases.h"

#include "cgi/base/banned.h"

struct json_object *seats_away_model(const struct req *rq, const struct game_row *game, int seat)
{
    const struct seat_row *row = &game->seat[seat];
    bool running = game->status == GAME_RUNNING && !game->paused;
    if (!row->person || seat_present(row) || (!running && !row->resigned))
        return NULL;
    bool free_to_sit = game_seat_of(game, rq->who.id) == NO_SEAT;
    const struct text_value name = {"name", name_shown(rq->words->cat, row->name), 0};
    const char *words = !row->resigned ? N_("A bot plays for {name}.")
                      : running ? N_("{name} has resigned: a bot plays on.") : N_("{name} has resigned.");
    struct json_object *away = jobj();
    jset(away, "seat", jint(seat));
    jset(away, "text", jstr(req_fill(rq, words, &name, 1)));
    jset(away, "can_take", jbool(running && rq->who.id && free_to_sit));
    return jset(away, "sign_in_url", running && !rq->who.id ? jstr(url_sign_in(rq->arena, rq->target)) : NULL);
}

/* The seats that the visitor may take over, or could when signed in. */
static struct json_object *open_model(const struct req *rq, const struct game_row *game)
{
    struct json_object *open = jarr();
    for (int s = 0; s < game->n_seats; s++) {
        struct json_object *away = seats_away_model(rq, game, s);
        if (jget_bool(away, "can_take") || jget(away, "sign_in_url"))
            jadd(open, away);
        else
            json_object_put(away);
    }
    return open;
}

/* "Anna asks to end ...": who agrees already, in the order of the seats; NULL when nobody asks. */
static const char *asking(const struct req *rq, const struct game_row *game)
{
    const char *names[SEATS_MAX];
    int n = game_ask_end(game, names);
    return n ? model_ask_end(rq, names, n) : NULL;
}

static struct json_object *vote_model(const struct req *rq, const struct game_row *game, int seat)
{
    const char *words = asking(rq, game);
    if (!words)
        return NULL;
    bool mine = game->seat[seat].wants_end;
    struct json_object *vote = jset(jobj(), "text", jstr(words));
    return jset(jset(vote, "mine", jbool(mine)), "can_answer", jbool(!mine));
}

struct json_object *seats_stay_model(const struct req *rq, const struct game_row *game, int seat)
{
    struct json_object *stay = jobj();
    bool active = game->status == GAME_RUNNING && !game->paused && seat != NO_SEAT && !game->seat[seat].resigned;
    int others = 0;
    for (int s = 0; s < game->n_seats; s++)
        others += s != seat && !game->seat[s].resigned;
    bool resigned = game->status == GAME_RUNNING && seat != NO_SEAT && game->seat[seat].resigned;
    struct json_object *vote = active ? vote_model(rq, game, seat) : NULL;
    jset(stay, "active", jbool(active));
    jset(stay, "away", jbool(active && game->seat[seat].opened));
    jset(stay, "ends", jbool(active && others <= 1));
    jset(stay, "can_ask", jbool(active && !vote));
    jset(stay, "resigned", jbool(resigned));
    jset(stay, "open", open_model(rq, game));
    return jset(stay, "vote", vote);
}

const char *seats_over_words(const struct req *rq, const struct game_row *game, const char *winners, int points)
{
    const char *score = score_words(rq->arena, rq->words->cat, game->rules, points);
    const struct text_value value[] = {{"name", winners, 0}, {"score", score, 0}};
    int stay = 0;
    for (int s = 0; s < game->n_seats; s++)
        stay += !game->seat[s].resigned;
    if (!game->ending || !strcmp(game->ending, "played"))
        return NULL;
    const char *no_result = game_no_result_words(game);
    if (no_result)
        return req_words(rq, no_result);
    return req_fill(rq, stay == 1 ? N_("The game is over. {name} has won: all others have resigned.")
                                     : N_("The game is over, since everybody has resigned. {name} was ahead with {score}."),
                       value, 2);
}
