/* JSON objects of texts, whole numbers and booleans, read member by member where they stand: nothing is allocated.
 *
 *     struct flat flat = flat_of(text);
 *     struct flat_member member;
 *     while (flat_next(&flat, &member))
 *         ...
 *     return flat.ended;
 */
#ifndef CGI_BASE_FLAT_H
#define CGI_BASE_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flat {
    const char *at;
    bool first, ended;         /* ended: the object was whole and nothing follows */
};

struct flat_text {
    const char *bytes;         /* in the text that is read, without NUL */
    size_t n;
};

enum flat_kind { FLAT_TEXT, FLAT_NUMBER, FLAT_BOOL };

struct flat_member {
    struct flat_text name;
    enum flat_kind kind;
    struct flat_text text;     /* of FLAT_TEXT */
    int64_t number;            /* of FLAT_NUMBER; of FLAT_BOOL 0 or 1 */
};

/** flat_of() - @text begins to be read, borrowed; NULL has no members and no end */
struct flat flat_of(const char *text);
/** flat_next() - the next member; false: there is none (@flat->ended), or what comes is no JSON, or JSON that is not read here: null,
 *  fractions, numbers of more than 18 digits, escapes in texts, arrays and objects as members */
bool flat_next(struct flat *flat, struct flat_member *member);
/** flat_is() - is that what the text says? */
bool flat_is(struct flat_text text, const char *word);

#endif
