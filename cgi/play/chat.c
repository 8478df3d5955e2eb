#include "config.h"

#include "cgi/play/chat.h"

#include <string.h>
#include <strings.h>

#include "cgi/base/parse.h"
#include "cgi/base/sb.h"
#include "cgi/base/url.h"

#include "cgi/base/banned.h"

/* ---- cleaning ---- */

static bool ends_line(uint32_t letter)
{
    return letter == '\n' || letter == '\r' || letter == 0x85 || letter == 0x2028 || letter == 0x2029;
}

static bool is_control(uint32_t letter)
{
    return (letter < ' ' && letter != '\t') || (letter >= 0x7f && letter <= 0x9f) || letter == 0xfeff ||
           (letter >= 0xfff9 && letter <= 0xfffb) || (letter & 0xfffe) == 0xfffe;
}

char *chat_clean(struct arena *arena, const char *text)
{
    struct sb out;
    int n;
    sb_init(&out, arena);
    for (const char *c = text; *c; c += n) {
        uint32_t letter = utf8_letter(c, &n);
        if (letter == '\r' && c[1] == '\n')
            continue;
        if (ends_line(letter))
            sb_add_char(&out, '\n');
        else if (!is_control(letter))
            sb_add_bytes(&out, c, (size_t)n);
    }
    return out.text;
}

/* ---- mentions of a ply ---- */

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* A digit, narrow or wide; -1: none. */
static int digit_at(const char *text, int *bytes)
{
    uint32_t letter = utf8_letter(text, bytes);
    return letter >= '0' && letter <= '9' ? (int)(letter - '0')
           : letter >= 0xff10 && letter <= 0xff19 ? (int)(letter - 0xff10) : -1;
}

/* The number at @text; *bytes 0 when there is none, or one that no game has plies for. */
static int number_at(const char *text, int *bytes)
{
    enum { MOST = 100000 };
    int number = 0, n;
    *bytes = 0;
    for (int digit; *text && (digit = digit_at(text, &n)) >= 0; text += n, *bytes += n) {
        number = number * 10 + digit;
        if (number > MOST)
            number = MOST;
    }
    return number;
}

/* What a mention begins with: how many bytes of @text. */
static size_t mark_before(const char *text)
{
    if (*text == '#')
        return 1;
    if (!strncmp(text, "＃", strlen("＃")))
        return strlen("＃");
    return strncasecmp(text, "move ", 5) == 0 ? 5 : 0;
}

static size_t mark_after(const char *text)
{
    return !strncmp(text, "手目", strlen("手目")) ? strlen("手目") : !strncmp(text, "手", strlen("手")) ? strlen("手") : 0;
}

/* Does a mention of a ply that exists stand at @text? Its length, or 0. */
static size_t mention_at(const char *text, char before, const struct chat_place *place, int *ply)
{
    size_t mark = mark_before(text);
    int digits;
    if (is_word(before) || before == '&' || before == '/')
        return 0;
    *ply = number_at(text + mark, &digits);
    if (digits == 0 || *ply > place->last_ply)
        return 0;
    size_t after = mark ? 0 : mark_after(text + digits);
    if (mark ? is_word(text[mark + (size_t)digits]) : after == 0)
        return 0;
    return mark + (size_t)digits + after;
}

/* ---- addresses of this site ---- */

static size_t address_at(const char *text, char before, const struct chat_place *place, const char **path)
{
    size_t site = strlen(place->site), n = site;
    if (is_word(before) || site == 0 || strncasecmp(text, place->site, site) != 0)
        return 0;
    /* https://play.example.org.elsewhere.com is another site. */
    if (text[n] != '/')
        return 0;
    while (text[n] > ' ' && text[n] < 0x7f && !strchr("<>\"\\^`{|}", text[n]))
        n++;
    while (n > site + 1 && strchr(".,;:!?)]'", text[n - 1]))
        n--;
    *path = text + site;
    return n;
}

/* ---- both ---- */

static void add_part(struct arena *arena, struct value *parts, const char *text, size_t n, const char *href)
{
    if (n > 0)
        add(parts, put_text(put_text(new_object(arena), K_text, arena_strndup(arena, text, n)), K_href, href));
}

static size_t link_at(struct arena *arena, const char *text, char before, const struct chat_place *place, const char **href)
{
    const char *path;
    int ply;
    size_t n = address_at(text, before, place, &path);
    *href = n ? arena_strndup(arena, path, n - (size_t)(path - text)) : NULL;
    if (n)
        return url_local(*href) ? n : 0;
    n = mention_at(text, before, place, &ply);
    if (n)
        *href = arena_printf(arena, "%s/history/%d", place->table, ply);
    return n;
}

struct value *chat_parts(struct arena *arena, const char *text, const struct chat_place *place)
{
    struct value *parts = new_list(arena);
    const char *from = text;
    char before = ' ';
    int step;
    for (const char *c = text; *c;) {
        const char *href;
        size_t n = link_at(arena, c, before, place, &href);
        if (n == 0) {
            before = digit_at(c, &step) >= 0 ? '0' : *c;
            c += step;
            continue;
        }
        add_part(arena, parts, from, (size_t)(c - from), NULL);
        add_part(arena, parts, c, n, href);
        c += n;
        from = c;
        before = ' ';
    }
    add_part(arena, parts, from, strlen(from), NULL);
    return parts;
}
