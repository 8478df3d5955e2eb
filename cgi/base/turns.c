#include "config.h"

#include "cgi/base/turns.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "cgi/base/banned.h"

enum { SETS = 2048, IN_SET = 8, KNOWN_IN_A_ROW = 3, NEW_AHEAD = 32 };

enum standing { WAITS, HAS_TURN, PUT_OUT };

struct waiter {
    struct waiter *next;       /* who came later */
    pthread_cond_t called;
    uint64_t network;
    bool known;
    enum standing standing;
};

/* The number of a network's last turn. Of one that has had none it is the turn at which it asked first, less NEW_AHEAD: so it goes
 * before those who had theirs of late, and one that is refused and comes again has not lost its place. Of more networks than fit, that
 * with the oldest turn is forgotten. */
struct past {
    uint64_t network, turn;    /* turn 0: free */
};

struct turns {
    pthread_mutex_t lock;
    pthread_condattr_t clock;
    int free, waiting, waiting_most, seconds;
    int known_in_a_row;        /* turns that went to known ones while others waited */
    uint64_t turn;             /* the number of the last one */
    struct waiter *first;
    struct past past[SETS][IN_SET];
};

struct turns *turns_new(int n, int waiting, int seconds)
{
    struct turns *turns = calloc(1, sizeof(*turns));
    if (!turns)
        return NULL;
    pthread_mutex_init(&turns->lock, NULL);
    pthread_condattr_init(&turns->clock);
    pthread_condattr_setclock(&turns->clock, CLOCK_MONOTONIC);
    turns->free = n;
    turns->turn = 2 * NEW_AHEAD;
    turns->waiting_most = waiting;
    turns->seconds = seconds;
    return turns;
}

void turns_free(struct turns *turns)
{
    if (!turns)
        return;
    pthread_condattr_destroy(&turns->clock);
    pthread_mutex_destroy(&turns->lock);
    free(turns);
}

/* ---- whose turn it is; with the lock held ---- */

static struct past *past_of(struct turns *turns, uint64_t network)
{
    struct past *set = turns->past[network % SETS], *oldest = set;
    for (int i = 0; i < IN_SET; i++) {
        if (set[i].turn && set[i].network == network)
            return &set[i];
        if (set[i].turn < oldest->turn)
            oldest = &set[i];
    }
    *oldest = (struct past){network, turns->turn - NEW_AHEAD};
    return oldest;
}

static uint64_t last_turn(struct turns *turns, uint64_t network)
{
    return past_of(turns, network)->turn;
}

static void note_turn(struct turns *turns, uint64_t network)
{
    past_of(turns, network)->turn = ++turns->turn;
}

/* How many of its network and kind wait before @waiter. */
static int place_in_network(const struct turns *turns, const struct waiter *waiter)
{
    int place = 0;
    for (const struct waiter *w = turns->first; w && w != waiter; w = w->next)
        place += w->network == waiter->network && w->known == waiter->known;
    return place;
}

/* Does @a go before @b of the same kind, who came first? */
static bool goes_before(struct turns *turns, const struct waiter *a, const struct waiter *b)
{
    int place_a = place_in_network(turns, a), place_b = place_in_network(turns, b);
    if (place_a != place_b)
        return place_a < place_b;
    return last_turn(turns, a->network) < last_turn(turns, b->network);
}

/* NULL: none. */
static struct waiter *best_of(struct turns *turns, bool known)
{
    struct waiter *best = NULL;
    for (struct waiter *w = turns->first; w; w = w->next)
        if (w->known == known && (!best || goes_before(turns, w, best)))
            best = w;
    return best;
}

static struct waiter *next_of(struct turns *turns)
{
    struct waiter *known = best_of(turns, true), *other = best_of(turns, false);
    if (!known || !other) {
        turns->known_in_a_row = 0;
        return known ? known : other;
    }
    turns->known_in_a_row = (turns->known_in_a_row + 1) % (KNOWN_IN_A_ROW + 1);
    return turns->known_in_a_row ? known : other;
}

static int count(const struct turns *turns, bool known)
{
    int n = 0;
    for (const struct waiter *w = turns->first; w; w = w->next)
        n += w->known == known;
    return n;
}

/* Of those who are not known, the best may wait on, however many known ones come. */
static struct waiter *worst_of(struct turns *turns)
{
    int n_known = count(turns, true), n_others = count(turns, false);
    bool known = n_others == 0 || (n_others == 1 && n_known > 1);
    struct waiter *worst = NULL;
    for (struct waiter *w = turns->first; w; w = w->next)
        if (w->known == known && (!worst || !goes_before(turns, w, worst)))
            worst = w;
    return worst;
}

/* ---- waiting ---- */

static void add(struct turns *turns, struct waiter *waiter)
{
    struct waiter **end = &turns->first;
    while (*end)
        end = &(*end)->next;
    *end = waiter;
    turns->waiting++;
    past_of(turns, waiter->network);
}

static void let_go(struct turns *turns, struct waiter *waiter, enum standing standing)
{
    struct waiter **link = &turns->first;
    while (*link != waiter)
        link = &(*link)->next;
    *link = waiter->next;
    turns->waiting--;
    waiter->standing = standing;
    if (standing == HAS_TURN)
        note_turn(turns, waiter->network);
    pthread_cond_signal(&waiter->called);
}

/* Until it is called, or too long. */
static void wait_for_call(struct turns *turns, struct waiter *waiter)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += turns->seconds;
    while (waiter->standing == WAITS)
        if (pthread_cond_timedwait(&waiter->called, &turns->lock, &end) == ETIMEDOUT && waiter->standing == WAITS)
            let_go(turns, waiter, PUT_OUT);
}

/* With more waiting than may, the last of them goes; that may be @waiter itself. */
static bool wait_for_turn(struct turns *turns, struct waiter *waiter)
{
    pthread_cond_init(&waiter->called, &turns->clock);
    add(turns, waiter);
    if (turns->waiting > turns->waiting_most)
        let_go(turns, worst_of(turns), PUT_OUT);
    wait_for_call(turns, waiter);
    pthread_cond_destroy(&waiter->called);
    return waiter->standing == HAS_TURN;
}

bool turns_take(struct turns *turns, uint64_t network, bool known)
{
    struct waiter waiter = {.network = network, .known = known};
    pthread_mutex_lock(&turns->lock);
    bool taken = turns->free > 0;
    if (taken) {
        turns->free--;
        note_turn(turns, network);
    } else {
        taken = wait_for_turn(turns, &waiter);
    }
    pthread_mutex_unlock(&turns->lock);
    return taken;
}

void turns_return(struct turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    struct waiter *next = next_of(turns);
    if (next)
        let_go(turns, next, HAS_TURN);
    else
        turns->free++;
    pthread_mutex_unlock(&turns->lock);
}

int turns_waiting(struct turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    int waiting = turns->waiting;
    pthread_mutex_unlock(&turns->lock);
    return waiting;
}
