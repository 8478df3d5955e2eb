/* Hooks, and what is sent to them and to other targets. */
#include "config.h"

#include "cgi/store/hooks.h"

#include "cgi/store/rows.h"

#include "cgi/base/banned.h"

/* ---- of their owner ---- */

bool store_hooks(struct db *db, struct arena *arena, int64_t person, struct hook_row *hooks, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_HOOKS_OF, sql_int8(person));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0) < HOOKS_MOST ? trip_rows(db, 0) : HOOKS_MOST;
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        hooks[i].id = row_number(&row);
        hooks[i].game = row_number(&row);
        hooks[i].rules_id = row_text(&row, arena);
        hooks[i].url = row_text(&row, arena);
        hooks[i].form = row_text(&row, arena);
        hooks[i].events = row_text(&row, arena);
        hooks[i].made = row_time(&row);
        hooks[i].failing = row_time(&row);
        hooks[i].stopped = row_time(&row);
    }
    return true;
}

bool store_hook_new(struct db *db, int64_t person, struct hook_row *hook, const uint8_t secret[HOOK_SECRET_BYTES], struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_TIME_LOCK, sql_int8(person));
    int op = TRIP(db, QUERY_HOOK_NEW, sql_int8(person), sql_id(hook->game), sql_text(hook->url), sql_text(hook->form), sql_text(hook->events),
                  sql_bytes(secret, HOOK_SECRET_BYTES), sql_int4(HOOKS_MOST));
    trip_add(db, QUERY_COMMIT, NULL, 0);
    if (!trip_run(db, TRIP_ONCE, err)) {
        store_rollback(db);
        return false;
    }
    if (trip_rows(db, op) != 1)
        return err_fail(err, ERR_STALE, N_("You have five hooks, which is as many as there can be, or that table is not yours any more."), "", "hooks: too many");
    struct row row = trip_row(db, op, 0);
    hook->id = row_number(&row);
    return true;
}

/* One of the person's own: @query with both numbers gives a row, or there is none. */
static bool change_one(struct db *db, enum query query, int64_t person, int64_t hook, struct err *err)
{
    trip_start(db);
    TRIP(db, query, sql_int8(person), sql_int8(hook));
    trip_add(db, QUERY_NOTIFY_DELIVERY, NULL, 0);
    return trip_one(db, TRIP_ONCE, ERR_GONE, "hook", err);
}

bool store_hook_drop(struct db *db, int64_t person, int64_t hook, struct err *err)
{
    return change_one(db, QUERY_HOOK_DROP, person, hook, err);
}

bool store_hook_again(struct db *db, int64_t person, int64_t hook, struct err *err)
{
    return change_one(db, QUERY_HOOK_AGAIN, person, hook, err);
}

bool store_hook_test(struct db *db, int64_t person, int64_t hook, struct err *err)
{
    return change_one(db, QUERY_HOOK_TEST, person, hook, err);
}

static void read_fate(struct row *row, struct arena *arena, struct fate_row *fate)
{
    fate->target = row_number(row);
    fate->game = row_number(row);
    fate->rules_id = row_text(row, arena);
    fate->kind = row_text(row, arena);
    fate->status = row_text(row, arena);
    fate->queued = row_time(row);
    fate->due = row_time(row);
    fate->done = row_time(row);
    fate->tries = (int)row_number(row);
    fate->note = row_text(row, arena);
}

/* The rows of @query, of @person and at most @most. */
static bool read_fates(struct db *db, struct arena *arena, enum query query, int64_t person, int most, struct fate_row **fates, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, query, sql_int8(person), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *fates = arena_array(arena, (size_t)*n, sizeof(**fates));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        read_fate(&row, arena, &(*fates)[i]);
    }
    return true;
}

bool store_fates(struct db *db, struct arena *arena, int64_t person, int most, struct fate_row **fates, int *n, struct err *err)
{
    return read_fates(db, arena, QUERY_DELIVERIES_OF, person, most, fates, n, err);
}

bool store_pushes(struct db *db, struct arena *arena, int64_t person, int most, struct fate_row **fates, int *n, struct err *err)
{
    return read_fates(db, arena, QUERY_PUSHES_OF, person, most, fates, n, err);
}

bool store_games_to_hook(struct db *db, struct arena *arena, int64_t person, int most, struct game_named **games, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GAMES_TO_HOOK, sql_int8(person), sql_int4(most));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *n = trip_rows(db, 0);
    *games = arena_array(arena, (size_t)*n, sizeof(**games));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        (*games)[i].id = row_number(&row);
        (*games)[i].rules_id = row_text(&row, arena);
    }
    return true;
}

/* ---- sending ---- */

static void read_delivery(struct row *row, struct arena *arena, struct delivery_row *d)
{
    d->id = row_number(row);
    d->target = row_number(row);
    d->game = row_number(row);
    d->kind = row_text(row, arena);
    d->ply = (int)row_number(row);
    d->line = row_number(row);
    d->tries = (int)row_number(row);
    d->queued = row_time(row);
    d->url = row_text(row, arena);
    d->form = row_text(row, arena);
    row_bytes(row, d->secret, HOOK_SECRET_BYTES);
    d->person = row_number(row);
    d->of_table = row_bool(row);
    d->lang = row_text(row, arena);
    d->needless = row_text(row, arena);
    d->push = row_bool(row);
    row_bytes(row, d->key, PUSH_KEY_BYTES);
    row_bytes(row, d->auth, PUSH_AUTH_BYTES);
    d->brief = row_bool(row);
    d->more = row_bool(row);
    d->daily = row_bool(row);
    d->waiting = (int)row_number(row);
    d->rest = rest_never();
    read_rest(row, arena, &d->rest);
    d->taken = row_time(row);
    d->deadline = row_time(row);
}

bool store_delivery_take(struct db *db, struct arena *arena, int most, int seconds, struct delivery_row **rows, int *n, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_DELIVERY_TAKE, sql_int4(most), sql_int4(seconds));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    *n = trip_rows(db, 0);
    *rows = arena_array(arena, (size_t)*n, sizeof(**rows));
    for (int i = 0; i < *n; i++) {
        struct row row = trip_row(db, 0, i);
        read_delivery(&row, arena, &(*rows)[i]);
    }
    return true;
}

bool store_delivery_sent(struct db *db, const struct delivery_row *row, const char *note, bool several, bool urgent, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_DELIVERY_SENT, sql_int8(row->id), sql_int8(row->target), sql_text(note), sql_time(several ? row->taken : 0), sql_bool(urgent));
    return trip_run(db, TRIP_AGAIN, err);
}

bool store_delivery_later(struct db *db, const struct delivery_row *row, int64_t at, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_DELIVERY_LATER, sql_int8(row->id), sql_int8(row->target), sql_time(at));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_delivery_shorter(struct db *db, const struct delivery_row *row, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_DELIVERY_SHORTER, sql_int8(row->id), sql_int8(row->target));
    return trip_run(db, TRIP_AGAIN, err);
}

bool store_target_gone(struct db *db, int64_t target, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_TARGET_GONE, sql_int8(target));
    return trip_run(db, TRIP_AGAIN, err);
}

bool store_delivery_dropped(struct db *db, const struct delivery_row *row, const char *note, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_DELIVERY_DROPPED, sql_int8(row->id), sql_int8(row->target), sql_text(note));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_delivery_back(struct db *db, const struct delivery_row *row, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_DELIVERY_BACK, sql_int8(row->id), sql_int8(row->target));
    return trip_run(db, TRIP_ONCE, err);
}

bool store_delivery_failed(struct db *db, const struct delivery_row *row, const char *note, int seconds, int week, bool *stopped, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_DELIVERY_FAILED, sql_int8(row->id), sql_int8(row->target), sql_text(note), sql_int4(seconds), sql_int4(week));
    if (!trip_run(db, TRIP_ONCE, err))
        return false;
    *stopped = trip_rows(db, 0) > 0;
    trip_start(db);
    trip_add(db, QUERY_NOTIFY_OUTBOX, NULL, 0);
    return !*stopped || trip_run(db, TRIP_AGAIN, err);
}

bool store_delivery_next(struct db *db, int *milliseconds, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_DELIVERY_NEXT, NULL, 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    struct row row = trip_row(db, 0, 0);
    *milliseconds = (int)row_number(&row);
    return true;
}

bool store_delivery_line(struct db *db, struct arena *arena, int64_t id, struct message_row *line, struct err *err)
{
    *line = (struct message_row){.id = id};
    trip_start(db);
    TRIP(db, QUERY_DELIVERY_LINE, sql_int8(id));
    if (!trip_one(db, TRIP_AGAIN, ERR_GONE, "line", err))
        return false;
    struct row row = trip_row(db, 0, 0);
    line->person = row_number(&row);
    line->name = read_name(&row, arena);
    line->seat = (int)row_number(&row);
    line->text = row_text(&row, arena);
    line->at = row_time(&row);
    return true;
}
