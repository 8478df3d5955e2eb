#include "config.h"

#include "cgi/base/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/jsonx.h"

#include "cgi/base/banned.h"

struct value *new_object(struct arena *arena)
{
    return value_object(arena_values(arena));
}

struct value *new_list(struct arena *arena)
{
    return value_list(arena_values(arena));
}

struct value *new_int(struct arena *arena, int64_t number)
{
    return value_int(arena_values(arena), number);
}

struct value *new_text(struct arena *arena, const char *text)
{
    return text ? value_text(arena_values(arena), text, strlen(text)) : NULL;
}

/* ---- as JSON ---- */

static void print_text(const char *text, size_t length, struct sb *out)
{
    const char *plain = text, *end = text + length;
    sb_add_char(out, '"');
    for (; text < end; text++) {
        if ((unsigned char)*text >= ' ' && *text != '"' && *text != '\\')
            continue;
        sb_add_bytes(out, plain, (size_t)(text - plain));
        plain = text + 1;
        switch (*text) {
        case '"': sb_add(out, "\\\""); break;
        case '\\': sb_add(out, "\\\\"); break;
        case '\n': sb_add(out, "\\n"); break;
        case '\r': sb_add(out, "\\r"); break;
        case '\t': sb_add(out, "\\t"); break;
        default: sb_addf(out, "\\u%04x", (unsigned char)*text); break;
        }
    }
    sb_add_bytes(out, plain, (size_t)(end - plain));
    sb_add_char(out, '"');
}

static void print_items(const struct value *tree, struct sb *out)
{
    bool object = value_is(tree, VALUE_OBJECT);
    sb_add_char(out, object ? '{' : '[');
    for (size_t i = 0; i < value_n(tree); i++) {
        if (i > 0)
            sb_add_char(out, ',');
        if (object)
            sb_addf(out, "\"%s\":", key_name(value_key(tree, i)));
        value_print(value_at(tree, i), out);
    }
    sb_add_char(out, object ? '}' : ']');
}

void value_print(const struct value *value, struct sb *out)
{
    switch (value ? (enum value_kind)value->kind : VALUE_NULL) {
    case VALUE_NULL: sb_add(out, "null"); break;
    case VALUE_BOOL: sb_add(out, value->u.number ? "true" : "false"); break;
    case VALUE_INT: sb_add_int(out, value->u.number); break;
    case VALUE_REAL: sb_add_real(out, value->u.real); break;
    case VALUE_TEXT: print_text(value->u.text, value->n, out); break;
    case VALUE_LIST:
    case VALUE_OBJECT: print_items(value, out); break;
    }
}

struct json_object *value_to_json(const struct value *value)
{
    struct json_object *json = NULL;
    switch (value ? (enum value_kind)value->kind : VALUE_NULL) {
    case VALUE_NULL: break;
    case VALUE_BOOL: json = jbool(value->u.number); break;
    case VALUE_INT: json = jint(value->u.number); break;
    case VALUE_REAL: json = json_object_new_double(value->u.real); break;
    case VALUE_TEXT: json = json_object_new_string_len(value->u.text, (int)value->n); break;
    case VALUE_LIST:
        json = jarr();
        for (size_t i = 0; i < value_n(value); i++)
            jadd(json, value_to_json(value_at(value, i)));
        break;
    case VALUE_OBJECT:
        json = jobj();
        for (size_t i = 0; i < value_n(value); i++)
            jset(json, key_name(value_key(value, i)), value_to_json(value_at(value, i)));
        break;
    }
    return json;
}

/* ---- from JSON ---- */

static struct value *text_of_json(struct arena *arena, struct json_object *json)
{
    size_t length = (size_t)json_object_get_string_len(json);
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, json_object_get_string(json), length);
    return value_text(arena_values(arena), copy, length);
}

/* A number beyond the largest that a value holds is told by its digits. */
static struct value *int_of_json(struct arena *arena, struct json_object *json)
{
    int64_t number = json_object_get_int64(json);
    uint64_t large = json_object_get_uint64(json);
    return number == INT64_MAX && large > INT64_MAX ? new_text(arena, arena_printf(arena, "%" PRIu64, large)) : new_int(arena, number);
}

struct value *value_of_json(struct arena *arena, struct json_object *json,
                            enum key (*key_for)(void *context, const char *name), void *context)
{
    struct value *value = NULL;
    switch (json_object_get_type(json)) {
    case json_type_boolean: return value_bool(json_object_get_boolean(json));
    case json_type_int: return int_of_json(arena, json);
    case json_type_double: return value_real(arena_values(arena), json_object_get_double(json));
    case json_type_string: return text_of_json(arena, json);
    case json_type_array:
        value = new_list(arena);
        for (size_t i = 0; i < json_object_array_length(json); i++)
            add(value, value_of_json(arena, json_object_array_get_idx(json, i), key_for, context));
        return value;
    case json_type_object:
        value = new_object(arena);
        json_object_object_foreach(json, name, child) {
            enum key key = key_for ? key_for(context, name) : key_of(name, strlen(name));
            if (key != KEY_NONE)
                put(value, key, value_of_json(arena, child, key_for, context));
        }
        return value;
    default: return NULL;
    }
}
