/* One tale while it is read: what eye.c and sent.c share. */
#ifndef TESTS_LEAKS_LOOK_H
#define TESTS_LEAKS_LOOK_H

#include "cgi/http/req.h"
#include "tests/leaks/eye.h"

enum kind { PAGE, JSON, FEED, LIVE, FORM, HISTORY, LETTER }; /* as eye_kinds */

struct look {
    struct eye *eye;
    const struct twin *twin;
    int64_t game;
    const struct reader_person *who, *other;
    uint64_t seed;
    struct rng dice;      /* what to ask for */
    const char *lang;
    const char *csrf;
    int practices;        /* tables that were opened */
    bool committed;       /* the last form went to the log: what it showed may be new to the reader */
    struct readings *mine;
    const struct readings *first; /* of the first tale; NULL while that is read */
    bool same;
};

/** look_begin() - chance from here on is that of the reading that comes next */
void look_begin(const struct look *l);
/** look_keep() - the next reading; in the second tale it is compared. @what, @text: on the twin's arena */
void look_keep(struct look *l, enum kind kind, const char *what, const char *text, size_t length);

struct asking {
    enum kind kind;
    enum method method;
    const char *target;
    const char *body;    /* of a POST */
    const char *known;   /* an ETag, or NULL */
    bool json, packed;
    bool program;        /* it comes from a program: with a token, and JSON */
    bool signed_out;     /* by a browser that knows nobody */
};
/** look_ask() - the answer is a reading; its body, on the twin's arena */
const char *look_ask(struct look *l, struct asking a);
/** look_at_table() - the address of the table with @rest after it */
const char *look_at_table(const struct look *l, const char *rest);

/** look_at_sent() - reads what goes out to the reader, and what anybody sees of what goes out to others: sent.c */
void look_at_sent(struct look *l);

#endif
