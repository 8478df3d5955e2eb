/* The 31 cards of Carrara's expansion and the three base objectives, each at 2, 3 and 4 players, against a plain count of what it says
 * (dossier carrara 2.3, 2.5); and the payments of a building of cost 8. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules/carrara/state.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/parts.h"

enum { POSITIONS = 4000, LERICI = 5 };

typedef const struct carrara_state position;

/* ---- plain counts, for seat 0 ---- */

static int used_markers(position *st)
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += st->players[0].types[i] + (st->cities[i] == 0);
    return n + st->players[0].categories[0] + st->players[0].categories[1];
}

static int types_scored(position *st)
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += st->players[0].types[i];
    return n;
}

static int cities_scored(position *st)
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += st->cities[i] == 0;
    return n;
}

static int track(position *st)
{
    return st->players[0].points;
}

static int coins(position *st)
{
    return st->players[0].coins;
}

static int stones(position *st)
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += st->players[0].stones[i];
    return n;
}

static int upgrades(position *st)
{
    int n = 0;
    for (int i = 0; i < 8; i++)
        n += st->upgrades[i] == 0;
    return n;
}

/* How many of seat 0's buildings are of the type (-1: any), in the city (-1: any), and cost this or more. */
static int built(position *st, int type, int city, int cost)
{
    int n = 0;
    for (int i = 0; i < st->players[0].n_buildings; i++) {
        int tile = st->players[0].buildings[i].tile, of = tile < 30 ? tile / 5 : tile - 30, costs = tile < 30 ? tile % 5 + 1 : 8;
        n += (type < 0 || of == type) && (city < 0 || st->players[0].buildings[i].city == city) && costs >= cost;
    }
    return n;
}

static int cities_built(position *st)
{
    int n = 0;
    for (int city = 0; city < 6; city++)
        n += built(st, -1, city, 0) > 0;
    return n;
}

static int types_built(position *st)
{
    int n = 0;
    for (int type = 0; type < 6; type++)
        n += built(st, type, -1, 0) > 0;
    return n;
}

static int buildings(position *st)
{
    return built(st, -1, -1, 0);
}

static int cost(position *st)
{
    int sum = 0;
    for (int least = 1; least <= 8; least++) /* each building once for each unit of its cost */
        sum += built(st, -1, -1, least);
    return sum;
}

static int land(position *st)
{
    return built(st, 4, -1, 0) + built(st, 5, -1, 0);
}

static int of_4(position *st)
{
    return built(st, -1, -1, 4);
}

static int of_5(position *st)
{
    return built(st, -1, -1, 5);
}

static int largest_type(position *st)
{
    int most = 0;
    for (int type = 0; type < 6; type++)
        most = built(st, type, -1, 0) > most ? built(st, type, -1, 0) : most;
    return most;
}

static int largest_city(position *st)
{
    int most = 0;
    for (int city = 0; city < 6; city++)
        most = built(st, -1, city, 0) > most ? built(st, -1, city, 0) : most;
    return most;
}

static int in_first_two(position *st)
{
    return built(st, -1, 0, 0) + built(st, -1, 1, 0);
}

static int in_last_two(position *st)
{
    return built(st, -1, 4, 0) + built(st, -1, 5, 0);
}

static int objects(position *st)
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += st->players[0].objects[i];
    return n;
}

static int different(position *st)
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += st->players[0].objects[i] > 0;
    return n;
}

static int so_many_of_one(position *st, int size)
{
    int sets = 0;
    for (int i = 0; i < 6; i++)
        for (int left = st->players[0].objects[i]; left >= size; left -= size)
            sets++;
    return sets;
}

static int pairs(position *st)
{
    return so_many_of_one(st, 2);
}

static int threes(position *st)
{
    return so_many_of_one(st, 3);
}

/* Always one each of the three kinds of which most are left. */
static int three_different(position *st)
{
    int left[6], sets = 0;
    for (int i = 0; i < 6; i++)
        left[i] = st->players[0].objects[i];
    for (;; sets++) {
        bool taken[6] = {false};
        for (int n = 0; n < 3; n++) {
            int best = -1;
            for (int i = 0; i < 6; i++)
                if (!taken[i] && left[i] > 0 && (best < 0 || left[i] > left[best]))
                    best = i;
            if (best < 0)
                return sets;
            taken[best] = true;
            left[best]--;
        }
    }
}

static int crowns_and_books(position *st)
{
    return st->players[0].objects[0] + st->players[0].objects[1];
}

static int gates_and_cups(position *st)
{
    return st->players[0].objects[2] + st->players[0].objects[3];
}

static int arms_and_flags(position *st)
{
    return st->players[0].objects[4] + st->players[0].objects[5];
}

/* ---- the cards ---- */

enum { BROWN = CARRARA_BROWN, PURPLE = CARRARA_PURPLE, GREY = CARRARA_GREY, GREEN = CARRARA_GREEN };

static const struct row {
    const char *id;
    int colour, card;
    int (*asks)(position *);
    int need[3];
    int (*scores)(position *);
    int per, points, in_a_set; /* in_a_set: objects, of a purple card */
} rows[] = {
    {"b0", BROWN, 0, used_markers, {4, 4, 4}, NULL, 1, 0, 0},
    {"b1", BROWN, 1, used_markers, {5, 5, 5}, NULL, 1, 0, 0},
    {"b2", BROWN, 2, types_scored, {3, 3, 3}, NULL, 1, 0, 0},
    {"b3", BROWN, 3, cities_scored, {2, 1, 1}, NULL, 1, 0, 0},
    {"b4", BROWN, 4, track, {45, 40, 35}, NULL, 1, 0, 0},
    {"b5", BROWN, 5, coins, {20, 15, 15}, NULL, 1, 0, 0},
    {"b6", BROWN, 6, cities_built, {5, 4, 4}, NULL, 1, 0, 0},
    {"b7", BROWN, 7, types_built, {6, 5, 4}, NULL, 1, 0, 0},
    {"b8", BROWN, 8, upgrades, {2, 1, 1}, NULL, 1, 0, 0},
    {"p0", PURPLE, 0, objects, {8, 7, 6}, objects, 1, 3, 1},
    {"p1", PURPLE, 1, objects, {9, 8, 7}, objects, 1, 3, 1},
    {"p2", PURPLE, 2, different, {6, 5, 5}, different, 1, 5, 1},
    {"p3", PURPLE, 3, pairs, {4, 3, 3}, pairs, 1, 7, 2},
    {"p4", PURPLE, 4, threes, {2, 2, 1}, threes, 1, 11, 3},
    {"p5", PURPLE, 5, three_different, {3, 2, 1}, three_different, 1, 10, 3},
    {"p6", PURPLE, 6, crowns_and_books, {4, 3, 3}, crowns_and_books, 1, 5, 1},
    {"p7", PURPLE, 7, gates_and_cups, {4, 3, 3}, gates_and_cups, 1, 5, 1},
    {"p8", PURPLE, 8, arms_and_flags, {4, 3, 3}, arms_and_flags, 1, 5, 1},
    {"g0", GREY, 0, cost, {30, 25, 20}, of_5, 1, 3, 0},
    {"g1", GREY, 1, cost, {33, 27, 22}, cost, 3, 1, 0},
    {"g2", GREY, 2, buildings, {9, 7, 6}, buildings, 1, 1, 0},
    {"g3", GREY, 3, land, {4, 3, 2}, land, 1, 3, 0},
    {"g4", GREY, 4, of_4, {5, 4, 3}, of_4, 1, 2, 0},
    {"g5", GREY, 5, largest_type, {4, 3, 3}, largest_type, 1, 3, 0},
    {"g6", GREY, 6, largest_city, {5, 4, 3}, largest_city, 1, 2, 0},
    {"g7", GREY, 7, in_first_two, {3, 2, 2}, in_first_two, 1, 3, 0},
    {"g8", GREY, 8, in_last_two, {6, 5, 4}, in_last_two, 1, 1, 0},
    {"x1", GREEN, 1, NULL, {0, 0, 0}, NULL, 1, 0, 0},
    {"x2", GREEN, 2, NULL, {0, 0, 0}, upgrades, 1, 3, 0},
    {"x3", GREEN, 3, NULL, {0, 0, 0}, cities_scored, 1, 4, 0},
    {"x4", GREEN, 4, NULL, {0, 0, 0}, stones, 2, 1, 0},
    {"x5", GREEN, 5, NULL, {0, 0, 0}, types_built, 1, 2, 0},
    {"x6", GREEN, 6, NULL, {0, 0, 0}, cities_built, 1, 2, 0},
    {"x7", GREEN, 7, NULL, {0, 0, 0}, used_markers, 1, 2, 0},
};

static struct carrara_state dealt(int n_seats, struct rng *rng)
{
    struct carrara_state st;
    struct setup setup = rules_presets(&carrara_rules, n_seats);
    struct log log = {.n = 0};
    setup.option[0] = 1;
    carrara_setup(&st, &setup, rng, &log);
    return st;
}

/* Seat 0 with anything that it may have; what the others have matters to no card. */
static struct carrara_state anything(int n_seats, struct rng *rng)
{
    struct carrara_state st = dealt(n_seats, rng);
    struct carrara_player *player = &st.players[0];
    player->coins = (int16_t)rng_below(rng, 40);
    player->points = (int16_t)rng_below(rng, 90);
    player->n_buildings = (uint8_t)rng_below(rng, 13);
    int narrow = 1 + (int)rng_below(rng, 6);
    for (int i = 0; i < player->n_buildings; i++)
        player->buildings[i] = (struct carrara_building){(uint8_t)((7 * i + (int)rng_below(rng, 7)) % CARRARA_TILES), (uint8_t)rng_below(rng, (uint32_t)narrow)};
    for (int i = 0, full = (int)rng_below(rng, 5); i < 6; i++) {
        player->objects[i] = (uint8_t)rng_below(rng, (uint32_t)(full + 1));
        player->stones[i] = (uint8_t)rng_below(rng, 4);
        player->types[i] = (uint8_t)rng_below(rng, 2);
        st.cities[i] = (int8_t)((int)rng_below(rng, 3) - 1);
    }
    for (int i = 0; i < 8; i++)
        st.upgrades[i] = (int8_t)((int)rng_below(rng, 5) == 0 ? 0 : -1);
    return st;
}

static void set_card(struct carrara_state *st, const struct row *row)
{
    uint8_t *const cards[] = {[BROWN] = &st->brown, [PURPLE] = &st->purple, [GREY] = &st->grey, [GREEN] = &st->green};
    *cards[row->colour] = (uint8_t)row->card;
}

static struct rng stream(uint64_t seed)
{
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES];
    rng_key_from_seed(key, seed);
    rng_init(&rng, key, 0);
    return rng;
}

static void try_row(const struct row *row, int n_seats)
{
    struct rng rng = stream((uint64_t)n_seats);
    int met = 0, open = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct carrara_state st = anything(n_seats, &rng);
        set_card(&st, row);
        struct carrara_progress progress = carrara_progress(&st, 0);
        if (row->asks) {
            int have = row->asks(&st), need = row->need[n_seats - 2];
            if (progress.have[row->colour] != have)
                fail_msg("%s: %d, expected %d", row->id, progress.have[row->colour], have);
            assert_int_equal(progress.need[row->colour], need);
            met += have >= need;
            open += have < need;
        }
        if (row->colour == GREEN) { /* no condition, but the board shows how much there is of it */
            assert_int_equal(carrara_card_need(&st, GREEN), 0);
            assert_int_equal(carrara_card_count(&st, 0, GREEN), row->scores ? row->scores(&st) : coins(&st));
        }
        int points = row->scores ? row->scores(&st) / row->per * row->points : 0;
        struct carrara_total total = carrara_total(&st, 0);
        const int16_t *const got[] = {NULL, &total.purple, &total.grey, &total.green};
        if (row->colour != BROWN)
            assert_int_equal(*got[row->colour], points);
        if (row->colour == PURPLE)
            assert_int_equal(total.surplus, objects(&st) - row->in_a_set * row->scores(&st));
        assert_int_equal(total.coins, coins(&st) / (st.green == 1 ? 2 : 5));
        assert_int_equal(total.total, total.track + total.purple + total.grey + total.green + total.coins + total.surplus);
    }
    if (row->asks && (met == 0 || open == 0))
        fail_msg("%s with %d players: met %d times, open %d times", row->id, n_seats, met, open);
}

static void each_card_counts_what_it_says(void **unused)
{
    (void)unused;
    static const struct name *const names[] = {carrara_brown_cards, carrara_purple_cards, carrara_grey_cards, carrara_green_cards};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_string_equal(names[rows[i].colour][rows[i].card].id, rows[i].id);
        for (int n = 2; n <= CARRARA_SEATS; n++)
            try_row(&rows[i], n);
    }
}

/* All three must be met, whichever they are. */
static void the_end_asks_all_three(void **unused)
{
    (void)unused;
    struct rng rng = stream(9);
    int allowed = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct carrara_state st = anything(2 + i % 3, &rng);
        struct carrara_progress progress = carrara_progress(&st, 0);
        bool all = progress.have[0] >= progress.need[0] && progress.have[1] >= progress.need[1] && progress.have[2] >= progress.need[2];
        st.current = 0;
        st.phase = CARRARA_PHASE_FINISH;
        struct move move = {.verb = CARRARA_DECLARE};
        assert_int_equal(carrara_check(&st, 0, &move, NULL) == RULE_OK, all);
        allowed += all;
    }
    assert_true(allowed > 0);
}

static void every_card_is_drawn(void **unused)
{
    (void)unused;
    int seen[4][CARRARA_CARDS] = {{0}};
    struct rng rng = stream(3);
    for (int i = 0; i < 2000; i++) {
        struct carrara_state st = dealt(2, &rng);
        seen[BROWN][st.brown]++;
        seen[PURPLE][st.purple]++;
        seen[GREY][st.grey]++;
        seen[GREEN][st.green]++;
    }
    for (int colour = 0; colour < 4; colour++) {
        assert_int_equal(seen[colour][0], 0);
        for (int card = 1; card < (colour == GREEN ? CARRARA_GREENS : CARRARA_CARDS); card++)
            assert_in_range(seen[colour][card], 150, 400);
    }
}

/* ---- the price of a building of cost 8 ---- */

/* Every number of each colour: 8^6 payments. */
static int payments_allowed(const struct carrara_state *st)
{
    int allowed = 0;
    for (int code = 0; code < 1 << 18; code++) {
        struct move move = {.verb = CARRARA_PAY, .nargs = CARRARA_COLOURS};
        for (int c = 0; c < CARRARA_COLOURS; c++)
            move.arg[c] = (int16_t)(code >> (3 * c) & 7);
        allowed += carrara_check(st, 0, &move, NULL) == RULE_OK;
    }
    return allowed;
}

static void all_1281_payments_are_accepted(void **unused)
{
    (void)unused;
    static struct move_room room;
    struct rng rng = stream(1);
    struct carrara_state st = dealt(2, &rng);
    st.current = 0;
    for (int c = 0; c < CARRARA_COLOURS; c++)
        st.players[0].stones[c] = CARRARA_PER_COLOUR;
    st.phase = CARRARA_PHASE_PAY;
    st.pending = (struct carrara_pending){.tile = CARRARA_DECK, .city = LERICI, .old = -1, .due = CARRARA_DEAR};
    assert_int_equal(payments_allowed(&st), 1281);
    struct move_list *list = move_list_in(&room);
    assert_int_equal(carrara_moves(&st, 0, list), MOVES_MAX);
    assert_true(list->partial);
    for (int i = 0; i < list->n; i++) {
        assert_int_equal(carrara_check(&st, 0, move_at(list, i), NULL), RULE_OK);
        assert_int_equal(move_list_find(list, move_at(list, i)), i);
    }
    st.players[0].stones[0] = 0;
    st.pending.due = 5;
    int n = carrara_moves(&st, 0, list);
    assert_int_equal(n, payments_allowed(&st)); /* what fits is whole */
    assert_false(list->partial);
}

static void an_upgrade_says_what_it_makes(void **unused)
{
    (void)unused;
    static const char *const says[] = {"×4 points", "×4 coins", "×3 points", "×3 coins", "×2 points", "×2 coins", "×2 coins", "×2 points"};
    for (int i = 0; i < 8; i++) {
        struct rng rng = stream(1);
        struct carrara_state st = dealt(2, &rng);
        struct move move = {.verb = CARRARA_UPGRADE, .nargs = 1, .arg = {(int16_t)i}};
        st.upgrades[i] = 0;
        st.players[0].buildings[0] = (struct carrara_building){.tile = i < 7 ? 0 : 5 * 4, .city = (uint8_t)(i < 6 ? i : 0)}; /* of cost 1 */
        st.players[0].n_buildings = 1;
        struct carrara_yield yield = i < 6 ? carrara_yield_type(&st, 0, 0) : carrara_yield_category(&st, 0, i - 6);
        char brings[24];
        snprintf(brings, sizeof(brings), "×%d %s", yield.points + yield.coins, yield.points ? "points" : "coins");
        assert_string_equal(brings, says[i]);
        assert_non_null(strstr(carrara_words.worded(&st, &move), says[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_card_counts_what_it_says),
        cmocka_unit_test(the_end_asks_all_three),
        cmocka_unit_test(every_card_is_drawn),
        cmocka_unit_test(an_upgrade_says_what_it_makes),
        cmocka_unit_test(all_1281_payments_are_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
