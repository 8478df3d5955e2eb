-- What people at a table have with each other beside the game: chat, notes, a rematch, invitations.

-- A line of chat shows where its writer sits now. Who stood up before the start has no place any more; who left a running
-- game keeps the colour he had.

-- name: messages_newest :many
-- $1 bigint game, $2 bigint before this id or null, $3 integer most.
-- Row: id, person, name, seat, ply, text, at; newest first.
SELECT m.id, m.person, p.name, CASE WHEN s.seat IS NOT NULL THEN s.seat WHEN m.ply >= 0 THEN m.seat ELSE -1::smallint END,
       m.ply, m.text, m.at
FROM message m JOIN person p ON p.id = m.person LEFT JOIN seat s ON s.game = m.game AND s.person = m.person
WHERE m.game = $1 AND m.id < coalesce($2, 9223372036854775807) ORDER BY m.id DESC LIMIT $3;

-- name: message_new :one
-- $1 bigint game, $2 bigint person, $3 text text.  Row: id.  No row: the person does not sit there.
INSERT INTO message (game, person, text, ply, seat)
SELECT g.id, $2, $3, g.ply, s.seat FROM game g JOIN seat s ON s.game = g.id AND s.person = $2 WHERE g.id = $1 RETURNING id;

-- name: message_read :exec
-- $1 bigint game, $2 bigint person, $3 bigint the newest message that this person has seen.
UPDATE seat SET read_message = $3 WHERE game = $1 AND person = $2 AND read_message < $3;

-- name: company_of :one
-- $1 bigint game, $2 bigint person or null.
-- Row: the newest line read, lines of others after it (99 at the most), this person's note, when it was saved, the game
-- that is the rematch.
SELECT me.read_message,
       (SELECT count(*) FROM (SELECT FROM message m WHERE m.game = $1 AND m.id > me.read_message AND m.person <> $2
           LIMIT 99) AS m),
       n.text, n.at, r.id
FROM (SELECT) AS one LEFT JOIN seat me ON me.game = $1 AND me.person = $2
    LEFT JOIN note n ON n.game = $1 AND n.person = $2 LEFT JOIN game r ON r.rematch_of = $1;

-- name: note_put :one
-- $1 bigint game, $2 bigint person, $3 text text, $4 timestamptz when the note was saved that this one was made from, or
-- null: there was none.  Row: when.  No row: the note has changed meanwhile, and stays.
INSERT INTO note AS n (game, person, text, at) VALUES ($1, $2, $3, clock_timestamp())
ON CONFLICT (game, person) DO UPDATE SET text = excluded.text, at = excluded.at
    WHERE n.at = $4 OR n.text = excluded.text
RETURNING at;
