/* A trip: queries are collected, sent as one pipeline, and what comes back is held against what each promises. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/base/log.h"
#include "cgi/store/conn.h"
#include "cgi/store/db.h"

#include "cgi/base/banned.h"

void trip_start(struct db *db)
{
    store_forget(db);
    db->constraint[0] = '\0';
    db->writes = false;
}

static _Noreturn void bug(const char *query, const char *what)
{
    log_line("level=fatal message=\"query %s: %s\"", query, what);
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

/* The next result that is not the NULL between two queries. */
static bool next_result(struct db *db, PGresult **result)
{
    for (int i = 0; i < 2; i++) {
        if (!conn_wait(db))
            return false;
        *result = PQgetResult(db->conn);
        if (*result)
            return PQstatus(db->conn) == CONNECTION_OK || (PQclear(*result), false);
    }
    return false;
}

/* Does @state begin as one of these do? */
static bool is_among(const char *state, const char *const *those)
{
    while (*those && strncmp(state, *those, strlen(*those)) != 0)
        those++;
    return *those != NULL;
}

/* The database cannot do it now. */
static const char *const busy_states[] = {"08", "25006", "40", "53", "55P03", "57", "58", NULL};
/* Among them: because of another transaction, which holds a row of what this one wants. */
static const char *const held_states[] = {"40", "55P03", NULL};
/* What does not exist where a query looks for it, a table, column, function or type: the database is not as this program's migrations
 * make it. */
static const char *const lacking_states[] = {"42P01", "42703", "42883", "42704", NULL};

static void note_failure(struct db *db, const struct op *op, const PGresult *result, struct err *err)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *constraint = PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
    char line[200];
    conn_log_line(PQresultErrorMessage(result), line, sizeof(line));
    snprintf(db->constraint, sizeof(db->constraint), "%s", constraint ? constraint : "");
    snprintf(db->state, sizeof(db->state), "%s", state ? state : "");
    enum err_code code = !strcmp(db->constraint, "move_once") ? ERR_STALE : is_among(db->state, busy_states) ? ERR_BUSY : ERR_INTERNAL;
    err_fail(err, code, NULL, NULL, "query %s: %s %s%s", query_texts[op->query].name, db->state, line,
             is_among(db->state, lacking_states) ? " (this program's schema is another: run ridotto migrate)" : "");
    err->held = code == ERR_BUSY && is_among(db->state, held_states);
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
        conn_close(db);
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
    if (conn_spared(db, err))
        return false;
    if (!conn_ready(db, err))
        return false;
    enum reading reading = send_all(db, 0) ? read_all(db, err) : READ_LOST;
    if (reading == READ_ALL)
        return true;
    if (reading == READ_LOST) {
        *again = was_open && !db->silent;
        if (db->silent && db->writes && !db->watches)
            return conn_unanswered(db, err);
        return conn_lost(db, err, "the connection is lost");
    }
    /* A statement that the server forgot, or whose tables changed under it: begin anew with the next call. */
    if (strstr(err->logged, ": 26000 ") || strstr(err->logged, ": 0A000 "))
        conn_close(db);
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
