/* Small parts of accounts: lines of a calendar, and what a browser says of itself. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/http/session.h"
#include "cgi/pages/ics.h"

static void a_line_ends_and_is_escaped_as_calendars_want_it(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct sb out;
    sb_init(&out, arena);
    ics_line(&out, "BEGIN", "VEVENT");
    ics_moment(&out, "DTSTART", INT64_C(1774785600) * 1000000 + 999999);
    ics_text(&out, "SUMMARY", "a, b; c\\d\ne\r\x01" "f");
    assert_string_equal(out.text, "BEGIN:VEVENT\r\nDTSTART:20260329T120000Z\r\nSUMMARY:a\\, b\\; c\\\\d\\nef\r\n");
    arena_free(arena);
}

/* Every line has 75 octets at the most; unfolded it is what it was, and no letter is torn. */
static void a_long_line_is_folded_between_letters(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    for (int shift = 0; shift < 4; shift++) {
        struct sb out, value, again;
        sb_init(&out, arena);
        sb_init(&value, arena);
        sb_init(&again, arena);
        for (int i = 0; i < shift; i++)
            sb_add_char(&value, 'x');
        for (int i = 0; i < 80; i++)
            sb_add(&value, "手番");
        ics_text(&out, "SUMMARY", value.text);
        const char *line = out.text;
        for (const char *end; (end = strstr(line, "\r\n")); line = end + 2) {
            assert_true(end - line <= 75);
            const char *from = line == out.text ? line : line + 1;
            assert_true(line == out.text || *line == ' ');
            assert_true(((unsigned char)*from & 0xc0) != 0x80);
            sb_add_bytes(&again, from, (size_t)(end - from));
        }
        assert_string_equal(line, "");
        assert_string_equal(again.text, arena_printf(arena, "SUMMARY:%s", value.text));
    }
    arena_free(arena);
}

static void a_browser_is_known_by_its_first_sign(void **unused)
{
    (void)unused;
    static const struct { const char *says, *browser, *system; } known[] = {
        {"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox", "Linux"},
        {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36", "Chrome", "Windows"},
        {"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0", "Edge", "Windows"},
        {"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15", "Safari", "macOS"},
        {"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1", "Safari", "iPhone"},
        {"Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1", "Chrome", "iPad"},
        {"Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36", "Samsung Internet", "Android"},
        {"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36", "Chrome", "ChromeOS"},
        {"curl/8.5.0", "curl", NULL},
        {"", NULL, NULL},
        {"something new", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        struct device device = device_of(known[i].says);
        if (known[i].browser)
            assert_string_equal(device.browser, known[i].browser);
        else
            assert_null(device.browser);
        if (known[i].system)
            assert_string_equal(device.system, known[i].system);
        else
            assert_null(device.system);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_ends_and_is_escaped_as_calendars_want_it),
        cmocka_unit_test(a_long_line_is_folded_between_letters),
        cmocka_unit_test(a_browser_is_known_by_its_first_sign),
    };
    return cmocka_run_group_tests_name("account", tests, NULL, NULL);
}
