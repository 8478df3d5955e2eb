/* ridotto serve: the house on libmicrohttpd, with the worker inside. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cgi/commands.h"
#include "cgi/house.h"
#include "cgi/settings.h"
#include "cgi/stop.h"
#include "cgi/transport.h"
#include "cgi/worker.h"

#include "cgi/banned.h"

static const char help[] =
    "usage: ridotto serve [OPTION...]\n\n"
    "Serves the house by HTTP until SIGTERM or SIGINT, then finishes what is under way.\n";

enum { FLAG_DEV, FLAG_NO_WORKER, FLAG_NO_STREAMS };

static const struct flag own_flags[] = {
    [FLAG_DEV] = {"dev", NULL, "read templates and words again when they change"},
    [FLAG_NO_WORKER] = {"no-worker", NULL, "leave mail, bots and deadlines to `ridotto worker`"},
    [FLAG_NO_STREAMS] = {"no-streams", NULL, "have open pages ask now and then instead of listening"},
    {NULL, NULL, NULL},
};

struct choices {
    bool dev, no_worker, no_streams;
};

static bool take_flag(void *data, int flag, const char *argument)
{
    struct choices *choices = data;
    (void)argument;
    choices->dev |= flag == FLAG_DEV;
    choices->no_worker |= flag == FLAG_NO_WORKER;
    choices->no_streams |= flag == FLAG_NO_STREAMS;
    return true;
}

static int complain(const char *why)
{
    fprintf(stderr, "ridotto serve: %s\n", why);
    return 1;
}

static int serve(struct house *house)
{
    char why[400];
    stop_prepare();
    struct http *http = http_start(house, why, sizeof(why));
    if (!http)
        return complain(why);
    struct worker *worker = house->set.worker ? worker_start(house) : NULL;
    if (house->set.worker && !worker) {
        http_stop(http);
        return complain("the worker does not start");
    }
    const struct listener *listener = http_listener(http);
    printf("Ridotto serves %s%s\n", listener->port ? "http://" : "HTTP at ", listener->where);
    fflush(stdout);
    stop_wait();
    http_stop(http);
    worker_stop(worker);
    return 0;
}

int cmd_serve(int argc, char **argv)
{
    struct choices choices = {0};
    const struct flags flags = {.groups = FLAGS_DATABASE | FLAGS_SERVE | FLAGS_MAIL,
                                .help = help,
                                .own = own_flags,
                                .take = take_flag,
                                .data = &choices};
    struct settings set;
    struct house house;
    char why[400];
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    set.dev |= choices.dev;
    set.worker &= !choices.no_worker;
    set.streams &= !choices.no_streams;
    if (!house_open(&house, &set, why, sizeof(why)))
        return complain(why);
    int status = serve(&house);
    house_close(&house);
    return status;
}
