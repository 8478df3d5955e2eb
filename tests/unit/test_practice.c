/* What practice tables begin with, and games that are played again from there. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/base/jsonx.h"
#include "cgi/play/fold.h"
#include "cgi/play/practice.h"
#include "cgi/store/stored.h"
#include "rules/engine/bots.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/value.h"
#include "rules/parts.h"

enum { POSITIONS = 6, BETWEEN = 23, KEYS = 3 };

struct try {
    struct arena *arena;
    const struct rules *rules;
    struct setup setup;
    void *state;
    struct rng chance, choice;
};

static void begin(struct try *t, const struct rules *rules, int seats, uint64_t seed)
{
    uint8_t key[RNG_KEY_BYTES];
    struct log log = {.n = 0};
    *t = (struct try){.arena = arena_new(), .rules = rules, .setup = rules_presets(rules, seats)};
    t->state = arena_alloc(t->arena, rules->size);
    rng_key_from_seed(key, seed);
    rng_init(&t->chance, key, 0);
    rng_init(&t->choice, key, 1);
    rules->setup(t->state, &t->setup, &t->chance, &log);
}

/* One step of a player who throws; false: it is over. */
static bool step(struct try *t)
{
    const seatmask awaits = t->rules->awaits(t->state);
    struct move move;
    struct log log = {.n = 0};
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        if (!(awaits & SEAT_BIT(seat)))
            continue;
        assert_true(bot_choose(t->rules, t->state, seat, BOT_ADVISE, &t->choice, NULL, &move));
        t->rules->apply(t->state, seat, &move, &t->chance, &log);
        return true;
    }
    return false;
}

static const char *view(struct try *t, const void *state, int seat)
{
    struct value *view = new_object(t->arena);
    t->rules->view->view(state, seat, view);
    return json_object_to_json_string(arena_json(t->arena, value_to_json(view)));
}

static void *opening_of(struct try *t, int viewer, uint64_t seed)
{
    uint8_t key[RNG_KEY_BYTES];
    struct fault fault;
    void *opening = arena_alloc(t->arena, t->rules->size);
    rng_key_from_seed(key, seed);
    assert_true(stored_state(t->rules, practice_opening(t->arena, t->rules, t->state, viewer, key), opening, &fault));
    assert_true(t->rules->sound(opening, &fault));
    return opening;
}

/* All positions on a walk through a game of each title. */
static void each_position(void (*look)(struct try *t, bool *differs))
{
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        bool differs = false;
        struct try t;
        begin(&t, *rules, (*rules)->max_seats, 5);
        for (int i = 0; i < POSITIONS; i++) {
            for (int k = 0; k < BETWEEN; k++)
                if (!step(&t))
                    break;
            if ((*rules)->awaits(t.state))
                look(&t, &differs);
        }
        assert_true(differs);
        arena_free(t.arena);
    }
}

static void look_as_each(struct try *t, bool *differs)
{
    for (int seat = NO_SEAT; seat < t->setup.n_seats; seat++)
        for (uint64_t key = 0; key < KEYS; key++) {
            const void *opening = opening_of(t, seat, key);
            assert_string_equal(view(t, opening, seat), view(t, t->state, seat));
            assert_int_equal(t->rules->awaits(opening), t->rules->awaits(t->state));
            *differs = *differs || !members_equal(t->rules->members, opening, t->state);
        }
}

static void what_its_maker_sees_stays_and_the_rest_is_dealt_anew(void **unused)
{
    (void)unused;
    each_position(look_as_each);
}

static void look_as_all(struct try *t, bool *differs)
{
    for (uint64_t key = 0; key < KEYS; key++) {
        const void *opening = opening_of(t, EVERY_SEAT, key);
        for (int seat = NO_SEAT; seat < t->setup.n_seats; seat++)
            assert_string_equal(view(t, opening, seat), view(t, t->state, seat));
        *differs = *differs || !members_equal(t->rules->members, opening, t->state);
    }
}

static void of_a_game_that_is_over_no_seat_sees_anything_else_but_decks_are_dealt_anew(void **unused)
{
    (void)unused;
    each_position(look_as_all);
}

static void the_same_key_deals_the_same_whatever_was_hidden(void **unused)
{
    (void)unused;
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        struct try t;
        begin(&t, *rules, (*rules)->min_seats, 9);
        for (int k = 0; k < BETWEEN; k++)
            step(&t);
        const void *was = opening_of(&t, 0, 1);
        memcpy(t.state, opening_of(&t, 0, 2), (*rules)->size); /* another that seat 0 cannot tell from it */
        assert_true(members_equal((*rules)->members, was, opening_of(&t, 0, 1)));
        arena_free(t.arena);
    }
}

/* ---- a game from there ---- */

static struct game_row game_of(struct try *t, bool practice)
{
    struct game_row game = {.id = 1, .rules_id = t->rules->id, .rules = t->rules, .revision = t->rules->revision, .n_seats = t->setup.n_seats,
                            .setup = t->setup, .practice = {.is = practice, .of = 7, .ply = 23}};
    memset(game.secret, 3, sizeof(game.secret));
    if (practice)
        game.practice.opening = state_stored(t->arena, t->rules, t->state);
    return game;
}

static void a_fold_begins_with_the_opening_and_its_chain_tells_which(void **unused)
{
    (void)unused;
    struct err err;
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        struct fold fold, other;
        struct move_row row, row_of_other;
        struct try t;
        begin(&t, *rules, (*rules)->min_seats, 11);
        for (int k = 0; k < BETWEEN; k++)
            step(&t);
        struct game_row game = game_of(&t, true), plain = game_of(&t, false);
        assert_true(fold_init(&fold, t.arena, &game, &err));
        fold_setup(&fold, t.arena, &game, 0, &row);
        assert_true(members_equal((*rules)->members, fold.state, t.state));
        assert_int_equal(row.ply, 0);
        assert_int_equal(row.n_events, 0);
        assert_true(fold_init(&other, t.arena, &plain, &err));
        fold_setup(&other, t.arena, &plain, 0, &row_of_other);
        assert_memory_not_equal(row.hash, row_of_other.hash, sizeof(row.hash));
        step(&t);
        game = game_of(&t, true);
        assert_true(fold_init(&other, t.arena, &game, &err));
        fold_setup(&other, t.arena, &game, 0, &row_of_other);
        assert_memory_not_equal(row.hash, row_of_other.hash, sizeof(row.hash));
        arena_free(t.arena);
    }
}

static void an_opening_that_cannot_be_read_is_an_error(void **unused)
{
    (void)unused;
    struct err err;
    struct fold fold;
    struct try t;
    begin(&t, rules_all()[0], rules_all()[0]->min_seats, 11);
    struct game_row game = game_of(&t, true);
    game.practice.opening.n /= 2;
    assert_false(fold_init(&fold, t.arena, &game, &err));
    assert_int_equal(err.code, ERR_INTERNAL);
    game.practice.opening = (struct stored){.n = 0};
    assert_false(fold_init(&fold, t.arena, &game, &err));
    arena_free(t.arena);
}

/* Seat 2 of four has drafted, and is asked alone or not. */
static void a_draft_goes_along_only_where_it_lies_before_its_own_seat(void **unused)
{
    (void)unused;
    const char *const by_hand[SEATS_MAX] = {NULL}, *const by_bots[SEATS_MAX] = {"advise", "advise", NULL, "advise"};
    const char *const own_by_bot[SEATS_MAX] = {NULL, NULL, "advise"};
    struct trial trial = {.viewer = 2, .awaits = SEAT_BIT(2), .n_steps = 1};
    assert_true(practice_takes_draft(&trial, by_hand));
    trial.awaits = SEAT_BIT(2) | SEAT_BIT(3);
    assert_true(practice_takes_draft(&trial, by_hand));
    trial.awaits = SEAT_BIT(0) | SEAT_BIT(2);
    assert_false(practice_takes_draft(&trial, by_hand));
    assert_true(practice_takes_draft(&trial, by_bots));
    assert_true(practice_takes_draft(&trial, own_by_bot)); /* it stays behind */
    trial.n_steps = 0;
    assert_true(practice_takes_draft(&trial, by_hand));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_its_maker_sees_stays_and_the_rest_is_dealt_anew),
        cmocka_unit_test(of_a_game_that_is_over_no_seat_sees_anything_else_but_decks_are_dealt_anew),
        cmocka_unit_test(the_same_key_deals_the_same_whatever_was_hidden),
        cmocka_unit_test(a_fold_begins_with_the_opening_and_its_chain_tells_which),
        cmocka_unit_test(an_opening_that_cannot_be_read_is_an_error),
        cmocka_unit_test(a_draft_goes_along_only_where_it_lies_before_its_own_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
