-- What is stored as JSON still, as text in the columns of bytes: asked and packed by the owner, in `ridotto migrate`.

-- name: moves_in_json :many
-- $1 bigint after this game, $2 integer and ply, $3 integer most.  Row: game, ply, rules, revision, events.
SELECT m.game, m.ply, g.rules, g.revision, m.events FROM move m JOIN game g ON g.id = m.game
WHERE get_byte(m.events, 0) = 91 AND (m.game, m.ply) > ($1, $2) ORDER BY m.game, m.ply LIMIT $3;

-- name: moves_pack :exec
-- $1 bigint[] game, $2 integer[] ply, $3 bytea[] events.
UPDATE move m SET events = n.bytes FROM unnest($1, $2, $3) AS n (game, ply, bytes)
WHERE m.game = n.game AND m.ply = n.ply AND get_byte(m.events, 0) = 91;

-- name: snapshots_in_json :many
-- $1 bigint after this game, $2 integer and ply, $3 integer most.  Row: game, ply, rules, revision, state.
SELECT s.game, s.ply, g.rules, g.revision, s.state FROM snapshot s JOIN game g ON g.id = s.game
WHERE get_byte(s.state, 0) = 123 AND (s.game, s.ply) > ($1, $2) ORDER BY s.game, s.ply LIMIT $3;

-- name: snapshots_pack :exec
-- $1 bigint[] game, $2 integer[] ply, $3 bytea[] state.
UPDATE snapshot s SET state = n.bytes FROM unnest($1, $2, $3) AS n (game, ply, bytes)
WHERE s.game = n.game AND s.ply = n.ply AND get_byte(s.state, 0) = 123;

-- name: games_in_json :many
-- $1 bigint after this game, $2 integer and ply, $3 integer most.  Row: game, ply, rules, revision, state.
-- Games are packed before their moves and snapshots: where none of these is in JSON any more, the games are not read. They have no index for it,
-- since a game is written with each move.
SELECT id, ply, rules, revision, state FROM game
WHERE get_byte(state, 0) = 123 AND (id, ply) > ($1, $2)
    AND (EXISTS (SELECT FROM move WHERE get_byte(events, 0) = 91) OR EXISTS (SELECT FROM snapshot WHERE get_byte(snapshot.state, 0) = 123))
ORDER BY id LIMIT $3;

-- name: games_pack :exec
-- $1 bigint[] game, $2 integer[] ply, $3 bytea[] state.
-- Locked in order, as whoever else locks several games does. One that was played on meanwhile is packed already.
WITH locked AS (SELECT id FROM game WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE)
UPDATE game g SET state = n.bytes FROM unnest($1, $2, $3) AS n (game, ply, bytes), locked
WHERE g.id = n.game AND locked.id = g.id AND g.ply = n.ply AND get_byte(g.state, 0) = 123;
