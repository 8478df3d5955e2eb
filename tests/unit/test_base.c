/* Arena, string builder, JSON helpers. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/base/arena.h"
#include "cgi/base/err.h"
#include "cgi/base/flat.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/sb.h"

static void a_builder_grows_and_escapes(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct sb sb;
    sb_init(&sb, arena);
    assert_string_equal(sb.text, "");
    for (int i = 0; i < 1000; i++)
        sb_addf(&sb, "%d,", i);
    assert_int_equal(sb.length, 3890);
    sb_clear(&sb);
    sb_add_html(&sb, "<a href=\"x\">Tom & 'Ann'</a>");
    assert_string_equal(sb.text, "&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Ann&#39;&lt;/a&gt;");
    sb_clear(&sb);
    sb_add_url_part(&sb, "a b/ü");
    assert_string_equal(sb.text, "a%20b%2F%C3%BC");
    arena_free(arena);
}

/* Before it lies what shares its block, behind it what came later; both stay as they are, and so does what it began with. */
static void what_grows_keeps_its_beginning(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    char *before = arena_strdup(arena, "before"), *piece = arena_strdup(arena, "piece"), *behind = NULL;
    for (size_t size = 16; size <= 1 << 20; size *= 4) {
        piece = arena_grow(arena, piece, 6, size);
        memset(piece + 6, 'x', size - 6);
        if (!behind)
            behind = arena_strdup(arena, "behind");
        assert_string_equal(before, "before");
        assert_string_equal(behind, "behind");
        assert_string_equal(piece, "piece");
    }
    assert_string_equal(arena_strdup(arena, "last"), "last");
    arena_free(arena);
}

/* Of every length, so that some end with their block, some do not fit into what is left of it, and some are longer than one. */
static void a_printed_text_is_whole_wherever_it_comes_to_lie(void **unused)
{
    enum { TEXTS = 2000, LONGEST = 40000 };
    (void)unused;
    struct arena *arena = arena_new();
    static char *text[TEXTS];
    for (int i = 0; i < TEXTS; i++)
        text[i] = arena_printf(arena, "%d:%*s.", i, i % 100 == 99 ? LONGEST / 100 * (i / 100 + 1) : i % 67, "");
    for (int i = 0; i < TEXTS; i++) {
        char *end;
        assert_int_equal(strtol(text[i], &end, 10), i);
        assert_int_equal(strspn(end + 1, " "), i % 100 == 99 ? LONGEST / 100 * (i / 100 + 1) : i % 67);
        assert_string_equal(end + strlen(end) - 1, ".");
    }
    struct sb sb;
    sb_init(&sb, arena);
    for (int length = 0; length < 1000; length++) {
        sb_clear(&sb);
        sb_add(&sb, "before");
        sb_addf(&sb, "%*s.", length, "");
        assert_int_equal(sb.length, strlen(sb.text));
        assert_int_equal(sb.length, 6 + length + 1);
        assert_int_equal(sb.text[sb.length - 1], '.');
    }
    arena_free(arena);
}

static void numbers_and_parts_are_written_without_a_format(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    static const struct {
        int64_t number;
        const char *digits;
    } cases[] = {{0, "0"}, {7, "7"}, {-1, "-1"}, {1000, "1000"}, {INT64_MAX, "9223372036854775807"},
                 {INT64_MIN, "-9223372036854775808"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct sb sb;
        sb_init(&sb, arena);
        sb_add_int(&sb, cases[i].number);
        assert_string_equal(sb.text, cases[i].digits);
        assert_string_equal(arena_decimal(arena, cases[i].number), cases[i].digits);
    }
    assert_string_equal(arena_join(arena, (const char *[]){NULL}), "");
    assert_string_equal(arena_join(arena, (const char *[]){"a", "", "bc", NULL}), "abc");
    arena_free(arena);
}

static void large_pieces_and_deferred_calls(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    char *small = arena_strdup(arena, "small");
    char *large = arena_alloc(arena, 100000);
    memset(large, 'x', 100000);
    assert_string_equal(small, "small");
    assert_int_equal((uintptr_t)arena_alloc(arena, 3) % 16, 0);
    struct json_object *root = jset(jobj(), "a", jint(1));
    json_object_get(root);
    arena_json(arena, root);
    arena_free(arena);
    assert_int_equal(json_object_put(root), 1);
}

static void json_is_parsed_strictly(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"", "{", "{\"a\":1,}", "[1] x", "\"\xff\"", "nul",
                                      "\"\xe0\x80\x80\"", "{\"\xc0\xaf\":1}", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"",
                                      "\"a\\u0000b\"", "{\"a\\\\\\u0000\":1}"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_null(jparse(bad[i], strlen(bad[i])));
    struct json_object *root = jparse("{\"n\":3,\"s\":\"x\",\"b\":true}", 24);
    assert_non_null(root);
    assert_int_equal(jget_int(root, "n"), 3);
    assert_string_equal(jget_str(root, "s"), "x");
    assert_true(jget_bool(root, "b"));
    assert_null(jget_str(root, "n"));
    json_object_put(root);
    root = jparse("\"\\\\u0000\"", 9); /* a backslash, and then five plain characters */
    assert_string_equal(json_object_get_string(root), "\\u0000");
    json_object_put(root);
    root = jparse("12", 2);
    assert_int_equal(json_object_get_int(root), 12);
    json_object_put(root);
}

static void flat_json_is_read_where_it_stands(void **unused)
{
    (void)unused;
    static const char *const fine[] = {"{}", " { } ", "{\"a\": -12, \" b\":\"x y\" ,\"c\":true, \"\":false}", "{\"a\":999999999999999999}",
                                       "{\"a\":0,\"b\":\"\"}"};
    static const int members[] = {0, 0, 4, 1, 2};
    static const char *const bad[] = {"", "{", "[]", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{\"a\":1,}", "{,}", "{\"a\":1 \"b\":2}", "{} x",
                                      "{\"a\":1.5}", "{\"a\":1e3}", "{\"a\":-}", "{\"a\":01}", "{\"a\":1000000000000000000}",
                                      "{\"a\":null}", "{\"a\":{}}", "{\"a\":[]}", "{\"a\":tru}", "{\"a\":truex}", "{\"a\":\"x}",
                                      "{\"a\":\"\\n\"}", "{\"a\":\"\n\"}", "{a:1}", NULL};
    struct flat_member member;
    for (size_t i = 0; i < sizeof(fine) / sizeof(fine[0]); i++) {
        struct flat flat = flat_of(fine[i]);
        int n = 0;
        while (flat_next(&flat, &member))
            n++;
        assert_true(flat.ended);
        assert_int_equal(n, members[i]);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct flat flat = flat_of(bad[i]);
        while (flat_next(&flat, &member)) {
        }
        assert_false(flat.ended);
    }
    struct flat flat = flat_of(fine[2]);
    assert_true(flat_next(&flat, &member) && member.kind == FLAT_NUMBER && member.number == -12 && flat_is(member.name, "a"));
    assert_true(flat_next(&flat, &member) && member.kind == FLAT_TEXT && flat_is(member.text, "x y") && flat_is(member.name, " b"));
    assert_true(!flat_is(member.text, "x") && !flat_is(member.text, "x y "));
    assert_true(flat_next(&flat, &member) && member.kind == FLAT_BOOL && member.number == 1 && flat_is(member.name, "c"));
    assert_true(flat_next(&flat, &member) && member.kind == FLAT_BOOL && member.number == 0 && flat_is(member.name, ""));
}

static void a_log_holds_whole_characters_only(void **state)
{
    (void)state;
    struct err err;
    err_fail(&err, ERR_INPUT, NULL, NULL, "step '%.4s' of \"%s\"", "aé花", "é\n\xc3");
    assert_non_null(strstr(err.logged, "step 'aé?' of 'é ?'"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_builder_grows_and_escapes),
        cmocka_unit_test(a_log_holds_whole_characters_only),
        cmocka_unit_test(what_grows_keeps_its_beginning),
        cmocka_unit_test(a_printed_text_is_whole_wherever_it_comes_to_lie),
        cmocka_unit_test(numbers_and_parts_are_written_without_a_format),
        cmocka_unit_test(large_pieces_and_deferred_calls),
        cmocka_unit_test(json_is_parsed_strictly),
        cmocka_unit_test(flat_json_is_read_where_it_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
