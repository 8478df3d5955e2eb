/* The parts of the worker, one thread each, and what they share. */
#ifndef CGI_WORK_WORKER_PARTS_H
#define CGI_WORK_WORKER_PARTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "cgi/http/service.h"
#include "cgi/store/store.h"

enum { WORKER_PARTS = 8, WORKER_THREADS = WORKER_PARTS - 1 + BOT_THREADS_MAX };

struct worker;
/* One thread of bots: games are shared out among them by their numbers. The first sees to guests as well, so that no more than one thread
 * ever plays for these. */
struct bots {
    struct worker *w;
    struct share share;
};

struct worker {
    struct service *service;    /* what was opened: parts that need words, or settings that may change, hold what is in force */
    const struct settings *set; /* of it: what does not change while it works */
    atomic_bool stop;
    pthread_t thread[WORKER_THREADS]; /* mail, posts, clock, plans, study, seats, tournaments, and those of bots */
    int n;                            /* those that run */
    struct bots bots[BOT_THREADS_MAX];
};

/* What went wrong last in one thread: told once, until it is over. */
struct trouble {
    const char *who;
    bool on;
    int pause; /* milliseconds until the next try, doubled up to a limit */
};
void trouble_met(struct trouble *trouble, const struct err *err);
void trouble_over(struct trouble *trouble);

/* What a round holds: it is given back when memory runs out in the middle of it. */
struct held {
    struct arena *arena; /* NULL: none */
    struct db *db[2];    /* whose transactions end then; NULL: none */
};
/** held_arena() - a new one, until held_free() */
struct arena *held_arena(struct held *held);
void held_free(struct held *held);
/** worker_round() - @round(@user, @err); it fails, too, when there is no memory for it or a must() in it fails, and the process goes on */
bool worker_round(bool (*round)(void *user, struct err *err), void *user, struct held *held, struct err *err);

/** worker_renew() - puts what is in force in place of *@held, which may be NULL; false: that is what it is already */
bool worker_renew(const struct worker *w, struct service **held);

/** worker_rest() - @milliseconds, or until the stop */
void worker_rest(const struct worker *w, int milliseconds);
/** worker_polls() - what a thread does that hears of nothing: @round(@user, @err), a rest of @milliseconds, and so on until the stop; after a round
 *  that failed it is told what went wrong with @who, and the rest is as long as trouble_met() says */
void worker_polls(const struct worker *w, const char *who, int milliseconds, bool (*round)(void *user, struct err *err), void *user);
/** worker_wait() - until a NOTIFY on @channel (true), @milliseconds, a reload or the stop; after trouble only the pause */
bool worker_wait(struct worker *w, struct db *ears, const char *channel, int milliseconds, struct trouble *trouble);

/** worker_not_yet() - does what is @needless (mail_row, delivery_row) wait, since it is early or its table paused? Else it is dropped */
bool worker_not_yet(const char *needless);
/** worker_pause_before() - seconds before something is tried once more that was tried @tries times and one more, in vain: 1, 5, 15 minutes, 1 hour, then every 4 hours until
 *  3 days have passed; 0: enough */
int worker_pause_before(int tries);

/* Games in which something failed: they wait, the others go on. */
enum { FAILING_MAX = 64 };
struct failing {
    const char *who;
    int n;
    struct { int64_t game, until; int pause; } game[FAILING_MAX];
};
/** failing_holds() - is this game to be left alone for a while? */
bool failing_holds(const struct failing *failing, int64_t game);
/** failing_note() - what became of @game: one that failed, or that somebody locks, is left alone for a while, unless another worker was
 *  faster; false only when the database is gone */
bool failing_note(struct failing *failing, struct db *db, int64_t game, bool ok, const struct err *err);

/** worker_bots_once() - every turn that waits for a bot now, and those that come of them */
bool worker_bots_once(struct worker *w, struct err *err);

/** worker_study_once() - every study that was asked for */
bool worker_study_once(struct worker *w, struct err *err);
/** worker_gives_way() - who thinks leaves the processors to who answers people: the calling thread is that @nice from now on */
void worker_gives_way(int nice);

/** worker_clock_once() - all that is due by now: reminders, deadlines, an outage */
bool worker_clock_once(struct worker *w, struct err *err);

/** worker_plans_once() - every plan that hands itself in now, and those that come of them */
bool worker_plans_once(struct worker *w, struct err *err);

/** worker_seats_once() - everybody who looks for a game, and the tables that standing challenges need */
bool worker_seats_once(struct worker *w, struct err *err);

/** worker_tournaments_once() - every step that is due of a tournament */
bool worker_tournaments_once(struct worker *w, struct err *err);

/** worker_post_once() - sends what is due to hooks now, and waits for the answers */
bool worker_post_once(struct worker *w, struct err *err);

/* Each runs until the stop; @user is the struct worker, or of worker_bots() a struct bots. */
void *worker_mail(void *user);
void *worker_post(void *user);
void *worker_bots(void *user);
void *worker_clock(void *user);
void *worker_study(void *user);
void *worker_plans(void *user);
void *worker_seats(void *user);
void *worker_tournaments(void *user);

/** worker_mail_once() - delivers what is due now, clears away what has ended, and returns; of @w no threads are used */
bool worker_mail_once(struct worker *w, struct err *err);

#endif
