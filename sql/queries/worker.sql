-- name: mail_take :many
-- $1 integer most.
-- Row: id, person, game, kind, name, email, lang, data, ply, tries, due still; locked, all of one person: of whom the
-- oldest due mail is that no other worker holds.
WITH first AS (
    SELECT person FROM outbox WHERE status = 'waiting' AND due <= now() ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED
)
SELECT o.id, o.person, o.game, o.kind, p.name, p.email, p.lang, o.data::text, o.ply, o.tries,
       CASE o.kind
           WHEN 'confirm' THEN p.email_confirmed IS NULL
           WHEN 'recover' THEN true
           ELSE p.mail AND p.email_confirmed IS NOT NULL AND s.mail
                AND (o.kind <> 'turn' OR s.awaited_ply = o.ply) AND (o.kind <> 'started' OR g.status <> 'over')
       END IS TRUE
FROM first JOIN outbox o ON o.person = first.person JOIN person p ON p.id = o.person
    LEFT JOIN game g ON g.id = o.game LEFT JOIN seat s ON s.game = o.game AND s.person = o.person
WHERE o.status = 'waiting' AND o.due <= now()
ORDER BY o.id LIMIT $1 FOR UPDATE OF o SKIP LOCKED;

-- name: mail_done :exec
-- $1 bigint mail, $2 text status (sent, dropped, failed), $3 text what the server said.  Forgets tokens.
UPDATE outbox SET status = $2, done = now(), note = $3, tries = tries + CASE WHEN $2 = 'dropped' THEN 0 ELSE 1 END,
    data = '{}'
WHERE id = $1;

-- name: mail_later :exec
-- $1 bigint mail, $2 integer seconds to wait, $3 text what the server said.
UPDATE outbox SET due = now() + $2 * interval '1 second', tries = tries + 1, note = $3 WHERE id = $1;

-- name: games_awaiting_bots :many
-- $1 integer most.  Row: game.  Those that waited longest first.
SELECT game FROM seat WHERE awaited_since IS NOT NULL AND bot IS NOT NULL
GROUP BY game ORDER BY min(awaited_since), game LIMIT $1;

-- name: health :one
-- Row: mails waiting, mails failed in the last seven days, when the oldest due mail was queued, games running, number of
-- the newest migration.
SELECT (SELECT count(*) FROM outbox WHERE status = 'waiting'),
       (SELECT count(*) FROM outbox WHERE status = 'failed' AND done > now() - interval '7 days'),
       (SELECT min(queued) FROM outbox WHERE status = 'waiting' AND due <= now()),
       (SELECT count(*) FROM game WHERE status = 'running'),
       (SELECT max(number) FROM migration);
