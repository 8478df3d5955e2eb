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
static const struct name piers[] = {{"crane", "Crane"}, {"shed", "Shed"}, {"mole", "Mole"}, {"mole-2", "Mole"}};
static const struct name towns[] = {{"lucca", "Lucca"}, {"pisa", "Pisa"}};
static const struct name few[] = {{"none", "no card"}, {"one", "one card"}}; /* more are told as they are */
static const struct arg buy_args[] = {{.name = "section", .kind = ARG_NUMBER, .lo = 1, .hi = 3},
                                      {.name = "stones", .kind = ARG_COUNTS, .names = stones, .n_names = 2, .hi = 9}, {0}};
static const struct arg build_args[] = {{.name = "tile", .kind = ARG_NAME, .names = piers, .n_names = 4, .hi = 3},
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

static void list_move(struct move_list *list, int verb, int n, int a, int b, int c)
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
    list_move(list, TURN, 0, 0, 0, 0);
    list_move(list, BUY, 3, 1, 0, 1);
    for (int white = 2; white >= 0; white--)
        for (int black = 3; black >= 0; black--)
            if (white + black > 0)
                list_move(list, BUY, 3, 2, white, black);
    list_move(list, BUY, 3, 3, 1, 0);
    list_move(list, BUY, 3, 3, 0, 1);
    list_move(list, BUILD, 2, 0, 0, 0);
    list_move(list, BUILD, 2, 0, 1, 0);
    list_move(list, BUILD, 2, 2, 1, 0);
    list_move(list, END, 0, 0, 0, 0);
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

static struct value *at(struct value *array, size_t i)
{
    assert_true(i < value_n(array));
    return value_at(array, i);
}

static struct value *group(struct value *model, const char *verb)
{
    struct value *groups = get(model, K_groups);
    for (size_t i = 0; i < value_n(groups); i++)
        if (!strcmp(get_text(at(groups, i), K_verb), verb))
            return at(groups, i);
    return NULL;
}

static struct value *option(struct value *model, const char *verb, size_t i)
{
    return at(get(group(model, verb), K_options), i);
}

static struct value *model_of(struct bench *bench)
{
    return choose_model(&bench->choose);
}

static void every_verb_asks_for_its_first_open_argument(void **state)
{
    struct value *model = model_of(*state);
    assert_int_equal(value_n(get(model, K_groups)), 4);
    assert_string_equal(get_text(option(model, "turn", 0), K_step), "turn");
    assert_true(get_bool(option(model, "turn", 0), K_reveals));
    assert_string_equal(get_text(option(model, "buy", 0), K_step), "buy section=1 black=1");
    assert_string_equal(get_text(option(model, "buy", 1), K_href), "/games/42?section=2");
    assert_string_equal(get_text(option(model, "buy", 1), K_label), "Buy … from section 2");
    assert_string_equal(get_text(option(model, "build", 0), K_label), "Crane");
    assert_string_equal(get_text(option(model, "build", 0), K_sentence), "Build Crane in …");
    assert_string_equal(get_text(option(model, "build", 0), K_href), "/games/42?tile=crane");
    assert_string_equal(get_text(option(model, "build", 1), K_label), "Build Mole in Pisa");
    assert_string_equal(get_text(option(model, "build", 1), K_gain), "+4 points");
    assert_true(get_bool(group(model, "end"), K_confirms));
    assert_true(get_bool(option(model, "end", 0), K_primary));
    assert_false(get_bool(model, K_has_crumbs));
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
    assert_true(get_bool(option(model_of(bench), "turn", 0), K_primary));
    own[TURN].unsolicited = true;
    assert_false(get_bool(option(model_of(bench), "turn", 0), K_primary));
}

static void a_choice_leaves_a_crumb_that_drops_it(void **state)
{
    struct bench *bench = *state;
    const struct field query[] = {{"verb", "build"}, {"tile", "crane"}};
    choose_query(&bench->choose, query, 2);
    struct value *model = model_of(bench), *crumbs = get(model, K_crumbs);
    assert_int_equal(value_n(crumbs), 2);
    assert_string_equal(get_text(at(crumbs, 0), K_text), "Build");
    assert_string_equal(get_text(at(crumbs, 0), K_href), "/games/42?tile=crane");
    assert_string_equal(get_text(at(crumbs, 1), K_text), "Crane");
    assert_string_equal(get_text(at(crumbs, 1), K_href), "/games/42?verb=build");
    assert_int_equal(value_n(get(model, K_groups)), 1);
    assert_string_equal(get_text(option(model, "build", 0), K_step), "build tile=crane city=lucca");
    assert_string_equal(get_text(option(model, "build", 1), K_label), "Build Crane in Pisa");
}

static void a_number_with_words_of_its_own_needs_no_sentence(void **state)
{
    struct bench *bench = *state;
    const struct field query[] = {{"verb", "moor"}, {"berth", "5"}};
    for (int berth = 4; berth < 6; berth++)
        for (int lines = 1; lines < 3; lines++)
            list_move(bench->list, MOOR, 3, 1, berth, lines);
    choose_start(&bench->choose);
    choose_query(&bench->choose, query, 1);
    assert_string_equal(get_text(option(model_of(bench), "moor", 1), K_label), "Berth 5");
    choose_query(&bench->choose, query + 1, 1);
    struct value *model = model_of(bench);
    assert_string_equal(get_text(at(get(model, K_crumbs), 1), K_text), "Berth 5");
    assert_string_equal(get_text(option(model, "moor", 0), K_label), "Moor at Shed, berth 5, by 1");
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

static void many_amounts_are_a_form_in_which_none_is_taken_beforehand(void **state)
{
    struct bench *bench = *state;
    choose_narrow(&bench->choose, "section", "2");
    struct value *form = at(get(group(model_of(bench), "buy"), K_forms), 0);
    assert_string_equal(get_text(form, K_verb), "buy");
    assert_string_equal(get_text(at(get(model_of(bench), K_crumbs), 0), K_text), "Buy … from section 2");
    assert_string_equal(get_text(form, K_label), "Buy … from section 2");
    assert_string_equal(get_text(at(get(form, K_hidden), 0), K_name), "section");
    assert_string_equal(get_text(at(get(form, K_hidden), 0), K_value), "2");
    struct value *white = at(get(form, K_amounts), 0), *black = at(get(form, K_amounts), 1);
    assert_string_equal(get_text(white, K_name), "white");
    assert_int_equal(get_int(white, K_hi), 2);
    assert_int_equal(get_int(white, K_value), 0);
    assert_int_equal(get_int(black, K_lo), 0);
    assert_int_equal(get_int(black, K_hi), 3);
    assert_true(get_bool(at(get(black, K_choices), 0), K_checked));
}

static void a_form_waits_behind_a_link_while_other_verbs_are_open(void **state)
{
    struct bench *bench = *state;
    for (int white = 0; white <= 3; white++)
        for (int black = 0; black <= 1; black++)
            list_move(bench->list, PAY, 2, white, black, 0);
    choose_start(&bench->choose);
    struct value *model = model_of(bench);
    assert_int_equal(value_n(get(group(model, "pay"), K_forms)), 0);
    assert_string_equal(get_text(option(model, "pay", 0), K_href), "/games/42?verb=pay");
    assert_string_equal(get_text(option(model, "pay", 0), K_label), "Pay");
    assert_true(choose_narrow(&bench->choose, "verb", "pay"));
    assert_string_equal(get_text(at(get(group(model_of(bench), "pay"), K_forms), 0), K_button), "Pay");
}

static void a_refused_form_keeps_its_amounts(void **state)
{
    struct bench *bench = *state;
    struct move tried = {.verb = BUY, .nargs = 3, .arg = {2, 1, 7}};
    bench->choose.tried = &tried;
    choose_like(&bench->choose, &tried);
    struct value *form = at(get(group(model_of(bench), "buy"), K_forms), 0);
    assert_int_equal(get_int(at(get(form, K_amounts), 0), K_value), 1);
    assert_int_equal(get_int(at(get(form, K_amounts), 1), K_value), 3);
}

static void few_amounts_are_buttons(void **state)
{
    struct bench *bench = *state;
    choose_narrow(&bench->choose, "section", "3");
    struct value *model = model_of(bench);
    assert_int_equal(value_n(get(group(model, "buy"), K_forms)), 0);
    assert_string_equal(get_text(option(model, "buy", 0), K_label), "Buy 1 white from section 3");
    assert_string_equal(get_text(option(model, "buy", 1), K_step), "buy section=3 black=1");
}

static void two_pieces_of_one_name_are_numbered(void **state)
{
    struct bench *bench = *state;
    list_move(bench->list, BUILD, 2, 3, 1, 0);
    choose_start(&bench->choose);
    struct value *model = model_of(bench);
    assert_string_equal(get_text(option(model, "build", 0), K_label), "Crane");
    assert_string_equal(get_text(option(model, "build", 1), K_label), "Build Mole in Pisa (1)");
    assert_string_equal(get_text(option(model, "build", 2), K_label), "Build Mole in Pisa (2)");
    assert_string_equal(get_text(option(model, "build", 2), K_step), "build tile=mole-2 city=pisa");
}

static bool is_mole_for_good(struct bench *bench)
{
    return get_bool(choose_place(&bench->choose, "tile=mole"), K_reveals);
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
    assert_true(get_bool(option(model_of(bench), "build", 0), K_reveals));
}

static void the_only_move_is_said_to_be_final_where_what_came_before_can_be_taken_back(void **state)
{
    struct bench *bench = *state;
    bench->list->n = 1; /* turn, and nothing else */
    choose_start(&bench->choose);
    assert_false(get_bool(option(model_of(bench), "turn", 0), K_reveals));
    bench->choose.begun = true;
    choose_start(&bench->choose);
    assert_true(get_bool(option(model_of(bench), "turn", 0), K_reveals));
}

static void a_turn_can_be_handed_in_whatever_is_chosen(void **state)
{
    struct bench *bench = *state;
    choose_narrow(&bench->choose, "tile", "mole");
    struct value *model = model_of(bench), *ends = get(model, K_ends);
    assert_null(group(model, "end"));
    assert_int_equal(value_n(ends), 1);
    assert_string_equal(get_text(at(get(at(ends, 0), K_options), 0), K_step), "end");
    assert_int_equal(value_n(get(model, K_crumbs)), 1);
}

static void a_place_of_the_board_is_a_link_a_button_or_nothing(void **state)
{
    struct bench *bench = *state;
    struct value *crane = choose_place(&bench->choose, "tile=crane");
    assert_true(get_bool(crane, K_is_link));
    assert_string_equal(get_text(crane, K_href), "/games/42?tile=crane");
    assert_string_equal(get_text(crane, K_label), "Build Crane in …");
    struct value *mole = choose_place(&bench->choose, "tile=mole");
    assert_true(get_bool(mole, K_is_step));
    assert_string_equal(get_text(mole, K_step), "build tile=mole city=pisa");
    assert_string_equal(get_text(mole, K_href), "/games/42?tile=mole");
    assert_null(choose_place(&bench->choose, "tile=shed"));
    assert_null(choose_place(&bench->choose, "nonsense"));
    struct value *wheel = choose_place(&bench->choose, "verb=turn");
    assert_true(get_bool(wheel, K_reveals));
}

static void a_chosen_place_can_be_dropped_and_another_taken_instead(void **state)
{
    struct bench *bench = *state;
    choose_narrow(&bench->choose, "tile", "crane");
    struct value *crane = choose_place(&bench->choose, "tile=crane");
    assert_true(get_bool(crane, K_chosen));
    assert_string_equal(get_text(crane, K_href), "/games/42");
    struct value *mole = choose_place(&bench->choose, "tile=mole");
    assert_string_equal(get_text(mole, K_step), "build tile=mole city=pisa");
    struct value *lucca = choose_place(&bench->choose, "city=lucca");
    assert_string_equal(get_text(lucca, K_step), "build tile=crane city=lucca");
    assert_null(choose_place(&bench->choose, "section=2"));
    const char *before = get_text(mole, K_label);
    choose_narrow(&bench->choose, "tile", "mole");
    mole = choose_place(&bench->choose, "tile=mole");
    assert_true(get_bool(mole, K_chosen));
    assert_string_equal(get_text(mole, K_label), before);
}

static void without_moves_there_is_nothing_to_choose(void **state)
{
    struct bench *bench = *state;
    move_list_clear(bench->list);
    choose_start(&bench->choose);
    assert_false(choose_narrow(&bench->choose, "verb", "end"));
    struct value *model = model_of(bench);
    assert_true(get_bool(model, K_nothing));
    assert_int_equal(value_n(get(model, K_groups)), 0);
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

static struct value *field_of(struct value *form, const char *name)
{
    struct value *amounts = get(form, K_amounts);
    for (size_t i = 0; i < value_n(amounts); i++)
        if (!strcmp(get_text(at(amounts, i), K_name), name))
            return at(amounts, i);
    fail_msg("no field %s", name);
    return NULL;
}

/* "2* 3* 5": what is sent, pressed ones with a star */
static const char *values_of(struct bench *bench, struct value *choices)
{
    const char *text = "";
    for (size_t i = 0; i < value_n(choices); i++)
        text = arena_printf(bench->arena, "%s%s%s%s", text, *text ? " " : "", get_text(at(choices, i), K_n),
                            get_bool(at(choices, i), K_checked) ? "*" : "");
    return text;
}

static void a_verb_that_is_filled_in_has_a_field_for_each_argument(void **state)
{
    struct bench *bench = *state;
    add_haggling(bench, true);
    struct value *form = at(get(group(model_of(bench), "haggle"), K_forms), 0);
    assert_false(get_bool(form, K_folded));
    assert_string_equal(get_text(form, K_label), "Haggle");
    assert_int_equal(value_n(get(form, K_hidden)), 0);
    assert_string_equal(get_text(field_of(form, "values"), K_label), "Values");
    assert_true(get_bool(field_of(form, "values"), K_set));
    assert_string_equal(values_of(bench, get(field_of(form, "values"), K_choices)), "2* 3* 5");
    assert_string_equal(values_of(bench, get(field_of(form, "nodeal"), K_choices)), "crane* mole");
    assert_string_equal(get_text(at(get(field_of(form, "nodeal"), K_choices), 1), K_text), "Mole");
    assert_string_equal(values_of(bench, get(field_of(form, "cards"), K_choices)), "0* 1 2");
    assert_string_equal(get_text(at(get(field_of(form, "cards"), K_choices), 1), K_text), "one card");
    assert_string_equal(get_text(at(get(field_of(form, "cards"), K_choices), 2), K_text), "2");
    assert_false(get_bool(field_of(form, "price"), K_has_choices));
    assert_int_equal(get_int(field_of(form, "price"), K_lo), 10);
    assert_int_equal(get_int(field_of(form, "price"), K_hi), 90);
    assert_string_equal(values_of(bench, get(field_of(form, "who"), K_choices)), "none* 1");
    assert_string_equal(get_text(at(get(field_of(form, "who"), K_choices), 1), K_text), "Bruno");
    struct value *rows = get(field_of(form, "ranking"), K_rows);
    assert_int_equal(value_n(rows), 2);
    assert_string_equal(values_of(bench, get(at(rows, 0), K_choices)), "lucca* pisa");
    assert_string_equal(values_of(bench, get(at(rows, 1), K_choices)), "lucca pisa");
}

static void beside_other_verbs_the_form_is_folded_and_these_stay_buttons(void **state)
{
    struct bench *bench = *state;
    add_haggling(bench, false);
    struct value *model = model_of(bench);
    assert_true(get_bool(at(get(group(model, "haggle"), K_forms), 0), K_folded));
    assert_false(get_bool(group(model, "haggle"), K_has_options));
    assert_true(get_bool(option(model, "build", 1), K_is_step));
    assert_string_equal(get_text(option(model, "build", 1), K_step), "build tile=mole city=pisa");
    assert_false(choose_narrow(&bench->choose, "nodeal", "mole"));
    assert_true(choose_narrow(&bench->choose, "verb", "haggle"));
    assert_false(get_bool(at(get(group(model_of(bench), "haggle"), K_forms), 0), K_folded));
}

static void a_refused_form_comes_back_as_it_was_filled_in(void **state)
{
    struct bench *bench = *state;
    add_haggling(bench, false);
    const struct move tried = {.verb = HAGGLE, .nargs = 8, .arg = {1 << 3 | 1 << 5, 2, 1, 40, 1, 2, 1, 0}};
    bench->choose.tried = &tried;
    choose_like(&bench->choose, &tried);
    struct value *form = at(get(group(model_of(bench), "haggle"), K_forms), 0);
    assert_true(get_bool(form, K_tried));
    assert_string_equal(values_of(bench, get(field_of(form, "values"), K_choices)), "2 3* 5*");
    assert_string_equal(values_of(bench, get(field_of(form, "nodeal"), K_choices)), "crane mole*");
    assert_string_equal(values_of(bench, get(field_of(form, "cards"), K_choices)), "0 1* 2");
    assert_int_equal(get_int(field_of(form, "price"), K_value), 40);
    assert_string_equal(values_of(bench, get(field_of(form, "who"), K_choices)), "none 1*");
    assert_string_equal(values_of(bench, get(at(get(field_of(form, "ranking"), K_rows), 0), K_choices)), "lucca pisa*");
}

static void add_hirings(struct bench *bench)
{
    list_move(bench->list, HIRE, 3, 0, 0, 10);
    list_move(bench->list, HIRE, 3, 1, 2, 40);
    bench->list->partial = true;
    choose_start(&bench->choose);
}

static void what_a_form_is_for_is_chosen_first(void **state)
{
    struct bench *bench = *state;
    add_hirings(bench);
    struct value *mole = choose_place(&bench->choose, "verb=hire&tile=mole");
    assert_true(get_bool(mole, K_is_link));
    assert_string_equal(get_text(mole, K_href), "/games/42?verb=hire&tile=mole");
    assert_true(choose_narrow(&bench->choose, "verb", "hire"));
    assert_true(choose_narrow(&bench->choose, "tile", "mole"));
    assert_false(choose_narrow(&bench->choose, "wage", "40"));
    struct value *own = group(model_of(bench), "hire");
    assert_int_equal(get_int(field_of(at(get(own, K_forms), 0), "wage"), K_value), 40);
    assert_int_equal(get_int(field_of(at(get(own, K_forms), 0), "slot"), K_value), 1);
}

/* Even when its first argument is that of another sample. */
static void a_refused_form_is_about_the_same_place(void **state)
{
    struct bench *bench = *state;
    add_hirings(bench);
    const struct move tried = {.verb = HIRE, .nargs = 3, .arg = {0, 2, 75}};
    bench->choose.tried = &tried;
    choose_like(&bench->choose, &tried);
    assert_true(get_bool(choose_place(&bench->choose, "verb=hire&tile=mole"), K_chosen));
    struct value *form = at(get(group(model_of(bench), "hire"), K_forms), 0);
    assert_true(get_bool(form, K_tried));
    assert_int_equal(get_int(field_of(form, "wage"), K_value), 75);
    assert_int_equal(get_int(field_of(form, "slot"), K_value), 0);
}

static void a_place_may_choose_several_things_at_once(void **state)
{
    struct bench *bench = *state;
    struct value *both = choose_place(&bench->choose, "tile=crane&city=pisa");
    assert_string_equal(get_text(both, K_step), "build tile=crane city=pisa");
    assert_string_equal(get_text(both, K_href), "/games/42?tile=crane&city=pisa");
    assert_false(get_bool(both, K_chosen));
    struct value *more = choose_place(&bench->choose, "verb=build&tile=crane");
    assert_true(get_bool(more, K_is_link));
    assert_string_equal(get_text(more, K_href), "/games/42?verb=build&tile=crane");
    assert_null(choose_place(&bench->choose, "tile=mole&city=lucca"));
    assert_null(choose_place(&bench->choose, "tile=mole&nonsense"));
    choose_narrow(&bench->choose, "tile", "crane");
    struct value *crane = choose_place(&bench->choose, "tile=crane&city=pisa");
    assert_string_equal(get_text(crane, K_step), "build tile=crane city=pisa");
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
        TEST(many_amounts_are_a_form_in_which_none_is_taken_beforehand),
        TEST(a_form_waits_behind_a_link_while_other_verbs_are_open),
        TEST(a_refused_form_keeps_its_amounts),
        TEST(few_amounts_are_buttons),
        TEST(two_pieces_of_one_name_are_numbered),
        TEST(a_step_that_ends_the_game_is_for_good_unless_it_is_a_draft),
        TEST(the_only_move_is_said_to_be_final_where_what_came_before_can_be_taken_back),
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
