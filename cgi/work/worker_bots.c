/* The worker's bots: a turn in each game that waits for one. */
#include "config.h"

#include "cgi/work/worker_parts.h"

#include "cgi/base/clock.h"
#include "cgi/play/play.h"

#include "cgi/base/banned.h"

enum {
    BOTS_POLL = 5 * 1000, /* milliseconds without a NOTIFY */
    GAMES_AT_ONCE = 128   /* more than FAILING_MAX, which could else fill the list */
};

struct bot_turn {
    struct db *db;
    struct arena *arena;
    int64_t game;
    bool again;
};

static bool take_turn(void *user, struct err *err)
{
    struct bot_turn *turn = user;
    return play_bots(turn->db, turn->arena, turn->game, clock_now(), &turn->again, err);
}

/* One turn of one game; *@more: a bot is awaited there still. False only when the database is gone. */
static bool play_turn(struct db *db, struct failing *failing, int64_t game, bool *more, struct err *err)
{
    struct bot_turn turn = {.db = db, .arena = arena_new(), .game = game};
    bool ok = err_catch(take_turn, &turn, err);
    arena_free(turn.arena);
    *more = *more || (ok && turn.again);
    return failing_note(failing, db, game, ok, err);
}

/* A turn in each game that waits for a bot. Whatever else comes to wait brings a NOTIFY. */
static bool play_round(struct worker *w, struct db *db, struct failing *failing, bool *more, struct err *err)
{
    struct arena *arena = arena_new();
    int64_t *games;
    int n;
    bool ok = store_bot_games(db, arena, GAMES_AT_ONCE, &games, &n, err);
    *more = false;
    for (int i = 0; ok && i < n && !atomic_load(&w->stop); i++)
        ok = failing_holds(failing, games[i]) || play_turn(db, failing, games[i], more, err);
    arena_free(arena);
    return ok;
}

bool worker_bots_once(struct worker *w, struct err *err)
{
    struct db *db = db_open_pooled(w->set->database, w->set->pooler);
    struct failing failing = {.who = "bots"};
    bool more = true, ok = true;
    while (ok && more && !atomic_load(&w->stop))
        ok = play_round(w, db, &failing, &more, err);
    db_close(db);
    return ok;
}

void *worker_bots(void *user)
{
    struct worker *w = user;
    struct db *db = db_open_pooled(w->set->database, w->set->pooler), *ears = db_open(w->set->database);
    struct trouble trouble = {.who = "bots"};
    struct failing failing = {.who = "bots"};
    worker_wait(w, ears, "game", 1, &trouble);
    while (!atomic_load(&w->stop)) {
        struct err err;
        bool more = true, ok = true;
        while (ok && more && !atomic_load(&w->stop))
            ok = play_round(w, db, &failing, &more, &err);
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
