/* Texts and JSON with bytes changed at random, for every game: nothing crashes, and what is taken is whole. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "cgi/tools/headless.h"
#include "cgi/base/jsonx.h"
#include "cgi/tools/scenario.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"

enum { TEXT = 16 * 1024, PLIES = 60 };

/* With --long more. */
static int texts = 12000, states = 1200, scenarios = 6000;

/* Characters that mean something to one of the parsers, more often than others. */
static char some_character(struct rng *dice)
{
    static const char likely[] = "=., \"{}[]:-0123456789nulltruefalse_\t";
    if (rng_below(dice, 4))
        return likely[rng_below(dice, sizeof(likely) - 1)];
    return (char)(1 + rng_below(dice, 255));
}

/* Changes, drops, adds or repeats a few bytes; @text has room for TEXT. */
static void spoil(struct rng *dice, char *text)
{
    for (uint32_t times = 1 + rng_below(dice, 4); times > 0; times--) {
        size_t n = strlen(text), at = rng_below(dice, (uint32_t)n + 1), piece = 1 + rng_below(dice, 12);
        switch (rng_below(dice, 4)) {
        case 0:
            if (at < n)
                text[at] = some_character(dice);
            break;
        case 1:
            piece = piece < n - at ? piece : n - at;
            memmove(text + at, text + at + piece, n - at - piece + 1);
            break;
        case 2:
            if (n + 2 < TEXT) {
                memmove(text + at + 1, text + at, n - at + 1);
                text[at] = some_character(dice);
            }
            break;
        default:
            piece = piece < n - at ? piece : n - at;
            if (n + piece + 1 < TEXT)
                memmove(text + at + piece, text + at, n - at + 1);
        }
    }
}

static struct headless *some_position(const struct rules *rules, struct rng *dice)
{
    struct headless *game = headless_new(rules);
    uint32_t more = (uint32_t)(rules->max_seats - rules->min_seats) + 1u;
    struct setup setup = rules_presets(rules, rules->min_seats + (int)rng_below(dice, more));
    struct move move;
    int seat;
    headless_deal(game, &setup, rng_below(dice, 1000));
    for (uint32_t n = rng_below(dice, PLIES); n > 0 && (seat = headless_seat(game)) != NO_SEAT; n--)
        if (headless_choose(game, BOT_RANDOM, seat, &move))
            headless_apply(game, seat, &move);
    return game;
}

static void begin(struct rng *dice, uint64_t seed)
{
    uint8_t key[RNG_KEY_BYTES];
    rng_key_from_seed(key, seed);
    rng_init(dice, key, 0);
}

static void put_text(char *to, const char *text)
{
    assert_true(strlen(text) < TEXT);
    memcpy(to, text, strlen(text) + 1);
}

/* A move that was read is in its domain, and reads the same when it is written. */
static void assert_whole(const struct verb *verbs, const struct move *move)
{
    char text[MOVE_TEXT];
    struct move again;
    assert_true(move_in_domain(verbs, move));
    move_to_text(verbs, move, text);
    assert_true(move_from_text(verbs, text, &again, NULL));
    assert_true(move_equal(move, &again));
}

static void try_move(const struct rules *rules, struct rng *dice, struct headless *game)
{
    static char text[TEXT];
    struct move move;
    struct fault fault = {0};
    int seat = headless_seat(game);
    if (seat == NO_SEAT || !headless_choose(game, BOT_RANDOM, seat, &move))
        return;
    bool as_json = rng_below(dice, 2);
    struct json_object *json = move_to_json(rules->verbs, &move);
    if (as_json)
        put_text(text, json_object_to_json_string(json));
    else
        move_to_text(rules->verbs, &move, text);
    json_object_put(json);
    spoil(dice, text);
    json = as_json ? jparse(text, strlen(text)) : NULL;
    bool taken = as_json ? move_from_json(rules->verbs, json, &move, &fault)
                         : move_from_text(rules->verbs, text, &move, &fault);
    json_object_put(json);
    if (taken)
        assert_whole(rules->verbs, &move);
    else
        assert_non_null(fault.sentence);
}

static void moves_are_whole_or_refused(void **unused)
{
    (void)unused;
    struct rng dice;
    begin(&dice, 1);
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        struct headless *game = NULL;
        for (int i = 0; i < texts; i++) {
            if (i % 500 == 0) {
                headless_free(game);
                game = some_position(*rules, &dice);
            }
            try_move(*rules, &dice, game);
        }
        headless_free(game);
    }
}

static void try_state(const struct rules *rules, struct rng *dice, struct headless *game)
{
    static char text[TEXT];
    struct fault fault = {0};
    struct json_object *json = members_save(rules->members, game->state);
    put_text(text, json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN));
    json_object_put(json);
    spoil(dice, text);
    json = jparse(text, strlen(text));
    memset(game->shown, 0, rules->size);
    bool loaded = members_load(rules->members, json, game->shown, &fault);
    json_object_put(json);
    if (!loaded) {
        assert_non_null(fault.sentence);
        return;
    }
    json = members_save(rules->members, game->shown);
    memset(game->state, 0, rules->size);
    assert_true(members_load(rules->members, json, game->state, &fault));
    assert_true(members_equal(rules->members, game->state, game->shown));
    json_object_put(json);
    rules->sound(game->state, &fault); /* may say no, but must stand it */
}

static void positions_are_whole_or_refused(void **unused)
{
    (void)unused;
    struct rng dice;
    begin(&dice, 2);
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        for (int i = 0; i < states; i++) {
            struct headless *game = some_position(*rules, &dice);
            try_state(*rules, &dice, game);
            headless_free(game);
        }
}

static const char scenario[] =
    "{\"title\":\"x\",\"dossier\":\"1\",\"seats\":2,\"seed\":1,\"options\":{\"x\":\"y\"},\"start\":{\"x\":1},\"steps\":["
    "{\"seat\":0,\"do\":\"end\",\"error\":\"wrong_step\",\"message\":\"x\"},"
    "{\"seat\":0,\"do\":{\"verb\":\"end\"},"
    "\"reveals\":true,\"expect\":{\"awaits\":[0]},\"events\":[{\"event\":\"x\"}]},"
    "{\"view\":{\"viewer\":0,\"expect\":{\"x\":[1]},\"lacks\":[\"x\"]}},"
    "{\"moves\":{\"seat\":0,\"count\":1,\"has\":[\"end\"],\"hasnt\":[\"end\"]}},"
    "{\"standing\":[1,{\"points\":1,\"rank\":1}]}]}";

/* Keys that would end the run at once are dropped now and then, so that every step is reached. */
static void scenarios_never_crash(void **unused)
{
    (void)unused;
    static char text[TEXT];
    static const char *const early[] = {"options", "start", NULL};
    struct rng dice;
    struct catalogue *words = text_load(NULL, "en", text, sizeof(text));
    begin(&dice, 3);
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        for (int i = 0; i < scenarios; i++) {
            struct arena *arena = arena_new();
            struct sb why;
            sb_init(&why, arena);
            put_text(text, scenario);
            spoil(&dice, text);
            struct json_object *json = jparse(text, strlen(text));
            for (int k = 0; early[k] && json_object_is_type(json, json_type_object); k++)
                if (rng_below(&dice, 8))
                    json_object_object_del(json, early[k]);
            struct json_object *steps = jget(json, "steps");
            if (json_object_is_type(steps, json_type_array)) {
                uint32_t n = (uint32_t)json_object_array_length(steps), from = rng_below(&dice, n + 1);
                json_object_array_del_idx(steps, 0, from);
            }
            scenario_run(*rules, words, json, &why);
            json_object_put(json);
            arena_free(arena);
        }
    text_free(words);
}

int main(void)
{
    const char *more = getenv("RIDOTTO_TESTS_LONG");
    if (more && *more) {
        texts = 40000;
        states = 3000;
        scenarios = 20000;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_whole_or_refused),
        cmocka_unit_test(positions_are_whole_or_refused),
        cmocka_unit_test(scenarios_never_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
