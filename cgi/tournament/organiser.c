/* What the organiser may do, and what people at a table agree on. */
#include "config.h"

#include <string.h>

#include "cgi/base/parse.h"
#include "cgi/tournament/count.h"
#include "cgi/tournament/parts.h"

#include "cgi/base/banned.h"

enum { WHY_MOST = 500 };

static bool is_organiser(const struct tournament_row *row, int64_t person, bool operates, struct err *err)
{
    return operates || row->organiser == person
        || err_fail(err, ERR_FORBIDDEN, N_("Only the organiser of this tournament can do that."), NULL, "tournament %lld: person %lld",
                    (long long)row->id, (long long)person);
}

static bool is_status(const struct tournament_row *row, enum tournament_status status, const char *say, struct err *err)
{
    return row->status == status
        || err_fail(err, ERR_STALE, say, NULL, "tournament %lld is %s", (long long)row->id, tournament_status_name(row->status));
}

static bool cancel(struct arena *arena, const struct tournament_all *all, int64_t person, struct tournament_change *change, struct err *err)
{
    if (!is_status(&all->row, TOURNAMENT_OPEN, N_("This tournament has begun already: it can be paused, but not cancelled."), err))
        return false;
    change_cancelled(arena, all, change, person);
    return true;
}

static bool pause_it(struct arena *arena, const struct tournament_all *all, int64_t person, int64_t now, struct tournament_change *change, struct err *err)
{
    if (!is_status(&all->row, TOURNAMENT_RUNNING, N_("Only a tournament that is running can be paused."), err))
        return false;
    if (all->row.paused)
        return err_fail(err, ERR_STALE, N_("This tournament is paused already."), NULL, "paused already");
    change->has_paused = true;
    change->paused = now;
    change_act(arena, change, ACT_PAUSED)->person = person;
    return true;
}

static bool go_on(struct arena *arena, const struct tournament_all *all, int64_t person, int64_t now, struct tournament_change *change, struct err *err)
{
    if (!all->row.paused)
        return err_fail(err, ERR_STALE, N_("This tournament is not paused."), NULL, "not paused");
    change_goes_on(arena, all, change, person, now);
    return true;
}

bool tournament_act(struct db *db, struct arena *arena, int64_t id, int64_t person, bool operates, enum organiser_act act, int64_t now,
                    struct err *err)
{
    struct tournament_all all;
    struct tournament_change change = {.n_acts = 0};
    bool ok = store_tournament(db, arena, id, true, &all, err) && is_organiser(&all.row, person, operates, err)
        && (act == ACT_CANCEL ? cancel(arena, &all, person, &change, err)
            : act == ACT_PAUSE ? pause_it(arena, &all, person, now, &change, err) : go_on(arena, &all, person, now, &change, err))
        && store_tournament_change(db, arena, id, &change, now, err);
    store_rollback(db);
    return ok;
}

/* ---- correcting ---- */

static bool has_reason(const char *why, struct err *err)
{
    int n = why ? (int)utf8_length(why) : 0;
    if (n == 0)
        return err_fail(err, ERR_INPUT, N_("Please say why: everybody can read it in the log."), "why", "no reason");
    return n <= WHY_MOST || err_fail(err, ERR_INPUT, N_("Please say it in at most 500 characters."), "why", "%d characters", n);
}

static bool ranks_fit(const struct fixture_row *fixture, const int rank[], struct err *err)
{
    for (int s = 0; s < fixture->n; s++)
        if (rank[s] < 1 || rank[s] > fixture->n)
            return err_fail(err, ERR_INPUT, N_("Please give each seat a rank from 1 on."), "rank", "rank %d", rank[s]);
    return true;
}

static bool may_correct(const struct tournament_all *all, const struct fixture_row *fixture, struct err *err)
{
    if (all->row.status != TOURNAMENT_RUNNING && all->row.status != TOURNAMENT_OVER)
        return err_fail(err, ERR_STALE, N_("This tournament has no results yet."), NULL, "no results");
    if (!fixture->game && fixture->how == HOW_NOT_YET)
        return err_fail(err, ERR_STALE, N_("This tournament has no results yet."), NULL, "table %d is not open", fixture->number);
    return fixture->n > 1 || err_fail(err, ERR_STALE, N_("Who sits out has no table to correct."), NULL, "sits out");
}

/* The button was pressed twice. */
static bool is_corrected_so(const struct fixture_row *fixture, const struct fixture_row *wanted)
{
    return fixture->how == HOW_CORRECTED && !memcmp(fixture->points, wanted->points, sizeof(fixture->points));
}

/* Of a Swiss system the rounds after it, too. */
static void rank_anew(struct arena *arena, const struct tournament_all *all, int stage, struct tournament_change *change)
{
    for (int i = 0; i < all->n_stages; i++)
        if (all->stage[i].closed && (all->stage[i].stage == stage || (all->row.format == FORMAT_SWISS && all->stage[i].stage > stage)))
            change_ranks(arena, all, all->stage[i].stage, change);
}

bool tournament_correct(struct db *db, struct arena *arena, int64_t id, int64_t person, bool operates, int stage, int number, const int rank[], const char *why,
                        int64_t now, struct err *err)
{
    struct tournament_all all;
    struct tournament_change change = {.n_acts = 0};
    bool ok = store_tournament(db, arena, id, true, &all, err) && is_organiser(&all.row, person, operates, err);
    struct fixture_row *fixture = ok ? fixture_of(&all, stage, number) : NULL;
    if (ok && !fixture)
        ok = err_fail(err, ERR_GONE, NULL, NULL, "no table %d of stage %d", number, stage);
    ok = ok && may_correct(&all, fixture, err) && ranks_fit(fixture, rank, err) && has_reason(why, err);
    if (ok)
        correct_fixture(arena, fixture, rank, why, person, &change);
    if (ok && !is_corrected_so(fixture, &change.counted[0])) {
        *fixture = change.counted[0];
        rank_anew(arena, &all, stage, &change);
        ok = store_tournament_change(db, arena, id, &change, now, err);
    }
    store_rollback(db);
    return ok;
}

/* ---- agreeing ---- */

bool tournament_agree(struct db *db, struct arena *arena, int64_t id, int64_t person, int stage, int number, bool agrees, int64_t now, struct err *err)
{
    struct tournament_all all;
    bool ok = store_tournament(db, arena, id, true, &all, err);
    const struct fixture_row *fixture = ok ? fixture_of(&all, stage, number) : NULL;
    const struct stage_row *of = ok ? stage_of(&all, stage) : NULL;
    int seat = 0;
    while (fixture && seat < fixture->n && place_person(&all, fixture->place[seat]) != person)
        seat++;
    if (ok && (!fixture || seat == fixture->n))
        ok = err_fail(err, fixture ? ERR_FORBIDDEN : ERR_GONE, fixture ? N_("You do not sit at this table.") : NULL, NULL, "table %d of stage %d", number, stage);
    if (ok && (!fixture->is_running || fixture->how != HOW_NOT_YET || !of || of->closed || (!all.row.paused && now >= of->closes)))
        ok = err_fail(err, ERR_STALE, N_("This table counts already, or its season or round has ended."), NULL, "too late");
    if (ok)
        ok = store_fixture_agrees(db, id, stage, number, agrees ? fixture->agrees | SEAT_BIT(seat) : fixture->agrees & ~SEAT_BIT(seat), err);
    store_rollback(db);
    return ok;
}
