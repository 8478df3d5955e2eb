/* Time zones from the system's tz database: local time from Unix time, and Unix time from local time. */
#ifndef CGI_BASE_ZONE_H
#define CGI_BASE_ZONE_H

#include <stdbool.h>
#include <stdint.h>

struct zone;

/** zone_find() - the zone called "Europe/Rome", for as long as the process lives; NULL: there is none. Safe from every
 *  thread; reads a file the first time only. */
const struct zone *zone_find(const char *name);
/** zone_offset() - seconds that the wall clock is ahead of UTC at Unix second @at */
int zone_offset(const struct zone *zone, int64_t at);
/** zone_abbreviation() - "CET", "+0530"; borrowed from the zone */
const char *zone_abbreviation(const struct zone *zone, int64_t at);

/** zone_names() - of the places of the world, by region and name; *n of them; lives as long as the process */
const char *const *zone_names(int *n);

/* A moment of the wall clock is written in seconds, as if the zone were UTC. When clocks are put forward or back, some moments
 * do not come and some come twice. */
/** zone_first() - the first Unix second at which the wall clock shows @wall or later */
int64_t zone_first(const struct zone *zone, int64_t wall);
/** zone_last() - the last Unix second at which the wall clock goes from before @wall to @wall or later */
int64_t zone_last(const struct zone *zone, int64_t wall);

#endif
