/* Two threads, each with a connection of its own: one asks each second whether the database answers, the other writes now and then, and
 * waits as long as that takes. */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/base/log.h"
#include "cgi/store/db.h"
#include "cgi/store/store.h"
#include "cgi/store/watch.h"

#include "cgi/base/banned.h"

enum {
    LOOK_MS = 1000,          /* between two looks */
    LOOK_SOON_MS = 20,       /* where one is wanted soon, and there was an answer */
    ASKED_MS = 60 * 1000,    /* for so long after somebody asked, all figures are kept fresh */
    WRITE_MS = 10 * 1000,    /* between two writes */
    WRITE_SOON_MS = 1000,    /* where one is wanted soon, or the last one failed */
    CONFIRM_MS = 2000        /* so long a write may take to be confirmed */
};

static struct {
    pthread_t looking, writing;
    struct db *look_db, *write_db;
    /* what follows: with watch_lock() */
    struct watched seen;
    char why[sizeof(((struct err *)NULL)->logged)]; /* it could not be reached at the last look; "": it could, or was silent */
    int64_t look_began;      /* ticks, when the last look began that is finished; 0: none is */
    int64_t write_began;     /* likewise, of the one under way; 0: none is */
    int64_t asked;           /* likewise, when somebody last asked; 0: nobody yet */
} watcher;

/* ---- looking ---- */

static void say(const char *level, const char *what, const char *why)
{
    log_line("level=%s message=\"%s%s%s\"", level, what, *why ? ": " : "", why);
}

/* With the lock held. */
static void note_look(int64_t began, bool answers, bool silent, bool unconfirmed, const struct watched *now, const struct err *err)
{
    struct watched *seen = &watcher.seen;
    if (silent && !watch_silent())
        say("error", "the database is silent", err->logged);
    const char *why = answers || silent ? "" : err->logged;
    if (*why && strcmp(watcher.why, why) != 0)
        say("error", "the database cannot be reached", why);
    if (answers && (watch_silent() || *watcher.why))
        say("info", "the database answers again", "");
    snprintf(watcher.why, sizeof(watcher.why), "%s", why);
    if (unconfirmed != watch_unconfirmed())
        say(unconfirmed ? "error" : "info", unconfirmed ? "commits are not confirmed by the standby" : "commits are confirmed again", "");
    seen->answers = answers;
    snprintf(seen->read_state, sizeof(seen->read_state), "%s", answers ? "" : silent ? WATCHED_SILENT : trip_state(watcher.look_db));
    if (now->looked)
        seen->health = now->health;
    seen->looked |= now->looked;
    watch_set(silent, unconfirmed);
    watcher.look_began = began;
    watch_changed();
}

static void look(bool all)
{
    int64_t began = clock_ticks();
    struct watched now = {.looked = false};
    bool unconfirmed = false;
    struct err err = {0};
    struct db *db = watcher.look_db;
    bool silent, answers = store_ping(db, &unconfirmed, &err);
    silent = !answers && trip_was_silent(db);
    if (answers && all) {
        now.looked = store_health(db, &now.health, &err);
        answers = now.looked;
    }
    if (watch_ends())
        return;
    watch_lock();
    note_look(began, answers, silent, unconfirmed, &now, &err);
    watch_unlock();
    store_forget(db);
}

static void *look_thread(void *unused)
{
    (void)unused;
    for (bool all = true; !watch_ends();) {
        int64_t began = clock_ticks();
        look(all);
        int unanswered = watch_unpark();
        watch_lock();
        watcher.seen.unanswered = unanswered;
        watch_rest(WATCH_LOOK, began, watcher.seen.answers ? LOOK_SOON_MS : LOOK_MS, LOOK_MS);
        all = watcher.asked && clock_ticks() - watcher.asked < ASKED_MS;
        watch_unlock();
    }
    return NULL;
}

/* ---- writing ---- */

static void note_write(const char *state, const struct err *err)
{
    struct watched *seen = &watcher.seen;
    bool written = !*state, was_well = !*seen->write_state; /* nobody else writes it */
    watch_lock();
    snprintf(seen->write_state, sizeof(seen->write_state), "%s", state);
    seen->tried = true;
    watcher.write_began = 0;
    watch_changed();
    watch_unlock();
    if (!written && was_well)
        say("error", "the database cannot be written", err->logged);
    if (written && !was_well)
        say("info", "the database can be written again", "");
}

static void *write_thread(void *unused)
{
    (void)unused;
    while (!watch_ends()) {
        char state[WATCHED_STATE];
        struct err err = {0};
        int64_t began = clock_ticks();
        watch_lock();
        watcher.write_began = began;
        watch_unlock();
        bool written = store_write_trial(watcher.write_db, state, &err);
        if (watch_ends())
            break;
        note_write(state, &err);
        watch_lock();
        watch_rest(WATCH_WRITE, began, WRITE_SOON_MS, written ? WRITE_MS : WRITE_SOON_MS);
        watch_unlock();
    }
    return NULL;
}

/* ---- for the rest of the program ---- */

bool store_watched(struct watched *out, int milliseconds)
{
    if (!watch_runs())
        return false;
    watch_lock();
    int64_t asked = watcher.asked = clock_ticks();
    watch_hurry(WATCH_LOOK);
    watch_hurry(WATCH_WRITE);
    while ((watcher.look_began < asked || !watcher.seen.tried) && !watch_silent() && watch_wait(asked + milliseconds))
        ;
    *out = watcher.seen;
    if (watcher.write_began && clock_ticks() - watcher.write_began > CONFIRM_MS)
        snprintf(out->write_state, sizeof(out->write_state), "%s", watch_silent() ? WATCHED_SILENT : WATCHED_UNCONFIRMED);
    watch_unlock();
    return true;
}

bool watched_gone(void)
{
    if (!watch_runs())
        return false;
    watch_lock();
    bool gone = watcher.look_began && !watcher.seen.answers;
    watch_unlock();
    return gone;
}

static void close_both(void)
{
    watch_over();
    db_close(watcher.look_db);
    db_close(watcher.write_db);
}

bool store_watch_start(const char *direct, const char *pooler)
{
    watcher.look_db = db_open_watch(direct, pooler, WATCHES_READING);
    watcher.write_db = db_open_watch(direct, NULL, WATCHES_WRITING);
    watch_begin();
    bool looking = pthread_create(&watcher.looking, NULL, look_thread, NULL) == 0;
    if (looking && pthread_create(&watcher.writing, NULL, write_thread, NULL) == 0)
        return true;
    watch_end();
    if (looking)
        pthread_join(watcher.looking, NULL);
    close_both();
    return false;
}

void store_watch_stop(void)
{
    if (!watch_runs())
        return;
    watch_end();
    pthread_join(watcher.looking, NULL);
    pthread_join(watcher.writing, NULL);
    close_both();
}
