#include "config.h"

#include "cgi/store/watch.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "cgi/base/clock.h"

#include "cgi/base/banned.h"

enum { REFUSED_MS = 250 }; /* so long nobody tries again */

struct parked {
    PGconn *conn;
    struct parked *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_bool runs, ends, silent, unconfirmed, doubt;
static bool wanted[WATCH_TASKS];
static atomic_int_fast64_t refuses_until[2]; /* ticks; 0: it does not. Without and with a pooler */
static struct parked *parked;

bool watch_runs(void)
{
    return atomic_load(&runs);
}

bool watch_silent(void)
{
    return atomic_load(&silent);
}

bool watch_unconfirmed(void)
{
    return atomic_load(&unconfirmed);
}

bool watch_ends(void)
{
    return atomic_load(&ends);
}

bool watch_refuses(bool pooled)
{
    int_fast64_t until = atomic_load(&refuses_until[pooled]), now = clock_ticks();
    /* Who comes first after it tries, the others do not until that is answered, or for as long again. */
    return until && watch_runs() && (now < until || !atomic_compare_exchange_strong(&refuses_until[pooled], &until, now + REFUSED_MS));
}

void watch_connected(bool pooled, bool made)
{
    atomic_store(&refuses_until[pooled], made ? 0 : clock_ticks() + REFUSED_MS);
}

void watch_set(bool is_silent, bool is_unconfirmed)
{
    atomic_store(&silent, is_silent);
    atomic_store(&unconfirmed, is_unconfirmed);
    atomic_store(&doubt, false);
}

void watch_begin(void)
{
    atomic_store(&ends, false);
    atomic_store(&runs, true);
}

void watch_end(void)
{
    watch_lock();
    atomic_store(&ends, true);
    watch_changed();
    watch_unlock();
}

void watch_over(void)
{
    atomic_store(&runs, false);
    watch_set(false, false);
}

/* ---- waiting ---- */

void watch_lock(void)
{
    pthread_mutex_lock(&lock);
}

void watch_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void watch_changed(void)
{
    pthread_cond_broadcast(&changed);
}

bool watch_wait(int64_t until)
{
    struct timespec at;
    int64_t left = until - clock_ticks();
    if (left <= 0)
        return false;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += left / 1000;
    at.tv_nsec += left % 1000 * 1000000;
    at.tv_sec += at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    return pthread_cond_clockwait(&changed, &lock, CLOCK_MONOTONIC, &at) != ETIMEDOUT;
}

void watch_hurry(enum watch_task task)
{
    wanted[task] = true;
    watch_changed();
}

void watch_rest(enum watch_task task, int64_t since, int soon, int most)
{
    while (!watch_ends() && clock_ticks() < since + (wanted[task] ? soon : most))
        watch_wait(since + (wanted[task] ? soon : most));
    wanted[task] = false;
}

void watch_doubt(void)
{
    if (!watch_runs() || atomic_exchange(&doubt, true))
        return;
    watch_lock();
    watch_hurry(WATCH_LOOK);
    watch_hurry(WATCH_WRITE);
    watch_unlock();
}

/* ---- commits that are not answered yet ---- */

void watch_park(PGconn *conn)
{
    struct parked *more = watch_runs() ? malloc(sizeof(*more)) : NULL;
    if (!more) {
        PQfinish(conn);
        return;
    }
    watch_lock();
    *more = (struct parked){.conn = conn, .next = parked};
    parked = more;
    watch_unlock();
}

/* Has the server answered all that was asked, or is it gone? */
static bool is_answered(PGconn *conn)
{
    int nothing = 0;
    if (PQflush(conn) < 0 || !PQconsumeInput(conn) || PQstatus(conn) != CONNECTION_OK)
        return true;
    while (nothing < 2 && !PQisBusy(conn)) { /* between two queries there is nothing once */
        PGresult *result = PQgetResult(conn);
        nothing = result ? 0 : nothing + 1;
        PQclear(result);
    }
    return nothing == 2 || PQstatus(conn) != CONNECTION_OK;
}

int watch_unpark(void)
{
    int left = 0;
    watch_lock();
    for (struct parked **at = &parked, *one; (one = *at);) {
        if (is_answered(one->conn)) {
            *at = one->next;
            PQfinish(one->conn);
            free(one);
        } else {
            left++;
            at = &one->next;
        }
    }
    watch_unlock();
    return left;
}
