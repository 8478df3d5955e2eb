/* Which decisions can be played from a letter: bots play each game, and every question is looked at. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cgi/play/few.h"
#include "rules/engine/bots.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/parts.h"

enum { GAMES = 6, MOST_STEPS = 3000, KINDS = 24 };

/* One question of a game, and how it was offered. */
struct kind {
    const char *asks;
    int asked, offered, most, told, open; /* told: so that nobody learns what is hidden; open: is the question itself */
};

struct course {
    struct arena *arena, *spare;
    const struct rules *rules;
    void *state;
    struct rng choice, chance;
    struct kind kind[KINDS];
    int n_kinds;
};

static struct kind *kind_of(struct course *c, const char *asks)
{
    for (int i = 0; i < c->n_kinds; i++)
        if (c->kind[i].asks == asks)
            return &c->kind[i];
    assert_true(c->n_kinds < KINDS);
    c->kind[c->n_kinds] = (struct kind){.asks = asks};
    return &c->kind[c->n_kinds++];
}

static void look(struct course *c, int seat)
{
    struct few few;
    struct kind *kind = kind_of(c, c->rules->words->asks(c->state, seat).imperative);
    few_options(c->spare, c->rules, c->state, seat, &few);
    assert_true(few.n <= FEW_MOST);
    for (int i = 0; i < few.n; i++) {
        const struct few_option *one = &few.option[i];
        assert_int_equal(c->rules->check(c->state, seat, &one->move, NULL), RULE_OK);
        assert_false(c->rules->verbs[one->move.verb].unsolicited);
        assert_int_equal(one->filled_in, c->rules->verbs[one->move.verb].form);
    }
    kind->asked++;
    kind->offered += few.n > 0;
    kind->told += few.n > 0 && few_is_public(c->spare, c->rules, c->state, seat, &few);
    kind->open += few_asked_is_public(c->spare, c->rules, c->state, seat);
    kind->most = few.n > kind->most ? few.n : kind->most;
}

/* One step of who is awaited first, after all who are asked were looked at; false: it is over. */
static bool step(struct course *c)
{
    const seatmask awaits = c->rules->awaits(c->state);
    struct move move;
    struct log log = {.n = 0};
    int first = NO_SEAT;
    for (int seat = SEATS_MAX - 1; seat >= 0; seat--)
        if (awaits & SEAT_BIT(seat)) {
            look(c, seat);
            first = seat;
        }
    if (first == NO_SEAT)
        return false;
    assert_true(bot_choose(c->rules, c->state, first, rng_below(&c->choice, 3) ? BOT_ADVISE : BOT_RANDOM, &c->choice, NULL, &move));
    c->rules->apply(c->state, first, &move, &c->chance, &log);
    return true;
}

static void play(struct course *c, int seed)
{
    uint8_t key[RNG_KEY_BYTES];
    struct log log = {.n = 0};
    const int n = c->rules->max_seats - seed % (c->rules->max_seats - c->rules->min_seats + 1);
    const struct setup setup = rules_presets(c->rules, n);
    rng_key_from_seed(key, (uint64_t)seed);
    rng_init(&c->choice, key, 0);
    rng_init(&c->chance, key, 1);
    c->rules->setup(c->state, &setup, &c->chance, &log);
    for (int i = 0; i < MOST_STEPS; i++) {
        c->spare = arena_new();
        bool goes_on = step(c);
        arena_free(c->spare);
        if (!goes_on)
            break;
    }
}

static void course(const char *id, struct course *c)
{
    *c = (struct course){.arena = arena_new(), .rules = rules_find(id)};
    c->state = arena_alloc(c->arena, c->rules->size);
    for (int seed = 1; seed <= GAMES; seed++)
        play(c, seed);
}

static void end(struct course *c)
{
    arena_free(c->arena);
}

/* The most that a question of the game was offered with; and was it offered each time? 0: it was not asked. */
static int offered(const struct course *c, const char *asks, bool always)
{
    for (int i = 0; i < c->n_kinds; i++)
        if (c->kind[i].asks && !strcmp(c->kind[i].asks, asks)) {
            assert_true(!always || c->kind[i].offered == c->kind[i].asked);
            return c->kind[i].most;
        }
    return 0;
}

static void what_others_are_asked_is_always_few_in_vernissage(void **unused)
{
    (void)unused;
    struct course c;
    course("vernissage", &c);
    assert_int_equal(offered(&c, "object to the counter, or let it pass", true), 2);
    assert_int_equal(offered(&c, "agree to the offer, or refuse it", true), 2);
    assert_int_equal(offered(&c, "let the counter pass, or have a power play", true), 2);
    assert_true(offered(&c, "play suitcases for the power play", false) > 1);
    assert_true(offered(&c, "play more suitcases, or none: yours is the last word", false) > 0);
    assert_true(offered(&c, "show paintings for money, or keep them hidden", false) > 1);
    assert_true(offered(&c, "settle on a value, or insist on the counter", false) > 1);
    assert_true(offered(&c, "buy a card", false) > 1);
    end(&c);
}

/* How often it was offered, and how often without a word about what is hidden. */
static const struct kind *found(const struct course *c, const char *asks)
{
    for (int i = 0; i < c->n_kinds; i++)
        if (c->kind[i].asks && !strcmp(c->kind[i].asks, asks))
            return &c->kind[i];
    fail_msg("nobody was asked: %s", asks);
    return NULL;
}

static void options_that_hang_on_cards_in_hand_are_not_public(void **unused)
{
    static const char *const open[] = {"object to the counter, or let it pass", "agree to the offer, or refuse it",
                                       "let the counter pass, or have a power play", "settle on a value, or insist on the counter", NULL};
    static const char *const hidden[] = {"take one of these cards, or none", "use cards, or confirm your turn", "play suitcases for the power play", NULL};
    (void)unused;
    struct course c;
    course("vernissage", &c);
    for (const char *const *asks = open; *asks; asks++) {
        assert_int_equal(found(&c, *asks)->told, found(&c, *asks)->offered);
        assert_int_equal(found(&c, *asks)->open, found(&c, *asks)->asked);
    }
    for (const char *const *asks = hidden; *asks; asks++) {
        assert_true(found(&c, *asks)->offered > 0);
        assert_int_equal(found(&c, *asks)->told, 0);
    }
    assert_int_equal(found(&c, "buy a card")->open, found(&c, "buy a card")->asked);
    assert_true(found(&c, "use a critic card, or confirm your turn")->open < found(&c, "use a critic card, or confirm your turn")->asked / 8);
    end(&c);
    course("venedig", &c);
    assert_true(found(&c, "take one card, or put one down for three")->offered > 0);
    assert_int_equal(found(&c, "take one card, or put one down for three")->told, 0);
    end(&c);
    course("genoa", &c);
    const struct kind *answer = found(&c, "answer the counter-offer"), *action = found(&c, "carry out your action");
    assert_true(answer->told > answer->offered / 2 && answer->told < answer->offered);
    assert_true(action->told > 0 && action->told < action->offered);
    end(&c);
}

static void offers_and_answers_are_few_in_genoa(void **unused)
{
    (void)unused;
    struct course c;
    course("genoa", &c);
    assert_int_equal(offered(&c, "make your offers for this turn, then say that you are ready", true), 1);
    assert_int_equal(offered(&c, "make new offers, or say that you are ready", true), 1);
    assert_true(offered(&c, "answer the counter-offer", false) > 1);
    assert_true(offered(&c, "move the tower: act, sell, move or stop", false) > 1);
    end(&c);
}

static void gold_is_few_in_venedig(void **unused)
{
    (void)unused;
    struct course c;
    course("venedig", &c);
    assert_true(offered(&c, "spend gold before the next gondola moves, or go on", false) > 1);
    assert_true(offered(&c, "choose the site of the building", false) > 1);
    assert_true(offered(&c, "take one card", false) > 1);
    assert_true(offered(&c, "drain one more, or stop", false) > 1);
    end(&c);
}

static void of_each_game_every_option_is_legal(void **unused)
{
    (void)unused;
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        struct course c;
        course((*rules)->id, &c);
        assert_true(c.n_kinds > 0);
        end(&c);
    }
}

/* Who is not asked, or has too much to choose from, is offered nothing. */
static void who_is_not_asked_is_offered_nothing(void **unused)
{
    (void)unused;
    struct course c = {.arena = arena_new(), .rules = rules_find("venedig")};
    c.state = arena_alloc(c.arena, c.rules->size);
    play(&c, 1); /* to its end */
    for (int seat = 0; seat < c.rules->max_seats; seat++) {
        struct few few = {.n = 1};
        few_options(c.arena, c.rules, c.state, seat, &few);
        assert_int_equal(few.n, 0);
    }
    end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_each_game_every_option_is_legal),
        cmocka_unit_test(what_others_are_asked_is_always_few_in_vernissage),
        cmocka_unit_test(options_that_hang_on_cards_in_hand_are_not_public),
        cmocka_unit_test(offers_and_answers_are_few_in_genoa),
        cmocka_unit_test(gold_is_few_in_venedig),
        cmocka_unit_test(who_is_not_asked_is_offered_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
