/* Passwords: argon2id, which is slow and large on purpose, so only a few are worked on at a time. */
#ifndef CGI_ACCOUNT_PASSWORD_H
#define CGI_ACCOUNT_PASSWORD_H

#include <stdbool.h>

#include "cgi/base/arena.h"
#include "cgi/base/err.h"

enum { PASSWORD_LEAST = 10, PASSWORD_MOST = 200 };

struct gate;

/* Who wants a password to be worked on. */
struct claim {
    const char *network;       /* see req_network() */
    bool known;                /* is signed in, or comes with a browser that has signed in before, or by a link in mail */
};

/** gate_new() - for a service of @threads: of six or more, one of those that forms may take is left when all places are taken; NULL: no
 *  memory */
struct gate *gate_new(int threads);
void gate_free(struct gate *gate);

/** gate_admits() - counts that @who, a network or a person, comes to sign in; ERR_RATE: too often this minute, so that those who flood
 *  cost no more than this question. In this process alone. */
bool gate_admits(struct gate *gate, const char *who, struct err *err);

/** password_hash() - the text to store, on @arena; about 0.1 s and 64 MiB; ERR_CROWDED when too many wait, see cgi/base/turns.h */
bool password_hash(struct gate *gate, struct claim claim, struct arena *arena, const char *password, const char **hash, struct err *err);
/**
 * password_check() - does @password belong to @hash?
 * @hash: NULL for a person that does not exist: takes as long, and never fits
 * Return: false, with ERR_CROWDED: too many wait, and nothing was compared
 */
bool password_check(struct gate *gate, struct claim claim, const char *hash, const char *password, bool *fits,
                    struct err *err);

/** password_is_common() - is @password easy to guess: few different characters, neighbouring keys, a common word, with or without
 *  digits and signs around it, or one of @own, the person's own names (NULL entries are skipped)? */
bool password_is_common(const char *password, const char *const *own, int n_own);

#endif
