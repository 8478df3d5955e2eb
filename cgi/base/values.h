/* Trees of values (rules/engine/value.h) on the arena of an answer, and their JSON. */
#ifndef CGI_BASE_VALUES_H
#define CGI_BASE_VALUES_H

#include "cgi/base/arena.h"
#include "cgi/base/sb.h"
#include "rules/engine/value.h"

struct json_object;

/* Each is new, lives as long as the arena, and stands in no tree yet. */
struct value *new_object(struct arena *arena);
struct value *new_list(struct arena *arena);
struct value *new_int(struct arena *arena, int64_t number);
/** new_text() - borrowed; NULL is null */
struct value *new_text(struct arena *arena, const char *text);

/** value_print() - adds the JSON of a tree to @out */
void value_print(const struct value *value, struct sb *out);
/** value_to_json() - the same as a json-c object that the caller owns */
struct json_object *value_to_json(const struct value *value);

/**
 * value_of_json() - a tree on @arena from JSON (borrowed; its texts are copied)
 * @key_for: the key of a member's name (KEY_NONE: the member is left out); NULL: that of rules/engine/keys.def
 */
struct value *value_of_json(struct arena *arena, struct json_object *json,
                            enum key (*key_for)(void *context, const char *name), void *context);

#endif
