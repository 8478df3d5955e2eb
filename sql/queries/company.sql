-- What people at a table have with each other beside the game: chat, notes, a rematch, invitations.

-- A line of chat shows where its writer sits now. Who stood up before the start has no place any more; who left a running
-- game keeps its colour.

-- name: messages_newest :many
-- $1 bigint game, $2 bigint before this id or null, $3 integer most, $4 bigint who asks or null.
-- Row: id, person, name, seat, ply, text, null when a moderator has hidden it, at, is the writer's profile hidden; newest first. Nobody reads lines of who is blocked.
SELECT m.id, m.person, p.name, CASE WHEN s.seat IS NOT NULL THEN s.seat WHEN m.ply >= 0 THEN m.seat ELSE -1::smallint END,
       m.ply, CASE WHEN m.hidden IS NULL THEN m.text END, m.at, p.profile = 'hidden'
FROM message m JOIN person p ON p.id = m.person LEFT JOIN seat s ON s.game = m.game AND s.person = m.person
WHERE m.game = $1 AND m.id < coalesce($2, 9223372036854775807)
    AND NOT EXISTS (SELECT FROM block b WHERE b.person = $4 AND b.whom = m.person)
ORDER BY m.id DESC LIMIT $3;

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
-- that is the rematch, its invitation, does the person not want to see the chat.
SELECT me.read_message,
       (SELECT count(*) FROM (SELECT FROM message m WHERE m.game = $1 AND m.id > me.read_message AND m.person <> $2
           AND NOT EXISTS (SELECT FROM block b WHERE b.person = $2 AND b.whom = m.person) LIMIT 99) AS m),
       n.text, n.at, r.id, r.invitation, EXISTS (SELECT FROM chat_mute c WHERE c.game = $1 AND c.person = $2)
FROM (SELECT) AS one LEFT JOIN seat me ON me.game = $1 AND me.person = $2
    LEFT JOIN note n ON n.game = $1 AND n.person = $2 LEFT JOIN game r ON r.rematch_of = $1;

-- name: chat_mute :exec
-- $1 bigint game, $2 bigint person, who sits there, or nothing happens.
INSERT INTO chat_mute (game, person) SELECT s.game, s.person FROM seat s WHERE s.game = $1 AND s.person = $2 ON CONFLICT DO NOTHING;

-- name: chat_unmute :exec
-- $1 bigint game, $2 bigint person.
DELETE FROM chat_mute WHERE game = $1 AND person = $2;

-- name: note_put :one
-- $1 bigint game, $2 bigint person, $3 text text, $4 timestamptz when the note was saved that this one was made from, or
-- null: there was none.  Row: when.  No row: the note has changed meanwhile, and stays.
INSERT INTO note AS n (game, person, text, at) VALUES ($1, $2, $3, clock_timestamp())
ON CONFLICT (game, person) DO UPDATE SET text = excluded.text, at = excluded.at
    WHERE n.at = $4 OR n.text = excluded.text
RETURNING at;

-- ---- a rematch, seats kept, invitations ----

-- name: rematch_of :one
-- $1 bigint game.  Row: the game that is its rematch.
SELECT id FROM game WHERE rematch_of = $1;

-- name: rematch_new :one
-- $1 bigint game, which is over and locked, $2 bigint who asks, $3 integer revision of its rules, $4 text an invitation,
-- taken when the game was private, $5 bytea secret.  Row: id.
-- Everybody moves up by one seat, bots with their names, too: who sat first sits last. Who asks sits down at once; the others find a seat kept and a
-- letter, but for those who have blocked who asks, and nothing is kept for who has left or is banned.
WITH new AS (
    INSERT INTO game (rules, revision, options, n_seats, owner, invitation, secret, pace, rematch_of, apart, hints, doors)
    SELECT rules, $3, options, n_seats, $2, CASE WHEN invitation IS NOT NULL THEN $4 END, $5, pace, id, apart, hints, doors FROM game WHERE id = $1
    RETURNING id, n_seats
), seats AS (
    INSERT INTO seat (game, seat, person, bot, bot_as, kept_for)
    SELECT new.id, (s.seat + new.n_seats - 1) % new.n_seats, CASE WHEN s.person = $2 THEN s.person END, s.bot,
           CASE WHEN s.bot IS NOT NULL THEN coalesce(s.bot_as, s.seat) END,
           CASE WHEN s.person <> $2 AND p.left_at IS NULL AND p.banned IS NULL THEN s.person END
    FROM new, seat s LEFT JOIN person p ON p.id = s.person WHERE s.game = $1
), asking AS (
    INSERT INTO asked (game, person, inviter) SELECT new.id, s.person, $2 FROM new, seat s JOIN person p ON p.id = s.person
    WHERE s.game = $1 AND s.person <> $2 AND p.left_at IS NULL AND p.banned IS NULL
), letters AS (
    INSERT INTO outbox (person, game, kind) SELECT s.person, new.id, 'rematch' FROM new, seat s JOIN person p ON p.id = s.person
    WHERE s.game = $1 AND s.person <> $2 AND p.left_at IS NULL AND p.banned IS NULL
        AND NOT EXISTS (SELECT FROM block b WHERE b.person = s.person AND b.whom = $2)
)
SELECT id FROM new;

-- name: seat_keep :exec
-- $1 bigint game, $2 smallint seat, which is empty, $3 bigint for whom it is kept, or null.
UPDATE seat SET kept_for = $3 WHERE game = $1 AND seat = $2;

-- name: seat_was_kept :one
-- $1 bigint game, $2 bigint person.  Row: the name of the table's owner.  No row: no letter has told of a seat there, or it was a month ago, or
-- the owner has left.
SELECT p.name FROM game g JOIN person p ON p.id = g.owner
WHERE g.id = $1 AND p.name IS NOT NULL
    AND EXISTS (SELECT FROM outbox o WHERE o.person = $2 AND o.game = $1 AND o.kind IN ('rematch', 'asked'));

-- name: invitation_new :exec
-- $1 bytea hash of the token behind "never again", $2 bigint game, $3 bigint who invites, $4 text address, $5 jsonb what the
-- letter needs, $6 text a line or "".
-- An address is asked once to a table, three times a day by all tables together, and never when it wants none of it, or is that of a member who
-- has blocked who invites.
WITH new AS (
    INSERT INTO invitation (hash, game, inviter, email, line) SELECT $1, $2, $3, $4, $6
    WHERE NOT EXISTS (SELECT FROM invitation i WHERE lower(i.email) = lower($4) AND i.refused IS NOT NULL)
        AND (SELECT count(*) FROM invitation i WHERE lower(i.email) = lower($4) AND i.at > now() - interval '1 day') < 3
    ON CONFLICT DO NOTHING RETURNING id, game
)
INSERT INTO outbox (invitation, game, kind, data) SELECT id, game, 'invitation', $5 FROM new
WHERE NOT EXISTS (SELECT FROM person p JOIN block b ON b.person = p.id AND b.whom = $3 WHERE lower(p.email) = lower($4));

-- ---- what waits ----

-- The game that waits for the person who.id next after the game g.id, or null: the first. Nearest deadline first. A game that itself waits
-- still has its place among the others, and after the last comes the first.

-- part: after_this
    WITH waiting AS (
        SELECT game, coalesce(deadline, 'infinity') AS due FROM seat
        WHERE person = who.id AND awaited_since IS NOT NULL AND resigned IS NULL
    )
    SELECT w.game, o.rules, count(*) OVER () AS n
    FROM waiting w JOIN game o ON o.id = w.game LEFT JOIN waiting here ON here.game = g.id
    WHERE w.game IS DISTINCT FROM g.id
    ORDER BY here.game IS NOT NULL AND (w.due, w.game) < (here.due, here.game), w.due, w.game LIMIT 1;

-- name: next_waiting :one
-- $1 bigint person, $2 bigint the game after which to look on, or null.
-- Row: game, rules, how many wait beside that one.  No row: none does.
SELECT next.game, next.rules, next.n FROM (SELECT $1 AS id) AS who CROSS JOIN (SELECT $2 AS id) AS g CROSS JOIN LATERAL (
{after_this}
) AS next;
