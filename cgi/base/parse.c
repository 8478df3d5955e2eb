#include "config.h"

#include "cgi/base/parse.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "cgi/base/banned.h"

bool parse_number(const char *text, int64_t lo, int64_t hi, int64_t *out)
{
    if (!text || (*text != '-' && (*text < '0' || *text > '9')))
        return false;
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (errno || *end || end == text || number < lo || number > hi)
        return false;
    *out = number;
    return true;
}

/* The length of the character that begins with @lead, and the range of its second byte; 0 when no character begins with it. */
static size_t character(unsigned char lead, unsigned char *lo, unsigned char *hi)
{
    *lo = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    *hi = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (lead == 0)
        return 0;
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead <= 0xdf)
        return 2;
    if (lead >= 0xe0 && lead <= 0xef)
        return 3;
    return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

bool utf8_valid(const char *text, size_t n)
{
    const unsigned char *c = (const unsigned char *)text, *end = c + n;
    while (c < end) {
        unsigned char lo, hi;
        size_t length = character(*c, &lo, &hi);
        if (length == 0 || length > (size_t)(end - c))
            return false;
        if (length > 1 && (c[1] < lo || c[1] > hi))
            return false;
        for (size_t i = 2; i < length; i++)
            if (c[i] < 0x80 || c[i] > 0xbf)
                return false;
        c += length;
    }
    return true;
}

size_t utf8_length(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

uint32_t utf8_letter(const char *text, int *bytes)
{
    const unsigned char *c = (const unsigned char *)text;
    *bytes = c[0] < 0x80 ? 1 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
    uint32_t letter = *bytes == 1 ? c[0] : c[0] & (0x7fu >> *bytes);
    for (int i = 1; i < *bytes; i++)
        letter = letter << 6 | (c[i] & 0x3fu);
    return letter;
}
