#include "config.h"

#include "cgi/transports/queue.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "cgi/base/clock.h"

#include "cgi/base/banned.h"

enum { LANES = 1024 };

/* Those who wait of one reader, or of the few who fall together, in the order they came. */
struct lane {
    struct queued *first, *last;
    struct lane *next;             /* in the round */
    int taken;                     /* and not done */
    bool in_round, writes;
};

/* Of those who read, or who write. */
struct round {
    struct lane *first, *last;     /* lanes where somebody waits who may be taken */
    int taken, most;               /* and not done; of all lanes */
    struct lane lane[LANES];
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int waiting;                   /* admitted, and not taken */
    int most;                      /* of one lane, taken and not done */
    bool ended;
    bool wrote;                    /* the last that was taken writes */
    struct round round[2];         /* reading, writing */
};

struct queue *queue_new(int threads)
{
    struct queue *queue = calloc(1, sizeof(*queue));
    if (!queue)
        return NULL;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
    queue->most = (threads + 1) / 2;
    queue->round[false].most = threads;
    queue->round[true].most = threads > 1 ? threads - (threads + 3) / 4 : 1;
    return queue;
}

void queue_free(struct queue *queue)
{
    if (!queue)
        return;
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

/* At the end of the round, unless it is there, or is not to be. */
static void enter(struct queue *queue, struct lane *lane)
{
    struct round *round = &queue->round[lane->writes];
    if (lane->in_round || !lane->first || lane->taken >= queue->most)
        return;
    lane->in_round = true;
    lane->next = NULL;
    if (round->first)
        round->last->next = lane;
    else
        round->first = lane;
    round->last = lane;
    pthread_cond_signal(&queue->changed);
}

bool queue_admits(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    bool open = !queue->ended;
    queue->waiting += open;
    pthread_mutex_unlock(&queue->lock);
    return open;
}

void queue_put(struct queue *queue, struct queued *queued, uint64_t reader, bool writes)
{
    struct lane *lane = &queue->round[writes].lane[reader % LANES];
    *queued = (struct queued){.lane = lane, .since = clock_ticks()};
    pthread_mutex_lock(&queue->lock);
    lane->writes = writes;
    if (lane->first)
        lane->last->next = queued;
    else
        lane->first = queued;
    lane->last = queued;
    enter(queue, lane);
    pthread_mutex_unlock(&queue->lock);
}

/* The round from which one may be taken now; both take turns. NULL: none */
static struct round *due(struct queue *queue)
{
    struct round *reads = &queue->round[false], *writes = &queue->round[true];
    bool may_write = writes->first && writes->taken < writes->most;
    if (may_write && (!reads->first || !queue->wrote))
        return writes;
    return reads->first ? reads : NULL;
}

static struct queued *take(struct queue *queue, struct round *round)
{
    struct lane *lane = round->first;
    struct queued *queued = lane->first;
    round->first = lane->next;
    round->taken++;
    queue->wrote = lane->writes;
    lane->in_round = false;
    lane->first = queued->next;
    lane->taken++;
    queue->waiting--;
    enter(queue, lane);
    return queued;
}

struct queued *queue_take(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    struct round *round;
    while (!(round = due(queue)) && (queue->waiting > 0 || !queue->ended))
        pthread_cond_wait(&queue->changed, &queue->lock);
    struct queued *queued = round ? take(queue, round) : NULL;
    if (queue->ended && queue->waiting == 0)
        pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    return queued;
}

void queue_done(struct queue *queue, const struct queued *queued)
{
    struct lane *lane = queued->lane;
    pthread_mutex_lock(&queue->lock);
    lane->taken--;
    queue->round[lane->writes].taken--;
    enter(queue, lane);
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void queue_end(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->ended = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}
