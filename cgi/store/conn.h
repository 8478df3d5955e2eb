/* The inside of a connection, for conn.c, which makes and loses it, trip.c, which sends by it and reads from it, and hear.c. */
#ifndef CGI_STORE_CONN_H
#define CGI_STORE_CONN_H

#include "cgi/store/db.h"

struct op {
    enum query query;
    bool prepares;      /* sent with its Parse in front */
    int n;
    struct sql value[SQL_PARAMS_MAX];
    PGresult *result;
};

struct db {
    char *conninfo;
    PGconn *conn;
    bool counted;                 /* conn is one of TALLY_CONNECTIONS */
    bool pooled;        /* each trip or transaction may meet another session: nothing is kept in one, neither settings nor statements */
    bool prepared[QUERY_COUNT];
    bool listening[3];
    int n_ops, room;
    struct op *op;
    bool several;       /* hosts, one after the other */
    enum watches watches;
    struct db *standby;  /* see db_standby(); NULL: there is none */
    int64_t standby_after; /* ticks before which it is not tried again */
    bool silent;        /* the trip ended because the server said nothing for too long */
    bool writes;        /* the trip commits */
    char constraint[64];
    char state[6];      /* SQLSTATE */
};

/** conn_ready() - makes the connection where there is none any more; false: ERR_BUSY */
bool conn_ready(struct db *db, struct err *err);
/** conn_spared() - is it known that a trip would wait in vain? Then ERR_BUSY, and it is not to be sent */
bool conn_spared(struct db *db, struct err *err);
/** conn_wait() - sends what is left and waits until a result is whole; false: the connection is lost, or the server says nothing */
bool conn_wait(struct db *db);
/** conn_lost() - closes it and has the watcher look; false, with ERR_BUSY and @what for the log */
bool conn_lost(struct db *db, struct err *err, const char *what);
/** conn_unanswered() - leaves it to the watch, since nobody knows yet whether its commit is done, and to close the connection might
 *  decide that wrongly; false, with ERR_BUSY */
bool conn_unanswered(struct db *db, struct err *err);
/** conn_log_line() - the first line of libpq's message, for the log */
void conn_log_line(const char *message, char *out, size_t room);
void conn_close(struct db *db);

#endif
