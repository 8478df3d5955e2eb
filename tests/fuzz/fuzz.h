/* Fuzzing with libFuzzer: what reads bytes from outside is handed any bytes at all; it may refuse them, and must stand them.
 *
 * One program for all targets: FUZZ=form names the one that is run. tests/fuzz/run builds it, lays down seeds, and runs it. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "rules/rules.h"

/* What reads. Of a game's there is one target for each game: "carrara-moves". */
struct target {
    const char *name;
    void (*begin)(void);                      /* once; NULL: nothing is to be done */
    void (*run)(const char *bytes, size_t n); /* no NUL stands behind them */
    const char *const *seeds;                 /* good examples, ended by NULL; or NULL */
    void (*write_seeds)(void);                /* more of them, by seed_write(); or NULL */
    const char *const *words;                 /* what the mutator may put in, ended by NULL; or NULL */
    void (*write_words)(void);                /* more of them, by word_write(); or NULL */
};

extern const struct target service_targets[], game_targets[]; /* ended by a row without a name */

/** of_game() - the game whose target is run */
extern const struct rules *of_game;

/** of_top() - a path below the source tree, in static memory until the next call */
const char *of_top(const char *path);

void seed_write(const char *bytes, size_t n);
/** seed_file() - one file of the source tree as a seed */
void seed_file(const char *path);
void word_write(const char *word);

/** chars_of() - the bytes with a NUL behind them; the caller frees it */
char *chars_of(const char *bytes, size_t n);

/* Must hold, or a finding is told. */
#define HOLDS(condition)                                                                                             \
    do {                                                                                                             \
        if (!(condition)) {                                                                                          \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                           \
            abort();                                                                                                 \
        }                                                                                                            \
    } while (0)

#endif
