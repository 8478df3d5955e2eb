/* Which turns decided a game: by how much the lead of the winners has changed, never less than a twentieth of their score. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cgi/play/end.h"

enum { PLIES = 40 };

/* A game that is made turn by turn: each has one ply or more, and says where all stand after it. */
struct making {
    struct game_row game;
    struct move_row moves[PLIES];
    int n_moves, n_turns;
    struct end_turn turns[PLIES];
};

static void begin(struct making *m, int seats, const int8_t *ranks)
{
    *m = (struct making){.n_moves = 1};
    m->game.n_seats = seats;
    for (int s = 0; s < seats; s++)
        m->game.seat[s].rank = ranks[s];
}

static void ply(struct making *m, int a, int b, int c)
{
    m->moves[m->n_moves] = (struct move_row){.ply = m->n_moves, .points = {(int16_t)a, (int16_t)b, (int16_t)c}};
    m->n_moves++;
}

/* A turn of @seat with one ply. */
static void turn(struct making *m, int seat, int a, int b, int c)
{
    m->turns[m->n_turns++] = (struct end_turn){.seat = seat, .first = m->n_moves, .last = m->n_moves};
    ply(m, a, b, c);
}

static int decide(const struct making *m, struct end_turn decided[END_TURNS])
{
    return end_decide(&m->game, m->moves, m->n_moves, m->turns, m->n_turns, decided);
}

static const int8_t first_wins[] = {1, 2, 3}, shared[] = {1, 1, 3}, all_win[] = {1, 1, 1}, nobody[] = {0, 0, 0};

static void the_three_largest_changes_in_order(void **unused)
{
    (void)unused;
    struct making m;
    struct end_turn decided[END_TURNS];
    begin(&m, 3, first_wins);
    turn(&m, 0, 10, 0, 0);   /* +10 */
    turn(&m, 1, 10, 30, 0);  /* -30 */
    turn(&m, 2, 10, 30, 5);  /* the best of the others is ahead of that: 0 */
    turn(&m, 0, 60, 30, 5);  /* +50 */
    turn(&m, 1, 60, 45, 5);  /* -15 */
    turn(&m, 0, 100, 45, 5); /* +40 */
    assert_int_equal(decide(&m, decided), 3);
    assert_int_equal(decided[0].ply, 2);
    assert_int_equal(decided[0].seat, 1);
    assert_int_equal(decided[0].before, 10);
    assert_int_equal(decided[0].after, -20);
    assert_int_equal(decided[1].ply, 4);
    assert_int_equal(decided[1].after, 30);
    assert_int_equal(decided[2].ply, 6);
    assert_int_equal(decided[2].before, 15);
}

static void none_under_a_twentieth_of_the_score(void **unused)
{
    (void)unused;
    struct making m;
    struct end_turn decided[END_TURNS];
    begin(&m, 2, first_wins);
    for (int i = 1; i <= 25; i++)
        turn(&m, 0, 4 * i, 0, 0);
    assert_int_equal(decide(&m, decided), 0); /* 4 of 100 each */
    begin(&m, 2, first_wins);
    for (int i = 1; i <= 20; i++)
        turn(&m, 0, 5 * i, 0, 0);
    assert_int_equal(decide(&m, decided), 3); /* 5 of 100 is one; of equals the last */
    assert_int_equal(decided[0].ply, 18);
    assert_int_equal(decided[2].ply, 20);
}

static void a_turn_is_told_by_its_ply_that_changed_most(void **unused)
{
    (void)unused;
    struct making m;
    struct end_turn decided[END_TURNS];
    begin(&m, 2, first_wins);
    turn(&m, 0, 2, 0, 0);
    ply(&m, 42, 0, 0);
    ply(&m, 45, 0, 0);
    m.turns[0].last = 3;
    assert_int_equal(decide(&m, decided), 1);
    assert_int_equal(decided[0].ply, 2);
    assert_int_equal(decided[0].first, 1);
    assert_int_equal(decided[0].last, 3);
    assert_int_equal(decided[0].after, 45);
}

/* Of winners who share the victory it is the best that counts; against each other nothing was decided. */
static void those_who_share_the_victory_are_one_side(void **unused)
{
    (void)unused;
    struct making m;
    struct end_turn decided[END_TURNS];
    begin(&m, 3, shared);
    turn(&m, 0, 20, 0, 0);
    turn(&m, 1, 20, 20, 0);
    turn(&m, 2, 20, 20, 10);
    assert_int_equal(decide(&m, decided), 2);
    assert_int_equal(decided[0].ply, 1);
    assert_int_equal(decided[1].ply, 3);
    assert_int_equal(decided[1].after, 10);
}

static void without_winners_or_losers_nothing_was_decided(void **unused)
{
    (void)unused;
    struct making m;
    struct end_turn decided[END_TURNS];
    const int8_t *const ranks[] = {all_win, nobody};
    for (int i = 0; i < 2; i++) {
        begin(&m, 3, ranks[i]);
        turn(&m, 0, 50, 0, 0);
        turn(&m, 1, 50, 50, 50);
        assert_int_equal(decide(&m, decided), 0);
    }
    begin(&m, 2, first_wins); /* no turn at all */
    assert_int_equal(decide(&m, decided), 0);
    assert_int_equal(end_decide(&m.game, m.moves, 0, m.turns, 0, decided), 0);
}

/* A winner may have less than nothing; a change of nothing decides nothing, whatever the score. */
static void scores_below_zero_and_of_zero(void **unused)
{
    (void)unused;
    struct making m;
    struct end_turn decided[END_TURNS];
    begin(&m, 2, first_wins);
    turn(&m, 1, 0, -90, 0);
    turn(&m, 0, -100, -90, 0);
    turn(&m, 1, -100, -150, 0);
    turn(&m, 0, -100, -152, 0); /* 2 of 100 */
    assert_int_equal(decide(&m, decided), 3);
    assert_int_equal(decided[2].ply, 3);
    begin(&m, 2, first_wins);
    turn(&m, 0, 0, 0, 0);
    assert_int_equal(decide(&m, decided), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_three_largest_changes_in_order),
        cmocka_unit_test(none_under_a_twentieth_of_the_score),
        cmocka_unit_test(a_turn_is_told_by_its_ply_that_changed_most),
        cmocka_unit_test(those_who_share_the_victory_are_one_side),
        cmocka_unit_test(without_winners_or_losers_nothing_was_decided),
        cmocka_unit_test(scores_below_zero_and_of_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
