/* ridotto play: games without people, as fast as the rules go. */
#include "config.h"

#include "cgi/tools/commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cgi/base/args.h"
#include "cgi/tools/headless.h"
#include "cgi/tools/play_plans.h"
#include "cgi/base/jsonx.h"
#include "cgi/words/phrases.h"
#include "rules/engine/registry.h"
#include "rules/engine/verbs.h"

#include "cgi/base/banned.h"

enum { PLIES_MAX = 20000, ENDINGS_MAX = 16 };

static const char help[] =
    "usage: ridotto play GAME [OPTION...]\n"
    "\n"
    "Plays games between bots to the end, and prints moves per second, lengths, scores and wins.\n"
    "\n"
    "  --seats N          players (default: the fewest the game takes)\n"
    "  --games N          how many games (default 1)\n"
    "  --seed N           the first game's seed, the next game has the next number (default 1)\n"
    "  --bot random|easy|advise|strong\n"
    "                     who plays; \"strong,advise\" goes by seat, the last one named takes the seats left\n"
    "  --option NAME=VALUE\n"
    "                     a variant of the game, may be repeated\n"
    "  --orders           all seats give the standing orders that the game advises, again at each of their turns\n"
    "  --plans            play with the clocks of people, with plans for one's own turn and without, and print what plans save\n"
    "  --check            look at every position: do the pieces add up, is the move legal\n"
    "  --json             print the figures as JSON\n"
    "  --help             print this text\n"
    "\n"
    "Exit status: 0; 1 when a game breaks its own rules (game, seed and ply are named); 2 for a wrong option.\n";

struct run {
    const struct rules *rules;
    struct setup setup;
    enum bot bot[SEATS_MAX];
    uint64_t seed, games;
    bool check, json, orders, plans;
};

/* Questions outside one's own turn that no order answered, and how often the player at turn had to come back for them. Of all hand-overs
 * those that left no choice: with one legal move only, or answered by what silence would have said. */
struct windows {
    uint64_t turns, asked, passed, visits; /* passed: answered by what silence would have said */
    uint64_t handovers, idle;
};

/* Who is at turn, and who was the last to do something that no order did; had that seat a choice so far? */
struct course {
    int mover, visitor;
    bool chose;
};

struct result {
    uint64_t games, moves;
    double seconds;
    int shortest, longest;
    double points[SEATS_MAX], wins[SEATS_MAX];
    struct windows windows;
    struct {
        const char *name;
        uint64_t n;
    } ending[ENDINGS_MAX];
};

/* ---- options ---- */

static bool complain(const char *what, const char *value)
{
    fprintf(stderr, "ridotto play: %s: %s\n", what, value ? value : "nothing");
    return false;
}

static bool read_bots(struct run *run, const char *text)
{
    int seat = 0;
    if (!text)
        return complain("--bot wants a name", text);
    while (seat < SEATS_MAX) {
        size_t n = strcspn(text, ",");
        int bot = 0;
        while (bot < BOT_COUNT && (strlen(bot_kinds[bot].id) != n || memcmp(bot_kinds[bot].id, text, n) != 0))
            bot++;
        if (bot == BOT_COUNT)
            return complain("there is no such bot", text);
        for (int rest = seat++; rest < SEATS_MAX; rest++)
            run->bot[rest] = (enum bot)bot;
        if (text[n] == '\0')
            return true;
        text += n + 1;
    }
    return complain("more bots than seats", text);
}

static bool read_option(struct run *run, const char *text)
{
    struct fault fault;
    if (text && headless_option(run->rules, &run->setup, text, &fault))
        return true;
    headless_print_options(stderr, run->rules);
    return complain("there is no such variant", text);
}

static bool read_seats(struct run *run, const char *text)
{
    uint64_t n;
    if (!args_number(text, &n) || n < run->rules->min_seats || n > run->rules->max_seats) {
        fprintf(stderr, "%s is for %d to %d players\n", run->rules->id, run->rules->min_seats,
                run->rules->max_seats);
        return complain("--seats", text);
    }
    run->setup.n_seats = (int)n;
    return true;
}

static bool read_number(const char *name, const char *text, uint64_t *number)
{
    return args_number(text, number) || complain(name, text);
}

static bool read_arg(struct run *run, struct args *args)
{
    const char *value = NULL;
    if (args_flag(args, "--check"))
        return run->check = true;
    if (args_flag(args, "--orders"))
        return run->orders = true;
    if (args_flag(args, "--plans"))
        return run->plans = true;
    if (args_flag(args, "--json"))
        return run->json = true;
    if (args_value(args, "--seats", &value))
        return read_seats(run, value);
    if (args_value(args, "--games", &value))
        return read_number("--games wants a number", value, &run->games);
    if (args_value(args, "--seed", &value))
        return read_number("--seed wants a number", value, &run->seed);
    if (args_value(args, "--bot", &value))
        return read_bots(run, value);
    if (args_value(args, "--option", &value))
        return read_option(run, value);
    return complain("there is no such option", args->argv[args->at]);
}

static bool read_args(struct run *run, int argc, char **argv)
{
    struct args args = args_on(argc, argv);
    const char *name = args_next(&args) ? argv[args.at] : NULL;
    run->rules = name ? rules_find(name) : NULL;
    if (!run->rules) {
        headless_print_games(stderr);
        return complain("there is no such game", name);
    }
    run->setup = rules_presets(run->rules, run->rules->min_seats);
    run->seed = run->games = 1;
    while (args_next(&args))
        if (!read_arg(run, &args))
            return false;
    const char *excluded = rules_excludes(run->rules, &run->setup);
    if (excluded)
        return complain("--option", excluded);
    return run->games > 0 || complain("--games wants at least 1", "0");
}

/* ---- playing ---- */

/* Names the game that went wrong, so that the same command with --games 1 shows it again. */
static bool broken(const struct run *run, const struct headless *game, uint64_t seed, const char *how, const char *what)
{
    fprintf(stderr, "ridotto play: %s, %d seats, seed %" PRIu64 ", ply %d: %s%s%s\n", run->rules->id,
            run->setup.n_seats, seed, game->ply, how, what ? ": " : "", what ? what : "");
    return false;
}

static bool position_is_sound(const struct run *run, const struct headless *game, uint64_t seed)
{
    struct fault fault = {.sentence = ""};
    return run->rules->sound(game->state, &fault) || broken(run, game, seed, fault.sentence, fault.what);
}

static bool move_is_legal(const struct run *run, const struct headless *game, uint64_t seed, int seat,
                          const struct move *move)
{
    char text[MOVE_TEXT];
    if (!move_in_domain(run->rules->verbs, move))
        return broken(run, game, seed, "a move out of its domain", NULL);
    int error = run->rules->check(game->state, seat, move, NULL);
    if (error == RULE_OK)
        return true;
    move_to_text(run->rules->verbs, move, text);
    fprintf(stderr, "seat %d: %s: %s\n", seat, text, run->rules->errors[error].name);
    return broken(run, game, seed, "a bot's move is refused", NULL);
}

static bool is_silence(const struct rules *rules, const void *state, int seat, const struct move *move)
{
    struct move silence;
    return rules->silence && rules->silence(state, seat, &silence) == 0 && move_equal(move, &silence);
}

/* A hand-over goes on as long as nobody else has to do anything in between. */
static void count_choice(struct headless *game, int seat, const struct move *move, struct course *course, struct windows *windows)
{
    const struct rules *rules = game->rules;
    if (seat != course->visitor) {
        windows->handovers++;
        windows->idle += course->visitor != NO_SEAT && !course->chose;
        course->chose = false;
    }
    if (course->chose || is_silence(rules, game->state, seat, move))
        return;
    course->chose = rules->moves(game->state, seat, game->list) != 1 || game->list->partial;
}

/* Whoever is asked outside the own turn is waited for; a seat that is not begins a turn when it was not at it before. It goes
 * on in one visit as long as nobody else has to do anything in between. */
static void count_step(struct headless *game, int seat, const struct move *move, struct course *course,
                       struct windows *windows)
{
    const struct rules *rules = game->rules;
    count_choice(game, seat, move, course, windows);
    if (rules->windows && rules->windows(game->state) & SEAT_BIT(seat)) {
        windows->asked++;
        windows->passed += is_silence(rules, game->state, seat, move);
    } else {
        windows->turns += seat != course->mover;
        windows->visits += seat != course->visitor;
        course->mover = seat;
    }
    course->visitor = seat;
}

static void step(const struct run *run, struct headless *game, int seat, const struct move *move, struct windows *windows,
                 struct course *course)
{
    struct answer answer;
    int before = course->mover;
    count_step(game, seat, move, course, windows);
    if (!run->orders) {
        headless_apply(game, seat, move);
        return;
    }
    if (course->mover != before)
        headless_orders(game, seat);
    headless_step(game, seat, move, NULL);
    while (game->ply < PLIES_MAX && headless_answer(game, &answer))
        continue;
}

static bool play_one(const struct run *run, struct headless *game, uint64_t seed, struct windows *windows)
{
    struct move move;
    struct course course = {NO_SEAT, NO_SEAT, false};
    headless_deal(game, &run->setup, seed);
    for (int seat = 0; run->orders && seat < run->setup.n_seats; seat++)
        headless_orders(game, seat);
    for (;;) {
        if (run->check && !position_is_sound(run, game, seed))
            return false;
        int seat = headless_seat(game);
        if (seat == NO_SEAT) {
            windows->idle += course.visitor != NO_SEAT && !course.chose;
            return position_is_sound(run, game, seed);
        }
        if (game->ply >= PLIES_MAX)
            return broken(run, game, seed, "the game does not end", NULL);
        enum bot bot = run->bot[seat];
        if (!headless_choose(game, bot, seat, &move))
            return broken(run, game, seed, "an awaited seat has no move", NULL);
        if ((run->check || bot != BOT_RANDOM) && !move_is_legal(run, game, seed, seat, &move))
            return false;
        step(run, game, seat, &move, windows, &course);
    }
}

static void count_ending(struct result *result, const char *name)
{
    int i = 0;
    while (i < ENDINGS_MAX - 1 && result->ending[i].name && strcmp(result->ending[i].name, name) != 0)
        i++;
    result->ending[i].name = name;
    result->ending[i].n++;
}

static void count_game(struct result *result, const struct headless *game)
{
    struct standing standing = {0};
    int winners = 0;
    game->rules->standing(game->state, &standing);
    for (int seat = 0; seat < standing.n; seat++)
        winners += standing.seat[seat].rank == 1;
    for (int seat = 0; seat < standing.n; seat++) {
        result->points[seat] += standing.seat[seat].points;
        if (standing.seat[seat].rank == 1)
            result->wins[seat] += 1.0 / winners;
    }
    if (result->games == 0 || game->ply < result->shortest)
        result->shortest = game->ply;
    if (game->ply > result->longest)
        result->longest = game->ply;
    count_ending(result, headless_ending(game));
    result->moves += (uint64_t)game->ply;
    result->games++;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool play_all(const struct run *run, struct result *result)
{
    struct headless *game = headless_new(run->rules);
    bool ok = true;
    double began = now();
    for (uint64_t i = 0; ok && i < run->games; i++) {
        ok = play_one(run, game, run->seed + i, &result->windows);
        if (ok)
            count_game(result, game);
    }
    result->seconds = now() - began;
    headless_free(game);
    return ok;
}

/* ---- printing ---- */

static double rate(const struct result *result)
{
    return result->seconds > 0 ? (double)result->moves / result->seconds : 0;
}

/* "14.3 points"; of a currency without a fraction, "350,214 Rubens". */
static const char *mean_words(struct arena *arena, const struct rules *rules, double mean)
{
    struct sb out;
    sb_init(&out, arena);
    struct value *words = score_model(arena, NULL, rules, 2);
    double amount = mean * (double)score_amount(rules, 1);
    sb_add(&out, get_text(words, K_before));
    if (score_amount(rules, 1) == 1)
        sb_addf(&out, "%.1f", mean);
    else
        text_number(&out, (int64_t)(amount < 0 ? amount - 0.5 : amount + 0.5));
    sb_add(&out, get_text(words, K_after));
    return out.text;
}

static void print_text(const struct run *run, const struct result *r)
{
    double n = (double)r->games;
    struct arena *arena = arena_new();
    printf("%s, %d seats, seed %" PRIu64, run->rules->id, run->setup.n_seats, run->seed);
    for (int i = 0; run->rules->options[i].name; i++)
        printf(", %s=%s", run->rules->options[i].name, run->rules->options[i].values[run->setup.option[i]].id);
    printf("\ngames      %" PRIu64 "\nmoves      %" PRIu64 "\nmoves/s    %.0f\n", r->games, r->moves, rate(r));
    printf("plies      mean %.1f, least %d, most %d\n", (double)r->moves / n, r->shortest, r->longest);
    for (int seat = 0; seat < run->setup.n_seats; seat++)
        printf("seat %d     %s: score %s, wins %.1f\n", seat, bot_kinds[run->bot[seat]].id,
               mean_words(arena, run->rules, r->points[seat] / n), r->wins[seat]);
    arena_free(arena);
    fputs("ended      ", stdout);
    for (int i = 0; i < ENDINGS_MAX && r->ending[i].name; i++)
        printf("%s%s %" PRIu64, i ? ", " : "", r->ending[i].name, r->ending[i].n);
    putchar('\n');
    printf("idle       %.1f %% of %.1f hand-overs a game leave no choice: one legal move, or a plain pass\n",
           100 * (double)r->windows.idle / (double)r->windows.handovers, (double)r->windows.handovers / n);
    if (run->rules->windows)
        printf("visits     %.3f of a player for each own turn\n", (double)r->windows.visits / (double)r->windows.turns);
    if (run->rules->windows)
        printf("asked      %.2f times a turn outside one's own, %.2f of them for a mere yes\n",
               (double)r->windows.asked / (double)r->windows.turns, (double)r->windows.passed / (double)r->windows.turns);
}

static struct json_object *json_mean(double sum, double n)
{
    char text[48];
    double mean = sum / n;
    snprintf(text, sizeof(text), "%.3f", mean);
    return json_object_new_double_s(mean, text);
}

static void print_json(const struct run *run, const struct result *r)
{
    double n = (double)r->games;
    struct json_object *out = jobj(), *seats = jarr(), *endings = jobj();
    for (int seat = 0; seat < run->setup.n_seats; seat++)
        jadd(seats, jset(jset(jset(jset(jobj(), "seat", jint(seat)), "bot", jstr(bot_kinds[run->bot[seat]].id)), "score",
                              json_mean(r->points[seat], n)),
                         "wins", json_mean(r->wins[seat], 1)));
    for (int i = 0; i < ENDINGS_MAX && r->ending[i].name; i++)
        jset(endings, r->ending[i].name, jint((int64_t)r->ending[i].n));
    jset(out, "game", jstr(run->rules->id));
    jset(out, "points_unit", jint(score_amount(run->rules, 1)));
    jset(out, "options", rules_options_json(run->rules, &run->setup));
    jset(out, "seed", jint((int64_t)run->seed));
    jset(out, "games", jint((int64_t)r->games));
    jset(out, "moves", jint((int64_t)r->moves));
    jset(out, "seconds", json_mean(r->seconds, 1));
    jset(out, "moves_per_second", jint((int64_t)rate(r)));
    jset(out, "plies", jset(jset(jset(jobj(), "mean", json_mean((double)r->moves, n)), "min", jint(r->shortest)), "max",
                            jint(r->longest)));
    jset(out, "turns", jint((int64_t)r->windows.turns));
    jset(out, "visits", jint((int64_t)r->windows.visits));
    jset(out, "asked", jint((int64_t)r->windows.asked));
    jset(out, "passed", jint((int64_t)r->windows.passed));
    jset(out, "handovers", jint((int64_t)r->windows.handovers));
    jset(out, "idle", jint((int64_t)r->windows.idle));
    jset(out, "seats", seats);
    jset(out, "endings", endings);
    puts(json_object_to_json_string_ext(out, JSON_C_TO_STRING_PLAIN));
    json_object_put(out);
}

static int measure_plans(const struct run *run)
{
    struct plans_result result = {0};
    if (!run->rules->plans) {
        fprintf(stderr, "ridotto play: in %s no turn can be planned: it begins with chance, or with what others say\n", run->rules->id);
        return 2;
    }
    struct headless *game = headless_new(run->rules);
    bool ok = true;
    for (uint64_t i = 0; ok && i < run->games; i++)
        ok = plans_game(game, &run->setup, run->seed + i, i, run->orders, &result)
            || broken(run, game, run->seed + i, "the game does not end", NULL);
    headless_free(game);
    printf("%s, %d seats, seed %" PRIu64 ", %" PRIu64 " games\n", run->rules->id, run->setup.n_seats, run->seed, result.games);
    if (ok)
        plans_print(stdout, &result, run->setup.n_seats, (double)score_amount(run->rules, 1));
    return ok ? 0 : 1;
}

int cmd_play(int argc, char **argv)
{
    struct run run = {0};
    struct result result = {0};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(help, stdout);
            return 0;
        }
    if (!read_args(&run, argc, argv)) {
        fputs("ridotto play --help says more\n", stderr);
        return 2;
    }
    if (run.plans)
        return measure_plans(&run);
    if (!play_all(&run, &result))
        return 1;
    if (run.json)
        print_json(&run, &result);
    else
        print_text(&run, &result);
    return 0;
}
