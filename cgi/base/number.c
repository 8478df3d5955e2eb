#include "config.h"

#include "cgi/base/number.h"

#include <errno.h>
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
