#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "cgi/transports/queue.h"

enum { THREADS = 8, HALF = THREADS / 2, WRITERS = 100 /* from this number on they write */ };

struct request {
    struct queued queued; /* first */
    int reader;
};

static struct queue *queue;

static int set_up(void **unused)
{
    (void)unused;
    queue = queue_new(THREADS);
    return queue ? 0 : -1;
}

static int tear_down(void **unused)
{
    (void)unused;
    queue_free(queue);
    queue_free(NULL);
    return 0;
}

static void put(int reader, int n)
{
    for (int i = 0; i < n; i++) {
        struct request *request = calloc(1, sizeof(*request));
        assert_non_null(request);
        request->reader = reader;
        assert_true(queue_admits(queue));
        queue_put(queue, &request->queued, (uint64_t)reader, reader >= WRITERS);
    }
}

static void done(struct request *request)
{
    queue_done(queue, &request->queued);
    free(request);
}

/* The next is @reader's. */
static struct request *take(int reader)
{
    struct request *request = (struct request *)queue_take(queue);
    assert_non_null(request);
    assert_int_equal(request->reader, reader);
    return request;
}

static void readers_take_turns(void **unused)
{
    (void)unused;
    put(1, 30);
    put(2, 1);
    put(3, 2);
    static const int order[] = {1, 2, 3, 1, 3, 1, 1, 1};
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        done(take(order[i]));
    put(2, 1);
    done(take(1)); /* is at the head of the round */
    done(take(2));
    for (int i = 0; i < 24; i++)
        done(take(1));
}

static void nobody_has_more_than_half(void **unused)
{
    (void)unused;
    struct request *taken[THREADS];
    put(1, 30);
    for (int i = 0; i < HALF; i++)
        taken[i] = take(1);
    put(2, HALF);
    for (int i = HALF; i < THREADS; i++)
        taken[i] = take(2); /* would be 1's, if it could have more */
    done(taken[0]);
    taken[0] = take(1);
    for (int i = 0; i < THREADS; i++)
        done(taken[i]);
    for (int i = 0; i < 30 - HALF - 1; i++)
        done(take(1));
}

static void writing_leaves_threads_to_reading(void **unused)
{
    struct request *taken[THREADS];
    (void)unused;
    for (int i = 0; i < THREADS; i++)
        put(WRITERS + i, 1);
    for (int i = 0; i < THREADS * 3 / 4; i++)
        taken[i] = take(WRITERS + i);
    put(1, 1);
    done(take(1));
    put(2, 2);
    done(taken[0]);
    done(take(WRITERS + 6)); /* reading and writing take turns */
    done(take(2));
    done(take(WRITERS + 7));
    done(take(2));
    for (int i = 1; i < THREADS * 3 / 4; i++)
        done(taken[i]);
}

static void what_waits_at_the_end_is_taken_still(void **unused)
{
    (void)unused;
    put(1, 2);
    queue_end(queue);
    assert_false(queue_admits(queue));
    done(take(1));
    done(take(1));
    assert_null(queue_take(queue));
}

enum { EACH = 3000, READERS = 5 };

static atomic_int answered, of[READERS], most;

static void *answer(void *unused)
{
    struct request *request;
    (void)unused;
    while ((request = (struct request *)queue_take(queue))) {
        int now = atomic_fetch_add(&of[request->reader], 1) + 1, seen = most;
        while (now > seen && !atomic_compare_exchange_weak(&most, &seen, now))
            continue;
        atomic_fetch_sub(&of[request->reader], 1);
        done(request);
        answered++;
    }
    return NULL;
}

static void many_threads_lose_nothing(void **unused)
{
    (void)unused;
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, answer, NULL), 0);
    for (int i = 0; i < EACH; i++)
        for (int reader = 0; reader < READERS; reader++)
            put(reader, 1);
    queue_end(queue);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert_int_equal(answered, EACH * READERS);
    assert_in_range(most, 1, HALF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(readers_take_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_has_more_than_half, set_up, tear_down),
        cmocka_unit_test_setup_teardown(writing_leaves_threads_to_reading, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_waits_at_the_end_is_taken_still, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_threads_lose_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
