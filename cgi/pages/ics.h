/* A calendar as RFC 5545 has it: lines of name and value, folded at 75 octets, with CRLF. */
#ifndef CGI_PAGES_ICS_H
#define CGI_PAGES_ICS_H

#include <stdint.h>

#include "cgi/base/sb.h"

/** ics_line() - adds "NAME:value"; @value must not hold a line break */
void ics_line(struct sb *out, const char *name, const char *value);
/** ics_text() - the same of free text: comma, semicolon, backslash and line breaks are escaped */
void ics_text(struct sb *out, const char *name, const char *value);
/** ics_moment() - the same of a moment, Unix microseconds: "DTSTART:20260329T120000Z" */
void ics_moment(struct sb *out, const char *name, int64_t at);

#endif
