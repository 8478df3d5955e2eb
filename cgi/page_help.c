/* Help: the house's own page, and each game's rules in our words. */
#include "config.h"

#include "cgi/board.h"
#include "cgi/model.h"
#include "cgi/pages.h"
#include "rules/engine/registry.h"

#include "cgi/banned.h"

static bool help_index(struct req *rq, struct res *rs)
{
    struct json_object *model = arena_json(rq->arena, jobj());
    jset(model, "index", jbool(true));
    jset(model, "games", model_games(rq));
    return res_page(rq, rs, "help", model);
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
    jset(game, "help_html", jstr(board_html(rq, rules, model, "help.html")));
    return res_page(rq, rs, "help", model);
}
