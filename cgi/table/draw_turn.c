#include "config.h"

#include "cgi/table/drawing.h"

#include <string.h>

#include "cgi/base/display.h"
#include "cgi/base/url.h"
#include "cgi/model/armed.h"
#include "cgi/model/why.h"
#include "cgi/play/fold.h"
#include "cgi/words/phrases.h"
#include "rules/engine/log.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

/* ---- the draft ---- */

/* What the draft brings. What its steps cause otherwise stands among its lines. */
static struct value *gains_model(const struct drawing *s)
{
    const struct table *t = &s->table;
    const struct rules *rules = t->game.rules;
    struct value *gains = new_list(s->rq->arena);
    struct standing was, is;
    rules->standing(t->head, &was);
    rules->standing(t->state, &is);
    int gained = is.seat[t->seat].points - was.seat[t->seat].points;
    if (gained > 0)
        put_text(add_object(gains), K_text, score_gained(s->rq->arena, s->rq->words->cat, rules, gained));
    return gains;
}

static const char *step_words(const struct drawing *s, int i)
{
    const struct table *t = &s->table;
    struct move move;
    struct fault fault;
    struct sb out;
    sb_init(&out, s->rq->arena);
    if (move_from_text(t->game.rules->verbs, t->draft.step[i], &move, &fault))
        text_move(&out, s->rq->words->cat, t->game.rules, NULL, &move, s->people.name, s->people.n);
    return out.text;
}

/* The @k-th thing that the draft causes, in words. */
static const char *event_words(const struct drawing *s, int k)
{
    const struct log *log = &s->table.draft_log;
    struct sb out;
    sb_init(&out, s->rq->arena);
    text_event(&out, s->rq->words->cat, s->table.game.rules, &log->event[k], k + 1 < log->n ? &log->event[k + 1] : NULL,
               s->table.seat, s->people.name, s->people.n);
    return out.text;
}

/* Adds what step @i of the draft caused, in words; false when that is nothing. */
static bool add_caused(const struct drawing *s, int i, struct value *lines)
{
    const struct table *t = &s->table;
    bool any = false;
    for (int k = i > 0 ? t->draft_told[i - 1] : 0; k < t->draft_told[i]; k++) {
        const char *words = event_words(s, k);
        if (*words)
            put_text(add_object(lines), K_text, words);
        any |= *words != '\0';
    }
    return any;
}

/* What of the draft's doings is read once more before the turn is handed in. */
static struct value *draft_lasting(const struct drawing *s)
{
    const struct table *t = &s->table;
    struct value *lasting = new_list(s->rq->arena);
    int n = t->draft.n > 0 ? t->draft_told[t->draft.n - 1] : 0;
    for (int k = 0; k < n; k++)
        if (model_weight(t->game.rules, &t->draft_log.event[k]) == EVENT_LASTING)
            put_text(add_object(lasting), K_text, event_words(s, k));
    return lasting;
}

/* The draft as it reads: a step that causes nothing by itself ("Build ...") is told by what follows ("Pay ..."), as in
 * the log; what nothing has followed yet is told as the step it was. */
static struct value *draft_lines(const struct drawing *s)
{
    struct value *lines = new_list(s->rq->arena);
    int open = 0;
    for (int i = 0; i < s->table.draft.n; i++)
        if (add_caused(s, i, lines))
            open = i + 1;
    for (int i = open; i < s->table.draft.n; i++)
        put_text(add_object(lines), K_text, step_words(s, i));
    return lines;
}

struct value *drawing_draft(const struct drawing *s)
{
    const struct table *t = &s->table;
    struct value *draft = new_object(s->rq->arena), *steps = new_list(s->rq->arena), *lasting = draft_lasting(s);
    for (int i = 0; i < t->draft.n; i++)
        put_text(put_text(add_object(steps), K_text, step_words(s, i)), K_step, t->draft.step[i]);
    put(draft, K_lines, draft_lines(s));
    put_bool(draft, K_active, t->draft.n > 0);
    put_int(draft, K_ply, t->game.ply);
    put_int(draft, K_n, t->draft.n);
    put_bool(draft, K_can_back, t->draft.n > 0);
    put_bool(draft, K_can_confirm, drawing_waits_for_confirm(s));
    put_bool(draft, K_asks, value_n(lasting) > 0 && !guided_leads(&s->guided));
    put_bool(draft, K_quick, drawing_awaits_me(s) && display_quick(req_display(s->rq), t->game.rules_id));
    put(draft, K_lasting, lasting);
    put(draft, K_gains, t->draft.n > 0 ? gains_model(s) : new_list(s->rq->arena));
    return put(draft, K_steps, steps);
}

/* What others did meanwhile has made a step of the draft impossible. */
const char *drawing_broken_words(const struct drawing *s)
{
    const struct draft_row *draft = &s->table.draft;
    const struct text_value step = {"step", step_words(s, draft->n), 0};
    return req_fill(s->rq, draft->n > 0
        ? N_("The game has moved on, and “{step}” is no longer possible. Your choices before it are kept.")
        : N_("The game has moved on, and “{step}” is no longer possible. Please choose again."), &step, 1);
}

/* ---- what can be done ---- */

/* The reader has pressed a place where nothing can be done now, or an estimate. */
static void ask_why(struct drawing *s)
{
    const char *at = req_field(&s->rq->query, "why");
    if (at)
        s->choose.reckoned = drawing_reckoned(s, at);
    s->choose.asked_at = s->may_move && !s->choose.reckoned ? at : NULL;
    if (!s->choose.asked_at)
        return;
    s->choose.why = guided_leads(&s->guided) ? drawing_guide_why(s, s->choose.asked_at, &s->choose.why_error)
                                             : why_place(&s->choose, s->choose.asked_at, &s->choose.why_error);
    if (!s->choose.why)
        s->choose.why = req_words(s->rq, s->choose.n_given > 0 ? N_("Nothing can be done there with your current choice.")
                                                              : N_("Nothing can be done there now."));
}

/* The move that the query has under @name, or NULL. */
static const struct move *move_of_query(const struct drawing *s, const char *name)
{
    const char *text = req_field(&s->rq->query, name);
    struct move *move = arena_alloc(s->rq->arena, sizeof(*move));
    struct fault fault;
    return text && s->may_move && move_from_text(s->table.game.rules->verbs, text, move, &fault) ? move : NULL;
}

/* What is to be asked once more, unless a guide tells to do it; what is not possible any more is told why. */
static void find_armed(struct drawing *s)
{
    const struct table *t = &s->table;
    const struct move *move = move_of_query(s, ARMED_STEP);
    struct sb why;
    if (!move || t->game.rules->check(t->state, t->seat, move, NULL) == RULE_OK) {
        s->armed = move && guided_tells(&t->game, &s->guided, move) ? NULL : move;
        return;
    }
    sb_init(&why, s->rq->arena);
    s->problem_rule = text_rule_error(&why, s->rq->words->cat, t->game.rules, t->state, t->seat, move, s->people.name, s->people.n);
    s->problem = why.text;
}

/* Lists the moves of the visitor and narrows them by the query, or to what was refused. */
void drawing_prepare_choice(struct drawing *s)
{
    const struct table *t = &s->table;
    if (t->game.status != GAME_RUNNING || t->game.paused || t->seat == NO_SEAT || !t->game.rules
        || t->game.seat[t->seat].resigned || req_suspended(s->rq))
        return;
    struct move_list *list = fold_moves(s->rq->arena);
    t->game.rules->moves(t->state, t->seat, list);
    drawing_guide_choice(s, list);
    s->may_move = list->n > 0;
    s->choose = (struct choose){.arena = s->rq->arena, .cat = s->rq->words->cat, .rules = t->game.rules, .state = t->state,
                                .seat = t->seat, .list = list, .people = s->people.name, .n_people = s->people.n,
                                .url = url_table(s->rq->arena, t->game.id),
                                .begun = t->draft.n > 0,
                                .guided = guided_leads(&s->guided),
                                .only = s->guided.is == GUIDED_STEP ? s->guided.line->at : NULL,
                                .marks = drawing_guide_marks(s),
                                .quick = display_quick(req_display(s->rq), t->game.rules_id)};
    find_armed(s);
    if (!s->tried)
        s->tried = s->armed ? s->armed : move_of_query(s, CHANGED_STEP);
    s->choose.tried = s->tried ? s->tried : drawing_guide_move(s);
    choose_start(&s->choose);
    if (s->tried && s->may_move)
        choose_like(&s->choose, s->tried);
    else if (s->may_move)
        choose_query(&s->choose, s->rq->query.field, s->rq->query.n);
    ask_why(s);
}

/* Where the step is chosen anew: its form as it was filled in, or all that can be done. */
static const char *change_href(const struct drawing *s)
{
    const struct verb *verb = &s->table.game.rules->verbs[s->armed->verb];
    char text[MOVE_TEXT];
    struct sb url;
    sb_init(&url, s->rq->arena);
    sb_add(&url, s->choose.url);
    if (!verb->form)
        return url.text;
    move_to_text(s->table.game.rules->verbs, s->armed, text);
    sb_add(&url, "?" CHANGED_STEP "=");
    sb_add_url_part(&url, text);
    return url.text;
}

struct value *drawing_armed(const struct drawing *s)
{
    if (!s->armed)
        return NULL;
    struct value *armed = armed_model(&s->choose, s->armed), *orders = put_list(armed, K_orders);
    for (int i = 0; i < s->rq->query.n; i++) {
        const struct field *field = &s->rq->query.field[i];
        struct value *line = strcmp(field->name, ARMED_ORDER) ? NULL : order_line(&s->orders, field->value);
        if (line)
            add(orders, line);
    }
    return put_text(armed, K_change_href, change_href(s));
}

struct value *drawing_legal(const struct drawing *s)
{
    struct value *legal = new_list(s->rq->arena);
    for (int i = 0; s->may_move && i < s->choose.list->n; i++) {
        char text[MOVE_TEXT];
        move_to_text(s->choose.rules->verbs, move_at(s->choose.list, i), text);
        add_copy(legal, text);
    }
    return legal;
}
