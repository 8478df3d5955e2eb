/* Memory that lives as long as one answer: allocated in pieces, freed all at once. */
#ifndef CGI_BASE_ARENA_H
#define CGI_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct json_object;
struct value_room;

/** arena_new() - an empty arena; never NULL (out of memory stops the process, logged) */
struct arena *arena_new(void);
/** arena_new_kept() - the same for what is kept long: in small blocks of malloc's, so that little is taken that is not used */
struct arena *arena_new_kept(void);
/** arena_free() - runs the deferred calls, last first, then frees all memory; NULL is fine */
void arena_free(struct arena *arena);

/** arena_alloc() - @size zeroed bytes, aligned for any type; never NULL */
void *arena_alloc(struct arena *arena, size_t size);
/** arena_room() - the same with whatever is in them */
void *arena_room(struct arena *arena, size_t size);
/** arena_array() - @n zeroed items of @size bytes, the product checked */
void *arena_array(struct arena *arena, size_t n, size_t size);
/** arena_grow() - @size bytes that begin with the first @used of @memory, which came from this arena (@used 0: may be anything) and is
 *  gone after; the rest is undefined */
void *arena_grow(struct arena *arena, void *memory, size_t used, size_t size);
char *arena_strdup(struct arena *arena, const char *text);
/** arena_strndup() - the first @n bytes, and a NUL */
char *arena_strndup(struct arena *arena, const char *text, size_t n);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args);
/** arena_decimal() - @number as "%d" prints it, for less */
char *arena_decimal(struct arena *arena, int64_t number);
/** arena_join() - one text of several, up to a NULL: (const char *[]){"/games/", id, NULL} */
char *arena_join(struct arena *arena, const char *const *parts);

/* The room of decimal(): a sign, 19 digits and a NUL. */
enum { DECIMAL_BYTES = 21 };
/** decimal() - @number's digits, '-' before those of one below 0: somewhere in @room, up to its end */
const char *decimal(char room[DECIMAL_BYTES], int64_t number);

/** arena_bytes() - what it has taken so far */
size_t arena_bytes(const struct arena *arena);
/** arena_defer() - calls @release(@object) when the arena is freed */
void arena_defer(struct arena *arena, void (*release)(void *), void *object);
/** arena_values() - where trees of values grow that live as long as the arena */
struct value_room *arena_values(struct arena *arena);
/** arena_json() - gives a json-c root to the arena to release; returns it */
struct json_object *arena_json(struct arena *arena, struct json_object *root);

#endif
