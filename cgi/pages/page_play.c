/* "Play now" and guided first games: against bots, alone at a table that no list shows, also for who has no account. */
#include "config.h"

#include <sodium.h>

#include "cgi/account/account.h"
#include "cgi/base/token.h"
#include "cgi/http/req.h"
#include "cgi/http/session.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/pages/tables.h"
#include "cgi/play/play.h"
#include "rules/engine/bots.h"
#include "rules/engine/registry.h"
#include "rules/guide.h"

#include "cgi/base/banned.h"

enum { GUESTS_MOST = 2000, TABLES_AN_HOUR = 10, HOUR_SECONDS = 3600 };

static const int64_t SECOND = 1000000;

/* So many tables of guests in an hour from one network; nothing else is counted or stored for one more. */
static bool network_admits(struct req *rq, struct err *err)
{
    if (account_attempt_from(rq, "guest", TABLES_AN_HOUR, HOUR_SECONDS, err))
        return true;
    if (err->code != ERR_RATE)
        return false;
    err->joins = true;
    return err_reword(err, N_("Ten games without an account were begun from your network within an hour. Please wait {what} and try again, or create an "
                              "account to play at once."),
                      model_span(rq, err->again * SECOND));
}

/* Makes the visitor a guest: of several presses before the first answer all make the same one. */
static bool come(struct req *rq, struct res *rs, struct err *err)
{
    int64_t guest;
    uint8_t visitor[TOKEN_HASH_BYTES];
    token_hash(rq->visitor, visitor);
    if (!store_guest_come(rq->db, GUESTS_MOST, visitor, &guest, err))
        return false;
    if (!guest) {
        err_fail(err, ERR_RATE, N_("Very many people play without an account just now. Please wait {what} and try again, or create an "
                                   "account to play at once."),
                 model_span(rq, HOUR_SECONDS * SECOND), "%d guests", GUESTS_MOST);
        err->again = HOUR_SECONDS;
        err->joins = true;
        return false;
    }
    return session_begin_guest(rq, rs, guest, err) && session_person(rq, err);
}

/* May the visitor begin a game? Who is nobody yet becomes a guest. */
static bool admits(struct req *rq, struct res *rs, struct err *err)
{
    return req_signed_in(rq) ? tables_admit(rq, err) : network_admits(rq, err) && (rq->who.id || come(rq, rs, err));
}

/* Bots at all seats but the first, which is one's own, easy ones for a guest, and nobody is hurried. @guide NULL: with the fewest players of the title. */
static bool begin(struct req *rq, const struct rules *rules, const struct guide *guide, int64_t *id, struct err *err)
{
    struct new_game new = {.rules = rules, .setup = rules_presets(rules, guide ? guide->n_seats : rules->min_seats), .owner = rq->who.id,
                           .pace = pace_kind_find("none")->pace, .guide = guide ? guide->revision : 0};
    for (int s = 1; s < new.setup.n_seats; s++)
        new.bots[s] = bot_kinds[guide || req_signed_in(rq) ? BOT_ADVISE : BOT_EASY].id;
    if (guide)
        guide_secret(guide, new.secret);
    else
        randombytes_buf(new.secret, sizeof(new.secret));
    bool ok = store_game_alone(rq->db, rq->arena, &new, id, err);
    sodium_memzero(new.secret, sizeof(new.secret));
    return ok;
}

/* Leads to the game that goes on already, which is not counted, or to a new one. The start of either may be still to be made. */
static bool play(struct req *rq, struct res *rs, const struct rules *rules, const struct guide *guide, struct err *err)
{
    struct alone_running running = {.id = 0};
    if (rq->who.id && !store_game_alone_running(rq->db, rq->who.id, rules, guide != NULL, &running, err))
        return false;
    int64_t id = running.id;
    if (!id && (!admits(rq, rs, err) || !begin(rq, rules, guide, &id, err)))
        return false;
    if (!play_start_when_full(rq->db, rq->arena, id, rq->now, err))
        return false;
    if (running.id && (running.instead || (!guide && !req_field(&rq->form, "known")))) /* its button said that a game begins */
        res_flash(rq, rs, "goes-on");
    return res_to_table(rq, rs, id);
}

bool act_play(struct req *rq, struct res *rs, struct err *err)
{
    const struct rules *rules = rules_find(rq->part[0]);
    return rules ? play(rq, rs, rules, NULL, err) : err_fail(err, ERR_GONE, NULL, "", "no game '%s'", rq->part[0]);
}

bool act_guide(struct req *rq, struct res *rs, struct err *err)
{
    const struct rules *rules = rules_find(rq->part[0]);
    return rules && rules->guide ? play(rq, rs, rules, rules->guide, err) : err_fail(err, ERR_GONE, NULL, "", "no guide to '%s'", rq->part[0]);
}
