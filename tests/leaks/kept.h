/* What is kept of the pages that are no table's: home, help, and the history of a game that is over. Each reader has their own. */
#ifndef TESTS_LEAKS_KEPT_H
#define TESTS_LEAKS_KEPT_H

#include "tests/leaks/eye.h"

enum { KEPT_READERS = 4 };

/** kept_home_tag() - the ETag of the home page for who is not signed in, as it is now */
const char *kept_home_tag(struct eye *eye, struct arena *arena);

/**
 * kept_look() - everybody reads all those pages, in two languages: what is kept is what is drawn anew, and nobody's ETag is good for others
 * @reader: one of them signed out; @game: which is over, of the rules @rules, and stands at @ply
 * @before: an ETag of home from before the game was over, which is good no more
 * Return: false with eye->why when something is amiss.
 */
bool kept_look(struct eye *eye, const struct reader_person *const reader[KEPT_READERS], int64_t game, const char *rules, int ply,
               const char *before);

#endif
