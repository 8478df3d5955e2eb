/* The worker's seats: those who look for a game come to tables, bots come where they waited long enough, and standing challenges have
 * their next table. */
#include "config.h"

#include "cgi/work/worker_parts.h"

#include "cgi/base/clock.h"
#include "cgi/play/play.h"
#include "cgi/play/quick_seat.h"
#include "rules/engine/bots.h"

#include "cgi/base/banned.h"

enum {
    SEATS_POLL = 5 * 1000, /* milliseconds */
    AT_ONCE = 64
};
static const int64_t LOOKS_AGAIN = 30 * INT64_C(1000000);               /* ratings may be further apart with each minute */
static const int64_t SILENT = 3 * 24 * 3600 * INT64_C(1000000);         /* who was not here for so long looks no more */
static const int64_t CHALLENGE_SILENT = 14 * 24 * 3600 * INT64_C(1000000); /* and has no table opened */

struct round {
    struct worker *w;
    struct db *db;
    struct held held;
    struct failing failing;
    int64_t now, looked;
};

/* What is done for one table or one person. */
struct one {
    struct round *round;
    struct arena *arena;
    int64_t game;
    const struct quick_row *seeker;
    const struct challenge_row *challenge;
};

static bool start_full(void *user, struct err *err)
{
    struct one *one = user;
    return play_start_when_full(one->round->db, one->arena, one->game, one->round->now, err);
}

/* Who wants bots, and sits with somebody who would rather wait, is given a table of his own, which is due at once. */
static bool start_with_bots(void *user, struct err *err)
{
    struct one *one = user;
    struct game_row game;
    if (one->seeker->apart)
        return quick_apart(one->round->db, one->arena, one->game, one->seeker->person, one->round->now, err);
    return store_game(one->round->db, one->arena, one->game, &game, err)
        && (game.status != GAME_OPEN || play_start_with_bots(one->round->db, one->arena, &game, bot_kinds[BOT_ADVISE].id, one->round->now, err));
}

static bool stop_looking(void *user, struct err *err)
{
    struct one *one = user;
    return store_leave(one->round->db, one->game, one->seeker->person, err) || err->code == ERR_STALE;
}

static bool look_again(void *user, struct err *err)
{
    struct one *one = user;
    int64_t game;
    const struct quick_quest quest = {.person = one->seeker->person, .wish = quick_wish_of(one->seeker), .kind = QUEST_WAITS, .now = one->round->now};
    return quick_seat(one->round->db, one->arena, &quest, &game, err);
}

static bool open_next(void *user, struct err *err)
{
    struct one *one = user;
    const struct challenge_row *c = one->challenge;
    const struct quick_row row = {.titles = c->rules_id, .paces = c->pace, .seats = 1 << c->seats};
    const struct quick_quest quest = {.person = c->person, .wish = quick_wish_of(&row), .kind = QUEST_CHALLENGE, .doors = c->doors,
                                      .now = one->round->now};
    int64_t game;
    return store_challenge_looked(one->round->db, c->id, one->round->now, err) &&
           (!quick_wish_sound(&quest.wish) || quick_seat(one->round->db, one->arena, &quest, &game, err));
}

/* False only when the database is gone. */
static bool see_to(struct round *r, bool (*deed)(void *user, struct err *err), struct one one, struct err *err)
{
    one.round = r;
    one.arena = arena_new();
    bool ok = failing_holds(&r->failing, one.game) || failing_note(&r->failing, r->db, one.game, err_catch(deed, &one, err), err);
    arena_free(one.arena);
    return ok;
}

static bool stopped(const struct round *r)
{
    return atomic_load(&r->w->stop);
}

static bool see_to_full(struct round *r, struct err *err)
{
    int64_t *games;
    int n;
    bool ok = store_quick_full(r->db, r->held.arena, AT_ONCE, &games, &n, err);
    for (int i = 0; ok && i < n && !stopped(r); i++)
        ok = see_to(r, start_full, (struct one){.game = games[i]}, err);
    return ok && store_quick_done(r->db, err);
}

static bool see_to_seekers(struct round *r, bool (*list)(struct round *r, struct quick_row **rows, int *n, struct err *err),
                           bool (*deed)(void *user, struct err *err), struct err *err)
{
    struct quick_row *rows;
    int n;
    bool ok = list(r, &rows, &n, err);
    for (int i = 0; ok && i < n && !stopped(r); i++)
        ok = see_to(r, deed, (struct one){.game = rows[i].game, .seeker = &rows[i]}, err);
    return ok;
}

static bool list_due(struct round *r, struct quick_row **rows, int *n, struct err *err)
{
    return store_quick_due(r->db, r->held.arena, r->now, AT_ONCE, rows, n, err);
}

static bool list_silent(struct round *r, struct quick_row **rows, int *n, struct err *err)
{
    return store_quick_silent(r->db, r->held.arena, r->now - SILENT, AT_ONCE, rows, n, err);
}

static bool list_all(struct round *r, struct quick_row **rows, int *n, struct err *err)
{
    return store_quick_seekers(r->db, r->held.arena, rows, n, err);
}

static bool see_to_challenges(struct round *r, struct err *err)
{
    struct challenge_row *due;
    int n;
    bool ok = store_challenges_due(r->db, r->held.arena, r->now, r->now - CHALLENGE_SILENT, AT_ONCE, &due, &n, err);
    for (int i = 0; ok && i < n && !stopped(r); i++)
        ok = see_to(r, open_next, (struct one){.game = -due[i].id, .challenge = &due[i]}, err);
    return ok;
}

static bool play_round(void *user, struct err *err)
{
    struct round *r = user;
    held_arena(&r->held);
    r->now = clock_now();
    bool ok = see_to_full(r, err) && see_to_seekers(r, list_silent, stop_looking, err);
    if (ok && r->now - r->looked >= LOOKS_AGAIN) {
        ok = see_to_challenges(r, err) && see_to_seekers(r, list_all, look_again, err);
        r->looked = r->now;
    }
    for (int i = 0; ok && i < 2; i++) /* the second time those who were given a table of their own */
        ok = see_to_seekers(r, list_due, start_with_bots, err);
    ok = ok && store_quick_done(r->db, err);
    held_free(&r->held);
    return ok;
}

static struct round round_new(struct worker *w)
{
    struct db *db = db_open_pooled(w->set->database, w->set->pooler);
    return (struct round){.w = w, .db = db, .held = {.db = {db}}, .failing = {.who = "seats"}};
}

bool worker_seats_once(struct worker *w, struct err *err)
{
    struct round r = round_new(w);
    bool ok = worker_round(play_round, &r, &r.held, err);
    db_close(r.db);
    return ok;
}

void *worker_seats(void *user)
{
    struct worker *w = user;
    struct round r = round_new(w);
    worker_polls(w, "seats", SEATS_POLL, play_round, &r);
    db_close(r.db);
    return NULL;
}
