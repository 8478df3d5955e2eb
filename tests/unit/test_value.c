/* Trees of values: building, reading, comparing, and their JSON. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/base/jsonx.h"
#include "cgi/base/values.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

static const char *printed(struct arena *arena, const struct value *value)
{
    struct sb out;
    sb_init(&out, arena);
    value_print(value, &out);
    return out.text;
}

static struct value *from(struct arena *arena, const char *text)
{
    struct json_object *json = jparse(text, strlen(text));
    assert_true(json || !strcmp(text, "null"));
    return value_of_json(arena, arena_json(arena, json), NULL, NULL);
}

static void keys_are_sorted_and_found_by_their_names(void **unused)
{
    (void)unused;
    for (int key = 1; key < KEY_COUNT; key++) {
        const char *name = key_name((enum key)key);
        assert_true(strcmp(key_name((enum key)(key - 1)), name) < 0);
        assert_int_equal(key_of(name, strlen(name)), key);
    }
    assert_int_equal(key_of("no such name", 12), KEY_NONE);
    assert_int_equal(key_of("placement", 5), K_place); /* only as far as is told */
    assert_int_equal(key_of("", 0), KEY_NONE);
}

/* Pages and orders tell verbs and arguments by their names. */
static void words_of_orders_are_keys(void **unused)
{
    (void)unused;
    for (const struct rules *const *rules = rules_all(); *rules; rules++)
        for (const struct verb *verb = (*rules)->orders ? (*rules)->orders->verbs : NULL; verb && verb->name; verb++) {
            assert_int_not_equal(key_of(verb->name, strlen(verb->name)), KEY_NONE);
            for (const struct arg *arg = verb->args; arg && arg->name; arg++)
                assert_int_not_equal(key_of(arg->name, strlen(arg->name)), KEY_NONE);
        }
}

static void a_tree_reads_as_it_was_built(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct value *tree = new_object(arena), *list = put_list(tree, K_list);
    char passing[] = "gone soon";
    put_bool(put_int(put_text(tree, K_name, "Anna"), K_n, -7), K_me, true);
    put_copy(tree, K_text, passing);
    memset(passing, 'x', sizeof(passing) - 1);
    put_null(tree, K_url);
    add_text(add_int(list, 3), "x");
    put_int(add_object(list), K_ply, 9);
    assert_string_equal(get_text(tree, K_name), "Anna");
    assert_string_equal(get_text(tree, K_text), "gone soon");
    assert_int_equal(get_int(tree, K_n), -7);
    assert_true(get_bool(tree, K_me));
    assert_int_equal(get_int(value_at(list, 2), K_ply), 9);
    assert_int_equal(value_n(list), 3);
    assert_null(value_at(list, 3));
    struct value *child = list;
    assert_true(value_find(tree, K_url, &child)); /* null is there */
    assert_null(child);
    assert_false(value_find(tree, K_ply, &child));
    assert_string_equal(printed(arena, tree), "{\"list\":[3,\"x\",{\"ply\":9}],\"name\":\"Anna\",\"n\":-7,\"me\":true,"
                                              "\"text\":\"gone soon\",\"url\":null}");
    arena_free(arena);
}

static void what_is_put_again_takes_the_place_of_the_first(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct value *tree = new_object(arena);
    put_int(put_int(put_int(tree, K_n, 1), K_ply, 2), K_n, 3);
    assert_string_equal(printed(arena, tree), "{\"n\":3,\"ply\":2}");
    arena_free(arena);
}

static void wrong_kinds_read_as_nothing(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct value *tree = from(arena, "{\"n\":\"7\",\"name\":7,\"me\":1,\"list\":{}}");
    assert_int_equal(get_int(tree, K_n), 0);
    assert_null(get_text(tree, K_name));
    assert_false(get_bool(tree, K_me));
    assert_null(get(get(tree, K_name), K_name));
    assert_int_equal(value_n(get(tree, K_n)), 0);
    assert_int_equal(value_n(NULL), 0);
    assert_null(get(NULL, K_n));
    arena_free(arena);
}

/* More members and items than the first space holds, and more than one piece of memory. */
static void trees_grow(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct value *tree = new_object(arena), *list = new_list(arena);
    for (int key = 1; key < KEY_COUNT; key++)
        put_int(tree, (enum key)key, key);
    for (int key = 1; key < KEY_COUNT; key++)
        assert_int_equal(get_int(tree, (enum key)key), key);
    for (int i = 0; i < 100000; i++)
        add_int(list, i);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(value_at(list, (size_t)i)->u.number, i);
    arena_free(arena);
}

/* Of every size, and with keys that are 64 apart, which share a bit of what an object knows at once. */
static void only_what_was_put_is_found(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    for (int step = 1; step <= 64; step += 63)
        for (int size = 0; size <= 40 && 1 + size * step < KEY_COUNT; size++) {
            struct value *tree = new_object(arena), *child;
            for (int i = 0; i < size; i++)
                put_bool(tree, (enum key)(1 + i * step), i % 2);
            for (int key = 0; key < KEY_COUNT; key++) {
                bool there = key > 0 && (key - 1) % step == 0 && (key - 1) / step < size;
                assert_int_equal(value_find(tree, (enum key)key, &child), there);
                assert_int_equal(get_bool(tree, (enum key)key), there && (key - 1) / step % 2);
            }
        }
    arena_free(arena);
}

static void lists_turn_round_and_lose_their_last(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct value *list = new_list(arena);
    value_reverse(list);
    value_drop_last(list);
    assert_string_equal(printed(arena, list), "[]");
    for (int i = 1; i <= 4; i++)
        add_int(list, i);
    value_reverse(list);
    assert_string_equal(printed(arena, list), "[4,3,2,1]");
    value_drop_last(list);
    value_reverse(list);
    value_set_at(list, 1, new_text(arena, "b"));
    assert_string_equal(printed(arena, list), "[2,\"b\",4]");
    arena_free(arena);
}

static void equal_means_the_same_throughout(void **unused)
{
    (void)unused;
    static const char *const same[][2] = {
        {"{\"n\":1,\"ply\":[2,\"x\",null]}", "{\"ply\":[2,\"x\",null],\"n\":1}"}, {"null", "null"}, {"[1.5]", "[1.5]"}, {"\"\"", "\"\""}};
    static const char *const other[][2] = {
        {"{\"n\":1}", "{\"n\":2}"}, {"{\"n\":1}", "{\"n\":1,\"ply\":null}"}, {"{\"n\":null}", "{\"ply\":null}"}, {"[1,2]", "[2,1]"},
        {"[]", "{}"}, {"1", "true"}, {"\"a\"", "\"ab\""}, {"null", "0"}, {"1", "1.0"}};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
        assert_true(value_equal(from(arena, same[i][0]), from(arena, same[i][1])));
    for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++) {
        assert_false(value_equal(from(arena, other[i][0]), from(arena, other[i][1])));
        assert_false(value_equal(from(arena, other[i][1]), from(arena, other[i][0])));
    }
    arena_free(arena);
}

static void json_comes_back_as_it_went(void **unused)
{
    (void)unused;
    static const char text[] = "{\"n\":-9223372036854775808,\"name\":\"\\\"\\\\ \\n\\t\\u0001 é 日本 \xf0\x9f\x8e\xb2/\",\"list\":[true,false,null,0.1,[],{}]}";
    struct arena *arena = arena_new();
    struct value *tree = from(arena, text);
    assert_string_equal(printed(arena, tree), text);
    struct json_object *json = arena_json(arena, value_to_json(tree)), *first = arena_json(arena, jparse(text, strlen(text)));
    assert_true(json_object_equal(json, first));
    arena_free(arena);
}

static void unknown_names_are_left_out(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    assert_string_equal(printed(arena, from(arena, "{\"n\":1,\"no such name\":{\"n\":2}}")), "{\"n\":1}");
    struct value *tree = new_object(arena);
    put_named(put_named(tree, "n", new_int(arena, 1)), "no such name", new_int(arena, 2));
    assert_string_equal(printed(arena, tree), "{\"n\":1}");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_sorted_and_found_by_their_names),
        cmocka_unit_test(words_of_orders_are_keys),
        cmocka_unit_test(a_tree_reads_as_it_was_built),
        cmocka_unit_test(what_is_put_again_takes_the_place_of_the_first),
        cmocka_unit_test(wrong_kinds_read_as_nothing),
        cmocka_unit_test(trees_grow),
        cmocka_unit_test(only_what_was_put_is_found),
        cmocka_unit_test(lists_turn_round_and_lose_their_last),
        cmocka_unit_test(equal_means_the_same_throughout),
        cmocka_unit_test(json_comes_back_as_it_went),
        cmocka_unit_test(unknown_names_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
