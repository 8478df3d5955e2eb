/* The tutor is asked for, or sent away. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/model/model.h"

#include "cgi/base/banned.h"

bool act_tutor(struct req *rq, struct res *rs, struct err *err)
{
    const char *what = req_field(&rq->form, "do");
    int64_t id;
    if (!model_game_id(rq, &id, err))
        return false;
    bool on = what && !strcmp(what, "on");
    if (!on && (!what || strcmp(what, "off") != 0))
        return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "neither on nor off");
    if (!account_display_tutor(rq, rs, on, err))
        return false;
    res_flash(rq, rs, on ? "tutor-on" : "tutor-off");
    return res_to_table(rq, rs, id);
}
