/* The parts of the worker, one thread each, and what they share. */
#ifndef CGI_WORKER_PARTS_H
#define CGI_WORKER_PARTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "cgi/house.h"
#include "cgi/store/store.h"

struct worker {
    struct house *house;
    atomic_bool stop;
    pthread_t mail, bots;
};

/* What went wrong last in one thread: told once, until it is over. */
struct trouble {
    const char *who;
    bool on;
    int pause; /* milliseconds until the next try, doubled up to a limit */
};
void trouble_met(struct trouble *trouble, const struct err *err);
void trouble_over(struct trouble *trouble);

/** worker_wait() - until a NOTIFY on @channel (true), @milliseconds or the stop; after trouble only the pause */
bool worker_wait(struct worker *w, struct db *ears, const char *channel, int milliseconds, struct trouble *trouble);

/* Each runs until the stop; @user is the struct worker. */
void *worker_mail(void *user);
void *worker_bots(void *user);

/** worker_mail_once() - delivers what is due now, and returns; of @w only house and stop are used */
bool worker_mail_once(struct worker *w, struct err *err);

#endif
