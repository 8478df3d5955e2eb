/* How fast a person may play: one limit for all processes that serve the site. */
#ifndef CGI_HTTP_PACE_H
#define CGI_HTTP_PACE_H

#include <stdbool.h>
#include <stdint.h>

struct req;

/**
 * pace_admits() - counts one form of play of @who; false: too many within a minute, and *again is after how many seconds the next is allowed
 * Counted here; after every ten or so the database adds up what all processes have let through. When it cannot be asked, this process
 * alone counts.
 */
bool pace_admits(const struct req *rq, int64_t who, int *again);

#endif
