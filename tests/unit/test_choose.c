/* Narrowing: from legal moves and the choices made so far to crumbs, links, buttons and forms. A made-up game. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/model/choose.h"
#include "rules/engine/log.h"
#include "rules/parts.h"

enum { TURN, BUY, BUILD, PAY, END, HAGGLE, MOOR, HIRE };

struct quay {
    int16_t points[2];
    bool together; /* are both asked? */
};

enum { LAST_POINT = 20, BUILD_BRINGS = 4 }; /* with one more the game is over */

static const struct name stones[] = {{"white", "white"}, {"black", "black"}};
static const struct name piers[] = {{"crane", "Crane"}, {"shed", "Shed"}, {"mole", "Mole"}};
static const struct name towns[] = {{"lucca", "Lucca"}, {"pisa", "Pisa"}};
static const struct name few[] = {{"none", "no card"}, {"one", "one card"}}; /* more are told as they are */
static const struct arg buy_args[] = {{.name = "section", .kind = ARG_NUMBER, .lo = 1, .hi = 3},
                                      {.name = "stones", .kind = ARG_COUNTS, .names = stones, .n_names = 2, .hi = 9}, {0}};
static const struct arg build_args[] = {{.name = "tile", .kind = ARG_NAME, .names = piers, .n_names = 3, .hi = 2},
                                        {.name = "city", .kind = ARG_NAME, .names = towns, .n_names = 2, .hi = 1}, {0}};
static const struct arg pay_args[] = {{.name = "stones", .kind = ARG_COUNTS, .names = stones, .n_names = 2, .hi = 9}, {0}};
static const struct arg haggle_args[] = {
    {.name = "values", .kind = ARG_SET, .n_names = 8, .lo = 1, .words = SAID(.label = "Values")},
    {.name = "nodeal", .kind = ARG_NAME, .names = piers, .n_names = 3, .words = SAID(.label = "Else")},
    {.name = "cards", .kind = ARG_NUMBER, .hi = 23, .names = few, .n_names = 2},
    {.name = "price", .kind = ARG_NUMBER, .hi = 400},
    {.name = "who", .kind = ARG_SEAT, .lo = -1, .hi = 1},
    {.name = "ranking", .kind = ARG_LIST, .names = towns, .n_names = 2, .max = 2}, {0}};
static const struct arg moor_args[] = {{.name = "tile", .kind = ARG_NAME, .names = piers, .n_names = 3, .hi = 2},
                                       {.name = "berth", .kind = ARG_NUMBER, .hi = 9, .words = SAID(.alone = "Berth {berth}")},
                                       {.name = "lines", .kind = ARG_NUMBER, .lo = 1, .hi = 4}, {0}};
static const struct arg hire_args[] = {{.name = "slot", .kind = ARG_NUMBER, .hi = 5},
                                       {.name = "tile", .kind = ARG_NAME, .names = piers, .n_names = 3, .hi = 2},
                                       {.name = "wage", .kind = ARG_NUMBER, .hi = 90}, {0}};
static const struct verb verbs[] = {
    [TURN] = {.name = "turn", .choose = "Turn", .label = "Turn the wheel"},
    [BUY] = {.name = "buy", .choose = "Buy", .label = "Buy {stones} from section {section}", .args = buy_args},
    [BUILD] = {.name = "build", .choose = "Build", .label = "Build {tile} in {city}", .args = build_args},
    [PAY] = {.name = "pay", .choose = "Pay", .label = "Pay {stones}", .args = pay_args},
    [END] = {.name = "end", .choose = "End", .label = "End the turn", .confirms = true},
    [HAGGLE] = {.name = "haggle", .choose = "Haggle", .label = "Haggle for {values}", .args = haggle_args, .form = true},
    [MOOR] = {.name = "moor", .choose = "Moor", .label = "Moor at {tile}, berth {berth}, by {lines}", .args = moor_args},
    [HIRE] = {.name = "hire", .choose = "Hire", .label = "Hire at {tile} for {wage}", .args = hire_args, .form = true, .n_key = 2},
    {0}};

static unsigned quay_traits(const void *state, int seat, const struct move *move)
{
    const struct quay *quay = state;
    bool ends = move->verb == BUILD && seat == 0 && quay->points[0] + BUILD_BRINGS > LAST_POINT;
    return (move->verb == TURN ? MOVE_REVEALS : 0) | (ends ? MOVE_ENDS : 0);
}

static void quay_standing(const void *state, struct standing *standing)
{
    const struct quay *quay = state;
    *standing = (struct standing){.n = 2};
    for (int s = 0; s < 2; s++)
        standing->seat[s].points = quay->points[s];
}

static void quay_apply(void *state, int seat, const struct move *move, struct rng *rng, struct log *log)
{
    (void)rng, (void)log;
    if (move->verb == BUILD)
        ((struct quay *)state)->points[seat] += BUILD_BRINGS;
}

static seatmask quay_awaits(const void *state)
{
    const struct quay *quay = state;
    return quay->points[0] > LAST_POINT ? 0 : SEAT_BIT(0) | (quay->together ? SEAT_BIT(1) : 0);
}

static const struct rules_words quay_words = {.title = "Quay"};
static const struct rules quay_rules = {.id = "quay", .words = &quay_words, .verbs = verbs, .size = sizeof(struct quay),
                                        .awaits = quay_awaits, .traits = quay_traits, .standing = quay_standing,
                                        .apply = quay_apply};

struct bench {
    struct arena *arena;
    struct catalogue *cat;
    struct quay state;
    struct move_room room;
    struct move_list *list; /* in it */
    struct choose choose;
};

static const char *const people[] = {"Anna", "Bruno"};

static void add(struct move_list *list, int verb, int n, int a, int b, int c)
{
    int16_t *arg = move_list_add(list, verb, n);
    const int16_t values[] = {(int16_t)a, (int16_t)b, (int16_t)c};
    for (int i = 0; i < n; i++)
        arg[i] = values[i];
}

static int set_up(void **out)
{
    static struct bench bench;
    char why[200];
    bench = (struct bench){.arena = arena_new()};
    bench.cat = text_load(".", "en", why, sizeof(why));
    assert_non_null(bench.cat);
    struct move_list *list = bench.list = move_list_in(&bench.room);
    add(list, TURN, 0, 0, 0, 0);
    add(list, BUY, 3, 1, 0, 1);
    for (int white = 2; white >= 0; white--)
        for (int black = 3; black >= 0; black--)
            if (white + black > 0)
                add(list, BUY, 3, 2, white, black);
    add(list, BUY, 3, 3, 1, 0);
    add(list, BUY, 3, 3, 0, 1);
    add(list, BUILD, 2, 0, 0, 0);
    add(list, BUILD, 2, 0, 1, 0);
    add(list, BUILD, 2, 2, 1, 0);
    add(list, END, 0, 0, 0, 0);
    bench.choose = (struct choose){.arena = bench.arena, .cat = bench.cat, .rules = &quay_rules, .state = &bench.state,
                                   .seat = 0, .list = list, .people = people, .n_people = 2, .url = "/games/42"};
    choose_start(&bench.choose);
    *out = &bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    arena_free(bench->arena);
    text_free(bench->cat);
    return 0;
}

static struct json_object *at(struct json_object *array, size_t i)
{
    assert_true(i < json_object_array_length(array));
    return json_object_array_get_idx(array, i);
}

static struct json_object *group(struct json_object *model, const char *verb)
{
    struct json_object *groups = jget(model, "groups");
    for (size_t i = 0; i < json_object_array_length(groups); i++)
        if (!strcmp(jget_str(at(groups, i), "verb"), verb))
            return at(groups, i);
    return NULL;
}

static struct json_object *option(struct json_object *model, const char *verb, size_t i)
{
    return at(jget(group(model, verb), "options"), i);
}

static struct json_object *model_of(struct bench *bench)
{
    return arena_json(bench->arena, choose_model(&bench->choose));
}

static void every_verb_asks_for_its_first_open_argument(void **state)
{
    struct json_object *model = model_of(*state);
    assert_int_equal(json_object_array_length(jget(model, "groups")), 4);
    assert_string_equal(jget_str(option(model, "turn", 0), "step"), "turn");
    assert_true(jget_bool(option(model, "turn", 0), "reveals"));
    assert_string_equal(jget_str(option(model, "buy", 0), "step"), "buy section=1 black=1");
    assert_string_equal(jget_str(option(model, "buy", 1), "href"), "/games/42?section=2");
    assert_string_equal(jget_str(option(model, "buy", 1), "label"), "Buy … from section 2");
    assert_string_equal(jget_str(option(model, "build", 0), "label"), "Crane");
    assert_string_equal(jget_str(option(model, "build", 0), "sentence"), "Build Crane in …");
    assert_string_equal(jget_str(option(model, "build", 0), "href"), "/games/42?tile=crane");
    assert_string_equal(jget_str(option(model, "build", 1), "label"), "Build Mole in Pisa");
    assert_string_equal(jget_str(option(model, "build", 1), "gain"), "+4 points");
    assert_true(jget_bool(group(model, "end"), "confirms"));
    assert_true(jget_bool(option(model, "end", 0), "primary"));
    assert_false(jget_bool(model, "has_crumbs"));
}

static void what_may_be_done_at_any_time_is_not_urged(void **state)
{
    struct bench *bench = *state;
    struct verb own[sizeof(verbs) / sizeof(verbs[0])];
    struct rules rules = quay_rules;
    memcpy(own, verbs, sizeof(own));
    rules.verbs = own;
    bench->list->n = 1; /* turn, and nothing else */
    bench->choose.rules = &rules;
    choose_start(&bench->choose);
    assert_true(jget_bool(option(model_of(bench), "turn", 0), "primary"));
    own[TURN].unsolicited = true;
    assert_false(jget_bool(option(model_of(bench), "turn", 0), "primary"));
}

static void a_choice_leaves_a_crumb_that_drops_it(void **state)
{
    struct bench *bench = *state;
    const struct field query[] = {{"verb", "build"}, {"tile", "crane"}};
    choose_query(&bench->choose, query, 2);
    struct json_object *model = model_of(bench), *crumbs = jget(model, "crumbs");
    assert_int_equal(json_object_array_length(crumbs), 2);
    assert_string_equal(jget_str(at(crumbs, 0), "text"), "Build");
    assert_string_equal(jget_str(at(crumbs, 0), "href"), "/games/42?tile=crane");
    assert_string_equal(jget_str(at(crumbs, 1), "text"), "Crane");
    assert_string_equal(jget_str(at(crumbs, 1), "href"), "/games/42?verb=build");
    assert_int_equal(json_object_array_length(jget(model, "groups")), 1);
    assert_string_equal(jget_str(option(model, "build", 0), "step"), "build tile=crane city=lucca");
    assert_string_equal(jget_str(option(model, "build", 1), "label"), "Build Crane in Pisa");
}

static void a_number_with_words_of_its_own_needs_no_sentence(void **state)
{
    struct bench *bench = *state;
    const struct field query[] = {{"verb", "moor"}, {"berth", "5"}};
    for (int berth = 4; berth < 6; berth++)
        for (int lines = 1; lines < 3; lines++)
            add(bench->list, MOOR, 3, 1, berth, lines);
    choose_start(&bench->choose);
    choose_query(&bench->choose, query, 1);
    assert_string_equal(jget_str(option(model_of(bench), "moor", 1), "label"), "Berth 5");
    choose_query(&bench->choose, query + 1, 1);
    struct json_object *model = model_of(bench);
    assert_string_equal(jget_str(at(jget(model, "crumbs"), 1), "text"), "Berth 5");
    assert_string_equal(jget_str(option(model, "moor", 0), "label"), "Moor at Shed, berth 5, by 1");
}

static void what_fits_nothing_is_counted_and_passed_over(void **state)
{
    struct bench *bench = *state;
    const struct field query[] = {{"done", "1"}, {"tile", "shed"}, {"city", "rome"}, {"section", "x"}, {"verb", "sail"},
                                  {"stones", "2"}, {"tile", ""}, {"section", "99999999999"}, {"utm", "x"}};
    choose_query(&bench->choose, query, 9);
    assert_int_equal(bench->choose.n_ignored, 7);
    assert_int_equal(bench->choose.n_given, 0);
    assert_int_equal(bench->choose.n_fit, bench->list->n);
}

static void a_later_choice_replaces_an_earlier_one_of_its_name(void **state)
{
    struct bench *bench = *state;
    assert_true(choose_narrow(&bench->choose, "tile", "crane"));
    assert_true(choose_narrow(&bench->choose, "tile", "mole"));
    assert_int_equal(bench->choose.n_given, 1);
    assert_int_equal(bench->choose.n_fit, 1);
    assert_false(choose_narrow(&bench->choose, "city", "lucca"));
    assert_true(choose_narrow(&bench->choose, "city", "pisa"));
}

static void many_amounts_are_a_form_with_the_first_move_suggested(void **state)
{
    struct bench *bench = *state;
    choose_narrow(&bench->choose, "section", "2");
    struct json_object *form = at(jget(group(model_of(bench), "buy"), "forms"), 0);
    assert_string_equal(jget_str(form, "verb"), "buy");
    assert_string_equal(jget_str(at(jget(model_of(bench), "crumbs"), 0), "text"), "Buy … from section 2");
    assert_string_equal(jget_str(form, "label"), "Buy … from section 2");
    assert_string_equal(jget_str(at(jget(form, "hidden"), 0), "name"), "section");
    assert_string_equal(jget_str(at(jget(form, "hidden"), 0), "value"), "2");
    struct json_object *white = at(jget(form, "amounts"), 0), *black = at(jget(form, "amounts"), 1);
    assert_string_equal(jget_str(white, "name"), "white");
    assert_int_equal(jget_int(white, "hi"), 2);
    assert_int_equal(jget_int(white, "value"), 2);
    assert_int_equal(jget_int(black, "lo"), 0);
    assert_int_equal(jget_int(black, "hi"), 3);
    assert_true(jget_bool(at(jget(black, "choices"), 3), "checked"));
}

static void a_form_waits_behind_a_link_while_other_verbs_are_open(void **state)
{
    struct bench *bench = *state;
    for (int white = 0; white <= 3; white++)
        for (int black = 0; black <= 1; black++)
            add(bench->list, PAY, 2, white, black, 0);
    choose_start(&bench->choose);
    struct json_object *model = model_of(bench);
    assert_int_equal(json_object_array_length(jget(group(model, "pay"), "forms")), 0);
    assert_string_equal(jget_str(option(model, "pay", 0), "href"), "/games/42?verb=pay");
    assert_string_equal(jget_str(option(model, "pay", 0), "label"), "Pay …");
    assert_true(choose_narrow(&bench->choose, "verb", "pay"));
    assert_string_equal(jget_str(at(jget(group(model_of(bench), "pay"), "forms"), 0), "button"), "Pay");
}

static void a_refused_form_keeps_its_amounts(void **state)
{
    struct bench *bench = *state;
    struct move tried = {.verb = BUY, .nargs = 3, .arg = {2, 1, 7}};
    bench->choose.tried = &tried;
    choose_like(&bench->choose, &tried);
    struct json_object *form = at(jget(group(model_of(bench), "buy"), "forms"), 0);
    assert_int_equal(jget_int(at(jget(form, "amounts"), 0), "value"), 1);
    assert_int_equal(jget_int(at(jget(form, "amounts"), 1), "value"), 3);
}

static void few_amounts_are_buttons(void **state)
{
    struct bench *bench = *state;
    choose_narrow(&bench->choose, "section", "3");
    struct json_object *model = model_of(bench);
    assert_int_equal(json_object_array_length(jget(group(model, "buy"), "forms")), 0);
    assert_string_equal(jget_str(option(model, "buy", 0), "label"), "Buy 1 white from section 3");
    assert_string_equal(jget_str(option(model, "buy", 1), "step"), "buy section=3 black=1");
}

static bool is_mole_for_good(struct bench *bench)
{
    return jget_bool(arena_json(bench->arena, choose_place(&bench->choose, "tile=mole")), "reveals");
}

static void a_step_that_ends_the_game_is_for_good_unless_it_is_a_draft(void **state)
{
    struct bench *bench = *state;
    bench->state.points[0] = LAST_POINT;
    assert_false(is_mole_for_good(bench));
    bench->state.together = true;
    assert_true(is_mole_for_good(bench));
    bench->state.points[0] = LAST_POINT - 4;
    assert_false(is_mole_for_good(bench));
    bench->state.points[0] = LAST_POINT;
    choose_narrow(&bench->choose, "tile", "mole");
    assert_true(jget_bool(option(model_of(bench), "build", 0), "reveals"));
}

static void a_turn_can_be_handed_in_whatever_is_chosen(void **state)
{
    struct bench *bench = *state;
    choose_narrow(&bench->choose, "tile", "mole");
    struct json_object *model = model_of(bench), *ends = jget(model, "ends");
    assert_null(group(model, "end"));
    assert_int_equal(json_object_array_length(ends), 1);
    assert_string_equal(jget_str(at(jget(at(ends, 0), "options"), 0), "step"), "end");
    assert_int_equal(json_object_array_length(jget(model, "crumbs")), 1);
}

static void a_place_of_the_board_is_a_link_a_button_or_nothing(void **state)
{
    struct bench *bench = *state;
    struct json_object *crane = arena_json(bench->arena, choose_place(&bench->choose, "tile=crane"));
    assert_true(jget_bool(crane, "is_link"));
    assert_string_equal(jget_str(crane, "href"), "/games/42?tile=crane");
    assert_string_equal(jget_str(crane, "label"), "Build Crane in …");
    struct json_object *mole = arena_json(bench->arena, choose_place(&bench->choose, "tile=mole"));
    assert_true(jget_bool(mole, "is_step"));
    assert_string_equal(jget_str(mole, "step"), "build tile=mole city=pisa");
    assert_string_equal(jget_str(mole, "href"), "/games/42?tile=mole");
    assert_null(choose_place(&bench->choose, "tile=shed"));
    assert_null(choose_place(&bench->choose, "nonsense"));
    struct json_object *wheel = arena_json(bench->arena, choose_place(&bench->choose, "verb=turn"));
    assert_true(jget_bool(wheel, "reveals"));
}

static void a_chosen_place_can_be_dropped_and_another_taken_instead(void **state)
{
    struct bench *bench = *state;
    choose_narrow(&bench->choose, "tile", "crane");
    struct json_object *crane = arena_json(bench->arena, choose_place(&bench->choose, "tile=crane"));
    assert_true(jget_bool(crane, "chosen"));
    assert_string_equal(jget_str(crane, "href"), "/games/42");
    struct json_object *mole = arena_json(bench->arena, choose_place(&bench->choose, "tile=mole"));
    assert_string_equal(jget_str(mole, "step"), "build tile=mole city=pisa");
    struct json_object *lucca = arena_json(bench->arena, choose_place(&bench->choose, "city=lucca"));
    assert_string_equal(jget_str(lucca, "step"), "build tile=crane city=lucca");
    assert_null(choose_place(&bench->choose, "section=2"));
    const char *before = jget_str(mole, "label");
    choose_narrow(&bench->choose, "tile", "mole");
    mole = arena_json(bench->arena, choose_place(&bench->choose, "tile=mole"));
    assert_true(jget_bool(mole, "chosen"));
    assert_string_equal(jget_str(mole, "label"), before);
}

static void without_moves_there_is_nothing_to_choose(void **state)
{
    struct bench *bench = *state;
    move_list_clear(bench->list);
    choose_start(&bench->choose);
    assert_false(choose_narrow(&bench->choose, "verb", "end"));
    struct json_object *model = model_of(bench);
    assert_true(jget_bool(model, "nothing"));
    assert_int_equal(json_object_array_length(jget(model, "groups")), 0);
}

/* Two samples: {2, 3}, crane, no cards, 10, nobody, lucca first; and {5}, mole, two cards, 90, Bruno, both towns. */
static void add_haggling(struct bench *bench, bool alone)
{
    static const int16_t first[] = {1 << 2 | 1 << 3, 0, 0, 10, -1, 1, 0, 0}, second[] = {1 << 5, 2, 2, 90, 1, 2, 1, 0};
    bench->list->n = alone ? 0 : bench->list->n;
    memcpy(move_list_add(bench->list, HAGGLE, 8), first, sizeof(first));
    memcpy(move_list_add(bench->list, HAGGLE, 8), second, sizeof(second));
    bench->list->partial = true;
    choose_start(&bench->choose);
}

static struct json_object *field_of(struct json_object *form, const char *name)
{
    struct json_object *amounts = jget(form, "amounts");
    for (size_t i = 0; i < json_object_array_length(amounts); i++)
        if (!strcmp(jget_str(at(amounts, i), "name"), name))
            return at(amounts, i);
    fail_msg("no field %s", name);
    return NULL;
}

/* "2* 3* 5": what is sent, pressed ones with a star */
static const char *values_of(struct bench *bench, struct json_object *choices)
{
    const char *text = "";
    for (size_t i = 0; i < json_object_array_length(choices); i++)
        text = arena_printf(bench->arena, "%s%s%s%s", text, *text ? " " : "", jget_str(at(choices, i), "n"),
                            jget_bool(at(choices, i), "checked") ? "*" : "");
    return text;
}

static void a_verb_that_is_filled_in_has_a_field_for_each_argument(void **state)
{
    struct bench *bench = *state;
    add_haggling(bench, true);
    struct json_object *form = at(jget(group(model_of(bench), "haggle"), "forms"), 0);
    assert_false(jget_bool(form, "folded"));
    assert_string_equal(jget_str(form, "label"), "Haggle");
    assert_int_equal(json_object_array_length(jget(form, "hidden")), 0);
    assert_string_equal(jget_str(field_of(form, "values"), "label"), "Values");
    assert_true(jget_bool(field_of(form, "values"), "set"));
    assert_string_equal(values_of(bench, jget(field_of(form, "values"), "choices")), "2* 3* 5");
    assert_string_equal(values_of(bench, jget(field_of(form, "nodeal"), "choices")), "crane* mole");
    assert_string_equal(jget_str(at(jget(field_of(form, "nodeal"), "choices"), 1), "text"), "Mole");
    assert_string_equal(values_of(bench, jget(field_of(form, "cards"), "choices")), "0* 1 2");
    assert_string_equal(jget_str(at(jget(field_of(form, "cards"), "choices"), 1), "text"), "one card");
    assert_string_equal(jget_str(at(jget(field_of(form, "cards"), "choices"), 2), "text"), "2");
    assert_false(jget_bool(field_of(form, "price"), "has_choices"));
    assert_int_equal(jget_int(field_of(form, "price"), "lo"), 10);
    assert_int_equal(jget_int(field_of(form, "price"), "hi"), 90);
    assert_string_equal(values_of(bench, jget(field_of(form, "who"), "choices")), "none* 1");
    assert_string_equal(jget_str(at(jget(field_of(form, "who"), "choices"), 1), "text"), "Bruno");
    struct json_object *rows = jget(field_of(form, "ranking"), "rows");
    assert_int_equal(json_object_array_length(rows), 2);
    assert_string_equal(values_of(bench, jget(at(rows, 0), "choices")), "lucca* pisa");
    assert_string_equal(values_of(bench, jget(at(rows, 1), "choices")), "lucca pisa");
}

static void beside_other_verbs_the_form_is_folded_and_these_stay_buttons(void **state)
{
    struct bench *bench = *state;
    add_haggling(bench, false);
    struct json_object *model = model_of(bench);
    assert_true(jget_bool(at(jget(group(model, "haggle"), "forms"), 0), "folded"));
    assert_false(jget_bool(group(model, "haggle"), "has_options"));
    assert_true(jget_bool(option(model, "build", 1), "is_step"));
    assert_string_equal(jget_str(option(model, "build", 1), "step"), "build tile=mole city=pisa");
    assert_false(choose_narrow(&bench->choose, "nodeal", "mole"));
    assert_true(choose_narrow(&bench->choose, "verb", "haggle"));
    assert_false(jget_bool(at(jget(group(model_of(bench), "haggle"), "forms"), 0), "folded"));
}

static void a_refused_form_comes_back_as_it_was_filled_in(void **state)
{
    struct bench *bench = *state;
    add_haggling(bench, false);
    const struct move tried = {.verb = HAGGLE, .nargs = 8, .arg = {1 << 3 | 1 << 5, 2, 1, 40, 1, 2, 1, 0}};
    bench->choose.tried = &tried;
    choose_like(&bench->choose, &tried);
    struct json_object *form = at(jget(group(model_of(bench), "haggle"), "forms"), 0);
    assert_true(jget_bool(form, "tried"));
    assert_string_equal(values_of(bench, jget(field_of(form, "values"), "choices")), "2 3* 5*");
    assert_string_equal(values_of(bench, jget(field_of(form, "nodeal"), "choices")), "crane mole*");
    assert_string_equal(values_of(bench, jget(field_of(form, "cards"), "choices")), "0 1* 2");
    assert_int_equal(jget_int(field_of(form, "price"), "value"), 40);
    assert_string_equal(values_of(bench, jget(field_of(form, "who"), "choices")), "none 1*");
    assert_string_equal(values_of(bench, jget(at(jget(field_of(form, "ranking"), "rows"), 0), "choices")), "lucca pisa*");
}

static void add_hirings(struct bench *bench)
{
    add(bench->list, HIRE, 3, 0, 0, 10);
    add(bench->list, HIRE, 3, 1, 2, 40);
    bench->list->partial = true;
    choose_start(&bench->choose);
}

static void what_a_form_is_for_is_chosen_first(void **state)
{
    struct bench *bench = *state;
    add_hirings(bench);
    struct json_object *mole = arena_json(bench->arena, choose_place(&bench->choose, "verb=hire&tile=mole"));
    assert_true(jget_bool(mole, "is_link"));
    assert_string_equal(jget_str(mole, "href"), "/games/42?verb=hire&tile=mole");
    assert_true(choose_narrow(&bench->choose, "verb", "hire"));
    assert_true(choose_narrow(&bench->choose, "tile", "mole"));
    assert_false(choose_narrow(&bench->choose, "wage", "40"));
    struct json_object *own = group(model_of(bench), "hire");
    assert_int_equal(jget_int(field_of(at(jget(own, "forms"), 0), "wage"), "value"), 40);
    assert_int_equal(jget_int(field_of(at(jget(own, "forms"), 0), "slot"), "value"), 1);
}

/* Even when its first argument is that of another sample. */
static void a_refused_form_is_about_the_same_place(void **state)
{
    struct bench *bench = *state;
    add_hirings(bench);
    const struct move tried = {.verb = HIRE, .nargs = 3, .arg = {0, 2, 75}};
    bench->choose.tried = &tried;
    choose_like(&bench->choose, &tried);
    assert_true(jget_bool(arena_json(bench->arena, choose_place(&bench->choose, "verb=hire&tile=mole")), "chosen"));
    struct json_object *form = at(jget(group(model_of(bench), "hire"), "forms"), 0);
    assert_true(jget_bool(form, "tried"));
    assert_int_equal(jget_int(field_of(form, "wage"), "value"), 75);
    assert_int_equal(jget_int(field_of(form, "slot"), "value"), 0);
}

static void a_place_may_choose_several_things_at_once(void **state)
{
    struct bench *bench = *state;
    struct json_object *both = arena_json(bench->arena, choose_place(&bench->choose, "tile=crane&city=pisa"));
    assert_string_equal(jget_str(both, "step"), "build tile=crane city=pisa");
    assert_string_equal(jget_str(both, "href"), "/games/42?tile=crane&city=pisa");
    assert_false(jget_bool(both, "chosen"));
    struct json_object *more = arena_json(bench->arena, choose_place(&bench->choose, "verb=build&tile=crane"));
    assert_true(jget_bool(more, "is_link"));
    assert_string_equal(jget_str(more, "href"), "/games/42?verb=build&tile=crane");
    assert_null(choose_place(&bench->choose, "tile=mole&city=lucca"));
    assert_null(choose_place(&bench->choose, "tile=mole&nonsense"));
    choose_narrow(&bench->choose, "tile", "crane");
    struct json_object *crane = arena_json(bench->arena, choose_place(&bench->choose, "tile=crane&city=pisa"));
    assert_string_equal(jget_str(crane, "step"), "build tile=crane city=pisa");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_verb_asks_for_its_first_open_argument),
        TEST(what_may_be_done_at_any_time_is_not_urged),
        TEST(a_choice_leaves_a_crumb_that_drops_it),
        TEST(a_number_with_words_of_its_own_needs_no_sentence),
        TEST(what_fits_nothing_is_counted_and_passed_over),
        TEST(a_later_choice_replaces_an_earlier_one_of_its_name),
        TEST(many_amounts_are_a_form_with_the_first_move_suggested),
        TEST(a_form_waits_behind_a_link_while_other_verbs_are_open),
        TEST(a_refused_form_keeps_its_amounts),
        TEST(few_amounts_are_buttons),
        TEST(a_step_that_ends_the_game_is_for_good_unless_it_is_a_draft),
        TEST(a_turn_can_be_handed_in_whatever_is_chosen),
        TEST(a_place_of_the_board_is_a_link_a_button_or_nothing),
        TEST(a_chosen_place_can_be_dropped_and_another_taken_instead),
        TEST(a_verb_that_is_filled_in_has_a_field_for_each_argument),
        TEST(beside_other_verbs_the_form_is_folded_and_these_stay_buttons),
        TEST(a_refused_form_comes_back_as_it_was_filled_in),
        TEST(what_a_form_is_for_is_chosen_first),
        TEST(a_refused_form_is_about_the_same_place),
        TEST(a_place_may_choose_several_things_at_once),
        TEST(without_moves_there_is_nothing_to_choose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
