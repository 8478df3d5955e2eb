#include "config.h"

#include "cgi/store/waiters.h"

#include <pthread.h>
#include <time.h>

#include "cgi/base/clock.h"

#include "cgi/base/banned.h"

enum {
    WAITERS_MOST = 2,    /* of one game */
    LONG_MS = 100,       /* so long its lock may take when all is well */
    GAMES_MOST = 256     /* at a time; others are not counted */
};

struct crowd {
    int64_t game;
    int n;
    int64_t since;       /* ticks, when the first came of those who wait, or the one after it */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;
static struct crowd crowds[GAMES_MOST];

/* The one of @game, or an empty one; NULL: there are too many. */
static struct crowd *crowd_of(int64_t game)
{
    struct crowd *empty = NULL;
    for (int i = 0; i < GAMES_MOST; i++) {
        if (crowds[i].n > 0 && crowds[i].game == game)
            return &crowds[i];
        if (crowds[i].n == 0 && !empty)
            empty = &crowds[i];
    }
    return empty;
}

static void wait_a_moment(void)
{
    enum { MOMENT_NS = 10 * 1000 * 1000, SECOND_NS = 1000 * 1000 * 1000 };
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += MOMENT_NS;
    until.tv_sec += until.tv_nsec / SECOND_NS;
    until.tv_nsec %= SECOND_NS;
    pthread_cond_clockwait(&left, &lock, CLOCK_MONOTONIC, &until);
}

bool waiters_enter(int64_t game)
{
    struct crowd *crowd;
    pthread_mutex_lock(&lock);
    while ((crowd = crowd_of(game)) && crowd->n >= WAITERS_MOST && clock_ticks() - crowd->since < LONG_MS)
        wait_a_moment();
    bool enters = !crowd || crowd->n < WAITERS_MOST;
    if (crowd && enters) {
        crowd->game = game;
        if (crowd->n++ == 0)
            crowd->since = clock_ticks();
    }
    pthread_mutex_unlock(&lock);
    return enters;
}

void waiters_leave(int64_t game)
{
    pthread_mutex_lock(&lock);
    struct crowd *crowd = crowd_of(game);
    if (crowd && crowd->n > 0) {
        crowd->n--;
        crowd->since = clock_ticks();
    }
    pthread_cond_broadcast(&left);
    pthread_mutex_unlock(&lock);
}
