/* ridotto fcgi: the house by FastCGI. */
#include "config.h"

#include "cgi/cli/commands.h"
#include "cgi/cli/service.h"

#include "cgi/base/banned.h"

enum { WORKER };

static const struct flag switches[] = {
    [WORKER] = {"worker", NULL, "run the worker inside"},
    {NULL, NULL, NULL},
};

static void settle(struct settings *set, const bool *on)
{
    set->worker = on[WORKER];
    set->streams = false; /* each would hold a thread */
}

static int run(struct house *house, const bool *on)
{
    (void)on;
    return service_answer(house, &transport_fcgi);
}

int cmd_fcgi(int argc, char **argv)
{
    static const struct service fcgi = {
        .groups = FLAGS_DATABASE | FLAGS_SERVE | FLAGS_MAIL,
        .help = "usage: ridotto fcgi [--socket PATH | --port N] [OPTION...]\n\n"
                "Answers FastCGI for a web server, until SIGTERM or SIGINT; then finishes what is under way.\n"
                "A socket that systemd or spawn-fcgi hands over comes before --socket, and --socket before --listen and --port.\n"
                "Mail, bots and deadlines are left to `ridotto worker`, unless --worker is given.\n",
        .switches = switches,
        .settle = settle,
        .run = run,
    };
    return service_command(&fcgi, argc, argv);
}
