-- What the players of a table agree on: a pause, and its end before its time. Read with the game, see seats_and_rests.

-- name: accord_put :exec
-- $1 bigint game, $2 text what, $3 smallint seat that asked, $4 timestamptz asked, $5 smallint seats that agree, $6 timestamptz until,
-- $7 timestamptz since when it holds or null.
INSERT INTO accord (game, what, seat, asked, agreed, until, made) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (game, what) DO UPDATE SET seat = excluded.seat, asked = excluded.asked, agreed = excluded.agreed, until = excluded.until,
    made = excluded.made;

-- What the person of the seat m of the running game g is asked and has not answered, and by whom; the name is null when that one has left.

-- part: asked_of_seat
    SELECT a.what, a.asked, a.until, a.seat, p.name
    FROM accord a LEFT JOIN seat k ON k.game = a.game AND k.seat = a.seat LEFT JOIN person p ON p.id = k.person
    WHERE a.game = m.game AND a.made IS NULL AND a.agreed >> m.seat & 1 = 0 AND a.until > now()
        AND m.resigned IS NULL AND g.status = 'running' AND g.paused IS NULL;

-- name: questions_of :many
-- $1 bigint person, $2 integer most.  Row: game, rules, what, since when and until when it is asked, name of who asks or null; newest first.
SELECT m.game, g.rules, q.what, q.asked, q.until, q.name
FROM seat m JOIN game g ON g.id = m.game CROSS JOIN LATERAL (
{asked_of_seat}
) AS q
WHERE m.person = $1 AND m.ended IS NULL AND g.status = 'running' ORDER BY q.asked DESC, m.game DESC, q.what LIMIT $2;

-- name: accord_drop :exec
-- $1 bigint game, $2 text what.
DELETE FROM accord WHERE game = $1 AND what = $2;
