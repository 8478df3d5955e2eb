-- Hooks, and what is sent to them.

-- name: hook_new :many
-- $1 bigint person, $2 bigint game or null, $3 text URL, $4 text form, $5 text events, "turn chat", $6 bytea secret, $7 integer how many a person may
-- have.  After time_lock, in its transaction.
-- Row: its number.  None: there are so many already, or that game is not a table of this person's.
INSERT INTO target (way, person, game, url, form, events, secret)
SELECT 'hook', $1, $2, $3, $4, string_to_array($5, ' '), $6
WHERE (SELECT count(*) FROM target WHERE person = $1 AND way = 'hook') < $7
    AND ($2 IS NULL OR EXISTS (SELECT FROM game WHERE id = $2 AND owner = $1 AND NOT apart AND status <> 'over'))
RETURNING id;

-- name: hook_drop :one
-- $1 bigint person, $2 bigint hook.  Row: its number.
DELETE FROM target WHERE id = $2 AND person = $1 AND way = 'hook' RETURNING id;

-- name: hook_again :one
-- $1 bigint person, $2 bigint hook, which was switched off.  Row: its number.  It is tried again.
UPDATE target SET stopped = NULL, failing = NULL, rests = '-infinity' WHERE id = $2 AND person = $1 AND way = 'hook' AND stopped IS NOT NULL RETURNING id;

-- name: hook_test :one
-- $1 bigint person, $2 bigint hook.  Row: number of the delivery.
-- It does not wait for a hook that rests: its owner wants to know whether it works now.
WITH own AS (
    UPDATE target SET rests = '-infinity' WHERE id = $2 AND person = $1 AND stopped IS NULL RETURNING id
)
INSERT INTO delivery (target, kind) SELECT id, 'test' FROM own RETURNING id;

-- name: hooks_of :many
-- $1 bigint person.  Row: number, game or null, its rules or null, URL, form, events in one text, made, failing since or null, switched off or null; the oldest first.
SELECT h.id, h.game, g.rules, h.url, h.form, array_to_string(h.events, ' '), h.made, h.failing, h.stopped
FROM target h LEFT JOIN game g ON g.id = h.game WHERE h.person = $1 AND h.way = 'hook' ORDER BY h.id;

-- name: deliveries_of :many
-- $1 bigint person, $2 integer most of each hook.
-- Row: hook, game or null, its rules or null, kind, status, queued, due, done or null, tries, note or null; by hook, the newest first.
SELECT h.id, d.game, g.rules, d.kind, d.status, d.queued, d.due, d.done, d.tries, d.note
FROM target h CROSS JOIN LATERAL (SELECT * FROM delivery d WHERE d.target = h.id ORDER BY d.id DESC LIMIT $2) AS d LEFT JOIN game g ON g.id = d.game
WHERE h.person = $1 AND h.way = 'hook' ORDER BY h.id, d.id DESC;

-- name: games_to_hook :many
-- $1 bigint person, $2 integer most.  Row: game, rules; tables that this person owns and that are not over, newest first.
SELECT id, rules FROM game WHERE owner = $1 AND NOT apart AND status <> 'over' ORDER BY id DESC LIMIT $2;

-- ---- sending ----

-- What this program can tell other services and browsers. What a newer one is to tell waits for that one.

-- part: told_known
    kind = ANY ('{asked,back,chat,clock,ended,over,pause,rematch,reminder,seated,started,taken,test,turn,vote,window}');

-- name: delivery_take :many
-- $1 integer most, $2 integer seconds for which they are ours.
-- Row: id, target, game or null, kind, ply, line, tries with this one, queued, URL, form, secret, owner, is it of one table, owner's language or null, why it is
-- needless or null; is it a browser, its key and secret or null, does it take only short messages, may it be told more, does its owner want all news of a day in one,
-- how many games wait for the owner (99 at the most), the owner's zone and nightly rest from and until (-1: none), null, when they were taken, when the owner's time in that game runs out or null.
-- Of what comes once a day, all that was queued before the message of this day goes with it: only what came later is early.
-- One of each target, of those that have waited longest; none of a target that is in another worker's hands, also one whose transaction has not ended.
WITH due AS MATERIALIZED (
    SELECT target, min(due) AS due FROM delivery WHERE status = 'waiting' AND due <= now() AND
{told_known}
    GROUP BY target
), free AS MATERIALIZED (
    SELECT h.id FROM due JOIN target h ON h.id = due.target WHERE h.taken <= now() ORDER BY due.due, h.id LIMIT $1 FOR UPDATE OF h SKIP LOCKED
), held AS (
    UPDATE target h SET taken = now() + $2 * interval '1 second' FROM free WHERE h.id = free.id
), ours AS (
    UPDATE delivery d SET tries = tries + 1
    FROM free CROSS JOIN LATERAL (SELECT x.id FROM delivery x WHERE x.target = free.id AND x.status = 'waiting' AND x.due <= now() AND
{told_known}
        ORDER BY x.due, x.id LIMIT 1) AS first
    WHERE d.id = first.id RETURNING d.*
)
SELECT d.id, d.target, d.game, d.kind, d.ply, d.line, d.tries, d.queued, h.url, h.form, h.secret, h.person, h.game IS NOT NULL, p.lang,
       CASE WHEN n.needless = 'early' AND d.queued <= h.pushed THEN NULL ELSE n.needless END,
       h.way = 'push', h.key, h.auth, h.short, p.push_more, h.way = 'push' AND p.notices = 'daily' AND p.mail,
       CASE WHEN h.way = 'push' THEN (SELECT count(*) FROM (SELECT FROM seat w WHERE w.person = h.person AND w.awaited_since IS NOT NULL AND w.resigned IS NULL LIMIT 99) AS w) END,
       p.zone, p.rest_from, p.rest_until, NULL::timestamptz, now(), s.deadline
FROM ours d JOIN target h ON h.id = d.target JOIN person p ON p.id = h.person JOIN delivery_needless n ON n.id = d.id
    LEFT JOIN seat s ON s.game = d.game AND s.person = h.person;

-- name: delivery_sent :exec
-- $1 bigint delivery, $2 bigint target, $3 text what was answered, $4 timestamptz when what it told was looked at, if it told of all games that wait, else null,
-- $5 boolean it was urgent.  The turns that it told of are not sent any more; what else is due is.
WITH works AS (
    UPDATE target SET taken = '-infinity', rests = '-infinity', failing = NULL, pushed = CASE WHEN way = 'push' AND NOT $5 THEN now() ELSE pushed END WHERE id = $2
), along AS (
    UPDATE delivery SET status = 'sent', done = now(), note = 'along'
    WHERE target = $2 AND id <> $1 AND status = 'waiting' AND due <= now() AND queued <= $4 AND kind IN ('turn', 'window', 'started')
)
UPDATE delivery SET status = 'sent', done = now(), note = $3 WHERE id = $1;

-- name: delivery_dropped :exec
-- $1 bigint delivery, $2 bigint target, $3 text why it was not sent.
WITH free AS (
    UPDATE target SET taken = '-infinity' WHERE id = $2
)
UPDATE delivery SET status = 'dropped', done = now(), note = $3, tries = tries - 1 WHERE id = $1;

-- name: delivery_back :exec
-- $1 bigint delivery, $2 bigint target.  It was not sent, and is to be taken again.
WITH free AS (
    UPDATE target SET taken = '-infinity' WHERE id = $2
)
UPDATE delivery SET tries = greatest(tries - 1, 0) WHERE id = $1 AND status = 'waiting';

-- name: delivery_later :exec
-- $1 bigint delivery, $2 bigint target, $3 timestamptz when it may be sent, or null: a day after what was sent there last.  It was not sent now.
WITH free AS (
    UPDATE target SET taken = '-infinity' WHERE id = $2 RETURNING pushed
)
UPDATE delivery SET tries = tries - 1, due = greatest(now() + interval '1 second', $3, (SELECT CASE WHEN $3 IS NULL THEN pushed + interval '24 hours' END FROM free)) WHERE id = $1;

-- name: delivery_shorter :exec
-- $1 bigint delivery, $2 bigint target.  It was too long for that service, and is to be sent once more at once.
WITH free AS (
    UPDATE target SET taken = '-infinity', short = true WHERE id = $2
)
UPDATE delivery SET due = now() WHERE id = $1;

-- name: target_gone :exec
-- $1 bigint target.  Its service says that nobody is there any more.
DELETE FROM target WHERE id = $1 AND way = 'push';

-- name: delivery_failed :many
-- $1 bigint delivery, $2 bigint target, $3 text what was answered, $4 integer seconds until the next try, 0: there is none, $5 integer seconds after which
-- a target that never works is switched off.
-- Row: whose target was switched off by this.  All that waits for the target waits as long. When it is switched off, its owner gets an e-mail.
WITH rests AS (
    UPDATE target SET taken = '-infinity', failing = coalesce(failing, now()), rests = now() + greatest($4, 60) * interval '1 second',
        stopped = CASE WHEN stopped IS NULL AND failing <= now() - $5 * interval '1 second' THEN now() ELSE stopped END
    WHERE id = $2 RETURNING id, way, person, url, stopped = now() AS off
), this AS (
    UPDATE delivery SET note = $3, status = CASE WHEN $4 = 0 THEN 'failed' ELSE status END, done = CASE WHEN $4 = 0 THEN now() END,
        due = CASE WHEN $4 = 0 THEN due ELSE now() + $4 * interval '1 second' END
    WHERE id = $1
), others AS (
    UPDATE delivery d SET due = greatest(d.due, now() + greatest($4, 60) * interval '1 second')
    FROM rests WHERE d.target = rests.id AND d.id <> $1 AND d.status = 'waiting' AND d.kind <> 'test'
), letter AS (
    INSERT INTO outbox (person, kind, data) SELECT person, 'hook', jsonb_build_object('about', url, 'nth', id) FROM rests WHERE off AND way = 'hook'
)
SELECT person FROM rests WHERE off;

-- name: delivery_next :one
-- Row: milliseconds until the next is due, at most a minute.
SELECT greatest(0, least(60000, ceil(extract(epoch FROM min(d.due) - now()) * 1000)))::integer
FROM delivery d WHERE d.status = 'waiting' AND
{told_known};

-- name: delivery_line :many
-- $1 bigint line.  Row: writer, name, seat or -1, text, at.  None: it is hidden or gone.
SELECT m.person, p.name, m.seat, m.text, m.at FROM message m JOIN person p ON p.id = m.person WHERE m.id = $1 AND m.hidden IS NULL;

-- ---- browsers ----

-- name: push_add :one
-- $1 bigint person, $2 bytea hash of the session, $3 text URL, $4 bytea key, $5 bytea secret, $6 text browser or null, $7 text system or null, $8 integer how many
-- a person may have.  After time_lock, in its transaction.
-- Row: its number.  A browser belongs to who turned this on there last, and what waits for another is not told there. Of too many the oldest goes.
WITH old AS (
    DELETE FROM target WHERE id IN (SELECT id FROM target WHERE person = $1 AND way = 'push' AND url <> $3 ORDER BY made DESC, id DESC OFFSET $8 - 1)
), others AS (
    DELETE FROM delivery d USING target t WHERE d.target = t.id AND t.url = $3 AND t.way = 'push' AND t.person <> $1
)
INSERT INTO target AS t (way, person, session, url, key, auth, browser, system) VALUES ('push', $1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (url) WHERE way = 'push' DO UPDATE SET person = $1, session = $2, key = $4, auth = $5, browser = $6, system = $7, made = now(),
    failing = NULL, stopped = NULL, rests = '-infinity'
RETURNING id;

-- name: push_make_room :exec
-- $1 bigint person, $2 bytea hash of the session, $3 text URL of before, '': unknown, $4 text its new URL.  Before push_renew, in its transaction.
-- No other browser keeps the address that is going to be this one's.
DELETE FROM target WHERE way = 'push' AND url = $4 AND $4 <> $3
    AND EXISTS (SELECT FROM target t WHERE t.way = 'push' AND t.person = $1 AND t.url <> $4 AND CASE WHEN $3 = '' THEN t.session = $2 ELSE t.url = $3 END);

-- name: push_renew :one
-- $1 bigint person, $2 bytea hash of the session, $3 text URL of before, '': unknown, so that it is the newest of this session, $4 text URL, $5 bytea key, $6 bytea secret.
-- Row: its number.  None: this person has no such browser.  What waits for it is sent to the new address.
UPDATE target SET session = $2, url = $4, key = $5, auth = $6, failing = NULL, stopped = NULL, rests = '-infinity'
WHERE id = (SELECT id FROM target WHERE way = 'push' AND person = $1 AND CASE WHEN $3 = '' THEN session = $2 ELSE url = $3 END ORDER BY made DESC, id DESC LIMIT 1)
RETURNING id;

-- name: push_browsers :many
-- $1 bigint person, $2 bytea hash of the session.  Row: number, browser or null, system or null, since when, is it of this session, failing since or null; newest first.
SELECT id, browser, system, made, session = $2, failing FROM target WHERE person = $1 AND way = 'push' ORDER BY made DESC, id DESC;

-- name: push_drop :one
-- $1 bigint person, $2 bigint browser.  Row: its number.
DELETE FROM target WHERE id = $2 AND person = $1 AND way = 'push' RETURNING id;

-- name: push_test :many
-- $1 bigint person.  Row: number of the delivery, to each browser.
WITH own AS (
    UPDATE target SET rests = '-infinity' WHERE person = $1 AND way = 'push' AND stopped IS NULL RETURNING id
)
INSERT INTO delivery (target, kind) SELECT id, 'test' FROM own RETURNING id;

-- name: push_asked :exec
-- $1 bigint person.  Whether a browser may tell of turns is not asked any more.
UPDATE person SET push_asked = now() WHERE id = $1 AND push_asked IS NULL;

-- name: push_wish :one
-- $1 bigint person.  Row: may more be told, how often (as e-mail), is there e-mail at all.
SELECT push_more, notices, mail FROM person WHERE id = $1;

-- name: push_wish_set :one
-- $1 bigint person, $2 boolean may more be told.  Row: id.
UPDATE person SET push_more = $2 WHERE id = $1 RETURNING id;

-- name: pushes_of :many
-- $1 bigint person, $2 integer most.
-- Row: browser, game or null, its rules or null, kind, status, queued, due, done or null, tries, note or null; newest first.
SELECT d.target, d.game, g.rules, d.kind, d.status, d.queued, d.due, d.done, d.tries, d.note
FROM target h JOIN delivery d ON d.target = h.id LEFT JOIN game g ON g.id = d.game
WHERE h.person = $1 AND h.way = 'push' ORDER BY d.id DESC LIMIT $2;
