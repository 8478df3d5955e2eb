/* Requests that wait for a thread, fairly: readers take turns, and no reader has more than half of the threads, so that who asks for
 * much holds up nobody else. And what changes something has three of four threads at the most, so that reading goes on while changes
 * wait for locks, or for a standby. */
#ifndef CGI_TRANSPORTS_QUEUE_H
#define CGI_TRANSPORTS_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

struct queue;

/* Part of a request that waits; it is the queue's from queue_put() until queue_done(). */
struct queued {
    struct queued *next;
    struct lane *lane;
    int64_t since;                 /* ticks */
};

/** queue_new() - for so many threads that take; NULL: no memory */
struct queue *queue_new(int threads);
/** queue_free() - when it is empty and nobody takes any more; NULL is fine */
void queue_free(struct queue *queue);

/** queue_admits() - may one more be put? Then it is, soon. False: it has ended */
bool queue_admits(struct queue *queue);
/** queue_put() - what was admitted. @reader: any number of who asks; two readers seldom share a turn. @writes: it changes something */
void queue_put(struct queue *queue, struct queued *queued, uint64_t reader, bool writes);
/** queue_take() - waits for the next whose turn it is; NULL: it has ended, and nothing waits any more */
struct queued *queue_take(struct queue *queue);
/** queue_done() - what was taken is answered; before its memory goes */
void queue_done(struct queue *queue, const struct queued *queued);
/** queue_end() - what waits is still taken, nothing more is put */
void queue_end(struct queue *queue);

#endif
