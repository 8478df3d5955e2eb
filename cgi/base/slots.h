/* So many at a time: the others wait for their turn, as far as they may. */
#ifndef CGI_BASE_SLOTS_H
#define CGI_BASE_SLOTS_H

#include <limits.h>
#include <stdbool.h>

struct slots;

enum { SLOTS_ALL_WAIT = INT_MAX };

/** slots_new() - for @n at a time, for which @waiting may wait; NULL: no memory */
struct slots *slots_new(int n, int waiting);
/** slots_free() - when nobody has one or waits; NULL is fine */
void slots_free(struct slots *slots);

/** slots_take() - waits for a slot; false: as many wait already as may. Who has one must not wait for anything that a waiting one holds: no lock, no transaction */
bool slots_take(struct slots *slots);
/** slots_return() - gives one back */
void slots_return(struct slots *slots);

#endif
