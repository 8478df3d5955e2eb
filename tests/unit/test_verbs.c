/* Moves and events between slots, one-line text, JSON and form fields. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/base/jsonx.h"
#include "rules/engine/log.h"
#include "rules/engine/verbs.h"

static const struct name colours[] = {{"white", NULL}, {"red", NULL}, {"black", NULL}};
static const struct name tiles[] = {{"porta-3", NULL}, {"villa-1", NULL}};
static const struct name many[] = {{"a", 0}, {"b", 0}, {"c", 0}, {"d", 0}, {"e", 0}, {"f", 0},
                                   {"g", 0}, {"h", 0}, {"i", 0}, {"j", 0}, {"k", 0}, {"l", 0},
                                   {"m", 0}, {"n", 0}, {"o", 0}, {"p", 0}, {"q", 0}};

#define COLOURS .kind = ARG_COUNTS, .names = colours, .n_names = 3
static const struct arg build_args[] = {
    {.name = "tile", .kind = ARG_NAME, .names = tiles, .n_names = 2},
    {.name = "for", .kind = ARG_SEAT, .lo = -1},
    {0},
};
static const struct arg buy_args[] = {
    {.name = "section", .kind = ARG_NUMBER, .lo = 1, .hi = 6},
    {.name = "stones", COLOURS, .hi = 7},
    {0},
};
static const struct arg swap_args[] = {{.name = "give", COLOURS, .hi = 7}, {.name = "take", COLOURS, .hi = 7}, {0}};
static const struct arg bid_args[] = {
    {.name = "white", .kind = ARG_NUMBER, .lo = -10, .hi = 20, .step = 5},
    {.name = "stones", COLOURS, .hi = 7},
    {0},
};
static const struct arg mark_args[] = {
    {.name = "letters", .kind = ARG_SET, .names = many, .n_names = 17},
    {.name = "path", .kind = ARG_LIST, .lo = 0, .hi = 9, .max = 4},
    {.name = "kept", .kind = ARG_LIST, .names = tiles, .n_names = 2, .max = 2},
    {0},
};
static const struct name whoever[] = {{"any", NULL}};
static const struct arg fine_args[] = {
    {.name = "whom", .kind = ARG_SEAT, .lo = -1, .names = whoever, .n_names = 1},
    {.name = "days", .kind = ARG_SET, .lo = 1, .n_names = 8},
    {.name = "sum", .kind = ARG_NUMBER, .lo = -40, .hi = 400, .unit = 1000},
    {.name = "rates", .kind = ARG_LIST, .lo = 0, .hi = 9, .max = 2, .unit = 100},
    {0},
};
static const struct verb verbs[] = {
    {.name = "end"},
    {.name = "build", .args = build_args},
    {.name = "buy", .args = buy_args},
    {.name = "swap", .args = swap_args},
    {.name = "bid", .args = bid_args},
    {.name = "mark", .args = mark_args},
    {.name = "fine", .args = fine_args},
    {0},
};

/* Text as a person may write it, its shortest spelling, and the same as JSON. */
static const char *const moves[][3] = {
    {"end", "end", "{\"verb\":\"end\"}"},
    {"  end\t ", "end", "{\"verb\":\"end\"}"},
    {"build for=2 tile=porta-3", "build tile=porta-3 for=2", "{\"verb\":\"build\",\"tile\":\"porta-3\",\"for\":2}"},
    {"build tile=1 for=none", "build tile=villa-1 for=none", "{\"verb\":\"build\",\"tile\":\"villa-1\",\"for\":null}"},
    {"build tile=1 for=-1", "build tile=villa-1 for=none", "{\"verb\":\"build\",\"tile\":\"villa-1\",\"for\":null}"},
    {"buy section=3 black=2 stones.white=1 red=0", "buy section=3 white=1 black=2",
     "{\"verb\":\"buy\",\"section\":3,\"stones\":{\"white\":1,\"black\":2}}"},
    {"buy section=6 stones.2=7", "buy section=6 black=7", "{\"verb\":\"buy\",\"section\":6,\"stones\":{\"black\":7}}"},
    {"buy section=1", "buy section=1", "{\"verb\":\"buy\",\"section\":1,\"stones\":{}}"},
    {"swap give.white=1 take.red=2", "swap give.white=1 take.red=2",
     "{\"verb\":\"swap\",\"give\":{\"white\":1},\"take\":{\"red\":2}}"},
    {"bid white=-5 stones.white=2 red=1", "bid white=-5 stones.white=2 red=1",
     "{\"verb\":\"bid\",\"white\":-5,\"stones\":{\"white\":2,\"red\":1}}"},
    {"mark letters=q,0,p path=9,0,9 kept=villa-1,0", "mark letters=a,p,q path=9,0,9 kept=villa-1,porta-3",
     "{\"verb\":\"mark\",\"letters\":[\"a\",\"p\",\"q\"],\"path\":[9,0,9],\"kept\":[\"villa-1\",\"porta-3\"]}"},
    {"mark letters= path= kept=", "mark letters= path= kept=",
     "{\"verb\":\"mark\",\"letters\":[],\"path\":[],\"kept\":[]}"},
    {"fine whom=any days=7,1 sum=120000 rates=900,0", "fine whom=any days=1,7 sum=120000 rates=900,0",
     "{\"verb\":\"fine\",\"whom\":null,\"days\":[1,7],\"sum\":120000,\"rates\":[900,0]}"},
    {"fine whom=none days= sum=-5000 rates=", "fine whom=any days= sum=-5000 rates=",
     "{\"verb\":\"fine\",\"whom\":null,\"days\":[],\"sum\":-5000,\"rates\":[]}"},
};
enum { N_MOVES = sizeof(moves) / sizeof(moves[0]) };

static struct move from_text(const char *text)
{
    struct move move;
    struct fault fault = {0};
    if (!move_from_text(verbs, text, &move, &fault))
        fail_msg("%s: %s (%s)", text, fault.sentence, fault.what);
    return move;
}

static void text_json_and_slots_agree(void **unused)
{
    (void)unused;
    for (int i = 0; i < N_MOVES; i++) {
        char text[MOVE_TEXT];
        struct move move = from_text(moves[i][0]), again;
        assert_true(move_in_domain(verbs, &move));
        move_to_text(verbs, &move, text);
        assert_string_equal(text, moves[i][1]);
        struct json_object *json = move_to_json(verbs, &move);
        assert_string_equal(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN), moves[i][2]);
        assert_true(move_from_json(verbs, json, &again, NULL));
        assert_true(move_equal(&move, &again));
        json_object_put(json);
        json = jstr(moves[i][0]);
        assert_true(move_from_json(verbs, json, &again, NULL));
        assert_true(move_equal(&move, &again));
        json_object_put(json);
    }
}

static void json_takes_numbers_and_rows(void **unused)
{
    (void)unused;
    static const char *const pairs[][2] = {
        {"{\"verb\":\"build\",\"tile\":1,\"for\":-1}", "build tile=villa-1 for=none"},
        {"{\"verb\":\"buy\",\"section\":2,\"stones\":[0,1,2]}", "buy section=2 red=1 black=2"},
        {"{\"section\":2,\"verb\":\"buy\"}", "buy section=2"},
        {"{\"verb\":\"buy\",\"section\":2,\"stones\":{\"2\":1}}", "buy section=2 black=1"},
        {"{\"verb\":\"mark\",\"letters\":[0,16],\"path\":[],\"kept\":[1]}", "mark letters=a,q path= kept=villa-1"},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        struct json_object *json = jparse(pairs[i][0], strlen(pairs[i][0]));
        struct move move, expected = from_text(pairs[i][1]);
        assert_true(move_from_json(verbs, json, &move, NULL));
        assert_true(move_equal(&move, &expected));
        json_object_put(json);
    }
}

static void bad_text_is_refused(void **unused)
{
    (void)unused;
    static const char *const bad[][3] = {
        {"", "{what} is missing.", "verb"},
        {"fly", "There is no {what} here.", "fly"},
        {"end now", "There is no {what} here.", "now"},
        {"end x=1", "There is no {what} here.", "x"},
        {"build tile=porta-3", "{what} is missing.", "for"},
        {"build tile= for=1", "{what} is missing.", "tile"},
        {"build tile=porta-4 for=1", "There is no {what} here.", "tile=porta-4"},
        {"build tile=2 for=1", "There is no {what} here.", "tile=2"},
        {"build tile=none for=1", "There is no {what} here.", "tile=none"},
        {"build tile=0 tile=0 for=1", "{what} is given twice.", "tile"},
        {"build tile=0 for=5", "{what} is out of range.", "for=5"},
        {"build tile=0 for=anna", "{what} is of the wrong kind.", "for=anna"},
        {"buy section=7", "{what} is out of range.", "section=7"},
        {"buy section=1x", "{what} is of the wrong kind.", "section=1x"},
        {"buy section=99999999999999999999", "{what} is of the wrong kind.", "section=99999999999999999999"},
        {"buy section=1 white=8", "{what} is out of range.", "white=8"},
        {"buy section=1 white=-1", "{what} is out of range.", "white=-1"},
        {"buy section=1 white=", "{what} is of the wrong kind.", "white="},
        {"buy =1", "There is no {what} here.", "=1"},
        {"buy section=1 white=1 stones.white=1", "{what} is given twice.", "stones.white"},
        {"buy section=1 stones=3", "There is no {what} here.", "stones"},
        {"buy section=1 gems.white=3", "There is no {what} here.", "gems.white"},
        {"swap white=1", "{what} is ambiguous here.", "white"},
        {"bid white=3", "{what} is out of range.", "white=3"},
        {"mark letters=a,a path= kept=", "{what} is given twice.", "letters=a"},
        {"mark letters=z path= kept=", "There is no {what} here.", "letters=z"},
        {"mark letters=a, path= kept=", "{what} is missing.", "letters=,"},
        {"mark letters= path=1,2,3,4,5 kept=", "{what} holds too many items.", "path"},
        {"mark letters= path=10 kept=", "{what} is out of range.", "path=10"},
        {"fine whom=any days=0 sum=0 rates=", "There is no {what} here.", "days=0"},
        {"fine whom=any days=8 sum=0 rates=", "There is no {what} here.", "days=8"},
        {"fine whom=any days= sum=1500 rates=", "{what} is out of range.", "sum=1500"},
        {"fine whom=any days= sum=401000 rates=", "{what} is out of range.", "sum=401000"},
        {"fine whom=all days= sum=0 rates=", "{what} is of the wrong kind.", "whom=all"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct move move;
        struct fault fault = {0};
        assert_false(move_from_text(verbs, bad[i][0], &move, &fault));
        assert_string_equal(fault.sentence, bad[i][1]);
        assert_string_equal(fault.what, bad[i][2]);
    }
    char endless[2000];
    memset(endless, 'x', sizeof(endless) - 1);
    endless[sizeof(endless) - 1] = '\0';
    struct move move;
    assert_false(move_from_text(verbs, endless, &move, NULL));
    memcpy(endless, "end ", 4);
    assert_false(move_from_text(verbs, endless, &move, NULL));
}

static void bad_json_is_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "[]", "3", "{}", "{\"verb\":3}", "{\"verb\":\"fly\"}", "{\"verb\":\"end\",\"x\":1}",
        "{\"verb\":\"build\",\"tile\":\"porta-3\"}", "{\"verb\":\"build\",\"tile\":null,\"for\":1}",
        "{\"verb\":\"build\",\"tile\":1.5,\"for\":1}", "{\"verb\":\"build\",\"tile\":1,\"for\":\"1\"}",
        "{\"verb\":\"buy\",\"section\":4294967297}", "{\"verb\":\"buy\",\"section\":1,\"stones\":[1,1]}",
        "{\"verb\":\"buy\",\"section\":1,\"stones\":{\"green\":1}}",
        "{\"verb\":\"buy\",\"section\":1,\"stones\":{\"red\":8}}",
        "{\"verb\":\"buy\",\"section\":1,\"stones\":{\"red\":\"1\"}}", "{\"verb\":\"buy\",\"section\":1,\"stones\":3}",
        "{\"verb\":\"mark\",\"letters\":[\"a\",0],\"path\":[],\"kept\":[]}",
        "{\"verb\":\"mark\",\"letters\":[null],\"path\":[],\"kept\":[]}",
        "{\"verb\":\"mark\",\"letters\":[],\"path\":[1,2,3,4,5],\"kept\":[]}",
        "{\"verb\":\"mark\",\"letters\":[],\"path\":[],\"kept\":[2]}", "{\"verb\":\"mark\",\"letters\":[],\"path\":[]}",
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct json_object *json = jparse(bad[i], strlen(bad[i]));
        struct move move;
        struct fault fault = {0};
        if (move_from_json(verbs, json, &move, &fault))
            fail_msg("taken: %s", bad[i]);
        assert_non_null(fault.sentence);
        json_object_put(json);
    }
}

static void amounts_in_json_are_named(void **unused)
{
    (void)unused;
    static const char *const bad[][3] = {
        {"{\"verb\":\"buy\",\"section\":1,\"stones\":{\"red\":8}}", "{what} is out of range.", "stones.red"},
        {"{\"verb\":\"buy\",\"section\":1,\"stones\":{\"red\":\"1\"}}", "{what} is of the wrong kind.", "stones.red"},
        {"{\"verb\":\"buy\",\"section\":1,\"stones\":{\"green\":1}}", "There is no {what} here.", "stones=green"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct json_object *json = jparse(bad[i][0], strlen(bad[i][0]));
        struct move move;
        struct fault fault = {0};
        assert_false(move_from_json(verbs, json, &move, &fault));
        assert_string_equal(fault.sentence, bad[i][1]);
        assert_string_equal(fault.what, bad[i][2]);
        json_object_put(json);
    }
}

static void fields_are_the_keys_of_the_text(void **unused)
{
    (void)unused;
    const struct field buy[] = {{"section", "3"}, {"white", ""}, {"black", "2"}};
    const struct field mark[] = {{"letters", "q"}, {"letters", "a"}, {"path", "1"}, {"path", "2,3"}};
    struct fault fault = {0};
    struct move move, expected = from_text("buy section=3 black=2");
    assert_true(move_from_fields(verbs, "buy", buy, 3, &move, &fault));
    assert_true(move_equal(&move, &expected));
    expected = from_text("mark letters=a,q path=1,2,3 kept=");
    assert_true(move_from_fields(verbs, "mark", mark, 4, &move, &fault));
    assert_true(move_equal(&move, &expected));
    assert_false(move_from_fields(verbs, "buy", buy + 1, 2, &move, &fault));
    assert_string_equal(fault.what, "section");
    const struct field same[] = {{"letters", "q"}, {"letters", "q"}};
    assert_false(move_from_fields(verbs, "mark", same, 2, &move, &fault));
    assert_false(move_from_fields(verbs, "", NULL, 0, &move, &fault));
}

static void a_domain_is_kept_slot_by_slot(void **unused)
{
    (void)unused;
    struct move move = from_text("mark letters=q path=1 kept=");
    assert_int_equal(move.nargs, 2 + 5 + 3);
    struct move bad = move;
    bad.arg[1] = 4; /* letters end at bit 1 of the second slot */
    assert_false(move_in_domain(verbs, &bad));
    bad = move;
    bad.arg[4] = 1; /* behind the end of the path */
    assert_false(move_in_domain(verbs, &bad));
    bad = move;
    bad.nargs--;
    assert_false(move_in_domain(verbs, &bad));
    bad = move;
    bad.verb = 6;
    assert_false(move_in_domain(verbs, &bad));
    assert_false(move_in_domain(NULL, &move));
    bad = from_text("bid white=5");
    bad.arg[0] = 6;
    assert_false(move_in_domain(verbs, &bad));
}

static void offsets_are_found(void **unused)
{
    (void)unused;
    const struct arg *found = NULL;
    assert_int_equal(args_slots(mark_args), 10);
    assert_int_equal(args_slots(NULL), 0);
    assert_int_equal(args_offset(mark_args, "kept", &found), 7);
    assert_ptr_equal(found, &mark_args[2]);
    assert_int_equal(args_offset(mark_args, "none", NULL), -1);
    assert_int_equal(verb_index(verbs, "mark"), 5);
    assert_int_equal(verb_index(NULL, "mark"), -1);
}

static const struct arg drew_args[] = {
    {.name = "cards", .kind = ARG_NUMBER},
    {.name = "tiles", .kind = ARG_LIST, .names = tiles, .n_names = 2, .max = 3, .secret = true},
    {0},
};
static const struct event_kind events[] = {{.name = "start"}, {.name = "drew", .args = drew_args}, {0}};
static const struct rules quay = {.id = "quay", .events = events};

static void assert_event(const struct event *event, int viewer, const char *expected)
{
    struct json_object *json = event_to_json(&quay, event, viewer);
    assert_string_equal(json_object_to_json_string_ext(json, JSON_C_TO_STRING_PLAIN), expected);
    json_object_put(json);
}

static void secrets_are_told_to_those_they_belong_to(void **unused)
{
    (void)unused;
    struct log log = {0};
    int16_t *slot = log_event(&log, 1, 2, args_slots(drew_args));
    slot[0] = 2;
    slot[1] = 2;
    slot[3] = 1;
    log_secret(&log, SEAT_BIT(2) | SEAT_BIT(0));
    const char *open = "{\"event\":\"drew\",\"seat\":2,\"cards\":2,\"tiles\":[\"porta-3\",\"villa-1\"]}";
    const char *hidden = "{\"event\":\"drew\",\"seat\":2,\"cards\":2}";
    assert_event(&log.event[0], 2, open);
    assert_event(&log.event[0], 0, open);
    assert_event(&log.event[0], 1, hidden);
    assert_event(&log.event[0], NO_SEAT, hidden);
    log_event(&log, 0, NO_SEAT, 0);
    assert_event(&log.event[1], EVERY_SEAT, "{\"event\":\"start\",\"seat\":null}");
}

static void stored_events_are_read_back(void **unused)
{
    (void)unused;
    struct log log = {0};
    int16_t *slot = log_event(&log, 1, 2, args_slots(drew_args));
    slot[0] = -300;
    slot[1] = 1;
    slot[2] = 1;
    log_secret(&log, SEAT_BIT(1));
    struct event again;
    struct json_object *json = event_to_json(&quay, &log.event[0], EVERY_SEAT);
    assert_true(event_from_json(&quay, json, &again));
    assert_int_equal(again.seat, 2);
    assert_int_equal(again.secret_to, 2);
    assert_int_equal(again.nargs, 5);
    assert_memory_equal(again.arg, log.event[0].arg, 5 * sizeof(int16_t));
    json_object_object_del(json, "tiles");
    assert_false(event_from_json(&quay, json, &again));
    json_object_put(json);
}

static void a_list_finds_its_moves(void **unused)
{
    (void)unused;
    static struct move_room room;
    struct move_list *list = move_list_in(&room);
    for (int i = 0; i < MOVES_MAX; i++) {
        int16_t *slots = move_list_add(list, i % 5, 2);
        slots[0] = (int16_t)i;
        slots[1] = 7;
    }
    struct move wanted = {.verb = 3, .nargs = 2, .arg = {1003, 7, 99}};
    assert_int_equal(move_list_find(list, &wanted), 1003);
    wanted.arg[1] = 8;
    assert_int_equal(move_list_find(list, &wanted), -1);
}

/* ---- What may be left out ---- */

static const struct arg deal_args[] = {
    {.name = "slot", .kind = ARG_NUMBER, .hi = 5},
    {.name = "after", .kind = ARG_NAME, .lo = -1, .names = tiles, .n_names = 2, .optional = true},
    {.name = "money", .kind = ARG_NUMBER, .hi = 90, .optional = true},
    {.name = "give", COLOURS, .hi = 7, .optional = true, .prefix = "give_"},
    {.name = "ask", COLOURS, .hi = 7, .optional = true, .prefix = "ask_"},
    {.name = "letters", .kind = ARG_SET, .names = many, .n_names = 17, .optional = true},
    {0},
};
static const struct verb deals[] = {{.name = "deal", .args = deal_args}, {0}};

static void is_read_as(const char *text, const struct move *expected)
{
    struct move move;
    char again[MOVE_TEXT];
    assert_true(move_from_text(deals, text, &move, NULL));
    assert_true(move_equal(&move, expected));
    assert_true(move_in_domain(deals, &move));
    move_to_text(deals, &move, again);
    assert_string_equal(again, text);
    struct json_object *json = move_to_json(deals, &move);
    assert_true(move_from_json(deals, json, &move, NULL));
    assert_true(move_equal(&move, expected));
    json_object_put(json);
}

static void what_is_optional_may_be_left_out(void **unused)
{
    (void)unused;
    struct move move = {.nargs = 11, .arg = {3, -1}};
    struct fault fault;
    is_read_as("deal slot=3", &move);
    move.arg[1] = 0;
    move.arg[2] = 15;
    move.arg[3] = 2;
    move.arg[8] = 1;
    move.arg[10] = 1;
    is_read_as("deal slot=3 after=porta-3 money=15 give_white=2 ask_black=1 letters=p", &move);
    assert_false(move_from_text(deals, "deal money=5", &move, &fault));
    assert_string_equal(fault.what, "slot");
    assert_false(move_from_text(deals, "deal slot=3 white=2", &move, &fault));
    assert_false(move_from_text(deals, "deal slot=3 give_green=2", &move, &fault));
    assert_false(move_from_text(deals, "deal slot=3 give_white=2 give_white=1", &move, &fault));
    assert_true(move_from_text(deals, "deal slot=3 ask.white=2", &move, &fault));
    assert_int_equal(move.arg[6], 2);
    static const struct field form[] = {{"slot", "2"}, {"give_red", "4"}, {"ask_red", ""}};
    assert_true(move_from_fields(deals, "deal", form, 3, &move, &fault));
    assert_int_equal(move.arg[1], -1);
    assert_int_equal(move.arg[4], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_json_and_slots_agree),
        cmocka_unit_test(json_takes_numbers_and_rows),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(bad_json_is_refused),
        cmocka_unit_test(amounts_in_json_are_named),
        cmocka_unit_test(fields_are_the_keys_of_the_text),
        cmocka_unit_test(a_domain_is_kept_slot_by_slot),
        cmocka_unit_test(offsets_are_found),
        cmocka_unit_test(secrets_are_told_to_those_they_belong_to),
        cmocka_unit_test(stored_events_are_read_back),
        cmocka_unit_test(a_list_finds_its_moves),
        cmocka_unit_test(what_is_optional_may_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
