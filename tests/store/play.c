/* Games through play: by bots, by people with drafts, twice at once; then history, exports and proofs. */
#include "tests/store/lib.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "cgi/base/cache.h"
#include "cgi/base/clock.h"
#include "cgi/play/play.h"
#include "rules/engine/fair.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/genoa/state.h"
#include "rules/parts.h"
#include "tests/lib/players.h"

static const int64_t second = 1000000;
static int64_t clock_us = INT64_C(1780000000) * 1000000;

static int64_t tick(void)
{
    return clock_us += second;
}

static int64_t table_of(const struct rules *rules, int seats, int64_t owner, const char *const *bots)
{
    struct new_game new = {.rules = rules, .owner = owner, .setup = rules_presets(rules, seats), .phrase = "mine"};
    int64_t id = 0;
    for (size_t i = 0; i < sizeof(new.secret); i++)
        new.secret[i] = (uint8_t)(i * 7 + (size_t)seats);
    for (int s = 0; bots && s < seats; s++)
        new.bots[s] = bots[s];
    works(store_game_new(db, &new, &id, &err));
    return id;
}

static void load(int64_t game, int64_t person, struct table *t)
{
    works(play_table(db, NULL, arena, game, person, (struct newest){.moves = 400}, t, &err));
}

/* Has the bots play to the end. */
static void let_bots_play(int64_t game)
{
    bool again = true;
    while (again) {
        struct arena *mine = arena_new();
        works(play_bots(db, mine, game, tick(), NULL, &again, &err));
        arena_free(mine);
    }
}

static void bots_play_every_game_to_its_end(void **unused)
{
    (void)unused;
    static const char *const bots[] = {"advise", "random", "advise", "random", "advise"};
    for (const struct rules *const *r = rules_all(); *r; r++)
        for (int seats = (*r)->min_seats; seats <= (*r)->max_seats; seats++) {
            int64_t id = table_of(*r, seats, anna, bots);
            struct table t;
            int differs;
            char note[256];
            works(play_start(db, arena, id, tick(), &err));
            let_bots_play(id);
            load(id, 0, &t);
            assert_int_equal(t.game.status, GAME_OVER);
            assert_int_equal(t.game.awaits, 0);
            assert_true(t.game.over == t.game.moved && t.game.over > t.game.started);
            bool won = false;
            for (int s = 0; s < seats; s++) {
                won |= t.game.seat[s].rank == 1;
                assert_true(t.game.seat[s].rank >= 1 && t.game.seat[s].awaited_since == 0);
            }
            assert_true(won);
            works(play_replay(db, arena, id, &differs, note, sizeof(note), &err));
            if (differs >= 0)
                fail_msg("%s with %d: ply %d: %s", (*r)->id, seats, differs, note);
            bool again = true;
            works(play_bots(db, arena, id, tick(), NULL, &again, &err));
            assert_false(again);
        }
}

/* Strong bots play as others do, and the same when the game is replayed; once the service is to stop, what one thinks is left at that. */
static void strong_bots_play_and_stop(void **unused)
{
    (void)unused;
    static const char *const strong[SEATS_MAX] = {"strong", "strong", "strong"};
    const struct rules *rules = rules_find("gondoliere");
    int64_t id = table_of(rules, 3, anna, strong);
    atomic_bool stop;
    bool again = false;
    struct table t;
    int differs, before;
    char note[256];
    works(play_start(db, arena, id, tick(), &err));
    load(id, 0, &t);
    before = t.game.ply;
    atomic_init(&stop, true);
    works(play_bots(db, arena, id, tick(), &stop, &again, &err));
    load(id, 0, &t);
    assert_int_equal(t.game.ply, before);
    assert_true(again);
    let_bots_play(id);
    load(id, 0, &t);
    assert_int_equal(t.game.status, GAME_OVER);
    works(play_replay(db, arena, id, &differs, note, sizeof(note), &err));
    assert_int_equal(differs, -1);
}

static const char *mails_of(int64_t game, int ply)
{
    return admin("SELECT coalesce(string_agg(p.name || ' ' || o.kind, ', ' ORDER BY p.name), '') FROM outbox o"
                 " JOIN person p ON p.id = o.person WHERE o.game = %lld AND o.ply = %d", (long long)game, ply);
}

static void a_start_takes_the_right_hour(void **unused)
{
    (void)unused;
    const struct rules *rules = rules_find("carrara");
    int64_t id = table_of(rules, 4, anna, NULL);
    struct game_row g;
    int seat;
    fails(play_start(db, arena, id, tick(), &err), ERR_INPUT);
    works(store_seat_bot(db, id, anna, 1, "advise", &err));
    works(store_seat_bot(db, id, anna, 2, "advise", &err));
    works(store_sit(db, id, bruno, "his", NULL, &seat, &err));
    assert_int_equal(seat, 3);
    works(store_seat_bot(db, id, anna, 1, NULL, &err));
    works(store_seat_bot(db, id, anna, 2, NULL, &err));
    works(play_start(db, arena, id, tick(), &err)); /* the empty seats go away */
    works(store_game(db, arena, id, &g, &err));
    assert_int_equal(g.n_seats, 2);
    assert_int_equal(g.setup.n_seats, 2);
    assert_int_equal(g.seat[1].person, bruno);
    assert_string_equal(g.seat[1].phrase, "his");
    assert_int_equal(g.status, GAME_RUNNING);
    assert_int_equal(g.ply, 0);
    assert_int_equal(g.awaits, SEAT_BIT(0) | (g.awaits & SEAT_BIT(1)));
    for (int s = 0; s < 2; s++)
        assert_int_equal(g.seat[s].awaited_since, g.awaits & SEAT_BIT(s) ? clock_us : 0);
    assert_string_equal(mails_of(id, 0), g.awaits == SEAT_BIT(0) ? "Anna turn, Bruno started" : "Anna started, Bruno turn");
    fails(play_start(db, arena, id, tick(), &err), ERR_STALE);
    fails(store_leave(db, id, bruno, &err), ERR_STALE);
    fails(store_sit(db, id, carla, NULL, NULL, &seat, &err), ERR_STALE);
}

/* ---- what is kept ---- */

static void same_move(const struct move_row *a, const struct move_row *b)
{
    assert_int_equal(a->ply, b->ply);
    assert_int_equal(a->seat, b->seat);
    assert_string_equal(a->move, b->move);
    assert_string_equal(a->cause, b->cause);
    assert_int_equal(a->at, b->at);
    assert_memory_equal(a->points, b->points, sizeof(a->points));
    assert_int_equal(a->revision, b->revision);
    assert_memory_equal(a->hash, b->hash, sizeof(a->hash));
    assert_int_equal(a->person, b->person);
    assert_true(!a->by_order && !b->by_order);
    assert_int_equal(a->n_events, b->n_events);
    assert_memory_equal(a->events, b->events, (size_t)a->n_events * sizeof(*a->events));
}

/* The table as it is found in the cache, nothing of it read, and as it is read. */
static void same_head(struct cache *cache, struct arena *mine, int64_t game)
{
    struct table kept, read;
    uint64_t missed = cache_count(cache).missed;
    works(play_table(db, cache, mine, game, 0, table_newest, &kept, &err));
    assert_int_equal(cache_count(cache).missed, missed);
    works(play_table(db, NULL, mine, game, 0, table_newest, &read, &err));
    assert_memory_equal(kept.head, read.head, read.game.rules->size);
    assert_int_equal(kept.n_moves, read.n_moves);
    for (int i = 0; i < read.n_moves; i++)
        same_move(&kept.moves[i], &read.moves[i]);
}

static void a_turn_makes_the_head_that_would_be_read(void **unused)
{
    enum { TURNS = 60 };
    (void)unused;
    struct cache *cache = cache_new((size_t)8 << 20);
    for (const struct rules *const *r = rules_all(); *r; r++) {
        int64_t id;
        int made = 0;
        struct table t;
        works(players_table(db, *r, "Dora", &id, &err));
        for (int i = 0; i < TURNS; i++) {
            struct arena *mine = arena_new();
            works(play_table(db, cache, mine, id, 0, table_newest, &t, &err));
            works(i % 3 == 0 ? players_order(db, mine, id, &t, &err) : players_step(db, mine, id, i % 2, &t, &err));
            play_made(cache, mine, &t);
            if (t.n_moves > 0) {
                same_head(cache, mine, id);
                made++;
            }
            arena_free(mine);
        }
        assert_true(made > TURNS / 6);
    }
    cache_free(cache);
}

/* ---- people ---- */

static int64_t game_of_two(void)
{
    int64_t id = table_of(rules_find("carrara"), 2, anna, NULL);
    int seat;
    works(store_sit(db, id, bruno, NULL, NULL, &seat, &err));
    works(play_start(db, arena, id, tick(), &err));
    return id;
}

static int64_t awaited(const struct game_row *game)
{
    for (int s = 0; s < game->n_seats; s++)
        if (game->awaits & SEAT_BIT(s))
            return game->seat[s].person;
    return 0;
}

/* One step as a bot would advise it, in words. */
static const char *advice(const struct table *t)
{
    const struct rules *rules = t->game.rules;
    char *text = arena_alloc(arena, MOVE_TEXT);
    uint8_t key[RNG_KEY_BYTES];
    struct rng rng;
    struct move move;
    rng_key_from_seed(key, 1);
    rng_init(&rng, key, (uint64_t)(t->game.ply * 64 + t->draft.n));
    assert_int_equal(rules->mind->advise(t->state, t->seat, &rng, &move), 0);
    move_to_text(rules->verbs, &move, text);
    return text;
}

static enum play_outcome take(int64_t game, int64_t person, struct table *t, const char *step)
{
    enum play_outcome outcome;
    int bad;
    works(play_steps(db, arena, game, asker_of(person), FORM(drawn_at(t->game.ply), &step, 1), tick(), t, &outcome, &bad, &err));
    return outcome;
}

/* The first position at which the awaited person's advised step waits as a draft. */
static int64_t drafting(int64_t game, struct table *t)
{
    struct game_row g;
    for (int i = 0; i < 100; i++) {
        works(store_game(db, arena, game, &g, &err));
        int64_t person = awaited(&g);
        load(game, person, t);
        if (take(game, person, t, advice(t)) == PLAY_DRAFTED)
            return person;
    }
    fail_msg("no step was ever a draft");
    return 0;
}

static void a_draft_is_seen_by_its_player_only(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct table mine, other, nobody;
    int64_t person = drafting(id, &mine);
    load(id, person, &mine);
    load(id, person == anna ? bruno : anna, &other);
    load(id, 0, &nobody);
    const struct member *members = mine.game.rules->members;
    assert_true(mine.draft.n > 0);
    assert_int_equal(mine.draft.ply, mine.game.ply);
    assert_true(mine.draft_log.n > 0);
    assert_false(members_equal(members, mine.head, mine.state));
    assert_int_equal(other.draft.n, 0);
    assert_true(members_equal(members, other.head, other.state));
    assert_int_equal(nobody.draft.n, 0);
    assert_int_equal(nobody.seat, NO_SEAT);
    assert_true(members_equal(members, mine.head, nobody.state));
    assert_string_equal(admin("SELECT count(*) FROM move WHERE game = %lld AND ply > %d", (long long)id, mine.game.ply),
                        "0");
}

static void a_draft_is_taken_back_and_started_over(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct table t;
    int64_t person = drafting(id, &t);
    const struct rules *rules = t.game.rules;
    int one = t.draft.n;
    works(play_draft(db, arena, id, asker_of(person), drawn_at(t.game.ply), DRAFT_BACK, tick(), &t, &err));
    assert_int_equal(t.draft.n, 0); /* with whatever followed it by itself */
    assert_true(members_equal(rules->members, t.head, t.state));
    load(id, person, &t);
    assert_int_equal(t.draft.n, 0);
    fails(play_draft(db, arena, id, asker_of(person), drawn_at(t.game.ply), DRAFT_BACK, tick(), &t, &err), ERR_STALE);
    person = drafting(id, &t);
    assert_true(t.draft.n >= 1 && one >= 1);
    works(play_draft(db, arena, id, asker_of(person), drawn_at(t.game.ply), DRAFT_OVER, tick(), &t, &err));
    load(id, person, &t);
    assert_int_equal(t.draft.n, 0);
    fails(play_draft(db, arena, id, asker_of(person), drawn_at(t.game.ply + 1), DRAFT_OVER, tick(), &t, &err), ERR_STALE);
    fails(play_draft(db, arena, id, asker_of(carla), drawn_at(t.game.ply), DRAFT_OVER, tick(), &t, &err), ERR_FORBIDDEN);
}

/* A fresh game of Genoa: who has the tower, the two others, and a street beside the place where it stands. */
struct street_deal {
    int64_t id, tower, buyer, third;
    int buyer_seat;
    const char *street;
};

static struct street_deal deal_about_a_street(void)
{
    struct street_deal deal = {.id = table_of(rules_find("genoa"), 3, anna, NULL)};
    struct table t;
    int seat;
    works(store_sit(db, deal.id, bruno, NULL, NULL, &seat, &err));
    works(store_sit(db, deal.id, carla, NULL, NULL, &seat, &err));
    works(play_start(db, arena, deal.id, tick(), &err));
    load(deal.id, anna, &t);
    const struct genoa_state *st = t.head;
    const struct genoa_space *here = &genoa_map[genoa_here(st)];
    deal.buyer_seat = (st->tower_seat + 1) % 3;
    deal.tower = t.game.seat[st->tower_seat].person;
    deal.buyer = t.game.seat[deal.buyer_seat].person;
    deal.third = t.game.seat[(st->tower_seat + 2) % 3].person;
    for (int i = 0; i < here->n; i++)
        deal.street = genoa_is_street(here->neighbour[i]) ? genoa_spaces[here->neighbour[i]].id : deal.street;
    assert_non_null(deal.street);
    take(deal.id, deal.buyer, &t, arena_printf(arena, "offer slot=0 right=street place=%s give_money=20", deal.street));
    take(deal.id, deal.buyer, &t, "ready");
    take(deal.id, deal.third, &t, "ready");
    return deal;
}

static void a_draft_outlives_what_others_may_do_at_any_time(void **unused)
{
    (void)unused;
    const struct street_deal deal = deal_about_a_street();
    struct table t, other;
    load(deal.id, deal.tower, &t);
    assert_int_equal(take(deal.id, deal.tower, &t, arena_printf(arena, "accept from=%d slot=0", deal.buyer_seat)), PLAY_DRAFTED);
    load(deal.id, deal.third, &other);
    take(deal.id, deal.third, &other, arena_printf(arena, "offer slot=2 right=street place=%s give_money=5", deal.street));
    load(deal.id, deal.tower, &t);
    assert_int_equal(t.draft.n, 1);
    assert_int_equal(t.draft.ply, t.game.ply);
    assert_false(t.draft.broken);
    assert_true(t.draft_log.n > 0);
    assert_int_equal(((const struct genoa_state *)t.state)->n_path, 2);
    assert_int_equal(((const struct genoa_state *)t.head)->n_offers, 2);
    works(play_draft(db, arena, deal.id, asker_of(deal.tower), drawn_at(t.game.ply), DRAFT_OVER, tick(), &t, &err));
    assert_int_equal(t.draft.n, 0);
    must_replay(deal.id);
}

static void a_step_that_others_have_made_impossible_is_told(void **unused)
{
    (void)unused;
    const struct street_deal deal = deal_about_a_street();
    struct table t, other;
    load(deal.id, deal.tower, &t);
    take(deal.id, deal.tower, &t, arena_printf(arena, "accept from=%d slot=0", deal.buyer_seat));
    load(deal.id, deal.buyer, &other);
    take(deal.id, deal.buyer, &other, "withdraw slot=0");
    load(deal.id, deal.tower, &t);
    assert_int_equal(t.draft.n, 0);
    assert_true(t.draft.broken);
    assert_string_equal(t.draft.step[0], arena_printf(arena, "accept from=%d slot=0", deal.buyer_seat));
    take(deal.id, deal.tower, &t, arena_printf(arena, "move space=%s", deal.street));
    load(deal.id, deal.tower, &t);
    assert_int_equal(t.draft.n, 1);
    assert_false(t.draft.broken);
    /* once his turn is over, the others' next one is not about this draft */
    take(deal.id, deal.tower, &t, "stop");
    load(deal.id, deal.tower, &t);
    assert_int_equal(t.draft.n, 0);
    assert_false(t.draft.broken);
}

static void a_turn_is_handed_in_as_a_whole(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct table t;
    int64_t person = drafting(id, &t);
    int ply = t.game.ply, steps = t.draft.n;
    if (t.game.rules->awaits(t.state) & SEAT_BIT(t.seat))
        fails(play_draft(db, arena, id, asker_of(person), drawn_at(ply), DRAFT_CONFIRM, tick(), &t, &err), ERR_INPUT);
    load(id, person, &t);
    while (take(id, person, &t, advice(&t)) == PLAY_DRAFTED) {
        assert_int_equal(t.game.ply, ply);
        assert_true(t.draft.n > steps);
        steps = t.draft.n;
    }
    assert_true(t.game.ply > ply + steps - 1);
    assert_int_equal(t.draft.n, 0);
    assert_int_equal(t.n_moves, t.game.ply - ply);
    assert_string_equal(t.moves[0].cause, "person");
    load(id, person, &t);
    assert_int_equal(t.draft.n, 0);
    assert_string_equal(admin("SELECT count(DISTINCT at) FROM move WHERE game = %lld AND ply > %d", (long long)id, ply),
                        "1");
}

static void a_form_carries_a_whole_turn(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct table t;
    int64_t person = drafting(id, &t);
    const char *steps[8];
    int n = 0, bad, ply = t.game.ply;
    enum play_outcome outcome;
    /* what was drafted step by step, noted, is taken back and sent in one form */
    for (;;) {
        load(id, person, &t);
        const char *step = advice(&t);
        struct move move;
        struct fault fault;
        assert_true(move_from_text(t.game.rules->verbs, step, &move, &fault));
        if (t.game.rules->verbs[move.verb].confirms || (t.game.rules->traits(t.state, t.seat, &move) & MOVE_FINAL)) {
            n = 0;
            for (int i = 0; i < t.draft.n; i++)
                if (strncmp(t.draft.step[i], "pay", 3))
                    steps[n++] = t.draft.step[i];
            steps[n++] = step;
            break;
        }
        take(id, person, &t, step);
    }
    works(play_draft(db, arena, id, asker_of(person), drawn_at(ply), DRAFT_OVER, tick(), &t, &err));
    struct table before = t;
    const char *const wrong[] = {steps[0], "no such verb"};
    fails(play_steps(db, arena, id, asker_of(person), FORM(drawn_at(ply), wrong, 2), tick(), &t, &outcome, &bad, &err), ERR_INPUT);
    assert_int_equal(bad, 1);
    const char *const twice[] = {steps[0], steps[0], steps[0]};
    fails(play_steps(db, arena, id, asker_of(person), FORM(drawn_at(ply), twice, 3), tick(), &t, &outcome, &bad, &err), ERR_RULE);
    assert_int_equal(bad, 1);
    load(id, person, &t);
    assert_int_equal(t.draft.n, 0); /* all or nothing */
    assert_int_equal(t.game.ply, before.game.ply);
    if (!strncmp(steps[n - 1], "end", 3) || n > 1) {
        works(play_steps(db, arena, id, asker_of(person), FORM(drawn_at(ply), steps, n), tick(), &t, &outcome, &bad, &err));
        assert_int_equal(outcome, PLAY_COMMITTED);
        assert_true(t.game.ply >= ply + n);
        fails(play_steps(db, arena, id, asker_of(person), FORM(drawn_at(ply), steps, n), tick(), &t, &outcome, &bad, &err), ERR_STALE);
    }
}

/* Were it otherwise, "turn the wheel, then take what is not there" would tell what the wheel brings, for nothing. */
static void nothing_follows_what_reveals_in_one_form(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct table t;
    enum play_outcome outcome;
    int bad;
    load(id, anna, &t);
    int64_t person = awaited(&t.game);
    const char *const steps[] = {"turn_wheel", "buy section=1 white=1"};
    fails(play_steps(db, arena, id, asker_of(person), FORM(drawn_at(0), steps, 2), tick(), &t, &outcome, &bad, &err), ERR_INPUT);
    assert_int_equal(bad, 0);
    load(id, person, &t);
    assert_int_equal(t.game.ply, 0);
    assert_int_equal(t.draft.n, 0);
    works(play_steps(db, arena, id, asker_of(person), FORM(drawn_at(0), steps, 1), tick(), &t, &outcome, &bad, &err));
    assert_int_equal(outcome, PLAY_COMMITTED);
    assert_int_equal(t.game.ply, 1);
    assert_true(t.game.awaits & SEAT_BIT(t.seat));
    assert_string_equal(mails_of(id, 1), "");
}

static void what_is_not_allowed_changes_nothing(void **unused)
{
    (void)unused;
    int64_t id = game_of_two(), open = table_of(rules_find("carrara"), 2, anna, NULL);
    struct table t;
    enum play_outcome outcome;
    int bad;
    const char *const end = "end";
    load(id, anna, &t);
    int64_t person = awaited(&t.game), other = person == anna ? bruno : anna;
    fails(play_steps(db, arena, id, asker_of(other), FORM(drawn_at(0), &end, 1), tick(), &t, &outcome, &bad, &err), ERR_RULE);
    assert_int_equal(bad, 0);
    assert_false(play_steps(db, arena, id, asker_of(other), FORM(drawn_at(0), &end, 1), tick(), &t, &outcome, &bad, &err));
    assert_int_equal(err.rule, RULE_NOT_YOUR_TURN);
    fails(play_steps(db, arena, id, asker_of(person), FORM(drawn_at(0), &end, 0), tick(), &t, &outcome, &bad, &err), ERR_INPUT);
    fails(play_steps(db, arena, id, asker_of(carla), FORM(drawn_at(0), &end, 1), tick(), &t, &outcome, &bad, &err), ERR_FORBIDDEN);
    fails(play_steps(db, arena, open, asker_of(anna), FORM(drawn_at(-1), &end, 1), tick(), &t, &outcome, &bad, &err), ERR_STALE);
    fails(play_steps(db, arena, 999999, asker_of(anna), FORM(drawn_at(0), &end, 1), tick(), &t, &outcome, &bad, &err), ERR_GONE);
    assert_string_equal(admin("SELECT count(*) FROM pg_stat_activity WHERE usename = 'ridotto' AND state LIKE 'idle in%%'"), "0");
    load(id, anna, &t);
    assert_int_equal(t.game.ply, 0);
}

/* Two people play to the end, each step a request of its own. */
static void two_people_play_to_the_end(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct table t;
    struct game_row g;
    int requests = 0;
    works(store_game(db, arena, id, &g, &err));
    for (; g.status == GAME_RUNNING; requests++) {
        int64_t person = awaited(&g);
        int was = g.ply;
        load(id, person, &t);
        enum play_outcome outcome = take(id, person, &t, advice(&t));
        assert_int_equal(t.game.ply > was, outcome == PLAY_COMMITTED);
        works(store_game(db, arena, id, &g, &err));
        if (g.status == GAME_RUNNING && awaited(&g) != person)
            assert_string_equal(mails_of(id, g.ply), awaited(&g) == anna ? "Anna turn" : "Bruno turn");
        else if (g.status == GAME_RUNNING && g.ply != was)
            assert_string_equal(mails_of(id, g.ply), "");
        assert_true(requests < 2000);
    }
    assert_string_equal(mails_of(id, g.ply), "Anna over, Bruno over");
    int differs;
    char note[256];
    works(play_replay(db, arena, id, &differs, note, sizeof(note), &err));
    if (differs >= 0)
        fail_msg("ply %d: %s", differs, note);
    const char *const end = "end";
    enum play_outcome outcome;
    int bad;
    fails(play_steps(db, arena, id, asker_of(anna), FORM(drawn_at(g.ply), &end, 1), tick(), &t, &outcome, &bad, &err), ERR_RULE);
}

/* ---- two at once ---- */

struct racer {
    pthread_t thread;
    int64_t game, person;
    struct drawn drawn;
    const char *step;
    bool ok;
    struct err err;
};

static void *race(void *data)
{
    struct racer *r = data;
    struct db *own = db_open(getenv("RIDOTTO_DATABASE"));
    struct arena *mine = arena_new();
    struct table *t = arena_alloc(mine, sizeof(*t));
    enum play_outcome outcome;
    int bad;
    r->ok = play_steps(own, mine, r->game, asker_of(r->person), FORM(r->drawn, &r->step, 1), clock_us, t, &outcome, &bad, &r->err);
    arena_free(mine);
    db_close(own);
    return NULL;
}

static void of_two_that_commit_at_once_one_wins(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    for (int round = 0; round < 20; round++) {
        struct table t;
        struct game_row g;
        works(store_game(db, arena, id, &g, &err));
        int64_t person = awaited(&g);
        load(id, person, &t);
        const char *step = advice(&t);
        struct move move;
        struct fault fault;
        assert_true(move_from_text(t.game.rules->verbs, step, &move, &fault));
        if (!t.game.rules->verbs[move.verb].confirms && !(t.game.rules->traits(t.state, t.seat, &move) & MOVE_FINAL)) {
            take(id, person, &t, step);
            continue;
        }
        struct racer racer[4];
        int won = 0;
        for (int i = 0; i < 4; i++) {
            racer[i] = (struct racer){.game = id, .person = person, .drawn = drawn_at(g.ply), .step = step};
            pthread_create(&racer[i].thread, NULL, race, &racer[i]);
        }
        for (int i = 0; i < 4; i++) {
            pthread_join(racer[i].thread, NULL);
            won += racer[i].ok;
            /* The third and the fourth wait for a moment only, see cgi/store/waiters.h. */
            if (!racer[i].ok && racer[i].err.code != ERR_STALE && racer[i].err.code != ERR_BUSY)
                fail_msg("%s: %s", err_name(racer[i].err.code), racer[i].err.logged);
        }
        assert_int_equal(won, 1);
    }
}

static void the_key_of_a_move_is_the_last_guard(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct game_row g;
    struct draft_row draft;
    works(store_game_open(db, arena, id, anna, &g, &draft, &err));
    struct move_row row = {.ply = 0, .seat = NO_SEAT, .move = "setup", .cause = "person", .at = tick(),
                           .revision = 1};
    const struct commit commit = {.moves = &row, .n_moves = 1};
    assert_false(store_game_close(db, &g, &commit, &err));
    assert_int_equal(err.code, ERR_STALE);
    assert_false(store_game_close(db, &g, &commit, &err)); /* outside of a transaction nothing is written */
    assert_int_equal(err.code, ERR_BUSY);
}

static void a_connection_lost_in_the_middle_loses_nothing(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct game_row g;
    struct draft_row draft;
    struct table t;
    works(store_game_open(db, arena, id, anna, &g, &draft, &err));
    admin("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'ridotto'");
    struct move_row row = {.ply = 1, .seat = 0, .move = "end", .cause = "person", .at = tick(),
                           .revision = 1};
    const struct commit commit = {.moves = &row, .n_moves = 1};
    assert_false(store_game_close(db, &g, &commit, &err));
    assert_int_equal(err.code, ERR_BUSY);
    load(id, anna, &t); /* and the connection is made anew */
    assert_int_equal(t.game.ply, 0);
    assert_string_equal(admin("SELECT count(*) FROM move WHERE game = %lld", (long long)id), "1");
}

/* Plays @game on until a step goes into the log; that step. */
static const char *next_commit(int64_t id, int64_t *person, int *ply)
{
    for (;;) {
        struct table t;
        struct game_row g;
        struct move move;
        struct fault fault;
        works(store_game(db, arena, id, &g, &err));
        *person = awaited(&g);
        *ply = g.ply;
        load(id, *person, &t);
        const char *step = advice(&t);
        assert_true(move_from_text(t.game.rules->verbs, step, &move, &fault));
        if (t.game.rules->verbs[move.verb].confirms || (t.game.rules->traits(t.state, t.seat, &move) & MOVE_FINAL))
            return step;
        take(id, *person, &t, step);
    }
}

/* An open page notes that its reader is there, in the row of the seat that the commit writes. */
static void a_seat_that_is_written_elsewhere_is_waited_for(void **unused)
{
    (void)unused;
    int64_t id = game_of_two(), person;
    int ply;
    const char *step = next_commit(id, &person, &ply);
    PGconn *conn = PQconnectdb(getenv("postgres_admin"));
    PQclear(PQexec(conn, "BEGIN"));
    PQclear(PQexec(conn, arena_printf(arena, "UPDATE seat SET seen = '2026-01-01' WHERE game = %lld", (long long)id)));
    struct racer racer = {.game = id, .person = person, .drawn = drawn_at(ply), .step = step};
    pthread_create(&racer.thread, NULL, race, &racer);
    while (strcmp(admin("SELECT count(*) FROM pg_stat_activity WHERE usename = 'ridotto' AND wait_event_type = 'Lock'"), "1"))
        usleep(10 * 1000);
    PQclear(PQexec(conn, "COMMIT"));
    PQfinish(conn);
    pthread_join(racer.thread, NULL);
    assert_true(racer.ok);
    assert_string_equal(admin("SELECT string_agg(concat_ws(' ', (awaits >> s.seat & 1 = 1) = (awaited_since IS NOT NULL), seen::date), ', ')"
                              " FROM game g JOIN seat s ON s.game = g.id WHERE g.id = %lld", (long long)id), "t 2026-01-01, t 2026-01-01");
    must_replay(id);
}

/* Whoever holds the game, a stranger is told at once, and waits for nothing. */
static void who_has_no_seat_locks_nothing(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct table t;
    enum play_outcome outcome;
    int bad;
    static const char *const steps[] = {"end"};
    PGconn *conn = PQconnectdb(getenv("postgres_admin"));
    PQclear(PQexec(conn, "BEGIN"));
    PGresult *held = PQexec(conn, arena_printf(arena, "SELECT id FROM game WHERE id = %lld FOR UPDATE", (long long)id));
    assert_int_equal(PQntuples(held), 1);
    PQclear(held);
    int64_t began = clock_ticks();
    fails(play_steps(db, arena, id, asker_of(carla), FORM(drawn_at(0), steps, 1), tick(), &t, &outcome, &bad, &err), ERR_FORBIDDEN);
    fails(play_vote(db, arena, id, carla, VOTE_ASK, tick(), &err), ERR_FORBIDDEN);
    assert_true(clock_ticks() - began < 2000);
    /* who plays there does wait, in vain */
    fails(play_steps(db, arena, id, asker_of(anna), FORM(drawn_at(0), steps, 1), tick(), &t, &outcome, &bad, &err), ERR_BUSY);
    PQclear(PQexec(conn, "ROLLBACK"));
    PQfinish(conn);
    fails(play_steps(db, arena, 999999, asker_of(carla), FORM(drawn_at(0), steps, 1), tick(), &t, &outcome, &bad, &err), ERR_GONE);
}

/* A session that has ended, or is somebody else's, opens no seat. */
static void a_session_is_proven_before_the_lock(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct game_row g;
    struct table t;
    enum play_outcome outcome;
    int bad;
    works(store_game(db, arena, id, &g, &err));
    int64_t person = awaited(&g), other = person == anna ? bruno : anna;
    uint8_t session[TOKEN_HASH_BYTES] = {1, 2, 3}, foreign[TOKEN_HASH_BYTES] = {4, 5, 6};
    works(store_session_new(db, person, session, 60, (struct device){NULL, NULL}, &err));
    works(store_session_new(db, other, foreign, 60, (struct device){NULL, NULL}, &err));
    load(id, person, &t);
    const char *step = advice(&t);
    fails(play_steps(db, arena, id, (struct asker){person, foreign}, FORM(drawn_at(g.ply), &step, 1), tick(), &t, &outcome, &bad, &err), ERR_FORBIDDEN);
    works(play_steps(db, arena, id, (struct asker){person, session}, FORM(drawn_at(g.ply), &step, 1), tick(), &t, &outcome, &bad, &err));
    admin("WITH done AS (UPDATE session SET expires = now() - interval '1 second' WHERE person = %lld RETURNING 1) SELECT count(*)::text FROM done",
          (long long)person);
    fails(play_draft(db, arena, id, (struct asker){person, session}, drawn_at(t.game.ply), DRAFT_OVER, tick(), &t, &err), ERR_FORBIDDEN);
}

/* What a request has waited for, it sees: here the same form, sent twice. */
static void a_form_that_waited_sees_the_draft_of_the_first(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct game_row g;
    works(store_game(db, arena, id, &g, &err));
    int64_t person = awaited(&g);
    PGconn *conn = PQconnectdb(getenv("postgres_admin"));
    PQclear(PQexec(conn, "BEGIN"));
    PQclear(PQexec(conn, arena_printf(arena, "SELECT id FROM game WHERE id = %lld FOR UPDATE", (long long)id)));
    struct racer racer = {.game = id, .person = person, .drawn = {g.ply, 0}, .step = "end"};
    pthread_create(&racer.thread, NULL, race, &racer);
    while (strcmp(admin("SELECT count(*) FROM pg_stat_activity WHERE usename = 'ridotto' AND wait_event_type = 'Lock'"), "1"))
        usleep(10 * 1000);
    struct table t;
    load(id, person, &t);
    PQclear(PQexec(conn, arena_printf(arena, "INSERT INTO draft (game, person, ply, steps) VALUES (%lld, %lld, %d, '[\"%s\"]')", (long long)id,
                                      (long long)person, g.ply, advice(&t))));
    PQclear(PQexec(conn, "COMMIT"));
    PQfinish(conn);
    pthread_join(racer.thread, NULL);
    assert_false(racer.ok);
    assert_int_equal(racer.err.code, ERR_STALE);
    assert_non_null(strstr(racer.err.logged, "made for ply 0 and draft 0, now 0 and 1"));
}

/* ---- looking back ---- */

static int64_t finished(int64_t person)
{
    return strtoll(admin("SELECT max(id) FROM game g WHERE status = 'over' AND EXISTS (SELECT FROM seat WHERE game = g.id AND"
                         " (person = %lld OR %lld = 0))", (long long)person, (long long)person), NULL, 10);
}

static void history_is_the_same_from_every_snapshot(void **unused)
{
    (void)unused;
    int64_t id = finished(anna);
    struct table t, u;
    struct game_row g;
    const void *state;
    works(store_game(db, arena, id, &g, &err));
    assert_string_not_equal(admin("SELECT count(*) FROM snapshot WHERE game = %lld", (long long)id), "0");
    void *states = arena_array(arena, (size_t)g.ply + 1, g.rules->size);
    for (int ply = 0; ply <= g.ply; ply++) {
        works(play_at(db, arena, id, anna, ply, &t, &err));
        assert_int_equal(t.n_moves, g.ply + 1);
        works(play_state_at(db, arena, &g, ply, &state, &err));
        assert_true(members_equal(g.rules->members, t.head, state));
        memcpy((char *)states + (size_t)ply * g.rules->size, t.head, g.rules->size);
    }
    load(id, anna, &u);
    assert_true(members_equal(g.rules->members, t.head, u.head));
    admin("CREATE TABLE hidden AS SELECT * FROM snapshot WHERE game = %lld; DELETE FROM snapshot WHERE game = %lld",
          (long long)id, (long long)id);
    for (int ply = 0; ply <= g.ply; ply++) {
        works(play_at(db, arena, id, anna, ply, &t, &err));
        assert_true(members_equal(g.rules->members, t.head, (char *)states + (size_t)ply * g.rules->size));
        works(play_state_at(db, arena, &g, ply, &state, &err));
        assert_true(members_equal(g.rules->members, t.head, state));
    }
    admin("INSERT INTO snapshot SELECT * FROM hidden; DROP TABLE hidden");
    fails(play_at(db, arena, id, anna, g.ply + 1, &t, &err), ERR_GONE);
    fails(play_at(db, arena, id, anna, -1, &t, &err), ERR_GONE);
}

static void a_running_game_tells_no_secret(void **unused)
{
    (void)unused;
    int64_t id = game_of_two();
    struct table t;
    struct json_object *out;
    drafting(id, &t);
    works(play_export(db, arena, id, anna, &out, &err));
    const char *text = json_object_to_json_string(out);
    assert_null(strstr(text, "secret"));
    assert_null(strstr(text, "\"hash\""));
    assert_null(strstr(text, "phrase"));
    char hex[65];
    for (int i = 0; i < 32; i++)
        snprintf(hex + 2 * i, 3, "%02x", t.game.secret[i]);
    assert_null(strstr(text, hex));
    assert_non_null(jget_str(out, "commitment"));
    struct json_object *open;
    works(play_export(db, arena, table_of(rules_find("carrara"), 2, anna, NULL), anna, &open, &err));
    assert_string_equal(jget_str(open, "status"), "open");
}

static bool proven(struct json_object *export)
{
    struct verified v;
    return play_verify(export, &v);
}

static void an_export_is_proven_and_any_change_is_found(void **unused)
{
    (void)unused;
    struct json_object *out;
    works(play_export(db, arena, finished(anna), anna, &out, &err));
    const char *pretty = json_object_to_json_string_ext(out, JSON_C_TO_STRING_PRETTY);
    struct json_object *again = jparse(pretty, strlen(pretty));
    struct verified v;
    if (!play_verify(again, &v))
        fail_msg("ply %d: %s", v.differs, v.note);
    json_object_put(again);
    /* every byte within a value, one at a time, over the whole file */
    char *text = arena_strdup(arena, json_object_to_json_string_ext(out, JSON_C_TO_STRING_PLAIN));
    size_t n = strlen(text), tried = 0;
    for (size_t i = 0; i < n; i += n / 400 + 1) {
        char was = text[i];
        text[i] = was == '1' ? '2' : was >= '0' && was <= '9' ? '1' : was == 'a' ? 'b' : 'a';
        struct json_object *changed = jparse(text, n);
        if (changed && proven(changed))
            fail_msg("byte %zu: %c for %c passes: %.60s", i, text[i], was, text + (i > 30 ? i - 30 : 0));
        tried += changed != NULL;
        json_object_put(changed);
        text[i] = was;
    }
    assert_true(tried > 100);
    /* with the digest made to fit, the chain still tells */
    struct json_object *moves = jget(out, "moves"), *move = json_object_array_get_idx(moves, 3);
    jset(move, "seat", jint(1 - jget_int(move, "seat")));
    assert_false(play_verify(out, &v));
    assert_int_equal(v.differs, 3);
}

static int file_for_replay(const char *name, struct json_object *export)
{
    const char *path = arena_printf(arena, "%s/%s", getenv("postgres_dir"), name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(json_object_to_json_string_ext(export, JSON_C_TO_STRING_PRETTY), file);
    assert_int_equal(fclose(file), 0);
    int status = system(arena_printf(arena, "%s replay %s >/dev/null", getenv("RIDOTTO"), path));
    return status < 0 ? status : status >> 8;
}

static void the_command_proves_a_file(void **unused)
{
    (void)unused;
    struct json_object *out;
    works(play_export(db, arena, finished(0), 0, &out, &err));
    assert_int_equal(file_for_replay("whole.json", out), 0);
    char *secret = arena_strdup(arena, jget_str(out, "secret"));
    secret[0] = secret[0] == '0' ? '1' : '0';
    jset(out, "secret", jstr(secret));
    assert_int_equal(file_for_replay("spoilt.json", out), 1);
}

/* ---- from before states and events were packed ---- */

static const char *json_position(int64_t game, int ply)
{
    struct json_object *out;
    works(play_position(db, arena, game, ply, &out, &err));
    return json_object_to_json_string_ext(jget(out, "state"), JSON_C_TO_STRING_PLAIN);
}

/* All that is stored of @game as it was written then; jsonb has its own order and spaces. */
static void store_as_json(int64_t game)
{
    struct game_row g;
    struct move_row *moves;
    struct incidents incidents;
    struct stored snapshot;
    struct snapshot_row *snapshots;
    int n, at;
    works(store_history(db, arena, game, 0, &g, &moves, &n, &incidents, &at, &snapshot, &err));
    for (int i = 0; i < n; i++) {
        struct json_object *events = arena_json(arena, jarr());
        for (int e = 0; e < moves[i].n_events; e++)
            jadd(events, event_to_json(g.rules, &moves[i].events[e], EVERY_SEAT));
        admin("UPDATE move SET events = convert_to('%s'::jsonb::text, 'UTF8') WHERE game = %lld AND ply = %d",
              json_object_to_json_string(events), (long long)game, i);
    }
    works(store_snapshots(db, arena, game, &snapshots, &n, &err));
    for (int i = 0; i < n; i++)
        admin("UPDATE snapshot SET state = convert_to('%s'::jsonb::text, 'UTF8') WHERE game = %lld AND ply = %d",
              json_position(game, snapshots[i].ply), (long long)game, snapshots[i].ply);
    admin("UPDATE game SET state = convert_to('%s'::jsonb::text, 'UTF8') WHERE id = %lld", json_position(game, -1), (long long)game);
}

static const char *fingerprint(int64_t game)
{
    return admin("SELECT md5(g.state || (SELECT string_agg(events, '' ORDER BY ply) FROM move WHERE game = g.id)"
                 " || coalesce((SELECT string_agg(state, '' ORDER BY ply) FROM snapshot WHERE game = g.id), '')) FROM game g WHERE id = %lld",
                 (long long)game);
}

static const char *still_json(void)
{
    return admin("SELECT concat_ws(' ', (SELECT count(*) FROM move WHERE get_byte(events, 0) = 91),"
                 " (SELECT count(*) FROM snapshot WHERE get_byte(state, 0) = 123), (SELECT count(*) FROM game WHERE get_byte(state, 0) = 123))");
}

static void json_of_before_is_read_and_packed(void **unused)
{
    (void)unused;
    const char *folder = arena_printf(arena, "%s/sql", getenv("RIDOTTO_TOP")), *owner = getenv("RIDOTTO_OWNER_DATABASE");
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        int64_t id = strtoll(admin("SELECT max(id) FROM game WHERE status = 'over' AND rules = '%s'", (*rules)->id), NULL, 10);
        const char *was = fingerprint(id);
        assert_true(id > 0);
        store_as_json(id);
        assert_string_not_equal(still_json(), "0 0 0");
        must_replay(id);
        works(store_migrate(owner, folder, &err));
        assert_string_equal(still_json(), "0 0 0");
        assert_string_equal(fingerprint(id), was);
        must_replay(id);
    }
}

/* The others are packed all the same, and the next time is no other. */
static void json_that_cannot_be_read_stays(void **unused)
{
    (void)unused;
    const char *folder = arena_printf(arena, "%s/sql", getenv("RIDOTTO_TOP")), *owner = getenv("RIDOTTO_OWNER_DATABASE");
    long long id = (long long)finished(0);
    admin("CREATE TABLE aside AS SELECT game, ply, events FROM move WHERE game = %lld", id);
    store_as_json(id);
    admin("UPDATE move SET events = '[{\"event\": \"nothing\"}]' WHERE game = %lld AND ply = 3", id);
    for (int i = 0; i < 2; i++) {
        works(store_migrate(owner, folder, &err));
        assert_string_equal(still_json(), "1 0 0");
        assert_string_equal(admin("SELECT ply FROM move WHERE get_byte(events, 0) = 91"), "3");
    }
    admin("UPDATE move m SET events = a.events FROM aside a WHERE a.game = m.game AND a.ply = m.ply; DROP TABLE aside");
    must_replay(id);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_play_every_game_to_its_end),
        cmocka_unit_test(strong_bots_play_and_stop),
        cmocka_unit_test(a_start_takes_the_right_hour),
        cmocka_unit_test(a_draft_is_seen_by_its_player_only),
        cmocka_unit_test(a_draft_is_taken_back_and_started_over),
        cmocka_unit_test(a_draft_outlives_what_others_may_do_at_any_time),
        cmocka_unit_test(a_step_that_others_have_made_impossible_is_told),
        cmocka_unit_test(a_turn_is_handed_in_as_a_whole),
        cmocka_unit_test(a_form_carries_a_whole_turn),
        cmocka_unit_test(nothing_follows_what_reveals_in_one_form),
        cmocka_unit_test(what_is_not_allowed_changes_nothing),
        cmocka_unit_test(two_people_play_to_the_end),
        cmocka_unit_test(of_two_that_commit_at_once_one_wins),
        cmocka_unit_test(the_key_of_a_move_is_the_last_guard),
        cmocka_unit_test(a_connection_lost_in_the_middle_loses_nothing),
        cmocka_unit_test(a_seat_that_is_written_elsewhere_is_waited_for),
        cmocka_unit_test(who_has_no_seat_locks_nothing),
        cmocka_unit_test(a_session_is_proven_before_the_lock),
        cmocka_unit_test(a_turn_makes_the_head_that_would_be_read),
        cmocka_unit_test(a_form_that_waited_sees_the_draft_of_the_first),
        cmocka_unit_test(history_is_the_same_from_every_snapshot),
        cmocka_unit_test(a_running_game_tells_no_secret),
        cmocka_unit_test(an_export_is_proven_and_any_change_is_found),
        cmocka_unit_test(the_command_proves_a_file),
        cmocka_unit_test(json_of_before_is_read_and_packed),
        cmocka_unit_test(json_that_cannot_be_read_stays),
    };
    return run_store_tests("play", tests, sizeof(tests) / sizeof(tests[0]), meet);
}
