/* Blocks that arenas share, and arenas that are kept: what is lent comes back. */
#include "config.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/base/arena.h"
#include "cgi/base/blocks.h"

enum { THREADS = 8, ROUNDS = 500, AT_ONCE = 3, PIECES = 40, LARGE = 300 * 1024 };

static void what_is_given_is_lent_again(void **unused)
{
    (void)unused;
    blocks_trim();
    const size_t before = blocks_count().lent;
    struct block *first = block_take(BLOCK_LEAST + 1), *second = block_take(1);
    assert_true(first->size >= BLOCK_LEAST + 1 && second->size >= 1);
    assert_int_equal(blocks_count().lent, before + first->size + second->size);
    memset(first->bytes, 1, first->size);
    const size_t both = first->size + second->size, size = first->size;
    const void *bytes = first->bytes;
    first->next = second;
    second->used = 1;
    blocks_give(first);
    assert_int_equal(blocks_count().lent, before);
#ifndef __SANITIZE_ADDRESS__
    assert_int_equal(blocks_count().spare, both);
    first = block_take(size);
    assert_ptr_equal(first->bytes, bytes);
    assert_true(first->used == 0 && !first->next);
    blocks_give(first);
#else
    (void)both, (void)size, (void)bytes;
#endif
    blocks_trim();
    assert_int_equal(blocks_count().spare, 0);
}

static void large_ones_do_not_wait(void **unused)
{
    (void)unused;
    blocks_trim();
    struct block *block = block_take(LARGE);
    assert_true(block->size >= LARGE);
    memset(block->bytes, 1, LARGE);
    blocks_give(block);
    blocks_give(NULL);
    assert_int_equal(blocks_count().spare, 0);
}

/* Sizes around those of blocks, each piece filled with its own number. */
static size_t size_of_piece(int i)
{
    return i % 5 == 4 ? (size_t)i * 1000 : (size_t)i * 37 + 1;
}

static bool pieces_stand(struct arena *arena, int seed)
{
    unsigned char *piece[PIECES], *grown = NULL;
    for (int i = 0; i < PIECES; i++) {
        piece[i] = memset(arena_room(arena, size_of_piece(i)), seed + i, size_of_piece(i));
        grown = arena_grow(arena, grown, i > 0 ? size_of_piece(i - 1) : 0, size_of_piece(i) + size_of_piece(i - (i > 0)));
        memset(grown, seed, size_of_piece(i) + size_of_piece(i - (i > 0)));
    }
    for (int i = 0; i < PIECES; i++)
        for (size_t k = 0; k < size_of_piece(i); k++)
            if (piece[i][k] != (unsigned char)(seed + i))
                return false;
    return arena_bytes(arena) > size_of_piece(PIECES - 1);
}

static atomic_int spoiled;

static void *work_on_arenas(void *seed)
{
    for (int i = 0; i < ROUNDS; i++) {
        struct arena *arena = i % 2 ? arena_new() : arena_new_kept();
        spoiled += !pieces_stand(arena, *(const int *)seed + i);
        arena_free(arena);
    }
    return NULL;
}

static void in_all_threads(void *(*work)(void *))
{
    static int seeds[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        seeds[i] = i * 50;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &seeds[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void threads_share_them(void **unused)
{
    (void)unused;
    const size_t before = blocks_count().lent;
    spoiled = 0;
    in_all_threads(work_on_arenas);
    assert_int_equal(spoiled, 0);
    assert_int_equal(blocks_count().lent, before);
}

static void a_kept_arena_takes_little(void **unused)
{
    (void)unused;
    const size_t before = blocks_count().lent;
    struct arena *arena = arena_new_kept();
    assert_true(arena_bytes(arena) <= 2048);
    for (int i = 0; i < 100; i++)
        memset(arena_alloc(arena, 100), 1, 100);
    assert_true(arena_bytes(arena) >= 10000 && arena_bytes(arena) < 15000);
    assert_int_equal(blocks_count().lent, before);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_given_is_lent_again), cmocka_unit_test(large_ones_do_not_wait),
        cmocka_unit_test(threads_share_them), cmocka_unit_test(a_kept_arena_takes_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
