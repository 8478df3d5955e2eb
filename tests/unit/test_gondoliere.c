/* Gondoliere: the geometry of tiles, and the chart that is kept up while a tile is laid. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/tools/headless.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/gondoliere/state.h"
#include "rules/parts.h"

static const int rotations_of[GONDOLIERE_SHAPES] = {2, 4, 1};

static void water_flows_both_ways(void **unused)
{
    (void)unused;
    for (int shape = 0; shape < GONDOLIERE_SHAPES; shape++)
        for (int rotation = 0; rotation < rotations_of[shape]; rotation++)
            for (int side = 0; side < GONDOLIERE_SIDES; side++) {
                int exit = gondoliere_exit(shape, rotation, side);
                if (exit < 0)
                    continue;
                assert_int_not_equal(exit, side);
                assert_int_equal(gondoliere_exit(shape, rotation, exit), side);
            }
}

static void a_tile_has_as_many_useful_turns_as_exits(void **unused)
{
    (void)unused;
    static const int useful[GONDOLIERE_SHAPES] = {1, 2, 1};
    for (int tile = 0; tile < GONDOLIERE_TILES; tile++)
        for (int entry = 0; entry < GONDOLIERE_SIDES; entry++) {
            uint8_t rotation[2];
            int shape = gondoliere_tile[tile].shape, n = gondoliere_rotations(tile, entry, rotation), able = 0;
            assert_int_equal(n, useful[shape]);
            for (int r = 0; r < rotations_of[shape]; r++)
                able += gondoliere_exit(shape, r, entry) >= 0;
            assert_int_equal(n, able);
            for (int i = 0; i < n; i++)
                assert_true(gondoliere_exit(shape, rotation[i], entry) >= 0);
        }
}

static void kinds_cover_all_tiles(void **unused)
{
    (void)unused;
    int passengers = 0, next = 0;
    for (int i = 0; i < GONDOLIERE_KINDS; i++) {
        const struct gondoliere_kind *kind = &gondoliere_kinds[i];
        assert_int_equal(kind->first, next);
        next += kind->count;
        passengers += kind->count * kind->passengers;
        for (int tile = kind->first; tile < next; tile++) {
            assert_int_equal(gondoliere_tile[tile].shape, kind->shape);
            assert_int_equal(gondoliere_tile[tile].passengers, kind->passengers);
        }
    }
    assert_int_equal(next, GONDOLIERE_CANAL_TILES);
    assert_int_equal(passengers, 22);
    next = 0;
    for (int i = 0; i < GONDOLIERE_LANDING_KINDS; i++) {
        const struct gondoliere_kind *kind = &gondoliere_landing_kinds[i];
        assert_int_equal(kind->first, next);
        next += kind->count;
        for (int seat = 0; seat < GONDOLIERE_SEATS; seat++)
            for (int offset = kind->first; offset < next; offset++) {
                int tile = gondoliere_landing(seat, offset);
                assert_int_equal(gondoliere_tile[tile].shape, kind->shape);
                assert_int_equal(gondoliere_tile[tile].value, kind->value);
                assert_int_equal(gondoliere_owner(tile), seat);
            }
    }
    assert_int_equal(next, GONDOLIERE_LANDINGS);
}

static void charts_are_the_same(const struct gondoliere_state *st, const struct gondoliere_chart *a,
                                const struct gondoliere_chart *b)
{
    for (int k = 0; k < GONDOLIERE_CANALS; k++) {
        const struct gondoliere_course *x = &a->course[k], *y = &b->course[k];
        assert_int_equal(x->x, y->x);
        assert_int_equal(x->y, y->y);
        assert_int_equal(x->side, y->side);
        assert_int_equal(x->tiles, y->tiles);
        assert_int_equal(x->passengers, y->passengers);
        assert_int_equal(x->values, y->values);
        assert_int_equal(x->last, y->last);
        assert_int_equal(x->at_landing, y->at_landing);
        assert_memory_equal(x->holder, y->holder, sizeof(x->holder));
        assert_memory_equal(x->sums, y->sums, sizeof(x->sums));
    }
    assert_memory_equal(a->axis, b->axis, st->n_board * sizeof(a->axis[0]));
    assert_memory_equal(a->same, b->same, sizeof(a->same));
    assert_int_equal(a->shut, b->shut);
    assert_int_equal(a->straights, b->straights);
    assert_int_equal(a->curves, b->curves);
    assert_true(a->laid == b->laid);
}

/* In whole games at random: what is kept up while a tile is laid is what the board, read anew, says. */
static void laying_keeps_the_chart(void **unused)
{
    (void)unused;
    static struct move_room room;
    struct move_list *list = move_list_in(&room);
    static struct log log;
    int laid = 0, shared = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct gondoliere_state st;
        struct setup setup = rules_presets(&gondoliere_rules, GONDOLIERE_FEWEST + (int)(seed % 3));
        uint8_t key[RNG_KEY_BYTES];
        struct rng rng;
        rng_key_from_seed(key, seed);
        rng_init(&rng, key, 0);
        log.n = 0;
        gondoliere_setup(&st, &setup, &rng, &log);
        while (gondoliere_awaits(&st)) {
            int n = gondoliere_moves(&st, st.current, list);
            const struct move *move = move_at(list, (int)rng_below(&rng, (uint32_t)n));
            if (move->verb == GONDOLIERE_PLACE) {
                struct gondoliere_state then = st;
                struct gondoliere_chart kept, anew;
                const struct gondoliere_chart *read;
                struct gondoliere_way way;
                kept = *gondoliere_chart_of(&then, &kept);
                assert_int_equal(gondoliere_try(&then, &kept, move->arg[SLOT_TILE],
                                                move->arg[SLOT_CANAL] - GONDOLIERE_FIRST_CANAL,
                                                move->arg[SLOT_ROTATION], &way), RULE_OK);
                gondoliere_lay(&then, &kept, &way);
                read = gondoliere_chart_of(&then, &anew);
                charts_are_the_same(&then, &kept, read);
                laid++;
                for (int i = 0; i < then.n_board; i++)
                    shared += read->axis[i][0] && read->axis[i][1];
            }
            log.n = 0;
            gondoliere_apply(&st, st.current, move, &rng, &log);
        }
    }
    assert_true(laid > 5000);
    assert_true(shared > 0);
}

/* dossier gondoliere 16: whose turn it is follows from the number of the turn. */
static void turns_go_round(void **unused)
{
    (void)unused;
    static struct log log;
    struct gondoliere_state st;
    struct setup setup = rules_presets(&gondoliere_rules, GONDOLIERE_SEATS);
    struct fault fault = {.sentence = ""};
    uint8_t key[RNG_KEY_BYTES];
    struct rng rng;
    rng_key_from_seed(key, 1);
    rng_init(&rng, key, 0);
    gondoliere_setup(&st, &setup, &rng, &log);
    assert_true(gondoliere_sound(&st, &fault));
    for (int seat = 0; seat <= GONDOLIERE_SEATS; seat++) {
        st.current = (uint8_t)seat;
        assert_int_equal(gondoliere_sound(&st, &fault), seat == st.start);
    }
    assert_string_equal(fault.what, "current");
}

/* Canal 4 leaves San Marco to the north, so a curve leads it to the west or to the east. */
static void a_placement_tells_whither_the_canal_goes_on(void **unused)
{
    (void)unused;
    static struct log log;
    struct gondoliere_state st;
    struct setup setup = rules_presets(&gondoliere_rules, GONDOLIERE_FEWEST);
    struct move move = {.verb = GONDOLIERE_PLACE, .nargs = SLOTS_OF_PLACE};
    uint8_t key[RNG_KEY_BYTES];
    struct rng rng;
    rng_key_from_seed(key, 1);
    rng_init(&rng, key, 0);
    gondoliere_setup(&st, &setup, &rng, &log);
    move.arg[SLOT_TILE] = 26; /* a curve */
    move.arg[SLOT_CANAL] = GONDOLIERE_FIRST_CANAL;
    move.arg[SLOT_ROTATION] = 1;
    assert_string_equal(gondoliere_words.worded(&st, &move), "Canal {canal}: {tile}, to the east");
    move.arg[SLOT_ROTATION] = 2;
    assert_string_equal(gondoliere_words.worded(&st, &move), "Canal {canal}: {tile}, to the west");
    move.arg[SLOT_ROTATION] = 0;
    assert_null(gondoliere_words.worded(&st, &move)); /* a bank */
    assert_null(gondoliere_words.worded(NULL, &move));
}

/* Three at a table, each seat in turn the advised one; a win that is shared is none. */
static void advice_beats_chance(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&gondoliere_rules);
    struct setup setup = rules_presets(&gondoliere_rules, GONDOLIERE_FEWEST);
    int won = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct standing standing;
        int wise = (int)(seed % GONDOLIERE_FEWEST), seat, first = 0;
        headless_deal(game, &setup, seed);
        while ((seat = headless_seat(game)) != NO_SEAT) {
            struct move move;
            assert_true(headless_choose(game, seat == wise ? BOT_ADVISE : BOT_RANDOM, seat, &move));
            headless_apply(game, seat, &move);
        }
        gondoliere_standing(game->state, &standing);
        for (int i = 0; i < standing.n; i++)
            first += standing.seat[i].rank == 1;
        won += first == 1 && standing.seat[wise].rank == 1;
    }
    headless_free(game);
    assert_in_range(won, 90, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(water_flows_both_ways),
        cmocka_unit_test(a_tile_has_as_many_useful_turns_as_exits),
        cmocka_unit_test(kinds_cover_all_tiles),
        cmocka_unit_test(laying_keeps_the_chart),
        cmocka_unit_test(turns_go_round),
        cmocka_unit_test(a_placement_tells_whither_the_canal_goes_on),
        cmocka_unit_test(advice_beats_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
