/* Who is not reached by letters: his clocks rest until he was on the site. */
#ifndef CGI_PLAY_REACH_H
#define CGI_PLAY_REACH_H

#include <stdbool.h>
#include <stdint.h>

#include "cgi/base/arena.h"
#include "cgi/base/err.h"

struct db;

/** reach_lost() - letters to @person come back: from @now on his clocks rest, UNREACHED_MOST_DAYS at the most; again is fine */
bool reach_lost(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err);
/** reach_found() - @person is here: from @now on his clocks go; again is fine */
bool reach_found(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err);

#endif
