/* Reports, what moderators do about them, announcements, codes to join with. */
#include "tests/store/lib.h"

#include "cgi/store/order.h"
#include "rules/engine/registry.h"

static int64_t dora, otto; /* a moderator and an operator */

static const char *role_of(int64_t person)
{
    return admin("SELECT role FROM person WHERE id = %lld", (long long)person);
}

static void give_role(int64_t person, const char *role)
{
    struct db *owner = db_open(getenv("RIDOTTO_OWNER_DATABASE"));
    works(store_role(owner, person, role, &err));
    db_close(owner);
}

static void come(void)
{
    meet();
    dora = join("Dora");
    otto = join("Otto");
    give_role(dora, "moderator");
    give_role(otto, "operator");
}

static int64_t table_of(int64_t owner, int seats)
{
    const struct rules *rules = rules_all()[0];
    struct new_game new = {.rules = rules, .owner = owner, .setup = rules_presets(rules, seats)};
    int64_t id = 0;
    memset(new.secret, 7, sizeof(new.secret));
    works(store_game_new(db, &new, &id, &err));
    return id;
}

static void report(int64_t reporter, int64_t whom, const char *text, bool expected_new)
{
    const struct report_new new = {.kind = "person", .whom = whom, .reason = "abuse", .text = text, .context = "{}"};
    bool is_new;
    works(store_report(db, reporter, &new, &is_new, &err));
    assert_int_equal(is_new, expected_new);
}

static bool act(int64_t moderator, const char *kind, int64_t whom, int days, const char *name)
{
    const struct act_new new = {.kind = kind, .whom = whom, .days = days, .why = "because", .name = name};
    int64_t concerned, game;
    return store_act(db, arena, moderator, &new, &concerned, &game, &err);
}

static bool undo_newest(int64_t moderator, int64_t whom)
{
    struct act_row *acts;
    int n;
    works(store_acts(db, arena, (struct about){whom, 0}, moderator, 0, 1, &acts, &n, &err));
    assert_int_equal(n, 1);
    return store_act_undo(db, arena, moderator, acts[0].id, "a mistake", &err);
}

static void equal_reports_are_one(void **unused)
{
    (void)unused;
    struct report_row *reports;
    int n;
    report(anna, bruno, "rude", true);
    report(anna, bruno, "rude", false);
    report(anna, bruno, "and again", false);
    report(carla, bruno, "", true);
    works(store_reports_of(db, arena, dora, (struct about){bruno, 0}, 0, 9, &reports, &n, &err));
    assert_int_equal(n, 2);
    assert_int_equal(reports[0].times, 3);
    assert_string_equal(reports[0].text, "rude\n\nand again");
    works(store_reports_close(db, dora, (struct about){bruno, 0}, reports[1].id, "unfounded", NULL, &err));
    report(anna, bruno, "once more", true); /* what is closed stays closed */
    assert_string_equal(admin("SELECT count(*) FROM report WHERE status = 'closed'"), "2");
}

static void of_two_moderators_one_is_first(void **unused)
{
    (void)unused;
    struct report_group *groups;
    struct report_row *reports;
    int n;
    const struct about about = {bruno, 0};
    int64_t emil = join("Emil");
    give_role(emil, "moderator");
    works(store_reports_of(db, arena, dora, about, 0, 9, &reports, &n, &err));
    const int64_t last = reports[n - 1].id;
    works(store_reports_take(db, dora, about, last, false, &err));
    works(store_reports_take(db, dora, about, last, false, &err));
    fails(store_reports_take(db, emil, about, last, false, &err), ERR_STALE);
    fails(store_reports_close(db, emil, about, last, "acted", NULL, &err), ERR_STALE);
    works(store_report_groups(db, arena, emil, 0, 9, &groups, &n, &err));
    assert_int_equal(n, 1);
    assert_string_equal(groups[0].taken_by, "Dora");
    works(store_reports_take(db, emil, about, last, true, &err));
    fails(store_reports_close(db, dora, about, last, "acted", NULL, &err), ERR_STALE);
    works(store_reports_close(db, emil, about, last, "acted", "a note", &err));
    fails(store_reports_close(db, emil, about, last, "acted", "a note", &err), ERR_STALE);
    int64_t open;
    works(store_reports_open(db, &open, &err));
    assert_int_equal(open, 0);
}

static void nobody_judges_reports_about_oneself(void **unused)
{
    (void)unused;
    struct report_group *groups;
    struct report_row *reports;
    int n;
    int64_t game = table_of(dora, 2);
    report(anna, dora, "about a moderator", true);
    const struct report_new table = {.kind = "game", .game = game, .reason = "collusion", .text = "", .context = "{}"};
    bool is_new;
    works(store_report(db, anna, &table, &is_new, &err));
    int seat;
    works(store_sit(db, game, dora, NULL, NULL, &seat, &err));
    works(store_report_groups(db, arena, dora, 0, 9, &groups, &n, &err));
    assert_int_equal(n, 0);
    works(store_reports_of(db, arena, dora, (struct about){dora, 0}, 0, 9, &reports, &n, &err));
    assert_int_equal(n, 0);
    works(store_reports_of(db, arena, dora, (struct about){0, game}, 0, 9, &reports, &n, &err));
    assert_int_equal(n, 0);
    works(store_report_groups(db, arena, otto, 0, 9, &groups, &n, &err));
    assert_int_equal(n, 2);
    const struct act_new close = {.kind = "close", .game = game, .why = "because"};
    int64_t whom, where;
    fails(store_act(db, arena, dora, &close, &whom, &where, &err), ERR_FORBIDDEN);
}

static void moderators_act_on_members_alone(void **unused)
{
    (void)unused;
    static const char *const kinds[] = {"mute", "suspend", "ban", "rename"};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        int days = i < 2 ? 3 : 0;
        fails(act(dora, kinds[i], dora, days, NULL), ERR_FORBIDDEN);
        fails(act(dora, kinds[i], otto, days, NULL), ERR_FORBIDDEN);
        fails(act(otto, kinds[i], otto, days, NULL), ERR_FORBIDDEN);
        fails(act(anna, kinds[i], bruno, days, NULL), ERR_FORBIDDEN);
    }
    fails(act(dora, "mute", 999999, 3, NULL), ERR_GONE);
    int64_t fred = join("Fred");
    give_role(fred, "moderator");
    fails(act(dora, "mute", fred, 3, NULL), ERR_FORBIDDEN);
    works(act(otto, "mute", fred, 3, NULL));
    works(act(otto, "ban", fred, 0, NULL));
    fails(act(fred, "mute", bruno, 3, NULL), ERR_FORBIDDEN); /* who is banned does nothing any more */
    assert_string_equal(admin("SELECT count(*) FROM act WHERE kind <> 'role'"), "2");
}

static void what_holds_is_what_was_not_undone(void **unused)
{
    (void)unused;
    static const uint8_t hash[TOKEN_HASH_BYTES] = {1};
    struct judged judged;
    works(store_session_new(db, bruno, hash, 1000, (struct device){NULL, NULL}, &err));
    works(act(dora, "mute", bruno, 30, NULL));
    works(act(dora, "suspend", bruno, 2, NULL));
    works(act(dora, "suspend", bruno, 9, NULL));
    assert_string_equal(admin("SELECT count(*) FROM session WHERE person = %lld", (long long)bruno), "0");
    works(store_judged(db, arena, bruno, 0, &judged, &err));
    const int64_t nine = judged.suspended_until;
    works(undo_newest(dora, bruno));
    fails(undo_newest(dora, bruno), ERR_STALE);
    works(store_judged(db, arena, bruno, 0, &judged, &err));
    assert_true(judged.suspended_until && judged.suspended_until < nine && judged.muted_until > nine);
    works(act(dora, "ban", bruno, 0, NULL));
    fails(act(dora, "ban", bruno, 0, NULL), ERR_STALE);
    fails(undo_newest(bruno, bruno), ERR_FORBIDDEN);
    works(undo_newest(otto, bruno));
    works(store_judged(db, arena, bruno, 0, &judged, &err));
    assert_int_equal(judged.banned, 0);
    admin("UPDATE act SET undone = now(), undone_why = 'x' WHERE undone IS NULL AND whom = %lld", (long long)bruno);
    admin("UPDATE person SET suspended_until = NULL, muted_until = NULL WHERE id = %lld", (long long)bruno);
}

static void a_name_is_given_and_given_back(void **unused)
{
    (void)unused;
    works(act(dora, "rename", carla, 0, NULL));
    const char *number = arena_printf(arena, "member-%lld", (long long)carla);
    assert_string_equal(admin("SELECT name FROM person WHERE id = %lld", (long long)carla), number);
    assert_string_equal(admin("SELECT look_small FROM person WHERE id = %lld", (long long)carla), "");
    fails(act(dora, "rename", carla, 0, "Bruno"), ERR_INPUT);
    assert_string_equal(err.what, "name");
    fails(act(dora, "rename", carla, 0, "admin"), ERR_INPUT);
    works(undo_newest(dora, carla));
    assert_string_equal(admin("SELECT name FROM person WHERE id = %lld", (long long)carla), "Carla");
    works(act(dora, "rename", carla, 0, "Carlotta"));
    assert_string_not_equal(admin("SELECT look_small FROM person WHERE id = %lld", (long long)carla), "");
    works(act(dora, "rename", bruno, 0, "Carla"));
    fails(undo_newest(dora, carla), ERR_INPUT); /* somebody else has that name now */
    assert_string_equal(admin("SELECT undone FROM act WHERE becomes = 'Carlotta'"), "");
    works(undo_newest(dora, bruno));
    works(undo_newest(dora, carla));
}

static void a_hidden_line_is_read_by_nobody(void **unused)
{
    (void)unused;
    struct message_row *lines;
    int n, seat;
    bool more;
    int64_t game = table_of(anna, 2), whom, where;
    works(store_sit(db, game, anna, NULL, NULL, &seat, &err));
    works(store_say(db, game, anna, "a bad word", &err));
    works(store_messages(db, arena, game, bruno, 0, 9, &lines, &n, &more, &err));
    const struct act_new hide = {.kind = "hide", .line = lines[0].id, .why = "because"};
    const char *version = admin("SELECT version FROM game WHERE id = %lld", (long long)game);
    works(store_act(db, arena, dora, &hide, &whom, &where, &err));
    assert_int_equal(whom, anna);
    assert_int_equal(where, game);
    assert_string_not_equal(admin("SELECT version FROM game WHERE id = %lld", (long long)game), version); /* open pages see it */
    fails(store_act(db, arena, dora, &hide, &whom, &where, &err), ERR_STALE);
    works(store_messages(db, arena, game, bruno, 0, 9, &lines, &n, &more, &err));
    assert_null(lines[0].text);
    works(undo_newest(dora, anna));
    works(store_messages(db, arena, game, bruno, 0, 9, &lines, &n, &more, &err));
    assert_string_equal(lines[0].text, "a bad word");
}

static void the_service_acts_through_moderators_alone(void **unused)
{
    (void)unused;
    static const char *const denied[] = {
        "UPDATE person SET role = 'operator'", "UPDATE person SET banned = now()", "UPDATE person SET suspended_until = NULL", "DELETE FROM act",
        "UPDATE act SET why = 'x'", "INSERT INTO act (kind, why) VALUES ('ban', 'x')", "UPDATE message SET hidden = NULL", "DELETE FROM report",
        "UPDATE report SET reporter = 1", "SELECT person_rename(1, 'X', 'x', 'x')", "SELECT person_held(1)", "DELETE FROM announcement",
    };
    PGconn *conn = PQconnectdb(getenv("RIDOTTO_DATABASE"));
    for (size_t i = 0; i < sizeof(denied) / sizeof(denied[0]); i++) {
        PGresult *result = PQexec(conn, denied[i]);
        const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        if (!state || strcmp(state, "42501"))
            fail_msg("%s: %s", denied[i], state ? state : "was done");
        PQclear(result);
    }
    PQfinish(conn);
}

static void announcements_come_and_go(void **unused)
{
    (void)unused;
    const int64_t hour = 3600000000, now = 1800000000000000;
    struct announcement *list, one = {.en = "Down at noon", .ja = "正午に停止します", .starts = now, .ends = now + hour};
    int64_t id, other;
    int n;
    works(store_announce(db, otto, &one, &id, &err));
    one.ja = NULL;
    one.starts = now + hour;
    one.ends = now + 2 * hour;
    works(store_announce(db, 0, &one, &other, &err));
    works(store_announcements(db, arena, now, &list, &n, &err));
    assert_int_equal(n, 2);
    assert_string_equal(list[0].ja, "正午に停止します");
    assert_null(list[1].ja);
    works(store_announcements(db, arena, now + hour, &list, &n, &err));
    assert_int_equal(n, 1);
    works(store_announcement_drop(db, other, otto, &err));
    works(store_announcement_drop(db, other, 0, &err));
    fails(store_announcement_drop(db, 999999, 0, &err), ERR_GONE);
    works(store_announcements(db, arena, now + hour, &list, &n, &err));
    assert_int_equal(n, 0);
}

static void a_code_is_good_for_so_many(void **unused)
{
    (void)unused;
    char code[CODE_TEXT], more[CODE_TEXT];
    struct joining_code *codes;
    int n;
    works(store_code_new(db, anna, 2, 30, code, &err));
    works(store_code_good(db, code, &err));
    works(store_code_use(db, code, &err));
    works(store_code_use(db, code, &err));
    fails(store_code_use(db, code, &err), ERR_INPUT);
    fails(store_code_good(db, code, &err), ERR_INPUT);
    works(store_code_unuse(db, code, &err));
    works(store_code_use(db, code, &err));
    fails(store_code_good(db, "no-such-code", &err), ERR_INPUT);
    for (int i = 0; i < CODES_OPEN; i++)
        works(store_code_new(db, anna, 1, 30, more, &err));
    fails(store_code_new(db, anna, 1, 30, code, &err), ERR_STALE);
    for (int i = 0; i < 2 * CODES_OPEN; i++)
        works(store_code_new(db, 0, 1, 30, code, &err));
    works(store_codes(db, arena, anna, &codes, &n, &err));
    assert_int_equal(n, CODES_OPEN);
    works(store_code_drop(db, codes[n - 1].id, bruno, &err)); /* not his */
    works(store_code_good(db, codes[n - 1].code, &err));
    works(store_code_drop(db, codes[n - 1].id, anna, &err));
    fails(store_code_good(db, codes[n - 1].code, &err), ERR_INPUT);
    works(act(dora, "suspend", anna, 3, NULL));
    fails(store_code_use(db, more, &err), ERR_INPUT);
    works(undo_newest(dora, anna));
    works(store_code_use(db, more, &err));
}

static void who_leaves_leaves_nothing(void **unused)
{
    (void)unused;
    char code[CODE_TEXT];
    bool left;
    int64_t gina = join("Gina");
    const char *json;
    report(gina, bruno, "hers", true);
    report(bruno, gina, "about her", true);
    works(act(dora, "mute", gina, 3, NULL));
    works(store_code_new(db, gina, 1, 30, code, &err));
    works(store_person_data(db, arena, gina, &json, &err));
    assert_non_null(strstr(json, "hers"));
    assert_non_null(strstr(json, "because"));
    assert_non_null(strstr(json, code));
    assert_null(strstr(json, "about her"));
    assert_null(strstr(json, "Dora"));
    works(store_person_leave(db, gina, &left, &err));
    assert_true(left);
    assert_string_equal(admin("SELECT (SELECT count(*) FROM report WHERE reporter = %lld OR whom = %lld) + (SELECT count(*) FROM act "
                              "WHERE whom = %lld) + (SELECT count(*) FROM joining_code WHERE maker = %lld)", (long long)gina, (long long)gina,
                              (long long)gina, (long long)gina), "0");
    give_role(dora, "");
    assert_string_equal(role_of(dora), "");
    assert_string_equal(admin("SELECT was FROM act WHERE kind = 'role' AND becomes = '' AND whom = %lld", (long long)dora), "moderator");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_reports_are_one),
        cmocka_unit_test(of_two_moderators_one_is_first),
        cmocka_unit_test(nobody_judges_reports_about_oneself),
        cmocka_unit_test(moderators_act_on_members_alone),
        cmocka_unit_test(what_holds_is_what_was_not_undone),
        cmocka_unit_test(a_name_is_given_and_given_back),
        cmocka_unit_test(a_hidden_line_is_read_by_nobody),
        cmocka_unit_test(the_service_acts_through_moderators_alone),
        cmocka_unit_test(announcements_come_and_go),
        cmocka_unit_test(a_code_is_good_for_so_many),
        cmocka_unit_test(who_leaves_leaves_nothing),
    };
    return run_store_tests("order", tests, sizeof(tests) / sizeof(tests[0]), come);
}
