/* Paces, rests and vacations, as they are stored and as they come with a game. */
#include "tests/store/lib.h"

#include <pthread.h>

#include "rules/engine/registry.h"

static const int64_t hour = INT64_C(3600) * 1000000;

static int64_t table_with(const struct pace *pace)
{
    struct new_game new = {.rules = rules_all()[0], .owner = anna, .setup = rules_presets(rules_all()[0], 3)};
    int64_t id = 0;
    int seat;
    new.pace = *pace;
    new.bots[2] = "advise";
    works(store_game_new(db, &new, &id, &err));
    works(store_sit(db, id, bruno, NULL, NULL, &seat, &err));
    return id;
}

static void a_table_keeps_the_figures_of_its_pace(void **unused)
{
    (void)unused;
    struct pace pace = pace_kind_find("bank-3")->pace;
    struct game_row g;
    pace.weekdays = true;
    pace.add += 60; /* as if the house had changed its mind since */
    works(store_game(db, arena, table_with(&pace), &g, &err));
    assert_string_equal(g.pace.name, "bank-3");
    assert_true(g.pace.weekdays);
    assert_int_equal(g.pace.add, pace.add);
    assert_int_equal(g.pace.cap, pace.cap);
    works(store_game(db, arena, table_with(&(struct pace){.name = NULL}), &g, &err));
    assert_null(g.pace.name);
}

static void a_game_brings_the_rest_of_its_players(void **unused)
{
    (void)unused;
    int64_t id = table_with(&pace_preset()->pace);
    struct draft_row draft;
    const struct newest newest = {.moves = 10};
    struct table_rows rows;
    struct game_row g;
    admin("UPDATE person SET zone = 'Europe/Rome', rest_from = 1320, rest_until = 420 WHERE id = %lld", (long long)bruno);
    admin("INSERT INTO vacation SELECT %lld, now() + d * interval '1 day', now() + (d + 1) * interval '1 day' "
          "FROM generate_series(-40, 40, 4) d", (long long)bruno);
    works(store_table(db, arena, id, anna, newest, &rows, &err));
    g = rows.game;
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
    works(store_game_open(db, arena, id, 0, &g, &draft, &err));
    store_rollback(db);
    assert_int_equal(g.seat[1].rest.n_vacations, 11);
    /* A wait that began longer ago needs those from then on, and never more than there is room for. */
    admin("UPDATE seat SET awaited_since = now(), awaited_ply = 0, spent_at = now() - interval '10 days' "
          "WHERE game = %lld AND seat = 1", (long long)id);
    works(store_table(db, arena, id, anna, newest, &rows, &err));
    g = rows.game;
    assert_int_equal(g.seat[1].rest.n_vacations, 13);
    admin("UPDATE seat SET spent_at = now() - interval '50 days' WHERE game = %lld AND seat = 1", (long long)id);
    works(store_table(db, arena, id, anna, newest, &rows, &err));
    g = rows.game;
    assert_int_equal(g.seat[1].rest.n_vacations, VACATIONS_MAX);
    admin("DELETE FROM vacation");
    admin("UPDATE person SET zone = 'UTC', rest_from = NULL, rest_until = NULL");
}

/* A wait of Bruno's that began @hours ago, as play would have written it. */
static struct seat_clock waits_since(int64_t game, const struct pace *pace, int64_t now, int hours)
{
    const struct rest never = rest_never();
    struct seat_clock clock = seat_clock_first(pace);
    seat_clock_begin(&clock, pace, &never, false, now - hours * hour);
    admin("UPDATE seat SET awaited_since = now(), awaited_ply = 0, bank = %lld, "
          "spent_at = 'epoch'::timestamptz + %lld * interval '1 us', "
          "deadline = 'epoch'::timestamptz + %lld * interval '1 us', remind = 'epoch'::timestamptz + %lld * interval '1 us' "
          "WHERE game = %lld AND seat = 1", (long long)clock.bank, (long long)clock.spent_at, (long long)clock.deadline,
          (long long)clock.remind, (long long)game);
    return clock;
}

static struct seat_clock clock_now_of(int64_t game, int64_t *version)
{
    struct game_row g;
    works(store_game(db, arena, game, &g, &err));
    *version = g.version;
    return g.seat[1].clock;
}

static void change_rest(int64_t now, int from, int until)
{
    struct own_time was, is;
    struct wait_row *waits;
    int n;
    works(store_time_open(db, arena, bruno, now, &was, &waits, &n, &err));
    is = was;
    works(rest_set(&is, from, until, &err));
    is.rest.zone = "Asia/Tokyo";
    works(store_time_close(db, bruno, &was, &is, waits, n, now, &err));
}

static void a_change_of_rest_moves_every_deadline_at_once(void **unused)
{
    (void)unused;
    const struct pace day = pace_kind_find("day")->pace, bank = pace_kind_find("bank-3")->pace;
    const int64_t now = INT64_C(1790000000) * 1000000; /* 2026-09-21 14:13:20, 23:13 in Tokyo */
    int64_t games[] = {table_with(&day), table_with(&bank), table_with(&day)}, before[3], after[3];
    waits_since(games[0], &day, now, 10);
    waits_since(games[1], &bank, now, 10);
    admin("UPDATE seat SET remind = NULL WHERE game = %lld", (long long)games[1]); /* sent */
    for (int i = 0; i < 3; i++)
        clock_now_of(games[i], &before[i]);
    change_rest(now, 23 * 60, 7 * 60);
    struct seat_clock clock[3];
    for (int i = 0; i < 3; i++)
        clock[i] = clock_now_of(games[i], &after[i]);
    int64_t morning = INT64_C(1790028000) * 1000000; /* 07:00 in Tokyo */
    assert_int_equal(clock[0].spent, 10 * hour);
    assert_int_equal(clock[0].spent_at, now);
    assert_int_equal(clock[0].deadline, morning + 14 * hour);
    assert_int_equal(clock[0].remind, morning + 92 * hour / 10);
    assert_int_equal(clock[1].deadline, morning + (16 + 8 + 16 + 8 + 16 + 8 + 14) * hour);
    assert_int_equal(clock[1].remind, 0);
    assert_int_equal(clock[2].spent_at, 0);
    assert_int_equal(after[0], before[0] + 1);
    assert_int_equal(after[1], before[1] + 1);
    assert_int_equal(after[2], before[2]);
    change_rest(morning + 4 * hour, REST_NONE, REST_NONE);
    clock[0] = clock_now_of(games[0], &after[0]);
    assert_int_equal(clock[0].spent, 14 * hour);
    assert_int_equal(clock[0].deadline, morning + 14 * hour);
    admin("UPDATE seat SET awaited_since = NULL, awaited_ply = NULL, spent_at = NULL, deadline = NULL, remind = NULL");
}

static void a_vacation_is_planned_ended_and_accounted_for(void **unused)
{
    (void)unused;
    const struct pace day = pace_kind_find("day")->pace;
    const int64_t now = INT64_C(1790000000) * 1000000;
    int64_t game = table_with(&day), version;
    struct own_time was, is;
    struct wait_row *waits;
    int n;
    admin("UPDATE person SET zone = 'UTC', vacation_saved = 7 * 86400, vacation_counted = to_timestamp(1790000000)");
    waits_since(game, &day, now, 4);
    works(store_time_open(db, arena, bruno, now, &was, &waits, &n, &err));
    assert_int_equal(n, 1);
    is = was;
    works(vacation_plan(&is, now, now + 48 * hour, now, &err));
    works(vacation_plan(&is, now + 100 * hour, now + 124 * hour, now, &err));
    works(store_time_close(db, bruno, &was, &is, waits, n, now, &err));
    assert_int_equal(clock_now_of(game, &version).deadline, now + (48 + 20) * hour);
    works(store_time(db, arena, bruno, now + hour, &is, &err));
    assert_int_equal(is.rest.n_vacations, 2);
    assert_int_equal(vacation_saved(&is, now), 4 * 24 * hour);
    /* back after a day */
    works(store_time_open(db, arena, bruno, now + 24 * hour, &was, &waits, &n, &err));
    is = was;
    works(vacation_end(&is, now, now + 24 * hour, &err));
    works(store_time_close(db, bruno, &was, &is, waits, n, now + 24 * hour, &err));
    assert_int_equal(clock_now_of(game, &version).deadline, now + (24 + 20) * hour);
    assert_int_equal(clock_now_of(game, &version).spent, 4 * hour);
    works(store_time(db, arena, bruno, now + 24 * hour, &is, &err));
    assert_int_equal(is.rest.n_vacations, 1);
    assert_int_equal(vacation_saved(&is, now + 24 * hour), (5 * 24 + 2) * hour);
    admin("UPDATE seat SET awaited_since = NULL, awaited_ply = NULL, spent_at = NULL, deadline = NULL, remind = NULL");
    admin("DELETE FROM vacation");
}

struct meddler {
    int64_t game;
    bool time;
    int done;
};

/* Changes one's time, or locks games as play does, over and over. */
static void *meddle(void *data)
{
    struct meddler *meddler = data;
    struct db *own_db = db_open(getenv("RIDOTTO_DATABASE"));
    struct arena *own = arena_new();
    for (int i = 0; i < 60; i++) {
        struct err e = {0};
        struct own_time time, is;
        struct wait_row *waits;
        struct game_row g;
        struct draft_row draft;
        int64_t now = INT64_C(1790000000) * 1000000 + i * hour;
        int n;
        bool ok;
        if (meddler->time) {
            ok = store_time_open(own_db, own, bruno, now, &time, &waits, &n, &e);
            is = time;
            is.rest.from = 60 + i;
            is.rest.until = 600;
            ok = ok && store_time_close(own_db, bruno, &time, &is, waits, n, now, &e);
        } else {
            struct commit nothing = {.draft_person = bruno};
            ok = store_game_open(own_db, own, meddler->game + i % 3, bruno, &g, &draft, &e)
                && store_game_close(own_db, &g, &nothing, &e);
        }
        if (!ok)
            fprintf(stderr, "# %s\n", e.logged);
        meddler->done += ok;
    }
    db_close(own_db);
    arena_free(own);
    return NULL;
}

static void changes_of_time_and_play_do_not_lock_each_other_out(void **unused)
{
    (void)unused;
    const struct pace day = pace_kind_find("day")->pace;
    int64_t first = table_with(&day);
    table_with(&day);
    table_with(&day);
    for (int i = 0; i < 3; i++)
        waits_since(first + i, &day, INT64_C(1790000000) * 1000000, 1);
    struct meddler meddlers[] = {{first, true, 0}, {first, true, 0}, {first, false, 0}, {first, false, 0}};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, meddle, &meddlers[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++)
        assert_int_equal(meddlers[i].done, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_keeps_the_figures_of_its_pace),
        cmocka_unit_test(a_game_brings_the_rest_of_its_players),
        cmocka_unit_test(a_change_of_rest_moves_every_deadline_at_once),
        cmocka_unit_test(a_vacation_is_planned_ended_and_accounted_for),
        cmocka_unit_test(changes_of_time_and_play_do_not_lock_each_other_out),
    };
    return run_store_tests("time", tests, sizeof(tests) / sizeof(tests[0]), meet);
}
