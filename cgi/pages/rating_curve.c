/* The course of a rating as a picture, in figures and in words. */
#include "config.h"

#include <math.h>

#include "cgi/base/sb.h"
#include "cgi/model/model.h"
#include "cgi/model/model_clock.h"
#include "cgi/pages/ratings.h"

#include "cgi/base/banned.h"

enum { WIDTH = 360, HEIGHT = 150, LEFT = 40, MARGIN = 8, ABOVE = 14, BELOW = 22, SAMPLES = 150, TICKS_MOST = 4, BAND_SHOWN = 200, ROWS_MOST = 20 };

struct scale {
    const struct rating_point *point;
    int n, lo, hi, step;       /* ratings from @lo to @hi, a line across at each @step */
};

static int mean_of(const struct rating_point *point)
{
    return (int)lround(point->rating.mean);
}

static int spread_of(const struct rating_point *point)
{
    return (int)lround(2 * point->rating.deviation);
}

/* By time; games that ended in one moment stand side by side. */
static int x_of(const struct scale *s, int i)
{
    const int64_t first = s->point[0].at, range = s->point[s->n - 1].at - first;
    double part = range > 0 ? (double)(s->point[i].at - first) / (double)range : (double)i / (s->n - 1);
    return LEFT + (int)lround((WIDTH - LEFT - MARGIN) * (part < 0 ? 0 : part > 1 ? 1 : part));
}

/* What lies outside the picture is drawn at its edge. */
static int y_of(const struct scale *s, int rating)
{
    int within = rating < s->lo ? s->lo : rating > s->hi ? s->hi : rating, bottom = HEIGHT - BELOW;
    return bottom - (bottom - ABOVE) * (within - s->lo) / (s->hi - s->lo);
}

/* @step times the greatest number with which that is not above @n */
static int down_to(int n, int step)
{
    return n >= 0 ? n / step * step : -((step - 1 - n) / step * step);
}

/* The first games know little: their band goes beyond the picture, or the rest would be a flat line. */
static struct scale scale_of(const struct rating_point *points, int n)
{
    static const int steps[] = {50, 100, 200, 500, 1000, 5000};
    struct scale s = {.point = points, .n = n, .lo = mean_of(points), .hi = mean_of(points)};
    for (int i = 0; i < n; i++) {
        int spread = spread_of(&points[i]) < BAND_SHOWN ? spread_of(&points[i]) : BAND_SHOWN;
        s.lo = mean_of(&points[i]) - spread < s.lo ? mean_of(&points[i]) - spread : s.lo;
        s.hi = mean_of(&points[i]) + spread > s.hi ? mean_of(&points[i]) + spread : s.hi;
    }
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && (!i || (s.hi - s.lo) / s.step > TICKS_MOST); i++)
        s.step = steps[i];
    s.lo = down_to(s.lo, s.step);
    s.hi = down_to(s.hi, s.step) + s.step;
    return s;
}

/* Of long courses some points are drawn; the last one always is. */
static int next_drawn(const struct scale *s, int i)
{
    int step = s->n / SAMPLES + 1;
    return i < s->n - 1 && i + step >= s->n ? s->n - 1 : i + step;
}

static const char *line_text(const struct req *rq, const struct scale *s)
{
    struct sb line;
    sb_init(&line, rq->arena);
    for (int i = 0; i < s->n; i = next_drawn(s, i))
        sb_addf(&line, i ? " %d,%d" : "%d,%d", x_of(s, i), y_of(s, mean_of(&s->point[i])));
    return line.text;
}

/* Along its upper edge, and back along the lower one. */
static const char *band_text(const struct req *rq, const struct scale *s)
{
    struct sb upper;
    const char *lower = "";
    sb_init(&upper, rq->arena);
    for (int i = 0; i < s->n; i = next_drawn(s, i)) {
        const struct rating_point *point = &s->point[i];
        sb_addf(&upper, i ? " %d,%d" : "%d,%d", x_of(s, i), y_of(s, mean_of(point) + spread_of(point)));
        lower = arena_printf(rq->arena, " %d,%d%s", x_of(s, i), y_of(s, mean_of(point) - spread_of(point)), lower);
    }
    sb_add(&upper, lower);
    return upper.text;
}

static struct value *ticks_model(const struct req *rq, const struct scale *s)
{
    struct value *ticks = new_list(rq->arena);
    for (int rating = s->lo; rating <= s->hi; rating += s->step)
        put_text(put_int(add_object(ticks), K_y, y_of(s, rating)), K_label, arena_printf(rq->arena, "%d", rating));
    return ticks;
}

static const char *pair_text(const struct req *rq, const struct rating_point *point)
{
    return arena_printf(rq->arena, "%d ± %d", mean_of(point), spread_of(point));
}

/* The whole picture, for who does not see it. */
static const char *curve_words(const struct req *rq, const struct scale *s, int highest, int lowest)
{
    const struct text_value values[] = {
        {"game", title_words(rq, s->point->rules_id), 0}, {"n", NULL, s->n},
        {"from", model_date(rq, rq->who.zone, s->point[0].at), 0}, {"until", model_date(rq, rq->who.zone, s->point[s->n - 1].at), 0},
        {"first", pair_text(rq, &s->point[0]), 0}, {"now", pair_text(rq, &s->point[s->n - 1]), 0},
        {"high", arena_printf(rq->arena, "%d", highest), 0}, {"low", arena_printf(rq->arena, "%d", lowest), 0}};
    return req_fill(rq, N_("Rating in {game} over {n:one game|# games}, {from} to {until}: at first {first}, now {now}; highest {high}, lowest {low}."),
                    values, sizeof(values) / sizeof(values[0]));
}

/* As it stood after the first game, after every so many, and after the last. */
static struct value *figures_model(const struct req *rq, const struct scale *s)
{
    struct value *rows = new_list(rq->arena);
    int step = (s->n - 1) / ROWS_MOST + 1;
    for (int i = 0; i < s->n; i++) {
        if (i && (s->n - 1 - i) % step)
            continue;
        struct value *row = put_int(add_object(rows), K_n, i + 1);
        put_text(put_text(row, K_date, model_date(rq, rq->who.zone, s->point[i].at)), K_figure, pair_text(rq, &s->point[i]));
    }
    return rows;
}

struct value *rating_curve(const struct req *rq, const struct rating_point *points, int n)
{
    const struct scale s = scale_of(points, n);
    int highest = mean_of(points), lowest = highest;
    for (int i = 1; i < n; i++) {
        highest = mean_of(&points[i]) > highest ? mean_of(&points[i]) : highest;
        lowest = mean_of(&points[i]) < lowest ? mean_of(&points[i]) : lowest;
    }
    struct value *curve = put_text(put_text(new_object(rq->arena), K_rules, points->rules_id), K_game_title, title_words(rq, points->rules_id));
    put_int(put_int(put_int(curve, K_width, WIDTH), K_height, HEIGHT), K_foot, HEIGHT - BELOW);
    put_text(put_text(curve, K_points, line_text(rq, &s)), K_band, band_text(rq, &s));
    put_int(put_int(curve, K_end_x, x_of(&s, n - 1)), K_end_y, y_of(&s, mean_of(&points[n - 1])));
    put_text(put_text(curve, K_from, model_date(rq, rq->who.zone, points[0].at)), K_until, model_date(rq, rq->who.zone, points[n - 1].at));
    put_int(put_int(curve, K_highest, highest), K_lowest, lowest);
    put(put(curve, K_ticks, ticks_model(rq, &s)), K_figures, figures_model(rq, &s));
    return put_text(curve, K_words, curve_words(rq, &s, highest, lowest));
}
