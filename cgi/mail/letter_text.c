#include "config.h"

#include "cgi/mail/letter_text.h"

#include "cgi/base/sb.h"
#include "cgi/words/joined.h"

#include <stdbool.h>
#include <string.h>

#include "cgi/base/banned.h"

int letter_width(const char *text)
{
    int columns = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if ((*c & 0xc0) != 0x80) /* a lead byte; from U+1100 on, nearly all letters of names are wide */
            columns += *c >= 0xe3 || (*c == 0xe1 && c[1] == 0x84) ? 2 : 1;
    return columns;
}

const char *letter_one_line(struct arena *arena, const char *text)
{
    struct sb out;
    sb_init(&out, arena);
    for (const char *c = text; *c; c++) {
        const bool space = *c == ' ' || *c == '\n';
        if (!space)
            sb_add_char(&out, *c);
        else if (out.length && out.text[out.length - 1] != ' ')
            sb_add_char(&out, ' ');
    }
    size_t length = out.length;
    while (length && out.text[length - 1] == ' ')
        length--;
    return length ? arena_strndup(arena, out.text, length) : NULL;
}

/* ---- Japanese ---- */

#define JOINER "\xe2\x81\xa0"
#define HARD_SPACE "\xc2\xa0"

enum { FOLD_COLUMNS = 76 };

static size_t letter_bytes(const char *at)
{
    size_t n = 1;
    while (((unsigned char)at[n] & 0xc0) == 0x80)
        n++;
    return n;
}

static bool begins(const char *at, const char *with)
{
    return !strncmp(at, with, strlen(with));
}

static bool is_one_of(const char *at, const char *const *signs)
{
    while (*signs && !begins(at, *signs))
        signs++;
    return *signs != NULL;
}

/* May a line end between the letters @left and @right, none of which is a joiner? Within words and addresses of Latin letters none does. */
static bool may_end(const char *left, const char *right)
{
    static const char *const close[] = {"。", "、", "）", "」", "』", "：", "！", "？", "・", "…", "”", "々", "〜", NULL};
    static const char *const open[] = {"（", "「", "『", "“", NULL};
    const bool wide = (unsigned char)*left >= 0xe3 || (unsigned char)*right >= 0xe3;
    return *right == ' ' || (wide && *left != ' ' && !is_one_of(right, close) && !is_one_of(left, open));
}

/* Where the line @text ends that has room for @columns; its end, if it fits or cannot end. */
static const char *line_end(struct arena *arena, const char *text, int columns)
{
    const char *end = NULL, *left = NULL;
    int width = 0;
    bool joined = false;
    for (const char *at = text; *at; at += letter_bytes(at)) {
        if (begins(at, JOINER)) {
            joined = true;
            continue;
        }
        if (left && !joined && may_end(left, at) && (width <= columns || !end))
            end = at;
        width += letter_width(arena_strndup(arena, at, letter_bytes(at)));
        if (width > columns && end)
            return end;
        left = at;
        joined = false;
    }
    return text + strlen(text);
}

/* Without what only kept lines from ending. */
static void add_unjoined(struct sb *out, const char *text, const char *end)
{
    for (; text < end; text += letter_bytes(text))
        if (begins(text, HARD_SPACE))
            sb_add_char(out, ' ');
        else if (!begins(text, JOINER))
            sb_add_bytes(out, text, letter_bytes(text));
}

static const char *joined_line(struct arena *arena, const char *line, size_t length)
{
    struct sb joined;
    sb_init(&joined, arena);
    joined_html(&joined, line, length, true);
    return joined.text;
}

/* What stands before the words of the line: "* ", "  ", "2. ". */
static int indent_of(const char *line)
{
    const char *at = line + strspn(line, " ");
    const size_t digits = strspn(at, "0123456789");
    if (begins(at, "* "))
        return (int)(at + 2 - line);
    return digits && begins(at + digits, ". ") ? (int)(at + digits + 2 - line) : (int)(at - line);
}

static void add_folded(struct sb *out, const char *line)
{
    const int indent = indent_of(line);
    for (int used = 0; *line; used = indent) {
        const char *end = line_end(out->arena, line, FOLD_COLUMNS - used);
        if (used)
            sb_addf(out, "%*s", indent, "");
        add_unjoined(out, line, end);
        line = end;
        if (*end == ' ')
            line += strspn(end, " ");
        if (*line)
            sb_add_char(out, '\n');
    }
}

const char *letter_set(struct arena *arena, const char *text)
{
    struct sb out;
    sb_init(&out, arena);
    const char *joined = joined_line(arena, text, strlen(text));
    add_unjoined(&out, joined, joined + strlen(joined));
    return out.text;
}

const char *letter_folded(struct arena *arena, const char *text)
{
    struct sb out;
    sb_init(&out, arena);
    for (const char *at = text; *at; ) {
        const size_t length = strcspn(at, "\n");
        add_folded(&out, joined_line(arena, at, length));
        at += length;
        if (*at)
            sb_add_char(&out, *at++);
    }
    return out.text;
}
