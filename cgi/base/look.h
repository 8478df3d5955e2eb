/* What a name looks like: two that a reader cannot tell apart have the same skeleton (Unicode UTS 39), whatever scripts they are
 * written in. */
#ifndef CGI_BASE_LOOK_H
#define CGI_BASE_LOOK_H

#include <stdbool.h>

#include "cgi/base/arena.h"

/* Two names look alike when one of these is equal, since letters look like others in capitals or in small letters only. */
struct look {
    const char *written; /* as it is written, then without case */
    const char *small;   /* first without case: all in small letters */
};

/** look_open() - reads what is known of letters; false: it is not there, or there is no memory, and no look will ever be known. What runs for
 *  long calls it at its start */
bool look_open(void);
/** look_of() - on the arena; false: @name is not UTF-8, or very long */
bool look_of(struct arena *arena, const char *name, struct look *look);
/** look_alike() - are two names hard to tell apart? */
bool look_alike(const struct look *a, const struct look *b);
/** look_mixed() - is @name written in scripts that no language writes together? Japanese, Chinese and Korean go with Latin. */
bool look_mixed(const char *name);

#endif
