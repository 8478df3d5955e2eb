/* States and events as the database has them: packed (rules/engine/packed.h), or as JSON, as they were stored before. Both are read
 * for ever; only packed bytes are written. JSON begins with a bracket, packed bytes never do.
 */
#ifndef CGI_STORE_STORED_H
#define CGI_STORE_STORED_H

#include "cgi/store/store.h"

/** stored_is_json() - is it from before there were packed bytes? */
bool stored_is_json(struct stored stored);

/** stored_state() - reads a state of @rules into @state, which has their size; whether it is sound is not asked
 *  Return: true; or false with @fault saying what is wrong, @state undefined */
bool stored_state(const struct rules *rules, struct stored stored, void *state, struct fault *fault);
/** state_stored() - a state packed, on the arena */
struct stored state_stored(struct arena *arena, const struct rules *rules, const void *state);

/** stored_events() - reads the events of one move; false: @fault says what is wrong, @log is undefined */
bool stored_events(const struct rules *rules, struct stored stored, struct log *log, struct fault *fault);
/** events_stored() - the events of one move packed, on the arena; at most LOG_EVENTS */
struct stored events_stored(struct arena *arena, const struct event *events, int n);

/** stored_fail() - ERR_INTERNAL: the @what ("state", "events") of @game at @ply cannot be read; false */
bool stored_fail(struct err *err, int64_t game, int ply, const char *what, const struct fault *fault);

#endif
