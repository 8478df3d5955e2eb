/* One connection to PostgreSQL, private to cgi/store: queries collected into a trip, sent as one pipeline, answered
 * together.
 *
 *     trip_start(db);
 *     trip_add(db, QUERY_BEGIN, NULL, 0);
 *     TRIP(db, QUERY_GAME_LOCK, sql_int8(id));
 *     if (!trip_run(db, TRIP_AGAIN, err))
 *         return false;
 *     const struct row row = trip_row(db, 1, 0);
 *
 * Answers are in binary and stay valid until the next trip_start(); texts are copied to an arena by who keeps them.
 */
#ifndef CGI_STORE_DB_H
#define CGI_STORE_DB_H

#include <libpq-fe.h>

#include "cgi/store/queries.h"
#include "cgi/store/store.h"
#include "cgi/store/values.h"

enum { SQL_PARAMS_MAX = 64, TRIP_OPS_MAX = 1024 };

enum rows { ROWS_ONE, ROWS_MANY, ROWS_EXEC };

/* What sql/queries.awk makes of one query. */
struct query_text {
    const char *name;
    enum rows rows;
    int n_params;
    int params[SQL_PARAMS_MAX]; /* enum sql_type */
    const char *text;
};
extern const struct query_text query_texts[QUERY_COUNT];

/** trip_start() - forgets the trip before */
void trip_start(struct db *db);
/** trip_add() - one more query; returns its number within the trip */
int trip_add(struct db *db, enum query query, const struct sql *values, int n);
#define TRIP(db, query, ...)                                                                                         \
    trip_add((db), (query), (const struct sql[]){__VA_ARGS__}, (int)(sizeof((const struct sql[]){__VA_ARGS__}) / sizeof(struct sql)))

/* TRIP_AGAIN: may be sent a second time when the connection turns out to be lost, since it changes nothing.
 * TRIP_INSIDE: belongs to the transaction that an earlier trip began; ERR_BUSY when that was lost meanwhile. */
enum trip_kind { TRIP_ONCE, TRIP_AGAIN, TRIP_INSIDE };
/** trip_run() - sends all and waits for all answers; false: the first thing that went wrong. Once a COMMIT among them
 *  was answered the trip succeeded: what follows it runs by itself and may fail. */
bool trip_run(struct db *db, enum trip_kind kind, struct err *err);
/** trip_one() - trip_run() for a trip whose first query finds or changes one row; without it @missing, "no such @what" */
bool trip_one(struct db *db, enum trip_kind kind, enum err_code missing, const char *what, struct err *err);
/** trip_constraint() - the constraint that the last trip_run fell over, "" when it was none */
const char *trip_constraint(const struct db *db);

/** trip_rows() - how many rows query number @op gave */
int trip_rows(const struct db *db, int op);

/* Reading one row, column by column from the left. */
struct row {
    const PGresult *result;
    int row, column;
    const uint8_t *at, *end;   /* without a result: what is left of a record */
};
struct row trip_row(const struct db *db, int op, int row);
/** row_number() - a bigint, integer or smallint; null is 0 */
int64_t row_number(struct row *row);
bool row_bool(struct row *row);
/** row_time() - Unix microseconds; null is 0. One that is centuries off, which only a changed byte makes, is moved nearer: so much may be
 *  added to it, and days between it and now counted. row_moment() - the same as it stands there */
int64_t row_time(struct row *row);
int64_t row_moment(struct row *row);
/** row_span() - a length of time in microseconds; likewise, and none is below 0 */
int64_t row_span(struct row *row);
/** row_text() - on the arena; null is NULL; jsonb is to be selected as text */
const char *row_text(struct row *row, struct arena *arena);
/** row_view() - any number of bytes, until the next trip_start(); null: none. row_stored() - the same on the arena */
struct stored row_view(struct row *row);
struct stored row_stored(struct row *row, struct arena *arena);
/* Records in a column, ARRAY(SELECT ROW(...)), or the rows of an op: each is read like a row. */
struct records {
    const PGresult *result;
    int row;
    const uint8_t *at, *end;   /* without a result */
    int left;                  /* so many, at first all */
};
struct records row_records(struct row *row);
struct records trip_records(const struct db *db, int op);
/** records_next() - the next one, borrowed until the next trip_start(); false: there is none */
bool records_next(struct records *records, struct row *row);
/** row_bytes() - @n bytes; zeros when it is null or of another length */
void row_bytes(struct row *row, uint8_t *out, size_t n);
/** row_transactions() - an xid[] */
void row_transactions(struct row *row, struct written *out);
/** row_int2s() - a smallint[] without nulls; numbers that are missing are 0. Return: how many it has, -1: it is no such list */
int row_int2s(struct row *row, int16_t *out, int n);

/** trip_state() - SQLSTATE of what the last trip_run fell over; "08006": the connection; "": nothing */
const char *trip_state(const struct db *db);
/** trip_was_silent() - did the last trip_run end because the server said nothing for too long? */
bool trip_was_silent(const struct db *db);

/* WATCHES_READING: waits not longer for an answer than the others are to. WATCHES_WRITING: waits for as long as the process runs.
 * WATCHES_STANDBY: waits as little as the first, and what comes of it says nothing of the database. */
enum watches { WATCHES_NOTHING, WATCHES_READING, WATCHES_WRITING, WATCHES_STANDBY };
/** db_open_watch() - a connection that finds out whether there is an answer, while the others are spared; else db_open_pooled() */
struct db *db_open_watch(const char *direct, const char *pooler, enum watches watches);
/* What every session is set to, "-c name=value ...", values as PostgreSQL shows them. */
extern const char db_session_options[];
/** store_ping() - does the server answer? *unconfirmed: commits wait for a standby */
bool store_ping(struct db *db, bool *unconfirmed, struct err *err);

/** in_transaction() - was a transaction begun on this connection and not ended yet? */
bool in_transaction(const struct db *db);
/* What was said with one notification. */
typedef void note_taker(void *user, const char *text);
/** db_hear() - LISTEN when not yet done on this connection; then *anew, and it returns at once, since what was said before
 *  is missed. Else it waits until something is heard, the file @also (-1: none) can be read, or time is over. */
bool db_hear(struct db *db, const char *channel, int also, int milliseconds, note_taker *heard, void *user, bool *anew,
             struct err *err);
/** db_listen_wait() - LISTEN when not yet done on this connection, then waits for a notification */
bool db_listen_wait(struct db *db, const char *channel, int milliseconds, bool *heard, struct err *err);

#endif
