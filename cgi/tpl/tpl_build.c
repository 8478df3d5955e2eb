#include "config.h"

#include "cgi/tpl/tpl_build.h"

#include <stdlib.h>
#include <string.h>

#include "cgi/base/banned.h"

void builder_init(struct builder *b, struct tpl_set *set, struct arena *scratch)
{
    *b = (struct builder){.set = set, .arena = set->arena, .line_start = true};
    sb_init(&b->run, scratch);
}

static struct op *push(struct builder *b, enum op_kind kind)
{
    if (b->n == b->room) {
        b->room = b->room ? b->room * 2 : 16;
        struct op *ops = arena_array(b->arena, (size_t)b->room, sizeof(*ops));
        if (b->n)
            memcpy(ops, b->ops, (size_t)b->n * sizeof(*ops));
        b->ops = ops;
    }
    struct op *op = &b->ops[b->n++];
    *op = (struct op){.kind = (uint8_t)kind, .target = -1, .text = ""};
    return op;
}

void builder_flush(struct builder *b)
{
    if (!b->run.length)
        return;
    struct op *op = push(b, OP_TEXT);
    op->text = arena_strndup(b->arena, b->run.text, b->run.length);
    op->length = (uint32_t)b->run.length;
    op->line_start = b->run_line_start;
    sb_clear(&b->run);
}

struct op *builder_op(struct builder *b, enum op_kind kind)
{
    builder_flush(b);
    return push(b, kind);
}

void builder_mark_line(struct builder *b)
{
    if (b->line_start)
        builder_op(b, OP_TEXT)->line_start = true;
    b->line_start = false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip_dedent(const struct builder *b, const char *from, const char *to)
{
    for (int i = 0; i < b->dedent && from < to && is_blank(*from); i++)
        from++;
    return from;
}

void builder_text(struct builder *b, const char *from, const char *to)
{
    while (from < to) {
        if (b->line_start)
            from = skip_dedent(b, from, to);
        if (from == to)
            return;
        const char *newline = memchr(from, '\n', (size_t)(to - from));
        const char *end = newline ? newline + 1 : to;
        if (!b->run.length)
            b->run_line_start = b->line_start;
        sb_add_bytes(&b->run, from, (size_t)(end - from));
        b->line_start = newline != NULL;
        from = end;
    }
}

/* FNV-1a */
static unsigned bucket_of(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash % OWN_BUCKETS;
}

static const struct own_name *find_own(const struct tpl_set *set, const char *text, size_t length)
{
    const struct own_name *own = set->own[bucket_of(text, length)];
    while (own && (strncmp(own->text, text, length) != 0 || own->text[length]))
        own = own->next;
    return own;
}

enum key tpl_key(const struct tpl_set *set, const char *name)
{
    enum key key = key_of(name, strlen(name));
    const struct own_name *own = key == KEY_NONE && set->any_name ? find_own(set, name, strlen(name)) : NULL;
    return own ? (enum key)own->key : key;
}

/* KEY_NONE: there is no such key, or there are too many. */
static uint16_t key_in(struct tpl_set *set, const char *text, size_t length)
{
    enum key key = key_of(text, length);
    if (key != KEY_NONE || !set->any_name)
        return (uint16_t)key;
    const struct own_name *found = find_own(set, text, length);
    if (found || KEY_COUNT + set->n_own > UINT16_MAX)
        return found ? found->key : KEY_NONE;
    struct own_name *own = arena_alloc(set->arena, sizeof(*own));
    struct own_name **bucket = &set->own[bucket_of(text, length)];
    *own = (struct own_name){*bucket, arena_strndup(set->arena, text, length), (uint16_t)(KEY_COUNT + set->n_own++)};
    *bucket = own;
    return own->key;
}

static struct op_name *new_name(struct builder *b, const char *text, int length)
{
    struct op_name *name = arena_alloc(b->arena, sizeof(*name));
    name->whole = arena_strndup(b->arena, text, (size_t)length);
    return name;
}

const struct op_name *builder_word(struct builder *b, const char *text, int length)
{
    return new_name(b, text, length);
}

const struct op_name *builder_name(struct builder *b, const char *text, int length)
{
    struct op_name *name = new_name(b, text, length);
    if (!strcmp(name->whole, "."))
        return name;
    name->n = 1;
    for (const char *c = name->whole; *c; c++)
        name->n += *c == '.';
    name->part = arena_array(b->arena, (size_t)name->n, sizeof(*name->part));
    const char *at = name->whole;
    for (int i = 0; i < name->n; i++) {
        size_t part = strcspn(at, ".");
        name->part[i] = key_in(b->set, at, part);
        if (name->part[i] == KEY_NONE)
            return NULL;
        at += part + 1;
    }
    return name;
}

static const char *skip_blanks(const char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}

const char *tpl_line_begin(const char *begin, const char *at)
{
    while (at > begin && is_blank(at[-1]))
        at--;
    return at == begin || at[-1] == '\n' ? at : NULL;
}

const char *tpl_next_line(const char *at)
{
    at = skip_blanks(at);
    if (*at == '\r' && at[1] == '\n')
        at++;
    if (*at == '\n')
        return at + 1;
    return *at ? NULL : at;
}

void tpl_body_indentation(const char *body, const char **from, const char **to)
{
    for (const char *next; (next = tpl_next_line(body)) != NULL && *next && next != body;)
        body = next;
    *from = body;
    *to = skip_blanks(body);
}

int tpl_by_name(const void *a, const void *b)
{
    return strcmp(((const struct tpl *)a)->name, ((const struct tpl *)b)->name);
}

int tpl_number(const struct tpl_set *set, const char *name)
{
    const struct tpl key = {.name = name};
    const struct tpl *tpl = set->n ? bsearch(&key, set->tpl, (size_t)set->n, sizeof(key), tpl_by_name) : NULL;
    return tpl ? (int)(tpl - set->tpl) : -1;
}
