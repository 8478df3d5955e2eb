-- Standing orders. Each seat's are secret: those of all seats are read under the game's lock only (game_open), to play by them.

-- name: orders_answered :many
-- $1 bigint game, $2 bigint who sat there, $3 integer how many.
-- Row: ply, seat, move, events, cause, at, points, revision, hash, person, the order; the newest moves that the person's orders made,
-- newest first.
SELECT ply, seat, move, events, cause, at, points, revision, hash, person, by_order
FROM move WHERE game = $1 AND person = $2 AND by_order IS NOT NULL ORDER BY ply DESC LIMIT $3;

-- name: orders_drop :exec
-- $1 bigint game, $2 smallint seat.
DELETE FROM standing_order WHERE game = $1 AND seat = $2;

-- name: orders_lay :exec
-- $1 bigint game, $2 smallint seat, and the whole list of a seat that has none: $3 text[] orders, $4 timestamptz[] when each was given.
INSERT INTO standing_order (game, seat, position, text, at)
SELECT $1, $2, i - 1, $3[i], $4[i] FROM generate_series(1, cardinality($3)) AS i;
