#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

void read_reminders(struct db *db, int op, struct arena *arena, struct reminders *reminders)
{
    reminders->n = trip_rows(db, op);
    reminders->row = arena_array(arena, (size_t)reminders->n, sizeof(*reminders->row));
    for (int i = 0; i < reminders->n; i++) {
        struct row row = trip_row(db, op, i);
        reminders->row[i].game = row_number(&row);
        reminders->row[i].rules_id = row_text(&row, arena);
        reminders->row[i].at = row_time(&row);
    }
}

bool store_reminder(struct db *db, struct arena *arena, int64_t person, int64_t game, int64_t *at, struct letters_way *way, struct err *err)
{
    struct reminders own;
    trip_start(db);
    TRIP(db, QUERY_REMINDER_REACHES, sql_int8(person), sql_int8(game));
    TRIP(db, QUERY_REMINDERS_OF, sql_int8(person), sql_int8(game), sql_int4(1));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "person", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    way->arrive = row_bool(&row);
    way->confirmed = row_bool(&row);
    way->wanted = row_bool(&row);
    way->wanted_here = row_bool(&row);
    read_reminders(db, 1, arena, &own);
    *at = own.n ? own.row[0].at : 0;
    return true;
}

bool store_reminder_put(struct db *db, int64_t person, int64_t game, int64_t at, struct err *err)
{
    trip_start(db);
    if (at)
        TRIP(db, QUERY_REMINDER_PUT, sql_int8(person), sql_int8(game), sql_time(at));
    else
        TRIP(db, QUERY_REMINDER_DROP, sql_int8(person), sql_int8(game));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    return !at || trip_rows(db, 0) == 1
        || err_fail(err, ERR_STALE, N_("You do not play in this game any more."), NULL, "game %lld: no reminder", (long long)game);
}

bool store_reminders_come(struct db *db, int64_t now, int most, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_REMINDERS_COME, sql_time(now), sql_int4(most));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *n = (int)row_number(&row);
    if (!row_number(&row))
        return true;
    trip_start(db);
    trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
    return trip_run(db, TRIP_ONCE, err);
}
