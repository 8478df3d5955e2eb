/* Passwords: argon2id, which is slow and large on purpose, so only a few are worked on at a time. */
#ifndef CGI_ACCOUNT_PASSWORD_H
#define CGI_ACCOUNT_PASSWORD_H

#include <stdbool.h>

#include "cgi/base/arena.h"
#include "cgi/base/err.h"

enum { PASSWORD_LEAST = 10, PASSWORD_MOST = 200 };

struct gate;

struct gate *gate_new(void);
void gate_free(struct gate *gate);

/** password_hash() - the text to store, on @arena; about 0.1 s and 64 MiB; ERR_BUSY when too many wait */
bool password_hash(struct gate *gate, struct arena *arena, const char *password, const char **hash, struct err *err);
/**
 * password_check() - does @password belong to @hash?
 * @hash: NULL for a person that does not exist: takes as long, and never fits
 */
bool password_check(struct gate *gate, const char *hash, const char *password, bool *fits, struct err *err);

/** password_is_common() - is @password easy to guess: few different characters, neighbouring keys, a common word, with or without
 *  digits and signs around it, or one of @own, the person's own names (NULL entries are skipped)? */
bool password_is_common(const char *password, const char *const *own, int n_own);

#endif
