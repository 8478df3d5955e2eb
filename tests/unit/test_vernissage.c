/* Vernissage: its tables against the dossier's numbers, what is foretold of a counter against what comes of it, and the player. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "cgi/tools/headless.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"
#include "rules/vernissage/state.h"

static void counters_and_cards_are_as_many_as_printed(void **unused)
{
    (void)unused;
    static const int counters[VERNISSAGE_KINDS] = {14, 12, 12}, sums[VERNISSAGE_KINDS] = {56, -42, -54};
    for (int kind = 0; kind < VERNISSAGE_KINDS; kind++) {
        int sum = 0;
        assert_int_equal(counts_sum(vernissage_counters[kind], VERNISSAGE_AMOUNTS), counters[kind]);
        for (int amount = 1; amount < VERNISSAGE_AMOUNTS; amount++)
            sum += vernissage_counters[kind][amount] * vernissage_value(kind, amount);
        assert_int_equal(sum, sums[kind]);
    }
    assert_int_equal(counts_sum(vernissage_face_cards, VERNISSAGE_FACES), VERNISSAGE_BROWN);
    assert_int_equal(counts_sum(vernissage_grey_cards, VERNISSAGE_GREYS), VERNISSAGE_GREY_CARDS);
    assert_int_equal(vernissage_price(0), 20000);
    assert_int_equal(vernissage_price(VERNISSAGE_PILES - 1), 80000);
}

static void worths_are_those_of_the_fame_track(void **unused)
{
    (void)unused;
    static const int known[][2] = {{0, -100}, {1, -95}, {6, -70}, {19, -5}, {20, 0}, {21, 10}, {30, 100}, {42, 220}, {48, 220}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        assert_int_equal(vernissage_worth(known[i][0]), known[i][1]);
    for (int space = 1; space < VERNISSAGE_CEILING; space++)
        assert_int_equal(vernissage_worth(space + 1) - vernissage_worth(space), space < VERNISSAGE_ZERO ? 5 : 10);
}

static void the_words_of_cards_stand_in_the_order_of_the_artists(void **unused)
{
    (void)unused;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++) {
        assert_string_equal(vernissage_faces[a].id, vernissage_artists[a].id);
        assert_int_equal(vernissage_initials[a][0], vernissage_artists[a].label[0]);
        assert_non_null(strstr(vernissage_faces[a].label, vernissage_artists[a].label));
    }
}

static void only_cards_in_hand_are_asked_for(void **unused)
{
    (void)unused;
    struct vernissage_state st = {.seats = 3, .phase = VERNISSAGE_PHASE_USE};
    st.agents[0][0] = 1;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        st.artists[a].step = 1;
    const struct rules *rules = rules_find("vernissage");
    assert_string_equal(rules->words->asks(&st, 0).imperative, "confirm your turn");
    st.hand[0].face[VERNISSAGE_CRITIC] = 1;
    assert_string_equal(rules->words->asks(&st, 0).imperative, "use a critic card, or confirm your turn");
    st.hand[0].grey[0] = 1;
    assert_string_equal(rules->words->asks(&st, 0).imperative, "use cards, or confirm your turn");
    st.moved = true;
    assert_string_equal(rules->words->asks(&st, 0).imperative, "use a critic card, or confirm your turn");
    st.agents[0][0] = 2; /* where no artist stands */
    assert_string_equal(rules->words->asks(&st, 0).imperative, "confirm your turn");
}

/* What the counter of @move pays for one painting that is shown, and where it leads, when nobody may object. */
static void really_place(struct vernissage_state *st, int seat, const struct move *move, struct rng *rng, int *paid)
{
    static struct log log;
    int artist = move->arg[0];
    int32_t before = st->cash[seat];
    memset(st->hand, 0, sizeof(st->hand)); /* nobody has anything to show or to decide */
    memset(st->shown, 0, sizeof(st->shown));
    st->shown[seat][artist] = 1;
    for (int other = 0; other < st->seats; other++)
        if (other != seat)
            memset(st->agents[other], 0, sizeof(st->agents[other]));
    log.n = 0;
    vernissage_apply(st, seat, move, rng, &log);
    *paid = (st->cash[seat] - before) / VERNISSAGE_THOUSAND;
}

static int compare(const struct vernissage_state *st, int seat, const struct move *move, struct rng *rng)
{
    struct vernissage_state after = *st;
    struct vernissage_effect effect = vernissage_effect(st, move->arg[0], move->arg[1], move->arg[2]);
    int paid, others_out = 0;
    for (int a = 0; a < VERNISSAGE_ARTISTS; a++)
        others_out += st->artists[a].out;
    really_place(&after, seat, move, rng, &paid);
    const struct vernissage_artist *artist = &after.artists[move->arg[0]];
    assert_int_equal(artist->fame, effect.fame);
    assert_int_equal(artist->out, effect.out);
    assert_int_equal(artist->step, effect.step);
    assert_int_equal(paid, effect.payment);
    assert_int_equal(vernissage_worth(artist->fame), effect.after);
    assert_int_equal(after.phase == VERNISSAGE_PHASE_OVER, effect.top || (effect.out && others_out > 0));
    return (effect.in ? 1 : 0) | (effect.out ? 2 : 0) | (effect.vernissage ? 4 : 0) | (effect.top ? 8 : 0)
        | (st->feather == move->arg[0] ? 16 : 0);
}

static void what_is_foretold_of_a_counter_comes_true(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&vernissage_rules);
    struct move move;
    int seen[32] = {0};
    for (uint64_t seed = 1; seed <= 120; seed++) {
        struct setup setup = rules_presets(&vernissage_rules, 3 + (int)seed % 3);
        int seat;
        headless_deal(game, &setup, seed);
        while ((seat = headless_seat(game)) != NO_SEAT) {
            assert_true(headless_choose(game, seed % 2 ? BOT_RANDOM : BOT_ADVISE, seat, &move));
            if (move.verb == VERNISSAGE_PLACE)
                seen[compare(game->state, seat, &move, &game->choice)]++;
            headless_apply(game, seat, &move);
        }
    }
    headless_free(game);
    static const int must[] = {0, 1, 2, 4, 5, 8, 16, 4 | 8, 4 | 16};
    for (size_t i = 0; i < sizeof(must) / sizeof(must[0]); i++)
        if (!seen[must[i]])
            fail_msg("no counter of kind %d was placed", must[i]);
}

static int wins_of(enum bot bot[SEATS_MAX], int of, int games)
{
    struct headless *game = headless_new(&vernissage_rules);
    struct setup setup = rules_presets(&vernissage_rules, 3);
    struct standing standing;
    struct move move;
    int wins = 0, seat;
    for (int i = 0; i < games; i++) {
        headless_deal(game, &setup, (uint64_t)i + 1);
        while ((seat = headless_seat(game)) != NO_SEAT && headless_choose(game, bot[seat], seat, &move))
            headless_apply(game, seat, &move);
        vernissage_standing(game->state, &standing);
        wins += standing.seat[of].rank == 1;
    }
    headless_free(game);
    return wins;
}

static void advice_beats_chance(void **unused)
{
    (void)unused;
    for (int of = 0; of < 3; of++) {
        enum bot bot[SEATS_MAX] = {BOT_RANDOM, BOT_RANDOM, BOT_RANDOM};
        bot[of] = BOT_ADVISE;
        int wins = wins_of(bot, of, 100);
        if (wins < 90)
            fail_msg("in seat %d it wins only %d of 100 games", of, wins);
    }
}

/* Bots that have the orders they are advised to have: how often is one asked, and only lets the counter pass? */
static void orders_leave_few_questions(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&vernissage_rules);
    struct setup setup = rules_presets(&vernissage_rules, 3);
    struct move move, silence;
    struct answer answer;
    int turns = 0, passed = 0, seat;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        int mover = NO_SEAT;
        headless_deal(game, &setup, seed);
        for (int s = 0; s < 3; s++)
            headless_orders(game, s);
        while ((seat = headless_seat(game)) != NO_SEAT) {
            bool window = vernissage_windows(game->state) & SEAT_BIT(seat);
            assert_true(headless_choose(game, BOT_ADVISE, seat, &move));
            if (window && vernissage_silence(game->state, seat, &silence) == 0)
                passed += silence.verb == move.verb;
            if (!window && seat != mover) {
                mover = seat;
                turns++;
                headless_orders(game, seat);
            }
            headless_step(game, seat, &move, NULL);
            while (headless_answer(game, &answer))
                continue;
        }
    }
    headless_free(game);
    if (passed * 5 >= turns)
        fail_msg("in %d turns somebody was asked %d times for a mere yes", turns, passed);
}

/* The same bots: how often does somebody have to come for a turn of his own to which nobody has objected? */
static void a_turn_without_objections_takes_one_visit(void **unused)
{
    (void)unused;
    struct headless *game = headless_new(&vernissage_rules);
    struct setup setup = rules_presets(&vernissage_rules, 3);
    struct move move;
    struct answer answer;
    const struct vernissage_state *st = game->state;
    int turns = 0, again = 0, seat;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        int turn = 0, visits = 0, visitor = NO_SEAT;
        bool opposed = false;
        headless_deal(game, &setup, seed);
        while ((seat = headless_seat(game)) != NO_SEAT) {
            if (turn != st->turns) {
                turns += visits && !opposed;
                again += visits > 1 && !opposed;
                turn = st->turns;
                visits = 0;
                visitor = NO_SEAT;
                headless_orders(game, st->turn);
            }
            visits += seat == st->turn && seat != visitor;
            visitor = seat;
            assert_true(headless_choose(game, BOT_ADVISE, seat, &move));
            headless_step(game, seat, &move, NULL);
            do
                opposed = st->turns == turn ? st->opposed || st->pending.objectors : opposed;
            while (headless_answer(game, &answer));
        }
    }
    headless_free(game);
    assert_true(turns > 500);
    if (again * 50 > turns)
        fail_msg("of %d turns %d took a second visit", turns, again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_and_cards_are_as_many_as_printed),
        cmocka_unit_test(worths_are_those_of_the_fame_track),
        cmocka_unit_test(the_words_of_cards_stand_in_the_order_of_the_artists),
        cmocka_unit_test(only_cards_in_hand_are_asked_for),
        cmocka_unit_test(what_is_foretold_of_a_counter_comes_true),
        cmocka_unit_test(advice_beats_chance),
        cmocka_unit_test(orders_leave_few_questions),
        cmocka_unit_test(a_turn_without_objections_takes_one_visit),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
