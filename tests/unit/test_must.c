/* Positions that are broken on purpose: the step is stopped by must(), and who runs it goes on. */
#include "config.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cgi/base/err.h"
#include "rules/carrara/state.h"
#include "rules/engine/counts.h"
#include "rules/engine/log.h"
#include "rules/engine/registry.h"
#include "rules/engine/rng.h"
#include "rules/genoa/state.h"
#include "rules/gondoliere/state.h"
#include "rules/venedig/state.h"
#include "rules/vernissage/state.h"

enum { PLIES_MAX = 5000, SEEDS = 40 };

/* ---- faults, two for each game; most are of a kind that check does not look at ---- */

static void full_yard(void *state, int seat, const struct move *move)
{
    struct carrara_state *st = state;
    (void)move;
    memset(st->players[seat].stones, UINT8_MAX, sizeof(st->players[seat].stones));
}

static void sold_already(void *state, int seat, const struct move *move)
{
    struct carrara_state *st = state;
    (void)seat, (void)move;
    st->market[carrara_market_slot(st, st->pending.tile)] = -1;
}

static void no_counters(void *state, int seat, const struct move *move)
{
    struct vernissage_state *st = state;
    (void)seat, (void)move;
    memset(st->supply, 0, sizeof(st->supply));
}

static void no_grey_cards(void *state, int seat, const struct move *move)
{
    struct vernissage_state *st = state;
    (void)seat, (void)move;
    memset(st->grey_deck, 0, sizeof(st->grey_deck));
    memset(st->grey_discard, 0, sizeof(st->grey_discard));
}

static void bare_display(void *state, int seat, const struct move *move)
{
    struct gondoliere_state *st = state;
    (void)seat;
    for (int i = 0; i < st->n_common; i++) /* another tile lies in its place */
        if (st->common[i] == move->arg[0])
            st->common[i] = UINT8_MAX;
    for (int other = 0; other < st->seats; other++)
        for (int i = 0; i < st->players[other].n_display; i++)
            if (st->players[other].display[i] == move->arg[0])
                st->players[other].display[i] = UINT8_MAX;
}

static void long_display(void *state, int seat, const struct move *move)
{
    struct gondoliere_state *st = state;
    (void)move;
    st->players[seat].n_display = 200;
}

static void empty_hand(void *state, int seat, const struct move *move)
{
    struct venedig_state *st = state;
    (void)move;
    memset(st->hand[seat].of, 0, sizeof(st->hand[seat].of));
}

static void drained_before(void *state, int seat, const struct move *move)
{
    struct venedig_state *st = state;
    (void)seat;
    st->swamp[move->arg[0]] = -1;
}

static void long_way(void *state, int seat, const struct move *move)
{
    struct genoa_state *st = state;
    (void)seat, (void)move;
    st->n_path = GENOA_PATH;
}

static void in_debt(void *state, int seat, const struct move *move)
{
    struct genoa_state *st = state;
    (void)seat, (void)move;
    for (int other = 0; other < st->seats; other++)
        st->players[other].money = -1000;
}

static const struct broken {
    const char *game, *verb;
    void (*fault)(void *state, int seat, const struct move *move);
    const char *told; /* in which file it must be stopped */
} faults[] = {
    {"carrara", "buy", full_yard, "counts.h:"},
    {"carrara", "pay", sold_already, "carrara/apply.c:"},
    {"vernissage", "place", no_counters, "counts.h:"},
    {"vernissage", "buy_grey", no_grey_cards, "rng.c:"},
    {"gondoliere", "place", bare_display, "gondoliere/apply.c:"},
    {"gondoliere", "end", long_display, "gondoliere/apply.c:"},
    {"venedig", "play", empty_hand, "counts.h:"},
    {"venedig", "drain", drained_before, "venedig/apply.c:"},
    {"genoa", "move", long_way, "genoa/action.c:"},
    {"genoa", "accept", in_debt, "genoa/deal.c:"},
};

/* ---- playing up to where the fault is planted ---- */

struct game {
    const struct rules *rules;
    void *state;
    struct rng chance, dice; /* the dealer's and the bots' */
    struct log log;
    struct move_room room;
    struct move move;
    int seat;
};

static void apply(void *user)
{
    struct game *game = user;
    game->log.n = 0;
    game->rules->apply(game->state, game->seat, &game->move, &game->chance, &game->log);
}

static bool apply_checked(void *user, struct err *err)
{
    (void)err;
    apply(user);
    return true;
}

static bool is_verb(const struct game *game, const char *verb)
{
    return !strcmp(game->rules->verbs[game->move.verb].name, verb);
}

/* A legal move, of @verb if there is one; of a purchase or a payment one that moves something. */
static void choose(struct game *game, const char *verb)
{
    game->seat = __builtin_ctz(game->rules->awaits(game->state));
    struct move_list *list = move_list_in(&game->room);
    int n = game->rules->moves(game->state, game->seat, list);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        move_copy(&game->move, move_at(list, i));
        if (is_verb(game, verb))
            return;
    }
    memset(&game->move, 0, sizeof(game->move));
    move_copy(&game->move, move_at(list, (int)rng_below(&game->dice, (uint32_t)n)));
}

static bool play_up_to(struct game *game, const char *verb)
{
    for (int ply = 0; ply < PLIES_MAX && game->rules->awaits(game->state); ply++) {
        choose(game, verb);
        if (is_verb(game, verb))
            return true;
        apply(game);
    }
    return false;
}

static void deal(struct game *game, uint64_t seed)
{
    uint8_t key[RNG_KEY_BYTES];
    struct setup setup = rules_presets(game->rules, game->rules->max_seats);
    rng_key_from_seed(key, seed);
    rng_init(&game->chance, key, 0);
    rng_init(&game->dice, key, 1);
    game->log.n = 0;
    game->rules->setup(game->state, &setup, &game->chance, &game->log);
}

/* In a build with costly checks the move may be refused before its step is begun. */
static bool by_check(const char *told)
{
#ifdef COSTLY_CHECKS
    return strstr(told, "_check(") != NULL;
#else
    (void)told;
    return false;
#endif
}

static void stop_at(const struct broken *broken)
{
    static struct game game;
    game.rules = rules_find(broken->game);
    game.state = malloc(game.rules->size);
    void *before = malloc(game.rules->size);
    uint64_t seed = 1;
    do
        deal(&game, seed);
    while (!play_up_to(&game, broken->verb) && ++seed < SEEDS);
    if (seed == SEEDS)
        fail_msg("%s: no game came to %s", broken->game, broken->verb);
    struct err err;
    char told[MUST_TOLD];
    memcpy(before, game.state, game.rules->size);
    assert_true(must_catch(apply, &game, told)); /* as it is, it goes on */
    memcpy(game.state, before, game.rules->size);
    broken->fault(game.state, game.seat, &game.move);
    assert_false(must_catch(apply, &game, told));
    if (!strstr(told, broken->told) && !by_check(told))
        fail_msg("%s %s: stopped by %s, expected %s", broken->game, broken->verb, told, broken->told);
    memcpy(game.state, before, game.rules->size);
    broken->fault(game.state, game.seat, &game.move);
    assert_false(err_catch(apply_checked, &game, &err));
    assert_int_equal(err.code, ERR_INTERNAL);
    assert_non_null(strstr(err.logged, told));
    assert_non_null(err.say);
    free(before);
    free(game.state);
}

static void broken_positions_are_stopped(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        stop_at(&faults[i]);
}

/* ---- catching ---- */

struct depth {
    int inner, after;
    char told[MUST_TOLD];
};

static void fails(void *user)
{
    struct depth *depth = user;
    depth->inner++;
    must(depth->inner == 0);
    depth->inner += 100;
}

static void catches(void *user)
{
    struct depth *depth = user;
    assert_false(must_catch(fails, depth, depth->told));
    depth->after = 1;
    must(depth->after == 2);
    depth->after = 2;
}

static void the_innermost_catches(void **unused)
{
    (void)unused;
    struct depth depth = {.inner = 0};
    char told[MUST_TOLD];
    assert_false(must_catch(catches, &depth, told));
    assert_int_equal(depth.inner, 1);
    assert_int_equal(depth.after, 1);
    assert_non_null(strstr(depth.told, "test_must.c:"));
    assert_non_null(strstr(depth.told, ": depth->inner == 0"));
    assert_non_null(strstr(told, ": depth->after == 2"));
    assert_false(must_catch(fails, &depth, NULL)); /* and again, with nobody who wants to know */
}

static void takes_too_many(void *user)
{
    uint8_t *counts = user;
    count_move(&counts[0], &counts[1], 3);
}

static void long_events(void *user)
{
    struct log *log = user;
    for (;;)
        log_event(log, 0, 0, 1);
}

static void counts_and_lists_hold(void **unused)
{
    (void)unused;
    static struct log log;
    uint8_t counts[2] = {3, 0};
    char told[MUST_TOLD];
    assert_true(must_catch(takes_too_many, counts, told));
    assert_int_equal(counts[0], 0);
    assert_int_equal(counts[1], 3);
    assert_false(must_catch(takes_too_many, counts, told));
    assert_int_equal(counts[0], 0);
    counts[0] = 3;
    counts[1] = 253;
    assert_false(must_catch(takes_too_many, counts, told));
    assert_int_equal(counts[1], 253);
    assert_false(must_catch(long_events, &log, told));
    assert_int_equal(log.n, LOG_EVENTS);
}

/* What a process says on standard error that @what ends. */
static void last_words(const char *what, char *said, size_t room)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        signal(SIGABRT, SIG_DFL);
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        dup2(ends[1], STDERR_FILENO);
        must_fail(what, "file.c", 7);
    }
    close(ends[1]);
    ssize_t n = read(ends[0], said, room - 1);
    close(ends[0]);
    assert_true(n > 0);
    said[n] = '\0';
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void the_last_words_are_a_line_of_the_log(void **unused)
{
    (void)unused;
    char said[2 * MUST_TOLD], long_one[2 * MUST_TOLD];
    last_words("!strcmp(a, \"b\") && *c != '\\0'", said, sizeof(said));
    assert_string_equal(said, "level=fatal message=\"file.c:7: !strcmp(a, 'b') && *c != ''0'\"\n");
    memset(long_one, '"', sizeof(long_one) - 1);
    long_one[sizeof(long_one) - 1] = '\0';
    last_words(long_one, said, sizeof(said));
    assert_int_equal(strlen(said), MUST_TOLD - 1);
    assert_string_equal(said + MUST_TOLD - 4, "'\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_positions_are_stopped),
        cmocka_unit_test(the_innermost_catches),
        cmocka_unit_test(counts_and_lists_hold),
        cmocka_unit_test(the_last_words_are_a_line_of_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
