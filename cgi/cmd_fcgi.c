/* ridotto fcgi: the house by FastCGI. */
#include "config.h"

#include <stdio.h>

#include "cgi/commands.h"
#include "cgi/settings.h"
#include "cgi/stop.h"
#include "cgi/transport.h"
#include "cgi/worker.h"

#include "cgi/banned.h"

static const char help[] =
    "usage: ridotto fcgi [--socket PATH | --port N] [OPTION...]\n\n"
    "Answers FastCGI for a web server, until SIGTERM or SIGINT; then finishes what is under way.\n"
    "A socket that systemd or spawn-fcgi hands over comes before --socket, and --socket before --listen and --port.\n"
    "Mail, bots and deadlines are left to `ridotto worker`, unless --worker is given.\n";

static const struct flag own_flags[] = {
    {"worker", NULL, "run the worker inside"},
    {NULL, NULL, NULL},
};

static bool take_flag(void *data, int flag, const char *argument)
{
    bool *worker = data;
    (void)flag;
    (void)argument;
    *worker = true;
    return true;
}

static int complain(const char *why)
{
    fprintf(stderr, "ridotto fcgi: %s\n", why);
    return 1;
}

static int serve(struct house *house)
{
    char why[400];
    stop_prepare();
    struct fcgi *fcgi = fcgi_start(house, why, sizeof(why));
    if (!fcgi)
        return complain(why);
    struct worker *worker = house->set.worker ? worker_start(house) : NULL;
    if (house->set.worker && !worker) {
        fcgi_stop(fcgi);
        return complain("the worker does not start");
    }
    printf("Ridotto serves FastCGI at %s\n", fcgi_listener(fcgi)->where);
    fflush(stdout);
    stop_wait();
    fcgi_stop(fcgi);
    worker_stop(worker);
    return 0;
}

int cmd_fcgi(int argc, char **argv)
{
    bool worker = false;
    const struct flags flags = {.groups = FLAGS_DATABASE | FLAGS_SERVE | FLAGS_MAIL,
                                .help = help,
                                .own = own_flags,
                                .take = take_flag,
                                .data = &worker};
    struct settings set;
    struct house house;
    char why[400];
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    set.worker = worker;
    set.streams = false; /* each would hold a thread */
    if (!house_open(&house, &set, why, sizeof(why)))
        return complain(why);
    int status = serve(&house);
    house_close(&house);
    return status;
}
