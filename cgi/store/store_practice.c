/* Practice tables: positions of other games that one person plays on. */
#include "config.h"

#include "cgi/store/rows.h"
#include "cgi/store/stored.h"

#include "cgi/base/banned.h"

/* The one number of a query; 0: none. */
static int64_t number_at(struct db *db, int op)
{
    struct row row = trip_rows(db, op) == 1 ? trip_row(db, op, 0) : (struct row){0};
    return row_number(&row);
}

static const char *texts_json(struct arena *arena, const char *const *texts, int n)
{
    struct json_object *list = arena_json(arena, jarr());
    for (int i = 0; i < n; i++)
        jadd(list, jstr(texts[i]));
    return json_object_to_json_string_ext(list, JSON_C_TO_STRING_PLAIN);
}

/* Locks the person, so that of two presses at once the second finds the table of the first, which *id is then; else there is room. */
static bool open_for(struct db *db, struct arena *arena, const struct new_practice *new, int64_t *id, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_PRACTICE_HOLD, sql_int8(new->practice.of));
    TRIP(db, QUERY_ALONE_LOCK, sql_int8(new->owner));
    TRIP(db, QUERY_PRACTICE_SAME, sql_int8(new->owner), sql_int8(new->practice.of), sql_int4(new->practice.ply),
         sql_json(texts_json(arena, new->bots, new->setup.n_seats)), sql_json(texts_json(arena, new->step, new->n_steps)), sql_bool(new->is_over),
         sql_int2(new->practice.seat));
    TRIP(db, QUERY_PRACTICE_COUNT, sql_int8(new->owner));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    if (trip_rows(db, 2) == 0)
        return err_fail(err, ERR_SIGN_IN, NULL, NULL, "person %lld has left", (long long)new->owner);
    *id = number_at(db, 3);
    return *id || number_at(db, 4) < PRACTICES_MOST
        || err_fail(err, ERR_STALE, N_("You have {what} practice tables, the most you can have. Please delete one first."),
                    arena_printf(arena, "%d", PRACTICES_MOST), "%d practice tables", PRACTICES_MOST);
}

static bool make(struct db *db, struct arena *arena, const struct new_practice *new, int64_t *id, struct err *err)
{
    const struct stored opening = new->practice.opening;
    static const struct pace no_clock = {0};
    trip_start(db);
    TRIP(db, QUERY_PRACTICE_NEW, sql_text(new->rules->id), sql_int4(new->rules->revision), sql_json(options_text(arena, new->rules, &new->setup)),
         sql_int2(new->setup.n_seats), sql_int8(new->owner), sql_bytes(new->secret, sizeof(new->secret)),
         sql_json(texts_json(arena, new->bots, new->setup.n_seats)), sql_json(pace_text(arena, &no_clock)), sql_int8(new->practice.of),
         sql_int4(new->practice.ply), sql_int2(new->practice.seat), sql_bytes(opening.bytes, opening.n),
         sql_text(new->practice.key));
    if (!trip_run(db, TRIP_INSIDE, err))
        return false;
    *id = number_at(db, 0);
    return true;
}

/* @made: its number; else @same was there already, and leads back with the key that works now. */
static bool commit(struct db *db, struct arena *arena, const struct new_practice *new, int64_t made, int64_t same, struct err *err)
{
    trip_start(db);
    if (made && new->n_steps > 0)
        TRIP(db, QUERY_DRAFT_PUT, sql_int8(made), sql_int8(new->owner), sql_int4(0), sql_json(texts_json(arena, new->step, new->n_steps)));
    if (!made && new->practice.key)
        TRIP(db, QUERY_PRACTICE_KEY, sql_int8(same), sql_text(new->practice.key));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    return trip_run(db, TRIP_INSIDE, err);
}

bool store_practice_new(struct db *db, struct arena *arena, const struct new_practice *new, int64_t *id, struct err *err)
{
    int64_t made = 0;
    bool ok = open_for(db, arena, new, id, err) && (*id || make(db, arena, new, &made, err)) && commit(db, arena, new, made, *id, err);
    *id = made ? made : *id;
    store_rollback(db);
    return ok;
}

bool store_practice_delete(struct db *db, int64_t person, int64_t game, int *deleted, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PRACTICE_DELETE, sql_int8(person), sql_id(game));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    *deleted = (int)number_at(db, 0);
    return true;
}

bool store_practices_forget(struct db *db, int64_t before, int most, int *forgotten, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_PRACTICES_FORGET, sql_time(before), sql_int4(most));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    *forgotten = (int)number_at(db, 0);
    return true;
}
