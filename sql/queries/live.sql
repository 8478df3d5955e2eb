-- name: live_of :one
-- $1 bigint game, $2 bigint person or null, $3 timestamptz now, $4 boolean the table is open before the person's eyes.
-- Row: version, ply, status, seats awaited, invitation or null (also when a seat is
-- kept for the person), is it apart, the person's seat (of a practice table the first that is asked something) or -1, seats whose person is here;
-- not where a bot plays for an absent one, who may only read.
-- Notes that the person is here, at most every half minute.
WITH noted AS (
    UPDATE seat SET seen = $3
    WHERE game = $1 AND person = $2 AND $4 AND (seen BETWEEN $3 - interval '29 seconds' AND $3) IS NOT TRUE
)
SELECT g.version, g.ply, g.status, g.awaits,
       CASE WHEN NOT EXISTS (SELECT FROM seat k WHERE k.game = $1 AND k.kept_for = $2) THEN g.invitation END,
       g.apart,
       coalesce((SELECT s.seat FROM seat s WHERE s.game = $1 AND s.person = $2),
                CASE WHEN g.practice_ply IS NOT NULL AND g.owner = $2 THEN
                    (SELECT s.seat FROM seat s WHERE s.game = $1 AND (s.bot IS NULL OR s.seat = practice_bound($1, g.practice_ply)) ORDER BY s.awaited_since IS NULL, s.seat LIMIT 1) END, -1),
       coalesce((SELECT bit_or(1 << s.seat) FROM seat s WHERE s.game = $1 AND s.person IS NOT NULL AND s.opened IS NULL
                     AND (s.seen BETWEEN $3 - interval '1 minute' AND $3 OR (s.person = $2 AND $4))), 0)
FROM game g WHERE g.id = $1;

-- name: live_games :many
-- $1 text games, such as "42,17"; $2 timestamptz now.  Row: game, version, ply, seats whose person is here; by game.
SELECT g.id, g.version, g.ply,
       coalesce((SELECT bit_or(1 << s.seat) FROM seat s
                 WHERE s.game = g.id AND s.person IS NOT NULL AND s.opened IS NULL AND s.seen BETWEEN $2 - interval '1 minute' AND $2), 0)
FROM game g WHERE g.id = ANY (string_to_array($1, ',')::bigint[]) ORDER BY g.id;

-- name: live_seen :exec
-- $1 text games and persons, such as "42:3,17:3"; $2 timestamptz now.
-- These persons have these tables, or a page of them, before their eyes. At most one write of each in half a minute.
UPDATE seat s SET seen = $2
FROM (SELECT split_part(pair, ':', 1)::bigint AS game, split_part(pair, ':', 2)::bigint AS person
      FROM unnest(string_to_array($1, ',')) AS pair) AS here
WHERE s.game = here.game AND s.person = here.person
    AND (s.seen BETWEEN $2 - interval '29 seconds' AND $2) IS NOT TRUE;

-- name: live_mine :one
-- $1 bigint person.  Row: how many games wait for the person (99 at the most), and a number that changes with whatever
-- the list of their games shows.
SELECT (SELECT count(*) FROM (SELECT FROM seat w WHERE w.person = $1 AND w.awaited_since IS NOT NULL AND w.resigned IS NULL LIMIT 99) AS w),
       coalesce(sum(g.version + 1) + (count(*) FILTER (WHERE m.going) << 32), 0)::bigint
FROM (
    SELECT game, true AS going FROM seat WHERE person = $1 AND ended IS NULL
    UNION ALL
    (SELECT game, false FROM seat WHERE person = $1 AND ended IS NOT NULL ORDER BY ended DESC, game DESC LIMIT 6)
) AS m JOIN game g ON g.id = m.game;

-- name: live_mark :one
-- $1 bigint person.  Row: a number for now: what is written by transactions that have not ended yet is of numbers from there on; how many games wait for
-- the person (99 at the most).
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
       (SELECT count(*) FROM (SELECT FROM seat w WHERE w.person = $1 AND w.awaited_since IS NOT NULL AND w.resigned IS NULL LIMIT 99) AS w);

-- name: live_people :many
-- $1 text persons, such as "4,17"; $2 bigint a number as of live_mark; $3 text games, such as "42,17", or null: any; $4 integer most.
-- Row: person, game, version, ply, status, is the person awaited; tables of theirs that were changed from that number on.
SELECT s.person, g.id, g.version, g.ply, g.status, s.awaited_since IS NOT NULL AND s.resigned IS NULL
FROM seat s JOIN game g ON g.id = s.game
WHERE s.person = ANY (string_to_array($1, ',')::bigint[]) AND ($3 IS NULL OR g.id = ANY (string_to_array($3, ',')::bigint[]))
    AND age(g.xmin) <= age(($2 % 4294967296)::text::xid)
ORDER BY g.moved NULLS FIRST, g.id LIMIT $4;

-- name: standby_time :one
-- Row: of when the newest is that this standby shows; null: it is none.
SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_xact_replay_timestamp() END;
