#include "config.h"

#include "cgi/cli/open.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgi/account/password.h"
#include "cgi/base/clock.h"
#include "cgi/base/log.h"
#include "cgi/base/look.h"
#include "cgi/base/searches.h"
#include "cgi/base/stamp.h"
#include "cgi/base/tally.h"
#include "cgi/base/throttle.h"
#include "cgi/base/turns.h"
#include "cgi/http/assets.h"
#include "cgi/http/metrics.h"
#include "cgi/http/site_files.h"
#include "cgi/http/announced.h"
#include "cgi/model/layouts.h"
#include "cgi/site/routes.h"
#include "cgi/store/store.h"
#include "rules/engine/must.h"

#include "cgi/base/banned.h"

/* Drawing waits for nothing, so as many as there are processors keep all of them busy; each takes about a megabyte. */
static int pages_at_once(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 2 ? (int)processors : 2;
}

/* Who waits for a hint holds a thread: half of them, at most, answer all others. */
static int searchers_most(const struct settings *set)
{
    int waiting = set->threads / 2 - set->bot_threads;
    return waiting > 1 ? waiting : 1;
}

/* ---- what is read from files ---- */

enum { PATH_ROOM = 1024 };

struct places {
    char templates[PATH_ROOM], www[PATH_ROOM], sql[PATH_ROOM], po[PATH_ROOM];
};

static bool find_places(const struct settings *set, struct places *places)
{
    return snprintf(places->templates, PATH_ROOM, "%s/templates", set->data_dir) < PATH_ROOM &&
           snprintf(places->www, PATH_ROOM, "%s/www", set->data_dir) < PATH_ROOM &&
           snprintf(places->po, PATH_ROOM, "%s/po", set->data_dir) < PATH_ROOM &&
           snprintf(places->sql, PATH_ROOM, "%s/sql", set->data_dir) < PATH_ROOM;
}

/* The same for all processes that read the same files. Where one answer is all, nothing is kept that could be out of date. */
static uint64_t edition_of(const struct settings *set, const struct places *places)
{
    enum { TEMPLATES_DEEP = 3, SITE_DEEP = 2 };
    if (set->once)
        return 0;
    uint64_t edition = stamp_mix(stamp_of(places->templates, TEMPLATES_DEEP), stamp_of(places->po, 1));
    edition = stamp_mix(edition, stamp_of(places->www, 1));
    edition = stamp_mix(edition, set->site_dir ? stamp_of(set->site_dir, SITE_DEEP) : 0);
    return stamp_mix(edition, stamp_of(set->config, 1));
}

/* Reads what set names. On false @why says what is wrong, with file and line where there is one; forget_files() then frees what was read. */
static bool read_files(struct service *service, char *why, size_t room)
{
    enum { READS_A_SECOND = 60 };
    const struct settings *set = &service->set;
    struct places places;
    if (!find_places(set, &places)) {
        snprintf(why, room, "%s: cannot be opened", set->data_dir);
        return false;
    }
    service->edition = edition_of(set, &places);
    bool ok = languages_open(&service->languages, set, why, room) &&
              (service->layouts = layouts_load(places.templates, set->dev, why, room)) != NULL &&
              (service->assets = assets_load(places.www, why, room)) != NULL;
    if (!ok)
        return false;
    snprintf(why, room, "out of memory");
    service->migrations = store_migrations_known(places.sql);
    return (service->site = site_files_load(set->site_dir, set->once)) != NULL &&
           (service->moves = throttle_new(set->moves_a_minute, 60)) != NULL &&
           (service->reads = throttle_new(set->moves_a_minute ? READS_A_SECOND : 0, 1)) != NULL;
}

/* @service has no files from now on; whoever has got them besides keeps them. */
static void lose_files(struct service *service)
{
    service->languages = (struct languages){0};
    service->layouts = NULL;
    service->assets = NULL;
    service->site = NULL;
    service->moves = service->reads = NULL;
}

static void forget_files(struct service *service)
{
    site_files_free(service->site);
    throttle_free(service->moves);
    throttle_free(service->reads);
    assets_free(service->assets);
    layouts_free(service->layouts);
    languages_close(&service->languages);
    lose_files(service);
}

static void release(struct service *service)
{
    forget_files(service);
    settings_drop(&service->set);
    free(service);
}

/* ---- opening and closing ---- */

/* What requests hold is a copy of @service with the same files. */
static bool put_in_force(struct service *service)
{
    struct in_force *in_force = calloc(1, sizeof(*in_force));
    struct service *copy = malloc(sizeof(*copy));
    if (!in_force || !copy) {
        free(in_force);
        free(copy);
        return false;
    }
    pthread_mutex_init(&in_force->lock, NULL);
    in_force->release = release;
    service->in_force = in_force;
    *copy = *service;
    service_put_in_force(copy);
    return true;
}

bool service_open(struct service *service, const struct settings *set, char *why, size_t room)
{
    enum { DRAWERS_MOST = 256, DRAW_SECONDS = 10 }; /* as many threads as there may be */
    *service = (struct service){.set = *set};
    clock_begun();
    snprintf(why, room, "what ICU knows of letters: cannot be opened");
    bool ok = look_open() && read_files(service, why, room) && (service->hashing = gate_new(set->threads)) != NULL &&
              (service->drawing = turns_new(pages_at_once(), DRAWERS_MOST, DRAW_SECONDS)) != NULL &&
              (service->searches = searches_new(set->bot_threads, searchers_most(set))) != NULL &&
              (service->announced = announced_new()) != NULL && (service->metrics = metrics_new(routes_all())) != NULL;
    /* Where templates may change, what was drawn from them is not kept; nor where one answer is all. */
    service->cache = set->dev || set->once || !set->cache ? NULL : cache_new((size_t)set->cache << 20);
    randombytes_buf(service->part_secret, sizeof(service->part_secret));
    ok = ok && put_in_force(service);
    if (!ok)
        service_close(service);
    return ok;
}

void service_close(struct service *service)
{
    struct in_force *in_force = service->in_force;
    if (in_force) {
        lose_files(service);
        service_release(in_force->service);
        pthread_mutex_destroy(&in_force->lock);
        free(in_force);
    }
    forget_files(service);
    cache_free(service->cache);
    gate_free(service->hashing);
    turns_free(service->drawing);
    searches_free(service->searches);
    announced_free(service->announced);
    metrics_free(service->metrics);
    *service = (struct service){0};
}

/* ---- once more ---- */

struct reading {
    struct service *service, *made;
    bool ok;
    char why[600];
};

static void read_again(void *user)
{
    struct reading *r = user;
    r->ok = settings_again(&r->made->set, &r->service->set, r->why, sizeof(r->why)) && read_files(r->made, r->why, sizeof(r->why));
}

void service_reload(struct service *service)
{
    struct reading *r = &(struct reading){.service = service, .made = malloc(sizeof(*service)), .why = "out of memory"};
    if (r->made) {
        *r->made = *service;
        r->made->set = (struct settings){0};
        lose_files(r->made);
    }
    if (!r->made || !must_catch(read_again, r, NULL) || !r->ok) {
        log_line("level=error message=\"nothing was read again, all stays as it was: %s\"", log_clean(r->why));
        tally_add(TALLY_RELOADS_REFUSED, 1);
        if (r->made)
            release(r->made);
        return;
    }
    log_as_json(!strcmp(r->made->set.log, "json"));
    lose_files(service); /* they are in force still, and go when nobody holds them */
    service_put_in_force(r->made);
    tally_add(TALLY_RELOADS, 1);
    log_line("level=info message=\"settings, words and templates were read again\"");
}
