-- A person's zone, nightly rest and vacations, and the clocks that go by them.

-- name: time_games_lock :many
-- $1 bigint person.  Row: game.  Locks each game that may wait for the person or begin to, in order, as play does: game
-- before person before seat.
SELECT g.id FROM seat s JOIN game g ON g.id = s.game
WHERE s.person = $1 AND s.ended IS NULL AND g.status <> 'over' ORDER BY g.id FOR NO KEY UPDATE OF g;

-- name: time_lock :one
-- $1 bigint person.  Row: id.
SELECT id FROM person WHERE id = $1 FOR NO KEY UPDATE;

-- name: time_of :one
-- $1 bigint person.  Row: zone, nightly rest from and until (-1: none), since when letters do not reach the person or null, vacation
-- saved in seconds, as of when.
SELECT zone, coalesce(rest_from, -1), coalesce(rest_until, -1), unreached, vacation_saved, vacation_counted FROM person WHERE id = $1;

-- name: time_vacations :many
-- $1 bigint person, $2 timestamptz now.  Row: starts, ends; those that are not over, or ended within a wait that goes on.
SELECT v.starts, v.ends FROM vacation v
WHERE v.person = $1 AND v.ends > least($2, (SELECT min(s.spent_at) FROM seat s WHERE s.person = $1 AND s.spent_at IS NOT NULL))
ORDER BY v.starts;

-- name: time_waits :many
-- $1 bigint person.  Row: game, seat, pace, bank, spent, up to when, extra, in a window, deadline, reminder.
SELECT s.game, s.seat, g.pace::text, s.bank, s.spent, s.spent_at, s.extra, s.in_window, s.deadline, s.remind
FROM seat s JOIN game g ON g.id = s.game
WHERE s.person = $1 AND s.awaited_since IS NOT NULL AND s.spent_at IS NOT NULL ORDER BY s.game;

-- name: time_set :exec
-- $1 bigint person, $2 text zone, $3 smallint nightly rest from, $4 smallint until (-1: none), $5 bigint vacation saved in
-- seconds, $6 timestamptz as of when, $7 timestamptz since when letters do not reach the person or null.
UPDATE person SET zone = $2, rest_from = nullif($3, -1), rest_until = nullif($4, -1), vacation_saved = $5::integer,
    vacation_counted = $6, unreached = $7
WHERE id = $1;

-- name: time_zone :exec
-- $1 bigint person, for whom no clock goes yet, $2 text zone.
UPDATE person SET zone = $2 WHERE id = $1;

-- name: vacation_new :exec
-- $1 bigint person, $2 timestamptz starts, $3 timestamptz ends.
INSERT INTO vacation (person, starts, ends) VALUES ($1, $2, $3);

-- name: vacation_drop :exec
-- $1 bigint person, $2 timestamptz starts.
DELETE FROM vacation WHERE person = $1 AND starts = $2;

-- name: time_settle :exec
-- $1 jsonb clocks: [{"game", "seat", "spent", "spent_at", "deadline", "remind"}], in microseconds; 0: none.
WITH clock AS (
    SELECT * FROM jsonb_to_recordset($1)
        AS c (game bigint, seat smallint, spent bigint, spent_at bigint, deadline bigint, remind bigint)
), shown AS (
    UPDATE game SET version = version + 1 WHERE id IN (SELECT game FROM clock)
)
UPDATE seat SET spent = c.spent,
    spent_at = 'epoch'::timestamptz + c.spent_at * interval '1 microsecond',
    deadline = 'epoch'::timestamptz + nullif(c.deadline, 0) * interval '1 microsecond',
    remind = 'epoch'::timestamptz + nullif(c.remind, 0) * interval '1 microsecond'
FROM clock c WHERE seat.game = c.game AND seat.seat = c.seat;

-- name: time_tell :many
-- $1 bigint person.  Rows: nothing of interest.  As tell_game, for each game that waits for the person.
SELECT set_config('synchronous_commit', 'off', true), pg_notify('game', concat_ws(' ', g.id, g.version, g.ply))
FROM seat s JOIN game g ON g.id = s.game WHERE s.person = $1 AND s.ended IS NULL AND s.spent_at IS NOT NULL;
