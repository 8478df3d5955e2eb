#include "config.h"

#include "cgi/base/sb.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/banned.h"

static char empty[1];

void sb_init(struct sb *sb, struct arena *arena)
{
    *sb = (struct sb){.arena = arena, .text = empty};
}

void sb_clear(struct sb *sb)
{
    sb->length = 0;
    if (sb->room)
        sb->text[0] = '\0';
}

/* Makes room for @n more bytes and a NUL; the old buffer is gone. */
static void reserve(struct sb *sb, size_t n)
{
    if (sb->length + n < sb->room)
        return;
    size_t room = sb->room ? sb->room * 2 : 256;
    while (room <= sb->length + n)
        room *= 2;
    sb->text = arena_grow(sb->arena, sb->text, sb->length, room);
    sb->room = room;
}

void sb_add_bytes(struct sb *sb, const char *bytes, size_t n)
{
    reserve(sb, n);
    memcpy(sb->text + sb->length, bytes, n);
    sb->length += n;
    sb->text[sb->length] = '\0';
}

void sb_add(struct sb *sb, const char *text)
{
    sb_add_bytes(sb, text, strlen(text));
}

void sb_add_char(struct sb *sb, char c)
{
    sb_add_bytes(sb, &c, 1);
}

static bool same(double a, double b)
{
    return a >= b && a <= b;
}

void sb_add_int(struct sb *sb, int64_t number)
{
    char room[DECIMAL_BYTES];
    sb_add(sb, decimal(room, number));
}

void sb_add_real(struct sb *sb, double number)
{
    char text[40];
    int digits = 15;
    do
        snprintf(text, sizeof(text), "%.*g", digits, number);
    while (digits++ < 17 && !same(strtod(text, NULL), number));
    sb_add(sb, text);
}

void sb_addf(struct sb *sb, const char *format, ...)
{
    va_list args;
    reserve(sb, 0);
    va_start(args, format);
    size_t length = (size_t)vsnprintf(sb->text + sb->length, sb->room - sb->length, format, args);
    va_end(args);
    if (length >= sb->room - sb->length) { /* cut off: again, with room for all of it */
        reserve(sb, length);
        va_start(args, format);
        vsnprintf(sb->text + sb->length, length + 1, format, args);
        va_end(args);
    }
    sb->length += length;
}

/* What stands in HTML for a byte; "" ends a text, all others stand for themselves. */
static const char *const html_entity[UCHAR_MAX + 1] = {
    ['\0'] = "", ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;",
};

void sb_add_html(struct sb *sb, const char *text)
{
    for (;;) {
        const char *plain = text, *entity;
        while (!(entity = html_entity[(unsigned char)*text]))
            text++;
        sb_add_bytes(sb, plain, (size_t)(text - plain));
        if (!*entity)
            return;
        sb_add(sb, entity);
        text++;
    }
}

void sb_add_url_part(struct sb *sb, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (; *text; text++) {
        if (strchr(plain, *text))
            sb_add_char(sb, *text);
        else
            sb_addf(sb, "%%%02X", (unsigned char)*text);
    }
}
