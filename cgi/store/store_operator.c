#include "config.h"

#include "cgi/store/rows.h"

#include <string.h>

#include "cgi/base/banned.h"

static void read_listed(struct row *row, struct arena *arena, struct person_listed *listed)
{
    *listed = (struct person_listed){0};
    read_person(row, arena, &listed->person);
    listed->visited = row_time(row);
    listed->running = (int)row_number(row);
    listed->finished = (int)row_number(row);
}

bool store_people_listed(struct db *db, struct arena *arena, int64_t after, int most, struct person_listed **people, int *n,
                         struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PEOPLE_LISTED, sql_int8(after), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *people = arena_array(arena, (size_t)*n, sizeof(**people));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        read_listed(&row, arena, &(*people)[i]);
    }
    return true;
}

bool store_person_listed(struct db *db, struct arena *arena, int64_t person, struct person_listed *listed, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_LISTED, sql_int8(person));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "person", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    read_listed(&row, arena, listed);
    listed->sessions = (int)row_number(&row);
    listed->lost = (int)row_number(&row);
    listed->lost_note = row_text(&row, arena);
    listed->bounced = row_time(&row);
    listed->role = row_text(&row, arena);
    listed->muted_until = row_time(&row);
    listed->suspended_until = row_time(&row);
    listed->banned = row_time(&row);
    return true;
}

bool store_person_confirm(struct db *db, int64_t person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PERSON_CONFIRM, sql_int8(person));
    if (trip_one(db, TRIP_ONCE, ERR_GONE, "person", err))
        return true;
    return !strcmp(trip_constraint(db), "person_email_once")
        ? err_fail(err, ERR_STALE, NULL, "email", "another person has confirmed the same address") : false;
}

bool store_sessions_end(struct db *db, int64_t person, int *ended, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_SESSIONS_END, sql_int8(person));
    if (!trip_one(db, TRIP_ONCE, ERR_INTERNAL, "answer", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *ended = (int)row_number(&row);
    return true;
}

bool store_games_listed(struct db *db, struct arena *arena, int64_t after, int most, const char *status,
                        struct game_listed **games, int *n, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_PLAN_FOR_VALUES, NULL, 0);
    TRIP(db, QUERY_GAMES_LISTED, sql_int8(after), sql_int4(most), sql_text(status));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 1);
    *games = arena_array(arena, (size_t)*n, sizeof(**games));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 1, i);
        struct game_listed *game = &(*games)[i];
        *game = (struct game_listed){.id = row_number(&row)};
        game->rules_id = row_text(&row, arena);
        game->status = row_text(&row, arena);
        game->ply = (int)row_number(&row);
        game->n_seats = (int)row_number(&row);
        game->created = row_time(&row);
        game->moved = row_time(&row);
        game->over = row_time(&row);
        game->paused = row_time(&row);
        game->owner = row_text(&row, arena);
        game->is_private = row_bool(&row);
        game->people = row_text(&row, arena);
        game->awaited = row_text(&row, arena);
        game->deadline = row_time(&row);
    }
    return true;
}
