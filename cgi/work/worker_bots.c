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

/* All bots of all games, one turn in each. */
struct round {
    struct worker *w;
    struct db *db;
    struct held held;
    struct failing failing;
    bool more; /* a bot is awaited still */
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
static bool play_round(void *user, struct err *err)
{
    struct round *r = user;
    int64_t *games;
    int n;
    bool ok = store_bot_games(r->db, held_arena(&r->held), GAMES_AT_ONCE, &games, &n, err);
    r->more = false;
    for (int i = 0; ok && i < n && !atomic_load(&r->w->stop); i++)
        ok = failing_holds(&r->failing, games[i]) || play_turn(r->db, &r->failing, games[i], &r->more, err);
    held_free(&r->held);
    return ok;
}

static bool play_rounds(struct round *r, struct err *err)
{
    bool ok = true;
    for (r->more = true; ok && r->more && !atomic_load(&r->w->stop);)
        ok = worker_round(play_round, r, &r->held, err);
    return ok;
}

static struct round round_new(struct worker *w)
{
    struct db *db = db_open_pooled(w->set->database, w->set->pooler);
    return (struct round){.w = w, .db = db, .held = {.db = {db}}, .failing = {.who = "bots"}};
}

bool worker_bots_once(struct worker *w, struct err *err)
{
    struct round r = round_new(w);
    bool ok = play_rounds(&r, err);
    db_close(r.db);
    return ok;
}

void *worker_bots(void *user)
{
    struct worker *w = user;
    struct round r = round_new(w);
    struct db *ears = db_open(w->set->database);
    struct trouble trouble = {.who = "bots"};
    worker_wait(w, ears, "game", 1, &trouble);
    while (!atomic_load(&w->stop)) {
        struct err err;
        if (play_rounds(&r, &err))
            trouble_over(&trouble);
        else
            trouble_met(&trouble, &err);
        worker_wait(w, ears, "game", BOTS_POLL, &trouble);
    }
    db_close(ears);
    db_close(r.db);
    return NULL;
}
