/* ridotto worker: mail, bots and clocks, without serving pages. */
#include "config.h"

#include <stdio.h>

#include "cgi/commands.h"
#include "cgi/settings.h"
#include "cgi/stop.h"
#include "cgi/worker.h"

#include "cgi/banned.h"

static const char help[] =
    "usage: ridotto worker [OPTION...]\n\n"
    "Sends the mail that waits, lets bots play and sees to deadlines, until SIGTERM or SIGINT; then finishes what is\n"
    "under way. `ridotto serve` does the same inside unless it was told --no-worker; any number of workers may run.\n"
    "With --once it does all that is due now and ends: for cron, every few minutes, where nothing may keep running.\n";

static const struct flag own_flags[] = {
    {"once", NULL, "do what is due now, and end"},
    {NULL, NULL, NULL},
};

static bool take_flag(void *data, int flag, const char *argument)
{
    bool *once = data;
    (void)flag;
    (void)argument;
    *once = true;
    return true;
}

static int complain(const char *why)
{
    fprintf(stderr, "ridotto worker: %s\n", why);
    return 1;
}

static int work(struct house *house)
{
    struct worker *worker = worker_start(house);
    if (!worker)
        return complain("there is no room for threads");
    fputs("level=info message=\"the worker is at work\"\n", stderr);
    stop_wait();
    worker_stop(worker);
    return 0;
}

int cmd_worker(int argc, char **argv)
{
    bool once = false;
    const struct flags flags = {.groups = FLAGS_DATABASE | FLAGS_DATA | FLAGS_MAIL,
                                .help = help,
                                .own = own_flags,
                                .take = take_flag,
                                .data = &once};
    struct settings set;
    struct house house;
    char why[400];
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    if (!house_open(&house, &set, why, sizeof(why)))
        return complain(why);
    stop_prepare();
    int status = once ? !worker_once(&house) : work(&house);
    house_close(&house);
    return status;
}
