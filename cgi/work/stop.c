#include "config.h"

#include "cgi/work/stop.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "cgi/base/banned.h"

static const struct {
    int number;
    const char *name;
} stops[] = {{SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGHUP, "SIGHUP"}};
enum { N_STOPS = sizeof(stops) / sizeof(stops[0]) };

/* Started by nohup, the program goes on when its terminal is gone. */
static bool is_heard(int number)
{
    struct sigaction now;
    return number != SIGHUP || (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN);
}

static sigset_t heard(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    for (int i = 0; i < N_STOPS; i++)
        if (is_heard(stops[i].number))
            sigaddset(&signals, stops[i].number);
    return signals;
}

void stop_not_by_writing(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void stop_prepare(void)
{
    sigset_t signals = heard();
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    stop_not_by_writing();
}

static void say(int which)
{
    for (int i = 0; i < N_STOPS; i++)
        if (stops[i].number == which)
            fprintf(stderr, "level=info message=\"%s: stopping\"\n", stops[i].name);
}

void stop_wait(void)
{
    sigset_t signals = heard();
    int which;
    while (sigwait(&signals, &which) != 0)
        continue;
    say(which);
}

bool stop_within(int seconds)
{
    const struct timespec most = {.tv_sec = seconds};
    sigset_t signals = heard();
    int which = sigtimedwait(&signals, NULL, &most);
    say(which);
    return which > 0;
}
