/* What the worker sends to hooks: several at a time, each with a time to end in, so that a slow one holds up neither the others nor the mail. */
#include "config.h"

#include "cgi/base/log.h"
#include "cgi/work/worker_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/mail/letter_needs.h"
#include "cgi/post/hook.h"
#include "cgi/post/post.h"
#include "cgi/post/push.h"
#include "cgi/store/hooks.h"

#include "cgi/base/banned.h"

enum {
    AT_ONCE = 32,          /* requests on their way */
    AT_LEAST = 8,          /* so many places are to be free before more are taken: each time asks the database */
    REQUEST_SECONDS = 10,
    LEASE_SECONDS = 40,    /* for which a delivery is ours: a worker that was killed is waited for no longer */
    WEEK_SECONDS = 7 * 24 * 60 * 60,
    MORNING_SECONDS = 2 * 60 * 60,
    PAUSED_SECONDS = 60 * 60, /* what is told of a table that goes on is due at once: sql/migrations/0055_paused.sql */
    SLICE = 100,           /* milliseconds between two looks while something is on its way */
    POLL_LEAST = 250,      /* and while nothing is, without a NOTIFY */
    POLL_MOST = 5 * 1000,
    STOP_MS = 3 * 1000     /* how long an answer is waited for once the service stops */
};

/* One delivery in our hands. */
struct job {
    struct arena *arena;   /* its own; NULL: there is none here */
    struct delivery_row row;
    struct post post;
    bool several;          /* it tells of all games that wait (struct push_told) */
    bool answered;
    struct post_answer answer; /* to be written down, which is tried until the database has it */
};

struct poster {
    struct worker *w;
    struct db *db;
    struct service *service; /* held; worker_renew() */
    struct post_rules rules;
    struct posts *posts;
    uint8_t vapid[32];     /* the site's key for push services */
    bool has_vapid;
    struct job job[AT_ONCE];
    struct held held;
    struct trouble trouble;
};

/* ---- writing down what came of it ---- */

static void job_end(struct job *job)
{
    arena_free(job->arena);
    *job = (struct job){.arena = NULL};
}

static int seconds_until_next(const struct job *job)
{
    int pause = worker_pause_before(job->row.tries - 1);
    if (!strcmp(job->row.kind, "test"))
        return 0;
    return pause && job->answer.retry_after > pause ? job->answer.retry_after : pause;
}

static bool settle_failed(struct poster *p, const struct job *job, struct err *err)
{
    bool stopped;
    int seconds = seconds_until_next(job);
    if (!store_delivery_failed(p->db, &job->row, job->answer.said, seconds, WEEK_SECONDS, &stopped, err))
        return false;
    log_line("level=%s worker=post delivery=%" PRId64 " target=%" PRId64 " kind=%s tries=%d retry=%d message=\"%s\"", seconds ? "warning" : "error",
            job->row.id, job->row.target, job->row.kind, job->row.tries, seconds, job->answer.said);
    if (stopped)
        log_line("level=warning worker=post target=%" PRId64 " message=\"switched off after a week of failure\"", job->row.target);
    return true;
}

/* Of a browser: what its service says is known. @known false: it is as with hooks. */
static bool settle_push(struct poster *p, const struct job *job, bool *known, struct err *err)
{
    int status = job->answer.status;
    *known = job->row.push && (status == 404 || status == 410 || (status == 413 && !job->row.brief));
    if (!*known)
        return true;
    return status == 413 ? store_delivery_shorter(p->db, &job->row, err) : store_target_gone(p->db, job->row.target, err);
}

static bool settle_one(struct poster *p, const struct job *job, struct err *err)
{
    bool known;
    if (job->answer.status >= 200 && job->answer.status < 300)
        return store_delivery_sent(p->db, &job->row, job->answer.said, job->several, !job->row.game || (job->row.push && push_urgent(job->row.kind)), err);
    return settle_push(p, job, &known, err) && (known || settle_failed(p, job, err));
}

static bool settle(void *user, struct err *err)
{
    struct poster *p = user;
    for (int i = 0; i < AT_ONCE; i++) {
        struct job *job = &p->job[i];
        if (!job->arena || !job->answered)
            continue;
        if (!settle_one(p, job, err))
            return false;
        job_end(job);
    }
    return true;
}

static void hear_answers(struct poster *p, int milliseconds)
{
    struct post_answer answer;
    void *about;
    posts_wait(p->posts, milliseconds);
    while (posts_next(p->posts, &answer, &about)) {
        struct job *job = about;
        job->answer = answer;
        job->answered = true;
    }
}

/* ---- beginning ---- */

static struct job *free_job(struct poster *p)
{
    for (int i = 0; i < AT_ONCE; i++)
        if (!p->job[i].arena)
            return &p->job[i];
    return NULL;
}

static struct delivery_row copied(struct arena *arena, const struct delivery_row *row)
{
    struct delivery_row copy = *row;
    copy.kind = arena_strdup(arena, row->kind);
    copy.url = arena_strdup(arena, row->url);
    copy.form = row->form ? arena_strdup(arena, row->form) : NULL;
    copy.rest.zone = row->rest.zone ? arena_strdup(arena, row->rest.zone) : NULL;
    copy.lang = row->lang ? arena_strdup(arena, row->lang) : NULL;
    return copy;
}

struct writing {
    struct poster *p;
    struct job *job;
};

static bool write_request(void *user, struct err *err)
{
    const struct writing *w = user;
    const struct letter_needs needs = {.service = w->p->service, .db = w->p->db, .arena = w->job->arena, .now = clock_now()};
    return w->job->row.push ? push_write(&needs, &w->job->row, w->p->vapid, &w->job->post, &w->job->several, err)
        : hook_write(&needs, &w->job->row, &w->job->post, err);
}

/* @said: its owner reads that, in words that cgi/account/fates.c knows. */
static void answer_ourselves(struct job *job, const char *said)
{
    job->answered = true;
    job->answer = (struct post_answer){.status = 0};
    snprintf(job->answer.said, sizeof(job->answer.said), "%s", said);
}

/* What cannot be written must not stand in the way of the others. */
static bool begin_job(struct poster *p, const struct delivery_row *row, struct err *err)
{
    struct err why;
    struct job *job = free_job(p);
    job->arena = arena_new();
    job->row = copied(job->arena, row);
    bool ok = err_catch(write_request, &(struct writing){p, job}, &why);
    if (!ok && why.code != ERR_BUSY)
        store_rollback(p->db);
    if (ok && posts_begin(p->posts, &job->post, job))
        return true;
    if (ok || (why.code != ERR_BUSY && why.code != ERR_GONE)) {
        answer_ourselves(job, ok ? "the address cannot be used" : "it could not be written");
        if (!ok)
            log_line("level=error worker=post delivery=%" PRId64 " message=\"%s\"", row->id, why.logged);
        return true;
    }
    bool gone = why.code == ERR_GONE && store_delivery_dropped(p->db, &job->row, "gone", err);
    if (why.code == ERR_BUSY)
        *err = why;
    job_end(job);
    return gone;
}

/* At night nobody is woken by what is not lost by waiting: as in the view notice, an answer that is due within two hours of the morning would be. */
static bool can_sleep(const struct delivery_row *row, int64_t *until)
{
    return row->push && row->game && rest_stands(&row->rest, false, clock_now(), until) == STANDS_REST
        && (!row->deadline || row->deadline >= *until + MORNING_SECONDS * INT64_C(1000000));
}

/* Not now, or never: what is not sent. *sends: it is to be. */
static bool weigh(struct poster *p, const struct delivery_row *row, bool *sends, struct err *err)
{
    int64_t until;
    *sends = false;
    if (row->needless && !worker_not_yet(row->needless))
        return store_delivery_dropped(p->db, row, row->needless, err);
    if (row->needless)
        return store_delivery_later(p->db, row, strcmp(row->needless, "paused") ? 0 : clock_now() + PAUSED_SECONDS * INT64_C(1000000), err);
    if (can_sleep(row, &until))
        return store_delivery_later(p->db, row, until, err);
    return *sends = true;
}

/* What was taken and is not sent now, since the database refused something: whoever looks next may take it, and need not wait until our time for it is over. */
static void give_back(struct poster *p, const struct delivery_row *rows, int n)
{
    struct err ignored;
    store_rollback(p->db);
    for (int i = 0; i < n && store_delivery_back(p->db, &rows[i], &ignored); i++)
        continue;
}

/* *more: as many were taken as there was room for. */
static bool begin_due(struct poster *p, bool *more, struct err *err)
{
    struct delivery_row *rows;
    int n, room = posts_free(p->posts);
    struct arena *arena = held_arena(&p->held);
    bool ok = room < AT_LEAST || store_delivery_take(p->db, arena, room, LEASE_SECONDS, &rows, &n, err);
    *more = ok && room >= AT_LEAST && n == room;
    for (int i = 0; ok && room >= AT_LEAST && i < n; i++) {
        bool sends;
        ok = weigh(p, &rows[i], &sends, err) && (!sends || begin_job(p, &rows[i], err));
        if (!ok)
            give_back(p, &rows[i], n - i);
    }
    held_free(&p->held);
    return ok;
}

static bool is_at_work(const struct poster *p)
{
    for (int i = 0; i < AT_ONCE; i++)
        if (p->job[i].arena)
            return true;
    return false;
}

/* ---- rounds ---- */

/* What is on its way goes by the new rules, too: each address is looked at when it is connected to. */
static void poster_renew(struct poster *p)
{
    if (!worker_renew(p->w, &p->service))
        return;
    p->rules.ca = p->service->set.post_ca;
    ranges_read(p->service->set.post_networks, &p->rules.allowed);
}

/* What is due is begun, what has an answer is written down. */
static bool post_round(void *user, struct err *err)
{
    struct poster *p = user;
    bool more = true;
    if (!settle(p, err) || (!p->has_vapid && !store_vapid(p->db, p->vapid, err)))
        return false;
    p->has_vapid = true;
    while (more && !atomic_load(&p->w->stop)) {
        poster_renew(p);
        if (!begin_due(p, &more, err))
            return false;
        hear_answers(p, more ? SLICE : 0);
        if (!settle(p, err))
            return false;
    }
    return true;
}

static bool poster_open(struct poster *p, struct worker *w)
{
    *p = (struct poster){.w = w, .db = db_open_pooled(w->set->database, w->set->pooler), .trouble = {.who = "post"},
                         .rules = {.seconds = REQUEST_SECONDS}};
    p->held.db[0] = p->db;
    poster_renew(p);
    p->posts = posts_open(&p->rules, AT_ONCE);
    if (!p->posts) {
        db_close(p->db);
        service_release(p->service);
    }
    return p->posts != NULL;
}

/* What is still on its way stays counted as tried, and is taken again when it is nobody's any more. */
static void poster_close(struct poster *p)
{
    struct err ignored;
    for (int waited = 0; is_at_work(p) && waited < STOP_MS && worker_round(settle, p, &p->held, &ignored); waited += SLICE)
        hear_answers(p, SLICE);
    posts_close(p->posts);
    for (int i = 0; i < AT_ONCE; i++)
        if (p->job[i].arena)
            job_end(&p->job[i]);
    service_release(p->service);
    db_close(p->db);
}

struct next {
    struct poster *p;
    int pause; /* milliseconds */
};

static bool ask_when(void *user, struct err *err)
{
    struct next *next = user;
    return store_delivery_next(next->p->db, &next->pause, err);
}

static void wait_for_more(struct poster *p, struct db *ears)
{
    struct err err;
    struct next next = {p, POLL_LEAST};
    if (is_at_work(p) && !p->trouble.on) {
        hear_answers(p, SLICE);
        return;
    }
    if (!p->trouble.on && !err_catch(ask_when, &next, &err))
        trouble_met(&p->trouble, &err);
    worker_wait(p->w, ears, "delivery", next.pause < POLL_LEAST ? POLL_LEAST : next.pause > POLL_MOST ? POLL_MOST : next.pause, &p->trouble);
}

void *worker_post(void *user)
{
    struct worker *w = user;
    struct poster *p = calloc(1, sizeof(*p));
    if (!p || !poster_open(p, w)) {
        log_line("level=error worker=post message=\"no memory: nothing is sent to hooks\"");
        free(p);
        return NULL;
    }
    struct db *ears = db_open(w->set->database);
    worker_wait(w, ears, "delivery", 1, &p->trouble);
    while (!atomic_load(&w->stop)) {
        struct err err;
        poster_renew(p);
        if (worker_round(post_round, p, &p->held, &err))
            trouble_over(&p->trouble);
        else
            trouble_met(&p->trouble, &err);
        wait_for_more(p, ears);
    }
    db_close(ears);
    poster_close(p);
    free(p);
    return NULL;
}

bool worker_post_once(struct worker *w, struct err *err)
{
    struct poster *p = calloc(1, sizeof(*p));
    if (!p || !poster_open(p, w)) {
        free(p);
        return err_fail(err, ERR_BUSY, NULL, NULL, "no memory for what is sent to hooks");
    }
    bool ok = worker_round(post_round, p, &p->held, err);
    while (ok && is_at_work(p) && !atomic_load(&w->stop)) {
        hear_answers(p, SLICE);
        ok = worker_round(post_round, p, &p->held, err);
    }
    poster_close(p);
    free(p);
    return ok;
}
