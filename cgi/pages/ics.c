#include "config.h"

#include "cgi/pages/ics.h"

#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "cgi/base/banned.h"

enum { LINE_OCTETS = 75 };

/* A character of several bytes is not split: all bytes after its first have the form 10xxxxxx. */
static void add_folded(struct sb *out, const char *line)
{
    int octets = 0;
    for (const char *c = line; *c; c++) {
        int length = 1;
        while (((unsigned char)c[length] & 0xc0) == 0x80)
            length++;
        bool begins = ((unsigned char)*c & 0xc0) != 0x80;
        if (begins && octets + length > LINE_OCTETS) {
            sb_add(out, "\r\n ");
            octets = 1;
        }
        sb_add_char(out, *c);
        octets++;
    }
    sb_add(out, "\r\n");
}

void ics_line(struct sb *out, const char *name, const char *value)
{
    struct sb line;
    sb_init(&line, out->arena);
    sb_addf(&line, "%s:%s", name, value);
    add_folded(out, line.text);
}

void ics_text(struct sb *out, const char *name, const char *value)
{
    struct sb escaped;
    sb_init(&escaped, out->arena);
    for (const char *c = value; *c; c++) {
        if (strchr(",;\\", *c))
            sb_add_char(&escaped, '\\');
        if (*c == '\n')
            sb_add(&escaped, "\\n");
        else if ((unsigned char)*c >= ' ')
            sb_add_char(&escaped, *c);
    }
    ics_line(out, name, escaped.text);
}

void ics_moment(struct sb *out, const char *name, int64_t at)
{
    char text[32];
    struct tm tm;
    time_t seconds = (time_t)(at / 1000000);
    gmtime_r(&seconds, &tm);
    strftime(text, sizeof(text), "%Y%m%dT%H%M%SZ", &tm);
    ics_line(out, name, text);
}
