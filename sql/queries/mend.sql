-- What is looked at byte by byte, and mended: by the operator, on the command line. What is written is the owner's to write.

-- name: game_lock_whole :one
-- $1 bigint game.  Row: id; nobody else changes the game until the end of the transaction.
SELECT g.id FROM game g WHERE g.id = $1 FOR UPDATE OF g;

-- name: moves_whole :many
-- $1 bigint game.  Row: as game_moves, then the order or null, what counted of the wait or null, is there a seal, and the seal.
SELECT ply, seat, move, events, cause, at, points, revision, hash, person, by_order, took, seal IS NOT NULL, seal
FROM move WHERE game = $1 ORDER BY ply;

-- name: move_mend :exec
-- $1 bigint game, $2 integer the ply it is stored under; then what it is to be: $3 integer ply, $4 smallint seat, $5 text move,
-- $6 bytea events, $7 text cause, $8 timestamptz at, $9 smallint[] points, $10 integer revision, $11 bytea hash, $12 bigint person or null,
-- $13 text the order or null, $14 bigint what counted of the wait or null, $15 bigint seal.
UPDATE move SET ply = $3, seat = $4, move = $5, events = $6, cause = $7, at = $8, points = $9, revision = $10, hash = $11, person = $12,
    by_order = $13, took = $14, seal = $15
WHERE game = $1 AND ply = $2;

-- name: snapshot_mend :exec
-- $1 bigint game, $2 integer ply, $3 bytea state.
UPDATE snapshot SET state = $3 WHERE game = $1 AND ply = $2;

-- name: game_mend :exec
-- $1 bigint game that has begun, $2 integer ply, $3 bytea state, $4 bytea hash, $5 smallint awaits.
UPDATE game SET ply = $2, state = $3, hash = $4, awaits = $5, version = version + 1 WHERE id = $1;

-- name: seat_mend :exec
-- $1 bigint game, $2 smallint seat, $3 smallint points, $4 smallint rank.
UPDATE seat SET points = $3, rank = $4 WHERE game = $1 AND seat = $2;
