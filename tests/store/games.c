/* Tables: making, filling, listing, leaving; their mail; the constraints behind them. */
#include "tests/store/lib.h"

#include <pthread.h>
#include <unistd.h>

#include "cgi/store/db.h"
#include "rules/engine/registry.h"


static const struct rules *first_rules(void)
{
    return rules_all()[0];
}

static struct new_game plan(int64_t owner, int seats)
{
    struct new_game new = {.rules = first_rules(), .owner = owner, .setup = rules_presets(first_rules(), seats)};
    memset(new.secret, 7, sizeof(new.secret));
    return new;
}

static int64_t table_of(int64_t owner, int seats)
{
    struct new_game new = plan(owner, seats);
    int64_t id = 0;
    works(store_game_new(db, &new, &id, &err));
    return id;
}

static void the_database_understands_every_query(void **unused)
{
    (void)unused;
    static const char *const types[] = {
        [SQL_INT8] = "bigint", [SQL_INT4] = "integer", [SQL_INT2] = "smallint", [SQL_BOOL] = "boolean",
        [SQL_TEXT] = "text", [SQL_BYTEA] = "bytea", [SQL_TIME] = "timestamptz", [SQL_JSONB] = "jsonb",
    };
    static const char *const utility[] = {"BEGIN", "COMMIT", "ROLLBACK", "LISTEN", "LOCK"};
    for (int q = 0; q < QUERY_COUNT; q++) {
        bool plain = true;
        for (size_t i = 0; i < sizeof(utility) / sizeof(utility[0]); i++)
            plain = plain && strncmp(query_texts[q].text, utility[i], strlen(utility[i])) != 0;
        if (!plain)
            continue;
        const char *list = "";
        for (int p = 0; p < query_texts[q].n_params; p++) {
            int type = query_texts[q].params[p];
            list = arena_printf(arena, "%s%s%s%s", list, p ? ", " : "(", types[type & ~SQL_ARRAY], type & SQL_ARRAY ? "[]" : "");
        }
        admin("PREPARE q%s%s AS %s", list, *list ? ")" : "", query_texts[q].text);
    }
}

static void a_table_fills_and_empties(void **unused)
{
    (void)unused;
    struct game_row g;
    int seat = -1;
    int64_t id = table_of(anna, 3);
    works(store_game(db, arena, id, &g, &err));
    assert_int_equal(g.status, GAME_OPEN);
    assert_int_equal(g.ply, -1);
    assert_null(g.state.bytes);
    assert_ptr_equal(g.rules, first_rules());
    assert_int_equal(g.n_seats, 3);
    assert_int_equal(g.secret[31], 7);
    assert_string_equal(g.owner_name, "Anna");
    assert_string_equal(g.seat[0].name, "Anna");
    assert_null(g.seat[1].name);
    works(store_sit(db, id, bruno, "a phrase", NULL, &seat, &err));
    assert_int_equal(seat, 1);
    works(store_sit(db, id, bruno, "again", NULL, &seat, &err));
    assert_int_equal(seat, 1);
    fails(store_seat_bot(db, id, bruno, 2, "advise", &err), ERR_FORBIDDEN);
    fails(store_seat_bot(db, id, anna, 1, "advise", &err), ERR_STALE);
    fails(store_seat_bot(db, id, anna, 3, "advise", &err), ERR_INPUT);
    works(store_seat_bot(db, id, anna, 2, "advise", &err));
    fails(store_sit(db, id, carla, NULL, NULL, &seat, &err), ERR_STALE);
    works(store_game(db, arena, id, &g, &err));
    assert_string_equal(g.seat[1].phrase, "a phrase");
    assert_string_equal(g.seat[2].name, "Bot Diana");
    assert_int_equal(g.version, 2);
    works(store_seat_bot(db, id, anna, 2, NULL, &err));
    works(store_sit(db, id, carla, NULL, NULL, &seat, &err));
    works(store_game(db, arena, id, &g, &err));
    assert_int_equal(g.version, 4);
    works(store_leave(db, id, anna, &err));
    fails(store_leave(db, id, anna, &err), ERR_FORBIDDEN);
    works(store_game(db, arena, id, &g, &err));
    assert_string_equal(g.owner_name, "Bruno");
    works(store_leave(db, id, bruno, &err));
    works(store_leave(db, id, carla, &err));
    fails(store_game(db, arena, id, &g, &err), ERR_GONE);
    fails(store_sit(db, id, carla, NULL, NULL, &seat, &err), ERR_GONE);
}

static void a_private_table_wants_its_invitation(void **unused)
{
    (void)unused;
    struct new_game new = plan(anna, 2);
    struct game_row g;
    int64_t id;
    int seat;
    new.is_private = true;
    works(store_game_new(db, &new, &id, &err));
    works(store_game(db, arena, id, &g, &err));
    assert_non_null(g.invitation);
    fails(store_sit(db, id, bruno, NULL, NULL, &seat, &err), ERR_FORBIDDEN);
    fails(store_sit(db, id, bruno, NULL, "wrong", &seat, &err), ERR_FORBIDDEN);
    works(store_sit(db, id, bruno, NULL, g.invitation, &seat, &err));
    struct game_row *games;
    int n;
    struct game_filter f = {.person = carla, .most = 50};
    works(store_games(db, arena, &f, &games, &n, &err));
    for (int i = 0; i < n; i++)
        assert_int_not_equal(games[i].id, id);
    f = (struct game_filter){.person = carla, .of = anna, .most = 50};
    works(store_games(db, arena, &f, &games, &n, &err));
    for (int i = 0; i < n; i++)
        assert_int_not_equal(games[i].id, id);
    f = (struct game_filter){.person = bruno, .has_status = true, .status = GAME_OPEN, .most = 50};
    works(store_games(db, arena, &f, &games, &n, &err));
    assert_int_equal(games[0].id, id);
    works(store_leave(db, id, bruno, &err));
    works(store_leave(db, id, anna, &err));
}

static void the_wrong_number_of_seats_is_refused(void **unused)
{
    (void)unused;
    struct new_game new = plan(anna, first_rules()->max_seats + 1);
    int64_t id;
    fails(store_game_new(db, &new, &id, &err), ERR_INPUT);
    new = plan(anna, first_rules()->min_seats - 1);
    fails(store_game_new(db, &new, &id, &err), ERR_INPUT);
}

static void lists_are_bounded_and_paged(void **unused)
{
    (void)unused;
    struct game_row *games;
    int n;
    int64_t dora = join("Dora"), ids[7];
    for (int i = 0; i < 7; i++) {
        ids[i] = table_of(dora, 2);
        works(store_seat_bot(db, ids[i], dora, 1, "random", &err));
    }
    struct game_filter f = {.person = dora, .mine = true, .most = 3};
    works(store_games(db, arena, &f, &games, &n, &err));
    assert_int_equal(n, 3);
    assert_int_equal(games[0].id, ids[6]);
    assert_string_equal(games[0].seat[0].name, "Dora");
    assert_string_equal(games[0].seat[1].bot, "random");
    assert_null(games[0].state.bytes);
    f.before = games[2].id;
    works(store_games(db, arena, &f, &games, &n, &err));
    assert_int_equal(n, 3);
    assert_int_equal(games[2].id, ids[1]);
    f.before = games[2].id;
    works(store_games(db, arena, &f, &games, &n, &err));
    assert_int_equal(n, 1);
    assert_int_equal(games[0].id, ids[0]);
    f = (struct game_filter){.rules_id = "none", .most = 50};
    works(store_games(db, arena, &f, &games, &n, &err));
    assert_int_equal(n, 0);
    f = (struct game_filter){.person = dora, .awaiting = true, .most = 50};
    works(store_games(db, arena, &f, &games, &n, &err));
    assert_int_equal(n, 0);
    f = (struct game_filter){.of = dora, .has_status = true, .status = GAME_OVER, .most = 50};
    works(store_games(db, arena, &f, &games, &n, &err));
    assert_int_equal(n, 0);
}

static void recover(const char *login)
{
    bool more;
    works(store_recover(db, login, &err));
    works(store_recover_next(db, &more, &err));
    assert_true(more);
}

static void mail_is_taken_once_and_by_person(void **unused)
{
    (void)unused;
    struct mail_row *mails;
    int n;
    struct db *other = db_open(getenv("RIDOTTO_DATABASE"));
    admin("DELETE FROM outbox");
    recover("Anna");
    recover("Anna");
    recover("Bruno");
    works(store_mail_take(db, arena, 10, &mails, &n, &err));
    assert_int_equal(n, 2);
    assert_string_equal(mails[0].person_name, "Anna");
    assert_string_equal(mails[0].kind, "recover");
    assert_null(mails[0].needless);
    int64_t first = mails[0].id, second = mails[1].id;
    works(store_mail_take(other, arena, 10, &mails, &n, &err));
    assert_int_equal(n, 1);
    assert_string_equal(mails[0].person_name, "Bruno");
    const struct mail_mark later = {.id = mails[0].id, .fate = MAIL_RETRY, .note = "451 later", .seconds = 60};
    works(store_mail_settle(other, &later, 1, 0, false, &err));
    const struct mail_mark done[] = {{.id = first, .fate = MAIL_SENT, .note = "250 ok"},
                                     {.id = second, .fate = MAIL_DROPPED, .note = "played"}};
    works(store_mail_settle(db, done, 2, 0, false, &err));
    works(store_mail_take(db, arena, 10, &mails, &n, &err));
    assert_int_equal(n, 0);
    struct health health;
    works(store_health(db, &health, &err));
    assert_int_equal(health.mails_waiting, 1);
    assert_int_equal(health.mails_failed, 0);
    assert_true(health.migration >= 1);
    assert_string_equal(admin("SELECT count(*) FROM outbox WHERE data <> '{}'"), "1");
    fails(store_mail_settle(db, done, 2, 0, false, &err), ERR_BUSY);
    db_close(other);
}

struct leaving {
    int64_t game;
    struct err err;
    bool ok;
};

static void *leave(void *data)
{
    struct leaving *leaving = data;
    struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
    leaving->ok = store_leave(own, leaving->game, anna, &leaving->err);
    db_close(own);
    return NULL;
}

/* The worker has the letter in one transaction, and makes the link that stands in it in another. */
static void a_table_with_a_letter_on_its_way_can_be_left(void **unused)
{
    (void)unused;
    struct mail_row *mails;
    struct leaving leaving = {.game = table_of(anna, 2)};
    const uint8_t hash[TOKEN_HASH_BYTES] = {77};
    pthread_t thread;
    int n;
    struct db *queue = db_open(getenv("RIDOTTO_DATABASE"));
    admin("DELETE FROM outbox");
    works(store_keep_seat(db, leaving.game, anna, bruno, "", &err));
    works(store_mail_take(queue, arena, 10, &mails, &n, &err));
    assert_int_equal(n, 1);
    pthread_create(&thread, NULL, leave, &leaving);
    for (int i = 0; i < 100 && !strcmp(admin("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"), "0"); i++)
        usleep(10000);
    works(store_token_new(db, TOKEN_OPEN, hash, bruno, leaving.game, NO_TURN, LINK_SECONDS, &err));
    const struct mail_mark sent = {.id = mails[0].id, .fate = MAIL_SENT, .note = "250 ok"};
    works(store_mail_settle(queue, &sent, 1, 0, false, &err));
    pthread_join(thread, NULL);
    assert_true(leaving.ok);
    assert_string_equal(admin("SELECT count(*) FROM outbox"), "0");
    db_close(queue);
}

static void a_notification_is_heard(void **unused)
{
    (void)unused;
    bool heard;
    struct db *ears = db_open(getenv("RIDOTTO_DATABASE"));
    works(store_listen(ears, "outbox", 1, &heard, &err));
    assert_false(heard);
    works(store_recover(db, "Anna", &err));
    works(store_listen(ears, "outbox", 2000, &heard, &err));
    assert_true(heard);
    works(store_listen(ears, "outbox", 10, &heard, &err));
    assert_false(heard);
    db_close(ears);
}

static void the_schema_holds_by_itself(void **unused)
{
    (void)unused;
    int64_t id = table_of(anna, 2);
    static const struct {
        const char *sql, *state;
    } wrong[] = {
        {"UPDATE game SET status = 'running'", "23514"},
        {"UPDATE game SET awaits = 1", "23514"},
        {"UPDATE game SET ply = 0", "23514"},
        {"UPDATE game SET state = ''", "23514"},
        {"UPDATE game SET ended = now()", "23514"},
        {"UPDATE seat SET deadline = now()", "23514"},
        {"UPDATE seat SET kept_for = person WHERE person IS NOT NULL", "23514"},
        {"UPDATE seat SET bot = 'advise' WHERE person IS NOT NULL", "23514"},
        {"UPDATE seat SET person = (SELECT person FROM seat s WHERE s.game = seat.game AND s.seat = 0), bot = NULL",
         "23505"},
        {"INSERT INTO move (game, ply, seat, move, events, cause, at, points, revision, hash) SELECT id, 0, 0, 'x', '[]', "
         "'person', now(), '{0}', 1, decode(repeat('00', 32), 'hex') FROM game LIMIT 1", "23514"},
        {"INSERT INTO move (game, ply, seat, move, events, cause, at, points, revision, hash) VALUES (0, 0, -1, 'x', '[]', "
         "'person', now(), '{0}', 1, decode(repeat('00', 32), 'hex'))", "23503"},
        {"INSERT INTO outbox (person, kind) SELECT id, 'turn' FROM person LIMIT 1", "23514"},
        {"INSERT INTO outbox (kind) VALUES ('confirm')", "23514"},
        {"INSERT INTO outbox (person, kind, status) SELECT id, 'confirm', 'sent' FROM person LIMIT 1", "23514"},
        {"INSERT INTO token (hash, kind, person, expires) VALUES ('short', 'open', 1, now())", "23514"},
    };
    PGconn *conn = PQconnectdb(getenv("postgres_admin"));
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        PGresult *result = PQexec(conn, wrong[i].sql);
        const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        if (!state || strcmp(state, wrong[i].state))
            fail_msg("%s: %s", wrong[i].sql, state ? state : "was done");
        PQclear(result);
    }
    PQfinish(conn);
    works(store_leave(db, id, anna, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_database_understands_every_query),
        cmocka_unit_test(a_table_fills_and_empties),
        cmocka_unit_test(a_private_table_wants_its_invitation),
        cmocka_unit_test(the_wrong_number_of_seats_is_refused),
        cmocka_unit_test(lists_are_bounded_and_paged),
        cmocka_unit_test(mail_is_taken_once_and_by_person),
        cmocka_unit_test(a_table_with_a_letter_on_its_way_can_be_left),
        cmocka_unit_test(a_notification_is_heard),
        cmocka_unit_test(the_schema_holds_by_itself),
    };
    return run_store_tests("games", tests, sizeof(tests) / sizeof(tests[0]), meet);
}
