-- What the operator asks for on the command line. Guests, and tables apart, stand in no list.

-- name: people_listed :many
-- $1 bigint after this person, $2 integer most.
-- Row: id, name, email, lang, email confirmed, mail wanted, created; last seen on the site or null, running games, finished.
SELECT p.id, p.name, p.email, p.lang, p.email_confirmed IS NOT NULL, p.mail, p.created, p.visited,
       (SELECT count(*) FROM seat s JOIN game g ON g.id = s.game WHERE s.person = p.id AND g.status = 'running' AND NOT g.apart),
       (SELECT count(*) FROM seat s JOIN game g ON g.id = s.game WHERE s.person = p.id AND g.status = 'over' AND NOT g.apart)
FROM person p WHERE p.id > $1 AND p.name IS NOT NULL ORDER BY p.id LIMIT $2;

-- name: person_listed :one
-- $1 bigint person.  Row: as people_listed; sessions, failed or returned letters of the last month, what the mail server
-- said of the newest of these or null, since when letters to the address come back or null, role ("" for none), until when this person may write
-- nothing in chats or null, until when it is suspended or null, since when it is banned or null.
SELECT p.id, p.name, p.email, p.lang, p.email_confirmed IS NOT NULL, p.mail, p.created, p.visited,
       (SELECT count(*) FROM seat s JOIN game g ON g.id = s.game WHERE s.person = p.id AND g.status = 'running' AND NOT g.apart),
       (SELECT count(*) FROM seat s JOIN game g ON g.id = s.game WHERE s.person = p.id AND g.status = 'over' AND NOT g.apart),
       (SELECT count(*) FROM session s WHERE s.person = p.id AND s.expires > now()),
       (SELECT count(*) FROM outbox o WHERE o.person = p.id AND o.status IN ('failed', 'bounced')),
       (SELECT o.note FROM outbox o WHERE o.person = p.id AND o.status IN ('failed', 'bounced') ORDER BY o.id DESC LIMIT 1),
       p.bounced, p.role, CASE WHEN p.muted_until > now() THEN p.muted_until END, CASE WHEN p.suspended_until > now() THEN p.suspended_until END, p.banned
FROM person p WHERE p.id = $1;

-- name: person_confirm :one
-- $1 bigint person.  Row: id.  Unique violation: another person has confirmed the same address.
UPDATE person SET email_confirmed = CASE WHEN bounced IS NULL THEN coalesce(email_confirmed, now()) ELSE now() END,
    bounced = NULL, bounced_note = NULL
WHERE id = $1 RETURNING id;

-- name: sessions_end :one
-- $1 bigint person.  Row: how many there were.  Links that sign in end with them; one to a game is still good for a fresh letter.
WITH ended AS (DELETE FROM session WHERE person = $1 RETURNING 1),
     unknown AS (DELETE FROM browser WHERE person = $1),
     spent AS (DELETE FROM token WHERE person = $1 AND kind IN ('confirm', 'recover', 'address')),
     void AS (
{links_void}
     )
SELECT count(*) FROM ended;

-- name: games_listed :many
-- $1 bigint after this game, $2 integer most, $3 text status or null.
-- Row: id, rules, status, ply, seats, created, moved or null, ended or null, paused or null, owner, private, who sits there
-- ("Anna, Bruno, (bot)"), who is awaited by their names, the nearest deadline or null.
SELECT g.id, g.rules, g.status, g.ply, g.n_seats, g.created, g.moved, g.ended, g.paused, coalesce(o.name, '(left)'), g.invitation IS NOT NULL,
       (SELECT string_agg(coalesce(p.name, CASE WHEN s.bot IS NOT NULL THEN '(bot)' WHEN s.person IS NOT NULL THEN '(left)' ELSE '(free)' END), ', ' ORDER BY s.seat)
        FROM seat s LEFT JOIN person p ON p.id = s.person WHERE s.game = g.id),
       (SELECT string_agg(coalesce(p.name, '(bot)'), ', ' ORDER BY s.seat)
        FROM seat s LEFT JOIN person p ON p.id = s.person WHERE s.game = g.id AND s.awaited_since IS NOT NULL),
       (SELECT min(s.deadline) FROM seat s WHERE s.game = g.id)
FROM game g LEFT JOIN person o ON o.id = g.owner
WHERE g.id > $1 AND NOT g.apart AND ($3 IS NULL OR g.status = $3) ORDER BY g.id LIMIT $2;
