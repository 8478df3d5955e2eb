/* ridotto serve: the house on libmicrohttpd, with the worker inside. */
#include "config.h"

#include "cgi/cli/commands.h"
#include "cgi/cli/service.h"

#include "cgi/base/banned.h"

enum { DEV, NO_WORKER, NO_STREAMS };

static const struct flag switches[] = {
    [DEV] = {"dev", NULL, "read templates and words again when they change"},
    [NO_WORKER] = {"no-worker", NULL, "leave mail, bots and deadlines to `ridotto worker`"},
    [NO_STREAMS] = {"no-streams", NULL, "have open pages ask now and then instead of listening"},
    {NULL, NULL, NULL},
};

static void settle(struct settings *set, const bool *on)
{
    set->dev |= on[DEV];
    set->worker &= !on[NO_WORKER];
    set->streams &= !on[NO_STREAMS];
}

static int run(struct house *house, const bool *on)
{
    (void)on;
    return service_answer(house, &transport_http);
}

int cmd_serve(int argc, char **argv)
{
    static const struct service serve = {
        .groups = FLAGS_DATABASE | FLAGS_SERVE | FLAGS_MAIL,
        .help = "usage: ridotto serve [OPTION...]\n\n"
                "Serves the house by HTTP until SIGTERM or SIGINT, then finishes what is under way.\n",
        .switches = switches,
        .settle = settle,
        .run = run,
    };
    return service_command(&serve, argc, argv);
}
