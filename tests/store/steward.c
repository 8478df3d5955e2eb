/* The steward: reminders, deadlines, open seats, resigning, votes, outages; several workers at once; a clock that jumps. */
#include "tests/store/lib.h"

#include <pthread.h>
#include <unistd.h>

#include "cgi/play/play.h"
#include "rules/engine/log.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"
#include "tests/lib/players.h"

static const int64_t MINUTE = 60 * INT64_C(1000000), HOUR = 3600 * INT64_C(1000000), DAY = 24 * 3600 * INT64_C(1000000);
static int64_t now = INT64_C(1780000000) * 1000000;

/* ---- Carrara, in which seat 1 may be asked outside its turn ---- */

static bool has_windows, asks_meanwhile;
const struct rules *__real_rules_find(const char *id);
const struct rules *__wrap_rules_find(const char *id);

static seatmask windows(const void *state)
{
    (void)state;
    return SEAT_BIT(1);
}

/* While seat 0 plays, seat 1 is asked all the time; its own turn comes right after. */
static seatmask awaits_meanwhile(const void *state)
{
    return __real_rules_find("carrara")->awaits(state) | SEAT_BIT(1);
}

static seatmask windows_meanwhile(const void *state)
{
    return __real_rules_find("carrara")->awaits(state) & SEAT_BIT(1) ? 0 : SEAT_BIT(1);
}

/* Whoever says nothing does what stands last in the list. */
static int silence(const void *state, int seat, struct move *move)
{
    struct move_room room;
    struct move_list *list = move_list_in(&room);
    int n = rules_find("carrara")->moves(state, seat, list);
    move_copy(move, move_at(list, n - 1));
    return 0;
}

const struct rules *__wrap_rules_find(const char *id)
{
    static struct rules with_windows;
    const struct rules *rules = __real_rules_find(id);
    if ((!has_windows && !asks_meanwhile) || !rules)
        return rules;
    with_windows = *rules;
    with_windows.windows = asks_meanwhile ? windows_meanwhile : windows;
    with_windows.awaits = asks_meanwhile ? awaits_meanwhile : rules->awaits;
    with_windows.silence = silence;
    return &with_windows;
}

/* ---- tables ---- */

static int64_t table_of(const char *pace, int64_t second, int64_t third)
{
    struct new_game new = {.rules = rules_find("carrara"), .owner = anna, .pace = pace_kind_find(pace)->pace,
                           .setup = rules_presets(rules_find("carrara"), third ? 3 : 2)};
    int64_t id;
    int seat;
    new.bots[1] = second ? NULL : "advise";
    works(store_game_new(db, &new, &id, &err));
    if (second)
        works(store_sit(db, id, second, NULL, NULL, &seat, &err));
    if (third)
        works(store_sit(db, id, third, NULL, NULL, &seat, &err));
    works(play_start(db, arena, id, now, &err));
    return id;
}

static struct game_row game_of(int64_t id)
{
    struct game_row g;
    works(store_game(db, arena, id, &g, &err));
    return g;
}

static int awaited(int64_t id)
{
    struct game_row g = game_of(id);
    for (int s = 0; s < g.n_seats; s++)
        if (g.awaits & SEAT_BIT(s))
            return s;
    return NO_SEAT;
}

static struct seat_row seat_of(int64_t id, int seat)
{
    return game_of(id).seat[seat];
}

/* All that is due by now, as a worker does it. */
static void work(int64_t id)
{
    bool again = true;
    for (int i = 0; again && i < 100; i++)
        works(play_clock(db, arena, id, now, &again, &err));
    assert_false(again);
}

static void bots(int64_t id)
{
    bool again = true;
    while (again)
        works(play_bots(db, arena, id, now, NULL, &again, &err));
}

/* The person at @seat takes whole turns until another is awaited. */
static void play_turn_of(int64_t id, int seat)
{
    for (int i = 0; i < 64 && awaited(id) == seat; i++) {
        struct table t;
        struct rng rng;
        uint8_t key[RNG_KEY_BYTES];
        struct move move;
        char text[MOVE_TEXT];
        enum play_outcome outcome;
        int bad;
        works(play_table(db, NULL, arena, id, seat_of(id, seat).person, (struct newest){.moves = 1}, &t, &err));
        if (!(t.game.rules->awaits(t.state) & SEAT_BIT(seat))) {
            works(play_draft(db, arena, id, asker_of(t.game.seat[seat].person), drawn_at(t.game.ply), DRAFT_CONFIRM, now, &t, &err));
            continue;
        }
        rng_key_from_seed(key, (uint64_t)(t.game.ply * 64 + t.draft.n));
        rng_init(&rng, key, 0);
        assert_int_equal(t.game.rules->mind->advise(t.state, seat, &rng, &move), 0);
        move_to_text(t.game.rules->verbs, &move, text);
        const char *step = text;
        works(play_steps(db, arena, id, asker_of(t.game.seat[seat].person), FORM(drawn_at(t.game.ply), &step, 1), now, &t, &outcome, &bad, &err));
    }
}

static const char *incidents_of(int64_t id)
{
    return admin("SELECT coalesce(string_agg(kind || ' ' || seat || ' at ' || ply, ', ' ORDER BY id), '') FROM incident"
                 " WHERE game = %lld", (long long)id);
}

static const char *notices_of(int64_t id, const char *kind)
{
    return admin("SELECT coalesce(string_agg(p.name || ' ' || o.ply || '/' || o.nth || coalesce(' ' || (data->>'about'), ''), ', '"
                 " ORDER BY o.id), '') FROM outbox o JOIN person p ON p.id = o.person WHERE game = %lld AND kind = '%s'",
                 (long long)id, kind);
}

#define equal(text, ...) assert_string_equal(text, arena_printf(arena, __VA_ARGS__))

/* ---- clocks in play ---- */

static void a_clock_goes_only_while_its_seat_is_awaited(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, 0);
    int s = awaited(id);
    struct seat_row mine = seat_of(id, s), other = seat_of(id, !s);
    assert_true(mine.clock.spent_at == now && mine.clock.deadline == now + DAY);
    assert_true(mine.clock.remind == now + DAY - DAY / 5);
    assert_true(!other.clock.spent_at && !other.clock.deadline && !other.clock.remind);
    now += 2 * HOUR;
    play_turn_of(id, s);
    mine = seat_of(id, s), other = seat_of(id, !s);
    assert_true(!mine.clock.spent_at && !mine.clock.deadline && !mine.clock.remind && !mine.awaited_since);
    assert_true(other.clock.deadline == now + DAY && other.awaited_since == now);
    assert_int_equal(other.awaited_ply, game_of(id).ply);
}

static void a_bank_pays_and_is_filled_again(void **unused)
{
    (void)unused;
    int64_t id = table_of("bank-3", bruno, 0);
    int s = awaited(id);
    assert_true(seat_of(id, s).clock.bank == 3 * DAY && seat_of(id, !s).clock.bank == 3 * DAY);
    now += 5 * HOUR;
    play_turn_of(id, s);
    assert_true(seat_of(id, s).clock.bank >= 3 * DAY - 5 * HOUR + 6 * HOUR);
    assert_true(seat_of(id, s).clock.bank <= 4 * DAY);
}

static void bots_and_tables_without_a_pace_have_no_clock(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", 0, 0), slow = table_of("none", bruno, 0);
    bots(id);
    assert_int_equal(awaited(id), 0);
    play_turn_of(id, 0);
    if (awaited(id) == 1)
        assert_true(!seat_of(id, 1).clock.deadline && !seat_of(id, 1).clock.spent_at);
    assert_true(!seat_of(slow, awaited(slow)).clock.deadline);
    now += 400 * DAY;
    work(slow);
    assert_int_equal(game_of(slow).ply, 0);
    equal(incidents_of(slow), "%s", "");
}

static void a_window_has_its_own_shorter_time(void **unused)
{
    (void)unused;
    has_windows = true;
    int64_t id = table_of("bank-3", bruno, 0);
    if (awaited(id) == 0)
        play_turn_of(id, 0);
    struct seat_row seat = seat_of(id, 1);
    assert_true(seat.clock.in_window && seat.clock.deadline == now + 8 * HOUR && seat.clock.bank == 3 * DAY);
    assert_true(!*notices_of(id, "turn") || !strstr(notices_of(id, "turn"), "Bruno"));
    now += 8 * HOUR;
    int ply = game_of(id).ply;
    work(id);
    seat = seat_of(id, 1);
    equal(incidents_of(id), "lapsed 1 at %d", ply);
    assert_true(seat.missed == 0 && !seat.excused && !seat.opened && seat.clock.bank == 3 * DAY);
    assert_string_equal(admin("SELECT cause FROM move WHERE game = %lld AND ply = %d", (long long)id, ply + 1), "clock");
    has_windows = false;
}

static void a_turn_that_follows_a_window_at_once_is_told(void **unused)
{
    (void)unused;
    asks_meanwhile = true;
    int64_t id = table_of("day", bruno, 0);
    if (awaited(id) == 1)
        play_turn_of(id, 1);
    now += HOUR;
    play_turn_of(id, 0);
    struct seat_row seat = seat_of(id, 1);
    assert_true(!seat.clock.in_window && seat.clock.deadline == now + DAY && seat.awaited_ply == game_of(id).ply);
    assert_non_null(strstr(notices_of(id, "turn"), arena_printf(arena, "Bruno %d/0", seat.awaited_ply)));
    asks_meanwhile = false;
}

/* A pace that was taken away by hand, say. */
static void a_deadline_without_a_pace_is_in_nobodys_way(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, 0);
    int s = awaited(id);
    admin("UPDATE game SET pace = '{}' WHERE id = %lld RETURNING 1", (long long)id);
    now += HOUR;
    play_turn_of(id, s);
    assert_true(!seat_of(id, s).clock.deadline && !seat_of(id, !s).clock.deadline);
    work(id);
    equal(incidents_of(id), "%s", "");
}

/* ---- reminders and deadlines ---- */

static void a_reminder_comes_once_by_crossing_the_mark(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, 0);
    int s = awaited(id);
    const char *name = s ? "Bruno" : "Anna";
    now = seat_of(id, s).clock.remind - 1;
    work(id);
    equal(notices_of(id, "reminder"), "%s", "");
    now += 3 * HOUR; /* long after the mark, as after an outage */
    work(id);
    equal(notices_of(id, "reminder"), "%s 0/0", name);
    now += MINUTE;
    work(id);
    equal(notices_of(id, "reminder"), "%s 0/0", name);
    assert_int_equal(game_of(id).ply, 0);
    equal(incidents_of(id), "%s", "");
}

static void the_first_miss_is_excused_then_the_clock_plays_then_the_seat_is_open(void **unused)
{
    (void)unused;
    int64_t id = table_of("hours-4", bruno, 0);
    int s = awaited(id);
    const char *name = s ? "Bruno" : "Anna";
    now = seat_of(id, s).clock.deadline - 1;
    work(id);
    equal(notices_of(id, "reminder"), "%s 0/0", name);
    now += 1;
    work(id);
    equal(incidents_of(id), "excused %d at 0", s);
    equal(notices_of(id, "clock"), "%s 0/0 excused", name);
    struct seat_row seat = seat_of(id, s);
    assert_true(seat.excused && seat.missed == 0 && seat.clock.deadline == now + 4 * HOUR);
    now = seat.clock.deadline + 30 * MINUTE; /* a worker that comes late; the reminder of the extension is not sent any more */
    work(id);
    equal(notices_of(id, "reminder"), "%s 0/0", name);
    equal(incidents_of(id), "excused %d at 0, missed %d at 0", s, s);
    assert_string_equal(admin("SELECT cause FROM move WHERE game = %lld AND ply = 1", (long long)id), "clock");
    assert_int_equal(seat_of(id, s).missed, 1);
    int ply, after = game_of(id).ply;
    while (awaited(id) != s)
        play_turn_of(id, awaited(id));
    now = seat_of(id, s).clock.deadline;
    ply = game_of(id).ply;
    work(id);
    int head = game_of(id).ply;
    equal(incidents_of(id), "excused %d at 0, missed %d at 0, missed %d at %d, opened %d at %d", s, s, s, ply, s, head);
    equal(notices_of(id, "clock"), "%s 0/0 excused, %s %d/0 missed, %s %d/0 opened", name, name, after, name, head);
    seat = seat_of(id, s);
    assert_true(seat.opened == now && !seat.clock.deadline && !seat.clock.spent_at);
    bots(id);
    assert_int_equal(awaited(id), !s);
    play_turn_of(id, !s); /* and on it goes */
    bots(id);
    assert_int_equal(awaited(id), !s);
    assert_true(!seat_of(id, s).clock.deadline);
    int64_t person = seat_of(id, s).person;
    works(play_return(db, arena, id, person, now, &err));
    works(play_return(db, arena, id, person, now, &err)); /* twice is once */
    assert_string_equal(admin("SELECT count(*) FROM incident WHERE game = %lld AND kind = 'returned'", (long long)id), "1");
    seat = seat_of(id, s);
    assert_true(!seat.opened && seat.missed == 0 && seat.excused);
    play_turn_of(id, !s);
    assert_true(seat_of(id, s).clock.deadline == now + 4 * HOUR);
    must_replay(id);
}

/* "4 deadlines, 63 %" */
static void reliable(int64_t person, int deadlines, int percent)
{
    struct reliability reliability;
    works(store_reliability(db, arena, &person, 1, &reliability, &err));
    assert_int_equal(reliability.deadlines, deadlines);
    assert_int_equal(reliability.percent, percent);
}

static void wait_for_seat_1(int64_t id)
{
    while (awaited(id) != 1)
        play_turn_of(id, awaited(id));
}

/* By what the service itself stores of moves in time, on vacation, excused and late: docs/ratings.md. */
static void deadlines_are_counted_as_they_were_met(void **unused)
{
    (void)unused;
    int64_t ugo = join("Ugo"), id = table_of("hours-4", ugo, 0);
    reliable(ugo, 0, 0);
    wait_for_seat_1(id);
    now += HOUR;
    play_turn_of(id, 1);
    reliable(ugo, 1, 100);
    admin("INSERT INTO vacation (person, starts, ends) SELECT %lld, t, t + interval '5 days' FROM (SELECT timestamptz 'epoch' + %lld * interval '1 microsecond' AS t) AS x",
          (long long)ugo, (long long)now);
    wait_for_seat_1(id);
    now += 5 * DAY + HOUR;
    work(id);
    play_turn_of(id, 1);
    reliable(ugo, 2, 100);
    wait_for_seat_1(id);
    now = seat_of(id, 1).clock.deadline;
    work(id);
    reliable(ugo, 3, 83); /* excused: half */
    now += HOUR;
    play_turn_of(id, 1);
    reliable(ugo, 3, 83); /* and it is the same deadline */
    wait_for_seat_1(id);
    now = seat_of(id, 1).clock.deadline;
    work(id);
    reliable(ugo, 4, 63);
    int64_t alone = table_of("hours-4", 0, 0);
    int before = atoi(admin("SELECT deadlines FROM reliability(%lld)", (long long)anna));
    bots(alone);
    now += HOUR;
    play_turn_of(alone, 0);
    assert_int_equal(atoi(admin("SELECT deadlines FROM reliability(%lld)", (long long)anna)), before); /* no bot was kept waiting */
}

static void an_own_move_begins_the_count_anew_and_brings_one_back(void **unused)
{
    (void)unused;
    int64_t id = table_of("hour", bruno, 0);
    int s = awaited(id);
    for (int miss = 0; miss < 2; miss++) {
        now = seat_of(id, s).clock.deadline;
        work(id);
    }
    assert_int_equal(seat_of(id, s).missed, 1);
    while (awaited(id) != s)
        play_turn_of(id, awaited(id));
    play_turn_of(id, s);
    assert_int_equal(seat_of(id, s).missed, 0);
    play_turn_of(id, !s);
    for (int miss = 0; miss < 2; miss++) {
        while (awaited(id) != s)
            play_turn_of(id, awaited(id));
        now = seat_of(id, s).clock.deadline;
        work(id);
    }
    assert_true(seat_of(id, s).opened);
    while (awaited(id) != s)
        play_turn_of(id, awaited(id));
    play_turn_of(id, s);
    assert_true(!seat_of(id, s).opened);
    assert_non_null(strstr(incidents_of(id), arena_printf(arena, "returned %d", s)));
    must_replay(id);
}

static void what_was_prepared_is_dropped_and_he_hears_of_it(void **unused)
{
    (void)unused;
    int64_t id = table_of("hour", bruno, 0);
    int s = awaited(id);
    now = seat_of(id, s).clock.deadline;
    work(id);
    admin("INSERT INTO draft (game, person, ply, steps) VALUES (%lld, %lld, 0, '[\"end\"]')", (long long)id,
          (long long)seat_of(id, s).person);
    now = seat_of(id, s).clock.deadline;
    work(id);
    assert_string_equal(admin("SELECT count(*) FROM draft WHERE game = %lld", (long long)id), "0");
    assert_string_equal(admin("SELECT data->>'draft' FROM outbox WHERE game = %lld AND data->>'about' = 'missed'",
                              (long long)id), "true");
    assert_string_equal(admin("SELECT data->>'draft' FROM outbox WHERE game = %lld AND data->>'about' = 'excused'",
                              (long long)id), "false");
}

/* ---- several workers ---- */

struct racer {
    pthread_t thread;
    int64_t game, now, person;
    int seat;
    bool ok;
    struct err err;
};

static void *strike(void *data)
{
    enum { BUSY_TRIES = 100, BUSY_PAUSE = 50 * 1000 };
    struct racer *r = data;
    struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
    struct arena *mine = arena_new();
    bool again = true;
    int tries = 0;
    do { /* the third and the fourth who come to one game are told to come again, see cgi/store/waiters.h */
        r->err = (struct err){0};
        r->ok = play_clock(own, mine, r->game, r->now, &again, &r->err);
    } while (r->ok ? again : r->err.code == ERR_BUSY && ++tries < BUSY_TRIES && !usleep(BUSY_PAUSE));
    arena_free(mine);
    db_close(own);
    return NULL;
}

static void run_together(struct racer *racers, int n, void *(*what)(void *))
{
    for (int i = 0; i < n; i++)
        pthread_create(&racers[i].thread, NULL, what, &racers[i]);
    for (int i = 0; i < n; i++)
        pthread_join(racers[i].thread, NULL);
}

static void of_many_workers_each_deadline_strikes_once(void **unused)
{
    (void)unused;
    for (int round = 0; round < 10; round++) {
        int64_t id = table_of("hour", bruno, 0);
        int s = awaited(id);
        struct racer racers[4];
        for (int miss = 0; miss < 2; miss++) {
            now = seat_of(id, s).clock.deadline;
            for (int i = 0; i < 4; i++)
                racers[i] = (struct racer){.game = id, .now = now};
            run_together(racers, 4, strike);
            for (int i = 0; i < 4; i++)
                if (!racers[i].ok)
                    fail_msg("%s", racers[i].err.logged);
        }
        equal(incidents_of(id), "excused %d at 0, missed %d at 0", s, s);
        assert_string_equal(admin("SELECT count(*) FROM outbox WHERE game = %lld AND kind = 'clock'", (long long)id), "2");
        assert_int_equal(seat_of(id, s).missed, 1);
    }
}

static void a_clock_that_goes_back_strikes_nothing_twice(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, 0);
    int s = awaited(id);
    now = seat_of(id, s).clock.deadline;
    work(id);
    now -= 20 * HOUR;
    work(id);
    play_turn_of(id, s); /* made before its wait began, by that clock */
    struct seat_row seat = seat_of(id, !s);
    assert_true(seat.clock.deadline == now + DAY);
    work(id);
    equal(incidents_of(id), "excused %d at 0", s);
    equal(notices_of(id, "reminder"), "%s", "");
    now += 20 * HOUR;
    must_replay(id);
}

/* ---- resigning ---- */

static void of_two_who_resigns_loses(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, 0);
    play_turn_of(id, awaited(id));
    int ply = game_of(id).ply;
    fails(play_resign(db, arena, id, carla, now, &err), ERR_FORBIDDEN);
    works(play_resign(db, arena, id, anna, now, &err));
    struct game_row g = game_of(id);
    assert_int_equal(g.status, GAME_OVER);
    assert_string_equal(g.ending, "resigned");
    assert_int_equal(g.ply, ply);
    assert_int_equal(g.seat[1].rank, 1);
    assert_int_equal(g.seat[0].rank, 2);
    for (int s = 0; s < 2; s++)
        assert_true(!g.seat[s].clock.deadline && !g.seat[s].awaited_since);
    equal(incidents_of(id), "resigned 0 at %d, ended -1 at %d", ply, ply);
    equal(notices_of(id, "over"), "Bruno %d/0", ply);
    fails(play_resign(db, arena, id, bruno, now, &err), ERR_STALE);
    now += 3 * DAY;
    work(id);
    bots(id);
    assert_int_equal(game_of(id).ply, ply);
    struct table t;
    enum play_outcome outcome;
    int bad;
    const char *step = "end";
    fails(play_steps(db, arena, id, asker_of(bruno), FORM(drawn_at(ply), &step, 1), now, &t, &outcome, &bad, &err), ERR_STALE);
    must_replay(id);
}

static void a_bot_plays_on_for_who_resigns(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, carla);
    works(play_resign(db, arena, id, bruno, now, &err));
    works(play_resign(db, arena, id, bruno, now, &err)); /* twice is once */
    const char *notices = notices_of(id, "turn");
    assert_int_equal(game_of(id).status, GAME_RUNNING);
    for (int i = 0; i < 6; i++) {
        bots(id);
        assert_int_not_equal(awaited(id), 1);
        play_turn_of(id, awaited(id));
    }
    assert_true(strtol(admin("SELECT count(*) FROM move WHERE game = %lld AND seat = 1 AND cause = 'bot'", (long long)id),
                       NULL, 10) > 0);
    bots(id);
    assert_true(!seat_of(id, 1).clock.deadline);
    struct table t;
    enum play_outcome outcome;
    int bad;
    const char *step = "end";
    fails(play_steps(db, arena, id, asker_of(bruno), FORM(drawn_at(game_of(id).ply), &step, 1), now, &t, &outcome, &bad, &err), ERR_STALE);
    fails(play_return(db, arena, id, bruno, now, &err), ERR_STALE);
    fails(play_vote(db, arena, id, bruno, VOTE_ASK, now, &err), ERR_STALE);
    assert_null(strstr(notices_of(id, "turn") + strlen(notices), "Bruno"));
    admin("UPDATE seat SET points = 7 WHERE game = %lld", (long long)id); /* equals share a rank */
    works(play_resign(db, arena, id, carla, now, &err));
    struct game_row g = game_of(id);
    assert_int_equal(g.status, GAME_OVER);
    assert_int_equal(g.seat[0].rank, 1);
    assert_int_equal(g.seat[1].rank, 2);
    assert_int_equal(g.seat[2].rank, 2);
}

static void bots_do_not_play_on_among_themselves(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", 0, bruno);
    works(play_resign(db, arena, id, anna, now, &err));
    assert_int_equal(game_of(id).status, GAME_RUNNING);
    works(play_resign(db, arena, id, bruno, now, &err));
    struct game_row g = game_of(id);
    assert_string_equal(g.ending, "resigned");
    assert_int_equal(g.seat[1].rank, 1);
    must_replay(id);
}

/* ---- voting ---- */

static void all_who_play_agree_to_end(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, carla);
    fails(play_vote(db, arena, id, bruno, VOTE_AGREE, now, &err), ERR_STALE);
    works(play_vote(db, arena, id, bruno, VOTE_DECLINE, now, &err)); /* nothing to decline: nothing happens */
    works(play_vote(db, arena, id, anna, VOTE_ASK, now, &err));
    works(play_vote(db, arena, id, anna, VOTE_ASK, now, &err));
    works(play_vote(db, arena, id, bruno, VOTE_DECLINE, now, &err));
    assert_false(seat_of(id, 0).wants_end);
    works(play_vote(db, arena, id, bruno, VOTE_ASK, now, &err));
    works(play_vote(db, arena, id, anna, VOTE_AGREE, now, &err));
    works(play_resign(db, arena, id, anna, now, &err));
    assert_int_equal(game_of(id).status, GAME_RUNNING);
    works(play_vote(db, arena, id, carla, VOTE_AGREE, now, &err));
    struct game_row g = game_of(id);
    assert_int_equal(g.status, GAME_OVER);
    assert_string_equal(g.ending, "agreed");
    for (int s = 0; s < 3; s++)
        assert_int_equal(g.seat[s].rank, 0);
    equal(incidents_of(id), "asked_end 0 at 0, declined_end 1 at 0, asked_end 1 at 0, agreed_end 0 at 0, resigned 0 at 0, "
          "agreed_end 2 at 0, ended -1 at 0");
    equal(notices_of(id, "over"), "Bruno 0/0, Carla 0/0");
    must_replay(id);
}

static void who_is_away_cannot_hold_out(void **unused)
{
    (void)unused;
    int64_t id = table_of("hour", bruno, 0);
    int s = awaited(id);
    works(play_vote(db, arena, id, seat_of(id, !s).person, VOTE_ASK, now, &err));
    for (int miss = 0; miss < 3 && game_of(id).status == GAME_RUNNING; miss++) {
        while (awaited(id) != s)
            play_turn_of(id, awaited(id));
        now = seat_of(id, s).clock.deadline;
        work(id);
    }
    assert_string_equal(game_of(id).ending, "agreed");
    must_replay(id);
}

/* ---- taking a seat over ---- */

static void open_seat_of(int64_t id, int s)
{
    for (int i = 0; i < 9 && !seat_of(id, s).opened; i++) {
        while (awaited(id) != s)
            play_turn_of(id, awaited(id));
        now = seat_of(id, s).clock.deadline;
        work(id);
    }
    assert_true(seat_of(id, s).opened);
}

static void an_open_seat_is_taken_over_with_nothing_of_the_one_before(void **unused)
{
    (void)unused;
    int64_t id = table_of("bank-3", bruno, 0);
    fails(play_take_over(db, arena, id, carla, 1, now, &err), ERR_STALE);
    open_seat_of(id, 1);
    bots(id);
    admin("INSERT INTO draft (game, person, ply, steps) VALUES (%lld, %lld, %d, '[\"end\"]')", (long long)id,
          (long long)bruno, game_of(id).ply);
    admin("INSERT INTO standing_order (game, seat, position, text) VALUES (%lld, 1, 0, 'secret')", (long long)id);
    fails(play_take_over(db, arena, id, anna, 1, now, &err), ERR_STALE);
    fails(play_take_over(db, arena, id, carla, 0, now, &err), ERR_STALE);
    fails(play_take_over(db, arena, id, carla, 4, now, &err), ERR_INPUT);
    works(play_take_over(db, arena, id, carla, 1, now, &err));
    struct seat_row seat = seat_of(id, 1);
    assert_int_equal(seat.person, carla);
    assert_true(!seat.opened && !seat.excused && seat.missed == 0 && seat.clock.bank == 3 * DAY);
    assert_string_equal(admin("SELECT count(*) FROM draft WHERE game = %lld", (long long)id), "0");
    assert_string_equal(admin("SELECT count(*) FROM standing_order WHERE game = %lld", (long long)id), "0");
    assert_string_equal(admin("SELECT p.name || ' ' || i.name FROM incident i JOIN person p ON p.id = i.person"
                              " WHERE game = %lld AND kind = 'taken_over'", (long long)id), "Carla Bruno");
    fails(play_return(db, arena, id, bruno, now, &err), ERR_FORBIDDEN);
    play_turn_of(id, 0);
    assert_true(seat_of(id, 1).clock.deadline == now + 3 * DAY);
    play_turn_of(id, 1);
    must_replay(id);
}

static void the_clock_of_a_seat_taken_over_is_that_of_its_new_player(void **unused)
{
    (void)unused;
    int64_t dora = join("Dora");
    now += MINUTE - now % MINUTE;
    int64_t id = table_of("day", bruno, carla);
    admin("UPDATE person SET zone = 'Asia/Tokyo' WHERE id = %lld", (long long)dora);
    admin("INSERT INTO vacation VALUES (%lld, to_timestamp(%lld), to_timestamp(%lld))", (long long)dora,
          (long long)(now / 1000000), (long long)(now / 1000000 + 86400));
    int s = awaited(id);
    works(play_resign(db, arena, id, seat_of(id, s).person, now, &err));
    works(play_take_over(db, arena, id, dora, s, now, &err));
    assert_true(seat_of(id, s).clock.deadline == now + 2 * DAY);
    assert_true(seat_of(id, s).awaited_since == now && !seat_of(id, s).resigned);
    must_replay(id);
}

static void *grab(void *data)
{
    struct racer *r = data;
    struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
    struct arena *mine = arena_new();
    r->ok = play_take_over(own, mine, r->game, r->person, r->seat, r->now, &r->err);
    arena_free(mine);
    db_close(own);
    return NULL;
}

static void of_two_takers_one_wins_and_the_other_hears_why(void **unused)
{
    (void)unused;
    int64_t emma = join("Emma"), fred = join("Fred");
    for (int round = 0; round < 10; round++) {
        int64_t id = table_of("day", bruno, carla);
        works(play_resign(db, arena, id, carla, now, &err));
        struct racer racers[2] = {{.game = id, .person = emma, .seat = 2, .now = now},
                                  {.game = id, .person = fred, .seat = 2, .now = now}};
        run_together(racers, 2, grab);
        assert_int_equal(racers[0].ok + racers[1].ok, 1);
        const struct racer *loser = racers[0].ok ? &racers[1] : &racers[0];
        assert_int_equal(loser->err.code, ERR_STALE);
        assert_string_equal(loser->err.say, "This seat is no longer open.");
    }
}

/* Whoever changes his nightly rest and goes on vacation takes a seat over at the same time: the deadline knows of the change. */
static void a_seat_taken_over_meanwhile_goes_by_the_new_rest(void **unused)
{
    (void)unused;
    int64_t gerd = join("Gerd");
    now += DAY - now % DAY + 20 * HOUR;
    int64_t id = table_of("day", bruno, carla);
    int s = awaited(id);
    works(play_resign(db, arena, id, seat_of(id, s).person, now, &err));
    struct own_time was, is;
    struct wait_row *waits;
    int n;
    works(store_time_open(db, arena, gerd, now, &was, &waits, &n, &err));
    struct racer taker = {.game = id, .person = gerd, .seat = s, .now = now};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, grab, &taker), 0);
    nanosleep(&(struct timespec){.tv_nsec = 300 * 1000 * 1000}, NULL);
    is = was;
    is.rest.from = 22 * 60;
    is.rest.until = 6 * 60;
    is.rest.vacation[is.rest.n_vacations].starts = now;
    is.rest.vacation[is.rest.n_vacations++].ends = now + DAY;
    works(store_time_close(db, gerd, &was, &is, waits, n, now, &err));
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(taker.ok);
    assert_true(seat_of(id, s).clock.deadline == now + DAY + DAY + 16 * HOUR);
}

/* ---- outages ---- */

static int64_t outage(void)
{
    int64_t found;
    works(store_pulse(db, now, &found, &err));
    return found;
}

static void an_outage_is_found_when_the_pulse_is_old_or_of_the_future(void **unused)
{
    (void)unused;
    admin("DELETE FROM pulse");
    admin("UPDATE seat SET deadline = NULL, remind = NULL, spent_at = NULL");
    assert_true(outage() == 0); /* the first pulse of all */
    now += 59 * MINUTE;
    assert_true(outage() == 0);
    now += 61 * MINUTE;
    int64_t found = outage();
    assert_true(found == now);
    now += 10 * MINUTE; /* killed, and started again */
    assert_true(outage() == found);
    works(store_outage_over(db, found, &err));
    assert_true(outage() == 0);
    now -= 4 * MINUTE; /* a clock that is set right */
    assert_true(outage() == 0);
    now -= 6 * MINUTE;
    found = outage();
    assert_true(found == now);
    works(store_outage_over(db, found, &err));
    now += 10 * DAY; /* one that jumps */
    found = outage();
    assert_true(found == now);
    works(store_outage_over(db, found, &err));
}

static void a_worker_that_was_never_there_was_away(void **unused)
{
    (void)unused;
    admin("DELETE FROM pulse");
    admin("UPDATE seat SET deadline = NULL, remind = NULL, spent_at = NULL");
    table_of("hour", bruno, 0);
    now += 59 * MINUTE;
    assert_true(outage() == 0);
    admin("DELETE FROM pulse");
    now += 7 * DAY;
    assert_true(outage() == now);
    works(store_outage_over(db, now, &err));
    assert_true(outage() == 0);
}

static void after_an_outage_there_is_a_notice_and_a_grace_before_any_deadline(void **unused)
{
    (void)unused;
    int64_t quick = table_of("hour", bruno, 0), slow = table_of("days-2", bruno, 0), idle = table_of("fortnight", bruno, 0);
    int q = awaited(quick), s = awaited(slow);
    now += 5 * DAY;
    int64_t found = now;
    struct game_row before = game_of(idle);
    works(play_outage(db, arena, quick, found, now, &err));
    works(play_outage(db, arena, slow, found, now, &err));
    works(play_outage(db, arena, idle, found, now, &err));
    assert_true(seat_of(quick, q).clock.deadline == now + HOUR);
    assert_true(seat_of(slow, s).clock.deadline == now + 12 * HOUR);
    assert_true(game_of(idle).version == before.version); /* had enough left */
    equal(incidents_of(quick), "outage -1 at 0");
    equal(notices_of(quick, "reminder"), "%s 0/0", q ? "Bruno" : "Anna");
    now += MINUTE;
    works(play_outage(db, arena, quick, found, now, &err)); /* by another worker, or again after a kill */
    equal(incidents_of(quick), "outage -1 at 0");
    equal(notices_of(quick, "reminder"), "%s 0/0", q ? "Bruno" : "Anna");
    assert_true(seat_of(quick, q).clock.deadline == now - MINUTE + HOUR);
    work(quick);
    work(slow);
    assert_int_equal(game_of(quick).ply + game_of(slow).ply, 0);
    now = seat_of(quick, q).clock.deadline;
    work(quick);
    equal(incidents_of(quick), "outage -1 at 0, excused %d at 0", q);
}

/* ---- the operator's hand ---- */

static void a_paused_table_stands_and_goes_on_from_where_it_stood(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, 0);
    int s = awaited(id), bad;
    struct table t;
    enum play_outcome outcome;
    const char *step = "turn_wheel";
    now += 5 * HOUR;
    works(play_pause(db, arena, id, now, &err));
    struct seat_row seat = seat_of(id, s);
    assert_true(!seat.clock.deadline && !seat.clock.remind && seat.clock.spent == 5 * HOUR && game_of(id).paused == now);
    fails(play_pause(db, arena, id, now, &err), ERR_STALE);
    now += 9 * DAY;
    work(id);
    fails(play_steps(db, arena, id, asker_of(seat.person), FORM(drawn_at(0), &step, 1), now, &t, &outcome, &bad, &err), ERR_STALE);
    assert_non_null(strstr(err.say, "paused"));
    fails(play_resign(db, arena, id, seat.person, now, &err), ERR_STALE);
    fails(play_vote(db, arena, id, seat.person, VOTE_ASK, now, &err), ERR_STALE);
    works(play_go_on(db, arena, id, now, &err));
    fails(play_go_on(db, arena, id, now, &err), ERR_STALE);
    seat = seat_of(id, s);
    assert_true(seat.clock.deadline == now + DAY - 5 * HOUR && seat.clock.remind == now + DAY - DAY / 5 - 5 * HOUR);
    assert_true(!seat_of(id, !s).clock.spent_at && !seat_of(id, !s).clock.deadline && !game_of(id).paused);
    equal(incidents_of(id), "paused -1 at 0, went_on -1 at 0");
    now += HOUR;
    play_turn_of(id, s);
    assert_true(game_of(id).ply > 0);
}

static void bots_stand_still_at_a_paused_table(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", 0, 0), *games;
    int n;
    if (awaited(id) == 0)
        play_turn_of(id, 0);
    int ply = game_of(id).ply;
    works(play_pause(db, arena, id, now, &err));
    bots(id);
    assert_int_equal(game_of(id).ply, ply);
    works(store_bot_games(db, arena, false, (struct share){0, 1}, 100, &games, &n, &err));
    for (int i = 0; i < n; i++)
        assert_true(games[i] != id);
    works(play_go_on(db, arena, id, now, &err));
    bots(id);
    assert_true(game_of(id).ply > ply);
}

static void who_has_used_the_reminder_before_a_pause_gets_no_second_one(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, 0);
    int s = awaited(id);
    now += 22 * HOUR;
    work(id);
    works(play_pause(db, arena, id, now, &err));
    now += DAY;
    works(play_go_on(db, arena, id, now, &err));
    assert_true(seat_of(id, s).clock.deadline == now + 2 * HOUR && !seat_of(id, s).clock.remind);
}

static void the_operator_ends_a_game_without_a_result(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, 0);
    works(play_pause(db, arena, id, now, &err));
    works(play_end(db, arena, id, now, &err));
    struct game_row game = game_of(id);
    assert_true(game.status == GAME_OVER && !game.awaits && !game.paused && !game.seat[0].rank && !game.seat[1].rank);
    assert_string_equal(game.ending, "house");
    equal(incidents_of(id), "paused -1 at 0, ended -1 at 0");
    equal(notices_of(id, "over"), "Anna 0/0, Bruno 0/0");
    fails(play_end(db, arena, id, now, &err), ERR_STALE);
    must_replay(id);
}

/* Anna and Bruno do not come; a bot sits with them. */
static int64_t table_nobody_comes_to(const char *game)
{
    const struct rules *rules = rules_find(game);
    struct new_game new = {.rules = rules, .owner = anna, .pace = pace_kind_find("day")->pace, .setup = rules_presets(rules, 3),
                           .bots = {NULL, NULL, "advise"}};
    int64_t id;
    int seat;
    works(store_game_new(db, &new, &id, &err));
    works(store_sit(db, id, bruno, NULL, NULL, &seat, &err));
    works(play_start(db, arena, id, now, &err));
    return id;
}

static int round_of(int64_t id)
{
    struct table t;
    int round = 0;
    works(play_table(db, NULL, arena, id, 0, (struct newest){.moves = 1}, &t, &err));
    assert_true(members_number(t.game.rules->members, t.head, "round", &round));
    return round;
}

static bool somebody_is_there(int64_t id)
{
    struct game_row game = game_of(id);
    return !game.seat[0].opened || !game.seat[1].opened;
}

/* Both have gone, and nobody has moved by hand in two rounds: the next turn of a bot closes the table. */
static int64_t table_about_to_be_closed(void)
{
    int64_t id = table_nobody_comes_to("vernissage");
    for (int i = 0; i < 60 && somebody_is_there(id); i++) {
        now += 3 * DAY;
        work(id);
        if (somebody_is_there(id))
            bots(id); /* a bot that plays on when both are away may close the table */
    }
    struct game_row game = game_of(id);
    assert_true(game.status == GAME_RUNNING && !somebody_is_there(id));
    int round = round_of(id); /* nobody has moved since the first */
    bool again = true;
    while (again && round_of(id) <= 1 + 2)
        works(play_bots(db, arena, id, now, NULL, &again, &err));
    assert_true(again && round_of(id) >= round);
    assert_true(game_of(id).status == GAME_RUNNING);
    return id;
}

static void a_table_that_nobody_plays_at_is_closed(void **unused)
{
    (void)unused;
    int64_t id = table_about_to_be_closed();
    bool again = true;
    works(play_bots(db, arena, id, now, NULL, &again, &err));
    struct game_row game = game_of(id);
    assert_true(!again && game.status == GAME_OVER && !game.awaits && !game.seat[0].rank);
    assert_string_equal(game.ending, "abandoned");
    assert_string_equal(game_no_result_words(&game), "The game is over without a result: nobody has played here for two rounds.");
    equal(notices_of(id, "over"), "Anna %d/0, Bruno %d/0", game.ply, game.ply);
    assert_string_equal(admin("SELECT count(*) FROM rating WHERE rules = 'vernissage'"), "0");
    must_replay(id);
}

static void who_comes_back_keeps_it_open(void **unused)
{
    (void)unused;
    int64_t id = table_about_to_be_closed();
    works(play_return(db, arena, id, anna, now, &err));
    int ply = game_of(id).ply;
    bots(id);
    assert_true(game_of(id).status == GAME_RUNNING);
    assert_true(game_of(id).awaits & SEAT_BIT(0) || game_of(id).ply > ply);
}

static void the_operator_gives_a_seat_to_somebody_else(void **unused)
{
    (void)unused;
    int64_t id = table_of("day", bruno, 0), alone = table_of("day", 0, 0);
    fails(play_hand_over(db, arena, id, anna, 1, now, &err), ERR_STALE);   /* sits there */
    fails(play_hand_over(db, arena, id, carla, 2, now, &err), ERR_INPUT);  /* no such seat */
    fails(play_hand_over(db, arena, alone, carla, 1, now, &err), ERR_STALE); /* a bot's */
    now += HOUR;
    works(play_hand_over(db, arena, id, carla, 1, now, &err));
    struct seat_row seat = seat_of(id, 1);
    assert_true(seat.person == carla && !seat.missed && !seat.excused);
    assert_true(awaited(id) != 1 || seat.clock.deadline == now + DAY);
    equal(incidents_of(id), "handed_over 1 at 0");
    equal(notices_of(id, "taken"), "Bruno 0/0 Carla");
    must_replay(id);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_paused_table_stands_and_goes_on_from_where_it_stood),
        cmocka_unit_test(bots_stand_still_at_a_paused_table),
        cmocka_unit_test(who_has_used_the_reminder_before_a_pause_gets_no_second_one),
        cmocka_unit_test(the_operator_ends_a_game_without_a_result),
        cmocka_unit_test(a_table_that_nobody_plays_at_is_closed),
        cmocka_unit_test(who_comes_back_keeps_it_open),
        cmocka_unit_test(the_operator_gives_a_seat_to_somebody_else),
        cmocka_unit_test(a_clock_goes_only_while_its_seat_is_awaited),
        cmocka_unit_test(a_bank_pays_and_is_filled_again),
        cmocka_unit_test(bots_and_tables_without_a_pace_have_no_clock),
        cmocka_unit_test(a_window_has_its_own_shorter_time),
        cmocka_unit_test(a_turn_that_follows_a_window_at_once_is_told),
        cmocka_unit_test(a_deadline_without_a_pace_is_in_nobodys_way),
        cmocka_unit_test(a_reminder_comes_once_by_crossing_the_mark),
        cmocka_unit_test(the_first_miss_is_excused_then_the_clock_plays_then_the_seat_is_open),
        cmocka_unit_test(deadlines_are_counted_as_they_were_met),
        cmocka_unit_test(an_own_move_begins_the_count_anew_and_brings_one_back),
        cmocka_unit_test(what_was_prepared_is_dropped_and_he_hears_of_it),
        cmocka_unit_test(of_many_workers_each_deadline_strikes_once),
        cmocka_unit_test(a_clock_that_goes_back_strikes_nothing_twice),
        cmocka_unit_test(of_two_who_resigns_loses),
        cmocka_unit_test(a_bot_plays_on_for_who_resigns),
        cmocka_unit_test(bots_do_not_play_on_among_themselves),
        cmocka_unit_test(all_who_play_agree_to_end),
        cmocka_unit_test(who_is_away_cannot_hold_out),
        cmocka_unit_test(an_open_seat_is_taken_over_with_nothing_of_the_one_before),
        cmocka_unit_test(the_clock_of_a_seat_taken_over_is_that_of_its_new_player),
        cmocka_unit_test(of_two_takers_one_wins_and_the_other_hears_why),
        cmocka_unit_test(a_seat_taken_over_meanwhile_goes_by_the_new_rest),
        cmocka_unit_test(an_outage_is_found_when_the_pulse_is_old_or_of_the_future),
        cmocka_unit_test(a_worker_that_was_never_there_was_away),
        cmocka_unit_test(after_an_outage_there_is_a_notice_and_a_grace_before_any_deadline),
    };
    return run_store_tests("steward", tests, sizeof(tests) / sizeof(tests[0]), meet);
}
