#include "config.h"

#include "cgi/play/reach.h"

#include "cgi/store/store.h"

#include "cgi/base/banned.h"

/* All his clocks are counted up to now by the rest that held, and go on by the other. */
static bool change(struct db *db, struct arena *arena, int64_t person, bool lost, int64_t now, struct err *err)
{
    struct own_time was;
    struct wait_row *waits;
    int n;
    if (!store_time_open(db, arena, person, now, &was, &waits, &n, err))
        return false;
    if (lost == (was.rest.unreached != 0)) {
        store_rollback(db);
        return true;
    }
    struct own_time is = was;
    is.rest.unreached = lost ? now : 0;
    return store_time_close(db, person, &was, &is, waits, n, now, err);
}

bool reach_lost(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err)
{
    return change(db, arena, person, true, now, err);
}

bool reach_found(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err)
{
    return change(db, arena, person, false, now, err);
}
