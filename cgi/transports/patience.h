/* How long a connection may take: to send a request whole, and to fetch its answer. A client that sends a byte now and then is
 * never idle, and could hold a connection for days; so each connection has a deadline.
 *
 * One thread looks at all of them and shuts what is overdue; the transport then sees the other end gone. When nearly all places are
 * taken, the connection that has waited for a request longest is shut for each new one, so that nobody waits for a place. */
#ifndef CGI_TRANSPORTS_PATIENCE_H
#define CGI_TRANSPORTS_PATIENCE_H

#include <stdbool.h>
#include <sys/socket.h>

struct patience;
struct visit;

/** patience_start() - for @most connections, of which @proxies ("10.0.0.3, ..."; NULL: none; kept, not copied) may have any number; NULL when there is no memory or no thread */
struct patience *patience_start(int most, const char *proxies);
/** patience_stop() - after the last connection has ended; NULL is fine */
void patience_stop(struct patience *patience);

/** patience_admits() - may one more come from there? Of one address, of IPv6 of one first half, at most an eighth of all; this
 *  machine, where a proxy may stand, is not counted. */
bool patience_admits(struct patience *patience, const struct sockaddr *address);
/** patience_begin() - a connection, which waits for its first request; when few places are left, the one that waits longest is
 *  shut. NULL when there are too many, which nobody watches then. From one thread, which also calls the two below. */
struct visit *patience_begin(struct patience *patience, int fd, const struct sockaddr *address);
/** patience_end() - before its file is closed; NULL is fine */
void patience_end(struct patience *patience, struct visit *visit);
/** visit_waits() - from now on it waits for a request, which is to be whole within so many seconds: it may be shut. NULL is fine. */
void visit_waits(struct visit *visit, int seconds);
/** visit_within() - it is answered, and has so many seconds from now on; 0: as many as it likes. Never shut for another's sake.
 *  NULL is fine. */
void visit_within(struct visit *visit, int seconds);

#endif
