/* Steps out of forms and JSON bodies: order, spelling, and what is refused by name. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/model/steps.h"

struct bench {
    struct req rq;
    struct steps steps;
    struct err err;
};

static int set_up(void **out)
{
    static struct bench bench;
    memset(&bench, 0, sizeof(bench));
    bench.rq.arena = arena_new();
    bench.rq.form.field = arena_array(bench.rq.arena, FIELDS_MAX, sizeof(struct field));
    *out = &bench;
    return 0;
}

static int tear_down(void **state)
{
    arena_free(((struct bench *)*state)->rq.arena);
    return 0;
}

/* Pairs of name and value, ended by NULL. */
static bool read_form(struct bench *b, const char *const *pairs)
{
    b->rq.json = NULL;
    b->rq.form.n = 0;
    b->steps = (struct steps){0};
    for (; *pairs; pairs += 2)
        b->rq.form.field[b->rq.form.n++] = (struct field){pairs[0], pairs[1]};
    return steps_read(&b->rq, &b->steps, &b->err);
}

static bool read_json(struct bench *b, const char *text)
{
    b->steps = (struct steps){0};
    b->rq.json = arena_json(b->rq.arena, jparse(text, strlen(text)));
    assert_non_null(b->rq.json);
    return steps_read(&b->rq, &b->steps, &b->err);
}

static void steps_and_verbs_keep_their_order(void **state)
{
    struct bench *b = *state;
    assert_true(read_form(b, (const char *[]){"csrf", "x", "ply", "17", "verb", "buy", "section", "3", "white", "1", "black", "",
                                              "step", "end", "verb", "turn", NULL}));
    assert_int_equal(b->steps.drawn.ply, 17);
    assert_int_equal(b->steps.drawn.draft, ANY_DRAFT);
    assert_int_equal(b->steps.moves.n, 3);
    assert_string_equal(b->steps.moves.text[0], "buy section=3 white=1");
    assert_string_equal(b->steps.moves.text[1], "end");
    assert_string_equal(b->steps.moves.text[2], "turn");
}

static void boxes_that_are_ticked_become_one_list(void **state)
{
    struct bench *b = *state;
    assert_true(read_form(b, (const char *[]){"ply", "1", "verb", "object", "values", ",", "values", "2", "values", "3", "cap", "4",
                                              "verb", "object", "values", ",", "cap", "0", NULL}));
    assert_string_equal(b->steps.moves.text[0], "object values=2,3 cap=4");
    assert_string_equal(b->steps.moves.text[1], "object values= cap=0");
    assert_true(read_form(b, (const char *[]){"ply", "1", "verb", "object", "values", "2", "values", "3,5", NULL}));
    assert_string_equal(b->steps.moves.text[0], "object values=2,3,5");
    assert_false(read_form(b, (const char *[]){"ply", "1", "verb", "object", "values", "2", "values", "3 cap=9", NULL}));
    assert_string_equal(b->err.what, "values");
}

static void orders_come_with_steps_or_alone(void **state)
{
    struct bench *b = *state;
    assert_true(read_form(b, (const char *[]){"ply", "1", "verb", "place", "amount", "5", "order_verb", "order_stand", "values", ",",
                                              "values", "1", "cap", "2", "order_verb", "", "pile", "grey", "order",
                                              "order_default answer=accept", NULL}));
    assert_int_equal(b->steps.moves.n, 1);
    assert_string_equal(b->steps.moves.text[0], "place amount=5");
    assert_int_equal(b->steps.orders.n, 2);
    assert_string_equal(b->steps.orders.text[0], "order_stand values=1 cap=2");
    assert_string_equal(b->steps.orders.text[1], "order_default answer=accept");
    assert_false(read_form(b, (const char *[]){"ply", "1", "order", "order_default answer=accept", NULL}));
    assert_true(read_json(b, "{\"ply\":4,\"moves\":[\"end\"],\"orders\":[{\"verb\":\"order_stand\",\"values\":[],\"cap\":2}]}"));
    assert_string_equal(b->steps.orders.text[0], "order_stand values= cap=2");
    b->rq.json = NULL;
    b->rq.form.n = 0;
    b->rq.form.field[b->rq.form.n++] = (struct field){"do", "give"};
    b->rq.form.field[b->rq.form.n++] = (struct field){"order", "order_default answer=accept"};
    b->steps = (struct steps){0};
    assert_true(steps_orders(&b->rq, &b->steps, &b->err));
    assert_int_equal(b->steps.orders.n, 1);
    b->rq.form.field[b->rq.form.n++] = (struct field){"step", "end"};
    assert_false(steps_orders(&b->rq, &b->steps, &b->err));
}

static void a_field_cannot_become_two(void **state)
{
    struct bench *b = *state;
    assert_false(read_form(b, (const char *[]){"ply", "1", "verb", "buy", "section", "3 white=9", NULL}));
    assert_int_equal(b->err.code, ERR_INPUT);
    assert_string_equal(b->err.what, "section");
    assert_false(read_form(b, (const char *[]){"ply", "1", "verb", "buy", "a=b", "3", NULL}));
    assert_false(read_form(b, (const char *[]){"ply", "1", "verb", "buy section=3", NULL}));
    assert_false(read_form(b, (const char *[]){"ply", "1", "step", "end", "section", "3", NULL}));
    assert_false(read_form(b, (const char *[]){"ply", "1", "section", "3", NULL}));
}

static void what_is_missing_is_named(void **state)
{
    struct bench *b = *state;
    assert_false(read_form(b, (const char *[]){"ply", "1", NULL}));
    assert_string_equal(b->err.what, "step");
    assert_false(read_form(b, (const char *[]){"step", "end", NULL}));
    assert_string_equal(b->err.what, "ply");
    assert_false(read_form(b, (const char *[]){"ply", "-1", "step", "end", NULL}));
    assert_false(read_form(b, (const char *[]){"ply", "1", "draft", "x", "step", "end", NULL}));
    assert_string_equal(b->err.what, "draft");
    assert_true(read_form(b, (const char *[]){"ply", "1", "verb", "buy", "draft", "2", "section", "3", NULL}));
    assert_int_equal(b->steps.drawn.draft, 2);
    assert_string_equal(b->steps.moves.text[0], "buy section=3");
    const char *many[2 * STEPS_MAX + 6] = {"ply", "1"};
    for (int i = 0; i <= STEPS_MAX; i++) {
        many[2 + 2 * i] = "step";
        many[3 + 2 * i] = "end";
    }
    assert_false(read_form(b, many));
}

static void json_moves_are_texts_or_objects(void **state)
{
    struct bench *b = *state;
    assert_true(read_json(b, "{\"ply\":4,\"moves\":[\"end\",{\"verb\":\"buy\",\"section\":3,\"stones\":{\"white\":2}},"
                             "{\"section\":1,\"verb\":\"lay\",\"tiles\":[3,\"mole\"],\"owner\":null}]}"));
    assert_int_equal(b->steps.drawn.ply, 4);
    assert_string_equal(b->steps.moves.text[0], "end");
    assert_string_equal(b->steps.moves.text[1], "buy section=3 stones.white=2");
    assert_string_equal(b->steps.moves.text[2], "lay section=1 tiles=3,mole owner=none");
}

static void broken_json_moves_are_refused(void **state)
{
    static const char *const bad[] = {
        "{\"moves\":[\"end\"]}", "{\"ply\":\"4\",\"moves\":[\"end\"]}", "{\"ply\":4}", "{\"ply\":4,\"moves\":\"end\"}",
        "{\"ply\":4,\"moves\":[]}", "{\"ply\":4,\"moves\":[3]}", "{\"ply\":4,\"moves\":[null]}",
        "{\"ply\":4,\"moves\":[{\"section\":3}]}", "{\"ply\":4,\"moves\":[{\"verb\":\"buy\",\"stones\":{\"white\":null}}]}",
        "{\"ply\":4,\"moves\":[{\"verb\":\"buy\",\"tiles\":[null]}]}",
        "{\"ply\":4,\"moves\":[{\"verb\":\"buy\",\"tiles\":[[1],{}]}]}",
        "{\"ply\":4,\"moves\":[{\"verb\":\"buy\",\"stones\":{\"white\":{\"x\":1}}}]}",
        "{\"ply\":4,\"draft\":\"1\",\"moves\":[\"end\"]}",
        "{\"ply\":99999999999,\"moves\":[\"end\"]}"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_false(read_json(*state, bad[i]));
        assert_int_equal(((struct bench *)*state)->err.code, ERR_INPUT);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(steps_and_verbs_keep_their_order), TEST(boxes_that_are_ticked_become_one_list), TEST(orders_come_with_steps_or_alone),
        TEST(a_field_cannot_become_two),     TEST(what_is_missing_is_named),
        TEST(json_moves_are_texts_or_objects),  TEST(broken_json_moves_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
