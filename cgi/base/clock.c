#include "config.h"

#include "cgi/base/clock.h"

#include <stdatomic.h>
#include <time.h>

#include "cgi/base/banned.h"

static int64_t read_clock(clockid_t which, int64_t per_second)
{
    struct timespec ts;
    clock_gettime(which, &ts);
    return (int64_t)ts.tv_sec * per_second + ts.tv_nsec / (1000000000 / per_second);
}

int64_t clock_now(void)
{
    return read_clock(CLOCK_REALTIME, 1000000);
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
