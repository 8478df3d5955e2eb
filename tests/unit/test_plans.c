/* Plans: where a turn begins on the position of today, what a plan takes, and that it never hands itself in when something that it reads
 * is otherwise, over self-played games. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "cgi/tools/headless.h"
#include "rules/carrara/state.h"
#include "rules/engine/fault.h"
#include "rules/engine/members.h"
#include "rules/engine/plans.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"
#include "rules/gondoliere/state.h"
#include "rules/parts.h"
#include "rules/venedig/state.h"

enum { GAMES = 40, PLIES = 4000, KEPT = 24 };

struct plan {
    int n, seat;
    struct move step[PLAN_STEPS];
    void *then;
};

static void *copy_of(const struct rules *rules, const void *state)
{
    void *copy = malloc(rules->size);
    assert_non_null(copy);
    memcpy(copy, state, rules->size);
    return copy;
}

static struct headless *dealt(const struct rules *rules, int n_seats, uint64_t seed)
{
    struct headless *game = headless_new(rules);
    struct setup setup = rules_presets(rules, n_seats);
    headless_deal(game, &setup, seed);
    return game;
}

static void apply(const struct rules *rules, void *state, int seat, const struct move *move, struct log *log)
{
    struct rng rng;
    uint8_t key[RNG_KEY_BYTES] = {1};
    rng_init(&rng, key, 0);
    log->n = 0;
    rules->apply(state, seat, move, &rng, log);
}

static bool is_awaited(const struct rules *rules, const void *state, int seat)
{
    return rules->awaits(state) & SEAT_BIT(seat);
}

/* A turn that may be planned, of random or advised steps, as far as it goes; @state is used up. */
static void make_plan(struct headless *game, void *state, struct plan *plan, bool advised)
{
    const struct rules *rules = game->rules;
    struct log log;
    bool confirmed = false;
    for (plan->n = 0; plan->n < PLAN_STEPS && !confirmed && is_awaited(rules, state, plan->seat);) {
        struct move *step = &plan->step[plan->n];
        bool found = false;
        for (int tries = 0; tries < 8 && !found; tries++) {
            int n = advised ? 0 : rules->moves(state, plan->seat, game->list);
            if (advised)
                found = rules->mind->advise(state, plan->seat, &game->choice, step) == 0;
            else if (n > 0)
                move_copy(step, move_at(game->list, (int)rng_below(&game->choice, (uint32_t)n)));
            found = (advised ? found : n > 0) && plan_takes(rules, state, plan->seat, step, NULL) == PLAN_OK;
        }
        if (!found)
            return;
        confirmed = rules->verbs[step->verb].confirms;
        apply(rules, state, plan->seat, step, &log);
        plan->n++;
    }
}

/* What one step tells, but for the number of the turn in it. */
static bool told_alike(const struct rules *rules, const struct log *a, const struct log *b)
{
    if (a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++) {
        struct event x = a->event[i], y = b->event[i];
        if (rules == &gondoliere_rules && x.kind == GONDOLIERE_PLACED)
            x.arg[8] = y.arg[8] = 0;
        if (x.kind != y.kind || x.seat != y.seat || x.nargs != y.nargs || memcmp(x.arg, y.arg, x.nargs * sizeof(x.arg[0])))
            return false;
    }
    return true;
}

static void print_step(const struct rules *rules, const struct move *step)
{
    char text[MOVE_TEXT];
    move_to_text(rules->verbs, step, text);
    print_error("%s: %s\n", rules->id, text);
}

/* Handed in on @now, it does what it did on the position it was made on. */
static void does_the_same(const struct rules *rules, const struct plan *plan, const void *state)
{
    void *then = copy_of(rules, plan->then), *now = copy_of(rules, state);
    struct log a, b;
    bool confirms = false;
    for (int i = 0; i < plan->n; i++) {
        const struct move *step = &plan->step[i];
        assert_int_equal(rules->check(now, plan->seat, step, NULL), RULE_OK);
        confirms = rules->verbs[step->verb].confirms;
        assert_true(confirms || !(rules->traits(now, plan->seat, step) & (MOVE_FINAL | MOVE_ENDS)));
        apply(rules, then, plan->seat, step, &a);
        apply(rules, now, plan->seat, step, &b);
        if (!confirms && !told_alike(rules, &a, &b)) {
            print_step(rules, step);
            fail_msg("a step does something else than in the plan");
        }
    }
    assert_true(confirms || !is_awaited(rules, now, plan->seat)); /* what a confirmed turn leads to may be the seat's to decide again */
    free(then);
    free(now);
}

/* What a seat cannot see has no part in what a plan reads. */
static void reads_nothing_hidden(struct headless *game, const struct plan *plan, const void *state)
{
    const struct rules *rules = game->rules;
    void *open = copy_of(rules, state), *shown = copy_of(rules, state);
    struct log log;
    rules->conceal(shown, plan->seat, &game->choice);
    for (int i = 0; i < plan->n && rules->check(open, plan->seat, &plan->step[i], NULL) == RULE_OK; i++) {
        struct reads a = {.n = 0}, b = {.n = 0};
        rules->plans->reads(open, plan->seat, &plan->step[i], &a);
        rules->plans->reads(shown, plan->seat, &plan->step[i], &b);
        assert_int_equal(a.n, b.n);
        assert_null(reads_differ(&a, &b));
        if (rules->traits(open, plan->seat, &plan->step[i]) & MOVE_FINAL)
            break;
        apply(rules, open, plan->seat, &plan->step[i], &log);
        apply(rules, shown, plan->seat, &plan->step[i], &log);
    }
    free(open);
    free(shown);
}

static int fates[PLAN_BROKEN + 1];

static void lay(struct headless *game, const struct plan *plan, const void *state)
{
    const struct rules *rules = game->rules;
    void *then = copy_of(rules, plan->then), *now = copy_of(rules, state);
    struct plan_fit fit = plan_lay(rules, then, now, plan->seat, plan->step, plan->n);
    fates[fit.fate]++;
    if (fit.fate == PLAN_SAME)
        does_the_same(rules, plan, state);
    else if (fit.fate == PLAN_BROKEN)
        assert_in_range(fit.step, 0, plan->n - 1);
    memcpy(now, state, rules->size);
    assert_int_not_equal(plan_lay(rules, NULL, now, plan->seat, plan->step, plan->n).fate, PLAN_SAME);
    reads_nothing_hidden(game, plan, state);
    free(then);
    free(now);
}

/* The position in which the turn of @seat begins now, whether it is made or has come; NULL: there is none. */
static void *begun(const struct headless *game, int seat, bool real)
{
    void *state = copy_of(game->rules, game->state);
    if (real || game->rules->plans->begin(state, seat))
        return state;
    free(state);
    return NULL;
}

/* Plans of all seats from all over a game are laid on every later position in which the turn of their seat has begun or could. */
static void play(const struct rules *rules, int n_seats, uint64_t seed)
{
    struct headless *game = dealt(rules, n_seats, seed);
    struct plan kept[KEPT] = {{0}};
    int next = 0, mover = NO_SEAT, seat;
    while ((seat = headless_seat(game)) != NO_SEAT && game->ply < PLIES) {
        struct move move;
        for (int i = 0; i < KEPT; i++) {
            struct plan *plan = &kept[i];
            bool real = plan->seat == seat && seat != mover;
            void *state = plan->n && (real || !is_awaited(rules, game->state, plan->seat)) ? begun(game, plan->seat, real) : NULL;
            if (state)
                lay(game, plan, state);
            free(state);
        }
        for (int other = 0; other < n_seats; other++) {
            struct plan *plan = &kept[next];
            void *state = is_awaited(rules, game->state, other) ? NULL : begun(game, other, false);
            if (!state)
                continue;
            struct fault fault;
            if (seat != mover && !rules->sound(state, &fault)) /* within a turn there are gaps that its end would fill */
                fail_msg("%s: %s (%s)", rules->id, fault.sentence, fault.what);
            assert_int_equal(rules->awaits(state), SEAT_BIT(other));
            free(plan->then);
            plan->then = copy_of(rules, state);
            plan->seat = other;
            make_plan(game, state, plan, rng_below(&game->choice, 2) == 0);
            if (plan->n) {
                lay(game, plan, plan->then);
                next = (next + 1) % KEPT;
            }
            free(state);
        }
        mover = seat;
        assert_true(headless_choose(game, rng_below(&game->choice, 4) ? BOT_ADVISE : BOT_RANDOM, seat, &move));
        headless_apply(game, seat, &move);
    }
    for (int i = 0; i < KEPT; i++)
        free(kept[i].then);
    headless_free(game);
}

static void a_plan_that_hands_itself_in_does_what_it_did(void **unused)
{
    (void)unused;
    for (int g = 0; rules_all()[g]; g++) {
        const struct rules *rules = rules_all()[g];
        if (!rules->plans)
            continue;
        memset(fates, 0, sizeof(fates));
        for (int i = 0; i < GAMES; i++)
            play(rules, rules->min_seats + i % (rules->max_seats - rules->min_seats + 1), (uint64_t)i + 1);
        print_message("# %s: %d the same, %d offered, %d broken\n", rules->id, fates[PLAN_SAME], fates[PLAN_OFFERED], fates[PLAN_BROKEN]);
        assert_true(fates[PLAN_SAME] > (rules == &venedig_rules ? 0 : 500));
        assert_true(fates[PLAN_OFFERED] > 500);
        assert_true(fates[PLAN_BROKEN] > 500);
    }
}

/* Once round the table and back: the turn that begins is the one that began. */
static void a_turn_that_begins_is_as_the_real_one(void **unused)
{
    (void)unused;
    for (int g = 0; rules_all()[g]; g++) {
        const struct rules *rules = rules_all()[g];
        struct headless *game = rules->plans ? dealt(rules, rules->max_seats, 5) : NULL;
        int mover = NO_SEAT, seat, n = 0;
        while (game && (seat = headless_seat(game)) != NO_SEAT) {
            struct move move;
            int other = (seat + 1) % rules->max_seats;
            int begun_already = 0; /* in Venedig others are asked within a turn */
            members_number(rules->members, game->state, "begun", &begun_already);
            void *there = seat != mover && !begun_already && rules->awaits(game->state) == SEAT_BIT(seat) ? begun(game, other, false) : NULL;
            void *back = there ? copy_of(rules, there) : NULL;
            if (back && rules->plans->begin(back, seat)) {
                struct json_object *was = members_save(rules->members, game->state), *is = members_save(rules->members, back);
                json_object_object_del(was, "turn");
                json_object_object_del(is, "turn");
                if (!json_object_equal(was, is))
                    fail_msg("%s\n%s\n%s", rules->id, json_object_to_json_string(was), json_object_to_json_string(is));
                json_object_put(was);
                json_object_put(is);
                n++;
            }
            free(there);
            free(back);
            mover = seat;
            assert_true(headless_choose(game, BOT_ADVISE, seat, &move));
            headless_apply(game, seat, &move);
        }
        assert_true(!game || n > 5);
        headless_free(game);
    }
}

/* ---- By hand, in Carrara ---- */

static struct move move_of(const struct rules *rules, const char *text)
{
    struct move move;
    struct fault fault;
    if (!move_from_text(rules->verbs, text, &move, &fault))
        fail_msg("%s: %s (%s)", text, fault.sentence, fault.what);
    return move;
}

static struct plan_fit fit_of(const struct carrara_state *then, const struct carrara_state *now, int n, const char *const *steps)
{
    struct carrara_state a = *then, b = *now;
    struct move step[PLAN_STEPS];
    for (int i = 0; i < n; i++)
        step[i] = move_of(&carrara_rules, steps[i]);
    return plan_lay(&carrara_rules, &a, &b, b.current, step, n);
}

static void what_has_changed_is_named(void **unused)
{
    (void)unused;
    struct headless *game = dealt(&carrara_rules, 2, 3);
    struct carrara_state *st = game->state, then, now;
    then = *st;
    int seat = !then.current;
    assert_true(carrara_rules.plans->begin(&then, seat));
    memset(then.wheel, 0, sizeof(then.wheel));
    then.wheel[5][2] = 2;
    now = then;
    char text[MOVE_TEXT];
    struct move list = {0};
    list.verb = CARRARA_BUY;
    list.nargs = 1 + CARRARA_COLOURS;
    list.arg[0] = 6;
    list.arg[3] = 1;
    move_to_text(carrara_rules.verbs, &list, text);
    const char *const steps[] = {text, "end"};
    assert_int_equal(fit_of(&then, &now, 2, steps).fate, PLAN_SAME);
    now.wheel[5][1] = 1;
    struct plan_fit fit = fit_of(&then, &now, 2, steps);
    assert_int_equal(fit.fate, PLAN_OFFERED);
    assert_int_equal(fit.step, 0);
    assert_string_equal(fit.what, "the stones on the wheel");
    now = then;
    now.wheel[4][1] = 1; /* another section */
    assert_int_equal(fit_of(&then, &now, 2, steps).fate, PLAN_SAME);
    now.ending = CARRARA_ENDING_DECLARED;
    fit = fit_of(&then, &now, 2, steps);
    assert_int_equal(fit.fate, PLAN_OFFERED);
    assert_int_equal(fit.step, 1);
    now = then;
    now.wheel[5][2] = 0;
    fit = fit_of(&then, &now, 2, steps);
    assert_int_equal(fit.fate, PLAN_BROKEN);
    assert_int_equal(fit.step, 0);
    assert_int_equal(fit.error, CARRARA_SECTION_EMPTY);
    headless_free(game);
}

static void a_plan_without_an_end_is_offered(void **unused)
{
    (void)unused;
    struct headless *game = dealt(&carrara_rules, 2, 3);
    struct carrara_state then = *(struct carrara_state *)game->state, now;
    struct move step;
    assert_true(carrara_rules.plans->begin(&then, !then.current));
    now = then;
    int n = carrara_rules.moves(&then, then.current, game->list);
    assert_true(n > 1);
    move_copy(&step, move_at(game->list, 1));
    assert_int_equal(plan_takes(&carrara_rules, &then, then.current, &step, NULL), PLAN_OK);
    int seat = then.current;
    struct plan_fit fit = plan_lay(&carrara_rules, &then, &now, seat, &step, 1);
    assert_int_equal(fit.fate, PLAN_OFFERED);
    assert_int_equal(fit.step, 1);
    assert_null(fit.what);
    headless_free(game);
}

static void a_plan_takes_nothing_that_draws(void **unused)
{
    (void)unused;
    struct headless *game = dealt(&carrara_rules, 2, 3);
    struct carrara_state *st = game->state;
    struct move wheel = move_of(&carrara_rules, "turn_wheel"), end = move_of(&carrara_rules, "end");
    int error, seat = !st->current;
    assert_true(carrara_rules.plans->begin(st, seat));
    assert_int_equal(plan_takes(&carrara_rules, st, seat, &wheel, &error), PLAN_SHOWS);
    assert_int_equal(plan_takes(&carrara_rules, st, seat, &end, &error), PLAN_REFUSED);
    assert_int_equal(error, RULE_WRONG_STEP);
    assert_int_equal(plan_takes(&carrara_rules, st, !seat, &end, &error), PLAN_IS_WHOLE);
    assert_false(carrara_rules.plans->begin(st, seat)); /* its turn is on its way */
    st->ending = CARRARA_ENDING_DECLARED;
    st->start = (uint8_t)!seat;
    assert_false(carrara_rules.plans->begin(st, !seat)); /* the last turn is on its way */
    headless_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_that_begins_is_as_the_real_one),
        cmocka_unit_test(a_plan_that_hands_itself_in_does_what_it_did),
        cmocka_unit_test(what_has_changed_is_named),
        cmocka_unit_test(a_plan_without_an_end_is_offered),
        cmocka_unit_test(a_plan_takes_nothing_that_draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
