/* learn: the weights of a game's value of a position, from games that it plays against itself; prints the table that stands in
 * rules/GAME/weights.h. Equal arguments give equal tables. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/args.h"
#include "cgi/tools/headless.h"
#include "rules/engine/registry.h"
#include "rules/engine/search.h"
#include "rules/parts.h"

#include "cgi/base/banned.h"

static const char help[] =
    "usage: learn GAME [--games N] [--seed N] [--stray N]\n"
    "\n"
    "Plays N games (2000) of each number of seats, all seats by advice but for --stray (10) of 100 moves, and fits what each seat has at\n"
    "the end to the features of the positions on the way.\n";

enum { COLUMNS = 2 * SEARCH_FEATURES, PLIES_MAX = 20000, EVERY = 7, SAMPLES = 20000 };

/* Least squares, with a little weight against large coefficients. */
struct fit {
    double square[COLUMNS][COLUMNS], product[COLUMNS], target, targets, n;
};

struct sample {
    int seat;
    double x[COLUMNS];
};

static struct sample samples[SAMPLES];

static void sample(const struct rules *rules, const void *state, int seat, struct sample *out)
{
    int32_t feature[SEARCH_FEATURES] = {0};
    int k = rules->mind->features(state, seat, feature);
    double done = (double)feature[0] / SEARCH_SCALE;
    out->seat = seat;
    feature[0] = 1;
    for (int i = 0; i < k; i++) {
        out->x[2 * i] = feature[i] * (1 - done);
        out->x[2 * i + 1] = feature[i] * done;
    }
}

static void fit_add(struct fit *fit, const double *x, int columns, double y)
{
    for (int i = 0; i < columns; i++) {
        for (int j = 0; j <= i; j++)
            fit->square[i][j] += x[i] * x[j];
        fit->product[i] += x[i] * y;
    }
    fit->target += y;
    fit->targets += y * y;
    fit->n++;
}

/* Cholesky; @w: the coefficients. A column that is always 0 gets 0. */
static void fit_solve(struct fit *fit, int columns, double *w)
{
    static double low[COLUMNS][COLUMNS];
    double z[COLUMNS];
    for (int i = 0; i < columns; i++)
        fit->square[i][i] += 1e-6 * fit->square[i][i] + 1e-3;
    for (int i = 0; i < columns; i++)
        for (int j = 0; j <= i; j++) {
            double sum = fit->square[i][j];
            for (int k = 0; k < j; k++)
                sum -= low[i][k] * low[j][k];
            low[i][j] = i == j ? sqrt(sum > 1e-9 ? sum : 1e-9) : sum / low[j][j];
        }
    for (int i = 0; i < columns; i++) {
        z[i] = fit->product[i];
        for (int k = 0; k < i; k++)
            z[i] -= low[i][k] * z[k];
        z[i] /= low[i][i];
    }
    for (int i = columns - 1; i >= 0; i--) {
        w[i] = z[i];
        for (int k = i + 1; k < columns; k++)
            w[i] -= low[k][i] * w[k];
        w[i] /= low[i][i];
    }
}

/* How far off the fit is, by tenths of the game. */
struct off {
    double squares[11], n[11];
};

static void look(struct off *off, const double *w, const struct sample *sample, int columns, double y)
{
    int tenth = (int)(10 * sample->x[1] + 0.0001); /* how far the game has come */
    for (int i = 0; i < columns; i++)
        y -= w[i] * sample->x[i];
    off->squares[tenth] += y * y;
    off->n[tenth]++;
}

/* @w: NULL: the positions are added to @fit; else only how far off it is there */
static int play(struct headless *game, const struct setup *setup, uint64_t seed, uint32_t stray, struct fit *fit, const double *w,
                struct off *off)
{
    int seat, n = 0, columns = 0;
    struct move move;
    int32_t feature[SEARCH_FEATURES] = {0};
    const struct rules *rules = game->rules;
    headless_deal(game, setup, seed);
    columns = 2 * rules->mind->features(game->state, 0, feature);
    while ((seat = headless_seat(game)) != NO_SEAT && game->ply < PLIES_MAX) {
        if (rng_below(&game->choice, EVERY) == 0)
            for (int i = 0; i < setup->n_seats && n < SAMPLES; i++)
                sample(rules, game->state, i, &samples[n++]);
        if (!headless_choose(game, rng_below(&game->choice, 100) < stray ? BOT_RANDOM : BOT_ADVISE, seat, &move))
            break;
        headless_apply(game, seat, &move);
    }
    struct standing standing = {0};
    rules->standing(game->state, &standing);
    for (int i = 0; i < n && !w; i++)
        fit_add(fit, samples[i].x, columns, standing.seat[samples[i].seat].points);
    for (int i = 0; i < n && w; i++)
        look(off, w, &samples[i], columns, standing.seat[samples[i].seat].points);
    return columns;
}

int main(int argc, char **argv)
{
    struct args args = args_on(argc, argv);
    const struct rules *rules = args_next(&args) ? rules_find(argv[args.at]) : NULL;
    uint64_t games = 2000, seed = 1, stray = 10;
    while (rules && args_next(&args)) {
        const char *value = NULL;
        uint64_t *number = args_value(&args, "--games", &value) ? &games : args_value(&args, "--seed", &value) ? &seed
            : args_value(&args, "--stray", &value)              ? &stray
                                                                : NULL;
        if (!number || !args_number(value, number))
            rules = NULL;
    }
    if (!rules || !rules->mind->features)
        return fputs(help, stderr), 2;
    struct headless *game = headless_new(rules);
    static struct fit fit;
    printf("/* Learned by tests/minds/learn %s --games %d --seed %d --stray %d; for each number of seats from the fewest on. */\n"
           "#include \"rules/engine/search.h\"\n\nstatic const struct search_weights weights[] = {\n",
           rules->id, (int)games, (int)seed, (int)stray);
    for (int seats = rules->min_seats; seats <= rules->max_seats; seats++) {
        struct setup setup = rules_presets(rules, seats);
        double w[COLUMNS];
        int columns = 0;
        memset(&fit, 0, sizeof(fit));
        for (uint64_t g = 0; g < games; g++)
            columns = play(game, &setup, seed + g, (uint32_t)stray, &fit, NULL, NULL);
        fit_solve(&fit, columns, w);
        double error = fit.targets, mean = fit.target / fit.n;
        for (int i = 0; i < columns; i++)
            error -= w[i] * fit.product[i];
        fprintf(stderr, "%s %d: %.0f samples, mean %.1f, deviation %.1f, unexplained %.1f\n", rules->id, seats, fit.n, mean,
                sqrt(fit.targets / fit.n - mean * mean), sqrt(error / fit.n));
        struct off off = {.n = {0}};
        for (uint64_t g = 0; g < 200; g++)
            play(game, &setup, seed + games + g, (uint32_t)stray, NULL, w, &off);
        for (int i = 0; i <= 10; i++)
            fprintf(stderr, " %.1f", off.n[i] > 0 ? sqrt(off.squares[i] / off.n[i]) : 0);
        fputs(" off, by tenths of other games\n", stderr);
        fputs("    {.at = {", stdout);
        for (int i = 0; i < columns; i += 2)
            printf("%s{%.0f, %.0f}", i == 0 ? "" : i % 12 ? ", " : ",\n            ", SEARCH_SCALE * w[i], SEARCH_SCALE * w[i + 1]);
        puts("}},");
    }
    puts("};");
    headless_free(game);
    return 0;
}
