/* What does a move cost, and how many a second reach the log? Needs the database that RIDOTTO_DATABASE names;
 * `tests/bench/bench commits` makes one and starts this.
 *
 *     moves [--seconds N] [--games 1,4,16] [--rules ID] [--steps] [--forms] [--postmaster PID]
 *
 * Every game is played by a thread with a connection of its own, which asks for the next move as soon as the last one was
 * answered: it reads what the page is made of, then hands in the form; with --forms it only does the latter. A form carries
 * a whole turn; with --steps every step is one, as it is without script. Counting begins when every thread has played a
 * few moves: what a new connection has to learn is not counted, new games are. A thread's people play all its games.
 *
 * With --postmaster the processor time of PostgreSQL is told beside our own. It holds on a busy machine, requests a second
 * do not.
 */
#include "config.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rules/engine/registry.h"
#include "tests/lib/players.h"
#include "tests/lib/processor.h"

enum { GAMES_MAX = 64, WARM_REQUESTS = 30 };

struct bench {
    const struct rules *rules;
    double seconds;
    bool steps, forms;
    long postmaster;
    pthread_barrier_t begin, end;
};

struct player {
    pthread_t thread;
    struct bench *bench;
    long long requests, commits, moves;
    int64_t spent;
    int64_t people[SEATS_MAX]; /* who play all its games */
    /* Where the game stands, from the last answer; on its arena. */
    struct arena *arena;
    struct table table;
};

static void die(const char *what, const struct err *err)
{
    fprintf(stderr, "moves: %s: %s\n", what, err->logged);
    exit(1);
}

/* One request on an arena of its own; the table of the one before is the page that the form comes from. */
static void play_one(struct player *p, struct db *db)
{
    struct err err = {0};
    struct arena *arena = arena_new();
    struct table *t = &p->table;
    int64_t game = t->game.id;
    bool anew = !p->arena || t->game.status == GAME_OVER;
    if (anew && !players_start(db, p->bench->rules, p->people, p->bench->rules->min_seats, &game, &err))
        die("a new game", &err);
    int64_t began = players_now();
    if (((anew || !p->bench->forms) && !players_page(db, arena, game, t, &err))
        || !players_form(db, arena, !p->bench->steps, t, &err))
        die("a step", &err);
    p->spent += players_now() - began;
    p->requests++;
    p->commits += t->n_moves > 0;
    p->moves += t->n_moves;
    arena_free(p->arena);
    p->arena = arena;
}

static void *play(void *data)
{
    struct player *p = data;
    struct db *db = db_open(getenv("RIDOTTO_DATABASE"));
    struct err err = {0};
    for (int s = 0; s < p->bench->rules->min_seats; s++)
        if (!players_join(db, "Moves", &p->people[s], &err))
            die("a new person", &err);
    for (int i = 0; i < WARM_REQUESTS; i++)
        play_one(p, db);
    p->requests = p->commits = p->moves = p->spent = 0;
    pthread_barrier_wait(&p->bench->begin);
    for (int64_t until = players_now() + (int64_t)(p->bench->seconds * 1e6); players_now() < until;)
        play_one(p, db);
    pthread_barrier_wait(&p->bench->end); /* all have played */
    pthread_barrier_wait(&p->bench->end); /* and it was noted what that took: a process that ends would disturb it */
    arena_free(p->arena);
    db_close(db);
    return NULL;
}

static double own_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void print_line(const struct bench *bench, int games, const struct player *sum, double took, double own, double theirs)
{
    double requests = (double)(sum->requests ? sum->requests : 1);
    printf("%-10s %2d games  %6.0f requests/s  %6.0f commits/s  %6.0f moves/s  %6.2f ms a request; processor ms: %.3f service",
           bench->rules->id, games, (double)sum->requests / took, (double)sum->commits / took, (double)sum->moves / took,
           (double)sum->spent / 1e3 / requests, own / requests);
    if (bench->postmaster)
        printf(" + %.3f postgres", theirs / requests);
    putchar('\n');
    fflush(stdout);
}

static void measure(struct bench *bench, int games)
{
    static struct player player[GAMES_MAX];
    struct player sum = {0};
    memset(player, 0, sizeof(player));
    pthread_barrier_init(&bench->begin, NULL, (unsigned)games + 1);
    pthread_barrier_init(&bench->end, NULL, (unsigned)games + 1);
    for (int i = 0; i < games; i++) {
        player[i].bench = bench;
        pthread_create(&player[i].thread, NULL, play, &player[i]);
    }
    pthread_barrier_wait(&bench->begin);
    int64_t began = players_now();
    double own = own_ms(), theirs = processor_ms(bench->postmaster);
    pthread_barrier_wait(&bench->end);
    double took = (double)(players_now() - began) / 1e6;
    own = own_ms() - own;
    theirs = processor_ms(bench->postmaster) - theirs;
    pthread_barrier_wait(&bench->end);
    for (int i = 0; i < games; i++) {
        pthread_join(player[i].thread, NULL);
        sum.requests += player[i].requests;
        sum.commits += player[i].commits;
        sum.moves += player[i].moves;
        sum.spent += player[i].spent;
    }
    pthread_barrier_destroy(&bench->begin);
    pthread_barrier_destroy(&bench->end);
    print_line(bench, games, &sum, took, own, theirs);
}

static int usage(void)
{
    fputs("usage: moves [--seconds N] [--games 1,4,16] [--rules ID] [--steps] [--forms] [--postmaster PID]\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    const char *games = "1,4,16", *only = NULL;
    struct bench bench = {.seconds = 5};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--steps"))
            bench.steps = true;
        else if (!strcmp(argv[i], "--forms"))
            bench.forms = true;
        else if (i + 1 == argc)
            return usage();
        else if (!strcmp(argv[i], "--seconds"))
            bench.seconds = strtod(argv[++i], NULL);
        else if (!strcmp(argv[i], "--games"))
            games = argv[++i];
        else if (!strcmp(argv[i], "--rules"))
            only = argv[++i];
        else if (!strcmp(argv[i], "--postmaster"))
            bench.postmaster = strtol(argv[++i], NULL, 10);
        else
            return usage();
    }
    if (!getenv("RIDOTTO_DATABASE") || sodium_init() < 0)
        return fprintf(stderr, "moves: RIDOTTO_DATABASE is not set\n"), 2;
    for (const struct rules *const *r = rules_all(); *r; r++)
        for (const char *at = games; *at && (!only || !strcmp(only, (*r)->id));) {
            char *end;
            long n = strtol(at, &end, 10);
            if (n < 1 || n > GAMES_MAX)
                return fprintf(stderr, "moves: 1 to %d games\n", GAMES_MAX), 2;
            bench.rules = *r;
            measure(&bench, (int)n);
            at = *end == ',' ? end + 1 : end;
        }
    return 0;
}
