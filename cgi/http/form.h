/* Form fields: from the wire to checked values. */
#ifndef CGI_HTTP_FORM_H
#define CGI_HTTP_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/base/arena.h"
#include "cgi/base/err.h"
#include "cgi/base/jsonx.h"
#include "rules/engine/verbs.h"

enum { FIELDS_MAX = 512 };

/* Name and value pairs in the order they came, percent-decoded, valid UTF-8. */
struct fields {
    int n, room;
    struct field *field; /* on the arena */
};

/** req_field() - value of the first field of this name, or NULL */
const char *req_field(const struct fields *fields, const char *name);
/** form_typed() - the same, "" when it is not there */
const char *form_typed(const struct fields *fields, const char *name);

/** form_decode() - application/x-www-form-urlencoded into @fields; ERR_INPUT names a field that is broken or not UTF-8 */
bool form_decode(struct arena *arena, const char *text, size_t length, struct fields *fields, struct err *err);
/** form_from_json() - the same from the members of a JSON object; booleans become 1 and 0, null is left out, and other values
 *  (2.5, a list) become JSON text, which the page that reads the field refuses */
bool form_from_json(struct arena *arena, struct json_object *json, struct fields *fields, struct err *err);
/** path_decode() - %XX only; NULL when an escape is broken, or the result is not UTF-8 without NUL */
char *path_decode(struct arena *arena, const char *text, size_t length);
/** text_trim() - a copy without space at both ends, the wide Japanese one included */
char *text_trim(struct arena *arena, const char *text);
/** form_text() - a required text field, trimmed, @lo..@hi characters; ERR_INPUT names it */
bool form_text(const struct fields *form, struct arena *arena, const char *name, int lo, int hi, const char **out,
               struct err *err);
/** form_number() - a required whole number within @lo..@hi; ERR_INPUT names it */
bool form_number(const struct fields *form, const char *name, int64_t lo, int64_t hi, int64_t *out, struct err *err);

#endif
