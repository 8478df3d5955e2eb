/* Self-play finds what it is there to find: a tiny game passes, and each of its defects is named. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "cgi/base/jsonx.h"
#include "cgi/tools/scenario.h"
#include "tests/selfplay/trial.h"
#include "tests/unit/ferry.h"

/* Plays until something is wrong; true when nothing is. The reason stays in @trial. */
static bool play_some(struct trial *trial, enum ferry_defect defect, int games)
{
    bool ok = true;
    ferry_defect = defect;
    for (int seed = 1; ok && seed <= games; seed++)
        ok = trial_play(trial, 2 + seed % 2, (uint64_t)seed);
    ferry_defect = FERRY_WHOLE;
    return ok;
}

static void a_whole_game_passes(void **unused)
{
    (void)unused;
    struct trial *trial = trial_new(&ferry_rules, 1);
    if (!trial_tables(trial) || !play_some(trial, FERRY_WHOLE, 300))
        fail_msg("%s", trial->why);
    assert_true(trial->moves > 300 * 9);
    trial_free(trial);
}

static void every_defect_is_named(void **unused)
{
    (void)unused;
    static const char *const reason[FERRY_DEFECT_COUNT] = {
        [FERRY_LOSES_A_PIECE] = "do not hold four",
        [FERRY_LEAKS_IN_VIEW] = "the view of seat",
        [FERRY_LEAKS_IN_CHECK] = "tell",
        [FERRY_LISTS_WHAT_IT_REFUSES] = "refused",
        [FERRY_HIDES_A_MOVE] = "allowed, but not listed",
        [FERRY_DRAWS_IN_SECRET] = "draws, but does not say so",
        [FERRY_SAYS_IT_ENDS] = "it says that it ends the game",
        [FERRY_KEEPS_A_COUNT] = "comes out differently",
        [FERRY_NEVER_ENDS] = "does not end",
        [FERRY_ACTS_OUT_OF_TURN] = "is not awaited, yet has moves",
        [FERRY_RANKS_NOBODY] = "has the rank 0",
        [FERRY_ORDERS_PEEK] = "order of seat",
    };
    for (int defect = 0; defect < FERRY_DEFECT_COUNT; defect++) {
        if (!reason[defect])
            continue;
        struct trial *trial = trial_new(&ferry_rules, 4);
        if (play_some(trial, (enum ferry_defect)defect, 300))
            fail_msg("not found: %s", reason[defect]);
        if (!strstr(trial->why, reason[defect]))
            fail_msg("'%s' expected, found: %s", reason[defect], trial->why);
        trial_free(trial);
    }
}

static void a_member_left_out_of_the_table_is_missed(void **unused)
{
    (void)unused;
    struct trial *trial = trial_new(&ferry_forgetful_rules, 1);
    assert_false(play_some(trial, FERRY_WHOLE, 50));
    trial_free(trial);
}

static void a_failure_is_a_scenario_that_shows_it_again(void **unused)
{
    (void)unused;
    struct trial *trial = trial_new(&ferry_rules, 4);
    struct arena *arena = arena_new();
    struct catalogue *words = text_load(NULL, "en", (char[200]){0}, 200);
    struct sb why;
    sb_init(&why, arena);
    assert_false(play_some(trial, FERRY_LOSES_A_PIECE, 50));
    struct json_object *scenario = trial_scenario(trial);
    assert_true(scenario_run(&ferry_rules, words, scenario, &why));
    ferry_defect = FERRY_LOSES_A_PIECE;
    assert_false(scenario_run(&ferry_rules, words, scenario, &why));
    ferry_defect = FERRY_WHOLE;
    assert_non_null(strstr(why.text, "do not hold four"));
    json_object_put(scenario);
    text_free(words);
    arena_free(arena);
    trial_free(trial);
}

static const char start[] = "\"seats\":2,\"seed\":3,\"start\":{\"bag\":[3,3,3],\"player\":[{\"hand\":[1,0,0]},"
                            "{\"hand\":[0,1,1]}]},\"steps\":";

/* Steps as JSON, and how the reason begins when they fail (NULL: they pass). */
static const char *const steps[][2] = {
    {"[{\"seat\":0,\"do\":\"ship salt=1\",\"reveals\":false,"
     "\"events\":[{\"event\":\"shipped\",\"goods\":{\"salt\":1}}]},"
     "{\"expect\":{\"bag\":[4],\"player\":[{\"coins\":6,\"hand\":[0]}],\"awaits\":[1]}}]", NULL},
    {"[{\"do\":\"draw\",\"reveals\":true},{\"do\":\"draw\"},{\"expect\":{\"phase\":\"bids\",\"awaits\":[0,1]}},"
     "{\"seat\":1,\"do\":\"bid coins=2\",\"view\":{\"viewer\":0,\"expect\":{\"players\":[null,{\"bid\":null}]}}},"
     "{\"seat\":0,\"do\":{\"verb\":\"bid\",\"coins\":1},\"events\":[{\"event\":\"won\",\"seat\":1}],"
     "\"standing\":[0,{\"points\":1,\"rank\":0}]}]", NULL},
    {"[{\"seat\":1,\"do\":\"draw\",\"error\":\"not_your_turn\",\"message\":\"It is another player’s turn.\"}]", NULL},
    {"[{\"seat\":0,\"do\":\"ship gold=1\",\"error\":\"bad_request\"}]", NULL},
    {"[{\"moves\":{\"seat\":0,\"count\":3,\"has\":[\"draw\",\"ship salt=1\"],\"hasnt\":[\"pass\"]}}]", NULL},
    {"[{\"view\":{\"viewer\":null,\"expect\":{\"reserve\":9},\"lacks\":[\"deck\"]}}]", NULL},
    {"[{\"note\":\"nothing\"}]", NULL},
    {"[{\"seat\":0,\"do\":\"ship silk=1\"}]", "step 1: refused as not_yours: You do not have them."},
    {"[{\"seat\":0,\"do\":\"draw\",\"error\":\"bag_empty\"}]",
     "step 1: taken, though it should be refused: bag_empty"},
    {"[{\"seat\":0,\"do\":\"pass\",\"error\":\"bag_empty\"}]", "step 1: refused as bag_full, not as bag_empty"},
    {"[{\"seat\":0,\"do\":\"pass\",\"error\":\"bag_full\",\"message\":\"No.\"}]",
     "step 1: message: The bag is not empty."},
    {"[{\"seat\":0,\"do\":\"fly\"}]", "step 1: no move of this game: There is no fly here."},
    {"[{\"do\":\"draw\",\"reveals\":false}]", "step 1: reveals: it is not false"},
    {"[{},{\"expect\":{\"player\":[null,{\"coins\":6}]}}]", "step 2: player[1].coins: 6 expected, it is 5"},
    {"[{\"expect\":{\"awaits\":[1]}}]", "step 1: awaits: [1] expected, it is [0]"},
    {"[{\"expect\":{\"boat\":1}}]", "step 1: expect: There is no boat here."},
    {"[{\"do\":\"ship salt=1\",\"events\":[{\"event\":\"drew\"}]}]", "step 1: no event {\"event\":\"drew\"}"},
    {"[{\"view\":{\"viewer\":0,\"lacks\":[\"reserve\"]}}]", "step 1: view: it should lack reserve"},
    {"[{\"view\":{\"viewer\":1,\"expect\":{\"players\":[{\"hand\":[1]}]}}}]",
     "step 1: view: players[0].hand: [1] expected"},
    {"[{\"moves\":{\"seat\":0,\"count\":1}}]", "step 1: moves: 1 expected, there are 3"},
    {"[{\"moves\":{\"seat\":0,\"has\":[\"pass\"]}}]", "step 1: moves: not listed: \"pass\""},
    {"[{\"standing\":[1]}]", "step 1: standing[0]: 1 expected, it is 0"},
    {"[{\"sit\":0}]", "step 1: there is no key sit"},
    {"[{\"seat\":0,\"do\":\"fly\",\"error\":\"bag_full\"}]", "step 1: refused as bad_request, not as bag_full"},
    {"[{\"seat\":0,\"do\":\"fly\",\"error\":\"bad_request\",\"message\":\"No.\"}]", "step 1: message: There is no fly here."},
    {"[{\"seat\":0,\"order\":\"bid_always coins=51 until=once\",\"error\":\"bad_request\","
     "\"message\":\"coins=51 is out of range.\"}]", NULL},
    {"[{\"seat\":0,\"order\":\"bid_always coins=51 until=once\",\"error\":\"too_much\"}]",
     "step 1: refused as bad_request, not as too_much"},
    {"[{\"seat\":0,\"order\":\"fly\",\"error\":\"bad_request\",\"message\":\"No.\"}]",
     "step 1: message: There is no fly here."},
    {"[{\"seat\":0,\"order\":\"bid_always coins=5 until=once\",\"error\":\"bad_request\"}]", "step 1: this is an order:"},
    {"[{\"seat\":0,\"order\":\"bid_always coins=5 until=once\",\"message\":\"No.\"}]", "step 1: message: nothing is refused"},
    {"[{\"seat\":0,\"order\":\"bid_always coins=5 until=once\",\"reveals\":false}]", "step 1: reveals: no move is made"},
    {"[{\"seat\":0,\"do\":\"draw\",\"message\":\"No.\"}]", "step 1: message: nothing is refused"},
    {"[{\"expect\":{\"awaits\":[0]},\"error\":\"bag_full\"}]", "step 1: error: nothing is tried"},
    {"3", "steps are missing"},
};

static void scenarios_say_what_is_wrong(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct catalogue *words = text_load(NULL, "en", (char[200]){0}, 200);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        struct sb why;
        sb_init(&why, arena);
        const char *text = arena_printf(arena, "{%s%s}", start, steps[i][0]);
        struct json_object *scenario = arena_json(arena, jparse(text, strlen(text)));
        assert_non_null(scenario);
        bool ok = scenario_run(&ferry_rules, words, scenario, &why);
        if (ok != !steps[i][1] || (!ok && strncmp(why.text, steps[i][1], strlen(steps[i][1])) != 0))
            fail_msg("%s: '%s' expected, said: %s", steps[i][0], steps[i][1] ? steps[i][1] : "", why.text);
    }
    text_free(words);
    arena_free(arena);
}

static void an_unsound_start_is_refused(void **unused)
{
    (void)unused;
    static const char *const starts[][2] = {
        {"{\"seats\":2,\"start\":{\"bag\":[4,4,4]},\"steps\":[]}", "the position is not sound: bag["},
        {"{\"seats\":2,\"start\":{\"bag\":[4,4,9]},\"steps\":[]}", "start: bag[2] is out of range."},
        {"{\"seats\":4,\"steps\":[]}", "seats: this many cannot play"},
        {"{\"seats\":2,\"options\":{\"rich\":\"very\"},\"steps\":[]}", "options: There is no rich=very here."},
    };
    struct arena *arena = arena_new();
    struct catalogue *words = text_load(NULL, "en", (char[200]){0}, 200);
    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
        struct sb why;
        sb_init(&why, arena);
        struct json_object *scenario = arena_json(arena, jparse(starts[i][0], strlen(starts[i][0])));
        assert_false(scenario_run(&ferry_rules, words, scenario, &why));
        if (strncmp(why.text, starts[i][1], strlen(starts[i][1])) != 0)
            fail_msg("'%s' expected, said: %s", starts[i][1], why.text);
    }
    text_free(words);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_game_passes),
        cmocka_unit_test(every_defect_is_named),
        cmocka_unit_test(a_member_left_out_of_the_table_is_missed),
        cmocka_unit_test(a_failure_is_a_scenario_that_shows_it_again),
        cmocka_unit_test(scenarios_say_what_is_wrong),
        cmocka_unit_test(an_unsound_start_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
