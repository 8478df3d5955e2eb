/* What moderators do to tables: who is suspended plays nowhere, and nobody waits for it; a table is closed. */
#include "config.h"

#include "cgi/play/play.h"

#include "cgi/base/banned.h"

enum { TABLES_AT_ONCE = 1000, TRIES = 3 };

static bool leave_table(struct db *db, struct arena *arena, const struct table_of_person *table, int64_t person, int64_t now, struct err *err)
{
    bool ok = table->runs ? play_open_seat(db, arena, table->game, person, now, err) : store_leave(db, table->game, person, err);
    return ok || err->code == ERR_STALE || err->code == ERR_GONE;
}

/* Some tables may have changed meanwhile: one that has started since its seat was to be given up has now a seat to be opened. */
static bool leave_tables(struct db *db, struct arena *arena, int64_t person, int64_t now, bool *changed, struct err *err)
{
    struct table_of_person *tables;
    int n;
    *changed = false;
    if (!store_tables_of(db, arena, person, TABLES_AT_ONCE, &tables, &n, err))
        return false;
    for (int i = 0; i < n; i++) {
        struct err missed = {0};
        if (!leave_table(db, arena, &tables[i], person, now, &missed)) {
            *err = missed;
            return false;
        }
        *changed = *changed || missed.code != ERR_NONE;
    }
    return true;
}

bool play_held(struct db *db, struct arena *arena, int64_t person, int64_t now, struct err *err)
{
    bool changed = true;
    for (int i = 0; i < TRIES && changed; i++)
        if (!leave_tables(db, arena, person, now, &changed, err))
            return false;
    return true;
}

bool play_close(struct db *db, struct arena *arena, int64_t game, int64_t now, struct err *err)
{
    struct game_row row;
    for (int i = 0; i < TRIES; i++) { /* a table may start, or end, between the look and the deed */
        if (!store_game(db, arena, game, &row, err))
            return false;
        if (row.status == GAME_OVER || (row.status == GAME_OPEN ? store_table_drop(db, game, err) : play_end(db, arena, game, now, err)))
            return true;
        if (err->code != ERR_STALE)
            return false;
    }
    return false;
}
