/* Ratings to look at: leaderboards, the course of ratings, what two people have played against each other, reliability. */
#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

static const int64_t DAY = INT64_C(86400) * 1000000;

static struct rating read_figures(struct row *row)
{
    struct rating rating = {.mean = (double)row_number(row) / 1000};
    rating.deviation = (double)row_number(row) / 1000;
    return rating;
}

/* ---- leaderboards ---- */

int leader_games(int quarter)
{
    return quarter ? LEADER_SEASON_GAMES : LEADER_GAMES;
}

/* Three queries for each leaderboard. */
enum { LEADERS, SEASONS, SELF, OPS };

static void add_leaders(struct db *db, const struct leaders_asked *asked)
{
    const struct sql rules = sql_text(asked->rules_id), least = sql_int4(leader_games(asked->quarter)), before = sql_int4(asked->before),
                     most = sql_int4(asked->most), viewer = sql_int8(asked->viewer), listed = sql_int4(LEADERS_MOST);
    if (asked->quarter)
        TRIP(db, QUERY_LEADERS_OF_SEASON, rules, sql_int4(asked->quarter), least, before, most, viewer, listed);
    else
        TRIP(db, QUERY_LEADERS_OF_ALL, rules, sql_time(asked->now - LEADER_DAYS * DAY), least, before, most, viewer, listed);
    TRIP(db, QUERY_LEADERS_SEASONS, rules, sql_time(asked->now));
    TRIP(db, QUERY_LEADER_SELF, viewer, rules, sql_int4(asked->quarter));
}

static void read_rows(struct db *db, int op, struct arena *arena, struct leaders *leaders)
{
    leaders->n = trip_rows(db, op);
    leaders->row = arena_array(arena, (size_t)leaders->n, sizeof(*leaders->row));
    for (int i = 0; i < leaders->n; i++) {
        struct row row = trip_row(db, op, i);
        struct leader *leader = &leaders->row[i];
        leader->person = row_number(&row);
        leader->name = row_text(&row, arena);
        leader->hidden = row_bool(&row);
        leader->rating = read_figures(&row);
        leader->rating.games = (int)row_number(&row);
        leader->place = (int)row_number(&row);
        leader->nth = (int)row_number(&row);
        leaders->listed = (int)row_number(&row);
    }
}

static void read_leaders(struct db *db, int op, struct arena *arena, struct leaders *leaders)
{
    *leaders = (struct leaders){.n = 0};
    read_rows(db, op + LEADERS, arena, leaders);
    struct row seasons = trip_row(db, op + SEASONS, 0);
    leaders->first_quarter = (int)row_number(&seasons);
    leaders->this_quarter = (int)row_number(&seasons);
    if (trip_rows(db, op + SELF)) {
        struct row self = trip_row(db, op + SELF, 0);
        leaders->wants = row_bool(&self);
        leaders->own_games = (int)row_number(&self);
    }
}

bool store_leaders(struct db *db, struct arena *arena, const struct leaders_asked *asked, int n, struct leaders *leaders, struct err *err)
{
    trip_start(db);
    for (int i = 0; i < n; i++)
        add_leaders(db, &asked[i]);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    for (int i = 0; i < n; i++)
        read_leaders(db, i * OPS, arena, &leaders[i]);
    return true;
}

/* ---- a person ---- */

bool store_rating_course(struct db *db, struct arena *arena, int64_t person, struct rating_course *course, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_RATING_COURSE, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *course = (struct rating_course){.n = trip_rows(db, 0)};
    course->point = arena_array(arena, (size_t)course->n, sizeof(*course->point));
    for (int i = 0; i < course->n; i++) {
        struct row row = trip_row(db, 0, i);
        struct rating_point *point = &course->point[i];
        point->rules_id = row_text(&row, arena);
        point->at = row_time(&row);
        point->rating = read_figures(&row);
    }
    return true;
}

bool store_meetings(struct db *db, struct arena *arena, int64_t one, int64_t other, struct meeting **meetings, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_MEETINGS, sql_int8(one), sql_int8(other));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *meetings = arena_array(arena, (size_t)*n, sizeof(**meetings));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        struct meeting *meeting = &(*meetings)[i];
        meeting->game = row_number(&row);
        meeting->rules_id = row_text(&row, arena);
        meeting->ended = row_time(&row);
        meeting->outcome = (int)row_number(&row);
    }
    return true;
}

bool store_reliability(struct db *db, struct arena *arena, const int64_t *people, int n, struct reliability *reliability, struct err *err)
{
    struct sql *items = arena_array(arena, (size_t)n, sizeof(*items));
    for (int i = 0; i < n; i++)
        items[i] = sql_int8(people[i]);
    trip_start(db);
    TRIP(db, QUERY_RELIABILITY_OF, sql_array(arena, SQL_INT8, items, n));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 0) != n)
        return err_fail(err, ERR_INTERNAL, NULL, NULL, "the reliability of %d people, not of %d", trip_rows(db, 0), n);
    for (int i = 0; i < n; i++) {
        struct row row = trip_row(db, 0, i);
        row_number(&row);
        reliability[i].deadlines = (int)row_number(&row);
        reliability[i].percent = (int)row_number(&row);
    }
    return true;
}
