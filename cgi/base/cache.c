#include "config.h"

#include "cgi/base/cache.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/err.h"

#include "cgi/base/banned.h"

enum { MALLOC_EXTRA = 16 /* about what malloc takes beside what it gives: a head, and half of what it rounds up to */ };
enum { BUCKETS = 4096, LARGEST_PART = 4 /* nothing larger than one part in so many is kept */ };

/* In the cache while `cached`; gone when it is not and nobody holds it. */
struct entry {
    struct entry *next;              /* in its bucket */
    struct entry *newer, *older;     /* by use */
    struct cache *cache;
    struct cache_key key;
    void *object;
    void (*release)(void *object);
    size_t bytes;
    int64_t until;
    int held;
    bool cached;
};

struct cache {
    pthread_mutex_t lock;
    struct entry *bucket[BUCKETS];
    struct entry *newest, *oldest;
    struct cache_counts counts;
};

int64_t cache_number(const void *bytes, size_t n)
{
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (const unsigned char *byte = bytes; n > 0; n--)
        hash = (hash ^ *byte++) * UINT64_C(1099511628211);
    return (int64_t)hash;
}

struct cache *cache_new(size_t bytes)
{
    struct cache *cache = calloc(1, sizeof(*cache));
    if (!cache)
        out_of_memory();
    pthread_mutex_init(&cache->lock, NULL);
    cache->counts.most = bytes;
    return cache;
}

static void entry_free(struct entry *entry)
{
    entry->release(entry->object);
    free(entry);
}

void cache_free(struct cache *cache)
{
    if (!cache)
        return;
    for (struct entry *entry = cache->newest, *older; entry; entry = older) {
        older = entry->older;
        entry_free(entry);
    }
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}

/* ---- with the lock held ---- */

static struct entry **bucket_of(struct cache *cache, const struct cache_key *key)
{
    uint64_t hash = 0;
    for (int i = 0; i < CACHE_KEY_NUMBERS; i++) {
        hash = (hash ^ (uint64_t)key->number[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return &cache->bucket[hash % BUCKETS];
}

static struct entry *find(struct cache *cache, const struct cache_key *key)
{
    struct entry *entry = *bucket_of(cache, key);
    while (entry && memcmp(&entry->key, key, sizeof(*key)) != 0)
        entry = entry->next;
    return entry;
}

static void take_out_of_order(struct cache *cache, struct entry *entry)
{
    *(entry->newer ? &entry->newer->older : &cache->newest) = entry->older;
    *(entry->older ? &entry->older->newer : &cache->oldest) = entry->newer;
}

static void make_newest(struct cache *cache, struct entry *entry)
{
    entry->newer = NULL;
    entry->older = cache->newest;
    *(cache->newest ? &cache->newest->newer : &cache->oldest) = entry;
    cache->newest = entry;
}

/* Out of the cache; returns it when nobody holds it, for the caller to free without the lock. */
static struct entry *drop(struct cache *cache, struct entry *entry)
{
    struct entry **link = bucket_of(cache, &entry->key);
    while (*link != entry)
        link = &(*link)->next;
    *link = entry->next;
    take_out_of_order(cache, entry);
    cache->counts.bytes -= entry->bytes;
    cache->counts.dropped++;
    entry->cached = false;
    return entry->held ? NULL : entry;
}

/* ---- who holds what ---- */

static void let_go(void *held)
{
    struct entry *entry = held;
    struct cache *cache = entry->cache;
    pthread_mutex_lock(&cache->lock);
    bool last = --entry->held == 0 && !entry->cached;
    pthread_mutex_unlock(&cache->lock);
    if (last)
        entry_free(entry);
}

static const void *hold(struct arena *holder, struct entry *entry)
{
    arena_defer(holder, let_go, entry);
    return entry->object;
}

const void *cache_get(struct cache *cache, struct arena *holder, const struct cache_key *key, int64_t now)
{
    struct entry *gone = NULL;
    if (!cache)
        return NULL;
    pthread_mutex_lock(&cache->lock);
    struct entry *entry = find(cache, key);
    if (entry && entry->until <= now) {
        gone = drop(cache, entry);
        entry = NULL;
    }
    if (entry) {
        entry->held++;
        take_out_of_order(cache, entry);
        make_newest(cache, entry);
    }
    *(entry ? &cache->counts.found : &cache->counts.missed) += 1;
    pthread_mutex_unlock(&cache->lock);
    if (gone)
        entry_free(gone);
    return entry ? hold(holder, entry) : NULL;
}

/* Takes the new one in; what has to go for it is freed at once. */
static void take_in(struct cache *cache, struct entry *entry)
{
    struct entry **bucket = bucket_of(cache, &entry->key), *gone;
    while (cache->counts.bytes + entry->bytes > cache->counts.most && cache->oldest)
        if ((gone = drop(cache, cache->oldest)))
            entry_free(gone);
    entry->next = *bucket;
    *bucket = entry;
    make_newest(cache, entry);
    cache->counts.bytes += entry->bytes;
    entry->cached = true;
}

const void *cache_put(struct cache *cache, struct arena *holder, const struct cache_key *key, void *object, size_t bytes,
                      int64_t until, void (*release)(void *object))
{
    if (!cache) {
        arena_defer(holder, release, object);
        return object;
    }
    struct entry *entry = malloc(sizeof(*entry)), *other;
    if (!entry) { /* no memory for keeping it: that is no reason not to answer */
        arena_defer(holder, release, object);
        return object;
    }
    *entry = (struct entry){.cache = cache, .key = *key, .object = object, .release = release, .until = until, .held = 1,
                            .bytes = bytes + MALLOC_EXTRA + sizeof(*entry) + MALLOC_EXTRA};
    pthread_mutex_lock(&cache->lock);
    other = find(cache, key);
    if (other)
        other->held++;
    else if (entry->bytes <= cache->counts.most / LARGEST_PART)
        take_in(cache, entry);
    pthread_mutex_unlock(&cache->lock);
    if (other)
        entry_free(entry);
    return hold(holder, other ? other : entry);
}

void cache_put_copy(struct cache *cache, struct arena *holder, const struct cache_key *key, const void *object, size_t size)
{
    void *copy = cache ? malloc(size) : NULL;
    if (copy)
        cache_put(cache, holder, key, memcpy(copy, object, size), size, INT64_MAX, free);
}

struct cache_counts cache_count(struct cache *cache)
{
    pthread_mutex_lock(&cache->lock);
    struct cache_counts counts = cache->counts;
    pthread_mutex_unlock(&cache->lock);
    return counts;
}
