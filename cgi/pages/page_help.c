/* Help: the house's own page, and each game's rules in our words. */
#include "config.h"

#include "cgi/model/board.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"

#include "cgi/base/banned.h"

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
