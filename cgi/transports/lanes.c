#include "config.h"

#include "cgi/transports/lanes.h"

#include <pthread.h>
#include <stdlib.h>

#include "cgi/base/banned.h"

enum { N_LANES = LANE_WRITE + 1 };

struct lanes {
    pthread_mutex_t lock;
    pthread_cond_t light, other; /* something may be taken */
    struct {
        struct job *first, *last;
    } lane[N_LANES];
    int64_t number;
    int writing, most_writing;   /* how many of LANE_WRITE are being worked at, and may be */
    bool ends;
};

struct lanes *lanes_new(int threads)
{
    struct lanes *lanes = calloc(1, sizeof(*lanes));
    if (!lanes)
        return NULL;
    pthread_mutex_init(&lanes->lock, NULL);
    pthread_cond_init(&lanes->light, NULL);
    pthread_cond_init(&lanes->other, NULL);
    lanes->most_writing = threads > 1 ? threads - (threads + 3) / 4 : 1; /* a quarter is left to readers */
    return lanes;
}

void lanes_free(struct lanes *lanes)
{
    if (!lanes)
        return;
    pthread_cond_destroy(&lanes->light);
    pthread_cond_destroy(&lanes->other);
    pthread_mutex_destroy(&lanes->lock);
    free(lanes);
}

bool lanes_put(struct lanes *lanes, enum lane lane, struct job *job, void (*ready)(void *user), void *user)
{
    pthread_mutex_lock(&lanes->lock);
    bool ends = lanes->ends;
    if (!ends) {
        ready(user);
        *job = (struct job){.lane = lane, .number = lanes->number++};
        if (lanes->lane[lane].first)
            lanes->lane[lane].last->next = job;
        else
            lanes->lane[lane].first = job;
        lanes->lane[lane].last = job;
        pthread_cond_signal(lane == LANE_LIGHT ? &lanes->light : &lanes->other);
    }
    pthread_mutex_unlock(&lanes->lock);
    return !ends;
}

/* Who came first of those that may be worked at now; -1: nobody. */
static int due(const struct lanes *lanes, bool light)
{
    const struct job *read = lanes->lane[LANE_READ].first;
    const struct job *write = lanes->writing < lanes->most_writing ? lanes->lane[LANE_WRITE].first : NULL;
    if (light)
        return lanes->lane[LANE_LIGHT].first ? LANE_LIGHT : -1;
    if (read && (!write || read->number < write->number))
        return LANE_READ;
    return write ? LANE_WRITE : -1;
}

struct job *lanes_take(struct lanes *lanes, bool light)
{
    struct job *job = NULL;
    int lane;
    pthread_mutex_lock(&lanes->lock);
    while ((lane = due(lanes, light)) < 0 && !(lanes->ends && (light || !lanes->lane[LANE_WRITE].first)))
        pthread_cond_wait(light ? &lanes->light : &lanes->other, &lanes->lock);
    if (lane >= 0) {
        job = lanes->lane[lane].first;
        lanes->lane[lane].first = job->next;
        lanes->writing += lane == LANE_WRITE;
    }
    pthread_mutex_unlock(&lanes->lock);
    return job;
}

void lanes_done(struct lanes *lanes, const struct job *job)
{
    if (job->lane != LANE_WRITE)
        return;
    pthread_mutex_lock(&lanes->lock);
    lanes->writing--;
    if (lanes->ends)
        pthread_cond_broadcast(&lanes->other);
    else
        pthread_cond_signal(&lanes->other);
    pthread_mutex_unlock(&lanes->lock);
}

void lanes_end(struct lanes *lanes)
{
    pthread_mutex_lock(&lanes->lock);
    lanes->ends = true;
    pthread_cond_broadcast(&lanes->light);
    pthread_cond_broadcast(&lanes->other);
    pthread_mutex_unlock(&lanes->lock);
}
