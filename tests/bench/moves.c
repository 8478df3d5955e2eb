/* How many moves a second reach the log? Needs the database that RIDOTTO_DATABASE names; see tests/bench/moves.sh.
 *
 *     moves [--seconds N] [--games 1,4,16] [--steps]
 *
 * Every game is played by a thread with a connection of its own, which asks for the next move as soon as the last one was
 * answered. A request carries a whole turn; with --steps every step is a request, as it is without script. A request is
 * timed from the form to the answer, loading the page before it is not.
 */
#include "config.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/engine/registry.h"
#include "tests/lib/players.h"

enum { GAMES_MAX = 64 };

struct player {
    pthread_t thread;
    const struct rules *rules;
    int64_t until;
    bool steps;
    long long requests, commits, moves;
    int64_t spent;
};

static void die(const char *what, const struct err *err)
{
    fprintf(stderr, "moves: %s: %s\n", what, err->logged);
    exit(1);
}

static int64_t new_game(struct db *db, const struct rules *rules)
{
    struct err err = {0};
    int64_t game = 0;
    if (!players_table(db, rules, "Moves", &game, &err))
        die("a new game", &err);
    return game;
}

static void *play(void *data)
{
    struct player *p = data;
    struct db *db = db_open(getenv("RIDOTTO_DATABASE"));
    struct err err = {0};
    int64_t game = 0;
    while (players_now() < p->until) {
        struct arena *arena = arena_new();
        struct table t;
        if (!game)
            game = new_game(db, p->rules);
        int64_t began = players_now();
        if (!players_step(db, arena, game, !p->steps, &t, &err))
            die("a step", &err);
        p->spent += players_now() - began;
        p->requests++;
        p->commits += t.n_moves > 0;
        p->moves += t.n_moves;
        if (t.game.status == GAME_OVER)
            game = 0;
        arena_free(arena);
    }
    db_close(db);
    return NULL;
}

static void measure(const struct rules *rules, int games, double seconds, bool steps)
{
    static struct player player[GAMES_MAX];
    struct player sum = {0};
    int64_t began = players_now();
    memset(player, 0, sizeof(player));
    for (int i = 0; i < games; i++) {
        player[i] = (struct player){.rules = rules, .until = began + (int64_t)(seconds * 1e6), .steps = steps};
        pthread_create(&player[i].thread, NULL, play, &player[i]);
    }
    for (int i = 0; i < games; i++) {
        pthread_join(player[i].thread, NULL);
        sum.requests += player[i].requests;
        sum.commits += player[i].commits;
        sum.moves += player[i].moves;
        sum.spent += player[i].spent;
    }
    double took = (double)(players_now() - began) / 1e6;
    printf("%-10s %2d games  %7.0f requests/s  %7.0f commits/s  %7.0f moves/s  %6.2f ms a request\n", rules->id, games,
           (double)sum.requests / took, (double)sum.commits / took, (double)sum.moves / took,
           (double)sum.spent / 1e3 / (double)(sum.requests ? sum.requests : 1));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *games = "1,4,16";
    double seconds = 5;
    bool steps = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--steps"))
            steps = true;
        else if (!strcmp(argv[i], "--seconds") && i + 1 < argc)
            seconds = strtod(argv[++i], NULL);
        else if (!strcmp(argv[i], "--games") && i + 1 < argc)
            games = argv[++i];
        else
            return fprintf(stderr, "usage: moves [--seconds N] [--games 1,4,16] [--steps]\n"), 2;
    }
    if (!getenv("RIDOTTO_DATABASE") || sodium_init() < 0)
        return fprintf(stderr, "moves: RIDOTTO_DATABASE is not set\n"), 2;
    for (const struct rules *const *r = rules_all(); *r; r++)
        for (const char *at = games; *at;) {
            char *end;
            long n = strtol(at, &end, 10);
            if (n < 1 || n > GAMES_MAX)
                return fprintf(stderr, "moves: 1 to %d games\n", GAMES_MAX), 2;
            measure(*r, (int)n, seconds, steps);
            at = *end == ',' ? end + 1 : end;
        }
    return 0;
}
