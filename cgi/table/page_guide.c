/* Leaving the guide of a first game, and saying no to its offer. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/model/model.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

bool act_guide_here(struct req *rq, struct res *rs, struct err *err)
{
    const char *what = req_field(&rq->form, "do");
    int64_t id;
    if (!model_game_id(rq, &id, err))
        return false;
    bool leaves = what && !strcmp(what, "leave");
    if (!leaves && (!what || strcmp(what, "decline")))
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "neither leaves nor declines");
    if (leaves ? store_guide_leave(rq->db, id, rq->who.id, err) : store_guide_declined(rq->db, id, rq->who.id, err))
        return res_to_table(rq, rs, id);
    return err->code == ERR_FORBIDDEN ? err_fail(err, ERR_GONE, NULL, NULL, "not a player of it") : false; /* it may be a private one */
}
