#include "config.h"

#include "cgi/http/form.h"

#include <string.h>

#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* NULL when @text holds a broken escape, a NUL, or is not UTF-8. */
static char *decode(struct arena *arena, const char *text, size_t n, bool plus_is_space)
{
    char *out = arena_alloc(arena, n + 1);
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        if (c == '+' && plus_is_space) {
            c = ' ';
        } else if (c == '%') {
            int high = i + 2 < n ? hex(text[i + 1]) : -1;
            int low = high >= 0 ? hex(text[i + 2]) : -1;
            if (low < 0)
                return NULL;
            c = (char)(high * 16 + low);
            i += 2;
        }
        out[used++] = c;
    }
    return utf8_valid(out, used) ? out : NULL;
}

char *path_decode(struct arena *arena, const char *text, size_t length)
{
    return decode(arena, text, length, false);
}

static bool too_many(struct err *err)
{
    return err_fail(err, ERR_INPUT, N_("This form has too many fields."), NULL, "more than %d fields", FIELDS_MAX);
}

static bool append(struct arena *arena, struct fields *fields, const char *name, const char *value, struct err *err)
{
    if (fields->n == FIELDS_MAX)
        return too_many(err);
    if (fields->n == fields->room) {
        size_t used = (size_t)fields->n * sizeof(*fields->field);
        fields->room = fields->room ? 2 * fields->room : 16;
        fields->field = arena_grow(arena, fields->field, used, (size_t)fields->room * sizeof(*fields->field));
    }
    fields->field[fields->n++] = (struct field){.name = name, .value = value};
    return true;
}

/* One "name=value" of @n bytes. */
static bool add_field(struct arena *arena, const char *pair, size_t n, struct fields *fields, struct err *err)
{
    const char *equals = memchr(pair, '=', n);
    size_t name_length = equals ? (size_t)(equals - pair) : n;
    const char *name = decode(arena, pair, name_length, true);
    const char *value = equals ? decode(arena, equals + 1, n - name_length - 1, true) : "";
    if (!name || !value)
        return err_fail(err, ERR_INPUT, N_("{what} contains characters that cannot be read. Please type it again."),
                        name ? name : "", "field %d is not UTF-8", fields->n);
    return append(arena, fields, name, value, err);
}

bool form_decode(struct arena *arena, const char *text, size_t length, struct fields *fields, struct err *err)
{
    const char *end = text + length;
    while (text < end) {
        const char *amp = memchr(text, '&', (size_t)(end - text));
        size_t n = (size_t)((amp ? amp : end) - text);
        if (n > 0 && !add_field(arena, text, n, fields, err))
            return false;
        text += n + 1;
    }
    return true;
}

bool form_from_json(struct arena *arena, struct json_object *json, struct fields *fields, struct err *err)
{
    json_object_object_foreach(json, key, child) {
        enum json_type type = json_object_get_type(child);
        if (type == json_type_null)
            continue;
        const char *value = type == json_type_boolean ? (json_object_get_boolean(child) ? "1" : "0")
                                                      : json_object_get_string(child);
        size_t length = type == json_type_string ? (size_t)json_object_get_string_len(child) : strlen(value);
        if (memchr(value, '\0', length))
            return err_fail(err, ERR_INPUT, N_("{what} contains characters that cannot be read. Please type it again."), key,
                            "NUL in JSON");
        if (!append(arena, fields, arena_strdup(arena, key), arena_strdup(arena, value), err))
            return false;
    }
    return true;
}

const char *req_field(const struct fields *fields, const char *name)
{
    for (int i = 0; i < fields->n; i++)
        if (!strcmp(fields->field[i].name, name))
            return fields->field[i].value;
    return NULL;
}

const char *form_typed(const struct fields *fields, const char *name)
{
    const char *value = req_field(fields, name);
    return value ? value : "";
}

/* How many bytes of space @text begins with: ASCII, or the wide space of Japanese keyboards. */
static size_t space_at(const char *text)
{
    if (*text && strchr(" \t\r\n", *text))
        return 1;
    return strncmp(text, "\xe3\x80\x80", 3) == 0 ? 3 : 0;
}

char *text_trim(struct arena *arena, const char *text)
{
    for (size_t n = space_at(text); n > 0; n = space_at(text))
        text += n;
    size_t length = strlen(text);
    for (;;) {
        size_t n = length >= 1 ? space_at(text + length - 1) : 0;
        if (n == 0 && length >= 3)
            n = space_at(text + length - 3) == 3 ? 3 : 0;
        if (n == 0)
            return arena_strndup(arena, text, length);
        length -= n;
    }
}

bool form_text(const struct fields *form, struct arena *arena, const char *name, int lo, int hi, const char **out,
               struct err *err)
{
    const char *given = req_field(form, name);
    *out = text_trim(arena, given ? given : "");
    size_t n = utf8_length(*out);
    if (n == 0 && lo > 0)
        return err_fail(err, ERR_INPUT, N_("{what} is missing."), name, "%s is missing", name);
    if (n < (size_t)lo)
        return err_fail(err, ERR_INPUT, N_("{what} is too short."), name, "%s has %zu characters", name, n);
    if (n > (size_t)hi)
        return err_fail(err, ERR_INPUT, N_("{what} is too long."), name, "%s has %zu characters", name, n);
    return true;
}

bool form_number(const struct fields *form, const char *name, int64_t lo, int64_t hi, int64_t *out, struct err *err)
{
    const char *given = req_field(form, name);
    if (!given || !*given)
        return err_fail(err, ERR_INPUT, N_("{what} is missing."), name, "%s is missing", name);
    if (!parse_number(given, lo, hi, out))
        return err_fail(err, ERR_INPUT, N_("{what} is not a valid number here."), name,
                        "%s is not within its range", name);
    return true;
}
