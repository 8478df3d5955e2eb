/* Hints, and moments of a study, where what is hidden forbids a move: in a game of one move, of which one of some boxes is nailed shut, and
 * who plays does not know which. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/play/hint.h"
#include "rules/engine/search_race.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

enum { BOXES = 4, EVERY_BOX = BOXES, NO_BOX, ANY_BOX, WORLDS = 64 };

struct boxes {
    uint8_t nailed, over;
    int8_t points;
};

static int imagined; /* what conceal makes of `nailed`: one of the above */
static int forced;   /* boxes that were opened though they are nailed */

static const struct arg open_args[] = {{.name = "box", .kind = ARG_NUMBER, .hi = BOXES - 1}, {0}};
static const struct verb verbs[] = {{.name = "open", .choose = "Open", .label = "Open {box}", .args = open_args}, {0}};

static seatmask awaits(const void *state)
{
    return ((const struct boxes *)state)->over ? 0 : SEAT_BIT(0);
}

static int check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    const struct boxes *st = state;
    (void)seat, (void)figures;
    return st->over || st->nailed == EVERY_BOX || st->nailed == move->arg[0] ? RULE_WRONG_STEP : RULE_OK;
}

static struct move opening(int box)
{
    return (struct move){.nargs = 1, .arg = {(int16_t)box}};
}

static int moves(const void *state, int seat, struct move_list *list)
{
    move_list_clear(list);
    for (int box = 0; box < BOXES; box++) {
        struct move move = opening(box);
        if (check(state, seat, &move, NULL) == RULE_OK)
            move_list_copy(list, &move);
    }
    return list->n;
}

static void apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    struct boxes *st = state;
    (void)rng, (void)log;
    forced += check(state, seat, move, NULL) != RULE_OK;
    st->points = (int8_t)(check(state, seat, move, NULL) == RULE_OK ? 10 * move->arg[0] : -100);
    st->over = 1;
}

static void conceal(void *state, int viewer, struct rng *rng)
{
    struct boxes *st = state;
    (void)viewer;
    if (!st->over)
        st->nailed = (uint8_t)(imagined == ANY_BOX ? (int)rng_below(rng, BOXES) : imagined);
}

static void standing(const void *state, struct standing *standing)
{
    standing->n = 2;
    standing->seat[0].points = ((const struct boxes *)state)->points;
}

static int advise(const void *state, int seat, struct rng *rng, struct move *move)
{
    (void)rng;
    for (int box = BOXES - 1; box >= 0; box--) {
        *move = opening(box);
        if (check(state, seat, move, NULL) == RULE_OK)
            return 0;
    }
    return -1;
}

static const struct rules_mind mind = {.advise = advise};
static const struct rules boxes = {.id = "boxes", .verbs = verbs, .size = sizeof(struct boxes), .min_seats = 2, .max_seats = 2, .awaits = awaits,
                                   .moves = moves, .check = check, .apply = apply, .conceal = conceal, .standing = standing, .mind = &mind};

/* What is kept for @table is found for no other game, ply, seat, draft, nor another past of the same ply. */
static void assert_it_is_of_nothing_else(struct cache *cache, struct arena *arena, const struct table *table)
{
    static const char *drafted[] = {"open box=0"};
    struct table *other = arena_alloc(arena, sizeof(*other));
    for (int what = 0; what < 5; what++) {
        *other = *table;
        other->game.id += what == 0;
        other->game.ply += what == 1;
        other->seat += what == 2;
        other->game.hash[0] ^= what == 3;
        other->draft.step = drafted;
        other->draft.n = what == 4;
        assert_null(hint_known(cache, arena, other, 1));
    }
}

/* The hint where @nailed is, to who thinks that no box is: the same out of the cache, and whenever it is sought. */
static struct hint hint_at(int nailed)
{
    struct cache *cache = cache_new(1 << 20);
    struct arena *arena = arena_new();
    struct boxes state = {.nailed = (uint8_t)nailed};
    struct table *table = arena_alloc(arena, sizeof(*table));
    table->game.rules = &boxes;
    table->state = table->head = &state;
    imagined = NO_BOX;
    assert_null(hint_known(cache, arena, table, 1));
    const struct hint hint = *hint_seek(cache, arena, table);
    const struct hint *known = hint_known(cache, arena, table, 1);
    assert_non_null(known);
    assert_memory_equal(known, &hint, sizeof(hint));
    assert_memory_equal(hint_seek(NULL, arena, table), &hint, sizeof(hint));
    assert_it_is_of_nothing_else(cache, arena, table);
    arena_free(arena);
    cache_free(cache);
    return hint;
}

static void a_hint_may_be_played(void **unused)
{
    (void)unused;
    for (int nailed = 0; nailed < BOXES; nailed++) {
        const struct hint hint = hint_at(nailed);
        assert_int_equal(hint.n, HINT_OPTIONS);
        for (int i = 0, box = BOXES - 1; i < hint.n; i++, box--) {
            box -= box == nailed;
            assert_int_equal(hint.option[i].move.arg[0], box);
            assert_int_equal(hint.option[i].behind, 10 * SEARCH_SCALE * (hint.option[0].move.arg[0] - box));
        }
    }
}

static void where_nothing_may_be_played_is_none(void **unused)
{
    (void)unused;
    assert_int_equal(hint_at(EVERY_BOX).n, 0);
}

/* Of ten points between two boxes none are lost by worlds in which one of them is nailed. */
static void worlds_that_forbid_a_move_do_not_count(void **unused)
{
    static struct search_room room;
    static uint8_t keys[WORLDS][RNG_KEY_BYTES];
    struct boxes state = {.nailed = NO_BOX};
    struct move better = opening(3), move = opening(2);
    const struct race_line lines[] = {{&better, 1}, {&move, 1}};
    int32_t by[WORLDS], error = -1;
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES];
    (void)unused;
    rng_key_from_seed(key, 5);
    rng_init(&rng, key, 0);
    for (int i = 0; i < WORLDS; i++)
        race_key(&rng, keys[i]);
    imagined = ANY_BOX;
    forced = 0;
    struct race race = race_begin(&boxes, &state, 0, search_plan_of(&boxes), &room);
    int told = race_duel(&race, &state, (const uint8_t (*)[RNG_KEY_BYTES])keys, WORLDS, &lines[0], &lines[1], by);
    assert_in_range(told, WORLDS / 4, 3 * WORLDS / 4);
    for (int i = 0; i < told; i++)
        assert_int_equal(by[i], 10 * SEARCH_SCALE);
    assert_int_equal(forced, 0);
    imagined = 3;
    assert_int_equal(race_ahead(&race, &state, (const uint8_t (*)[RNG_KEY_BYTES])keys, WORLDS, &lines[0], &lines[1], &error), 0);
    assert_int_equal(error, 0);
    imagined = 0;
    assert_int_equal(race_ahead(&race, &state, (const uint8_t (*)[RNG_KEY_BYTES])keys, WORLDS, &lines[0], &lines[1], &error), 10 * SEARCH_SCALE);
    assert_int_equal(forced, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hint_may_be_played),
        cmocka_unit_test(where_nothing_may_be_played_is_none),
        cmocka_unit_test(worlds_that_forbid_a_move_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
