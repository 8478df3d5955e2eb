/* The commands that run until they are stopped: serve (by libmicrohttpd), fcgi, worker. */
#include "config.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cgi/base/blocks.h"
#include "cgi/base/log.h"
#include "cgi/base/settings.h"
#include "cgi/cli/commands.h"
#include "cgi/cli/open.h"
#include "cgi/store/store.h"
#include "cgi/transports/transport.h"
#include "cgi/work/ready.h"
#include "cgi/work/stop.h"
#include "cgi/work/worker.h"

#include "cgi/base/banned.h"

/* ---- shared by these commands ---- */

enum { SWITCHES_MAX = 3 };

/* One such command. Its own flags are switches: none takes an argument. */
struct runner {
    unsigned groups;               /* of flags beside its own */
    const char *help;              /* see struct flags */
    const struct flag *switches;   /* SWITCHES_MAX of them at most, and the row that ends the list */
    /* What the switches mean for the settings; NULL: nothing. @on: which were given, by their number in the list. */
    void (*settle)(struct settings *set, const bool *on);
    /* Works until it is done or stopped; the signals are left to stop_wait() and stop_within(). Returns the exit status. */
    int (*run)(struct service *service, const bool *on);
};


enum { GIVE_BACK_SECONDS = 20 };

/* Says on stderr why @command cannot go on; returns the exit status. */
static int complain(const char *command, const char *why)
{
    fprintf(stderr, "ridotto %s: %s\n", command, why);
    return 1;
}

static bool note_switch(void *on, int flag, const char *argument)
{
    (void)argument;
    ((bool *)on)[flag] = true;
    return true;
}

/* What answers take for a moment lies in blocks of its own (cgi/base/blocks.h), so few threads meet in malloc. Each heap more would have
 * holes of its own. */
static void share_heaps(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
#endif
}

/* Memory from times of many requests is given back to the system now and then; glibc would keep it. */
static void give_memory_back(void)
{
    blocks_trim();
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static int open_and_run(const struct runner *runner, const char *command, const struct settings *set, const bool *on)
{
    struct service service;
    char why[400];
    if (!service_open(&service, set, why, sizeof(why)))
        return complain(command, why);
    stop_prepare();
    int status = runner->run(&service, on);
    service_close(&service);
    return status;
}

/* The whole command: flags, start, requests until the end; returns the exit status. */
static int service_command(const struct runner *runner, int argc, char **argv)
{
    bool on[SWITCHES_MAX] = {false};
    const struct flags flags = {.groups = runner->groups,
                                .help = runner->help,
                                .own = runner->switches,
                                .take = note_switch,
                                .data = on};
    struct settings set;
    int n_switches = 0;
    while (runner->switches[n_switches].name)
        n_switches++;
    assert(n_switches <= SWITCHES_MAX);
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    if (runner->settle)
        runner->settle(&set, on);
    log_as_json(!strcmp(set.log, "json"));
    share_heaps();
    return open_and_run(runner, argv[0], &set, on);
}

/* Says once what is amiss with a pooler; the service starts all the same, since that may be mended meanwhile. */
static void look_at_pooler(const struct settings *set)
{
    struct err err;
    if (!store_pooler_check(set->database, set->pooler, &err))
        log_line("level=error message=\"pooler: %s\"", err.logged);
}

static void begin_watch(const struct settings *set)
{
    if (!store_watch_start(set->database, set->pooler))
        log_line("level=warning message=\"there is no room for the threads that watch the database\"");
    look_at_pooler(set);
}

static void wait_for_stop(struct service *service)
{
    for (enum told told; (told = stop_within(GIVE_BACK_SECONDS)) != TOLD_STOP;)
        if (told == TOLD_RELOAD)
            service_reload(service);
        else
            give_memory_back();
}

/* Serves requests by @transport, with the worker inside if set.worker, until it is stopped; returns the exit status. */
static int service_answer(struct service *service, const struct transport *transport)
{
    char why[400];
    struct server *server = transport->start(service, why, sizeof(why));
    if (!server)
        return complain(transport->command, why);
    begin_watch(&service->set);
    struct worker *worker = service->set.worker ? worker_start(service) : NULL;
    if (service->set.worker && !worker) {
        transport->stop(server);
        store_watch_stop();
        return complain(transport->command, "the worker does not start");
    }
    printf("Ridotto serves %s%s\n", server->listener.port ? transport->at_port : transport->at_path, server->listener.where);
    fflush(stdout);
    ready();
    wait_for_stop(service);
    transport->stop(server);
    worker_stop(worker);
    store_watch_stop();
    return 0;
}

/* ---- ridotto serve ---- */

enum { DEV, NO_WORKER, NO_STREAMS };

static const struct flag serve_switches[] = {
    [DEV] = {"dev", NULL, "read templates and words again when they change"},
    [NO_WORKER] = {"no-worker", NULL, "leave mail, bots and deadlines to `ridotto worker`"},
    [NO_STREAMS] = {"no-streams", NULL, "have open pages ask now and then instead of listening"},
    {NULL, NULL, NULL},
};

static void settle_serve(struct settings *set, const bool *on)
{
    set->dev |= on[DEV];
    set->worker &= !on[NO_WORKER];
    set->streams &= !on[NO_STREAMS];
}

static int run_serve(struct service *service, const bool *on)
{
    (void)on;
    return service_answer(service, &transport_http);
}

int cmd_serve(int argc, char **argv)
{
    static const struct runner serve = {
        .groups = FLAGS_DATABASE | FLAGS_SERVE | FLAGS_MAIL,
        .help = "usage: ridotto serve [OPTION...]\n\n"
                "Serves the site by HTTP until SIGTERM or SIGINT, then finishes what is under way. On SIGHUP it reads settings, words and\n"
                "templates again.\n",
        .switches = serve_switches,
        .settle = settle_serve,
        .run = run_serve,
    };
    return service_command(&serve, argc, argv);
}

/* ---- ridotto fcgi ---- */

enum { WORKER };

static const struct flag fcgi_switches[] = {
    [WORKER] = {"worker", NULL, "run the worker inside"},
    {NULL, NULL, NULL},
};

static void settle_fcgi(struct settings *set, const bool *on)
{
    set->worker = on[WORKER];
    set->streams = false; /* each stream would block a thread */
}

static int run_fcgi(struct service *service, const bool *on)
{
    (void)on;
    return service_answer(service, &transport_fcgi);
}

int cmd_fcgi(int argc, char **argv)
{
    static const struct runner fcgi = {
        .groups = FLAGS_DATABASE | FLAGS_SERVE | FLAGS_MAIL,
        .help = "usage: ridotto fcgi [--socket PATH | --port N] [OPTION...]\n\n"
                "Answers FastCGI for a web server, until SIGTERM or SIGINT; then finishes what is under way.\n"
                "A socket that systemd or spawn-fcgi hands over comes before --socket, and --socket before --listen and --port.\n"
                "Mail, bots and deadlines are left to `ridotto worker`, unless --worker is given.\n",
        .switches = fcgi_switches,
        .settle = settle_fcgi,
        .run = run_fcgi,
    };
    return service_command(&fcgi, argc, argv);
}

/* ---- ridotto worker ---- */

enum { ONCE };

static const struct flag worker_switches[] = {
    [ONCE] = {"once", NULL, "do what is due now, and end"},
    {NULL, NULL, NULL},
};

/* Most rounds find no letter to write: the words of a language are read for the first that does. */
static void settle_worker(struct settings *set, const bool *on)
{
    set->once = on[ONCE];
}

static int run_worker(struct service *service, const bool *on)
{
    if (on[ONCE])
        return !worker_once(service);
    struct worker *worker = worker_start(service);
    if (!worker)
        return complain("worker", "there is no room for threads");
    begin_watch(&service->set);
    log_line("level=info message=\"the worker is at work\"");
    ready();
    wait_for_stop(service);
    worker_stop(worker);
    store_watch_stop();
    return 0;
}

int cmd_worker(int argc, char **argv)
{
    static const struct runner worker = {
        .groups = FLAGS_DATABASE | FLAGS_DATA | FLAGS_MAIL,
        .help = "usage: ridotto worker [OPTION...]\n\n"
                "Sends the mail that waits, lets bots play and sees to deadlines, until SIGTERM or SIGINT; then finishes what is\n"
                "under way. `ridotto serve` does the same inside unless it was told --no-worker; any number of workers may run.\n"
                "With --once it does all that is due now and ends: for cron, every few minutes, where nothing may keep running.\n",
        .switches = worker_switches,
        .settle = settle_worker,
        .run = run_worker,
    };
    return service_command(&worker, argc, argv);
}
