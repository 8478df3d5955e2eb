/* Values for the parameters of queries, and the binary form in which PostgreSQL takes them. */
#ifndef CGI_STORE_VALUES_H
#define CGI_STORE_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cgi/base/arena.h"

/* SQL_ARRAY | SQL_INT4 is integer[], and so on. */
enum sql_type { SQL_INT8 = 1, SQL_INT4, SQL_INT2, SQL_BOOL, SQL_TEXT, SQL_BYTEA, SQL_TIME, SQL_JSONB, SQL_ARRAY = 16 };

/* PostgreSQL counts microseconds from 2000-01-01. */
#define SQL_EPOCH (INT64_C(946684800) * 1000000)

/** sql_oid() - PostgreSQL's number of a type */
unsigned sql_oid(int type);
/** sql_width() - of a number's type, in bytes; 0: it is not a number */
int sql_width(int type);
/** sql_put() - the last @bytes bytes of @number, the first one first */
void sql_put(unsigned char *out, int64_t number, int bytes);

/* A value for a parameter; its type must be the one the query's comment says, or the process stops: it is our bug. */
struct sql {
    int type;          /* enum sql_type */
    bool is_null;
    int64_t number;
    const char *bytes; /* borrowed until trip_run returns */
    size_t length;
};
struct sql sql_int8(int64_t number);
/** sql_id() - 0 is null */
struct sql sql_id(int64_t number);
struct sql sql_int4(int number);
struct sql sql_int2(int number);
struct sql sql_bool(bool value);
/** sql_text() - NULL is null */
struct sql sql_text(const char *text);
struct sql sql_json(const char *text);
struct sql sql_bytes(const uint8_t *bytes, size_t length);
/** sql_time() - Unix microseconds; 0 is null */
struct sql sql_time(int64_t at);
/** sql_array() - @n items of @type, one after the other, in PostgreSQL's binary form on @arena */
struct sql sql_array(struct arena *arena, enum sql_type type, const struct sql *items, int n);

#endif
