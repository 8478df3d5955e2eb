/* What one process of the service shares among its requests. Filled at start (cgi/cli/open.c), read-only afterwards, except for
 * parts with a lock of their own. */
#ifndef CGI_HTTP_SERVICE_H
#define CGI_HTTP_SERVICE_H

#include <stdint.h>

#include "cgi/base/cache.h"
#include "cgi/base/settings.h"
#include "cgi/tpl/languages.h"

enum { PART_SECRET_BYTES = 32 };

struct service {
    struct settings set;
    struct languages languages;
    struct layouts *layouts;   /* templates/<game>/layout.json, see cgi/model/layouts.h */
    struct assets *assets;     /* the files of www/, see cgi/http/assets.h */
    struct throttle *moves;    /* limits forms by person, see cgi/base/throttle.h */
    struct throttle *reads;    /* limits what programs read, likewise */
    struct metrics *metrics;   /* see cgi/http/metrics.h */
    struct gate *hashing;      /* limits how many passwords are hashed at the same time, see cgi/account/password.h */
    struct turns *drawing;     /* limits how many pages are drawn at the same time, by reader, see res_draw(); NULL: any number */
    struct searches *searches; /* limits how many hints are looked for at the same time, see cgi/base/searches.h */
    struct site_files *site;   /* name, contact and pages of the operator, see cgi/http/site_files.h */
    struct announced *announced;  /* announcements, see cgi/http/announced.h; NULL: there are none */
    struct cache *cache;       /* what can be made again, see cgi/base/cache.h; NULL: nothing is kept */
    int migrations;            /* how many this program comes with */
    uint8_t part_secret[PART_SECRET_BYTES]; /* see cgi/http/parts.h */
    struct live *live;         /* event streams, see cgi/http/live.h; NULL: pages ask now and then */
};

#endif
