#include "config.h"

#include "cgi/base/jsonx.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/err.h"
#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

static struct json_object *must(struct json_object *made)
{
    if (!made)
        out_of_memory();
    return made;
}

struct json_object *jobj(void)
{
    return must(json_object_new_object());
}

struct json_object *jarr(void)
{
    return must(json_object_new_array());
}

struct json_object *jstr(const char *text)
{
    return text ? must(json_object_new_string(text)) : NULL;
}

struct json_object *jint(int64_t number)
{
    return must(json_object_new_int64(number));
}

struct json_object *jbool(bool value)
{
    return must(json_object_new_boolean(value));
}

struct json_object *jset_key(struct json_object *object, const char *key, struct json_object *child, bool literal)
{
    if (json_object_object_add_ex(object, key, child, literal ? JSON_C_OBJECT_ADD_CONSTANT_KEY : 0) != 0)
        must(NULL);
    return object;
}

struct json_object *jadd(struct json_object *array, struct json_object *child)
{
    if (json_object_array_add(array, child) != 0)
        must(NULL);
    return array;
}

struct json_object *jget(struct json_object *object, const char *key)
{
    struct json_object *child = NULL;
    if (!json_object_is_type(object, json_type_object))
        return NULL;
    json_object_object_get_ex(object, key, &child);
    return child;
}

const char *jget_str(struct json_object *object, const char *key)
{
    struct json_object *child = jget(object, key);
    return json_object_is_type(child, json_type_string) ? json_object_get_string(child) : NULL;
}

int64_t jget_int(struct json_object *object, const char *key)
{
    struct json_object *child = jget(object, key);
    return json_object_is_type(child, json_type_int) ? json_object_get_int64(child) : 0;
}

bool jget_bool(struct json_object *object, const char *key)
{
    struct json_object *child = jget(object, key);
    return json_object_is_type(child, json_type_boolean) && json_object_get_boolean(child);
}

/* Is there a \u0000 in a string? Read as a C string it would end there. */
static bool holds_nul(const char *text, size_t length)
{
    for (size_t i = 0; i + 5 < length; i++)
        if (text[i] == '\\') {
            if (memcmp(text + i, "\\u0000", 6) == 0)
                return true;
            i++; /* an escaped character starts no escape */
        }
    return false;
}

struct json_object *jparse(const char *text, size_t length)
{
    if (length > INT_MAX || !utf8_valid(text, length) || holds_nul(text, length)) /* json-c accepts overlong UTF-8 */
        return NULL;
    struct json_tokener *tokener = json_tokener_new_ex(32);
    if (!tokener)
        must(NULL);
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
    struct json_object *root = json_tokener_parse_ex(tokener, text, (int)length);
    enum json_tokener_error error = json_tokener_get_error(tokener);
    if (error == json_tokener_continue) { /* a bare number at the end waits for one more byte */
        root = json_tokener_parse_ex(tokener, "", 1);
        error = json_tokener_get_error(tokener);
    } else if (error == json_tokener_success && json_tokener_get_parse_end(tokener) < length) {
        error = json_tokener_error_parse_unexpected;
    }
    json_tokener_free(tokener);
    if (error != json_tokener_success) {
        json_object_put(root);
        return NULL;
    }
    return root;
}

void jprint_take(struct json_object *object)
{
    puts(json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(object);
}
