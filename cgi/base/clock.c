#include "config.h"

#include "cgi/base/clock.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "cgi/base/banned.h"

static int64_t read_clock(clockid_t which, int64_t per_second)
{
    struct timespec ts;
    clock_gettime(which, &ts);
    return (int64_t)ts.tv_sec * per_second + ts.tv_nsec / (1000000000 / per_second);
}

static atomic_int_fast64_t behind; /* how far this machine's clock is behind the database's, in microseconds */

int64_t clock_own(void)
{
    return read_clock(CLOCK_REALTIME, 1000000);
}

int64_t clock_now(void)
{
    return clock_own() + atomic_load_explicit(&behind, memory_order_relaxed);
}

bool clock_follow(int64_t before, int64_t theirs, int64_t after, int64_t *moved)
{
    enum { TRUSTED = 1000000, DIFFERS = 1000000, AGREES = 500000, CHANGED = 250000 };
    const int64_t followed_most = 3600 * INT64_C(1000000);
    int64_t was = atomic_load(&behind);
    int64_t by = theirs < before ? theirs - before : theirs > after ? theirs - after : 0;
    if (after < before || after - before > TRUSTED)
        return false;
    if (llabs(by) < (was ? AGREES : DIFFERS) || llabs(by) > followed_most)
        by = 0;
    if (by ? llabs(by - was) < CHANGED : !was)
        return false;
    atomic_store(&behind, by);
    *moved = by;
    return true;
}

int64_t clock_begun(void)
{
    static atomic_int_fast64_t begun;
    int64_t none = 0;
    atomic_compare_exchange_strong(&begun, &none, clock_now());
    return atomic_load(&begun);
}

int64_t clock_ticks(void)
{
    return read_clock(CLOCK_MONOTONIC, 1000);
}
