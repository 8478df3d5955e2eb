#include "config.h"

#include "cgi/base/arena.h"

#include <json-c/json.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/engine/value.h"

#include "cgi/base/banned.h"

enum { BLOCK_BYTES = 16 * 1024, ALIGNMENT = 16 };

struct block {
    struct block *next;
    size_t used, size;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

struct deferred {
    struct deferred *next;
    void (*release)(void *);
    void *object;
};

struct arena {
    struct block *blocks;
    struct deferred *deferred;
    struct value_room values;
};

static _Noreturn void out_of_memory(void)
{
    fputs("level=fatal message=\"out of memory\"\n", stderr);
    abort();
}

static void *must_malloc(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        out_of_memory();
    return memory;
}

static struct block *block_add(struct arena *arena, size_t size)
{
    struct block *block = must_malloc(sizeof(*block) + size);
    block->used = 0;
    block->size = size;
    /* A large block goes behind the head, so that the free space in the head can still be used. */
    if (arena->blocks && size > BLOCK_BYTES) {
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
    if (size > SIZE_MAX / 2)
        out_of_memory();
    size_t rounded = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    struct block *block = arena->blocks;
    if (!block || block->size - block->used < rounded)
        block = block_add(arena, rounded > BLOCK_BYTES ? rounded : BLOCK_BYTES);
    void *memory = block->bytes + block->used;
    block->used += rounded;
    return memory;
}

static void *more_values(void *arena, size_t bytes)
{
    return arena_room(arena, bytes);
}

struct arena *arena_new(void)
{
    struct arena *arena = must_malloc(sizeof(*arena));
    *arena = (struct arena){0};
    value_room_init(&arena->values, more_values, arena);
    return arena;
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct deferred *d = arena->deferred; d; d = d->next)
        d->release(d->object);
    for (struct block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(arena);
}

void *arena_alloc(struct arena *arena, size_t size)
{
    return memset(arena_room(arena, size), 0, size);
}

/* The link to the block that holds only @memory; NULL: it shares a block, or @memory is none. */
static struct block **own_block(struct arena *arena, const void *memory)
{
    for (struct block **link = &arena->blocks; *link; link = &(*link)->next)
        if ((*link)->bytes == memory && (*link)->size > BLOCK_BYTES)
            return link;
    return NULL;
}

void *arena_grow(struct arena *arena, void *memory, size_t used, size_t size)
{
    struct block **link = size > BLOCK_BYTES ? own_block(arena, memory) : NULL;
    if (!link) {
        void *grown = arena_room(arena, size);
        return used ? memcpy(grown, memory, used) : grown; /* nothing yet: memory may be NULL */
    }
    struct block *block = realloc(*link, sizeof(*block) + size);
    if (!block)
        out_of_memory();
    block->used = block->size = size;
    *link = block;
    return block->bytes;
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
    const size_t room = block ? block->size - block->used : 0;
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
