/* The move trees of games from fixed deals: how many positions lie n steps away. A change of these numbers is a change
 * of the rules (then the revision is raised, too), or a bug. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/tools/headless.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"

enum { DEPTH = 5 };

static const struct count {
    const char *game;
    int seats;
    uint64_t seed;
    const char *option;
    uint64_t leaves[DEPTH]; /* 0: not that deep */
} counts[] = {
    {"carrara", 2, 1, NULL, {63, 342, 1295, 18532, 111701}},
    {"carrara", 3, 2, NULL, {66, 337, 1664, 17020, 94707}},
    {"carrara", 4, 3, NULL, {63, 326, 1302, 14703, 96985}},
    {"carrara", 2, 1, "wheel=must", {1, 94, 445, 452, 5712}},
    {"gondoliere", 3, 1, NULL, {31, 636, 7336, 38704}},
    {"gondoliere", 4, 2, NULL, {25, 408, 4044, 24216}},
    {"gondoliere", 5, 3, "protect_dry_canals=on", {25, 408, 4044, 22056}},
    {"venedig", 2, 1, NULL, {5, 99, 7763, 52531}},
    {"venedig", 3, 2, NULL, {12, 208, 8754, 113491}},
    {"venedig", 5, 3, NULL, {13, 141, 8546, 122102}},
};

/* Leaves @depth steps below @state; every step at the same depth draws from the same stream. */
static uint64_t leaves(const struct rules *rules, const uint8_t *key, const void *state, int depth)
{
    struct move_room *room = malloc(sizeof(*room));
    void *next = malloc(rules->size);
    assert_true(room && next);
    struct move_list *list = move_list_in(room);
    uint64_t n = 0;
    seatmask who = rules->awaits(state);
    if (who)
        rules->moves(state, __builtin_ctz(who), list);
    for (int i = 0; depth > 1 && i < list->n; i++) {
        struct log log = {.n = 0};
        struct rng rng;
        memcpy(next, state, rules->size);
        rng_init(&rng, key, (uint64_t)depth);
        rules->apply(next, __builtin_ctz(who), move_at(list, i), &rng, &log);
        n += leaves(rules, key, next, depth - 1);
    }
    n = depth > 1 ? n : (uint64_t)list->n;
    free(next);
    free(room);
    return n;
}

static void the_tree_has_as_many_leaves_as_ever(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        const struct rules *rules = rules_find(counts[i].game);
        struct headless *game = headless_new(rules);
        struct setup setup = rules_presets(rules, counts[i].seats);
        struct fault fault;
        if (counts[i].option)
            assert_true(headless_option(rules, &setup, counts[i].option, &fault));
        headless_deal(game, &setup, counts[i].seed);
        for (int depth = 1; depth <= DEPTH && counts[i].leaves[depth - 1]; depth++) {
            uint64_t n = leaves(rules, game->key, game->state, depth);
            if (n != counts[i].leaves[depth - 1])
                fail_msg("%s, %d seats, seed %d, depth %d: %ld leaves", counts[i].game, counts[i].seats,
                         (int)counts[i].seed, depth, (long)n);
        }
        headless_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_tree_has_as_many_leaves_as_ever)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
