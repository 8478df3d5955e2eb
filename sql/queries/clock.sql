-- What the clock's worker asks for. Times come from the worker, so that one and the same decides all of a round.

-- name: pulse :one
-- Row: when the clock was last at work or null; when the outage was found that is to be seen to or null.
SELECT (SELECT at FROM pulse WHERE what = 'clock'), (SELECT at FROM pulse WHERE what = 'outage');

-- name: clock :one
-- Row: the database's time.
SELECT clock_timestamp();

-- name: pulse_first :exec
-- $1 timestamptz now.
-- A worker that was never at work has been away since the first wait began that has a deadline.
INSERT INTO pulse (what, at)
SELECT 'clock', least($1, min(awaited_since)) FROM seat WHERE deadline IS NOT NULL
ON CONFLICT DO NOTHING;

-- name: pulse_lock :one
-- Row: when the clock was last at work; nobody else decides about it until the end of the transaction.
SELECT at FROM pulse WHERE what = 'clock' FOR UPDATE;

-- name: pulse_beat :exec
-- $1 timestamptz now.
UPDATE pulse SET at = $1 WHERE what = 'clock';

-- name: outage_found :exec
-- $1 timestamptz now.
INSERT INTO pulse (what, at) VALUES ('outage', $1) ON CONFLICT (what) DO UPDATE SET at = excluded.at;

-- name: outage_over :exec
-- $1 timestamptz when it was found.
DELETE FROM pulse WHERE what = 'outage' AND at = $1;

-- name: outage_known :one
-- $1 bigint game, $2 timestamptz when the outage was found.  Row: was it seen to in this game?
SELECT EXISTS (SELECT FROM incident WHERE game = $1 AND kind = 'outage' AND at = $2);

-- name: games_on_the_clock :many
-- $1 bigint after this game, $2 integer most.  Row: game.
SELECT DISTINCT game FROM seat WHERE deadline IS NOT NULL AND game > $1 ORDER BY game LIMIT $2;

-- name: games_due :many
-- $1 timestamptz now, $2 integer most.  Row: game; what is due longest first.
SELECT game FROM (
    SELECT game, deadline AS at FROM seat WHERE deadline <= $1
    UNION ALL SELECT game, remind FROM seat WHERE remind <= $1
    UNION ALL SELECT a.game, a.until FROM accord a JOIN game g ON g.id = a.game WHERE a.until <= $1 AND g.status = 'running'
) AS due
GROUP BY game ORDER BY min(at), game LIMIT $2;

-- name: next_due :one
-- $1 timestamptz now.  Row: the first deadline, reminder or end of a pause after it or null.
SELECT least((SELECT min(deadline) FROM seat WHERE deadline > $1), (SELECT min(remind) FROM seat WHERE remind > $1),
    (SELECT min(at) FROM reminder WHERE at > $1), (SELECT min(until) FROM accord WHERE until > $1));

-- name: rest_of :many
-- $1 bigint person, $2 timestamptz now.
-- Row: zone, nightly rest from and until (-1: none), since when letters do not reach the person or null, start and end of a vacation that is not over or null; by start.
SELECT p.zone, coalesce(p.rest_from, -1), coalesce(p.rest_until, -1), p.unreached, v.starts, v.ends
FROM person p LEFT JOIN vacation v ON v.person = p.id AND v.ends > $2
WHERE p.id = $1 ORDER BY v.starts LIMIT 16;
