/* The study of a finished game, worked out. */
#ifndef CGI_PLAY_STUDIED_H
#define CGI_PLAY_STUDIED_H

#include <stdatomic.h>

#include "cgi/store/store.h"

/**
 * studied_make() - studies @id, a game that is over
 *
 * It takes some seconds, outside of any transaction; nothing is written.
 * @stop: looked at between two plies; NULL: goes on to the end
 * @result: for the store, on @arena; @why: NULL, or why there is none (see struct study_row); both are NULL when it was stopped
 */
bool studied_make(struct db *db, struct arena *arena, int64_t id, const atomic_bool *stop, struct stored *result, const char **why,
                  struct err *err);

#endif
