#include "config.h"

#include "cgi/store/values.h"

#include <string.h>

#include "rules/engine/must.h"

#include "cgi/base/banned.h"

/* ---- types, as PostgreSQL numbers them ---- */

unsigned sql_oid(int type)
{
    static const unsigned one[] = {[SQL_INT8] = 20, [SQL_INT4] = 23, [SQL_INT2] = 21, [SQL_BOOL] = 16, [SQL_TEXT] = 25,
                                   [SQL_BYTEA] = 17, [SQL_TIME] = 1184, [SQL_JSONB] = 3802};
    static const unsigned many[] = {[SQL_INT8] = 1016, [SQL_INT4] = 1007, [SQL_INT2] = 1005, [SQL_BOOL] = 1000, [SQL_TEXT] = 1009,
                                    [SQL_BYTEA] = 1001, [SQL_TIME] = 1185, [SQL_JSONB] = 3807};
    return type & SQL_ARRAY ? many[type & ~SQL_ARRAY] : one[type];
}

int sql_width(int type)
{
    switch (type) {
    case SQL_INT8:
    case SQL_TIME: return 8;
    case SQL_INT4: return 4;
    case SQL_INT2: return 2;
    case SQL_BOOL: return 1;
    default: return 0;
    }
}

void sql_put(unsigned char *out, int64_t number, int bytes)
{
    uint64_t rest = (uint64_t)number;
    for (int b = bytes - 1; b >= 0; b--, rest >>= 8)
        out[b] = (unsigned char)rest;
}

/* ---- values ---- */

static struct sql sql_number(enum sql_type type, int64_t number, bool is_null)
{
    return (struct sql){.type = type, .number = number, .is_null = is_null};
}

struct sql sql_int8(int64_t number)
{
    return sql_number(SQL_INT8, number, false);
}

struct sql sql_id(int64_t number)
{
    return sql_number(SQL_INT8, number, number == 0);
}

struct sql sql_int4(int number)
{
    return sql_number(SQL_INT4, number, false);
}

struct sql sql_int2(int number)
{
    return sql_number(SQL_INT2, number, false);
}

struct sql sql_bool(bool value)
{
    return sql_number(SQL_BOOL, value, false);
}

struct sql sql_time(int64_t at)
{
    return sql_number(SQL_TIME, at - SQL_EPOCH, at == 0);
}

static struct sql sql_string(enum sql_type type, const char *text)
{
    return (struct sql){.type = type, .is_null = !text, .bytes = text, .length = text ? strlen(text) : 0};
}

struct sql sql_text(const char *text)
{
    return sql_string(SQL_TEXT, text);
}

struct sql sql_json(const char *text)
{
    return sql_string(SQL_JSONB, text);
}

struct sql sql_bytes(const uint8_t *bytes, size_t length)
{
    return (struct sql){.type = SQL_BYTEA, .is_null = !bytes, .bytes = (const char *)bytes, .length = length};
}

/* ---- arrays: dimensions, whether there are nulls, the type of the items; size and first index; each item with its length ---- */

enum { ARRAY_HEAD = 5 * 4, ITEM_HEAD = 4 };

static size_t item_length(const struct sql *item)
{
    int width = sql_width(item->type);
    return item->is_null ? 0 : width ? (size_t)width : item->length;
}

static unsigned char *item_put(unsigned char *out, const struct sql *item)
{
    size_t length = item_length(item);
    int width = sql_width(item->type);
    sql_put(out, item->is_null ? -1 : (int64_t)length, ITEM_HEAD);
    if (width && length)
        sql_put(out + ITEM_HEAD, item->number, width);
    else if (length)
        memcpy(out + ITEM_HEAD, item->bytes, length);
    return out + ITEM_HEAD + length;
}

struct sql sql_array(struct arena *arena, enum sql_type type, const struct sql *items, int n)
{
    size_t length = ARRAY_HEAD;
    bool nulls = false;
    for (int i = 0; i < n; i++) {
        must(items[i].type == (int)type && type != SQL_JSONB);
        length += ITEM_HEAD + item_length(&items[i]);
        nulls = nulls || items[i].is_null;
    }
    unsigned char *bytes = arena_alloc(arena, length), *at = bytes + ARRAY_HEAD;
    const int64_t head[] = {n > 0, nulls, sql_oid((int)type), n, 1};
    for (int i = 0; i < 5; i++)
        sql_put(bytes + 4 * i, head[i], 4);
    for (int i = 0; i < n; i++)
        at = item_put(at, &items[i]);
    return (struct sql){.type = (int)type | SQL_ARRAY, .bytes = (const char *)bytes, .length = n > 0 ? length : 12};
}
