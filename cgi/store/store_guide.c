/* Guided first games: leaving the guide, and saying no to its offer. */
#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

bool store_guide_leave(struct db *db, int64_t game, int64_t person, struct err *err)
{
    struct arena *arena = arena_new();
    struct game_row g;
    struct draft_row draft;
    bool ok = store_seat_open(db, arena, game, person, NULL, &g, &draft, err);
    if (ok && g.guide) {
        trip_start(db);
        TRIP(db, QUERY_GUIDE_LEAVE, sql_int8(game));
        add_news(db, game, false);
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    store_rollback(db);
    arena_free(arena);
    return ok;
}

bool store_guide_declined(struct db *db, int64_t game, int64_t person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GUIDE_DECLINED, sql_int8(game), sql_int8(person));
    return trip_run(db, TRIP_AGAIN, err);
}
