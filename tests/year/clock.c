/* The clock of a house that plays a year in an evening. To be loaded before service, worker and database (LD_PRELOAD). For glibc.
 *
 * libfaketime reads a file at each look at the clock and lets sleepers sleep on when the clock is set. Here the clock is a page of memory
 * that all processes share, and
 * - it goes on by itself, by the machine's steady clock, from the time to which it was set last, so that time limits still come;
 * - a worker (YEAR_WAKES) that rests wakes when it is woken, and only then, looks at what is due, and says that it has: what it does does not
 *   depend on who is faster;
 * - its steady clock goes ahead with the clock, so that what it leaves alone for a while is not left alone for hours;
 * - what PostgreSQL writes waits as long as the page says, a disk that is slow.
 * YEAR_CLOCK names the page, YEAR_SKEW is by how many seconds this process's clock is off. The other side of it is clock.py. */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 120, SPINS_MOST = 64, OUR_WAIT_FDS = 2 };

struct page {
    _Atomic int64_t offset;   /* microseconds: what the clock shows less the steady clock */
    _Atomic uint32_t set;     /* how often it was set */
    _Atomic uint32_t slow_us; /* how long each write of a page takes longer */
    _Atomic int64_t ahead;    /* microseconds by which the clock was set ahead, all together: a worker's steady clock goes by it */
    struct {
        _Atomic uint32_t pid;  /* 0: free */
        _Atomic uint32_t done; /* the setting at which this thread has looked at all that was due, and rests */
    } slot[SLOTS];
};

static struct page *page;
static int64_t skew;
static bool wakes;
static int bell = -1; /* a byte when a thread has done its work */

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_nanosleep)(const struct timespec *, struct timespec *);
static int (*real_poll)(struct pollfd *, nfds_t, int);
static ssize_t (*real_send)(int, const void *, size_t, int);
static int (*real_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
static int (*real_clockwait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_pwrite64)(int, const void *, size_t, off_t);
static int (*real_fdatasync)(int);

static _Thread_local struct {
    int slot;      /* 1 and more; 0: none yet */
    int ear;       /* an eventfd, 1 and more */
    uint32_t seen; /* the setting at which its work began */
    uint32_t woke; /* the setting at its last waking */
    int spins;
} mine;
static _Atomic int ears[SLOTS];
static _Atomic int n_ears;

static void open_page(void)
{
    const char *path = getenv("YEAR_CLOCK"), *by = getenv("YEAR_SKEW");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *at = fd >= 0 ? mmap(NULL, sizeof(*page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (fd >= 0)
        close(fd);
    if (at == MAP_FAILED)
        abort(); /* nothing of it may run by another clock */
    skew = by ? (int64_t)atoi(by) * 1000000 : 0;
    wakes = getenv("YEAR_WAKES") != NULL;
    if (wakes && getenv("YEAR_BELL"))
        bell = open(getenv("YEAR_BELL"), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    page = at;
}

__attribute__((constructor)) static void begin(void)
{
    *(void **)&real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    *(void **)&real_nanosleep = dlsym(RTLD_NEXT, "nanosleep");
    *(void **)&real_poll = dlsym(RTLD_NEXT, "poll");
    *(void **)&real_send = dlsym(RTLD_NEXT, "send");
    *(void **)&real_timedwait = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    *(void **)&real_clockwait = dlsym(RTLD_NEXT, "pthread_cond_clockwait");
    *(void **)&real_pwrite = dlsym(RTLD_NEXT, "pwrite");
    *(void **)&real_pwrite64 = dlsym(RTLD_NEXT, "pwrite64");
    *(void **)&real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    open_page();
}

/* ---- what the clock shows ---- */

static void ready(void)
{
    if (!page)
        begin(); /* another library looks at the clock before this one has begun */
}

static int64_t now(void)
{
    struct timespec steady;
    ready();
    real_clock_gettime(CLOCK_MONOTONIC, &steady);
    return steady.tv_sec * INT64_C(1000000) + steady.tv_nsec / 1000 + atomic_load(&page->offset) + skew;
}

int clock_gettime(clockid_t which, struct timespec *at)
{
    ready();
    if (which != CLOCK_REALTIME && which != CLOCK_REALTIME_COARSE && !(wakes && which == CLOCK_MONOTONIC))
        return real_clock_gettime(which, at);
    int64_t us = which == CLOCK_MONOTONIC ? now() - skew - atomic_load(&page->offset) + atomic_load(&page->ahead) : now();
    *at = (struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
    return 0;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
    (void)zone;
    int64_t us = now();
    *at = (struct timeval){.tv_sec = us / 1000000, .tv_usec = us % 1000000};
    return 0;
}

time_t time(time_t *at)
{
    time_t seconds = now() / 1000000;
    if (at)
        *at = seconds;
    return seconds;
}

/* The kernel waits by its own clock. */
int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, const struct timespec *restrict until)
{
    struct timespec real;
    ready();
    real_clock_gettime(CLOCK_REALTIME, &real);
    int64_t left = until->tv_sec * INT64_C(1000000) + until->tv_nsec / 1000 - now();
    int64_t us = real.tv_sec * INT64_C(1000000) + real.tv_nsec / 1000 + (left > 0 ? left : 0);
    const struct timespec at = {.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
    return real_timedwait(cond, mutex, &at);
}

/* Likewise; the steady clock may be ahead of the kernel's. */
int pthread_cond_clockwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex, clockid_t which, const struct timespec *restrict until)
{
    struct timespec shown, real;
    if (which != CLOCK_MONOTONIC)
        return pthread_cond_timedwait(cond, mutex, until);
    clock_gettime(CLOCK_MONOTONIC, &shown);
    real_clock_gettime(CLOCK_MONOTONIC, &real);
    int64_t left = (until->tv_sec - shown.tv_sec) * INT64_C(1000000) + (until->tv_nsec - shown.tv_nsec) / 1000;
    int64_t us = real.tv_sec * INT64_C(1000000) + real.tv_nsec / 1000 + (left > 0 ? left : 0);
    const struct timespec at = {.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
    return real_clockwait(cond, mutex, CLOCK_MONOTONIC, &at);
}

/* ---- a worker that rests ---- */

static void take_slot(void)
{
    for (int i = 0; !mine.slot && i < SLOTS; i++) {
        uint32_t nobody = 0;
        if (atomic_compare_exchange_strong(&page->slot[i].pid, &nobody, (uint32_t)getpid()))
            mine.slot = i + 1;
    }
    if (!mine.slot)
        abort();
}

static void *ring(void *user)
{
    (void)user;
    for (uint32_t heard = atomic_load(&page->set);; heard = atomic_load(&page->set)) {
        for (int i = 0; i < atomic_load(&n_ears); i++) {
            uint64_t one = 1;
            if (write(atomic_load(&ears[i]), &one, sizeof(one)) < 0)
                continue; /* it is ringing already */
        }
        syscall(SYS_futex, &page->set, FUTEX_WAIT, heard, NULL, NULL, 0);
    }
    return NULL;
}

static void take_ear(void)
{
    if (mine.ear)
        return;
    mine.ear = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    atomic_store(&ears[atomic_fetch_add(&n_ears, 1)], mine.ear);
    static _Atomic bool begun;
    pthread_t thread;
    if (!atomic_exchange(&begun, true) && pthread_create(&thread, NULL, ring, NULL) != 0)
        abort();
}

/* At the beginning of a rest: true when the clock was set since the work began, so that there is none. */
static bool goes_on(void)
{
    uint64_t rung;
    take_slot();
    while (mine.ear && read(mine.ear, &rung, sizeof(rung)) > 0)
        ; /* before the look at what is set */
    uint32_t set = atomic_load(&page->set);
    if (mine.seen != set && mine.spins++ < SPINS_MOST) {
        mine.woke = set;
        return true;
    }
    if (mine.seen != set)
        mine.seen = mine.woke; /* it rests without having asked anybody for anything */
    mine.spins = 0;
    if (atomic_exchange(&page->slot[mine.slot - 1].done, mine.seen) != mine.seen && bell >= 0)
        (void)!write(bell, "", 1);
    return false;
}

int nanosleep(const struct timespec *asked, struct timespec *left)
{
    ready();
    if (!wakes)
        return real_nanosleep(asked, left);
    if (goes_on())
        return 0;
    while (atomic_load(&page->set) == mine.seen)
        syscall(SYS_futex, &page->set, FUTEX_WAIT, mine.seen, NULL, NULL, 0);
    mine.woke = atomic_load(&page->set);
    return 0;
}

/* Who listens to PostgreSQL waits for one of two. */
int poll(struct pollfd *fds, nfds_t n, int ms)
{
    ready();
    if (!wakes || n != OUR_WAIT_FDS || fds[1].fd >= 0 || ms <= 0)
        return real_poll(fds, n, ms);
    take_ear();
    if (goes_on())
        return real_poll(fds, n, 0);
    struct pollfd ear = {.fd = mine.ear, .events = POLLIN};
    while (atomic_load(&page->set) == mine.seen)
        real_poll(&ear, 1, -1);
    mine.woke = atomic_load(&page->set);
    return real_poll(fds, n, 0);
}

/* Somebody is asked for something: this is work. */
ssize_t send(int fd, const void *bytes, size_t n, int flags)
{
    ready();
    if (wakes) {
        mine.seen = mine.woke;
        mine.spins = 0;
    }
    return real_send(fd, bytes, n, flags);
}

/* ---- a slow disk ---- */

static void wait_for_disk(void)
{
    ready();
    uint32_t us = atomic_load(&page->slow_us);
    const struct timespec pause = {.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
    if (us)
        real_nanosleep(&pause, NULL);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t offset)
{
    wait_for_disk();
    return real_pwrite(fd, bytes, n, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off_t offset)
{
    wait_for_disk();
    return real_pwrite64(fd, bytes, n, offset);
}

int fdatasync(int fd)
{
    wait_for_disk();
    return real_fdatasync(fd);
}
