/* A pooler in transaction mode lends a session for one transaction, so that nothing can be set in it: what every session is to have is
 * set for the role, in sql/roles.sql. */
#include "config.h"

#include "cgi/store/db.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

bool store_pooler_check(const char *direct, const char *pooler, struct err *err)
{
    if (!pooler || !*pooler)
        return true;
    struct arena *arena = arena_new();
    struct db *db = db_open_pooled(direct, pooler);
    trip_start(db);
    TRIP(db, QUERY_SETTINGS_LACKING, sql_text(db_session_options));
    bool ok = trip_run(db, TRIP_AGAIN, err);
    if (ok) {
        struct row row = trip_row(db, 0, 0);
        const char *lacking = row_text(&row, arena);
        ok = !lacking || err_fail(err, ERR_INTERNAL, NULL, NULL, "the role lacks settings, so run sql/roles.sql: %s", lacking);
    }
    db_close(db);
    arena_free(arena);
    return ok;
}
