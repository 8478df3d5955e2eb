/* Errors from the cause to a friendly page: a code, what the player reads, and what the operator reads. */
#ifndef CGI_BASE_ERR_H
#define CGI_BASE_ERR_H

#include <stdbool.h>

#define ERR_LIST(X) /* code, HTTP status, name in JSON */ \
    X(ERR_NONE, 200, "ok") \
    X(ERR_INPUT, 400, "bad_request") \
    X(ERR_SIGN_IN, 401, "sign_in") \
    X(ERR_FORBIDDEN, 403, "forbidden") \
    X(ERR_GONE, 404, "not_found") \
    X(ERR_METHOD, 405, "method") \
    X(ERR_STALE, 409, "stale") \
    X(ERR_OLD, 410, "too_old") \
    X(ERR_TOO_LARGE, 413, "too_large") \
    X(ERR_TYPE, 415, "unsupported_type") \
    X(ERR_RULE, 422, "refused") \
    X(ERR_RATE, 429, "slow_down") \
    X(ERR_BUSY, 503, "busy") \
    X(ERR_CROWDED, 503, "crowded") \
    X(ERR_INTERNAL, 500, "sorry")

enum err_code {
#define X(code, status, name) code,
    ERR_LIST(X)
#undef X
    ERR_CODE_COUNT
};

struct err {
    enum err_code code;
    int rule;            /* the game's error code when code == ERR_RULE, else 0 */
    const char *say;     /* translatable sentence for the player; NULL: the page's own for this code */
    char what[128];      /* what {what} in `say` stands for: a field's name, say */
    int own, n;          /* what {own} and {n} stand for: figures of who is refused */
    bool held;           /* with ERR_BUSY: by another transaction, one game or row; the database is there */
    bool taken;          /* somebody has that name: it may be who asks */
    bool joins;          /* who has an account may do it: the error page leads there */
    bool acts;           /* a moderator's act is the reason: the error page leads to these, and nothing can be sent again */
    const char *kind;    /* which refusal it is, for programs, where the code says too little; NULL: err_name() of the code does */
    int again;           /* with ERR_RATE, ERR_CROWDED: seconds until it may be tried again; 0: not known */
    char logged[320];    /* operator only: SQLSTATE, ids, file:line; never sent out; one line without " */
};

int err_status(enum err_code code);
const char *err_name(enum err_code code);

/** err_plain() - for the operator at the command line: the player's sentence, else the logged text without file and line */
const char *err_plain(const struct err *err);
/** err_row() - for the operator, of what is stored of a game and cannot be: which it is, and what is wrong there; NULL: the error is another */
const char *err_row(const struct err *err);

/** err_set() - fills @err, always returns false; @format is what the operator reads */
bool err_set(struct err *err, enum err_code code, const char *say, const char *what, const char *file, int line,
             const char *format, ...) __attribute__((format(printf, 7, 8)));

/** err_kind() - the same failure, called @kind (a literal) for programs; returns false */
bool err_kind(struct err *err, const char *kind);

/** err_log_char() - @c, or what stands for it in a quoted value of a log, on one line */
char err_log_char(char c);

/** err_reword() - the same failure in other words for the player; returns false */
bool err_reword(struct err *err, const char *say, const char *what);

/** out_of_memory() - ends what runs in the innermost err_catch(), with ERR_BUSY, or must_catch(); without one, the process. Not with a
 *  lock held. */
_Noreturn __attribute__((cold)) void out_of_memory(void);

/**
 * err_catch() - @what(@user, @err), and turns a failed must() of the rules into ERR_INTERNAL: one game is broken, but the process
 * goes on
 * The caller rolls back its transaction.
 */
bool err_catch(bool (*what)(void *user, struct err *err), void *user, struct err *err);

/* err_fail(e, ERR_INPUT, N_("{what} is missing."), "email", "join") */
#define err_fail(err, code, say, what, ...) err_set((err), (code), (say), (what), __FILE__, __LINE__, __VA_ARGS__)

#endif
