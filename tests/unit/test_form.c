/* What comes from outside: UTF-8, forms, paths, cookies, languages, names, where one may be led. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/account/account.h"
#include "cgi/http/req.h"
#include "cgi/base/token.h"
#include "cgi/base/url.h"
#include "cgi/base/parse.h"

static struct service service = {.set = {.url = "http://127.0.0.1:8080"},
                             .languages = {.words = {{"en", "English", NULL, NULL}, {"ja", "日本語", NULL, NULL}}, .n = 2}};
static struct arena *arena;
static struct req *rq;

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    rq = arena_alloc(arena, sizeof(*rq));
    req_init(rq, arena, &service, 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static bool decode(const char *text, struct err *err)
{
    rq->form.n = 0;
    return form_decode(arena, text, strlen(text), &rq->form, err);
}

static void utf8_is_checked_strictly(void **unused)
{
    (void)unused;
    static const char *const good[] = {"", "a", "ü", "日本語", "\xf0\x9f\x8e\xb2", "\xef\xbf\xbd"};
    static const char *const bad[] = {"\x80", "\xc0\xaf", "\xc3", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf0\x80\x80\xaf",
                                      "\xf4\x90\x80\x80", "\xff", "a\xe6\x97", "\xe6\x97" "a"};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        assert_true(utf8_valid(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(utf8_valid(bad[i], strlen(bad[i])));
    assert_false(utf8_valid("a\0b", 3));
    assert_int_equal(utf8_length("日本語"), 3);
}

static void fields_keep_their_order(void **unused)
{
    (void)unused;
    struct err err = {0};
    assert_true(decode("step=build&tile=porta-3&step=end+of%20turn&&empty=&bare&x=%E6%97%A5", &err));
    assert_int_equal(rq->form.n, 6);
    assert_string_equal(rq->form.field[2].name, "step");
    assert_string_equal(rq->form.field[2].value, "end of turn");
    assert_string_equal(req_field(&rq->form, "step"), "build");
    assert_string_equal(req_field(&rq->form, "empty"), "");
    assert_string_equal(req_field(&rq->form, "bare"), "");
    assert_string_equal(req_field(&rq->form, "x"), "日");
    assert_null(req_field(&rq->form, "none"));
}

static void broken_fields_are_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"a=%", "a=%4", "a=%4g", "a=%zz", "a=%ff", "a=%00", "%80=1", "a=\xff"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct err err = {0};
        assert_false(decode(bad[i], &err));
        assert_int_equal(err.code, ERR_INPUT);
    }
}

static void too_many_fields_are_refused(void **unused)
{
    (void)unused;
    struct err err = {0};
    struct sb sb;
    sb_init(&sb, arena);
    for (int i = 0; i < FIELDS_MAX; i++)
        sb_add(&sb, "a=1&");
    assert_true(decode(sb.text, &err));
    sb_add(&sb, "a=1");
    assert_false(decode(sb.text, &err));
    assert_int_equal(err.code, ERR_INPUT);
}

static void json_gives_the_same_fields(void **unused)
{
    (void)unused;
    struct err err = {0};
    static const char text[] = "{\"name\":\"Anna\",\"ply\":17,\"private\":true,\"moves\":[\"end\"],\"none\":null,\"seats\":2.5}";
    struct json_object *json = arena_json(arena, jparse(text, sizeof(text) - 1));
    assert_true(form_from_json(arena, json, &rq->form, &err));
    assert_int_equal(rq->form.n, 5);
    assert_string_equal(req_field(&rq->form, "seats"), "2.5");
    assert_null(req_field(&rq->form, "none"));
    assert_string_equal(req_field(&rq->form, "name"), "Anna");
    assert_string_equal(req_field(&rq->form, "ply"), "17");
    assert_string_equal(req_field(&rq->form, "private"), "1");
    json = arena_json(arena, jset(jobj(), "name", json_object_new_string_len("a\0b", 3)));
    assert_false(form_from_json(arena, json, &rq->form, &err));
}

static void texts_are_trimmed_and_measured_in_characters(void **unused)
{
    (void)unused;
    struct err err = {0};
    const char *text;
    assert_true(decode("name=+%E3%80%80%E6%97%A5%E6%9C%AC%E3%80%80+&blank=+++", &err));
    assert_true(form_text(&rq->form, arena, "name", 2, 2, &text, &err));
    assert_string_equal(text, "日本");
    assert_false(form_text(&rq->form, arena, "name", 3, 9, &text, &err));
    assert_string_equal(err.what, "name");
    assert_false(form_text(&rq->form, arena, "name", 1, 1, &text, &err));
    assert_false(form_text(&rq->form, arena, "blank", 1, 9, &text, &err));
    assert_true(form_text(&rq->form, arena, "blank", 0, 9, &text, &err));
    assert_false(form_text(&rq->form, arena, "other", 1, 9, &text, &err));
}

static void numbers_are_whole_and_within_bounds(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"", " 1", "1 ", "+1", "1.0", "0x1", "1e3",
                                      "99999999999999999999", "11", "-1", "one"};
    int64_t n;
    assert_true(parse_number("10", 0, 10, &n));
    assert_int_equal(n, 10);
    assert_true(parse_number("-5", -5, 10, &n));
    assert_int_equal(n, -5);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(parse_number(bad[i], 0, 10, &n));
    assert_false(parse_number(NULL, 0, 10, &n));
}

static void paths_are_decoded_once(void **unused)
{
    (void)unused;
    req_target(rq, "/people/%E8%8A%B1+%2541?x=1?2");
    assert_string_equal(rq->path, "/people/花+%41");
    assert_string_equal(rq->query_string, "x=1?2");
    req_target(rq, "/a%ffb");
    assert_null(rq->path);
    req_target(rq, "/a%00");
    assert_null(rq->path);
    req_target(rq, "*");
    assert_null(rq->path);
    req_target(rq, "/people/花?x=\xff");
    assert_string_equal(rq->path, "/people/花");
    assert_string_equal(rq->target, "/people/%E8%8A%B1?x=%FF");
}

static void cookies_are_found_by_their_whole_name(void **unused)
{
    (void)unused;
    req_header(rq, "cookie", "xlang=no; lang=ja;flash=");
    req_header(rq, "Cookie", "visitor=v");
    assert_string_equal(req_cookie(rq, "lang"), "ja");
    assert_string_equal(req_cookie(rq, "flash"), "");
    assert_string_equal(req_cookie(rq, "visitor"), "v");
    assert_null(req_cookie(rq, "lan"));
}

static void only_a_proxy_on_this_machine_is_believed(void **unused)
{
    (void)unused;
    rq->peer = rq->remote = "203.0.113.9";
    const char made[] = "made here";
    memcpy(rq->id, made, sizeof(made));
    req_header(rq, "X-Request-Id", "chosen-far-away");
    assert_string_equal(rq->id, made);
    req_header(rq, "X-Forwarded-For", "10.0.0.1");
    req_header(rq, "X-Forwarded-Proto", "https");
    assert_string_equal(rq->remote, "203.0.113.9");
    assert_false(rq->secure);
    rq->peer = rq->remote = "127.0.0.1";
    req_header(rq, "X-Request-Id", "a name\n");
    assert_string_equal(rq->id, made);
    req_header(rq, "x-request-id", "Chosen.here_1-2");
    assert_string_equal(rq->id, "Chosen.here_1-2");
    req_header(rq, "X-Forwarded-For", "6.6.6.6, 198.51.100.7");
    req_header(rq, "X-Forwarded-Proto", "https");
    assert_string_equal(rq->remote, "198.51.100.7");
    assert_true(rq->secure);
}

static void a_proxy_elsewhere_is_believed_where_the_settings_name_it(void **unused)
{
    (void)unused;
    struct service behind = {.set = {.proxies = "10.0.0.2, 10.0.0.3"}};
    struct service *before = rq->service;
    rq->service = &behind;
    rq->peer = rq->remote = "10.0.0.3";
    req_header(rq, "X-Forwarded-For", "198.51.100.7");
    req_header(rq, "X-Forwarded-Proto", "https");
    assert_string_equal(rq->remote, "198.51.100.7");
    assert_true(rq->secure);
    rq->peer = rq->remote = "10.0.0.33";
    req_header(rq, "X-Forwarded-For", "198.51.100.7");
    assert_string_equal(rq->remote, "10.0.0.33");
    rq->service = before;
}

static void who_sits_at_this_machine_is_one_idea(void **unused)
{
    (void)unused;
    static const struct { const char *remote; bool here; } visitors[] = {
        {"127.0.0.1", true}, {"127.8.8.8", true}, {"::1", true}, {"::ffff:127.0.0.1", true}, {"unix:", true},
        {"", false}, {"128.0.0.1", false}, {"::ffff:128.0.0.1", false}, {"::2", false}, {"1270.0.0.1", false},
    };
    for (size_t i = 0; i < sizeof(visitors) / sizeof(visitors[0]); i++) {
        rq->remote = visitors[i].remote;
        if (req_from_here(rq) != visitors[i].here)
            fail_msg("'%s' %s this machine", visitors[i].remote, visitors[i].here ? "is not" : "is");
    }
}

static void visitors_are_counted_by_what_one_of_them_has(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"203.0.113.9", "203.0.113.9"}, {"::ffff:203.0.113.9", "203.0.113.9"}, {"unix:", "unix:"}, {"", ""},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"}, {"2001:DB8:1:2::9", "2001:db8:1:2::"}, {"2001:db8:1:3::9", "2001:db8:1:3::"},
        {"fe80::1%eth0", "fe80::1%eth0"}, {"no address", "no address"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        rq->remote = cases[i][0];
        assert_string_equal(req_network(rq), cases[i][1]);
    }
}

static void the_browser_s_languages_are_weighed(void **unused)
{
    (void)unused;
    static const struct {
        const char *header, *lang;
    } cases[] = {
        {"", "en"},
        {"ja", "ja"},
        {"ja-JP,ja;q=0.9,en-US;q=0.8", "ja"},
        {"de-DE, en;q=0.3, ja;q=0.7", "ja"},
        {"en-GB,en;q=0.9,ja;q=0.8", "en"},
        {"fr", "en"},
        {"ja;q=0", "en"},
        {"jav, en;q=0.1", "en"},
        {"*", "en"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        rq->accept_language = cases[i].header;
        assert_string_equal(lang_choose(rq), cases[i].lang);
    }
    rq->cookie_header = "lang=ja";
    assert_string_equal(lang_choose(rq), "ja");
    rq->who.lang = "en";
    assert_string_equal(lang_choose(rq), "en");
}

static void accept_is_weighed(void **unused)
{
    (void)unused;
    assert_int_equal(accept_quality("text/html, application/json;q=0.5", "application/json"), 500);
    assert_int_equal(accept_quality("text/html, application/json;q=0.5", "text/html"), 1000);
    assert_int_equal(accept_quality("*/*", "application/json"), 0);
    assert_int_equal(accept_quality("application/json; charset=utf-8; q=0.25", "application/json"), 250);
}

static void nobody_is_led_out_of_the_house(void **unused)
{
    (void)unused;
    static const char *const good[] = {"/", "/games/42", "/games?x=1&y=2", "/people/%E8%8A%B1"};
    static const char *const bad[] = {"", "games", "//evil.example", "/\\evil.example", "https://evil.example",
                                      "/\t/evil.example",
                                      "/a\r\nSet-Cookie: x=1", "/a b", "javascript:alert(1)", "/games\\..\\x"};
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        assert_true(url_local(good[i]));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(url_local(bad[i]));
    assert_false(url_local(NULL));
    assert_string_equal(url_sign_in(arena, "/games/42?x=1"), "/sign-in?next=%2Fgames%2F42%3Fx%3D1");
    assert_string_equal(url_sign_in(arena, "//evil.example"), "/sign-in");
}

static void addresses_are_checked(void **unused)
{
    (void)unused;
    static const char *const emails[] = {"anna@example.org", "a.b+c@mail.example.org", "x_y@a-b.example"};
    static const char *const bad_emails[] = {"anna", "@x.org", "a@", "a@b@c", "a b@c.org", "a@localhost", "a@10.0.0.1",
                                             "a@-b.org", "a@b.", "a@b..org", "a@b,c@d", "a\r\nBcc:x@y"};
    for (size_t i = 0; i < sizeof(emails) / sizeof(emails[0]); i++)
        assert_true(account_email_fits(emails[i]));
    for (size_t i = 0; i < sizeof(bad_emails) / sizeof(bad_emails[0]); i++)
        assert_false(account_email_fits(bad_emails[i]));
}

static void tokens_have_one_shape(void **unused)
{
    (void)unused;
    char one[TOKEN_TEXT], two[TOKEN_TEXT];
    token_make(one);
    token_make(two);
    assert_true(token_shaped(one));
    assert_string_not_equal(one, two);
    one[3] = '/';
    assert_false(token_shaped(one));
    assert_false(token_shaped("short"));
    assert_false(token_shaped(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(utf8_is_checked_strictly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fields_keep_their_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(broken_fields_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_many_fields_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(json_gives_the_same_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(texts_are_trimmed_and_measured_in_characters, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_are_whole_and_within_bounds, set_up, tear_down),
        cmocka_unit_test_setup_teardown(paths_are_decoded_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cookies_are_found_by_their_whole_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_a_proxy_on_this_machine_is_believed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_proxy_elsewhere_is_believed_where_the_settings_name_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_sits_at_this_machine_is_one_idea, set_up, tear_down),
        cmocka_unit_test_setup_teardown(visitors_are_counted_by_what_one_of_them_has, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_browser_s_languages_are_weighed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(accept_is_weighed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_is_led_out_of_the_house, set_up, tear_down),
        cmocka_unit_test_setup_teardown(addresses_are_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tokens_have_one_shape, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
