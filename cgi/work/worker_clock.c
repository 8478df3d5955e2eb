/* The worker's clock: reminders, deadlines, and what an outage of the service has done to them. */
#include "config.h"

#include "cgi/base/log.h"
#include "cgi/work/worker_parts.h"

#include <inttypes.h>
#include <stdio.h>

#include "cgi/base/clock.h"
#include "cgi/play/play.h"
#include "cgi/store/order.h"

#include "cgi/base/banned.h"

enum {
    CLOCK_POLL = 3 * 1000, /* milliseconds, when nothing is due before */
    GAMES_AT_ONCE = 128,   /* more than FAILING_MAX, which could else fill the list */
    REMINDERS_AT_ONCE = 128,
    STEPS_AT_ONCE = 64     /* in one game, before the others have their turn */
};

/* What one round looks at; all of it is decided by one reading of the clock. */
struct round {
    struct db *db;
    struct held held;
    struct failing *failing;
    const atomic_bool *stop;
    int64_t now, outage;
    int64_t next;              /* when the next thing is due; 0: nothing */
    bool more;                 /* there was more than one round does */
    bool passed_over;          /* a game that somebody locks */
    int64_t looked;            /* when it was last looked for people who are suspended and still play */
};

struct stroke {
    struct round *round;
    struct arena *arena;
    int64_t game;
    bool again;
};

static bool strike_once(void *user, struct err *err)
{
    struct stroke *s = user;
    struct round *r = s->round;
    return r->outage ? play_outage(r->db, s->arena, s->game, r->outage, r->now, err)
                     : play_clock(r->db, s->arena, s->game, r->now, &s->again, err);
}

/* All that is due in one game. A game that fails or is locked is left alone for a while. False only when the database is gone. */
static bool strike(struct round *r, int64_t game, struct err *err)
{
    struct stroke s = {.round = r, .game = game, .again = true};
    bool ok = true;
    for (int i = 0; ok && s.again && i < STEPS_AT_ONCE; i++) {
        s.arena = arena_new();
        ok = err_catch(strike_once, &s, err);
        s.again = s.again && !r->outage;
        arena_free(s.arena);
    }
    r->passed_over |= !ok && err->held;
    return failing_note(r->failing, r->db, game, ok, err);
}

/* What has failed before an outage must not miss the grace after it. */
static bool strike_all(struct round *r, const int64_t *games, int n, struct err *err)
{
    bool ok = true;
    for (int i = 0; ok && i < n && !atomic_load(r->stop); i++)
        ok = (!r->outage && failing_holds(r->failing, games[i])) || strike(r, games[i], err);
    return ok;
}

/* Every game in which a clock goes, in batches. Until that is done no deadline strikes; a worker that is killed meanwhile
 * leaves the rest to the next, and so does a game that is locked, whose deadline would else strike without the grace. */
static bool see_to_outage(struct round *r, struct err *err)
{
    int n = GAMES_AT_ONCE;
    int64_t after = 0;
    bool ok = true;
    while (ok && n == GAMES_AT_ONCE && !atomic_load(r->stop)) {
        struct arena *arena = held_arena(&r->held);
        int64_t *games;
        ok = store_clock_games(r->db, arena, after, GAMES_AT_ONCE, &games, &n, err) && strike_all(r, games, n, err);
        after = ok && n > 0 ? games[n - 1] : after;
        held_free(&r->held);
    }
    r->more = !r->passed_over;
    return ok && (r->passed_over || atomic_load(r->stop) || store_outage_over(r->db, r->outage, err));
}

static bool see_to_due(struct round *r, struct err *err)
{
    struct arena *arena = held_arena(&r->held);
    int64_t *games;
    int n, come;
    bool ok = store_due_games(r->db, arena, r->now, GAMES_AT_ONCE, &games, &n, &r->next, err) && strike_all(r, games, n, err)
        && store_reminders_come(r->db, r->now, REMINDERS_AT_ONCE, &come, err);
    r->more = ok && (n == GAMES_AT_ONCE || come == REMINDERS_AT_ONCE);
    held_free(&r->held);
    return ok;
}

/* Who is suspended plays nowhere: that is seen to at once by the page of the moderator, and here when the process ended in between, or a table
 * started in the same moment. What cannot be done now is tried again. */
static bool see_to_suspended(struct round *r, struct err *err)
{
    enum { EVERY = 30 * 1000000, PEOPLE_AT_ONCE = 32 };
    if (r->looked && r->now < r->looked + EVERY && r->now >= r->looked)
        return true;
    struct arena *arena = held_arena(&r->held);
    int64_t *people;
    int n;
    bool ok = store_held_people(r->db, arena, PEOPLE_AT_ONCE, &people, &n, err);
    for (int i = 0; ok && i < n && !atomic_load(r->stop); i++)
        ok = play_held(r->db, arena, people[i], r->now, err) || err->code != ERR_BUSY || err->held;
    held_free(&r->held);
    r->looked = r->now;
    return ok;
}

static bool play_round(void *user, struct err *err)
{
    struct round *r = user;
    r->next = 0;
    r->more = r->passed_over = false;
    if (!store_follow_clock(r->db, err))
        return false;
    r->now = clock_now();
    if (!store_pulse(r->db, r->now, &r->outage, err) || !see_to_suspended(r, err))
        return false;
    if (r->outage)
        log_line("level=warning worker=clock message=\"there has been an outage: nobody's time is up yet\"");
    return r->outage ? see_to_outage(r, err) : see_to_due(r, err);
}

static struct round round_new(struct worker *w, struct failing *failing)
{
    struct db *db = db_open_pooled(w->set->database, w->set->pooler);
    return (struct round){.db = db, .held = {.db = {db}}, .failing = failing, .stop = &w->stop, .more = true};
}

bool worker_clock_once(struct worker *w, struct err *err)
{
    struct failing failing = {.who = "clock"};
    struct round r = round_new(w, &failing);
    bool ok = true;
    while (ok && r.more && !atomic_load(&w->stop))
        ok = worker_round(play_round, &r, &r.held, err);
    db_close(r.db);
    return ok;
}

static int pause_before(const struct round *r)
{
    int64_t due = r->next ? (r->next - clock_now()) / 1000 + 1 : CLOCK_POLL;
    return due < 1 ? 1 : due < CLOCK_POLL ? (int)due : CLOCK_POLL;
}

void *worker_clock(void *user)
{
    struct worker *w = user;
    struct trouble trouble = {.who = "clock"};
    struct failing failing = {.who = "clock"};
    struct round r = round_new(w, &failing);
    while (!atomic_load(&w->stop)) {
        struct err err;
        bool ok = worker_round(play_round, &r, &r.held, &err);
        if (ok)
            trouble_over(&trouble);
        else
            trouble_met(&trouble, &err);
        if (!ok || !r.more)
            worker_rest(w, ok ? pause_before(&r) : trouble.pause);
    }
    db_close(r.db);
    return NULL;
}
