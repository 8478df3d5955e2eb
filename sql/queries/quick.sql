-- Quick seats, standing challenges, doors.

-- name: at_doors :one
-- $1 bigint person, $2 bigint[] owners of tables.
-- Row: percent of the last deadlines met as it counts at doors, how many deadlines there were, records of ratings: rules, rating; records of
-- those of the owners who follow this person.
SELECT r.at_doors, r.deadlines, ARRAY(SELECT ROW (a.rules, round(a.rating)::integer) FROM rating a WHERE a.person = $1 AND a.games > 0),
       ARRAY(SELECT ROW (f.person) FROM follow f WHERE f.whom = $1 AND f.person = ANY ($2))
FROM reliability($1) AS r;

-- name: quick_lock :many
-- Row: nothing of interest.  One after the other: two who come at once must find each other.
SELECT true FROM pg_advisory_xact_lock(hashtextextended('quick seat', 0));

-- name: quick_wish :one
-- $1 bigint person.  Row: titles, paces (names with a blank between them), seats (a bit for each number), minutes, with bots then?, the table where
-- the person waits or null, since when or null, the table's status or null.
SELECT array_to_string(q.titles, ' '), array_to_string(q.paces, ' '), q.seats, q.minutes, q.bots, q.game, q.since, g.status
FROM seeker q LEFT JOIN game g ON g.id = q.game WHERE q.person = $1;

-- name: quick_hours :many
-- $1 bigint game, $2 bigint who asks or null.  Row: seat, hours of who sits there; for members, and not of those who hide their profile.
SELECT s.seat, p.hours FROM seat s JOIN person p ON p.id = s.person
WHERE s.game = $1 AND p.hours IS NOT NULL AND p.profile <> 'hidden' AND EXISTS (SELECT FROM person m WHERE m.id = $2 AND m.guest IS NULL)
ORDER BY s.seat;

-- name: quick_went :one
-- $1 bigint person, $2 bigint a table that is gone.  Row: the table to which the person came from there.
SELECT q.game FROM seeker q JOIN game g ON g.id = q.game WHERE q.person = $1 AND q.was = $2;

-- name: quick_put :one
-- $1 bigint person, $2 text[] titles, $3 text[] paces, $4 smallint seats, $5 integer minutes, $6 boolean bots.
-- Row: the table at which the person waits since before or null.
INSERT INTO seeker (person, titles, paces, seats, minutes, bots) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (person) DO UPDATE SET titles = excluded.titles, paces = excluded.paces, seats = excluded.seats, minutes = excluded.minutes,
    bots = excluded.bots
RETURNING game;

-- name: quick_waits :exec
-- $1 bigint[] people, $2 bigint the table where they wait from now on, $3 timestamptz since when, for who did not look before.
UPDATE seeker q SET was = CASE WHEN q.game <> $2 THEN q.game ELSE q.was END, game = $2, since = CASE WHEN EXISTS (SELECT FROM game g WHERE g.id = q.game AND g.status = 'open') THEN coalesce(q.since, $3) ELSE $3 END,
    percent = (SELECT at_doors FROM reliability(q.person))
WHERE q.person = ANY ($1);

-- name: quick_leaves :exec
-- $1 bigint game, $2 bigint person.  Who stands up looks no more.
UPDATE seeker SET game = NULL, since = NULL WHERE person = $2 AND game = $1 AND since IS NOT NULL;

-- Is the table g one that somebody may be seated at quickly? Open, public, of people alone, with room, and nothing kept; without hints, with a
-- clock that also goes at weekends.

-- part: quick_room
      g.status = 'open' AND NOT g.apart AND g.invitation IS NULL AND NOT g.hints AND g.pace->>'name' IS NOT NULL
      AND NOT coalesce((g.pace->>'weekdays')::boolean, false)
      AND NOT EXISTS (SELECT FROM seat s WHERE s.game = g.id AND (s.bot IS NOT NULL OR s.kept_for IS NOT NULL))
      AND EXISTS (SELECT FROM seat s WHERE s.game = g.id AND s.person IS NULL);

-- name: quick_tables :many
-- $1 integer most, $2 integer most of one owner.
-- Row: game, rules, options, seats, name of the pace, since when, doors, owner, records of who sits there: seat, person; is it the table of
-- a seeker who waits alone?  Those of seekers first, then the newest.
WITH room AS (
    SELECT g.*, row_number() OVER (PARTITION BY g.owner ORDER BY g.id DESC) AS nth,
           EXISTS (SELECT FROM seeker q JOIN seat s ON s.game = g.id AND s.person = q.person WHERE q.game = g.id AND q.since IS NOT NULL)
           AND (SELECT count(*) FROM seat s WHERE s.game = g.id AND s.person IS NOT NULL) = 1 AS is_seekers
    FROM game g
    WHERE
{quick_room}
)
SELECT g.id, g.rules, g.options::text, g.n_seats, g.pace->>'name', g.created, g.doors, g.owner,
       ARRAY(SELECT ROW (s.seat, s.person) FROM seat s WHERE s.game = g.id AND s.person IS NOT NULL ORDER BY s.seat), g.is_seekers
FROM room g WHERE g.is_seekers OR g.nth <= $2 ORDER BY g.is_seekers DESC, g.id DESC LIMIT $1;

-- name: quick_seekers :many
-- $1 integer most.
-- Row: person, table, titles, paces, seats, since when.  Those who wait alone, who came first first.
SELECT q.person, q.game, array_to_string(q.titles, ' '), array_to_string(q.paces, ' '), q.seats, q.since
FROM seeker q JOIN game g ON g.id = q.game JOIN person p ON p.id = q.person
WHERE q.since IS NOT NULL AND (SELECT count(*) FROM seat s WHERE s.game = g.id AND s.person IS NOT NULL) = 1
    AND EXISTS (SELECT FROM seat s WHERE s.game = g.id AND s.person = q.person)
    AND p.banned IS NULL AND coalesce(p.suspended_until <= now(), true) AND
{quick_room}
ORDER BY q.since, q.person LIMIT $1;

-- name: quick_people :many
-- $1 bigint[] people, $2 bigint who looks.
-- Row: person, language or null, hours, percent of the last deadlines met or -1 when that was not looked up, records of ratings: rules, rating.
-- Who looks first.
SELECT p.id, p.lang, p.hours, coalesce(CASE WHEN p.id = $2 THEN (SELECT at_doors FROM reliability(p.id))
           ELSE (SELECT q.percent FROM seeker q WHERE q.person = p.id AND q.since IS NOT NULL) END, -1),
       ARRAY(SELECT ROW (r.rules, round(r.rating)::integer) FROM rating r WHERE r.person = p.id AND r.games > 0)
FROM person p WHERE p.id = ANY ($1) ORDER BY p.id <> $2, p.id;

-- name: quick_blocks :many
-- $1 bigint[] people.  Row: two of them of whom one has blocked the other.
SELECT person, whom FROM block WHERE person = ANY ($1) AND whom = ANY ($1);

-- name: quick_follows :many
-- $1 bigint[] people.  Row: one of them, another whom this one follows.
SELECT person, whom FROM follow WHERE person = ANY ($1) AND whom = ANY ($1);

-- name: quick_hold :many
-- $1 bigint[] games.  Row: those of them that are open still; nobody else changes them until the end of the transaction.
SELECT id FROM game WHERE id = ANY ($1) AND status = 'open' ORDER BY id FOR NO KEY UPDATE;

-- name: quick_due :many
-- $1 timestamptz now, $2 integer most.
-- Row: person, table, does somebody there go on waiting for people? Of those who have waited as long as they would and want bots then; who has
-- kept a seat there waits for that one.
SELECT q.person, q.game, EXISTS (SELECT FROM seat s WHERE s.game = g.id AND s.person IS NOT NULL AND NOT EXISTS (
        SELECT FROM seeker o WHERE o.person = s.person AND o.game = g.id AND o.since IS NOT NULL AND o.bots))
FROM seeker q JOIN game g ON g.id = q.game
WHERE q.since IS NOT NULL AND g.status = 'open' AND q.since + q.minutes * interval '1 minute' <= $1 AND q.bots
    AND NOT EXISTS (SELECT FROM seat s JOIN asked a ON a.game = s.game AND a.person = s.kept_for WHERE s.game = g.id AND a.inviter = q.person)
ORDER BY q.since, q.person LIMIT $2;

-- name: quick_full :many
-- $1 integer most.  Row: a table of seekers that is full and has not begun.
SELECT DISTINCT g.id FROM seeker q JOIN game g ON g.id = q.game
WHERE q.since IS NOT NULL AND g.status = 'open' AND NOT EXISTS (SELECT FROM seat s WHERE s.game = g.id AND s.person IS NULL AND s.bot IS NULL)
ORDER BY g.id LIMIT $1;

-- name: quick_done :exec
-- Ends looking where the game has begun.
UPDATE seeker q SET since = NULL WHERE q.since IS NOT NULL AND EXISTS (SELECT FROM game g WHERE g.id = q.game AND g.status <> 'open');

-- name: quick_silent :many
-- $1 timestamptz not seen since, $2 integer most.  Row: as quick_due; who looks and was not here any more, or may not play.
SELECT q.person, q.game, false FROM seeker q JOIN person p ON p.id = q.person JOIN game g ON g.id = q.game
WHERE g.status = 'open' AND q.since IS NOT NULL
    AND (p.banned IS NOT NULL OR p.suspended_until > now() OR (q.since < $1 AND coalesce(p.visited, q.since) < $1)) ORDER BY q.person LIMIT $2;

-- ---- standing challenges ----

-- name: challenges_of :many
-- $1 bigint person.  Row: id, rules, pace, seats, most, doors, how many of its games run, its open table or null.
SELECT c.id, c.rules, c.pace, c.seats, c.most, c.doors,
       (SELECT count(*) FROM seat s JOIN game g ON g.id = s.game WHERE s.person = c.person AND s.resigned IS NULL AND g.status = 'running'
           AND NOT g.apart AND g.invitation IS NULL AND g.rules = c.rules AND g.pace->>'name' = c.pace AND g.n_seats = c.seats),
       (SELECT min(g.id) FROM seat s JOIN game g ON g.id = s.game WHERE s.person = c.person AND g.status = 'open'
           AND NOT g.apart AND g.invitation IS NULL AND g.rules = c.rules AND g.pace->>'name' = c.pace AND g.n_seats = c.seats)
FROM challenge c WHERE c.person = $1 ORDER BY c.id;

-- name: challenge_new :one
-- $1 bigint person, $2 text rules, $3 text pace, $4 smallint seats, $5 smallint most, $6 text doors, $7 integer most challenges a person.
-- Row: id.  No row: there are as many already.
INSERT INTO challenge (person, rules, pace, seats, most, doors)
SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM challenge WHERE person = $1) < $7
    OR EXISTS (SELECT FROM challenge WHERE person = $1 AND rules = $2 AND pace = $3 AND seats = $4)
ON CONFLICT ON CONSTRAINT challenge_once DO UPDATE SET most = excluded.most, doors = excluded.doors, looked = NULL
RETURNING id;

-- name: challenge_drop :exec
-- $1 bigint person, $2 bigint id.
DELETE FROM challenge WHERE person = $1 AND id = $2;

-- name: challenges_due :many
-- $1 timestamptz now, $2 timestamptz who was not seen since then has none opened, $3 integer most.
-- Row: id, person, rules, pace, seats, doors; of those that have no open table, and fewer that run than they may.
SELECT c.id, c.person, c.rules, c.pace, c.seats, c.doors
FROM challenge c JOIN person p ON p.id = c.person
WHERE p.left_at IS NULL AND p.email_confirmed IS NOT NULL AND p.bounced IS NULL AND p.banned IS NULL
    AND coalesce(p.suspended_until <= $1, true) AND coalesce(p.visited, p.created) >= $2
    AND (c.looked IS NULL OR c.looked < $1 - interval '10 seconds')
    AND NOT EXISTS (SELECT FROM vacation v WHERE v.person = c.person AND v.starts <= $1 AND v.ends > $1)
    AND (SELECT count(*) FILTER (WHERE g.status = 'running') < c.most AND count(*) FILTER (WHERE g.status = 'open') = 0
         FROM seat s JOIN game g ON g.id = s.game WHERE s.person = c.person AND s.resigned IS NULL AND g.status <> 'over'
             AND NOT g.apart AND g.invitation IS NULL AND g.rules = c.rules AND g.pace->>'name' = c.pace AND g.n_seats = c.seats)
ORDER BY c.id LIMIT $3;

-- name: challenge_looked :exec
-- $1 bigint id, $2 timestamptz now.
UPDATE challenge SET looked = $2 WHERE id = $1;

-- ---- letters ----

-- name: outbox_seated :exec
-- $1 bigint game, $2 bigint who has sat down there.  To the others there, while there is room: no more letters a day than there are
-- people, whoever comes and goes.
INSERT INTO outbox (person, game, kind, ply, nth, data)
SELECT s.person, $1, 'seated', 0,
       coalesce((SELECT max(o.nth) + 1 FROM outbox o WHERE o.person = s.person AND o.game = $1 AND o.kind = 'seated'), 0),
       jsonb_build_object('about', p.name)
FROM seat s, person p
WHERE s.game = $1 AND s.person <> $2 AND p.id = $2 AND EXISTS (SELECT FROM seat f WHERE f.game = $1 AND f.person IS NULL AND f.bot IS NULL)
    AND (SELECT count(*) FROM outbox o WHERE o.person = s.person AND o.game = $1 AND o.kind = 'seated' AND o.queued > now() - interval '1 day')
        < (SELECT count(*) FROM seat c WHERE c.game = $1 AND c.person IS NOT NULL AND c.person <> s.person)
ON CONFLICT ON CONSTRAINT outbox_once DO NOTHING;
