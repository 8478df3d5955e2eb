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

#include "cgi/base/jsonx.h"
#include "cgi/model/board.h"
#include "cgi/model/layouts.h"
#include "cgi/model/model.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

static enum key key_for(void *unused, const char *name)
{
    (void)unused;
    assert_int_not_equal(key_of(name, strlen(name)), KEY_NONE);
    return key_of(name, strlen(name));
}

/* A tree on @arena. */
static struct value *json(struct arena *arena, const char *text)
{
    struct json_object *parsed = jparse(text, strlen(text));
    assert_non_null(parsed);
    return value_of_json(arena, arena_json(arena, parsed), key_for, NULL);
}

static void assert_merged(const char *view, const char *layout, const char *expected)
{
    struct arena *arena = arena_new();
    struct value *merged = json(arena, view);
    struct sb out;
    sb_init(&out, arena);
    board_merge(arena, merged, json(arena, layout));
    value_print(merged, &out);
    assert_string_equal(out.text, expected);
    arena_free(arena);
}

static void items_take_what_lies_under_them(void **unused)
{
    (void)unused;
    assert_merged("{\"sites\":[{\"n\":1},{\"n\":2}]}", "{\"sites\":[{\"x\":10,\"at\":[1,2.5]},{\"x\":20},{\"x\":30}]}",
                  "{\"sites\":[{\"n\":1,\"x\":10,\"at\":[1,2.5]},{\"n\":2,\"x\":20}]}");
}

static void a_star_stands_for_every_item(void **unused)
{
    (void)unused;
    assert_merged("{\"sites\":[{\"n\":1},{\"n\":2}]}", "{\"sites\":{\"each\":{\"w\":7},\"nth\":[null,{\"x\":20}]}}",
                  "{\"sites\":[{\"n\":1,\"w\":7},{\"n\":2,\"x\":20,\"w\":7}]}");
    assert_merged("{\"towns\":{\"red\":{\"n\":1},\"blue\":{\"n\":2}}}", "{\"towns\":{\"each\":{\"w\":7},\"red\":{\"x\":5}}}",
                  "{\"towns\":{\"red\":{\"n\":1,\"w\":7,\"x\":5},\"blue\":{\"n\":2,\"w\":7}}}");
}

static void the_view_wins_where_both_speak(void **unused)
{
    (void)unused;
    assert_merged("{\"a\":1,\"c\":null,\"list\":[1,2]}", "{\"a\":2,\"c\":3,\"list\":[{\"x\":1}],\"news\":\"yes\"}",
                  "{\"a\":1,\"c\":null,\"list\":[1,2],\"news\":\"yes\"}");
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
    assert_int_equal(get_int(layouts_find(fresh, arena, rules_all()[0]->id), K_a), 1);
    assert_int_equal(get_int(layouts_find(kept, arena, rules_all()[0]->id), K_a), 0);
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

static int white_now = -1; /* what the view says of the field "white"; -1: nothing */

static void quay_view(const void *state, int viewer, struct value *out)
{
    (void)viewer;
    struct value *sites = put_list(out, K_sites), *crane = add_object(sites), *shed = add_object(sites);
    put_int(put_text(put_text(crane, K_place, "tile=crane"), K_label, "Crane"), K_stock, *(const int16_t *)state);
    struct value *sold = put_list(crane, K_stones);
    put_int(put_text(put_text(add_object(sold), K_colour, "white"), K_letter, "W"), K_price, 2);
    put_int(put_text(put_text(add_object(sold), K_colour, "black"), K_letter, "K"), K_price, 0);
    put_text(put_text(shed, K_place, "tile=shed"), K_refused, "build tile=shed white=1");
    struct value *players = put_list(out, K_players);
    for (int seat = 0; seat < 2; seat++)
        put_int(add_object(players), K_seat, seat);
    put_null(add_object(players), K_seat);
    put_int(put_object(put_object(out, K_payment), K_place), K_n, 1); /* called so, but no choice */
    if (white_now >= 0)
        put_int(put_text(put_object(out, K_now), K_place, "white"), K_value, white_now);
    if (*(const int16_t *)state) { /* stand there once the crane is up: to be built, and built */
        put_text(put_object(out, K_token), K_place, "tile=crane");
        put_text(put_object(out, K_item), K_place, "tile=boat");
    }
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
    b.rq = (struct req){.arena = arena_new(), .service = &b.service, .words = &b.words, .csrf = ""};
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

static struct value *at(struct value *array, size_t i)
{
    assert_true(i < value_n(array));
    return value_at(array, i);
}

static void a_model_names_seats_acts_and_changes(void **state)
{
    struct bench *b = *state;
    struct value *model = board_open(&b->rq, &quay_rules, &now, &before, 1, people, 2, &b->choose).view;
    struct value *crane = at(get(model, K_sites), 0), *shed = at(get(model, K_sites), 1);
    assert_string_equal(get_text(get(crane, K_act), K_href), "/games/7?tile=crane");
    assert_true(get_bool(crane, K_changed));
    assert_false(get_bool(get(shed, K_act), K_is_link));
    assert_non_null(get(shed, K_act));
    assert_non_null(get(shed, K_changed));
    assert_false(get_bool(shed, K_changed));
    assert_non_null(get_text(get(get(model, K_token), K_act), K_href));
    assert_false(get_bool(get(model, K_token), K_changed)); /* what is only offered is no news */
    assert_true(get_bool(get(model, K_item), K_changed));
    assert_true(value_is(get(get(model, K_payment), K_act), VALUE_BOOL));
    assert_int_equal(get_int(get(get(model, K_payment), K_place), K_n), 1);
    struct value *anna = at(get(model, K_players), 0), *bruno = at(get(model, K_players), 1);
    assert_string_equal(get_text(anna, K_seat_name), "Anna");
    assert_int_equal(get_int(bruno, K_seat_number), 2);
    assert_false(get_bool(anna, K_me));
    assert_true(get_bool(bruno, K_me));
    assert_null(get(at(get(model, K_players), 2), K_seat_name));
}

static void a_refused_move_is_told_by_the_rule(void **state)
{
    struct bench *b = *state;
    struct value *model = board_open(&b->rq, &quay_rules, &now, NULL, 1, people, 2, &b->choose).view;
    assert_string_equal(get_text(at(get(model, K_sites), 1), K_refused_text), "1 stone is missing.");
    assert_null(get(at(get(model, K_sites), 0), K_refused_text));
}

static void a_lettered_game_tells_seats_by_letters(void **state)
{
    struct bench *b = *state;
    const struct rules_words letters = {.title = "Quay", .lettered = true};
    struct rules lettered = quay_rules;
    struct game_row game = {.rules = &lettered, .n_seats = 2};
    lettered.words = &letters;
    struct value *model = board_open(&b->rq, &lettered, &now, NULL, 1, people, 2, &b->choose).view;
    assert_string_equal(get_text(at(get(model, K_players), 1), K_seat_number), "B");
    assert_string_equal(get_text(model_seat(&b->rq, &game, 1), K_number), "B");
    game.rules = &quay_rules;
    assert_int_equal(get_int(model_seat(&b->rq, &game, 1), K_number), 2);
}

static void without_a_draft_nothing_is_changed(void **state)
{
    struct bench *b = *state;
    struct value *model = board_open(&b->rq, &quay_rules, &now, NULL, NO_SEAT, people, 2, NULL).view;
    assert_false(get_bool(at(get(model, K_sites), 0), K_changed));
    assert_true(value_is(get(at(get(model, K_sites), 0), K_act), VALUE_BOOL));
}

static void amounts_get_the_letters_and_prices_of_the_view(void **state)
{
    struct bench *b = *state;
    assert_true(choose_narrow(&b->choose, "tile", "crane"));
    struct board board = board_open(&b->rq, &quay_rules, &now, NULL, 0, people, 2, &b->choose);
    struct value *choose = choose_model(&b->choose);
    board_note_amounts(&board, choose);
    struct value *amounts = get(at(get(at(get(choose, K_groups), 0), K_forms), 0), K_amounts);
    assert_string_equal(get_text(at(amounts, 0), K_letter), "W");
    assert_string_equal(get_text(at(amounts, 0), K_note), "2 coins");
    assert_string_equal(get_text(at(amounts, 1), K_note), "free");
}

/* "W0 W1* W2" of the field of white ones, once the view has told how many there are now. */
static const char *field_when_there_are(struct bench *b, int value)
{
    white_now = value;
    struct board board = board_open(&b->rq, &quay_rules, &now, NULL, 0, people, 2, &b->choose);
    white_now = -1;
    struct value *choose = choose_model(&b->choose);
    board_note_amounts(&board, choose);
    struct value *white = at(get(at(get(at(get(choose, K_groups), 0), K_forms), 0), K_amounts), 0);
    struct sb out;
    sb_init(&out, b->rq.arena);
    sb_addf(&out, "%d:", (int)get_int(white, K_value));
    for (size_t i = 0; i < value_n(get(white, K_choices)); i++) {
        struct value *choice = at(get(white, K_choices), i);
        sb_addf(&out, " %s%s", get_text(choice, K_n), get_bool(choice, K_checked) ? "*" : "");
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

static const char *only_place;

static void one_place_view(const void *state, int viewer, struct value *out)
{
    (void)state, (void)viewer;
    put_text(add_object(put_list(out, K_sites)), K_place, only_place);
}

/* Does a group with this one option stand beside the question, when the board has this one place? */
static bool is_beside(struct bench *b, const char *place, const char *group)
{
    const struct rules_view picture = {.view = one_place_view};
    struct rules rules = quay_rules;
    rules.view = &picture;
    only_place = place;
    const struct board board = board_open(&b->rq, &rules, &now, NULL, 0, people, 2, &b->choose);
    struct value *groups = json(b->rq.arena, group);
    board_set_beside(&board, groups);
    return get_bool(at(groups, 0), K_beside);
}

static void what_a_board_offers_does_not_stand_beside_it(void **state)
{
    struct bench *b = *state;
    static const char crane[] = "[{\"verb\":\"build\",\"confirms\":false,\"options\":[{\"label\":\"x\",\"place\":\"tile=shed\"},{\"label\":\"x\",\"place\":\"tile=crane\"}]}]";
    static const char step[] = "[{\"verb\":\"build\",\"confirms\":false,\"options\":[{\"label\":\"x\",\"place\":null,\"step\":\"build tile=crane white=2\"}]}]";
    static const char turn[] = "[{\"verb\":\"build\",\"confirms\":true,\"options\":[]}]";
    static const char other[] = "[{\"verb\":\"buil\",\"confirms\":false,\"options\":[]}]";
    assert_false(is_beside(b, "tile=crane", crane)); /* named so by an option */
    assert_true(is_beside(b, "tile=shed", crane));   /* drawn, but nothing can be done there */
    assert_true(is_beside(b, "tile=crane", step));   /* several moves begin there */
    assert_false(is_beside(b, "verb=build&tile=crane", step));
    assert_false(is_beside(b, "verb=build", step));
    assert_true(is_beside(b, "verb=build", other));
    assert_false(is_beside(b, "tile=shed", turn));   /* hands the turn in */
    struct move_list *list = move_list_in(&b->room);
    move_list_copy(list, &(struct move){.nargs = 3, .arg = {0, 2, 0}});
    b->choose.list = list;
    choose_start(&b->choose);
    assert_false(is_beside(b, "tile=crane", step));  /* comes to the same step */
}

static void offering_view(const void *state, int viewer, struct value *out)
{
    (void)state, (void)viewer;
    add_text(put_list(out, K_own_forms), "offer");
    put_int(put_text(add_object(put_list(out, K_things)), K_place, "money"), K_count, 7);
}

/* A game's own form: taken from the list, known by the names of its fields, with what the view says of them. */
static void a_form_of_the_game_s_own_goes_to_its_picture(void **state)
{
    struct bench *b = *state;
    const struct rules_view picture = {.view = offering_view};
    struct rules rules = quay_rules;
    rules.view = &picture;
    const struct board board = board_open(&b->rq, &rules, &now, NULL, 0, people, 2, NULL);
    struct value *view = board.view, *model = json(b->rq.arena,
        "{\"game\":{\"url\":\"/games/7\",\"ply\":3},\"draft\":{\"n\":2},\"choose\":{\"groups\":[{\"verb\":\"offer\",\"forms\":"
        "[{\"tried\":true,\"reveals\":false,\"amounts\":[{\"name\":\"money\",\"hi\":90},{\"name\":\"slot\",\"hi\":5}]}]},"
        "{\"verb\":\"pay\",\"forms\":[{\"amounts\":[]}]}]}}");
    board_take_fillings(&board, true, model);
    struct value *offer = get(get(view, K_filling), K_offer), *groups = get(get(model, K_choose), K_groups);
    assert_int_equal(get_int(get(get(offer, K_by), K_money), K_hi), 7);
    assert_int_equal(get_int(get(get(get(offer, K_by), K_money), K_what), K_count), 7);
    assert_int_equal(get_int(at(get(offer, K_fields), 1), K_hi), 5);
    assert_true(get_bool(offer, K_tried));
    assert_int_equal(value_n(get(view, K_filling)), 1);
    assert_int_equal(value_n(get(at(groups, 0), K_forms)), 0);
    assert_int_equal(value_n(get(at(groups, 1), K_forms)), 1);
    assert_string_equal(get_text(get(view, K_frame), K_url), "/games/7");
    assert_int_equal(get_int(get(view, K_frame), K_draft), 2);
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
        WITH_BENCH(what_a_board_offers_does_not_stand_beside_it),
        WITH_BENCH(a_form_of_the_game_s_own_goes_to_its_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
