#include "config.h"

#include "cgi/transports/queue.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

#include "cgi/base/banned.h"

enum { LANES = 1024 };

/* Those who wait of one reader, or of the few who fall together, in the order they came. */
struct lane {
    struct queued *first, *last;
    struct lane *next;             /* in the round */
    int taken;                     /* and not done */
    bool in_round;
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct lane *first, *last;     /* the round: lanes where somebody waits who may be taken */
    int waiting;                   /* admitted, and not taken */
    int most;                      /* of one lane, taken and not done */
    bool ended;
    struct lane lane[LANES];
};

struct queue *queue_new(int threads)
{
    struct queue *queue = calloc(1, sizeof(*queue));
    if (!queue)
        return NULL;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
    queue->most = (threads + 1) / 2;
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
    if (lane->in_round || !lane->first || lane->taken >= queue->most)
        return;
    lane->in_round = true;
    lane->next = NULL;
    if (queue->first)
        queue->last->next = lane;
    else
        queue->first = lane;
    queue->last = lane;
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

void queue_put(struct queue *queue, struct queued *queued, uint64_t reader)
{
    queued->lane = (unsigned)(reader % LANES);
    queued->next = NULL;
    struct lane *lane = &queue->lane[queued->lane];
    pthread_mutex_lock(&queue->lock);
    if (lane->first)
        lane->last->next = queued;
    else
        lane->first = queued;
    lane->last = queued;
    enter(queue, lane);
    pthread_mutex_unlock(&queue->lock);
}

static struct queued *take(struct queue *queue)
{
    struct lane *lane = queue->first;
    struct queued *queued = lane->first;
    queue->first = lane->next;
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
    while (!queue->first && (queue->waiting > 0 || !queue->ended))
        pthread_cond_wait(&queue->changed, &queue->lock);
    struct queued *queued = queue->first ? take(queue) : NULL;
    if (queue->ended && queue->waiting == 0)
        pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    return queued;
}

void queue_done(struct queue *queue, const struct queued *queued)
{
    struct lane *lane = &queue->lane[queued->lane];
    pthread_mutex_lock(&queue->lock);
    lane->taken--;
    enter(queue, lane);
    pthread_mutex_unlock(&queue->lock);
}

void queue_end(struct queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->ended = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}
