/* Plays many games at once and writes down, after each answer, what it was told is done; made to be killed.
 *
 *     player new N          makes N running games, prints their ids
 *     player play JOURNAL   plays all running games with eight threads until they are over (or it is killed); appends a
 *                           line "game ply hash" to JOURNAL after each commit that was answered
 *     player once           takes one step of the first game; 4: the database is busy
 *     player check JOURNAL  compares: each line must be a stored move; prints how many there are, exits 1 when one is not
 *
 * A database that is away is no reason to stop: the answer "busy" is followed by another try.
 */
#include "config.h"

#include <fcntl.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rules/engine/registry.h"
#include "tests/lib/players.h"

enum { THREADS = 8, GAMES_MAX = 1000, LINE_BYTES = 128 };

static int journal = -1;
static int64_t games[GAMES_MAX];
static int n_games;

static void pause_ms(int ms)
{
    const struct timespec t = {.tv_nsec = ms * 1000000L};
    nanosleep(&t, NULL);
}

static int new_games(int n)
{
    struct db *db = db_open(getenv("RIDOTTO_DATABASE"));
    const struct rules *const *rules = rules_all();
    struct err err = {0};
    for (int i = 0, kind = 0; i < n; i++, kind++) {
        int64_t game;
        if (!rules[kind])
            kind = 0;
        if (!players_table(db, rules[kind], "Crash", &game, &err))
            return fprintf(stderr, "player: %s\n", err.logged), 1;
        printf("%lld\n", (long long)game);
    }
    db_close(db);
    return 0;
}

/* One write, so that a line is there whole or not at all; the kernel keeps it when this process dies. */
static void note(const struct table *t)
{
    char line[LINE_BYTES], hash[2 * sizeof(t->game.hash) + 1];
    sodium_bin2hex(hash, sizeof(hash), t->game.hash, sizeof(t->game.hash));
    int n = snprintf(line, sizeof(line), "%lld %d %s\n", (long long)t->game.id, t->game.ply, hash);
    if (write(journal, line, (size_t)n) != n)
        abort();
}

/* Plays a game's next step, now and then by an order; false: it is over. */
static bool step(struct db *db, int64_t game)
{
    struct arena *arena = arena_new();
    struct table t = {.n_moves = 0};
    struct err err = {0};
    bool orders = randombytes_uniform(4) == 0;
    bool ok = orders ? players_order(db, arena, game, &t, &err) : players_step(db, arena, game, game % 2 == 0, &t, &err);
    bool over = ok && t.game.status == GAME_OVER && !orders;
    if (ok && t.n_moves)
        note(&t);
    if (!ok && err.code != ERR_BUSY && err.code != ERR_STALE) {
        fprintf(stderr, "player: game %lld: %s\n", (long long)game, err.logged);
        exit(3);
    }
    if (!ok)
        pause_ms(20);
    arena_free(arena);
    return !over;
}

static void *play(void *data)
{
    int which = *(const int *)data, running = 1;
    bool over[GAMES_MAX] = {false};
    struct db *db = db_open(getenv("RIDOTTO_DATABASE"));
    while (running) {
        running = 0;
        for (int i = which; i < n_games; i += THREADS) {
            over[i] = over[i] || !step(db, games[i]);
            running += !over[i];
        }
    }
    db_close(db);
    return NULL;
}

static bool find_games(void)
{
    struct db *db = db_open(getenv("RIDOTTO_DATABASE"));
    struct arena *arena = arena_new();
    struct err err = {0};
    int64_t *ids;
    bool ok = false;
    for (int i = 0; i < 500 && !(ok = store_all_games(db, arena, 0, GAMES_MAX, &ids, &n_games, &err)); i++)
        pause_ms(20);
    if (ok)
        memcpy(games, ids, (size_t)n_games * sizeof(*ids));
    arena_free(arena);
    db_close(db);
    return ok;
}

static int play_all(const char *path)
{
    pthread_t thread[THREADS];
    int which[THREADS];
    journal = open(path, O_WRONLY | O_APPEND | O_CREAT, 0644);
    if (journal < 0 || !find_games())
        return fprintf(stderr, "player: no journal or no games\n"), 1;
    for (int i = 0; i < THREADS; i++) {
        which[i] = i;
        pthread_create(&thread[i], NULL, play, &which[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}

/* One step of the first game: 0 when it was taken, 4 when the answer is that the database is busy. */
static int once(void)
{
    struct db *db = db_open(getenv("RIDOTTO_DATABASE"));
    struct arena *arena = arena_new();
    struct table t;
    struct err err = {0};
    int status = 1;
    if (find_games() && n_games)
        status = players_step(db, arena, games[0], true, &t, &err) ? 0 : err.code == ERR_BUSY ? 4 : 3;
    if (status)
        fprintf(stderr, "player: %s\n", err.logged);
    arena_free(arena);
    db_close(db);
    return status;
}

/* ---- afterwards ---- */

struct game_kept {
    int64_t game;
    int n;
    struct move_row *moves;
};

static bool is_stored(const struct game_kept *s, int ply, const char *hash)
{
    char text[2 * sizeof(s->moves->hash) + 1];
    if (ply < 0 || ply >= s->n)
        return false;
    sodium_bin2hex(text, sizeof(text), s->moves[ply].hash, sizeof(s->moves[ply].hash));
    return !strcmp(text, hash);
}

static bool load(struct db *db, struct arena *arena, int64_t game, struct game_kept *s)
{
    struct game_row row;
    struct err err = {0};
    struct incidents incidents;
    int ply;
    struct stored snapshot;
    s->game = game;
    if (store_history(db, arena, game, 0, &row, &s->moves, &s->n, &incidents, &ply, &snapshot, &err))
        return true;
    fprintf(stderr, "player: game %lld: %s\n", (long long)game, err.logged);
    return false;
}

static int check(const char *path)
{
    FILE *file = fopen(path, "r");
    struct db *db = db_open(getenv("RIDOTTO_DATABASE"));
    struct arena *arena = arena_new();
    struct game_kept stored[GAMES_MAX] = {{0}};
    int n = 0, lines = 0, lost = 0;
    long long game;
    int ply;
    char hash[65];
    while (file && fscanf(file, "%lld %d %64s", &game, &ply, hash) == 3) {
        int i = 0;
        while (i < n && stored[i].game != game)
            i++;
        if (i == n && (n == GAMES_MAX || !load(db, arena, game, &stored[n++])))
            return 2;
        lines++;
        if (!is_stored(&stored[i], ply, hash)) {
            printf("game %lld ply %d was answered as taken and is not there\n", game, ply);
            lost++;
        }
    }
    printf("%d answers, %d lost, %d games\n", lines, lost, n);
    arena_free(arena);
    db_close(db);
    return lost || !lines;
}

int main(int argc, char **argv)
{
    const char *what = argc == 3 ? argv[1] : "";
    if (!getenv("RIDOTTO_DATABASE") || sodium_init() < 0)
        return fprintf(stderr, "player: RIDOTTO_DATABASE is not set\n"), 2;
    if (!strcmp(what, "new"))
        return new_games((int)strtol(argv[2], NULL, 10));
    if (!strcmp(what, "play"))
        return play_all(argv[2]);
    if (!strcmp(what, "check"))
        return check(argv[2]);
    if (argc == 2 && !strcmp(argv[1], "once"))
        return once();
    return fprintf(stderr, "usage: player new N | play JOURNAL | check JOURNAL | once\n"), 2;
}
