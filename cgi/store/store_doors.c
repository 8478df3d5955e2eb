/* The doors of a table: who may sit down. */
#include "config.h"

#include "cgi/store/db.h"
#include "cgi/store/seekers.h"

#include <string.h>

#include "cgi/base/banned.h"

static void read_ratings(struct row *row, struct arena *arena, struct door_person *who)
{
    struct row one;
    struct records ratings = row_records(row);
    while (records_next(&ratings, &one) && who->n_ratings < QUICK_RATINGS) {
        who->rating[who->n_ratings].rules_id = row_text(&one, arena);
        who->rating[who->n_ratings++].rating = (int)row_number(&one);
    }
}

bool store_door_person(struct db *db, struct arena *arena, int64_t person, const int64_t *owners, int n, struct door_person *who, struct err *err)
{
    struct sql *items = arena_array(arena, (size_t)n, sizeof(*items));
    for (int i = 0; i < n; i++)
        items[i] = sql_int8(owners[i]);
    trip_start(db);
    TRIP(db, QUERY_AT_DOORS, sql_int8(person), sql_array(arena, SQL_INT8, items, n));
    if (!trip_run(db, in_transaction(db) ? TRIP_INSIDE : TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0), one;
    *who = (struct door_person){.id = person, .owner = arena_array(arena, (size_t)n, sizeof(*who->owner))};
    who->percent = (int)row_number(&row);
    who->deadlines = (int)row_number(&row);
    read_ratings(&row, arena, who);
    struct records followers = row_records(&row);
    while (records_next(&followers, &one) && who->n_owners < n)
        who->owner[who->n_owners++] = row_number(&one);
    return true;
}

static struct caller caller_of(const struct game_row *game, const struct door_person *who)
{
    struct caller caller = {.percent = who->percent, .deadlines = who->deadlines, .rating = DOORS_RATING_NEW, .unrated = true};
    for (int i = 0; i < who->n_ratings; i++)
        if (!strcmp(who->rating[i].rules_id, game->rules_id)) {
            caller.rating = who->rating[i].rating;
            caller.unrated = false;
        }
    for (int i = 0; i < who->n_owners; i++)
        caller.followed = caller.followed || who->owner[i] == game->owner;
    return caller;
}

static const char *percent_words(const struct caller *caller)
{
    return caller->deadlines < RELIABILITY_SHOWN
        ? N_("This table asks for at least {what} % of deadlines met. You have had fewer than ten deadlines so far, which counts as {own} %.")
        : N_("This table asks for at least {what} % of deadlines met. You have met {own} % of your last {n}.");
}

static const char *low_words(const struct caller *caller)
{
    return caller->unrated ? N_("This table asks for a rating of at least {what}. Yours is {own}, as of everybody who begins.")
                           : N_("This table asks for a rating of at least {what}. Yours is {own}.");
}

static const char *high_words(const struct caller *caller)
{
    return caller->unrated ? N_("This table asks for a rating of at most {what}. Yours is {own}, as of everybody who begins.")
                           : N_("This table asks for a rating of at most {what}. Yours is {own}.");
}

/* The sentence for whom the doors keep out, with that one's own figure. */
static bool shut(struct arena *arena, const struct game_row *game, const struct caller *caller, struct err *err)
{
    const struct doors *doors = &game->doors;
    switch (doors_admit(doors, caller)) {
    case SHUT_FRIENDS:
        return game->owner_name
            ? err_fail(err, ERR_FORBIDDEN, N_("This table is only for people whom {what}, who opened it, follows."), game->owner_name, "not followed")
            : err_fail(err, ERR_FORBIDDEN, N_("This table is only for people whom the player who opened it follows."), NULL, "not followed");
    case SHUT_PERCENT:
        err_fail(err, ERR_FORBIDDEN, percent_words(caller), arena_printf(arena, "%d", doors->percent), "met %d of a hundred", caller->percent);
        err->own = caller->percent;
        err->n = caller->deadlines;
        return false;
    case SHUT_LOW:
        err_fail(err, ERR_FORBIDDEN, low_words(caller), arena_printf(arena, "%d", doors->low), "rating %d", caller->rating);
        err->own = caller->rating;
        return false;
    case SHUT_HIGH:
        err_fail(err, ERR_FORBIDDEN, high_words(caller), arena_printf(arena, "%d", doors->high), "rating %d", caller->rating);
        err->own = caller->rating;
        return false;
    case DOORS_OPEN:
        return true;
    }
    return true;
}

bool game_asks(const struct game_row *game, int64_t person)
{
    return doors_any(&game->doors) && person != game->owner && !game_keeps_seat(game, person);
}

bool store_doors_admit(struct arena *arena, const struct game_row *game, const struct door_person *who, struct err *err)
{
    const struct caller caller = caller_of(game, who);
    return !game_asks(game, who->id) || shut(arena, game, &caller, err);
}

bool store_doors(struct db *db, struct arena *arena, const struct game_row *game, int64_t person, struct err *err)
{
    struct door_person who;
    if (!game_asks(game, person))
        return true;
    return store_door_person(db, arena, person, &game->owner, 1, &who, err) && store_doors_admit(arena, game, &who, err);
}
