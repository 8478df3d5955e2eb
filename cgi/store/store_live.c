/* What live pages ask: how far a game is, who is here, and what was notified. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

static void read_live(struct row *row, int64_t game, struct live_row *live)
{
    *live = (struct live_row){.game = game, .seat = NO_SEAT};
    live->version = row_number(row);
    live->ply = (int)row_number(row);
}

bool store_live(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, bool here,
                struct live_row *live, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_LIVE_OF, sql_int8(game), sql_id(person), sql_time(now), sql_bool(here));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 0) == 0)
        return err_fail(err, ERR_GONE, NULL, NULL, "no game %lld", (long long)game);
    struct row row = trip_row(db, 0, 0);
    read_live(&row, game, live);
    const char *status = row_text(&row, arena);
    for (int s = GAME_OPEN; s <= GAME_OVER; s++)
        if (!strcmp(status, game_status_name((enum game_status)s)))
            live->status = (enum game_status)s;
    live->awaits = (seatmask)row_number(&row);
    live->invitation = row_text(&row, arena);
    live->apart = row_bool(&row);
    live->seat = (int)row_number(&row);
    live->here = (seatmask)row_number(&row);
    return (live->seat >= NO_SEAT && live->seat < SEATS_MAX) || row_fail(err, game, live->ply, "somebody sits at a seat there is not", live->seat);
}

bool store_live_games(struct db *db, struct arena *arena, const char *games, const char *seen, int64_t now,
                      struct live_row **rows, int *n, struct err *err)
{
    trip_start(db);
    if (*seen)
        TRIP(db, QUERY_LIVE_SEEN, sql_text(seen), sql_time(now));
    int op = TRIP(db, QUERY_LIVE_GAMES, sql_text(games), sql_time(now));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, op);
    *rows = arena_array(arena, (size_t)*n, sizeof(**rows));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, op, i);
        int64_t game = row_number(&row);
        read_live(&row, game, &(*rows)[i]);
        (*rows)[i].here = (seatmask)row_number(&row);
    }
    return true;
}

bool store_here(struct db *db, struct arena *arena, int64_t game, int64_t person, int64_t now, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_LIVE_SEEN, sql_text(arena_printf(arena, "%lld:%lld", (long long)game, (long long)person)), sql_time(now));
    return trip_run(db, TRIP_AGAIN, err);
}

bool store_live_mine(struct db *db, int64_t person, int *waiting, int64_t *stamp, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_LIVE_MINE, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *waiting = (int)row_number(&row);
    *stamp = row_number(&row);
    return true;
}

struct ears {
    void (*heard)(void *user, const struct live_row *live);
    void *user;
};

/* "game version ply" */
static void take_note(void *user, const char *text)
{
    struct ears *ears = user;
    char *rest;
    struct live_row live = {.game = strtoll(text, &rest, 10), .seat = NO_SEAT};
    live.version = strtoll(rest, &rest, 10);
    live.ply = (int)strtol(rest, &rest, 10);
    ears->heard(ears->user, &live);
}

bool store_hear_games(struct db *db, int also, int milliseconds, void (*heard)(void *user, const struct live_row *live),
                      void *user, bool *anew, struct err *err)
{
    struct ears ears = {heard, user};
    return db_hear(db, "game", also, milliseconds, take_note, &ears, anew, err);
}

bool store_live_mark(struct db *db, int64_t person, int64_t *mark, int *waiting, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_LIVE_MARK, sql_int8(person));
    if (!trip_one(db, TRIP_AGAIN, ERR_INTERNAL, "mark", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *mark = row_number(&row);
    *waiting = (int)row_number(&row);
    return true;
}

bool store_live_people(struct db *db, struct arena *arena, const char *people, int64_t mark, const char *games, int most, struct person_news **news, int *n,
                       struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_LIVE_PEOPLE, sql_text(people), sql_int8(mark), sql_text(games), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *news = arena_array(arena, (size_t)*n + 1, sizeof(**news));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct person_news *one = &(*news)[i];
        one->person = row_number(&row);
        one->game = row_number(&row);
        one->version = row_number(&row);
        one->ply = (int)row_number(&row);
        const char *status = row_text(&row, arena);
        for (int s = GAME_OPEN; s <= GAME_OVER; s++)
            if (!strcmp(status, game_status_name((enum game_status)s)))
                one->status = (enum game_status)s;
        one->awaited = row_bool(&row);
    }
    return true;
}
