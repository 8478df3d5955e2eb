/* Numbers and characters out of text from outside. */
#ifndef CGI_BASE_PARSE_H
#define CGI_BASE_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** parse_number() - the whole of @text is one decimal number within @lo..@hi; NULL is none */
bool parse_number(const char *text, int64_t lo, int64_t hi, int64_t *out);

/** utf8_valid() - @n bytes of well-formed UTF-8 (no surrogates, nothing overlong) without NUL? */
bool utf8_valid(const char *text, size_t n);
/** utf8_length() - characters in a valid text */
size_t utf8_length(const char *text);
/** utf8_letter() - the character at @text, which is valid and not at its end; *bytes: how many it has */
uint32_t utf8_letter(const char *text, int *bytes);

#endif
