#include "config.h"

#include "cgi/base/slots.h"

#include <pthread.h>
#include <stdlib.h>

#include "cgi/base/banned.h"

struct slots {
    pthread_mutex_t lock;
    pthread_cond_t returned;
    int free, may_wait; /* how many more */
};

struct slots *slots_new(int n, int waiting)
{
    struct slots *slots = calloc(1, sizeof(*slots));
    if (!slots)
        return NULL;
    pthread_mutex_init(&slots->lock, NULL);
    pthread_cond_init(&slots->returned, NULL);
    slots->free = n;
    slots->may_wait = waiting;
    return slots;
}

void slots_free(struct slots *slots)
{
    if (!slots)
        return;
    pthread_cond_destroy(&slots->returned);
    pthread_mutex_destroy(&slots->lock);
    free(slots);
}

bool slots_take(struct slots *slots)
{
    pthread_mutex_lock(&slots->lock);
    bool room = slots->free > 0 || slots->may_wait > 0;
    slots->may_wait--;
    while (room && slots->free == 0)
        pthread_cond_wait(&slots->returned, &slots->lock);
    slots->may_wait++;
    slots->free -= room;
    pthread_mutex_unlock(&slots->lock);
    return room;
}

void slots_return(struct slots *slots)
{
    pthread_mutex_lock(&slots->lock);
    slots->free++;
    pthread_cond_signal(&slots->returned);
    pthread_mutex_unlock(&slots->lock);
}
