/* The worker's studies of finished games: one at a time, the one asked for first before the others, nice to everything else. */
#include "config.h"

#include "cgi/work/worker_parts.h"

#include "cgi/play/studied.h"
#include "rules/engine/study.h"

#include "cgi/base/banned.h"

enum {
    STUDY_POLL = 2 * 1000, /* milliseconds: not worth a session of PostgreSQL that hears of it at once */
    GIVES_WAY = 19         /* how nice a study is: to bots as well, for which people wait */
};

struct studies {
    struct worker *w;
    struct db *db;
    struct held held;
    int64_t game; /* that is studied; 0: none */
    bool more;
};

/* A study that fails by our own fault is ended, so that it keeps no other waiting. */
static bool study_game(struct studies *s, struct err *err)
{
    struct stored result;
    const char *why;
    if (!studied_make(s->db, held_arena(&s->held), s->game, &s->w->stop, &result, &why, err))
        return false;
    if (!why && !result.bytes)
        return store_study_leave(s->db, s->game, err);
    return store_study_end(s->db, s->game, STUDY_REVISION, why, result, err);
}

static bool study_next(void *user, struct err *err)
{
    struct studies *s = user;
    s->game = 0;
    s->more = false;
    if (!store_study_take(s->db, &s->game, err))
        return false;
    if (!s->game)
        return true;
    s->more = true;
    bool ok = study_game(s, err);
    s->game = ok ? 0 : s->game;
    held_free(&s->held);
    return ok;
}

/* What was begun and came to nothing, for lack of memory or by a must(), will not come to more the next time. */
static bool give_up(struct studies *s, const struct err *met, struct err *err)
{
    int64_t game = s->game;
    s->game = 0;
    if (!game || met->code == ERR_BUSY)
        return false;
    return store_study_end(s->db, game, STUDY_REVISION, "moves", (struct stored){.n = 0}, err);
}

static bool study_all(struct studies *s, struct err *err)
{
    bool ok = true;
    for (s->more = true; ok && s->more && !atomic_load(&s->w->stop);) {
        ok = worker_round(study_next, s, &s->held, err);
        if (!ok) {
            struct err other;
            give_up(s, err, &other);
        }
    }
    return ok;
}

static struct studies studies_new(struct worker *w)
{
    struct db *db = db_open_pooled(w->set->database, w->set->pooler);
    return (struct studies){.w = w, .db = db, .held = {.db = {db}}};
}

bool worker_study_once(struct worker *w, struct err *err)
{
    struct studies s = studies_new(w);
    bool ok = study_all(&s, err);
    db_close(s.db);
    return ok;
}

static bool look(void *user, struct err *err)
{
    return study_all(user, err);
}

void *worker_study(void *user)
{
    struct worker *w = user;
    struct studies s = studies_new(w);
    worker_gives_way(GIVES_WAY);
    worker_polls(w, "studies", STUDY_POLL, look, &s);
    db_close(s.db);
    return NULL;
}
