/* The worker's plans: turns that players have prepared, handed in when their turn comes and all is as it was. */
#include "config.h"

#include "cgi/work/worker_parts.h"

#include "cgi/base/clock.h"
#include "cgi/play/plan.h"

#include "cgi/base/banned.h"

enum {
    PLANS_POLL = 2 * 1000, /* milliseconds: it hears of nothing, which would take a session of PostgreSQL for good */
    PLANS_AT_ONCE = 128    /* more than FAILING_MAX, which could else fill the list */
};
static const int64_t CLEAR_EVERY = 60 * INT64_C(1000000);

struct round {
    struct worker *w;
    struct db *db;
    struct held held;
    struct failing failing;
    bool more;       /* something was handed in: another plan may be next */
    int64_t cleared; /* when those that count for nothing were last deleted */
};

struct one {
    struct round *round;
    struct arena *arena;
    struct plan_due due;
    bool done;
};

static bool hand_in(void *user, struct err *err)
{
    struct one *one = user;
    return play_plan_hand_in(one->round->db, one->arena, one->due.game, one->due.seat, clock_now(), &one->done, err);
}

/* False only when the database is gone. */
static bool see_to(struct round *r, struct plan_due due, struct err *err)
{
    struct one one = {.round = r, .arena = arena_new(), .due = due};
    bool ok = err_catch(hand_in, &one, err);
    arena_free(one.arena);
    r->more = r->more || (ok && one.done);
    return failing_note(&r->failing, r->db, due.game, ok, err);
}

static bool play_round(void *user, struct err *err)
{
    struct round *r = user;
    struct plan_due *due;
    int n;
    r->more = false;
    bool ok = store_plans_due(r->db, held_arena(&r->held), PLANS_AT_ONCE, &due, &n, err);
    for (int i = 0; ok && i < n && !atomic_load(&r->w->stop); i++)
        ok = failing_holds(&r->failing, due[i].game) || see_to(r, due[i], err);
    held_free(&r->held);
    if (ok && clock_now() - r->cleared >= CLEAR_EVERY) {
        ok = store_plans_clear(r->db, err);
        r->cleared = clock_now();
    }
    return ok;
}

static bool play_rounds(void *user, struct err *err)
{
    struct round *r = user;
    bool ok = true;
    for (r->more = true; ok && r->more && !atomic_load(&r->w->stop);)
        ok = worker_round(play_round, r, &r->held, err);
    return ok;
}

static struct round round_new(struct worker *w)
{
    struct db *db = db_open_pooled(w->set->database, w->set->pooler);
    return (struct round){.w = w, .db = db, .held = {.db = {db}}, .failing = {.who = "plans"}};
}

bool worker_plans_once(struct worker *w, struct err *err)
{
    struct round r = round_new(w);
    bool ok = play_rounds(&r, err);
    db_close(r.db);
    return ok;
}

void *worker_plans(void *user)
{
    struct worker *w = user;
    struct round r = round_new(w);
    worker_polls(w, "plans", PLANS_POLL, play_rounds, &r);
    db_close(r.db);
    return NULL;
}
