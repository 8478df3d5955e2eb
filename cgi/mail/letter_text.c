#include "config.h"

#include "cgi/mail/letter_text.h"

#include "cgi/base/sb.h"

#include <stdbool.h>

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
