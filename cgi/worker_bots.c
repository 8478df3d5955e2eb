/* The worker's bots: a turn in each game that waits for one. */
#include "config.h"

#include "cgi/worker_parts.h"

#include <inttypes.h>
#include <stdio.h>

#include "cgi/clock.h"
#include "cgi/play.h"

#include "cgi/banned.h"

enum {
    BOTS_POLL = 5 * 1000, /* milliseconds without a NOTIFY */
    GAMES_AT_ONCE = 128,  /* more than may be sick, or the sick could fill the list */
    SICK_MAX = 64         /* games left alone for a while after an error */
};

/* Games in which a bot's move failed: they wait, the others play on. */
struct sickbay {
    int n;
    struct { int64_t game, until; int pause; } game[SICK_MAX];
};

static int sick_index(const struct sickbay *bay, int64_t game)
{
    int i = 0;
    while (i < bay->n && bay->game[i].game != game)
        i++;
    return i;
}

static bool is_sick(const struct sickbay *bay, int64_t game)
{
    int i = sick_index(bay, game);
    return i < bay->n && bay->game[i].until > clock_now();
}

static void fell_sick(struct sickbay *bay, int64_t game, const struct err *err)
{
    enum { FIRST = 5, LONGEST = 600 };
    int i = sick_index(bay, game);
    if (i == SICK_MAX)
        i = (int)(game % SICK_MAX);
    bool known = i < bay->n && bay->game[i].game == game;
    int pause = known ? bay->game[i].pause * 2 : FIRST;
    if (!known)
        fprintf(stderr, "level=error worker=bots game=%" PRId64 " code=%s message=\"%s\"\n", game, err_name(err->code),
                err->logged);
    bay->n = i < bay->n ? bay->n : i + 1;
    bay->game[i].game = game;
    bay->game[i].pause = pause > LONGEST ? LONGEST : pause;
    bay->game[i].until = clock_now() + (int64_t)bay->game[i].pause * 1000000;
}

static void got_well(struct sickbay *bay, int64_t game)
{
    int i = sick_index(bay, game);
    if (i < bay->n)
        bay->game[i] = bay->game[--bay->n];
}

/* One turn of one game; *@more: a bot is awaited there still. False only when the database is gone. */
static bool play_turn(struct db *db, struct sickbay *bay, int64_t game, bool *more, struct err *err)
{
    struct arena *arena = arena_new();
    bool again;
    bool ok = play_bots(db, arena, game, clock_now(), &again, err);
    arena_free(arena);
    if (ok)
        got_well(bay, game);
    *more = *more || (ok && again);
    if (ok || err->code == ERR_STALE) /* another worker was faster */
        return true;
    store_rollback(db);
    if (err->code == ERR_BUSY)
        return false;
    fell_sick(bay, game, err);
    return true;
}

/* A turn in each game that waits for a bot. Whatever else comes to wait brings a NOTIFY. */
static bool play_round(struct worker *w, struct db *db, struct sickbay *bay, bool *more, struct err *err)
{
    struct arena *arena = arena_new();
    int64_t *games;
    int n;
    bool ok = store_bot_games(db, arena, GAMES_AT_ONCE, &games, &n, err);
    *more = false;
    for (int i = 0; ok && i < n && !atomic_load(&w->stop); i++)
        ok = is_sick(bay, games[i]) || play_turn(db, bay, games[i], more, err);
    arena_free(arena);
    return ok;
}

void *worker_bots(void *user)
{
    struct worker *w = user;
    struct db *db = db_open(w->house->set.database), *ears = db_open(w->house->set.database);
    struct trouble trouble = {.who = "bots"};
    struct sickbay bay = {0};
    worker_wait(w, ears, "game", 1, &trouble);
    while (!atomic_load(&w->stop)) {
        struct err err;
        bool more = true, ok = true;
        while (ok && more && !atomic_load(&w->stop))
            ok = play_round(w, db, &bay, &more, &err);
        if (ok)
            trouble_over(&trouble);
        else
            trouble_met(&trouble, &err);
        worker_wait(w, ears, "game", BOTS_POLL, &trouble);
    }
    db_close(ears);
    db_close(db);
    return NULL;
}
