#include "config.h"

#include "cgi/base/flat.h"

#include <string.h>

#include "cgi/base/banned.h"

enum { DIGITS_MOST = 18 };

static void skip_spaces(struct flat *flat)
{
    while (*flat->at == ' ' || *flat->at == '\t' || *flat->at == '\n' || *flat->at == '\r')
        flat->at++;
}

/* Is this the next character? Then it is passed, with spaces before and after it. */
static bool pass(struct flat *flat, char c)
{
    skip_spaces(flat);
    if (*flat->at != c)
        return false;
    flat->at++;
    skip_spaces(flat);
    return true;
}

static bool pass_word(struct flat *flat, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(flat->at, word, n) != 0)
        return false;
    flat->at += n;
    return true;
}

static bool read_text(struct flat *flat, struct flat_text *text)
{
    if (*flat->at != '"')
        return false;
    text->bytes = ++flat->at;
    while (*flat->at != '"') {
        if ((unsigned char)*flat->at < ' ' || *flat->at == '\\')
            return false;
        flat->at++;
    }
    text->n = (size_t)(flat->at++ - text->bytes);
    return true;
}

static bool read_number(struct flat *flat, int64_t *number)
{
    bool minus = *flat->at == '-';
    const char *first = flat->at += minus;
    for (*number = 0; *flat->at >= '0' && *flat->at <= '9'; flat->at++)
        if (flat->at - first < DIGITS_MOST)
            *number = 10 * *number + (*flat->at - '0');
    ptrdiff_t digits = flat->at - first;
    *number = minus ? -*number : *number;
    return digits > 0 && digits <= DIGITS_MOST && (*first != '0' || digits == 1);
}

static bool read_value(struct flat *flat, struct flat_member *member)
{
    member->kind = FLAT_TEXT;
    if (*flat->at == '"')
        return read_text(flat, &member->text);
    member->number = *flat->at == 't';
    if (pass_word(flat, "true") || pass_word(flat, "false")) {
        member->kind = FLAT_BOOL;
        return true;
    }
    member->kind = FLAT_NUMBER;
    return read_number(flat, &member->number);
}

struct flat flat_of(const char *text)
{
    return (struct flat){.at = text ? text : "", .first = true};
}

bool flat_next(struct flat *flat, struct flat_member *member)
{
    if (flat->ended || (flat->first && !pass(flat, '{')))
        return false;
    if (pass(flat, '}')) {
        flat->ended = *flat->at == '\0';
        return false;
    }
    bool follows = flat->first || pass(flat, ',');
    flat->first = false;
    return follows && read_text(flat, &member->name) && pass(flat, ':') && read_value(flat, member);
}

bool flat_is(struct flat_text text, const char *word)
{
    return strlen(word) == text.n && !memcmp(word, text.bytes, text.n);
}
