-- The kinds of letters that this program can write (cgi/mail). What a newer one has put in the outbox waits for that one.

-- part: letters_known
    kind = ANY ('{address,asked,back,clock,confirm,hook,invitation,link,moving,over,pause,recover,rematch,reminder,seated,started,taken,tournament,turn,vote,window}');

-- name: mail_take :many
-- $1 integer most.
-- Row: id, person or null, game, kind, name, email, lang, data, ply, nth, tries, queued, why it is needless or null, name of
-- who invites, that one's line or null, and does its reader want pictures and the own hand in letters; all of one person that are due or were tried before (of a reader of daily letters: all), or one invitation: whoever waited longest and is in no
-- other worker's hands. A person stays in ours until the transaction ends.
WITH due AS MATERIALIZED (
    SELECT id, person FROM outbox WHERE status = 'waiting' AND due <= now() AND
{letters_known}
    ORDER BY due LIMIT 200
), free AS MATERIALIZED (
    SELECT id, person FROM due
    WHERE pg_try_advisory_xact_lock(hashtextextended('mail to ' || coalesce(person::text, 'row ' || id), 0)) LIMIT 1
)
SELECT o.id, o.person, o.game, o.kind, p.name, coalesce(o.address, p.email, i.email), coalesce(p.lang, q.lang), o.data::text, o.ply,
       o.nth, o.tries, o.queued, n.needless, q.name, i.line, coalesce(p.picture_in_letters, false), coalesce(p.hand_in_letters, false)
FROM outbox o JOIN notice n ON n.id = o.id LEFT JOIN person p ON p.id = o.person
    LEFT JOIN invitation i ON i.id = o.invitation LEFT JOIN person q ON q.id = i.inviter
WHERE o.status = 'waiting' AND o.id IN (
    SELECT id FROM free
    UNION
    SELECT w.id FROM free JOIN outbox w USING (person) JOIN person r ON r.id = w.person
    WHERE w.status = 'waiting' AND (w.due <= now() OR w.tries > 0 OR r.notices = 'daily') AND
{letters_known}
    )
ORDER BY o.id LIMIT $1 FOR UPDATE OF o SKIP LOCKED;

-- name: mail_unhurried :one
-- Row: nothing of interest. The marks of this transaction need not wait for the disk: what counts is that they are there
-- the moment after the mail server's answer, should the worker be killed. (Should the database be, this worker remembers.)
SELECT set_config('synchronous_commit', 'off', true);

-- name: mail_needless :one
-- $1 text ids of mails, "4,5,9".  Row: how many of them need to be sent no more.
SELECT count(*) FROM notice WHERE id = ANY (string_to_array($1, ',')::bigint[]) AND needless IS NOT NULL;

-- name: mail_next :one
-- Row: milliseconds until the next mail is due, at most a minute.
SELECT greatest(0, least(60000, ceil(extract(epoch FROM min(due) - now()) * 1000)))::integer FROM outbox WHERE status = 'waiting' AND
{letters_known};

-- name: mail_done :exec
-- $1 bigint mail, $2 text status (sent, dropped, failed), $3 text what the server said, $4 text Message-ID of the letter it
-- went with, or null.  Forgets tokens.
-- The transaction began before the mail server was asked, which may have taken its time.
UPDATE outbox SET status = $2, done = clock_timestamp(), note = $3, tries = tries + CASE WHEN $2 = 'dropped' THEN 0 ELSE 1 END,
    data = '{}', message_id = $4
WHERE id = $1;

-- name: mail_sent :exec
-- $1 jsonb mails, [{"id", "message_id"}].  Those that were sent, as far as the database does not know it any more.
UPDATE outbox o SET status = 'sent', done = now(), note = 'sent before the database went away', tries = tries + 1, data = '{}',
    message_id = m.message_id
FROM jsonb_to_recordset($1) AS m (id bigint, message_id text) WHERE o.id = m.id AND o.status = 'waiting';

-- name: secret :one
-- $1 text name.  Row: 64 digits that only this site knows.
SELECT value FROM secret WHERE name = $1;

-- name: mail_bounced :one
-- $1 text Message-ID, $2 text address, $3 text what the server said that could not deliver it.
-- Row: how many notices went with that letter, to that address, and of these, how many come back by this only; the person
-- whose address it is, unless it was confirmed since then, and who has not been on the site since letters come back, or null.
-- What has come back once stays as it is. Whether anybody is written to after that is for the view `notice` to say.
WITH letter AS (
    SELECT o.id, o.person, lower(coalesce(o.address, p.email, i.email)) = lower($2) AS fits,
        o.status IN ('sent', 'bounced') AND lower(coalesce(o.address, p.email)) = lower(p.email)
            AND (p.email_confirmed IS NULL OR o.done > p.email_confirmed) AS present,
        p.visited IS NULL OR p.visited < coalesce(p.bounced, clock_timestamp()) AS away
    FROM outbox o LEFT JOIN person p ON p.id = o.person LEFT JOIN invitation i ON i.id = o.invitation
    WHERE o.message_id = $1
), back AS (
    UPDATE outbox o SET status = 'bounced', done = clock_timestamp(), note = $3
    FROM letter l WHERE o.id = l.id AND l.fits AND o.status = 'sent' RETURNING o.id
), stopped AS (
    UPDATE person p SET bounced = clock_timestamp(), bounced_note = coalesce($3, '')
    FROM letter l WHERE p.id = l.person AND l.fits AND l.present AND p.bounced IS NULL
)
SELECT (SELECT count(*) FROM letter), (SELECT count(*) FROM letter WHERE fits), (SELECT count(*) FROM back),
       (SELECT min(person) FROM letter WHERE fits AND present AND away);

-- name: mail_later :exec
-- $1 bigint mail, $2 integer seconds to wait, $3 text what the server said.
UPDATE outbox SET due = clock_timestamp() + $2 * interval '1 second', tries = tries + 1, note = $3 WHERE id = $1;

-- name: mail_early :exec
-- $1 bigint mail.  Until a day after the last digest, or the end of the nightly rest; about a table that the site has paused, for an hour.
UPDATE outbox o SET due = greatest(now(), CASE WHEN n.needless = 'paused' THEN now() + interval '1 hour' END,
    CASE WHEN p.notices = 'daily' THEN p.digest_sent + interval '24 hours' END, night_ends(p.zone, p.rest_from, p.rest_until, now()))
FROM person p, notice n
WHERE o.id = $1 AND p.id = o.person AND n.id = o.id;

-- name: mail_reached :exec
-- $1 bigint person, $2 boolean more than a reminder.  A mail about games has gone out.
UPDATE person SET quiet_since = CASE WHEN notices = 'once' THEN coalesce(quiet_since, clock_timestamp()) END,
    digest_sent = CASE WHEN notices = 'daily' AND $2 THEN clock_timestamp() ELSE digest_sent END
WHERE id = $1 AND ((notices = 'once' AND quiet_since IS NULL) OR (notices = 'daily' AND $2));

-- name: games_awaiting_bots :many
-- $1 integer most, $2 boolean of guests, $3 integer shares, $4 integer which of them.  Row: game.  None that is paused; those in which a
-- strong bot has to think come last, and else those first that have waited longest. A seat of a practice table that no bot may play is its
-- owner's, whatever bot it had.
SELECT s.game FROM seat s JOIN game g ON g.id = s.game
WHERE s.awaited_since IS NOT NULL AND (s.bot IS NOT NULL OR s.opened IS NOT NULL OR s.resigned IS NOT NULL) AND g.paused IS NULL
    AND s.seat IS DISTINCT FROM practice_bound(g.id, g.practice_ply)
    AND (g.apart AND EXISTS (SELECT FROM person p WHERE p.id = g.owner AND p.guest IS NOT NULL)) = $2
    AND s.game % $3::integer = $4::integer
GROUP BY s.game ORDER BY coalesce(bool_or(s.bot = 'strong'), false), min(s.awaited_since), s.game LIMIT $1;

-- name: ping :one
-- Row: are there commits that have waited for a standby for more than two seconds? What time is it?
SELECT EXISTS (
    SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()
        AND state_change < clock_timestamp() - interval '2 seconds'), clock_timestamp();

-- name: little_memory :one
-- Row: nothing of interest. What follows in this transaction needs the disk.
SELECT set_config('work_mem', '64kB', true);

-- name: spill :one
-- Row: nothing of interest. Needs some hundred kilobytes of disk for a moment, which a full one does not have.
SELECT count(*) FROM generate_series(1, 8000);

-- name: write_trial :one
-- Row: nothing of interest. Writes to the log of the database only, as a part of a transaction that has to be confirmed as any other. A
-- database that is set to reading only would take that; the change to no row it refuses.
WITH none AS (UPDATE attempt SET n = 1 WHERE false)
SELECT pg_logical_emit_message(true, 'ridotto', '')::text;

-- name: health :one
-- Row: mails waiting, mails failed in the last seven days, when the oldest due mail was queued, games running, number of
-- the newest migration, when the clock was last at work or null, when the outage was found that is to be seen to or null, guests.
SELECT (SELECT count(*) FROM outbox WHERE status = 'waiting'),
       (SELECT count(*) FROM outbox WHERE status = 'failed' AND done > now() - interval '7 days'),
       (SELECT min(queued) FROM outbox WHERE status = 'waiting' AND due <= now()),
       (SELECT count(*) FROM game WHERE status = 'running' AND NOT apart),
       (SELECT max(number) FROM migration),
       (SELECT at FROM pulse WHERE what = 'clock'),
       (SELECT at FROM pulse WHERE what = 'outage'),
       (SELECT count(*) FROM person WHERE guest = 'here');

-- name: queues :one
-- Row: games that wait for a bot, those of games_awaiting_bots, since when the one that waits longest; games to be studied, since when;
-- messages to hooks and browsers that are due, since when.
SELECT bots.n, bots.oldest, studies.n, studies.oldest, deliveries.n, deliveries.oldest
FROM (SELECT count(DISTINCT s.game) AS n, min(s.awaited_since) AS oldest FROM seat s JOIN game g ON g.id = s.game
      WHERE s.awaited_since IS NOT NULL AND (s.bot IS NOT NULL OR s.opened IS NOT NULL OR s.resigned IS NOT NULL) AND g.paused IS NULL
          AND s.seat IS DISTINCT FROM practice_bound(g.id, g.practice_ply)) bots,
     (SELECT count(*) AS n, min(asked) AS oldest FROM study WHERE state = 'asked') studies,
     (SELECT count(*) AS n, min(due) AS oldest FROM delivery WHERE status = 'waiting' AND due <= now()) deliveries;

-- name: letters_by_fate :many
-- Row: status of letters, how many of the last seven days have it, or wait; counted in indexes.
SELECT status, count(*) FROM outbox WHERE done > now() - interval '7 days' AND status NOT IN ('waiting', 'failed') GROUP BY status
UNION ALL SELECT 'failed', count(*) FROM outbox WHERE done > now() - interval '7 days' AND status = 'failed' HAVING count(*) > 0
UNION ALL SELECT 'waiting', count(*) FROM outbox WHERE status = 'waiting' HAVING count(*) > 0 ORDER BY 1;
