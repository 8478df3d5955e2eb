/* Counts what a program asks of malloc and its kin; to be loaded before it (LD_PRELOAD). For glibc.
 *
 * BENCH_COUNTED names a file of at least sizeof(struct counted) bytes. It is mapped, so whoever reads it sees the numbers
 * as they are at that moment: a page costs the difference of two readings.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct counted {
    uint64_t calls; /* of malloc, calloc, realloc and those that align */
    uint64_t bytes; /* that they asked for */
};

/* What glibc calls its own, under the names that stay when the others are replaced. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t boundary, size_t size);

static struct counted unseen; /* until the file is there */
static struct counted *counted = &unseen;

__attribute__((constructor)) static void map_file(void)
{
    const char *path = getenv("BENCH_COUNTED");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(struct counted), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0)
        close(file);
    if (mapped != MAP_FAILED)
        counted = mapped;
}

static void count(size_t size)
{
    __atomic_fetch_add(&counted->calls, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&counted->bytes, size, __ATOMIC_RELAXED);
}

void *malloc(size_t size)
{
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    count(n * size);
    return __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    count(size);
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t boundary, size_t size)
{
    count(size);
    return __libc_memalign(boundary, size);
}

int posix_memalign(void **out, size_t boundary, size_t size)
{
    count(size);
    void *found = __libc_memalign(boundary, size);
    if (!found)
        return ENOMEM;
    *out = found;
    return 0;
}
