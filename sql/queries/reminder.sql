-- Reminders at a time that a player chooses: one for each person and table.

-- name: reminder_put :one
-- $1 bigint person, $2 bigint game, $3 timestamptz when.
-- Row: game.  No row: the game does not run, this person does not play in it, or it sends no letters.
INSERT INTO reminder (person, game, at)
SELECT $1, $2, $3 FROM seat s JOIN game g ON g.id = s.game
WHERE s.person = $1 AND s.game = $2 AND s.resigned IS NULL AND g.status = 'running' AND NOT g.apart
ON CONFLICT (person, game) DO UPDATE SET at = excluded.at, set_at = now()
RETURNING game;

-- name: reminder_drop :exec
-- $1 bigint person, $2 bigint game.
DELETE FROM reminder WHERE person = $1 AND game = $2;

-- name: reminders_of :many
-- $1 bigint person, $2 bigint game or null: of all, $3 integer most.  Row: game, rules, when; of games that run, the next first.
SELECT r.game, g.rules, r.at FROM reminder r JOIN game g ON g.id = r.game
WHERE r.person = $1 AND ($2 IS NULL OR r.game = $2) AND g.status = 'running' ORDER BY r.at, r.game LIMIT $3;

-- name: reminder_reaches :one
-- $1 bigint person, $2 bigint game.  Row: would a letter about this game reach the person? is the address confirmed? are letters about games
-- wanted? about this one?
SELECT p.bounced IS NULL, p.email_confirmed IS NOT NULL, p.mail, coalesce(s.mail, false)
FROM person p LEFT JOIN seat s ON s.person = p.id AND s.game = $2 WHERE p.id = $1;

-- name: reminders_come :one
-- $1 timestamptz now, $2 integer most.
-- Makes letters of those whose time has come; where the person is not asked anything just then, a row of the list of letters that says so.
-- Of several workers one has each. Row: how many have come, how many of these are letters.
WITH due AS (
    SELECT person, game FROM reminder WHERE at <= $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED
), come AS (
    DELETE FROM reminder r USING due d WHERE r.person = d.person AND r.game = d.game RETURNING r.person, r.game
), found AS (
    SELECT c.person, c.game, coalesce(s.awaited_ply, g.ply) AS ply,
           CASE WHEN s.person IS NULL OR s.resigned IS NOT NULL THEN 'left' WHEN g.status = 'over' THEN 'ended'
                WHEN g.paused IS NOT NULL THEN 'stopped' WHEN s.awaited_since IS NULL THEN 'not_asked' END AS why
    FROM come c JOIN game g ON g.id = c.game LEFT JOIN seat s ON s.game = c.game AND s.person = c.person
), put AS (
    INSERT INTO outbox (person, game, kind, ply, nth, data, status, done, note)
    SELECT f.person, f.game, 'reminder', f.ply,
           (SELECT coalesce(max(o.nth) + 1, 0) FROM outbox o
            WHERE o.person = f.person AND o.game = f.game AND o.kind = 'reminder' AND o.ply = f.ply),
           CASE WHEN f.why IS NULL THEN '{"about": "own"}'::jsonb ELSE '{}' END,
           CASE WHEN f.why IS NULL THEN 'waiting' ELSE 'dropped' END, CASE WHEN f.why IS NOT NULL THEN $1 END, f.why
    FROM found f
    -- The clock may write its own of the same wait just now: that is one, too.
    ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING RETURNING status
)
SELECT (SELECT count(*) FROM come), (SELECT count(*) FROM put WHERE status = 'waiting');
