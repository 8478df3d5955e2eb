/* A standby that may be read: it follows the database, at a small distance, and takes nothing. Some pages come from there for visitors
 * (OLDER in the table of routes), and all pages for everybody while the database itself cannot be asked. Not watched: what the watcher
 * knows is about the database. */
#include "config.h"

#include <string.h>

#include "cgi/base/clock.h"
#include "cgi/base/log.h"
#include "cgi/store/conn.h"
#include "cgi/store/db.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

struct db *db_with_standby(struct db *db, const char *conninfo)
{
    if (conninfo && *conninfo)
        db->standby = db_open_watch(conninfo, NULL, WATCHES_STANDBY);
    return db;
}

struct db *db_standby(struct db *db)
{
    return db && db->standby && clock_ticks() >= db->standby_after ? db->standby : NULL;
}

/* Was the connection lost, or is there no server for it? Not where it has answered that something cannot be done. */
static bool is_lost(const struct db *db)
{
    return trip_was_silent(db) || !strncmp(trip_state(db), "08", 2) || !strncmp(trip_state(db), "57P", 3);
}

void db_standby_failed(struct db *db)
{
    enum { AGAIN_MS = 10 * 1000, SAID_MS = 60 * 1000 };
    int64_t now = clock_ticks();
    if (!is_lost(db->standby))
        return;
    if (!db->standby_after || now - db->standby_after > SAID_MS)
        log_line("level=warning message=\"the standby cannot be read\"");
    db->standby_after = now + AGAIN_MS;
}

bool store_is_gone(const struct db *db)
{
    return is_lost(db) || !strcmp(trip_state(db), "25006") || watched_gone();
}

bool store_standby_time(struct db *standby, int64_t *at, struct err *err)
{
    trip_start(standby);
    TRIP(standby, QUERY_STANDBY_TIME);
    if (!trip_one(standby, TRIP_AGAIN, ERR_INTERNAL, "time", err))
        return false;
    struct row row = trip_row(standby, 0, 0);
    *at = row_time(&row);
    return true;
}
