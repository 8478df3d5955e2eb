/* The moves of a history in words. All values and texts are on the arena of the request. */
#ifndef CGI_TABLE_HISTORY_MOVES_H
#define CGI_TABLE_HISTORY_MOVES_H

#include "cgi/model/model.h"
#include "cgi/play/table.h"

/* So many plies are told on one page, and lie in one block of the film. */
enum { HISTORY_BLOCK = 50 };

/* One position of a game, for one reader. */
struct moment {
    struct req *rq;
    const struct table *t;       /* its moves as of play_course(), ->state and ->before at `ply` */
    const struct people *people;
    int ply;
    int upto;                    /* nothing is told of what came after this ply: `ply` itself where the end is not to be given away, else
                                  * the head */
};

/** history_plies() - those that are told in words where @ply is shown: its block, and some before it */
struct plies history_plies(int ply, int head);
/** moment_event() - "event" of history.html */
struct value *moment_event(const struct moment *now);
/** moment_add_turns() - "turns", "earlier_href" and "later_href" of history.html */
void moment_add_turns(const struct moment *now, struct value *model);

#endif
