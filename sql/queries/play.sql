-- name: game_locked :one
-- $1 bigint game, $2 bigint who plays.  Row: what table_of begins with, but with the state, the standing orders of all seats, to play by
-- them, since this is asked under the game's lock only, and null for the moves made since the draft: moves_since has them; how pages are
-- shown to the player; records of plans that hand themselves in: seat, person.
SELECT g.id, g.rules, g.revision, g.options::text, g.n_seats, g.owner, (SELECT name FROM person WHERE id = g.owner), g.invitation, g.secret,
       g.status, g.ply, g.state, g.hash, g.awaits, g.created, g.started, g.moved, g.ended, g.pace::text, g.version, g.ending,
       g.rematch_of, g.apart, g.hints, g.doors, g.practice_ply IS NOT NULL, g.practice_of, coalesce(g.practice_ply, 0), coalesce(practice_bound(g.id, g.practice_ply), -1), practice_opens(g.id, g.practice_ply), g.opening, g.paused, g.guide, (SELECT CASE WHEN f.points IS NULL THEN f.tournament ELSE -f.tournament END FROM fixture f WHERE f.game = g.id),
{seats_and_rests}
       , ARRAY(SELECT ROW (seat, text, at) FROM standing_order WHERE game = g.id ORDER BY seat, position),
       d.ply, d.steps::text, NULL, (SELECT display FROM person WHERE id = $2),
       ARRAY(SELECT ROW (p.seat, p.person) FROM plan p WHERE p.game = g.id AND p.hands_in)
FROM game g LEFT JOIN draft d ON d.game = g.id AND d.person = $2 WHERE g.id = $1;

-- name: game_close :one
-- The end of a change, in one statement: head, moves, the seats that changed, the draft that is done with, letters.
-- $1 bigint game, $2 integer ply, $3 bytea state or null to leave it, $4 bytea hash, $5 smallint awaits, $6 text status, $7 smallint seats,
-- $8 timestamptz started, $9 timestamptz moved, $10 timestamptz ended or null, $11 text how it ended or null, $12 timestamptz paused or
-- null.
-- Of each move: $13 integer[] ply, $14 smallint[] seat, $15 text[] move, $16 bytea[] events, $17 text[] cause, $18 timestamptz[] at,
-- $19 integer[] revision, $20 bytea[] hash, $21 bigint[] who sits there or null, $22 text[] the order or null, $23 bigint[] microseconds
-- that counted of the wait it ended or null; $24 smallint[] the points of all seats, move after move.
-- $25 smallint[] the seats that changed; of each seat, in their order and by their number, what it is then:
-- $26 timestamptz[] awaited since, $27 integer[] awaited ply, $28 smallint[] points,
-- $29 smallint[] rank, $30 bigint[] bank, $31 bigint[] spent, $32 timestamptz[] up to when, $33 bigint[] extra, $34 boolean[] in a window,
-- $35 timestamptz[] deadline, $36 timestamptz[] reminder, $37 boolean[] excused, $38 smallint[] missed, $39 timestamptz[] opened,
-- $40 timestamptz[] resigned, $41 boolean[] wants the end.
-- $42 bigint whose draft is dropped or null.  Of each letter, as outbox_game: $43 bigint[] person, $44 text[] kind, $45 integer[] ply,
-- $46 integer[] seconds until it may go.
-- $47 bigint[] the seal of each move.
-- Row: this transaction, which wrote the game and the moves.
-- Items of arrays are taken one by one: unnest() of as many arrays costs more than all the rest.
WITH moves AS (
    INSERT INTO move (game, ply, seat, move, events, cause, at, points, revision, hash, person, by_order, took, seal)
    SELECT $1, $13[i], $14[i], $15[i], $16[i], $17[i], $18[i], $24[(i - 1) * $7 + 1:i * $7], $19[i], $20[i], $21[i], $22[i], $23[i], $47[i]
    FROM generate_series(1, cardinality($13)) AS i
), seats AS (
    UPDATE seat SET awaited_since = $26[seat + 1], awaited_ply = $27[seat + 1], points = $28[seat + 1], rank = $29[seat + 1],
        bank = $30[seat + 1], spent = $31[seat + 1], spent_at = $32[seat + 1], extra = $33[seat + 1], in_window = $34[seat + 1],
        deadline = $35[seat + 1], remind = $36[seat + 1], excused = $37[seat + 1], missed = $38[seat + 1], opened = $39[seat + 1],
        resigned = $40[seat + 1], wants_end = $41[seat + 1]
    WHERE game = $1 AND seat = ANY ($25)
), done AS (
    DELETE FROM draft WHERE game = $1 AND person = $42
), letters AS (
    INSERT INTO outbox (person, game, kind, ply, due)
    SELECT $43[i], $1, $44[i], $45[i], now() + $46[i] * interval '1 second' FROM generate_series(1, cardinality($43)) AS i
    ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING
)
UPDATE game SET ply = $2, state = coalesce($3, state), hash = $4, awaits = $5, status = $6, n_seats = $7, started = $8, moved = $9,
    ended = $10, ending = $11, paused = $12, version = version + 1
WHERE id = $1 RETURNING xmin;

-- name: seat_take :exec
-- $1 bigint game, $2 smallint seat, $3 bigint who sits there from now on, $4 bigint who sat there, null: a bot.
-- What the one before had prepared does not pass to the other, and until the end that one is no spectator.
WITH drafts AS (DELETE FROM draft WHERE game = $1 AND person = $4),
     former AS (INSERT INTO former (game, person) SELECT $1, $4 WHERE $4 IS NOT NULL ON CONFLICT DO NOTHING),
     orders AS (DELETE FROM standing_order WHERE game = $1 AND seat = $2)
UPDATE seat SET person = $3, bot = NULL, mail = true, seen = NULL, read_message = 0 WHERE game = $1 AND seat = $2;

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
-- Who takes steps by hand does not have a plan played over them at this ply, also when they are dropped again.
WITH tried AS (UPDATE plan SET tried = $3 WHERE game = $1 AND person = $2 AND tried < $3)
INSERT INTO draft (game, person, ply, steps) VALUES ($1, $2, $3, $4)
ON CONFLICT (game, person) DO UPDATE SET ply = excluded.ply, steps = excluded.steps, at = now();

-- name: draft_drop :exec
-- $1 bigint game, $2 bigint person.  As draft_put; the ply is the game's.
WITH tried AS (
    UPDATE plan p SET tried = g.ply FROM game g WHERE g.id = $1 AND p.game = $1 AND p.person = $2 AND p.tried < g.ply
)
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
-- $1 bigint person, $2 bigint game, $3 integer ply, $4 text kind: vote, pause or back.
-- Who asks again and again does not get a letter written each time: one a day, not counting those that were not sent.
INSERT INTO outbox (person, game, kind, ply, nth)
SELECT $1, $2, $4, $3, coalesce(max(nth) FILTER (WHERE ply = $3) + 1, 0)
FROM outbox WHERE person = $1 AND game = $2 AND kind = $4
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

-- name: tell_version :one
-- $1 text "game version ply".  Row: nothing of interest.  As tell_game, by who knows.
SELECT set_config('synchronous_commit', 'off', true), pg_notify('game', $1);

-- name: tell_version_and_outbox :one
-- $1 text "game version ply".  Row: nothing of interest.  As tell_game, by who knows.
SELECT set_config('synchronous_commit', 'off', true), pg_notify('outbox', ''), pg_notify('game', $1);

-- name: tell_game_and_outbox :one
-- $1 bigint game.  Row: nothing of interest.  As tell_game.
SELECT set_config('synchronous_commit', 'off', true), pg_notify('outbox', ''),
       pg_notify('game', coalesce((SELECT concat_ws(' ', id, version, ply) FROM game WHERE id = $1), $1 || ' -1 -1'));
