/* What writing a letter needs. */
#ifndef CGI_MAIL_LETTER_NEEDS_H
#define CGI_MAIL_LETTER_NEEDS_H

#include "cgi/store/store.h"
#include "cgi/tpl/languages.h"

struct letter_needs {
    const struct settings *set;
    struct languages *languages;
    struct db *db; /* a second connection, without the transaction that holds the rows: a token refers to its game, and would lock
                    * the game while the mail server is busy */
    struct arena *arena;
    int64_t now;
};

#endif
