/* The rounds or turns that a game is told in. */
#ifndef CGI_TABLE_STRETCHES_H
#define CGI_TABLE_STRETCHES_H

#include "cgi/http/req.h"
#include "cgi/play/table.h"

/* A round or turn of the game. */
struct stretch {
    int ply, number; /* the position it begins with; from 1 */
};

/** moved_at() - is there a move @i, and did @seat make it? */
bool moved_at(const struct table *t, int i, int seat);
/** has_rounds() - is a game told in rounds? If not, in turns. */
bool has_rounds(const struct rules *rules);
/** stretches_of() - rounds where the log tells them or turns go by in order, else turns
 *  @t: all its moves, with the events of those that begin a round
 *  @found: room for one more than there are moves
 *  Return: how many */
int stretches_of(const struct table *t, struct stretch *found);
/** stretch_words() - "Round 3", on the arena */
const char *stretch_words(const struct req *rq, const struct rules *rules, const struct stretch *stretch);

#endif
