/* The worker's tournaments: they begin on their day, their tables open, count and close, and whoever drops out is replaced. */
#include "config.h"

#include "cgi/work/worker_parts.h"

#include "cgi/base/clock.h"
#include "cgi/tournament/tournament.h"

#include "cgi/base/banned.h"

enum {
    TOURNAMENTS_POLL = 5 * 1000, /* milliseconds */
    AT_ONCE = 64,
    STEPS_AT_ONCE = 20,          /* of one tournament; then the others have their turn, as the end of a large stage takes minutes */
    PASSES_MOST = 1000           /* in a round: far more than it takes to end one stage and begin the next */
};

struct round {
    struct worker *w;
    struct db *db;
    struct held held;
    struct failing failing;
    int64_t last;                /* those behind it come first */
};

/* One step of one tournament. */
struct one {
    struct round *round;
    struct arena *arena;
    int64_t id;
    bool again;
};

static bool step(void *user, struct err *err)
{
    struct one *one = user;
    return tournament_step(one->round->db, one->arena, one->id, clock_now(), &one->again, err);
}

/* *more: it was not done with when its turn ended. False only when the database is gone. */
static bool see_to(struct round *r, int64_t id, bool *more, struct err *err)
{
    struct one one = {.round = r, .id = id, .again = true};
    bool ok = true, worked = !failing_holds(&r->failing, id);
    for (int i = 0; ok && worked && one.again && i < STEPS_AT_ONCE && !atomic_load(&r->w->stop); i++) {
        one.again = false;
        one.arena = arena_new();
        worked = err_catch(step, &one, err);
        ok = failing_note(&r->failing, r->db, id, worked, err);
        store_rollback(r->db);
        arena_free(one.arena);
    }
    *more = *more || (worked && one.again);
    return ok;
}

/* Those that are due now, each for a while. */
static bool pass(struct round *r, bool *more, struct err *err)
{
    int64_t *ids;
    int n;
    held_arena(&r->held);
    bool ok = tournaments_due(r->db, r->held.arena, clock_now(), AT_ONCE, r->last, &ids, &n, err);
    for (int i = 0; ok && i < n && !atomic_load(&r->w->stop); i++) {
        ok = see_to(r, ids[i], more, err);
        r->last = ids[i];
    }
    held_free(&r->held);
    return ok;
}

static bool see_to_all(void *user, struct err *err)
{
    struct round *r = user;
    bool ok = true, more = true;
    for (int i = 0; ok && more && i < PASSES_MOST && !atomic_load(&r->w->stop); i++) {
        more = false;
        ok = pass(r, &more, err);
    }
    return ok;
}

static struct round round_new(struct worker *w)
{
    struct db *db = db_open_pooled(w->set->database, w->set->pooler);
    return (struct round){.w = w, .db = db, .held = {.db = {db}}, .failing = {.who = "tournaments"}};
}

bool worker_tournaments_once(struct worker *w, struct err *err)
{
    struct round r = round_new(w);
    bool ok = worker_round(see_to_all, &r, &r.held, err);
    db_close(r.db);
    return ok;
}

void *worker_tournaments(void *user)
{
    struct worker *w = user;
    struct round r = round_new(w);
    worker_polls(w, "tournaments", TOURNAMENTS_POLL, see_to_all, &r);
    db_close(r.db);
    return NULL;
}
