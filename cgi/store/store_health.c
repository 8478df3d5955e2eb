/* Figures for operators, and whether the database can be read and written. */
#include "config.h"

#include <stdio.h>

#include "cgi/base/clock.h"
#include "cgi/base/log.h"
#include "cgi/store/db.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

bool store_health(struct db *db, struct health *health, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_HEALTH, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    health->mails_waiting = row_number(&row);
    health->mails_failed = row_number(&row);
    health->oldest_mail = row_time(&row);
    health->games_running = row_number(&row);
    health->migration = (int)row_number(&row);
    health->pulse = row_time(&row);
    health->outage = row_time(&row);
    health->guests = row_number(&row);
    return true;
}

static struct queue_age queue_age(struct row *row)
{
    struct queue_age age = {.n = row_number(row)};
    age.since = row_time(row);
    return age;
}

bool store_queues(struct db *db, struct arena *arena, struct queues *queues, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_QUEUES, NULL, 0);
    trip_add(db, QUERY_LETTERS_BY_FATE, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    queues->bots = queue_age(&row);
    queues->studies = queue_age(&row);
    queues->deliveries = queue_age(&row);
    queues->n_fates = 0;
    for (int i = 0; i < trip_rows(db, 1) && i < LETTER_FATES_MOST; i++) {
        row = trip_row(db, 1, i);
        queues->letters[i].fate = row_text(&row, arena);
        queues->letters[i].n = row_number(&row);
        queues->n_fates++;
    }
    return true;
}

/* The database's time, in the next column of what was asked at @before. */
static void follow(int64_t before, struct row *row)
{
    int64_t by;
    if (!clock_follow(before, row_time(row), clock_own(), &by))
        return;
    if (!by)
        log_line("level=info message=\"times are those of this machine's clock again\"");
    else
        log_line("level=warning message=\"this machine's clock and the database's differ: times are moved by %.1f s, to the database's\"", (double)by / 1e6);
}

bool store_ping(struct db *db, bool *unconfirmed, struct err *err)
{
    int64_t before = clock_own();
    trip_start(db);
    trip_add(db, QUERY_PING, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *unconfirmed = row_bool(&row);
    follow(before, &row);
    return true;
}

bool store_follow_clock(struct db *db, struct err *err)
{
    int64_t before = clock_own();
    trip_start(db);
    trip_add(db, QUERY_CLOCK, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    follow(before, &row);
    return true;
}

bool store_write_trial(struct db *db, char state[WATCHED_STATE], struct err *err)
{
    store_rollback(db);
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    trip_add(db, QUERY_LITTLE_MEMORY, NULL, 0);
    trip_add(db, QUERY_SPILL, NULL, 0);
    trip_add(db, QUERY_WRITE_TRIAL, NULL, 0);
    trip_add(db, QUERY_COMMIT, NULL, 0);
    bool ok = trip_run(db, TRIP_ONCE, err);
    snprintf(state, WATCHED_STATE, "%s", ok ? "" : *trip_state(db) ? trip_state(db) : WATCHED_SILENT);
    if (ok)
        return true;
    store_rollback(db);
    return false;
}
