/* The Palaces of Carrara at play: lists against check over whole games, and the heuristic player. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/carrara/state.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/parts.h"

enum { PLIES_MOST = 1000 };

/* One game between bots: bit s of @advised says that seat s follows advice, the others play at random. */
struct game {
    struct carrara_state st;
    struct rng chance, choice;
    struct log log;
    struct move_room room;
    struct move_list *list; /* in it */
    uint8_t key[RNG_KEY_BYTES];
    int ply;
    seatmask advised;
};

static void game_deal(struct game *game, struct setup setup, uint64_t seed, seatmask advised)
{
    uint8_t other[RNG_KEY_BYTES];
    rng_key_from_seed(game->key, seed);
    rng_key_from_seed(other, seed + 1000003);
    rng_init(&game->chance, game->key, 0);
    rng_init(&game->choice, other, 0);
    game->log.n = game->ply = 0;
    game->list = move_list_in(&game->room);
    game->advised = advised;
    carrara_setup(&game->st, &setup, &game->chance, &game->log);
}

static void game_step(struct game *game)
{
    int seat = game->st.current;
    struct move move;
    int n = carrara_moves(&game->st, seat, game->list);
    assert_true(n > 0);
    if (game->advised & SEAT_BIT(seat))
        assert_int_equal(carrara_mind.advise(&game->st, seat, &game->choice, &move), 0);
    else
        move_copy(&move, move_at(game->list, (int)rng_below(&game->choice, (uint32_t)n)));
    assert_int_equal(carrara_check(&game->st, seat, &move, NULL), RULE_OK);
    assert_true(move_list_find(game->list, &move) >= 0);
    rng_init(&game->chance, game->key, (uint64_t)++game->ply);
    game->log.n = 0;
    carrara_apply(&game->st, seat, &move, &game->chance, &game->log);
    assert_true(game->ply < PLIES_MOST);
}

static int allowed(const struct carrara_state *st, int verb, int first, int second, int nargs)
{
    struct move move = {.verb = (uint8_t)verb, .nargs = (uint8_t)nargs, .arg = {(int16_t)first, (int16_t)second}};
    return carrara_check(st, st->current, &move, NULL) == RULE_OK;
}

/* How many moves other than purchases and payments check allows. */
static int allowed_in_all(const struct carrara_state *st)
{
    int n = allowed(st, CARRARA_TURN_WHEEL, 0, 0, 0) + allowed(st, CARRARA_RELIEF, 0, 0, 0)
        + allowed(st, CARRARA_DECLARE, 0, 0, 0) + allowed(st, CARRARA_END, 0, 0, 0);
    for (int i = 0; i < CARRARA_TYPES; i++)
        n += allowed(st, CARRARA_SCORE_TYPE, i, 0, 1) + allowed(st, CARRARA_SCORE_CITY, i, 0, 1)
            + allowed(st, CARRARA_OBJECT, i, 0, 1) + allowed(st, CARRARA_UPGRADE, i, 0, 1);
    n += allowed(st, CARRARA_SCORE_CATEGORY, 0, 0, 1) + allowed(st, CARRARA_SCORE_CATEGORY, 1, 0, 1);
    for (int tile = 0; tile < CARRARA_TILES; tile++) {
        for (int city = 0; city < CARRARA_CITIES; city++)
            n += allowed(st, CARRARA_BUILD, tile, city, 2);
        for (int old = 0; old < CARRARA_TILES; old++)
            n += allowed(st, CARRARA_REBUILD, tile, old, 2);
    }
    return n;
}

/* In how many ways the pending sum can be paid. */
static int payments(const struct carrara_state *st)
{
    int ways[9] = {1};
    for (int c = 0; c <= st->pending.city; c++)
        for (int sum = st->pending.due; sum > 0; sum--)
            for (int k = 1; k <= st->players[st->current].stones[c] && k <= sum; k++)
                ways[sum] += ways[sum - k];
    return ways[st->pending.due];
}

static void look_at_lists(struct game *game)
{
    const struct carrara_state *st = &game->st;
    int n = carrara_moves(st, st->current, game->list), others = 0;
    for (int i = 0; i < n; i++) {
        const struct move *move = move_at(game->list, i);
        assert_int_equal(carrara_check(st, st->current, move, NULL), RULE_OK);
        assert_int_equal(move_list_find(game->list, move), i); /* not twice */
        others += move->verb != CARRARA_BUY && move->verb != CARRARA_PAY;
    }
    assert_int_equal(others, allowed_in_all(st));
    if (st->phase == CARRARA_PHASE_PAY)
        assert_int_equal(n, payments(st));
}

static void lists_hold_what_check_allows(void **unused)
{
    (void)unused;
    static struct game game;
    for (int n = 2; n <= CARRARA_SEATS; n++)
        for (uint64_t seed = 1; seed <= 10; seed++) {
            struct setup setup = rules_presets(&carrara_rules, n);
            setup.option[1] = seed % 2;
            setup.option[2] = seed % 3 != 0;
            game_deal(&game, setup, seed, seed % 4 ? 0 : 1);
            while (carrara_awaits(&game.st)) {
                struct fault fault;
                assert_true(carrara_rules.sound(&game.st, &fault));
                look_at_lists(&game);
                game_step(&game);
            }
        }
}

static void advice_beats_chance(void **unused)
{
    (void)unused;
    static struct game game;
    int won = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        int seat = (int)(seed % 2);
        struct standing standing;
        game_deal(&game, rules_presets(&carrara_rules, 2), seed, SEAT_BIT(seat));
        while (carrara_awaits(&game.st))
            game_step(&game);
        carrara_standing(&game.st, &standing);
        won += standing.seat[seat].rank == 1;
    }
    assert_true(won >= 95);
}

/* The same position to the eyes of @seat: other coins and stones with the others, another bag, another stack. */
static void change_what_is_hidden(struct carrara_state *st, int seat, struct rng *rng)
{
    carrara_conceal(st, seat, rng);
    for (int other = 0; other < st->seats; other++) {
        struct carrara_player *player = &st->players[other];
        if (other == seat)
            continue;
        player->coins = (int16_t)rng_below(rng, 40);
        for (int c = 0; c < CARRARA_COLOURS; c++) {
            uint8_t both = (uint8_t)(st->bag[c] + player->stones[c]);
            player->stones[c] = (uint8_t)rng_below(rng, both + 1u);
            st->bag[c] = (uint8_t)(both - player->stones[c]);
        }
    }
}

static void advice_does_not_look_behind_screens(void **unused)
{
    (void)unused;
    static struct game game;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        game_deal(&game, rules_presets(&carrara_rules, 3), seed, ALL_SEATS);
        for (; carrara_awaits(&game.st); game_step(&game)) {
            struct carrara_state changed = game.st;
            struct move here, there;
            int seat = game.st.current;
            change_what_is_hidden(&changed, seat, &game.choice);
            if (carrara_wheel_stones(&changed) == 0) /* whether the wheel can be turned is known to the table */
                continue;
            assert_int_equal(carrara_mind.advise(&game.st, seat, &game.choice, &here), 0);
            assert_int_equal(carrara_mind.advise(&changed, seat, &game.choice, &there), 0);
            assert_int_equal(here.verb, there.verb);
            assert_memory_equal(here.arg, there.arg, here.nargs * sizeof(here.arg[0]));
        }
    }
}

static void nobody_else_has_a_move(void **unused)
{
    (void)unused;
    static struct game game;
    struct move move;
    game_deal(&game, rules_presets(&carrara_rules, 2), 3, 0);
    int other = 1 - game.st.current;
    assert_int_equal(carrara_moves(&game.st, other, game.list), 0);
    assert_int_equal(carrara_mind.advise(&game.st, other, &game.choice, &move), -1);
    while (carrara_awaits(&game.st))
        game_step(&game);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(carrara_moves(&game.st, seat, game.list), 0);
        assert_int_equal(carrara_mind.advise(&game.st, seat, &game.choice, &move), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_hold_what_check_allows),
        cmocka_unit_test(advice_beats_chance),
        cmocka_unit_test(advice_does_not_look_behind_screens),
        cmocka_unit_test(nobody_else_has_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
