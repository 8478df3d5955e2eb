/* Which variants the games of a test are played with: any that go together, but for those that were asked for. */
#ifndef TESTS_LIB_VARIANTS_H
#define TESTS_LIB_VARIANTS_H

#include "rules/engine/rng.h"
#include "rules/rules.h"

/* Of no use without variants_any(). */
struct variants {
    int16_t value[OPTIONS_MAX]; /* by option of the game; -1: any */
};

/** variants_any() - nothing is asked for */
struct variants variants_any(void);

/** variants_ask() - reads "NAME=VALUE"; false: @rules has no such variant, or it does not go with what was asked for before */
bool variants_ask(struct variants *variants, const struct rules *rules, const char *text);

/** variants_draw() - a value for each option of @rules, such that they go together */
void variants_draw(const struct variants *variants, const struct rules *rules, struct rng *dice, struct setup *setup);

#endif
