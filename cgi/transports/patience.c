#include "config.h"

#include "cgi/transports/patience.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>

#include "cgi/base/clock.h"
#include "cgi/base/network.h"

#include "cgi/base/banned.h"

enum {
    LOOK_SECONDS = 1,
    SHARE = 8,
    SPARE = 32 /* places kept free: what is shut ends a moment later, and some more may come by then */
};

struct visit {
    int fd;                        /* -1: this place is free */
    struct network from;
    atomic_int_fast64_t until;     /* ticks; 0: for ever */
    int64_t waits;                 /* for a request, since so many ticks; 0: it is answered, or shut */
    bool shut;                     /* and about to end */
};

struct patience {
    pthread_mutex_t lock;          /* of all places; a file stays open as long as its place is taken */
    pthread_cond_t stopping;
    pthread_t thread;
    bool stop;
    int most;
    const char *proxies; /* whose connections are many people's */
    int open;                      /* places taken, without those that are shut */
    struct visit visit[];
};

static void shut_overdue(struct patience *patience, int64_t now)
{
    for (int i = 0; i < patience->most; i++) {
        struct visit *visit = &patience->visit[i];
        int64_t until = atomic_load(&visit->until);
        if (visit->fd >= 0 && until && until <= now)
            shutdown(visit->fd, SHUT_RDWR);
    }
}

static void *look(void *data)
{
    struct patience *patience = data;
    struct timespec next;
    pthread_mutex_lock(&patience->lock);
    while (!patience->stop) {
        shut_overdue(patience, clock_ticks());
        clock_gettime(CLOCK_MONOTONIC, &next);
        next.tv_sec += LOOK_SECONDS;
        pthread_cond_clockwait(&patience->stopping, &patience->lock, CLOCK_MONOTONIC, &next);
    }
    pthread_mutex_unlock(&patience->lock);
    return NULL;
}

static void discard(struct patience *patience)
{
    pthread_cond_destroy(&patience->stopping);
    pthread_mutex_destroy(&patience->lock);
    free(patience);
}

struct patience *patience_start(int most, const char *proxies)
{
    struct patience *patience = calloc(1, sizeof(*patience) + (size_t)most * sizeof(patience->visit[0]));
    if (!patience)
        return NULL;
    patience->most = most;
    patience->proxies = proxies;
    for (int i = 0; i < most; i++)
        patience->visit[i].fd = -1;
    pthread_mutex_init(&patience->lock, NULL);
    pthread_cond_init(&patience->stopping, NULL);
    if (pthread_create(&patience->thread, NULL, look, patience) == 0)
        return patience;
    discard(patience);
    return NULL;
}

void patience_stop(struct patience *patience)
{
    if (!patience)
        return;
    pthread_mutex_lock(&patience->lock);
    patience->stop = true;
    pthread_cond_signal(&patience->stopping);
    pthread_mutex_unlock(&patience->lock);
    pthread_join(patience->thread, NULL);
    discard(patience);
}

bool patience_admits(struct patience *patience, const struct sockaddr *address)
{
    const struct network from = network_of_socket(address);
    int n = 0;
    if (from.here || network_among(patience->proxies, &from))
        return true;
    pthread_mutex_lock(&patience->lock);
    for (int i = 0; i < patience->most; i++) {
        const struct visit *visit = &patience->visit[i];
        n += visit->fd >= 0 && network_equal(&visit->from, &from);
    }
    pthread_mutex_unlock(&patience->lock);
    return n < patience->most / SHARE;
}

/* Bytes that nobody has read yet: a request has just come. */
static bool has_sent(const struct visit *visit)
{
    int bytes = 0;
    return ioctl(visit->fd, FIONREAD, &bytes) == 0 && bytes > 0;
}

/* Who waits longest, of those that wait; NULL: nobody does. */
static struct visit *idlest(struct patience *patience)
{
    struct visit *found = NULL;
    for (int i = 0; i < patience->most; i++) {
        struct visit *visit = &patience->visit[i];
        if (visit->fd >= 0 && visit->waits && (!found || visit->waits < found->waits))
            found = visit;
    }
    return found;
}

static void make_room(struct patience *patience)
{
    struct visit *visit = idlest(patience);
    for (int i = 0; i < SPARE && visit && has_sent(visit); i++) {
        visit->waits = clock_ticks();
        visit = idlest(patience);
    }
    if (!visit)
        return;
    shutdown(visit->fd, SHUT_RDWR);
    visit->waits = 0;
    visit->shut = true;
    patience->open--;
}

struct visit *patience_begin(struct patience *patience, int fd, const struct sockaddr *address)
{
    struct visit *found = NULL;
    pthread_mutex_lock(&patience->lock);
    if (patience->open >= patience->most - (SPARE < patience->most / SHARE ? SPARE : patience->most / SHARE))
        make_room(patience);
    for (int i = 0; i < patience->most && !found; i++)
        found = patience->visit[i].fd < 0 ? &patience->visit[i] : NULL;
    if (found) {
        found->fd = fd;
        found->from = network_of_socket(address);
        atomic_store(&found->until, 0);
        found->waits = clock_ticks();
        found->shut = false;
        patience->open++;
    }
    pthread_mutex_unlock(&patience->lock);
    return found;
}

void patience_end(struct patience *patience, struct visit *visit)
{
    if (!visit)
        return;
    pthread_mutex_lock(&patience->lock);
    patience->open -= !visit->shut;
    visit->fd = -1;
    pthread_mutex_unlock(&patience->lock);
}

void visit_waits(struct visit *visit, int seconds)
{
    if (!visit)
        return;
    visit_within(visit, seconds);
    visit->waits = visit->shut ? 0 : clock_ticks();
}

void visit_within(struct visit *visit, int seconds)
{
    if (!visit)
        return;
    atomic_store(&visit->until, seconds ? clock_ticks() + (int64_t)seconds * 1000 : 0);
    visit->waits = 0;
}
