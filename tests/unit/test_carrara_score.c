/* The Palaces of Carrara: tables against the booklet's, yields, objectives, final scoring and ties; what is listed. */
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
#include "rules/engine/verbs.h"

enum { PALAZZO_5 = 4, PORTA_1 = 10, PORTA_2 = 11, PORTA_5 = 14, CASTELLO_3 = 27 };
enum { LIVORNO, PISA, LUCCA, VIAREGGIO, MASSA, LERICI };

static struct carrara_state dealt(int n_seats, uint64_t seed)
{
    struct carrara_state st;
    struct setup setup = rules_presets(&carrara_rules, n_seats);
    struct rng rng;
    struct log log = {.n = 0};
    uint8_t key[RNG_KEY_BYTES];
    rng_key_from_seed(key, seed);
    rng_init(&rng, key, 0);
    carrara_setup(&st, &setup, &rng, &log);
    return st;
}

static void own(struct carrara_state *st, int seat, int tile, int city)
{
    struct carrara_player *player = &st->players[seat];
    player->buildings[player->n_buildings++] = (struct carrara_building){(uint8_t)tile, (uint8_t)city};
}

static void prices_are_those_of_the_wheel(void **unused)
{
    (void)unused;
    static const char *const rows[CARRARA_SECTIONS] = {"654321", "543210", "432100", "321000", "210000", "100000"};
    for (int section = 0; section < CARRARA_SECTIONS; section++)
        for (int c = 0; c < CARRARA_COLOURS; c++) {
            int formula = 6 - c - section;
            assert_int_equal(carrara_prices[section][c], rows[section][c] - '0');
            assert_int_equal(carrara_prices[section][c], formula > 0 ? formula : 0);
        }
}

static void thirty_tiles_of_six_types(void **unused)
{
    (void)unused;
    static const char *const types[] = {"palazzo", "biblioteca", "porta", "cathedrale", "villa", "castello"};
    int urban = 0, total = 0;
    for (int tile = 0; tile < CARRARA_DECK; tile++) {
        const char *id = carrara_tiles[tile].id, *dash = strchr(id, '-');
        const char *type = types[carrara_tile_type[tile]];
        assert_int_equal(carrara_tile_type[tile], tile / 5);
        assert_int_equal(carrara_tile_cost[tile], tile % 5 + 1);
        assert_int_equal(dash - id, strlen(type));
        assert_memory_equal(id, type, strlen(type));
        assert_int_equal(dash[1] - '0', carrara_tile_cost[tile]);
        urban += carrara_type_category[carrara_tile_type[tile]] == 0;
        total += carrara_tile_cost[tile];
    }
    assert_int_equal(urban, 20);
    assert_int_equal(total, 90);
    for (int tile = CARRARA_DECK; tile < CARRARA_TILES; tile++) {
        assert_int_equal(carrara_tile_type[tile], tile - CARRARA_DECK);
        assert_int_equal(carrara_tile_cost[tile], 8);
    }
}

static void cities_yield_points_and_coins_by_turns(void **unused)
{
    (void)unused;
    static const struct {
        const char *id;
        int multiplier, needs;
        bool points;
    } cities[CARRARA_CITIES] = {
        {"livorno", 3, 2, true},    {"pisa", 3, 2, false}, {"lucca", 2, 2, true},
        {"viareggio", 2, 3, false}, {"massa", 1, 3, true}, {"lerici", 1, 3, false},
    };
    for (int city = 0; city < CARRARA_CITIES; city++) {
        assert_string_equal(carrara_cities[city].id, cities[city].id);
        assert_int_equal(carrara_multipliers[city], cities[city].multiplier);
        assert_int_equal(carrara_city_needs[city], cities[city].needs);
        assert_int_equal(carrara_gives_points(city), cities[city].points);
    }
}

static void fewer_players_need_more(void **unused)
{
    (void)unused;
    static const int needs[][CARRARA_OBJECTIVE_COUNT] = {{4, 8, 30}, {4, 7, 25}, {4, 6, 20}};
    for (int n = 2; n <= 4; n++) {
        struct carrara_state st = dealt(n, 1);
        struct carrara_progress progress = carrara_progress(&st, 0);
        for (int i = 0; i < CARRARA_OBJECTIVE_COUNT; i++)
            assert_int_equal(progress.need[i], needs[n - 2][i]);
    }
}

static void set_up_follows_the_start_seat(void **unused)
{
    (void)unused;
    static const int colours[] = {5, 4, 3, 2};
    int seen = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct carrara_state st = dealt(4, seed);
        struct fault fault;
        assert_true(carrara_rules.sound(&st, &fault));
        for (int i = 0; i < 4; i++)
            assert_int_equal(st.players[(st.start + i) % 4].stones[colours[i]], 1);
        assert_int_equal(carrara_sum(st.bag), 32);
        assert_int_equal(st.n_stack, 21);
        seen |= 1 << st.start;
    }
    assert_int_equal(seen, 15);
}

static void a_type_yields_by_the_city_of_each_building(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1);
    own(&st, 0, PORTA_5, LIVORNO);
    own(&st, 0, PORTA_2, PISA);
    own(&st, 0, PORTA_1, LERICI);
    own(&st, 0, PALAZZO_5, LIVORNO);
    struct carrara_yield yield = carrara_yield_type(&st, 0, 2);
    assert_int_equal(yield.points, 15);
    assert_int_equal(yield.coins, 7);
    assert_int_equal(yield.objects[2], 3);
    assert_int_equal(carrara_sum(yield.objects), 3);
    assert_int_equal(yield.tiles, 1u << PORTA_5 | 1u << PORTA_2 | 1u << PORTA_1);
    yield = carrara_yield_city(&st, 0, LIVORNO);
    assert_int_equal(yield.points, 30);
    assert_int_equal(yield.coins, 0);
    assert_int_equal(yield.objects[0], 1);
    assert_int_equal(yield.objects[2], 1);
}

static void an_empty_reserve_gives_nothing(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1);
    own(&st, 0, PORTA_5, LIVORNO);
    own(&st, 0, PORTA_2, PISA);
    st.reserve[2] = 1;
    struct carrara_yield yield = carrara_yield_type(&st, 0, 2);
    assert_int_equal(yield.objects[2], 1);
    assert_int_equal(yield.missing[2], 1);
    st.reserve[2] = 0;
    yield = carrara_yield_type(&st, 0, 2);
    assert_int_equal(yield.objects[2], 0);
    assert_int_equal(yield.missing[2], 2);
    assert_int_equal(yield.points, 15);
}

static void markers_count_types_and_cities(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(3, 1);
    assert_int_equal(carrara_markers(&st, 1), 6);
    st.players[1].types[0] = st.players[1].types[5] = 1;
    st.cities[LUCCA] = 1;
    st.cities[PISA] = 2;
    assert_int_equal(carrara_markers(&st, 1), 3);
    assert_int_equal(carrara_markers(&st, 2), 5);
    assert_int_equal(carrara_progress(&st, 1).have[CARRARA_BROWN], 3);
}

/* 41 on the track, 8 objects, two tiles of cost 5, 14 coins: 41 + 24 + 6 + 2 */
static void give_73(struct carrara_state *st, int seat)
{
    struct carrara_player *player = &st->players[seat];
    player->points = 41;
    player->coins = 14;
    for (int kind = 0; kind < 4; kind++)
        player->objects[kind] = 2;
    own(st, seat, PALAZZO_5, LIVORNO);
    own(st, seat, PORTA_5, PISA);
    own(st, seat, CASTELLO_3, PISA);
}

static void final_scoring_adds_four_items(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1);
    give_73(&st, 0);
    struct carrara_total total = carrara_total(&st, 0);
    assert_int_equal(total.track, 41);
    assert_int_equal(total.purple, 24);
    assert_int_equal(total.grey, 6);
    assert_int_equal(total.coins, 2);
    assert_int_equal(total.green + total.surplus, 0);
    assert_int_equal(total.total, 73);
}

static void coins_count_in_the_standing_only_when_open(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1);
    struct standing standing;
    give_73(&st, 0);
    carrara_standing(&st, &standing);
    assert_int_equal(standing.n, 2);
    assert_int_equal(standing.seat[0].points, 71);
    assert_int_equal(standing.seat[0].rank, 0);
    st.options.screens = 1;
    carrara_standing(&st, &standing);
    assert_int_equal(standing.seat[0].points, 73);
    st.options.screens = 0;
    st.phase = CARRARA_PHASE_OVER;
    carrara_standing(&st, &standing);
    assert_int_equal(standing.seat[0].points, 73);
    assert_int_equal(standing.seat[0].rank, 1);
    assert_int_equal(standing.seat[1].rank, 2);
}

static void stones_decide_a_tie(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(4, 1);
    int8_t rank[CARRARA_SEATS];
    for (int seat = 0; seat < 4; seat++) {
        st.players[seat].coins = 0;
        st.players[seat].points = (int16_t)(seat == 3 ? 12 : 10);
        memset(st.players[seat].stones, 0, sizeof(st.players[seat].stones));
    }
    st.players[0].stones[0] = 1;
    st.players[1].stones[5] = 2;
    st.players[2].stones[2] = 1;
    carrara_rank(&st, rank);
    assert_int_equal(rank[3], 1);
    assert_int_equal(rank[1], 2);
    assert_int_equal(rank[0], 3);
    assert_int_equal(rank[2], 3);
}

/* ---- What is listed ---- */

static bool is_text(const struct move *move, const char *text)
{
    char spelt[MOVE_TEXT];
    move_to_text(carrara_rules.verbs, move, spelt);
    return strcmp(spelt, text) == 0;
}

/* The first purchase listed of a section. */
static const struct move *suggested(const struct move_list *list, int section)
{
    for (int i = 0; i < list->n; i++)
        if (move_at(list, i)->verb == CARRARA_BUY && move_at(list, i)->arg[0] == section)
            return move_at(list, i);
    return NULL;
}

static void purchases_suggest_what_is_free_or_cheapest(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1);
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    st.current = 0;
    st.wheel[2][2] = st.wheel[2][3] = 1;
    st.wheel[2][4] = 1;
    st.wheel[2][5] = 2;
    carrara_moves(&st, 0, list);
    assert_true(is_text(suggested(list, 1), "buy section=1 black=1"));
    assert_true(is_text(suggested(list, 3), "buy section=3 blue=1 black=2"));
    assert_null(suggested(list, 2));
    st.players[0].coins = 0;
    carrara_moves(&st, 0, list);
    assert_null(suggested(list, 1));
    assert_true(is_text(suggested(list, 3), "buy section=3 blue=1 black=2"));
}

static void payments_suggest_the_least_noble_stones(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1);
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    static const uint8_t own_stones[CARRARA_COLOURS] = {2, 1, 2, 0, 3, 3};
    st.current = 0;
    st.phase = CARRARA_PHASE_PAY;
    st.pending = (struct carrara_pending){.tile = st.market[0], .city = VIAREGGIO, .old = -1, .due = 3};
    memcpy(st.players[0].stones, own_stones, sizeof(own_stones));
    assert_int_equal(carrara_moves(&st, 0, list), 5);
    assert_true(is_text(move_at(list, 0), "pay yellow=1 red=2"));
    assert_true(is_text(move_at(list, 4), "pay white=2 yellow=1"));
}

static void the_longest_lists_fit(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1);
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    static const uint8_t most[CARRARA_COLOURS] = {2, 2, 2, 2, 2, 1};
    int buys = 0;
    st.current = 0;
    st.players[0].coins = 100;
    memcpy(st.wheel[0], most, sizeof(most));
    carrara_moves(&st, 0, list);
    for (int i = 0; i < list->n; i++)
        buys += move_at(list, i)->verb == CARRARA_BUY;
    assert_int_equal(buys, 485);
    memset(st.players[0].stones, 7, CARRARA_COLOURS);
    st.phase = CARRARA_PHASE_PAY;
    st.pending = (struct carrara_pending){.tile = PALAZZO_5, .city = LERICI, .old = -1, .due = 5};
    assert_int_equal(carrara_moves(&st, 0, list), 252);
}

/* Every purchase that check allows is listed once, and no other. */
static void purchases_are_listed_exactly(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1);
    static struct move_room room;
    struct move_list *list = move_list_in(&room);
    static const uint8_t wheel[CARRARA_COLOURS] = {1, 2, 0, 2, 1, 2};
    st.current = 0;
    for (int section = 0; section < CARRARA_SECTIONS; section++)
        for (int coins = 0; coins <= 12; coins += 3) {
            int legal = 0;
            memset(st.wheel, 0, sizeof(st.wheel));
            memcpy(st.wheel[section], wheel, sizeof(wheel));
            st.players[0].coins = (int16_t)coins;
            st.phase = CARRARA_PHASE_BUY;
            int n = carrara_moves(&st, 0, list);
            struct move move = {.verb = CARRARA_BUY, .nargs = 7, .arg = {(int16_t)(section + 1)}};
            for (int code = 0; code < 2 * 3 * 3 * 2 * 3; code++) {
                static const int digits[] = {2, 3, 1, 3, 2, 3};
                for (int c = 0, rest = code; c < CARRARA_COLOURS; rest /= digits[c++])
                    move.arg[1 + c] = (int16_t)(rest % digits[c]);
                bool allowed = carrara_check(&st, 0, &move, NULL) == RULE_OK;
                legal += allowed;
                assert_int_equal(move_list_find(list, &move) >= 0, allowed);
            }
            assert_int_equal(n, legal ? legal : 1);
        }
}

/* ---- Positions that cannot be ---- */

static void unsound(struct carrara_state st, const char *member)
{
    struct fault fault;
    assert_false(carrara_rules.sound(&st, &fault));
    assert_string_equal(fault.what, member);
}

static void a_position_must_add_up(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1), bad;
    bad = st, bad.bag[2]++, unsound(bad, "bag[2]");
    bad = st, bad.reserve[3]--, unsound(bad, "reserve[3]");
    bad = st, bad.market[4] = bad.market[5], unsound(bad, "market[5]");
    bad = st, bad.market[0] = 31, unsound(bad, "market[0]");
    bad = st, bad.options.expansion = 1, unsound(bad, "brown");
    bad = st, bad.expensive[0] = 1, unsound(bad, "expensive[0]");
    bad = st, bad.upgrades[7] = 0, unsound(bad, "upgrades[7]");
    bad = st, bad.players[1].categories[1] = 1, unsound(bad, "categories of players[1]");
    bad = st, bad.green = 1, unsound(bad, "green");
    bad = st, bad.cities[1] = 2, unsound(bad, "cities[1]");
    bad = st, bad.current = 3, unsound(bad, "current");
    bad = st, bad.phase = CARRARA_PHASE_PAY, unsound(bad, "pending.tile");
    bad = st, memset(bad.players[0].types, 1, 6), bad.cities[0] = 0, unsound(bad, "players[0]");
    bad = st, memcpy(bad.wheel[1], (uint8_t[]){6, 0, 0, 0, 0, 0}, 6), bad.bag[0] = 0, unsound(bad, "wheel");
    bad = st, bad.players[1].n_buildings = 1, bad.players[1].buildings[0].tile = st.market[0];
    unsound(bad, "players[1].buildings[0]");
}

static void the_end_goes_with_the_rest_of_the_position(void **unused)
{
    (void)unused;
    struct carrara_state st = dealt(2, 1), bad;
    struct fault fault;
    bad = st, bad.declared = 1, unsound(bad, "declared");
    bad = st, bad.ending = CARRARA_ENDING_DECLARED, unsound(bad, "declared");
    bad = st, bad.ending = CARRARA_ENDING_BUILT, unsound(bad, "ending");
    bad = st, bad.phase = CARRARA_PHASE_OVER, unsound(bad, "phase");
    bad = st, bad.phase = CARRARA_PHASE_FINISH, bad.bought = 1, unsound(bad, "bought");
    bad = st, bad.sale[2] = 0, bad.players[0].objects[2] = 1, bad.bought = 1, unsound(bad, "bought");
    bad.phase = CARRARA_PHASE_FINISH, bad.ending = CARRARA_ENDING_DECLARED, bad.declared = 0;
    assert_true(carrara_rules.sound(&bad, &fault));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prices_are_those_of_the_wheel),
        cmocka_unit_test(thirty_tiles_of_six_types),
        cmocka_unit_test(cities_yield_points_and_coins_by_turns),
        cmocka_unit_test(fewer_players_need_more),
        cmocka_unit_test(set_up_follows_the_start_seat),
        cmocka_unit_test(a_type_yields_by_the_city_of_each_building),
        cmocka_unit_test(an_empty_reserve_gives_nothing),
        cmocka_unit_test(markers_count_types_and_cities),
        cmocka_unit_test(final_scoring_adds_four_items),
        cmocka_unit_test(coins_count_in_the_standing_only_when_open),
        cmocka_unit_test(stones_decide_a_tie),
        cmocka_unit_test(purchases_suggest_what_is_free_or_cheapest),
        cmocka_unit_test(payments_suggest_the_least_noble_stones),
        cmocka_unit_test(the_longest_lists_fit),
        cmocka_unit_test(purchases_are_listed_exactly),
        cmocka_unit_test(a_position_must_add_up),
        cmocka_unit_test(the_end_goes_with_the_rest_of_the_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
