/* Guided first games: which one goes on, and leaving the guide. */
#include "config.h"

#include "cgi/store/rows.h"
#include "rules/guide.h"

#include "cgi/base/banned.h"

bool store_guide_going(struct db *db, int64_t person, const struct rules *rules, int64_t *id, struct err *err)
{
    *id = 0;
    trip_start(db);
    TRIP(db, QUERY_GUIDE_GOING, sql_int8(person), sql_text(rules->id), sql_int4(rules->revision), sql_int2(rules->guide->revision),
         sql_int4(guide_lines(rules->guide)));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 0) == 1) {
        struct row row = trip_row(db, 0, 0);
        *id = row_number(&row);
    }
    return true;
}

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
