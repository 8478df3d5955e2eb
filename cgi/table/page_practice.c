/* A practice table: from where, by whom its seats are played, and its end. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/base/parse.h"
#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/play/play.h"
#include "cgi/play/practice.h"
#include "rules/engine/bots.h"

#include "cgi/base/banned.h"

enum { TABLES_A_DAY = 200, DAY_SECONDS = 24 * 3600 };

/* What a form asks for. */
struct choice {
    int own, bound;      /* the reader's seat in the game, or NO_SEAT; the one that has to be by hand, or NO_SEAT: see practice_own_seat() */
    int64_t ply;
    bool fixed;          /* the address says which move; else it is asked for */
    bool draft;
    bool by_hand;        /* all seats; else all but one are bots' */
    int64_t seat;        /* that one */
    enum bot level;
};

/* ---- the form ---- */

static bool bad_choice(struct err *err, const char *name)
{
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), name, "field '%s'", name);
}

static const char *sent(const struct req *rq, const char *name)
{
    const char *field = req_field(&rq->form, name);
    return field ? field : req_field(&rq->query, name);
}

/* Where nothing is said: the position as it stands, of a game that is over half of it; each seat by hand. */
static struct choice choice_preset(const struct game_row *game, int64_t person)
{
    int own = game_seat_of(game, person), bound = practice_own_seat(game, own), seat = bound != NO_SEAT ? bound : own;
    return (struct choice){.own = own, .bound = bound, .ply = game->status == GAME_OVER ? game->ply / 2 : game->ply, .by_hand = true, .seat = seat == NO_SEAT ? 0 : seat,
                           .level = BOT_ADVISE};
}

static bool choice_read_bots(struct req *rq, const struct game_row *game, struct choice *choice, struct err *err)
{
    const char *by = sent(rq, "by"), *level = sent(rq, "level"), *seat = sent(rq, "seat");
    if (by && strcmp(by, "hand") != 0 && strcmp(by, "bots") != 0)
        return bad_choice(err, "by");
    choice->by_hand = !by || !strcmp(by, "hand");
    choice->level = level ? bot_of(level) : choice->level;
    if (!bot_for_people(choice->level)) {
        choice->level = BOT_ADVISE;
        return bad_choice(err, "level");
    }
    return !seat || parse_number(seat, 0, game->n_seats - 1, &choice->seat) || bad_choice(err, "seat");
}

static bool choice_read(struct req *rq, const struct game_row *game, struct choice *choice, struct err *err)
{
    const char *ply = sent(rq, "ply"), *draft = sent(rq, "draft");
    *choice = choice_preset(game, rq->who.id);
    choice->fixed = ply && rq->method == GET;
    choice->draft = draft && !strcmp(draft, "1");
    if (ply && !parse_number(ply, 0, INT32_MAX, &choice->ply))
        return bad_choice(err, "ply");
    bool ok = choice_read_bots(rq, game, choice, err);
    if (choice->bound != NO_SEAT || (choice->draft && choice->own != NO_SEAT)) /* the form does not ask for it */
        choice->seat = choice->bound != NO_SEAT ? choice->bound : choice->own;
    return ok;
}

static struct value *seats_model(const struct req *rq, const struct game_row *game, int chosen)
{
    struct value *seats = new_list(rq->arena);
    for (int s = 0; s < game->n_seats; s++)
        add(seats, put_bool(model_seat(rq, game, s), K_checked, s == chosen));
    return seats;
}

static struct value *page_model(const struct req *rq, const struct game_row *game, const struct choice *choice)
{
    struct value *model = new_object(rq->arena);
    put_text(model, K_accent, game->rules_id);
    put(model, K_game, model_game(rq, game));
    put_text(model, K_table_url, model_keyed(rq, game, url_table(rq->arena, game->id)));
    put_text(model, K_action, arena_printf(rq->arena, "%s/practice", url_table(rq->arena, game->id)));
    put_text(model, K_back_url, model_keyed(rq, game, url_history(rq->arena, game->id, (int)choice->ply)));
    put_text(model, K_key, model_has_key(rq, game) ? game->invitation : NULL);
    put_int(model, K_ply, choice->ply);
    put_int(model, K_last, game->ply);
    put_bool(model, K_fixed, choice->fixed || req_field(&rq->form, "fixed") != NULL);
    put_bool(model, K_draft, choice->draft);
    put_bool(model, K_by_hand, choice->by_hand);
    put_bool(model, K_own_seat, choice->bound != NO_SEAT || (choice->draft && choice->own != NO_SEAT));
    put_bool(model, K_no_hints, choice->bound != NO_SEAT);
    put(model, K_seats, seats_model(rq, game, (int)choice->seat));
    put(model, K_levels, model_levels(rq, choice->level));
    return put_null(put_bool(model, K_full, false), K_problem);
}

/* The form with what is wrong. */
static bool show_again(struct req *rq, struct res *rs, const struct game_row *game, const struct choice *choice, struct err *err)
{
    struct value *model = page_model(rq, game, choice);
    put_bool(model, K_full, err->what[0] && err->code == ERR_STALE);
    return res_form_again(rq, rs, "practice", model, err);
}

/* Where nothing is said, what will be taken: a draft may need bots at the other seats. */
static void preset_by(struct req *rq, const struct trial *trial, struct choice *choice)
{
    static const char *const all_by_hand[SEATS_MAX] = {NULL};
    choice->by_hand = choice->by_hand && (sent(rq, "by") || practice_takes_draft(trial, all_by_hand));
}

bool page_practice(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    struct choice choice;
    struct trial trial;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    bool ok = choice_read(rq, &game, &choice, err)
        && practice_find(rq->db, rq->service->cache, rq->arena, &game, rq->who.id, (int)choice.ply, choice.draft, &trial, err);
    if (!ok && err->code == ERR_STALE && choice.draft) { /* it was handed in meanwhile: without it, then */
        choice.draft = false;
        return show_again(rq, rs, &game, &choice, err);
    }
    if (ok)
        preset_by(rq, &trial, &choice);
    return ok && res_page(rq, rs, "practice", page_model(rq, &game, &choice));
}

/* ---- a new table ---- */

static bool make(struct req *rq, const struct game_row *game, const struct choice *choice, int64_t *id, struct err *err)
{
    struct trial trial;
    const char *bots[SEATS_MAX] = {NULL};
    if (!practice_find(rq->db, rq->service->cache, rq->arena, game, rq->who.id, (int)choice->ply, choice->draft, &trial, err))
        return false;
    for (int s = 0; s < game->n_seats && !choice->by_hand; s++)
        bots[s] = s == choice->seat ? NULL : bot_kinds[choice->level].id;
    return practice_begins(&trial, bots, err) /* what is refused costs none of the attempts */
        && account_attempt(rq, "practice", arena_printf(rq->arena, "%lld", (long long)rq->who.id), TABLES_A_DAY, DAY_SECONDS, err)
        && practice_make(rq->db, rq->arena, &trial, rq->who.id, model_has_key(rq, game) ? game->invitation : NULL, bots, id, err)
        && play_start_when_full(rq->db, rq->arena, *id, rq->now, err);
}

bool act_practice(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id, made;
    struct game_row game;
    struct choice choice;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    if (choice_read(rq, &game, &choice, err) && make(rq, &game, &choice, &made, err))
        return res_to_table(rq, rs, made);
    return err->code != ERR_GONE && show_again(rq, rs, &game, &choice, err);
}

/* ---- the end of one ---- */

bool act_practice_delete(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    int deleted;
    if (!model_game_id(rq, &id, err) || !store_practice_delete(rq->db, rq->who.id, id, &deleted, err))
        return false;
    if (!deleted)
        return err_fail(err, ERR_GONE, NULL, "", "game %lld is no practice table of person %lld", (long long)id, (long long)rq->who.id);
    res_flash(rq, rs, "practice-deleted");
    return res_see_other(rs, "/#practice");
}
