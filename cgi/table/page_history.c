/* The page of a history: every move in words, the board as it stood after each, who led when, and what proves the draws. The film
 * (www/film.js) goes on from it with what page_frames.c sends. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/base/display.h"
#include "cgi/base/url.h"
#include "cgi/play/play.h"
#include "cgi/table/chart.h"
#include "cgi/table/history.h"
#include "cgi/table/history_url.h"
#include "cgi/table/practice.h"
#include "cgi/table/stretches.h"

#include "cgi/base/banned.h"

enum { ROUNDS_MOST = 40, NUMBERS_MOST = 12, BAD_PLY = -2 };
static const int64_t HOUR = 3600 * INT64_C(1000000);

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

static bool may_keep(const struct req *rq)
{
    return !rq->wants_json && history_may_keep(rq);
}

/* Is this page kept, all but what is new in each answer? Its reader was let in when it was drawn: that goes by the same. */
static bool is_history_kept(struct req *rq, struct res *rs, int64_t id, const struct history_mark *mark, int ply, bool at_ply)
{
    rs->parts.n = 0;
    if (!mark->is_over || !may_keep(rq))
        return false;
    struct depends on = history_depends(rq, id, mark);
    depends_on_number(&on, ply);
    depends_on_number(&on, at_ply);
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

/* Where rounds begin, or every so many of them: marks at the slider, and without script a way to each. */
static struct value *rounds_model(const struct moment *now)
{
    const struct table *t = now->t;
    struct stretch *found = arena_array(now->rq->arena, (size_t)t->n_moves + 1, sizeof(*found));
    int n = t->game.rules ? stretches_of(t, found) : 0, marked = (n + ROUNDS_MOST - 1) / ROUNDS_MOST, numbered = 1;
    while (n / numbered > NUMBERS_MOST)
        numbered += numbered < 2 ? 1 : numbered < 5 ? 3 : 5;
    struct value *rounds = new_list(now->rq->arena);
    for (int i = 0; i < n; i += marked) {
        struct value *round = put_int(add_object(rounds), K_number, found[i].number);
        put_bool(round, K_told, found[i].number % numbered == 0 || numbered == 1);
        put_int(round, K_ply, found[i].ply);
        put_text(round, K_words, stretch_words(now->rq, t->game.rules, &found[i]));
        put_text(round, K_url, history_url(now->rq, &t->game, found[i].ply));
    }
    return rounds;
}

/* What the film goes on with. */
static struct value *film_model(const struct moment *now, const struct history *history, bool at_ply)
{
    const struct req *rq = now->rq;
    const struct game_row *game = &now->t->game;
    struct value *film = put(new_object(rq->arena), K_rounds, rounds_model(now));
    const char *version = history_version(rq, history_depends(rq, game->id, &history->mark));
    const char *url = url_table(rq->arena, game->id), *asks = history_asks_result(rq) ? "?result=1" : "";
    const char *frames = model_keyed(rq, game, arena_printf(rq->arena, "%s/history/frames%s", url, asks));
    put_text(film, K_url, arena_printf(rq->arena, "%s/history", url));
    put_text(film, K_frames, arena_printf(rq->arena, "%s%cv=%s&from=", frames, strchr(frames, '?') ? '&' : '?', version));
    put_text(film, K_search, model_keyed(rq, game, asks));
    put_int(film, K_count, HISTORY_BLOCK);
    put_bool(film, K_asked, history_asks_result(rq));
    put_bool(film, K_final, history->mark.is_over);
    return put_bool(film, K_begun, !at_ply && history->mark.is_over);
}

static bool send(struct req *rq, struct res *rs, struct value *model, const char *tag)
{
    if (!res_page(rq, rs, "history", model))
        return false;
    res_keep(rs, tag);
    return true;
}

/* The form's number was none, or too high: the page again, at the nearest ply. */
static bool send_again(struct req *rq, struct res *rs, struct value *model, int last, struct err *err)
{
    const struct text_value value = {"last", NULL, last};
    put_text(model, K_tried, req_field(&rq->query, "ply"));
    err_fail(err, ERR_INPUT, req_fill(rq, N_("Please give a number from 0 to {last}."), &value, 1), "ply", "no such ply");
    return res_form_again(rq, rs, "history", model, err);
}

struct wanted {
    int ply;
    bool at_ply, bad;
};

static bool history_show(struct req *rq, struct res *rs, struct history *history, const struct wanted *wanted, const char *tag, struct err *err)
{
    struct table *t = &history->table;
    struct value *model = put_bool(new_object(rq->arena), K_board, true);
    int64_t until = INT64_MAX;
    put_text(model, K_accent, t->game.rules_id);
    if (wanted->bad || !is_history_kept(rq, rs, t->game.id, &history->mark, wanted->ply, wanted->at_ply)) {
        if (!play_course(rq->db, rq->arena, wanted->ply, history_plies(wanted->ply, t->game.ply), t, err))
            return false;
        res_draw(rq, rs);
        rq->until = &until;
        const struct people people = model_people(rq, &t->game, &t->incidents);
        const struct moment now = history_moment(rq, history, &people, wanted->ply);
        moment_add(&now, model);
        put_bool(model, K_shown, history->shown);
        put(model, K_practice, practice_model(rq, &t->game));
        put(model, K_film, film_model(&now, history, wanted->at_ply));
        put_text(model, K_tried, NULL);
        put_text(model, K_table_url, model_keyed(rq, &t->game, url_table(rq->arena, t->game.id)));
        rq->until = NULL;
        part_until(&rs->parts, "part_history", until);
    }
    return wanted->bad ? send_again(rq, rs, model, t->game.ply, err) : send(rq, rs, model, tag);
}

/* A game that runs is shown as it stands. One that is over is watched from its beginning, unless its end is asked for. */
static int first_shown(const struct req *rq, const struct history_mark *mark, int head)
{
    return !mark->is_over || history_asks_result(rq) ? head : 0;
}

/* @ply: of the address; or NO_PLY; or BAD_PLY, of a form. */
static bool history_drawn(struct req *rq, struct res *rs, int64_t id, int64_t ply, struct err *err)
{
    struct history *history = arena_alloc(rq->arena, sizeof(*history));
    struct table *t = &history->table;
    if (!history_open(rq, id, history, err))
        return false;
    if (t->game.status == GAME_OPEN)
        return res_see_other(rs, model_keyed(rq, &t->game, url_table(rq->arena, id)));
    struct wanted wanted = {.at_ply = ply >= 0, .bad = ply == BAD_PLY, .ply = first_shown(rq, &history->mark, t->game.ply)};
    if (ply > t->game.ply)
        return err_fail(err, ERR_GONE, N_("The game has not got that far yet."), "", "ply %lld of %d", (long long)ply, t->game.ply);
    wanted.ply = wanted.at_ply ? (int)ply : wanted.ply;
    tell_robots(rs, &history->mark, wanted.at_ply || wanted.bad);
    const char *tag = tag_of(rq, t, &history->mark, wanted.ply);
    return (!wanted.bad && res_unchanged(rq, rs, tag)) || history_show(rq, rs, history, &wanted, tag, err);
}

/* A page that is kept is asked for with little, and sent without more. */
static bool history(struct req *rq, struct res *rs, int64_t ply, struct err *err)
{
    int64_t id;
    struct history_mark mark = {.is_over = false};
    if (!model_game_id(rq, &id, err) || (may_keep(rq) && !store_history_mark(rq->db, rq->arena, id, &mark, err)))
        return false;
    int at = ply >= 0 ? (int)ply : first_shown(rq, &mark, mark.ply);
    if (ply == BAD_PLY || !is_history_kept(rq, rs, id, &mark, at, ply >= 0))
        return history_drawn(rq, rs, id, ply, err);
    tell_robots(rs, &mark, ply >= 0);
    const char *tag = tag_of(rq, NULL, &mark, at);
    return res_unchanged(rq, rs, tag) || send(rq, rs, put_bool(new_object(rq->arena), K_board, true), tag);
}

/* The slider's form, without script: its number leads to the page of that ply. */
static bool go_to(struct req *rq, struct res *rs, const char *number, struct err *err)
{
    int64_t id, ply;
    struct history there;
    if (!model_game_id(rq, &id, err) || !history_open(rq, id, &there, err))
        return false;
    if (!parse_number(number, 0, there.table.game.ply, &ply))
        return history(rq, rs, BAD_PLY, err);
    return res_see_other(rs, history_url(rq, &there.table.game, (int)ply));
}

bool page_history(struct req *rq, struct res *rs, struct err *err)
{
    const char *number = req_field(&rq->query, "ply");
    return number ? go_to(rq, rs, number, err) : history(rq, rs, NO_PLY, err);
}

bool page_history_ply(struct req *rq, struct res *rs, struct err *err)
{
    int64_t ply;
    if (!rq->part[1] || !parse_number(rq->part[1], 0, INT32_MAX, &ply))
        return err_fail(err, ERR_GONE, NULL, "", "no ply '%s'", rq->part[1] ? rq->part[1] : "");
    return history(rq, rs, ply, err);
}
