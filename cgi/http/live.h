/* Pages that live: event streams (text/event-stream) of tables to any number of readers, from one thread with one
 * listening connection to the database. A transport that can keep answers open makes one (service->live) and gives each reader
 * functions to suspend and resume; it asks reader_read() what to send.
 *
 * A stream says:  id: 17         version of the game
 *                 data: {"version":17,"ply":12}
 * whenever the page has become older than the game (version -1: the table is gone), and
 *                 event: here
 *                 data: {"here":[0,2],"watching":3}
 * for the seats whose players have the page open, and how many spectators this process has. A stream ends after some minutes, so
 * that the right to read is checked again.
 */
#ifndef CGI_HTTP_LIVE_H
#define CGI_HTTP_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/base/err.h"
#include "rules/rules.h"

struct live;
struct reader;

/** live_start() - @most readers at a time; NULL when there is no memory or no thread */
struct live *live_start(const char *database, int most);
/** live_goodbye() - ends every stream, and accepts no new reader */
void live_goodbye(struct live *live);
/** live_stop() - after the last reader has left; NULL is fine */
void live_stop(struct live *live);

/* The stream of a person, for programs: each of the person's tables as it changes, beginning with what has changed since a number that an earlier
 * stream gave (Last-Event-ID).
 *             event: hello / data: {"waiting":3}        first
 *   id: 7719  event: table / data: {"id":42,"version":17,"ply":12,"status":"running","awaits_me":true}
 *   id: 7720  event: mark  / data: {}                 nothing more happened before that number
 * What was told without a number may be told again after a break, never less. */
enum { PERSON_STREAMS = 4 };
struct post;
/** live_join_person() - @post is the reader's from now on, also where this fails: ERR_RATE: @person has PERSON_STREAMS; ERR_BUSY: the server has
 *  too many, or no memory (@post NULL) */
struct reader *live_join_person(struct live *live, int64_t person, struct post *post, struct err *err);

/* A reader, as it asks for a stream. */
struct audience {
    int64_t game;
    int64_t person;        /* 0: not signed in */
    const char *address;   /* for the limits of visitors without a session: their network */
    const char *browser;   /* and the cookie of theirs; "" when there is none */
    bool seated;           /* the person plays and has the table open: this is recorded */
    bool watching;         /* a spectator with the table open: counted once for each person or address */
    int64_t version;       /* of the page that the reader has */
    int64_t newest;        /* of the game */
    int ply;
    seatmask here;
};
/** live_watching() - the number of spectators, as of the last second; 0 when @live is NULL: not known */
int live_watching(struct live *live, int64_t game);
/** live_readers() - how many streams are open; 0 when @live is NULL */
int live_readers(struct live *live);
/** live_join() - a reader for the transport; ERR_RATE: this person, browser or network has too many; ERR_BUSY: the server has */
struct reader *live_join(struct live *live, const struct audience *who, struct err *err);

/* ---- for the transport ---- */

/* How an open answer is suspended, and resumed by any thread. */
struct suspension {
    void (*suspend)(void *answer);
    void (*resume)(void *answer);
    void *answer;
};
/** reader_attach() - before the first reader_read(); @fd: the connection, to see when its other end goes away */
void reader_attach(struct reader *reader, struct suspension suspension, int fd);

enum { READ_SUSPENDED = 0, READ_END = -1, READER_ROOM = 256 };
/** reader_read() - the next bytes to send, at most READER_ROOM: their number, or READ_END; READ_SUSPENDED: nothing, and the
 *  answer was suspended */
int reader_read(struct reader *reader, char *out);
/** reader_leave() - the answer has ended, complete or not; frees @reader */
void reader_leave(struct reader *reader);

#endif
