/* The players that look ahead: equal questions get equal answers, every answer is legal, and nothing hidden is in it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/tools/headless.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

static const struct search_plan small = {.moves = 300, .depth = 8, .wide = 5, .stray = 10, .guard = 10};

/* Asks about the position of @game twice, with other things thrown between, from memory of another content. */
static void ask_twice(struct headless *game, int seat)
{
    struct search_room *a = malloc(sizeof(*a)), *b = malloc(sizeof(*b));
    struct search_answer first, second;
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES];
    assert_non_null(a);
    assert_non_null(b);
    memset(a, 0x5a, sizeof(*a));
    memset(b, 0xa5, sizeof(*b));
    memcpy(game->shown, game->state, game->rules->size);
    game->rules->conceal(game->shown, seat, &game->choice);
    rng_key_from_seed(key, (uint64_t)game->ply);
    rng_init(&rng, key, 3);
    assert_true(search(game->rules, game->shown, seat, &small, &rng, a, &first));
    rng_init(&rng, key, 3);
    assert_true(search(game->rules, game->shown, seat, &small, &rng, b, &second));
    assert_int_equal(first.n, second.n);
    assert_int_equal(first.chosen, second.chosen);
    assert_int_equal(first.moves, second.moves);
    assert_in_range(first.moves, 0, small.moves + small.wide * small.depth);
    for (int i = 0; i < first.n; i++) {
        const struct search_option *option = &first.option[i];
        assert_true(move_equal(&option->move, &second.option[i].move));
        assert_int_equal(option->ahead, second.option[i].ahead);
        assert_true(move_in_domain(game->rules->verbs, &option->move));
        assert_int_equal(game->rules->check(game->state, seat, &option->move, NULL), RULE_OK);
        for (int k = 0; k < i; k++)
            assert_false(move_equal(&option->move, &first.option[k].move));
    }
    free(a);
    free(b);
}

static void the_same_question_has_the_same_answer(void **unused)
{
    (void)unused;
    for (int g = 0; rules_all()[g]; g++) {
        struct headless *game = headless_new(rules_all()[g]);
        struct setup setup = rules_presets(game->rules, game->rules->max_seats);
        struct move move;
        int seat;
        headless_deal(game, &setup, 7);
        for (int ply = 0; ply < 60 && (seat = headless_seat(game)) != NO_SEAT; ply++) {
            if (ply % 5 == 0)
                ask_twice(game, seat);
            assert_true(headless_choose(game, ply % 3 ? BOT_ADVISE : BOT_EASY, seat, &move));
            assert_int_equal(game->rules->check(game->state, seat, &move, NULL), RULE_OK);
            headless_apply(game, seat, &move);
        }
        headless_free(game);
    }
}

/* Once the game is over, the value is the standing. */
static void a_finished_game_is_worth_its_standing(void **unused)
{
    (void)unused;
    for (int g = 0; rules_all()[g]; g++) {
        struct headless *game = headless_new(rules_all()[g]);
        struct setup setup = rules_presets(game->rules, game->rules->min_seats);
        struct standing standing = {0};
        int32_t points[SEATS_MAX];
        struct move move;
        int seat;
        headless_deal(game, &setup, 11);
        while ((seat = headless_seat(game)) != NO_SEAT) {
            search_value(game->rules, game->state, setup.n_seats, points);
            for (int i = 0; i < setup.n_seats; i++)
                assert_in_range(points[i] + 4000 * SEARCH_SCALE, 0, 8000 * SEARCH_SCALE); /* nothing has run over */
            assert_true(headless_choose(game, BOT_ADVISE, seat, &move));
            headless_apply(game, seat, &move);
        }
        game->rules->standing(game->state, &standing);
        search_value(game->rules, game->state, setup.n_seats, points);
        for (int i = 0; i < setup.n_seats; i++)
            assert_int_equal(points[i], SEARCH_SCALE * standing.seat[i].points);
        headless_free(game);
    }
}

/* Without options that are ahead by more than the guard asks, it is advice: here nothing ever is. */
static void in_doubt_it_is_advice(void **unused)
{
    (void)unused;
    struct search_plan careful = small;
    careful.least = 1000 * 1000 * SEARCH_SCALE;
    for (int g = 0; rules_all()[g]; g++) {
        struct headless *game = headless_new(rules_all()[g]);
        struct setup setup = rules_presets(game->rules, game->rules->min_seats);
        struct search_answer answer;
        struct move move;
        headless_deal(game, &setup, 5);
        for (int ply = 0; ply < 20; ply++) {
            int seat = headless_seat(game);
            assert_true(headless_search(game, seat, &careful, &answer));
            assert_int_equal(answer.chosen, 0);
            assert_true(headless_choose(game, BOT_ADVISE, seat, &move));
            headless_apply(game, seat, &move);
        }
        headless_free(game);
    }
}

static void bots_are_found_by_their_ids(void **unused)
{
    (void)unused;
    for (int bot = 0; bot < BOT_COUNT; bot++)
        assert_int_equal(bot_of(bot_kinds[bot].id), bot);
    assert_int_equal(bot_of("deep"), BOT_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(a_finished_game_is_worth_its_standing),
        cmocka_unit_test(in_doubt_it_is_advice),
        cmocka_unit_test(bots_are_found_by_their_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
