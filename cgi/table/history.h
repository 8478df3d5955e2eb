/* The history of a game as its page and its film show it. All values and texts are on the arena of the request. */
#ifndef CGI_TABLE_HISTORY_H
#define CGI_TABLE_HISTORY_H

#include "cgi/http/parts.h"
#include "cgi/model/model.h"
#include "cgi/play/table.h"

/* So many plies are told on one page, and lie in one block of the film. */
enum { HISTORY_BLOCK = 50 };

/* A game whose history is read. */
struct history {
    struct table table;          /* game, incidents, seat; the rest by play_course() or play_walk() */
    struct history_mark mark;
    bool shown;                  /* how the game has ended is no secret to this reader: it runs, or he has played in it, or asks for it */
};

/** history_open() - as @rq may see it. ERR_GONE: no such game, or private */
bool history_open(struct req *rq, int64_t id, struct history *history, struct err *err);
/** history_may_keep() - may answers be kept and tagged: does the address say no more than where, and whether the end is told? */
bool history_may_keep(const struct req *rq);
/** history_depends() - all that an answer about a game that is over depends on, but for where in it */
struct depends history_depends(const struct req *rq, int64_t id, const struct history_mark *mark);

/* One position of a game, for one reader. */
struct moment {
    struct req *rq;
    const struct table *t;       /* its moves as of play_course(), ->state and ->before at `ply` */
    const struct people *people;
    int ply;
    int upto;                    /* nothing is told of what came after this ply: `ply` itself where the end is not to be given away, else
                                  * the head */
};

/** history_asks_result() - does the address say that the reader wants to know how the game has ended? */
bool history_asks_result(const struct req *rq);
/** history_url() - where a ply is shown; with what the reader has asked to know */
const char *history_url(const struct req *rq, int64_t game, int ply);
/** history_plies() - those that are told in words where @ply is shown: its block, and some before it */
struct plies history_plies(int ply, int head);

/** history_version() - a number for all that @on is of: the address of what a browser may keep without asking */
uint64_t history_version(const struct depends *on);
/** history_moment() - of @ply, which history->table stands at */
struct moment history_moment(struct req *rq, const struct history *history, const struct people *people, int ply);
/** moment_event() - "event" of history.html */
struct value *moment_event(const struct moment *now);
/** moment_add_turns() - "turns", "earlier_href" and "later_href" of history.html */
void moment_add_turns(const struct moment *now, struct value *model);
/** moment_add() - all of film.html: what of the page is another one at each ply */
void moment_add(const struct moment *now, struct value *model);

#endif
