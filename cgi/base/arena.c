#include "config.h"

#include "cgi/base/arena.h"

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/blocks.h"
#include "cgi/base/err.h"
#include "rules/engine/value.h"

#include "cgi/base/banned.h"

enum { ALIGNMENT = 16, KEPT_BLOCK = 1024 };

struct deferred {
    struct deferred *next;
    void (*release)(void *);
    void *object;
};

struct arena {
    struct block *blocks;
    size_t least;              /* bytes of a block that pieces share; BLOCK_LEAST, or of an arena that is kept KEPT_BLOCK */
    struct deferred *deferred;
    struct value_room values;
};

static size_t rounded(size_t size)
{
    if (size > SIZE_MAX / 2)
        out_of_memory();
    return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

/* A block of an arena that is kept: in malloc's heap, and no larger than needed. */
static struct block *kept_block(size_t size)
{
    _Static_assert(sizeof(struct block) % ALIGNMENT == 0, "what lies behind it is aligned");
    struct block *block = malloc(sizeof(*block) + size);
    if (!block)
        out_of_memory();
    *block = (struct block){.size = size, .bytes = (unsigned char *)(block + 1)};
    return block;
}

static bool is_kept(const struct arena *arena)
{
    return arena->least == KEPT_BLOCK;
}

static void blocks_free(const struct arena *arena, struct block *chain)
{
    if (!is_kept(arena)) {
        blocks_give(chain);
        return;
    }
    for (struct block *block = chain, *next; block; block = next) {
        next = block->next;
        free(block);
    }
}

static struct block *block_add(struct arena *arena, size_t size)
{
    size_t bytes = size > arena->least ? size : arena->least;
    struct block *block = is_kept(arena) ? kept_block(bytes) : block_take(bytes);
    /* A large block goes behind the head, so that the free space in the head can still be used. */
    if (size > arena->least) {
        block->next = arena->blocks->next;
        arena->blocks->next = block;
    } else {
        block->next = arena->blocks;
        arena->blocks = block;
    }
    return block;
}

void *arena_room(struct arena *arena, size_t size)
{
    struct block *block = arena->blocks;
    size = rounded(size);
    if (block->size - block->used < size)
        block = block_add(arena, size);
    void *memory = block->bytes + block->used;
    block->used += size;
    return memory;
}

static void *more_values(void *arena, size_t bytes)
{
    return arena_room(arena, bytes);
}

/* The arena lies in its first block. */
static struct arena *arena_in(struct block *block, size_t least)
{
    struct arena *arena = (struct arena *)block->bytes;
    block->used = rounded(sizeof(*arena));
    *arena = (struct arena){.blocks = block, .least = least};
    value_room_init(&arena->values, more_values, arena);
    return arena;
}

struct arena *arena_new(void)
{
    return arena_in(block_take(BLOCK_LEAST), BLOCK_LEAST);
}

struct arena *arena_new_kept(void)
{
    return arena_in(kept_block(KEPT_BLOCK), KEPT_BLOCK);
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct deferred *d = arena->deferred; d; d = d->next)
        d->release(d->object);
    blocks_free(arena, arena->blocks);
}

void *arena_alloc(struct arena *arena, size_t size)
{
    return memset(arena_room(arena, size), 0, size);
}

/* The link to the block that holds only @memory; NULL: it shares a block, or @memory is none. */
static struct block **own_block(struct arena *arena, const void *memory)
{
    for (struct block **link = &arena->blocks; *link; link = &(*link)->next)
        if ((*link)->bytes == memory && (*link)->size > arena->least)
            return link;
    return NULL;
}

void *arena_grow(struct arena *arena, void *memory, size_t used, size_t size)
{
    struct block **link = size > arena->least ? own_block(arena, memory) : NULL;
    if (link && size <= (*link)->size)
        return memory;
    if (link) {
        struct block *gone = *link;
        *link = gone->next;
        gone->next = NULL;
        void *grown = memcpy(arena_room(arena, size), memory, used);
        blocks_free(arena, gone);
        return grown;
    }
    void *grown = arena_room(arena, size);
    return used ? memcpy(grown, memory, used) : grown; /* nothing yet: memory may be NULL */
}

void *arena_array(struct arena *arena, size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes))
        bytes = SIZE_MAX;
    return arena_alloc(arena, bytes);
}

char *arena_strndup(struct arena *arena, const char *text, size_t n)
{
    char *copy = arena_room(arena, n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    const struct block *block = arena->blocks;
    const size_t room = block->size - block->used;
    va_list again;
    va_copy(again, args);
    /* Into what is free of the block, and again only where that is too little. */
    int length = vsnprintf(room ? (char *)block->bytes + block->used : NULL, room, format, args);
    char *text = arena_room(arena, (size_t)length + 1);
    if ((size_t)length >= room)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

const char *decimal(char room[DECIMAL_BYTES], int64_t number)
{
    char *at = room + DECIMAL_BYTES - 1;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    *at = '\0';
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    return at;
}

char *arena_decimal(struct arena *arena, int64_t number)
{
    char room[DECIMAL_BYTES];
    return arena_strdup(arena, decimal(room, number));
}

char *arena_join(struct arena *arena, const char *const *parts)
{
    size_t length = 0;
    for (int i = 0; parts[i]; i++)
        length += strlen(parts[i]);
    char *text = arena_room(arena, length + 1), *end = text;
    for (int i = 0; parts[i]; i++)
        end = stpcpy(end, parts[i]);
    *end = '\0';
    return text;
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

size_t arena_bytes(const struct arena *arena)
{
    size_t bytes = 0;
    for (const struct block *block = arena->blocks; block; block = block->next)
        bytes += sizeof(*block) + block->size;
    return bytes;
}

void arena_defer(struct arena *arena, void (*release)(void *), void *object)
{
    struct deferred *d = arena_alloc(arena, sizeof(*d));
    *d = (struct deferred){.next = arena->deferred, .release = release, .object = object};
    arena->deferred = d;
}

struct value_room *arena_values(struct arena *arena)
{
    return &arena->values;
}

static void put_json(void *root)
{
    json_object_put(root);
}

struct json_object *arena_json(struct arena *arena, struct json_object *root)
{
    arena_defer(arena, put_json, root);
    return root;
}
