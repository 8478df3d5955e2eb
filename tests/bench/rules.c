/* How fast are the rules? Moves per second on one core, random play: list, choose one of the list, apply.
 *
 *     rules [--seconds N] [--least N] [GAME...]
 *
 * --seconds  how long each line is measured, in processor time, three times over, of which the best counts (1)
 * --least    exit 1 when a line falls below this many moves a second
 */
#include "config.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cgi/base/args.h"
#include "cgi/tools/headless.h"
#include "rules/engine/registry.h"

enum { TIMES = 3 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* other programs on the core do not count */
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Plays whole games until the time is up; returns moves per second. */
static double measure(struct headless *game, const struct setup *setup, double seconds, uint64_t *seed)
{
    uint64_t moves = 0;
    double began = now(), spent;
    struct move move;
    do {
        int seat;
        headless_deal(game, setup, (*seed)++);
        while ((seat = headless_seat(game)) != NO_SEAT && headless_choose(game, BOT_RANDOM, seat, &move))
            headless_apply(game, seat, &move);
        moves += (uint64_t)game->ply;
        spent = now() - began;
    } while (spent < seconds);
    return (double)moves / spent;
}

static double print_game(const struct rules *rules, uint64_t seconds)
{
    struct headless *game = headless_new(rules);
    uint64_t seed = 1;
    double slowest = 0;
    for (int seats = rules->min_seats; seats <= rules->max_seats; seats++) {
        struct setup setup = rules_presets(rules, seats);
        double best = 0;
        for (int i = 0; i < TIMES; i++) {
            double rate = measure(game, &setup, (double)seconds, &seed);
            best = rate > best ? rate : best;
        }
        printf("%-12s %d seats %12.0f moves/s\n", rules->id, seats, best);
        fflush(stdout);
        if (slowest == 0 || best < slowest)
            slowest = best;
    }
    headless_free(game);
    return slowest;
}

int main(int argc, char **argv)
{
    struct args args = args_on(argc, argv);
    uint64_t seconds = 1, least = 0;
    const char *only = NULL;
    bool ok = sodium_init() >= 0;
    while (ok && args_next(&args)) {
        const char *value = NULL;
        if (args_value(&args, "--seconds", &value))
            ok = args_number(value, &seconds) && seconds > 0;
        else if (args_value(&args, "--least", &value))
            ok = args_number(value, &least);
        else
            ok = rules_find(only = args.argv[args.at]) != NULL;
    }
    if (!ok) {
        fputs("usage: rules [--seconds N] [--least N] [GAME]\n", stderr);
        return 2;
    }
    double slowest = -1;
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        if (only && strcmp(only, (*rules)->id) != 0)
            continue;
        double rate = print_game(*rules, seconds);
        if (slowest < 0 || rate < slowest)
            slowest = rate;
    }
    return slowest >= 0 && slowest < (double)least ? 1 : 0;
}
