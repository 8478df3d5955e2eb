/* From ops and data to text. Nothing is allocated here but by the output. */
#include "config.h"

#include "cgi/base/log.h"
#include "cgi/tpl/tpl_build.h"

#include <inttypes.h>
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
    struct tpl_parts *parts;        /* NULL: nobody asks; or within one */
    const struct frame *frames;     /* innermost */
    const struct indent *indent;    /* innermost */
    bool mid_line;                  /* the next line start is none: its line has begun already */
    bool stopped;
    int depth, n_scopes;
    long steps;
    const struct value *scope[DEPTH_MAX + 2];
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

/* The first part of the name is looked for from the inside out, the others only in what was found. */
static bool find(const struct render *r, const struct op_name *name, const struct value **value)
{
    struct value *found = NULL;
    if (!name->n) {
        *value = r->scope[r->n_scopes - 1];
        return true;
    }
    int i = r->n_scopes - 1;
    while (i >= 0 && !value_find(r->scope[i], (enum key)name->part[0], &found))
        i--;
    for (int part = 1; i >= 0 && part < name->n; part++)
        if (!value_find(found, (enum key)name->part[part], &found))
            return false;
    *value = found;
    return i >= 0;
}

static const struct value *look_up(struct render *r, const struct op_name *name)
{
    const struct value *value = NULL;
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

static void put_run(struct render *r, const char *text, size_t length)
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

static void put_plain(struct sb *out, const struct value *value, bool escape)
{
    switch (value ? (enum value_kind)value->kind : VALUE_NULL) {
    case VALUE_TEXT:
        if (escape)
            sb_add_html(out, value->u.text);
        else
            sb_add_bytes(out, value->u.text, value->n);
        break;
    case VALUE_INT: sb_add_int(out, value->u.number); break;
    case VALUE_REAL: sb_add_real(out, value->u.real); break;
    case VALUE_BOOL: sb_add(out, value->u.number ? "true" : "false"); break;
    default: break;
    }
}

/* The same in a sentence: "−11", not "-11". */
static void put_told(struct sb *out, const struct value *value)
{
    char room[DECIMAL_BYTES];
    if (value_is(value, VALUE_INT) && value->u.number < 0) {
        sb_add(out, "−");
        sb_add(out, decimal(room, value->u.number) + 1);
    } else {
        put_plain(out, value, true);
    }
}

/* "1 coin|# coins": the first form for 1, else the second; "#" is the number. */
static void put_forms(struct sb *out, const struct op *op, const struct value *value)
{
    bool one = value_is(value, VALUE_INT) && value->u.number == 1;
    const char *from = one ? op->text : op->text + op->length + 1;
    const char *end = one ? op->text + op->length : from + strlen(from);
    for (; from < end; from++) {
        if (*from == '#')
            put_told(out, value);
        else
            sb_add_char(out, *from);
    }
}

static bool is_true(const struct value *value)
{
    switch (value ? (enum value_kind)value->kind : VALUE_NULL) {
    case VALUE_NULL: return false;
    case VALUE_BOOL:
    case VALUE_INT: return value->u.number != 0;
    case VALUE_REAL: return value->u.real < 0 || value->u.real > 0;
    case VALUE_TEXT:
    case VALUE_LIST: return value->n > 0;
    case VALUE_OBJECT: return true;
    }
    return false;
}

static void render_within(struct render *r, const struct tpl *tpl, int32_t i, const struct value *scope)
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
    const struct value *value = look_up(r, tpl->ops[i].name);
    if (!is_true(value))
        return;
    if (!value_is(value, VALUE_LIST)) {
        render_within(r, tpl, i, value);
        return;
    }
    for (uint32_t item = 0; item < value->n && !r->stopped; item++)
        render_within(r, tpl, i, value->u.at[item]);
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
static void render_whole_block(struct render *r, const struct tpl *tpl, int32_t i)
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

/* The part of this name that was not met before; NULL: there is no room for it. */
static struct tpl_part *open_part(struct tpl_parts *parts, const char *name)
{
    for (int i = 0; i < parts->n; i++)
        if (!strcmp(parts->part[i].name, name))
            return parts->part[i].met ? NULL : &parts->part[i];
    if (parts->n == TPL_PARTS_MAX)
        return NULL;
    struct tpl_part *part = &parts->part[parts->n++];
    *part = (struct tpl_part){.name = name};
    return part;
}

static void render_block(struct render *r, const struct tpl *tpl, int32_t i)
{
    struct tpl_parts *parts = tpl->ops[i].is_part ? r->parts : NULL;
    struct tpl_part *part = parts ? open_part(parts, tpl->ops[i].name->whole) : NULL;
    if (!part) {
        render_whole_block(r, tpl, i);
        return;
    }
    part->met = ++parts->n_met;
    part->from = r->out->length;
    r->parts = NULL;
    if (!part->given)
        render_whole_block(r, tpl, i);
    r->parts = parts;
    part->to = r->out->length;
}

static int32_t render_op(struct render *r, const struct tpl *tpl, int32_t i)
{
    const struct op *op = &tpl->ops[i];
    if (op->line_start && op->kind < OP_PARENT)
        start_line(r);
    switch ((enum op_kind)op->kind) {
    case OP_TEXT: put_run(r, op->text, op->length); return i + 1;
    case OP_VALUE:
        if (op->in_message)
            put_told(r->out, look_up(r, op->name));
        else
            put_plain(r->out, look_up(r, op->name), true);
        return i + 1;
    case OP_RAW: put_plain(r->out, look_up(r, op->name), false); return i + 1;
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

/* What is filled from what. */
struct filling {
    const struct tpl_set *set;
    int number;                       /* of the template */
    const struct value *around, *data;
    struct sb *out, *missing;
    struct tpl_parts *parts;
};

static bool render(const struct filling *f)
{
    struct render r = {.set = f->set, .out = f->out, .missing = f->missing, .parts = f->parts};
    if (f->around)
        r.scope[r.n_scopes++] = f->around;
    r.scope[r.n_scopes++] = f->data;
    render_ops(&r, &f->set->tpl[f->number], 0, f->set->tpl[f->number].n);
    return !r.stopped;
}

#ifdef COSTLY_CHECKS
/* Whatever is rendered in a test shows that its model is whole: tests look for this line. */
static bool render_and_tell(struct filling *f)
{
    struct arena *arena = arena_new();
    struct sb missing;
    sb_init(&missing, arena);
    f->missing = &missing;
    bool ended = render(f);
    if (missing.length)
        log_line("level=error template=\"%s\" message=\"its model lacks %s\"", f->set->tpl[f->number].name, missing.text);
    arena_free(arena);
    return ended;
}
#endif

static bool fill(struct filling *f, const char *name)
{
    f->number = tpl_number(f->set, name);
    if (f->number < 0)
        return false;
#ifdef COSTLY_CHECKS
    if (!f->missing)
        return render_and_tell(f);
#endif
    return render(f);
}

bool tpl_render(const struct tpl_set *set, const char *name, const struct value *data, struct sb *out, struct sb *missing)
{
    return fill(&(struct filling){.set = set, .data = data, .out = out, .missing = missing}, name);
}

bool tpl_render_within(const struct tpl_set *set, const char *name, const struct value *around, const struct value *data,
                       struct sb *out)
{
    return fill(&(struct filling){.set = set, .around = around, .data = data, .out = out}, name);
}

bool tpl_render_parts(const struct tpl_set *set, const char *name, const struct value *data, struct sb *out, struct tpl_parts *parts)
{
    return fill(&(struct filling){.set = set, .data = data, .out = out, .parts = parts}, name);
}
