/* What standings count, in words: each game's own word and unit. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cgi/words/phrases.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

static struct catalogue *japanese(struct arena *arena)
{
    char why[300];
    const char *top = getenv("top_srcdir") ? getenv("top_srcdir") : "..";
    struct catalogue *cat = text_load(arena_printf(arena, "%s/po", top), "ja", why, sizeof(why));
    assert_non_null(cat);
    return cat;
}

static void a_standing_is_told_in_its_games_word_and_unit(void **unused)
{
    static const struct {
        const char *game, *english, *japanese, *gained;
        int points;
    } rows[] = {
        {"carrara", "1 point", "1点", "+1 point", 1},
        {"carrara", "0 points", "0点", NULL, 0},
        {"carrara", "1,250 points", "1,250点", "+1,250 points", 1250},
        {"vernissage", "350,000 Rubens", "350,000ルーベンス", "+350,000 Rubens", 350},
        {"vernissage", "1,000 Rubens", "1,000ルーベンス", "+1,000 Rubens", 1},
        {"vernissage", "0 Rubens", "0ルーベンス", NULL, 0},
        {"vernissage", "−95,000 Rubens", "−95,000ルーベンス", NULL, -95},
        {"vernissage", "−1,005,000 Rubens", "−1,005,000ルーベンス", NULL, -1005},
        {"no such game", "7 points", "7点", "+7 points", 7},
    };
    (void)unused;
    struct arena *arena = arena_new();
    struct catalogue *cat = japanese(arena);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct rules *rules = rules_find(rows[i].game);
        assert_string_equal(score_words(arena, NULL, rules, rows[i].points), rows[i].english);
        assert_string_equal(score_words(arena, cat, rules, rows[i].points), rows[i].japanese);
        if (rows[i].gained)
            assert_string_equal(score_gained(arena, NULL, rules, rows[i].points), rows[i].gained);
    }
    text_free(cat);
    arena_free(arena);
}

static void every_game_says_what_it_counts(void **unused)
{
    (void)unused;
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        assert_non_null((*rules)->words->score);
        assert_non_null((*rules)->words->scores);
        assert_true((*rules)->words->unit >= 0);
    }
    struct arena *arena = arena_new();
    struct catalogue *cat = japanese(arena);
    assert_string_equal(score_heading(cat, rules_find("vernissage"), false), "資産合計（ルーベンス）");
    assert_string_equal(score_heading(cat, rules_find("carrara"), false), "得点");
    /* while a game runs, of what all see */
    assert_string_equal(score_heading(cat, rules_find("vernissage"), true), "公開分の合計（ルーベンス）");
    assert_string_equal(score_heading(cat, rules_find("carrara"), true), "得点");
    text_free(cat);
    arena_free(arena);
}

static void a_model_has_the_true_amount_and_the_number_apart(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct value *model = score_model(arena, NULL, rules_find("vernissage"), -35);
    assert_int_equal(get_int(model, K_amount), -35000);
    assert_string_equal(get_text(model, K_text), "−35,000 Rubens");
    assert_string_equal(get_text(model, K_before), "");
    assert_string_equal(get_text(model, K_number), "−35,000");
    assert_string_equal(get_text(model, K_after), " Rubens");
    arena_free(arena);
}

static void digits_stand_in_groups_of_three(void **unused)
{
    static const struct {
        int64_t number;
        const char *told;
    } rows[] = {{0, "0"},         {999, "999"},           {1000, "1,000"},
                {-1000, "−1,000"}, {10010001, "10,010,001"}, {INT64_MIN, "−9,223,372,036,854,775,808"}};
    (void)unused;
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct sb out;
        sb_init(&out, arena);
        text_number(&out, rows[i].number);
        assert_string_equal(out.text, rows[i].told);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_standing_is_told_in_its_games_word_and_unit),
        cmocka_unit_test(every_game_says_what_it_counts),
        cmocka_unit_test(a_model_has_the_true_amount_and_the_number_apart),
        cmocka_unit_test(digits_stand_in_groups_of_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
