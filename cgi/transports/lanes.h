/* Requests that wait for a thread, in three lanes: what needs no database has threads of its own, and what changes something may not take
 * all of the others. So neither a database that hangs nor a lock that is held keeps the rest waiting. */
#ifndef CGI_TRANSPORTS_LANES_H
#define CGI_TRANSPORTS_LANES_H

#include <stdbool.h>
#include <stdint.h>

enum lane { LANE_LIGHT, LANE_READ, LANE_WRITE };

enum { LIGHT_THREADS = 2 };

/* Part of what waits; filled by lanes_put(). */
struct job {
    struct job *next;
    enum lane lane;
    int64_t number;
};

struct lanes;

/** lanes_new() - for @threads threads beside the LIGHT_THREADS; NULL: no memory. lanes_free() - when nobody takes any more; NULL is fine */
struct lanes *lanes_new(int threads);
void lanes_free(struct lanes *lanes);
/** lanes_put() - @job waits; with the lock held @ready(@user) is called before anybody can take it. False: nobody takes any more */
bool lanes_put(struct lanes *lanes, enum lane lane, struct job *job, void (*ready)(void *user), void *user);
/** lanes_take() - waits for the next one that is due, of LANE_LIGHT when @light, else of the others; NULL: it is time to end, and nothing
 *  waits. lanes_done() - once it is done with */
struct job *lanes_take(struct lanes *lanes, bool light);
void lanes_done(struct lanes *lanes, const struct job *job);
/** lanes_end() - nothing is put any more; what waits is still to be taken */
void lanes_end(struct lanes *lanes);

#endif
