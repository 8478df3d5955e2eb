/* The form about a pause that players agree on. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/model/model.h"
#include "cgi/model/steps.h"
#include "cgi/play/accord.h"
#include "cgi/play/play.h"
#include "cgi/table/draw.h"

#include "cgi/base/banned.h"

static const char *field(const struct req *rq, const char *name)
{
    return rq->json ? jget_str(rq->json, name) : req_field(&rq->form, name);
}

static bool read_choice(const struct req *rq, const char *name, const char *const *choices, int n, int *choice, struct err *err)
{
    const char *sent = field(rq, name);
    for (int i = 0; sent && i < n; i++)
        if (!strcmp(sent, choices[i])) {
            *choice = i;
            return true;
        }
    return steps_bad_field(err, name);
}

static bool read_days(const struct req *rq, int64_t *days, struct err *err)
{
    bool ok = false;
    if (!rq->json) {
        ok = form_number(&rq->form, "days", PAUSE_DAYS_LEAST, PAUSE_DAYS_MOST, days, err);
    } else {
        struct json_object *number = jget(rq->json, "days");
        *days = json_object_is_type(number, json_type_int) ? json_object_get_int64(number) : 0;
        ok = *days >= PAUSE_DAYS_LEAST && *days <= PAUSE_DAYS_MOST;
    }
    return ok || err_fail(err, ERR_INPUT, N_("A pause lasts 1 to 30 days. Please choose how many."), "days", "no number of days");
}

bool act_pause(struct req *rq, struct res *rs, struct err *err)
{
    static const char *const kinds[] = {[ACCORD_PAUSE] = "pause", [ACCORD_GO_ON] = "go_on"}, *const votes[] = {"ask", "agree", "decline"};
    int64_t id, days = PAUSE_DAYS;
    struct game_row game;
    int kind, vote;
    if (!model_visible_game(rq, &id, &game, err))
        return false;
    return read_choice(rq, "what", kinds, ACCORD_GO_ON + 1, &kind, err) && read_choice(rq, "do", votes, VOTE_DECLINE + 1, &vote, err)
        && (kind != ACCORD_PAUSE || vote != VOTE_ASK || read_days(rq, &days, err))
        && play_pause_vote(rq->db, rq->arena, id, rq->who.id, (enum accord_kind)kind, (enum vote)vote, (int)days, rq->now, err)
        ? res_to_table(rq, rs, id) : table_show_again(rq, rs, err);
}
