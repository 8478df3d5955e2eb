/* Whole numbers out of text. */
#ifndef CGI_BASE_NUMBER_H
#define CGI_BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/** parse_number() - the whole of @text is one decimal number within @lo..@hi; NULL is none */
bool parse_number(const char *text, int64_t lo, int64_t hi, int64_t *out);

#endif
