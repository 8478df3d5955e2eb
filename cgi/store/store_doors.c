/* The doors of a table: who may sit down. */
#include "config.h"

#include "cgi/store/db.h"
#include "cgi/store/seekers.h"

#include "cgi/base/banned.h"

/* What the doors of a table of @rules that belongs to @owner ask of @person. */
static bool at_doors(struct db *db, int64_t person, int64_t owner, const char *rules, struct caller *caller, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_AT_DOORS, sql_int8(person), sql_int8(owner), sql_text(rules));
    if (!trip_run(db, in_transaction(db) ? TRIP_INSIDE : TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    caller->percent = (int)row_number(&row);
    caller->rating = (int)row_number(&row);
    caller->rating = caller->rating ? caller->rating : DOORS_RATING_NEW;
    caller->followed = row_bool(&row);
    return true;
}

/* The sentence for whom the doors keep out. */
static bool shut(struct arena *arena, const struct doors *doors, const struct caller *caller, struct err *err)
{
    switch (doors_admit(doors, caller)) {
    case SHUT_FRIENDS:
        return err_fail(err, ERR_FORBIDDEN, N_("This table is only for people whom its owner follows."), NULL, "not followed");
    case SHUT_PERCENT:
        return err_fail(err, ERR_FORBIDDEN, N_("This table asks for people who met at least {what} % of their deadlines."),
                        arena_printf(arena, "%d", doors->percent), "met %d of a hundred", caller->percent);
    case SHUT_LOW:
        return err_fail(err, ERR_FORBIDDEN, N_("This table asks for a rating of at least {what}."),
                        arena_printf(arena, "%d", doors->low), "rating %d", caller->rating);
    case SHUT_HIGH:
        return err_fail(err, ERR_FORBIDDEN, N_("This table asks for a rating of at most {what}."),
                        arena_printf(arena, "%d", doors->high), "rating %d", caller->rating);
    case DOORS_OPEN:
        return true;
    }
    return true;
}

bool store_doors(struct db *db, struct arena *arena, const struct game_row *game, int64_t person, struct err *err)
{
    struct caller caller;
    if (!doors_any(&game->doors) || person == game->owner || game_keeps_seat(game, person))
        return true;
    return at_doors(db, person, game->owner, game->rules_id, &caller, err) && shut(arena, &game->doors, &caller, err);
}
