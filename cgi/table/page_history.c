/* The history: every move in words, the board as it stood after each, who led when, and what proves the draws. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <sodium.h>
#include <string.h>

#include "cgi/mail/letter.h"
#include "cgi/model/model.h"
#include "cgi/table/draw_board.h"
#include "cgi/table/table_parts.h"
#include "cgi/play/play.h"
#include "cgi/words/phrases.h"
#include "cgi/base/display.h"
#include "cgi/base/url.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { CHART_WIDTH = 360, CHART_HEIGHT = 150, CHART_MARGIN = 8, CHART_HEAD = 18, CHART_FOOT = 24, COLUMN = 6, MARKS_MOST = 8,
       TICKS_MOST = 4, ROWS_MOST = 20, MOVES_PER_PAGE = 120 };
static const int64_t HOUR = 3600 * INT64_C(1000000);

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

static struct scale chart_scale(const struct table *t)
{
    struct scale scale = {.last = t->n_moves > 0 ? t->moves[t->n_moves - 1].ply : 0};
    for (int i = 0; i < t->n_moves; i++)
        for (int s = 0; s < t->game.n_seats; s++) {
            int points = t->moves[i].points[s];
            scale.lo = points < scale.lo ? points : scale.lo;
            scale.hi = points > scale.hi ? points : scale.hi;
        }
    return scale;
}

/* A step line: a corner wherever the points change, so long games stay small. */
static struct value *line_model(const struct req *rq, const struct table *t, const struct scale *scale, int seat)
{
    struct value *line = model_seat(rq, &t->game, seat);
    struct sb points;
    int y = chart_y(scale, 0), x = chart_x(scale, 0);
    sb_init(&points, rq->arena);
    for (int i = 0; i < t->n_moves; i++) {
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

/* The smallest of 1, 2, 5, 10, 20, ... of which at most @most fit into @range. */
static int round_step(int range, int most)
{
    for (int ten = 1;; ten *= 10)
        for (int i = 0; i < 3; i++) {
            int step = ten * (i == 0 ? 1 : i == 1 ? 2 : 5);
            if (range / step <= most)
                return step;
        }
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

/* Is a game told in rounds? If not, in turns. */
static bool has_rounds(const struct rules *rules)
{
    return rules->words->begins_round || rules->words->plain_rounds;
}

/* The round that begins with @row, as its events say; 0: none does. */
static int round_begun(const struct rules *rules, const struct move_row *row)
{
    int round = 0;
    for (int i = 0; i < row->n_events; i++)
        if (row->events[i].kind == rules->words->begins_round)
            round = row->events[i].arg[0];
    return round;
}

/* A stretch of the game that the chart marks. */
struct stretch {
    int ply, number; /* the position it begins with; from 1 */
};

static bool moved_at(const struct table *t, int i, int seat)
{
    return i >= 0 && i < t->n_moves && t->moves[i].seat == seat;
}

/* Rounds where the log tells them or turns go by in order, else turns; how many. */
static int find_stretches(const struct table *t, struct stretch *found)
{
    const struct rules *rules = t->game.rules;
    bool logs = rules->words->begins_round != 0;
    int n = 0, first = t->n_moves > 1 ? t->moves[1].seat : NO_SEAT;
    for (int i = 0; i < t->n_moves; i++) {
        int seat = t->moves[i].seat, number = 0;
        if (logs)
            number = round_begun(rules, &t->moves[i]);
        else if (seat != NO_SEAT && !moved_at(t, i - 1, seat) && (!rules->words->plain_rounds || seat == first))
            number = n + 1;
        if (number > (n ? found[n - 1].number : 0))
            found[n++] = (struct stretch){logs || i == 0 ? t->moves[i].ply : t->moves[i].ply - 1, number};
    }
    return n;
}

static const char *stretch_words(const struct req *rq, const struct rules *rules, const struct stretch *stretch)
{
    const struct text_value number = {"n", NULL, stretch->number};
    return req_fill(rq, has_rounds(rules) ? N_("Round {n}") : N_("Turn {n}"), &number, 1);
}

static struct value *mark_model(const struct req *rq, const struct table *t, const struct stretch *stretch, int x,
                                      const char *words, const char *label)
{
    struct value *mark = put_int(new_object(rq->arena), K_x, x);
    put_text(put_text(mark, K_label, label), K_words, words);
    return put_text(mark, K_url, url_history(rq->arena, t->game.id, stretch->ply));
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

/* How everybody stood when a round was over, or every so many of them; the last row is as it stands. */
static struct value *figures_model(const struct req *rq, const struct table *t, const struct stretch *found, int n)
{
    struct value *rows = new_list(rq->arena);
    int step = n ? round_step(found[n - 1].number, ROWS_MOST) : 1;
    const struct rules *rules = t->game.rules;
    const char *after = rules && has_rounds(rules) ? N_("After round {n}") : N_("After turn {n}");
    for (int i = 0; i + 1 < n; i++)
        if (found[i].number % step == 0)
            add(rows, figures_row(rq, t, after, found[i].number, found[i + 1].ply));
    return add(rows, figures_row(rq, t, N_("After move {n}"), t->game.ply, t->game.ply));
}

static struct value *chart_model(const struct req *rq, const struct table *t, int ply)
{
    const struct scale scale = chart_scale(t);
    struct stretch *found = arena_array(rq->arena, (size_t)t->n_moves + 1, sizeof(*found));
    int n = t->game.rules ? find_stretches(t, found) : 0;
    struct value *chart = new_object(rq->arena), *lines = new_list(rq->arena);
    for (int seat = 0; seat < t->game.n_seats; seat++)
        add(lines, model_score(rq, &t->game, t->moves[ply].points[seat], line_model(rq, t, &scale, seat)));
    put_int(chart, K_width, CHART_WIDTH);
    put_int(chart, K_height, CHART_HEIGHT);
    put_int(chart, K_foot, CHART_HEIGHT - CHART_FOOT);
    put_text(chart, K_counts, score_heading(rq->words->cat, t->game.rules));
    put(chart, K_lines, lines);
    put(chart, K_ticks, ticks_model(rq, t, &scale));
    put(chart, K_marks, marks_model(rq, t, &scale, found, n));
    put(chart, K_figures, figures_model(rq, t, found, n));
    return put_int(chart, K_cursor_x, chart_x(&scale, ply));
}

/* ---- the moves in words ---- */

static int first_ply(struct value *turn)
{
    struct value *entry = value_at(get(turn, K_entries), 0);
    return (int)get_int(entry ? entry : get(turn, K_incident), K_ply);
}

/* A heading before the first turn of each round, and of the page; where turns are all there is, they are headings enough. */
static void add_headings(const struct req *rq, const struct table *t, struct value *turns)
{
    const struct rules *rules = t->game.rules;
    struct stretch *found = arena_array(rq->arena, (size_t)t->n_moves + 1, sizeof(*found));
    int n = rules && has_rounds(rules) ? find_stretches(t, found) : 0;
    for (size_t i = 0, k = 0; i < value_n(turns); i++) {
        struct value *turn = value_at(turns, i), *heading = NULL;
        const struct stretch *begun = NULL;
        for (; k < (size_t)n && found[k].ply < first_ply(turn); k++)
            begun = &found[k];
        if (begun) {
            heading = put_text(new_object(rq->arena), K_words, stretch_words(rq, rules, begun));
            put_text(heading, K_id, arena_printf(rq->arena, "round-%d", begun->number));
        }
        put(turn, K_heading, heading);
    }
}

/* One page of moves: the one that holds @ply. */
static struct plies page_of(int ply, int head)
{
    int first = ply / MOVES_PER_PAGE * MOVES_PER_PAGE, last = first + MOVES_PER_PAGE - 1;
    return (struct plies){first, last < head ? last : head};
}

static void add_turns(const struct req *rq, const struct table *t, const struct people *people, int ply,
                      struct value *model)
{
    const struct plies told = page_of(ply, t->game.ply);
    int from = told.first, n = told.last + 1 - from;
    struct value *turns = model_turns(rq, &t->game, people, t->moves + from, n, &t->incidents, t->seat, ply);
    add_headings(rq, t, turns);
    put(model, K_turns, turns);
    put(model, K_earlier_href, from > 0 ? new_text(rq->arena, url_history(rq->arena, t->game.id, from - 1)) : NULL);
    put(model, K_later_href, from + n < t->n_moves ? new_text(rq->arena, url_history(rq->arena, t->game.id, from + n)) : NULL);
}

/* May @viewer read what this move says, although nothing has come of it? It may be a sealed answer. */
static bool may_read_move(const struct table *t, const struct verb *verb, const struct move_row *row)
{
    return verb->open || t->game.status == GAME_OVER || row->seat == t->seat;
}

/* A move that tells nothing by itself: as the button said. */
static const char *silent_words(const struct req *rq, const struct table *t, const struct people *people,
                                const struct move_row *row)
{
    struct move move;
    struct fault fault;
    struct sb said;
    bool known = move_from_text(t->game.rules->verbs, row->move, &move, &fault);
    const struct verb *verb = known ? &t->game.rules->verbs[move.verb] : NULL;
    const struct people then = model_people_then(people, row->ply);
    const char *name = row->seat >= 0 && row->seat < then.n ? then.name[row->seat] : "";
    sb_init(&said, rq->arena);
    if (verb && may_read_move(t, verb, row))
        text_move(&said, rq->words->cat, t->game.rules, NULL, &move, then.name, then.n);
    const struct text_value value[] = {{"name", name, 0},
                                       {"what", said.length ? said.text : verb ? req_words(rq, verb->choose) : "…", 0}};
    return req_fill(rq, verb && verb->confirms ? N_("{name} ends the turn.") : N_("{name}: {what}"), value, 2);
}

/* What came of a silent move @ply by the next of the same seat, such as its price: added to @lines, each {text}. */
static void add_outcome(const struct req *rq, const struct table *t, const struct people *people, int ply,
                        struct value *lines)
{
    struct value *texts = new_list(rq->arena);
    for (int i = ply + 1; moved_at(t, i, t->moves[ply].seat) && value_n(texts) == 0; i++)
        model_events(rq, &t->game, people, &t->moves[i], t->seat, texts, NULL);
    if (value_n(texts) > 0)
        add(lines, put(new_object(rq->arena), K_text, value_at(texts, 0)));
}

static struct value *event_model(const struct req *rq, const struct table *t, const struct people *people, int ply)
{
    const struct move_row *move = &t->moves[ply];
    struct value *event = model_mover_then(rq, &t->game, people, move->seat, ply), *lines = new_list(rq->arena), *texts = new_list(rq->arena);
    model_events(rq, &t->game, people, move, t->seat, texts, NULL);
    for (size_t i = 0; i < value_n(texts); i++)
        add(lines, put(new_object(rq->arena), K_text, value_at(texts, i)));
    struct value *notes = model_incidents(rq, &t->game, &t->incidents, ply);
    if (value_n(texts) == 0 && move->seat != NO_SEAT) {
        add(lines, put_text(new_object(rq->arena), K_text, silent_words(rq, t, people, move)));
        if (value_n(notes) == 0)
            add_outcome(rq, t, people, ply, notes);
    }
    put(event, K_notes, notes);
    model_cause(rq, &t->game, &t->incidents, move, event);
    put(event, K_at, model_time(rq, move->at));
    return put(event, K_texts, lines);
}

/* ---- the page ---- */

static void add_steps(const struct req *rq, int64_t id, int ply, int last, struct value *model)
{
    put_int(model, K_ply, ply);
    put_int(model, K_last, last);
    put_text(model, K_first_url, url_history(rq->arena, id, 0));
    put_text(model, K_last_url, url_history(rq->arena, id, last));
    put(model, K_prev_url, ply > 0 ? new_text(rq->arena, url_history(rq->arena, id, ply - 1)) : NULL);
    put(model, K_next_url, ply < last ? new_text(rq->arena, url_history(rq->arena, id, ply + 1)) : NULL);
    put_bool(model, K_at_first, ply == 0);
    put_bool(model, K_at_last, ply == last);
}

/* What the page is made of: while this is the same, a reader's copy is good. Its "ago" may be an hour off. Nothing that others
 * have hidden goes into it: while the game runs the chain's hash neither, since that is over sealed answers, too. */
static const char *tag_of(const struct req *rq, const struct table *t, const struct history_mark *mark, int ply)
{
    struct depends on;
    depends_start(&on);
    depends_on_number(&on, ply);
    depends_on_number(&on, rq->now / HOUR);
    if (mark->is_over) {
        depends_on_bytes(&on, mark->seen.bytes, mark->seen.n);
        return res_tag(rq, &on);
    }
    depends_on_number(&on, t->game.ply);
    depends_on_number(&on, t->game.status);
    depends_on_number(&on, t->incidents.n);
    depends_on_number(&on, t->seat);
    depends_on_number(&on, t->game.moved);
    return res_tag(rq, &on);
}

/* Pages of a game that is over are kept, but where the address says more than which. */
static bool may_keep(const struct req *rq)
{
    return !*rq->query_string && !rq->wants_json;
}

/* Is this page kept, all but what is new in each answer? Its reader was let in when it was drawn: that goes by the same. */
static bool is_history_kept(struct req *rq, struct res *rs, int64_t id, const struct history_mark *mark, int ply)
{
    struct depends on;
    rs->parts.n = 0;
    if (!mark->is_over || !may_keep(rq))
        return false;
    depends_start(&on);
    depends_on_text(&on, rq->words->lang);
    depends_on_number(&on, id);
    depends_on_bytes(&on, mark->seen.bytes, mark->seen.n);
    depends_on_number(&on, ply);
    depends_on_number(&on, rq->who.id);
    depends_on_text(&on, rq->who.zone);
    const struct cache_key key = depends_key(&on);
    depends_on_text(&on, rq->who.name);
    depends_on_number(&on, rq->who.waiting);
    depends_on_number(&on, rq->who.bounced);
    const char *display = req_display(rq); /* its words alone: made-up cookies must not fill the cache */
    depends_on_number(&on, display_theme(display));
    depends_on_number(&on, display_plain(display));
    depends_on_number(&on, display_still(display));
    const struct cache_key top = depends_key(&on);
    bool kept = part_kept(rq, &rs->parts, "part_top", &top);
    return part_kept(rq, &rs->parts, "part_history", &key) && kept;
}

/* Search engines may read a finished game that anybody may see, once: not each of its hundreds of positions. */
static void tell_robots(struct res *rs, const struct history_mark *mark, bool at_ply)
{
    if (at_ply || !mark->is_over || mark->is_private)
        res_header(rs, "X-Robots-Tag", "noindex");
}

/* All that is drawn: the moves, the board after this one, who led when. */
static void add_history(struct req *rq, const struct table *t, int ply, struct value *model)
{
    const struct people people = model_people(rq, &t->game, &t->incidents);
    put(model, K_game, model_game(rq, &t->game));
    add_steps(rq, t->game.id, ply, t->game.ply, model);
    put(model, K_event, event_model(rq, t, &people, ply));
    put_bool(model, K_has_chart, t->n_moves > 1);
    put(model, K_chart, chart_model(rq, t, ply));
    add_turns(rq, t, &people, ply, model);
    table_add_board(rq, t, ply > 0 ? t->before : NULL, &people, NULL, NULL, model);
}

static bool send(struct req *rq, struct res *rs, struct value *model, const char *tag)
{
    if (!res_page(rq, rs, "history", model))
        return false;
    res_keep(rs, tag);
    return true;
}

static bool history_show(struct req *rq, struct res *rs, struct table *t, const struct history_mark *mark, int ply, const char *tag,
                         struct err *err)
{
    struct value *model = put_bool(new_object(rq->arena), K_board, true);
    int64_t until = INT64_MAX;
    put_text(model, K_accent, t->game.rules_id);
    if (!is_history_kept(rq, rs, t->game.id, mark, ply)) {
        if (!play_course(rq->db, rq->arena, ply, page_of(ply, t->game.ply), t, err))
            return false;
        res_draw(rq, rs);
        rq->until = &until;
        add_history(rq, t, ply, model);
        rq->until = NULL;
        part_until(&rs->parts, "part_history", until);
    }
    return send(rq, rs, model, tag);
}

/* @ply -1: the head. */
static bool history_drawn(struct req *rq, struct res *rs, int64_t id, int64_t ply, struct err *err)
{
    struct table *t = arena_alloc(rq->arena, sizeof(*t));
    struct history_mark mark;
    if (!store_game_told(rq->db, rq->arena, id, &t->game, &t->incidents, &mark, err) || !model_may_see(rq, &t->game, err))
        return false;
    if (t->game.status == GAME_OPEN)
        return res_to_table(rq, rs, id);
    bool at_ply = ply >= 0;
    ply = at_ply ? ply : t->game.ply;
    if (ply > t->game.ply)
        return err_fail(err, ERR_GONE, N_("The game has not got that far yet."), "", "ply %lld of %d", (long long)ply, t->game.ply);
    t->seat = game_seat_of(&t->game, rq->who.id);
    tell_robots(rs, &mark, at_ply);
    const char *tag = tag_of(rq, t, &mark, (int)ply);
    return res_unchanged(rq, rs, tag) || history_show(rq, rs, t, &mark, (int)ply, tag, err);
}

/* A page that is kept is asked for with little, and sent without more. */
static bool history(struct req *rq, struct res *rs, int64_t ply, struct err *err)
{
    int64_t id;
    struct history_mark mark = {.is_over = false};
    if (!model_game_id(rq, &id, err) || (may_keep(rq) && !store_history_mark(rq->db, rq->arena, id, &mark, err)))
        return false;
    int at = ply >= 0 ? (int)ply : mark.ply;
    if (!is_history_kept(rq, rs, id, &mark, at))
        return history_drawn(rq, rs, id, ply, err);
    tell_robots(rs, &mark, ply >= 0);
    const char *tag = tag_of(rq, NULL, &mark, at);
    return res_unchanged(rq, rs, tag) || send(rq, rs, put_bool(new_object(rq->arena), K_board, true), tag);
}

bool page_history(struct req *rq, struct res *rs, struct err *err)
{
    return history(rq, rs, -1, err);
}

bool page_history_ply(struct req *rq, struct res *rs, struct err *err)
{
    int64_t ply;
    if (!rq->part[1] || !parse_number(rq->part[1], 0, INT32_MAX, &ply))
        return err_fail(err, ERR_GONE, NULL, "", "no ply '%s'", rq->part[1] ? rq->part[1] : "");
    return history(rq, rs, ply, err);
}
