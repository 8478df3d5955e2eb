#include "config.h"

#include "cgi/work/stop.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cgi/base/log.h"

#include "cgi/base/banned.h"

static const struct {
    int number;
    const char *name;
} heard_of[] = {{SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGHUP, "SIGHUP"}};
enum { N_HEARD = sizeof(heard_of) / sizeof(heard_of[0]) };

static bool began_at_terminal; /* before any thread is made */

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
    for (int i = 0; i < N_HEARD; i++)
        if (is_heard(heard_of[i].number))
            sigaddset(&signals, heard_of[i].number);
    return signals;
}

/* The terminal from which it was started, wherever its output goes. */
static bool has_terminal(void)
{
    int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
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
    began_at_terminal = has_terminal();
}

static void say(int which)
{
    for (int i = 0; i < N_HEARD; i++)
        if (heard_of[i].number == which)
            log_line("level=info message=\"%s: stopping\"", heard_of[i].name);
}

/* A shell passes on that its terminal is gone, so who has sent the signal does not tell. */
static enum told meaning(int which)
{
    if (which <= 0)
        return TOLD_NOTHING;
    if (which == SIGHUP && !(began_at_terminal && !has_terminal()))
        return TOLD_RELOAD;
    say(which);
    return TOLD_STOP;
}

void stop_wait(void)
{
    sigset_t signals = heard();
    while (meaning(sigwaitinfo(&signals, NULL)) != TOLD_STOP)
        continue;
}

enum told stop_within(int seconds)
{
    const struct timespec most = {.tv_sec = seconds};
    sigset_t signals = heard();
    return meaning(sigtimedwait(&signals, NULL, &most));
}
