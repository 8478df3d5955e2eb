/* Turns that players prepare while others think. */
#include "config.h"

#include "cgi/store/rows.h"

#include "cgi/base/jsonx.h"

#include "cgi/base/banned.h"

/* ---- alternatives as JSON ---- */

static bool read_way(struct arena *arena, struct json_object *list, struct plan_way *way)
{
    size_t n = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
    way->n = 0;
    way->step = arena_array(arena, n, sizeof(*way->step));
    for (size_t i = 0; i < n; i++) {
        struct json_object *step = json_object_array_get_idx(list, i);
        if (!json_object_is_type(step, json_type_string))
            return false;
        way->step[way->n++] = arena_strdup(arena, json_object_get_string(step));
    }
    return true;
}

/* What is no list of lists of texts is no plan. */
static void read_ways(struct arena *arena, const char *text, struct plan_row *plan)
{
    struct json_object *list = text ? arena_json(arena, json_tokener_parse(text)) : NULL;
    size_t n = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
    n = n > PLAN_WAYS_MAX ? PLAN_WAYS_MAX : n;
    plan->way = arena_array(arena, n, sizeof(*plan->way));
    for (size_t i = 0; i < n; i++)
        plan->n += read_way(arena, json_object_array_get_idx(list, i), &plan->way[plan->n]);
}

static const char *ways_text(struct arena *arena, const struct plan_row *plan)
{
    struct json_object *ways = arena_json(arena, jarr());
    for (int i = 0; i < plan->n; i++) {
        struct json_object *way = jarr();
        for (int k = 0; k < plan->way[i].n; k++)
            jadd(way, jstr(plan->way[i].step[k]));
        jadd(ways, way);
    }
    return json_object_to_json_string_ext(ways, JSON_C_TO_STRING_PLAIN);
}

/* ---- reading ---- */

static void read_row(struct row *row, struct arena *arena, struct plan_row *plan)
{
    plan->seat = (int)row_number(row);
    plan->person = row_number(row);
    plan->ply = (int)row_number(row);
    read_ways(arena, row_text(row, arena), plan);
    plan->hands_in = row_bool(row);
    plan->at = row_time(row);
    plan->tried = (int)row_number(row);
}

void read_plan(struct records *records, struct arena *arena, struct plan_row *plan)
{
    struct row one;
    *plan = (struct plan_row){.seat = NO_SEAT};
    if (records_next(records, &one))
        read_row(&one, arena, plan);
}

bool store_plan(struct db *db, struct arena *arena, int64_t game, int seat, struct plan_row *plan, struct err *err)
{
    *plan = (struct plan_row){.seat = NO_SEAT};
    trip_start(db);
    TRIP(db, QUERY_PLAN_OF, sql_int8(game), sql_int2(seat));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 0) == 1) {
        struct row row = trip_row(db, 0, 0);
        read_row(&row, arena, plan);
    }
    return true;
}

bool store_plans_due(struct db *db, struct arena *arena, int most, struct plan_due **due, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PLANS_DUE, sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *due = arena_array(arena, (size_t)*n, sizeof(**due));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        (*due)[i].game = row_number(&row);
        (*due)[i].seat = (int)row_number(&row);
    }
    return true;
}

bool store_plan_may_hand_in(struct db *db, int64_t game, int seat, bool *may, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PLAN_MAY_HAND_IN, sql_int8(game), sql_int2(seat));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *may = trip_rows(db, 0) == 1;
    return true;
}

/* ---- writing ---- */

bool store_plans_clear(struct db *db, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_PLANS_CLEAR, NULL, 0);
    trip_add(db, QUERY_PLANS_USED, NULL, 0);
    return trip_run(db, TRIP_AGAIN, err);
}

bool store_plan_put(struct db *db, int64_t game, const struct plan_row *plan, struct err *err)
{
    struct arena *arena = arena_new();
    trip_start(db);
    if (plan->n > 0)
        TRIP(db, QUERY_PLAN_PUT, sql_int8(game), sql_int2(plan->seat), sql_int8(plan->person), sql_int4(plan->ply),
             sql_json(ways_text(arena, plan)), sql_bool(plan->hands_in));
    else
        TRIP(db, QUERY_PLAN_DROP, sql_int8(game), sql_int2(plan->seat));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    bool ok = trip_run(db, TRIP_INSIDE, err);
    arena_free(arena);
    if (!ok)
        store_rollback(db);
    return ok;
}

bool store_plan_tried(struct db *db, int64_t game, int seat, int ply, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PLAN_TRIED, sql_int8(game), sql_int2(seat), sql_int4(ply));
    return trip_run(db, TRIP_AGAIN, err);
}

bool store_plan_handed_in(struct db *db, const char *rules, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PLAN_HANDED_IN, sql_text(rules));
    return trip_run(db, TRIP_INSIDE, err);
}

bool store_plan_tallies(struct db *db, struct arena *arena, struct plan_tally **tally, int *n, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_PLAN_TALLIES, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *tally = arena_array(arena, (size_t)*n, sizeof(**tally));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        (*tally)[i].rules = row_text(&row, arena);
        (*tally)[i].n = row_number(&row);
    }
    return true;
}
