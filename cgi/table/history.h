/* The history of a game as its page and its film show it. All values and texts are on the arena of the request. */
#ifndef CGI_TABLE_HISTORY_H
#define CGI_TABLE_HISTORY_H

#include "cgi/http/parts.h"
#include "cgi/model/model.h"
#include "cgi/play/table.h"
#include "cgi/table/history_moves.h"

/* A game whose history is read. */
struct history {
    struct table table;          /* game, incidents, seat; the rest by play_course() or play_walk() */
    struct history_mark mark;
    bool shown;                  /* how the game has ended is no secret to this reader: it runs, or he has played in it, or asks for it */
};

/** history_open() - as @rq may see it. ERR_GONE: no such game, or private */
bool history_open(struct req *rq, int64_t id, struct history *history, struct err *err);
/** history_may_keep() - may the answer be kept for all of this reader's kind: does the address say no more than where, and whether the end is
 *  told? With a key it is for who has that key alone. */
bool history_may_keep(const struct req *rq);
/** history_depends() - all that an answer about a game that is over depends on, but for where in it */
struct depends history_depends(const struct req *rq, int64_t id, const struct history_mark *mark);

/** history_version() - stands for all that @on is of, and for the hour, in the address of what a browser may keep without asking; on the arena */
const char *history_version(const struct req *rq, struct depends on);
/** history_moment() - of @ply, which history->table stands at */
struct moment history_moment(struct req *rq, const struct history *history, const struct people *people, int ply);
/** moment_add() - all of film.html: what of the page is another one at each ply */
void moment_add(const struct moment *now, struct value *model);

#endif
