/* Tables before, beside and after the moves: the lobby, opening, joining and leaving them, what is said there, and whole games. */
#include "config.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/api/handlers.h"
#include "cgi/api/table.h"
#include "cgi/http/problem.h"
#include "cgi/model/model.h"
#include "cgi/pages/tables.h"
#include "cgi/play/chat.h"
#include "cgi/play/play.h"
#include "cgi/store/programs.h"

#include "cgi/base/banned.h"

enum { LISTED_MOST = 50, LISTED = 20, LINE_MOST = 2000, EXPORTS_MOST = 20, EXPORTS = 10 };

/* ---- lists ---- */

bool api_lobby(struct req *rq, struct res *rs, struct err *err)
{
    const char *status = req_field(&rq->query, "status");
    struct lobby_filter filter = {.person = rq->who.id, .rules_id = req_field(&rq->query, "game"), .pace = req_field(&rq->query, "pace")};
    struct game_list list;
    int64_t most, seats;
    if (!status || !strcmp(status, "open"))
        filter.status = GAME_OPEN;
    else if (!strcmp(status, "running"))
        filter.status = GAME_RUNNING;
    else
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "status", "no status");
    if (!api_number(rq, "before", 1, INT64_MAX, 0, &filter.before, err) || !api_number(rq, "most", 1, LISTED_MOST, LISTED, &most, err)
        || !api_number(rq, "seats", 0, SEATS_MAX - 1, 0, &seats, err))
        return false;
    filter.most = (int)most;
    filter.seats = (int)seats;
    return store_lobby(rq->db, rq->arena, &filter, &list, err) && api_answer(rq, rs, api_cards(rq, list.row, list.n, filter.most));
}

/* Tables where a seat is kept for the caller. */
bool api_invitations(struct req *rq, struct res *rs, struct err *err)
{
    const struct game_filter filter = {.person = rq->who.id, .kept = true, .has_status = true, .status = GAME_OPEN, .most = LISTED_MOST};
    struct game_row *games;
    int n;
    return store_games(rq->db, rq->arena, &filter, &games, &n, err) && api_answer(rq, rs, api_cards(rq, games, n, LISTED_MOST));
}

/* ---- seats ---- */

static bool confirmed(const struct req *rq, struct err *err)
{
    if (rq->who.email_confirmed)
        return true;
    err_fail(err, ERR_FORBIDDEN, N_("Please confirm your e-mail address first."), NULL, "the address is not confirmed");
    return err_kind(err, "not_confirmed");
}

static bool show_table(struct req *rq, struct res *rs, int64_t game, struct err *err)
{
    rq->part[0] = arena_printf(rq->arena, "%lld", (long long)game);
    return api_show(rq, rs, 201, NULL, err);
}

/* Whom the table belongs to, or who sits there, has done it; what may have failed after that is that the game begins. */
static bool again(struct req *rq, struct res *rs, int64_t *game, struct err *err)
{
    return play_start_when_full(rq->db, rq->arena, *game, rq->now, err) && show_table(rq, rs, *game, err);
}

static bool create(struct req *rq, struct res *rs, int64_t *game, struct err *err)
{
    bool ok = confirmed(rq, err) && tables_create(rq, game, err);
    if (*game) /* it is there, also when it did not begin */
        api_done_now(rq, 201, *game);
    return ok && show_table(rq, rs, *game, err);
}

bool api_create(struct req *rq, struct res *rs, struct err *err)
{
    return api_once(rq, rs, create, again, err);
}

/* A program sits down where people know what they get: where it is invited, at its owner's tables and its own, and among programs. */
static bool program_may_sit(const struct req *rq, const struct game_row *game, struct err *err)
{
    if (!rq->program_of || game->owner == rq->program_of || game->owner == rq->who.id || game_keeps_seat(game, rq->who.id)
        || name_is_program(game->owner_name))
        return true;
    err_fail(err, ERR_FORBIDDEN, N_("A program joins a table of its owner or of another program, or where a seat is reserved for it."), NULL, "a program");
    return err_kind(err, "program");
}

static bool join(struct req *rq, struct res *rs, int64_t *id, struct err *err)
{
    int seat;
    struct game_row game;
    const char *phrase, *key = req_field(&rq->form, "key");
    if (!confirmed(rq, err) || !model_visible_game(rq, id, &game, err) || !program_may_sit(rq, &game, err) || !phrase_read(rq, &phrase, err)
        || !store_sit(rq->db, *id, rq->who.id, phrase, key, &seat, err))
        return false;
    api_done_now(rq, 201, *id);
    return again(rq, rs, id, err);
}

bool api_join(struct req *rq, struct res *rs, struct err *err)
{
    return api_once(rq, rs, join, again, err);
}

/* Before the start the seat is free again; a running game is resigned. */
bool api_leave(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    bool ok = game.status == GAME_OPEN ? store_leave(rq->db, id, rq->who.id, err) : play_resign(rq->db, rq->arena, id, rq->who.id, rq->now, err);
    return ok && res_no_content(rs);
}

bool api_start(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    if (game.owner != rq->who.id)
        return err_fail(err, ERR_FORBIDDEN, N_("Only the person who created the table can start it."), "", "not the owner");
    if (game.status == GAME_OPEN && !play_start_with_bots(rq->db, rq->arena, &game, bot_kinds[model_next_bot(&game)].id, rq->now, err))
        return false;
    return api_show(rq, rs, 201, NULL, err);
}

/* ---- what is said ---- */

static bool say(struct req *rq, struct res *rs, int64_t *id, struct err *err)
{
    struct game_row game;
    const char *line = text_trim(rq->arena, chat_clean(rq->arena, form_typed(&rq->form, "text")));
    if (!confirmed(rq, err) || !model_visible_game(rq, id, &game, err))
        return false;
    if (!*line)
        return err_fail(err, ERR_INPUT, N_("There is no text in it yet."), "text", "an empty line");
    if (utf8_length(line) > LINE_MOST)
        return err_fail(err, ERR_INPUT, N_("That is too long: at most {what} characters."), "2000", "a long line");
    if (!account_may_write(rq, err) || !account_attempt(rq, "chat", arena_printf(rq->arena, "%lld", (long long)rq->who.id), 30, 120, err)
        || !store_say(rq->db, *id, rq->who.id, line, err))
        return false;
    api_done_now(rq, 204, *id);
    return res_no_content(rs);
}

static bool said(struct req *rq, struct res *rs, int64_t *game, struct err *err)
{
    (void)rq;
    (void)game;
    (void)err;
    return res_no_content(rs);
}

bool api_say(struct req *rq, struct res *rs, struct err *err)
{
    return api_once(rq, rs, say, said, err);
}

/* ---- whole games ---- */

/* What the caller may know of it, move by move; ?after= leaves out all up to that ply. */
bool api_history(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id, after;
    struct game_row game;
    struct json_object *out;
    if (!model_visible_game(rq, &id, &game, err) || !api_number(rq, "after", -1, INT32_MAX, -1, &after, err)
        || !play_export(rq->db, rq->arena, id, rq->who.id, &out, err))
        return false;
    struct json_object *moves = jget(out, "moves");
    if (after >= 0 && moves) {
        size_t n = json_object_array_length(moves), left_out = (size_t)after + 1 < n ? (size_t)after + 1 : n;
        json_object_array_del_idx(moves, 0, left_out);
    }
    return api_answer(rq, rs, json_object_get(out));
}

/* The caller's games that are over, whole, newest first. */
bool api_exports(struct req *rq, struct res *rs, struct err *err)
{
    struct game_filter filter = {.person = rq->who.id, .mine = true, .has_status = true, .status = GAME_OVER, .rules_id = req_field(&rq->query, "game")};
    struct game_row *games;
    int64_t most;
    int n;
    if (!api_number(rq, "before", 1, INT64_MAX, 0, &filter.before, err) || !api_number(rq, "most", 1, EXPORTS_MOST, EXPORTS, &most, err))
        return false;
    filter.most = (int)most;
    if (!store_games(rq->db, rq->arena, &filter, &games, &n, err))
        return false;
    struct json_object *out = arena_json(rq->arena, jobj()), *list = jarr();
    jset(out, "exports", list);
    for (int i = 0; i < n; i++) {
        struct json_object *one;
        if (!play_export(rq->db, rq->arena, games[i].id, rq->who.id, &one, err))
            return false;
        jadd(list, json_object_get(one));
    }
    jset(out, "next", n == filter.most ? jint(games[n - 1].id) : NULL);
    return api_answer(rq, rs, json_object_get(out));
}
