/* What spectators write to each other: not for who plays or has played there, until the game is over. It makes no news of the game, so nobody at
 * the table can tell that anything was written. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/base/parse.h"
#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/play/chat.h"
#include "cgi/table/company.h"

#include "cgi/base/banned.h"

enum { LINES_PER_PAGE = 60, LINE_MOST = 500, LINES_A_DAY = 30, DAY_SECONDS = 24 * 3600 };

/* Why the reader finds no lines here; NULL: they are there. Who plays is told the same whatever others have written. */
static const char *closed_words(const struct req *rq, const struct game_row *game, bool opens)
{
    if (opens)
        return NULL;
    if (game->status == GAME_OPEN)
        return N_("Spectators can write here once the game has begun.");
    return req_signed_in(rq) ? N_("You play or have played in this game: you can read this chat when the game is over.")
                             : N_("While the game goes on, members who do not play in it can read this chat.");
}

static bool may_write(const struct req *rq, const struct game_row *game, bool opens)
{
    return opens && req_signed_in(rq) && game_seat_of(game, rq->who.id) == NO_SEAT;
}

static const char *page_url(const struct req *rq, const struct game_row *game, const char *query)
{
    return model_keyed(rq, game, arena_printf(rq->arena, "%s/spectators%s", url_table(rq->arena, game->id), query));
}

/* Reports name a spectator's line by its negative number. */
static const char *report_url(const struct req *rq, const struct game_row *game, const struct message_row *line)
{
    if (line->person == rq->who.id || !line->text)
        return NULL;
    return model_keyed(rq, game, arena_printf(rq->arena, "%s/report?line=%lld", url_table(rq->arena, game->id), -(long long)line->id));
}

/* @typed: what was written and not taken, because of @why; NULL: nothing. */
static bool show(struct req *rq, struct res *rs, const struct game_row *game, const char *typed, const struct err *why, struct err *err)
{
    int64_t before = 0;
    struct spectators lines;
    parse_number(req_field(&rq->query, "before"), 1, INT64_MAX, &before);
    if (!store_spectators(rq->db, rq->arena, game->id, rq->who.id, before, LINES_PER_PAGE, &lines, err))
        return false;
    const char *closed = closed_words(rq, game, lines.open);
    struct value *model = put_text(new_object(rq->arena), K_accent, game->rules_id);
    put(model, K_game, model_game(rq, game));
    put_text(model, K_table_url, model_keyed(rq, game, url_table(rq->arena, game->id)));
    put_text(model, K_closed, closed ? req_words(rq, closed) : NULL);
    put_text(model, K_sign_in_url, closed && !rq->who.id && game->status == GAME_RUNNING ? url_sign_in(rq->arena, page_url(rq, game, "")) : NULL);
    struct value *list = company_lines(rq, game, lines.line, lines.n);
    for (int i = 0; i < lines.n; i++)
        put_text(value_at(list, (size_t)i), K_report_url, report_url(rq, game, &lines.line[i]));
    put_bool(put(model, K_lines, list), K_has_lines, lines.n > 0);
    put_text(model, K_earlier_url, lines.more ? page_url(rq, game, arena_printf(rq->arena, "?before=%lld", (long long)lines.line[0].id)) : NULL);
    put_text(model, K_newest_url, before ? page_url(rq, game, "") : NULL);
    bool writes = may_write(rq, game, lines.open) && !before;
    put_text(model, K_silenced, writes ? account_silenced(rq) : NULL);
    put_bool(model, K_can_write, writes);
    put_int(put_int(model, K_most, LINES_A_DAY), K_longest, LINE_MOST);
    put_text(model, K_text, typed ? typed : "");
    put(model, K_problem, why ? put_null(put_text(new_object(rq->arena), K_text, res_error_text(rq, why)), K_url) : NULL);
    return res_page(rq, rs, "spectators", model);
}

bool page_spectators(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    return model_visible_game(rq, &id, &game, err) && show(rq, rs, &game, NULL, NULL, err);
}

static bool admit(struct req *rq, struct err *err)
{
    if (account_attempt(rq, "spectate", arena_printf(rq->arena, "%lld", (long long)rq->who.id), LINES_A_DAY, DAY_SECONDS, err))
        return true;
    return err->code == ERR_RATE && err_reword(err, N_("You have written {what} lines as a spectator today, which is the limit. Please go on tomorrow."),
                                               arena_printf(rq->arena, "%d", LINES_A_DAY));
}

static bool say(struct req *rq, const struct game_row *game, const char *line, struct err *err)
{
    if (game_seat_of(game, rq->who.id) != NO_SEAT)
        return err_fail(err, ERR_FORBIDDEN, N_("Only spectators can write here."), NULL, "a seat of game %lld", (long long)game->id);
    if (!*line)
        return err_fail(err, ERR_INPUT, N_("There is no text in it yet."), "text", "an empty line");
    if (utf8_length(line) > LINE_MOST)
        return err_fail(err, ERR_INPUT, N_("That is too long: at most {what} characters."), arena_printf(rq->arena, "%d", LINE_MOST), "too long");
    return account_may_write(rq, err) && admit(rq, err) && store_spectator_say(rq->db, game->id, rq->who.id, line, err);
}

bool act_spectators(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    const char *typed = chat_clean(rq->arena, form_typed(&rq->form, "text"));
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    if (say(rq, &game, text_trim(rq->arena, typed), err))
        return res_see_other(rs, page_url(rq, &game, ""));
    const struct err why = *err;
    if (rq->wants_json || (why.code != ERR_INPUT && why.code != ERR_RATE))
        return false;
    rq->failed = why;
    rs->status = err_status(why.code);
    return show(rq, rs, &game, typed, &why, err);
}
