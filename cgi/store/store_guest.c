/* Guests, and games against bots that one plays by oneself. */
#include "config.h"

#include <string.h>

#include "cgi/base/token.h"
#include "cgi/store/rows.h"
#include "rules/guide.h"

#include "cgi/base/banned.h"

/* The one number of a query; 0: none, or null. */
static int64_t number_at(struct db *db, int op)
{
    struct row row = trip_rows(db, op) == 1 ? trip_row(db, op, 0) : (struct row){0};
    return row_number(&row);
}

/* Likewise of a trip, which is of one query. */
static bool number_of(struct db *db, int64_t *number, enum trip_kind kind, struct err *err)
{
    if (!trip_run(db, kind, err))
        return false;
    *number = number_at(db, 0);
    return true;
}

static bool count_of(struct db *db, int *count, struct err *err)
{
    int64_t n = 0;
    bool ok = number_of(db, &n, TRIP_ONCE, err);
    *count = (int)n;
    return ok;
}

bool store_guest_come(struct db *db, int most, const uint8_t visitor[TOKEN_HASH_BYTES], int64_t *person, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GUEST_COME, sql_int4(most), sql_bytes(visitor, TOKEN_HASH_BYTES));
    return number_of(db, person, TRIP_ONCE, err);
}

bool store_guest_give(struct db *db, int64_t guest, int64_t person, int *tables, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GUEST_GIVE, sql_int8(guest), sql_int8(person));
    return count_of(db, tables, err);
}

bool store_guests_forget(struct db *db, int64_t before, int most, int *forgotten, struct err *err)
{
    trip_start(db);
    TRIP(db, QUERY_GUESTS_FORGET, sql_time(before), sql_int4(most));
    return count_of(db, forgotten, err);
}

/* The game of @rules that @person plays alone and has not finished: with its guide, as far as that goes, or without one; and the one to which
 * a guest is led who has no room for another. */
static void add_running(struct db *db, int64_t person, const struct rules *rules, bool guided)
{
    if (guided)
        TRIP(db, QUERY_GUIDE_GOING, sql_int8(person), sql_text(rules->id), sql_int4(rules->revision), sql_int2(rules->guide->revision),
             sql_int4(guide_lines(rules->guide)));
    else
        TRIP(db, QUERY_GAME_ALONE, sql_int8(person), sql_text(rules->id));
    TRIP(db, QUERY_GAME_INSTEAD, sql_int8(person), sql_text(rules->id));
}

/* What add_running() has asked, @op being its first query. */
static struct alone_running read_running(struct db *db, int op)
{
    const int64_t asked = number_at(db, op), other = number_at(db, op + 1);
    return (struct alone_running){.id = asked ? asked : other, .instead = !asked && other};
}

bool store_game_alone_running(struct db *db, int64_t person, const struct rules *rules, bool guided, struct alone_running *running, struct err *err)
{
    trip_start(db);
    add_running(db, person, rules, guided);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *running = read_running(db, 0);
    return true;
}

static bool make(struct db *db, struct arena *arena, const struct new_game *new, int64_t *id, struct err *err)
{
    trip_start(db);
    add_new_game(db, arena, new);
    return number_of(db, id, TRIP_INSIDE, err);
}

/* Locks the player, so that of two presses at once the second finds the table of the first, which *id is then. */
static bool alone_open(struct db *db, const struct new_game *new, int64_t *id, struct err *err)
{
    trip_start(db);
    trip_add(db, QUERY_BEGIN, NULL, 0);
    TRIP(db, QUERY_ALONE_LOCK, sql_int8(new->owner));
    TRIP(db, QUERY_GUEST_ROOM, sql_int8(new->owner), sql_text(new->rules->id));
    TRIP(db, QUERY_GUEST_UNPLAYED, sql_int8(new->owner), sql_text(new->rules->id), sql_bool(new->guide != 0));
    add_running(db, new->owner, new->rules, new->guide != 0);
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *id = read_running(db, 4).id;
    return trip_rows(db, 1) == 1 || err_fail(err, ERR_SIGN_IN, NULL, NULL, "guest %lld is gone", (long long)new->owner);
}

bool store_game_alone(struct db *db, struct arena *arena, struct new_game *new, int64_t *id, struct err *err)
{
    new->apart = true;
    bool ok = alone_open(db, new, id, err) && (*id || make(db, arena, new, id, err));
    if (ok) {
        trip_start(db);
        trip_add(db, QUERY_COMMIT, NULL, 0);
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    store_rollback(db);
    return ok;
}
