/* What one process of the service shares among its requests: read-only, except for parts with a lock of their own.
 *
 * What is read from files is read again by a reload (cgi/cli/open.c). Then another struct service is put in force beside the one before, which
 * goes when nobody holds it any more: each request holds one from its first line to the end of its answer. */
#ifndef CGI_HTTP_SERVICE_H
#define CGI_HTTP_SERVICE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "cgi/base/cache.h"
#include "cgi/base/settings.h"
#include "cgi/tpl/languages.h"

enum { PART_SECRET_BYTES = 32 };

struct service;

/* What the services of one process have in common about which of them is in force. */
struct in_force {
    pthread_mutex_t lock;      /* of service, and of the holders of each */
    struct service *service;
    atomic_int times;          /* how often one was put in force */
    void (*release)(struct service *service); /* frees one that nobody holds */
};

struct service {
    /* of this one: read from files */
    struct settings set;
    struct languages languages;
    struct layouts *layouts;   /* templates/<game>/layout.json, see cgi/model/layouts.h */
    struct assets *assets;     /* the files of www/, see cgi/http/assets.h */
    struct site_files *site;   /* name, contact and pages of the operator, see cgi/http/site_files.h */
    struct throttle *moves;    /* limits forms by person, see cgi/base/throttle.h */
    struct throttle *reads;    /* limits what programs read, likewise */
    uint64_t edition;          /* a number of all files that were read: what is made from others has another; 0: not kept apart */
    int migrations;            /* how many this program comes with */
    int holders;

    /* of the process */
    struct in_force *in_force; /* NULL: there is no other, and this one is never freed by service_release() */
    struct metrics *metrics;   /* see cgi/http/metrics.h */
    struct gate *hashing;      /* limits how many passwords are hashed at the same time, see cgi/account/password.h */
    struct turns *drawing;     /* limits how many pages are drawn at the same time, by reader, see res_draw(); NULL: any number */
    struct searches *searches; /* limits how many hints are looked for at the same time, see cgi/base/searches.h */
    struct announced *announced;  /* announcements, see cgi/http/announced.h; NULL: there are none */
    struct cache *cache;       /* what can be made again, see cgi/base/cache.h; NULL: nothing is kept */
    uint8_t part_secret[PART_SECRET_BYTES]; /* see cgi/http/parts.h */
    struct live *live;         /* event streams, see cgi/http/live.h; NULL: pages ask now and then */
};

/** service_hold() - the one that is in force in the process of @service, until service_release() */
struct service *service_hold(struct service *service);
/** service_release() - the last to release one that is no longer in force frees it; NULL is fine */
void service_release(struct service *service);
/** service_put_in_force() - from now on @made, which knows of its process, is the one that is held */
void service_put_in_force(struct service *made);
/** service_times() - how often one was put in force: another number means that there is something new */
int service_times(const struct service *service);

#endif
