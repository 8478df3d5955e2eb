/* So many at a time: the others wait for their turn. */
#ifndef CGI_BASE_SLOTS_H
#define CGI_BASE_SLOTS_H

struct slots;

/** slots_new() - for @n at a time; NULL: no memory */
struct slots *slots_new(int n);
/** slots_free() - when nobody has one or waits; NULL is fine */
void slots_free(struct slots *slots);

/** slots_take() - waits for a slot. Who has one must not wait for anything that a waiting one holds: no lock, no transaction */
void slots_take(struct slots *slots);
/** slots_return() - gives one back */
void slots_return(struct slots *slots);

#endif
