#include "config.h"

#include "cgi/work/worker_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cgi/base/clock.h"
#include "cgi/base/log.h"

#include "cgi/base/banned.h"

/* ---- trouble, and waiting ---- */

enum { SLICE = 250 }; /* milliseconds that a stop may go unnoticed */

void trouble_met(struct trouble *trouble, const struct err *err)
{
    enum { FIRST = 500, LONGEST = 15 * 1000 };
    if (!trouble->on)
        log_line("level=error worker=%s code=%s message=\"%s\"", trouble->who, err_name(err->code),
                err->logged);
    trouble->pause = !trouble->on ? FIRST : trouble->pause * 2 > LONGEST ? LONGEST : trouble->pause * 2;
    trouble->on = true;
}

void trouble_over(struct trouble *trouble)
{
    if (trouble->on)
        log_line("level=info worker=%s message=\"at work again\"", trouble->who);
    trouble->on = false;
}

/* ---- a round, and what it holds ---- */

struct arena *held_arena(struct held *held)
{
    return held->arena = arena_new();
}

void held_free(struct held *held)
{
    if (held->arena)
        arena_free(held->arena);
    held->arena = NULL;
}

/* There may be no memory for that either: then the next one does it. */
static bool roll_back(void *user, struct err *err)
{
    const struct held *held = user;
    (void)err;
    for (int i = 0; i < 2; i++)
        if (held->db[i])
            store_rollback(held->db[i]);
    return true;
}

bool worker_round(bool (*round)(void *user, struct err *err), void *user, struct held *held, struct err *err)
{
    struct err ignored;
    if (err_catch(round, user, err))
        return true;
    held_free(held);
    err_catch(roll_back, held, &ignored);
    return false;
}

void worker_rest(const struct worker *w, int milliseconds)
{
    for (; milliseconds > 0 && !atomic_load(&w->stop); milliseconds -= SLICE) {
        struct timespec slice = {.tv_nsec = (milliseconds < SLICE ? milliseconds : SLICE) * 1000000L};
        nanosleep(&slice, NULL);
    }
}

void worker_polls(const struct worker *w, const char *who, int milliseconds, bool (*round)(void *user, struct err *err), void *user)
{
    struct trouble trouble = {.who = who};
    while (!atomic_load(&w->stop)) {
        struct err err;
        if (round(user, &err))
            trouble_over(&trouble);
        else
            trouble_met(&trouble, &err);
        worker_rest(w, trouble.on ? trouble.pause : milliseconds);
    }
}

struct hearing {
    struct db *ears;
    const char *channel;
    bool heard;
};

static bool hear(void *user, struct err *err)
{
    struct hearing *h = user;
    return store_listen(h->ears, h->channel, SLICE, &h->heard, err);
}

bool worker_renew(const struct worker *w, struct service **held)
{
    struct service *now = service_hold(w->service), *before = *held;
    *held = now;
    service_release(before);
    return now != before;
}

bool worker_wait(struct worker *w, struct db *ears, const char *channel, int milliseconds, struct trouble *trouble)
{
    struct err err;
    struct hearing h = {.ears = ears, .channel = channel};
    const int times = service_times(w->service);
    if (trouble->on)
        worker_rest(w, trouble->pause);
    while (!trouble->on && !h.heard && milliseconds > 0 && !atomic_load(&w->stop) && service_times(w->service) == times) {
        if (!err_catch(hear, &h, &err))
            trouble_met(trouble, &err);
        milliseconds -= SLICE;
    }
    return h.heard;
}

/* ---- what is tried again ---- */

bool worker_not_yet(const char *needless)
{
    return !strcmp(needless, "early") || !strcmp(needless, "paused");
}

int worker_pause_before(int tries)
{
    static const int first[] = {60, 5 * 60, 15 * 60, 60 * 60};
    enum { FIRST = sizeof(first) / sizeof(first[0]), LATER = 4 * 60 * 60, TRIES = FIRST + 3 * 24 / 4 };
    return tries < FIRST ? first[tries] : tries < TRIES ? LATER : 0;
}

/* ---- games that fail are left alone for a while, so that the others go on ---- */

static int failing_index(const struct failing *failing, int64_t game)
{
    int i = 0;
    while (i < failing->n && failing->game[i].game != game)
        i++;
    return i;
}

bool failing_holds(const struct failing *failing, int64_t game)
{
    int i = failing_index(failing, game);
    return i < failing->n && failing->game[i].until > clock_ticks();
}

static void add_failing(struct failing *failing, int64_t game, const struct err *err)
{
    enum { HELD = 3, FIRST = 5, LONGEST = 600 }; /* seconds; HELD: by another transaction, which ends */
    int i = failing_index(failing, game);
    if (i == FAILING_MAX)
        i = (int)((uint64_t)game % FAILING_MAX);
    bool known = i < failing->n && failing->game[i].game == game;
    int pause = err->held ? HELD : known ? failing->game[i].pause * 2 : FIRST;
    if (!known)
        log_line("level=error worker=%s game=%" PRId64 " code=%s message=\"%s\"", failing->who, game,
                err_name(err->code), err->logged);
    failing->n = i < failing->n ? failing->n : i + 1;
    failing->game[i].game = game;
    failing->game[i].pause = pause > LONGEST ? LONGEST : pause;
    failing->game[i].until = clock_ticks() + (int64_t)failing->game[i].pause * 1000;
}

static void drop_failing(struct failing *failing, int64_t game)
{
    int i = failing_index(failing, game);
    if (i < failing->n)
        failing->game[i] = failing->game[--failing->n];
}

bool failing_note(struct failing *failing, struct db *db, int64_t game, bool ok, const struct err *err)
{
    if (ok)
        drop_failing(failing, game);
    if (ok || err->code == ERR_STALE) /* another worker was faster */
        return true;
    store_rollback(db);
    if (err->code == ERR_BUSY && !err->held)
        return false;
    add_failing(failing, game, err);
    return true;
}
