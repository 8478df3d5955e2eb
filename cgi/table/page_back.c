/* The own last turn is taken back, if all others agree: the page that asks, and the votes. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/base/url.h"
#include "cgi/model/model.h"
#include "cgi/model/steps.h"
#include "cgi/play/play.h"
#include "cgi/table/draw.h"

#include "cgi/base/banned.h"

enum { MOVES_TOLD = 40 };

/* The moves from @first on, in words. */
static bool add_moves(struct req *rq, int64_t id, int first, struct value *model, struct err *err)
{
    struct table t;
    struct value *moves = new_list(rq->arena);
    if (!play_table(rq->db, NULL, rq->arena, id, rq->who.id, (struct newest){.moves = MOVES_TOLD}, &t, err))
        return false;
    const struct people people = model_people(rq, &t.game, &t.incidents);
    for (int i = 0; i < t.n_moves; i++) {
        struct value *texts = new_list(rq->arena);
        if (t.moves[i].ply >= first)
            model_events(rq, &t.game, &people, &t.moves[i], t.seat, texts, NULL);
        for (size_t k = 0; k < value_n(texts); k++)
            add(moves, put(new_object(rq->arena), K_text, value_at(texts, k)));
    }
    put(model, K_moves, moves);
    return true;
}

bool page_back(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    int first = 0;
    struct err why = {0};
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    int seat = game_seat_of(&game, rq->who.id);
    if (seat == NO_SEAT)
        return err_fail(err, ERR_FORBIDDEN, N_("You do not play in this game."), NULL, "no seat of game %lld", (long long)id);
    bool may = play_back_look(rq->db, rq->arena, &game, seat, &first, &why);
    if (!may && why.code != ERR_STALE) {
        *err = why;
        return false;
    }
    struct value *model = put_text(new_object(rq->arena), K_accent, game.rules_id);
    put(model, K_game, model_game(rq, &game));
    put_text(model, K_table_url, url_table(rq->arena, id));
    put_text(model, K_action, arena_printf(rq->arena, "%s/back", url_table(rq->arena, id)));
    put_text(model, K_why, may ? NULL : res_error_text(rq, &why));
    put(model, K_moves, new_list(rq->arena));
    return (!may || add_moves(rq, id, first, model, err)) && res_page(rq, rs, "back", model);
}

static bool vote_read(const struct req *rq, enum vote *vote, struct err *err)
{
    static const char *const names[] = {[VOTE_ASK] = "ask", [VOTE_AGREE] = "agree", [VOTE_DECLINE] = "decline"};
    const char *what = rq->json ? jget_str(rq->json, "do") : req_field(&rq->form, "do");
    for (int i = VOTE_ASK; what && i <= VOTE_DECLINE; i++)
        if (!strcmp(what, names[i])) {
            *vote = (enum vote)i;
            return true;
        }
    return steps_bad_field(err, "do");
}

bool act_back(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    enum vote vote = VOTE_ASK;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    return vote_read(rq, &vote, err) && play_back_vote(rq->db, rq->arena, id, rq->who.id, vote, rq->now, err)
        ? res_to_table(rq, rs, id) : table_show_again(rq, rs, err);
}
