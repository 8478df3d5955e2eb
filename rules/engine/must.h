/* What must be true while a game is played, in the program that people use, too: where it is not, the position is broken, and the
 * step is stopped before anything of it is stored. Code that runs rules decides with must_catch() what happens then. */
#ifndef RULES_ENGINE_MUST_H
#define RULES_ENGINE_MUST_H

#include <stdbool.h>

enum { MUST_TOLD = 160 }; /* bytes of what a failed must() says: "turn.c:28: st->n_deck > 0" */

/** must() - goes on if @holds; else the innermost must_catch() of this thread returns, and without one the process aborts */
#define must(holds) (__builtin_expect(!(holds), 0) ? must_fail(#holds, __FILE__, __LINE__) : (void)0)

/** must_costly() - must() in a build with --enable-costly-checks, nothing in any other */
#ifdef COSTLY_CHECKS
#define must_costly(holds) must(holds)
#else
#define must_costly(holds) ((void)sizeof(holds))
#endif

/** must_fail() - is called when a must() does not hold */
_Noreturn __attribute__((cold)) void must_fail(const char *what, const char *file, int line);

/**
 * must_catch() - runs @what(@user), so that a must() that fails in it, and not in a must_catch() further in, ends only that
 * @told: then says which; may be NULL. The caller releases what @what would have released at its end (a lock, a connection,
 *        memory outside of an arena).
 * Return: whether @what ran to its end.
 */
bool must_catch(void (*what)(void *user), void *user, char told[MUST_TOLD]);

#endif
