/* Pauses that players agree on, and reminders, on a clock that is set: what counts, several at once, and who is killed in the middle. */
#include "tests/store/lib.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgi/base/jsonx.h"
#include "cgi/play/end.h"
#include "cgi/play/play.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/parts.h"
#include "tests/lib/players.h"

static const int64_t HOUR = 3600 * INT64_C(1000000), DAY = 24 * 3600 * INT64_C(1000000);
static int64_t now = INT64_C(1790000000) * 1000000;

/* ---- tables ---- */

static int64_t table_of_game(const char *title, const char *pace)
{
    const struct rules *rules = rules_find(title);
    const int seats = rules->min_seats < 2 ? 2 : rules->min_seats;
    struct new_game new = {.rules = rules, .owner = anna, .pace = pace_kind_find(pace)->pace, .setup = rules_presets(rules, seats)};
    int64_t id;
    int seat;
    works(store_game_new(db, &new, &id, &err));
    works(store_sit(db, id, bruno, NULL, NULL, &seat, &err));
    if (seats > 2)
        works(store_sit(db, id, carla, NULL, NULL, &seat, &err));
    works(play_start(db, arena, id, now, &err));
    return id;
}

static int64_t table_of(const char *pace)
{
    return table_of_game("carrara", pace);
}

static struct game_row game_of(int64_t id)
{
    struct game_row g;
    struct draft_row draft;
    works(store_game_open(db, arena, id, 0, &g, &draft, &err));
    store_rollback(db);
    return g;
}

static int awaited(const struct game_row *g)
{
    for (int s = 0; s < g->n_seats; s++)
        if (g->awaits & SEAT_BIT(s))
            return s;
    return NO_SEAT;
}

/* All that is due by now, as a worker does it. */
static void work(int64_t id)
{
    bool again = true;
    for (int i = 0; again && i < 100; i++)
        works(play_clock(db, arena, id, now, &again, &err));
    assert_false(again);
}

static void vote(int64_t id, int64_t person, enum accord_kind kind, enum vote what, int days)
{
    works(play_pause_vote(db, arena, id, person, kind, what, days, now, &err));
}

static void begin_pause(int64_t id, int days)
{
    vote(id, anna, ACCORD_PAUSE, VOTE_ASK, days);
    vote(id, bruno, ACCORD_PAUSE, VOTE_AGREE, 0);
}

static void play_turn_of(int64_t id, int seat)
{
    for (int i = 0; i < 64; i++) {
        struct game_row g = game_of(id);
        struct table t;
        struct rng rng;
        uint8_t key[RNG_KEY_BYTES];
        struct move move;
        char text[MOVE_TEXT];
        enum play_outcome outcome;
        int bad;
        if (awaited(&g) != seat)
            return;
        const struct asker asker = asker_of(g.seat[seat].person);
        works(play_table(db, NULL, arena, id, g.seat[seat].person, (struct newest){.moves = 1}, &t, &err));
        if (!(g.rules->awaits(t.state) & SEAT_BIT(seat))) {
            works(play_draft(db, arena, id, asker, drawn_at(g.ply), DRAFT_CONFIRM, now, &t, &err));
            continue;
        }
        rng_key_from_seed(key, (uint64_t)(g.ply * 64 + t.draft.n));
        rng_init(&rng, key, 0);
        assert_int_equal(g.rules->mind->advise(t.state, seat, &rng, &move), 0);
        move_to_text(g.rules->verbs, &move, text);
        const char *step = text;
        works(play_steps(db, arena, id, asker, FORM(drawn_at(g.ply), &step, 1), now, &t, &outcome, &bad, &err));
    }
}

static const char *incidents_of(int64_t id)
{
    return admin("SELECT coalesce(string_agg(kind, ' ' ORDER BY id), '') FROM incident WHERE game = %lld", (long long)id);
}

/* ---- what counts ---- */

static void a_pause_takes_no_time_from_anybody(void **unused)
{
    (void)unused;
    int64_t id = table_of("day");
    struct game_row g = game_of(id);
    int s = awaited(&g);
    now += 5 * HOUR;
    begin_pause(id, 7);
    g = game_of(id);
    assert_true(game_pause(&g) && g.accord[ACCORD_PAUSE].until == now + 7 * DAY && g.accord[ACCORD_PAUSE].made == now);
    assert_true(!g.seat[s].clock.deadline && !g.seat[s].clock.remind && g.seat[s].clock.spent == 5 * HOUR);
    int64_t until = now + 7 * DAY;
    now = until - 1;
    work(id); /* nothing is due */
    g = game_of(id);
    assert_true(game_pause(&g) && !g.seat[s].excused);
    now = until;
    work(id);
    g = game_of(id);
    assert_true(!game_pause(&g) && g.seat[s].clock.deadline == until + 19 * HOUR);
    assert_true(g.seat[s].clock.remind == until + DAY - DAY / 5 - 5 * HOUR);
    assert_string_equal(incidents_of(id), "asked_pause agreed_pause pause_begins pause_ends");
    work(id);
    assert_string_equal(incidents_of(id), "asked_pause agreed_pause pause_begins pause_ends");
}

static void what_had_counted_before_a_move_in_a_pause_is_taken_from_the_bank(void **unused)
{
    (void)unused;
    int64_t id = table_of("bank-3");
    struct game_row g = game_of(id);
    int s = awaited(&g);
    int64_t bank = g.seat[s].clock.bank;
    now += 5 * HOUR;
    begin_pause(id, 3);
    now += 2 * DAY;
    play_turn_of(id, s);
    g = game_of(id);
    assert_true(g.seat[s].clock.bank == bank - 5 * HOUR + 6 * HOUR); /* and what a move adds */
    assert_true(!g.seat[!s].clock.deadline && !g.seat[!s].clock.spent && g.seat[!s].awaited_since == now);
    assert_string_equal(admin("SELECT took / 3600000000 FROM move WHERE game = %lld AND took IS NOT NULL ORDER BY ply LIMIT 1", (long long)id), "5");
    now += 2 * DAY;
    work(id);
    g = game_of(id);
    assert_true(g.seat[!s].clock.deadline == now + g.seat[!s].clock.bank);
    must_replay(id);
}

static void nobody_is_late_in_a_pause(void **unused)
{
    (void)unused;
    int64_t id = table_of("hour");
    struct game_row g = game_of(id);
    int s = awaited(&g);
    begin_pause(id, 30);
    for (int day = 0; day < 30; day++) {
        work(id);
        now += DAY - 1;
    }
    assert_string_equal(incidents_of(id), "asked_pause agreed_pause pause_begins");
    assert_string_equal(admin("SELECT count(*) FROM outbox WHERE game = %lld AND kind IN ('reminder', 'clock')", (long long)id), "0");
    now += DAY;
    work(id);
    g = game_of(id);
    assert_true(g.seat[s].clock.deadline == now + HOUR);
    now += HOUR;
    work(id);
    assert_string_equal(incidents_of(id), "asked_pause agreed_pause pause_begins pause_ends excused");
}

static void who_changes_the_own_time_in_a_pause_has_the_same_left(void **unused)
{
    (void)unused;
    int64_t id = table_of("day");
    struct game_row g = game_of(id);
    int s = awaited(&g);
    int64_t person = g.seat[s].person;
    struct own_time was, is;
    struct wait_row *waits;
    int n;
    now += 3 * HOUR;
    begin_pause(id, 2);
    works(store_time_open(db, arena, person, now, &was, &waits, &n, &err));
    is = was;
    is.rest.vacation[is.rest.n_vacations].starts = now;
    is.rest.vacation[is.rest.n_vacations++].ends = now + 4 * DAY;
    works(store_time_close(db, person, &was, &is, waits, n, now, &err));
    now += 2 * DAY;
    work(id);
    g = game_of(id);
    assert_true(g.seat[s].clock.deadline == now + 2 * DAY + 21 * HOUR); /* the vacation outlasts the pause by two days */
    admin("DELETE FROM vacation WHERE person = %lld", (long long)person);
}

static void an_outage_over_the_end_of_a_pause_costs_nobody_anything(void **unused)
{
    (void)unused;
    int64_t id = table_of("hour");
    struct game_row g = game_of(id);
    int s = awaited(&g);
    begin_pause(id, 1);
    now += 3 * DAY; /* two days after its end */
    works(play_outage(db, arena, id, now, now, &err));
    work(id);
    g = game_of(id);
    assert_true(!game_pause(&g) && g.seat[s].clock.deadline == now + HOUR);
}

/* ---- votes ---- */

static void a_vote_is_refused_where_there_is_nothing_to_vote_on(void **unused)
{
    (void)unused;
    int64_t id = table_of("day"), slow = table_of("none");
    fails(play_pause_vote(db, arena, slow, anna, ACCORD_PAUSE, VOTE_ASK, 7, now, &err), ERR_STALE);
    fails(play_pause_vote(db, arena, id, carla, ACCORD_PAUSE, VOTE_ASK, 7, now, &err), ERR_FORBIDDEN);
    fails(play_pause_vote(db, arena, id, anna, ACCORD_PAUSE, VOTE_AGREE, 0, now, &err), ERR_STALE);
    fails(play_pause_vote(db, arena, id, anna, ACCORD_GO_ON, VOTE_ASK, 0, now, &err), ERR_STALE);
    vote(id, anna, ACCORD_PAUSE, VOTE_ASK, 1);
    now += DAY; /* nobody has answered */
    fails(play_pause_vote(db, arena, id, bruno, ACCORD_PAUSE, VOTE_AGREE, 0, now, &err), ERR_STALE);
    struct game_row g = game_of(id);
    assert_false(game_pause(&g) != NULL);
}

static void a_seat_that_passes_on_takes_its_vote_along(void **unused)
{
    (void)unused;
    int64_t id = table_of("day");
    vote(id, anna, ACCORD_PAUSE, VOTE_ASK, 7);
    works(play_hand_over(db, arena, id, carla, 0, now, &err)); /* Anna's */
    struct game_row g = game_of(id);
    assert_false(g.accord[ACCORD_PAUSE].asked != 0);
    vote(id, carla, ACCORD_PAUSE, VOTE_ASK, 7);
    vote(id, bruno, ACCORD_PAUSE, VOTE_AGREE, 0);
    g = game_of(id);
    assert_true(game_pause(&g) != NULL);
    works(play_hand_over(db, arena, id, anna, 0, now, &err)); /* the pause stays */
    g = game_of(id);
    assert_true(game_pause(&g) && !g.seat[0].clock.deadline && !g.seat[1].clock.deadline);
}

/* ---- several at once ---- */

struct racer {
    pthread_t thread;
    int64_t game, now, person;
    bool reminders;
    bool ok;
    struct err err;
};

static void *race(void *data)
{
    enum { BUSY_TRIES = 100, BUSY_PAUSE = 50 * 1000 };
    struct racer *r = data;
    struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
    struct arena *mine = arena_new();
    bool again = true;
    int tries = 0, n;
    do {
        r->err = (struct err){0};
        r->ok = r->reminders ? store_reminders_come(own, r->now, 100, &n, &r->err)
            : r->person ? play_pause_vote(own, mine, r->game, r->person, ACCORD_PAUSE, VOTE_AGREE, 0, r->now, &r->err)
                      : play_clock(own, mine, r->game, r->now, &again, &r->err);
    } while (!r->ok && r->err.code == ERR_BUSY && ++tries < BUSY_TRIES && !usleep(BUSY_PAUSE));
    arena_free(mine);
    db_close(own);
    return NULL;
}

static void run_together(struct racer *racers, int n)
{
    for (int i = 0; i < n; i++)
        pthread_create(&racers[i].thread, NULL, race, &racers[i]);
    for (int i = 0; i < n; i++)
        pthread_join(racers[i].thread, NULL);
    for (int i = 0; i < n; i++)
        if (!racers[i].ok)
            fail_msg("%s", racers[i].err.logged);
}

static void of_many_workers_one_ends_a_pause_and_one_vote_begins_it(void **unused)
{
    (void)unused;
    for (int round = 0; round < 10; round++) {
        int64_t id = table_of("hour");
        struct racer racers[4];
        vote(id, anna, ACCORD_PAUSE, VOTE_ASK, 1);
        for (int i = 0; i < 4; i++)
            racers[i] = (struct racer){.game = id, .now = now, .person = bruno};
        run_together(racers, 4);
        now += DAY;
        for (int i = 0; i < 4; i++)
            racers[i] = (struct racer){.game = id, .now = now};
        run_together(racers, 4);
        assert_string_equal(incidents_of(id), "asked_pause agreed_pause pause_begins pause_ends");
        assert_string_equal(admin("SELECT count(*) FROM outbox WHERE game = %lld AND kind = 'reminder'", (long long)id), "1");
    }
}

/* The database and the client are killed at any moment of a vote or of the clock's work: a pause is there whole, or not at all. */
static void who_is_killed_in_a_vote_leaves_all_of_it_or_nothing(void **unused)
{
    (void)unused;
    int64_t id = table_of("day");
    int held = 0;
    for (int round = 0; round < 60; round++) {
        pid_t child = fork();
        if (!child) {
            struct err ignored;
            struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
            struct arena *mine = arena_new();
            for (int i = 0; i < 1000; i++) {
                play_pause_vote(own, mine, id, anna, ACCORD_PAUSE, VOTE_ASK, 1, now, &ignored);
                play_pause_vote(own, mine, id, bruno, ACCORD_PAUSE, VOTE_AGREE, 0, now, &ignored);
                play_pause_vote(own, mine, id, bruno, ACCORD_GO_ON, VOTE_ASK, 0, now, &ignored);
                play_pause_vote(own, mine, id, anna, ACCORD_GO_ON, VOTE_AGREE, 0, now, &ignored);
            }
            _exit(0);
        }
        usleep((useconds_t)(10000 + round * 977 % 40000));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        struct game_row g = game_of(id); /* waits for what the killed one had sent */
        int s = awaited(&g);
        assert_int_equal(game_pause(&g) != NULL, !g.seat[s].clock.deadline);
        assert_string_equal(admin("SELECT count(*) FILTER (WHERE kind = 'pause_begins') - count(*) FILTER (WHERE kind = 'pause_ends') FROM incident"
                                  " WHERE game = %lld", (long long)id), game_pause(&g) ? "1" : "0");
        held += game_pause(&g) != NULL;
    }
    print_message("# %d of 60 were killed in a pause\n", held);
}

/* ---- turns that are taken back ---- */

static const char *position_of(int64_t id)
{
    struct json_object *out;
    works(play_position(db, arena, id, -1, &out, &err));
    return json_object_to_json_string(jget(out, "state"));
}

static void agree_all(int64_t id, int seat)
{
    struct game_row g = game_of(id);
    for (int s = 0; s < g.n_seats; s++)
        if (s != seat && g.accord[ACCORD_TAKE_BACK].asked)
            works(play_back_vote(db, arena, id, g.seat[s].person, VOTE_AGREE, now, &err));
}

/* A game of people in which whoever can takes the turn back, now and then, and plays on. */
static void take_back_in(const char *title, int *asked, int *taken)
{
    int64_t id = table_of_game(title, "day");
    const char *before = position_of(id);
    struct game_row g = game_of(id);
    for (int turn = 0; turn < 400 && g.status == GAME_RUNNING; turn++) {
        int seat = awaited(&g), ply = g.ply;
        now += HOUR;
        play_turn_of(id, seat);
        g = game_of(id);
        if (g.status != GAME_RUNNING)
            break;
        ++*asked;
        if (g.awaits == SEAT_BIT(seat) || !play_back_vote(db, arena, id, g.seat[seat].person, VOTE_ASK, now, &err)) {
            assert_true(g.awaits == SEAT_BIT(seat) || err.code == ERR_STALE);
        } else if (turn % 3 != 2) {
            const char *after = position_of(id);
            agree_all(id, seat);
            g = game_of(id);
            assert_false(g.accord[ACCORD_TAKE_BACK].asked != 0);
            assert_true(g.awaits & SEAT_BIT(seat));
            if (g.seat[seat].awaited_ply == g.ply && ply == atoi(admin("SELECT substr(move, 14)::integer FROM move WHERE game = %lld ORDER BY ply DESC LIMIT 1", (long long)id)))
                assert_string_equal(position_of(id), before);
            assert_string_not_equal(position_of(id), after);
            fails(play_back_vote(db, arena, id, g.seat[seat].person, VOTE_ASK, now, &err), ERR_STALE); /* nothing is left to take back */
            ++*taken;
        }
        before = position_of(id);
        g = game_of(id);
    }
    must_replay(id);
    /* Each position of the history can be shown, from wherever it is made. */
    for (int ply = 0; ply <= g.ply; ply++) {
        struct table t;
        works(play_at(db, arena, id, anna, ply, &t, &err));
    }
    /* What the points are made of sums up to them: what was undone counts for nothing. */
    if (g.status == GAME_OVER && g.rules->words->breakdown) {
        struct table t;
        const struct end *end;
        works(play_table(db, NULL, arena, id, anna, (struct newest){.moves = 1}, &t, &err));
        works(end_of_game(db, NULL, arena, &t, &end, &err));
        assert_int_equal(end->n_moves, g.ply + 1);
        assert_true(end->made.n > 0);
        print_message("# %s: %d moves to the end, in %d turns\n", title, g.ply, end->n_turns);
    }
    assert_string_equal(admin("SELECT count(*) FROM move WHERE game = %lld AND move LIKE 'take-back %%'", (long long)id),
                        admin("SELECT count(*) FROM incident WHERE game = %lld AND kind = 'taken_back'", (long long)id));
}

/* Until the newest turn can be taken back: who has made it, and has asked. */
static int ask_back(int64_t id)
{
    for (int turn = 0; turn < 60; turn++) {
        struct game_row g = game_of(id);
        int seat = awaited(&g);
        play_turn_of(id, seat);
        if (play_back_vote(db, arena, id, g.seat[seat].person, VOTE_ASK, now, &err))
            return seat;
        assert_int_equal(err.code, ERR_STALE);
    }
    fail();
    return NO_SEAT;
}

static void a_move_ends_the_request_and_so_does_who_declines(void **unused)
{
    (void)unused;
    int64_t id = table_of("day");
    int seat = ask_back(id);
    struct game_row g = game_of(id);
    int64_t asker = g.seat[seat].person, other = g.seat[!seat].person;
    assert_true(g.accord[ACCORD_TAKE_BACK].asked && g.accord[ACCORD_TAKE_BACK].seat == seat);
    works(play_back_vote(db, arena, id, other, VOTE_DECLINE, now, &err));
    fails(play_back_vote(db, arena, id, other, VOTE_AGREE, now, &err), ERR_STALE);
    works(play_back_vote(db, arena, id, asker, VOTE_ASK, now, &err));
    fails(play_back_vote(db, arena, id, carla, VOTE_AGREE, now, &err), ERR_FORBIDDEN);
    play_turn_of(id, !seat);
    g = game_of(id);
    assert_false(g.accord[ACCORD_TAKE_BACK].asked != 0);
    fails(play_back_vote(db, arena, id, other, VOTE_AGREE, now, &err), ERR_STALE);
    fails(play_back_vote(db, arena, id, asker, VOTE_ASK, now, &err), ERR_STALE);
    seat = ask_back(id);
    now += 7 * DAY; /* nobody has answered */
    g = game_of(id);
    fails(play_back_vote(db, arena, id, g.seat[!seat].person, VOTE_AGREE, now, &err), ERR_STALE);
}

/* One agrees while the same one moves: the turn is taken back and the move refused, or the move stands and nothing is taken back. */
static void of_a_vote_and_a_move_at_once_one_counts(void **unused)
{
    (void)unused;
    int backs = 0;
    for (int round = 0; round < 12; round++) {
        int64_t id = table_of("day");
        int seat = ask_back(id);
        struct game_row g = game_of(id);
        pid_t child = fork();
        if (!child) {
            struct err ignored;
            struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
            _exit(play_back_vote(own, arena, id, g.seat[!seat].person, VOTE_AGREE, now, &ignored) ? 0 : 1);
        }
        struct db *shared = db;
        db = db_open(getenv("RIDOTTO_DATABASE"));
        usleep((useconds_t)(round * 1500));
        struct table t;
        struct rng rng;
        uint8_t key[RNG_KEY_BYTES] = {0};
        struct move move;
        char text[MOVE_TEXT];
        enum play_outcome outcome;
        int bad, status;
        struct err ignored;
        rng_init(&rng, key, 0);
        if (play_table(db, NULL, arena, id, g.seat[!seat].person, (struct newest){.moves = 1}, &t, &ignored) && t.game.ply == g.ply
            && g.rules->mind->advise(t.state, !seat, &rng, &move) == 0) {
            move_to_text(g.rules->verbs, &move, text);
            const char *step = text;
            play_steps(db, arena, id, asker_of(g.seat[!seat].person), FORM(drawn_at(g.ply), &step, 1), now, &t, &outcome, &bad, &ignored);
        }
        db_close(db);
        db = shared;
        waitpid(child, &status, 0);
        bool back = atoi(admin("SELECT count(*) FROM incident WHERE game = %lld AND kind = 'taken_back'", (long long)id)) > 0;
        assert_int_equal(back, status == 0);
        must_replay(id);
        backs += back;
    }
    print_message("# %d of 12 were taken back\n", backs);
}

static void a_turn_that_showed_nothing_is_taken_back_and_the_game_replays(void **unused)
{
    static const char *const titles[] = {"carrara", "vernissage", "gondoliere", "venedig", "genoa"};
    (void)unused;
    for (int i = 0; i < 5; i++) {
        int asked = 0, taken = 0;
        take_back_in(titles[i], &asked, &taken);
        print_message("# %s: %d of %d turns were taken back\n", titles[i], taken, asked);
        assert_true(i > 0 || taken > 0);
    }
}

/* ---- reminders ---- */

static void a_reminder_is_one_letter_whoever_sees_to_it(void **unused)
{
    (void)unused;
    for (int round = 0; round < 10; round++) {
        int64_t id = table_of("day");
        struct racer racers[4];
        works(store_reminder_put(db, anna, id, now + HOUR, &err));
        works(store_reminder_put(db, bruno, id, now + 2 * HOUR, &err));
        int n;
        works(store_reminders_come(db, now + HOUR - 1, 100, &n, &err));
        assert_int_equal(n, 0);
        for (int i = 0; i < 4; i++)
            racers[i] = (struct racer){.reminders = true, .now = now + 3 * HOUR};
        run_together(racers, 4);
        /* Of both one is asked: a letter; the other is told in the list only. */
        assert_string_equal(admin("SELECT string_agg(status || coalesce(' ' || note, ''), ', ' ORDER BY status) FROM outbox WHERE game = %lld"
                                  " AND kind = 'reminder'", (long long)id), "dropped not_asked, waiting");
        assert_string_equal(admin("SELECT count(*) FROM reminder WHERE game = %lld", (long long)id), "0");
        now += 3 * HOUR;
    }
}

static void no_reminder_is_lost_or_doubled_when_the_clock_is_killed(void **unused)
{
    (void)unused;
    int64_t id = table_of("day");
    struct game_row g = game_of(id);
    int64_t person = g.seat[awaited(&g)].person;
    for (int round = 0; round < 40; round++) {
        works(store_reminder_put(db, person, id, now, &err));
        pid_t child = fork();
        if (!child) {
            struct err ignored;
            int n;
            struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
            store_reminders_come(own, now, 100, &n, &ignored);
            _exit(0);
        }
        usleep((useconds_t)(round * 499 % 16000));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        int n;
        works(store_reminders_come(db, now, 100, &n, &err));
        for (int i = 0; i < 50 && atoll(admin("SELECT count(*) FROM reminder WHERE game = %lld", (long long)id)); i++) {
            usleep(20 * 1000); /* the killed one's statement is still at work */
            works(store_reminders_come(db, now, 100, &n, &err));
        }
        assert_string_equal(admin("SELECT count(*) FROM outbox WHERE game = %lld AND kind = 'reminder'", (long long)id),
                            arena_printf(arena, "%d", round + 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pause_takes_no_time_from_anybody),
        cmocka_unit_test(what_had_counted_before_a_move_in_a_pause_is_taken_from_the_bank),
        cmocka_unit_test(nobody_is_late_in_a_pause),
        cmocka_unit_test(who_changes_the_own_time_in_a_pause_has_the_same_left),
        cmocka_unit_test(an_outage_over_the_end_of_a_pause_costs_nobody_anything),
        cmocka_unit_test(a_vote_is_refused_where_there_is_nothing_to_vote_on),
        cmocka_unit_test(a_seat_that_passes_on_takes_its_vote_along),
        cmocka_unit_test(of_many_workers_one_ends_a_pause_and_one_vote_begins_it),
        cmocka_unit_test(who_is_killed_in_a_vote_leaves_all_of_it_or_nothing),
        cmocka_unit_test(a_move_ends_the_request_and_so_does_who_declines),
        cmocka_unit_test(of_a_vote_and_a_move_at_once_one_counts),
        cmocka_unit_test(a_turn_that_showed_nothing_is_taken_back_and_the_game_replays),
        cmocka_unit_test(a_reminder_is_one_letter_whoever_sees_to_it),
        cmocka_unit_test(no_reminder_is_lost_or_doubled_when_the_clock_is_killed),
    };
    return run_store_tests("together", tests, sizeof(tests) / sizeof(tests[0]), meet);
}
