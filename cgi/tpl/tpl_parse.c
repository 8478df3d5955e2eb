/* From the source of a template to its ops. */
#include "config.h"

#include "cgi/tpl/tpl_op.h"

#include <stdio.h>
#include <string.h>

#include "cgi/tpl/tpl_build.h"

#include "cgi/base/banned.h"

enum { DELIMITER_MAX = 15, NESTING_MAX = 60 };

/* A tag that waits for its closing one. */
struct open_tag {
    int32_t op;
    enum op_kind kind;
    bool is_override;   /* a BLOCK that stands directly in a PARENT */
    int line, length;
    const char *name;
    int dedent;         /* to go back to */
};

struct parser {
    struct builder *out;
    const struct tpl_set *set;
    const struct tpl *tpl;
    const struct tpl_rules *rules;
    struct arena *scratch;
    const char *begin, *at;         /* source, and what is read next */
    const char *counted;            /* lines are counted up to here */
    int line;
    bool in_message;                /* what is read is a translation */
    bool forms;                     /* {{n:one|many}} may stand here */
    char open[DELIMITER_MAX + 1], close[DELIMITER_MAX + 1];
    struct open_tag nest[NESTING_MAX];
    int n_nest;
    char *why;
    size_t room;
};

/* One tag as read. */
struct tag {
    char sigil;                     /* 0: a plain value */
    const char *begin, *end;        /* with its delimiters */
    const char *name;
    int length;
    const char *line_begin;         /* NULL: something but blanks stands before it on its line */
    const char *next_line;          /* NULL: something but blanks follows it on its line */
    bool is_message;
    int context;          /* the length of what follows "t " in {{#t building}}, which stands behind the name */
};

/* Says where and what, then, when @length is not 0, about which name; returns false. */
static bool fail(struct parser *p, int line, const char *what, const char *name, int length)
{
    const char *quote = length ? "'" : "";
    snprintf(p->why, p->room, "%s%s:%d: %s%s%s%s%.*s%s", p->rules->dir, p->tpl->name, line,
             p->in_message ? "message: " : "", what, length ? " " : "", quote, length > 60 ? 60 : length, name, quote);
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void count_lines(struct parser *p, const char *to)
{
    for (; p->counted < to; p->counted++)
        p->line += *p->counted == '\n';
}

static bool named(const struct tag *tag, const char *name, int length)
{
    return tag->length == length && !memcmp(tag->name, name, (size_t)length);
}

/* Where the tag's content ends: its closing delimiter, after "=" or "}" where the tag began so. */
static const char *find_close(const struct parser *p, const char *from, char sigil, size_t *length)
{
    char closer[DELIMITER_MAX + 2];
    const char *extra = sigil == '=' ? "=" : sigil == '{' ? "}" : "";
    *length = (size_t)snprintf(closer, sizeof(closer), "%s%s", extra, p->close);
    return strstr(from, closer);
}

static bool check_name(struct parser *p, const struct tag *tag)
{
    if (!tag->length)
        return fail(p, p->line, "a tag without a name", "", 0);
    bool forms = p->forms && memchr(tag->name, ':', (size_t)tag->length);
    for (int i = 0; i < tag->length && !(forms && tag->name[i] == ':'); i++)
        if (is_space(tag->name[i]))
            return fail(p, p->line, "a name with a blank inside:", tag->name, tag->length);
    return true;
}

static bool read_tag(struct parser *p, const char *begin, struct tag *tag)
{
    *tag = (struct tag){.begin = begin};
    const char *from = begin + strlen(p->open);
    if (*from && strchr("#^/><$!=&{", *from))
        tag->sigil = *from++;
    size_t length;
    const char *end = find_close(p, from, tag->sigil, &length);
    if (!end)
        return fail(p, p->line, "a tag that is not closed:", begin, (int)strcspn(begin, "\r\n"));
    tag->end = end + length;
    while (from < end && is_space(*from))
        from++;
    while (end > from && is_space(end[-1]))
        end--;
    tag->name = from;
    tag->length = (int)(end - from);
    if (p->rules->messages && tag->sigil == '#' && tag->length > 2 && !strncmp(from, "t ", 2)) {
        tag->context = tag->length - 2;
        tag->length = 1;
    }
    tag->is_message = p->rules->messages && tag->sigil == '#' && named(tag, "t", 1);
    if (tag->sigil != '&' && tag->sigil != '{' && tag->sigil && !tag->is_message && !p->in_message) {
        tag->line_begin = tpl_line_begin(p->begin, begin);
        tag->next_line = tpl_next_line(tag->end);
    }
    return tag->sigil == '!' || tag->sigil == '=' || check_name(p, tag);
}

static bool stands_alone(const struct tag *tag)
{
    return tag->line_begin && tag->next_line;
}

/* Inside a parent tag, but outside of its blocks, text is not printed. */
static bool in_parent(const struct parser *p)
{
    return p->n_nest && p->nest[p->n_nest - 1].kind == OP_PARENT;
}

static void pass_text(struct parser *p, const char *to)
{
    if (!in_parent(p))
        builder_text(p->out, p->at, to);
    p->at = to;
}

/* Text before the tag, then on behind it; a tag alone on its line takes the line with it. */
static void pass(struct parser *p, const struct tag *tag)
{
    bool alone = stands_alone(tag);
    pass_text(p, alone ? tag->line_begin : tag->begin);
    p->at = alone ? tag->next_line : tag->end;
    if (alone)
        p->out->line_start = true;
}

/* The blanks before a tag that the surrounding block does not drop. */
static void set_indentation(struct parser *p, struct op *op, const char *from, const char *to)
{
    int n = (int)(to - from) - p->out->dedent;
    op->length = n > 0 ? (uint32_t)n : 0;
    op->text = n > 0 ? arena_strndup(p->out->arena, to - n, (size_t)n) : "";
}

static bool nest(struct parser *p, enum op_kind kind, const struct tag *tag)
{
    if (p->n_nest == NESTING_MAX)
        return fail(p, p->line, "tags are nested too deeply at", tag->name, tag->length);
    p->nest[p->n_nest] = (struct open_tag){
        .op = p->out->n - 1, .kind = kind, .is_override = kind == OP_BLOCK && in_parent(p), .line = p->line,
        .name = tag->name, .length = tag->length, .dedent = p->out->dedent,
    };
    p->n_nest++;
    return true;
}

/* The name of @op, which has to be a key. */
static bool set_name(struct parser *p, struct op *op, const struct tag *tag, int length)
{
    op->name = builder_name(p->out, tag->name, length);
    return op->name || fail(p, p->line, "nothing is called", tag->name, length);
}

/* {{n:one coin|# coins}} in a message. */
static bool do_forms(struct parser *p, const struct tag *tag, const char *colon)
{
    const char *end = tag->name + tag->length, *bar = memchr(colon, '|', (size_t)(end - colon));
    if (!bar || colon == tag->name)
        return fail(p, p->line, "not a name with two forms:", tag->name, tag->length);
    pass(p, tag);
    struct op *op = builder_op(p->out, OP_FORMS);
    if (!set_name(p, op, tag, (int)(colon - tag->name)))
        return false;
    op->text = arena_strndup(p->out->arena, colon + 1, (size_t)(end - colon - 1));
    op->length = (uint32_t)(bar - colon - 1);
    op->line_start = p->out->line_start;
    p->out->line_start = false;
    return true;
}

static bool do_value(struct parser *p, const struct tag *tag)
{
    const char *colon = p->in_message && !tag->sigil ? memchr(tag->name, ':', (size_t)tag->length) : NULL;
    if (colon)
        return do_forms(p, tag, colon);
    size_t n = strlen(p->tpl->name);
    bool is_text = n > 4 && !strcmp(p->tpl->name + n - 4, ".txt");
    bool raw = tag->sigil == '&' || tag->sigil == '{';
    bool trusted = tag->length >= 5 && !memcmp(tag->name + tag->length - 5, "_html", 5);
    if (raw && p->rules->strict && !is_text && !trusted)
        return fail(p, p->line, "only names that end with _html may go unescaped, not", tag->name, tag->length);
    pass(p, tag);
    struct op *op = builder_op(p->out, raw || is_text ? OP_RAW : OP_VALUE);
    op->in_message = p->in_message;
    op->line_start = p->out->line_start;
    p->out->line_start = false;
    return set_name(p, op, tag, tag->length);
}

static bool do_section(struct parser *p, const struct tag *tag)
{
    pass(p, tag);
    struct op *op = builder_op(p->out, tag->sigil == '#' ? OP_SECTION : OP_INVERTED);
    if (!set_name(p, op, tag, tag->length))
        return false;
    if (!stands_alone(tag)) {
        op->line_start = p->out->line_start;
        p->out->line_start = false;
    }
    return nest(p, op->kind, tag);
}

static bool find_partial(struct parser *p, const struct tag *tag, struct op *op)
{
    const char *name = arena_strndup(p->scratch, tag->name, (size_t)tag->length);
    op->target = tpl_number(p->set, name);
    if (op->target < 0 && p->rules->strict)
        return fail(p, p->line, "there is no template", tag->name, tag->length);
    return true;
}

static bool do_partial(struct parser *p, const struct tag *tag)
{
    pass(p, tag);
    struct op *op = builder_op(p->out, OP_PARTIAL);
    op->standalone = stands_alone(tag);
    if (op->standalone) {
        set_indentation(p, op, tag->line_begin, tag->begin);
    } else {
        op->line_start = p->out->line_start;
        p->out->line_start = false;
    }
    return find_partial(p, tag, op);
}

/* Whether a parent stands alone is known only at its closing tag, so the blanks before it wait in its op. */
static bool do_parent(struct parser *p, const struct tag *tag)
{
    pass_text(p, tag->line_begin ? tag->line_begin : tag->begin);
    p->at = tag->end;
    struct op *op = builder_op(p->out, OP_PARENT);
    op->line_start = p->out->line_start;
    if (tag->line_begin) {
        op->standalone = true;
        set_indentation(p, op, tag->line_begin, tag->begin);
    }
    p->out->line_start = false;
    return find_partial(p, tag, op) && nest(p, OP_PARENT, tag);
}

static bool begins_with_close(const struct parser *p, const char *at)
{
    size_t n = strlen(p->open);
    return !strncmp(at, p->open, n) && at[n] == '/';
}

/* A block to be filled. What fills it is indented like the default, or, when there is none, like the tag. */
static bool do_block(struct parser *p, const struct tag *tag)
{
    pass(p, tag);
    struct op *op = builder_op(p->out, OP_BLOCK);
    op->name = builder_word(p->out, tag->name, tag->length);
    op->is_part = !strncmp(op->name->whole, "part_", 5);
    op->standalone = stands_alone(tag);
    const char *from = tag->line_begin, *to = tag->begin;
    if (op->standalone) {
        const char *body_from, *body_to;
        tpl_body_indentation(p->at, &body_from, &body_to);
        if (!begins_with_close(p, body_to))
            from = body_from, to = body_to;
    } else {
        op->line_start = p->out->line_start;
        p->out->line_start = false;
    }
    if (from)
        set_indentation(p, op, from, to);
    return nest(p, OP_BLOCK, tag);
}

/* What fills a parent's block: its own indentation is dropped here and the parent's is added when it is printed. */
static bool do_override(struct parser *p, const struct tag *tag)
{
    struct op *op = builder_op(p->out, OP_BLOCK);
    op->name = builder_word(p->out, tag->name, tag->length);
    op->body_line = tag->next_line != NULL;
    p->at = op->body_line ? tag->next_line : tag->end;
    if (!nest(p, OP_BLOCK, tag))
        return false;
    const char *from = tag->line_begin, *to = tag->begin;
    if (op->body_line)
        tpl_body_indentation(p->at, &from, &to);
    p->out->dedent = from ? (int)(to - from) : p->out->dedent;
    p->out->line_start = op->body_line;
    return true;
}

static bool close_parent(struct parser *p, const struct tag *tag, struct op *op)
{
    p->n_nest--;
    op->standalone = op->standalone && tag->next_line;
    p->at = op->standalone ? tag->next_line : tag->end;
    p->out->line_start = op->standalone;
    return true;
}

static bool do_close(struct parser *p, const struct tag *tag)
{
    if (!p->n_nest)
        return fail(p, p->line, "nothing is open that could be closed by", tag->name, tag->length);
    const struct open_tag top = p->nest[p->n_nest - 1];
    if (!named(tag, top.name, top.length))
        return fail(p, top.line, "closed by another name:", top.name, top.length);
    if (top.kind == OP_PARENT) {
        p->out->ops[top.op].end = p->out->n;
        return close_parent(p, tag, &p->out->ops[top.op]);
    }
    if (top.is_override) {
        pass_text(p, tag->line_begin ? tag->line_begin : tag->begin);
        p->at = tag->end;
    } else {
        pass(p, tag);
        if (!stands_alone(tag))
            builder_mark_line(p->out);
    }
    builder_flush(p->out);
    p->out->ops[top.op].end = p->out->n;
    p->out->dedent = top.dedent;
    p->n_nest--;
    return true;
}

static bool do_delimiters(struct parser *p, const struct tag *tag)
{
    const char *end = tag->name + tag->length, *middle = tag->name;
    while (middle < end && !is_space(*middle))
        middle++;
    const char *second = middle;
    while (second < end && is_space(*second))
        second++;
    size_t n = (size_t)(middle - tag->name), m = (size_t)(end - second);
    bool good = n > 0 && m > 0 && n <= DELIMITER_MAX && m <= DELIMITER_MAX;
    for (const char *c = second; good && c < end; c++)
        good = !is_space(*c) && *c != '=';
    if (!good || memchr(tag->name, '=', n))
        return fail(p, p->line, "not two delimiters:", tag->name, tag->length);
    snprintf(p->open, sizeof(p->open), "%.*s", (int)n, tag->name);
    snprintf(p->close, sizeof(p->close), "%.*s", (int)m, second);
    pass(p, tag);
    return true;
}

/* Where {{/t}} begins. Only values may stand in a message. */
static const char *end_of_message(struct parser *p, const char *from, struct tag *close)
{
    p->forms = true;
    for (;;) {
        const char *begin = strstr(from, p->open);
        if (!begin) {
            fail(p, p->line, "a message that is not closed", "", 0);
            return NULL;
        }
        if (!read_tag(p, begin, close))
            return NULL;
        if (close->sigil == '/' && named(close, "t", 1))
            return begin;
        if (close->sigil && close->sigil != '{' && close->sigil != '&') {
            fail(p, p->line, "a message holds words and values only, not", begin, (int)(close->end - begin));
            return NULL;
        }
        from = close->end;
    }
}

/* The message's id: trimmed, with one space for each run of white space. */
static const char *message_id(struct parser *p, const char *from, const char *to)
{
    struct sb id;
    sb_init(&id, p->scratch);
    for (; from < to; from++) {
        if (!is_space(*from))
            sb_add_char(&id, *from);
        else if (id.length && id.text[id.length - 1] != ' ')
            sb_add_char(&id, ' ');
    }
    if (id.length && id.text[id.length - 1] == ' ')
        id.text[--id.length] = '\0';
    return id.text;
}

static bool parse(struct parser *p);

static bool do_message(struct parser *p, const struct tag *tag)
{
    struct tag close;
    const char *end = end_of_message(p, tag->end, &close);
    p->forms = false;
    if (!end)
        return false;
    const char *id = message_id(p, tag->end, end);
    if (!*id)
        return fail(p, p->line, "an empty message", "", 0);
    pass_text(p, tag->begin);
    struct parser words = *p; /* on the stack: there are more than a thousand messages */
    words.in_message = words.forms = true;
    if (tag->context) /* as NC_() has it */
        id = arena_printf(p->scratch, "\004%.*s\004%s", tag->context, tag->name + 2, id);
    words.begin = words.at = words.counted = text_get(p->rules->cat, id);
    p->at = close.end;
    return parse(&words);
}

/* A comment ends with the first closing delimiter; with an opening one inside, its end would be printed. */
static bool do_comment(struct parser *p, const struct tag *tag)
{
    const char *inner = strstr(tag->name, p->open);
    if (p->rules->strict && inner && inner < tag->end)
        return fail(p, p->line, "a comment with a tag inside:", inner, (int)(tag->end - inner));
    pass(p, tag);
    return true;
}

static bool do_tag(struct parser *p, const struct tag *tag)
{
    if (p->in_message && tag->sigil && tag->sigil != '{' && tag->sigil != '&')
        return fail(p, p->line, "only values may stand here, not", tag->begin, (int)(tag->end - tag->begin));
    if (in_parent(p) && !(tag->sigil && strchr("$/!=", tag->sigil)))
        return fail(p, p->line, "only blocks may stand directly in a parent, not", tag->name, tag->length);
    if (tag->is_message)
        return do_message(p, tag);
    switch (tag->sigil) {
    case '#':
    case '^': return do_section(p, tag);
    case '/': return do_close(p, tag);
    case '>': return do_partial(p, tag);
    case '<': return do_parent(p, tag);
    case '$': return in_parent(p) ? do_override(p, tag) : do_block(p, tag);
    case '=': return do_delimiters(p, tag);
    case '!': return do_comment(p, tag);
    default: return do_value(p, tag);
    }
}

static bool parse(struct parser *p)
{
    const int outside = p->n_nest;
    for (const char *begin; (begin = strstr(p->at, p->open)) != NULL;) {
        struct tag tag;
        count_lines(p, begin);
        if (!read_tag(p, begin, &tag) || !do_tag(p, &tag))
            return false;
    }
    pass_text(p, p->at + strlen(p->at));
    if (p->n_nest > outside) {
        const struct open_tag *top = &p->nest[p->n_nest - 1];
        return fail(p, top->line, "never closed:", top->name, top->length);
    }
    return true;
}

bool tpl_parse(struct tpl_set *set, struct tpl *tpl, const struct tpl_rules *rules, struct arena *scratch, char *why,
               size_t room)
{
    struct builder out;
    builder_init(&out, set, scratch);
    struct parser p = {
        .out = &out, .set = set, .tpl = tpl, .rules = rules, .scratch = scratch, .begin = tpl->source,
        .at = tpl->source, .counted = tpl->source, .line = 1, .open = "{{", .close = "}}", .why = why, .room = room,
    };
    if (!parse(&p))
        return false;
    builder_flush(&out);
    tpl->ops = out.ops;
    tpl->n = out.n;
    return true;
}
