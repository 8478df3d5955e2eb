/* A copy of a database that goes on meanwhile, for a trial. */
#ifndef CGI_STORE_COPY_H
#define CGI_STORE_COPY_H

#include <stdbool.h>

#include "cgi/base/arena.h"
#include "cgi/base/err.h"

#define COPY_NAME "ridotto_trial"

struct copy {
    char *site, *conninfo;     /* to the first database, and to the copy */
    bool made;
};

/**
 * store_copy() - makes a database COPY_NAME beside that of @conninfo, and fills it, by createdb, pg_dump and pg_restore
 * ERR_INPUT: no conninfo; ERR_BUSY: one of these programs failed, which has said why to stderr. Whatever it returns, store_copy_drop() is due.
 */
bool store_copy(struct copy *copy, struct arena *arena, const char *conninfo, struct err *err);
/** store_copy_drop() - drops it, if it was made, whoever is connected to it */
void store_copy_drop(struct copy *copy);

#endif
