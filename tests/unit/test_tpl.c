/* Templates: what the public specification does not say, and that garbage does no harm. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cgi/base/arena.h"
#include "cgi/base/jsonx.h"
#include "cgi/base/values.h"
#include "cgi/tpl/tpl.h"

enum { ROUNDS = 5000 };

struct fixture {
    struct arena *arena;
    char dir[64];
    char why[300];
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));
    f->arena = arena_new();
    snprintf(f->dir, sizeof(f->dir), "/tmp/test_tpl.XXXXXX");
    *state = f;
    return mkdtemp(f->dir) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    char command[100];
    snprintf(command, sizeof(command), "rm -rf '%s'", f->dir);
    int status = system(command);
    arena_free(f->arena);
    free(f);
    return status;
}

static void write_file(const struct fixture *f, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof(path), "%s/%s", f->dir, name);
    char *slash = strrchr(path + strlen(f->dir) + 1, '/');
    if (slash) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static enum key key_for(void *set, const char *name)
{
    return tpl_key(set, name);
}

/* What templates of @set can ask for of a text of JSON. */
static const struct value *value_from(struct arena *arena, struct tpl_set *set, const char *text)
{
    struct json_object *json = jparse(text, strlen(text));
    assert_non_null(json);
    return value_of_json(arena, arena_json(arena, json), key_for, set);
}

/* The text of a template of @set, on the arena; @missing as in tpl_render. */
static const char *render(struct fixture *f, struct tpl_set *set, const char *name, const char *data,
                          struct sb *missing)
{
    struct sb out;
    sb_init(&out, f->arena);
    assert_true(tpl_render(set, name, value_from(f->arena, set, data), &out, missing));
    return out.text;
}

/* One template and up to two partials, "a" and "b". */
static const char *once(struct fixture *f, const char *template, const char *a, const char *b, const char *data)
{
    const char *const names[] = {"main", "a", "b"}, *const texts[] = {template, a, b};
    struct tpl_set *set = tpl_load_texts(names, texts, b ? 3 : a ? 2 : 1, NULL, f->why, sizeof(f->why));
    if (!set)
        fail_msg("%s", f->why);
    const char *text = render(f, set, "main", data, NULL);
    tpl_free(set);
    return text;
}

static void numbers_print_short(void **state)
{
    assert_string_equal(once(*state, "{{a}} {{b}} {{c}} {{d}} {{e}} {{f}} {{g}}", NULL, NULL,
                             "{\"a\":1.50,\"b\":2.0,\"c\":0.1,\"d\":-7,\"e\":9223372036854775807,\"f\":true,\"g\":{}}"),
                        "1.5 2 0.1 -7 9223372036854775807 true ");
}

static void zero_and_the_empty_text_are_false(void **state)
{
    assert_string_equal(once(*state, "{{#a}}a{{/a}}{{^a}}A{{/a}}{{#b}}b{{/b}}{{^b}}B{{/b}}{{#c}}c{{/c}}{{#d}}d{{/d}}",
                             NULL, NULL, "{\"a\":0,\"b\":\"\",\"c\":\"0\",\"d\":{}}"),
                        "ABcd");
}

static void five_characters_are_escaped(void **state)
{
    assert_string_equal(once(*state, "<a title='{{a}}'>{{{a}}}", NULL, NULL, "{\"a\":\"<&>\\\"'\"}"),
                        "<a title='&lt;&amp;&gt;&quot;&#39;'><&>\"'");
}

static void an_inner_list_hides_an_outer_name_only_if_it_has_it(void **state)
{
    assert_string_equal(once(*state, "{{#list}}{{n}}{{x}};{{/list}}", NULL, NULL,
                             "{\"x\":\"o\",\"list\":[{\"n\":1},{\"n\":2,\"x\":null},{\"n\":3,\"x\":\"i\"}]}"),
                        "1o;2;3i;");
}

static void a_layout_gets_its_blocks(void **state)
{
    assert_string_equal(once(*state, "{{<a}}\n  {{$title}}{{x}} & co{{/title}}\n"
                                     "  {{$main}}\n    <p>\n      {{x}}\n    </p>\n"
                                     "  {{/main}}\n{{/a}}\n",
                             "<title>{{$title}}Ridotto{{/title}}</title>\n<main>\n  {{$main}}\n  {{/main}}\n</main>\n",
                             NULL,
                             "{\"x\":\"X\"}"),
                        "<title>X & co</title>\n<main>\n  <p>\n    X\n  </p>\n</main>\n");
}

static void a_block_in_a_block_belongs_to_the_template_it_is_written_in(void **state)
{
    assert_string_equal(once(*state, "{{<a}}{{$t}}page{{/t}}{{$main}}{{<b}}{{$t}}card{{/t}}{{/b}}{{/main}}{{/a}}",
                             "[{{$t}}{{/t}}] {{$main}}{{/main}}", "({{$t}}{{/t}})", "{}"),
                        "[page] (card)");
}

static void a_partial_is_indented_with_its_sections(void **state)
{
    assert_string_equal(once(*state, "<ul>\n  {{>a}}\n</ul>\n", "{{#l}}\n<li>\n  {{.}}\n</li>\n{{/l}}\n", NULL,
                             "{\"l\":[1,2]}"),
                        "<ul>\n  <li>\n    1\n  </li>\n  <li>\n    2\n  </li>\n</ul>\n");
}

static void a_partial_may_call_itself(void **state)
{
    assert_string_equal(once(*state, "{{>a}}", "{{n}}({{#kids}}{{>a}}{{/kids}})", NULL,
                             "{\"n\":1,\"kids\":[{\"n\":2,\"kids\":[{\"n\":3,\"kids\":[]}]},{\"n\":4,\"kids\":[]}]}"),
                        "1(2(3())4())");
}

static void endless_templates_come_to_an_end(void **state)
{
    struct fixture *f = *state;
    static const char *const bodies[] = {
        "x{{>main}}", "{{>main}}{{>main}}", "{{<main}}{{$a}}{{>main}}{{/a}}{{/main}}{{$a}}{{/a}}",
        "{{#.}}{{>main}}{{>main}}{{/.}}", "{{$a}}{{<main}}{{$a}}y{{/a}}{{/main}}{{/a}}"};
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        const char *name = "main";
        struct sb out;
        sb_init(&out, f->arena);
        struct tpl_set *set = tpl_load_texts(&name, &bodies[i], 1, NULL, f->why, sizeof(f->why));
        assert_non_null(set);
        bool ended = tpl_render(set, name, value_from(f->arena, set, "{\"a\":1}"), &out, NULL);
        assert_int_equal(ended, i == 4); /* the last one fills its own block with a letter */
        tpl_free(set);
    }
}

static void missing_names_are_told_once(void **state)
{
    struct fixture *f = *state;
    const char *name = "main", *text = "{{a}}{{b}}{{b}}{{#c.d}}{{/c.d}}{{^e}}{{f}}{{/e}}{{ab}}{{.}}";
    struct sb missing;
    sb_init(&missing, f->arena);
    struct tpl_set *set = tpl_load_texts(&name, &text, 1, NULL, f->why, sizeof(f->why));
    render(f, set, name, "{\"a\":null,\"c\":{}}", &missing);
    assert_string_equal(missing.text, "b,c.d,e,f,ab");
    assert_false(tpl_render(set, "none", NULL, &missing, NULL));
    tpl_free(set);
}

static void mistakes_name_file_and_line(void **state)
{
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"\n{{a", "x.html:2: a tag that is not closed: '{{a'"},
        {"\n\n{{#a}}\n", "x.html:3: never closed: 'a'"},
        {"{{#a}}{{/b}}", "x.html:1: closed by another name: 'a'"},
        {"\n{{/a}}", "x.html:2: nothing is open that could be closed by 'a'"},
        {"{{}}", "x.html:1: a tag without a name"},
        {"{{a b}}", "x.html:1: a name with a blank inside: 'a b'"},
        {"{{=a=}}", "x.html:1: not two delimiters: 'a'"},
        {"{{<x.html}}{{y}}{{/x.html}}", "x.html:1: only blocks may stand directly in a parent, not 'y'"},
        {"\n{{>no.html}}", "x.html:2: there is no template 'no.html'"},
        {"\n{{{name}}}", "x.html:2: only names that end with _html may go unescaped, not 'name'"},
        {"\n{{! as {{<x.html}} }}", "x.html:2: a comment with a tag inside: '{{<x.html}}'"},
        {"\n{{#t}}a", "x.html:2: a message that is not closed"},
        {"{{#t}}a {{#b}}{{/b}}{{/t}}", "x.html:1: a message holds words and values only, not '{{#b}}'"},
        {"{{#t}}{{n:coins}}{{/t}}", "x.html:1: message: not a name with two forms: 'n:coins'"},
        {"{{n:one coin|# coins}}", "x.html:1: a name with a blank inside: 'n:one coin|# coins'"},
        {"{{#t}} {{/t}}", "x.html:1: an empty message"},
        {"\n{{#x}}{{no_such_name}}{{/x}}", "x.html:2: nothing is called 'no_such_name'"},
        {"{{#name.no_such_name}}{{/name.no_such_name}}", "x.html:1: nothing is called 'name.no_such_name'"},
        {"{{#t}}a {{no_such_name:1|2}}{{/t}}", "x.html:1: message: nothing is called 'no_such_name'"},
    };
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        write_file(f, "x.html", wrong[i].text);
        assert_null(tpl_load(f->dir, NULL, f->why, sizeof(f->why)));
        assert_int_equal(strncmp(f->why, f->dir, strlen(f->dir)), 0);
        assert_string_equal(f->why + strlen(f->dir) + 1, wrong[i].why);
    }
    write_file(f, "x.html", "");
    assert_null(tpl_load("/nowhere", NULL, f->why, sizeof(f->why)));
    assert_string_equal(f->why, "/nowhere: No such file or directory");
}

static void a_folder_is_loaded_with_its_folders(void **state)
{
    struct fixture *f = *state;
    write_file(f, "page.html", "{{<layout.html}}{{$main}}{{>carrara/board.svg}}{{/main}}{{/layout.html}}");
    write_file(f, "layout.html", "<main>{{$main}}{{/main}}</main>");
    write_file(f, "carrara/board.svg", "<svg>{{x}}</svg>");
    write_file(f, "carrara/layout.json", "{{");
    write_file(f, "mail.txt", "{{x}}");
    struct tpl_set *set = tpl_load(f->dir, NULL, f->why, sizeof(f->why));
    if (!set)
        fail_msg("%s", f->why);
    assert_true(tpl_has(set, "carrara/board.svg"));
    assert_false(tpl_has(set, "carrara/layout.json"));
    assert_string_equal(render(f, set, "page.html", "{\"x\":\"<\"}", NULL), "<main><svg>&lt;</svg></main>");
    assert_string_equal(render(f, set, "mail.txt", "{\"x\":\"<\"}", NULL), "<");
    tpl_free(set);
}

static void messages_are_compiled_in_their_language(void **state)
{
    struct fixture *f = *state;
    write_file(f, "ja.po", "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
                           "msgid \"{{name}} sits <b>down</b> at {{game.id}}\"\n"
                           "msgstr \"{{game.id}}に{{name}}さんが<b>着席</b>\"\n\n"
                           "msgctxt \"sea\"\nmsgid \"Other\"\nmsgstr \"別の海\"\n");
    write_file(f, "x.html", "<p>\n  {{#t}} {{name}} sits\n  <b>down</b>\tat {{game.id}} {{/t}}\n"
                           "</p>{{#t}}Other{{/t}}{{#t sea}}Other{{/t}}\n");
    const char *data = "{\"name\":\"<A>\",\"game\":{\"id\":7}}";
    struct catalogue *cat = text_load(f->dir, "ja", f->why, sizeof(f->why));
    assert_non_null(cat);
    struct tpl_set *set = tpl_load(f->dir, cat, f->why, sizeof(f->why));
    assert_non_null(set);
    assert_string_equal(render(f, set, "x.html", data, NULL),
                        "<p>\n  7に&lt;A&gt;さんが<b>着席</b>\n</p>Other別の海\n");
    tpl_free(set);
    set = tpl_load(f->dir, NULL, f->why, sizeof(f->why));
    assert_string_equal(render(f, set, "x.html", data, NULL), "<p>\n  &lt;A&gt; sits <b>down</b> at 7\n</p>OtherOther\n");
    tpl_free(set);
    text_free(cat);
}

static void a_number_chooses_its_form_in_a_message(void **state)
{
    struct fixture *f = *state;
    write_file(f, "x.html", "{{#lines}}{{#t}}{{n:one coin|# coins}} & {{a.x:1|<b>#</b>}}.{{/t}} {{/lines}}");
    struct tpl_set *set = tpl_load(f->dir, NULL, f->why, sizeof(f->why));
    if (!set)
        fail_msg("%s", f->why);
    const char *data = "{\"a\":{\"x\":2},\"lines\":[{\"n\":1},{\"n\":0},{\"n\":12},{\"n\":\"<\"}]}";
    assert_string_equal(render(f, set, "x.html", data, NULL),
                        "one coin & <b>2</b>. 0 coins & <b>2</b>. 12 coins & <b>2</b>. &lt; coins & <b>2</b>. ");
    tpl_free(set);
}

static void a_number_in_a_message_has_a_true_minus(void **state)
{
    struct fixture *f = *state;
    write_file(f, "x.html", "<g x=\"{{n}}\">{{#t}}about {{n}}, {{n:one coin|# coins}}{{/t}}</g>");
    struct tpl_set *set = tpl_load(f->dir, NULL, f->why, sizeof(f->why));
    assert_non_null(set);
    assert_string_equal(render(f, set, "x.html", "{\"n\":-11}", NULL), "<g x=\"-11\">about −11, −11 coins</g>");
    tpl_free(set);
}

static void without_a_catalogue_t_is_a_name(void **state)
{
    assert_string_equal(once(*state, "{{#t}}a{{/t}}", NULL, NULL, "{}"), "");
}

static uint32_t draw(uint32_t *chance, uint32_t n)
{
    *chance = *chance * 1664525 + 1013904223;
    return (*chance >> 8) % n;
}

/* A random template: mostly well nested, now and then with a piece of garbage. */
static void grow(struct sb *text, uint32_t *chance, int deep)
{
    static const char *const pieces[] = {
        "{{.}}", "{{a}}", "{{a.b}}", "{{&a}}", "{{{a}}}", "{{>a}}", "{{>main}}", "{{! c }}",
        "{{=<% %>=}}<%a%><%={{ }}=%>", "\n", "\n", "\n", "  ", "\t", "\r\n", "x", "\xe3\x81\x82",
        "{{=<% %>=}}", "{{", "}}", "{{{", "{{#a}}", "{{/a}}", "{", "}", "{{=", "\xff"};
    enum { N = sizeof(pieces) / sizeof(pieces[0]), GOOD = 17 };
    static const char *const around[][2] = {
        {"{{#a}}", "{{/a}}"}, {"{{^b}}", "{{/b}}"}, {"{{#.}}", "{{/.}}"}, {"{{$a}}", "{{/a}}"}, {"{{#t}}", "{{/t}}"},
        {"{{<a}}{{$a}}", "{{/a}}{{/a}}"}, {"{{<main}}{{$b}}", "{{/b}}{{/main}}"}};
    for (uint32_t n = draw(chance, 6); n > 0; n--) {
        if (deep < 5 && draw(chance, 3) == 0) {
            const char *const *tags = around[draw(chance, sizeof(around) / sizeof(around[0]))];
            sb_add(text, tags[0]);
            grow(text, chance, deep + 1);
            sb_add(text, tags[1]);
        } else {
            sb_add(text, pieces[draw(chance, draw(chance, 30) ? GOOD : N)]);
        }
    }
}

/* None may crash or hang, whether refused or rendered. */
static void garbage_does_no_harm(void **state)
{
    static const char json[] = "{\"a\":[{\"b\":1},\"s\",[1,2],null],\"b\":{\"a\":false}}";
    struct fixture *f = *state;
    struct catalogue *cat = text_load("", "en", f->why, sizeof(f->why));
    uint32_t chance = 1;
    int refused = 0, rendered = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct arena *arena = arena_new();
        struct sb text[2], out;
        const char *names[2] = {"main", "a"}, *texts[2];
        for (int i = 0; i < 2; i++) {
            sb_init(&text[i], arena);
            grow(&text[i], &chance, 0);
            texts[i] = text[i].text;
        }
        sb_init(&out, arena);
        struct tpl_set *set = tpl_load_texts(names, texts, 2, round % 2 ? cat : NULL, f->why, sizeof(f->why));
        if (!set)
            refused++;
        else if (tpl_render(set, "main", value_from(arena, set, json), &out, NULL))
            rendered++;
        tpl_free(set);
        arena_free(arena);
    }
    print_message("# %d refused, %d rendered, %d without end\n", refused, rendered, ROUNDS - refused - rendered);
    assert_true(refused > ROUNDS / 20 && rendered > ROUNDS / 20);
    text_free(cat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_print_short),
        cmocka_unit_test(zero_and_the_empty_text_are_false),
        cmocka_unit_test(five_characters_are_escaped),
        cmocka_unit_test(an_inner_list_hides_an_outer_name_only_if_it_has_it),
        cmocka_unit_test(a_layout_gets_its_blocks),
        cmocka_unit_test(a_block_in_a_block_belongs_to_the_template_it_is_written_in),
        cmocka_unit_test(a_partial_is_indented_with_its_sections),
        cmocka_unit_test(a_partial_may_call_itself),
        cmocka_unit_test(endless_templates_come_to_an_end),
        cmocka_unit_test(missing_names_are_told_once),
        cmocka_unit_test(mistakes_name_file_and_line),
        cmocka_unit_test(a_folder_is_loaded_with_its_folders),
        cmocka_unit_test(messages_are_compiled_in_their_language),
        cmocka_unit_test(a_number_chooses_its_form_in_a_message),
        cmocka_unit_test(a_number_in_a_message_has_a_true_minus),
        cmocka_unit_test(without_a_catalogue_t_is_a_name),
        cmocka_unit_test(garbage_does_no_harm),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
