#include "config.h"

#include "cgi/store/looks.h"

#include <stdio.h>
#include <string.h>

#include "cgi/base/look.h"
#include "cgi/store/db.h"
#include "cgi/store/rows.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

enum { AT_ONCE = 500 };

struct batch {
    int n;
    int64_t person[AT_ONCE];
    const char *written[AT_ONCE], *small[AT_ONCE];
};

static bool is_same(const char *stored, const char *found)
{
    return stored && !strcmp(stored, found);
}

/* The next people after *last whose looks are not as stored; *found: how many were looked at. */
static bool read_some(struct db *db, struct arena *arena, struct batch *batch, int64_t *last, int *found, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_LOOKS, sql_int8(*last), sql_int4(AT_ONCE));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *found = trip_rows(db, 0);
    for (int i = 0; i < *found; i++) {
        struct row row = trip_row(db, 0, i);
        struct look look;
        *last = row_number(&row);
        const char *name = row_text(&row, arena), *written = row_text(&row, arena), *small = row_text(&row, arena);
        if (!look_of(arena, name, &look) || (is_same(written, look.written) && is_same(small, look.small)))
            continue;
        batch->person[batch->n] = *last;
        batch->written[batch->n] = look.written;
        batch->small[batch->n++] = look.small;
    }
    return true;
}

static bool write_some(struct db *db, const struct batch *batch, int *written, struct err *err)
{
    trip_start(db);
    for (int i = 0; i < batch->n; i++)
        TRIP(db, QUERY_PERSON_LOOK, sql_int8(batch->person[i]), sql_text(batch->written[i]), sql_text(batch->small[i]));
    if (batch->n && !trip_run(db, TRIP_AGAIN, err))
        return false;
    for (int i = 0; i < batch->n; i++)
        *written += trip_rows(db, i);
    return true;
}

bool looks_fill(const char *owner_conninfo, struct err *err)
{
    struct db *db = db_open(owner_conninfo);
    int64_t last = 0;
    int found = AT_ONCE, n = 0;
    bool ok = true;
    while (ok && found == AT_ONCE) {
        struct arena *arena = arena_new();
        struct batch *batch = arena_alloc(arena, sizeof(*batch));
        ok = read_some(db, arena, batch, &last, &found, err) && write_some(db, batch, &n, err);
        arena_free(arena);
    }
    db_close(db);
    if (n)
        fprintf(stderr, "names: what %d of them look like\n", n);
    return ok;
}
