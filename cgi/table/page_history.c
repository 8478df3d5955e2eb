/* The history: every move in words, the board as it stood after each, who led when, and what proves the draws. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <sodium.h>
#include <string.h>

#include "cgi/model/model.h"
#include "cgi/table/chart.h"
#include "cgi/table/draw_board.h"
#include "cgi/table/table_parts.h"
#include "cgi/play/play.h"
#include "cgi/words/phrases.h"
#include "cgi/base/display.h"
#include "cgi/base/url.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

enum { MOVES_PER_PAGE = 120 };
static const int64_t HOUR = 3600 * INT64_C(1000000);

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
    int n = rules && chart_has_rounds(rules) ? chart_stretches(t, found) : 0;
    for (size_t i = 0, k = 0; i < value_n(turns); i++) {
        struct value *turn = value_at(turns, i), *heading = NULL;
        const struct stretch *begun = NULL;
        for (; k < (size_t)n && found[k].ply < first_ply(turn); k++)
            begun = &found[k];
        if (begun) {
            heading = put_text(new_object(rq->arena), K_words, chart_stretch_words(rq, rules, begun));
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

static bool moved_at(const struct table *t, int i, int seat)
{
    return i >= 0 && i < t->n_moves && t->moves[i].seat == seat;
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
    put(model, K_chart, chart_model(rq, t, ply, t->game.ply));
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
