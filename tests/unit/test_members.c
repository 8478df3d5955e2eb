/* Member tables: save, load, overlay, comparison, hash. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "cgi/base/jsonx.h"
#include "rules/engine/members.h"

struct barge {
    uint8_t owner;
    int16_t load;
};

struct player {
    int32_t coins;
    uint8_t hand[3];
    struct barge barge[2];
    uint8_t n_barge;
};

struct quay {
    uint8_t n_seats;
    int8_t wind;
    uint8_t n_stack;
    uint8_t stack[5];
    uint16_t wheel[2][3];
    int8_t market[3];
    struct player player[3];
    struct barge ferry;
};

static const struct name winds[] = {{"bora", NULL}, {"sirocco", NULL}};
static const struct member barge_members[] = {
    {MEMBER(struct barge, owner), .hi = 2},
    {MEMBER(struct barge, load), .lo = -300, .hi = 300},
    {0},
};
static const struct member player_members[] = {
    {MEMBER(struct player, coins), .lo = -100000, .hi = 100000},
    {MEMBER_ROWS(struct player, hand), .hi = 9},
    {MEMBER_STRUCTS(struct player, barge, n_barge, barge_members)},
    {0},
};
/* The players are as many as "seats" says; the stack and the barges say it themselves. */
static const struct member quay_members[] = {
    {MEMBER_STRUCTS(struct quay, player, n_seats, player_members)},
    {MEMBER(struct quay, n_seats), .lo = 2, .hi = 3},
    {MEMBER(struct quay, wind), .kind = MEMBER_NAME, .lo = -1, .names = winds, .n_names = 2},
    {MEMBER_LIST(struct quay, stack, n_stack), .hi = 29},
    {MEMBER_GRID(struct quay, wheel), .hi = 60000},
    {MEMBER_ROWS(struct quay, market), .kind = MEMBER_NAME, .lo = -1, .names = winds, .n_names = 2},
    {MEMBER_ONE(struct quay, ferry, barge_members)},
    {0},
};

static const char whole[] =
    "{\"player\":[{\"coins\":-70000,\"hand\":[1,2,3],\"barge\":[{\"owner\":1,\"load\":-300}]},"
    "{\"coins\":5,\"hand\":[0,0,9],\"barge\":[]}],"
    "\"n_seats\":2,\"wind\":null,\"stack\":[7,29],\"wheel\":[[1,2,3],[60000,5,6]],"
    "\"market\":[\"bora\",null,\"sirocco\"],\"ferry\":{\"owner\":0,\"load\":2}}";

static struct json_object *parsed(const char *text)
{
    struct json_object *json = jparse(text, strlen(text));
    assert_non_null(json);
    return json;
}

static struct quay loaded(const char *text)
{
    struct quay quay = {0};
    struct fault fault = {0};
    struct json_object *json = parsed(text);
    if (!members_load(quay_members, json, &quay, &fault))
        fail_msg("%s: %s", fault.sentence, fault.what);
    json_object_put(json);
    return quay;
}

static void assert_refused(const char *text, bool overlay, const char *sentence, const char *what)
{
    struct quay quay = loaded(whole);
    struct fault fault = {0};
    struct json_object *json = parsed(text);
    if (!overlay)
        quay = (struct quay){0};
    assert_false((overlay ? members_overlay : members_load)(quay_members, json, &quay, &fault));
    assert_string_equal(fault.sentence, sentence);
    assert_string_equal(fault.what, what);
    json_object_put(json);
}

static void what_is_saved_is_loaded(void **unused)
{
    (void)unused;
    struct quay quay = loaded(whole);
    assert_int_equal(quay.player[0].coins, -70000);
    assert_int_equal(quay.player[0].barge[0].load, -300);
    assert_int_equal(quay.player[0].n_barge, 1);
    assert_int_equal(quay.wind, -1);
    assert_int_equal(quay.n_stack, 2);
    assert_int_equal(quay.wheel[1][0], 60000);
    assert_int_equal(quay.market[2], 1);
    struct json_object *saved = members_save(quay_members, &quay), *json = parsed(whole);
    assert_true(json_object_equal(saved, json));
    assert_string_equal(json_object_to_json_string_ext(saved, JSON_C_TO_STRING_PLAIN), whole);
    json_object_put(saved);
    json_object_put(json);
}

static void unused_rows_and_padding_do_not_count(void **unused)
{
    (void)unused;
    struct quay a = loaded(whole), b;
    uint8_t digest[2][32];
    memset(&b, 0x55, sizeof(b));
    b.n_seats = 2; /* everything else is loaded */
    struct json_object *json = parsed(whole);
    assert_true(members_load(quay_members, json, &b, NULL));
    json_object_put(json);
    assert_true(members_equal(quay_members, &a, &b));
    members_hash(quay_members, &a, digest[0]);
    members_hash(quay_members, &b, digest[1]);
    assert_memory_equal(digest[0], digest[1], 32);
    b.player[2].coins = 1;
    b.stack[2] = 1;
    assert_true(members_equal(quay_members, &a, &b));
}

static void every_member_in_use_counts(void **unused)
{
    (void)unused;
    static const char *const changes[] = {
        "{\"wind\":1}", "{\"stack\":[7]}", "{\"stack\":[7,29,0]}", "{\"wheel\":[[],[null,null,7]]}",
        "{\"market\":[-1]}",
        "{\"ferry\":{\"load\":3}}", "{\"player\":[null,{\"hand\":[1]}]}", "{\"player\":[{\"barge\":[{\"owner\":2}]}]}",
        "{\"n_seats\":3}",
    };
    enum { N = sizeof(changes) / sizeof(changes[0]) };
    struct quay quay = loaded(whole);
    uint8_t digest[N + 1][32];
    members_hash(quay_members, &quay, digest[N]);
    for (int i = 0; i < N; i++) {
        struct quay changed = quay;
        struct json_object *json = parsed(changes[i]);
        assert_true(members_overlay(quay_members, json, &changed, NULL));
        assert_false(members_equal(quay_members, &quay, &changed));
        members_hash(quay_members, &changed, digest[i]);
        for (int j = 0; j <= N; j++)
            if (j == N || j < i)
                assert_memory_not_equal(digest[i], digest[j], 32);
        json_object_put(json);
    }
}

/* Computed apart: the numbers of `whole` in table order, 4 bytes each, counts before arrays. */
static void the_hash_is_known(void **unused)
{
    (void)unused;
    struct quay quay = loaded(whole);
    uint8_t digest[32];
    char hex[65];
    members_hash(quay_members, &quay, digest);
    assert_string_equal(sodium_bin2hex(hex, sizeof(hex), digest, 32),
                        "00d79f815bac20bfebdc5ea66a2836ce0a1868bc4183b9765c7b44f14abb9019");
}

static void an_overlay_leaves_the_rest(void **unused)
{
    (void)unused;
    struct quay quay = loaded(whole), expected = quay;
    struct json_object *json = parsed("{\"player\":[null,{\"coins\":6,\"barge\":[{\"owner\":2,\"load\":1}]}],"
                                      "\"stack\":[null,3,4],\"market\":[null,\"bora\"],\"wheel\":[[null,9]]}");
    assert_true(members_overlay(quay_members, json, &quay, NULL));
    json_object_put(json);
    expected.player[1].coins = 6;
    expected.player[1].n_barge = 1;
    expected.player[1].barge[0] = (struct barge){.owner = 2, .load = 1};
    expected.n_stack = 3;
    expected.stack[1] = 3;
    expected.stack[2] = 4;
    expected.market[1] = 0;
    expected.wheel[0][1] = 9;
    assert_true(members_equal(quay_members, &quay, &expected));
}

static void faults_name_the_member(void **unused)
{
    (void)unused;
    static const char *const bad[][3] = {
        {"[]", "{what} is of the wrong kind.", "state"},
        {"{\"boat\":1}", "There is no {what} here.", "boat"},
        {"{\"wind\":\"mistral\"}", "{what} is out of range.", "wind"},
        {"{\"wind\":2}", "{what} is out of range.", "wind"},
        {"{\"wind\":[]}", "{what} is of the wrong kind.", "wind"},
        {"{\"n_seats\":4}", "{what} is out of range.", "n_seats"},
        {"{\"n_seats\":2.0}", "{what} is of the wrong kind.", "n_seats"},
        {"{\"n_seats\":null}", "{what} is of the wrong kind.", "n_seats"},
        {"{\"stack\":[1,2,3,4,5,6]}", "{what} has the wrong length.", "stack"},
        {"{\"stack\":[1,30]}", "{what} is out of range.", "stack[1]"},
        {"{\"stack\":[1,2,null]}", "{what} is of the wrong kind.", "stack[2]"},
        {"{\"wheel\":[[1,2,3,4]]}", "{what} has the wrong length.", "wheel[0]"},
        {"{\"wheel\":[[1],[2],[3]]}", "{what} has the wrong length.", "wheel"},
        {"{\"wheel\":[[1],[2,-1]]}", "{what} is out of range.", "wheel[1][1]"},
        {"{\"player\":[{},{\"coins\":100001}]}", "{what} is out of range.", "player[1].coins"},
        {"{\"player\":[{},{\"coins\":99999999999999}]}", "{what} is out of range.", "player[1].coins"},
        {"{\"player\":[{},{},{}]}", "{what} has the wrong length.", "player"},
        {"{\"player\":[{\"barge\":[{},{\"owner\":1}]}]}", "{what} is missing.", "player[0].barge[1].load"},
        {"{\"ferry\":3}", "{what} is of the wrong kind.", "ferry"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_refused(bad[i][0], true, bad[i][1], bad[i][2]);
    assert_refused("{}", false, "{what} is missing.", "n_seats");
    assert_refused("{\"n_seats\":3,\"wind\":0,\"wheel\":[[1,2,3],[4,5,6]],\"market\":[0,0,0],"
                   "\"ferry\":{\"owner\":0,\"load\":0},\"stack\":[],\"player\":[]}",
                   false, "{what} has the wrong length.", "player");
}

static void a_long_path_is_cut_at_a_character(void **unused)
{
    (void)unused;
    assert_refused("{\"一二三四五六七八九十一二三四五六七八九十一二三四\":1}", true,
                   "There is no {what} here.", "一二三四五六七八九十一二三四五六七八九十一");
}

static void a_name_is_found_by_its_member(void **unused)
{
    (void)unused;
    struct quay quay = loaded(whole);
    assert_null(members_name(quay_members, &quay, "wind"));
    quay.wind = 1;
    assert_ptr_equal(members_name(quay_members, &quay, "wind"), &winds[1]);
    assert_null(members_name(quay_members, &quay, "n_seats"));
    assert_null(members_name(quay_members, &quay, "ending"));
}

/* Sets are bit masks in the struct and lists of their bits in JSON, also in an array. */
struct crew {
    uint8_t asked;
    uint8_t amounts[2];
};
static const struct member crew_members[] = {
    {MEMBER(struct crew, asked), .kind = MEMBER_SET, .hi = 4},
    {MEMBER_ROWS(struct crew, amounts), .kind = MEMBER_SET, .lo = 1, .hi = 7},
    {0},
};

static bool crew_load(const char *text, bool overlay, struct crew *crew, struct fault *fault)
{
    struct json_object *json = parsed(text);
    bool ok = (overlay ? members_overlay : members_load)(crew_members, json, crew, fault);
    json_object_put(json);
    return ok;
}

static void a_set_is_the_list_of_its_bits(void **unused)
{
    (void)unused;
    static const char sets[] = "{\"asked\":[0,4],\"amounts\":[[],[2,7]]}";
    struct crew crew = {0};
    struct fault fault = {0};
    assert_true(crew_load(sets, false, &crew, &fault));
    assert_int_equal(crew.asked, 1 << 0 | 1 << 4);
    assert_int_equal(crew.amounts[1], 1 << 2 | 1 << 7);
    struct json_object *saved = members_save(crew_members, &crew);
    assert_string_equal(json_object_to_json_string_ext(saved, JSON_C_TO_STRING_PLAIN), sets);
    json_object_put(saved);
    assert_true(crew_load("{\"asked\":[3],\"amounts\":[null,[1]]}", true, &crew, &fault));
    assert_int_equal(crew.asked, 1 << 3);
    assert_int_equal(crew.amounts[0], 0);
    assert_int_equal(crew.amounts[1], 1 << 1);
}

static void a_set_holds_what_it_may_and_once(void **unused)
{
    (void)unused;
    static const char *const bad[][3] = {
        {"{\"asked\":[5]}", "{what} is out of range.", "asked[0]"},
        {"{\"asked\":[1,1]}", "{what} is given twice.", "asked[1]"},
        {"{\"asked\":[\"1\"]}", "{what} is of the wrong kind.", "asked[0]"},
        {"{\"asked\":3}", "{what} is of the wrong kind.", "asked"},
        {"{\"amounts\":[[0]]}", "{what} is out of range.", "amounts[0][0]"},
        {"{\"amounts\":[[],[],[]]}", "{what} has the wrong length.", "amounts"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct crew crew = {0};
        struct fault fault = {0};
        assert_false(crew_load(bad[i][0], true, &crew, &fault));
        assert_string_equal(fault.sentence, bad[i][1]);
        assert_string_equal(fault.what, bad[i][2]);
    }
}

struct pier {
    uint8_t boats, lamps;
};

static const struct member piers[][3] = {
    {{MEMBER(struct pier, boats), .hi = 9}, {0}},
    {{MEMBER(struct pier, boats), .hi = 9}, {MEMBER(struct pier, lamps), .hi = 9, .later = true}, {0}},
};

/* Games that were stored before a member came are read as they were, and keep their hashes. */
static void a_later_member_changes_no_stored_game(void **unused)
{
    (void)unused;
    struct pier pier = {0}, lit = {3, 4};
    uint8_t before[32], after[32];
    struct fault fault = {0};
    struct json_object *old = parsed("{\"boats\":3}"), *saved = members_save(piers[1], &lit);
    assert_true(members_load(piers[1], old, &pier, &fault));
    assert_int_equal(pier.lamps, 0);
    members_hash(piers[0], &pier, before);
    members_hash(piers[1], &lit, after);
    assert_memory_equal(before, after, sizeof(before));
    assert_false(members_equal(piers[1], &pier, &lit));
    pier = (struct pier){0};
    assert_true(members_load(piers[1], saved, &pier, &fault));
    assert_int_equal(pier.lamps, 4);
    json_object_put(old);
    json_object_put(saved);
}

/* ---- Rows by name, sets by name, what is nothing ---- */

struct market {
    uint8_t stock[3];
    int8_t stall[3];
    uint16_t goods;
    int8_t guest;
    struct barge barge;
};

static const struct name wares[] = {{"silk", NULL}, {"salt", NULL}, {"rice", NULL}};
static const struct member market_members[] = {
    {MEMBER_ROWS(struct market, stock), .keys = wares, .hi = 9},
    {MEMBER_ROWS(struct market, stall), .keys = wares, .lo = -1, .hi = 4, .spare = true},
    {MEMBER(struct market, goods), .kind = MEMBER_SET, .names = wares, .n_names = 3, .hi = 2},
    {MEMBER(struct market, guest), .kind = MEMBER_NAME, .names = winds, .n_names = 2, .lo = -1, .spare = true},
    {MEMBER_ONE(struct market, barge, barge_members), .spare = true},
    {0},
};

static void is_saved_as(const struct market *market, const char *text)
{
    struct json_object *json = members_save(market_members, market);
    struct market again = {.stall = {3, 3, 3}, .guest = 1, .barge = {2, 2}};
    assert_string_equal(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN), text);
    assert_true(members_load(market_members, json, &again, NULL));
    assert_true(members_equal(market_members, market, &again));
    json_object_put(json);
}

static void what_is_nothing_is_not_said(void **unused)
{
    (void)unused;
    struct market market = {.stall = {-1, -1, -1}, .guest = -1, .barge.load = 0};
    is_saved_as(&market, "{\"stock\":{},\"goods\":[]}");
    market.stock[1] = 4;
    market.stall[2] = 0;
    market.goods = 5;
    market.guest = 0;
    market.barge.load = 7;
    is_saved_as(&market, "{\"stock\":{\"salt\":4},\"stall\":{\"rice\":0},\"goods\":[\"silk\",\"rice\"],\"guest\":\"bora\","
                         "\"barge\":{\"owner\":0,\"load\":7}}");
}

static void rows_by_name_are_laid_over(void **unused)
{
    (void)unused;
    struct market market = {.stock = {1, 2, 3}, .stall = {-1, 1, -1}, .guest = 1};
    struct fault fault;
    struct json_object *json = json_tokener_parse("{\"stock\":{\"salt\":0},\"stall\":{\"silk\":2}}");
    assert_true(members_overlay(market_members, json, &market, &fault));
    json_object_put(json);
    assert_int_equal(market.stock[0], 1);
    assert_int_equal(market.stock[1], 0);
    assert_int_equal(market.stall[0], 2);
    assert_int_equal(market.stall[1], 1);
    assert_int_equal(market.guest, 1);
    static const char *const wrong[][2] = {{"{\"stock\":{\"gold\":1}}", "stock.gold"}, {"{\"stock\":{\"salt\":10}}", "stock.salt"},
                                           {"{\"stock\":[1,2,3]}", "stock"}, {"{\"goods\":[\"gold\"]}", "goods[0]"},
                                           {"{\"goods\":[\"salt\",1]}", "goods[1]"}};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        json = json_tokener_parse(wrong[i][0]);
        assert_false(members_overlay(market_members, json, &market, &fault));
        assert_string_equal(fault.what, wrong[i][1]);
        json_object_put(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_is_the_list_of_its_bits), cmocka_unit_test(a_set_holds_what_it_may_and_once),
        cmocka_unit_test(what_is_saved_is_loaded),    cmocka_unit_test(unused_rows_and_padding_do_not_count),
        cmocka_unit_test(every_member_in_use_counts), cmocka_unit_test(the_hash_is_known),
        cmocka_unit_test(an_overlay_leaves_the_rest), cmocka_unit_test(faults_name_the_member),
        cmocka_unit_test(a_long_path_is_cut_at_a_character), cmocka_unit_test(a_name_is_found_by_its_member),
        cmocka_unit_test(a_later_member_changes_no_stored_game),
        cmocka_unit_test(what_is_nothing_is_not_said), cmocka_unit_test(rows_by_name_are_laid_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
