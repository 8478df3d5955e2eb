#include "config.h"

#include "cgi/stop.h"

#include <signal.h>
#include <stdio.h>

#include "cgi/banned.h"

static sigset_t both(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

void stop_prepare(void)
{
    sigset_t signals = both();
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
}

void stop_wait(void)
{
    sigset_t signals = both();
    int which;
    while (sigwait(&signals, &which) != 0)
        continue;
    fprintf(stderr, "level=info message=\"%s: stopping\"\n", which == SIGINT ? "SIGINT" : "SIGTERM");
}
