/* The route table, row by row: what a handler may rely on, and that none was forgotten. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/site/find.h"
#include "cgi/site/router.h"
#include "cgi/site/routes.h"

static char *read_source(const char *name)
{
    char path[1024];
    const char *top = getenv("top_srcdir");
    snprintf(path, sizeof(path), "%s/%s", top ? top : getenv("RIDOTTO_TOP") ? getenv("RIDOTTO_TOP") : ".", name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot read %s", path);
    enum { ROOM = 64 * 1024 };
    char *text = calloc(1, ROOM);
    assert_non_null(text);
    assert_true(fread(text, 1, ROOM - 1, file) < ROOM - 1);
    fclose(file);
    return text;
}

static void every_post_has_a_token(void **unused)
{
    (void)unused;
    for (const struct route *r = routes_all(); r->pattern; r++) {
        /* One click from a mail program, RFC 8058: it has no cookie, and the token in the path is the proof. */
        bool one_click = !strcmp(r->pattern, "/mail/unsubscribe/{token}") || !strcmp(r->pattern, "/mail/never/{token}");
        /* Programs send a token of their own, and no cookie. */
        if (r->method == POST && !(r->flags & (CSRF | BEARER)) && !one_click)
            fail_msg("POST %s has no CSRF", r->pattern);
        if (r->method != POST && (r->flags & CSRF))
            fail_msg("%s has CSRF without being a POST", r->pattern);
    }
}

static void rows_are_whole(void **unused)
{
    (void)unused;
    for (const struct route *r = routes_all(); r->pattern; r++) {
        assert_true(r->method == GET || r->method == POST);
        assert_non_null(r->page);
        assert_true(r->pattern[0] == '/');
        int parts = 0;
        for (const char *c = r->pattern; *c; c++) {
            parts += *c == '{';
            if (*c == '{')
                assert_true(c[-1] == '/' && strchr(c, '}') && (strchr(c, '}')[1] == '/' || !strchr(c, '}')[1]));
        }
        assert_true(parts <= PATH_PARTS_MAX);
        if (r->flags & PLAIN)
            assert_true(r->who == ANYONE && r->method == GET);
    }
}

static void no_path_stands_twice(void **unused)
{
    (void)unused;
    for (const struct route *r = routes_all(); r->pattern; r++)
        for (const struct route *s = r + 1; s->pattern; s++)
            if (r->method == s->method && !strcmp(r->pattern, s->pattern))
                fail_msg("%s stands twice", r->pattern);
}

static void rows_of_one_path_stand_together(void **unused)
{
    (void)unused;
    for (const struct route *r = routes_all(); r->pattern; r++)
        for (const struct route *s = r + 1; s->pattern; s++)
            if (!strcmp(r->pattern, s->pattern) && strcmp(s[-1].pattern, s->pattern) != 0)
                fail_msg("%s stands in two places", r->pattern);
}

/* Is every path of @narrow also one of @wide? */
static bool covers(const char *wide, const char *narrow)
{
    while (*wide && *narrow) {
        if (*wide == '{') {
            wide = strchr(wide, '}') + 1;
            narrow += strcspn(narrow, "/");
        } else if (*wide++ != *narrow++) {
            return false;
        }
    }
    return !*wide && !*narrow;
}

static void no_path_hides_another(void **unused)
{
    (void)unused;
    for (const struct route *r = routes_all(); r->pattern; r++)
        for (const struct route *s = r + 1; s->pattern; s++)
            if (strcmp(r->pattern, s->pattern) != 0 && covers(r->pattern, s->pattern))
                fail_msg("%s can never be reached behind %s", s->pattern, r->pattern);
}

static bool in_table(const char *table, const char *handler)
{
    size_t n = strlen(handler);
    for (const char *at = strstr(table, handler); at; at = strstr(at + 1, handler))
        if (at[-1] == ' ' && at[n] == '}')
            return true;
    return false;
}

/* Counts the words of a folder's header that begin with page_ or act_, outside of comments, and looks for their rows. */
static int handlers_in(const char *name, const char *table)
{
    char *header = read_source(name), *rest = NULL;
    int n = 0;
    for (char *line = strtok_r(header, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *more = NULL;
        if (!strncmp(line, "/*", 2))
            continue;
        for (char *word = strtok_r(line, " ,;", &more); word; word = strtok_r(NULL, " ,;", &more)) {
            bool handler = !strncmp(word, "page_", 5) || !strncmp(word, "act_", 4);
            if (!handler || !strcmp(word, "page_function"))
                continue;
            n++;
            if (!in_table(table, word))
                fail_msg("%s is in no row of the table", word);
        }
    }
    free(header);
    return n;
}

static void every_handler_has_its_row(void **unused)
{
    (void)unused;
    char *table = read_source("cgi/site/routes.c");
    assert_true(handlers_in("cgi/pages/handlers.h", table) > 10);
    assert_true(handlers_in("cgi/account/handlers.h", table) > 20);
    assert_true(handlers_in("cgi/table/handlers.h", table) > 15);
    free(table);
}

static const char *back(struct req *rq, enum method method, const char *target)
{
    rq->method = method;
    req_target(rq, target);
    return route_back(rq);
}

static void one_is_led_back_to_a_page(void **unused)
{
    (void)unused;
    struct service service = {.set = {.url = "http://127.0.0.1:8080"}};
    struct arena *arena = arena_new();
    struct req *rq = arena_alloc(arena, sizeof(*rq));
    req_init(rq, arena, &service, 0);
    assert_string_equal(back(rq, POST, "/settings"), "/settings");
    assert_string_equal(back(rq, POST, "/sign-out"), "/");
    assert_string_equal(back(rq, POST, "/reset/abc/def"), "/reset/abc");
    assert_string_equal(back(rq, POST, "//evil.example/settings"), "/");
    assert_string_equal(back(rq, GET, "/no/such/page"), "/");
    assert_string_equal(back(rq, POST, "/reset/%E8%8A%B1%20%3F"), "/reset/%E8%8A%B1%20%3F");
    const struct route here = {.method = GET, .pattern = "/settings"};
    rq->route = &here;
    assert_string_equal(back(rq, GET, "/settings?x=%20"), "/settings?x=%20");
    assert_string_equal(back(rq, HEAD, "/settings"), "/settings");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_post_has_a_token),
        cmocka_unit_test(rows_are_whole),
        cmocka_unit_test(no_path_stands_twice),
        cmocka_unit_test(rows_of_one_path_stand_together),
        cmocka_unit_test(no_path_hides_another),
        cmocka_unit_test(every_handler_has_its_row),
        cmocka_unit_test(one_is_led_back_to_a_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
