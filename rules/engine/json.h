/* json-c for rules: children are moved, and lack of memory stops the process instead of reading as null. */
#ifndef RULES_ENGINE_JSON_H
#define RULES_ENGINE_JSON_H

#include <json-c/json.h>
#include <stdint.h>
#include <stdlib.h>

static inline struct json_object *json_must(struct json_object *made)
{
    if (!made)
        abort();
    return made;
}

static inline struct json_object *json_new(void)
{
    return json_must(json_object_new_object());
}

static inline struct json_object *json_new_list(void)
{
    return json_must(json_object_new_array());
}

static inline struct json_object *json_number(int64_t number)
{
    return json_must(json_object_new_int64(number));
}

/** json_text() - NULL is JSON null */
static inline struct json_object *json_text(const char *text)
{
    return text ? json_must(json_object_new_string(text)) : NULL;
}

/**
 * json_set() - @object[@key] = @child; the child now belongs to @object
 * @key: a literal or a word of a table; it is not copied
 */
static inline void json_set(struct json_object *object, const char *key, struct json_object *child)
{
    if (json_object_object_add_ex(object, key, child, JSON_C_OBJECT_ADD_CONSTANT_KEY) != 0)
        abort();
}

/** json_add() - appends; the child now belongs to @list */
static inline void json_add(struct json_object *list, struct json_object *child)
{
    if (json_object_array_add(list, child) != 0)
        abort();
}

static inline void json_set_number(struct json_object *object, const char *key, int64_t number)
{
    json_set(object, key, json_number(number));
}

/** json_set_text() - NULL is JSON null */
static inline void json_set_text(struct json_object *object, const char *key, const char *text)
{
    json_set(object, key, json_text(text));
}

#endif
