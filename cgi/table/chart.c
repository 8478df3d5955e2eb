/* Who led when: the standings of a whole game as a picture and in figures. */
#include "config.h"

#include "cgi/table/chart.h"

#include "cgi/mail/letter_text.h"
#include "cgi/model/model.h"
#include "cgi/table/history_url.h"
#include "cgi/table/stretches.h"
#include "cgi/words/phrases.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { CHART_WIDTH = 360, CHART_HEIGHT = 150, CHART_MARGIN = 8, CHART_HEAD = 18, CHART_FOOT = 24, COLUMN = 6, MARKS_MOST = 8,
       TICKS_MOST = 4, ROWS_MOST = 20, LEAST_TOP = 10, SAMPLES = 180 };

/* ---- the chart of standings ---- */

struct scale {
    int last, lo, hi; /* the last ply, the fewest and the most points */
};

static int chart_x(const struct scale *scale, int ply)
{
    return CHART_MARGIN + (CHART_WIDTH - 2 * CHART_MARGIN) * ply / (scale->last > 0 ? scale->last : 1);
}

static int chart_y(const struct scale *scale, int points)
{
    int range = scale->hi > scale->lo ? scale->hi - scale->lo : 1, bottom = CHART_HEIGHT - CHART_FOOT;
    return bottom - (bottom - CHART_HEAD) * (points - scale->lo) / range;
}

/* The least of 1, 2, 5, 10, 20, ... that is not below @amount. */
static int round_up(int amount)
{
    for (int ten = 1;; ten *= 10)
        for (int i = 0; i < 3; i++) {
            int step = ten * (i == 0 ? 1 : i == 1 ? 2 : 5);
            if (step >= amount)
                return step;
        }
}

static void widen(struct scale *scale, const struct table *t, int upto)
{
    for (int i = 0; i < t->n_moves && i <= upto; i++)
        for (int s = 0; s < t->game.n_seats; s++) {
            int points = t->moves[i].points[s];
            scale->lo = points < scale->lo ? points : scale->lo;
            scale->hi = points > scale->hi ? points : scale->hi;
        }
}

/* Up to a ply that is not the last the top is a round amount: it stays the same for many plies, and tells nothing of those to come. */
static struct scale chart_scale(const struct table *t, int upto)
{
    struct scale scale = {.last = t->n_moves > 0 ? t->moves[t->n_moves - 1].ply : 0};
    widen(&scale, t, upto);
    if (upto < scale.last)
        scale.hi = round_up(scale.hi > LEAST_TOP ? scale.hi : LEAST_TOP);
    return scale;
}

/* A step line: a corner wherever the points change, so long games stay small. */
static struct value *line_model(const struct req *rq, const struct table *t, const struct scale *scale, int upto, int seat)
{
    struct value *line = model_seat(rq, &t->game, seat);
    struct sb points;
    int y = chart_y(scale, 0), x = chart_x(scale, 0);
    sb_init(&points, rq->arena);
    for (int i = 0; i < t->n_moves && i <= upto; i++) {
        int now = chart_y(scale, t->moves[i].points[seat]);
        x = chart_x(scale, t->moves[i].ply);
        if (i == 0)
            sb_addf(&points, "%d,%d", x, now);
        else if (now != y)
            sb_addf(&points, " %d,%d %d,%d", x, y, x, now);
        y = now;
    }
    sb_addf(&points, " %d,%d", x, y);
    put_text(line, K_points, points.text);
    put_int(line, K_end_x, x);
    return put_int(line, K_end_y, y);
}

/* What changes with every move is no step line, and long games are told by some of their plies. */
static struct value *curve_model(const struct req *rq, const struct table *t, const struct scale *scale, int seat)
{
    struct value *line = model_seat(rq, &t->game, seat);
    struct sb points;
    int step = t->n_moves / SAMPLES + 1, i = 0, last = t->n_moves - 1;
    sb_init(&points, rq->arena);
    for (; i <= last; i = i < last && i + step > last ? last : i + step)
        sb_addf(&points, i ? " %d,%d" : "%d,%d", chart_x(scale, t->moves[i].ply), chart_y(scale, t->moves[i].points[seat]));
    put_text(line, K_points, points.text);
    put_int(line, K_end_x, chart_x(scale, t->moves[last].ply));
    return put_int(line, K_end_y, chart_y(scale, t->moves[last].points[seat]));
}

/* The least of them of which at most @most fit into @range. */
static int round_step(int range, int most)
{
    return round_up(range / (most + 1) + 1);
}

/* Lines across, at round amounts. */
static struct value *ticks_model(const struct req *rq, const struct table *t, const struct scale *scale)
{
    struct value *ticks = new_list(rq->arena);
    int step = round_step(scale->hi - scale->lo, TICKS_MOST);
    for (int points = scale->lo / step * step; points <= scale->hi; points += step) {
        struct value *tick = put_int(new_object(rq->arena), K_y, chart_y(scale, points));
        add(ticks, put_text(tick, K_label, score_number(rq->arena, t->game.rules, points)));
    }
    return ticks;
}

/* ---- the rounds of a game ---- */

static struct value *mark_model(const struct req *rq, const struct table *t, const struct stretch *stretch, int x,
                                      const char *words, const char *label)
{
    struct value *mark = put_int(new_object(rq->arena), K_x, x);
    put_text(put_text(mark, K_label, label), K_words, words);
    return put_text(mark, K_url, history_url(rq, &t->game, stretch->ply));
}

/* A mark wherever a round begins, or every so many of them, each a way there. The first has its word, so that the others need
 * only their number; one that has no room is a line alone. */
static struct value *marks_model(const struct req *rq, const struct table *t, const struct scale *scale,
                                       const struct stretch *found, int n)
{
    const struct rules *rules = t->game.rules;
    struct value *marks = new_list(rq->arena);
    int step = n ? round_step(found[n - 1].number, MARKS_MOST) : 1, taken = 0;
    for (int i = 0; i < n; i++) {
        int x = chart_x(scale, found[i].ply);
        if (found[i].number % step != 0)
            continue;
        const char *words = stretch_words(rq, rules, &found[i]);
        const char *label = taken ? arena_printf(rq->arena, "%d", found[i].number) : words;
        int half = letter_width(label) * COLUMN / 2 + COLUMN, middle = x < half ? half : x > CHART_WIDTH - half ? CHART_WIDTH - half : x;
        bool fits = middle - half >= taken;
        struct value *mark = mark_model(rq, t, &found[i], x, words, fits ? label : "");
        add(marks, put_int(mark, K_label_x, middle));
        taken = fits ? middle + half : taken;
    }
    return marks;
}

/* ---- the same in figures ---- */

static struct value *figures_row(const struct req *rq, const struct table *t, const char *words, int number, int ply)
{
    const struct text_value n = {"n", NULL, number};
    struct value *row = put_text(new_object(rq->arena), K_after, req_fill(rq, words, &n, 1)), *cells = new_list(rq->arena);
    for (int seat = 0; seat < t->game.n_seats; seat++)
        add(cells, put_text(new_object(rq->arena), K_figure, score_number(rq->arena, t->game.rules, t->moves[ply].points[seat])));
    return put(row, K_cells, cells);
}

/* How everybody stood when a round was over, or every so many of them; the last row is as it stands @upto. */
static struct value *figures_model(const struct req *rq, const struct table *t, const struct stretch *found, int n, int upto)
{
    struct value *rows = new_list(rq->arena);
    int step = n ? round_step(found[n - 1].number, ROWS_MOST) : 1;
    const struct rules *rules = t->game.rules;
    const char *after = rules && has_rounds(rules) ? N_("After round {n}") : N_("After turn {n}");
    for (int i = 0; i + 1 < n && found[i + 1].ply <= upto; i++)
        if (found[i].number % step == 0)
            add(rows, figures_row(rq, t, after, found[i].number, found[i + 1].ply));
    return add(rows, figures_row(rq, t, N_("After move {n}"), upto, upto));
}

bool chart_tells(const struct table *t, int upto)
{
    for (int i = 0; i < t->n_moves && t->moves[i].ply <= upto; i++)
        for (int s = 0; s < t->game.n_seats; s++)
            if (t->moves[i].points[s])
                return true;
    return false;
}

int chart_x_of(const struct table *t, int ply)
{
    const struct scale scale = {.last = t->moves[t->n_moves - 1].ply};
    return chart_x(&scale, ply);
}

static struct value *drawn(const struct req *rq, const struct table *t, const struct scale *scale, struct value *lines, int ply, int upto)
{
    struct stretch *found = arena_array(rq->arena, (size_t)t->n_moves + 1, sizeof(*found));
    int n = t->game.rules ? stretches_of(t, found) : 0;
    struct value *chart = new_object(rq->arena);
    put_int(chart, K_width, CHART_WIDTH);
    put_int(chart, K_height, CHART_HEIGHT);
    put_int(chart, K_foot, CHART_HEIGHT - CHART_FOOT);
    put_text(chart, K_counts, score_heading(rq->words->cat, t->game.rules, t->game.status == GAME_RUNNING));
    put(chart, K_lines, lines);
    put_list(chart, K_thin);
    put_list(chart, K_turns);
    put(chart, K_ticks, ticks_model(rq, t, scale));
    put(chart, K_marks, marks_model(rq, t, scale, found, n));
    put(chart, K_figures, figures_model(rq, t, found, n, upto));
    return put_int(chart, K_cursor_x, chart_x(scale, ply));
}

struct value *chart_model(const struct req *rq, const struct table *t, int ply, int upto)
{
    const struct scale scale = chart_scale(t, upto);
    struct value *lines = new_list(rq->arena);
    for (int seat = 0; seat < t->game.n_seats; seat++)
        add(lines, model_score(rq, &t->game, t->moves[ply].points[seat], line_model(rq, t, &scale, upto, seat)));
    return drawn(rq, t, &scale, lines, ply, upto);
}

struct value *chart_expected(const struct req *rq, const struct table *t, const struct table *thin)
{
    const int last = t->n_moves - 1;
    struct scale scale = {.last = t->moves[last].ply, .lo = t->moves[last].points[0], .hi = t->moves[last].points[0]};
    struct value *lines = new_list(rq->arena);
    widen(&scale, t, last);
    widen(&scale, thin, last);
    for (int i = 0; i < 3; i++) { /* nobody expects nothing: the picture begins where the lines do, at a round amount */
        int step = round_step(scale.hi - scale.lo, TICKS_MOST);
        scale.lo -= (scale.lo % step + step) % step;
    }
    for (int seat = 0; seat < t->game.n_seats; seat++)
        add(lines, model_score(rq, &t->game, t->moves[last].points[seat], curve_model(rq, t, &scale, seat)));
    struct value *chart = drawn(rq, t, &scale, lines, last, last);
    for (int seat = 0; seat < t->game.n_seats; seat++)
        add(get(chart, K_thin), curve_model(rq, thin, &scale, seat));
    return put_null(chart, K_cursor_x);
}
