/* The page on which a player lists, gives and drops standing orders. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/model/board.h"
#include "cgi/model/order_model.h"
#include "cgi/play/play.h"
#include "cgi/table/draw.h"
#include "cgi/table/orders.h"
#include "cgi/model/steps.h"
#include "cgi/base/url.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { ANSWERS_SHOWN = 100 };

/* One drawing of the page. */
struct drawing {
    struct req *rq;
    struct table table;
    struct people people;
    struct order_reader reader;
    struct move_row *answers;   /* the newest first */
    int n_answers;
    const char *problem;        /* in words; NULL: none */
    const struct move *tried;   /* the refused order, or NULL */
    bool plans_only;            /* the game asks nothing outside one's own turn, which can be planned */
};

/* ---- the page ---- */

static struct value *answer_model(const struct drawing *s, const struct move_row *row)
{
    const struct game_row *game = &s->table.game;
    struct move move;
    struct fault fault;
    struct sb text;
    sb_init(&text, s->rq->arena);
    if (move_from_text(game->rules->verbs, row->move, &move, &fault))
        text_move(&text, s->rq->words->cat, game->rules, NULL, &move, s->people.name, s->people.n);
    struct value *model = put_text(put_int(new_object(s->rq->arena), K_ply, row->ply), K_text, text.text);
    put_text(model, K_url, url_history(s->rq->arena, game->id, row->ply));
    return put(model, K_at, model_time(s->rq, row->at));
}

/* The answers of the order @text that were given from @since on and are not told yet. */
static void add_answers(const struct drawing *s, const char *text, int64_t since, bool *told, struct value *line)
{
    struct value *answers = new_list(s->rq->arena);
    for (int i = 0; i < s->n_answers; i++)
        if (!told[i] && s->answers[i].at >= since && !strcmp(s->answers[i].by_order, text)) {
            told[i] = true;
            add(answers, answer_model(s, &s->answers[i]));
        }
    put_bool(line, K_has_answers, value_n(answers) > 0);
    put(line, K_answers, answers);
}

static void add_lists(const struct drawing *s, struct value *model)
{
    struct value *list = new_list(s->rq->arena), *past = new_list(s->rq->arena);
    bool told[ANSWERS_SHOWN] = {false};
    for (int i = 0; i < s->table.orders.n; i++) {
        const struct order_row *row = &s->table.orders.row[i];
        struct value *line = order_line(&s->reader, row->text);
        if (!line)
            continue;
        put(line, K_since, model_time(s->rq, row->at));
        add_answers(s, row->text, row->at, told, line);
        add(list, line);
    }
    for (int i = 0; i < s->n_answers; i++) {
        struct value *line = told[i] ? NULL : order_line(&s->reader, s->answers[i].by_order);
        if (!line)
            continue;
        put_null(line, K_since);
        add_answers(s, s->answers[i].by_order, 0, told, line);
        add(past, line);
    }
    put(put_bool(model, K_has_list, value_n(list) > 0), K_list, list);
    put(put_bool(model, K_has_past, value_n(past) > 0), K_past, past);
}

/* The game's own forms, or those that its order table makes. */
static void add_forms(const struct drawing *s, struct value *model)
{
    const struct rules *rules = s->table.game.rules;
    const char *name = arena_printf(s->rq->arena, "%s/orders.html", rules->id);
    bool own = tpl_has(s->rq->words->tpl, name);
    put(model, K_choices, order_choices(&s->reader, s->tried));
    if (s->rq->wants_json)
        return;
    if (own && s->table.state) /* what the game's forms speak of */
        put(model, K_view, board_open(s->rq, rules, s->table.state, NULL, s->table.seat, s->people.name, s->people.n, NULL).view);
    put(model, K_forms, own ? new_list(s->rq->arena) : order_forms(&s->reader, s->tried));
    put(model, K_house, put_text(new_object(s->rq->arena), K_csrf, req_token(s->rq))); /* the game's forms are made before the page has its own */
    put_text(model, K_forms_html, own ? board_html(s->rq, rules, model, "orders.html") : "");
}

static bool drawing_show(struct drawing *s, struct res *rs, int status, struct err *err)
{
    const struct table *t = &s->table;
    struct value *model = new_object(s->rq->arena);
    if (!store_orders_answered(s->rq->db, s->rq->arena, t->game.id, s->rq->who.id, ANSWERS_SHOWN, &s->answers, &s->n_answers, err))
        return false;
    put_text(model, K_accent, t->game.rules_id);
    put_bool(model, K_board, true); /* the script is wanted */
    put(model, K_game, model_game(s->rq, &t->game));
    put_text(model, K_orders_url, url_orders(s->rq->arena, t->game.id));
    put(model, K_problem, s->problem ? put_null(put_text(new_object(s->rq->arena), K_text, s->problem), K_url) : NULL);
    put_bool(model, K_can_give, orders_may_give(t));
    add_lists(s, model);
    put(model, K_suggestions, orders_suggestions(&s->reader, t));
    put_bool(model, K_has_suggestions, value_n(get(model, K_suggestions)) > 0);
    add_forms(s, model);
    rs->status = status;
    return res_page(s->rq, rs, "orders", model);
}

static bool drawing_load(struct drawing *s, struct req *rq, struct err *err)
{
    int64_t id;
    *s = (struct drawing){.rq = rq};
    if (!model_game_id(rq, &id, err) || !play_table(rq->db, rq->service->cache, rq->arena, id, rq->who.id, (struct newest){0}, &s->table, err)
        || !model_may_see(rq, &s->table.game, err))
        return false;
    const struct rules *rules = s->table.game.rules;
    s->plans_only = rules && !rules->orders && rules->plans;
    if (!rules || (!rules->orders && !s->plans_only))
        return err_fail(err, ERR_GONE, N_("This game has no standing orders."), NULL, "%s has no orders", s->table.game.rules_id);
    if (s->table.seat == NO_SEAT)
        return err_fail(err, ERR_FORBIDDEN, N_("You do not play in this game."), NULL, "no seat of game %lld", (long long)id);
    s->people = model_people(rq, &s->table.game, &s->table.incidents);
    s->reader = orders_reader(rq, &s->table, &s->people);
    return true;
}

bool page_orders(struct req *rq, struct res *rs, struct err *err)
{
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    if (!drawing_load(s, rq, err))
        return false;
    if (s->plans_only)
        return res_see_other(rs, url_plan(rq->arena, s->table.game.id));
    if (s->table.game.status == GAME_OPEN)
        return res_to_table(rq, rs, s->table.game.id);
    return drawing_show(s, rs, 200, err);
}

/* ---- the forms ---- */

/* The page with the word about what was wrong, and the form as it was filled in. */
static bool show_again(struct req *rq, struct res *rs, const char *order, struct err *err)
{
    const struct err why = *err;
    struct drawing *s = arena_alloc(rq->arena, sizeof(*s));
    struct move tried;
    if (why.code != ERR_INPUT && why.code != ERR_STALE)
        return false;
    if (rq->wants_json)
        return res_refusal(rq, rs, &why, NULL, res_error_text(rq, &why));
    rq->failed = why;
    if (!drawing_load(s, rq, err))
        return false;
    if (s->table.game.status == GAME_OPEN || s->plans_only) {
        *err = why;
        return table_show_again(rq, rs, err);
    }
    const struct verb *verbs = order ? s->table.game.rules->orders->verbs : NULL;
    s->problem = verbs && why.code == ERR_INPUT ? steps_words(rq, verbs, order, &why) : res_error_text(rq, &why);
    s->tried = verbs && move_from_part(verbs, order, &tried) ? &tried : NULL;
    return drawing_show(s, rs, err_status(why.code), err);
}

static bool change_read(struct req *rq, enum orders_change *change, struct err *err)
{
    static const char *const names[] = {[ORDERS_GIVE] = "give", [ORDERS_DROP] = "drop", [ORDERS_CLEAR] = "clear"};
    const char *what = rq->json ? jget_str(rq->json, "do") : req_field(&rq->form, "do");
    for (int i = ORDERS_GIVE; what && i <= ORDERS_CLEAR; i++)
        if (!strcmp(what, names[i])) {
            *change = (enum orders_change)i;
            return true;
        }
    return steps_bad_field(err, "do");
}

static const char *back_of(struct req *rq, int64_t game)
{
    const char *back = rq->json ? NULL : req_field(&rq->form, "back");
    return back && url_local(back) ? back : url_orders(rq->arena, game);
}

static bool orders_read(struct req *rq, enum orders_change *change, struct steps *steps, struct err *err)
{
    return change_read(rq, change, err) && steps_orders(rq, steps, err)
        && (steps->orders.n > 0 || *change == ORDERS_CLEAR || steps_bad_field(err, rq->json ? "orders" : "order"));
}

bool act_orders(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    enum orders_change change = ORDERS_GIVE;
    struct steps steps = {0};
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    enum play_outcome outcome;
    int bad = -1;
    if (!model_game_id(rq, &id, err))
        return false;
    if (!orders_read(rq, &change, &steps, err))
        return show_again(rq, rs, NULL, err);
    const struct lines *orders = &steps.orders;
    if (!play_orders(rq->db, rq->arena, id, rq->who.id, change, orders->text, orders->n, rq->now, t, &outcome, &bad, err))
        return table_hide_private(&t->game, err) && show_again(rq, rs, bad >= 0 && bad < orders->n ? orders->text[bad] : NULL, err);
    play_made(rq->service->cache, rq->arena, t);
    res_flash(rq, rs, outcome == PLAY_COMMITTED ? "orders-answered" : change == ORDERS_GIVE ? "orders-given" : "orders-dropped");
    return res_see_other(rs, back_of(rq, id));
}
