/* The two clocks: the time of day, and ticks that never go back. */
#ifndef CGI_BASE_CLOCK_H
#define CGI_BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/** clock_now() - Unix time in microseconds: the database's, where that is known to be another than this machine's */
int64_t clock_now(void);
/** clock_own() - the same by this machine's clock alone */
int64_t clock_own(void);
/**
 * clock_follow() - the database's clock was at @theirs, at some moment between @before and @after by clock_own()
 * From then on clock_now() is the database's time, if the two differ by a second or more: of several machines that serve one site none
 * has times of its own. Of clocks that are more than an hour apart one is out of order, nobody knows which: neither is followed (`ridotto
 * check` names it). A machine that stood still in between, or whose clock was set, tells nothing. True when times are moved by something
 * else than before: *moved microseconds, 0 when by nothing any more. Safe from any thread.
 */
bool clock_follow(int64_t before, int64_t theirs, int64_t after, int64_t *moved);
/** clock_ticks() - milliseconds that never jump; only differences mean anything */
int64_t clock_ticks(void);

/** clock_begun() - when this was first called, which a service does at its start: Unix microseconds */
int64_t clock_begun(void);

#endif
