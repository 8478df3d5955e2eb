/* What of a history is another one at each ply. */
#include "config.h"

#include "cgi/table/history.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/table/chart.h"
#include "cgi/table/draw_board.h"
#include "cgi/table/history_url.h"
#include "cgi/table/practice.h"

#include "cgi/base/banned.h"

bool history_open(struct req *rq, int64_t id, struct history *history, struct err *err)
{
    struct table *t = &history->table;
    *history = (struct history){.table = {.seat = NO_SEAT}};
    if (!store_game_told(rq->db, rq->arena, id, &t->game, &t->incidents, &history->mark, err) || !model_may_see(rq, &t->game, err))
        return false;
    t->seat = game_seat_of(&t->game, rq->who.id);
    history->shown = t->game.status != GAME_OVER || t->seat != NO_SEAT || history_asks_result(rq);
    return true;
}

bool history_may_keep(const struct req *rq)
{
    for (int i = 0; i < rq->query.n; i++) {
        const char *name = rq->query.field[i].name;
        if (strcmp(name, "result") != 0 && strcmp(name, "from") != 0 && strcmp(name, "v") != 0)
            return false;
    }
    return true;
}

struct depends history_depends(const struct req *rq, int64_t id, const struct history_mark *mark)
{
    struct depends on;
    depends_start(&on);
    depends_on_text(&on, rq->words->lang);
    depends_on_number(&on, id);
    depends_on_bytes(&on, mark->seen.bytes, mark->seen.n);
    depends_on_number(&on, rq->who.id);
    depends_on_text(&on, rq->who.zone);
    depends_on_number(&on, history_asks_result(rq));
    return on;
}

const char *history_version(const struct req *rq, struct depends on)
{
    static const int64_t HOUR = 3600 * INT64_C(1000000);
    depends_on_number(&on, rq->now / HOUR);
    const struct cache_key key = depends_key(&on);
    return arena_printf(rq->arena, "%016llx", (unsigned long long)key.number[2]);
}

struct moment history_moment(struct req *rq, const struct history *history, const struct people *people, int ply)
{
    return (struct moment){rq, &history->table, people, ply, history->shown ? history->table.game.ply : ply};
}

static void add_steps(const struct moment *now, struct value *model)
{
    const struct req *rq = now->rq;
    const struct game_row *game = &now->t->game;
    const int ply = now->ply, last = now->t->game.ply;
    put_int(model, K_ply, ply);
    put_int(model, K_last, last);
    put_text(model, K_first_url, history_url(rq, game, 0));
    put_text(model, K_last_url, history_url(rq, game, last));
    put_text(model, K_prev_url, ply > 0 ? history_url(rq, game, ply - 1) : NULL);
    put_text(model, K_next_url, ply < last ? history_url(rq, game, ply + 1) : NULL);
    put_bool(model, K_at_first, ply == 0);
    put_bool(model, K_at_last, ply == last);
}

/* The way to the end is offered where it is a secret still, and once all has been seen. */
static void add_result(const struct moment *now, struct value *model)
{
    const struct req *rq = now->rq;
    const struct table *t = now->t;
    bool told = now->upto == t->game.ply;
    if (!told)
        put(model, K_result, put_bool(new_object(rq->arena), K_has_rows, false));
    const char *url = now->ply > 0 ? url_history(rq->arena, t->game.id, now->ply) : arena_printf(rq->arena, "%s/history", url_table(rq->arena, t->game.id));
    url = model_keyed(rq, &t->game, arena_printf(rq->arena, "%s?result=1", url));
    put_text(model, K_result_url, told ? NULL : arena_printf(rq->arena, "%s#result-title", url));
}

/* Where the reader tries something from here; NULL: nothing is asked any more. */
static const char *try_url(const struct moment *now)
{
    const struct table *t = now->t;
    bool goes_on = t->game.rules && t->game.rules->awaits(t->state);
    return goes_on ? practice_url(now->rq, &t->game, now->ply, false) : NULL;
}

void moment_add(const struct moment *now, struct value *model)
{
    const struct table *t = now->t;
    put_text(model, K_try_url, try_url(now));
    put(model, K_game, model_game(now->rq, &t->game));
    add_steps(now, model);
    put(model, K_event, moment_event(now));
    bool grows = now->upto < t->game.ply; /* with the plies of a film: empty at first, and it keeps its place */
    put_bool(model, K_has_chart, t->n_moves > 1 && (grows || chart_tells(t, now->upto)));
    put(model, K_chart, chart_model(now->rq, t, now->ply, now->upto));
    moment_add_turns(now, model);
    table_add_board(now->rq, t, now->ply > 0 ? t->before : NULL, now->people, NULL, NULL, model);
    add_result(now, model);
}
