/* ridotto worker: mail, bots and clocks, without serving pages. */
#include "config.h"

#include <stdio.h>

#include "cgi/cli/commands.h"
#include "cgi/cli/service.h"
#include "cgi/work/stop.h"
#include "cgi/work/worker.h"

#include "cgi/base/banned.h"

enum { ONCE };

static const struct flag switches[] = {
    [ONCE] = {"once", NULL, "do what is due now, and end"},
    {NULL, NULL, NULL},
};

static int run(struct house *house, const bool *on)
{
    if (on[ONCE])
        return !worker_once(&house->set, &house->languages);
    struct worker *worker = worker_start(&house->set, &house->languages);
    if (!worker)
        return service_complain("worker", "there is no room for threads");
    fputs("level=info message=\"the worker is at work\"\n", stderr);
    stop_wait();
    worker_stop(worker);
    return 0;
}

int cmd_worker(int argc, char **argv)
{
    static const struct service worker = {
        .groups = FLAGS_DATABASE | FLAGS_DATA | FLAGS_MAIL,
        .help = "usage: ridotto worker [OPTION...]\n\n"
                "Sends the mail that waits, lets bots play and sees to deadlines, until SIGTERM or SIGINT; then finishes what is\n"
                "under way. `ridotto serve` does the same inside unless it was told --no-worker; any number of workers may run.\n"
                "With --once it does all that is due now and ends: for cron, every few minutes, where nothing may keep running.\n",
        .switches = switches,
        .run = run,
    };
    return service_command(&worker, argc, argv);
}
