#include "config.h"

#include "cgi/cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/sb.h"
#include "cgi/play/play.h"
#include "cgi/base/settings.h"

#include "cgi/base/banned.h"

enum { EXPORT_BYTES_MAX = 64 * 1024 * 1024, GAMES_AT_ONCE = 100 };

struct choice {
    bool all;
};

static bool take(void *data, int flag, const char *argument)
{
    struct choice *choice = data;
    (void)flag;
    (void)argument;
    choice->all = true;
    return true;
}

/* ---- one exported game ---- */

static bool read_export(const char *path, struct sb *text)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    char piece[16384];
    if (!file) {
        fprintf(stderr, "ridotto replay: cannot open %s\n", path);
        return false;
    }
    for (size_t n; text->length < EXPORT_BYTES_MAX && (n = fread(piece, 1, sizeof(piece), file)) > 0;)
        sb_add_bytes(text, piece, n);
    bool whole = !ferror(file);
    if (!whole)
        fprintf(stderr, "ridotto replay: cannot read %s: %s\n", path, strerror(errno));
    if (file != stdin)
        fclose(file);
    return whole;
}

static void tell_file(const char *path, const struct verified *v)
{
    printf("%s: ", path);
    if (v->game)
        printf("game %lld ", (long long)v->game);
    if (v->differs >= 0)
        printf("ply %d: %s\n", v->differs, v->note);
    else
        printf("%s\n", v->note);
}

/* Why it is not proven; returns the exit status. */
static int tell_unproven(const char *path, const struct verified *v)
{
    bool tried = v->is_json && (v->tried || v->differs >= 0); /* a move that is not as it was exported is found before */
    if (!v->is_json)
        fprintf(stderr, "ridotto replay: %s is not JSON\n", path);
    else if (!tried)
        fprintf(stderr, "ridotto replay: %s cannot be played again\n", path);
    tell_file(path, v);
    return tried ? 1 : 2;
}

static int replay_file(const char *path)
{
    struct arena *arena = arena_new();
    struct sb text;
    struct verified v;
    int status = 2;
    sb_init(&text, arena);
    if (read_export(path, &text)) {
        bool proven = play_verify_text(text.text, text.length, &v);
        if (proven)
            printf("%s: proven: %d moves of %s, every shuffle as committed to before the start\n", path, v.n_moves, v.rules);
        status = proven ? 0 : tell_unproven(path, &v);
    }
    arena_free(arena);
    return status;
}

/* ---- every stored game ---- */

struct replay {
    struct db *db;
    struct arena *arena;
    int64_t game;
    int n;                     /* how much differs */
};

static void tell(void *user, int ply, const char *what)
{
    const struct replay *r = user;
    printf("game %lld ply %d: %s\n", (long long)r->game, ply, what);
}

static bool replay(void *user, struct err *err)
{
    struct replay *r = user;
    return play_inspect(r->db, r->arena, r->game, tell, r, &r->n, err);
}

static bool replay_one(struct db *db, int64_t game, struct replayed *count, struct err *err)
{
    struct replay r = {.db = db, .arena = arena_new(), .game = game};
    bool ok = err_catch(replay, &r, err);
    if (!ok && err->code != ERR_BUSY) { /* a row that cannot be read counts as a difference, too */
        const char *why = err_row(err);
        if (why)
            printf("%s\n", why);
        else
            printf("game %lld: %s\n", (long long)game, err_plain(err));
        store_rollback(db);
        ok = true;
        r.n = 1;
    }
    count->games++;
    count->differ += ok && r.n > 0;
    arena_free(r.arena);
    return ok;
}

bool replay_stored(const char *conninfo, struct replayed *all, struct err *err)
{
    struct db *db = db_open(conninfo);
    int64_t after = 0;
    bool ok = true;
    for (int n = 1; ok && n > 0;) {
        struct arena *arena = arena_new();
        int64_t *games;
        ok = store_all_games(db, arena, after, GAMES_AT_ONCE, &games, &n, err);
        for (int i = 0; ok && i < n; i++)
            ok = replay_one(db, after = games[i], all, err);
        arena_free(arena);
    }
    db_close(db);
    return ok;
}

static int replay_all(const struct settings *set)
{
    struct replayed count = {0};
    struct err err = {0};
    if (!replay_stored(set->database, &count, &err)) {
        fprintf(stderr, "ridotto replay: %s\n", err_plain(&err));
        return 2;
    }
    printf("%lld games replayed, %lld differ\n", count.games, count.differ);
    return count.differ ? 1 : 0;
}

int cmd_replay(int argc, char **argv)
{
    static const struct flag own[] = {{"all", NULL, "re-run every stored game, name each that differs"}, {0}};
    struct choice choice = {false};
    const struct flags flags = {
        .groups = FLAGS_DATABASE,
        .help = "usage: ridotto replay FILE...\n       ridotto replay --all [OPTION...]\n\n"
                "Plays games again from their secret and their moves. FILE is a finished game as the site exports it\n"
                "(- reads standard input): its shuffles, states, events and scores are proven without any database.\n"
                "Ends with 0 when everything comes out the same, 1 when something differs, 2 when it could not try.\n",
        .own = own, .arguments = true, .take = take, .data = &choice,
    };
    struct settings set;
    int n = settings_flags(&set, &flags, argc, argv);
    if (n < 0)
        return n == FLAGS_HELP ? 0 : 2;
    if (choice.all == (n > 0)) {
        fputs("ridotto replay: give either files or --all\n", stderr);
        return 2;
    }
    if (choice.all)
        return replay_all(&set);
    int worst = 0;
    for (int i = 1; i <= n; i++) {
        int status = replay_file(argv[i]);
        worst = status > worst ? status : worst;
    }
    return worst;
}
