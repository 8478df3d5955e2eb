/* strength: how often one player of a kind wins among sound ones, its seat going round from game to game. */
#include "config.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cgi/base/args.h"
#include "cgi/tools/headless.h"
#include "rules/engine/registry.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const char help[] =
    "usage: strength GAME [OPTION...]\n"
    "\n"
    "  --seats N      default: the fewest of the game\n"
    "  --games N      (20)\n"
    "  --seed N       of the first deal; each is played once from every seat\n"
    "  --option NAME=VALUE\n"
    "                 a variant of the game, may be repeated\n"
    "  --bot NAME     who is tried: strong (unless said otherwise), advise, easy, random; weak: advise, with one move in ten at random\n"
    "  --against NAME who has the other seats: advise (unless said otherwise) or easy\n"
    "  --moves N --depth N --wide N --stray N --guard N --least N\n"
    "                 how a strong one looks ahead, where it is to differ from the game's own plan; see rules/engine/search.h\n"
    "  --ease N       of 100 moves of an easy one so many are another than advice, instead of the game's own number\n"
    "  --at-least P, --at-most P\n"
    "                 exit status 1 when it wins less, or more, than P per cent\n"
    "  --row          one line of figures with tabs: game, seats, bot, games, wins, points, the best other's, ms a decision, plies\n";

enum { PLIES_MAX = 20000, WEAK = BOT_COUNT, WEAK_AT_RANDOM = 10 };

struct trial {
    const struct rules *rules;
    struct setup setup;
    struct search_plan plan;
    uint64_t seats, games, seed, at_least, at_most;
    int bot, against; /* an enum bot, or WEAK */
    bool row;
};

struct sum {
    double wins, points, other, seconds;
    uint64_t decisions, plies, moves, left; /* left: decisions that were not advice */
};

/* ---- What is asked ---- */

static bool read_bot(const char *name, int *bot)
{
    *bot = strcmp(name, "weak") ? (int)bot_of(name) : WEAK;
    return *bot < BOT_COUNT || !strcmp(name, "weak");
}

static bool read_option(struct trial *trial, struct rules_mind *mind, struct args *args)
{
    struct search_plan *plan = &trial->plan;
    const char *value = NULL;
    uint64_t n = 0;
    if (args_flag(args, "--row"))
        return trial->row = true;
    if (args_value(args, "--option", &value)) {
        struct fault fault;
        return value && headless_option(trial->rules, &trial->setup, value, &fault);
    }
    if (args_value(args, "--bot", &value))
        return value && read_bot(value, &trial->bot);
    if (args_value(args, "--against", &value))
        return value && read_bot(value, &trial->against);
    const struct {
        const char *name;
        uint64_t *large;
        uint16_t *middle;
        uint8_t *small;
    } numbers[] = {{"--seats", .large = &trial->seats}, {"--games", .large = &trial->games}, {"--seed", .large = &trial->seed},
                   {"--at-least", .large = &trial->at_least}, {"--at-most", .large = &trial->at_most},
                   {"--depth", .middle = &plan->depth}, {"--wide", .small = &plan->wide},
                   {"--stray", .small = &plan->stray}, {"--guard", .small = &plan->guard}, {"--ease", .small = &mind->ease},
                   {"--moves", .large = NULL}, {"--least", .large = NULL}};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        if (!args_value(args, numbers[i].name, &value))
            continue;
        if (!args_number(value, &n))
            return false;
        if (numbers[i].large)
            *numbers[i].large = n;
        else if (numbers[i].middle)
            *numbers[i].middle = (uint16_t)n;
        else if (numbers[i].small)
            *numbers[i].small = (uint8_t)n;
        else if (!strcmp(numbers[i].name, "--moves"))
            plan->moves = (uint32_t)n;
        else
            plan->least = (int32_t)n;
        return true;
    }
    return false;
}

/* ---- Games ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool look_ahead(const struct trial *trial, struct headless *game, int seat, struct move *move, struct sum *sum)
{
    struct search_answer answer;
    double began = now();
    if (!headless_search(game, seat, &trial->plan, &answer))
        return false;
    move_copy(move, &answer.option[answer.chosen].move);
    sum->seconds += now() - began;
    sum->decisions += answer.n > 1;
    sum->left += answer.chosen != 0;
    sum->moves += answer.moves;
    return true;
}

static bool choose(const struct trial *trial, struct headless *game, bool tried, int seat, struct move *move, struct sum *sum)
{
    int bot = tried ? trial->bot : trial->against;
    if (bot == BOT_STRONG)
        return look_ahead(trial, game, seat, move, sum);
    if (bot == WEAK)
        bot = rng_below(&game->choice, 100) < WEAK_AT_RANDOM ? BOT_RANDOM : BOT_ADVISE;
    return headless_choose(game, (enum bot)bot, seat, move);
}

static void count(struct sum *sum, const struct headless *game, int tried)
{
    struct standing standing = {0};
    int winners = 0, best = INT_MIN;
    game->rules->standing(game->state, &standing);
    for (int i = 0; i < standing.n; i++) {
        winners += standing.seat[i].rank == 1;
        if (i != tried && standing.seat[i].points > best)
            best = standing.seat[i].points;
    }
    sum->wins += standing.seat[tried].rank == 1 ? 1.0 / winners : 0;
    sum->points += standing.seat[tried].points;
    sum->other += best;
    sum->plies += (uint64_t)game->ply;
}

static bool play(const struct trial *trial, struct headless *game, uint64_t seed, int tried, struct sum *sum)
{
    struct move move;
    int seat;
    headless_deal(game, &trial->setup, seed);
    while ((seat = headless_seat(game)) != NO_SEAT) {
        if (game->ply >= PLIES_MAX || !choose(trial, game, seat == tried, seat, &move, sum)
            || trial->rules->check(game->state, seat, &move, NULL) != RULE_OK) {
            fprintf(stderr, "strength: %s, seed %" PRIu64 ", ply %d: no move, or none that is legal\n", trial->rules->id, seed, game->ply);
            return false;
        }
        headless_apply(game, seat, &move);
    }
    count(sum, game, tried);
    return true;
}

static void print(const struct trial *trial, const struct sum *sum)
{
    double n = (double)trial->games, share = sum->wins / n, error = sqrt(share * (1 - share) / n);
    double decisions = sum->decisions ? (double)sum->decisions : 1, ms = 1000 * sum->seconds / decisions;
    const char *bot = trial->bot == WEAK ? "weak" : bot_kinds[trial->bot].id;
    if (trial->row)
        printf("%s\t%d\t%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.1f\n", trial->rules->id, (int)trial->seats, bot, (int)trial->games, sum->wins,
               sum->points / n, sum->other / n, ms, (double)sum->plies / n);
    else
        printf("%s %d: %s wins %.1f of %d, %.0f %% (+-%.0f; fair %d %%); points %.1f against %.1f; %.0f plies; %.1f ms, %.0f moves a "
               "decision, %.0f %% not advice\n", trial->rules->id, (int)trial->seats, bot, sum->wins, (int)trial->games, 100 * share,
               196 * error, 100 / (int)trial->seats, sum->points / n, sum->other / n, (double)sum->plies / n, ms,
               (double)sum->moves / decisions, 100 * (double)sum->left / decisions);
}

int main(int argc, char **argv)
{
    struct args args = args_on(argc, argv);
    const struct rules *rules = args_next(&args) ? rules_find(argv[args.at]) : NULL;
    if (!rules)
        return fputs(help, stderr), 2;
    struct rules_mind mind = *rules->mind;
    struct rules changed = *rules;
    changed.mind = &mind;
    struct trial trial = {.rules = &changed, .plan = *search_plan_of(rules), .seats = rules->min_seats, .games = 20, .seed = 1, .at_most = 100,
                          .bot = BOT_STRONG, .against = BOT_ADVISE};
    struct sum sum = {0};
    trial.setup = rules_presets(rules, (int)trial.seats);
    while (args_next(&args))
        if (!read_option(&trial, &mind, &args))
            return fputs(help, stderr), 2;
    if (trial.seats < rules->min_seats || trial.seats > rules->max_seats || trial.games == 0)
        return fputs(help, stderr), 2;
    trial.setup.n_seats = (int)trial.seats;
    struct headless *game = headless_new(&changed);
    bool ok = true;
    for (uint64_t g = 0; ok && g < trial.games; g++)
        ok = play(&trial, game, trial.seed + g / trial.seats, (int)(g % trial.seats), &sum);
    headless_free(game);
    if (!ok)
        return 2;
    print(&trial, &sum);
    return sum.wins * 100 < (double)(trial.at_least * trial.games) || sum.wins * 100 > (double)(trial.at_most * trial.games);
}
