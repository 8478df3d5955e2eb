/* Accounts, sessions, links and limits, against the database that RIDOTTO_DATABASE names. */
#include "tests/store/lib.h"

#include <arpa/inet.h>
#include <libpq-fe.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

static int64_t join_as(const char *name, const char *email)
{
    char token[TOKEN_TEXT];
    int64_t id = 0;
    token_make(token);
    if (!store_join(db, name, email, "hash of a password", NULL, token, &id, &err))
        fail_msg("join %s: %s", name, err.logged);
    assert_true(id > 0);
    return id;
}

static void refuse(const char *name, const char *email, const char *field)
{
    int64_t id = 0;
    assert_false(store_join(db, name, email, "x", NULL, "token token token", &id, &err));
    assert_int_equal(err.code, ERR_INPUT);
    assert_string_equal(err.what, field);
    assert_non_null(err.say);
}

static void a_person_joins_once(void **unused)
{
    (void)unused;
    join_as("Anna", "anna@example.org");
    refuse("ANNA", "other@example.org", "name");
    refuse("A", "a@example.org", "name");
    refuse("Anna!", "a@example.org", "name");
    refuse(" Anna", "a@example.org", "name");
    refuse("An  na", "a@example.org", "name");
    refuse("An\u200bna", "a@example.org", "name");
    refuse("abcdefghijklmnopqrstuvwxy", "a@example.org", "name");
    refuse("Bot Beatrice", "a@example.org", "name");
    refuse("Carla", "carla", "email");
    join_as("花子ー さん", "hanako@example.org");
    join_as("Zoë-Maria_2", "zoe@example.org");
    refuse("ZOË-maria_2", "a@example.org", "name");
}

static void nobody_passes_for_another(void **unused)
{
    (void)unused;
    static const char *const fine[] = {"Irina", "Ирина", "Ἄννα", "山田タロウまる3", "Yamada 太郎", "김 Minji", "أحمد", "Вот Наташа", "Botticelli"};
    static const char *const refused[] = {
        "Аnna", "АNNA", "Annа", "Αnna", /* with a letter of Cyrillic or Greek */
        "lrina", "Іrina",               /* l, and the Cyrillic letter of Ukraine, for I */
        "Irіna", "іrina",
        "B0t Beatrice", "Воt Beatrice", "ВOT-9", "Вοt_2",
        "S0meone who left", "Someone wh\u043e left",
        "Иvan", "αlpha", "山田Иван",
    };
    for (size_t i = 0; i < sizeof(fine) / sizeof(fine[0]); i++)
        join_as(fine[i], arena_printf(arena, "fine%zu@example.org", i));
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
        refuse(refused[i], "refused@example.org", "name");
    int64_t left = join_as("Modern", "modern@example.org");
    refuse("Modem", "modem@example.org", "name");
    assert_true(store_person_leave(db, left, &(bool){false}, &err));
    join_as("Modem", "modem@example.org");
}

static bool confirm(int64_t person)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    char text[TOKEN_TEXT];
    struct token token;
    token_make(text);
    token_hash(text, hash);
    assert_true(store_token_new(db, TOKEN_CONFIRM, hash, person, 0, NO_TURN, 60, &err));
    return store_token_use(db, arena, TOKEN_CONFIRM, hash, NULL, &token, &err);
}

static void an_address_belongs_to_who_confirms_it(void **unused)
{
    (void)unused;
    struct person p;
    int64_t first = join_as("Pia", "pia@example.org"), second = join_as("Not Pia", "PIA@example.org");
    assert_true(store_person_by_login(db, arena, "pia@example.org", &p, &err));
    assert_int_equal(p.id, second);
    assert_true(confirm(first));
    assert_true(store_person_by_login(db, arena, "pia@example.org", &p, &err));
    assert_int_equal(p.id, first);
    assert_false(confirm(second));
    assert_int_equal(err.code, ERR_STALE);
    assert_string_equal(err.what, "email");
    assert_true(store_person_by_name(db, arena, "Not Pia", &p, &err));
    assert_false(p.email_confirmed);
}

static void a_person_is_found_in_any_case(void **unused)
{
    (void)unused;
    struct person p;
    int64_t id = join_as("Dora Due", "dora@example.org");
    assert_true(store_person_by_login(db, arena, "dora due", &p, &err));
    assert_int_equal(p.id, id);
    assert_string_equal(p.name, "Dora Due");
    assert_string_equal(p.email, "dora@example.org");
    assert_null(p.lang);
    assert_false(p.email_confirmed);
    assert_true(p.mail);
    assert_true(p.created > INT64_C(1600000000) * 1000000);
    assert_true(store_person_by_login(db, arena, "DORA@EXAMPLE.ORG", &p, &err));
    assert_int_equal(p.id, id);
    assert_true(store_person_by_name(db, arena, "DORA DUE", &p, &err));
    assert_false(store_person_by_name(db, arena, "nobody", &p, &err));
    assert_int_equal(err.code, ERR_GONE);
    assert_true(store_person_language(db, id, "ja", &err));
    assert_true(store_notice_wish(db, id, "none", true, false, &err));
    assert_true(store_person_by_name(db, arena, "dora due", &p, &err));
    assert_string_equal(p.lang, "ja");
    assert_false(p.mail);
}

static void a_session_lasts_until_it_ends(void **unused)
{
    (void)unused;
    struct person p;
    uint8_t hash[32], other[32];
    int64_t id = join_as("Elio", "elio@example.org");
    token_hash("a session", hash);
    token_hash("another", other);
    assert_false(store_session(db, arena, hash, &p, &err));
    assert_int_equal(err.code, ERR_SIGN_IN);
    assert_true(store_session_new(db, id, hash, 3600, (struct device){0}, &err));
    assert_true(store_session_new(db, id, other, 3600, (struct device){0}, &err));
    assert_true(store_session(db, arena, hash, &p, &err));
    assert_int_equal(p.id, id);
    assert_string_equal(p.name, "Elio");
    admin("UPDATE session SET seen = now() - interval '2 hours'");
    assert_true(store_session(db, arena, hash, &p, &err) && p.seen_due);
    assert_true(store_session_seen(db, hash, 7200, &err));
    assert_string_equal(admin("SELECT count(*) FROM session WHERE seen > now() - interval '1 minute'"), "1");
    assert_string_equal(admin("SELECT round(extract(epoch FROM max(expires) - now()))::text FROM session"), "7200");
    assert_true(store_session(db, arena, hash, &p, &err) && !p.seen_due);
    assert_true(store_session_end(db, hash, &err));
    assert_false(store_session(db, arena, hash, &p, &err));
    assert_true(store_session(db, arena, other, &p, &err));
    assert_true(store_person_password(db, id, "another hash", &err));
    assert_false(store_session(db, arena, other, &p, &err));
    assert_int_equal(err.code, ERR_SIGN_IN);
    assert_true(store_session_new(db, id, hash, 3600, (struct device){0}, &err));
    admin("UPDATE session SET expires = now() - interval '1 second'");
    assert_false(store_session(db, arena, hash, &p, &err));
}

static void sessions_of_a_person_are_bounded(void **unused)
{
    (void)unused;
    int64_t id = join_as("Fiora", "fiora@example.org");
    for (int i = 0; i < 30; i++) {
        uint8_t hash[32];
        token_hash(arena_printf(arena, "session %d", i), hash);
        assert_true(store_session_new(db, id, hash, 3600, (struct device){0}, &err));
    }
    assert_string_equal(admin("SELECT count(*) FROM session WHERE person = %lld", (long long)id), "20");
}

static bool known(const char *login, const char *browser)
{
    struct meant meant;
    uint8_t hash[32];
    token_hash(browser, hash);
    assert_true(store_sign_in_meant(db, arena, login, hash, &meant, &err));
    return meant.known;
}

static void seen(int64_t person, const char *had, const char *has)
{
    uint8_t from[32], to[32];
    token_hash(had, from);
    token_hash(has, to);
    assert_true(store_browser_seen(db, person, from, to, 3600, &err));
}

static void who_signs_in_is_meant_by_name_or_address(void **unused)
{
    (void)unused;
    struct meant by_name, by_address, nobody, again;
    const uint8_t hash[32] = {1};
    int64_t id = join_as("Ännchen", "aennchen@example.org");
    assert_true(store_sign_in_meant(db, arena, "äNNCHEN", hash, &by_name, &err));
    assert_true(store_sign_in_meant(db, arena, "AENNCHEN@example.org", hash, &by_address, &err));
    assert_true(by_name.person == id && by_address.person == id && !by_name.known);
    assert_string_equal(by_name.password_hash, "hash of a password");
    assert_string_not_equal(by_name.typed, by_address.typed);
    assert_true(store_sign_in_meant(db, arena, "Ännchen Zwei", hash, &nobody, &err));
    assert_true(store_sign_in_meant(db, arena, "äNNCHEN zwei", hash, &again, &err));
    assert_true(nobody.person == 0 && !nobody.password_hash && !nobody.known);
    assert_int_equal(strlen(nobody.typed), 32);
    assert_string_equal(nobody.typed, again.typed);
}

static void a_browser_is_known_to_those_who_signed_in_with_it(void **unused)
{
    (void)unused;
    uint8_t session[32], browser[32];
    bool left;
    int64_t lia = join_as("Lia", "lia@example.org"), max = join_as("Max", "max@example.org");
    assert_false(known("Lia", "one"));
    seen(lia, "", "one");
    assert_true(known("Lia", "one") && known("lia@example.org", "one"));
    assert_false(known("Max", "one"));
    seen(max, "one", "two"); /* its token is a new one, for both */
    assert_true(known("Lia", "two") && known("Max", "two"));
    assert_false(known("Lia", "one"));
    seen(max, "two", "three");
    seen(max, "", "four");
    token_hash("a session of Max", session);
    token_hash("four", browser);
    assert_true(store_sessions_drop_others(db, max, session, browser, &err));
    assert_true(known("Max", "four") && known("Lia", "three"));
    assert_false(known("Max", "three"));
    assert_true(store_person_password(db, max, "another hash", &err));
    assert_false(known("Max", "four"));
    admin("UPDATE browser SET expires = now()");
    assert_false(known("Lia", "three"));
    for (int i = 0; i < 25; i++)
        seen(lia, "", arena_printf(arena, "browser %d", i));
    assert_string_equal(admin("SELECT count(*) FROM browser WHERE person = %lld", (long long)lia), "20");
    assert_true(known("Lia", "browser 24"));
    assert_true(store_person_leave(db, lia, &left, &err) && left);
    assert_string_equal(admin("SELECT count(*) FROM browser"), "0");
    seen(max, "", "five");
}

static void a_link_confirms_the_address_once(void **unused)
{
    (void)unused;
    struct token t;
    struct person p;
    uint8_t hash[32];
    bool queued;
    int64_t id;
    token_hash("the link", hash);
    assert_true(store_join(db, "Gina", "gina@example.org", "x", "it", "the link", &id, &err));
    assert_true(store_confirm_again(db, id, "the second link", &queued, &err));
    assert_false(queued);
    assert_true(store_token_peek(db, arena, TOKEN_CONFIRM, hash, NULL, &t, &err));
    assert_int_equal(t.person, id);
    assert_int_equal(t.game, 0);
    assert_string_equal(t.person_name, "Gina");
    assert_false(store_token_peek(db, arena, TOKEN_RECOVER, hash, NULL, &t, &err));
    assert_int_equal(err.code, ERR_GONE);
    assert_true(store_token_use(db, arena, TOKEN_CONFIRM, hash, NULL, &t, &err));
    assert_false(store_token_use(db, arena, TOKEN_CONFIRM, hash, NULL, &t, &err));
    assert_int_equal(err.code, ERR_GONE);
    assert_true(store_person_by_name(db, arena, "gina", &p, &err));
    assert_true(p.email_confirmed);
    assert_string_equal(admin("SELECT data->>'token' FROM outbox JOIN person p ON p.id = person WHERE name = 'Gina'"),
                        "the link");
}

static void unsubscribing_works_twice(void **unused)
{
    (void)unused;
    struct token t;
    uint8_t hash[32];
    int64_t id = join_as("Ilse", "ilse@example.org");
    token_hash("unsubscribe", hash);
    assert_true(store_token_new(db, TOKEN_UNSUBSCRIBE, hash, id, 0, NO_TURN, 3600, &err));
    assert_true(store_token_use(db, arena, TOKEN_UNSUBSCRIBE, hash, NULL, &t, &err));
    assert_true(store_token_use(db, arena, TOKEN_UNSUBSCRIBE, hash, NULL, &t, &err));
    assert_true(store_unsubscribe(db, id, 0, &err));
    assert_true(store_unsubscribe(db, id, 0, &err));
    struct person p;
    assert_true(store_person_by_name(db, arena, "Ilse", &p, &err));
    assert_false(p.mail);
    assert_false(p.email_confirmed);
}

static bool opens(const uint8_t link[32], const char *browser)
{
    struct token t, used;
    uint8_t hash[32];
    if (browser)
        token_hash(browser, hash);
    bool good = store_token_peek(db, arena, TOKEN_OPEN, link, browser ? hash : NULL, &t, &err);
    assert_true(good || err.code == ERR_GONE);
    assert_int_equal(store_token_use(db, arena, TOKEN_OPEN, link, browser ? hash : NULL, &used, &err), good);
    return good;
}

static void a_link_opens_a_game_in_one_browser(void **unused)
{
    (void)unused;
    struct token t;
    uint8_t link[32], other[32];
    int64_t id = join_as("Rocco", "rocco@example.org");
    token_hash("a link", link);
    token_hash("another link", other);
    assert_true(store_token_new(db, TOKEN_OPEN, link, id, 0, NO_TURN, LINK_SECONDS, &err));
    assert_true(store_token_new(db, TOKEN_OPEN, other, id, 0, 7, LINK_SECONDS, &err));
    for (int i = 0; i < 3; i++) /* looks bind nobody */
        assert_true(store_token_peek(db, arena, TOKEN_OPEN, link, i ? link : NULL, &t, &err));
    assert_true(opens(link, "the phone"));
    assert_true(opens(link, "the phone"));
    assert_false(opens(link, "the desk"));
    assert_false(opens(link, NULL));
    assert_false(opens(other, "the phone")); /* he sits nowhere, so its turn is none of his */
    admin("UPDATE token SET expires = now() WHERE person = %lld", (long long)id);
    assert_false(opens(link, "the phone"));
}

static void recovering_tells_nothing(void **unused)
{
    (void)unused;
    struct token t;
    uint8_t hash[32];
    int64_t id = join_as("Jana", "jana@example.org");
    bool more;
    assert_true(store_recover(db, "nobody at all", &err));
    assert_true(store_recover(db, "JANA@example.org", &err));
    /* what was written by then is the same but for what was typed; it is the worker who looks for the person */
    assert_string_equal(admin("SELECT string_agg(login, '|' ORDER BY id) FROM recovery"), "nobody at all|JANA@example.org");
    assert_string_equal(admin("SELECT count(*) FROM outbox WHERE kind = 'recover'"), "0");
    assert_true(store_recover_next(db, &more, &err) && more);
    assert_string_equal(admin("SELECT count(*) FROM outbox WHERE kind = 'recover'"), "0");
    assert_true(store_recover_next(db, &more, &err) && more);
    assert_true(store_recover_next(db, &more, &err) && !more);
    const char *token = admin("SELECT data->>'token' FROM outbox WHERE kind = 'recover'");
    assert_true(token_shaped(token));
    token_hash(token, hash);
    assert_true(store_token_use(db, arena, TOKEN_RECOVER, hash, NULL, &t, &err));
    assert_int_equal(t.person, id);
}

static void attempts_are_counted(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++)
        assert_true(store_attempt(db, "sign-in:anna", 3, 60, &err));
    assert_false(store_attempt(db, "sign-in:anna", 3, 60, &err));
    assert_int_equal(err.code, ERR_RATE);
    assert_in_range(err.again, 50, 60);
    assert_true(store_attempt(db, "sign-in:bruno", 3, 60, &err));
    admin("UPDATE attempt SET until = now() - interval '1 second'");
    assert_true(store_attempt(db, "sign-in:anna", 3, 60, &err));
    assert_true(store_attempt(db, "sign-in:anna", 3, 60, &err));
    assert_true(store_attempts_undo(db, (const char *const[]){"sign-in:anna", "sign-in:bruno", "sign-in:nobody"}, 3, &err));
    assert_string_equal(admin("SELECT string_agg(key || n, ' ') FROM attempt WHERE key LIKE 'sign-in:%%'"), "sign-in:anna1");
    char longest[600];
    memset(longest, 'x', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    assert_true(store_attempt(db, longest, 3, 60, &err));
    assert_true(store_attempts_undo(db, (const char *const[]){longest}, 1, &err));
    assert_true(store_attempt(db, "sign-in:anna", 3, 60, &err));
}

static void sweeping_takes_what_has_ended(void **unused)
{
    (void)unused;
    bool more;
    admin("UPDATE attempt SET until = now() - interval '1 second'");
    admin("UPDATE session SET expires = now() - interval '1 second'");
    admin("UPDATE browser SET expires = now() - interval '1 second'");
    assert_true(store_sweep(db, &more, &err));
    assert_string_equal(admin("SELECT (SELECT count(*) FROM attempt) + (SELECT count(*) FROM session) + (SELECT count(*) FROM browser)"), "0");
    /* a link that opened a game can still send a fresh letter, for a year */
    admin("UPDATE token SET expires = now() - interval '364 days' WHERE kind IN ('open', 'recover')");
    assert_true(store_sweep(db, &more, &err));
    assert_string_not_equal(admin("SELECT count(*) FROM token WHERE kind = 'open'"), "0");
    assert_string_equal(admin("SELECT count(*) FROM token WHERE kind = 'recover'"), "0");
    admin("UPDATE token SET expires = now() - interval '367 days' WHERE kind = 'open'");
    assert_true(store_sweep(db, &more, &err));
    assert_string_equal(admin("SELECT count(*) FROM token WHERE kind = 'open'"), "0");
    assert_string_not_equal(admin("SELECT count(*) FROM person"), "0");
    /* a thousand of a kind at once; letters that failed are kept longer than others, and what waits stays */
    admin("INSERT INTO attempt (key, since, until, n) SELECT n, now(), now() - interval '1 second', 1 FROM generate_series(1, 1001) AS n");
    admin("INSERT INTO outbox (person, kind, status, done) SELECT p.id, 'confirm', l.status, now() - l.age FROM (SELECT min(id) AS id FROM person) AS p,"
          " (VALUES ('sent', interval '29 days'), ('dropped', '31 days'), ('failed', '364 days'), ('failed', '367 days'), ('waiting', NULL)) AS l (status, age)");
    static const char letters[] = "SELECT string_agg(status || coalesce(' ' || (now()::date - done::date), ''), ', ' ORDER BY done) FROM outbox"
                          " WHERE kind = 'confirm' AND done < now() - interval '20 days'";
    static const char waiting[] = "SELECT count(*) > 0 FROM outbox WHERE kind = 'confirm' AND status = 'waiting'";
    assert_string_equal(admin(letters), "failed 367, failed 364, dropped 31, sent 29");
    assert_true(store_sweep(db, &more, &err) && more);
    assert_string_equal(admin("SELECT count(*) FROM attempt"), "1");
    assert_true(store_sweep(db, &more, &err) && !more);
    assert_string_equal(admin("SELECT count(*) FROM attempt"), "0");
    assert_string_equal(admin(letters), "failed 364, sent 29");
    assert_string_equal(admin(waiting), "t");
}

/* A port where nobody ever takes the connection: a machine that hangs. */
static int silent_port(int *fd)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(address);
    *fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(*fd, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(*fd, 1), 0);
    assert_int_equal(getsockname(*fd, (struct sockaddr *)&address, &size), 0);
    return ntohs(address.sin_port);
}

static void the_next_host_is_asked(void)
{
    struct person p;
    int fd, port = silent_port(&fd);
    PGconn *conn = PQconnectdb(getenv("RIDOTTO_DATABASE"));
    struct db *either = db_open(arena_printf(arena, "host=127.0.0.1,%s port=%d,%s dbname=%s user=%s sslmode=disable", PQhost(conn), port,
                                             PQport(conn), PQdb(conn), PQuser(conn)));
    PQfinish(conn);
    works(store_person_by_name(either, arena, "Anna", &p, &err));
    db_close(either);
    close(fd);
}

static void a_lost_connection_is_made_anew(void **unused)
{
    (void)unused;
    struct person p;
    const char *kill = "SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity WHERE usename = 'ridotto'";
    assert_true(store_person_by_name(db, arena, "Anna", &p, &err));
    assert_string_not_equal(admin("%s", kill), "0");
    assert_true(store_person_by_name(db, arena, "Anna", &p, &err)); /* reading is tried again at once */
    admin("%s", kill);
    assert_true(store_person_language(db, p.id, "en", &err));       /* the cut is noticed before writing */
    the_next_host_is_asked();
    struct db *nowhere = db_open("host=/nonexistent dbname=ridotto user=ridotto");
    assert_false(store_person_by_name(nowhere, arena, "Anna", &p, &err));
    assert_int_equal(err.code, ERR_BUSY);
    db_close(nowhere);
}

static void the_service_may_do_no_more_than_it_needs(void **unused)
{
    (void)unused;
    static const char *const denied[] = {
        "UPDATE move SET move = 'x'", "UPDATE move SET took = 1", "DELETE FROM move", "DELETE FROM move WHERE ply = 0",
        "TRUNCATE move", "TRUNCATE game CASCADE", "DELETE FROM incident", "UPDATE snapshot SET ply = 1",
        "UPDATE game SET secret = secret", "UPDATE game SET options = '{}'", "UPDATE person SET name = 'Nobody'",
        "DELETE FROM person", "UPDATE session SET person = 1", "UPDATE browser SET person = 1", "UPDATE token SET expires = now()", "DROP TABLE move",
        "ALTER TABLE move ADD COLUMN x int", "CREATE TABLE mine (x int)", "UPDATE migration SET number = 9",
        "ALTER TABLE move DISABLE TRIGGER ALL", "SET ROLE ridotto_owner", "SET session_replication_role = replica",
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_joins_once),
        cmocka_unit_test(nobody_passes_for_another),
        cmocka_unit_test(an_address_belongs_to_who_confirms_it),
        cmocka_unit_test(a_person_is_found_in_any_case),
        cmocka_unit_test(a_session_lasts_until_it_ends),
        cmocka_unit_test(sessions_of_a_person_are_bounded),
        cmocka_unit_test(who_signs_in_is_meant_by_name_or_address),
        cmocka_unit_test(a_browser_is_known_to_those_who_signed_in_with_it),
        cmocka_unit_test(a_link_confirms_the_address_once),
        cmocka_unit_test(a_link_opens_a_game_in_one_browser),
        cmocka_unit_test(unsubscribing_works_twice),
        cmocka_unit_test(recovering_tells_nothing),
        cmocka_unit_test(attempts_are_counted),
        cmocka_unit_test(sweeping_takes_what_has_ended),
        cmocka_unit_test(a_lost_connection_is_made_anew),
        cmocka_unit_test(the_service_may_do_no_more_than_it_needs),
    };
    return run_store_tests("people", tests, sizeof(tests) / sizeof(tests[0]), NULL);
}
