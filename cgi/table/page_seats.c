/* Leaving a running game, coming back to it, taking a seat over, and voting to end. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/model/model.h"
#include "cgi/model/steps.h"
#include "cgi/play/play.h"
#include "cgi/table/draw.h"

#include "cgi/base/banned.h"

static const char *field(const struct req *rq, const char *name)
{
    return rq->json ? jget_str(rq->json, name) : req_field(&rq->form, name);
}

/* For good, so one press is not enough. */
bool act_resign(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    const char *sure = field(rq, "sure");
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    if (!sure || strcmp(sure, "yes") != 0)
        return steps_bad_field(err, "sure") || table_show_again(rq, rs, err);
    return play_resign(rq->db, rq->arena, id, rq->who.id, rq->now, err) ? res_to_table(rq, rs, id)
                                                                       : table_show_again(rq, rs, err);
}

static bool vote_read(const struct req *rq, enum vote *vote, struct err *err)
{
    static const char *const names[] = {[VOTE_ASK] = "ask", [VOTE_AGREE] = "agree", [VOTE_DECLINE] = "decline"};
    const char *what = field(rq, "do");
    for (int i = VOTE_ASK; what && i <= VOTE_DECLINE; i++)
        if (!strcmp(what, names[i])) {
            *vote = (enum vote)i;
            return true;
        }
    return steps_bad_field(err, "do");
}

bool act_end(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    enum vote vote = VOTE_ASK;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    return vote_read(rq, &vote, err) && play_vote(rq->db, rq->arena, id, rq->who.id, vote, rq->now, err)
        ? res_to_table(rq, rs, id) : table_show_again(rq, rs, err);
}

bool act_return(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id;
    struct game_row game;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    return play_return(rq->db, rq->arena, id, rq->who.id, rq->now, err) ? res_to_table(rq, rs, id)
                                                                       : table_show_again(rq, rs, err);
}

static bool seat_read(const struct req *rq, int64_t *seat, struct err *err)
{
    if (!rq->json)
        return form_number(&rq->form, "seat", 0, SEATS_MAX - 1, seat, err);
    struct json_object *number = jget(rq->json, "seat");
    *seat = json_object_is_type(number, json_type_int) ? json_object_get_int64(number) : -1;
    return (*seat >= 0 && *seat < SEATS_MAX) || steps_bad_field(err, "seat");
}

bool act_take(struct req *rq, struct res *rs, struct err *err)
{
    int64_t id, seat;
    struct game_row game;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    return seat_read(rq, &seat, err) && play_take_over(rq->db, rq->arena, id, rq->who.id, (int)seat, rq->now, err)
        ? res_to_table(rq, rs, id) : table_show_again(rq, rs, err);
}
