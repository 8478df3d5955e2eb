/* Layouts laid under views, and what a board model adds to them. */
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

#include "cgi/model/board.h"
#include "cgi/model/layouts.h"
#include "cgi/model/model.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

static struct json_object *json(const char *text)
{
    struct json_object *parsed = jparse(text, strlen(text));
    assert_non_null(parsed);
    return parsed;
}

static void assert_merged(const char *view, const char *layout, const char *expected)
{
    struct json_object *v = json(view), *l = json(layout), *e = json(expected);
    board_merge(v, l);
    assert_string_equal(json_object_to_json_string_ext(v, JSON_C_TO_STRING_PLAIN),
                        json_object_to_json_string_ext(e, JSON_C_TO_STRING_PLAIN));
    json_object_put(v);
    json_object_put(l);
    json_object_put(e);
}

static void items_take_what_lies_under_them(void **unused)
{
    (void)unused;
    assert_merged("{\"slots\":[{\"n\":1},{\"n\":2}]}", "{\"slots\":[{\"x\":10,\"at\":[1,2.5]},{\"x\":20},{\"x\":30}]}",
                  "{\"slots\":[{\"n\":1,\"x\":10,\"at\":[1,2.5]},{\"n\":2,\"x\":20}]}");
}

static void a_star_stands_for_every_item(void **unused)
{
    (void)unused;
    assert_merged("{\"slots\":[{\"n\":1},{\"n\":2}]}", "{\"slots\":{\"*\":{\"w\":7},\"1\":{\"x\":20}}}",
                  "{\"slots\":[{\"n\":1,\"w\":7},{\"n\":2,\"x\":20,\"w\":7}]}");
    assert_merged("{\"towns\":{\"pisa\":{\"n\":1},\"lucca\":{\"n\":2}}}", "{\"towns\":{\"*\":{\"w\":7},\"pisa\":{\"x\":5}}}",
                  "{\"towns\":{\"pisa\":{\"n\":1,\"w\":7,\"x\":5},\"lucca\":{\"n\":2,\"w\":7}}}");
}

static void the_view_wins_where_both_speak(void **unused)
{
    (void)unused;
    assert_merged("{\"a\":1,\"b\":null,\"list\":[1,2]}", "{\"a\":2,\"b\":3,\"list\":[{\"x\":1}],\"new\":\"yes\"}",
                  "{\"a\":1,\"b\":null,\"list\":[1,2],\"new\":\"yes\"}");
}

static void write_layout(const char *folder, const char *text)
{
    char path[300];
    snprintf(path, sizeof(path), "%s/layout.json", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void a_layout_that_is_no_object_is_named(void **unused)
{
    (void)unused;
    char dir[] = "/tmp/ridotto-board-XXXXXX", path[200], why[300] = "";
    if (!rules_all()[0])
        skip();
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof(path), "%s/%s", dir, rules_all()[0]->id);
    assert_int_equal(mkdir(path, 0700), 0);
    struct layouts *kept = layouts_load(dir, false, why, sizeof(why)), *fresh = layouts_load(dir, true, why, sizeof(why));
    assert_non_null(kept);
    assert_non_null(fresh);
    write_layout(path, "{\"a\":1}");
    struct arena *arena = arena_new();
    assert_int_equal(jget_int(layouts_find(fresh, arena, rules_all()[0]->id), "a"), 1);
    assert_int_equal(jget_int(layouts_find(kept, arena, rules_all()[0]->id), "a"), 0);
    write_layout(path, "[1,");
    assert_non_null(layouts_find(fresh, arena, rules_all()[0]->id)); /* what was good at the start */
    arena_free(arena);
    layouts_free(fresh);
    layouts_free(kept);
    assert_null(layouts_load(dir, false, why, sizeof(why)));
    assert_non_null(strstr(why, "layout.json"));
    snprintf(why, sizeof(why), "%s/layout.json", path);
    unlink(why);
    rmdir(path);
    rmdir(dir);
}

/* ---- a made-up game: one pier that can be built on, stones with prices behind it ---- */

static const struct name piers[] = {{"crane", "Crane"}, {"shed", "Shed"}};
static const struct name stones[] = {{"white", "white"}, {"black", "black"}};
static const struct arg build_args[] = {{.name = "tile", .kind = ARG_NAME, .names = piers, .n_names = 2, .hi = 1},
                                        {.name = "stones", .kind = ARG_COUNTS, .names = stones, .n_names = 2, .hi = 9}, {0}};
static const struct verb verbs[] = {{.name = "build", .choose = "Build", .label = "Build {tile} for {stones}", .args = build_args},
                                    {0}};

static void quay_view(const void *state, int viewer, struct json_object *out)
{
    (void)viewer;
    struct json_object *view = json("{\"slots\":[{\"place\":\"tile=crane\",\"label\":\"Crane\",\"level\":0,"
                                    "\"stones\":[{\"colour\":\"white\",\"letter\":\"W\",\"price\":2},"
                                    "{\"colour\":\"black\",\"letter\":\"K\",\"price\":0}]},"
                                    "{\"place\":\"tile=shed\",\"refused\":\"build tile=shed white=1\"}],\"players\":[{\"seat\":0},{\"seat\":1},{\"seat\":null}]}");
    jset(json_object_array_get_idx(jget(view, "slots"), 0), "level", jint(*(const int16_t *)state));
    if (*(const int16_t *)state) { /* stand there once the crane is up: to be built, and built */
        jset(view, "raft", json("{\"place\":\"tile=crane\"}"));
        jset(view, "boat", json("{\"place\":\"tile=boat\"}"));
    }
    json_object_object_foreach(view, key, value) {
        jset(out, key, json_object_get(value));
    }
    json_object_put(view);
}

static unsigned quay_traits(const void *state, int seat, const struct move *move)
{
    (void)state, (void)seat, (void)move;
    return MOVE_REVEALS;
}

/* Too few stones: any build of less than two white ones. */
enum { TOO_FEW = RULE_OWN };
static const struct arg few_args[] = {{.name = "missing", .kind = ARG_NUMBER, .hi = 9}, {0}};
static const struct rule_error_kind errors[] = {[RULE_OK] = {"ok", "", NULL},
                                                [TOO_FEW] = {"few", "{missing:1 stone is|# stones are} missing.", few_args}};

static int quay_check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    (void)state, (void)seat;
    if (figures)
        figures[0] = (int16_t)(2 - move->arg[1]);
    return move->arg[1] < 2 ? TOO_FEW : RULE_OK;
}

static const struct rules_words quay_words = {.title = "Quay"};
static const struct rules_view quay_picture = {.view = quay_view};
static const struct rules quay_rules = {.id = "quay", .verbs = verbs, .size = sizeof(int16_t), .words = &quay_words, .view = &quay_picture,
                                        .traits = quay_traits, .errors = errors, .check = quay_check};

struct bench {
    struct service service;
    struct words words;
    struct tpl_set *tpl;
    struct req rq;
    struct move_room room;
    struct move_list *list; /* in it */
    struct choose choose;
};

static const char *const people[] = {"Anna", "Bruno"};
static const int16_t now = 1, before = 0;

static int set_up(void **out)
{
    static struct bench b;
    const char *const names[] = {"quay/choice.html"}, *const texts[] = {""};
    char why[200];
    b = (struct bench){.words = {.lang = "en"}};
    b.list = move_list_in(&b.room);
    b.words.cat = text_load(".", "en", why, sizeof(why));
    b.words.tpl = b.tpl = tpl_load_texts(names, texts, 1, b.words.cat, why, sizeof(why));
    assert_non_null(b.tpl);
    b.rq = (struct req){.arena = arena_new(), .service = &b.service, .words = &b.words};
    for (int white = 0; white < 4; white++)
        for (int black = 0; black < 2; black++)
            move_list_copy(b.list, &(struct move){.nargs = 3, .arg = {0, (int16_t)white, (int16_t)black}});
    b.choose = (struct choose){.arena = b.rq.arena, .cat = b.words.cat, .rules = &quay_rules, .state = &now, .list = b.list,
                               .people = people, .n_people = 2, .url = "/games/7"};
    choose_start(&b.choose);
    *out = &b;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *b = *state;
    arena_free(b->rq.arena);
    tpl_free(b->tpl);
    text_free(b->words.cat);
    return 0;
}

static struct json_object *at(struct json_object *array, size_t i)
{
    assert_true(i < json_object_array_length(array));
    return json_object_array_get_idx(array, i);
}

static void a_model_names_seats_acts_and_changes(void **state)
{
    struct bench *b = *state;
    struct json_object *model = arena_json(b->rq.arena, board_model(&b->rq, &quay_rules, &now, &before, 1, people, 2, &b->choose));
    struct json_object *crane = at(jget(model, "slots"), 0), *shed = at(jget(model, "slots"), 1);
    assert_string_equal(jget_str(jget(crane, "act"), "href"), "/games/7?tile=crane");
    assert_true(jget_bool(crane, "changed"));
    assert_false(jget_bool(jget(shed, "act"), "is_link"));
    assert_non_null(jget(shed, "act"));
    assert_non_null(jget(shed, "changed"));
    assert_false(jget_bool(shed, "changed"));
    assert_non_null(jget_str(jget(jget(model, "raft"), "act"), "href"));
    assert_false(jget_bool(jget(model, "raft"), "changed")); /* what is only offered is no news */
    assert_true(jget_bool(jget(model, "boat"), "changed"));
    struct json_object *anna = at(jget(model, "players"), 0), *bruno = at(jget(model, "players"), 1);
    assert_string_equal(jget_str(anna, "seat_name"), "Anna");
    assert_int_equal(jget_int(bruno, "seat_number"), 2);
    assert_false(jget_bool(anna, "me"));
    assert_true(jget_bool(bruno, "me"));
    assert_null(jget(at(jget(model, "players"), 2), "seat_name"));
}

static void a_refused_move_is_told_by_the_rule(void **state)
{
    struct bench *b = *state;
    struct json_object *model = arena_json(b->rq.arena, board_model(&b->rq, &quay_rules, &now, NULL, 1, people, 2, &b->choose));
    assert_string_equal(jget_str(at(jget(model, "slots"), 1), "refused_text"), "1 stone is missing.");
    assert_null(jget(at(jget(model, "slots"), 0), "refused_text"));
}

static void a_lettered_game_tells_seats_by_letters(void **state)
{
    struct bench *b = *state;
    const struct rules_words letters = {.title = "Quay", .lettered = true};
    struct rules lettered = quay_rules;
    struct game_row game = {.rules = &lettered, .n_seats = 2};
    lettered.words = &letters;
    struct json_object *model = arena_json(b->rq.arena, board_model(&b->rq, &lettered, &now, NULL, 1, people, 2, &b->choose));
    assert_string_equal(jget_str(at(jget(model, "players"), 1), "seat_number"), "B");
    assert_string_equal(jget_str(arena_json(b->rq.arena, model_seat(&b->rq, &game, 1)), "number"), "B");
    game.rules = &quay_rules;
    assert_int_equal(jget_int(arena_json(b->rq.arena, model_seat(&b->rq, &game, 1)), "number"), 2);
}

static void without_a_draft_nothing_is_changed(void **state)
{
    struct bench *b = *state;
    struct json_object *model = arena_json(b->rq.arena, board_model(&b->rq, &quay_rules, &now, NULL, NO_SEAT, people, 2, NULL));
    assert_false(jget_bool(at(jget(model, "slots"), 0), "changed"));
    assert_true(json_object_is_type(jget(at(jget(model, "slots"), 0), "act"), json_type_boolean));
}

static void amounts_get_the_letters_and_prices_of_the_view(void **state)
{
    struct bench *b = *state;
    assert_true(choose_narrow(&b->choose, "tile", "crane"));
    struct json_object *view = arena_json(b->rq.arena, board_model(&b->rq, &quay_rules, &now, NULL, 0, people, 2, &b->choose));
    struct json_object *choose = arena_json(b->rq.arena, choose_model(&b->choose));
    board_note_amounts(&b->rq, &quay_rules, view, choose);
    struct json_object *amounts = jget(at(jget(at(jget(choose, "groups"), 0), "forms"), 0), "amounts");
    assert_string_equal(jget_str(at(amounts, 0), "letter"), "W");
    assert_string_equal(jget_str(at(amounts, 0), "note"), "2 coins each");
    assert_string_equal(jget_str(at(amounts, 1), "note"), "free");
}

/* "W0 W1* W2" of the field of white ones, once the view has told how many there are now. */
static const char *field_when_there_are(struct bench *b, int value)
{
    struct json_object *view = arena_json(b->rq.arena, board_model(&b->rq, &quay_rules, &now, NULL, 0, people, 2, &b->choose));
    struct json_object *choose = arena_json(b->rq.arena, choose_model(&b->choose));
    jset(view, "now", jset(jset(jobj(), "place", jstr("white")), "value", jint(value)));
    board_note_amounts(&b->rq, &quay_rules, view, choose);
    struct json_object *white = at(jget(at(jget(at(jget(choose, "groups"), 0), "forms"), 0), "amounts"), 0);
    struct sb out;
    sb_init(&out, b->rq.arena);
    sb_addf(&out, "%d:", (int)jget_int(white, "value"));
    for (size_t i = 0; i < json_object_array_length(jget(white, "choices")); i++) {
        struct json_object *choice = at(jget(white, "choices"), i);
        sb_addf(&out, " %s%s", jget_str(choice, "n"), jget_bool(choice, "checked") ? "*" : "");
    }
    return out.text;
}

static void a_field_begins_with_what_the_view_says_is_so_now(void **state)
{
    struct bench *b = *state;
    assert_true(choose_narrow(&b->choose, "tile", "crane"));
    assert_string_equal(field_when_there_are(b, 1), "1: 0 1* 2 3");
    assert_string_equal(field_when_there_are(b, 2), "2: 0 1 2* 3");
    assert_string_equal(field_when_there_are(b, 9), "0: 0* 1 2 3"); /* cannot be said: the suggestion stays */
}

/* A game's own form: taken from the list, known by the names of its fields, with what the view says of them. */
static void a_form_of_the_game_s_own_goes_to_its_picture(void **state)
{
    struct bench *b = *state;
    struct json_object *view = arena_json(b->rq.arena, json("{\"own_forms\":[\"hire\"],\"held\":[{\"place\":\"wage\",\"count\":7}]}"));
    struct json_object *model = arena_json(b->rq.arena, json(
        "{\"game\":{\"url\":\"/games/7\",\"ply\":3},\"draft\":{\"n\":2},\"choose\":{\"groups\":[{\"verb\":\"hire\",\"forms\":"
        "[{\"tried\":true,\"reveals\":false,\"amounts\":[{\"name\":\"wage\",\"hi\":90},{\"name\":\"slot\",\"hi\":5}]}]},"
        "{\"verb\":\"pay\",\"forms\":[{\"amounts\":[]}]}]}}"));
    board_take_fillings(&b->rq, view, model);
    struct json_object *hire = jget(jget(view, "filling"), "hire"), *groups = jget(jget(model, "choose"), "groups");
    assert_int_equal(jget_int(jget(jget(hire, "by"), "wage"), "hi"), 7);
    assert_int_equal(jget_int(jget(jget(jget(hire, "by"), "wage"), "what"), "count"), 7);
    assert_int_equal(jget_int(at(jget(hire, "fields"), 1), "hi"), 5);
    assert_true(jget_bool(hire, "tried"));
    assert_null(jget(jget(view, "filling"), "pay"));
    assert_int_equal(json_object_array_length(jget(at(groups, 0), "forms")), 0);
    assert_int_equal(json_object_array_length(jget(at(groups, 1), "forms")), 1);
    assert_string_equal(jget_str(jget(view, "frame"), "url"), "/games/7");
    assert_int_equal(jget_int(jget(view, "frame"), "draft"), 2);
}

#define WITH_BENCH(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_take_what_lies_under_them),
        cmocka_unit_test(a_star_stands_for_every_item),
        cmocka_unit_test(the_view_wins_where_both_speak),
        cmocka_unit_test(a_layout_that_is_no_object_is_named),
        WITH_BENCH(a_model_names_seats_acts_and_changes),
        WITH_BENCH(a_refused_move_is_told_by_the_rule),
        WITH_BENCH(a_lettered_game_tells_seats_by_letters),
        WITH_BENCH(without_a_draft_nothing_is_changed),
        WITH_BENCH(amounts_get_the_letters_and_prices_of_the_view),
        WITH_BENCH(a_field_begins_with_what_the_view_says_is_so_now),
        WITH_BENCH(a_form_of_the_game_s_own_goes_to_its_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
