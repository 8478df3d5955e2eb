/* Guided first games: beginning one, leaving the guide, and saying no to its offer. */
#include "config.h"

#include "cgi/table/handlers.h"

#include <string.h>

#include "cgi/account/account.h"
#include "cgi/model/model.h"
#include "cgi/play/play.h"
#include "rules/engine/registry.h"
#include "rules/guide.h"

#include "cgi/base/banned.h"

enum { GUIDES_A_DAY = 60, DAY_SECONDS = 24 * 3600 };

/* A table for @rq's person, with the guide's own deal and bots at all other seats. */
static bool open_guided(struct req *rq, const struct rules *rules, int64_t *id, struct err *err)
{
    const struct guide *guide = rules->guide;
    struct new_game new_game = {.rules = rules, .setup = rules_presets(rules, guide->n_seats), .owner = rq->who.id, .apart = true,
                                .guide = guide->revision};
    for (int seat = 0; seat < guide->n_seats; seat++)
        new_game.bots[seat] = seat == guide->learner ? NULL : "advise";
    guide_secret(guide, new_game.secret);
    return account_attempt(rq, "guide", arena_printf(rq->arena, "%lld", (long long)rq->who.id), GUIDES_A_DAY, DAY_SECONDS, err)
        && store_game_new(rq->db, &new_game, id, err) && play_start_when_full(rq->db, rq->arena, *id, rq->now, err);
}

bool act_guide(struct req *rq, struct res *rs, struct err *err)
{
    const struct rules *rules = rq->part[0] ? rules_find(rq->part[0]) : NULL;
    int64_t id;
    if (!rules || !rules->guide)
        return err_fail(err, ERR_GONE, NULL, "", "no guide to '%s'", rq->part[0] ? rq->part[0] : "");
    if (!store_guide_going(rq->db, rq->who.id, rules, &id, err) || (!id && !open_guided(rq, rules, &id, err)))
        return false;
    return res_to_table(rq, rs, id);
}

bool act_guide_here(struct req *rq, struct res *rs, struct err *err)
{
    const char *what = req_field(&rq->form, "do");
    int64_t id;
    if (!model_game_id(rq, &id, err))
        return false;
    if (what && !strcmp(what, "leave"))
        return store_guide_leave(rq->db, id, rq->who.id, err) && res_to_table(rq, rs, id);
    if (what && !strcmp(what, "decline"))
        return store_guide_declined(rq->db, id, rq->who.id, err) && res_to_table(rq, rs, id);
    return err_fail(err, ERR_INPUT, N_("“{what}” was not understood."), "do", "neither leaves nor declines");
}
