/* The columns of a row, in PostgreSQL's binary format. */
#include "config.h"

#include <string.h>

#include "cgi/store/db.h"

#include "cgi/base/banned.h"

/* 250 years, in microseconds: what nothing here comes near to, and little enough to add up, and to go through day by day. */
static const int64_t CENTURIES = INT64_C(250) * 366 * 86400 * 1000000;

static int32_t number_of(const uint8_t *bytes)
{
    return (int32_t)((uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3]);
}

/* The next member of a record: the number of its type, its length (-1: null), its bytes. */
static struct stored next_member(struct row *row)
{
    struct stored none = {.n = 0};
    if (row->end - row->at < 8)
        return none;
    int32_t length = number_of(row->at + 4);
    const uint8_t *bytes = row->at + 8;
    row->at = bytes + (length > 0 ? length : 0);
    return length < 0 || row->at > row->end ? none : (struct stored){.bytes = bytes, .n = (size_t)length};
}

struct stored row_view(struct row *row)
{
    int column = row->column++;
    if (!row->result)
        return next_member(row);
    if (PQgetisnull(row->result, row->row, column))
        return (struct stored){.n = 0};
    return (struct stored){.bytes = (const uint8_t *)PQgetvalue(row->result, row->row, column),
                           .n = (size_t)PQgetlength(row->result, row->row, column)};
}

/* An array: how many dimensions, are there nulls, the type of its items, how many, the first's number; then each item's length, and
 * the item. */
enum { ARRAY_HEAD = 5 * 4 };

struct records row_records(struct row *row)
{
    struct stored array = row_view(row);
    if (array.n < ARRAY_HEAD)
        return (struct records){.left = 0};
    return (struct records){.at = array.bytes + ARRAY_HEAD, .end = array.bytes + array.n, .left = number_of(array.bytes + 12)};
}

bool records_next(struct records *records, struct row *row)
{
    if (records->result && records->left > 0) {
        records->left--;
        *row = (struct row){.result = records->result, .row = records->row++};
        return true;
    }
    if (records->left <= 0 || records->end - records->at < 8)
        return false;
    int32_t length = number_of(records->at);
    if (length < 4 || length > records->end - records->at - 4)
        return false;
    *row = (struct row){.at = records->at + 8, .end = records->at + 4 + length}; /* behind the number of its members */
    records->at = row->end;
    records->left--;
    return true;
}

int64_t row_number(struct row *row)
{
    struct stored value = row_view(row);
    if (!value.n)
        return 0;
    uint64_t number = value.bytes[0] & 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < value.n; i++)
        number = number << 8 | value.bytes[i];
    return (int64_t)number;
}

bool row_bool(struct row *row)
{
    return row_number(row) != 0;
}

int64_t row_moment(struct row *row)
{
    struct row ahead = *row;
    bool is_null = !row_view(&ahead).bytes;
    uint64_t at = (uint64_t)row_number(row);
    return is_null ? 0 : (int64_t)(at + (uint64_t)SQL_EPOCH);
}

static int64_t between(int64_t least, int64_t number, int64_t most)
{
    return number < least ? least : number > most ? most : number;
}

int64_t row_time(struct row *row)
{
    struct row ahead = *row;
    bool is_null = !row_view(&ahead).bytes;
    int64_t at = between(-CENTURIES, row_number(row), CENTURIES);
    return is_null ? 0 : at + SQL_EPOCH;
}

int64_t row_span(struct row *row)
{
    return between(0, row_number(row), CENTURIES);
}

const char *row_text(struct row *row, struct arena *arena)
{
    struct stored value = row_view(row);
    return value.bytes ? arena_strndup(arena, (const char *)value.bytes, value.n) : NULL;
}

struct stored row_stored(struct row *row, struct arena *arena)
{
    struct stored view = row_view(row);
    if (view.bytes)
        view.bytes = memcpy(arena_grow(arena, NULL, 0, view.n), view.bytes, view.n);
    return view;
}

void row_bytes(struct row *row, uint8_t *out, size_t n)
{
    struct stored value = row_view(row);
    if (value.n == n)
        memcpy(out, value.bytes, n);
    else
        memset(out, 0, n);
}

void row_transactions(struct row *row, struct written *out)
{
    const struct stored array = row_view(row);
    const int most = (int)(sizeof(out->by) / sizeof(out->by[0]));
    out->n = 0;
    for (size_t at = ARRAY_HEAD; out->n < most && at + 4 + 4 <= array.n; at += 4 + 4)
        out->by[out->n++] = (uint32_t)number_of(array.bytes + at + 4);
}

int row_int2s(struct row *row, int16_t *out, int n)
{
    const struct stored array = row_view(row);
    size_t at = ARRAY_HEAD;
    for (int i = 0; i < n; i++, at += 4 + 2) {
        const uint8_t *item = at + 4 + 2 <= array.n ? array.bytes + at + 4 : NULL;
        out[i] = item ? (int16_t)(item[0] << 8 | item[1]) : 0;
    }
    if (array.n < ARRAY_HEAD)
        return 0;
    int32_t dimensions = number_of(array.bytes), nulls = number_of(array.bytes + 4), items = number_of(array.bytes + 12);
    return dimensions == 1 && !nulls ? items : -1;
}
