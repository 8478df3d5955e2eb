-- name: move_new :exec
-- $1 bigint game, $2 integer ply, $3 smallint seat, $4 text move, $5 jsonb events, $6 text cause, $7 timestamptz at,
-- $8 smallint[] points, $9 integer revision, $10 bytea hash, $11 bigint who sits there or null.
INSERT INTO move (game, ply, seat, move, events, cause, at, points, revision, hash, person)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: game_head :exec
-- $1 bigint game, $2 integer ply, $3 jsonb state, $4 bytea hash, $5 smallint awaits, $6 text status, $7 smallint seats,
-- $8 timestamptz started, $9 timestamptz moved, $10 timestamptz ended or null, $11 text how it ended or null.
UPDATE game SET ply = $2, state = $3, hash = $4, awaits = $5, status = $6, n_seats = $7, started = $8, moved = $9,
    ended = $10, ending = $11, version = version + 1
WHERE id = $1;

-- name: seats_head :exec
-- $1 bigint game, $2 integer ply, $3 smallint mask of seats awaited, $4 smallint mask of those whose wait begins now,
-- $5 timestamptz now, $6 smallint[] points, $7 smallint[] ranks.
-- Seats that stay as they are are not written.
UPDATE seat SET
    awaited_since = CASE WHEN $3::int >> seat & 1 = 0 THEN NULL WHEN $4::int >> seat & 1 = 1 THEN $5 ELSE awaited_since END,
    awaited_ply = CASE WHEN $3::int >> seat & 1 = 0 THEN NULL WHEN $4::int >> seat & 1 = 1 THEN $2 ELSE awaited_ply END,
    points = $6[seat + 1], rank = $7[seat + 1]
WHERE game = $1 AND (($3::int >> seat & 1 = 0) <> (awaited_since IS NULL) OR $4::int >> seat & 1 = 1
    OR points <> $6[seat + 1] OR rank <> $7[seat + 1]);

-- name: seats_empty_delete :exec
-- $1 bigint game.
DELETE FROM seat WHERE game = $1 AND person IS NULL AND bot IS NULL;

-- name: seat_renumber :exec
-- $1 bigint game, $2 smallint old number, $3 smallint new number.
UPDATE seat SET seat = $3 WHERE game = $1 AND seat = $2;

-- name: snapshot_new :exec
-- $1 bigint game, $2 integer ply, $3 jsonb state.
INSERT INTO snapshot (game, ply, state) VALUES ($1, $2, $3);

-- name: draft_put :exec
-- $1 bigint game, $2 bigint person, $3 integer ply, $4 jsonb steps.
INSERT INTO draft (game, person, ply, steps) VALUES ($1, $2, $3, $4)
ON CONFLICT (game, person) DO UPDATE SET ply = excluded.ply, steps = excluded.steps, at = now();

-- name: draft_drop :exec
-- $1 bigint game, $2 bigint person.
DELETE FROM draft WHERE game = $1 AND person = $2;

-- name: outbox_game :exec
-- $1 bigint person, $2 bigint game, $3 text kind, $4 integer ply.
INSERT INTO outbox (person, game, kind, ply) VALUES ($1, $2, $3, $4) ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;

-- name: game_stir :exec
-- $1 bigint game.  A page of this game shows something new that is no move.
UPDATE game SET version = version + 1 WHERE id = $1;

-- name: tell_game :one
-- $1 bigint game.  Row: nothing of interest.
-- Says "game version ply" ("42 17 12"; version 0: the game is gone). Runs by itself after the COMMIT: PostgreSQL lets
-- transactions that notify commit one after the other only, and this one need not wait for the disk.
SELECT set_config('synchronous_commit', 'off', true),
       pg_notify('game', coalesce((SELECT concat_ws(' ', id, version, ply) FROM game WHERE id = $1), $1 || ' 0 -1'));

-- name: tell_game_and_outbox :one
-- $1 bigint game.  Row: nothing of interest.  As tell_game.
SELECT set_config('synchronous_commit', 'off', true), pg_notify('outbox', ''),
       pg_notify('game', coalesce((SELECT concat_ws(' ', id, version, ply) FROM game WHERE id = $1), $1 || ' 0 -1'));
