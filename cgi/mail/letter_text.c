#include "config.h"

#include "cgi/mail/letter_text.h"

#include "cgi/base/banned.h"

int letter_width(const char *text)
{
    int columns = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if ((*c & 0xc0) != 0x80) /* a lead byte; from U+1100 on, nearly all letters of names are wide */
            columns += *c >= 0xe3 || (*c == 0xe1 && c[1] == 0x84) ? 2 : 1;
    return columns;
}
