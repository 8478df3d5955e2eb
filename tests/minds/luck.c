/* luck: is luck nothing on average? Bots play, each game is studied, and what chance gave each seat is summed up. */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cgi/base/args.h"
#include "cgi/tools/headless.h"
#include "rules/engine/registry.h"
#include "rules/engine/study.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const char help[] =
    "usage: luck GAME [OPTION...]\n"
    "\n"
    "  --seats N      default: the fewest of the game\n"
    "  --games N      (20)\n"
    "  --seed N       of the first deal\n"
    "  --bot NAME     who plays: advise (unless said otherwise), easy, random\n"
    "  --again        studies each game twice, and tells how far the two are apart\n"
    "  --moments      looks for better moves as well\n"
    "  --plies        prints what was expected after each\n"
    "  --verbs        prints the luck of each verb\n"
    "  --plant        takes for luck what was decided when something was drawn: what a study would find that forgot to draw anew\n"
    "\n"
    "Prints the mean luck of each seat, in what a standing counts, with its standard error. Exit status 1 when one is more than three of\n"
    "them from nothing.\n";

enum { PLIES_MAX = 4000, ERRORS = 3 };

struct trial {
    const struct rules *rules;
    struct setup setup;
    uint64_t seats, games, seed;
    enum bot bot;
    bool again, moments, plant, plies, verbs, planned;
    struct study_plan plan;
};

/* One game as it was played. */
struct played {
    int n; /* plies and the deal */
    uint8_t *states;
    int8_t mover[PLIES_MAX];
    struct move move[PLIES_MAX];
    struct study_point points[PLIES_MAX];
};

struct sum {
    double luck[SEATS_MAX], squares[SEATS_MAX], deal[SEATS_MAX], own[SEATS_MAX], by_verb[64][2], of_verb[64], apart, off, seconds, moves, plies, worlds, told;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint8_t *state_at(const struct trial *trial, struct played *played, int ply)
{
    return played->states + (size_t)ply * trial->rules->size;
}

static bool play(const struct trial *trial, struct headless *game, uint64_t seed, struct played *played)
{
    int seat;
    headless_deal(game, &trial->setup, seed);
    memcpy(state_at(trial, played, 0), game->state, trial->rules->size);
    for (played->n = 1; (seat = headless_seat(game)) != NO_SEAT; played->n++) {
        struct move *move = &played->move[played->n];
        if (played->n == PLIES_MAX || !headless_choose(game, trial->bot, seat, move))
            return false;
        headless_apply(game, seat, move);
        played->mover[played->n] = (int8_t)seat;
        memcpy(state_at(trial, played, played->n), game->state, trial->rules->size);
    }
    return true;
}

static void print_ply(const struct trial *trial, const struct played *played, int ply)
{
    printf("%4d %2d %-12s", ply, ply ? played->mover[ply] : 0, ply ? trial->rules->verbs[played->move[ply].verb].name : "deal");
    for (int seat = 0; seat < (int)trial->seats; seat++)
        printf(" %9.2f (%+.2f, open %.2f)", (double)played->points[ply].expects[seat] / SEARCH_SCALE,
               (double)played->points[ply].luck[seat] / SEARCH_SCALE, (double)played->points[ply].open[seat] / SEARCH_SCALE);
    printf("\n");
}

static void study_game(const struct trial *trial, struct study *study, struct played *played, uint64_t seed, int32_t start[SEATS_MAX])
{
    uint8_t key[RNG_KEY_BYTES];
    rng_key_from_seed(key, seed);
    study_begin(study, trial->rules, &trial->setup, trial->planned ? &trial->plan : NULL, played->n - 1, key, state_at(trial, played, 0), start, &played->points[0]);
    for (int ply = 1; ply < played->n; ply++) {
        const uint8_t *before = state_at(trial, played, ply - 1), *after = state_at(trial, played, ply);
        const struct study_step step = {before, after, played->mover[ply], &played->move[ply]};
        study_ply(study, &step, &played->points[ply]);
        if (trial->plies)
            print_ply(trial, played, ply);
        if (trial->moments)
            study_decide(study, ply, &step);
    }
}

static double luck_of(const struct trial *trial, const struct played *played, int seat, double *own)
{
    struct study_sum sum;
    if (!study_sum(played->points, played->n, seat, &sum))
        abort();
    int32_t luck = sum.luck;
    for (int i = 1; trial->plant && i < played->n; i++)
        if (played->points[i].luck[seat])
            luck += played->points[i].expects[seat] - played->points[i - 1].expects[seat] - played->points[i].luck[seat];
    *own = (double)sum.own / SEARCH_SCALE;
    return (double)luck / SEARCH_SCALE;
}

static int tell_moments(const struct trial *trial, struct study *study)
{
    struct study_moment moments[STUDY_MOMENTS];
    int told = 0;
    for (int seat = 0; seat < (int)trial->seats; seat++)
        told += study_moments(study, seat, SEARCH_SCALE, moments);
    return told;
}

static void count(const struct trial *trial, struct study *study, struct played *played, uint64_t seed, struct sum *sum)
{
    int32_t start[SEATS_MAX];
    double own, luck[SEATS_MAX], began = now();
    study_game(trial, study, played, seed, start);
    sum->told += trial->moments ? tell_moments(trial, study) : 0;
    sum->seconds += now() - began;
    sum->moves += study->moves;
    sum->plies += played->n - 1;
    sum->worlds += study->worlds;
    for (int seat = 0; seat < (int)trial->seats; seat++) {
        luck[seat] = luck_of(trial, played, seat, &own);
        sum->luck[seat] += luck[seat];
        sum->squares[seat] += luck[seat] * luck[seat];
        sum->deal[seat] += (double)played->points[0].luck[seat] / SEARCH_SCALE;
        sum->own[seat] += own;
    }
    for (int i = 1; i < played->n; i++)
        for (int seat = 0; seat < (int)trial->seats; seat++)
            sum->by_verb[played->move[i].verb][played->mover[i] == seat] += (double)played->points[i].luck[seat] / SEARCH_SCALE;
    for (int i = 1; i < played->n; i++)
        sum->of_verb[played->move[i].verb]++;
    for (int i = 0; i < played->n; i++)
        for (int seat = 0; seat < (int)trial->seats; seat++) {
            double off = (double)(played->points[i].expects[seat] - played->points[played->n - 1].expects[seat]) / SEARCH_SCALE;
            sum->off += off * off / (played->n * (double)trial->seats);
        }
    if (!trial->again)
        return;
    study_game(trial, study, played, ~seed, start);
    for (int seat = 0; seat < (int)trial->seats; seat++) {
        double other = luck_of(trial, played, seat, &own) - luck[seat];
        sum->apart += other * other / (double)trial->seats;
    }
}

static bool print(const struct trial *trial, const struct sum *sum)
{
    double n = (double)trial->games;
    bool ok = true;
    printf("%s %d, %d games of %.0f plies, %.0f worlds, %.2f s and %.0f moves each:", trial->rules->id, (int)trial->seats, (int)trial->games,
           sum->plies / n, sum->worlds / n, sum->seconds / n, sum->moves / n);
    for (int seat = 0; seat < (int)trial->seats; seat++) {
        double mean = sum->luck[seat] / n, spread = sqrt((sum->squares[seat] - n * mean * mean) / (n - 1)), error = spread / sqrt(n);
        printf(" luck %+.2f +- %.2f (of one game %.1f; deal %+.2f; own %+.2f)%s", mean, error, spread, sum->deal[seat] / n,
               sum->own[seat] / n, seat + 1 < (int)trial->seats ? "," : "");
        ok = ok && fabs(mean) <= ERRORS * error;
    }
    printf("; expected and result %.1f apart", sqrt(sum->off / n));
    if (trial->again)
        printf("; of two studies %.1f apart", sqrt(sum->apart / n));
    if (trial->moments)
        printf("; %.1f moments a game", sum->told / n);
    printf("\n");
    for (int i = 0; trial->verbs && trial->rules->verbs[i].name; i++)
        printf("  %-12s %.1f of a game, luck of a game %+.2f to who does it, %+.2f to each other\n", trial->rules->verbs[i].name, sum->of_verb[i] / n,
               sum->by_verb[i][1] / n, sum->by_verb[i][0] / n / ((double)trial->seats - 1));
    return ok;
}

static bool read_option(struct trial *trial, struct args *args)
{
    const char *value = NULL;
    if (args_flag(args, "--again"))
        return trial->again = true;
    if (args_flag(args, "--moments"))
        return trial->moments = true;
    if (args_flag(args, "--plies"))
        return trial->plies = true;
    if (args_flag(args, "--verbs"))
        return trial->verbs = true;
    if (args_flag(args, "--plant"))
        return trial->plant = true;
    if (args_value(args, "--bot", &value))
        return value && (trial->bot = bot_of(value)) < BOT_STRONG;
    uint64_t n = 0;
    if (args_value(args, "--depth", &value))
        return trial->planned = args_number(value, &n) && n < 1000 && (trial->plan.depth = (uint16_t)n, true);
    if (args_value(args, "--stray", &value))
        return trial->planned = args_number(value, &n) && n <= 100 && (trial->plan.stray = (uint8_t)n, true);
    if (args_value(args, "--moves", &value))
        return trial->planned = args_number(value, &n) && (trial->plan.moves = (uint32_t)n, true);
    uint64_t *number = args_value(args, "--seats", &value) ? &trial->seats : args_value(args, "--games", &value) ? &trial->games
        : args_value(args, "--seed", &value) ? &trial->seed : NULL;
    return number && args_number(value, number);
}

int main(int argc, char **argv)
{
    struct args args = args_on(argc, argv);
    const struct rules *rules = args_next(&args) ? rules_find(argv[args.at]) : NULL;
    if (!rules)
        return fputs(help, stderr), 2;
    struct trial trial = {.rules = rules, .seats = rules->min_seats, .games = 20, .seed = 1, .bot = BOT_ADVISE, .plan = {1200000, 24, 5}};
    struct sum sum = {.apart = 0};
    while (args_next(&args))
        if (!read_option(&trial, &args))
            return fputs(help, stderr), 2;
    if (trial.seats < rules->min_seats || trial.seats > rules->max_seats || trial.games < 2)
        return fputs(help, stderr), 2;
    trial.setup = rules_presets(rules, (int)trial.seats);
    struct headless *game = headless_new(rules);
    struct played *played = calloc(1, sizeof(*played));
    struct study *study = calloc(1, sizeof(*study));
    if (!played || !study || !(played->states = calloc(PLIES_MAX, rules->size)))
        return fputs("luck: out of memory\n", stderr), 2;
    bool ok = true;
    for (uint64_t g = 0; ok && g < trial.games; g++) {
        ok = play(&trial, game, trial.seed + g, played);
        if (ok)
            count(&trial, study, played, trial.seed + g, &sum);
        else
            fprintf(stderr, "luck: %s, seed %" PRIu64 ", ply %d: no move, or no end\n", rules->id, trial.seed + g, played->n);
    }
    bool fair = ok && print(&trial, &sum);
    free(played->states);
    free(played);
    free(study);
    headless_free(game);
    return ok ? !fair : 2;
}
