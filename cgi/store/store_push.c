/* Browsers that notices are pushed to. */
#include "config.h"

#include "cgi/store/hooks.h"

#include <string.h>

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

bool store_push_add(struct db *db, int64_t person, const uint8_t session[TOKEN_HASH_BYTES], const struct push_new *browser, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_TIME_LOCK, sql_int8(person));
    TRIP(db, QUERY_PUSH_ADD, sql_int8(person), sql_bytes(session, TOKEN_HASH_BYTES), sql_text(browser->url), sql_bytes(browser->key, PUSH_KEY_BYTES),
         sql_bytes(browser->auth, PUSH_AUTH_BYTES), sql_text(browser->device.browser), sql_text(browser->device.system), sql_int4(PUSH_BROWSERS_MOST));
    TRIP(db, QUERY_PUSH_ASKED, sql_int8(person));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (trip_run(db, TRIP_ONCE, err))
        return true;
    store_rollback(db);
    return false;
}

bool store_push_renew(struct db *db, int64_t person, const uint8_t session[TOKEN_HASH_BYTES], const char *old, const struct push_new *browser, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_TIME_LOCK, sql_int8(person));
    TRIP(db, QUERY_PUSH_MAKE_ROOM, sql_int8(person), sql_bytes(session, TOKEN_HASH_BYTES), sql_text(old), sql_text(browser->url));
    int renewed = TRIP(db, QUERY_PUSH_RENEW, sql_int8(person), sql_bytes(session, TOKEN_HASH_BYTES), sql_text(old), sql_text(browser->url),
                       sql_bytes(browser->key, PUSH_KEY_BYTES), sql_bytes(browser->auth, PUSH_AUTH_BYTES));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (!trip_run(db, TRIP_ONCE, err)) {
        store_rollback(db);
        return false;
    }
    return trip_rows(db, renewed) == 1 || err_fail(err, ERR_GONE, NULL, NULL, "push: no such browser to renew");
}

bool store_push_browsers(struct db *db, struct arena *arena, int64_t person, const uint8_t session[TOKEN_HASH_BYTES], struct push_browser *browsers, int *n,
                         struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PUSH_BROWSERS, sql_int8(person), sql_bytes(session, TOKEN_HASH_BYTES));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0) < PUSH_BROWSERS_MOST ? trip_rows(db, 0) : PUSH_BROWSERS_MOST;
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        browsers[i].id = row_number(&row);
        browsers[i].device.browser = row_text(&row, arena);
        browsers[i].device.system = row_text(&row, arena);
        browsers[i].made = row_time(&row);
        browsers[i].here = row_bool(&row);
        browsers[i].failing = row_time(&row);
    }
    return true;
}

bool store_push_drop(struct db *db, int64_t person, int64_t browser, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PUSH_DROP, sql_int8(person), sql_int8(browser));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "browser", err);
}

bool store_push_test(struct db *db, int64_t person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PUSH_TEST, sql_int8(person));
    trip_add(db, QUERY_NOTIFY_DELIVERY, NULL, 0);
    return trip_run(db, TRIP_ONCE, err);
}

bool store_push_asked(struct db *db, int64_t person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PUSH_ASKED, sql_int8(person));
    return trip_run(db, TRIP_AGAIN, err);
}

bool store_push_wish(struct db *db, struct arena *arena, int64_t person, bool *more, const char **how_often, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PUSH_WISH, sql_int8(person));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "person", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *more = row_bool(&row);
    *how_often = row_text(&row, arena);
    if (!row_bool(&row))
        *how_often = "none";
    return true;
}

bool store_push_wish_set(struct db *db, int64_t person, bool more, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PUSH_WISH_SET, sql_int8(person), sql_bool(more));
    return trip_one(db, TRIP_ONCE, ERR_GONE, "person", err);
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool store_vapid(struct db *db, uint8_t scalar[32], struct err *err)
{
    struct arena *arena = arena_new();
    trip_start(db);
    TRIP(db, QUERY_SECRET, sql_text("vapid"));
    bool ok = trip_one(db, TRIP_AGAIN, ERR_INTERNAL, "key for push services", err);
    if (ok) {
        struct row row = trip_row(db, 0, 0);
        const char *text = row_text(&row, arena);
        for (int i = 0; ok && i < 32; i++)
            if ((ok = digit(text[2 * i]) >= 0 && digit(text[2 * i + 1]) >= 0))
                scalar[i] = (uint8_t)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
        ok = ok || err_fail(err, ERR_INTERNAL, NULL, NULL, "the key for push services is no key");
    }
    arena_free(arena);
    return ok;
}
