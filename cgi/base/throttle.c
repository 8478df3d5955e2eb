#include "config.h"

#include "cgi/base/throttle.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "cgi/base/banned.h"

enum { PLACES = 4096, SECONDS = 60, MINUTE = SECONDS * 1000 };

/* A bucket that fills evenly and holds a minute's worth. */
struct place {
    int64_t who;               /* 0: free */
    int64_t at;                /* when `left` was right */
    double left;
};

struct throttle {
    pthread_mutex_t lock;
    int a_minute;
    struct place place[PLACES]; /* by number; a new key takes the place of an old one */
};

struct throttle *throttle_new(int a_minute)
{
    struct throttle *throttle = calloc(1, sizeof(*throttle));
    if (throttle) {
        pthread_mutex_init(&throttle->lock, NULL);
        throttle->a_minute = a_minute;
    }
    return throttle;
}

void throttle_free(struct throttle *throttle)
{
    if (throttle)
        pthread_mutex_destroy(&throttle->lock);
    free(throttle);
}

bool throttle_admits(struct throttle *throttle, int64_t who, int64_t ticks, int *again)
{
    double most = throttle->a_minute;
    if (!throttle->a_minute)
        return true;
    pthread_mutex_lock(&throttle->lock);
    struct place *place = &throttle->place[(uint64_t)who % PLACES];
    if (place->who != who)
        *place = (struct place){.who = who, .at = ticks, .left = most};
    place->left += (double)(ticks - place->at) * most / MINUTE;
    place->at = ticks;
    place->left = place->left < most ? place->left : most;
    bool admitted = place->left >= 1;
    if (admitted)
        place->left--;
    else
        *again = (int)ceil((1 - place->left) * SECONDS / most);
    pthread_mutex_unlock(&throttle->lock);
    return admitted;
}
