-- People among each other: profiles, following, blocking, muting, and what spectators write.

-- name: profile_of :one
-- $1 text name, any case, $2 bigint who asks or null.
-- Row: id, name, email, lang, email confirmed, mail wanted, created, own words or "", who may see the profile; does who asks follow the person, and
-- has who asks blocked the person.  No row: nobody has that name, or the profile is hidden and another's,
-- unless a moderator asks.
SELECT p.id, p.name, p.email, p.lang, p.email_confirmed IS NOT NULL, p.mail, p.created, p.about, p.profile,
       EXISTS (SELECT FROM follow f WHERE f.person = $2 AND f.whom = p.id), EXISTS (SELECT FROM block b WHERE b.person = $2 AND b.whom = p.id)
FROM person p WHERE lower(p.name) = lower($1) AND (p.profile <> 'hidden' OR p.id = $2
    OR EXISTS (SELECT FROM person m WHERE m.id = $2 AND m.role <> ''));

-- name: follow_new :one
-- $1 bigint person, $2 bigint whom, $3 integer most.
-- Row: has the person blocked that one, follows that one already, and how many the person follows.  Nothing happens when the first is so, or there are so
-- many.
WITH new AS (
    INSERT INTO follow (person, whom) SELECT $1, $2
    WHERE NOT EXISTS (SELECT FROM block WHERE person = $1 AND whom = $2) AND (SELECT count(*) FROM follow WHERE person = $1) < $3
    ON CONFLICT DO NOTHING
)
SELECT EXISTS (SELECT FROM block WHERE person = $1 AND whom = $2), EXISTS (SELECT FROM follow WHERE person = $1 AND whom = $2),
       (SELECT count(*) FROM follow WHERE person = $1);

-- name: follow_drop :exec
-- $1 bigint person, $2 bigint whom.
DELETE FROM follow WHERE person = $1 AND whom = $2;

-- name: block_new :one
-- $1 bigint person, $2 bigint whom, $3 integer most.
-- Row: has the person blocked that one already, and how many the person has blocked; of so many nobody else is.  Who is blocked is followed no
-- more, and invitations by that one that have not been sent yet go to nobody.
WITH few AS (
    SELECT $1 AS id FROM (SELECT count(*) AS n FROM block WHERE person = $1) AS all_blocked WHERE n < $3
), gone AS (
    DELETE FROM follow WHERE person = (SELECT id FROM few) AND whom = $2
), letters AS (
    DELETE FROM outbox WHERE id IN (
        SELECT o.id FROM few JOIN asked a ON a.person = few.id AND a.inviter = $2
            JOIN outbox o ON o.person = a.person AND o.game = a.game AND o.kind IN ('asked', 'rematch') AND o.status = 'waiting'
        FOR UPDATE OF o SKIP LOCKED)
), new AS (
    INSERT INTO block (person, whom) SELECT id, $2 FROM few ON CONFLICT DO NOTHING
)
SELECT EXISTS (SELECT FROM block WHERE person = $1 AND whom = $2), (SELECT count(*) FROM block WHERE person = $1);

-- name: block_drop :exec
-- $1 bigint person, $2 bigint whom.
DELETE FROM block WHERE person = $1 AND whom = $2;

-- name: follows_of :many
-- $1 bigint person.  Row: id, name, since when, is that one's profile hidden; by name.
SELECT p.id, p.name, f.at, p.profile = 'hidden' FROM follow f JOIN person p ON p.id = f.whom WHERE f.person = $1 AND p.name IS NOT NULL
ORDER BY lower(p.name);

-- name: blocks_of :many
-- $1 bigint person.  Row: as follows_of, whom the person has blocked.
SELECT p.id, p.name, b.at, p.profile = 'hidden' FROM block b JOIN person p ON p.id = b.whom WHERE b.person = $1 AND p.name IS NOT NULL
ORDER BY lower(p.name);

-- name: asked_put :exec
-- $1 bigint game, $2 bigint for whom a seat is kept, $3 bigint who asks, $4 text a line or "".
INSERT INTO asked (game, person, inviter, line) VALUES ($1, $2, $3, $4)
ON CONFLICT (game, person) DO UPDATE SET inviter = excluded.inviter, line = excluded.line, at = excluded.at;

-- name: asked_letter :exec
-- $1 bigint game, $2 bigint for whom a seat is kept, $3 bigint who asks.  No letter goes to one who has blocked the other.
INSERT INTO outbox (person, game, kind)
SELECT $2, $1, 'asked' WHERE NOT EXISTS (SELECT FROM block WHERE person = $2 AND whom = $3)
ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;

-- name: privacy_of :one
-- $1 bigint person.  Row: who may see the profile, is the person on leaderboards.
SELECT profile, ranked FROM person WHERE id = $1;

-- name: privacy_set :one
-- $1 bigint person, $2 text who may see the profile, $3 boolean on leaderboards.  Row: id.
UPDATE person SET profile = $2, ranked = $3 WHERE id = $1 AND left_at IS NULL RETURNING id;

-- name: followed_open :many
-- $1 bigint person, $2 integer most.
-- Open public tables with a seat for the person at which somebody sits whom the person follows, as `listed`, newest first.
WITH page AS (
    SELECT g.id FROM game g
    WHERE EXISTS (SELECT FROM follow WHERE person = $1) AND g.status = 'open' AND NOT g.apart AND g.invitation IS NULL
        AND EXISTS (SELECT FROM seat s JOIN follow f ON f.person = $1 AND f.whom = s.person JOIN person p ON p.id = s.person
            WHERE s.game = g.id AND p.profile <> 'hidden')
        AND NOT EXISTS (SELECT FROM seat v WHERE v.game = g.id AND v.person = $1)
        AND
{seats_to_have}
        > 0
    ORDER BY g.id DESC LIMIT $2
)
{listed}
ORDER BY g.id DESC;

-- name: followed_over :many
-- $1 bigint person, $2 integer most.
-- Public games that have ended of those whom the person follows, without the person's own, as `listed`, those that ended last first; of each the
-- newest three.
WITH page AS (
    SELECT DISTINCT g.id, g.ended FROM follow f JOIN person p ON p.id = f.whom AND p.profile <> 'hidden'
        CROSS JOIN LATERAL (SELECT s.game FROM seat s CROSS JOIN LATERAL (
                SELECT FROM game o WHERE o.id = s.game AND o.status = 'over' AND NOT o.apart AND o.invitation IS NULL OFFSET 0
            ) AS o
            WHERE s.person = f.whom ORDER BY s.game DESC LIMIT 3) AS last
        JOIN game g ON g.id = last.game
    WHERE f.person = $1 AND NOT EXISTS (SELECT FROM seat v WHERE v.game = g.id AND v.person = $1)
    ORDER BY g.ended DESC, g.id DESC LIMIT $2
)
{listed}
ORDER BY g.ended DESC, g.id DESC;

-- name: spectators_open :one
-- $1 bigint game, $2 bigint who asks or null.  Row: may that one read what spectators write there now?
SELECT looks_on($1, $2);

-- name: spectator_lines :many
-- $1 bigint game, $2 bigint who asks or null, $3 bigint before this id or null, $4 integer most.
-- Row: as messages_newest, without a seat; newest first. None for who may not read them now.
SELECT m.id, m.person, p.name, -1::smallint, m.ply, CASE WHEN m.hidden IS NULL THEN m.text END, m.at, p.profile = 'hidden'
FROM spectator_line m JOIN person p ON p.id = m.person
WHERE m.game = $1 AND m.id < coalesce($3, 9223372036854775807) AND looks_on($1, $2)
    AND NOT EXISTS (SELECT FROM block b WHERE b.person = $2 AND b.whom = m.person)
ORDER BY m.id DESC LIMIT $4;

-- name: spectator_say :one
-- $1 bigint game, $2 bigint person, $3 text text.  Row: id.  No row: the person is no spectator there. The game's version stays: who plays must not
-- tell that something was written.
INSERT INTO spectator_line (game, person, ply, text)
SELECT g.id, $2, g.ply, $3 FROM game g
WHERE g.id = $1 AND looks_on($1, $2) AND NOT EXISTS (SELECT FROM seat s WHERE s.game = $1 AND s.person = $2) RETURNING id;

-- name: asked_of :many
-- $1 bigint game, $2 bigint person.  Row: who has invited the person to it, and a line or ""; of whom the person has not blocked.  No row: nobody has, or
-- that one has left.
SELECT p.name, a.line FROM asked a JOIN seat s ON s.game = a.game AND s.kept_for = a.person JOIN person p ON p.id = a.inviter
WHERE a.game = $1 AND a.person = $2 AND NOT unheard($1, $2)
UNION ALL
SELECT p.name, i.line FROM invitation i JOIN person me ON me.id = $2 AND me.email_confirmed IS NOT NULL AND lower(i.email) = lower(me.email)
    JOIN person p ON p.id = i.inviter
WHERE i.game = $1 AND NOT EXISTS (SELECT FROM block b WHERE b.person = $2 AND b.whom = i.inviter)
LIMIT 1;

-- name: asked_lines :many
-- $1 bigint person.  Row: game at which a seat is kept for the person, who keeps it, and a line or "".
SELECT a.game, p.name, a.line FROM asked a JOIN seat s ON s.game = a.game AND s.kept_for = a.person JOIN person p ON p.id = a.inviter
WHERE a.person = $1 AND NOT EXISTS (SELECT FROM block b WHERE b.person = $1 AND b.whom = a.inviter) ORDER BY a.game DESC LIMIT 100;
