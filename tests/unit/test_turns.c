#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cgi/base/turns.h"

enum { ASKERS_MOST = 60, PATIENCE = 60 };

/* Who asks, on a thread each; in `order` they write down themselves when it is their turn. */
struct asker {
    pthread_t thread;
    uint64_t network;
    bool known, refused;
};

static struct turns *turns;
static struct asker asker[ASKERS_MOST];
static int n_askers;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char order[4 * ASKERS_MOST];
static atomic_int ended;

/* "7" for network 7, "7k" for one that is known. */
static void *ask(void *user)
{
    struct asker *self = user;
    self->refused = !turns_take(turns, self->network, self->known);
    if (!self->refused) {
        pthread_mutex_lock(&lock);
        size_t n = strlen(order);
        snprintf(order + n, sizeof(order) - n, "%s%d%s", n ? " " : "", (int)self->network, self->known ? "k" : "");
        pthread_mutex_unlock(&lock);
        turns_return(turns);
    }
    ended++;
    return NULL;
}

/* Returns when it waits, or another or itself was refused in its favour. */
static void one_asks(uint64_t network, bool known)
{
    const struct timespec moment = {.tv_nsec = 1000 * 1000};
    int waiting = turns_waiting(turns), over = ended;
    struct asker *self = &asker[n_askers++];
    *self = (struct asker){.network = network, .known = known};
    assert_int_equal(pthread_create(&self->thread, NULL, ask, self), 0);
    while (turns_waiting(turns) == waiting && ended == over)
        nanosleep(&moment, NULL);
}

static void begin(int waiting, int seconds)
{
    turns = turns_new(1, waiting, seconds);
    assert_non_null(turns);
    order[0] = '\0';
    n_askers = ended = 0;
    assert_true(turns_take(turns, 1000, false));
}

static void end_with(const char *wanted)
{
    turns_return(turns);
    for (int i = 0; i < n_askers; i++)
        pthread_join(asker[i].thread, NULL);
    assert_string_equal(order, wanted);
    assert_int_equal(turns_waiting(turns), 0);
    assert_true(turns_take(turns, 1000, false)); /* none was lost */
    turns_return(turns);
    turns_free(turns);
}

static void networks_take_turns(void **unused)
{
    (void)unused;
    begin(8, PATIENCE);
    for (int i = 0; i < 4; i++)
        one_asks(1, false);
    one_asks(2, false);
    one_asks(2, false);
    one_asks(3, false);
    end_with("1 2 3 1 2 1 1");
}

static void who_is_known_goes_first_but_not_always(void **unused)
{
    (void)unused;
    begin(9, PATIENCE);
    one_asks(1, false);
    one_asks(2, false);
    for (int i = 0; i < 5; i++)
        one_asks(3, true);
    one_asks(4, true);
    end_with("3k 4k 3k 1 3k 3k 3k 2");
}

static void the_network_served_longest_ago_is_next(void **unused)
{
    (void)unused;
    begin(8, PATIENCE);
    one_asks(1, false);
    one_asks(2, false);
    turns_return(turns);
    for (int i = 0; i < 2; i++)
        pthread_join(asker[i].thread, NULL);
    n_askers = ended = 0;
    assert_true(turns_take(turns, 1000, false));
    one_asks(2, false);
    one_asks(1, false);
    one_asks(3, false);
    end_with("1 2 3 1 2");
}

static void who_is_refused_keeps_the_place(void **unused)
{
    (void)unused;
    begin(1, PATIENCE);
    one_asks(1, false);
    one_asks(2, false);
    assert_true(asker[1].refused);
    turns_return(turns);
    pthread_join(asker[0].thread, NULL);
    pthread_join(asker[1].thread, NULL);
    n_askers = ended = 0;
    assert_true(turns_take(turns, 1000, false));
    one_asks(3, false); /* new, and later than 2 */
    one_asks(2, false);
    assert_true(asker[0].refused);
    end_with("1 2");
}

static void who_comes_newly_does_not_pass_by_those_who_wait_long(void **unused)
{
    (void)unused;
    turns = turns_new(1, 1, PATIENCE);
    assert_true(turns_take(turns, 1, false));
    turns_return(turns);
    for (uint64_t network = 100; network < 200; network++) { /* one after the other, each new */
        assert_true(turns_take(turns, network, false));
        turns_return(turns);
    }
    order[0] = '\0';
    n_askers = ended = 0;
    assert_true(turns_take(turns, 1000, false));
    one_asks(2, false);
    one_asks(1, false);
    assert_true(asker[0].refused);
    end_with("1");
}

static void who_has_the_better_claim_takes_the_place(void **unused)
{
    (void)unused;
    begin(2, PATIENCE);
    one_asks(1, false);
    one_asks(1, false);
    one_asks(1, false); /* no place */
    assert_true(asker[2].refused);
    one_asks(2, false); /* takes that of the second of network 1 */
    assert_true(asker[1].refused);
    one_asks(3, false); /* no better than 1 and 2 */
    assert_true(asker[4].refused);
    one_asks(4, true);
    assert_true(asker[3].refused && !asker[0].refused);
    one_asks(5, true);  /* one place is left to those who are not known */
    assert_true(asker[6].refused);
    end_with("4k 1");
}

static void who_waits_too_long_gives_up(void **unused)
{
    (void)unused;
    begin(2, 1);
    one_asks(1, true);
    while (ended < 1)
        sched_yield();
    assert_true(asker[0].refused);
    end_with("");
}

static void more_networks_than_are_remembered(void **unused)
{
    (void)unused;
    turns = turns_new(1, 1, PATIENCE);
    for (uint64_t network = 0; network < 50000; network++) {
        assert_true(turns_take(turns, network * 7919, network % 2));
        turns_return(turns);
    }
    turns_free(turns);
    turns_free(NULL);
}

enum { THREADS = 12, ROUNDS = 200, AT_ONCE = 2 };

static atomic_int inside, most, served[THREADS];

static void *ask_often(void *user)
{
    int own = (int)(intptr_t)user;
    while (served[own] < ROUNDS) {
        if (!turns_take(turns, (uint64_t)own / 2, own % 3 == 0)) {
            sched_yield();
            continue;
        }
        int now = atomic_fetch_add(&inside, 1) + 1, seen = most;
        while (now > seen && !atomic_compare_exchange_weak(&most, &seen, now))
            ;
        sched_yield();
        atomic_fetch_sub(&inside, 1);
        served[own]++;
        turns_return(turns);
    }
    return NULL;
}

static void so_many_at_a_time_from_many_threads(void **unused)
{
    (void)unused;
    pthread_t thread[THREADS];
    turns = turns_new(AT_ONCE, 3, PATIENCE);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask_often, (void *)(intptr_t)i), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert_in_range(most, 1, AT_ONCE);
    assert_int_equal(turns_waiting(turns), 0);
    for (int i = 0; i < AT_ONCE; i++)
        assert_true(turns_take(turns, 1, false));
    turns_free(turns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(networks_take_turns), cmocka_unit_test(who_is_known_goes_first_but_not_always),
        cmocka_unit_test(who_is_refused_keeps_the_place),
        cmocka_unit_test(who_comes_newly_does_not_pass_by_those_who_wait_long),
        cmocka_unit_test(the_network_served_longest_ago_is_next), cmocka_unit_test(who_has_the_better_claim_takes_the_place),
        cmocka_unit_test(who_waits_too_long_gives_up), cmocka_unit_test(more_networks_than_are_remembered),
        cmocka_unit_test(so_many_at_a_time_from_many_threads),
    };
    return cmocka_run_group_tests_name("turns", tests, NULL, NULL);
}
