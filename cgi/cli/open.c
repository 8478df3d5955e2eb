#include "config.h"

#include "cgi/cli/open.h"

#include <sodium.h>
#include <stdio.h>
#include <unistd.h>

#include "cgi/account/password.h"
#include "cgi/base/look.h"
#include "cgi/base/searches.h"
#include "cgi/base/throttle.h"
#include "cgi/base/turns.h"
#include "cgi/http/assets.h"
#include "cgi/http/metrics.h"
#include "cgi/http/site_files.h"
#include "cgi/http/announced.h"
#include "cgi/model/layouts.h"
#include "cgi/site/routes.h"
#include "cgi/store/store.h"

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

bool service_open(struct service *service, const struct settings *set, char *why, size_t room)
{
    enum { PATH_ROOM = 1024, DRAWERS_MOST = 256, DRAW_SECONDS = 10, READS_A_SECOND = 60 }; /* as many threads as there may be */
    char templates[PATH_ROOM], www[PATH_ROOM], sql[PATH_ROOM];
    *service = (struct service){.set = *set};
    bool reads = look_open();
    snprintf(why, room, "%s: cannot be opened", reads ? set->data_dir : "what ICU knows of letters");
    bool ok = reads && snprintf(templates, sizeof(templates), "%s/templates", set->data_dir) < PATH_ROOM &&
              snprintf(www, sizeof(www), "%s/www", set->data_dir) < PATH_ROOM &&
              snprintf(sql, sizeof(sql), "%s/sql", set->data_dir) < PATH_ROOM &&
              languages_open(&service->languages, &service->set, why, room) &&
              (service->layouts = layouts_load(templates, set->dev, why, room)) != NULL &&
              (service->assets = assets_load(www, why, room)) != NULL && (service->hashing = gate_new(set->threads)) != NULL &&
              (service->drawing = turns_new(pages_at_once(), DRAWERS_MOST, DRAW_SECONDS)) != NULL &&
              (service->searches = searches_new(set->bot_threads, searchers_most(set))) != NULL &&
              (service->announced = announced_new()) != NULL &&
              (service->site = site_files_load(set->site_dir, set->once)) != NULL && (service->metrics = metrics_new(routes_all())) != NULL &&
              (service->moves = throttle_new(set->moves_a_minute, 60)) != NULL &&
              (service->reads = throttle_new(set->moves_a_minute ? READS_A_SECOND : 0, 1)) != NULL;
    service->migrations = ok ? store_migrations_known(sql) : 0;
    /* Where templates may change, what was drawn from them is not kept; nor where one answer is all. */
    service->cache = set->dev || set->once || !set->cache ? NULL : cache_new((size_t)set->cache << 20);
    randombytes_buf(service->part_secret, sizeof(service->part_secret));
    if (!ok)
        service_close(service);
    return ok;
}

void service_close(struct service *service)
{
    cache_free(service->cache);
    gate_free(service->hashing);
    turns_free(service->drawing);
    searches_free(service->searches);
    announced_free(service->announced);
    site_files_free(service->site);
    metrics_free(service->metrics);
    throttle_free(service->moves);
    throttle_free(service->reads);
    assets_free(service->assets);
    layouts_free(service->layouts);
    languages_close(&service->languages);
    *service = (struct service){0};
}
