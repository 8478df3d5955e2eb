/* Rate limits by person, counted in this process: for actions that are too frequent to count in the database one by one. Where several
 * processes share a limit, each tells the others of some at a time. */
#ifndef CGI_BASE_THROTTLE_H
#define CGI_BASE_THROTTLE_H

#include <stdbool.h>
#include <stdint.h>

struct throttle;

/** throttle_new() - at most @most in @seconds for each person; 0: no limit; NULL when out of memory */
struct throttle *throttle_new(int most, int seconds);
void throttle_free(struct throttle *throttle);
/** throttle_admits() - counts one action of @who at @ticks milliseconds (clock_ticks()); false: too many, and *again is after how
 *  many seconds the next is allowed. Safe from any thread. With very many people at a time some counts are dropped too early; no
 *  action counts for another person. */
bool throttle_admits(struct throttle *throttle, int64_t who, int64_t ticks, int *again);

/** throttle_untold() - how many actions of @who the other processes are to be told of now, which counts them as told; 0: not yet. Who acts
 *  fewer than ten times in the time of a throttle for 600 is never told of. */
int throttle_untold(struct throttle *throttle, int64_t who, int64_t ticks);
/** throttle_share() - over all processes @remain are left to @who: here no more than that. false: the last was one too many, *again as above */
bool throttle_share(struct throttle *throttle, int64_t who, int64_t ticks, double remain, int *again);

struct throttle_state {
    int most, seconds;   /* so many in that time */
    int left, full_in;   /* so many now, and after how many seconds all of them */
};
/** throttle_look() - how many are left to @who, which counts nothing; false: there is no limit */
bool throttle_look(struct throttle *throttle, int64_t who, int64_t ticks, struct throttle_state *state);

#endif
