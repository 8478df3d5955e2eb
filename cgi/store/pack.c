#include "config.h"

#include "cgi/store/pack.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cgi/store/db.h"
#include "cgi/store/stored.h"
#include "rules/engine/members.h"
#include "rules/engine/registry.h"

#include "cgi/base/banned.h"

enum { AT_ONCE = 2000 };

/* Where there may be JSON, and the queries that find and replace it. */
struct place {
    const char *what;
    bool is_state;
    enum query read, write;
};

static const struct place places[] = {
    {"games", true, QUERY_GAMES_IN_JSON, QUERY_GAMES_PACK},
    {"moves", false, QUERY_MOVES_IN_JSON, QUERY_MOVES_PACK},
    {"snapshots", true, QUERY_SNAPSHOTS_IN_JSON, QUERY_SNAPSHOTS_PACK},
};

/* One round of at most AT_ONCE rows. */
struct batch {
    struct arena *arena;
    int n;
    struct sql game[AT_ONCE], ply[AT_ONCE], bytes[AT_ONCE];
};

static bool packed_state(struct arena *arena, const struct rules *rules, struct stored was, struct stored *is, struct fault *fault)
{
    void *state = arena_alloc(arena, rules->size), *again = arena_alloc(arena, rules->size);
    if (!stored_state(rules, was, state, fault))
        return false;
    *is = state_stored(arena, rules, state);
    return stored_state(rules, *is, again, fault) && members_equal(rules->members, state, again);
}

static bool packed_events(struct arena *arena, const struct rules *rules, struct stored was, struct stored *is, struct fault *fault)
{
    struct log *log = arena_alloc(arena, 2 * sizeof(*log));
    if (!stored_events(rules, was, &log[0], fault))
        return false;
    *is = events_stored(arena, log[0].event, log[0].n);
    if (!stored_events(rules, *is, &log[1], fault))
        return false;
    struct stored again = events_stored(arena, log[1].event, log[1].n);
    return log[0].n == log[1].n && again.n == is->n && !memcmp(again.bytes, is->bytes, is->n);
}

static void pack_row(struct batch *batch, const struct place *place, int64_t game, int ply, struct row *row)
{
    struct arena *arena = arena_new();
    const char *id = row_text(row, arena);
    const struct rules *rules = rules_at(rules_find(id), (int)row_number(row));
    struct fault fault = {.sentence = rules ? "packed it would be another" : "this program does not have its rules"};
    struct stored is;
    if (rules && (place->is_state ? packed_state : packed_events)(arena, rules, row_view(row), &is, &fault)) {
        uint8_t *bytes = arena_alloc(batch->arena, is.n);
        batch->game[batch->n] = sql_int8(game);
        batch->ply[batch->n] = sql_int4(ply);
        batch->bytes[batch->n++] = sql_bytes(memcpy(bytes, is.bytes, is.n), is.n);
    } else {
        fprintf(stderr, "note: %s: game %" PRId64 " ply %d stays as JSON: %s (%s)\n", place->what, game, ply, fault.sentence,
                fault.what[0] ? fault.what : id);
    }
    arena_free(arena);
}

/* The next rows after *game and *ply; *found: how many there were. */
static bool read_some(struct db *db, const struct place *place, struct batch *batch, int64_t *game, int *ply, int *found, struct err *err)
{
    trip_start(db);
    TRIP(db, place->read, sql_int8(*game), sql_int4(*ply), sql_int4(AT_ONCE));
    if (!trip_run(db, TRIP_AGAIN, err))
        return false;
    *found = trip_rows(db, 0);
    for (int i = 0; i < *found; i++) {
        struct row row = trip_row(db, 0, i);
        *game = row_number(&row);
        *ply = (int)row_number(&row);
        pack_row(batch, place, *game, *ply, &row);
    }
    return true;
}

static bool write_some(struct db *db, const struct place *place, struct batch *batch, struct err *err)
{
    if (!batch->n)
        return true;
    trip_start(db);
    TRIP(db, place->write, sql_array(batch->arena, SQL_INT8, batch->game, batch->n),
         sql_array(batch->arena, SQL_INT4, batch->ply, batch->n), sql_array(batch->arena, SQL_BYTEA, batch->bytes, batch->n));
    return trip_run(db, TRIP_AGAIN, err);
}

static bool pack_place(struct db *db, const struct place *place, struct err *err)
{
    int64_t game = 0;
    int ply = -1, found = AT_ONCE, n = 0;
    bool ok = true;
    while (ok && found == AT_ONCE) {
        struct arena *arena = arena_new();
        struct batch *batch = arena_alloc(arena, sizeof(*batch));
        batch->arena = arena;
        ok = read_some(db, place, batch, &game, &ply, &found, err) && write_some(db, place, batch, err);
        n += batch->n;
        arena_free(arena);
    }
    if (n)
        fprintf(stderr, "packed: %d %s\n", n, place->what);
    return ok;
}

bool pack_stored(const char *owner_conninfo, struct err *err)
{
    struct db *db = db_open(owner_conninfo);
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof(places) / sizeof(places[0]); i++)
        ok = pack_place(db, &places[i], err);
    db_close(db);
    return ok;
}
