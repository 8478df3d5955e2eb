/* "Play now" and guided first games: against bots, alone at a table that no list shows, also for who has no account. */
#include "config.h"

#include <inttypes.h>
#include <sodium.h>

#include "cgi/account/account.h"
#include "cgi/http/req.h"
#include "cgi/http/session.h"
#include "cgi/model/model.h"
#include "cgi/pages/handlers.h"
#include "cgi/play/play.h"
#include "rules/engine/registry.h"
#include "rules/guide.h"

#include "cgi/base/banned.h"

enum { GUESTS_MOST = 2000, TABLES_A_TITLE = 2, TABLES_AN_HOUR = 10, HOUR_SECONDS = 3600 };

static const int64_t SECOND = 1000000;

/* So many tables of guests in an hour from one network; nothing else is counted or stored for one more. */
static bool network_admits(struct req *rq, struct err *err)
{
    if (account_attempt_from(rq, "guest", TABLES_AN_HOUR, HOUR_SECONDS, err))
        return true;
    if (err->code != ERR_RATE)
        return false;
    err->joins = true;
    return err_reword(err, N_("Ten games without an account were begun from your network within an hour. Please wait {what} and try again, or join: with an "
                              "account you can play at once."),
                      model_span(rq, err->again * SECOND));
}

/* Makes the visitor a guest. */
static bool come(struct req *rq, struct res *rs, struct err *err)
{
    int64_t guest;
    if (!store_guest_come(rq->db, GUESTS_MOST, &guest, err))
        return false;
    if (!guest) {
        err_fail(err, ERR_RATE, N_("Very many people play without an account just now. Please wait {what} and try again, or join: with an account you can play "
                                   "at once."),
                 model_span(rq, HOUR_SECONDS * SECOND), "%d guests", GUESTS_MOST);
        err->again = HOUR_SECONDS;
        err->joins = true;
        return false;
    }
    return session_begin_guest(rq, rs, guest, err) && session_person(rq, err);
}

/* The fewest seats of the title, one's own the first and bots at all others; nobody is hurried. */
static bool table_of(struct req *rq, const struct rules *rules, int64_t *id, struct err *err)
{
    struct new_game new = {.rules = rules, .setup = rules_presets(rules, rules->min_seats), .owner = rq->who.id};
    new.pace = pace_kind_find("none")->pace;
    for (int s = 1; s < new.setup.n_seats; s++)
        new.bots[s] = "advise";
    randombytes_buf(new.secret, sizeof(new.secret));
    bool ok = store_game_alone(rq->db, rq->arena, &new, id, err) && play_start_when_full(rq->db, rq->arena, *id, rq->now, err);
    sodium_memzero(new.secret, sizeof(new.secret));
    return ok;
}

/* Who plays this title already is led there, and is not counted. @n: how many games of it that one has not finished */
static bool find_running(struct req *rq, const struct rules *rules, int64_t *id, int *n, struct err *err)
{
    *id = *n = 0;
    return !rq->who.id || store_game_alone_running(rq->db, rq->who.id, rules->id, id, n, err);
}

static bool member_admits(struct req *rq, struct err *err)
{
    enum { TABLES_A_DAY = 200, DAY_SECONDS = 24 * HOUR_SECONDS };
    return account_attempt(rq, "table", arena_printf(rq->arena, "%" PRId64, rq->who.id), TABLES_A_DAY, DAY_SECONDS, err);
}

/* May the visitor begin a game? Who is nobody yet becomes a guest. */
static bool admits(struct req *rq, struct res *rs, struct err *err)
{
    return rq->who.id && !rq->who.guest ? member_admits(rq, err) : network_admits(rq, err) && (rq->who.id || come(rq, rs, err));
}

bool act_play(struct req *rq, struct res *rs, struct err *err)
{
    const struct rules *rules = rules_find(rq->part[0]);
    int64_t id;
    int n;
    if (!rules)
        return err_fail(err, ERR_GONE, NULL, "", "no game '%s'", rq->part[0]);
    if (!find_running(rq, rules, &id, &n, err))
        return false;
    if (id)
        return play_start_when_full(rq->db, rq->arena, id, rq->now, err) && res_to_table(rq, rs, id);
    return admits(rq, rs, err) && table_of(rq, rules, &id, err) && res_to_table(rq, rs, id);
}

/* ---- guided first games ---- */

/* Dealt as the guide says. */
static bool guided_table(struct req *rq, const struct rules *rules, int64_t *id, struct err *err)
{
    const struct guide *guide = rules->guide;
    struct new_game new = {.rules = rules, .setup = rules_presets(rules, guide->n_seats), .owner = rq->who.id, .apart = true,
                           .guide = guide->revision};
    new.pace = pace_kind_find("none")->pace;
    for (int s = 0; s < guide->n_seats; s++)
        new.bots[s] = s == guide->learner ? NULL : "advise";
    guide_secret(guide, new.secret);
    return store_game_new(rq->db, &new, id, err) && play_start_when_full(rq->db, rq->arena, *id, rq->now, err);
}

/* A guest who left a guide has an ordinary game of it: with one of that and one of "Play now" there is no room for a guide. */
static bool guide_going(struct req *rq, const struct rules *rules, int64_t *id, struct err *err)
{
    int64_t alone;
    int n;
    *id = 0;
    if (!rq->who.id)
        return true;
    if (!store_guide_going(rq->db, rq->who.id, rules, id, err))
        return false;
    if (*id || !rq->who.guest)
        return true;
    if (!find_running(rq, rules, &alone, &n, err))
        return false;
    *id = n >= TABLES_A_TITLE ? alone : 0;
    return true;
}

bool act_guide(struct req *rq, struct res *rs, struct err *err)
{
    const struct rules *rules = rules_find(rq->part[0]);
    int64_t id;
    if (!rules || !rules->guide)
        return err_fail(err, ERR_GONE, NULL, "", "no guide to '%s'", rq->part[0]);
    if (!guide_going(rq, rules, &id, err))
        return false;
    if (id)
        return res_to_table(rq, rs, id);
    return admits(rq, rs, err) && guided_table(rq, rules, &id, err) && res_to_table(rq, rs, id);
}
