#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

static const int64_t SECOND = 1000000;

static bool read_own(struct db *db, int op, struct arena *arena, struct own_time *own, struct err *err)
{
    if (trip_rows(db, op) != 1)
        return err_fail(err, ERR_GONE, NULL, NULL, "no such person");
    struct row row = trip_row(db, op, 0);
    *own = (struct own_time){.rest = rest_never()};
    read_rest(&row, arena, &own->rest);
    own->saved = row_number(&row) * SECOND;
    own->counted = row_time(&row);
    int n = trip_rows(db, op + 1), extra = n > VACATIONS_MAX ? n - VACATIONS_MAX : 0;
    for (int i = extra; i < n; i++) {
        row = trip_row(db, op + 1, i);
        own->rest.vacation[i - extra].starts = row_time(&row);
        own->rest.vacation[i - extra].ends = row_time(&row);
    }
    own->rest.n_vacations = n - extra;
    return true;
}

static void read_waits(struct db *db, int op, struct arena *arena, struct wait_row **waits, int *n)
{
    *n = trip_rows(db, op);
    *waits = arena_array(arena, (size_t)*n, sizeof(**waits));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, op, i);
        struct wait_row *wait = &(*waits)[i];
        wait->game = row_number(&row);
        wait->seat = (int)row_number(&row);
        wait->pace = pace_from_json(arena, row_text(&row, arena));
        row_clock(&row, &wait->clock);
    }
}

bool store_time(struct db *db, struct arena *arena, int64_t person, int64_t now, struct own_time *own, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN_READING, NULL, 0);
    TRIP(db, QUERY_TIME_OF, sql_int8(person));
    TRIP(db, QUERY_TIME_VACATIONS, sql_int8(person), sql_time(now));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    return trip_run(db, TRIP_AGAIN, err) && read_own(db, 1, arena, own, err);
}

bool store_time_open(struct db *db, struct arena *arena, int64_t person, int64_t now, struct own_time *own,
                     struct wait_row **waits, int *n_waits, struct err *err)
{
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_TIME_GAMES_LOCK, sql_int8(person));
    TRIP(db, QUERY_TIME_LOCK, sql_int8(person));
    TRIP(db, QUERY_TIME_OF, sql_int8(person));
    TRIP(db, QUERY_TIME_VACATIONS, sql_int8(person), sql_time(now));
    TRIP(db, QUERY_TIME_WAITS, sql_int8(person));
    if (trip_run(db, TRIP_AGAIN, err) && read_own(db, 3, arena, own, err)) {
        read_waits(db, 5, arena, waits, n_waits);
        return true;
    }
    store_rollback(db);
    return false;
}

static bool has(const struct rest *rest, int64_t starts, int64_t ends)
{
    for (int i = 0; i < rest->n_vacations; i++)
        if (rest->vacation[i].starts == starts && rest->vacation[i].ends == ends)
            return true;
    return false;
}

static void add_vacations(struct db *db, int64_t person, const struct rest *was, const struct rest *is)
{
    for (int i = 0; i < was->n_vacations; i++)
        if (!has(is, was->vacation[i].starts, was->vacation[i].ends))
            TRIP(db, QUERY_VACATION_DROP, sql_int8(person), sql_time(was->vacation[i].starts));
    for (int i = 0; i < is->n_vacations; i++)
        if (!has(was, is->vacation[i].starts, is->vacation[i].ends))
            TRIP(db, QUERY_VACATION_NEW, sql_int8(person), sql_time(is->vacation[i].starts), sql_time(is->vacation[i].ends));
}

/* The clocks of all waits, counted up to now and with the deadlines that hold from here on. */
static const char *settled(struct arena *arena, const struct rest *was, const struct rest *is, struct wait_row *waits,
                           int n_waits, int64_t now)
{
    struct json_object *clocks = arena_json(arena, jarr());
    for (int i = 0; i < n_waits; i++) {
        struct seat_clock *clock = &waits[i].clock;
        seat_clock_settle(clock, &waits[i].pace, was, is, now);
        struct json_object *model = jset(jobj(), "game", jint(waits[i].game));
        jset(model, "seat", jint(waits[i].seat));
        jset(model, "spent", jint(clock->spent));
        jset(model, "spent_at", jint(clock->spent_at));
        jset(model, "deadline", jint(clock->deadline));
        jadd(clocks, jset(model, "remind", jint(clock->remind)));
    }
    return json_object_to_json_string_ext(clocks, JSON_C_TO_STRING_PLAIN);
}

bool store_time_close(struct db *db, int64_t person, const struct own_time *was, const struct own_time *is,
                      struct wait_row *waits, int n_waits, int64_t now, struct err *err)
{
    struct arena *arena = arena_new();
    trip_start(db);
    TRIP(db, QUERY_TIME_SET, sql_int8(person), sql_text(is->rest.zone), sql_int2(is->rest.from), sql_int2(is->rest.until),
         sql_int8((is->saved + SECOND / 2) / SECOND), sql_time(is->counted), sql_time(is->rest.unreached));
    add_vacations(db, person, &was->rest, &is->rest);
    if (n_waits)
        TRIP(db, QUERY_TIME_SETTLE, sql_json(settled(arena, &was->rest, &is->rest, waits, n_waits, now)));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (n_waits)
        TRIP(db, QUERY_TIME_TELL, sql_int8(person));
    bool ok = trip_run(db, TRIP_INSIDE, err);
    arena_free(arena);
    if (!ok)
        store_rollback(db);
    return ok;
}

bool store_person_zone(struct db *db, int64_t person, const char *zone, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TIME_ZONE, sql_int8(person), sql_text(zone));
    return trip_run(db, TRIP_ONCE, err);
}
