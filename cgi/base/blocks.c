#include "config.h"

#include "cgi/base/blocks.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "cgi/base/err.h"

#include "cgi/base/banned.h"

enum {
    CLASSES = 5,                  /* sizes that are lent again: BLOCK_LEAST, twice that, and so on; larger ones are not */
    SPARE_MOST = 8 * 1024 * 1024, /* bytes that wait for who needs them next */
    ROUND = 64 * 1024             /* of larger ones; whole pages on any machine */
};

/* ASan knows what malloc gave, and what was freed: then nothing is lent again. */
#ifdef __SANITIZE_ADDRESS__
enum { WATCHED = true };
#else
enum { WATCHED = false };
#endif

static struct {
    pthread_mutex_t lock;
    struct block *spare[CLASSES];
    struct blocks_counts counts;
} store = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Which class has blocks of @size bytes; CLASSES: none. */
static int class_for(size_t size)
{
    int class = 0;
    while (class < CLASSES && size > (size_t)BLOCK_LEAST << class)
        class++;
    return class;
}

static void *bytes_new(size_t size)
{
    if (WATCHED)
        return malloc(size);
    void *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}

static void bytes_free(void *bytes, size_t size)
{
    if (WATCHED)
        free(bytes);
    else
        munmap(bytes, size);
}

static struct block *block_new(size_t size)
{
    struct block *block = malloc(sizeof(*block));
    void *bytes = block ? bytes_new(size) : NULL;
    if (!bytes) {
        free(block);
        out_of_memory();
    }
    *block = (struct block){.size = size, .bytes = bytes};
    return block;
}

static void chain_free(struct block *chain)
{
    for (struct block *block = chain, *next; block; block = next) {
        next = block->next;
        bytes_free(block->bytes, block->size);
        free(block);
    }
}

/* A spare one of this class, or NULL; lends @size bytes in any case. With the lock held. */
static struct block *lend(int class, size_t size)
{
    struct block *block = class < CLASSES ? store.spare[class] : NULL;
    store.counts.lent += size;
    if (block) {
        store.spare[class] = block->next;
        store.counts.spare -= size;
    }
    return block;
}

struct block *block_take(size_t size)
{
    int class = class_for(size);
    if (size > SIZE_MAX / 2)
        out_of_memory();
    size = class < CLASSES ? (size_t)BLOCK_LEAST << class : (size + ROUND - 1) / ROUND * ROUND;
    pthread_mutex_lock(&store.lock);
    struct block *block = lend(class, size);
    pthread_mutex_unlock(&store.lock);
    if (!block)
        return block_new(size);
    block->next = NULL;
    block->used = 0;
    return block;
}

/* False: it is not worth waiting, and goes. With the lock held. */
static bool take_back(struct block *block)
{
    int class = class_for(block->size);
    store.counts.lent -= block->size;
    if (WATCHED || class == CLASSES || store.counts.spare + block->size > SPARE_MOST)
        return false;
    block->next = store.spare[class];
    store.spare[class] = block;
    store.counts.spare += block->size;
    return true;
}

void blocks_give(struct block *chain)
{
    struct block *gone = NULL;
    if (!chain)
        return;
    pthread_mutex_lock(&store.lock);
    for (struct block *block = chain, *next; block; block = next) {
        next = block->next;
        if (!take_back(block)) {
            block->next = gone;
            gone = block;
        }
    }
    pthread_mutex_unlock(&store.lock);
    chain_free(gone);
}

void blocks_trim(void)
{
    pthread_mutex_lock(&store.lock);
    for (int class = 0; class < CLASSES; class++) {
        struct block *spare = store.spare[class];
        store.spare[class] = NULL;
        chain_free(spare);
    }
    store.counts.spare = 0;
    pthread_mutex_unlock(&store.lock);
}

struct blocks_counts blocks_count(void)
{
    pthread_mutex_lock(&store.lock);
    struct blocks_counts counts = store.counts;
    pthread_mutex_unlock(&store.lock);
    return counts;
}
