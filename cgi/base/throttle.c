#include "config.h"

#include "cgi/base/throttle.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "cgi/base/banned.h"

enum { PLACES = 4096 };

/* A bucket that fills evenly and holds what is allowed in the time of the throttle. */
struct place {
    int64_t who;               /* 0: free */
    int64_t at;                /* when `left` was right */
    double left;
    int untold;                /* so many the other processes do not know of */
    int64_t untold_since;      /* ticks of the first of them */
};

struct throttle {
    pthread_mutex_t lock;
    int most, seconds;
    struct place place[PLACES]; /* by number; a new key takes the place of an old one */
};

struct throttle *throttle_new(int most, int seconds)
{
    struct throttle *throttle = calloc(1, sizeof(*throttle));
    if (throttle) {
        pthread_mutex_init(&throttle->lock, NULL);
        throttle->most = most;
        throttle->seconds = seconds;
    }
    return throttle;
}

void throttle_free(struct throttle *throttle)
{
    if (throttle)
        pthread_mutex_destroy(&throttle->lock);
    free(throttle);
}

/* The bucket of @who as it is at @ticks; the lock is held. */
static struct place *place_of(struct throttle *throttle, int64_t who, int64_t ticks)
{
    double most = throttle->most;
    struct place *place = &throttle->place[(uint64_t)who % PLACES];
    if (place->who != who)
        *place = (struct place){.who = who, .at = ticks, .left = most};
    place->left += (double)(ticks - place->at) * most / (throttle->seconds * 1000);
    place->at = ticks;
    place->left = place->left < most ? place->left : most;
    return place;
}

/* After how many seconds the next is allowed. */
static int soon(const struct throttle *throttle, double left)
{
    return (int)ceil((1 - left) * throttle->seconds / throttle->most);
}

bool throttle_admits(struct throttle *throttle, int64_t who, int64_t ticks, int *again)
{
    if (!throttle->most)
        return true;
    pthread_mutex_lock(&throttle->lock);
    struct place *place = place_of(throttle, who, ticks);
    bool admitted = place->left >= 1;
    if (admitted)
        place->left--;
    else
        *again = soon(throttle, place->left);
    if (admitted && place->untold && ticks - place->untold_since >= throttle->seconds * INT64_C(1000))
        place->untold = 0; /* they have come back meanwhile */
    if (admitted && place->untold++ == 0)
        place->untold_since = ticks;
    pthread_mutex_unlock(&throttle->lock);
    return admitted;
}

int throttle_untold(struct throttle *throttle, int64_t who, int64_t ticks)
{
    enum { AT_ONCE = 10, PART = 60 };
    int few = throttle->most / PART, wanted = few < 1 ? 1 : few < AT_ONCE ? few : AT_ONCE, untold = 0;
    if (!throttle->most)
        return 0;
    pthread_mutex_lock(&throttle->lock);
    struct place *place = place_of(throttle, who, ticks);
    if (place->untold >= wanted) {
        untold = place->untold;
        place->untold = 0;
    }
    pthread_mutex_unlock(&throttle->lock);
    return untold;
}

bool throttle_share(struct throttle *throttle, int64_t who, int64_t ticks, double remain, int *again)
{
    pthread_mutex_lock(&throttle->lock);
    struct place *place = place_of(throttle, who, ticks);
    place->left = remain < place->left ? remain : place->left;
    pthread_mutex_unlock(&throttle->lock);
    *again = soon(throttle, remain);
    return remain >= 0;
}

bool throttle_look(struct throttle *throttle, int64_t who, int64_t ticks, struct throttle_state *state)
{
    if (!throttle->most)
        return false;
    pthread_mutex_lock(&throttle->lock);
    const struct place *place = place_of(throttle, who, ticks);
    *state = (struct throttle_state){throttle->most, throttle->seconds, (int)place->left,
                                     (int)ceil((throttle->most - place->left) * throttle->seconds / throttle->most)};
    pthread_mutex_unlock(&throttle->lock);
    return true;
}
