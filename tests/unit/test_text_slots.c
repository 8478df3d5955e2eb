/* Sentences about moves, events and broken rules, for a game of our own that has every kind of argument. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/words/text.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"

static const struct name stones[] = {{"white", "white"}, {"black", "black"}, {"red", NULL}};
static const struct arg move_args[] = {
    {.name = "coins", .kind = ARG_NUMBER, .lo = 0, .hi = 99},
    {.name = "stone", .kind = ARG_NAME, .names = stones, .n_names = 3, .lo = -1},
    {.name = "whom", .kind = ARG_SEAT, .lo = -1},
    {.name = "stones", .kind = ARG_COUNTS, .names = stones, .n_names = 3, .lo = 0, .hi = 9},
    {.name = "some", .kind = ARG_SET, .names = stones, .n_names = 3},
    {.name = "row", .kind = ARG_LIST, .names = stones, .n_names = 3, .max = 3},
    {.name = "plots", .kind = ARG_LIST, .lo = 0, .hi = 20, .max = 2},
    {.name = NULL},
};
static const char *const jars[] = {"{n:1 white jar|# white jars}", "{n:1 black jar|# black jars}", "{n:1 red jar|# red jars}"};
static const struct arg jar_args[] = {
    {.name = "jars", .kind = ARG_COUNTS, .names = stones, .n_names = 3, .hi = 9, .words = SAID(.counted = jars)}, {.name = NULL}};
static const struct arg shelf_args[] = {
    {.name = "shelf", .kind = ARG_NUMBER, .lo = 1, .hi = 4, .names = stones, .n_names = 3}, {.name = NULL}};
static const struct name anybody[] = {{"any", "anybody"}};
static const struct arg pay_args[] = {
    {.name = "sum", .kind = ARG_NUMBER, .lo = -9999, .hi = 9999, .unit = 1000},
    {.name = "rest", .kind = ARG_LIST, .lo = -9999, .hi = 9999, .max = 2, .unit = 1000},
    {.name = "days", .kind = ARG_SET, .lo = 1, .n_names = 8},
    {.name = "whom", .kind = ARG_SEAT, .lo = -1, .names = anybody, .n_names = 1},
    {.name = NULL}};
static const char *const coins_counted[] = {"{n:1 coin|# coins}"};
static const struct arg deal_args[] = {
    {.name = "coins", .kind = ARG_NUMBER, .hi = 500, .words = SAID(.counted = coins_counted, .together = "gives", .n_together = 5)},
    {.name = "jars", .kind = ARG_COUNTS, .names = stones, .n_names = 3, .hi = 9, .words = SAID(.counted = jars)},
    {.name = "cards", .kind = ARG_SET, .names = stones, .n_names = 3, .secret = true},
    {.name = "extra", .kind = ARG_NAME, .names = stones, .n_names = 3, .lo = -1},
    {.name = "spoons", .kind = ARG_NUMBER, .hi = 9},
    {.name = "back", .kind = ARG_COUNTS, .names = stones, .n_names = 3, .hi = 9, .words = SAID(.together = "adds", .n_together = 1)},
    {.name = NULL}};
static const struct arg roll_args[] = {{.name = "rolls", .kind = ARG_LIST, .hi = 12, .max = 3, .by_seat = true}, {.name = NULL}};
static const struct verb verbs[] = {
    {.name = "give", .label = "{coins:one coin|# coins}, {stone} to {whom}: {stones}; {some}; {row}; {plots}",
     .args = move_args},
    {.name = "look", .label = "Look at shelf {shelf}", .args = shelf_args},
    {.name = "fill", .label = "Fill {jars}", .args = jar_args},
    {.name = "pay", .label = "Pay {sum:one|# coins} ({sum}) to {whom}, {rest}, on {days}", .args = pay_args},
    {.name = "roll", .label = "Rolled: {rolls}", .args = roll_args},
    {.name = "deal", .label = "{gives}; back: {adds}", .args = deal_args},
    {.name = NULL},
};
static const struct arg drawn_args[] = {
    {.name = "n", .kind = ARG_NUMBER, .lo = 0, .hi = 9},
    {.name = "card", .kind = ARG_NAME, .names = stones, .n_names = 3, .secret = true},
    {.name = NULL},
};
static const struct arg whom_args[] = {{.name = "whom", .kind = ARG_SEAT}, {.name = NULL}};
static const struct arg dealt_args[] = {
    {.name = "whom", .kind = ARG_SEAT},
    {.name = "n", .kind = ARG_NUMBER, .lo = 0, .hi = 9},
    {.name = "card", .kind = ARG_NAME, .names = stones, .n_names = 3, .secret = true},
    {.name = NULL},
};
static const struct arg seat_args[] = {{.name = "seat", .kind = ARG_SEAT}, {.name = NULL}};
static const struct event_kind events[] = {
    {"drawn", "{seat} draws {n:a card|# cards}: {card}.", "{seat} draws {n:a card|# cards}.", drawn_args, .followed_by = 0},
    {"left", "{seat} leaves.", NULL, NULL, .followed_by = 0},
    {"named", "{seat} is named.", NULL, seat_args, .followed_by = 0},
    {"deals", "{seat} deals {card}, {n} to {whom}.", NULL, whom_args, .followed_by = 4},
    {"dealt", "{seat} is dealt.", "{seat} is dealt some.", dealt_args, .followed_by = 0},
    {"sold", "{seat} sells it for {gives}.", "{seat} sells it to somebody for {gives}.", deal_args, .followed_by = 0},
    {"offers", "{seat} offers {gives}.", NULL, deal_args, .with_list = "{seat} offers {gives}, and wants {adds}.", .list = "adds"},
    {0},
};
static const struct rule_error_kind errors[] = {
    {"ok", "", NULL},
    {"over", "The game is over.", NULL},
    {"short", "{seat} needs {n} more.", drawn_args},
    {NULL, NULL, NULL},
};

/* The verb of a move is the rule that it breaks. */
static int check(const void *state, int seat, const struct move *move, int16_t *figures)
{
    (void)state, (void)seat;
    figures[0] = 3;
    return move->verb;
}

static const struct rules_words said = {.title = "Quay"};
static const struct rules rules = {.words = &said, .verbs = verbs, .events = events, .errors = errors, .check = check};
static const char *const people[] = {"Anna", NULL};

static int set_up(void **state)
{
    *state = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    arena_free(*state);
    return 0;
}

static struct sb out_new(void **state)
{
    struct sb out;
    sb_init(&out, *state);
    return out;
}

static void a_move_reads_as_a_sentence(void **state)
{
    struct sb out = out_new(state);
    const struct move move = {.verb = 0, .nargs = 14, .arg = {1, 1, 1, 2, 0, 1, 5, 2, 0, 2, 0, 1, 17, 0}};
    text_move(&out, NULL, &rules, NULL, &move, people, 2);
    assert_string_equal(out.text, "one coin, black to seat 2: 2 white, 1 red; white, red; white, red; 17");
}

static void what_there_is_none_of_is_named_so(void **state)
{
    struct sb out = out_new(state);
    const struct move move = {.verb = 0, .nargs = 14, .arg = {0, -1, -1}};
    text_move(&out, NULL, &rules, NULL, &move, people, 2);
    assert_string_equal(out.text, "0 coins, none to nobody: nothing; nothing; nothing; nothing");
}

static void what_can_be_counted_has_its_plural(void **state)
{
    struct sb out = out_new(state);
    const struct move move = {.verb = 2, .nargs = 3, .arg = {1, 0, 2}};
    text_move(&out, NULL, &rules, NULL, &move, people, 2);
    assert_string_equal(out.text, "Fill 1 white jar, 2 red jars");
}

static const char *event_words(void **state, const struct event *event, int viewer)
{
    struct sb out = out_new(state);
    text_event(&out, NULL, &rules, event, NULL, viewer, people, 2);
    return out.text;
}

static void a_secret_is_told_only_to_those_who_may_know(void **state)
{
    const struct event event = {.kind = 0, .seat = 0, .secret_to = SEAT_BIT(0), .nargs = 2, .arg = {1, 1}};
    assert_string_equal(event_words(state, &event, 0), "Anna draws a card: black.");
    assert_string_equal(event_words(state, &event, EVERY_SEAT), "Anna draws a card: black.");
    assert_string_equal(event_words(state, &event, 1), "Anna draws a card.");
    assert_string_equal(event_words(state, &event, NO_SEAT), "Anna draws a card.");
}

static void seat_is_who_acts_unless_an_argument_says_otherwise(void **state)
{
    const struct event left = {.kind = 1, .seat = 1}, named = {.kind = 2, .seat = 1, .nargs = 1, .arg = {0}};
    assert_string_equal(event_words(state, &left, NO_SEAT), "seat 2 leaves.");
    assert_string_equal(event_words(state, &named, NO_SEAT), "Anna is named.");
}

static void a_sentence_may_name_what_the_next_event_tells_openly(void **state)
{
    struct sb out = out_new(state);
    const struct event deals = {.kind = 3, .seat = 1, .nargs = 1, .arg = {0}};
    const struct event dealt = {.kind = 4, .seat = 0, .secret_to = SEAT_BIT(1), .nargs = 3, .arg = {1, 7, 1}};
    text_event(&out, NULL, &rules, &deals, &dealt, 1, people, 2);
    assert_string_equal(out.text, "seat 2 deals {card}, 7 to Anna."); /* its own seat and arguments go before */
    sb_clear(&out);
    text_event(&out, NULL, &rules, &dealt, &deals, 1, people, 2);
    assert_string_equal(out.text, "Anna is dealt.");
}

static void what_is_often_nothing_has_its_sentence_when_it_is_something(void **state)
{
    const struct event plain = {.kind = 6, .seat = 0, .nargs = 10, .arg = {5, 0, 0, 0, 0, -1}};
    const struct event wants = {.kind = 6, .seat = 0, .nargs = 10, .arg = {5, 0, 0, 0, 0, -1, 0, 0, 2, 1}};
    assert_string_equal(event_words(state, &plain, NO_SEAT), "Anna offers 5 coins.");
    assert_string_equal(event_words(state, &wants, NO_SEAT), "Anna offers 5 coins, and wants 2 black, 1 red.");
}

static void a_broken_rule_comes_with_its_figures(void **state)
{
    struct sb out = out_new(state);
    const struct move short_move = {.verb = 2}, late_move = {.verb = 1};
    text_rule_error(&out, NULL, &rules, NULL, 0, &short_move, people, 2);
    assert_string_equal(out.text, "Anna needs 3 more.");
    sb_clear(&out);
    text_rule_error(&out, NULL, &rules, NULL, 0, &late_move, NULL, 0);
    assert_string_equal(out.text, "The game is over.");
}

static void a_number_may_have_a_name(void **state)
{
    struct sb out = out_new(state);
    const struct move second = {.verb = 1, .nargs = 1, .arg = {2}}, fourth = {.verb = 1, .nargs = 1, .arg = {4}};
    text_move(&out, NULL, &rules, NULL, &second, NULL, 0);
    assert_string_equal(out.text, "Look at shelf black");
    sb_clear(&out);
    text_move(&out, NULL, &rules, NULL, &fourth, NULL, 0); /* the names end before it */
    assert_string_equal(out.text, "Look at shelf 4");
}

/* Digits in groups where a slot counts thousands; a set of numbers; a word for no seat in particular. */
static void money_reads_in_groups_of_three(void **state)
{
    static const struct {
        int16_t slots[6];
        const char *sentence;
    } cases[] = {
        {{120, 2, -5, 1850, 1 << 2 | 1 << 7, -1}, "Pay 120,000 coins (120,000) to anybody, −5,000, 1,850,000, on 2, 7"},
        {{0, 1, -1200, 0, 0, 0}, "Pay 0 coins (0) to Anna, −1,200,000, on nothing"},
    };
    for (int i = 0; i < 2; i++) {
        struct sb out = out_new(state);
        struct move move = {.verb = 3, .nargs = 6};
        memcpy(move.arg, cases[i].slots, sizeof(cases[i].slots));
        text_move(&out, NULL, &rules, NULL, &move, people, 2);
        assert_string_equal(out.text, cases[i].sentence);
    }
}

/* Whoever has none is passed over. */
static void numbers_by_seat_have_names(void **state)
{
    struct sb out = out_new(state);
    const struct move move = {.verb = 4, .nargs = 4, .arg = {3, 9, 0, 11}};
    text_move(&out, NULL, &rules, NULL, &move, people, 2);
    assert_string_equal(out.text, "Rolled: Anna 9, seat 3 11");
}

/* Coins, jars, a set that is secret, a name, a bare number: one list of what is there, and of one's own counts another. */
static void several_arguments_are_told_together(void **state)
{
    static const struct {
        int16_t slots[10];
        const char *sentence;
    } cases[] = {
        {{25, 0, 1, 0, 0, -1, 0, 0, 0, 0}, "25 coins, 1 black jar; back: nothing"},
        {{1, 0, 0, 2, 5, 1, 3, 1, 0, 0}, "1 coin, 2 red jars, white, red, black, 3; back: 1 white"},
        {{0, 0, 0, 0, 0, -1, 0, 0, 0, 0}, "nothing; back: nothing"},
    };
    for (int i = 0; i < 3; i++) {
        struct sb out = out_new(state);
        struct move move = {.verb = 5, .nargs = 10};
        memcpy(move.arg, cases[i].slots, sizeof(cases[i].slots));
        text_move(&out, NULL, &rules, NULL, &move, people, 2);
        assert_string_equal(out.text, cases[i].sentence);
    }
    const struct event sold = {.kind = 5, .seat = 0, .secret_to = SEAT_BIT(1), .nargs = 10, .arg = {5, 0, 0, 0, 2, -1}};
    assert_string_equal(event_words(state, &sold, 1), "Anna sells it for 5 coins, black.");
    assert_string_equal(event_words(state, &sold, NO_SEAT), "Anna sells it to somebody for 5 coins.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_reads_as_a_sentence),
        cmocka_unit_test(a_number_may_have_a_name),
        cmocka_unit_test(numbers_by_seat_have_names),
        cmocka_unit_test(several_arguments_are_told_together),
        cmocka_unit_test(money_reads_in_groups_of_three),
        cmocka_unit_test(what_there_is_none_of_is_named_so),
        cmocka_unit_test(what_can_be_counted_has_its_plural),
        cmocka_unit_test(a_secret_is_told_only_to_those_who_may_know),
        cmocka_unit_test(seat_is_who_acts_unless_an_argument_says_otherwise),
        cmocka_unit_test(a_sentence_may_name_what_the_next_event_tells_openly),
        cmocka_unit_test(what_is_often_nothing_has_its_sentence_when_it_is_something),
        cmocka_unit_test(a_broken_rule_comes_with_its_figures),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
