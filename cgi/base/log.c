#include "config.h"

#include "cgi/base/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "cgi/base/err.h"
#include "cgi/base/parse.h"

#include "cgi/base/banned.h"

enum { LINE_ROOM = 4096 };

static atomic_bool as_json;
static _Thread_local const char *request;

void log_as_json(bool json)
{
    atomic_store_explicit(&as_json, json, memory_order_relaxed);
}

bool log_is_json(void)
{
    return atomic_load_explicit(&as_json, memory_order_relaxed);
}

void log_request(const char *id)
{
    request = id;
}

char *log_clean(char *text)
{
    for (char *c = text; *c; c++)
        *c = err_log_char(*c);
    return text;
}

/* ---- logfmt to JSON ---- */

struct line {
    char text[LINE_ROOM * 2];
    size_t length;
};

/* What has no room is left out; the end of the line always has some. */
static void add(struct line *out, const char *bytes, size_t n)
{
    enum { END_ROOM = 4 };
    if (out->length + n + END_ROOM > sizeof(out->text))
        return;
    memcpy(out->text + out->length, bytes, n);
    out->length += n;
}

static void add_char(struct line *out, char c)
{
    add(out, &c, 1);
}

/* As log_clean() leaves texts, nothing in them needs to be escaped. */
static void add_text(struct line *out, const char *text, size_t n)
{
    bool sound = utf8_valid(text, n);
    add_char(out, '"');
    for (size_t i = 0; i < n; i++)
        add_char(out, sound || !((unsigned char)text[i] & 0x80) ? err_log_char(text[i]) : '?');
    add_char(out, '"');
}

/* As JSON writes numbers; no id is one, whatever it is made of. */
static bool is_number(const char *key, size_t key_length, const char *value, size_t n)
{
    const char *digits = n && *value == '-' ? value + 1 : value, *end = value + n;
    size_t whole = strspn(digits, "0123456789");
    if ((key_length == 2 && !memcmp(key, "id", 2)) || whole == 0 || (whole > 1 && *digits == '0'))
        return false;
    const char *after = digits + whole;
    if (after < end && *after == '.')
        after += 1 + strspn(after + 1, "0123456789");
    return after == end && end[-1] != '.';
}

/* Adds the pair that begins at @at; returns what follows it. */
static const char *add_pair(struct line *out, const char *at)
{
    size_t key = strcspn(at, "= ");
    const char *value = at[key] == '=' ? at + key + 1 : at + key;
    bool quoted = *value == '"';
    value += quoted;
    size_t n = strcspn(value, quoted ? "\"" : " ");
    add_text(out, at, key);
    add_char(out, ':');
    if (!quoted && is_number(at, key, value, n))
        add(out, value, n);
    else
        add_text(out, value, n);
    value += n;
    return value + (quoted && *value == '"');
}

static void to_json(const char *line, struct line *out)
{
    add_char(out, '{');
    for (const char *at = line + strspn(line, " "); *at; at += strspn(at, " ")) {
        if (out->length > 1)
            add_char(out, ',');
        at = add_pair(out, at);
    }
    out->text[out->length++] = '}';
}

/* ---- writing ---- */

/* A line goes out at once, so that those of several threads do not mix. */
static void write_json(const char *line, size_t n)
{
    struct line out;
    char whole[LINE_ROOM];
    memcpy(whole, line, n);
    whole[n] = '\0';
    out.length = 0; /* no more: each request writes a line, and would clear all of the room */
    to_json(whole, &out);
    out.text[out.length++] = '\n';
    fwrite(out.text, 1, out.length, stderr);
}

void log_write(const char *line, size_t n)
{
    n = n < LINE_ROOM ? n : LINE_ROOM - 1;
    if (log_is_json()) {
        write_json(line, n);
        return;
    }
    char whole[LINE_ROOM];
    memcpy(whole, line, n);
    whole[n] = '\n';
    fwrite(whole, 1, n + 1, stderr);
}

void log_line(const char *format, ...)
{
    char line[LINE_ROOM];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    if (!request) {
        log_write(line, strlen(line));
        return;
    }
    char with_id[LINE_ROOM];
    size_t level = strcspn(line, " ");
    int n = snprintf(with_id, sizeof(with_id), "%.*s id=%s%s", (int)level, line, request, line + level);
    log_write(with_id, n < (int)sizeof(with_id) ? (size_t)n : sizeof(with_id) - 1);
}
