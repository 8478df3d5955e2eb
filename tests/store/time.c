/* Paces, rests and vacations, as they are stored and as they come with a game. */
#include "tests/store/lib.h"

#include "rules/engine/registry.h"

static int64_t table_with(const struct pace *pace)
{
    struct new_game new = {.rules = rules_all()[0], .owner = anna, .setup = rules_presets(rules_all()[0], 3)};
    int64_t id = 0;
    int seat;
    new.pace = *pace;
    new.bots[2] = "advise";
    must(store_game_new(db, &new, &id, &err));
    must(store_sit(db, id, bruno, NULL, NULL, &seat, &err));
    return id;
}

static void a_table_keeps_the_figures_of_its_pace(void **unused)
{
    (void)unused;
    struct pace pace = pace_kind_find("bank-3")->pace;
    struct game_row g;
    pace.weekdays = true;
    pace.add += 60; /* as if the house had changed its mind since */
    must(store_game(db, arena, table_with(&pace), &g, &err));
    assert_string_equal(g.pace.name, "bank-3");
    assert_true(g.pace.weekdays);
    assert_int_equal(g.pace.add, pace.add);
    assert_int_equal(g.pace.cap, pace.cap);
    must(store_game(db, arena, table_with(&(struct pace){.name = NULL}), &g, &err));
    assert_null(g.pace.name);
}

static void a_game_brings_the_rest_of_its_players(void **unused)
{
    (void)unused;
    int64_t id = table_with(&pace_preset()->pace);
    struct draft_row draft;
    struct move_row *moves;
    struct incidents incidents;
    struct game_row g;
    int n;
    admin("UPDATE person SET zone = 'Europe/Rome', rest_from = 1320, rest_until = 420 WHERE id = %lld", (long long)bruno);
    admin("INSERT INTO vacation SELECT %lld, now() + d * interval '1 day', now() + (d + 1) * interval '1 day' "
          "FROM generate_series(-40, 40, 4) d", (long long)bruno);
    must(store_table(db, arena, id, anna, 0, 10, &g, &draft, &moves, &n, &incidents, &err));
    assert_string_equal(g.seat[1].rest.zone, "Europe/Rome");
    assert_int_equal(g.seat[1].rest.from, 22 * 60);
    assert_int_equal(g.seat[1].rest.until, 7 * 60);
    assert_int_equal(g.seat[1].rest.n_vacations, 11); /* today and ten to come */
    for (int i = 1; i < 11; i++)
        assert_true(g.seat[1].rest.vacation[i].starts > g.seat[1].rest.vacation[i - 1].ends);
    assert_string_equal(g.seat[0].rest.zone, "UTC");
    assert_int_equal(g.seat[0].rest.from, REST_NONE);
    assert_int_equal(g.seat[0].rest.n_vacations, 0);
    assert_int_equal(g.seat[2].rest.from, REST_NONE);
    must(store_game_open(db, arena, id, 0, &g, &draft, &err));
    store_rollback(db);
    assert_int_equal(g.seat[1].rest.n_vacations, 11);
    /* A wait that began longer ago needs those from then on, and never more than there is room for. */
    admin("UPDATE seat SET awaited_since = now(), awaited_ply = 0, spent_at = now() - interval '10 days' "
          "WHERE game = %lld AND seat = 1", (long long)id);
    must(store_table(db, arena, id, anna, 0, 10, &g, &draft, &moves, &n, &incidents, &err));
    assert_int_equal(g.seat[1].rest.n_vacations, 13);
    admin("UPDATE seat SET spent_at = now() - interval '50 days' WHERE game = %lld AND seat = 1", (long long)id);
    must(store_table(db, arena, id, anna, 0, 10, &g, &draft, &moves, &n, &incidents, &err));
    assert_int_equal(g.seat[1].rest.n_vacations, VACATIONS_MAX);
    admin("DELETE FROM vacation");
    admin("UPDATE person SET zone = 'UTC', rest_from = NULL, rest_until = NULL");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_keeps_the_figures_of_its_pace),
        cmocka_unit_test(a_game_brings_the_rest_of_its_players),
    };
    return run_store_tests("time", tests, sizeof(tests) / sizeof(tests[0]), meet);
}
