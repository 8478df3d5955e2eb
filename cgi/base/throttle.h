/* Rate limits by person, counted in this process: for actions that are too frequent to count in the database. */
#ifndef CGI_BASE_THROTTLE_H
#define CGI_BASE_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

struct throttle;

/** throttle_new() - at most @a_minute for each person; 0: no limit; NULL when out of memory */
struct throttle *throttle_new(int a_minute);
void throttle_free(struct throttle *throttle);
/** throttle_admits() - counts one action of @who at @ticks milliseconds (clock_ticks()); false: too many, and *again is after how
 *  many seconds the next is allowed. Safe from any thread. With very many people at a time some counts are dropped too early; no
 *  action counts for another person. */
bool throttle_admits(struct throttle *throttle, int64_t who, int64_t ticks, int *again);

#endif
