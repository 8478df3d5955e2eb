#include "config.h"

#include "cgi/work/worker.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>

#include "cgi/base/log.h"
#include "cgi/work/stop.h"
#include "cgi/work/worker_parts.h"

#include "cgi/base/banned.h"

static bool begin(struct worker *w, void *(*part)(void *), void *user)
{
    if (pthread_create(&w->thread[w->n], NULL, part, user) != 0)
        return false;
    w->n++;
    return true;
}

struct worker *worker_start(struct service *service)
{
    struct worker *w = calloc(1, sizeof(*w));
    if (!w || curl_global_init(CURL_GLOBAL_DEFAULT)) {
        free(w);
        return NULL;
    }
    w->service = service;
    w->set = &service->set;
    atomic_init(&w->stop, false);
    bool ok = begin(w, worker_mail, w) && begin(w, worker_post, w) && begin(w, worker_clock, w) && begin(w, worker_plans, w) && begin(w, worker_study, w)
        && begin(w, worker_seats, w) && begin(w, worker_tournaments, w);
    for (int i = 0; ok && i < w->set->bot_threads; i++) {
        w->bots[i] = (struct bots){.w = w, .share = {i, w->set->bot_threads}};
        ok = begin(w, worker_bots, &w->bots[i]);
    }
    if (ok)
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

/* Who is seated may start a game, what was due and what was planned may make bots move, and all of it makes letters. */
static bool work_once(struct worker *w)
{
    static bool (*const in_turn[WORKER_PARTS])(struct worker *, struct err *) = {
        worker_tournaments_once, worker_seats_once, worker_clock_once, worker_plans_once, worker_bots_once, worker_study_once, worker_post_once,
        worker_mail_once};
    struct err err;
    for (int i = 0; i < WORKER_PARTS; i++) {
        if (in_turn[i](w, &err))
            continue;
        log_line("level=error worker=once code=%s message=\"%s\"", err_name(err.code), err.logged);
        return false;
    }
    return true;
}

bool worker_once(struct service *service)
{
    struct worker w = {.service = service, .set = &service->set};
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
