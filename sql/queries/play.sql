-- name: moves_new :exec
-- $1 bigint game, then of each move: $2 integer[] ply, $3 smallint[] seat, $4 text[] move, $5 bytea[] events, $6 text[] cause,
-- $7 timestamptz[] at, $8 integer[] revision, $9 bytea[] hash, $10 bigint[] who sits there or null, $11 text[] the order or null,
-- $12 bigint[] microseconds that counted of the wait it ended or null; $13 smallint[] the points of all seats for each move in turn,
-- $14 integer how many seats.
INSERT INTO move (game, ply, seat, move, events, cause, at, points, revision, hash, person, by_order, took)
SELECT $1, m.ply, m.seat, m.move, m.events, m.cause, m.at, $13[(m.n - 1) * $14 + 1:m.n * $14], m.revision, m.hash, m.person,
       m.by_order, m.took
FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) WITH ORDINALITY
    AS m (ply, seat, move, events, cause, at, revision, hash, person, by_order, took, n);

-- name: game_head :exec
-- $1 bigint game, $2 integer ply, $3 bytea state, $4 bytea hash, $5 smallint awaits, $6 text status, $7 smallint seats,
-- $8 timestamptz started, $9 timestamptz moved, $10 timestamptz ended or null, $11 text how it ended or null,
-- $12 timestamptz paused or null.
UPDATE game SET ply = $2, state = $3, hash = $4, awaits = $5, status = $6, n_seats = $7, started = $8, moved = $9,
    ended = $10, ending = $11, paused = $12, version = version + 1
WHERE id = $1;

-- name: seats_head :exec
-- $1 bigint game, $2 jsonb its seats, an object each; times in Unix microseconds.
-- Seats that stay as they are are not written.
UPDATE seat s SET awaited_since = n.awaited_since, awaited_ply = n.awaited_ply, points = n.points, rank = n.rank,
    bank = n.bank, spent = n.spent, spent_at = n.spent_at, extra = n.extra, in_window = n.in_window,
    deadline = n.deadline, remind = n.remind, excused = n.excused, missed = n.missed, opened = n.opened,
    resigned = n.resigned, wants_end = n.wants_end
FROM (
    SELECT seat, timestamptz 'epoch' + since * interval '1 microsecond' AS awaited_since, awaited_ply, points, rank,
           bank, spent, timestamptz 'epoch' + spent_at * interval '1 microsecond' AS spent_at, extra, in_window,
           timestamptz 'epoch' + deadline * interval '1 microsecond' AS deadline,
           timestamptz 'epoch' + remind * interval '1 microsecond' AS remind, excused, missed,
           timestamptz 'epoch' + opened * interval '1 microsecond' AS opened,
           timestamptz 'epoch' + resigned * interval '1 microsecond' AS resigned, wants_end
    FROM jsonb_to_recordset($2) AS j (seat smallint, since bigint, awaited_ply integer, points smallint, rank smallint,
        bank bigint, spent bigint, spent_at bigint, extra bigint, in_window boolean, deadline bigint, remind bigint,
        excused boolean, missed smallint, opened bigint, resigned bigint, wants_end boolean)
) AS n
WHERE s.game = $1 AND s.seat = n.seat
    AND (s.awaited_since, s.awaited_ply, s.points, s.rank, s.bank, s.spent, s.spent_at, s.extra, s.in_window, s.deadline,
         s.remind, s.excused, s.missed, s.opened, s.resigned, s.wants_end)
    IS DISTINCT FROM (n.awaited_since, n.awaited_ply, n.points, n.rank, n.bank, n.spent, n.spent_at, n.extra, n.in_window,
         n.deadline, n.remind, n.excused, n.missed, n.opened, n.resigned, n.wants_end);

-- name: seat_take :exec
-- $1 bigint game, $2 smallint seat, $3 bigint who sits there from now on, $4 bigint who sat there.
-- What the one before had prepared does not pass to the other.
WITH drafts AS (DELETE FROM draft WHERE game = $1 AND person = $4),
     orders AS (DELETE FROM standing_order WHERE game = $1 AND seat = $2)
UPDATE seat SET person = $3, mail = true, seen = NULL, read_message = 0 WHERE game = $1 AND seat = $2;

-- name: incident_new :exec
-- $1 bigint game, $2 integer ply, $3 smallint seat, $4 text kind, $5 bigint person or null, $6 text name or null,
-- $7 timestamptz at.
INSERT INTO incident (game, ply, seat, kind, person, name, at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: seats_empty_delete :exec
-- $1 bigint game.
DELETE FROM seat WHERE game = $1 AND person IS NULL AND bot IS NULL;

-- name: seat_renumber :exec
-- $1 bigint game, $2 smallint old number, $3 smallint new number.
UPDATE seat SET seat = $3 WHERE game = $1 AND seat = $2;

-- name: snapshot_new :exec
-- $1 bigint game, $2 integer ply, $3 bytea state.
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
-- Who has had the table open just now sees the turn there: the mail waits two minutes, and no longer.
INSERT INTO outbox (person, game, kind, ply, due)
SELECT $1, $2, $3, $4, now() + CASE WHEN $3 IN ('turn', 'window') AND s.seen > now() - interval '60 seconds'
                                    THEN interval '2 minutes' ELSE interval '0' END
FROM (SELECT) AS one LEFT JOIN seat s ON s.game = $2 AND s.person = $1
ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;

-- name: outbox_again :exec
-- $1 bigint person, $2 bigint game, $3 text kind, $4 integer ply, $5 text what it tells of or null.
-- A notice of which there may be several of one ply. data: {"about", "draft"}: what happened, and whether steps that were
-- not handed in are lost by it, since this comes before they are dropped.
INSERT INTO outbox (person, game, kind, ply, nth, data)
SELECT $1, $2, $3, $4, coalesce(max(nth) + 1, 0),
       jsonb_build_object('about', $5, 'draft', EXISTS (SELECT FROM draft WHERE game = $2 AND person = $1))
FROM outbox WHERE person = $1 AND game = $2 AND kind = $3 AND ply = $4
ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;

-- name: outbox_taken :exec
-- $1 bigint person, $2 bigint game, $3 integer ply, $4 bigint who has that person's seat now.
INSERT INTO outbox (person, game, kind, ply, data)
SELECT $1, $2, 'taken', $3, jsonb_build_object('about', name) FROM person WHERE id = $4
ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;

-- name: outbox_vote :exec
-- $1 bigint person, $2 bigint game, $3 integer ply.
-- Who asks again and again does not get a letter written each time: one a day, not counting those that were not sent.
INSERT INTO outbox (person, game, kind, ply, nth)
SELECT $1, $2, 'vote', $3, coalesce(max(nth) FILTER (WHERE ply = $3) + 1, 0)
FROM outbox WHERE person = $1 AND game = $2 AND kind = 'vote'
HAVING count(*) FILTER (WHERE status <> 'dropped' AND queued > now() - interval '1 day') = 0
ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;

-- name: game_news :exec
-- $1 bigint game.  A page of this game shows something new that is no move.
UPDATE game SET version = version + 1 WHERE id = $1;

-- name: tell_game :one
-- $1 bigint game.  Row: nothing of interest.
-- Says "game version ply" ("42 17 12"; version -1: the game is gone). Runs by itself after the COMMIT: PostgreSQL lets
-- transactions that notify commit one after the other only, and this one need not wait for the disk.
SELECT set_config('synchronous_commit', 'off', true),
       pg_notify('game', coalesce((SELECT concat_ws(' ', id, version, ply) FROM game WHERE id = $1), $1 || ' -1 -1'));

-- name: tell_game_and_outbox :one
-- $1 bigint game.  Row: nothing of interest.  As tell_game.
SELECT set_config('synchronous_commit', 'off', true), pg_notify('outbox', ''),
       pg_notify('game', coalesce((SELECT concat_ws(' ', id, version, ply) FROM game WHERE id = $1), $1 || ' -1 -1'));
