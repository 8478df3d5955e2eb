/* What writing a letter needs. */
#ifndef CGI_MAIL_LETTER_NEEDS_H
#define CGI_MAIL_LETTER_NEEDS_H

#include "cgi/http/service.h"
#include "cgi/store/store.h"
#include "cgi/tpl/languages.h"
#include "cgi/words/text.h"

struct painter;
struct req;

struct letter_needs {
    struct service *service;
    struct db *db; /* a second connection, without the transaction that holds the rows: a token refers to its game, and would lock
                    * the game while the mail server is busy */
    struct arena *arena;
    int64_t now;
    struct painter *painter; /* draws the picture of a letter; NULL: it goes without */
    struct req *reader; /* who reads it, as if that one asked for a page now; letter_write() fills it */
};

/** letter_filled() - a sentence in the reader's language, filled, on the arena */
static inline const char *letter_filled(const struct letter_needs *needs, const struct words *words, const char *sentence,
                                        const struct text_value *values, int n)
{
    return text_filled(needs->arena, words->cat, sentence, values, n);
}

#endif
