/* Blocks of memory that arenas grow in, lent and taken back; all threads share them.
 *
 * They are no part of malloc's heaps: an answer takes a megabyte for a millisecond, and what is kept for long meanwhile (see cache.h)
 * would lie between its pieces and hold their pages back. What was given back is lent again, and above a bound goes to the system.
 */
#ifndef CGI_BASE_BLOCKS_H
#define CGI_BASE_BLOCKS_H

#include <stddef.h>

enum { BLOCK_LEAST = 16 * 1024 };

struct block {
    struct block *next;    /* for who has it */
    size_t used, size;     /* `used` is for who has it; 0 at first */
    unsigned char *bytes;  /* aligned for any type */
};

/** block_take() - a block of at least @size bytes, whatever is in them; never NULL (out of memory stops the process, logged) */
struct block *block_take(size_t size);
/** blocks_give() - takes back @chain, linked by `next`; NULL is fine */
void blocks_give(struct block *chain);
/** blocks_trim() - what is not lent goes to the system */
void blocks_trim(void);

/* In bytes. */
struct blocks_counts {
    size_t lent, spare;
};
struct blocks_counts blocks_count(void);

#endif
