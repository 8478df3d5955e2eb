#include "config.h"

#include "cgi/cli/service.h"

#include <assert.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif
#include <stdio.h>

#include "cgi/cli/open.h"
#include "cgi/work/stop.h"
#include "cgi/work/worker.h"

#include "cgi/base/banned.h"

enum { GIVE_BACK_SECONDS = 20 };

int service_complain(const char *command, const char *why)
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

/* A page is drawn in a megabyte or two of small pieces. glibc would keep as much for each of eight threads a processor. */
static void share_heaps(void)
{
#ifdef __GLIBC__
    int processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    mallopt(M_ARENA_MAX, processors > 2 ? 2 * processors : 4);
    mallopt(M_MMAP_THRESHOLD, 1024 * 1024);
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
#endif
}

/* What a burst of pages needed goes back to the system, asked for from time to time; glibc would keep it. */
static void give_memory_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static int open_house(const struct service *service, const char *command, const struct settings *set, const bool *on)
{
    struct house house;
    char why[400];
    if (!house_open(&house, set, why, sizeof(why)))
        return service_complain(command, why);
    stop_prepare();
    int status = service->run(&house, on);
    house_close(&house);
    return status;
}

int service_command(const struct service *service, int argc, char **argv)
{
    bool on[SWITCHES_MAX] = {false};
    const struct flags flags = {.groups = service->groups,
                                .help = service->help,
                                .own = service->switches,
                                .take = note_switch,
                                .data = on};
    struct settings set;
    int n_switches = 0;
    while (service->switches[n_switches].name)
        n_switches++;
    assert(n_switches <= SWITCHES_MAX);
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    if (service->settle)
        service->settle(&set, on);
    share_heaps();
    return open_house(service, argv[0], &set, on);
}

int service_answer(struct house *house, const struct transport *transport)
{
    char why[400];
    struct server *server = transport->start(house, why, sizeof(why));
    if (!server)
        return service_complain(transport->command, why);
    struct worker *worker = house->set.worker ? worker_start(&house->set, &house->languages) : NULL;
    if (house->set.worker && !worker) {
        transport->stop(server);
        return service_complain(transport->command, "the worker does not start");
    }
    printf("Ridotto serves %s%s\n", server->listener.port ? transport->at_port : transport->at_path, server->listener.where);
    fflush(stdout);
    while (!stop_within(GIVE_BACK_SECONDS))
        give_memory_back();
    transport->stop(server);
    worker_stop(worker);
    return 0;
}
