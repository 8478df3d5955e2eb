#include "config.h"

#include "cgi/table/draw_board.h"

#include <inttypes.h>

#include "cgi/base/url.h"
#include "cgi/model/board.h"
#include "cgi/play/play.h"
#include "cgi/table/drawing.h"
#include "cgi/table/orders.h"

#include "cgi/base/banned.h"

/* ---- what it is compared with ---- */

/* The first ply of the newest turn of the visitor that the page knows, or 0. */
static int last_turn_began(const struct table *t)
{
    int i = t->n_moves;
    while (i > 0 && t->moves[i - 1].seat != t->seat)
        i--;
    while (i > 0 && t->moves[i - 1].seat == t->seat)
        i--;
    return i < t->n_moves ? t->moves[i].ply : 0;
}

int drawing_compared_ply(const struct drawing *s)
{
    const struct table *t = &s->table;
    int began = s->done ? last_turn_began(t) : 0;
    if (began > 0)
        return began - 1;
    if (t->draft.n > 0)
        return COMPARED_WITH_NOTHING;
    int seen = drawing_ply_before(s);
    return seen != COMPARED_WITH_NOTHING ? seen : drawing_ply_left(s);
}

bool drawing_find_before(struct drawing *s, struct parts *parts, struct err *err)
{
    const struct table *t = &s->table;
    if (t->draft.n > 0)
        s->before = t->head;
    if (s->compared == COMPARED_WITH_NOTHING || play_before(s->rq->db, s->rq->service->cache, s->rq->arena, t, s->compared, &s->before, err))
        return true;
    /* The position of then is only for comparing: when it cannot be had any more, that goes to the operator, not to the reader. */
    if (err->code != ERR_INTERNAL)
        return false;
    s->rq->failed = *err;
    *err = (struct err){0};
    s->before = NULL;
    parts_not_kept(parts);
    return true;
}

/* ---- the board and what can be chosen on it ---- */

/* For a reader who is asked nothing; a draft that cannot be gone on with is still drawn. */
static struct value *inactive_choose(struct arena *arena)
{
    struct value *choose = put_bool(new_object(arena), K_active, false);
    put_null(choose, K_ends);
    return put_bool(choose, K_has_crumbs, false);
}

/* Is there anything but the end of the turn? */
static bool has_list(struct value *groups)
{
    for (size_t i = 0; i < value_n(groups); i++)
        if (!get_bool(value_at(groups, i), K_confirms))
            return true;
    return false;
}

/* What the board offers itself does not stand beside the question as a list, too. */
static void leave_to_board(const struct board *board, struct value *choose)
{
    const struct value *view = board->view;
    bool goes_on = get_bool(view, K_all_on_board) || !get_bool(choose, K_has_crumbs);
    if (!get_bool(view, K_on_board) || !get_bool(choose, K_active) || !goes_on || !has_list(get(choose, K_groups)))
        return;
    put_bool(choose, K_on_top, false);
    if (!get_bool(view, K_listed))
        return;
    put_bool(choose, K_listed, true);
    put_bool(choose, K_all_reveal, false); /* each group says it */
    board_set_beside(board, get(choose, K_groups));
}

void table_add_board(struct req *rq, const struct table *t, const void *before, const struct people *people,
                     const struct choose *choose, const struct order_reader *orders, struct value *model)
{
    static const struct { enum key key; const char *name; } texts[] = {
        {K_still_html, "still.html"}, {K_asked_html, "asked.html"}, {K_board_html, "board.html"}, {K_beside_html, "beside.html"},
        {K_fronts_html, "fronts.html"}, {K_hand_html, "hand.html"}};
    const struct rules *rules = t->game.rules;
    if (!t->state || !rules) {
        put(model, K_result, model_result(rq, &t->game, NULL));
        return;
    }
    const struct board board = board_open(rq, rules, t->state, before, t->seat, people->name, people->n, choose);
    struct value *view = board.view;
    if (before && before == t->before && rules->view->moved)
        rules->view->moved(before, t->state, t->seat, get(view, K_about));
    put(model, K_result, model_result(rq, &t->game, view));
    put(model, K_told, get(view, K_told));
    if (get(view, K_round))
        put_int(get(model, K_game), K_round, get_int(view, K_round));
    board_note_amounts(&board, get(model, K_choose));
    put_bool(view, K_guided, choose && choose->guided);
    put(view, K_choices, orders && !t->game.apart ? orders_beside(orders, t) : NULL); /* bots answer at once */
    put_bool(view, K_marked, false);
    if (choose && choose->guided)
        drawing_guide_mark(view, choose->marks);
    else
        leave_to_board(&board, get(model, K_choose));
    if (rules->words->help && rules->words->help->reckons)
        put_text(view, K_figure_url, choose ? choose_why_href(choose, "") : arena_printf(rq->arena, "%s?why=", url_table(rq->arena, t->game.id)));
    put_bool(view, K_drafted, t->draft.n > 0);
    board_take_fillings(&board, choose != NULL, model);
    if (rq->wants_json) {
        put(model, K_view, view);
        return;
    }
    put_bool(view, K_chooses, choose != NULL);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        put_text(model, texts[i].key, board_html(rq, rules, view, texts[i].name));
}

void drawing_add_board(struct drawing *s, struct value *model)
{
    const struct table *t = &s->table;
    drawing_prepare_choice(s);
    put(model, K_choose, s->may_move ? choose_model(&s->choose) : inactive_choose(s->rq->arena));
    put(model, K_armed, drawing_armed(s));
    put(model, K_why, s->choose.why ? new_text(s->rq->arena, s->choose.why) : NULL);
    put_text(model, K_why_url, s->choose.why ? drawing_rule_url(s, s->choose.why_error) : NULL);
    put(model, K_reckoned, drawing_reckoning(s));
    put_text(model, K_cancel_href, s->may_move ? choose_close_href(&s->choose) : url_table(s->rq->arena, t->game.id));
    put_text(model, K_rules_url, drawing_rules_url(s));
    table_add_board(s->rq, t, s->before, &s->people, s->may_move ? &s->choose : NULL, s->may_move ? &s->orders : NULL, model);
    put(model, K_since, drawing_since(s, get(model, K_told)));
}
