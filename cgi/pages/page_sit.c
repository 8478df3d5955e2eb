/* Who sits at a table before it starts. */
#include "config.h"

#include <string.h>

#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "cgi/play/play.h"
#include "cgi/store/seekers.h"
#include "cgi/table/draw.h"

#include "cgi/base/banned.h"

enum { PHRASE_MAX = 200 /* bytes */ };

bool phrase_read(struct req *rq, const char **phrase, struct err *err)
{
    *phrase = req_field(&rq->form, "phrase");
    if (*phrase && strlen(*phrase) > PHRASE_MAX)
        return err_fail(err, ERR_INPUT, N_("Your phrase for the random seed is too long."), "phrase", "phrase");
    if (*phrase && !**phrase)
        *phrase = NULL;
    return true;
}

bool act_sit(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    int seat;
    struct game_row game;
    const char *phrase, *key = req_field(&rq->form, "key");
    return model_visible_game(rq, &id, &game, err) && phrase_read(rq, &phrase, err) &&
           store_sit(rq->db, id, rq->who.id, phrase, key, &seat, err) && play_start_when_full(rq->db, rq->arena, id, rq->now, err) &&
           res_to_table(rq, rs, id);
}

/* Who waited there for a quick seat looks no more, and is told so where one looks. */
bool act_leave(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    struct quick_row wish;
    if (!model_visible_game(rq, &id, &game, err) || !store_quick_wish(rq->db, rq->arena, rq->who.id, &wish, err) ||
        !store_leave(rq->db, id, rq->who.id, err))
        return false;
    if (wish.game != id)
        return res_see_other(rs, "/games");
    res_flash(rq, rs, "looks-no-more");
    return res_see_other(rs, "/quick");
}

bool act_bot(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id, seat;
    struct game_row game;
    const char *bot = req_field(&rq->form, "bot");
    if (!model_visible_game(rq, &id, &game, err) || !form_number(&rq->form, "seat", 0, SEATS_MAX - 1, &seat, err))
        return false;
    if (!bot || (!bot_for_people(bot_of(bot)) && strcmp(bot, "none") != 0))
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "bot", "field 'bot'");
    return store_seat_bot(rq->db, id, rq->who.id, (int)seat, strcmp(bot, "none") ? bot : NULL, err) &&
           play_start_when_full(rq->db, rq->arena, id, rq->now, err) && res_to_table(rq, rs, id);
}

/* Bots would take seats that are reserved for people who have not answered: not unasked, also where the page knew of no such seat. */
static bool is_sure(const struct req *rq, const struct game_row *game, struct err *err)
{
    const char *sure = req_field(&rq->form, "sure");
    bool kept = false;
    for (int s = 0; s < game->n_seats; s++)
        kept = kept || game->seat[s].kept_for;
    return !kept || (sure && !strcmp(sure, "yes")) ||
           err_fail(err, ERR_STALE, N_("Seats are reserved for people who have not answered yet. If you start now, bots take these seats."), "", "seats are kept");
}

/* The owner starts: bots take the free seats, as strong as those before. */
bool act_start(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    if (game.owner != rq->who.id)
        return err_fail(err, ERR_FORBIDDEN, N_("Only the person who created the table can start it."), "", "not the owner");
    if (game.status != GAME_OPEN)
        return res_to_table(rq, rs, id);
    if (!is_sure(rq, &game, err))
        return table_show_again(rq, rs, err);
    return play_start_with_bots(rq->db, rq->arena, &game, bot_kinds[model_next_bot(&game)].id, rq->now, err) && res_to_table(rq, rs, id);
}
