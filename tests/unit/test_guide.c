/* Each guided first game, by its rules from the deal to its last line; and what its parts mean. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/carrara/state.h"
#include "rules/engine/fair.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/engine/verbs.h"
#include "rules/guide.h"

/* A guided game, as play deals it and goes on. */
struct game {
    const struct rules *rules;
    const struct guide *guide;
    uint8_t key[RNG_KEY_BYTES];
    int ply;
    void *state;
    struct log log;
    struct move_room room;
};

static void deal(struct game *game, const struct rules *rules)
{
    static const char *const phrases[SEATS_MAX];
    uint8_t secret[FAIR_SECRET_BYTES];
    const struct setup setup = rules_presets(rules, rules->guide->n_seats);
    struct rng rng;
    *game = (struct game){.rules = rules, .guide = rules->guide, .state = calloc(1, rules->size)};
    assert_non_null(game->state);
    guide_secret(rules->guide, secret);
    fair_key(secret, phrases, setup.n_seats, game->key);
    rng_init(&rng, game->key, 0);
    rules->setup(game->state, &setup, &rng, &game->log);
}

static void step(struct game *game, int seat, const struct move *move)
{
    struct rng rng;
    rng_init(&rng, game->key, (uint64_t)++game->ply);
    game->log.n = 0;
    game->rules->apply(game->state, seat, move, &rng, &game->log);
}

/* Is there nothing else to do than this step, so that it follows by itself? */
static bool follows_by_itself(struct game *game, const struct guide_line *line)
{
    struct move_list *list = move_list_in(&game->room);
    struct move move;
    assert_true(guide_move(game->rules, line, &move));
    return game->rules->moves(game->state, line->seat, list) == 1 && !list->partial && game->rules->verbs[move.verb].automatic;
}

static int sentences(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += strchr(".!?", *text) && (text[1] == ' ' || !text[1]);
    return n;
}

static void says_little(const char *text)
{
    if (sentences(text) < 1 || sentences(text) > 3 || strlen(text) > 190)
        fail_msg("too much at once: %s", text);
}

/* Whoever is spoken of has a name: {other}, and where three sit {third}. */
static void names_everybody(const struct guide *guide, const char *text)
{
    static const char *const vague[] = {"They ", "Somebody ", "third player", "Someone "};
    for (size_t i = 0; i < sizeof(vague) / sizeof(vague[0]); i++)
        if (strstr(text, vague[i]))
            fail_msg("who? %s", text);
    if (guide->n_seats < 3 && strstr(text, "{third}"))
        fail_msg("there is no third: %s", text);
}

static void play_on(struct game *game)
{
    while (guide_line(game->guide, game->ply)) {
        const struct guide_line *line = guide_line(game->guide, game->ply);
        struct move move;
        if (!guide_stands(game->rules, game->state, line, move_list_in(&game->room)))
            fail_msg("%s: line %d cannot be done: %d %s (%s)", game->rules->id, game->ply, line->seat, line->move, line->holds ? line->holds : "");
        if (!guide_move(game->rules, line, &move))
            move_copy(&move, move_at(&game->room.list, 0)); /* of a pattern what the rules list first; guide_stands() has listed it */
        if (line->seat == game->guide->learner) {
            /* A bot that is asked at the same time would answer of itself: its line comes first. */
            if (game->rules->awaits(game->state) != SEAT_BIT(line->seat))
                fail_msg("%s: at line %d others are asked, too", game->rules->id, game->ply);
            if (!line->says && !follows_by_itself(game, line))
                fail_msg("%s: line %d says nothing: %s", game->rules->id, game->ply, line->move);
            if (line->says)
                says_little(line->says), names_everybody(game->guide, line->says);
        }
        step(game, line->seat, &move);
    }
}

static void each_guide_is_played_to_its_end(void **unused)
{
    (void)unused;
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        struct game game;
        const struct guide *guide = (*rules)->guide;
        assert_non_null(guide);
        assert_int_equal(guide->rules_revision, (*rules)->revision);
        assert_int_equal(guide->n_seats, (*rules)->min_seats);
        assert_int_equal(guide->learner, 0);
        deal(&game, *rules);
        play_on(&game);
        assert_in_range(guide->turns, 6, 10);
        assert_in_range(guide_step(guide, guide_lines(guide)), 8, 40);
        /* From here on it is a usual game, in which the learner is asked. */
        assert_true((*rules)->awaits(game.state) & SEAT_BIT(guide->learner));
        says_little(guide->ends);
        free(game.state);
    }
}

static void what_a_line_asks(void **unused)
{
    (void)unused;
    const struct guide_line exact = {.move = "buy section=1 yellow=1 red=1"}, some = {.move = "buy section=1 *"}, any = {.move = "*"};
    struct move move, other;
    struct fault fault;
    assert_true(move_from_text(carrara_rules.verbs, "buy section=1 red=1 yellow=1", &move, &fault));
    assert_true(move_from_text(carrara_rules.verbs, "buy section=2 red=1", &other, &fault));
    assert_true(guide_fits(&carrara_rules, &exact, &move));
    assert_false(guide_fits(&carrara_rules, &exact, &other));
    assert_true(guide_fits(&carrara_rules, &some, &move));
    assert_false(guide_fits(&carrara_rules, &some, &other));
    assert_true(guide_fits(&carrara_rules, &any, &other));
    assert_false(guide_move(&carrara_rules, &some, &other));
}

static void what_must_hold(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {"players[0].coins=19", "phase=pay", "players[2].coins=20", "players[0]=20", "coins=20", "turn", "turn=",
                                        "players[x].coins=20", "wheel[0]=1", "wheel[6][0]=1", "turn=0 phase=buy", "phase=8"};
    struct game game;
    deal(&game, &carrara_rules);
    assert_true(guide_holds(game.rules, game.state, NULL));
    assert_true(guide_holds(game.rules, game.state, "players[0].coins=20 phase=action turn=0 wheel[0][5]=1 market[0]=3 declared=-1"));
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        if (guide_holds(game.rules, game.state, wrong[i]))
            fail_msg("%s holds", wrong[i]);
    free(game.state);
}

/* A rule that changes breaks the step that it moves: here a coin is missing, there the stone. */
static void a_changed_position_stops_the_guide(void **unused)
{
    (void)unused;
    struct game game;
    deal(&game, &carrara_rules);
    struct carrara_state *st = game.state;
    const struct guide_line *line = guide_line(game.guide, 0);
    struct move_list *list = move_list_in(&game.room);
    assert_true(guide_stands(game.rules, st, line, list));
    st->players[0].coins--;
    assert_false(guide_stands(game.rules, st, line, list));
    st->players[0].coins++;
    st->wheel[0][1] = 0;
    assert_false(guide_stands(game.rules, st, line, list));
    st->wheel[0][1] = 1;
    st->current = 1;
    assert_false(guide_stands(game.rules, st, line, list));
    free(game.state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_guide_is_played_to_its_end),
        cmocka_unit_test(what_a_line_asks),
        cmocka_unit_test(what_must_hold),
        cmocka_unit_test(a_changed_position_stops_the_guide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
