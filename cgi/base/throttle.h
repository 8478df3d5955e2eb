/* How often one person does something, counted in this process: for what is too frequent to count in the database. */
#ifndef CGI_BASE_THROTTLE_H
#define CGI_BASE_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

struct throttle;

/** throttle_new() - @a_minute at the most, of each; 0: any number; NULL when there is no memory */
struct throttle *throttle_new(int a_minute);
void throttle_free(struct throttle *throttle);
/** throttle_admits() - counts one of @who at @ticks milliseconds (clock_ticks()); false: that is too many, and *again is after
 *  how many seconds the next would not be. Any thread may ask. Of very many at a time some are forgotten too early, none is
 *  counted for another. */
bool throttle_admits(struct throttle *throttle, int64_t who, int64_t ticks, int *again);

#endif
