/* The worker's studies of finished games: one at a time, the one asked for first before the others, nice to everything else. None is left
 * as asked for without anybody at it: what came to nothing is put back, and what does so time and again, or ends the process, has failed. */
#include "config.h"

#include "cgi/work/worker_parts.h"

#include "cgi/play/studied.h"
#include "rules/engine/study.h"

#include "cgi/base/banned.h"

enum {
    STUDY_POLL = 2 * 1000, /* milliseconds: not worth a session of PostgreSQL that hears of it at once */
    GIVES_WAY = 19,        /* how nice a study is: to bots as well, for which people wait */
    TRIES = 3              /* before a study has failed for lack of memory, or because no process has lived to its end */
};

struct studies {
    struct worker *w;
    struct db *db;
    struct held held;
    int64_t game; /* that is studied, or is to be given up; 0: none */
    bool gives_up;
    struct err met; /* why it is given up */
    int tries;      /* how often that was begun, by this process or others */
    bool more;
};

static bool study_game(struct studies *s, struct err *err)
{
    struct stored result;
    const char *why;
    if (!studied_make(s->db, held_arena(&s->held), s->game, &s->w->stop, &result, &why, err))
        return false;
    if (!why && !result.bytes)
        return store_study_leave(s->db, s->game, false, err);
    return store_study_end(s->db, s->game, STUDY_REVISION, why, result, err);
}

static bool fail(const struct studies *s, struct err *err)
{
    return store_study_end(s->db, s->game, STUDY_REVISION, "trouble", (struct stored){.n = 0}, err);
}

/* What was begun and came to nothing by a must() has failed. For lack of memory, or because something held the database, it may come to
 * more the next time: it is put back, a few times, so that it keeps no other waiting. False: the database is gone, which is no fault of
 * the study; to be asked again. */
static bool give_up(void *user, struct err *err)
{
    struct studies *s = user;
    const bool put_back = s->met.code == ERR_BUSY && s->tries < TRIES;
    if (!(put_back ? store_study_leave(s->db, s->game, true, err) : fail(s, err))) {
        s->gives_up = err->code == ERR_BUSY;
        return false;
    }
    s->gives_up = false;
    return true;
}

static bool study_next(void *user, struct err *err)
{
    struct studies *s = user;
    s->more = false;
    if (s->gives_up && !give_up(s, err))
        return false;
    s->game = 0;
    if (!store_study_take(s->db, &s->game, &s->tries, err))
        return false;
    if (!s->game)
        return true;
    s->more = true;
    if (s->tries > TRIES ? !fail(s, err) : !study_game(s, err))
        return false;
    s->game = 0;
    held_free(&s->held);
    return true;
}

/* The study that was begun and came to nothing is given up at once, or when the database is back. */
static bool study_all(struct studies *s, struct err *err)
{
    bool ok = true;
    for (s->more = true; ok && s->more && !atomic_load(&s->w->stop);) {
        ok = worker_round(study_next, s, &s->held, err);
        if (!ok && s->game && !s->gives_up) {
            struct err other;
            s->gives_up = true;
            s->met = *err;
            worker_round(give_up, s, &s->held, &other);
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
