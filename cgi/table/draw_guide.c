/* The guide of a guided first game, as the table page shows it: one sentence, and one thing to do. */
#include "config.h"

#include "cgi/table/drawing.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/guides.h"
#include "cgi/model/why.h"
#include "cgi/play/fold.h"
#include "cgi/words/phrases.h"
#include "rules/engine/log.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

void drawing_find_guide(struct drawing *s)
{
    const struct table *t = &s->table;
    if (t->game.guide && t->seat != NO_SEAT && t->state && !t->game.paused && !t->game.seat[t->seat].resigned)
        s->guided = guided_at(&t->game, t->state, t->draft.n, fold_moves(s->rq->arena));
}

/* ---- what is asked ---- */

/* Leaves in @list what the line asks. */
static void keep_fitting(const struct rules *rules, const struct guide_line *line, struct move_list *list)
{
    struct move move;
    int n = 0;
    if (guide_move(rules, line, &move)) {
        move_list_clear(list);
        move_list_copy(list, &move);
        return;
    }
    for (int i = 0; i < list->n; i++) {
        move_copy(&move, move_at(list, i));
        if (guide_fits(rules, line, &move))
            list->at[n++] = list->at[i];
    }
    list->n = n;
}

void drawing_guide_choice(const struct drawing *s, struct move_list *list)
{
    if (s->guided.is == GUIDED_STEP)
        keep_fitting(s->table.game.rules, s->guided.line, list);
    else if (s->guided.is == GUIDED_CONFIRM)
        move_list_clear(list);
}

const struct move *drawing_guide_move(const struct drawing *s)
{
    if (s->guided.is != GUIDED_STEP)
        return NULL;
    struct move *move = arena_alloc(s->rq->arena, sizeof(*move));
    return guide_move(s->table.game.rules, s->guided.line, move) ? move : NULL;
}

/* ---- what is marked ---- */

const char *drawing_guide_marks(const struct drawing *s)
{
    const struct guide_line *line = s->guided.line;
    return s->guided.is != GUIDED_STEP ? NULL : arena_printf(s->rq->arena, "%s %s", line->move, line->marks ? line->marks : "");
}

/* Is @object what one of the words names, as "canal=9"? */
static bool is_named(const struct value *object, const char *words)
{
    for (const char *at = words; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        const size_t length = strcspn(at, " "), key = strcspn(at, "=");
        const struct value *member = key < length ? get(object, key_of(at, key)) : NULL;
        const char *text = at + key + 1;
        char number[16];
        if (value_is(member, VALUE_INT))
            snprintf(number, sizeof(number), "%d", (int)get_int(object, key_of(at, key)));
        const char *is = value_is(member, VALUE_INT) ? number : value_is(member, VALUE_TEXT) ? member->u.text : NULL;
        if (is && strlen(is) == length - key - 1 && !memcmp(is, text, strlen(is)))
            return true;
    }
    return false;
}

/* Puts "marked" into the objects in and below @value that the words name, or at which something can be done. */
static void mark_below(struct value *value, const char *words)
{
    for (size_t i = 0; i < value_n(value); i++)
        mark_below(value_at(value, i), words);
    if (value_is(value, VALUE_OBJECT) && (is_named(value, words) || value_is(get(value, K_act), VALUE_OBJECT)))
        put_bool(value, K_marked, true);
}

void drawing_guide_mark(struct value *view, const char *words)
{
    if (words)
        mark_below(view, words);
}

/* ---- in words ---- */

/* What is asked, as the move says it. */
static const char *asked_words(const struct drawing *s)
{
    const struct table *t = &s->table;
    const struct move *move = drawing_guide_move(s);
    struct sb out;
    if (!move)
        return NULL;
    sb_init(&out, s->rq->arena);
    text_move(&out, s->rq->words->cat, t->game.rules, t->state, move, s->people.name, s->people.n);
    return out.text;
}

const char *drawing_guide_refuses(const struct drawing *s)
{
    const char *words = asked_words(s);
    const struct text_value step = {"step", words, 0};
    if (s->guided.is == GUIDED_CONFIRM)
        return req_words(s->rq, N_("Your turn is done: confirm it now, or take the last step back."));
    return words ? req_fill(s->rq, N_("Not now. This step of the guide is: {step}."), &step, 1)
                 : req_words(s->rq, N_("Not now. What this step of the guide is about is marked."));
}

const char *drawing_guide_why(const struct drawing *s, const char *place, int *error)
{
    const struct table *t = &s->table;
    struct choose all = s->choose;
    struct move_list *list = fold_moves(s->rq->arena);
    t->game.rules->moves(t->state, t->seat, list);
    all.list = list;
    all.only = NULL;
    choose_start(&all);
    const char *rule = choose_place(&all, place) ? NULL : why_place(&all, place, error);
    return rule ? rule : drawing_guide_refuses(s);
}

/* ---- what is said ---- */

/* @words in the reader's language, "{other}" and "{third}" being who sits next to the learner, and next to that one. Of an older guide nothing is
 * known, nor filled in. */
static const char *told(const struct drawing *s, const char *words)
{
    const struct guide *guide = s->guided.guide;
    if (!guide)
        return req_words(s->rq, words);
    const struct text_value who[] = {{"other", s->people.name[(guide->learner + 1) % s->people.n], 0},
                                     {"third", s->people.name[(guide->learner + 2) % s->people.n], 0}};
    return req_fill(s->rq, words, who, 2);
}

static const char *says(const struct drawing *s)
{
    const struct guide_line *line = s->guided.line;
    switch (s->guided.is) {
    case GUIDED_STEP:
        return line->says ? line->says : N_("Do what is marked.");
    case GUIDED_CONFIRM:
        return line && line->confirms ? line->confirms : N_("That is your turn: confirm it.");
    case GUIDED_END:
        return s->guided.guide->ends;
    default:
        return N_("This guided game began with an older version of the guide, which cannot lead you on here. You can play on alone, or "
                  "start the guide again.");
    }
}

/* "Step 3 of 19"; NULL where there is none. */
static const char *step_words(const struct drawing *s)
{
    const struct guided *g = &s->guided;
    if (!guided_leads(g))
        return NULL;
    int all = guide_step(g->guide, guide_lines(g->guide)), done = guide_step(g->guide, g->at);
    const struct text_value value[] = {{"n", NULL, g->is == GUIDED_STEP ? done + 1 : done}, {"all", NULL, all}};
    return req_fill(s->rq, N_("Step {n} of {all}"), value, 2);
}

/* What is to be done, as the one button below the sentence. NULL: several moves would do, which stand among the choices, or it is just
 * asked once more. */
static struct value *button_model(const struct drawing *s)
{
    const struct table *t = &s->table;
    const struct move *move = drawing_guide_move(s);
    if (!move || s->armed)
        return NULL;
    struct move_list *list = fold_moves(s->rq->arena);
    struct choose choose = {.arena = s->rq->arena, .cat = s->rq->words->cat, .rules = t->game.rules, .state = t->state, .seat = t->seat,
                            .list = list, .people = s->people.name, .n_people = s->people.n, .url = url_table(s->rq->arena, t->game.id),
                            .guided = true};
    move_list_copy(list, move);
    choose_start(&choose);
    struct value *button = choose_step(&choose, move);
    const struct guide_line *line = s->guided.line;
    put_text(button, K_detail, line->press && !line->in_full ? asked_words(s) : NULL);
    if (line->press || t->game.rules->verbs[move->verb].form)
        put_text(button, K_label, line->press ? told(s, line->press) : asked_words(s));
    return button;
}

/* Does the reader play against bots only, so that nobody waits while the guide is looked at? */
static bool against_bots(const struct table *t)
{
    int n = 0;
    for (int i = 0; i < t->game.n_seats; i++)
        n += i != t->seat && t->game.seat[i].bot;
    return t->game.apart || n == t->game.n_seats - 1;
}

struct value *drawing_guide(const struct drawing *s)
{
    const struct table *t = &s->table;
    const struct rules *rules = t->game.rules;
    struct value *guide = new_object(s->rq->arena);
    bool active = s->guided.is != GUIDED_NOT, offered = !active && rules && t->seat != NO_SEAT && t->game.seat[t->seat].offers_guide;
    bool began = t->game.ply >= table_newest.moves;
    for (int i = 0; i < t->n_moves; i++)
        began = began || t->moves[i].seat == t->seat;
    put_bool(guide, K_active, active);
    put_bool(guide, K_leads, guided_leads(&s->guided));
    put_text(guide, K_text, active ? told(s, says(s)) : NULL);
    put_text(guide, K_step, active ? step_words(s) : NULL);
    put(guide, K_button, active ? button_model(s) : NULL);
    put_bool(guide, K_confirms, s->guided.is == GUIDED_CONFIRM);
    put_bool(guide, K_anew, s->guided.is == GUIDED_STALE);
    put_text(guide, K_url, rules ? url_guide(s->rq->arena, rules->id) : NULL);
    put(guide, K_offer, offered && !began && !t->draft.n && t->game.status != GAME_OVER ? guide_offer(s->rq, rules) : NULL);
    put_bool(guide, K_on_top, against_bots(t));
    return guide;
}
