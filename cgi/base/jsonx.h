/* json-c without surprises: adding moves the child and stops the process on lack of memory, as the arena does. */
#ifndef CGI_BASE_JSONX_H
#define CGI_BASE_JSONX_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>

/* Each returns a new object, owned by the caller. jstr(NULL) is JSON null. */
struct json_object *jobj(void);
struct json_object *jarr(void);
struct json_object *jstr(const char *text);
struct json_object *jint(int64_t number);
struct json_object *jbool(bool value);

/** jset() - @object[@key] = @child; the child now belongs to @object; returns @object. A key that is a literal is not copied. */
#define jset(object, key, child) jset_key(object, key, child, __builtin_constant_p(key))
struct json_object *jset_key(struct json_object *object, const char *key, struct json_object *child, bool literal);
/** jadd() - appends; the child now belongs to @array; returns @array */
struct json_object *jadd(struct json_object *array, struct json_object *child);

/* Reading, borrowed: NULL, 0 or false when the key is missing or of another type. */
struct json_object *jget(struct json_object *object, const char *key);
const char *jget_str(struct json_object *object, const char *key);
int64_t jget_int(struct json_object *object, const char *key);
bool jget_bool(struct json_object *object, const char *key);

/** jparse() - strict, @length bytes of UTF-8, at most 32 levels deep; NULL when it is not JSON; the caller owns it */
struct json_object *jparse(const char *text, size_t length);

/** jprint_take() - @object on one line of stdout; consumes it */
void jprint_take(struct json_object *object);

#endif
