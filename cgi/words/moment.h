/* A moment by somebody's wall clock, in words. Moments are Unix microseconds; texts lie on the arena; a zone that is NULL or
 * unknown is UTC. */
#ifndef CGI_WORDS_MOMENT_H
#define CGI_WORDS_MOMENT_H

#include "cgi/words/text.h"

/** moment_exact() - "2026-03-29 14:00 CEST" */
const char *moment_exact(struct arena *arena, const char *zone, int64_t at);
/** moment_utc() - "2026-03-29 12:00 UTC", for operators; NULL for 0: never */
const char *moment_utc(struct arena *arena, int64_t at);
/** moment_day() - "29 March" */
const char *moment_day(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at);
/** moment_hour() - "14:00", or "Sun 14:00" when that is a day or more after @now */
const char *moment_hour(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at, int64_t now);
/** moment_words() - "Sun 29 March, 14:00 CEST" */
const char *moment_words(struct arena *arena, const struct catalogue *cat, const char *zone, int64_t at);

#endif
