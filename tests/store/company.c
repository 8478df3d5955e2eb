/* What people at a table have with each other: chat, notes, a rematch, seats kept, invitations, what waits. */
#include "tests/store/lib.h"

#include "rules/engine/registry.h"

static int64_t table_of(int64_t owner, int seats)
{
    const struct rules *rules = rules_all()[0];
    struct new_game new = {.rules = rules, .owner = owner, .setup = rules_presets(rules, seats)};
    int64_t id = 0;
    memset(new.secret, 7, sizeof(new.secret));
    works(store_game_new(db, &new, &id, &err));
    return id;
}

/* A game of anna and bruno that is over. */
static int64_t game_over(void)
{
    int seat;
    int64_t id = table_of(anna, 2);
    works(store_sit(db, id, bruno, NULL, NULL, &seat, &err));
    admin("UPDATE game SET status = 'over', ply = 3, state = '{}', hash = decode(repeat('00', 32), 'hex'), started = now(), "
          "moved = now(), ended = now(), ending = 'played' WHERE id = %lld", (long long)id);
    return id;
}

static void lines_are_said_and_heard(void **unused)
{
    (void)unused;
    struct company company;
    int seat;
    int64_t id = table_of(anna, 3);
    works(store_sit(db, id, bruno, NULL, NULL, &seat, &err));
    fails(store_say(db, id, carla, "me too", &err), ERR_FORBIDDEN);
    fails(store_say(db, 999999, anna, "nowhere", &err), ERR_FORBIDDEN);
    assert_string_equal(admin("SELECT count(*) FROM message"), "0");
    const char *version = admin("SELECT version FROM game WHERE id = %lld", (long long)id);
    for (int i = 0; i < 5; i++)
        works(store_say(db, id, i % 2 ? bruno : anna, arena_printf(arena, "line %d", i), &err));
    assert_string_not_equal(admin("SELECT version FROM game WHERE id = %lld", (long long)id), version);
    works(store_company(db, arena, id, anna, 3, &company, &err));
    assert_int_equal(company.n_messages, 3);
    assert_true(company.more);
    assert_string_equal(company.messages[2].text, "line 4");
    assert_int_equal(company.n_new, 2);
    works(store_heard(db, id, anna, company.messages[2].id, &err));
    works(store_heard(db, id, anna, company.messages[0].id, &err)); /* nothing is new again */
    works(store_company(db, arena, id, anna, 3, &company, &err));
    assert_int_equal(company.n_new, 0);
    works(store_company(db, arena, id, 0, 9, &company, &err));
    assert_int_equal(company.n_messages, 5);
    assert_int_equal(company.n_new, 0);
    assert_null(company.note);
}

static void a_note_is_ones_own_and_never_lost(void **unused)
{
    (void)unused;
    struct company company;
    int64_t id = table_of(anna, 2);
    works(store_note(db, id, anna, "first", 0, &err));
    fails(store_note(db, id, anna, "from nothing", 0, &err), ERR_STALE);
    works(store_note(db, id, anna, "first", 0, &err)); /* the same again */
    works(store_company(db, arena, id, anna, 1, &company, &err));
    assert_string_equal(company.note, "first");
    const int64_t at = company.note_at;
    works(store_note(db, id, anna, "", at, &err));
    fails(store_note(db, id, anna, "second", at, &err), ERR_STALE);
    works(store_company(db, arena, id, bruno, 1, &company, &err));
    assert_null(company.note);
    works(store_company(db, arena, id, anna, 1, &company, &err));
    assert_string_equal(company.note, "");
}

static void a_rematch_is_made_once(void **unused)
{
    (void)unused;
    static const uint8_t secret[32] = {9};
    struct game_row g;
    int seat;
    int64_t id = game_over(), first = 0, again = 0, open = table_of(anna, 2);
    fails(store_rematch(db, open, anna, secret, &first, &err), ERR_STALE);
    fails(store_rematch(db, id, carla, secret, &first, &err), ERR_FORBIDDEN);
    fails(store_rematch(db, 999999, anna, secret, &first, &err), ERR_GONE);
    works(store_rematch(db, id, bruno, secret, &first, &err));
    works(store_rematch(db, id, anna, secret, &again, &err));
    assert_int_equal(first, again);
    works(store_game(db, arena, first, &g, &err));
    assert_int_equal(g.rematch_of, id);
    assert_int_equal(g.owner, bruno);
    assert_int_equal(g.seat[0].person, bruno);
    assert_int_equal(g.seat[1].kept_for, anna);
    fails(store_sit(db, first, carla, NULL, NULL, &seat, &err), ERR_STALE);
    works(store_sit(db, first, anna, NULL, NULL, &seat, &err));
    assert_int_equal(seat, 1);
    works(store_leave(db, first, anna, &err));
    works(store_leave(db, first, bruno, &err)); /* the table goes away */
    works(store_rematch(db, id, anna, secret, &again, &err));
    assert_int_not_equal(first, again);
}

static void seats_are_kept_and_given_up(void **unused)
{
    (void)unused;
    struct game_row g;
    int64_t id = table_of(anna, 2);
    fails(store_keep_seat(db, id, bruno, carla, "", &err), ERR_FORBIDDEN);
    fails(store_keep_seat(db, id, anna, anna, "", &err), ERR_STALE);
    works(store_keep_seat(db, id, anna, bruno, "", &err));
    works(store_keep_seat(db, id, anna, bruno, "", &err));
    fails(store_keep_seat(db, id, anna, carla, "", &err), ERR_STALE);
    works(store_decline(db, id, carla, &err));
    works(store_game(db, arena, id, &g, &err));
    assert_true(game_keeps_seat(&g, bruno));
    assert_int_equal(game_seat_for(&g, bruno), 1);
    assert_int_equal(game_seat_for(&g, carla), NO_SEAT);
    works(store_decline(db, id, bruno, &err));
    works(store_keep_seat(db, id, anna, carla, "", &err));
    works(store_seat_bot(db, id, anna, 1, "advise", &err));
    works(store_game(db, arena, id, &g, &err));
    assert_false(game_keeps_seat(&g, carla));
    assert_string_equal(admin("SELECT count(*) FROM outbox WHERE game = %lld AND kind = 'asked'", (long long)id), "2");
}

static void nobody_is_asked_too_often(void **unused)
{
    (void)unused;
    int64_t asked = join("Asked"), last = 0;
    admin("DELETE FROM attempt");
    for (int i = 0; i < ASKED_A_DAY; i++) {
        int64_t inviter = i < ASKED_BY_ONE ? anna : join(arena_printf(arena, "Inviter%d", i));
        last = table_of(inviter, 2);
        works(store_keep_seat(db, last, inviter, asked, "", &err));
        works(store_keep_seat(db, last, inviter, asked, "", &err)); /* the same again does not count */
        fails(store_keep_seat(db, last, bruno, asked, "", &err), ERR_FORBIDDEN); /* nor what comes of nothing */
    }
    int64_t hers = table_of(anna, 2), his = table_of(bruno, 2);
    fails(store_keep_seat(db, hers, anna, asked, "", &err), ERR_RATE);
    assert_string_equal(err.say, "You have invited {what} to several tables today. Please wait until tomorrow for an answer.");
    fails(store_keep_seat(db, his, bruno, asked, "", &err), ERR_RATE);
    assert_string_equal(err.say, "{what} has been invited to many tables today. Please try again tomorrow, or ask someone else.");
    fails(store_keep_seat(db, his, bruno, asked, "", &err), ERR_RATE);
    assert_string_equal(admin("SELECT count(*) FROM seat WHERE game IN (%lld, %lld) AND kept_for IS NOT NULL",
                              (long long)hers, (long long)his), "0");
    assert_string_equal(admin("SELECT count(*) FROM outbox WHERE person = %lld AND kind = 'asked'", (long long)asked),
                        arena_printf(arena, "%d", ASKED_A_DAY));
    works(store_keep_seat(db, hers, anna, carla, "", &err)); /* others can be asked */
    admin("UPDATE attempt SET until = now()");          /* the next day */
    works(store_keep_seat(db, his, bruno, asked, "", &err));
}

static void an_address_is_written_to_as_it_wishes(void **unused)
{
    (void)unused;
    char token[TOKEN_TEXT];
    uint8_t hash[TOKEN_DIGEST];
    int64_t id = table_of(anna, 2);
    token_make(token);
    token_hash(token, hash);
    fails(store_invite(db, id, bruno, "aunt@example.org", "", token, &err), ERR_FORBIDDEN);
    works(store_invite(db, id, anna, "aunt@example.org", "", token, &err));
    assert_string_equal(admin("SELECT count(*) FROM outbox WHERE kind = 'invitation' AND person IS NULL"), "1");
    works(store_invitation_refuse(db, hash, &err));
    works(store_leave(db, id, anna, &err)); /* the table is gone, the wish is not */
    id = table_of(anna, 2);
    token_make(token);
    works(store_invite(db, id, anna, "Aunt@Example.org", "", token, &err));
    assert_string_equal(admin("SELECT count(*) FROM invitation WHERE lower(email) = 'aunt@example.org'"), "1");
}

static void what_waits_comes_in_a_circle(void **unused)
{
    (void)unused;
    struct next_game next;
    int64_t id[3];
    works(store_next(db, arena, carla, 0, &next, &err));
    assert_int_equal(next.id, 0);
    for (int i = 0; i < 3; i++) {
        id[i] = table_of(carla, 2);
        admin("UPDATE seat SET awaited_since = now(), awaited_ply = 0, spent_at = now(), deadline = now() + %d * interval "
              "'1 hour' WHERE game = %lld AND seat = 0", 3 - i, (long long)id[i]);
    }
    const int64_t order[] = {id[2], id[1], id[0], id[2]};
    works(store_next(db, arena, carla, 0, &next, &err));
    assert_int_equal(next.id, order[0]);
    assert_int_equal(next.n, 3);
    for (int i = 0; i < 3; i++) {
        works(store_next(db, arena, carla, order[i], &next, &err));
        assert_int_equal(next.id, order[i + 1]);
        assert_int_equal(next.n, 2);
    }
    admin("UPDATE seat SET resigned = now() WHERE game IN (%lld, %lld) AND seat = 0", (long long)id[1], (long long)id[0]);
    works(store_next(db, arena, carla, id[2], &next, &err));
    assert_int_equal(next.id, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_said_and_heard),
        cmocka_unit_test(a_note_is_ones_own_and_never_lost),
        cmocka_unit_test(a_rematch_is_made_once),
        cmocka_unit_test(seats_are_kept_and_given_up),
        cmocka_unit_test(nobody_is_asked_too_often),
        cmocka_unit_test(an_address_is_written_to_as_it_wishes),
        cmocka_unit_test(what_waits_comes_in_a_circle),
    };
    return run_store_tests("company", tests, sizeof(tests) / sizeof(tests[0]), meet);
}
