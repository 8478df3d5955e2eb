/* The page on which a player prepares the own next turn while others think. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/board.h"
#include "cgi/model/steps.h"
#include "cgi/play/fold.h"
#include "cgi/play/plan.h"
#include "cgi/table/draw.h"
#include "cgi/table/draw_board.h"
#include "cgi/table/draw_plan.h"
#include "rules/engine/log.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* One drawing of the page. */
struct drawing {
    struct req *rq;
    struct table table;
    struct people people;
    struct choose choose;
    struct planned planned;    /* the last alternative on the position of today */
    bool may_plan;
    const char *problem;       /* in words; NULL: none */
    int ticked;                /* was it ticked in the form that is shown again, that the plan hands itself in? -1: it is as stored */
};

/* ---- what can be added ---- */

/* Leaves in the list what a plan takes. */
static void only_planned(const struct drawing *s, struct move_list *list)
{
    const struct table *t = &s->table;
    int kept = 0;
    for (int i = 0; i < list->n; i++) {
        struct move step = {0};
        move_copy(&step, move_at(list, i));
        if (plan_takes(t->game.rules, s->planned.state, t->seat, &step, NULL) == PLAN_OK)
            list->at[kept++] = list->at[i];
    }
    list->n = kept;
}

static void prepare_choice(struct drawing *s)
{
    const struct table *t = &s->table;
    struct move_list *list = fold_moves(s->rq->arena);
    t->game.rules->moves(s->planned.state, t->seat, list);
    only_planned(s, list);
    s->choose = (struct choose){.arena = s->rq->arena, .cat = s->rq->words->cat, .rules = t->game.rules, .state = s->planned.state,
                                .seat = t->seat, .list = list, .people = s->people.name, .n_people = s->people.n,
                                .url = url_plan(s->rq->arena, t->game.id), .begun = true};
    choose_start(&s->choose);
    choose_query(&s->choose, s->rq->query.field, s->rq->query.n);
}

/* ---- the page ---- */

static const struct plan_way *last_way(const struct drawing *s)
{
    return s->table.plan.n > 0 ? &s->table.plan.way[s->table.plan.n - 1] : NULL;
}

static const char *step_words(const struct drawing *s, const char *text)
{
    return plan_step_words(s->rq, s->table.game.rules, text, &s->people);
}

/* Why a step of this alternative does not go on the position of today. */
static const char *way_why(const struct drawing *s, const struct plan_way *way)
{
    struct planned planned;
    if (!s->may_plan || !plan_stand(s->rq->arena, &s->table, way, &planned) || planned.n == way->n)
        return NULL;
    const struct text_value step = {"step", step_words(s, way->step[planned.n]), 0};
    return req_fill(s->rq, N_("The game has moved on: “{step}” is not possible today."), &step, 1);
}

static void add_ways(const struct drawing *s, struct value *model)
{
    const struct plan_row *plan = &s->table.plan;
    struct value *ways = put_list(model, K_ways);
    for (int i = 0; i < plan->n; i++) {
        struct value *way = put_int(add_object(ways), K_number, i), *steps = put_list(way, K_steps);
        for (int k = 0; k < plan->way[i].n; k++)
            put_text(add_object(steps), K_text, step_words(s, plan->way[i].step[k]));
        put_bool(way, K_has_steps, plan->way[i].n > 0);
        put_text(way, K_why, way_why(s, &plan->way[i]));
    }
    put_bool(model, K_has_ways, plan->n > 0);
    put_bool(model, K_active, plan->n > 0);
    put_bool(model, K_hands_in, s->ticked < 0 ? plan->hands_in : s->ticked > 0);
    put_bool(model, K_can_else, plan->n > 0 && plan->n < PLAN_WAYS_MAX && last_way(s)->n > 0);
    put_bool(model, K_whole, plan->n > 0 && s->planned.whole);
}

static const char *cannot_words(const struct drawing *s)
{
    const struct table *t = &s->table;
    return t->game.awaits & SEAT_BIT(t->seat) ? N_("It is your turn: play it at the table.")
                                              : N_("No turn of yours can be planned just now.");
}

static const char *sentence(const struct drawing *s)
{
    const struct table *t = &s->table;
    if (!s->may_plan)
        return req_words(s->rq, cannot_words(s));
    if (s->planned.whole)
        return req_words(s->rq, N_("Your next turn is planned."));
    struct asked asked = t->game.rules->words->asks(s->planned.state, t->seat);
    const struct text_value value[] = {{"name", s->people.name[t->seat], 0}, {"what", asked.imperative ? req_words(s->rq, asked.imperative) : "", 0}};
    return asked.imperative ? req_fill(s->rq, N_("{name}, {what}."), value, 2) : req_words(s->rq, N_("Plan your next turn"));
}

static void add_board(struct drawing *s, struct value *model)
{
    struct table then = s->table;
    bool may_choose = s->may_plan && !s->planned.whole;
    if (s->may_plan) {
        then.state = s->planned.state;
        then.draft.n = s->planned.n;
    }
    if (may_choose)
        prepare_choice(s);
    struct value *none = put_bool(put_bool(new_object(s->rq->arena), K_active, false), K_has_crumbs, false);
    put_null(none, K_ends);
    put(model, K_choose, may_choose ? choose_model(&s->choose) : none);
    put_int(put_object(model, K_draft), K_n, 0);
    table_add_board(s->rq, &then, s->may_plan && s->planned.n > 0 ? s->planned.begun : NULL, &s->people, may_choose ? &s->choose : NULL, NULL, model);
}

/* For JSON: all that can be added. */
static struct value *legal_model(const struct drawing *s)
{
    struct value *legal = new_list(s->rq->arena);
    for (int i = 0; s->choose.list && i < s->choose.list->n; i++) {
        char text[MOVE_TEXT];
        move_to_text(s->choose.rules->verbs, move_at(s->choose.list, i), text);
        add_copy(legal, text);
    }
    return legal;
}

/* With the page before the player's eyes the plan is not played in the first half minute of the turn, as with the table's. Where that cannot
 * be written, the operator reads of it, and the reader has the page. */
static void note_here(const struct drawing *s)
{
    struct req *rq = s->rq;
    struct err err;
    if (!rq->wants_json && !store_here(rq->db, rq->arena, s->table.game.id, rq->who.id, rq->now, &err))
        rq->failed = err;
}

static bool drawing_show(struct drawing *s, struct res *rs, int status)
{
    struct req *rq = s->rq;
    const struct table *t = &s->table;
    note_here(s);
    struct value *model = new_object(rq->arena);
    put_bool(model, K_board, true);
    put_text(model, K_accent, t->game.rules_id);
    put(model, K_game, model_game(rq, &t->game));
    put_text(model, K_table_url, url_table(rq->arena, t->game.id));
    put_text(get(model, K_game), K_url, url_plan(rq->arena, t->game.id));
    put(model, K_problem, s->problem ? put_null(put_text(new_object(rq->arena), K_text, s->problem), K_url) : NULL);
    put_text(model, K_cannot, s->may_plan ? NULL : req_words(rq, cannot_words(s)));
    put_text(put_object(model, K_asked), K_sentence, sentence(s));
    add_ways(s, model);
    add_board(s, model);
    if (rq->wants_json)
        put(model, K_legal, legal_model(s));
    rs->status = status;
    return res_page(rq, rs, "plan", model);
}

static bool drawing_load(struct drawing *s, struct req *rq, struct err *err)
{
    int64_t id;
    *s = (struct drawing){.rq = rq, .ticked = -1};
    struct table *t = &s->table;
    if (!model_game_id(rq, &id, err) || !play_table(rq->db, rq->service->cache, rq->arena, id, rq->who.id, (struct newest){0}, t, err)
        || !model_may_see(rq, &t->game, err))
        return false;
    if (!t->game.rules || !t->game.rules->plans)
        return err_fail(err, ERR_GONE, N_("In this game a turn cannot be planned: it begins with chance, or with what others say."), NULL, "%s has no plans",
                        t->game.rules_id);
    if (t->seat == NO_SEAT)
        return err_fail(err, ERR_FORBIDDEN, N_("You do not play in this game."), NULL, "no seat of game %lld", (long long)id);
    s->people = model_people(rq, &t->game, &t->incidents);
    s->may_plan = plan_may_make(t) && plan_stand(rq->arena, t, last_way(s), &s->planned);
    return true;
}

bool page_plan(struct req *rq, struct res *rs, struct err *err)
{
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    if (!drawing_load(s, rq, err))
        return false;
    if (!plan_offered(&s->table) || (s->table.game.awaits & SEAT_BIT(s->table.seat)))
        return res_to_table(rq, rs, s->table.game.id);
    return drawing_show(s, rs, 200);
}

/* ---- the forms ---- */

static const char *refusal_words(struct drawing *s, const struct table *refused, const char *step, const struct err *why)
{
    struct move move;
    struct fault fault;
    struct sb out;
    const struct rules *rules = refused->game.rules;
    if (why->code != ERR_RULE || !step || !rules || !move_from_text(rules->verbs, step, &move, &fault))
        return why->code == ERR_RULE ? req_words(s->rq, N_("The game has moved on, and a step of your plan is no longer possible. Undo it first."))
                                     : res_error_text(s->rq, why);
    sb_init(&out, s->rq->arena);
    text_rule_error(&out, s->rq->words->cat, rules, refused->state, refused->seat, &move, s->people.name, s->people.n);
    return out.text;
}

/* The page with the word about what was wrong; @ticked: see struct drawing. */
static bool show_again(struct req *rq, struct res *rs, const struct table *refused, const char *step, int ticked, struct err *err)
{
    const struct err why = *err;
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    if ((why.code != ERR_INPUT && why.code != ERR_STALE && why.code != ERR_RULE) || !drawing_load(s, rq, err))
        return false;
    const char *words = refusal_words(s, refused, step, &why);
    if (rq->wants_json)
        return res_refusal(rq, rs, &why, why.code == ERR_RULE ? refused->game.rules->errors[why.rule].name : NULL, words);
    rq->failed = why;
    s->problem = words;
    s->ticked = ticked;
    return drawing_show(s, rs, err_status(why.code));
}

static bool done(struct req *rq, struct res *rs, int64_t game)
{
    return res_see_other(rs, arena_printf(rq->arena, "%s#asked", url_plan(rq->arena, game)));
}

/* "do", the ply of the page where that counts, and whether it hands itself in: a box that is not ticked is not sent. JSON says "hands_in" or
 * leaves it as it is. */
static bool change_read(struct req *rq, enum plan_change *change, struct drawn *drawn, int *hands_in, struct err *err)
{
    static const char *const names[] = {[PLAN_BACK] = "back", [PLAN_ELSE] = "else", [PLAN_DROP] = "drop", [PLAN_KEEP] = "keep"};
    const char *what = rq->json ? jget_str(rq->json, "do") : req_field(&rq->form, "do");
    struct json_object *ticked = NULL;
    if (rq->json)
        *hands_in = json_object_object_get_ex(rq->json, "hands_in", &ticked) ? json_object_get_boolean(ticked) : -1;
    else
        *hands_in = req_field(&rq->form, "hands_in") != NULL;
    for (int i = PLAN_BACK; what && i <= PLAN_KEEP; i++)
        if (!strcmp(what, names[i])) {
            *change = (enum plan_change)i;
            return i == PLAN_DROP || i == PLAN_KEEP || steps_drawn(rq, drawn, err);
        }
    return steps_bad_field(err, "do");
}

bool act_plan(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    enum plan_change change = PLAN_KEEP;
    int hands_in, bad;
    struct drawn drawn = {0};
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    if (!model_game_id(rq, &id, err))
        return false;
    if (!change_read(rq, &change, &drawn, &hands_in, err))
        return show_again(rq, rs, t, NULL, hands_in, err);
    if (!play_plan(rq->db, rq->arena, id, rq->who.id, change, drawn.ply, NULL, 0, hands_in, t, &bad, err))
        return table_hide_private(&t->game, err) && show_again(rq, rs, t, NULL, hands_in, err);
    return change == PLAN_KEEP || change == PLAN_DROP ? res_to_table(rq, rs, id) : done(rq, rs, id);
}

bool act_plan_moves(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    int bad = -1;
    struct steps steps = {0};
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    if (!model_game_id(rq, &id, err))
        return false;
    if (!steps_read(rq, &steps, err))
        return show_again(rq, rs, t, NULL, -1, err);
    const struct lines *moves = &steps.moves;
    if (!play_plan(rq->db, rq->arena, id, rq->who.id, PLAN_ADD, steps.drawn.ply, moves->text, moves->n, -1, t, &bad, err))
        return table_hide_private(&t->game, err) && show_again(rq, rs, t, bad >= 0 && bad < moves->n ? moves->text[bad] : NULL, -1, err);
    return done(rq, rs, id);
}
