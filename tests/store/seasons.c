/* Tournaments that run: seasons, rounds and groups, whoever vanishes meanwhile. */
#include "tests/store/contest.h"

#include <pthread.h>

#include "cgi/play/play.h"
#include "rules/engine/registry.h"

static const char *names[] = {"Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta", "Iota", "Kappa", "Lambda", "Mu", "Nu", "Xi", "Omicron"};
static int named;

/* Each by another organiser, who may have only five. */
static struct new_tournament wish(enum tournament_format format)
{
    struct new_tournament w = wish_for(format, arena_printf(arena, "%s %d", names[named % 15], named));
    w.organiser = who[40 + named++ % 20];
    return w;
}

static int64_t closes(int64_t id, int stage)
{
    return number("SELECT extract(epoch FROM closes) * 1000000 FROM stage WHERE tournament = %lld AND stage = %d", (long long)id, stage);
}

static int status_of(int64_t id, int64_t person)
{
    const struct tournament_all all = all_of(id);
    for (int i = 0; i < all.n_entrants; i++)
        if (all.entrant[i].person == person)
            return (int)all.entrant[i].status;
    return -1;
}

static int place_of(int64_t id, int64_t person)
{
    return (int)number("SELECT place FROM entrant WHERE tournament = %lld AND person = %lld", (long long)id, (long long)person);
}

/* All tables that can open are played, until none is left. */
static void play_stage(int64_t id)
{
    for (int i = 0; i < 30; i++) {
        run(id);
        all_end(id);
    }
    run(id);
}

static void a_league_plays_its_seasons_and_ends_on_its_day(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    w.stages = 3;
    int64_t id = started(&w, 12);
    struct tournament_all all = all_of(id);
    assert_int_equal(all.n_places, 12);
    assert_int_equal(all.n_fixtures, 18);
    assert_int_equal(number("SELECT count(*) FROM fixture WHERE tournament = %lld AND game IS NOT NULL", (long long)id), 18);
    for (int stage = 1; stage <= 3; stage++) {
        int64_t last = closes(id, stage);
        play_stage(id);
        assert_int_equal(row_of(id).stage, stage); /* though all is played */
        now = last - 1;
        run(id);
        assert_int_equal(number("SELECT count(*) FROM stage WHERE tournament = %lld AND closed IS NOT NULL", (long long)id), stage - 1);
        now = last + MINUTE;
        run(id);
        must_stand(id);
        assert_true(closes(id, stage) == last);
        assert_true(number("SELECT extract(epoch FROM closed) * 1000000 FROM stage WHERE tournament = %lld AND stage = %d", (long long)id, stage) == last);
    }
    assert_int_equal(row_of(id).status, TOURNAMENT_OVER);
    assert_int_equal(number("SELECT count(*) FROM fixture WHERE tournament = %lld AND how = 'played'", (long long)id), 54);
    /* Who was last of the first division plays in the second now. */
    assert_int_equal(number("SELECT count(*) FROM stage_place a JOIN stage_place b USING (tournament, place) WHERE tournament = %lld AND a.stage = 1"
                            " AND b.stage = 2 AND (a.division, a.rank, b.division) IN ((0, 4, 1), (1, 1, 0), (1, 4, 2), (2, 1, 1))", (long long)id), 4);
    fails(tournament_join(db, arena, id, who[30], 20, now, &err), ERR_STALE);
}

static void not_more_games_at_once_than_each_has_chosen(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = opened(&w, 4);
    works(tournament_join(db, arena, id, who[0], 1, now, &err));
    works(tournament_join(db, arena, id, who[1], 2, now, &err));
    now = w.starts;
    run(id);
    int most[2] = {0};
    for (int i = 0; i < 10; i++) {
        for (int p = 0; p < 2; p++) {
            int n = (int)number("SELECT count(*) FROM fixture f JOIN game g ON g.id = f.game JOIN seat s ON s.game = g.id WHERE tournament = %lld"
                                " AND g.status = 'running' AND s.person = %lld", (long long)id, (long long)who[p]);
            most[p] = n > most[p] ? n : most[p];
        }
        ends(number("SELECT min(f.game) FROM fixture f JOIN game g ON g.id = f.game WHERE tournament = %lld AND g.status = 'running'"
                    " AND f.game IS NOT NULL", (long long)id), "12");
        run(id);
        if (!number("SELECT count(*) FROM fixture f LEFT JOIN game g ON g.id = f.game WHERE tournament = %lld AND coalesce(g.status, '') <> 'over'", (long long)id))
            break;
    }
    assert_int_equal(most[0], 1);
    assert_int_equal(most[1], 2);
    assert_int_equal(number("SELECT count(*) FROM fixture WHERE tournament = %lld AND how = 'played'", (long long)id), 6);
}

static void a_swiss_system_begins_the_next_round_when_all_is_played(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_SWISS);
    int64_t id = started(&w, 9), last;
    assert_int_equal(number("SELECT count(*) FROM fixture WHERE tournament = %lld AND how = 'alone' AND points = '{24}'", (long long)id), 1);
    last = closes(id, 1);
    all_end(id);
    now += HOUR;
    run(id);
    assert_int_equal(row_of(id).stage, 2);
    assert_true(closes(id, 2) == last + 30 * DAY); /* as if the first round had taken all its days */
    all_end(id);
    run(id);
    assert_int_equal(row_of(id).stage, 3);
    all_end(id);
    run(id);
    assert_int_equal(row_of(id).status, TOURNAMENT_OVER);
    must_stand(id);
    assert_int_equal(number("SELECT count(DISTINCT places[1]) FROM fixture WHERE tournament = %lld AND how = 'alone'", (long long)id), 3);
    assert_int_equal(number("SELECT count(*) FROM (SELECT FROM fixture WHERE tournament = %lld AND cardinality(places) = 2"
                            " GROUP BY least(places[1], places[2]), greatest(places[1], places[2]) HAVING count(*) > 1) AS again", (long long)id), 0);
}

static void groups_end_with_a_final(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_GROUPS);
    w.moves = 2;
    int64_t id = started(&w, 16);
    assert_int_equal(number("SELECT count(DISTINCT division) FROM stage_place WHERE tournament = %lld", (long long)id), 4);
    for (int stage = 1; row_of(id).status == TOURNAMENT_RUNNING && stage < 5; stage++) {
        assert_int_equal(row_of(id).stage, stage);
        play_stage(id);
    }
    assert_int_equal(row_of(id).status, TOURNAMENT_OVER);
    assert_int_equal(row_of(id).stage, 3);
    assert_int_equal(number("SELECT count(*) FROM stage_place WHERE tournament = %lld AND stage = 3", (long long)id), 4);
    must_stand(id);
}

static void a_third_who_never_play_do_not_hold_it_up(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    w.stages = 2;
    int64_t id = started(&w, 12), first = closes(id, 1);
    while (now < first - DAY) { /* those with a number that 3 divides never move, the others let the clock play nearly as little */
        int64_t game = number("SELECT coalesce(min(f.game), 0) FROM fixture f JOIN game g ON g.id = f.game WHERE f.tournament = %lld AND g.status = 'running'"
                              " AND NOT EXISTS (SELECT FROM seat s JOIN person p ON p.id = s.person WHERE s.game = g.id"
                              " AND substr(p.name, 7)::integer %% 3 = 0)", (long long)id);
        if (game)
            ends(game, "12");
        const struct tournament_all all = all_of(id);
        for (int i = 0; i < all.n_fixtures; i++) {
            bool again = all.fixture[i].is_running;
            while (again)
                works(play_clock(db, arena, all.fixture[i].game, now, &again, &err));
        }
        run(id);
        now += 12 * HOUR;
    }
    int missed = (int)number("SELECT count(*) FROM entrant WHERE tournament = %lld AND status = 'missed'", (long long)id);
    assert_true(missed >= 4);
    assert_int_equal(number("SELECT count(*) FROM entrant WHERE tournament = %lld AND status = 'missed' AND barred <> 2", (long long)id), 0);
    now = first + MINUTE;
    run(id);
    must_stand(id);
    assert_int_equal(row_of(id).status == TOURNAMENT_RUNNING ? row_of(id).stage : 2, 2);
    assert_int_equal(number("SELECT count(*) FROM stage_place p JOIN entrant e USING (tournament, place) WHERE tournament = %lld AND p.stage = 2"
                            " AND e.status = 'missed'", (long long)id), 0);
    int64_t one = number("SELECT person FROM entrant WHERE tournament = %lld AND status = 'missed' LIMIT 1", (long long)id);
    if (row_of(id).status == TOURNAMENT_RUNNING)
        works(tournament_join(db, arena, id, one, 20, now, &err));
    if (row_of(id).status == TOURNAMENT_RUNNING)
        assert_int_equal(status_of(id, one), ENTRANT_WAITS);
}

static void the_next_on_the_waiting_list_gets_the_place_and_its_seats(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = started(&w, 4);
    works(tournament_join(db, arena, id, who[20], 20, now, &err));
    works(tournament_join(db, arena, id, who[21], 20, now + 1, &err));
    run(id);
    assert_int_equal(status_of(id, who[20]), ENTRANT_WAITS);
    int place = place_of(id, who[1]);
    ends(number("SELECT min(f.game) FROM fixture f JOIN seat s ON s.game = f.game WHERE tournament = %lld AND s.person = %lld", (long long)id, (long long)who[1]), "12");
    run(id);
    admin("UPDATE person SET banned = now() WHERE id = %lld", (long long)who[1]);
    int64_t *due;
    int n;
    works(tournaments_due(db, arena, now, 100, 0, &due, &n, &err));
    assert_true(n > 0);
    run(id);
    admin("UPDATE person SET banned = NULL WHERE id = %lld", (long long)who[1]);
    assert_int_equal(status_of(id, who[1]), ENTRANT_GONE);
    assert_int_equal(status_of(id, who[20]), ENTRANT_PLAYS);
    assert_int_equal(place_of(id, who[20]), place);
    assert_int_equal(status_of(id, who[21]), ENTRANT_WAITS);
    const char *seats = "SELECT count(*) FROM fixture f JOIN game g ON g.id = f.game JOIN seat s ON s.game = g.id WHERE f.tournament = %lld AND g.status = 'running'"
                        " AND s.person = %lld AND s.opened IS NULL AND s.resigned IS NULL";
    assert_int_equal(number(seats, (long long)id, (long long)who[20]), 2);
    assert_int_equal(number(seats, (long long)id, (long long)who[1]), 0);
    assert_int_equal(number("SELECT count(*) FROM outbox o JOIN seat s ON s.game = o.game AND s.person = o.person WHERE o.person = %lld AND o.kind = 'turn'"
                            " AND s.awaited_since IS NULL", (long long)who[20]), 0);
    assert_int_equal(number("SELECT count(*) FROM seat s JOIN fixture f ON f.game = s.game WHERE tournament = %lld AND s.person = %lld AND s.awaited_since IS NOT NULL"
                            " AND NOT EXISTS (SELECT FROM outbox o WHERE o.person = s.person AND o.game = s.game AND o.kind = 'turn')",
                            (long long)id, (long long)who[20]), 0);
    assert_int_equal(number("SELECT count(*) FROM holder WHERE tournament = %lld AND place = %d", (long long)id, place), 2);
    /* The points of the place stay where they are. */
    all_end(id);
    to_close_of(id, 1);
    run(id);
    must_stand(id);
    assert_int_equal(number("SELECT tables FROM stage_place WHERE tournament = %lld AND place = %d", (long long)id, place), 3);
    fails(tournament_leave(db, arena, id, who[21], now, &err), ERR_STALE);
}

static void without_a_waiting_list_a_bot_plays_on_and_nobody_comes_back(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = opened(&w, 4);
    for (int i = 0; i < 4; i++)
        works(tournament_join(db, arena, id, who[i], 1, now, &err));
    now = w.starts;
    run(id);
    int place = place_of(id, who[2]);
    int64_t game = number("SELECT min(f.game) FROM fixture f JOIN seat s ON s.game = f.game WHERE tournament = %lld AND s.person = %lld", (long long)id, (long long)who[2]);
    works(tournament_leave(db, arena, id, who[2], now, &err));
    works(tournament_leave(db, arena, id, who[2], now, &err));
    run(id);
    assert_int_equal(status_of(id, who[2]), ENTRANT_LEFT);
    assert_int_equal(number("SELECT count(*) FROM seat WHERE game = %lld AND person = %lld AND opened IS NOT NULL", (long long)game, (long long)who[2]), 1);
    fails(play_return(db, arena, game, who[2], now, &err), ERR_FORBIDDEN);
    fails(play_vote(db, arena, game, who[2], VOTE_ASK, now, &err), ERR_FORBIDDEN);
    int seat = (int)number("SELECT seat FROM seat WHERE game = %lld AND person = %lld", (long long)game, (long long)who[2]);
    fails(play_take_over(db, arena, game, who[33], seat, now, &err), ERR_FORBIDDEN);
    all_end(id);
    run(id);
    assert_true(number("SELECT count(*) FROM fixture f JOIN seat s ON s.game = f.game WHERE tournament = %lld AND s.bot IS NOT NULL", (long long)id) > 0);
    /* Somebody comes after all, and sits where the bot did. */
    works(tournament_join(db, arena, id, who[22], 20, now, &err));
    run(id);
    assert_int_equal(place_of(id, who[22]), place);
    assert_int_equal(number("SELECT count(*) FROM fixture f JOIN game g ON g.id = f.game JOIN seat s ON s.game = f.game WHERE tournament = %lld"
                            " AND g.status = 'running' AND s.bot IS NOT NULL", (long long)id), 0);
    assert_true(number("SELECT count(*) FROM seat s JOIN game g ON g.id = s.game JOIN fixture f ON f.game = g.id WHERE tournament = %lld"
                       " AND s.person = %lld AND s.deadline IS NOT NULL OR s.awaited_since IS NULL", (long long)id, (long long)who[22]) > 0);
    fails(tournament_join(db, arena, id, who[23], 0, now, &err), ERR_INPUT);
}

static void who_is_deleted_in_the_middle_leaves_the_place_to_the_next(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = opened(&w, 3), gone = join(arena_printf(arena, "Gone%d", named));
    works(tournament_join(db, arena, id, gone, 20, now, &err));
    now = w.starts;
    run(id);
    works(tournament_join(db, arena, id, who[24], 20, now, &err));
    int place = place_of(id, gone);
    works(play_leave_house(db, arena, gone, now, &err));
    assert_int_equal(number("SELECT count(*) FROM person WHERE id = %lld AND left_at IS NOT NULL", (long long)gone), 1);
    run(id);
    assert_int_equal(place_of(id, who[24]), place);
    assert_int_equal(status_of(id, gone), ENTRANT_GONE);
    const struct tournament_all all = all_of(id);
    for (int i = 0; i < all.n_entrants; i++)
        assert_true(all.entrant[i].person != gone || !strcmp(all.entrant[i].name, PERSON_LEFT));
    to_close_of(id, 1);
    run(id);
    must_stand(id);
    assert_int_equal(row_of(id).status, TOURNAMENT_OVER);
}

static void what_is_not_finished_counts_by_the_rule_unless_all_agree(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = started(&w, 4);
    ends(game_of_table(id, 1, 1), "21");
    run(id);
    const struct tournament_all before = all_of(id);
    const struct fixture_row *second = &before.fixture[1];
    for (int seat = 0; seat < 2; seat++) {
        int64_t person = before.place[second->place[seat]].person;
        works(tournament_agree(db, arena, id, person, 1, 2, true, now, &err));
        works(tournament_agree(db, arena, id, person, 1, 2, false, now, &err));
        works(tournament_agree(db, arena, id, person, 1, 2, true, now, &err));
    }
    fails(tournament_agree(db, arena, id, who[30], 1, 2, true, now, &err), ERR_FORBIDDEN);
    fails(tournament_agree(db, arena, id, who[0], 1, 99, true, now, &err), ERR_GONE);
    works(tournament_agree(db, arena, id, before.place[before.fixture[2].place[0]].person, 1, 3, true, now, &err));
    to_close_of(id, 1);
    fails(tournament_agree(db, arena, id, before.place[second->place[0]].person, 1, 2, false, now, &err), ERR_STALE);
    run(id);
    const struct tournament_all after = all_of(id);
    assert_int_equal(after.row.status, TOURNAMENT_OVER);
    assert_int_equal(after.fixture[0].how, HOW_PLAYED);
    assert_int_equal(after.fixture[0].points[1], 24);
    assert_int_equal(after.fixture[1].how, HOW_EXPECTED);
    assert_true(after.fixture[1].has_expected);
    assert_int_equal(after.fixture[1].points[0], after.fixture[1].expected[0]);
    assert_int_equal(after.fixture[1].expected[0] + after.fixture[1].expected[1], 24);
    for (int i = 2; i < after.n_fixtures; i++) {
        assert_int_equal(after.fixture[i].how, HOW_UNFINISHED);
        assert_int_equal(after.fixture[i].points[0], 12);
        assert_true(after.fixture[i].has_expected);
        assert_true(after.fixture[i].is_running); /* and goes on */
    }
    must_stand(id);
    ends(after.fixture[2].game, "12");
    run(id);
    assert_int_equal(all_of(id).fixture[2].points[0], 12);
}

static void days_are_those_of_the_organisers_zone_through_summer_time(void **unused)
{
    (void)unused;
    now = INT64_C(1790000000) * 1000000; /* 21 September 2026 */
    struct new_tournament w = wish(FORMAT_LEAGUE);
    w.starts = INT64_C(1790924400) * 1000000; /* 2 October 2026, 9:00 in Rome, summer time until the 25th */
    w.days = 30;
    w.stages = 2;
    int64_t id = started(&w, 4);
    assert_true(closes(id, 1) - w.starts == 30 * DAY + HOUR);
    assert_string_equal(admin("SELECT to_char(closes AT TIME ZONE 'Europe/Rome', 'MM-DD HH24:MI') FROM stage WHERE tournament = %lld", (long long)id), "11-01 09:00");
    to_close_of(id, 1);
    run(id);
    assert_string_equal(admin("SELECT to_char(closes AT TIME ZONE 'Europe/Rome', 'MM-DD HH24:MI') FROM stage WHERE tournament = %lld AND stage = 2",
                              (long long)id), "12-01 09:00");
}

static void a_pause_moves_all_later_days_by_as_long(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = started(&w, 4), last = closes(id, 1);
    fails(tournament_act(db, arena, id, who[0], false, ACT_PAUSE, now, &err), ERR_FORBIDDEN);
    works(tournament_act(db, arena, id, w.organiser, false, ACT_PAUSE, now, &err));
    fails(tournament_act(db, arena, id, w.organiser, false, ACT_PAUSE, now, &err), ERR_STALE);
    fails(tournament_act(db, arena, id, w.organiser, false, ACT_CANCEL, now, &err), ERR_STALE);
    ends(game_of_table(id, 1, 1), "12");
    now += 70 * DAY;
    run(id);
    assert_int_equal(row_of(id).status, TOURNAMENT_RUNNING);
    assert_int_equal(all_of(id).fixture[0].how, HOW_PLAYED);
    works(tournament_act(db, arena, id, w.organiser, false, ACT_GO_ON, now, &err));
    fails(tournament_act(db, arena, id, w.organiser, false, ACT_GO_ON, now, &err), ERR_STALE);
    assert_true(closes(id, 1) == last + 70 * DAY);
    run(id);
    assert_int_equal(row_of(id).status, TOURNAMENT_RUNNING);
    to_close_of(id, 1);
    run(id);
    assert_int_equal(row_of(id).status, TOURNAMENT_OVER);
}

static void a_correction_is_logged_and_standings_are_reckoned_anew(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_SWISS);
    int64_t id = started(&w, 4);
    const int swapped[] = {2, 1}, wrong[] = {1, 3};
    all_end(id);
    run(id);
    assert_int_equal(row_of(id).stage, 2);
    fails(tournament_correct(db, arena, id, who[0], false, 1, 1, swapped, "why", now, &err), ERR_FORBIDDEN);
    fails(tournament_correct(db, arena, id, w.organiser, false, 1, 1, swapped, "", now, &err), ERR_INPUT);
    fails(tournament_correct(db, arena, id, w.organiser, false, 1, 1, wrong, "why", now, &err), ERR_INPUT);
    fails(tournament_correct(db, arena, id, w.organiser, false, 1, 9, swapped, "why", now, &err), ERR_GONE);
    works(tournament_correct(db, arena, id, w.organiser, false, 1, 1, swapped, "They had agreed on that.", now, &err));
    must_stand(id);
    assert_string_equal(admin("SELECT was::text || points::text || text FROM tournament_act WHERE tournament = %lld AND kind = 'corrected'",
                              (long long)id), "{24,0}{0,24}They had agreed on that.");
    assert_int_equal(all_of(id).fixture[0].how, HOW_CORRECTED);
    works(tournament_correct(db, arena, id, w.organiser, false, 2, 1, swapped, "This one is not over yet.", now, &err));
    all_end(id);
    run(id);
    assert_int_equal(number("SELECT count(*) FROM fixture WHERE tournament = %lld AND stage = 2 AND how = 'corrected'", (long long)id), 1);
    must_stand(id);
}

static void a_correction_that_is_sent_twice_is_one(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = started(&w, 4);
    const int swapped[] = {2, 1}, shared[] = {1, 1};
    const char *lines = "SELECT count(*) FROM tournament_act WHERE tournament = %lld AND kind = 'corrected'";
    all_end(id);
    run(id);
    works(tournament_correct(db, arena, id, w.organiser, false, 1, 1, swapped, "They had agreed on that.", now, &err));
    works(tournament_correct(db, arena, id, w.organiser, false, 1, 1, swapped, "They had agreed on that.", now, &err));
    assert_int_equal(number(lines, (long long)id), 1);
    works(tournament_correct(db, arena, id, w.organiser, false, 1, 1, shared, "They had agreed on that.", now, &err));
    works(tournament_correct(db, arena, id, w.organiser, false, 1, 1, swapped, "They had agreed on that.", now, &err));
    assert_int_equal(number(lines, (long long)id), 3);
}

static void who_waits_when_a_league_ends_has_had_no_place(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    w.stages = 2;
    int64_t id = started(&w, 4);
    for (int i = 0; i < 4; i++)
        works(tournament_leave(db, arena, id, who[i], now, &err));
    run(id);
    works(tournament_join(db, arena, id, who[0], 20, now, &err));
    to_close_of(id, 1);
    run(id);
    assert_int_equal(row_of(id).status, TOURNAMENT_OVER);
    assert_int_equal(status_of(id, who[0]), ENTRANT_WAITS);
    assert_int_equal(number("SELECT count(*) FROM place WHERE tournament = %lld", (long long)id), 4);
}

static void a_vote_for_an_end_without_a_result_counts_as_unfinished(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = started(&w, 4);
    const struct tournament_all all = all_of(id);
    for (int seat = 0; seat < 2; seat++)
        works(play_vote(db, arena, all.fixture[0].game, all.place[all.fixture[0].place[seat]].person, seat ? VOTE_AGREE : VOTE_ASK, now, &err));
    run(id);
    assert_int_equal(all_of(id).fixture[0].how, HOW_UNFINISHED);
    assert_int_equal(all_of(id).fixture[0].points[0], 12);
}

static void who_block_each_other_do_not_meet_where_it_can_be_avoided(void **unused)
{
    (void)unused;
    admin("INSERT INTO block (person, whom) VALUES (%lld, %lld)", (long long)who[0], (long long)who[1]);
    struct new_tournament w = wish(FORMAT_SWISS);
    w.stages = 2;
    int64_t id = started(&w, 8);
    all_end(id);
    run(id);
    admin("DELETE FROM block");
    int a = place_of(id, who[0]), b = place_of(id, who[1]);
    assert_int_equal(number("SELECT count(*) FROM fixture WHERE tournament = %lld AND places @> ARRAY[%d, %d]::smallint[]", (long long)id, a, b), 0);
    assert_int_equal(row_of(id).stage, 2);
}

static void a_table_that_is_about_to_start_is_left_by_nobody(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = opened(&w, 4), due = 0;
    bool again;
    int seat;
    now = w.starts;
    for (int i = 0; i < 10 && !due; i++) { /* the games are made, and this worker is gone then */
        works(tournament_step(db, arena, id, now, &again, &err));
        due = number("SELECT count(*) FROM fixture WHERE tournament = %lld AND game IS NOT NULL", (long long)id);
    }
    int64_t game = game_of_table(id, 1, 1), one = number("SELECT person FROM seat WHERE game = %lld AND seat = 0", (long long)game);
    assert_string_equal(admin("SELECT status FROM game WHERE id = %lld", (long long)game), "open");
    fails(store_leave(db, game, one, &err), ERR_STALE);
    fails(store_seat_bot(db, game, one, 1, NULL, &err), ERR_STALE);
    fails(store_sit(db, game, who[35], NULL, NULL, &seat, &err), ERR_STALE);
    run(id);
    assert_int_equal(number("SELECT count(*) FROM fixture f JOIN game g ON g.id = f.game WHERE tournament = %lld AND g.status = 'running'", (long long)id), 6);
}

static void a_table_that_counts_before_it_begins_can_be_left(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_LEAGUE);
    int64_t id = opened(&w, 4);
    const int swapped[] = {2, 1};
    bool again;
    now = w.starts;
    for (int i = 0; i < 10 && (i < 2 || !game_of_table(id, 1, 1)); i++)
        works(tournament_step(db, arena, id, now, &again, &err));
    int64_t game = game_of_table(id, 1, 1), one = number("SELECT person FROM seat WHERE game = %lld AND seat = 1", (long long)game);
    fails(store_leave(db, game, one, &err), ERR_STALE);
    works(tournament_correct(db, arena, id, w.organiser, false, 1, 1, swapped, "They have played it at home.", now, &err));
    run(id);
    assert_string_equal(admin("SELECT status FROM game WHERE id = %lld", (long long)game), "open");
    works(store_leave(db, game, one, &err));
    assert_int_equal(number("SELECT count(*) FROM seat WHERE game = %lld AND person = %lld", (long long)game, (long long)one), 0);
}

/* ---- several workers ---- */

static int64_t shared;

static void *work(void *user)
{
    struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
    struct err failed;
    for (int i = 0; i < 60; i++) {
        struct arena *memory = arena_new();
        bool again;
        if (!tournament_step(own, memory, shared, *(const int64_t *)user, &again, &failed) && failed.code != ERR_STALE && !failed.held)
            fail_msg("%s", failed.logged);
        arena_free(memory);
    }
    db_close(own);
    return NULL;
}

static void workers_that_step_at_once_do_nothing_twice(void **unused)
{
    (void)unused;
    struct new_tournament w = wish(FORMAT_SWISS);
    shared = opened(&w, 16);
    now = w.starts + MINUTE;
    for (int round = 1; round <= 3; round++) {
        pthread_t thread[4];
        for (int i = 0; i < 4; i++)
            pthread_create(&thread[i], NULL, work, &now);
        for (int i = 0; i < 4; i++)
            pthread_join(thread[i], NULL);
        run(shared);
        assert_int_equal(row_of(shared).stage, round);
        assert_int_equal(number("SELECT count(*) FROM fixture WHERE tournament = %lld AND stage = %d", (long long)shared, round), 8);
        assert_int_equal(number("SELECT count(*) FROM fixture f JOIN game g ON g.id = f.game WHERE tournament = %lld AND stage = %d AND g.status = 'running'",
                                (long long)shared, round), 8);
        all_end(shared);
    }
    run(shared);
    assert_int_equal(row_of(shared).status, TOURNAMENT_OVER);
    must_stand(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_league_plays_its_seasons_and_ends_on_its_day), cmocka_unit_test(not_more_games_at_once_than_each_has_chosen),
        cmocka_unit_test(a_swiss_system_begins_the_next_round_when_all_is_played), cmocka_unit_test(groups_end_with_a_final),
        cmocka_unit_test(a_third_who_never_play_do_not_hold_it_up), cmocka_unit_test(the_next_on_the_waiting_list_gets_the_place_and_its_seats),
        cmocka_unit_test(without_a_waiting_list_a_bot_plays_on_and_nobody_comes_back),
        cmocka_unit_test(who_is_deleted_in_the_middle_leaves_the_place_to_the_next),
        cmocka_unit_test(what_is_not_finished_counts_by_the_rule_unless_all_agree),
        cmocka_unit_test(days_are_those_of_the_organisers_zone_through_summer_time), cmocka_unit_test(a_pause_moves_all_later_days_by_as_long),
        cmocka_unit_test(a_correction_is_logged_and_standings_are_reckoned_anew),
        cmocka_unit_test(a_correction_that_is_sent_twice_is_one), cmocka_unit_test(who_waits_when_a_league_ends_has_had_no_place),
        cmocka_unit_test(a_vote_for_an_end_without_a_result_counts_as_unfinished),
        cmocka_unit_test(who_block_each_other_do_not_meet_where_it_can_be_avoided), cmocka_unit_test(a_table_that_is_about_to_start_is_left_by_nobody),
        cmocka_unit_test(a_table_that_counts_before_it_begins_can_be_left),
        cmocka_unit_test(workers_that_step_at_once_do_nothing_twice),
    };
    return run_store_tests("store/seasons", tests, sizeof(tests) / sizeof(tests[0]), people_come);
}
