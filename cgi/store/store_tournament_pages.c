/* Tournaments as pages list them. */
#include "config.h"

#include "cgi/store/rows.h"
#include "cgi/store/tournament_pages.h"

#include "cgi/base/banned.h"

static void read_own(struct row *row, struct tournament_listed *one)
{
    one->place = (int)row_number(row);
    one->counted = row_number(row);
    one->last_act = row_number(row);
}

static void read_list(struct db *db, struct arena *arena, bool of_person, struct tournament_list *list)
{
    list->n = trip_rows(db, 0);
    list->one = arena_array(arena, (size_t)list->n, sizeof(*list->one));
    for (int i = 0; i < list->n; i++) {
        struct row row = trip_row(db, 0, i);
        read_tournament_row(&row, arena, &list->one[i].row);
        list->one[i].closes = row_time(&row);
        list->one[i].place = NO_PLACE;
        if (of_person)
            read_own(&row, &list->one[i]);
    }
}

bool store_tournaments(struct db *db, struct arena *arena, enum tournament_status status, int64_t before, int most, struct tournament_list *list,
                       struct err *err)
{
    const struct sql name = sql_text(tournament_status_name(status));
    trip_start(db);
    TRIP(db, QUERY_TOURNAMENTS_LISTED, sql_array(arena, SQL_TEXT, &name, 1), sql_int8(before), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    read_list(db, arena, false, list);
    return true;
}

bool store_tournaments_of(struct db *db, struct arena *arena, int64_t person, int most, struct tournament_list *list, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TOURNAMENTS_OF, sql_int8(person), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    read_list(db, arena, true, list);
    return true;
}

bool store_tournament_hidden(struct db *db, struct arena *arena, int64_t id, int64_t **people, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TOURNAMENT_HIDDEN, sql_int8(id));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *people = read_ids(db, 0, arena, n);
    return true;
}

bool store_tournament_log(struct db *db, struct arena *arena, int64_t id, int64_t before, int most, struct tournament_line **lines, int *n,
                          struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TOURNAMENT_LOG, sql_int8(id), sql_int8(before), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *lines = arena_array(arena, (size_t)*n, sizeof(**lines));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct tournament_line *line = &(*lines)[i];
        line->id = row_number(&row);
        line->at = row_time(&row);
        line->kind = row_text(&row, arena);
        line->stage = (int)row_number(&row);
        line->number = (int)row_number(&row);
        line->person = row_number(&row);
        line->name = line->person ? read_name(&row, arena) : row_text(&row, arena);
        line->text = row_text(&row, arena);
        int was = row_int2s(&row, line->was, SEATS_MAX), points = row_int2s(&row, line->points, SEATS_MAX);
        line->n_was = was > 0 && was <= SEATS_MAX ? was : 0;
        line->n_points = points > 0 && points <= SEATS_MAX ? points : 0;
    }
    return true;
}
