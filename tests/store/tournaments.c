/* Tournaments until they begin: what may be opened, who may join, the start. */
#include "tests/store/contest.h"

#include "rules/engine/registry.h"

static int64_t id;
static const char *field;

static void refused(struct new_tournament wish, enum err_code code, const char *of)
{
    fails(tournament_new(db, arena, &wish, now, &id, &field, &err), code);
    if (of)
        assert_string_equal(field, of);
    else
        assert_null(field);
    assert_non_null(err.say);
}

static void a_start_in_the_past_is_refused(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Past");
    wish.starts = now - 1;
    refused(wish, ERR_INPUT, "starts");
    wish.starts = 0;
    refused(wish, ERR_INPUT, "starts");
    wish.when_full = true;
    works(tournament_new(db, arena, &wish, now, &id, &field, &err));
    assert_null(field);
}

static void a_title_has_at_most_eighty_characters(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "");
    refused(wish, ERR_INPUT, "title");
    wish.title = "   ";
    refused(wish, ERR_INPUT, "title");
    char long_one[201] = {0};
    memset(long_one, 'x', 200);
    wish.title = long_one;
    refused(wish, ERR_INPUT, "title");
    assert_int_equal(err.own, 200);
    assert_int_equal(err.n, 80);
    wish.title = arena_strndup(arena, long_one, 81);
    refused(wish, ERR_INPUT, "title");
    wish.title = arena_strndup(arena, long_one, 80);
    works(tournament_new(db, arena, &wish, now, &id, &field, &err));
    wish.title = "大理石の街で、みんなで遊ぶ春の大会。はじめての人も大歓迎です。";
    works(tournament_new(db, arena, &wish, now, &id, &field, &err));
}

static void two_alike_are_refused_in_any_case_of_letters(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Spring Cup");
    wish.organiser = who[1];
    int64_t first;
    works(tournament_new(db, arena, &wish, now, &first, &field, &err));
    wish.organiser = who[2];
    wish.title = " SPRING cup ";
    refused(wish, ERR_STALE, "title");
    works(tournament_act(db, arena, first, who[1], false, ACT_CANCEL, now, &err));
    works(tournament_new(db, arena, &wish, now, &id, &field, &err));
}

static void a_pace_that_does_not_fit_is_refused_with_both_figures(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Slow");
    wish.organiser = who[3];
    wish.days = 7;
    wish.pace = pace_kind_find("week")->pace;
    refused(wish, ERR_RULE, "pace");
    assert_int_equal(err.n, 7);
    assert_true(err.own > 7);
    struct fit fit = tournament_fit(wish.rules, 2, &wish.pace, FORMAT_LEAGUE, 4, 7);
    assert_int_equal(fit.at_once, 0);
    assert_int_equal(fit.each, 3);
    assert_true(fit.game_seconds > fit.stage_seconds);
    wish.pace = (struct pace){.name = NULL};
    refused(wish, ERR_INPUT, "pace");
}

static void numbers_have_bounds(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Bounds");
    wish.organiser = who[3];
    struct new_tournament w = wish;
    w.size = 8;
    refused(w, ERR_INPUT, "size");
    w = wish;
    w.days = 181;
    refused(w, ERR_INPUT, "days");
    w = wish;
    w.stages = 13;
    refused(w, ERR_INPUT, "stages");
    w = wish;
    w.most = 513;
    refused(w, ERR_INPUT, "most");
    w = wish;
    w.setup.n_seats = 5;
    refused(w, ERR_INPUT, "seats");
    w = wish;
    w.zone = "Nowhere/At_All";
    refused(w, ERR_INPUT, "zone");
    w = wish_for(FORMAT_SWISS, "Bounds");
    w.stages = 1;
    refused(w, ERR_INPUT, "stages");
    w.stages = 3;
    w.size = 4;
    refused(w, ERR_INPUT, "size");
}

static void who_opens_one_has_an_address_and_at_most_five(void **unused)
{
    (void)unused;
    int64_t lena = join("Lena"), guest;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Lena 0");
    wish.organiser = lena;
    admin("UPDATE person SET email_confirmed = NULL WHERE id = %lld", (long long)lena);
    refused(wish, ERR_FORBIDDEN, NULL);
    admin("UPDATE person SET email_confirmed = now(), banned = now() WHERE id = %lld", (long long)lena);
    refused(wish, ERR_FORBIDDEN, NULL);
    admin("UPDATE person SET banned = NULL WHERE id = %lld", (long long)lena);
    for (int i = 0; i < TOURNAMENTS_OF_ONE; i++) {
        wish.title = arena_printf(arena, "Lena %d", i);
        works(tournament_new(db, arena, &wish, now, &id, &field, &err));
    }
    wish.title = "Lena once more";
    refused(wish, ERR_RATE, NULL);
    works(store_guest_come(db, 10, NULL, &guest, &err));
    wish.organiser = guest;
    refused(wish, ERR_FORBIDDEN, NULL);
    fails(tournament_join(db, arena, id, guest, 20, now, &err), ERR_FORBIDDEN);
}

static void who_leaves_before_the_start_leaves_no_trace(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Traceless");
    wish.organiser = who[4];
    wish.most = 3;
    int64_t t = opened(&wish, 3);
    fails(tournament_join(db, arena, t, who[5], 20, now, &err), ERR_STALE);
    works(tournament_join(db, arena, t, who[1], 19, now, &err));
    assert_int_equal(all_of(t).entrant[1].at_once, 19);
    fails(tournament_join(db, arena, t, who[1], 21, now, &err), ERR_INPUT);
    fails(tournament_join(db, arena, t, who[1], 0, now, &err), ERR_INPUT);
    works(tournament_leave(db, arena, t, who[1], now, &err));
    works(tournament_leave(db, arena, t, who[1], now, &err));
    assert_int_equal(all_of(t).n_entrants, 2);
    works(tournament_join(db, arena, t, who[5], 20, now, &err));
    admin("UPDATE person SET suspended_until = '2400-01-01' WHERE id = %lld", (long long)who[6]);
    works(tournament_leave(db, arena, t, who[5], now, &err));
    fails(tournament_join(db, arena, t, who[6], 20, now, &err), ERR_FORBIDDEN);
    admin("UPDATE person SET suspended_until = NULL WHERE id = %lld", (long long)who[6]);
    fails(tournament_act(db, arena, t, who[5], false, ACT_CANCEL, now, &err), ERR_FORBIDDEN);
    fails(tournament_act(db, arena, t, who[4], false, ACT_PAUSE, now, &err), ERR_STALE);
    works(tournament_act(db, arena, t, who[5], true, ACT_CANCEL, now, &err));
    assert_true(number("SELECT bool_and(data->>'why' = 'operator')::int FROM outbox WHERE kind = 'tournament' AND (data->>'nth')::bigint = %lld", (long long)t) == 1);
    assert_int_equal(number("SELECT person FROM tournament_act WHERE tournament = %lld AND kind = 'cancelled'", (long long)t), who[5]);
    fails(tournament_act(db, arena, t, who[4], false, ACT_CANCEL, now, &err), ERR_STALE);
    fails(tournament_join(db, arena, t, who[5], 20, now, &err), ERR_STALE);
    fails(tournament_join(db, arena, INT64_C(1) << 40, who[5], 20, now, &err), ERR_GONE);
}

static int letters_to(int64_t person)
{
    return (int)number("SELECT count(*) FROM outbox WHERE kind = 'tournament' AND data->>'about' = 'Lonely' AND person = %lld",
                       (long long)person);
}

static void one_person_at_the_start_puts_it_off_once_then_it_is_cancelled_with_a_letter(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Lonely");
    wish.organiser = who[7];
    int64_t t = opened(&wish, 1), starts = wish.starts;
    run(t);
    assert_int_equal(row_of(t).status, TOURNAMENT_OPEN);
    now = starts + MINUTE;
    run(t);
    struct tournament_row row = row_of(t);
    assert_int_equal(row.status, TOURNAMENT_OPEN);
    assert_true(row.postponed);
    assert_true(row.starts == starts + wish.days * DAY); /* no summer time begins or ends in these days */
    assert_int_equal(letters_to(who[0]), 0);
    now = row.starts - 1;
    run(t);
    assert_int_equal(row_of(t).status, TOURNAMENT_OPEN);
    now = row.starts;
    run(t);
    run(t);
    assert_int_equal(row_of(t).status, TOURNAMENT_CANCELLED);
    assert_int_equal(letters_to(who[0]), 1);
    assert_int_equal(letters_to(who[7]), 0);
    assert_int_equal(number("SELECT count(*) FROM outbox WHERE kind = 'tournament' AND data->>'about' = 'Lonely' AND data->>'why' = 'few'"), 1);
    assert_int_equal(number("SELECT count(*) FROM tournament_act WHERE tournament = %lld", (long long)t), 2);
}

static void one_that_is_put_off_begins_when_enough_have_come(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Late luck");
    wish.organiser = who[8];
    int64_t t = opened(&wish, 1);
    now = wish.starts;
    run(t);
    works(tournament_join(db, arena, t, who[9], 20, now, &err));
    now = row_of(t).starts;
    run(t);
    assert_int_equal(row_of(t).status, TOURNAMENT_RUNNING);
    assert_int_equal(all_of(t).n_fixtures, 1);
    assert_int_equal(game_of_table(t, 1, 1) > 0, 1);
}

static void without_a_day_it_begins_when_full_or_is_cancelled_after_sixty_days(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_SWISS, "Whenever");
    wish.organiser = who[10];
    wish.starts = 0;
    wish.when_full = true;
    wish.most = 4;
    int64_t t = opened(&wish, 3), *due;
    int n;
    run(t);
    assert_int_equal(row_of(t).status, TOURNAMENT_OPEN);
    works(tournament_join(db, arena, t, who[11], 20, now, &err));
    works(tournaments_due(db, arena, now, 100, 0, &due, &n, &err));
    bool is_due = false;
    for (int i = 0; i < n; i++)
        is_due = is_due || due[i] == t;
    assert_true(is_due);
    run(t);
    assert_int_equal(row_of(t).status, TOURNAMENT_RUNNING);
    assert_true(all_of(t).stage[0].opens == now);
    wish.title = "Never";
    t = opened(&wish, 3);
    now += 60 * DAY - 1;
    run(t);
    assert_int_equal(row_of(t).status, TOURNAMENT_OPEN);
    now += 1;
    run(t);
    assert_int_equal(row_of(t).status, TOURNAMENT_CANCELLED);
}

static void who_is_banned_or_gone_does_not_begin(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Banned at once");
    wish.organiser = who[12];
    int64_t t = opened(&wish, 5), gone = join("Gone");
    bool left;
    works(tournament_join(db, arena, t, gone, 20, now, &err));
    works(store_person_leave(db, gone, &left, &err));
    assert_true(left);
    admin("UPDATE person SET banned = now() WHERE id = %lld", (long long)who[3]);
    now = wish.starts;
    run(t);
    admin("UPDATE person SET banned = NULL WHERE id = %lld", (long long)who[3]);
    assert_int_equal(number("SELECT count(*) FROM entrant WHERE tournament = %lld AND status = 'plays'", (long long)t), 4);
    assert_int_equal(number("SELECT count(*) FROM entrant WHERE tournament = %lld AND status = 'gone'", (long long)t), 1);
    assert_int_equal(all_of(t).n_fixtures, 6);
}

static void who_leaves_while_it_is_open_to_join_is_not_there_any_more(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Leaver");
    wish.organiser = who[13];
    int64_t t = opened(&wish, 2), gone = join("Leaver");
    bool left;
    works(tournament_join(db, arena, t, gone, 20, now, &err));
    works(store_person_leave(db, gone, &left, &err));
    assert_int_equal(number("SELECT count(*) FROM entrant WHERE person = %lld", (long long)gone), 0);
    assert_int_equal(row_of(t).n_in, 2);
}

static void who_comes_later_has_agreed_to_nothing(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Agreed by one who left");
    wish.organiser = who[15];
    int64_t t = started(&wish, 4);
    const struct tournament_all all = all_of(t);
    int64_t left = all.place[all.fixture[0].place[0]].person, stays = all.place[all.fixture[0].place[1]].person;
    works(tournament_agree(db, arena, t, left, 1, 1, true, now, &err));
    works(tournament_agree(db, arena, t, stays, 1, 1, true, now, &err));
    works(tournament_join(db, arena, t, who[16], 20, now, &err));
    works(tournament_leave(db, arena, t, left, now, &err));
    run(t);
    assert_int_equal(all_of(t).fixture[0].sits[0], who[16]);
    assert_int_equal(all_of(t).fixture[0].agrees, 2);
    to_close_of(t, 1);
    run(t);
    assert_int_equal(all_of(t).fixture[0].how, HOW_UNFINISHED);
}

static void a_season_that_begins_late_has_its_days(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Late worker");
    wish.organiser = who[14];
    wish.zone = "UTC";
    wish.stages = 2;
    int64_t t = started(&wish, 4);
    all_end(t);
    run(t);
    to_close_of(t, 1);
    now += 3 * DAY;
    run(t);
    const struct tournament_all all = all_of(t);
    assert_int_equal(all.n_stages, 2);
    assert_true(all.stage[1].opens == now);
    assert_true(all.stage[1].closes == now + wish.days * DAY);
}

/* Each plays one game at a time; two who have not met yet drop out, and their table has nobody to play it. */
static void a_table_that_nobody_would_play_holds_up_nothing(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_GROUPS, "Two who leave");
    wish.organiser = who[12];
    int64_t t = opened(&wish, 0);
    for (int i = 0; i < 8; i++)
        works(tournament_join(db, arena, t, who[i], 1, now, &err));
    now = wish.starts;
    run(t);
    const struct tournament_all all = all_of(t);
    int waits = 0;
    while (all.fixture[waits].game)
        waits++;
    for (int i = 0; i < all.n_entrants; i++)
        if (all.entrant[i].place == all.fixture[waits].place[0] || all.entrant[i].place == all.fixture[waits].place[1])
            works(tournament_leave(db, arena, t, all.entrant[i].person, now, &err));
    for (int i = 0; i < 10; i++) {
        run(t);
        all_end(t);
    }
    run(t);
    assert_int_equal(number("SELECT count(*) FROM stage WHERE tournament = %lld AND stage = 1 AND closed < closes", (long long)t), 1);
    assert_int_equal(number("SELECT count(*) FROM fixture WHERE tournament = %lld AND stage = 1 AND game IS NULL AND how = 'unfinished'", (long long)t), 1);
    must_stand(t);
}

static void a_pause_ends_when_its_organiser_is_out(void **unused)
{
    (void)unused;
    struct new_tournament wish = wish_for(FORMAT_LEAGUE, "Nobody is left");
    wish.organiser = who[13];
    int64_t t = started(&wish, 4), last = number("SELECT extract(epoch FROM closes) * 1000000 FROM stage WHERE tournament = %lld", (long long)t);
    works(tournament_act(db, arena, t, who[13], false, ACT_PAUSE, now, &err));
    now += 5 * DAY;
    run(t);
    assert_true(row_of(t).paused != 0);
    admin("UPDATE person SET suspended_until = to_timestamp(%lld) WHERE id = %lld", (long long)((now + DAY) / 1000000), (long long)who[13]);
    int64_t *due;
    int n, at = 0;
    works(tournaments_due(db, arena, now, 1000, 0, &due, &n, &err));
    while (at < n && due[at] != t)
        at++;
    assert_true(at < n);
    run(t);
    assert_true(row_of(t).paused == 0);
    assert_true(number("SELECT extract(epoch FROM closes) * 1000000 FROM stage WHERE tournament = %lld", (long long)t) == last + 5 * DAY);
    assert_int_equal(number("SELECT count(*) FROM tournament_act WHERE tournament = %lld AND kind = 'went_on' AND person IS NULL", (long long)t), 1);
    admin("UPDATE person SET suspended_until = NULL WHERE id = %lld", (long long)who[13]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_start_in_the_past_is_refused), cmocka_unit_test(a_title_has_at_most_eighty_characters),
        cmocka_unit_test(two_alike_are_refused_in_any_case_of_letters), cmocka_unit_test(a_pace_that_does_not_fit_is_refused_with_both_figures),
        cmocka_unit_test(numbers_have_bounds), cmocka_unit_test(who_opens_one_has_an_address_and_at_most_five),
        cmocka_unit_test(who_leaves_before_the_start_leaves_no_trace),
        cmocka_unit_test(one_person_at_the_start_puts_it_off_once_then_it_is_cancelled_with_a_letter),
        cmocka_unit_test(one_that_is_put_off_begins_when_enough_have_come),
        cmocka_unit_test(without_a_day_it_begins_when_full_or_is_cancelled_after_sixty_days), cmocka_unit_test(who_is_banned_or_gone_does_not_begin),
        cmocka_unit_test(who_leaves_while_it_is_open_to_join_is_not_there_any_more),
        cmocka_unit_test(who_comes_later_has_agreed_to_nothing), cmocka_unit_test(a_season_that_begins_late_has_its_days),
        cmocka_unit_test(a_table_that_nobody_would_play_holds_up_nothing), cmocka_unit_test(a_pause_ends_when_its_organiser_is_out),
    };
    return run_store_tests("store/tournaments", tests, sizeof(tests) / sizeof(tests[0]), people_come);
}
