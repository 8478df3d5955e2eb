/* The first page: my games for a signed-in person, else a description of the site and games to watch. */
#include "config.h"

#include "cgi/model/board.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/table/live_model.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"

#include "cgi/base/banned.h"

enum { MOST_RUNNING = 40, MOST_OTHERS = 30, MOST_FINISHED = 6, MOST_WATCHED = 6 };

static void add_cards(struct json_object *model, const char *name, const char *has_name, struct json_object *cards)
{
    jset(model, has_name, jbool(json_object_array_length(cards) > 0));
    jset(model, name, cards);
}

static bool home_of(struct req *rq, struct json_object *model, struct err *err)
{
    enum { RUNNING, OTHERS, KEPT, LISTS };
    struct json_object *waiting = jarr(), *running = jarr(), *open = jarr(), *finished = jarr();
    const struct game_filter filters[LISTS] = {
        [RUNNING] = {.person = rq->who.id, .mine = true, .has_status = true, .status = GAME_RUNNING, .most = MOST_RUNNING},
        [OTHERS] = {.person = rq->who.id, .mine = true, .most = MOST_OTHERS},
        [KEPT] = {.person = rq->who.id, .kept = true, .most = MOST_OTHERS},
    };
    struct game_list list[LISTS] = {0};
    bool ok = store_game_lists(rq->db, rq->arena, filters, LISTS, list, err);
    for (int i = 0; i < list[RUNNING].n; i++) {
        struct json_object *card = model_card(rq, &list[RUNNING].row[i]);
        jadd(jget_bool(card, "awaiting_me") ? waiting : running, card);
    }
    for (int i = 0; i < list[OTHERS].n; i++) {
        const struct game_row *game = &list[OTHERS].row[i];
        if (game->status == GAME_OPEN)
            jadd(open, model_card(rq, game));
        else if (game->status == GAME_OVER && json_object_array_length(finished) < MOST_FINISHED)
            jadd(finished, model_card(rq, game));
    }
    add_cards(model, "kept", "has_kept", model_cards(rq, list[KEPT].row, list[KEPT].n));
    bool is_new = json_object_array_length(waiting) + json_object_array_length(running) + json_object_array_length(open) +
                      json_object_array_length(finished) == 0 && !jget_bool(model, "has_kept");
    jset(model, "turn", jbool(json_object_array_length(waiting) > 0));
    jset(model, "is_new", jbool(is_new));
    jset(model, "games", is_new ? model_games(rq) : jarr());
    add_cards(model, "waiting", "has_waiting", waiting);
    add_cards(model, "running", "has_running", running);
    add_cards(model, "open", "has_open", open);
    add_cards(model, "finished", "has_finished", finished);
    return ok;
}

/* The version is read before the list: a change in between makes the page fetch again. */
static bool add_live(struct req *rq, struct json_object *model, struct err *err)
{
    struct json_object *live = NULL;
    if (rq->who.id && !live_mine_model(rq, &live, err))
        return false;
    jset(model, "live", live);
    jset(model, "board", jbool(live != NULL));
    return true;
}

static bool front(struct req *rq, struct json_object *model, struct err *err)
{
    struct game_filter filter = {.has_status = true, .status = GAME_RUNNING, .most = MOST_WATCHED};
    struct game_row *games;
    int n;
    if (!store_games(rq->db, rq->arena, &filter, &games, &n, err))
        return false;
    filter.status = GAME_OVER;
    if (n == 0 && !store_games(rq->db, rq->arena, &filter, &games, &n, err))
        return false;
    jset(model, "games", model_games(rq));
    add_cards(model, "watch", "has_watch", model_cards(rq, games, n));
    return true;
}

bool page_home(struct req *rq, struct res *rs, struct err *err)
{
    struct json_object *model = arena_json(rq->arena, jobj());
    jset(model, "front", jbool(!rq->who.id));
    return add_live(rq, model, err) && (rq->who.id ? home_of(rq, model, err) : front(rq, model, err))
        && res_page(rq, rs, "home", model);
}

/* ---- help ---- */

static bool help_index(struct req *rq, struct res *rs)
{
    struct json_object *model = arena_json(rq->arena, jobj());
    jset(model, "index", jbool(true));
    jset(model, "games", model_games(rq));
    return res_page(rq, rs, "help", model);
}

/* An opening of the game, always the same, for the pictures among its rules. */
static struct json_object *opening_model(struct req *rq, const struct rules *rules)
{
    static const char *const nobody[SEATS_MAX];
    const struct setup setup = rules_presets(rules, rules->min_seats);
    void *state = arena_alloc(rq->arena, rules->size);
    struct log *log = arena_alloc(rq->arena, sizeof(*log));
    uint8_t key[RNG_KEY_BYTES];
    struct rng rng;
    rng_key_from_seed(key, 1);
    rng_init(&rng, key, 0);
    rules->setup(state, &setup, &rng, log);
    return arena_json(rq->arena, board_model(rq, rules, state, NULL, NO_SEAT, nobody, 0, NULL));
}

bool page_help(struct req *rq, struct res *rs, struct err *err)
{
    if (!rq->part[0])
        return help_index(rq, rs);
    const struct rules *rules = rules_find(rq->part[0]);
    if (!rules)
        return err_fail(err, ERR_GONE, NULL, "", "no help for '%s'", rq->part[0]);
    struct json_object *model = arena_json(rq->arena, jobj()), *game = model_game_kind(rq, rules);
    jset(model, "index", jbool(false));
    jset(model, "accent", jstr(rules->id));
    jset(model, "game", game);
    jset(game, "help_html", jstr(board_html(rq, rules, opening_model(rq, rules), "help.html")));
    return res_page(rq, rs, "help", model);
}
