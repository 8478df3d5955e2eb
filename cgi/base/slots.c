#include "config.h"

#include "cgi/base/slots.h"

#include <pthread.h>
#include <stdlib.h>

#include "cgi/base/banned.h"

struct slots {
    pthread_mutex_t lock;
    pthread_cond_t returned;
    int free;
};

struct slots *slots_new(int n)
{
    struct slots *slots = calloc(1, sizeof(*slots));
    if (!slots)
        return NULL;
    pthread_mutex_init(&slots->lock, NULL);
    pthread_cond_init(&slots->returned, NULL);
    slots->free = n;
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

void slots_take(struct slots *slots)
{
    pthread_mutex_lock(&slots->lock);
    while (slots->free == 0)
        pthread_cond_wait(&slots->returned, &slots->lock);
    slots->free--;
    pthread_mutex_unlock(&slots->lock);
}

void slots_return(struct slots *slots)
{
    pthread_mutex_lock(&slots->lock);
    slots->free++;
    pthread_cond_signal(&slots->returned);
    pthread_mutex_unlock(&slots->lock);
}
