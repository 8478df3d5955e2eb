#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/edits.h"
#include "cgi/base/jsonx.h"
#include "rules/engine/rng.h"

#include "cgi/base/banned.h"

enum { TEXTS = 300, WORDS_MOST = 900 };

/* Where the piece that begins at @at ends. */
static const char *piece_end(const char *at)
{
    return at + 1 + strcspn(at + 1, "< ");
}

static const char *pass(struct sb *out, const char *at, int64_t n, bool keep)
{
    for (; n > 0; n--) {
        const char *end = *at ? piece_end(at) : at;
        assert_true(*at); /* no more is kept or dropped than there is */
        if (keep)
            sb_add_bytes(out, at, (size_t)(end - at));
        at = end;
    }
    return at;
}

/* @before as @edits make it, as a reader does that. */
static const char *made(struct arena *arena, const char *before, struct json_object *edits)
{
    struct sb out;
    sb_init(&out, arena);
    for (size_t i = 0; i < json_object_array_length(edits); i += 3) {
        before = pass(&out, before, json_object_get_int64(json_object_array_get_idx(edits, i)), true);
        before = pass(&out, before, json_object_get_int64(json_object_array_get_idx(edits, i + 1)), false);
        sb_add(&out, json_object_get_string(json_object_array_get_idx(edits, i + 2)));
    }
    sb_add(&out, before);
    return out.text;
}

static struct json_object *edits_to(struct arena *arena, struct edits *edits, const char *text)
{
    struct sb json;
    sb_init(&json, arena);
    edits_add(edits, &json, text, strlen(text));
    struct json_object *read = jparse(json.text, json.length);
    assert_non_null(read);
    return arena_json(arena, read);
}

static void check_made(struct arena *arena, struct edits *edits, const char *before, const char *text)
{
    assert_string_equal(made(arena, before, edits_to(arena, edits, text)), text);
}

static void the_first_is_a_text(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct edits *edits = edits_new(arena);
    const char *text = "<p title=\"a\\b\">one\n\ttwo 手番</p>";
    assert_string_equal(json_object_get_string(edits_to(arena, edits, text)), text);
    struct json_object *none = edits_to(arena, edits, text);
    assert_int_equal(json_object_array_length(none), 0);
    arena_free(arena);
}

static void only_what_differs_is_told(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct edits *edits = edits_new(arena);
    edits_to(arena, edits, "<ol> <li>one</li> <li>two</li> <li>three</li></ol>");
    struct json_object *told = edits_to(arena, edits, "<ol> <li>one</li> <li>2</li> <li>three</li></ol>");
    assert_int_equal(json_object_array_length(told), 3);
    assert_int_equal(json_object_get_int64(json_object_array_get_idx(told, 1)), 1);
    assert_string_equal(json_object_get_string(json_object_array_get_idx(told, 2)), "<li>2");
    arena_free(arena);
}

static void ends_and_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "a", "", "<a", "a<a", " ", "<<  <", "a <b", "x", "<b", "", "<a> <b>", "<b> <a>"};
    struct arena *arena = arena_new();
    struct edits *edits = edits_new(arena);
    const char *before = texts[0];
    edits_to(arena, edits, before);
    for (size_t i = 1; i < sizeof(texts) / sizeof(texts[0]); i++) {
        check_made(arena, edits, before, texts[i]);
        before = texts[i];
    }
    arena_free(arena);
}

/* Words of few kinds stand often, of many seldom: with few nothing holds the rest in place. */
static void add_words(struct sb *out, struct rng *rng, int n, int kinds)
{
    for (int i = 0; i < n; i++)
        sb_addf(out, "%cw%d", rng_below(rng, 3) ? '<' : ' ', (int)rng_below(rng, (uint32_t)kinds));
}

/* A text like @before with some stretch of it left out, new, or moved. */
static const char *changed(struct arena *arena, struct rng *rng, const char *before, int kinds)
{
    struct sb out;
    size_t length = strlen(before), from = length ? rng_below(rng, (uint32_t)length) : 0, n = rng_below(rng, (uint32_t)(length - from) / 2 + 1);
    sb_init(&out, arena);
    sb_add_bytes(&out, before, from);
    add_words(&out, rng, (int)rng_below(rng, 5) ? (int)rng_below(rng, 8) : (int)rng_below(rng, WORDS_MOST / 2), kinds);
    if (rng_below(rng, 3))
        sb_add(&out, before + from + (rng_below(rng, 2) ? n : 0));
    if (rng_below(rng, 4) == 0)
        sb_add_bytes(&out, before + from, n);
    return out.length > 40000 ? arena_strndup(arena, out.text, 200) : out.text;
}

static void whatever_differs(void **state)
{
    (void)state;
    static const int kinds[] = {2, 20, 5000};
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
        struct arena *arena = arena_new();
        struct edits *edits = edits_new(arena);
        uint8_t key[32] = {(uint8_t)k};
        struct rng rng;
        struct sb first;
        rng_init(&rng, key, 0);
        sb_init(&first, arena);
        add_words(&first, &rng, WORDS_MOST, kinds[k]);
        const char *before = first.text;
        edits_to(arena, edits, before);
        for (int i = 0; i < TEXTS; i++) {
            const char *text = changed(arena, &rng, before, kinds[k]);
            check_made(arena, edits, before, text);
            before = text;
        }
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_is_a_text), cmocka_unit_test(only_what_differs_is_told), cmocka_unit_test(ends_and_nothing),
        cmocka_unit_test(whatever_differs),
    };
    return cmocka_run_group_tests_name("edits", tests, NULL, NULL);
}
