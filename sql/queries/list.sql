-- Lists of tables for people: the lobby, and one's own games. Rows hold a game as `listed` has it (game.sql), with its seats.

-- Seats that $1 can have at g: before the start those that are empty and kept for nobody else, then those to take over; at a table of a
-- tournament, while it counts, the tournament gives them on.

-- part: seats_to_have
       (SELECT count(*) FROM seat s WHERE s.game = g.id AND CASE g.status
            WHEN 'open' THEN s.person IS NULL AND s.bot IS NULL AND (s.kept_for IS NULL OR s.kept_for = $1)
            WHEN 'running' THEN s.person IS NOT NULL AND (s.opened IS NOT NULL OR s.resigned IS NOT NULL)
                AND NOT EXISTS (SELECT FROM fixture f WHERE f.game = g.id AND f.points IS NULL) END);

-- name: lobby :many
-- $1 bigint who asks or null, $2 text rules or null, $3 bigint before this id or null, $4 integer most, $5 text status,
-- $6 text name of the pace or null, $7 integer so many seats to have at least, $8 boolean with hints for all or without, or null.  Newest first.
-- Planned for these values: what is rare is found by its own index, tables with hints and games at which a seat may be taken over. Where a
-- game is over nobody can have a seat.
WITH page AS (
    SELECT g.id FROM game g
    WHERE g.status = $5 AND NOT g.apart AND ($2 IS NULL OR g.rules = $2) AND g.id < coalesce($3, 9223372036854775807)
        AND ($6 IS NULL OR coalesce(g.pace->>'name', 'none') = $6) AND ($8 IS NULL OR g.hints = $8)
        AND ($7 < 1 OR $5 <> 'over') AND ($7 < 1 OR $5 <> 'running' OR g.id = ANY (ARRAY(
            SELECT game FROM seat WHERE person IS NOT NULL AND ended IS NULL AND (opened IS NOT NULL OR resigned IS NOT NULL))))
        AND ($7 < 1 OR
{seats_to_have}
        >= $7)
        AND (g.invitation IS NULL OR EXISTS (SELECT FROM seat v WHERE v.game = g.id AND (v.person = $1 OR v.kept_for = $1 AND NOT unheard(v.game, $1))))
    ORDER BY g.id DESC LIMIT $4
)
{listed}
ORDER BY g.id DESC;

-- name: lobby_nearest :many
-- $1 bigint who asks or null, $2 text rules or null, $3 integer place of the pace among all or null, $4 integer most, $5 integer seats to have,
-- $6 text[] names of all paces, the fastest first, $7 boolean with hints for all or without, or null.
-- Of the newest two hundred open tables those with a seat for who asks that come nearest to what is looked for: rather the same game than the same
-- pace.
WITH page AS (
    SELECT g.id, CASE WHEN g.rules = $2 THEN 0 ELSE 50 END + 3 * greatest($5 - room.n, 0) + CASE WHEN g.hints <> $7 THEN 20 ELSE 0 END
               + CASE WHEN $3 IS NULL THEN 0
                      ELSE abs($3 - coalesce(array_position($6, coalesce(g.pace->>'name', 'none')), cardinality($6))) END AS far
    FROM (
        SELECT id, status, rules, hints, pace FROM game WHERE status = 'open' AND NOT apart AND invitation IS NULL ORDER BY id DESC LIMIT 200
    ) AS g CROSS JOIN LATERAL (SELECT
{seats_to_have}
    AS n) AS room
    WHERE room.n > 0 AND NOT EXISTS (SELECT FROM seat v WHERE v.game = g.id AND v.person = $1)
    ORDER BY far, g.id DESC LIMIT $4
)
{listed}
ORDER BY page.far, g.id DESC;

-- name: games_own :many
-- $1 bigint whose, $2 integer most of each kind, $3 integer most of those that are over.
-- Row: kind (0 waits for the person's move, 1 only for an answer to a question of other players, 2 runs, 3 has not begun, 4 is over), how many of
-- this kind there are, new lines of chat by others (99 at the most), moves since the person last moved or had the table open (50 at the most), are
-- there steps that wait to be confirmed, what others ask ("end" or as in accord_put; of several what has least time) or null, the name of one who
-- asks or null; and as `listed`, with the position where the person is awaited. By kind: what is asked first, the nearest deadline, then what
-- moved last.
-- Of the games that are over only those are looked at that are shown, and the others counted, in an index.
WITH going AS (
    SELECT m.game AS id, m.deadline AS due, m.seen, m.read_message, coalesce(g.ended, g.moved, g.created) AS at, q.what, q.name,
           CASE WHEN g.status = 'over' THEN 4 WHEN g.status = 'open' THEN 3
                WHEN m.awaited_since IS NOT NULL AND m.resigned IS NULL THEN 0 WHEN q.what IS NOT NULL THEN 1 ELSE 2 END AS kind
    FROM seat m JOIN game g ON g.id = m.game LEFT JOIN LATERAL (
        SELECT every.what, every.name FROM (
{asked_of_seat}
            UNION ALL
            SELECT 'end', NULL, NULL, v.seat, p.name FROM seat v LEFT JOIN person p ON p.id = v.person
            WHERE v.game = m.game AND v.wants_end AND NOT m.wants_end AND m.resigned IS NULL AND g.status = 'running' AND g.paused IS NULL
        ) AS every
        ORDER BY every.what <> 'take_back', every.what, every.seat LIMIT 1
    ) AS q ON true
    WHERE m.person = $1 AND m.ended IS NULL
), mine AS (
    SELECT * FROM going
    UNION ALL
    (SELECT game, NULL, seen, read_message, ended, NULL, NULL, 4 FROM seat WHERE person = $1 AND ended IS NOT NULL ORDER BY ended DESC, game DESC LIMIT $3)
), page AS (
    SELECT *, row_number() OVER (PARTITION BY kind ORDER BY what IS NULL, CASE WHEN kind = 0 THEN due END, at DESC, id DESC) AS nth,
           CASE WHEN kind < 4 THEN count(*) OVER (PARTITION BY kind)
                ELSE (SELECT count(*) FROM going WHERE kind = 4) + (SELECT count(*) FROM seat WHERE person = $1 AND ended IS NOT NULL) END AS many
    FROM mine
)
SELECT page.kind, page.many,
       (SELECT count(*) FROM (SELECT FROM message c WHERE c.game = g.id AND c.id > page.read_message AND c.person <> $1
            AND NOT EXISTS (SELECT FROM block b WHERE b.person = $1 AND b.whom = c.person)
            AND NOT EXISTS (SELECT FROM chat_mute x WHERE x.game = g.id AND x.person = $1) LIMIT 99) AS c),
       CASE WHEN page.kind < 3 THEN g.ply - coalesce(
           (SELECT w.ply FROM move w WHERE w.game = g.id AND w.ply > g.ply - 50
                AND (w.at <= page.seen OR ((w.person = $1 OR g.apart) AND w.cause = 'person')) ORDER BY w.ply DESC LIMIT 1),
           greatest(g.ply - 50, 0)) ELSE 0 END,
       EXISTS (SELECT FROM draft d WHERE d.game = g.id AND d.person = $1), page.what, page.name,
       g.id, g.rules, g.revision, g.options::text, g.n_seats, g.owner, o.name, g.invitation, NULL::bytea, g.status, g.ply,
       CASE WHEN page.kind = 0 THEN g.state END, g.hash, g.awaits, g.created, g.started, g.moved, g.ended, g.pace::text, g.version, g.ending,
       g.rematch_of, g.apart, g.hints, g.doors, g.practice_ply IS NOT NULL, g.practice_of, coalesce(g.practice_ply, 0), coalesce(practice_bound(g.id, g.practice_ply), -1), practice_opens(g.id, g.practice_ply), NULL::bytea,
{seats}
FROM page JOIN game g USING (id) LEFT JOIN person o ON o.id = g.owner
WHERE page.nth <= CASE WHEN page.kind = 4 THEN $3 ELSE $2 END
ORDER BY page.kind, page.nth;

-- name: table_last :many
-- $1 bigint person, $2 text rules or null.  Row: rules, options, number of seats, bots among them, one of these or null, is it private, name of the pace, do weekends not count, has it hints for all;
-- of the table of these rules that this person opened last, else of the last of all.  No row: there was none.
SELECT g.rules, g.options::text, g.n_seats, (SELECT count(*) FROM seat s WHERE s.game = g.id AND s.bot IS NOT NULL),
       (SELECT min(s.bot) FROM seat s WHERE s.game = g.id), g.invitation IS NOT NULL, coalesce(g.pace->>'name', 'none'), coalesce((g.pace->>'weekdays')::boolean, false), g.hints
FROM game g WHERE g.owner = $1 AND NOT g.apart AND g.rematch_of IS NULL ORDER BY g.rules = $2 DESC, g.id DESC LIMIT 1;
