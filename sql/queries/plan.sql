-- Plans. Secret: a table's page reads its reader's own (table_of); others are read to hand them in only. A plan is for the next turn of its
-- own that a seat has: a move of that turn ends it, one made in another's turn does not (plan_stays).

-- name: plan_put :exec
-- $1 bigint game, $2 smallint seat, $3 bigint person, $4 integer ply, $5 jsonb alternatives, $6 boolean does it hand itself in.
INSERT INTO plan (game, seat, person, ply, ways, hands_in) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person, ply = excluded.ply, ways = excluded.ways, hands_in = excluded.hands_in,
    tried = -1, at = clock_timestamp();

-- name: plan_drop :exec
-- $1 bigint game, $2 smallint seat.
DELETE FROM plan WHERE game = $1 AND seat = $2;

-- name: plan_of :many
-- $1 bigint game, $2 smallint seat.  Row: seat, person, ply, alternatives, does it hand itself in, when it was made, the newest head at which it
-- will not; none: it counts for nothing, or there is none.
SELECT p.seat, p.person, p.ply, p.ways::text, p.hands_in, p.at, p.tried
FROM plan p JOIN game g ON g.id = p.game JOIN seat s ON s.game = p.game AND s.seat = p.seat
WHERE p.game = $1 AND p.seat = $2 AND s.person = p.person AND s.resigned IS NULL AND g.status = 'running'
    AND NOT
{plan_is_past};

-- name: plans_due :many
-- $1 integer most.  Row: game, seat; of those that may hand themselves in now, whoever has waited longest first. Not in the first 30 s of
-- the wait while the player has the table open, or opened the page of the plan just before; not in the minute after its last change, when
-- the player may be about to change it again; nor while steps of a draft stand there. Browsers tell at most every half minute that a table
-- is open. Nor while the seat is asked something in another's turn.
SELECT p.game, p.seat
FROM plan p JOIN game g ON g.id = p.game JOIN seat s ON s.game = p.game AND s.seat = p.seat
WHERE p.hands_in AND p.tried < g.ply AND g.status = 'running' AND g.paused IS NULL AND s.person = p.person AND s.awaited_since IS NOT NULL
    AND NOT s.in_window AND s.opened IS NULL AND s.resigned IS NULL
    AND p.at < now() - interval '60 seconds'
    AND (coalesce(s.seen < now() - interval '60 seconds', true) OR s.awaited_since < now() - interval '30 seconds')
    AND NOT EXISTS (SELECT FROM draft d WHERE d.game = p.game AND d.person = p.person)
    AND NOT
{plan_is_past}
ORDER BY s.awaited_since LIMIT $1;

-- name: plan_may_hand_in :many
-- $1 bigint game, $2 smallint seat.  Row: seat; the same once more, under the game's lock.
SELECT p.seat
FROM plan p JOIN seat s ON s.game = p.game AND s.seat = p.seat
WHERE p.game = $1 AND p.seat = $2 AND p.hands_in AND s.person = p.person AND NOT s.in_window AND s.opened IS NULL AND s.resigned IS NULL
    AND p.at < clock_timestamp() - interval '60 seconds'
    AND (coalesce(s.seen < clock_timestamp() - interval '60 seconds', true) OR s.awaited_since < clock_timestamp() - interval '30 seconds')
    AND NOT EXISTS (SELECT FROM draft d WHERE d.game = p.game AND d.person = p.person);

-- name: plan_tried :exec
-- $1 bigint game, $2 smallint seat, $3 integer ply.  It has not handed itself in on that head, and will not. Likewise draft_put, draft_drop.
UPDATE plan SET tried = $3 WHERE game = $1 AND seat = $2 AND tried < $3;

-- name: plan_stays :exec
-- $1 bigint game, $2 smallint seat, $3 integer ply.  Before the moves of a turn are inserted: what the seat did up to that ply it did in
-- another's turn. A plan that counts for nothing any more stays so.
UPDATE plan p SET answered = $3
WHERE p.game = $1 AND p.seat = $2 AND NOT
{plan_is_past};

-- name: plan_again :exec
-- $1 bigint game, $2 smallint seat, $3 integer ply, $4 integer ply where the turn began that is undone by move $3.
-- The plan that the seat had then counts once more. It waits for its player, who has not wanted what was played, and does not hand itself in.
UPDATE plan p SET answered = $3, hands_in = false
WHERE p.game = $1 AND p.seat = $2 AND p.ply <= $4
    AND NOT EXISTS (SELECT FROM move m WHERE m.game = p.game AND m.seat = p.seat AND m.ply > greatest(p.ply, p.answered) AND m.ply <= $4);

-- name: plans_clear :exec
-- Those that count for nothing any more; but where nobody else has moved since the turn of the seat, that turn may still be undone.
DELETE FROM plan p USING game g, seat s
WHERE g.id = p.game AND s.game = p.game AND s.seat = p.seat
    AND (g.status <> 'running' OR s.person IS DISTINCT FROM p.person OR s.resigned IS NOT NULL
         OR EXISTS (SELECT FROM move m JOIN move o ON o.game = m.game AND o.ply > m.ply AND o.seat <> m.seat
                    WHERE m.game = p.game AND m.seat = p.seat AND m.ply > greatest(p.ply, p.answered)));

-- name: plans_used :exec
-- Those that stay all the same do not hand themselves in any more: no letter waits for them.
UPDATE plan p SET hands_in = false
WHERE p.hands_in AND
{plan_is_past};

-- name: plan_handed_in :exec
-- $1 text rules.  One more plan is played automatically.
INSERT INTO plan_tally (rules, handed_in) VALUES ($1, 1) ON CONFLICT (rules) DO UPDATE SET handed_in = plan_tally.handed_in + 1;

-- name: plan_tallies :many
-- Row: rules, how many plans were played automatically.
SELECT rules, handed_in FROM plan_tally ORDER BY rules;
