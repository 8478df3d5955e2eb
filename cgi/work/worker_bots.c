/* The worker's bots: a turn in each game that waits for one. Games of guests come after all others, and what guests have left is deleted
 * here, a little at a time, as are old practice tables. */
#include "config.h"

#include "cgi/base/tally.h"
#include "cgi/work/worker_parts.h"

#include <sys/resource.h>
#include <unistd.h>

#include "cgi/base/clock.h"
#include "cgi/play/play.h"

#include "cgi/base/banned.h"

enum {
    BOTS_POLL = 5 * 1000, /* milliseconds without a NOTIFY */
    GAMES_AT_ONCE = 128,  /* more than FAILING_MAX, which could else fill the list */
    GUESTS_AT_ONCE = 8,   /* before the games of others are looked at again */
    FORGET_AT_ONCE = 5,   /* tables, in one transaction */
    FORGET_PAUSE = 100,   /* milliseconds between two of them */
    ROUND_MOST = 1000,    /* milliseconds of a round, before those that wait longest, and guests, are looked at again */
    GIVES_WAY = 10        /* how nice bots are */
};

static const int64_t HOUR = (int64_t)3600 * 1000000, GUESTS_STAY = 7 * 24 * HOUR, PRACTICES_STAY = 30 * 24 * HOUR;

/* All bots of all games, one turn in each. */
struct round {
    struct worker *w;
    struct share share;
    struct db *db;
    struct held held;
    struct failing failing, failing_of_guests;
    bool more;      /* a bot is awaited still */
    int64_t forgot; /* when all that guests had left, and practice tables that nobody plays at any more, were deleted */
};

struct bot_turn {
    struct round *round;
    struct arena *arena;
    int64_t game;
    bool again;
};

static bool take_turn(void *user, struct err *err)
{
    struct bot_turn *turn = user;
    const int64_t began = clock_now();
    bool ok = play_bots(turn->round->db, turn->arena, turn->game, began, &turn->round->w->stop, &turn->again, err);
    tally_add(TALLY_BOT_TURNS, 1);
    tally_add(TALLY_BOT_MICROS, clock_now() - began);
    return ok;
}

/* One turn of one game; round->more: a bot is awaited there still. False only when the database is gone. */
static bool play_turn(struct round *r, struct failing *failing, int64_t game, struct err *err)
{
    struct bot_turn turn = {.round = r, .arena = arena_new(), .game = game};
    bool ok = err_catch(take_turn, &turn, err);
    arena_free(turn.arena);
    r->more = r->more || (ok && turn.again);
    return failing_note(failing, r->db, game, ok, err);
}

/* A turn in each game that waits for a bot, of guests or of all others; of guests only some, if there are more that wait. */
static bool play_games(struct round *r, bool of_guests, struct err *err)
{
    struct failing *failing = of_guests ? &r->failing_of_guests : &r->failing;
    int64_t *games;
    int n, played = 0;
    int64_t began = clock_ticks();
    bool ok = store_bot_games(r->db, held_arena(&r->held), of_guests, of_guests ? (struct share){0, 1} : r->share, GAMES_AT_ONCE, &games, &n, err);
    for (int i = 0; ok && i < n && !atomic_load(&r->w->stop); i++) {
        if (failing_holds(failing, games[i]))
            continue;
        if (of_guests && played++ == GUESTS_AT_ONCE) {
            r->more = true;
            break;
        }
        ok = play_turn(r, failing, games[i], err);
        if (clock_ticks() - began > ROUND_MOST) {
            r->more = r->more || i + 1 < n;
            break;
        }
    }
    held_free(&r->held);
    return ok;
}

/* Whatever else comes to wait brings a NOTIFY. */
static bool play_round(void *user, struct err *err)
{
    struct round *r = user;
    r->more = false;
    return play_games(r, false, err) && (r->share.nth > 0 || play_games(r, true, err));
}

static bool play_rounds(struct round *r, struct err *err)
{
    bool ok = true;
    for (r->more = true; ok && r->more && !atomic_load(&r->w->stop);)
        ok = worker_round(play_round, r, &r->held, err);
    return ok;
}

static bool is_forgetting(const struct round *r)
{
    return r->share.nth == 0 && clock_now() - r->forgot >= HOUR;
}

/* Some of what guests have left, then of old practice tables, each hour until there is nothing more of it. */
static bool forget_some(struct round *r, struct err *err)
{
    int forgotten = 0;
    if (!is_forgetting(r))
        return true;
    if (!store_guests_forget(r->db, clock_now() - GUESTS_STAY, FORGET_AT_ONCE, &forgotten, err))
        return false;
    if (!forgotten && !store_practices_forget(r->db, clock_now() - PRACTICES_STAY, FORGET_AT_ONCE, &forgotten, err))
        return false;
    if (!forgotten)
        r->forgot = clock_now();
    return true;
}

static struct round round_new(struct worker *w, struct share share)
{
    struct db *db = db_open_pooled(w->set->database, w->set->pooler);
    return (struct round){.w = w, .share = share, .db = db, .held = {.db = {db}}, .failing = {.who = "bots"},
                          .failing_of_guests = {.who = "bots of guests"}};
}

bool worker_bots_once(struct worker *w, struct err *err)
{
    struct round r = round_new(w, (struct share){0, 1});
    bool ok = play_rounds(&r, err);
    while (ok && is_forgetting(&r) && !atomic_load(&w->stop))
        ok = forget_some(&r, err);
    db_close(r.db);
    return ok;
}

void worker_gives_way(int nice)
{
    setpriority(PRIO_PROCESS, (id_t)gettid(), nice);
}

void *worker_bots(void *user)
{
    const struct bots *bots = user;
    struct worker *w = bots->w;
    struct round r = round_new(w, bots->share);
    struct db *ears = db_open(w->set->database);
    struct trouble trouble = {.who = "bots"};
    worker_gives_way(GIVES_WAY);
    worker_wait(w, ears, "game", 1, &trouble);
    while (!atomic_load(&w->stop)) {
        struct err err;
        if (play_rounds(&r, &err) && forget_some(&r, &err))
            trouble_over(&trouble);
        else
            trouble_met(&trouble, &err);
        worker_wait(w, ears, "game", is_forgetting(&r) ? FORGET_PAUSE : BOTS_POLL, &trouble);
    }
    db_close(ears);
    db_close(r.db);
    return NULL;
}
