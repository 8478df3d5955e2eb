#include "config.h"

#include "cgi/store/checks.h"
#include "cgi/store/db.h"

#include "cgi/base/banned.h"

bool store_check_role(struct db *db, struct arena *arena, struct check_role *role, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_CHECK_ROLE, NULL, 0);
    if (!trip_one(db, TRIP_AGAIN, ERR_INTERNAL, "role", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    role->name = row_text(&row, arena);
    role->powers = row_text(&row, arena);
    role->owned = (int)row_number(&row);
    role->version = (int)row_number(&row);
    role->clock = row_moment(&row);
    return true;
}

bool store_check_rights(struct db *db, struct arena *arena, const char *wanted, struct check_right **rights, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_CHECK_RIGHTS, sql_text(wanted));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *rights = arena_array(arena, (size_t)*n, sizeof(**rights));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        (*rights)[i].what = row_text(&row, arena);
        (*rights)[i].lacking = row_bool(&row);
    }
    return true;
}

bool store_check_zones(struct db *db, struct arena *arena, struct check_zone **zones, int *n, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_CHECK_ZONES, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *zones = arena_array(arena, (size_t)*n, sizeof(**zones));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        (*zones)[i].name = row_text(&row, arena);
        (*zones)[i].people = row_number(&row);
    }
    return true;
}
