#include "config.h"

#include "cgi/work/worker.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cgi/work/stop.h"
#include "cgi/work/worker_parts.h"

#include "cgi/base/banned.h"

enum { SLICE = 250 }; /* milliseconds that a stop may go unnoticed */

void trouble_met(struct trouble *trouble, const struct err *err)
{
    enum { FIRST = 500, LONGEST = 15 * 1000 };
    if (!trouble->on)
        fprintf(stderr, "level=error worker=%s code=%s message=\"%s\"\n", trouble->who, err_name(err->code),
                err->logged);
    trouble->pause = !trouble->on ? FIRST : trouble->pause * 2 > LONGEST ? LONGEST : trouble->pause * 2;
    trouble->on = true;
}

void trouble_over(struct trouble *trouble)
{
    if (trouble->on)
        fprintf(stderr, "level=info worker=%s message=\"at work again\"\n", trouble->who);
    trouble->on = false;
}

void worker_rest(const struct worker *w, int milliseconds)
{
    for (; milliseconds > 0 && !atomic_load(&w->stop); milliseconds -= SLICE) {
        struct timespec slice = {.tv_nsec = (milliseconds < SLICE ? milliseconds : SLICE) * 1000000L};
        nanosleep(&slice, NULL);
    }
}

bool worker_wait(struct worker *w, struct db *ears, const char *channel, int milliseconds, struct trouble *trouble)
{
    struct err err;
    bool heard = false;
    if (trouble->on)
        worker_rest(w, trouble->pause);
    while (!trouble->on && !heard && milliseconds > 0 && !atomic_load(&w->stop)) {
        if (!store_listen(ears, channel, SLICE, &heard, &err))
            trouble_met(trouble, &err);
        milliseconds -= SLICE;
    }
    return heard;
}

static void *(*const parts[WORKER_PARTS])(void *) = {worker_mail, worker_bots, worker_clock};

struct worker *worker_start(struct house *house)
{
    struct worker *w = calloc(1, sizeof(*w));
    if (!w || curl_global_init(CURL_GLOBAL_DEFAULT)) {
        free(w);
        return NULL;
    }
    w->house = house;
    atomic_init(&w->stop, false);
    while (w->n < WORKER_PARTS && pthread_create(&w->thread[w->n], NULL, parts[w->n], w) == 0)
        w->n++;
    if (w->n == WORKER_PARTS)
        return w;
    worker_stop(w);
    return NULL;
}

static void *watch_for_stop(void *user)
{
    struct worker *w = user;
    stop_wait();
    atomic_store(&w->stop, true);
    return NULL;
}

/* What was due may make bots move, and both make letters. */
static bool work_once(struct worker *w)
{
    static bool (*const in_turn[WORKER_PARTS])(struct worker *, struct err *) = {worker_clock_once, worker_bots_once,
                                                                                 worker_mail_once};
    struct err err;
    for (int i = 0; i < WORKER_PARTS; i++) {
        if (in_turn[i](w, &err))
            continue;
        fprintf(stderr, "level=error worker=once code=%s message=\"%s\"\n", err_name(err.code), err.logged);
        return false;
    }
    return true;
}

bool worker_once(struct house *house)
{
    struct worker w = {.house = house};
    pthread_t watch;
    if (curl_global_init(CURL_GLOBAL_DEFAULT) || pthread_create(&watch, NULL, watch_for_stop, &w) != 0)
        return false;
    bool ok = work_once(&w);
    pthread_cancel(watch);
    pthread_join(watch, NULL);
    return ok;
}

void worker_stop(struct worker *worker)
{
    if (!worker)
        return;
    atomic_store(&worker->stop, true);
    for (int i = 0; i < worker->n; i++)
        pthread_join(worker->thread[i], NULL);
    free(worker);
}
