/* How a game has ended: who won, what the points are made of, the chart, the turns that decided, what became of ratings. */
#include "config.h"

#include "cgi/table/drawing.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/table/history_url.h"
#include "cgi/mail/ending.h"
#include "cgi/table/chart.h"
#include "cgi/table/invite.h"
#include "cgi/table/practice.h"
#include "cgi/table/stretches.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { MARK = 17 }; /* how wide the mark of a turn is in the chart */

/* What all of it is made from. */
struct telling {
    const struct drawing *s;
    struct req *rq;
    const struct game_row *game;
    struct ending ending;
    struct rating_steps steps;
    int seat[SEATS_MAX]; /* those with a rank, the first first */
    int n;
};

/* ---- who played ---- */

static struct value *rating_model(const struct telling *t, int seat)
{
    const struct rating_step *step = &t->steps.of[seat];
    if (!step->is)
        return NULL;
    const struct ending_rating words = ending_rating(t->rq->arena, step);
    struct value *rating = put_text(new_object(t->rq->arena), K_before, words.before);
    return put_text(put_text(rating, K_after, words.after), K_change, words.change);
}

static struct value *players_model(const struct telling *t)
{
    struct value *players = new_list(t->rq->arena);
    for (int i = 0; i < t->n; i++) {
        int seat = t->seat[i];
        struct value *player = model_score(t->rq, t->game, t->game->seat[seat].points, model_seat(t->rq, t->game, seat));
        put_bool(player, K_resigned, t->game->seat[seat].resigned != 0);
        add(players, put(player, K_rating, rating_model(t, seat)));
    }
    return players;
}

/* ---- what the points are made of ---- */

static struct value *row_model(const struct telling *t, const struct breakdown_row *of, bool points)
{
    struct value *row = put_text(new_object(t->rq->arena), K_label, req_words(t->rq, of->label)), *cells = put_list(row, K_cells);
    for (int i = 0; i < t->n; i++) {
        int n = of->points[t->seat[i]];
        const char *text = points ? score_number(t->rq->arena, t->game->rules, n) : arena_printf(t->rq->arena, "%d", n);
        struct value *cell = put_text(add_object(cells), K_text, n ? text : "–");
        put_bool(cell, K_me, t->seat[i] == t->s->table.seat);
    }
    return row;
}

static struct value *rows_model(const struct telling *t)
{
    const struct breakdown *made = &t->ending.end->made;
    struct value *rows = new_list(t->rq->arena);
    for (int i = 0; i < made->n; i++)
        if (ending_row_counts(&t->ending, &made->row[i]))
            add(rows, row_model(t, &made->row[i], true));
    return rows;
}

static struct value *tie_model(const struct telling *t)
{
    const struct breakdown *made = &t->ending.end->made;
    return made->n && made->tie.label && ending_is_tied(&t->ending) ? row_model(t, &made->tie, false) : NULL;
}

/* ---- the chart, and the turns that decided ---- */

/* "Round 3": when a turn was; NULL where it is told in no rounds. */
static const char *when_words(const struct telling *t, const struct table *course, const struct stretch *found, int n, int ply)
{
    const struct stretch *at = NULL;
    for (int i = 0; i < n && found[i].ply <= ply; i++)
        at = &found[i];
    return at ? stretch_words(t->rq, course->game.rules, at) : NULL;
}

static struct value *turn_model(const struct telling *t, const struct end_turn *turn, int number)
{
    const struct people then = model_people_then(&t->s->people, turn->ply);
    const char *lines[ENDING_LINES];
    int n = ending_lines(&t->ending, turn, then.name, lines);
    struct value *model = model_mover_then(t->rq, t->game, &t->s->people, turn->seat, turn->ply), *texts = put_list(model, K_lines);
    for (int i = 0; i < n; i++)
        put_text(add_object(texts), K_text, lines[i]);
    put_int(model, K_nth, number);
    put_text(model, K_change, ending_change(&t->ending, turn));
    put_text(model, K_try_before_url, turn->first > 0 ? practice_url(t->rq, t->game, turn->first - 1, false) : NULL);
    return put_text(model, K_url, history_url(t->rq, t->game, turn->ply));
}

static void add_chart(const struct telling *t, struct value *model, struct value *page)
{
    const struct end *end = t->ending.end;
    struct value *turns = new_list(t->rq->arena);
    put_bool(model, K_has_turns, end->n_decided > 0);
    put(model, K_turns, turns);
    struct table course = {.game = *t->game, .moves = end->moves, .n_moves = end->n_moves};
    int last = end->n_moves - 1;
    bool tells = last > 0 && chart_tells(&course, end->moves[last].ply);
    put_bool(model, K_has_chart, tells);
    put_null(page, K_chart);
    if (!tells)
        return;
    struct stretch *found = arena_array(t->rq->arena, (size_t)end->n_moves + 1, sizeof(*found));
    int n = stretches_of(&course, found);
    struct value *chart = chart_model(t->rq, &course, last, last), *marks = put_list(chart, K_turns);
    put_null(chart, K_cursor_x);
    for (int i = 0, taken = 0; i < end->n_decided; i++) {
        struct value *turn = turn_model(t, &end->decided[i], i + 1), *mark = add_object(marks);
        put_text(turn, K_when, when_words(t, &course, found, n, end->decided[i].ply));
        add(turns, turn);
        put(put(mark, K_nth, get(turn, K_nth)), K_url, get(turn, K_url));
        int x = chart_x_of(&course, end->decided[i].ply), label_x = x < taken ? taken : x;
        taken = label_x + MARK;
        put_int(put_int(mark, K_x, x), K_label_x, label_x);
    }
    put(page, K_chart, chart);
}

/* ---- the whole ---- */

/* Why a game that was played to its end was over, as the board's picture says. */
static const char *why_over(const struct telling *t)
{
    const struct table *table = &t->s->table;
    struct value *view = new_object(t->rq->arena);
    if (!table->state || !t->game->rules || !t->game->ending || strcmp(t->game->ending, "played") != 0)
        return NULL;
    t->game->rules->view->view(table->state, table->seat, view);
    const char *label = get_text(view, K_ending_label);
    return label ? req_words(t->rq, label) : NULL;
}

static struct value *share_model(const struct telling *t)
{
    struct value *share = put_text(new_object(t->rq->arena), K_url, invite_share_url(t->rq, t->game));
    return put_text(share, K_title, table_title(t->rq->arena, t->rq->words->cat, t->game->rules_id, t->game->id));
}

bool drawing_find_end(struct drawing *s, struct err *err)
{
    struct req *rq = s->rq;
    return end_of_game(rq->db, rq->service->cache, rq->arena, &s->table, &s->end, err) && store_rating_steps(rq->db, rq->arena, &s->table.game, &s->steps, err);
}

/* Some were rated by what counted then. */
static const char *not_rated(const struct telling *t)
{
    const struct text_value why = {"why", t->steps.struck, 0};
    if (t->steps.struck)
        return req_fill(t->rq, N_("Not rated: the site has struck this game from the ratings. {why}"), &why, 1);
    return t->steps.any ? NULL : ending_not_rated(&t->ending);
}

/* "Counts 1/4 for ratings", of one that the same people have played again and again; NULL: it counts whole. */
static const char *counts_less(const struct telling *t)
{
    enum { HALVINGS_TOLD = 20 };
    int halvings = t->steps.before - RATING_WHOLE + 1;
    const struct text_value values[] = {
        {"share", arena_printf(t->rq->arena, "1/%d", 1 << (halvings > HALVINGS_TOLD ? HALVINGS_TOLD : halvings > 0 ? halvings : 0)), 0},
        {"n", NULL, t->steps.before}, {"days", NULL, RATING_DAYS}};
    return t->steps.any && halvings > 0
        ? req_fill(t->rq, N_("Counts {share} for ratings: the same people had {n} rated games of this title in the {days} days before."), values, 3) : NULL;
}

void drawing_add_end(const struct drawing *s, struct value *model)
{
    struct req *rq = s->rq;
    struct telling t = {.s = s, .rq = rq, .game = &s->table.game, .steps = s->steps,
                        .ending = {rq->arena, rq->words->cat, &s->table.game, s->end, s->people.name, s->table.seat}};
    t.n = ending_ranked(t.game, t.seat);
    struct value *end = put_object(model, K_end);
    put_text(end, K_headline, ending_headline(&t.ending));
    put_text(end, K_ending, why_over(&t));
    put_text(end, K_length, ending_length(&t.ending));
    put_text(end, K_not_rated, not_rated(&t));
    put_text(end, K_counts_less, counts_less(&t));
    put_bool(end, K_has_players, t.n > 0);
    put(end, K_players, players_model(&t));
    put_bool(end, K_has_ratings, t.steps.any);
    put(end, K_rows, rows_model(&t));
    put(end, K_tie, tie_model(&t));
    put(end, K_share, share_model(&t));
    add_chart(&t, end, model);
}
