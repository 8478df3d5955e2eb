/* Whether the database answers, known to all connections of a process, so that only a few have to find out that it does not. Private
 * to cgi/store; the rest of the program asks by store_watched(). Without a watcher (commands, tests) nothing is known: all is tried. */
#ifndef CGI_STORE_WATCH_H
#define CGI_STORE_WATCH_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- for every connection ---- */

/** watch_silent() - does the database say nothing at all? Then nothing is to be sent */
bool watch_silent(void);
/** watch_unconfirmed() - do commits wait for a standby that does not confirm them? Then nothing more is to be written */
bool watch_unconfirmed(void);
/** watch_refuses() - has the database (or the pooler) refused a connection just now? Then none is to be tried; who is told false tries one
 *  for all, and says by watch_connected() what came of it */
bool watch_refuses(bool pooled);
void watch_connected(bool pooled, bool made);
/** watch_doubt() - something has waited for an answer, or lost its connection: the watcher is to look now. Cheap */
void watch_doubt(void);
/**
 * watch_park() - keeps a connection whose commit is not answered yet, until it is
 * To close it, or to cancel, would end its wait for the standby, and show as committed what the standby does not have. Takes the connection
 * over; without a watcher it is closed.
 */
void watch_park(PGconn *conn);
/** watch_ends() - is the watcher to end, so that it need not wait for an answer? */
bool watch_ends(void);

/* ---- for the watcher ---- */

enum watch_task { WATCH_LOOK, WATCH_WRITE, WATCH_TASKS };

/** watch_begin() - there is a watcher from now on. watch_end() - wakes it, to end. watch_over() - it has ended */
void watch_begin(void);
void watch_end(void);
void watch_over(void);
bool watch_runs(void);
/** watch_lock(), watch_unlock() - guard what the watcher has seen. watch_changed() - with the lock held: wakes all who wait for it */
void watch_lock(void);
void watch_unlock(void);
void watch_changed(void);
/** watch_wait() - with the lock held: until something has changed; false: @until (ticks, milliseconds) is over */
bool watch_wait(int64_t until);
/** watch_hurry() - with the lock held: this task is wanted soon */
void watch_hurry(enum watch_task task);
/** watch_rest() - with the lock held: until @most milliseconds after @since (ticks), or @soon where it is wanted soon */
void watch_rest(enum watch_task task, int64_t since, int soon, int most);
/** watch_set() - what the watcher has found */
void watch_set(bool silent, bool unconfirmed);
/** watch_unpark() - lets go of parked connections that are answered; returns how many are left */
int watch_unpark(void);

#endif
