/* Coordinates on the boards: templates/<game>/layout.json, see cgi/model/board.h. */
#ifndef CGI_MODEL_LAYOUTS_H
#define CGI_MODEL_LAYOUTS_H

#include "cgi/base/arena.h"
#include "cgi/base/values.h"

struct layouts;

/**
 * layouts_load() - reads <@dir>/<id>/layout.json of every game; a game without the file has a picture that needs no coordinates
 * @fresh: they are read again each time one is asked for, so that a change shows at once
 * Return: NULL with file and reason in @why.
 */
struct layouts *layouts_load(const char *dir, bool fresh, char *why, size_t room);
void layouts_free(struct layouts *layouts);
/** layouts_find() - the layout of a game, or NULL; shared by all threads, so never changed; not to be kept beyond @arena */
const struct value *layouts_find(const struct layouts *layouts, struct arena *arena, const char *rules_id);

#endif
