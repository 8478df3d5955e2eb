/* What the programs of tests/store share: a connection, an arena, and a look behind the service's back. */
#ifndef TESTS_STORE_LIB_H
#define TESTS_STORE_LIB_H

#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <libpq-fe.h>

#include "cgi/store/store.h"
#include "cgi/base/token.h"

extern struct db *db;
extern struct arena *arena;

/** admin() - runs @sql as superuser; the first column of the first row, "" when there is none */
const char *admin(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** join() - a new person with a confirmed address */
int64_t join(const char *name);
/* Three people, once meet() was called: hand it to run_store_tests(). */
extern int64_t anna, bruno, carla;
void meet(void);
extern struct err err;
/** works() - @call, which fills &err, ends the test with what the operator would read when it fails */
#define works(call) do { \
        err = (struct err){0}; \
        if (!(call)) \
            fail_msg("%s: %s", #call, err.logged); \
    } while (0)
/** fails() - @call fails, and with @expected */
#define fails(call, expected) do { \
        err = (struct err){0}; \
        if ((call) || err.code != (expected)) \
            fail_msg("%s: %s %s", #call, err_name(err.code), err.logged); \
    } while (0)

/** must_replay() - @game, played again from its moves, comes out as it is stored */
void must_replay(int64_t game);

/** run_store_tests() - main() of such a program; skips (77) when there is no database
 *  @prepare: called before the first test, or NULL */
int run_store_tests(const char *name, const struct CMUnitTest *tests, size_t n, void (*prepare)(void));

#endif
