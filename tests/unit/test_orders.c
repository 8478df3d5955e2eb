/* Standing orders: lists by key, who answers, what is dropped; and scenario files with orders, on a tiny game. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "cgi/tools/headless.h"
#include "cgi/base/jsonx.h"
#include "cgi/tools/scenario.h"
#include "rules/engine/orders.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"
#include "tests/unit/ferry.h"

static struct move order_of(const char *text)
{
    struct move order;
    struct fault fault;
    if (!move_from_text(ferry_rules.orders->verbs, text, &order, &fault))
        fail_msg("%s: %s (%s)", text, fault.sentence, fault.what);
    return order;
}

static void give(struct orders *orders, int seat, const char *text)
{
    struct move order = order_of(text);
    assert_true(orders_give(&ferry_rules, &orders->seat[seat], &order));
}

static void an_order_of_the_same_key_replaces(void **unused)
{
    (void)unused;
    struct orders orders = {0};
    struct order_list *list = &orders.seat[0];
    give(&orders, 0, "bid_in_round round=0 coins=1");
    give(&orders, 0, "bid_always coins=2 until=game");
    give(&orders, 0, "bid_in_round round=1 coins=3");
    give(&orders, 0, "bid_in_round round=0 coins=4");
    give(&orders, 0, "bid_always coins=5 until=once");
    assert_int_equal(list->n, 3);
    assert_int_equal(list->order[0].arg[1], 4);
    assert_int_equal(list->order[1].arg[0], 5);
    assert_int_equal(list->order[2].arg[1], 3);
    orders_drop(list, 0);
    assert_int_equal(list->n, 2);
    assert_int_equal(list->order[1].arg[1], 3);
}

static void a_full_list_takes_no_more(void **unused)
{
    (void)unused;
    struct order_list list = {.n = ORDERS_MAX};
    struct move known = order_of("bid_in_round round=1 coins=3"), other = order_of("bid_always coins=1 until=game");
    for (int i = 0; i < ORDERS_MAX; i++)
        list.order[i] = order_of("bid_in_round round=2 coins=0");
    list.order[7] = known;
    assert_false(orders_give(&ferry_rules, &list, &other));
    assert_int_equal(list.n, ORDERS_MAX);
    assert_true(orders_give(&ferry_rules, &list, &known));
}

/* Two seats, both asked for a bid. */
static struct headless *at_bids(void)
{
    struct headless *game = headless_new(&ferry_rules);
    const struct setup setup = {.n_seats = 2};
    headless_deal(game, &setup, 1);
    struct ferry_state *state = game->state;
    state->phase = FERRY_BIDS;
    return game;
}

static void an_order_that_does_not_fit_is_passed_over(void **unused)
{
    (void)unused;
    struct headless *game = at_bids();
    struct answer answer;
    assert_false(orders_answer(&ferry_rules, game->state, &game->orders, &answer));
    give(&game->orders, 1, "bid_in_round round=2 coins=1");
    give(&game->orders, 1, "bid_in_round round=0 coins=50"); /* more than it has */
    assert_false(orders_answer(&ferry_rules, game->state, &game->orders, &answer));
    give(&game->orders, 1, "bid_always coins=2 until=game");
    assert_true(orders_answer(&ferry_rules, game->state, &game->orders, &answer));
    assert_int_equal(answer.seat, 1);
    assert_int_equal(answer.order, 2);
    assert_int_equal(answer.move.arg[0], 2);
    headless_free(game);
}

static void orders_are_dropped_when_their_time_is_over(void **unused)
{
    (void)unused;
    struct headless *game = at_bids();
    struct answer answer;
    give(&game->orders, 0, "bid_always coins=1 until=once");
    give(&game->orders, 1, "bid_in_round round=0 coins=2");
    give(&game->orders, 1, "bid_always coins=3 until=turn");
    assert_true(headless_answer(game, &answer));
    assert_int_equal(answer.seat, 0);
    assert_int_equal(game->orders.seat[0].n, 0); /* once */
    assert_int_equal(game->orders.seat[1].n, 2);
    assert_true(headless_answer(game, &answer)); /* the last bid begins a round, with the turn of seat 0 */
    assert_int_equal(game->orders.seat[1].n, 1);
    assert_false(headless_answer(game, &answer));
    const struct move pass = {.verb = FERRY_DRAW};
    headless_step(game, 0, &pass, NULL); /* now it is the turn of seat 1 */
    assert_int_equal(game->orders.seat[1].n, 0);
    headless_free(game);
}

static bool run_scenario(const char *text, struct sb *why)
{
    struct json_object *scenario = json_tokener_parse(text);
    assert_non_null(scenario);
    sb_clear(why);
    bool ok = scenario_run(&ferry_rules, NULL, scenario, why);
    json_object_put(scenario);
    return ok;
}

static void scenarios_have_orders(void **unused)
{
    (void)unused;
    struct arena *arena = arena_new();
    struct sb why;
    sb_init(&why, arena);
    if (!run_scenario("{'seats': 2, 'start': {'phase': 'bids'}, 'orders': {'1': ['bid_always coins=2 until=once']},"
                      " 'steps': [{'seat': 0, 'do': 'bid coins=1', 'ordered': [{'seat': 1, 'move': 'bid coins=2'}],"
                      "            'events': [{'event': 'won', 'seat': 1, 'paid': 2}], 'orders': {'1': []}}]}", &why))
        fail_msg("%s", why.text);
    if (!run_scenario("{'seats': 2, 'start': {'phase': 'bids'}, 'steps': ["
                      "  {'seat': 1, 'order': 'bid_always coins=60 until=once', 'error': 'bad_request'},"
                      "  {'seat': 1, 'order': 'bid_always coins=2 until=game', 'ordered': [{'seat': 1, 'move': 'bid coins=2'}],"
                      "   'expect': {'awaits': [0]}, 'orders': {'1': ['bid_always coins=2 until=game']}}]}", &why))
        fail_msg("%s", why.text);
    assert_false(run_scenario("{'seats': 2, 'start': {'phase': 'bids'}, 'steps': ["
                              "{'seat': 0, 'do': 'bid coins=1', 'ordered': [{'seat': 1, 'move': 'bid coins=2'}]}]}", &why));
    assert_non_null(strstr(why.text, "ordered:"));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_order_of_the_same_key_replaces),
        cmocka_unit_test(a_full_list_takes_no_more),
        cmocka_unit_test(an_order_that_does_not_fit_is_passed_over),
        cmocka_unit_test(orders_are_dropped_when_their_time_is_over),
        cmocka_unit_test(scenarios_have_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
