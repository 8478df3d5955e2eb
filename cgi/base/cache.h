/* What requests of all threads share: read-only objects that can be made again, found by numbers, within one bound of memory.
 *
 * A key holds all that the object depends on, so nothing is ever changed or taken back: what is out of date is not asked for any more,
 * and goes when room is needed, the longest unused first. Who has got an object keeps it until the arena of the request goes.
 */
#ifndef CGI_BASE_CACHE_H
#define CGI_BASE_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "cgi/base/arena.h"

enum { CACHE_KEY_NUMBERS = 8 };

/* A part of a page by what it depends on, or by its text; a position with the moves before it, or alone, or who wrote those; whose a
 * session is; the course of a game that is over; a hint; how the places of a tournament stand. */
enum cache_kind { CACHE_PART = 1, CACHE_TEXT, CACHE_HEAD, CACHE_STATE, CACHE_WRITTEN, CACHE_SESSION, CACHE_END, CACHE_HINT, CACHE_STANDS };

/* number[0] says of what kind the object is, the others are the kind's own; those not used are 0. */
struct cache_key {
    int64_t number[CACHE_KEY_NUMBERS];
};

struct cache;

/** cache_number() - one number of many bytes, for a key; whoever chooses the bytes can make two of one number */
int64_t cache_number(const void *bytes, size_t n);

/** cache_new() - empty; keeps at most @bytes. 0: nothing, which is a way to try a service without it */
struct cache *cache_new(size_t bytes);
/** cache_free() - when no request runs any more; NULL is fine */
void cache_free(struct cache *cache);

/** cache_get() - the object, held until @holder is freed; NULL: it is not there, or held only until @now. @cache NULL holds nothing. */
const void *cache_get(struct cache *cache, struct arena *holder, const struct cache_key *key, int64_t now);

/**
 * cache_put() - keeps @object, which takes @bytes, is right until @until, and goes by @release when nobody holds it any more
 * Return: @object, held until @holder is freed; or, when another thread was faster, that one's, and @object is released. What is
 * too large to be kept is held all the same.
 */
const void *cache_put(struct cache *cache, struct arena *holder, const struct cache_key *key, void *object, size_t bytes,
                      int64_t until, void (*release)(void *object));

/** cache_put_copy() - keeps a copy of @object, @size bytes that point to nothing, for as long as there is room; @cache NULL keeps nothing */
void cache_put_copy(struct cache *cache, struct arena *holder, const struct cache_key *key, const void *object, size_t size);

/* For the operator's numbers. */
struct cache_counts {
    size_t bytes, most;
    uint64_t found, missed, dropped;
};
struct cache_counts cache_count(struct cache *cache);

#endif
