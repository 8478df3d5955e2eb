#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

static const int64_t MINUTE = 60 * INT64_C(1000000);

static bool is_outage(int64_t last, int64_t now)
{
    return now - last > 60 * MINUTE || last - now > 5 * MINUTE;
}

/* Decides anew with the pulse locked, so that of several workers one finds the outage; all of them see to it. */
static bool beat(struct db *db, int64_t now, int64_t *outage, struct err *err)
{
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_PULSE_FIRST, sql_time(now));
    trip_add(db, QUERY_PULSE_LOCK, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 2, 0);
    bool found = is_outage(row_time(&row), now);
    trip_start(db);
    TRIP(db, QUERY_PULSE_BEAT, sql_time(now));
    if (found)
        TRIP(db, QUERY_OUTAGE_FOUND, sql_time(now));
    int op = trip_add(db, QUERY_PULSE, NULL, 0);
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    row = trip_row(db, op, 0);
    row_time(&row);
    *outage = row_time(&row);
    return true;
}

bool store_pulse(struct db *db, int64_t now, int64_t *outage, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_PULSE, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    int64_t last = row_time(&row);
    *outage = row_time(&row);
    if (last && last <= now && now - last < MINUTE)
        return true;
    bool ok = beat(db, now, outage, err);
    store_rollback(db);
    return ok;
}

bool store_outage_over(struct db *db, int64_t outage, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_OUTAGE_OVER, sql_time(outage));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_outage_known(struct db *db, int64_t game, int64_t outage, bool *known, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_OUTAGE_KNOWN, sql_int8(game), sql_time(outage));
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *known = row_bool(&row);
    return true;
}

bool store_clock_games(struct db *db, struct arena *arena, int64_t after, int most, int64_t **games, int *n,
                       struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GAMES_ON_THE_CLOCK, sql_int8(after), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *games = read_ids(db, 0, arena, n);
    return true;
}

bool store_due_games(struct db *db, struct arena *arena, int64_t now, int most, int64_t **games, int *n, int64_t *next,
                     struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_PLAN_FOR_VALUES, NULL, 0);
    TRIP(db, QUERY_GAMES_DUE, sql_time(now), sql_int4(most));
    TRIP(db, QUERY_NEXT_DUE, sql_time(now));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *games = read_ids(db, 1, arena, n);
    struct row row = trip_row(db, 2, 0);
    *next = row_time(&row);
    return true;
}

bool store_rest_of(struct db *db, struct arena *arena, int64_t person, int64_t now, struct rest *rest, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TIME_LOCK, sql_int8(person));
    TRIP(db, QUERY_REST_OF, sql_int8(person), sql_time(now));
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    *rest = rest_never();
    for (int i = 0; i < trip_rows(db, 1); i++) {
        struct row row = trip_row(db, 1, i);
        read_rest(&row, arena, rest);
        int64_t starts = row_time(&row);
        if (!starts || rest->n_vacations == VACATIONS_MAX)
            continue;
        rest->vacation[rest->n_vacations].starts = starts;
        rest->vacation[rest->n_vacations++].ends = row_time(&row);
    }
    return true;
}
