/* One connection to PostgreSQL: how it is made, how long is waited for what it says, and what becomes of it when it says nothing. */
#include "config.h"

#include "cgi/store/conn.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/base/tally.h"
#include "cgi/store/watch.h"

#include "cgi/base/banned.h"

/* Longest waits, shortest first: for a row that another transaction holds, for one query, and for the server to say
 * anything at all. A connection must come about within three seconds. A transaction that idles is the mail worker's,
 * which sends while it holds its rows. A connection that is lost must not end the wait of its commit for a standby.
 * A query is planned once a connection. Left to itself PostgreSQL plans some of them anew each time, which takes longer
 * than running them; where the values do matter, the trip says so (plan_for_values). */
#define SESSION_OPTIONS \
    "-c lock_timeout=2s -c statement_timeout=10s -c idle_in_transaction_session_timeout=5min -c jit=off" \
    " -c plan_cache_mode=force_generic_plan -c client_connection_check_interval=0"
const char db_session_options[] = SESSION_OPTIONS;
enum {
    CONNECT_MS = 3 * 1000,
    ANSWER_MS = 15 * 1000,
    LOOK_ANSWER_MS = 1500,     /* for the connection that watches */
    CONFIRM_MS = 2 * 1000,     /* for a commit, where commits are known to wait for a standby */
    DOUBT_MS = 250,            /* after that the watcher is asked to look */
    SLICE_MS = 50,             /* how often what it has found is asked for while one waits */
    PAUSE_MS = 500             /* a longer time between two looks counts as so long */
};

/* Does it name hosts, of which the next is tried when one cannot be reached? */
static bool has_several_hosts(const char *conninfo)
{
    PQconninfoOption *options = PQconninfoParse(conninfo, NULL);
    bool several = false;
    for (const PQconninfoOption *o = options; o && o->keyword; o++)
        several |= !strncmp(o->keyword, "host", 4) && o->val && strchr(o->val, ',');
    PQconninfoFree(options);
    return several;
}

struct db *db_open_watch(const char *direct, const char *pooler, enum watches watches)
{
    bool pooled = pooler && *pooler;
    const char *conninfo = pooled ? pooler : direct;
    struct db *db = calloc(1, sizeof(*db));
    char *copy = db ? strdup(conninfo) : NULL;
    if (!copy)
        out_of_memory();
    db->conninfo = copy;
    db->pooled = pooled;
    db->several = has_several_hosts(conninfo);
    db->watches = watches;
    return db;
}

struct db *db_open(const char *conninfo)
{
    return db_open_watch(conninfo, NULL, WATCHES_NOTHING);
}

struct db *db_open_pooled(const char *direct, const char *pooler)
{
    return db_open_watch(direct, pooler, WATCHES_NOTHING);
}

void store_forget(struct db *db)
{
    for (int i = 0; i < db->n_ops; i++)
        PQclear(db->op[i].result);
    db->n_ops = 0;
}

/* The connection is another's now, or closed. */
static void let_go(struct db *db)
{
    db->conn = NULL;
    db->counted = false;
    memset(db->prepared, 0, sizeof(db->prepared));
    memset(db->listening, 0, sizeof(db->listening));
}

void conn_close(struct db *db)
{
    if (db->counted)
        tally_add(TALLY_CONNECTIONS, -1);
    PQfinish(db->conn);
    let_go(db);
}

void db_close(struct db *db)
{
    if (!db)
        return;
    db_close(db->standby);
    store_forget(db);
    conn_close(db);
    free(db->op);
    free(db->conninfo);
    free(db);
}

static void quiet(void *unused, const PGresult *notice)
{
    (void)unused;
    (void)notice;
}

void conn_log_line(const char *message, char *out, size_t room)
{
    snprintf(out, room, "%.*s", (int)strcspn(message, "\n"), message);
}

bool conn_lost(struct db *db, struct err *err, const char *what)
{
    char line[200];
    conn_log_line(db->conn ? PQerrorMessage(db->conn) : "", line, sizeof(line));
    conn_close(db);
    snprintf(db->state, sizeof(db->state), "08006");
    if (!db->watches)
        watch_doubt();
    return err_fail(err, ERR_BUSY, NULL, NULL, "database: %s: %s", what, db->silent ? "it says nothing" : line);
}

bool conn_unanswered(struct db *db, struct err *err)
{
    watch_park(db->conn);
    let_go(db);
    return err_fail(err, ERR_BUSY, N_("We do not know yet whether that was saved. Please look again in a moment."),
                    NULL, "database: a commit is not answered");
}

/* ---- what the watch knows ---- */

static bool is_looking(const struct db *db)
{
    return db->watches == WATCHES_READING || db->watches == WATCHES_STANDBY;
}

/* How long the server may say nothing. */
static int64_t patience(const struct db *db)
{
    return is_looking(db) ? LOOK_ANSWER_MS : db->watches == WATCHES_WRITING ? INT64_MAX / 2 : ANSWER_MS;
}

/* How long has been waited. Where this process did not run meanwhile (the machine was halted, or too busy), the server may not have run
 * either, so a pause counts little. */
struct waiting {
    int64_t last;   /* ticks, when it was last asked; 0: never */
    int64_t waited; /* milliseconds */
};

static int64_t waited_so_far(struct waiting *w)
{
    int64_t now = clock_ticks(), since = w->last ? now - w->last : 0;
    w->waited += since < PAUSE_MS ? since : PAUSE_MS;
    w->last = now;
    return w->waited;
}

/* Is there no use in waiting any longer for what was asked @waited milliseconds ago, of @most? */
static bool is_vain(const struct db *db, int64_t waited, int64_t most)
{
    if (db->watches)
        return waited >= most || watch_ends();
    if (waited >= DOUBT_MS)
        watch_doubt();
    return waited >= most || watch_silent() || (waited >= CONFIRM_MS && db->writes && watch_unconfirmed());
}

bool conn_spared(struct db *db, struct err *err)
{
    bool silent = watch_silent();
    if (db->watches || !(silent || (db->writes && watch_unconfirmed())))
        return false;
    if (silent && in_transaction(db))
        conn_close(db);
    snprintf(db->state, sizeof(db->state), "%s", silent ? "08006" : "");
    err_fail(err, ERR_BUSY, NULL, NULL, silent ? "database: it says nothing" : "database: commits are not confirmed by the standby");
    return true;
}

/* Has the server not hung up while the connection was idle? Its word of farewell and the end come one after the other. */
static bool still_there(PGconn *conn)
{
    struct pollfd p = {.fd = PQsocket(conn), .events = POLLIN};
    for (int i = 0; i < 3 && PQstatus(conn) == CONNECTION_OK && poll(&p, 1, 0) > 0; i++)
        if (!PQconsumeInput(conn))
            return false;
    return PQstatus(conn) == CONNECTION_OK;
}

/* Waits until the connection is made or refused. */
static bool connecting(struct db *db)
{
    struct waiting so_far = {0};
    int64_t most = is_looking(db) ? LOOK_ANSWER_MS : CONNECT_MS;
    PostgresPollingStatusType want = PGRES_POLLING_WRITING;
    while (want == PGRES_POLLING_READING || want == PGRES_POLLING_WRITING) {
        if ((db->silent = is_vain(db, waited_so_far(&so_far), most)))
            return false;
        struct pollfd p = {.fd = PQsocket(db->conn), .events = want == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        int ready = poll(&p, 1, SLICE_MS);
        if (ready > 0)
            want = PQconnectPoll(db->conn);
        else if (ready < 0 && errno != EINTR)
            return false;
    }
    return want == PGRES_POLLING_OK;
}

static bool make_connection(struct db *db)
{
    /* What stands before dbname are our defaults, which the operator's string may change. */
    static const char *const keys[] = {"connect_timeout", "tcp_user_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count", "application_name",
                                       "options", "dbname", "client_encoding", NULL};
    const char *const values[] = {"2", "10000", "10", "5", "3", "ridotto", db->pooled ? "" : SESSION_OPTIONS, db->conninfo, "UTF8", NULL};
    /* Only libpq's own way goes on to the next host when one says nothing; it cannot be told meanwhile that there is no use. */
    db->conn = db->several ? PQconnectdbParams(keys, values, 1) : PQconnectStartParams(keys, values, 1);
    return db->conn && PQstatus(db->conn) != CONNECTION_BAD && (db->several || connecting(db));
}

bool conn_ready(struct db *db, struct err *err)
{
    /* What writes is never sent twice, so a connection that is gone has to be noticed before. */
    if (db->conn && (in_transaction(db) ? PQstatus(db->conn) == CONNECTION_OK : still_there(db->conn)))
        return true;
    conn_close(db);
    if (!db->watches && watch_refuses(db->pooled)) {
        snprintf(db->state, sizeof(db->state), "08001");
        return err_fail(err, ERR_BUSY, NULL, NULL, "database: it has just refused a connection");
    }
    bool made = make_connection(db);
    if (db->watches != WATCHES_STANDBY && (made || !db->silent))
        watch_connected(db->pooled, made);
    tally_add(made ? TALLY_CONNECTIONS_OPENED : TALLY_CONNECTIONS_REFUSED, 1);
    if (!made)
        return conn_lost(db, err, "no connection");
    db->counted = true;
    tally_add(TALLY_CONNECTIONS, 1);
    PQsetNoticeReceiver(db->conn, quiet, NULL);
    if (PQsetnonblocking(db->conn, 1) != 0 || !PQenterPipelineMode(db->conn))
        return conn_lost(db, err, "no pipeline");
    return true;
}

bool conn_wait(struct db *db)
{
    struct waiting so_far = {0};
    for (;;) {
        int unsent = PQflush(db->conn);
        if (unsent < 0)
            return false;
        if (!unsent && !PQisBusy(db->conn))
            return true;
        if ((db->silent = is_vain(db, waited_so_far(&so_far), patience(db))))
            return false;
        struct pollfd p = {.fd = PQsocket(db->conn), .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
        if (poll(&p, 1, SLICE_MS) < 0 && errno != EINTR)
            return false;
        if ((p.revents & ~POLLOUT) && !PQconsumeInput(db->conn))
            return false;
    }
}

bool in_transaction(const struct db *db)
{
    return db->conn && PQtransactionStatus(db->conn) != PQTRANS_IDLE && PQtransactionStatus(db->conn) != PQTRANS_UNKNOWN;
}
