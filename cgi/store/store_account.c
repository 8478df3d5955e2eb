#include "config.h"

#include "cgi/store/rows.h"

#include <string.h>

#include "cgi/base/token.h"

#include "cgi/base/banned.h"

static struct sql sql_token(const char *token, uint8_t hash[TOKEN_HASH_BYTES])
{
    token_hash(token, hash);
    return sql_bytes(hash, TOKEN_HASH_BYTES);
}

/* ---- sessions ---- */

bool store_sessions(struct db *db, struct arena *arena, int64_t person, const uint8_t hash[TOKEN_HASH_BYTES],
                    struct session_row **sessions, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSIONS_OF, sql_int8(person), sql_bytes(hash, TOKEN_HASH_BYTES));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *sessions = arena_array(arena, (size_t)*n, sizeof(**sessions));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct session_row *session = &(*sessions)[i];
        session->id = row_number(&row);
        session->device.browser = row_text(&row, arena);
        session->device.system = row_text(&row, arena);
        session->created = row_time(&row);
        session->seen = row_time(&row);
        session->here = row_bool(&row);
    }
    return true;
}

bool store_session_drop(struct db *db, int64_t person, int64_t id, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSION_DROP, sql_int8(person), sql_int8(id));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_sessions_drop_others(struct db *db, int64_t person, const uint8_t hash[TOKEN_HASH_BYTES],
                                const uint8_t browser[TOKEN_HASH_BYTES], struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSIONS_DROP_OTHERS, sql_int8(person), sql_bytes(hash, TOKEN_HASH_BYTES), sql_bytes(browser, TOKEN_HASH_BYTES));
    return trip_run(db, TRIP_ONCE, err);
}

/* ---- another address ---- */

static const char *token_data(struct arena *arena, const char *token)
{
    struct json_object *data = arena_json(arena, jset(jobj(), "token", jstr(token)));
    return json_object_to_json_string_ext(data, JSON_C_TO_STRING_PLAIN);
}

bool store_address_ask(struct db *db, int64_t person, const char *email, const char *token, struct err *err)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    struct arena *arena = arena_new();
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_TIME_LOCK, sql_int8(person)); /* of two forms at once the later one holds */
    TRIP(db, QUERY_ADDRESS_DROP, sql_int8(person));
    TRIP(db, QUERY_ADDRESS_ASK, sql_int8(person), sql_text(email), sql_token(token, hash), sql_json(token_data(arena, token)));
    trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
    trip_add(db, QUERY_COMMIT, NULL, 0);
    bool ok = trip_run(db, TRIP_ONCE, err);
    arena_free(arena);
    if (!ok)
        store_rollback(db);
    return ok;
}

bool store_address_drop(struct db *db, int64_t person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ADDRESS_DROP, sql_int8(person));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_address_asked(struct db *db, struct arena *arena, int64_t person, const char **email, int64_t *until, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ADDRESS_ASKED, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *email = NULL;
    *until = 0;
    if (trip_rows(db, 0) > 0) {
        struct row row = trip_row(db, 0, 0);
        *email = row_text(&row, arena);
        *until = row_time(&row);
    }
    return true;
}

bool store_address_bounced(struct db *db, struct arena *arena, int64_t person, int64_t *since, const char **said, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_ADDRESS_BOUNCED, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *since = 0;
    *said = NULL;
    if (trip_rows(db, 0) > 0) {
        struct row row = trip_row(db, 0, 0);
        *since = row_time(&row);
        *said = row_text(&row, arena);
    }
    return true;
}

bool store_address_peek(struct db *db, struct arena *arena, int64_t person, const char *token, const char **email,
                        struct err *err)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    trip_start(db);
    TRIP(db, QUERY_ADDRESS_BY_TOKEN, sql_token(token, hash), sql_int8(person));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "token", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *email = row_text(&row, arena);
    return true;
}

bool store_address_use(struct db *db, int64_t person, const char *token, struct err *err)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    trip_start(db);
    TRIP(db, QUERY_ADDRESS_USE, sql_token(token, hash), sql_int8(person));
    if (trip_one(db, TRIP_ONCE, ERR_GONE, "token", err))
        return true;
    if (strcmp(trip_constraint(db), "person_email_once") != 0)
        return false;
    return err_fail(err, ERR_STALE, N_("This address already belongs to another account. Yours stays the same."),
                    "email", "address: person_email_once");
}

/* ---- feeds ---- */

bool store_feed_new(struct db *db, int64_t person, const char *token, struct err *err)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_TIME_LOCK, sql_int8(person));
    TRIP(db, QUERY_FEED_DROP, sql_int8(person));
    TRIP(db, QUERY_FEED_NEW, sql_int8(person), sql_token(token, hash));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (trip_run(db, TRIP_ONCE, err))
        return true;
    store_rollback(db);
    return false;
}

bool store_feed_drop(struct db *db, int64_t person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_FEED_DROP, sql_int8(person));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_feed_since(struct db *db, int64_t person, int64_t *since, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_FEED_OF, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *since = 0;
    if (trip_rows(db, 0) > 0) {
        struct row row = trip_row(db, 0, 0);
        *since = row_time(&row);
    }
    return true;
}

bool store_feed_person(struct db *db, struct arena *arena, const char *token, struct person *person, int64_t *since,
                       struct err *err)
{
    uint8_t hash[TOKEN_HASH_BYTES];
    trip_start(db);
    TRIP(db, QUERY_FEED_PERSON, sql_token(token, hash));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "feed", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    read_person(&row, arena, person);
    person->zone = row_text(&row, arena);
    *since = row_time(&row);
    return true;
}

/* ---- how fast, all that is kept, leaving ---- */

bool store_speed(struct db *db, int64_t person, struct speed *speed, struct err *err)
{
    enum { MOVES = 500 };
    trip_start(db);
    TRIP(db, QUERY_PERSON_SPEED, sql_int8(person), sql_int4(MOVES));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    speed->moves = (int)row_number(&row);
    for (int i = 0; i < 3; i++)
        speed->quartile[i] = row_number(&row);
    return true;
}

bool store_person_data(struct db *db, struct arena *arena, int64_t person, const char **json, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_DATA, sql_int8(person));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "person", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *json = row_text(&row, arena);
    return true;
}

bool store_tables_of(struct db *db, struct arena *arena, int64_t person, int most, struct table_of_person **tables, int *n,
                     struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TABLES_OF_PERSON, sql_int8(person), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *tables = arena_array(arena, (size_t)*n, sizeof(**tables));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        (*tables)[i].game = row_number(&row);
        (*tables)[i].runs = row_bool(&row);
    }
    return true;
}

bool store_person_leave(struct db *db, int64_t person, bool *left, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_LEAVE, sql_int8(person));
    struct err failed = {0};
    *left = false;
    if (!trip_one(db, TRIP_ONCE, ERR_GONE, "person", &failed)) {
        if (!strcmp(trip_state(db), "40P01")) /* it and a move, say, waited for each other: the move was let go on */
            return true;
        *err = failed;
        return false;
    }
    struct row row = trip_row(db, 0, 0);
    *left = row_bool(&row);
    return true;
}
