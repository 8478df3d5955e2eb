#include "config.h"

#include "cgi/store/db.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/store/watch.h"

#include "cgi/base/banned.h"

/* Longest waits, shortest first: for a row that another transaction holds, for one query, and for the server to say
 * anything at all. A connection must come about within three seconds. A transaction that idles is the mail worker's,
 * which sends while it holds its rows. A connection that is lost must not end the wait of its commit for a standby.
 * A query is planned once a connection. Left to itself PostgreSQL plans some of them anew each time, which takes longer
 * than running them; where the values do matter, the trip says so (plan_for_values). */
#define SESSION_OPTIONS \
    "-c lock_timeout=5s -c statement_timeout=10s -c idle_in_transaction_session_timeout=5min -c jit=off" \
    " -c plan_cache_mode=force_generic_plan -c client_connection_check_interval=0"
const char db_session_options[] = SESSION_OPTIONS;
enum {
    CONNECT_MS = 3 * 1000,
    ANSWER_MS = 15 * 1000,
    LOOK_ANSWER_MS = 1500,     /* for the connection that watches */
    CONFIRM_MS = 2 * 1000,     /* for a commit, where commits are known to wait for a standby */
    DOUBT_MS = 250,            /* after that the watcher is asked to look */
    SLICE_MS = 50              /* how often what it has found is asked for while one waits */
};

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
    bool pooled;        /* each trip or transaction may meet another session: nothing is kept in one, neither settings nor statements */
    bool prepared[QUERY_COUNT];
    bool listening[2];
    int n_ops, room;
    struct op *op;
    bool several;       /* hosts, one after the other */
    enum watches watches;
    bool silent;        /* the trip ended because the server said nothing for too long */
    bool writes;        /* the trip commits */
    char constraint[64];
    char state[6];      /* SQLSTATE */
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
    if (!copy) {
        fputs("level=fatal message=\"out of memory\"\n", stderr);
        abort();
    }
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

static void forget_results(struct db *db)
{
    for (int i = 0; i < db->n_ops; i++)
        PQclear(db->op[i].result);
    db->n_ops = 0;
}

void store_forget(struct db *db)
{
    forget_results(db);
}

/* The connection is another's now, or closed. */
static void let_go(struct db *db)
{
    db->conn = NULL;
    memset(db->prepared, 0, sizeof(db->prepared));
    memset(db->listening, 0, sizeof(db->listening));
}

static void disconnect(struct db *db)
{
    PQfinish(db->conn);
    let_go(db);
}

void db_close(struct db *db)
{
    if (!db)
        return;
    forget_results(db);
    disconnect(db);
    free(db->op);
    free(db->conninfo);
    free(db);
}

static void quiet(void *unused, const PGresult *notice)
{
    (void)unused;
    (void)notice;
}

/* The first line of libpq's message, for the log. */
static void log_line(const char *message, char *out, size_t room)
{
    snprintf(out, room, "%.*s", (int)strcspn(message, "\n"), message);
}

static bool lost(struct db *db, struct err *err, const char *what)
{
    char line[200];
    log_line(db->conn ? PQerrorMessage(db->conn) : "", line, sizeof(line));
    disconnect(db);
    snprintf(db->state, sizeof(db->state), "08006");
    return err_fail(err, ERR_BUSY, NULL, NULL, "database: %s: %s", what, db->silent ? "it says nothing" : line);
}

/* It is not known whether it is committed, and to close the connection might decide it wrongly. */
static bool unanswered(struct db *db, struct err *err)
{
    watch_park(db->conn);
    let_go(db);
    return err_fail(err, ERR_BUSY, N_("We cannot tell yet whether that was written down. Please look again in a moment: nothing is taken twice."),
                    NULL, "database: a commit is not answered");
}

/* ---- what the watch knows ---- */

/* How long the server may say nothing. */
static int64_t patience(const struct db *db)
{
    return db->watches == WATCHES_READING ? LOOK_ANSWER_MS : db->watches == WATCHES_WRITING ? INT64_MAX / 2 : ANSWER_MS;
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

/* Is it known that this trip would wait in vain? */
static bool spared(struct db *db, struct err *err)
{
    bool silent = watch_silent();
    if (db->watches || !(silent || (db->writes && watch_unconfirmed())))
        return false;
    if (silent && in_transaction(db))
        disconnect(db);
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
    int64_t began = clock_ticks(), most = db->watches == WATCHES_READING ? LOOK_ANSWER_MS : CONNECT_MS;
    PostgresPollingStatusType want = PGRES_POLLING_WRITING;
    while (want == PGRES_POLLING_READING || want == PGRES_POLLING_WRITING) {
        if ((db->silent = is_vain(db, clock_ticks() - began, most)))
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

static bool connect_now(struct db *db, struct err *err)
{
    /* What writes is never sent twice, so a connection that is gone has to be noticed before. */
    if (db->conn && (in_transaction(db) ? PQstatus(db->conn) == CONNECTION_OK : still_there(db->conn)))
        return true;
    disconnect(db);
    /* What stands before dbname are our defaults, which the operator's string may change. */
    static const char *const keys[] = {"connect_timeout", "tcp_user_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count", "application_name",
                                       "options", "dbname", "client_encoding", NULL};
    const char *const values[] = {"2", "10000", "10", "5", "3", "ridotto", db->pooled ? "" : SESSION_OPTIONS, db->conninfo, "UTF8", NULL};
    /* Only libpq's own way goes on to the next host when one says nothing; it cannot be told meanwhile that there is no use. */
    db->conn = db->several ? PQconnectdbParams(keys, values, 1) : PQconnectStartParams(keys, values, 1);
    bool made = db->conn && PQstatus(db->conn) != CONNECTION_BAD && (db->several || connecting(db));
    if (!made)
        return lost(db, err, "no connection");
    PQsetNoticeReceiver(db->conn, quiet, NULL);
    if (PQsetnonblocking(db->conn, 1) != 0 || !PQenterPipelineMode(db->conn))
        return lost(db, err, "no pipeline");
    return true;
}

/* ---- a trip ---- */

void trip_start(struct db *db)
{
    forget_results(db);
    db->constraint[0] = '\0';
    db->writes = false;
}

static _Noreturn void bug(const char *query, const char *what)
{
    fprintf(stderr, "level=fatal message=\"query %s: %s\"\n", query, what);
    abort();
}

int trip_add(struct db *db, enum query query, const struct sql *values, int n)
{
    const struct query_text *q = &query_texts[query];
    if (n != q->n_params)
        bug(q->name, "wrong number of parameters");
    if (db->n_ops == db->room) {
        int room = db->room ? 2 * db->room : 16;
        if (room > TRIP_OPS_MAX)
            bug(q->name, "too many queries in one trip");
        struct op *op = realloc(db->op, (size_t)room * sizeof(*op));
        if (!op)
            out_of_memory();
        db->op = op;
        db->room = room;
    }
    struct op *op = &db->op[db->n_ops];
    op->query = query;
    db->writes |= query == QUERY_COMMIT && db->op[0].query != QUERY_BEGIN_READING;
    op->n = n;
    op->prepares = false;
    op->result = NULL;
    for (int i = 0; i < n; i++) {
        if (values[i].type != q->params[i])
            bug(q->name, "a parameter of the wrong type");
        op->value[i] = values[i];
    }
    return db->n_ops++;
}

/* Sends one query with its values: by its name where it is prepared, else with its text. */
static bool send_op(struct db *db, const struct op *op)
{
    Oid types[SQL_PARAMS_MAX];
    const char *values[SQL_PARAMS_MAX];
    int lengths[SQL_PARAMS_MAX], formats[SQL_PARAMS_MAX];
    unsigned char numbers[SQL_PARAMS_MAX][8];
    for (int i = 0; i < op->n; i++) {
        const struct sql *v = &op->value[i];
        int bytes = sql_width(v->type);
        sql_put(numbers[i], v->number, bytes);
        types[i] = sql_oid(v->type);
        values[i] = v->is_null ? NULL : bytes ? (const char *)numbers[i] : v->bytes;
        lengths[i] = bytes ? bytes : (int)v->length;
        formats[i] = bytes || v->type == SQL_BYTEA || v->type & SQL_ARRAY;
    }
    if (db->pooled)
        return PQsendQueryParams(db->conn, query_texts[op->query].text, op->n, types, values, lengths, formats, 1);
    return PQsendQueryPrepared(db->conn, query_texts[op->query].name, op->n, values, lengths, formats, 1);
}

static bool send_prepare(PGconn *conn, const struct query_text *q)
{
    Oid types[SQL_PARAMS_MAX];
    for (int i = 0; i < q->n_params; i++)
        types[i] = sql_oid(q->params[i]);
    return PQsendPrepare(conn, q->name, q->text, q->n_params, types);
}

/* Sends what is to be done, from the query @from on. Through a pooler only to the end of the transaction: it may take its session away with
 * the answer to that, while it has passed on the half of what follows. */
static bool send_all(struct db *db, int from)
{
    bool sent[QUERY_COUNT] = {false};
    for (int i = from; i < db->n_ops; i++) {
        struct op *op = &db->op[i];
        op->prepares = !db->pooled && !db->prepared[op->query] && !sent[op->query];
        sent[op->query] = true;
        if (op->prepares && !send_prepare(db->conn, &query_texts[op->query]))
            return false;
        if (!send_op(db, op))
            return false;
        /* After an end of the transaction nothing may undo what it did: what follows is a trip of its own. */
        if (op->query != QUERY_COMMIT || i + 1 == db->n_ops)
            continue;
        if (!PQpipelineSync(db->conn))
            return false;
        if (db->pooled)
            return true;
    }
    return PQpipelineSync(db->conn) == 1;
}

/* Sends what is left and waits until a result is whole. False: the connection is lost, or the server says nothing. */
static bool wait_result(struct db *db)
{
    int64_t began = clock_ticks();
    for (;;) {
        int unsent = PQflush(db->conn);
        if (unsent < 0)
            return false;
        if (!unsent && !PQisBusy(db->conn))
            return true;
        if ((db->silent = is_vain(db, clock_ticks() - began, patience(db))))
            return false;
        struct pollfd p = {.fd = PQsocket(db->conn), .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
        if (poll(&p, 1, SLICE_MS) < 0 && errno != EINTR)
            return false;
        if ((p.revents & ~POLLOUT) && !PQconsumeInput(db->conn))
            return false;
    }
}

/* The next result that is not the NULL between two queries. */
static bool next_result(struct db *db, PGresult **result)
{
    for (int i = 0; i < 2; i++) {
        if (!wait_result(db))
            return false;
        *result = PQgetResult(db->conn);
        if (*result)
            return PQstatus(db->conn) == CONNECTION_OK || (PQclear(*result), false);
    }
    return false;
}

static enum err_code code_of(const char *state)
{
    static const char *const busy[] = {"08", "25006", "40", "53", "55P03", "57", "58"};
    for (size_t i = 0; i < sizeof(busy) / sizeof(busy[0]); i++)
        if (!strncmp(state, busy[i], strlen(busy[i])))
            return ERR_BUSY;
    return ERR_INTERNAL;
}

/* What does not exist where a query looks for it: the database is not as this program's migrations make it. */
static bool lacks_something(const char *state)
{
    static const char *const missing[] = {"42P01", "42703", "42883", "42704"}; /* table, column, function, type */
    for (size_t i = 0; i < sizeof(missing) / sizeof(missing[0]); i++)
        if (!strcmp(state, missing[i]))
            return true;
    return false;
}

static void note_failure(struct db *db, const struct op *op, const PGresult *result, struct err *err)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *constraint = PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
    char line[200];
    log_line(PQresultErrorMessage(result), line, sizeof(line));
    snprintf(db->constraint, sizeof(db->constraint), "%s", constraint ? constraint : "");
    snprintf(db->state, sizeof(db->state), "%s", state ? state : "");
    enum err_code code = strcmp(db->constraint, "move_once") ? code_of(state ? state : "") : ERR_STALE;
    err_fail(err, code, NULL, NULL, "query %s: %s %s%s", query_texts[op->query].name, state ? state : "", line,
             state && lacks_something(state) ? " (this program's schema is another: run ridotto migrate)" : "");
}

/* Is a result what its query promised? An error or a wrong shape fills @err, which keeps the first. */
static bool judge(struct db *db, const struct op *op, PGresult *result, bool failed, struct err *err)
{
    const struct query_text *q = &query_texts[op->query];
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK && q->rows == ROWS_EXEC) {
        /* COMMIT of a transaction that failed is answered with ROLLBACK. */
        if (op->query != QUERY_COMMIT || !strcmp(PQcmdStatus(result), "COMMIT"))
            return true;
        return failed ? false : err_fail(err, ERR_BUSY, NULL, NULL, "query commit: the transaction was rolled back");
    }
    if (status == PGRES_TUPLES_OK && (q->rows == ROWS_MANY || (q->rows == ROWS_ONE && PQntuples(result) <= 1)))
        return true;
    if (failed)
        return false;
    if (status == PGRES_FATAL_ERROR)
        note_failure(db, op, result, err);
    else if (status == PGRES_PIPELINE_ABORTED)
        err_fail(err, ERR_INTERNAL, NULL, NULL, "query %s: a query before it failed", q->name);
    else
        err_fail(err, ERR_INTERNAL, NULL, NULL, "query %s: %s with %d rows", q->name, PQresStatus(status),
                 PQntuples(result));
    return false;
}

static bool read_sync(struct db *db)
{
    PGresult *result;
    if (!next_result(db, &result))
        return false;
    bool good = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    PQclear(result);
    return good;
}

/* The answer to the Parse that was sent in front of a query. */
static bool read_prepare(struct db *db, struct op *op, bool *failed, struct err *err)
{
    PGresult *result;
    if (!op->prepares)
        return true;
    if (!next_result(db, &result))
        return false;
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    db->prepared[op->query] |= good;
    if (!good && !*failed)
        note_failure(db, op, result, err);
    *failed |= !good;
    PQclear(result);
    return true;
}

static bool read_op(struct db *db, struct op *op, bool *failed, struct err *err)
{
    if (!read_prepare(db, op, failed, err) || !next_result(db, &op->result))
        return false;
    *failed |= !judge(db, op, op->result, *failed, err);
    return (op->query != QUERY_COMMIT && op != &db->op[db->n_ops - 1]) || read_sync(db);
}

enum reading { READ_ALL, READ_FAILED, READ_LOST };

/* What was committed is on disk, whatever becomes of the notification that follows. */
static enum reading read_courtesies(struct db *db, int from)
{
    struct err ignored;
    bool failed = false, there = !db->pooled || from == db->n_ops || send_all(db, from);
    for (int i = from; there && i < db->n_ops; i++)
        there = read_op(db, &db->op[i], &failed, &ignored);
    if (!there)
        disconnect(db);
    return READ_ALL;
}

static enum reading read_all(struct db *db, struct err *err)
{
    bool failed = false;
    for (int i = 0; i < db->n_ops; i++) {
        if (!read_op(db, &db->op[i], &failed, err))
            return READ_LOST;
        if (!failed && db->op[i].query == QUERY_COMMIT)
            return read_courtesies(db, i + 1);
        if (failed && db->op[i].query == QUERY_COMMIT && db->pooled)
            break;
    }
    return failed ? READ_FAILED : READ_ALL;
}

static bool run_once(struct db *db, struct err *err, bool *again)
{
    *again = false;
    bool was_open = db->conn != NULL;
    db->silent = false;
    db->state[0] = '\0';
    if (spared(db, err))
        return false;
    if (!connect_now(db, err))
        return false;
    enum reading reading = send_all(db, 0) ? read_all(db, err) : READ_LOST;
    if (reading == READ_ALL)
        return true;
    if (reading == READ_LOST) {
        *again = was_open && !db->silent;
        if (db->silent && db->writes && !db->watches)
            return unanswered(db, err);
        return lost(db, err, "the connection is lost");
    }
    /* A statement that the server forgot, or whose tables changed under it: begin anew with the next call. */
    if (strstr(err->logged, ": 26000 ") || strstr(err->logged, ": 0A000 "))
        disconnect(db);
    return false;
}

bool trip_run(struct db *db, enum trip_kind kind, struct err *err)
{
    bool again, inside = in_transaction(db);
    /* What is no transaction of its own, and not only reads, is committed by its end. */
    db->writes |= kind == TRIP_ONCE && !inside && db->op[0].query != QUERY_BEGIN;
    if (kind == TRIP_INSIDE && !inside)
        return err_fail(err, ERR_BUSY, NULL, NULL, "database: the transaction was lost");
    if (run_once(db, err, &again))
        return true;
    if (!again || inside || kind != TRIP_AGAIN)
        return false;
    for (int i = 0; i < db->n_ops; i++) {
        PQclear(db->op[i].result);
        db->op[i].result = NULL;
    }
    return run_once(db, err, &again);
}

bool trip_one(struct db *db, enum trip_kind kind, enum err_code missing, const char *what, struct err *err)
{
    return trip_run(db, kind, err)
        && (trip_rows(db, 0) == 1 || err_fail(err, missing, NULL, NULL, "no such %s", what));
}

const char *trip_constraint(const struct db *db)
{
    return db->constraint;
}

const char *trip_state(const struct db *db)
{
    return db->state;
}

bool trip_was_silent(const struct db *db)
{
    return db->silent;
}

bool in_transaction(const struct db *db)
{
    return db->conn && PQtransactionStatus(db->conn) != PQTRANS_IDLE && PQtransactionStatus(db->conn) != PQTRANS_UNKNOWN;
}

void store_rollback(struct db *db)
{
    struct err ignored;
    if (!in_transaction(db))
        return;
    trip_start(db);
    trip_add(db, QUERY_ROLLBACK, NULL, 0);
    trip_run(db, TRIP_ONCE, &ignored);
}

/* ---- rows ---- */

int trip_rows(const struct db *db, int op)
{
    return PQntuples(db->op[op].result);
}

struct row trip_row(const struct db *db, int op, int row)
{
    return (struct row){.result = db->op[op].result, .row = row};
}

struct records trip_records(const struct db *db, int op)
{
    return (struct records){.result = db->op[op].result, .left = trip_rows(db, op)};
}

/* ---- notifications ---- */

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

static bool listen_to(struct db *db, const char *channel, bool *anew, struct err *err)
{
    bool *listening = &db->listening[!strcmp(channel, "outbox")];
    *anew = !(*listening && db->conn && PQstatus(db->conn) == CONNECTION_OK);
    if (!*anew)
        return true;
    trip_start(db);
    trip_add(db, strcmp(channel, "outbox") ? QUERY_LISTEN_GAME : QUERY_LISTEN_OUTBOX, NULL, 0);
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
            return lost(db, err, "the connection was lost while waiting");
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
