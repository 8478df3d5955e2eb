/* Genoa: the city against its sixty-four squares, the cards against the balance that they are to have, what privileges pay, and
 * the adviser against chance; games that began under an earlier revision. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/tools/headless.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/genoa/worth.h"

static int square_of(int x, int y)
{
    return genoa_grid[y][x];
}

/* Two spaces share an edge of the grid. */
static bool touch(int a, int b)
{
    for (int y = 0; y < GENOA_SIDE; y++)
        for (int x = 0; x < GENOA_SIDE; x++) {
            if (square_of(x, y) != a)
                continue;
            if ((x > 0 && square_of(x - 1, y) == b) || (x + 1 < GENOA_SIDE && square_of(x + 1, y) == b)
                || (y > 0 && square_of(x, y - 1) == b) || (y + 1 < GENOA_SIDE && square_of(x, y + 1) == b))
                return true;
        }
    return false;
}

static int squares(int space)
{
    int n = 0;
    for (int i = 0; i < GENOA_SIDE * GENOA_SIDE; i++)
        n += square_of(i % GENOA_SIDE, i / GENOA_SIDE) == space;
    return n;
}

/* dossier genoa 3.1: villas of three squares, other buildings of two, streets of one, the market of four */
static void squares_are_spread_as_told(void **unused)
{
    (void)unused;
    for (int space = 0; space < GENOA_SPACES; space++) {
        int n = genoa_is_street(space) ? 1 : space == GENOA_MARKET ? 4 : genoa_is_villa(space) ? 3 : 2;
        assert_int_equal(squares(space), n);
    }
}

static void neighbours_share_an_edge(void **unused)
{
    (void)unused;
    for (int a = 0; a < GENOA_SPACES; a++) {
        int n = 0;
        for (int b = 0; b < GENOA_SPACES; b++) {
            bool listed = false;
            for (int i = 0; i < genoa_map[a].n; i++)
                listed |= genoa_map[a].neighbour[i] == b;
            assert_int_equal(listed, a != b && touch(a, b));
            assert_int_equal(genoa_adjacent(a, b), listed);
            n += listed;
        }
        assert_int_equal(genoa_map[a].n, n);
    }
}

/* dossier genoa 3.1: each street touches exactly two buildings; the outer ring is closed in the order of its numbers */
static void streets_lie_between_two_buildings(void **unused)
{
    (void)unused;
    for (int street = GENOA_FIRST_STREET; street < GENOA_SPACES; street++) {
        int n = 0;
        for (int building = 0; building < GENOA_BUILDINGS; building++) {
            bool one = genoa_map[street].building[0] == building || genoa_map[street].building[1] == building;
            assert_int_equal(one, touch(street, building));
            n += one;
        }
        assert_int_equal(n, 2);
    }
    for (int i = 0; i < GENOA_RING; i++)
        assert_true(genoa_adjacent(i, (i + 1) % GENOA_RING));
    for (int i = GENOA_RING; i < GENOA_BUILDINGS; i++)
        assert_true(genoa_adjacent(GENOA_MARKET, i));
}

/* Steps by a search of its own. */
static int steps_between(int from, int to)
{
    uint64_t reached = (uint64_t)1 << from;
    int steps = 0;
    for (; !(reached >> to & 1); steps++) {
        uint64_t next = reached;
        for (int space = 0; space < GENOA_SPACES; space++)
            for (int i = 0; reached >> space & 1 && i < genoa_map[space].n; i++)
                next |= (uint64_t)1 << genoa_map[space].neighbour[i];
        reached = next;
    }
    return steps;
}

static void distances_are_fewest_steps(void **unused)
{
    (void)unused;
    for (int a = 0; a < GENOA_SPACES; a++)
        for (int b = 0; b < GENOA_SPACES; b++)
            assert_int_equal(genoa_distance[a][b], steps_between(a, b));
}

static int most_buildings(int here, int steps, uint32_t seen)
{
    seen |= here < GENOA_BUILDINGS ? 1u << here : 0;
    int most = __builtin_popcount(seen);
    for (int i = 0; steps > 0 && i < genoa_map[here].n; i++) {
        int n = most_buildings(genoa_map[here].neighbour[i], steps - 1, seen);
        most = n > most ? n : most;
    }
    return most;
}

/* dossier genoa 3.2: five buildings from 32 squares, four from 24, three from 8 */
static void so_many_buildings_can_be_reached(void **unused)
{
    (void)unused;
    int starts[GENOA_PATH + 1] = {0};
    for (int i = 0; i < GENOA_SIDE * GENOA_SIDE; i++)
        starts[most_buildings(square_of(i % GENOA_SIDE, i / GENOA_SIDE), GENOA_STEPS, 0)]++;
    assert_int_equal(starts[5], 32);
    assert_int_equal(starts[4], 24);
    assert_int_equal(starts[3], 8);
}

/* Can the tower come to both within one turn? */
static bool serves(int start, const uint8_t building[2])
{
    int first = genoa_distance[start][building[0]], second = genoa_distance[start][building[1]];
    return (first < second ? first : second) + genoa_distance[building[0]][building[1]] <= GENOA_STEPS;
}

/* dossier genoa 13: three steps apart, each served from 17 to 19 squares */
static void messages_are_three_steps_long(void **unused)
{
    (void)unused;
    static const uint8_t from[] = {17, 17, 17, 17, 19, 19, 17, 17, 18, 18, 19, 19, 19, 19};
    for (int i = 0; i < genoa_deck_sizes[GENOA_MESSAGE]; i++) {
        int n = 0;
        assert_int_equal(genoa_distance[genoa_message[i].building[0]][genoa_message[i].building[1]], 3);
        for (int square = 0; square < GENOA_SIDE * GENOA_SIDE; square++)
            n += serves(square_of(square % GENOA_SIDE, square / GENOA_SIDE), genoa_message[i].building);
        assert_int_equal(n, from[i]);
    }
}

static int warehouse_of(int ware)
{
    for (int building = 0; building < GENOA_BUILDINGS; building++)
        if (genoa_effects[building].ware[0] == ware || genoa_effects[building].ware[1] == ware)
            return building;
    return -1;
}

/* dossier genoa 13: four a villa, three different warehouses, each ware on six cards, no two alike */
static void large_orders_are_balanced(void **unused)
{
    (void)unused;
    int wares[GENOA_WARES] = {0}, villas[GENOA_BUILDINGS] = {0};
    unsigned triples[GENOA_CARDS];
    for (int i = 0; i < GENOA_CARDS; i++) {
        unsigned houses = 0;
        triples[i] = 0;
        villas[genoa_large[i].villa]++;
        for (int j = 0; j < 3; j++) {
            wares[genoa_large[i].ware[j]]++;
            triples[i] |= 1u << genoa_large[i].ware[j];
            houses |= 1u << warehouse_of(genoa_large[i].ware[j]);
        }
        assert_int_equal(__builtin_popcount(houses), 3);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(triples[i], triples[j]);
    }
    for (int ware = 0; ware < GENOA_WARES; ware++)
        assert_int_equal(wares[ware], 6);
    for (int building = 0; building < GENOA_BUILDINGS; building++)
        assert_int_equal(villas[building], genoa_is_villa(building) ? 4 : 0);
}

/* dossier genoa 13: sixteen buildings, each ware twice, its warehouse two steps away at least */
static void small_orders_are_balanced(void **unused)
{
    (void)unused;
    int wares[GENOA_WARES] = {0};
    uint32_t buildings = 0;
    for (int i = 0; i < GENOA_CARDS; i++) {
        wares[genoa_small[i].ware]++;
        buildings |= 1u << genoa_small[i].building;
        assert_true(genoa_distance[genoa_small[i].building][warehouse_of(genoa_small[i].ware)] >= 2);
    }
    for (int ware = 0; ware < GENOA_WARES; ware++)
        assert_int_equal(wares[ware], 2);
    assert_int_equal(__builtin_popcount(buildings), GENOA_CARDS);
    assert_false(buildings >> GENOA_GUILD_HALL & 1);
    assert_false(buildings >> GENOA_CITY_HALL & 1);
}

/* Runs counted from each of their beginnings, against the table of dossier genoa R12.2. */
static void privileges_pay_by_runs(void **unused)
{
    (void)unused;
    static const int pay[] = {0, 10, 30, 60, 100, 150, 200};
    for (unsigned held = 0; held < (1u << GENOA_RING) - 1; held++) {
        int ducats = 0;
        for (int i = 0; i < GENOA_RING; i++) {
            int run = 0;
            while (!(held >> (i + GENOA_RING - 1) % GENOA_RING & 1) && held >> (i + run) % GENOA_RING & 1)
                run++;
            ducats += pay[run < 6 ? run : 6];
        }
        assert_int_equal(genoa_pay((uint16_t)held), ducats);
    }
    assert_int_equal(genoa_pay((1 << GENOA_RING) - 1), 200);
}

/* ---- What things are worth ---- */

static struct genoa_state dealt(int seats)
{
    struct setup setup = rules_presets(&genoa_rules, seats);
    struct headless *game = headless_new(&genoa_rules);
    headless_deal(game, &setup, 3);
    struct genoa_state st = *(const struct genoa_state *)game->state;
    headless_free(game);
    return st;
}

/* What a seat cannot see changes nothing in what it holds things to be worth. */
static void worth_is_of_what_one_sees(void **unused)
{
    (void)unused;
    struct genoa_state st = dealt(3), shown;
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES];
    rng_key_from_seed(key, 11);
    st.owner[GENOA_PARK] = 1;
    for (int seat = 0; seat < 3; seat++)
        for (unsigned i = 0; i < 20; i++) {
            shown = st;
            rng_init(&rng, key, i);
            genoa_conceal(&shown, seat, &rng);
            for (int building = 0; building < GENOA_BUILDINGS; building++)
                assert_int_equal(genoa_worth_action(&shown, seat, building), genoa_worth_action(&st, seat, building));
        }
}

static void a_needed_ware_is_worth_more(void **unused)
{
    (void)unused;
    struct genoa_state st = dealt(3);
    struct genoa_goods silk = {.wares = {[3] = 1}}, salt = {.wares = {[4] = 1}}, money = {.money = 25}, nothing = {0};
    st.players[0].cards[GENOA_LARGE] = 1u << 0; /* silk, pepper, rice */
    st.players[0].cards[GENOA_SMALL] = 0;
    assert_true(genoa_worth_goods(&st, 0, &silk) > genoa_worth_goods(&st, 0, &salt));
    assert_int_equal(genoa_worth_goods(&st, 0, &money), 25);
    assert_int_equal(genoa_worth_goods(&st, 0, &nothing), 0);
    st.players[0].wares[3] = st.players[0].wares[5] = st.players[0].wares[6] = 1;
    struct genoa_plan plan;
    struct genoa_outlook look = genoa_outlook(&st, 0);
    genoa_weigh_action(&look, &st.players[0], GENOA_VILLA_COLINI, &plan);
    assert_int_equal(plan.main, GENOA_MAIN_DELIVER);
    assert_int_equal(plan.order, 0);
    genoa_weigh_action(&look, &st.players[0], GENOA_VILLA_RICCI, &plan);
    assert_int_equal(plan.main, GENOA_MAIN_TAKE);
}

/* Plays a game in which one seat is advised; did it win alone? */
static bool wins(struct headless *game, int seats, uint64_t seed, int advised)
{
    struct setup setup = rules_presets(&genoa_rules, seats);
    struct standing standing;
    struct move move;
    int seat, first = 0;
    headless_deal(game, &setup, seed);
    while ((seat = headless_seat(game)) != NO_SEAT) {
        assert_true(headless_choose(game, seat == advised ? BOT_ADVISE : BOT_RANDOM, seat, &move));
        headless_apply(game, seat, &move);
    }
    genoa_standing(game->state, &standing);
    for (seat = 0; seat < standing.n; seat++)
        first += standing.seat[seat].rank == 1;
    return first == 1 && standing.seat[advised].rank == 1;
}

static void advice_beats_chance(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&genoa_rules);
    int won = 0;
    for (uint64_t seed = 1; seed <= 100; seed++)
        won += wins(game, 3, seed, (int)(seed % 3));
    headless_free(game);
    assert_in_range(won, 95, 100);
}

/* ---- Revisions ---- */

/* Seat 2 owns both buildings beside the discs and one more marker; seat 1 removes one of the two. Who is asked then? */
static seatmask asked_after_removal(const struct rules *rules)
{
    struct headless *game = headless_new(rules);
    struct setup setup = rules_presets(rules, 3);
    struct genoa_state *st = game->state;
    const int street = genoa_grid[3][1] - GENOA_FIRST_STREET; /* the two streets between Tavern and Cathedral */
    const struct move claim = {.verb = GENOA_CLAIM, .nargs = SLOTS_OF_CLAIM,
                               .arg = {[SLOT_WISH_STREET] = (int16_t)street, [SLOT_WISH_FIRST] = GENOA_MODE_REMOVE}};
    headless_deal(game, &setup, 1);
    st->options.claims = GENOA_CLAIMS_IN_ORDER;
    st->tower_seat = 0;
    st->n_path = 2;
    st->path[0] = genoa_grid[3][1];
    st->path[1] = genoa_grid[4][1];
    st->phase = GENOA_PHASE_TOWER;
    st->owner[GENOA_TAVERN] = st->owner[GENOA_CATHEDRAL] = 2;
    st->players[1].markers = st->players[2].markers = 1;
    st->supply.markers[1] = GENOA_MARKERS - 1;
    st->supply.markers[2] = GENOA_MARKERS - 3;
    assert_true(genoa_sound(st, NULL));
    headless_apply(game, 0, &(struct move){.verb = GENOA_STOP});
    assert_int_equal(genoa_awaits(st), SEAT_BIT(1));
    assert_int_equal(genoa_check(st, 1, &claim, NULL), RULE_OK);
    headless_apply(game, 1, &claim);
    assert_int_equal(st->owner[GENOA_TAVERN], -1);
    seatmask asked = st->phase == GENOA_PHASE_MARKERS ? genoa_awaits(st) : 0;
    headless_free(game);
    return asked;
}

/* How often a turn tells that offers were turned down when its player stops the tower while two of one player stand. */
static int told_at_stop(const struct rules *rules)
{
    static struct genoa_state st;
    struct setup setup = rules_presets(rules, 3);
    uint8_t key[RNG_KEY_BYTES];
    struct rng rng;
    struct log log = {.n = 0};
    int told = 0;
    rng_key_from_seed(key, 1);
    rng_init(&rng, key, 0);
    rules->setup(&st, &setup, &rng, &log);
    st.tower_seat = 0;
    st.phase = GENOA_PHASE_TOWER;
    st.path[0] = GENOA_METALS;
    st.n_path = 1;
    st.n_offers = 2;
    st.offers[0] = (struct genoa_offer){.seat = 1, .place = GENOA_TAVERN, .right = GENOA_RIGHT_ACTION, .after = -1, .give.money = 20};
    st.offers[1] = st.offers[0];
    st.offers[1].slot = 1;
    log.n = 0;
    rules->apply(&st, 0, &(struct move){.verb = GENOA_STOP}, &rng, &log);
    for (int i = 0; i < log.n; i++)
        if (log.event[i].kind == GENOA_NOT_ACCEPTED) {
            told++;
            assert_int_equal(log.event[i].arg[0], 1);
        }
    return told;
}

static int options_of(const struct rules *rules)
{
    int n = 0;
    while (rules->options[n].name)
        n++;
    return n;
}

static int rules_of_two(const struct rules *rules)
{
    static struct genoa_state st;
    struct setup setup = rules_presets(&genoa_rules, 2);
    uint8_t key[RNG_KEY_BYTES];
    struct rng rng;
    struct log log = {.n = 0};
    rng_key_from_seed(key, 1);
    rng_init(&rng, key, 0);
    rules->setup(&st, &setup, &rng, &log);
    return st.options.rules;
}

static void games_go_on_under_their_revision(void **unused)
{
    (void)unused;
    const struct rules *third = genoa_rules.before, *second = third->before, *first = second->before;
    assert_int_equal(genoa_rules.revision, 4);
    assert_int_equal(asked_after_removal(&genoa_rules), SEAT_BIT(2));
    assert_int_equal(told_at_stop(&genoa_rules), 1);
    assert_int_equal(third->revision, 3);
    assert_int_equal(told_at_stop(third), 0);
    assert_int_equal(second->revision, 2);
    assert_int_equal(asked_after_removal(second), SEAT_BIT(2));
    assert_int_equal(first->revision, 1);
    assert_int_equal(asked_after_removal(first), 0);
    assert_int_equal(options_of(&genoa_rules), 12);
    assert_int_equal(options_of(second), 10);
    assert_int_equal(rules_of_two(&genoa_rules), GENOA_RULES_SEED);
    assert_int_equal(rules_of_two(second), GENOA_RULES_BEFORE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_are_spread_as_told),
        cmocka_unit_test(neighbours_share_an_edge),
        cmocka_unit_test(streets_lie_between_two_buildings),
        cmocka_unit_test(distances_are_fewest_steps),
        cmocka_unit_test(so_many_buildings_can_be_reached),
        cmocka_unit_test(messages_are_three_steps_long),
        cmocka_unit_test(large_orders_are_balanced),
        cmocka_unit_test(small_orders_are_balanced),
        cmocka_unit_test(privileges_pay_by_runs),
        cmocka_unit_test(worth_is_of_what_one_sees),
        cmocka_unit_test(a_needed_ware_is_worth_more),
        cmocka_unit_test(advice_beats_chance),
        cmocka_unit_test(games_go_on_under_their_revision),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
