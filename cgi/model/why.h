/* Why nothing can be done at a place of the board, for every game alike: the moves that the place might stand for are tried, and the rule that
 * most of them break tells. */
#ifndef CGI_MODEL_WHY_H
#define CGI_MODEL_WHY_H

#include "cgi/model/choose.h"

/** why_place() - the sentence of the rule that stands against "city=livorno" after what is chosen already, and that rule in @error, a code of
 *  the game's errors; NULL: no move has to do with the place, or it can be chosen after something else. On the arena of @choose */
const char *why_place(const struct choose *choose, const char *place, int *error);

#endif
