/* Hints that are being looked for, which takes a processor for a while: so many at a time, and one for each person. */
#ifndef CGI_BASE_SEARCHES_H
#define CGI_BASE_SEARCHES_H

#include <stdbool.h>
#include <stdint.h>

struct searches;

/** searches_new() - for @n at a time, for which @waiting may wait some seconds (1 at least); NULL: no memory */
struct searches *searches_new(int n, int waiting);
/** searches_free() - when none goes on; NULL is fine */
void searches_free(struct searches *searches);

enum searches_answer {
    SEARCHES_BEGIN,  /* searches_end() is to be called */
    SEARCHES_OWN,    /* one of this person's goes on */
    SEARCHES_MANY    /* so many others that it did not come to one's turn */
};
/** searches_begin() - waits for a turn, see turns_take(); holding no lock and no transaction */
enum searches_answer searches_begin(struct searches *searches, int64_t person, uint64_t network, bool known);
void searches_end(struct searches *searches, int64_t person);

#endif
