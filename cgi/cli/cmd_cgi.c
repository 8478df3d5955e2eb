/* What `ridotto` does when a web server runs it as a CGI program: one request. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/log.h"
#include "cgi/cli/commands.h"
#include "cgi/cli/open.h"
#include "cgi/transports/transport.h"
#include "cgi/work/stop.h"

#include "cgi/base/banned.h"

bool is_cgi(void)
{
    return getenv("GATEWAY_INTERFACE") && getenv("REQUEST_METHOD");
}

int cmd_cgi(void)
{
    struct settings set;
    struct service service;
    char why[400];
    stop_not_by_writing();
    bool ok = settings_default(&set, why, sizeof(why));
    log_as_json(ok && !strcmp(set.log, "json"));
    set.once = true;
    set.streams = false;
    if (!ok || !service_open(&service, &set, why, sizeof(why))) {
        fprintf(stderr, "ridotto: %s\n", why);
        cgi_say_sorry("Something is wrong with this site. Its log says what.\n");
        return 1;
    }
    ok = cgi_answer(&service);
    service_close(&service);
    return ok ? 0 : 1;
}
