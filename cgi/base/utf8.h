/* Text from outside is checked once, at the door. */
#ifndef CGI_BASE_UTF8_H
#define CGI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/** utf8_valid() - @n bytes of well-formed UTF-8 (no surrogates, nothing overlong) without NUL? */
bool utf8_valid(const char *text, size_t n);
/** utf8_length() - characters in a valid text */
size_t utf8_length(const char *text);

#endif
