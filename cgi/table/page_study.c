/* The study of a finished game: asked for by a button, worked out by the worker, told here. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/play/play.h"
#include "cgi/table/history.h"
#include "cgi/table/history_url.h"
#include "cgi/table/study_model.h"

#include "cgi/base/banned.h"

enum { LOOK_AGAIN = 3, LOOK_LATER = 15, MANY = 5 }; /* seconds until the page comes by itself, while some or many are studied before */

static const char *study_url(const struct req *rq, const struct game_row *game)
{
    return model_keyed(rq, game, arena_printf(rq->arena, "%s/study", url_table(rq->arena, game->id)));
}

bool act_study(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    bool may;
    if (!model_visible_game(rq, &id, &game, err) || !store_study_ask(rq->db, id, STUDY_REVISION, &may, err))
        return false;
    if (!may)
        return err_fail(err, ERR_STALE, N_("Only a game that was played to its end can be studied."), NULL, "game %lld", (long long)id);
    return res_see_other(rs, study_url(rq, &game));
}

/* Why there is nothing to read as yet, or never. */
static const char *sentence_of(const struct req *rq, const struct study_row *row, bool readable)
{
    const struct text_value n = {"n", NULL, row->before};
    if (row->state == STUDY_ASKED)
        return row->before ? req_fill(rq, N_("{n:1 game is|# games are} studied before this one. This page comes by itself."), &n, 1)
                           : req_words(rq, N_("The study is being worked out: some seconds. This page comes by itself."));
    if (row->state == STUDY_FAILED && !strcmp(row->why, "rules"))
        return req_words(rq, N_("This game was played by rules that have changed since: it cannot be studied any more."));
    if (row->state == STUDY_FAILED)
        return req_words(rq, N_("This game cannot be studied: its moves do not lead to its end."));
    if (!row->may)
        return req_words(rq, N_("Only a game that was played to its end can be studied."));
    return readable ? NULL : req_words(rq, N_("What each player could expect after each move, what was luck and what was not, and what would have been better."));
}

static bool add_study(struct req *rq, struct history *history, const struct study_row *row, struct value *model, struct err *err)
{
    struct table *t = &history->table;
    struct studied studied;
    const int last = t->game.ply;
    bool readable = row->state == STUDY_DONE && t->game.rules && studied_read(rq->arena, row->result, t->game.n_seats, last, &studied);
    put_bool(model, K_told, readable);
    put_bool(model, K_waits, row->state == STUDY_ASKED);
    put_bool(model, K_may, row->may && (row->state == STUDY_NONE || (row->state == STUDY_DONE && !readable)));
    put_int(model, K_again, row->before > MANY ? LOOK_LATER : LOOK_AGAIN);
    put_text(model, K_sentence, sentence_of(rq, row, readable));
    put_null(model, K_chart);
    if (!readable)
        return true;
    if (!play_course(rq->db, rq->arena, last, (struct plies){0, last}, t, err))
        return false;
    const struct people people = model_people(rq, &t->game, &t->incidents);
    study_model(rq, t, &people, &studied, model);
    return true;
}

bool page_study(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct study_row row;
    struct history *history = arena_alloc(rq->arena, sizeof(*history));
    if (!model_game_id(rq, &id, err) || !history_open(rq, id, history, err) || !store_study(rq->db, rq->arena, id, &row, err))
        return false;
    const struct game_row *game = &history->table.game;
    struct value *model = new_object(rq->arena);
    put(model, K_game, model_game(rq, game));
    put_text(model, K_table_url, model_keyed(rq, game, url_table(rq->arena, id)));
    put_text(model, K_study_url, study_url(rq, game));
    if (!add_study(rq, history, &row, model, err))
        return false;
    res_header(rs, "X-Robots-Tag", "noindex");
    return res_page(rq, rs, "study", model);
}
