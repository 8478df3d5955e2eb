/* Guests: how many, one game of a title, joining, signing in, and that nothing of them stays. */
#include "tests/store/lib.h"

#include "cgi/base/clock.h"
#include "cgi/play/play.h"
#include "rules/engine/registry.h"

enum { MOST = 20 };
static const int64_t DAY = 24 * 3600 * INT64_C(1000000);

static int number(const char *sql)
{
    return atoi(admin("%s", sql));
}

static int64_t come(void)
{
    int64_t guest = 0;
    works(store_guest_come(db, MOST, NULL, &guest, &err));
    assert_true(guest > 0);
    return guest;
}

/* The game of the @nth title, begun. */
static int64_t play(int64_t person, int nth)
{
    const struct rules *rules = rules_all()[nth];
    struct new_game new = {.rules = rules, .owner = person, .setup = rules_presets(rules, rules->min_seats), .bots = {NULL, "advise", "advise"}};
    int64_t game = 0;
    memset(new.secret, 5, sizeof(new.secret));
    works(store_game_alone(db, arena, &new, &game, &err));
    works(play_start_when_full(db, arena, game, clock_now(), &err));
    return game;
}

static void end(int64_t game)
{
    admin("UPDATE game SET status = 'over', awaits = 0, ended = now(), ending = 'played' WHERE id = %lld", (long long)game);
}

/* As if nothing had been played there for so many days. */
static void rest(int64_t guest, int days)
{
    admin("UPDATE game SET moved = now() - interval '%d days' WHERE owner = %lld", days, (long long)guest);
    admin("UPDATE person SET created = now() - interval '%d days' WHERE id = %lld", days, (long long)guest);
}

static void forget_all(void)
{
    int forgotten = 1;
    while (forgotten)
        works(store_guests_forget(db, clock_now() + DAY, 50, &forgotten, &err));
}

static void there_are_so_many_guests_at_a_time(void **unused)
{
    (void)unused;
    int64_t id[3] = {0};
    for (int i = 0; i < 3; i++)
        works(store_guest_come(db, 2, NULL, &id[i], &err));
    assert_true(id[0] && id[1] && id[0] != id[1]);
    assert_int_equal(id[2], 0);
    forget_all();
    assert_int_equal(number("SELECT count(*) FROM person WHERE guest = 'here'"), 0);
    int rows = number("SELECT count(*) FROM person");
    come(); /* in a row of before */
    assert_int_equal(number("SELECT count(*) FROM person"), rows);
    forget_all();
}

static void one_game_of_a_title_that_is_not_finished(void **unused)
{
    (void)unused;
    int64_t guest = come(), first = play(guest, 0);
    struct alone_running found;
    assert_int_equal(play(guest, 0), first);
    works(store_game_alone_running(db, guest, rules_all()[0], false, &found, &err));
    assert_int_equal(found.id, first);
    assert_false(found.instead);
    works(store_game_alone_running(db, guest, rules_all()[1], false, &found, &err));
    assert_int_equal(found.id, 0);
    assert_false(found.instead);
    assert_int_not_equal(play(guest, 1), first);
    end(first);
    int64_t second = play(guest, 0);
    assert_int_not_equal(second, first);
    assert_string_equal(admin("SELECT count(*) FROM game WHERE id = %lld", (long long)first), "1"); /* the last one stays */
    end(second);
    play(guest, 0);
    assert_string_equal(admin("SELECT count(*) FROM game WHERE id = %lld", (long long)first), "0");
    assert_string_equal(admin("SELECT count(*) FROM move WHERE game = %lld", (long long)first), "0");
    assert_string_equal(admin("SELECT count(*) FROM game WHERE owner = %lld", (long long)guest), "3");
    /* Of who has an account all stay. */
    for (int i = 0; i < 3; i++)
        end(play(anna, 0));
    assert_string_equal(admin("SELECT count(*) FROM game WHERE owner = %lld", (long long)anna), "3");
    forget_all();
    assert_string_equal(admin("SELECT count(*) FROM game WHERE owner = %lld", (long long)anna), "3");
    assert_string_equal(admin("SELECT count(*) FROM game WHERE owner = %lld", (long long)guest), "0");
}

static int listed(struct game_filter filter)
{
    struct game_row *games;
    int n;
    filter.most = 50;
    works(store_games(db, arena, &filter, &games, &n, &err));
    return n;
}

static void no_list_and_no_result_counts_them(void **unused)
{
    (void)unused;
    struct game_row row;
    struct record record;
    int64_t game = play(bruno, 0);
    assert_int_equal(listed((struct game_filter){.person = bruno}), 0);
    assert_int_equal(listed((struct game_filter){.has_status = true, .status = GAME_RUNNING}), 0);
    assert_int_equal(listed((struct game_filter){.person = bruno, .of = bruno}), 0);
    assert_int_equal(listed((struct game_filter){.person = bruno, .awaiting = true}), 0);
    assert_int_equal(listed((struct game_filter){.person = bruno, .mine = true}), 1);
    assert_int_equal(number("SELECT count(*) FROM outbox WHERE game IS NOT NULL"), 0); /* nobody is written to */
    end(game);
    admin("UPDATE seat SET rank = 1 WHERE game = %lld", (long long)game);
    works(store_game(db, arena, game, &row, &err));
    assert_true(row.apart && row.status == GAME_OVER);
    assert_false(game_is_rated(&row));
    works(store_record(db, arena, bruno, &record, &err));
    assert_int_equal(record.n, 0);
    assert_int_equal(listed((struct game_filter){.has_status = true, .status = GAME_OVER}), 0);
}

static void a_guest_has_a_word_for_a_name(void **unused)
{
    (void)unused;
    struct game_row row;
    struct person person;
    int64_t guest = come(), game = play(guest, 0);
    works(store_game(db, arena, game, &row, &err));
    assert_string_equal(row.owner_name, PERSON_GUEST);
    assert_string_equal(row.seat[0].name, PERSON_GUEST);
    assert_true(row.seat[0].left); /* it leads nowhere */
    assert_string_equal(admin("SELECT count(*) FROM move WHERE person IS NOT NULL AND game = %lld", (long long)game), "0");
    uint8_t hash[TOKEN_HASH_BYTES] = {3};
    works(store_session_new(db, guest, hash, 100, (struct device){0}, &err));
    works(store_session(db, arena, hash, &person, &err));
    assert_true(person.guest && person.id == guest);
    assert_string_equal(person.name, PERSON_GUEST);
    fails(store_person_by_name(db, arena, "Guest", &person, &err), ERR_GONE);
    fails(store_person_by_login(db, arena, "Guest", &person, &err), ERR_GONE);
    forget_all();
    fails(store_session(db, arena, hash, &person, &err), ERR_SIGN_IN);
}

static bool joins(int64_t guest, const char *name, bool *joined)
{
    char token[TOKEN_TEXT];
    token_make(token);
    err = (struct err){0};
    return store_guest_join(db, guest, name, arena_printf(arena, "%s@example.org", name), "hash", "en", token, joined, &err);
}

static void who_joins_keeps_the_game_and_the_turn_begun(void **unused)
{
    (void)unused;
    struct game_row row;
    struct person person;
    bool joined = false;
    int64_t guest = come(), game = play(guest, 0);
    admin("INSERT INTO draft (game, person, ply, steps) VALUES (%lld, %lld, 0, '[\"x\"]')", (long long)game, (long long)guest);
    assert_false(joins(guest, "Anna", &joined));
    assert_int_equal(err.code, ERR_INPUT);
    assert_string_equal(err.what, "name");
    assert_true(joins(guest, "Dora", &joined) && joined);
    works(store_game(db, arena, game, &row, &err));
    assert_string_equal(row.seat[0].name, "Dora");
    assert_string_equal(row.owner_name, "Dora");
    assert_int_equal(row.seat[0].person, guest);
    assert_string_equal(admin("SELECT count(*) FROM draft WHERE person = %lld", (long long)guest), "1");
    assert_string_equal(admin("SELECT count(*) FROM outbox WHERE kind = 'confirm' AND person = %lld", (long long)guest), "1");
    assert_string_equal(admin("SELECT look_small IS NOT NULL FROM person WHERE id = %lld", (long long)guest), "t");
    works(store_person_by_name(db, arena, "dora", &person, &err));
    assert_true(joins(guest, "Dorothea", &joined) && !joined); /* no guest any more */
    assert_string_equal(admin("SELECT name FROM person WHERE id = %lld", (long long)guest), "Dora");
    must_replay(game);
    forget_all();
    assert_string_equal(admin("SELECT count(*) FROM game WHERE id = %lld", (long long)game), "1");
}

static void who_signs_in_takes_the_games_along(void **unused)
{
    (void)unused;
    struct game_row row;
    int tables = 0;
    int64_t guest = come(), game = play(guest, 0), over = play(guest, 1);
    uint8_t hash[TOKEN_HASH_BYTES] = {4};
    end(over);
    admin("INSERT INTO draft (game, person, ply, steps) VALUES (%lld, %lld, 0, '[\"x\"]')", (long long)game, (long long)guest);
    works(store_note(db, game, guest, "mine", 0, &err));
    works(store_session_new(db, guest, hash, 100, (struct device){0}, &err));
    works(store_guest_give(db, carla, anna, &tables, &err)); /* who is no guest gives nothing away */
    assert_int_equal(tables, 0);
    works(store_guest_give(db, guest, carla, &tables, &err));
    assert_int_equal(tables, 2);
    works(store_game(db, arena, game, &row, &err));
    assert_int_equal(row.owner, carla);
    assert_int_equal(row.seat[0].person, carla);
    assert_string_equal(row.seat[0].name, "Carla");
    assert_string_equal(admin("SELECT count(*) FROM draft WHERE person = %lld", (long long)carla), "1");
    assert_string_equal(admin("SELECT text FROM note WHERE person = %lld", (long long)carla), "mine");
    assert_string_equal(admin("SELECT count(*) FROM session WHERE person = %lld", (long long)guest), "0");
    assert_string_equal(admin("SELECT guest FROM person WHERE id = %lld", (long long)guest), "gone");
    must_replay(game);
    works(store_guest_give(db, guest, anna, &tables, &err));
    assert_int_equal(tables, 0);
    struct new_game late = {.rules = rules_all()[0], .owner = guest, .setup = rules_presets(rules_all()[0], rules_all()[0]->min_seats)};
    fails(store_game_alone(db, arena, &late, &game, &err), ERR_SIGN_IN); /* pressed at the same time: the next guest would find it */
    int64_t next = come(); /* perhaps in the same row: nothing of the one before is found there */
    assert_string_equal(admin("SELECT count(*) FROM game WHERE owner = %lld", (long long)next), "0");
    forget_all();
}

static void what_they_leave_goes_in_small_steps(void **unused)
{
    (void)unused;
    enum { OLD = 7, AT_ONCE = 3 };
    int64_t old[OLD], fresh = come(), member = play(bruno, 1);
    int forgotten = 0, steps = 0;
    int64_t kept = play(fresh, 0);
    for (int i = 0; i < OLD; i++) {
        old[i] = come();
        play(old[i], i % 2);
        rest(old[i], 8);
    }
    rest(fresh, 6);
    rest(bruno, 30);
    const int moves = number("SELECT count(*) FROM move");
    for (forgotten = 1; forgotten; steps++) {
        works(store_guests_forget(db, clock_now() - 7 * DAY, AT_ONCE, &forgotten, &err));
        assert_in_range(forgotten, 0, 2 * AT_ONCE); /* tables, and guests */
        if (steps == 0)
            assert_int_equal(number("SELECT count(*) FROM game g JOIN person p ON p.id = g.owner WHERE p.guest = 'here'"), OLD + 1 - AT_ONCE);
    }
    assert_in_range(steps, 3, 9);
    assert_int_equal(number("SELECT count(*) FROM person WHERE guest = 'here'"), 1);
    assert_true(number("SELECT count(*) FROM move") < moves);
    assert_int_equal(number("SELECT count(*) FROM move m WHERE NOT EXISTS (SELECT FROM game g WHERE g.id = m.game)"), 0);
    assert_string_equal(admin("SELECT count(*) FROM game WHERE id IN (%lld, %lld)", (long long)kept, (long long)member), "2");
    /* A table that somebody is at just now is left for the next time. */
    forget_all();
    assert_string_equal(admin("SELECT count(*) FROM game WHERE id = %lld", (long long)kept), "0");
    assert_string_equal(admin("SELECT count(*) FROM game WHERE id = %lld", (long long)member), "1");
}

static void others_bots_come_first(void **unused)
{
    (void)unused;
    int64_t *games, guest = come(), mine = 0;
    int n;
    for (int title = 0; title < 2 && !mine; title++)
        play(guest, title);
    admin("UPDATE seat SET awaited_since = now(), awaited_ply = 0 WHERE bot IS NOT NULL AND game IN (SELECT id FROM game WHERE owner = %lld)",
          (long long)guest);
    works(store_bot_games(db, arena, true, (struct share){0, 1}, 50, &games, &n, &err));
    assert_int_equal(n, 2);
    works(store_bot_games(db, arena, false, (struct share){0, 1}, 50, &games, &n, &err));
    for (int i = 0; i < n; i++)
        assert_string_equal(admin("SELECT count(*) FROM game WHERE id = %lld AND owner = %lld", (long long)games[i], (long long)guest), "0");
    forget_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_so_many_guests_at_a_time),
        cmocka_unit_test(one_game_of_a_title_that_is_not_finished),
        cmocka_unit_test(no_list_and_no_result_counts_them),
        cmocka_unit_test(a_guest_has_a_word_for_a_name),
        cmocka_unit_test(who_joins_keeps_the_game_and_the_turn_begun),
        cmocka_unit_test(who_signs_in_takes_the_games_along),
        cmocka_unit_test(what_they_leave_goes_in_small_steps),
        cmocka_unit_test(others_bots_come_first),
    };
    return run_store_tests("guests", tests, sizeof(tests) / sizeof(tests[0]), meet);
}
