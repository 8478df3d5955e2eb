/* Ratings and results, written in the transaction that ends a game. */
#include "tests/store/lib.h"

#include <pthread.h>

#include "cgi/play/play.h"
#include "rules/engine/registry.h"

static int64_t now = INT64_C(1780000000) * 1000000;

static int64_t table_of(const int64_t *people, int n, int bots, bool is_private)
{
    struct new_game new = {.rules = rules_find("carrara"), .owner = people[0], .is_private = is_private,
                           .pace = pace_kind_find("day")->pace, .setup = rules_presets(rules_find("carrara"), n + bots)};
    int64_t id;
    int seat;
    for (int s = n; s < n + bots; s++)
        new.bots[s] = "advise";
    works(store_game_new(db, &new, &id, &err));
    const char *key = is_private ? admin("SELECT invitation FROM game WHERE id = %lld", (long long)id) : NULL;
    for (int i = 1; i < n; i++)
        works(store_sit(db, id, people[i], NULL, key, &seat, &err));
    works(play_start(db, arena, id, now, &err));
    return id;
}

static void resign(int64_t game, int64_t person)
{
    works(play_resign(db, arena, game, person, now, &err));
}

/* As if people had moved from the first two seats: what is resigned before that is not rated. */
static int64_t played(int64_t id)
{
    for (int seat = 0; seat < 2; seat++)
        admin("INSERT INTO move (game, ply, seat, move, events, cause, at, points, revision, hash) VALUES (%lld, %d, %d, 'x', '[]', 'person', "
              "now(), '{0,0}', 1, decode(repeat('00', 32), 'hex'))", (long long)id, 500 + seat, seat);
    return id;
}

static double number(const char *column, int64_t person)
{
    const char *text = admin("SELECT %s FROM rating WHERE person = %lld", column, (long long)person);
    return *text ? atof(text) : -1;
}

static int games(int64_t person)
{
    return (int)number("games", person);
}

static void forget(void)
{
    admin("DELETE FROM rating");
    admin("DELETE FROM rated_game");
}

static struct record record_of(int64_t person)
{
    struct record record;
    works(store_record(db, arena, person, &record, &err));
    return record;
}

static void near_by(double got, double wanted)
{
    if (got < wanted - 0.01 || got > wanted + 0.01)
        fail_msg("%f is not %f", got, wanted);
}

static void of_two_the_winner_gains_what_the_other_loses(void **unused)
{
    (void)unused;
    forget();
    const int64_t both[] = {anna, bruno};
    int64_t id = table_of(both, 2, 0, false);
    assert_int_equal(games(anna), -1);
    resign(played(id), bruno);
    near_by(number("rating", anna), 60 * 27.63523138);
    near_by(number("rating", bruno), 60 * 22.36476862);
    near_by(number("deviation", anna), 60 * 8.06550632);
    assert_int_equal(games(anna), 1);
    struct game_row game;
    struct rating_steps steps;
    works(store_game(db, arena, id, &game, &err));
    works(store_rating_steps(db, arena, &game, &steps, &err));
    const struct rating_step *step = &steps.of[game_seat_of(&game, bruno)];
    assert_true(steps.any && step->is); /* written with the last move: what it was and what it is */
    near_by(step->before.mean, 1500);
    near_by(step->before.deviation, 500);
    near_by(step->after.mean, 60 * 22.36476862);
    assert_string_equal(admin("SELECT at = timestamptz 'epoch' + %lld * interval '1 microsecond' FROM rating WHERE person = %lld",
                              (long long)now, (long long)anna), "t");
    fails(play_resign(db, arena, id, bruno, now, &err), ERR_STALE); /* it is over: nothing counts twice */
    assert_int_equal(games(bruno), 1);
}

static void those_who_resigned_are_last_together(void **unused)
{
    (void)unused;
    forget();
    const int64_t all[] = {anna, bruno, carla};
    int64_t id = table_of(all, 3, 0, false);
    resign(played(id), carla);
    assert_int_equal(games(carla), -1);
    resign(id, anna);
    assert_true(number("rating", bruno) > 1600);
    assert_true(number("rating", anna) < 1500);
    near_by(number("rating", anna), number("rating", carla));
    near_by(number("rating", anna) + number("rating", bruno) + number("rating", carla), 4500);
}

/* Whatever a bot makes of a seat that was given up. */
static void who_resigned_is_behind_who_stayed_to_the_end(void **unused)
{
    (void)unused;
    forget();
    const int64_t all[] = {anna, bruno, carla};
    int64_t id = table_of(all, 3, 0, false);
    resign(id, carla);
    admin("UPDATE seat SET opened = now() WHERE game = %lld AND resigned IS NULL", (long long)id);
    bool again = true;
    while (again)
        works(play_bots(db, arena, id, now, NULL, &again, &err));
    assert_string_equal(admin("SELECT ending FROM game WHERE id = %lld", (long long)id), "played");
    assert_true(number("rating", carla) < number("rating", anna) && number("rating", carla) < number("rating", bruno));
    assert_int_equal(games(carla), 1);
    must_replay(id);
}

static void bots_private_tables_and_games_without_a_result_do_not_count(void **unused)
{
    (void)unused;
    forget();
    const int64_t both[] = {anna, bruno};
    resign(table_of(both, 1, 1, false), anna);
    resign(table_of(both, 2, 0, true), anna);
    int64_t id = table_of(both, 2, 0, false);
    works(play_vote(db, arena, id, anna, VOTE_ASK, now, &err));
    works(play_vote(db, arena, id, bruno, VOTE_AGREE, now, &err));
    assert_string_equal(admin("SELECT ending FROM game WHERE id = %lld", (long long)id), "agreed");
    assert_string_equal(admin("SELECT count(*) FROM rating"), "0");
    assert_string_equal(admin("SELECT count(*) FROM rating_step"), "0");
    resign(table_of(both, 2, 0, false), anna); /* nobody has moved */
    assert_string_equal(admin("SELECT count(*) FROM rating"), "0");
    id = played(table_of(both, 2, 1, false)); /* a bot at the table: the people are rated among themselves */
    resign(id, anna);
    resign(id, bruno);
    assert_string_equal(admin("SELECT count(*) FROM rating"), "2");
    near_by(number("rating", anna), 1500); /* both gave up */
}

static void differs(void *user, const struct rating_difference *d)
{
    (void)user;
    fprintf(stderr, "# %d: person %lld of %lld\n", d->kind, (long long)d->person, (long long)d->of);
}

/* All ratings are as they are worked out from the games in their order. */
static void worked_out(void)
{
    int n;
    works(store_recompute(db, "carrara", true, differs, NULL, &n, &err));
    assert_int_equal(n, 0);
}

/* ---- at once ---- */

enum { AT_ONCE = 8 };

static void *end_one(void *user)
{
    const int64_t *game = user;
    struct arena *own = arena_new();
    struct db *other = db_open(getenv("RIDOTTO_DATABASE"));
    struct err why = {0};
    bool ok = play_resign(other, own, *game, bruno, now, &why);
    if (!ok)
        fprintf(stderr, "# %s\n", why.logged);
    db_close(other);
    arena_free(own);
    return ok ? user : NULL;
}

static void games_that_end_at_once_all_count(void **unused)
{
    (void)unused;
    forget();
    const int64_t there[] = {anna, bruno}, back[] = {bruno, anna};
    int64_t game[AT_ONCE];
    pthread_t thread[AT_ONCE];
    void *done;
    for (int i = 0; i < AT_ONCE; i++)
        game[i] = played(table_of(i % 2 ? there : back, 2, 0, false));
    for (int i = 0; i < AT_ONCE; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, end_one, &game[i]), 0);
    for (int i = 0; i < AT_ONCE; i++) {
        pthread_join(thread[i], &done);
        assert_non_null(done);
    }
    assert_int_equal(games(anna), AT_ONCE);
    assert_int_equal(games(bruno), AT_ONCE);
    near_by(number("rating", anna) + number("rating", bruno), 3000);
    worked_out(); /* each knew how many of the others had come before */
}

/* ---- seasons ---- */

static unsigned chance = 12345;

static int pick(int n)
{
    chance = chance * 1103515245u + 12345u;
    return (int)(chance >> 16) % n;
}

/* Over a year and more, on a clock that is set: what each end wrote is what comes of all games in their order. */
static void each_season_begins_anew(void **unused)
{
    (void)unused;
    forget();
    const int64_t began = now, all[] = {anna, bruno, carla};
    for (int game = 0; game < 30; game++) {
        int n = 2 + pick(2), first = pick(3);
        int64_t there[3];
        for (int i = 0; i < n; i++)
            there[i] = all[(first + i) % 3];
        int64_t id = played(table_of(there, n, 0, false));
        for (int i = 1; i < n; i++)
            resign(id, there[i]);
        now += (int64_t)pick(30 * 24) * 3600 * 1000000;
    }
    int seasons = atoi(admin("SELECT count(DISTINCT season) FROM rating_season"));
    assert_true(seasons >= 4 && seasons <= 6);
    assert_string_equal(admin("SELECT count(*) FROM rating_season s WHERE games = 0"), "0");
    assert_string_equal(admin("SELECT bool_and(n = r.games) FROM rating r, LATERAL (SELECT sum(games) AS n FROM rating_season s "
                              "WHERE s.person = r.person) AS of_seasons"), "t");
    assert_string_equal(admin("SELECT bool_and(rating_before = 1500) FROM rating_step t WHERE game = (SELECT game FROM rated_game ORDER BY nth LIMIT 1)"), "t");
    int n;
    worked_out();
    admin("DELETE FROM rating_season");
    works(store_recompute(db, "carrara", false, NULL, NULL, &n, &err));
    assert_true(n > 0);
    worked_out();
    now = began;
}

/* ---- the record ---- */

static void a_record_counts_results_at_public_tables(void **unused)
{
    (void)unused;
    forget();
    int64_t elio = join("Elio"), fiora = join("Fiora");
    const int64_t both[] = {elio, fiora};
    assert_int_equal(record_of(elio).n, 0);
    resign(played(table_of(both, 2, 0, false)), fiora);
    resign(played(table_of(both, 2, 0, false)), elio);
    resign(table_of(both, 2, 0, true), elio);
    table_of(both, 2, 0, false); /* goes on */
    struct record record = record_of(elio);
    assert_int_equal(record.n, 1);
    assert_string_equal(record.kind->rules_id, "carrara");
    assert_int_equal(record.kind->played, 2);
    assert_int_equal(record.kind->won, 1);
    assert_int_equal(record.kind->rating.games, 2);
    near_by(record.kind->rating.mean, number("rating", elio));
    near_by(record.kind->rating.deviation, number("deviation", elio));
    forget(); /* as of games that ended before there were ratings */
    record = record_of(elio);
    assert_true(record.kind->played == 2 && record.kind->rating.games == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_the_winner_gains_what_the_other_loses),
        cmocka_unit_test(those_who_resigned_are_last_together),
        cmocka_unit_test(who_resigned_is_behind_who_stayed_to_the_end),
        cmocka_unit_test(bots_private_tables_and_games_without_a_result_do_not_count),
        cmocka_unit_test(games_that_end_at_once_all_count),
        cmocka_unit_test(each_season_begins_anew),
        cmocka_unit_test(a_record_counts_results_at_public_tables),
    };
    return run_store_tests("ratings", tests, sizeof(tests) / sizeof(tests[0]), meet);
}
