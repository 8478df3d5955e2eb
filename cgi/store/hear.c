/* Notifications: who is told when something happened. */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/store/conn.h"
#include "cgi/store/db.h"

#include "cgi/base/banned.h"

/* Notifications may also have come along with the answers to a trip. */
static int take_notes(struct db *db, const char *channel, note_taker *heard, void *user)
{
    int n = 0;
    for (PGnotify *note; (note = PQnotifies(db->conn)); PQfreemem(note))
        if (!strcmp(note->relname, channel)) {
            n++;
            if (heard)
                heard(user, note->extra);
        }
    return n;
}

static const struct { const char *channel; enum query query; } channels[] = {
    {"game", QUERY_LISTEN_GAME}, {"outbox", QUERY_LISTEN_OUTBOX}, {"delivery", QUERY_LISTEN_DELIVERY},
};

static bool listen_to(struct db *db, const char *channel, bool *anew, struct err *err)
{
    int i = 0;
    while (strcmp(channels[i].channel, channel) != 0)
        i++;
    bool *listening = &db->listening[i];
    *anew = !(*listening && db->conn && PQstatus(db->conn) == CONNECTION_OK);
    if (!*anew)
        return true;
    trip_start(db);
    trip_add(db, channels[i].query, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *listening = true;
    return true;
}

bool db_hear(struct db *db, const char *channel, int also, int milliseconds, note_taker *heard, void *user, bool *anew,
             struct err *err)
{
    if (!listen_to(db, channel, anew, err))
        return false;
    for (int64_t until = clock_ticks() + milliseconds; take_notes(db, channel, heard, user) == 0;) {
        int64_t left = until - clock_ticks();
        struct pollfd p[2] = {{.fd = PQsocket(db->conn), .events = POLLIN}, {.fd = also, .events = POLLIN}};
        if (*anew || left <= 0 || (poll(p, 2, (int)left) < 0 && errno != EINTR))
            return true;
        if (p[0].revents && !PQconsumeInput(db->conn))
            return conn_lost(db, err, "the connection was lost while waiting");
        if (p[1].revents)
            return take_notes(db, channel, heard, user) >= 0;
    }
    return true;
}

static void note_heard(void *user, const char *text)
{
    (void)text;
    *(bool *)user = true;
}

bool db_listen_wait(struct db *db, const char *channel, int milliseconds, bool *heard, struct err *err)
{
    int64_t until = clock_ticks() + milliseconds;
    bool anew = true;
    *heard = false;
    while (anew && !*heard) {
        int64_t left = until - clock_ticks();
        if (!db_hear(db, channel, -1, left > 0 ? (int)left : 0, note_heard, heard, &anew, err))
            return false;
    }
    return true;
}
