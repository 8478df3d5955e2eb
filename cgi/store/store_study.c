/* Studies of games that are over: asked for, taken up, kept. */
#include "config.h"

#include "cgi/store/rows.h"

#include <string.h>

#include "cgi/base/banned.h"

enum { LEFT_AFTER = 180 }; /* seconds without an end: whoever was at it is gone */

static enum study_state state_of(const char *state)
{
    return !strcmp(state, "done") ? STUDY_DONE : !strcmp(state, "failed") ? STUDY_FAILED : STUDY_ASKED;
}

bool store_study(struct db *db, struct arena *arena, int64_t game, struct study_row *study, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_STUDY_OF, sql_int8(game));
    TRIP(db, QUERY_STUDY_MAY, sql_int8(game));
    *study = (struct study_row){.state = STUDY_NONE};
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    study->may = trip_rows(db, 1) == 1;
    if (trip_rows(db, 0) != 1)
        return true;
    struct row row = trip_row(db, 0, 0);
    study->state = state_of(row_text(&row, arena));
    study->why = row_text(&row, arena);
    study->revision = (int)row_number(&row);
    study->before = (int)row_number(&row);
    study->result = row_stored(&row, arena);
    return true;
}

bool store_study_ask(struct db *db, int64_t game, int revision, struct stored damaged, bool *may, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_STUDY_ASK, sql_int8(game), sql_int4(revision), sql_bytes(damaged.bytes, damaged.n));
    TRIP(db, QUERY_STUDY_MAY, sql_int8(game));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *may = trip_rows(db, 1) == 1;
    return true;
}

bool store_study_take(struct db *db, int64_t *game, int *tries, struct err *err)
{
    *game = *tries = 0;
    trip_start(db);
    TRIP(db, QUERY_STUDY_TAKE, sql_int4(LEFT_AFTER));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    if (trip_rows(db, 0) == 1) {
        struct row row = trip_row(db, 0, 0);
        *game = row_number(&row);
        *tries = (int)row_number(&row);
    }
    return true;
}

bool store_study_leave(struct db *db, int64_t game, bool tried, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_STUDY_LEAVE, sql_int8(game), sql_bool(tried));
    return trip_run(db, TRIP_AGAIN, err);
}

bool store_study_end(struct db *db, int64_t game, int revision, const char *why, struct stored result, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_STUDY_END, sql_int8(game), sql_int4(revision), sql_text(why), sql_bytes(why ? NULL : result.bytes, result.n));
    return trip_run(db, TRIP_AGAIN, err);
}
