/* The catalogue, and sentences filled with names and numbers. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cgi/words/text.h"

static const char header[] = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n";

struct fixture {
    struct arena *arena;
    char dir[64], path[80];
    char why[300];
};

static int set_up(void **state)
{
    struct arena *arena = arena_new();
    struct fixture *f = arena_alloc(arena, sizeof(*f));
    f->arena = arena;
    snprintf(f->dir, sizeof(f->dir), "/tmp/test_text.XXXXXX");
    *state = f;
    if (!mkdtemp(f->dir))
        return -1;
    snprintf(f->path, sizeof(f->path), "%s/ja.po", f->dir);
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    unlink(f->path);
    int status = rmdir(f->dir);
    arena_free(f->arena);
    return status;
}

static struct catalogue *load(struct fixture *f, const char *entries)
{
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    fprintf(file, "%s%s", header, entries);
    assert_int_equal(fclose(file), 0);
    f->why[0] = '\0';
    return text_load(f->dir, "ja", f->why, sizeof(f->why));
}

static void fuzzy_and_empty_entries_count_as_missing(void **state)
{
    struct catalogue *cat = load(*state, "msgid \"yes\"\nmsgstr \"はい\"\n\n#, fuzzy\nmsgid \"no\"\nmsgstr \"いいえ\"\n\n"
                                         "msgid \"perhaps\"\nmsgstr \"\"\n\n#~ msgid \"old\"\n#~ msgstr \"古い\"\n");
    assert_non_null(cat);
    assert_string_equal(text_lang(cat), "ja");
    assert_string_equal(text_get(cat, "yes"), "はい");
    assert_string_equal(text_get(cat, "no"), "no");
    assert_string_equal(text_get(cat, "perhaps"), "perhaps");
    assert_string_equal(text_get(cat, "old"), "old");
    assert_string_equal(text_get(cat, ""), "");
    assert_string_equal(text_get(cat, NULL), "");
    assert_string_equal(text_get(NULL, "yes"), "yes");
    text_free(cat);
}

static void a_context_tells_words_apart(void **state)
{
    struct catalogue *cat = load(*state, "msgid \"Castello\"\nmsgstr \"カステッロ\"\n\n"
                                         "msgctxt \"building\"\nmsgid \"Castello\"\nmsgstr \"城\"\n");
    assert_non_null(cat);
    assert_string_equal(text_get(cat, N_("Castello")), "カステッロ");
    assert_string_equal(text_get(cat, NC_("building", "Castello")), "城");
    assert_string_equal(text_get(cat, NC_("ship", "Castello")), "Castello");
    assert_string_equal(text_get(NULL, NC_("building", "Castello")), "Castello");
    text_free(cat);
}

static void a_broken_catalogue_names_file_and_line(void **state)
{
    struct fixture *f = *state;
    assert_null(load(f, "msgid \"a\"\nmsgstr \"b\n"));
    if (!strstr(f->why, "/ja.po:6: "))
        fail_msg("%s", f->why);
    assert_null(load(f, "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n"));
    assert_non_null(strstr(f->why, "/ja.po:"));
    assert_null(text_load("/nowhere", "ja", f->why, sizeof(f->why)));
    assert_string_equal(f->why, "/nowhere/ja.po: No such file or directory");
    struct catalogue *cat = text_load("/nowhere", "en", f->why, sizeof(f->why));
    assert_non_null(cat);
    text_free(cat);
}

static void a_large_catalogue_finds_everything(void **state)
{
    struct fixture *f = *state;
    struct sb entries;
    sb_init(&entries, f->arena);
    for (int i = 0; i < 3000; i++)
        sb_addf(&entries, "msgid \"id %d\"\nmsgstr \"words %d\"\n\n", i, i);
    struct catalogue *cat = load(f, entries.text);
    assert_non_null(cat);
    for (int i = 0; i < 3000; i++) {
        char id[20], words[20];
        snprintf(id, sizeof(id), "id %d", i);
        snprintf(words, sizeof(words), "words %d", i);
        assert_string_equal(text_get(cat, id), words);
    }
    text_free(cat);
}

static const char *fill(struct fixture *f, const struct catalogue *cat, const char *msgid, int64_t coins)
{
    const struct text_value values[] = {{.name = "who", .text = "Anna"}, {.name = "coins", .number = coins}};
    struct sb out;
    sb_init(&out, f->arena);
    text_fill(&out, cat, msgid, values, 2);
    return out.text;
}

static void placeholders_are_filled(void **state)
{
    struct fixture *f = *state;
    assert_string_equal(fill(f, NULL, "{who} pays {coins:one coin|# coins}.", 1), "Anna pays one coin.");
    assert_string_equal(fill(f, NULL, "{who} pays {coins:one coin|# coins}.", 12), "Anna pays 12 coins.");
    assert_string_equal(fill(f, NULL, "{coins:# each}, {coins}", -3), "−3 each, −3");
    assert_string_equal(fill(f, NULL, "{{who} {nobody} {} {who", 0), "{who} {nobody} {} {who");
    assert_string_equal(fill(f, NULL, "{who}{who}{", 0), "AnnaAnna{");
    struct catalogue *cat = load(f, "msgid \"{who} pays {coins:one coin|# coins}.\"\n"
                                    "msgstr \"{who}さんが{coins}枚払います。\"\n");
    assert_string_equal(fill(f, cat, "{who} pays {coins:one coin|# coins}.", 1), "Annaさんが1枚払います。");
    text_free(cat);
}

static void names_are_joined_as_the_language_does(void **state)
{
    static const char *const people[] = {"Anna", "Bruno", "健二"};
    struct fixture *f = *state;
    assert_string_equal(text_names(f->arena, NULL, people, 0), "");
    assert_string_equal(text_names(f->arena, NULL, people, 1), "Anna");
    assert_string_equal(text_names(f->arena, NULL, people, 2), "Anna and Bruno");
    assert_string_equal(text_names(f->arena, NULL, people, 3), "Anna, Bruno and 健二");
    char why[400];
    const char *top = getenv("top_srcdir") ? getenv("top_srcdir") : "..";
    struct catalogue *cat = text_load(arena_printf(f->arena, "%s/po", top), "ja", why, sizeof(why));
    assert_non_null(cat);
    const char *sentence = "The game is over: you have won, together with {names}.", *said[3];
    for (int n = 1; n <= 3; n++) {
        const struct text_value names = {.name = "names", .text = text_names(f->arena, cat, people, n)};
        said[n - 1] = text_filled(f->arena, cat, sentence, &names, 1);
    }
    assert_non_null(strstr(said[0], "。Annaさんと"));
    assert_non_null(strstr(said[1], "。AnnaさんとBrunoさんと"));
    assert_non_null(strstr(said[2], "。Annaさん、Brunoさんと健二さんと"));
    text_free(cat);
}

static void durations_are_short(void **state)
{
    static const struct {
        int64_t seconds;
        const char *words;
    } rows[] = {
        {-5, "a moment"}, {59, "a moment"}, {60, "1 min"}, {35 * 60 + 59, "35 min"}, {3600, "1 h"},
        {3 * 3600 + 120, "3 h 2 min"}, {86400, "1 day"}, {2 * 86400 + 4 * 3600, "2 days 4 h"}, {9 * 86400 + 4 * 3600, "9 days"},
        {2 * 86400 - 60, "2 days"}, {86400 + 89 * 60, "1 day 1 h"},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct sb out;
        sb_init(&out, f->arena);
        text_duration(&out, NULL, rows[i].seconds);
        assert_string_equal(out.text, rows[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fuzzy_and_empty_entries_count_as_missing),
        cmocka_unit_test(a_context_tells_words_apart),
        cmocka_unit_test(a_broken_catalogue_names_file_and_line),
        cmocka_unit_test(a_large_catalogue_finds_everything),
        cmocka_unit_test(placeholders_are_filled),
        cmocka_unit_test(names_are_joined_as_the_language_does),
        cmocka_unit_test(durations_are_short),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
