/* How many requests of this process wait for the lock of one game. When somebody holds it for long, a few wait, so that they do not take
 * all threads and connections from the other games. */
#ifndef CGI_STORE_WAITERS_H
#define CGI_STORE_WAITERS_H

#include <stdbool.h>
#include <stdint.h>

/** waiters_enter() - before the lock of @game is asked for; false: enough wait for it already, and the first of them too long. Else
 *  waiters_leave() follows once there is an answer */
bool waiters_enter(int64_t game);
void waiters_leave(int64_t game);

#endif
