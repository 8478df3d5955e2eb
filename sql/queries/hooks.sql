-- Hooks, and what is sent to them.

-- name: hook_new :many
-- $1 bigint person, $2 bigint game or null, $3 text URL, $4 text form, $5 text events, "turn chat", $6 bytea secret, $7 integer how many a person may
-- have.  After time_lock, in its transaction.
-- Row: its number.  None: there are so many already, or that game is not a table of this person's.
INSERT INTO target (way, person, game, url, form, events, secret)
SELECT 'hook', $1, $2, $3, $4, string_to_array($5, ' '), $6
WHERE (SELECT count(*) FROM target WHERE person = $1 AND way = 'hook') < $7
    AND ($2 IS NULL OR EXISTS (SELECT FROM game WHERE id = $2 AND owner = $1 AND NOT apart AND status <> 'over'))
RETURNING id;

-- name: hook_drop :one
-- $1 bigint person, $2 bigint hook.  Row: its number.
DELETE FROM target WHERE id = $2 AND person = $1 AND way = 'hook' RETURNING id;

-- name: hook_again :one
-- $1 bigint person, $2 bigint hook, which was switched off.  Row: its number.  It is tried again.
UPDATE target SET stopped = NULL, failing = NULL, rests = '-infinity' WHERE id = $2 AND person = $1 AND way = 'hook' AND stopped IS NOT NULL RETURNING id;

-- name: hook_test :one
-- $1 bigint person, $2 bigint hook.  Row: number of the delivery.
-- It does not wait for a hook that rests: its owner wants to know whether it works now.
WITH own AS (
    UPDATE target SET rests = '-infinity' WHERE id = $2 AND person = $1 AND stopped IS NULL RETURNING id
)
INSERT INTO delivery (target, kind) SELECT id, 'test' FROM own RETURNING id;

-- name: hooks_of :many
-- $1 bigint person.  Row: number, game or null, its rules or null, URL, form, events in one text, made, failing since or null, switched off or null; the oldest first.
SELECT h.id, h.game, g.rules, h.url, h.form, array_to_string(h.events, ' '), h.made, h.failing, h.stopped
FROM target h LEFT JOIN game g ON g.id = h.game WHERE h.person = $1 AND h.way = 'hook' ORDER BY h.id;

-- name: deliveries_of :many
-- $1 bigint person, $2 integer most of each hook.
-- Row: hook, game or null, its rules or null, kind, status, queued, due, done or null, tries, note or null; by hook, the newest first.
SELECT h.id, d.game, g.rules, d.kind, d.status, d.queued, d.due, d.done, d.tries, d.note
FROM target h CROSS JOIN LATERAL (SELECT * FROM delivery d WHERE d.target = h.id ORDER BY d.id DESC LIMIT $2) AS d LEFT JOIN game g ON g.id = d.game
WHERE h.person = $1 AND h.way = 'hook' ORDER BY h.id, d.id DESC;

-- name: games_to_hook :many
-- $1 bigint person, $2 integer most.  Row: game, rules; tables that this person owns and that are not over, newest first.
SELECT id, rules FROM game WHERE owner = $1 AND NOT apart AND status <> 'over' ORDER BY id DESC LIMIT $2;

-- ---- sending ----

-- name: delivery_take :many
-- $1 integer most, $2 integer seconds for which they are ours.
-- Row: id, target, game or null, kind, ply, line, tries with this one, queued, URL, form, secret, owner, is it of one table, owner's language or null, why it is
-- needless or null.
-- One of each target, of those that have waited longest; none of a target that is in another worker's hands, also one whose transaction has not ended.
WITH due AS MATERIALIZED (
    SELECT target, min(due) AS due FROM delivery WHERE status = 'waiting' AND due <= now() GROUP BY target
), free AS MATERIALIZED (
    SELECT h.id FROM due JOIN target h ON h.id = due.target WHERE h.taken <= now() ORDER BY due.due, h.id LIMIT $1 FOR UPDATE OF h SKIP LOCKED
), held AS (
    UPDATE target h SET taken = now() + $2 * interval '1 second' FROM free WHERE h.id = free.id
), ours AS (
    UPDATE delivery d SET tries = tries + 1
    FROM free CROSS JOIN LATERAL (SELECT x.id FROM delivery x WHERE x.target = free.id AND x.status = 'waiting' AND x.due <= now() ORDER BY x.due, x.id LIMIT 1) AS first
    WHERE d.id = first.id RETURNING d.*
)
SELECT d.id, d.target, d.game, d.kind, d.ply, d.line, d.tries, d.queued, h.url, h.form, h.secret, h.person, h.game IS NOT NULL, p.lang, n.needless
FROM ours d JOIN target h ON h.id = d.target JOIN person p ON p.id = h.person JOIN delivery_needless n ON n.id = d.id;

-- name: delivery_sent :exec
-- $1 bigint delivery, $2 bigint target, $3 text what was answered.
WITH works AS (
    UPDATE target SET taken = '-infinity', rests = '-infinity', failing = NULL WHERE id = $2
)
UPDATE delivery SET status = 'sent', done = now(), note = $3 WHERE id = $1;

-- name: delivery_dropped :exec
-- $1 bigint delivery, $2 bigint target, $3 text why it was not sent.
WITH free AS (
    UPDATE target SET taken = '-infinity' WHERE id = $2
)
UPDATE delivery SET status = 'dropped', done = now(), note = $3, tries = tries - 1 WHERE id = $1;

-- name: delivery_back :exec
-- $1 bigint delivery, $2 bigint target.  It was not sent, and is to be taken again.
WITH free AS (
    UPDATE target SET taken = '-infinity' WHERE id = $2
)
UPDATE delivery SET tries = tries - 1 WHERE id = $1;

-- name: delivery_failed :many
-- $1 bigint delivery, $2 bigint target, $3 text what was answered, $4 integer seconds until the next try, 0: there is none, $5 integer seconds after which
-- a target that never works is switched off.
-- Row: whose target was switched off by this.  All that waits for the target waits as long. When it is switched off, its owner gets an e-mail.
WITH rests AS (
    UPDATE target SET taken = '-infinity', failing = coalesce(failing, now()), rests = now() + greatest($4, 60) * interval '1 second',
        stopped = CASE WHEN stopped IS NULL AND failing <= now() - $5 * interval '1 second' THEN now() ELSE stopped END
    WHERE id = $2 RETURNING id, person, game, url, stopped = now() AS off
), this AS (
    UPDATE delivery SET note = $3, status = CASE WHEN $4 = 0 THEN 'failed' ELSE status END, done = CASE WHEN $4 = 0 THEN now() END,
        due = CASE WHEN $4 = 0 THEN due ELSE now() + $4 * interval '1 second' END
    WHERE id = $1
), others AS (
    UPDATE delivery d SET due = greatest(d.due, now() + greatest($4, 60) * interval '1 second')
    FROM rests WHERE d.target = rests.id AND d.id <> $1 AND d.status = 'waiting' AND d.kind <> 'test'
), letter AS (
    INSERT INTO outbox (person, kind, data) SELECT person, 'hook', jsonb_build_object('about', url, 'nth', id) FROM rests WHERE off
)
SELECT person FROM rests WHERE off;

-- name: delivery_next :one
-- Row: milliseconds until the next is due, at most a minute.
SELECT greatest(0, least(60000, ceil(extract(epoch FROM min(d.due) - now()) * 1000)))::integer
FROM delivery d WHERE d.status = 'waiting';

-- name: delivery_line :many
-- $1 bigint line.  Row: writer, name, seat or -1, text, at.  None: it is hidden or gone.
SELECT m.person, p.name, m.seat, m.text, m.at FROM message m JOIN person p ON p.id = m.person WHERE m.id = $1 AND m.hidden IS NULL;
