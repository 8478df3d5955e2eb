/* A game byte by byte, for the operator: read without believing anything, and mended. */
#include "config.h"

#include "cgi/store/rows.h"

#include <string.h>

#include "cgi/base/banned.h"

enum { MOVES_A_TRIP = 200 };

static void read_whole_moves(struct db *db, int op, struct arena *arena, struct whole_game *whole)
{
    whole->n_moves = trip_rows(db, op);
    whole->moves = arena_array(arena, (size_t)whole->n_moves, sizeof(*whole->moves));
    for (int i = 0; i < whole->n_moves; i++) {
        struct row row = trip_row(db, op, i);
        struct move_row *move = &whole->moves[i];
        struct row at = row;
        read_bare_move(&row, arena, move);
        at.column = MOVE_AT;
        move->at = row_moment(&at); /* however far off: its seal tells which byte it is */
        uint8_t *packed = arena_alloc(arena, move->packed.n + 1);
        if (move->packed.n)
            memcpy(packed, move->packed.bytes, move->packed.n);
        move->packed.bytes = packed;
        move->by_order = row_text(&row, arena);
        move->took = row_number(&row);
        move->is_sealed = row_bool(&row);
        move->seal = row_number(&row);
    }
}

static void read_whole_snapshots(struct db *db, int op, struct arena *arena, struct whole_game *whole)
{
    whole->n_snapshots = trip_rows(db, op);
    whole->snapshots = arena_array(arena, (size_t)whole->n_snapshots, sizeof(*whole->snapshots));
    for (int i = 0; i < whole->n_snapshots; i++) {
        struct row row = trip_row(db, op, i);
        whole->snapshots[i].ply = (int)row_number(&row);
        whole->snapshots[i].state = row_stored(&row, arena);
    }
}

bool store_whole(struct db *db, struct arena *arena, int64_t id, bool lock, struct whole_game *whole, struct err *err)
{
    *whole = (struct whole_game){.n_moves = 0};
    store_rollback(db);
    trip_start(db);
    trip_add(db, lock ? QUERY_BEGIN : QUERY_BEGIN_READING, NULL, 0);
    if (lock)
        TRIP(db, QUERY_GAME_LOCK_WHOLE, sql_int8(id));
    int game = TRIP(db, QUERY_GAME_BY_ID, sql_int8(id));
    TRIP(db, QUERY_GAME_SEATS, sql_int8(id));
    int snapshots = TRIP(db, QUERY_GAME_SNAPSHOTS, sql_int8(id)), moves = TRIP(db, QUERY_MOVES_WHOLE, sql_int8(id));
    if (!lock)
        trip_add(db, QUERY_COMMIT, NULL, 0);
    bool ok = trip_run(db, TRIP_AGAIN, err) && read_whole_game(db, game, arena, &whole->game, err);
    if (ok) {
        read_whole_moves(db, moves, arena, whole);
        read_whole_snapshots(db, snapshots, arena, whole);
    } else {
        store_rollback(db);
    }
    return ok;
}

static void add_move(struct db *db, struct arena *arena, const struct game_row *game, int was, const struct move_row *row)
{
    struct sql points[SEATS_MAX];
    for (int s = 0; s < game->n_seats; s++)
        points[s] = sql_int2(row->points[s]);
    TRIP(db, QUERY_MOVE_MEND, sql_int8(game->id), sql_int4(was), sql_int4(row->ply), sql_int2(row->seat), sql_text(row->move),
         sql_bytes(row->packed.bytes, row->packed.n), sql_text(row->cause), sql_time(row->at),
         sql_array(arena, SQL_INT2, points, game->n_seats), sql_int4(row->revision), sql_bytes(row->hash, sizeof(row->hash)),
         sql_id(row->person), sql_text(row->by_order), sql_id(row->took), sql_int8(row->seal));
}

static bool mend_moves(struct db *db, struct arena *arena, const struct game_row *game, const struct mend *mend, struct err *err)
{
    for (int i = 0; i < mend->n_moves;) {
        trip_start(db);
        for (int n = 0; n < MOVES_A_TRIP && i < mend->n_moves; n++, i++)
            add_move(db, arena, game, mend->was[i], &mend->moves[i]);
        if (!trip_run(db, TRIP_INSIDE, err))
            return false;
    }
    return true;
}

bool store_mend(struct db *db, const struct game_row *game, const struct mend *mend, struct err *err)
{
    struct arena *arena = arena_new();
    bool ok = mend_moves(db, arena, game, mend, err);
    if (ok) {
        trip_start(db);
        for (int i = 0; i < mend->n_snapshots; i++)
            TRIP(db, QUERY_SNAPSHOT_MEND, sql_int8(game->id), sql_int4(mend->snapshots[i].ply),
                 sql_bytes(mend->snapshots[i].state.bytes, mend->snapshots[i].state.n));
        if (mend->head)
            TRIP(db, QUERY_GAME_MEND, sql_int8(game->id), sql_int4(game->ply), sql_bytes(game->state.bytes, game->state.n),
                 sql_bytes(game->hash, sizeof(game->hash)), sql_int2(game->awaits));
        for (int s = 0; mend->head && s < game->n_seats; s++)
            TRIP(db, QUERY_SEAT_MEND, sql_int8(game->id), sql_int2(s), sql_int2(game->seat[s].points), sql_int2(game->seat[s].rank));
        trip_add(db, QUERY_COMMIT, NULL, 0);
        ok = trip_run(db, TRIP_INSIDE, err);
    }
    arena_free(arena);
    if (!ok)
        store_rollback(db);
    return ok;
}
