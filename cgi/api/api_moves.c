/* Moves, drafts, standing orders and plans, sent by programs. */
#include "config.h"

#include <string.h>

#include "cgi/api/handlers.h"
#include "cgi/api/table.h"
#include "cgi/http/metrics.h"
#include "cgi/http/problem.h"
#include "cgi/model/model.h"
#include "cgi/model/steps.h"
#include "cgi/play/plan.h"
#include "cgi/play/play.h"
#include "cgi/table/draw.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* ---- what was refused ---- */

static const char *rule_words(const struct req *rq, const struct table *t, const char *step)
{
    struct people people = model_people(rq, &t->game, NULL);
    struct move move;
    struct fault fault;
    struct sb out;
    sb_init(&out, rq->arena);
    if (!step || !t->game.rules || !t->state || !move_from_text(t->game.rules->verbs, step, &move, &fault))
        return NULL;
    text_rule_error(&out, rq->words->cat, t->game.rules, t->state, t->seat, &move, people.name, people.n);
    return out.text;
}

/* What is otherwise than the request says. */
static const char *stale_kind(const struct game_row *game)
{
    return game->status == GAME_OVER ? "over" : game->status == GAME_OPEN ? "not_started" : game->paused ? "paused" : "stale";
}

bool api_refuse(struct req *rq, struct res *rs, const struct table *t, const char *step, bool order, struct err *err)
{
    struct problem beside = {0};
    struct err why = *err, other;
    struct table *now = arena_alloc(rq->arena, sizeof(*now));
    if (!table_hide_private(&t->game, err))
        return false;
    if (why.code == ERR_RULE && t->game.rules) {
        beside.rule = t->game.rules->errors[why.rule].name;
        beside.words = rule_words(rq, t, step);
    }
    if (why.code == ERR_INPUT && step && t->game.rules && why.say)
        beside.words = steps_words(rq, order && t->game.rules->orders ? t->game.rules->orders->verbs : t->game.rules->verbs, step, &why);
    if (why.code == ERR_FORBIDDEN && !why.kind)
        why.kind = "not_a_player";
    if (why.code != ERR_STALE && why.code != ERR_RULE && why.code != ERR_INPUT)
        return res_problem(rq, rs, &why, NULL);
    if (api_open(rq, now, &other)) {
        beside.has_ply = true;
        beside.ply = now->game.ply;
        beside.draft = now->draft.n;
        if (why.code == ERR_STALE && !why.kind)
            why.kind = stale_kind(&now->game);
    }
    return res_problem(rq, rs, &why, &beside);
}

static bool show_again(struct req *rq, struct res *rs, int64_t *game, struct err *err)
{
    (void)game;
    return api_show(rq, rs, 201, NULL, err);
}

/* What play has made is what the next answer shows. */
static bool show_made(struct req *rq, struct res *rs, const struct table *t, const char *outcome, struct err *err)
{
    play_made(rq->service->cache, rq->arena, t);
    api_done_now(rq, 201, t->game.id);
    if (t->handed_over)
        metrics_hand_over(rq->service->metrics, t->game.rules, t->no_choice);
    return api_show(rq, rs, 201, outcome, err);
}

/* ---- moves ---- */

/* Without an object there is no move: bodies are JSON. */
static bool is_json(const struct req *rq, struct err *err)
{
    return rq->json || err_fail(err, ERR_INPUT, N_("The JSON body must be an object."), NULL, "no JSON body");
}

static bool moves_make(struct req *rq, struct res *rs, int64_t *game, struct err *err)
{
    struct steps steps = {0};
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    enum play_outcome outcome;
    int bad = -1;
    if (!model_game_id(rq, game, err) || !is_json(rq, err))
        return false;
    if (!steps_read(rq, &steps, err))
        return api_refuse(rq, rs, t, NULL, false, err);
    const struct with_orders with = {steps.orders.text, steps.orders.n};
    const struct play_form form = {steps.drawn, steps.moves.text, steps.moves.n, &with, false, false};
    if (!play_steps(rq->db, rq->arena, *game, asker_of(rq->who.id), &form, rq->now, t, &outcome, &bad, err))
        return api_refuse(rq, rs, t, bad >= 0 && bad < steps.moves.n ? steps.moves.text[bad] : NULL, false, err);
    return show_made(rq, rs, t, outcome == PLAY_COMMITTED ? "committed" : "drafted", err);
}

bool api_moves(struct req *rq, struct res *rs, struct err *err)
{
    return api_once(rq, rs, moves_make, show_again, err);
}

/* Which of these words is @name of the body? -1 with ERR_INPUT: none. */
static int word_read(struct req *rq, const char *name, const char *const *words, struct err *err)
{
    const char *given = rq->json ? jget_str(rq->json, name) : NULL;
    for (int i = 0; given && words[i]; i++)
        if (!strcmp(given, words[i]))
            return i;
    steps_bad_field(err, name);
    return -1;
}

static bool draft_change(struct req *rq, struct res *rs, int64_t *game, struct err *err)
{
    static const char *const names[] = {[DRAFT_BACK] = "back", [DRAFT_OVER] = "over", [DRAFT_CONFIRM] = "confirm", NULL};
    struct drawn drawn;
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    if (!model_game_id(rq, game, err) || !is_json(rq, err))
        return false;
    int change = word_read(rq, "do", names, err);
    if (change < 0 || !steps_drawn(rq, &drawn, err)
        || !play_draft(rq->db, rq->arena, *game, asker_of(rq->who.id), drawn, (enum draft_change)change, rq->now, t, err))
        return api_refuse(rq, rs, t, NULL, false, err);
    return show_made(rq, rs, t, change == DRAFT_CONFIRM ? "committed" : "drafted", err);
}

bool api_draft(struct req *rq, struct res *rs, struct err *err)
{
    return api_once(rq, rs, draft_change, show_again, err);
}

/* ---- standing orders ---- */

bool api_orders(struct req *rq, struct res *rs, struct err *err)
{
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    if (!api_open(rq, t, err))
        return false;
    if (t->seat == NO_SEAT) {
        err_fail(err, ERR_FORBIDDEN, N_("You do not play in this game."), NULL, "no seat");
        return err_kind(err, "not_a_player");
    }
    struct json_object *out = jobj(), *list = jarr();
    for (int i = 0; i < t->orders.n; i++)
        jadd(list, jset(jset(jobj(), "order", jstr(t->orders.row[i].text)), "since", api_time(rq->arena, t->orders.row[i].at)));
    jset(out, "orders", list);
    return api_answer(rq, rs, jset(out, "verbs", t->game.rules ? api_order_verbs(rq, t->game.rules) : jarr()));
}

static bool orders_change(struct req *rq, struct res *rs, int64_t *game, struct err *err)
{
    static const char *const names[] = {[ORDERS_GIVE] = "give", [ORDERS_DROP] = "drop", [ORDERS_CLEAR] = "clear", NULL};
    struct steps steps = {0};
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    enum play_outcome outcome;
    int bad = -1;
    if (!model_game_id(rq, game, err) || !is_json(rq, err))
        return false;
    int change = word_read(rq, "do", names, err);
    if (change < 0 || !steps_orders(rq, &steps, err) || (steps.orders.n == 0 && change != ORDERS_CLEAR && !steps_bad_field(err, "orders")))
        return api_refuse(rq, rs, t, NULL, true, err);
    if (!play_orders(rq->db, rq->arena, *game, rq->who.id, (enum orders_change)change, steps.orders.text, steps.orders.n, rq->now, t, &outcome, &bad, err))
        return api_refuse(rq, rs, t, bad >= 0 && bad < steps.orders.n ? steps.orders.text[bad] : NULL, true, err);
    return show_made(rq, rs, t, outcome == PLAY_COMMITTED ? "committed" : NULL, err);
}

bool api_orders_change(struct req *rq, struct res *rs, struct err *err)
{
    return api_once(rq, rs, orders_change, show_again, err);
}

/* ---- plans ---- */

bool api_plan(struct req *rq, struct res *rs, struct err *err)
{
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    struct planned planned;
    if (!api_open(rq, t, err))
        return false;
    if (t->seat == NO_SEAT || !t->game.rules || !t->game.rules->plans)
        return err_fail(err, ERR_GONE, N_("In this game a turn cannot be planned: it begins with chance, or with what others say."), NULL, "no plans");
    const struct plan_way *last = t->plan.n > 0 ? &t->plan.way[t->plan.n - 1] : NULL;
    bool may = plan_offered(t) && plan_may_make(t) && plan_stand(rq->arena, t, last, &planned);
    struct json_object *out = jset(api_plan_json(t), "ply", jint(t->game.ply));
    jset(out, "may", jbool(may));
    return api_answer(rq, rs, jset(out, "legal", may && !planned.whole ? api_legal(rq, t->game.rules, planned.state, t->seat) : jarr()));
}

static bool plan_change(struct req *rq, struct res *rs, int64_t *game, struct err *err)
{
    static const char *const names[] = {[PLAN_ADD] = "add", [PLAN_BACK] = "back", [PLAN_ELSE] = "else", [PLAN_DROP] = "drop", [PLAN_KEEP] = "keep", NULL};
    struct steps steps = {0};
    struct json_object *ticked = NULL;
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    int bad = -1;
    if (!model_game_id(rq, game, err) || !is_json(rq, err))
        return false;
    int change = word_read(rq, "do", names, err);
    bool read = change >= 0 && (change == PLAN_ADD ? steps_read(rq, &steps, err)
                                                   : change == PLAN_DROP || change == PLAN_KEEP || steps_drawn(rq, &steps.drawn, err));
    int hands_in = json_object_object_get_ex(rq->json, "hands_in", &ticked) ? json_object_get_boolean(ticked) : -1;
    if (!read || !play_plan(rq->db, rq->arena, *game, rq->who.id, (enum plan_change)change, steps.drawn.ply, steps.moves.text, steps.moves.n, hands_in, t, &bad, err))
        return api_refuse(rq, rs, t, read && bad >= 0 && bad < steps.moves.n ? steps.moves.text[bad] : NULL, false, err);
    api_done_now(rq, 201, *game);
    return api_show(rq, rs, 201, NULL, err);
}

bool api_plan_change(struct req *rq, struct res *rs, struct err *err)
{
    return api_once(rq, rs, plan_change, show_again, err);
}
