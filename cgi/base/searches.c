#include "config.h"

#include "cgi/base/searches.h"

#include <pthread.h>
#include <stdlib.h>

#include "cgi/base/turns.h"

#include "cgi/base/banned.h"

enum { SECONDS = 4, PEOPLE = 512 };

struct searches {
    struct turns *turns;
    pthread_mutex_t lock;
    int64_t person[PEOPLE]; /* who has one going on or waiting; 0: free */
};

struct searches *searches_new(int n, int waiting)
{
    struct searches *searches = calloc(1, sizeof(*searches));
    if (!searches)
        return NULL;
    pthread_mutex_init(&searches->lock, NULL);
    searches->turns = turns_new(n, waiting, SECONDS);
    if (searches->turns)
        return searches;
    searches_free(searches);
    return NULL;
}

void searches_free(struct searches *searches)
{
    if (!searches)
        return;
    turns_free(searches->turns);
    pthread_mutex_destroy(&searches->lock);
    free(searches);
}

static enum searches_answer enter(struct searches *searches, int64_t person)
{
    int free_place = -1;
    enum searches_answer answer = SEARCHES_MANY;
    pthread_mutex_lock(&searches->lock);
    for (int i = 0; i < PEOPLE && answer != SEARCHES_OWN; i++) {
        if (searches->person[i] == person)
            answer = SEARCHES_OWN;
        else if (searches->person[i] == 0)
            free_place = i;
    }
    if (answer != SEARCHES_OWN && free_place >= 0) {
        searches->person[free_place] = person;
        answer = SEARCHES_BEGIN;
    }
    pthread_mutex_unlock(&searches->lock);
    return answer;
}

static void leave(struct searches *searches, int64_t person)
{
    pthread_mutex_lock(&searches->lock);
    for (int i = 0; i < PEOPLE; i++)
        if (searches->person[i] == person)
            searches->person[i] = 0;
    pthread_mutex_unlock(&searches->lock);
}

enum searches_answer searches_begin(struct searches *searches, int64_t person, uint64_t network, bool known)
{
    enum searches_answer answer = enter(searches, person);
    if (answer != SEARCHES_BEGIN || turns_take(searches->turns, network, known))
        return answer;
    leave(searches, person);
    return SEARCHES_MANY;
}

void searches_end(struct searches *searches, int64_t person)
{
    turns_return(searches->turns);
    leave(searches, person);
}
