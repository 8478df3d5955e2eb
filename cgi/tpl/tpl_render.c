/* From ops and data to text. Nothing is allocated here but by the output. */
#include "config.h"

#include "cgi/tpl/tpl_build.h"

#include "cgi/base/arena.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/banned.h"

enum {
    DEPTH_MAX = 200,          /* sections, partials and blocks within each other */
    STEPS_MAX = 20 * 1000000  /* ops of one rendering: far above any page, and still an end */
};

/* The overrides that one parent tag hands down: the blocks directly in its body. */
struct frame {
    const struct frame *outer;
    const struct tpl *tpl;
    int32_t from, to;
};

struct indent {
    const struct indent *outer;
    const char *text;
    size_t length;
};

struct render {
    const struct tpl_set *set;
    struct sb *out, *missing;
    const struct frame *frames;     /* innermost */
    const struct indent *indent;    /* innermost */
    bool mid_line;                  /* the next line start is none: its line has begun already */
    bool stopped;
    int depth, n_scopes;
    long steps;
    struct json_object *scope[DEPTH_MAX + 1];
};

static void render_ops(struct render *r, const struct tpl *tpl, int32_t from, int32_t to);

static void note_missing(struct render *r, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = r->missing->text; (at = strstr(at, name)) != NULL; at += n)
        if ((at == r->missing->text || at[-1] == ',') && (at[n] == ',' || !at[n]))
            return;
    if (r->missing->length)
        sb_add_char(r->missing, ',');
    sb_add(r->missing, name);
}

static bool get(struct json_object *from, const struct op_part *part, struct json_object **value)
{
    if (!json_object_is_type(from, json_type_object))
        return false;
    const struct lh_entry *entry = lh_table_lookup_entry_w_hash(json_object_get_object(from), part->text, part->hash);
    *value = entry ? lh_entry_v(entry) : NULL;
    return entry != NULL;
}

/* The first part of the name is looked for from the inside out, the others only in what was found. */
static bool find(const struct render *r, const struct op_name *name, struct json_object **value)
{
    if (!name->n) {
        *value = r->scope[r->n_scopes - 1];
        return true;
    }
    for (int i = r->n_scopes - 1; i >= 0; i--) {
        if (!get(r->scope[i], &name->part[0], value))
            continue;
        for (int part = 1; part < name->n; part++)
            if (!get(*value, &name->part[part], value))
                return false;
        return true;
    }
    return false;
}

static struct json_object *look_up(struct render *r, const struct op_name *name)
{
    struct json_object *value = NULL;
    if (find(r, name, &value))
        return value;
    if (r->missing)
        note_missing(r, name->whole);
    return NULL;
}

static void put_indent(struct render *r, const struct indent *indent)
{
    if (!indent)
        return;
    put_indent(r, indent->outer);
    sb_add_bytes(r->out, indent->text, indent->length);
}

static void start_line(struct render *r)
{
    if (r->mid_line)
        r->mid_line = false;
    else
        put_indent(r, r->indent);
}

static void put_text(struct render *r, const char *text, size_t length)
{
    const char *end = text + length;
    while (r->indent && text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        if (!newline || newline + 1 == end)
            break;
        sb_add_bytes(r->out, text, (size_t)(newline + 1 - text));
        put_indent(r, r->indent);
        text = newline + 1;
    }
    sb_add_bytes(r->out, text, (size_t)(end - text));
}

/* The shortest digits that read back as the same number. */
static void put_double(struct sb *out, double number)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof(text), "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    sb_add(out, text);
}

static void put_int(struct sb *out, struct json_object *value)
{
    char text[24];
    int64_t number = json_object_get_int64(value);
    uint64_t large = json_object_get_uint64(value);
    int n = number == INT64_MAX ? snprintf(text, sizeof(text), "%llu", (unsigned long long)large)
                                : snprintf(text, sizeof(text), "%lld", (long long)number);
    sb_add_bytes(out, text, (size_t)n);
}

static void put_value(struct sb *out, struct json_object *value, bool escape)
{
    switch (json_object_get_type(value)) {
    case json_type_string:
        if (escape)
            sb_add_html(out, json_object_get_string(value));
        else
            sb_add_bytes(out, json_object_get_string(value), (size_t)json_object_get_string_len(value));
        break;
    case json_type_int: put_int(out, value); break;
    case json_type_double: put_double(out, json_object_get_double(value)); break;
    case json_type_boolean: sb_add(out, json_object_get_boolean(value) ? "true" : "false"); break;
    default: break;
    }
}

/* "1 coin|# coins": the first form for 1, else the second; "#" is the number. */
static void put_forms(struct sb *out, const struct op *op, struct json_object *value)
{
    bool one = json_object_is_type(value, json_type_int) && json_object_get_int64(value) == 1;
    const char *from = one ? op->text : op->text + op->length + 1;
    const char *end = one ? op->text + op->length : from + strlen(from);
    for (; from < end; from++) {
        if (*from == '#')
            put_value(out, value, true);
        else
            sb_add_char(out, *from);
    }
}

static bool is_true(struct json_object *value)
{
    switch (json_object_get_type(value)) {
    case json_type_null: return false;
    case json_type_boolean: return json_object_get_boolean(value);
    case json_type_int: return json_object_get_int64(value) != 0;
    case json_type_double: return json_object_get_double(value) != 0;
    case json_type_string: return json_object_get_string_len(value) > 0;
    case json_type_array: return json_object_array_length(value) > 0;
    default: return true;
    }
}

static void render_within(struct render *r, const struct tpl *tpl, int32_t i, struct json_object *scope)
{
    if (r->n_scopes > DEPTH_MAX) {
        r->stopped = true;
        return;
    }
    r->scope[r->n_scopes++] = scope;
    render_ops(r, tpl, i + 1, tpl->ops[i].end);
    r->n_scopes--;
}

static void render_section(struct render *r, const struct tpl *tpl, int32_t i)
{
    struct json_object *value = look_up(r, tpl->ops[i].name);
    if (!is_true(value))
        return;
    if (!json_object_is_type(value, json_type_array)) {
        render_within(r, tpl, i, value);
        return;
    }
    size_t n = json_object_array_length(value);
    for (size_t item = 0; item < n && !r->stopped; item++)
        render_within(r, tpl, i, json_object_array_get_idx(value, item));
}

/* A whole template, indented when its tag stands alone; within a line it is not. */
static void render_template(struct render *r, const struct op *op)
{
    const struct indent *outside = r->indent;
    const struct indent here = {outside, op->text, op->length};
    if (op->target < 0)
        return;
    if (op->standalone)
        r->indent = op->length ? &here : outside;
    else
        r->indent = NULL;
    const struct tpl *tpl = &r->set->tpl[op->target];
    render_ops(r, tpl, 0, tpl->n);
    r->indent = outside;
}

static void render_parent(struct render *r, const struct tpl *tpl, int32_t i)
{
    const struct op *op = &tpl->ops[i];
    const struct frame *outside = r->frames;
    const struct frame here = {outside, tpl, i + 1, op->end};
    if (!op->standalone) {
        if (op->line_start)
            start_line(r);
        sb_add_bytes(r->out, op->text, op->length);
    }
    r->frames = &here;
    render_template(r, op);
    r->frames = outside;
}

static const struct op *find_override(const struct frame *frame, const char *name)
{
    for (int32_t i = frame->from; i < frame->to; i = frame->tpl->ops[i].end)
        if (!strcmp(frame->tpl->ops[i].name->whole, name))
            return &frame->tpl->ops[i];
    return NULL;
}

/* The outermost override counts: what is handed to a parent's parent goes before what the parent hands on. Inside of an
 * override only those count that reach the template it was written in. */
static void render_block(struct render *r, const struct tpl *tpl, int32_t i)
{
    const struct op *op = &tpl->ops[i], *by = NULL;
    const struct frame *outside = r->frames, *from = NULL;
    for (const struct frame *frame = outside; frame; frame = frame->outer) {
        const struct op *found = find_override(frame, op->name->whole);
        if (found)
            by = found, from = frame;
    }
    if (op->line_start)
        start_line(r);
    if (!by) {
        render_ops(r, tpl, i + 1, op->end);
        return;
    }
    const struct indent *around = r->indent;
    const struct indent here = {around, op->text, op->length};
    r->frames = from->outer;
    r->indent = op->length ? &here : around;
    if (op->standalone && !by->body_line)
        start_line(r);
    r->mid_line = !op->standalone && by->body_line;
    render_ops(r, from->tpl, (int32_t)(by - from->tpl->ops) + 1, by->end);
    r->mid_line = false;
    r->indent = around;
    r->frames = outside;
}

static int32_t render_op(struct render *r, const struct tpl *tpl, int32_t i)
{
    const struct op *op = &tpl->ops[i];
    if (op->line_start && op->kind < OP_PARENT)
        start_line(r);
    switch ((enum op_kind)op->kind) {
    case OP_TEXT: put_text(r, op->text, op->length); return i + 1;
    case OP_VALUE: put_value(r->out, look_up(r, op->name), true); return i + 1;
    case OP_RAW: put_value(r->out, look_up(r, op->name), false); return i + 1;
    case OP_FORMS: put_forms(r->out, op, look_up(r, op->name)); return i + 1;
    case OP_SECTION: render_section(r, tpl, i); return op->end;
    case OP_INVERTED:
        if (!is_true(look_up(r, op->name)))
            render_ops(r, tpl, i + 1, op->end);
        return op->end;
    case OP_PARTIAL: render_template(r, op); return i + 1;
    case OP_PARENT: render_parent(r, tpl, i); return op->end;
    case OP_BLOCK: render_block(r, tpl, i); return op->end;
    }
    return i + 1;
}

static void render_ops(struct render *r, const struct tpl *tpl, int32_t from, int32_t to)
{
    if (r->depth == DEPTH_MAX) {
        r->stopped = true;
        return;
    }
    r->depth++;
    for (int32_t i = from; i < to && !r->stopped; i = render_op(r, tpl, i))
        if (++r->steps > STEPS_MAX)
            r->stopped = true;
    r->depth--;
}

static bool render(const struct tpl_set *set, int number, struct json_object *data, struct sb *out, struct sb *missing)
{
    struct render r = {.set = set, .out = out, .missing = missing, .n_scopes = 1};
    r.scope[0] = data;
    render_ops(&r, &set->tpl[number], 0, set->tpl[number].n);
    return !r.stopped;
}

#ifdef COSTLY_CHECKS
/* Whatever is rendered in a test shows that its model is whole: tests look for this line. */
static bool render_and_tell(const struct tpl_set *set, int number, struct json_object *data, struct sb *out)
{
    struct arena *arena = arena_new();
    struct sb missing;
    sb_init(&missing, arena);
    bool ended = render(set, number, data, out, &missing);
    if (missing.length)
        fprintf(stderr, "level=error template=\"%s\" message=\"its model lacks %s\"\n", set->tpl[number].name, missing.text);
    arena_free(arena);
    return ended;
}
#endif

bool tpl_render(const struct tpl_set *set, const char *name, struct json_object *data, struct sb *out, struct sb *missing)
{
    int number = tpl_number(set, name);
    if (number < 0)
        return false;
#ifdef COSTLY_CHECKS
    if (!missing)
        return render_and_tell(set, number, data, out);
#endif
    return render(set, number, data, out, missing);
}
