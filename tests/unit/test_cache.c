/* What requests share: kept within its bound, by use, and never taken away from who holds it. */
#include "config.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cgi/base/cache.h"

enum { BYTES = 100000, EACH = 10000, THREADS = 4, ROUNDS = 20000, NUMBERS = 32 };

static _Atomic int alive;

struct object {
    int64_t number;
    int64_t check;
};

static void release(void *object)
{
    *(struct object *)object = (struct object){-1, -1};
    free(object);
    alive--;
}

static struct cache_key key_of_number(int64_t number)
{
    return (struct cache_key){.number = {1, number}};
}

static const struct object *put(struct cache *cache, struct arena *holder, int64_t number, size_t bytes)
{
    struct cache_key key = key_of_number(number);
    struct object *object = malloc(sizeof(*object));
    if (!object)
        abort();
    *object = (struct object){number, ~number};
    alive++;
    return cache_put(cache, holder, &key, object, bytes, INT64_MAX, release);
}

static const struct object *get(struct cache *cache, struct arena *holder, int64_t number)
{
    struct cache_key key = key_of_number(number);
    return cache_get(cache, holder, &key, 0);
}

/* Is it in the cache? Asking makes it the newest. */
static bool is_kept(struct cache *cache, int64_t number)
{
    struct arena *arena = arena_new();
    const struct object *object = get(cache, arena, number);
    bool kept = object && object->number == number && object->check == ~number;
    arena_free(arena);
    return kept;
}

static void keep(struct cache *cache, int64_t number, size_t bytes)
{
    struct arena *arena = arena_new();
    put(cache, arena, number, bytes);
    arena_free(arena);
}

static void the_longest_unused_goes_first(void **unused)
{
    (void)unused;
    struct cache *cache = cache_new(BYTES);
    for (int i = 0; i < 8; i++)
        keep(cache, i, EACH);
    assert_true(is_kept(cache, 0)); /* now used later than 1 */
    keep(cache, 8, 2 * EACH);
    assert_false(is_kept(cache, 1));
    for (int i = 2; i < 9; i++)
        assert_true(is_kept(cache, i));
    assert_true(is_kept(cache, 0));
    assert_true(cache_count(cache).bytes <= BYTES);
    assert_int_equal(cache_count(cache).dropped, 1);
    cache_free(cache);
    assert_int_equal(alive, 0);
}

static void every_number_of_a_key_counts(void **unused)
{
    (void)unused;
    struct cache *cache = cache_new(BYTES);
    struct arena *arena = arena_new();
    put(cache, arena, 7, EACH);
    for (int i = 0; i < CACHE_KEY_NUMBERS; i++) {
        struct cache_key other = key_of_number(7);
        other.number[i]++;
        assert_null(cache_get(cache, arena, &other, 0));
    }
    assert_non_null(get(cache, arena, 7));
    arena_free(arena);
    cache_free(cache);
}

static void who_holds_it_keeps_it(void **unused)
{
    (void)unused;
    struct cache *cache = cache_new(BYTES);
    struct arena *arena = arena_new();
    const struct object *mine = put(cache, arena, 1, EACH);
    for (int i = 2; i < 30; i++)
        keep(cache, i, EACH);
    assert_false(is_kept(cache, 1));
    assert_int_equal(mine->number, 1);
    assert_int_equal(mine->check, ~INT64_C(1));
    int before = alive;
    arena_free(arena);
    assert_int_equal(alive, before - 1);
    cache_free(cache);
    assert_int_equal(alive, 0);
}

static void of_two_the_first_stays(void **unused)
{
    (void)unused;
    struct cache *cache = cache_new(BYTES);
    struct arena *arena = arena_new();
    const struct object *first = put(cache, arena, 1, EACH);
    assert_ptr_equal(put(cache, arena, 1, EACH), first);
    assert_int_equal(alive, 1);
    arena_free(arena);
    cache_free(cache);
    assert_int_equal(alive, 0);
}

static void what_is_too_large_or_not_wanted_is_only_held(void **unused)
{
    (void)unused;
    struct cache *large = cache_new(BYTES), *none = cache_new(0);
    struct arena *arena = arena_new();
    assert_int_equal(put(large, arena, 1, BYTES / 2)->number, 1);
    assert_int_equal(put(none, arena, 2, 1)->number, 2);
    assert_int_equal(put(NULL, arena, 3, 1)->number, 3);
    assert_false(is_kept(large, 1));
    assert_false(is_kept(none, 2));
    assert_null(get(NULL, arena, 3));
    assert_int_equal(alive, 3);
    arena_free(arena);
    assert_int_equal(alive, 0);
    cache_free(large);
    cache_free(none);
}

/* ---- threads ---- */

static void *ask_and_put(void *shared)
{
    struct cache *cache = shared;
    uint32_t chance = (uint32_t)(uintptr_t)&cache;
    for (int i = 0; i < ROUNDS; i++) {
        struct arena *arena = arena_new();
        for (int k = 0; k < 3; k++) {
            chance = chance * 1664525 + 1013904223;
            int64_t number = chance >> 16 & (NUMBERS - 1);
            const struct object *object = get(cache, arena, number);
            object = object ? object : put(cache, arena, number, EACH);
            if (object->number != number || object->check != ~number)
                abort();
        }
        arena_free(arena);
    }
    return NULL;
}

static void what_is_out_of_date_is_not_there(void **unused)
{
    (void)unused;
    struct cache *cache = cache_new(BYTES);
    struct arena *arena = arena_new();
    const struct cache_key key = key_of_number(5);
    struct object *object = malloc(sizeof(*object));
    if (!object)
        abort();
    *object = (struct object){5, ~5};
    alive++;
    cache_put(cache, arena, &key, object, EACH, 100, release);
    assert_ptr_equal(cache_get(cache, arena, &key, 99), object);
    assert_null(cache_get(cache, arena, &key, 100));
    assert_int_equal(alive, 1); /* held still */
    assert_ptr_not_equal(put(cache, arena, 5, EACH), object); /* and its place is free */
    arena_free(arena);
    assert_int_equal(alive, 1);
    cache_free(cache);
    assert_int_equal(alive, 0);
}

static void threads_share_without_harm(void **unused)
{
    (void)unused;
    struct cache *cache = cache_new(BYTES);
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask_and_put, cache), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert_true(cache_count(cache).bytes <= BYTES);
    assert_true(cache_count(cache).found > 0 && cache_count(cache).dropped > 0);
    cache_free(cache);
    assert_int_equal(alive, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_unused_goes_first),
        cmocka_unit_test(every_number_of_a_key_counts),
        cmocka_unit_test(who_holds_it_keeps_it),
        cmocka_unit_test(of_two_the_first_stays),
        cmocka_unit_test(what_is_too_large_or_not_wanted_is_only_held),
        cmocka_unit_test(what_is_out_of_date_is_not_there),
        cmocka_unit_test(threads_share_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
