/* What one process of the service shares among its requests. Filled at start (cgi/cli/open.c), read-only afterwards but for what
 * guards itself. */
#ifndef CGI_HTTP_SERVICE_H
#define CGI_HTTP_SERVICE_H

#include "cgi/base/settings.h"
#include "cgi/tpl/languages.h"

struct service {
    struct settings set;
    struct languages languages;
    struct layouts *layouts;   /* templates/<game>/layout.json, see cgi/model/layouts.h */
    struct assets *assets;     /* what lies in www/, see cgi/http/assets.h */
    struct throttle *moves;    /* of people, see cgi/base/throttle.h */
    struct metrics *metrics;   /* see cgi/http/metrics.h */
    struct gate *hashing;      /* bounds the passwords hashed at a time, see cgi/account/password.h */
    struct live *live;         /* event streams, see cgi/http/live.h; NULL: pages ask now and then */
};

#endif
