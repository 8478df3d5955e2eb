/* What people write at a table: lines of chat and notes. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/base/url.h"
#include "cgi/base/parse.h"
#include "cgi/model/model.h"
#include "cgi/play/chat.h"
#include "cgi/table/draw.h"

#include "cgi/base/banned.h"

enum { LINE_MOST = 2000, NOTE_MOST = 10000 }; /* characters, as in the database */

/* The field `text` as it is kept. */
static const char *text_typed(struct req *rq)
{
    const char *text = req_field(&rq->form, "text");
    return chat_clean(rq->arena, text ? text : "");
}

static bool fits(const char *text, int most, struct arena *arena, struct err *err)
{
    return utf8_length(text) <= (size_t)most ||
           err_fail(err, ERR_INPUT, N_("That is too long: at most {what} characters."),
                    arena_printf(arena, "%d", most), "%zu characters", utf8_length(text));
}

static bool to_section(struct req *rq, struct res *rs, int64_t game, const char *section)
{
    return res_see_other(rs, url_section(rq->arena, game, req_field(&rq->form, "key"), section));
}

bool act_chat(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    const char *typed = text_typed(rq), *line = text_trim(rq->arena, typed);
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    if (!*line)
        err_fail(err, ERR_INPUT, N_("There is no text in it yet."), "text", "an empty line");
    else if (account_may_write(rq, err) && fits(line, LINE_MOST, rq->arena, err) &&
             account_attempt(rq, "chat", arena_printf(rq->arena, "%lld", (long long)rq->who.id), 30, 120, err) &&
             store_say(rq->db, id, rq->who.id, line, err))
        return to_section(rq, rs, id, "chat");
    return table_give_back(rq, rs, "chat", typed, err);
}

/* Only for oneself; nobody else can tell. */
bool act_chat_mute(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    const char *what = form_typed(&rq->form, "do");
    bool mute = !strcmp(what, "mute");
    if (!mute && strcmp(what, "show") != 0)
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "neither mute nor show");
    return model_visible_game(rq, &id, &game, err) && store_chat_mute(rq->db, id, rq->who.id, mute, err) && to_section(rq, rs, id, "chat");
}

/* Which note the form was made from; nothing, or a word that is no number, is none. */
static int64_t note_made_from(const struct req *rq)
{
    int64_t at = 0;
    parse_number(req_field(&rq->form, "made_from"), 1, INT64_MAX, &at);
    return at;
}

bool act_note(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    const char *text = text_typed(rq);
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    if (rq->who.guest && game_seat_of(&game, rq->who.id) == NO_SEAT)
        return err_fail(err, ERR_FORBIDDEN, N_("As a guest you keep notes at your own table only."), NULL, "a guest");
    if (fits(text, NOTE_MOST, rq->arena, err) &&
        account_attempt(rq, "note", arena_printf(rq->arena, "%lld", (long long)rq->who.id), 60, 600, err) &&
        store_note(rq->db, id, rq->who.id, *text_trim(rq->arena, text) ? text : "", note_made_from(rq), err))
        return to_section(rq, rs, id, "note");
    return table_give_back(rq, rs, "note", text, err);
}
