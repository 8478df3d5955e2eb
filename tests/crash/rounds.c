/* A worker is killed with SIGKILL at every step of a tournament: before each of the trips to the database that each step takes, and real workers,
 * two at a time, at random moments. Nothing is done twice then, and nothing is left out. */
#include "tests/store/contest.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cgi/base/clock.h"
#include "cgi/store/db.h"

static int trips_left = -1; /* until this process is killed; below 0: it is not */
bool __real_trip_run(struct db *of, enum trip_kind kind, struct err *failed);
bool __wrap_trip_run(struct db *of, enum trip_kind kind, struct err *failed);

bool __wrap_trip_run(struct db *of, enum trip_kind kind, struct err *failed)
{
    if (trips_left == 0)
        raise(SIGKILL);
    trips_left -= trips_left > 0;
    return __real_trip_run(of, kind, failed);
}

enum fate { KILLED, MORE, QUIET };

/* One step in a process of its own, which is killed before its @trips-th trip. */
static enum fate step_killed(int64_t id, int trips)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
        struct err failed;
        bool again;
        trips_left = trips;
        bool ok = tournament_step(own, arena_new(), id, now, &again, &failed);
        if (!ok)
            fprintf(stderr, "# step: %s\n", failed.logged);
        _exit(ok ? (again ? MORE : QUIET) : 9);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status))
        return KILLED;
    assert_in_range(WEXITSTATUS(status), MORE, QUIET);
    return (enum fate)WEXITSTATUS(status);
}

/* All that is due; each step is killed before its first trip, before its second, and so on, until it comes through. Return: how many were killed */
static int run_killed(int64_t id)
{
    int killed = 0;
    for (int i = 0; i < 400; i++) {
        enum fate fate = KILLED;
        for (int trips = 0; fate == KILLED; trips++) {
            fate = step_killed(id, trips);
            killed += fate == KILLED;
        }
        if (fate == QUIET)
            return killed;
    }
    fail_msg("there is always more to do");
    return 0;
}

static void once_each(int64_t id, int stages)
{
    must_stand(id);
    assert_int_equal(number("SELECT count(*) FROM tournament_act WHERE tournament = %lld AND kind = 'started'", (long long)id), 1);
    assert_int_equal(number("SELECT count(*) FROM tournament_act WHERE tournament = %lld AND kind = 'over'", (long long)id), 1);
    assert_int_equal(number("SELECT count(*) FROM tournament_act WHERE tournament = %lld AND kind = 'drawn'", (long long)id), stages);
    assert_int_equal(number("SELECT count(*) FROM tournament_act WHERE tournament = %lld AND kind = 'closed'", (long long)id), stages);
    assert_int_equal(number("SELECT count(*) FROM stage WHERE tournament = %lld", (long long)id), stages);
    assert_int_equal(number("SELECT count(*) FROM game WHERE status = 'open'"), 0);
}

static void a_swiss_system(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_SWISS, "Killed rounds");
    int64_t id = opened(&wish, 9);
    int killed = 0;
    now = wish.starts + MINUTE;
    for (int round = 1; round <= 3; round++) {
        killed += run_killed(id);
        assert_int_equal(row_of(id).stage, round);
        assert_int_equal(number("SELECT count(*) FROM fixture f JOIN game g ON g.id = f.game WHERE tournament = %lld AND stage = %d AND g.status = 'running'",
                                (long long)id, round), 4);
        if (round == 1)
            works(tournament_join(db, arena, id, who[10], 20, now, &err));
        if (round == 2) { /* one is replaced, one table is not finished */
            admin("UPDATE person SET banned = now() WHERE id = %lld", (long long)who[4]);
            killed += run_killed(id);
            assert_int_equal(number("SELECT count(*) FROM entrant WHERE tournament = %lld AND person = %lld AND status = 'plays'", (long long)id,
                                    (long long)who[10]), 1);
            ends(game_of_table(id, 2, 1), "12");
            ends(game_of_table(id, 2, 2), "21");
            ends(game_of_table(id, 2, 3), "11");
            to_close_of(id, 2);
        } else {
            all_end(id);
        }
    }
    killed += run_killed(id);
    printf("# %d processes were killed\n", killed);
    assert_true(killed > 60);
    assert_int_equal(row_of(id).status, TOURNAMENT_OVER);
    once_each(id, 3);
    admin("UPDATE person SET banned = NULL");
}

static void a_league(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Killed seasons");
    wish.stages = 2;
    int64_t id = opened(&wish, 8);
    for (int i = 0; i < 8; i++)
        works(tournament_join(db, arena, id, who[i], 1, now, &err));
    now = wish.starts + MINUTE;
    for (int season = 1; season <= 2; season++) {
        for (int i = 0; i < 3; i++) {
            run_killed(id);
            if (i == 1 && season == 1)
                works(tournament_leave(db, arena, id, who[5], now, &err));
            all_end(id);
        }
        works(season == 1 ? tournament_join(db, arena, id, who[11], 20, now, &err) : true);
        to_close_of(id, season);
    }
    run_killed(id);
    assert_int_equal(row_of(id).status, TOURNAMENT_OVER);
    assert_int_equal(number("SELECT count(*) FROM stage_place WHERE tournament = %lld AND stage = 2", (long long)id), 8);
    once_each(id, 2);
}

static void one_that_is_cancelled(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_GROUPS, "Killed at the start");
    int64_t id = opened(&wish, 1);
    now = wish.starts;
    run_killed(id);
    assert_true(row_of(id).postponed);
    now = row_of(id).starts;
    run_killed(id);
    assert_int_equal(row_of(id).status, TOURNAMENT_CANCELLED);
    assert_int_equal(number("SELECT count(*) FROM outbox WHERE kind = 'tournament'"), 1);
    assert_int_equal(number("SELECT count(*) FROM tournament_act WHERE tournament = %lld", (long long)id), 2);
}

/* ---- real workers ---- */

static void rest(int milliseconds)
{
    const struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

static pid_t worker(void)
{
    pid_t child = fork();
    if (child == 0) {
        execl(getenv("RIDOTTO"), "ridotto", "worker", "--once", "--data", getenv("RIDOTTO_TOP"), "--url", "http://127.0.0.1:1", "--maildir",
              getenv("postgres_dir"), (char *)NULL);
        _exit(127);
    }
    return child;
}

/* @least: milliseconds they live for at least. Return: how many were killed before they had done */
static int two_workers(int least, int most)
{
    int killed = 0, status;
    pid_t child[2] = {worker(), worker()};
    rest(least + rand() % (most - least));
    for (int i = 0; i < 2; i++)
        kill(child[i], SIGKILL);
    for (int i = 0; i < 2; i++) {
        assert_true(waitpid(child[i], &status, 0) == child[i]);
        killed += WIFSIGNALED(status);
        assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    }
    return killed;
}

static bool is_round(int64_t id, int round)
{
    return number("SELECT count(*) FROM fixture f JOIN game g ON g.id = f.game WHERE tournament = %lld AND stage = %d AND g.status = 'running'",
                  (long long)id, round) == 8;
}

static void two_workers_at_a_time(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_SWISS, "Killed workers");
    now = clock_now();
    wish.starts = now + INT64_C(1000000);
    wish.organiser = who[20];
    int64_t id = opened(&wish, 16);
    int killed = 0;
    rest(1100);
    for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < 200 && !is_round(id, round); i++)
            killed += two_workers(20 + 5 * i, 200 + 10 * i);
        assert_true(is_round(id, round));
        assert_int_equal(number("SELECT count(*) FROM fixture WHERE tournament = %lld", (long long)id), 8 * round);
        now = clock_now();
        all_end(id);
    }
    for (int i = 0; i < 200 && row_of(id).status != TOURNAMENT_OVER; i++)
        killed += two_workers(20 + 5 * i, 200 + 10 * i);
    printf("# %d workers were killed\n", killed);
    assert_true(killed >= 8);
    assert_int_equal(row_of(id).status, TOURNAMENT_OVER);
    once_each(id, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_swiss_system), cmocka_unit_test(a_league), cmocka_unit_test(one_that_is_cancelled),
                                       cmocka_unit_test(two_workers_at_a_time)};
    return run_store_tests("crash/rounds", tests, sizeof(tests) / sizeof(tests[0]), people_come);
}
