/* The study of a finished game: asked for by a button, worked out by the worker, told here. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/play/play.h"
#include "cgi/table/history.h"
#include "cgi/table/history_url.h"
#include "cgi/table/study_model.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

enum { LOOK_AGAIN = 3, LOOK_LATER = 15, MANY = 5 }; /* seconds until the page comes by itself, while some or many are studied before */

static const char *study_url(const struct req *rq, const struct game_row *game)
{
    return model_keyed(rq, game, arena_printf(rq->arena, "%s/study", url_table(rq->arena, game->id)));
}

static const char rules_gone[] = N_("This game was played by rules that have changed since: it cannot be studied any more.");

/* Can it be played again: are the rules here that it was played by? */
static bool has_rules(const struct game_row *game)
{
    return game->rules && rules_at(game->rules, game->revision);
}

/* The study that is stored; false: there is none by this revision, or its bytes are damaged. It ends with the game's own result. */
static bool read_study(struct arena *arena, const struct game_row *game, const struct study_row *row, struct studied *studied)
{
    if (row->state != STUDY_DONE || !studied_read(arena, row->result, game->n_seats, game->ply, studied))
        return false;
    for (int s = 0; s < game->n_seats; s++)
        if (studied->points[game->ply].expects[s] != game->seat[s].points * SEARCH_SCALE)
            return false;
    return true;
}

bool act_study(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    struct study_row row;
    struct studied studied;
    bool may;
    if (!model_visible_game(rq, &id, &game, err) || !store_study(rq->db, rq->arena, id, &row, err))
        return false;
    if (!has_rules(&game))
        return err_fail(err, ERR_STALE, rules_gone, NULL, "game %lld", (long long)id);
    const struct stored damaged = read_study(rq->arena, &game, &row, &studied) ? (struct stored){.n = 0} : row.result;
    if (!store_study_ask(rq->db, id, STUDY_REVISION, damaged, &may, err))
        return false;
    if (!may)
        return err_fail(err, ERR_STALE, N_("Only a game that was played to its end can be studied."), NULL, "game %lld", (long long)id);
    return res_see_other(rs, study_url(rq, &game));
}

/* Why there is nothing to read as yet, or never. */
static const char *sentence_of(const struct req *rq, const struct game_row *game, const struct study_row *row)
{
    const struct text_value n = {"n", NULL, row->before};
    if (!has_rules(game))
        return req_words(rq, rules_gone);
    if (row->state == STUDY_ASKED)
        return row->before ? req_fill(rq, N_("{n:1 game is|# games are} studied before this one. This page updates by itself."), &n, 1)
                           : req_words(rq, N_("The study is being worked out: some seconds. This page updates by itself."));
    if (!row->may && game->status == GAME_OVER && !game->practice.is)
        return req_words(rq, model_no_study);
    if (!row->may)
        return req_words(rq, N_("Only a game that was played to its end can be studied."));
    if (row->state == STUDY_FAILED && !strcmp(row->why, "moves"))
        return req_words(rq, N_("The study of this game failed: its moves do not lead to its end."));
    if (row->state == STUDY_FAILED)
        return req_words(rq, N_("The study of this game failed. It can be asked for once more."));
    return req_words(rq, N_("What each player could expect after each move, what was luck and what was not, and what would have been better."));
}

static bool add_study(struct req *rq, struct history *history, const struct study_row *row, struct value *model, struct err *err)
{
    struct table *t = &history->table;
    struct studied studied;
    const int last = t->game.ply;
    const bool can = has_rules(&t->game), waits = can && row->state == STUDY_ASKED;
    const bool readable = can && read_study(rq->arena, &t->game, row, &studied);
    put_bool(model, K_told, readable);
    put_bool(model, K_waits, waits);
    put_bool(model, K_may, can && row->may && !waits && !readable);
    put_int(model, K_again, row->before > MANY ? LOOK_LATER : LOOK_AGAIN);
    put_text(model, K_sentence, readable ? NULL : sentence_of(rq, &t->game, row));
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
