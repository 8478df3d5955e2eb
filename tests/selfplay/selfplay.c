/* Self-play: every game of the house, thousands of times, with every invariant. Prints TAP.
 *
 *     selfplay [--games N] [--seats N] [--seed N] [--close N] [GAME [--option NAME=VALUE]...]...
 *
 * --games  games per number of seats (2000)            --seed  of the first; the next has the next number (1)
 * --seats  only this number of seats                   --close how often a position is looked at closely: one in N (40)
 * --option  a variant of all games of the game named before it; otherwise they are drawn
 *
 * Each of the game's own words for how it ends must have come true: of a thousand games and more with one number of seats five times in a
 * thousand, of fewer with every number of seats once.
 * A game that goes wrong is printed as a scenario file, which `ridotto rules GAME scenario` plays again.
 */
#include "config.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/args.h"
#include "rules/engine/registry.h"
#include "tests/selfplay/trial.h"

struct plan {
    uint64_t games, seats, seed, close;
    const char *only[16];
    struct variants variants[16]; /* of each of them */
    int n_only;
};

struct tap {
    int n, failed;
};

/* Of a thousand games and more, so many in a thousand show each way of ending; of so many with all numbers of seats each shows once. */
enum { MANY = 1000, EACH = 5, SOME = 500, ENDINGS = 16 };

/* How often a game ended in each of its own ways: the names of its member "ending". */
struct endings {
    const struct name *names;
    int n;
    uint64_t count[ENDINGS];
};

static bool read_plan(struct plan *plan, int argc, char **argv)
{
    struct args args = args_on(argc, argv);
    while (args_next(&args)) {
        const char *value = NULL;
        uint64_t *number = args_value(&args, "--games", &value)   ? &plan->games
                           : args_value(&args, "--seats", &value) ? &plan->seats
                           : args_value(&args, "--seed", &value)  ? &plan->seed
                           : args_value(&args, "--close", &value) ? &plan->close
                                                                  : NULL;
        if (number && !args_number(value, number))
            return false;
        if (!number && args_value(&args, "--option", &value)) {
            int of = plan->n_only - 1;
            if (of < 0 || !value || !variants_ask(&plan->variants[of], rules_find(plan->only[of]), value))
                return false;
            continue;
        }
        if (!number && (*args.argv[args.at] == '-' || plan->n_only == 16 || !rules_find(args.argv[args.at])))
            return false;
        if (!number)
            plan->variants[plan->n_only] = variants_any(), plan->only[plan->n_only++] = args.argv[args.at];
    }
    return plan->games > 0 && plan->close > 0 && plan->close < UINT32_MAX;
}

static bool is_wanted(const struct plan *plan, const struct rules *rules, struct variants *variants)
{
    *variants = variants_any();
    for (int i = 0; i < plan->n_only; i++)
        if (strcmp(plan->only[i], rules->id) == 0) {
            *variants = plan->variants[i];
            return true;
        }
    return plan->n_only == 0;
}

static void try_tables(struct trial *trial, struct tap *tap)
{
    bool ok = trial_tables(trial);
    printf("%s %d - %s: its tables can be written and read\n", ok ? "ok" : "not ok", ++tap->n, trial->rules->id);
    if (!ok)
        printf("# %s\n", trial->why);
    tap->failed += !ok;
}

static struct endings endings_of(const struct rules *rules)
{
    for (const struct member *m = rules->members; m->name; m++)
        if (strcmp(m->name, "ending") == 0 && m->names && m->n_names <= ENDINGS)
            return (struct endings){.names = m->names, .n = m->n_names};
    return (struct endings){.n = 0};
}

static void count_ending(struct endings *endings, const char *word)
{
    for (int i = 0; i < endings->n; i++)
        endings->count[i] += strcmp(endings->names[i].id, word) == 0;
}

/* Does each come @least times? The name for a game that goes on is "none", where there is one. */
static void try_endings(const struct endings *endings, const char *title, uint64_t least, struct tap *tap)
{
    bool all = true;
    if (endings->n == 0)
        return;
    tap->n++;
    for (int i = 0; i < endings->n; i++)
        all &= endings->count[i] >= least || strcmp(endings->names[i].id, "none") == 0;
    printf("%s %d - %s: each way of ending occurs:", all ? "ok" : "not ok", tap->n, title);
    for (int i = 0; i < endings->n; i++)
        if (strcmp(endings->names[i].id, "none") != 0)
            printf(" %s %" PRIu64, endings->names[i].id, endings->count[i]);
    putchar('\n');
    tap->failed += !all;
}

/* @all: what the games of all numbers of seats have come to. */
static uint64_t try_seats(struct trial *trial, const struct plan *plan, int seats, struct endings *all, struct tap *tap)
{
    uint64_t played = 0;
    trial->moves = 0;
    bool ok = true;
    struct endings endings = endings_of(trial->rules);
    for (; ok && played < plan->games; played++) {
        ok = trial_play(trial, seats, plan->seed + played);
        count_ending(&endings, headless_ending(trial->game));
    }
    printf("%s %d - %s, %d seats: %" PRIu64 " games, %" PRIu64 " moves\n", ok ? "ok" : "not ok", ++tap->n,
           trial->rules->id, seats, played, trial->moves);
    tap->failed += !ok;
    if (!ok) {
        struct json_object *scenario = trial_scenario(trial);
        printf("# seed %" PRIu64 ", ply %d: %s\n# %s\n", trial->seed, trial->game->ply, trial->why,
               json_object_to_json_string_ext(scenario, JSON_C_TO_STRING_PLAIN));
        json_object_put(scenario);
    } else if (played >= MANY) {
        try_endings(&endings, trial->rules->id, (played * EACH + MANY - 1) / MANY, tap);
    }
    for (int i = 0; i < endings.n; i++)
        all->count[i] += endings.count[i];
    fflush(stdout);
    return played;
}

int main(int argc, char **argv)
{
    struct plan plan = {.games = 2000, .seed = 1, .close = 40};
    struct tap tap = {0};
    if (sodium_init() < 0 || !read_plan(&plan, argc, argv)) {
        fputs("usage: selfplay [--games N] [--seats N] [--seed N] [--close N] [GAME [--option NAME=VALUE]...]...\n", stderr);
        return 2;
    }
    for (const struct rules *const *rules = rules_all(); *rules; rules++) {
        struct variants variants;
        if (!is_wanted(&plan, *rules, &variants))
            continue;
        struct trial *trial = trial_new(*rules, (uint32_t)plan.close);
        trial->variants = variants;
        try_tables(trial, &tap);
        struct endings endings = endings_of(*rules);
        uint64_t played = 0;
        for (int seats = (*rules)->min_seats; seats <= (*rules)->max_seats; seats++)
            if (plan.seats == 0 || plan.seats == (uint64_t)seats)
                played += try_seats(trial, &plan, seats, &endings, &tap);
        if (plan.games < MANY && plan.seats == 0 && played >= SOME)
            try_endings(&endings, (*rules)->id, 1, &tap);
        trial_free(trial);
    }
    printf("1..%d\n", tap.n);
    return tap.failed ? 1 : 0;
}
