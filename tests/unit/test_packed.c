/* Positions and events as bytes: what is written is read, of every game; what is not whole is refused. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/packed.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"

enum { PLIES = 120, ROOM = 1 << 16, BYTES_MOST = 6000 };

/* ---- every game ---- */

static void same_events(const struct rules *rules, const struct log *log)
{
    static uint8_t bytes[PACKED_EVENTS_MOST];
    struct log again;
    struct fault fault = {0};
    size_t n = log_pack(log, bytes);
    if (!log_unpack(rules, bytes, n, &again, &fault))
        fail_msg("%s: %s %s", rules->id, fault.sentence, fault.what);
    assert_int_equal(again.n, log->n);
    for (int i = 0; i < log->n; i++) {
        const struct event *a = &log->event[i], *b = &again.event[i];
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->seat, b->seat);
        assert_int_equal(a->secret_to, b->secret_to);
        assert_int_equal(a->nargs, b->nargs);
        assert_memory_equal(a->arg, b->arg, a->nargs * sizeof(a->arg[0]));
    }
    for (int kind = 0; rules->events[kind].name; kind++) {
        bool told = false;
        for (int i = 0; i < log->n; i++)
            told = told || log->event[i].kind == kind;
        assert_int_equal(log_tells(bytes, n, kind), told);
    }
}

static void same_state(const struct rules *rules, const void *state)
{
    static uint8_t bytes[ROOM];
    struct fault fault = {0};
    void *again = calloc(1, rules->size);
    assert_true(members_packed_most(rules->members) <= sizeof(bytes));
    size_t n = members_pack(rules->members, state, bytes);
    assert_true(n <= BYTES_MOST);
    if (!members_unpack(rules->members, bytes, n, again, &fault))
        fail_msg("%s: %s %s", rules->id, fault.sentence, fault.what);
    assert_true(members_equal(rules->members, state, again));
    free(again);
}

static void play(const struct rules *rules, int seats, uint64_t seed)
{
    static struct move_room room;
    static struct log log;
    uint8_t key[RNG_KEY_BYTES];
    struct rng chance, dice;
    struct setup setup = rules_presets(rules, seats);
    void *state = calloc(1, rules->size);
    rng_key_from_seed(key, seed);
    rng_init(&chance, key, 0);
    rng_init(&dice, key, 1);
    log.n = 0;
    rules->setup(state, &setup, &chance, &log);
    for (int ply = 0; ply < PLIES && rules->awaits(state); ply++) {
        int seat = __builtin_ctz(rules->awaits(state));
        struct move_list *list = move_list_in(&room);
        struct move move = {0};
        same_state(rules, state);
        same_events(rules, &log);
        move_copy(&move, move_at(list, (int)rng_below(&dice, (uint32_t)rules->moves(state, seat, list))));
        log.n = 0;
        rules->apply(state, seat, &move, &chance, &log);
    }
    free(state);
}

static void what_is_written_is_read(void **unused)
{
    (void)unused;
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        for (int seats = (*rules)->min_seats; seats <= (*rules)->max_seats; seats++)
            for (uint64_t seed = 1; seed <= 4; seed++)
                play(*rules, seats, seed);
}

/* ---- what is not whole ---- */

static void what_is_cut_or_changed_is_refused(void **unused)
{
    (void)unused;
    const struct rules *rules = rules_find("genoa");
    static uint8_t bytes[ROOM];
    uint8_t key[RNG_KEY_BYTES];
    struct rng chance;
    struct log log = {0}, other;
    struct fault fault;
    struct setup setup = rules_presets(rules, 3);
    void *state = calloc(1, rules->size), *again = calloc(1, rules->size);
    rng_key_from_seed(key, 5);
    rng_init(&chance, key, 0);
    rules->setup(state, &setup, &chance, &log);
    size_t n = members_pack(rules->members, state, bytes);
    for (size_t cut = 0; cut < n; cut++)
        assert_false(members_unpack(rules->members, bytes, cut, again, &fault));
    assert_false(members_unpack(rules->members, bytes, n + 1, again, &fault));
    for (size_t i = 0; i < n; i++) {
        bytes[i] ^= 1;
        assert_false(members_unpack(rules->members, bytes, n, again, &fault));
        bytes[i] ^= 1;
    }
    assert_true(members_unpack(rules->members, bytes, n, again, &fault));
    log_three(&log, 0, 1, 7, -300, 30000);
    n = log_pack(&log, bytes);
    for (size_t i = 0; i < n; i++) {
        uint8_t *cut = malloc(i + 1);
        memcpy(cut, bytes, i);
        assert_false(log_unpack(rules, cut, i, &other, &fault));
        assert_false(log_tells(cut, i, UINT8_MAX));
        free(cut);
        bytes[i] ^= 64;
        assert_false(log_unpack(rules, bytes, n, &other, &fault));
        bytes[i] ^= 64;
    }
    free(state);
    free(again);
}

/* ---- tables that grow ---- */

struct boat {
    uint8_t load;
    int16_t depth; /* since version 1 */
};

struct pier {
    uint8_t n_boat;
    struct boat boat[3];
    int8_t wind;
    uint16_t tide; /* since version 2 */
};

static const struct member boat_first[] = {{MEMBER(struct boat, load), .hi = 9}, {0}};
static const struct member boat_now[] = {
    {MEMBER(struct boat, load), .hi = 9},
    {MEMBER(struct boat, depth), .lo = -500, .hi = 500, .since = 1},
    {0},
};
static const struct member pier_first[] = {
    {MEMBER_STRUCTS(struct pier, boat, n_boat, boat_first)},
    {MEMBER(struct pier, wind), .lo = -1, .hi = 3},
    {0},
};
static const struct member pier_now[] = {
    {MEMBER(struct pier, tide), .hi = 60000, .since = 2},
    {MEMBER_STRUCTS(struct pier, boat, n_boat, boat_now)},
    {MEMBER(struct pier, wind), .lo = -1, .hi = 3},
    {0},
};

static void older_bytes_are_read_with_nothing_in_what_is_new(void **unused)
{
    (void)unused;
    const struct pier was = {.n_boat = 2, .boat = {{3, 44}, {9, -7}}, .wind = -1, .tide = 5};
    struct pier is = {0};
    struct fault fault = {0};
    uint8_t bytes[100];
    assert_int_equal(members_version(pier_first), 0);
    assert_int_equal(members_version(pier_now), 2);
    size_t n = members_pack(pier_first, &was, bytes);
    assert_true(members_unpack(pier_now, bytes, n, &is, &fault));
    assert_int_equal(is.boat[1].load, 9);
    assert_int_equal(is.boat[1].depth, 0);
    assert_int_equal(is.wind, -1);
    assert_int_equal(is.tide, 0);
    n = members_pack(pier_now, &was, bytes);
    is = (struct pier){0};
    assert_true(members_unpack(pier_now, bytes, n, &is, &fault));
    assert_true(members_equal(pier_now, &was, &is));
    assert_false(members_unpack(pier_first, bytes, n, &is, &fault)); /* from a program that is newer */
    assert_string_equal(fault.sentence, "This program does not know this version of {what}.");
}

static void numbers_out_of_range_are_refused(void **unused)
{
    (void)unused;
    struct pier pier = {.n_boat = 1, .boat = {{10, 0}}}, is = {0};
    struct fault fault = {0};
    uint8_t bytes[100];
    size_t n = members_pack(pier_now, &pier, bytes);
    assert_false(members_unpack(pier_now, bytes, n, &is, &fault));
    assert_string_equal(fault.what, "load");
}

/* What stored events say by numbers is found again only as long as the tables keep their order. */
static void events_that_rules_do_not_have_are_refused(void **unused)
{
    (void)unused;
    const struct rules *rules = rules_find("carrara");
    int kinds = 0;
    struct log log = {0}, again;
    struct fault fault = {0};
    uint8_t bytes[PACKED_EVENTS_MOST];
    while (rules->events[kinds].name)
        kinds++;
    log_event(&log, kinds, 0, 0);
    assert_false(log_unpack(rules, bytes, log_pack(&log, bytes), &again, &fault));
    assert_string_equal(fault.what, "event");
    log.n = 0;
    for (int kind = 0; kind < kinds; kind++)
        log_event(&log, kind, NO_SEAT, 0); /* from before their arguments came */
    assert_true(log_unpack(rules, bytes, log_pack(&log, bytes), &again, &fault));
    for (int kind = 0; kind < kinds; kind++)
        assert_int_equal(again.event[kind].nargs, args_slots(rules->events[kind].args));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(what_is_cut_or_changed_is_refused),
        cmocka_unit_test(older_bytes_are_read_with_nothing_in_what_is_new),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(events_that_rules_do_not_have_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
