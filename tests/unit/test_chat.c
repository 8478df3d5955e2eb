/* Lines of chat: what is kept of them, and what in them becomes a link. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/play/chat.h"
#include "cgi/base/sb.h"
#include "cgi/base/parse.h"

static const struct chat_place place = {.site = "https://play.example.org", .table = "/games/42", .last_ply = 50};

static void every_line_end_is_one_and_controls_go(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    static const char *const pairs[][2] = {
        {"a\r\nb\rc\nd", "a\nb\nc\nd"}, {"a\xc2\x85" "b\xe2\x80\xa8" "c\xe2\x80\xa9" "d", "a\nb\nc\nd"},
        {"\x01\x1b[31m\x7f\xc2\x9b" "1m\tx", "[31m1m\tx"}, {"\xef\xbb\xbf" "a\xef\xbf\xbe\xef\xbf\xb9", "a"},
        {"\xe2\x80\xae" "abc", "\xe2\x80\xae" "abc"}, {"\xf0\x9f\x8e\xb2 日本", "\xf0\x9f\x8e\xb2 日本"}, {"", ""}, {"\r", "\n"},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        assert_string_equal(chat_clean(arena, pairs[i][0]), pairs[i][1]);
    arena_free(arena);
}

/* The hrefs of @text, each in brackets. */
static const char *links(struct arena *arena, const char *text)
{
    struct value *parts = chat_parts(arena, text, &place);
    struct sb all, found;
    sb_init(&all, arena);
    sb_init(&found, arena);
    for (size_t i = 0; i < value_n(parts); i++) {
        struct value *part = value_at(parts, i);
        sb_add(&all, get_text(part, K_text));
        if (get_text(part, K_href))
            sb_addf(&found, "[%s]", get_text(part, K_href));
    }
    assert_string_equal(all.text, text);
    return found.text;
}

static void plies_that_exist_are_links(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    static const char *const pairs[][2] = {
        {"#0 #50 #51", "[/games/42/history/0][/games/42/history/50]"},
        {"(#7), MOVE 8.", "[/games/42/history/7][/games/42/history/8]"},
        {"3手目と４手と１２手目", "[/games/42/history/3][/games/42/history/4][/games/42/history/12]"},
        {"a#1 &#39; /#2 #3b remove 4 move  5 # 6 7手紙", "[/games/42/history/7]"},
        {"#00000000000000000000007", "[/games/42/history/7]"},
        {"#99999999999999999999999 #4294967297 １００３手目 2003手目 #", ""},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        assert_string_equal(links(arena, pairs[i][0]), pairs[i][1]);
    arena_free(arena);
}

static void addresses_of_this_house_are_links(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    static const char *const pairs[][2] = {
        {"https://play.example.org/games/7?x=1&y#z.", "[/games/7?x=1&y#z]"},
        {"HTTPS://Play.Example.org/help)", "[/help]"},
        {"https://play.example.org/日本", "[/]"},
        {"https://play.example.org https://play.example.org.evil/ https://play.example.org:80/ https://play.example.org@evil/", ""},
        {"https://play.example.org//evil/ https://play.example.org/\\evil", "[/]"},
        {"xhttps://play.example.org/ http://play.example.org/ javascript:alert(1)", ""},
        {"https://play.example.org/<script>\"'", "[/]"},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        assert_string_equal(links(arena, pairs[i][0]), pairs[i][1]);
    arena_free(arena);
}

static void no_text_is_too_odd(void **unused)
{
    (void)unused;
    static const char *const bits[] = {"#", "＃", "move ", "1", "７", "手", "目", "\n", "a", "&", "/", "<", "\xe2\x80\xae",
                                       "https://play.example.org", "https://play.example.org/", "x", "\r", "\xc2\x85", " "};
    enum { BITS = sizeof(bits) / sizeof(bits[0]) };
    srand(17);
    for (int round = 0; round < 3000; round++) {
        struct arena *arena = arena_new();
        struct sb text;
        sb_init(&text, arena);
        for (int n = rand() % 20; n > 0; n--)
            sb_add(&text, bits[rand() % BITS]);
        const char *clean = chat_clean(arena, text.text);
        assert_true(utf8_valid(clean, strlen(clean)));
        assert_string_equal(chat_clean(arena, clean), clean);
        links(arena, clean);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_end_is_one_and_controls_go),
        cmocka_unit_test(plies_that_exist_are_links),
        cmocka_unit_test(addresses_of_this_house_are_links),
        cmocka_unit_test(no_text_is_too_odd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
