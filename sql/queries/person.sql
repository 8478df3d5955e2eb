-- name: person_new :one
-- $1 text name, $2 text email, $3 text password hash, $4 text language or null, $5 bytea hash of the confirming token,
-- $6 jsonb what the confirming mail needs, $7 text, $8 text what the name looks like.  Row: id.  Unique violation: the name is taken, or one
-- that looks like it.
WITH new AS (
    INSERT INTO person (name, email, password_hash, lang, look_written, look_small) VALUES ($1, $2, $3, $4, $7, $8) RETURNING id
), link AS (
    INSERT INTO token (hash, kind, person, expires) SELECT $5, 'confirm', id, now() + interval '7 days' FROM new
), mail AS (
    INSERT INTO outbox (person, kind, data) SELECT id, 'confirm', $6 FROM new
)
SELECT id FROM new;

-- name: person_confirm_again :one
-- $1 bigint person, $2 bytea hash of a new confirming token, $3 jsonb what the mail needs.
-- Row: id.  No row: confirmed already, with letters that arrive, or a mail of this kind waits still.
WITH asked AS (
    SELECT id FROM person p WHERE id = $1 AND (email_confirmed IS NULL OR bounced IS NOT NULL) AND NOT EXISTS (
        SELECT FROM outbox o WHERE o.person = p.id AND o.kind = 'confirm' AND o.status = 'waiting')
), link AS (
    INSERT INTO token (hash, kind, person, expires) SELECT $2, 'confirm', id, now() + interval '7 days' FROM asked
), mail AS (
    INSERT INTO outbox (person, kind, data) SELECT id, 'confirm', $3 FROM asked
)
SELECT id FROM asked;

-- name: person_by_login :one
-- $1 text name or e-mail, any case.  Row: id, name, email, lang, email confirmed, mail wanted, created.
-- No name holds an @. Of several who wrote down one address, the one who confirmed it is meant, else the newest.
SELECT id, name, email, lang, email_confirmed IS NOT NULL, mail, created
FROM person WHERE lower(name) = lower($1) OR lower(email) = lower($1) ORDER BY email_confirmed IS NULL, id DESC LIMIT 1;

-- name: sign_in_meant :one
-- $1 text name or e-mail, any case, $2 bytea hash of the browser's token, or of anything.
-- Row: person or null, password hash or null, has the person signed in with this browser before, what was typed as 32 hex digits (in
-- any case the same).  There is a row whether or not there is such a person; who is meant is as in person_by_login.
-- The only query that reads a password hash.
SELECT p.id, p.password_hash, b.person IS NOT NULL, left(encode(sha256(convert_to(t.login, 'UTF8')), 'hex'), 32)
FROM (SELECT lower($1) AS login) AS t
    LEFT JOIN LATERAL (SELECT id, password_hash FROM person WHERE lower(name) = t.login OR lower(email) = t.login
        ORDER BY email_confirmed IS NULL, id DESC LIMIT 1) AS p ON true
    LEFT JOIN browser b ON b.hash = $2 AND b.person = p.id AND b.expires > now();

-- name: person_by_name :one
-- $1 text name, any case.  Row: id, name, email, lang, email confirmed, mail wanted, created, own words or "".
SELECT id, name, email, lang, email_confirmed IS NOT NULL, mail, created, about FROM person WHERE lower(name) = lower($1);

-- name: person_looks :many
-- $1 bigint person, $2 integer how many.  Row: id, name, what it looks like, or null; of those after that person.
SELECT id, name, look_written, look_small FROM person WHERE id > $1 AND name IS NOT NULL ORDER BY id LIMIT $2;

-- name: person_look :one
-- $1 bigint person, $2 text, $3 text what the name looks like.  Row: id.  No row: another's looks like it, and came first.
UPDATE person p SET look_written = $2, look_small = $3 WHERE id = $1 AND name IS NOT NULL AND NOT EXISTS (
    SELECT FROM person o WHERE o.id <> p.id AND (o.look_written = $2 OR o.look_small = $3)) RETURNING id;

-- name: person_about :one
-- $1 bigint person, $2 text own words, 300 letters at the most.  Row: id.
UPDATE person SET about = $2 WHERE id = $1 RETURNING id;

-- name: person_display :one
-- $1 bigint person, $2 text how pages are shown.  Row: id.
UPDATE person SET display = $2 WHERE id = $1 RETURNING id;

-- name: person_language :one
-- $1 bigint person, $2 text language.  Row: id.
UPDATE person SET lang = $2 WHERE id = $1 RETURNING id;

-- name: person_password :one
-- $1 bigint person, $2 text password hash.  Row: id.  Ends every session and every link that could change it again or signs in (one
-- to a game is still good for a fresh letter); no browser is known any more, and what strangers have tried at the name or the address
-- is forgotten.
WITH ended AS (
    DELETE FROM session WHERE person = $1
), unknown AS (
    DELETE FROM browser WHERE person = $1
), spent AS (
    DELETE FROM token WHERE person = $1 AND kind IN ('recover', 'address')
), void AS (
{links_void}
), forgotten AS (
    DELETE FROM attempt a USING person p, unnest(ARRAY[p.name, p.email]) AS login
    WHERE p.id = $1 AND (a.key = 'sign-in-person:' || $1
        OR a.key LIKE 'sign-in:' || left(encode(sha256(convert_to(lower(login), 'UTF8')), 'hex'), 32) || ':%')
)
UPDATE person SET password_hash = $2 WHERE id = $1 RETURNING id;

-- name: session_person :one
-- $1 bytea hash of the session token.
-- Row: id, name, email, lang, email confirmed, mail wanted, created, how many games wait for the person (99 at the most),
-- not seen for an hour, the visit of this minute is to be noted, time zone, letters to the address come back, clocks rest
-- because of that, how pages are shown, is it a guest, role; until when muted or suspended, or null, is it banned,
-- is it still to be asked about notifications.
SELECT
{session_columns}
FROM session s JOIN person who ON who.id = s.person WHERE s.hash = $1 AND s.expires > now();

-- name: session_seen :exec
-- $1 bytea hash of the session token, $2 integer seconds it lasts from now on.
UPDATE session SET seen = now(), expires = now() + $2 * interval '1 second' WHERE hash = $1;

-- name: person_visited :exec
-- $1 bigint person.  Ends the quiet after a mail; the first visit of an hour counts for when the person is usually here.
UPDATE person SET visited = now(), quiet_since = NULL,
    hours = CASE WHEN visited >= date_trunc('hour', now()) AND hours IS NOT NULL THEN hours
                 ELSE hours_after(hours, extract(hour FROM now() AT TIME ZONE 'UTC')::integer) END
WHERE id = $1;

-- name: session_new :exec
-- $1 bytea hash of the session token, $2 bigint person, $3 integer seconds it lasts, $4 text browser or null, $5 text system or
-- null.
-- A person keeps the twenty newest sessions.
WITH old AS (
    DELETE FROM session WHERE hash IN (
        SELECT hash FROM session WHERE person = $2 ORDER BY created DESC OFFSET 19)
)
INSERT INTO session (hash, person, expires, browser, system) VALUES ($1, $2, now() + $3 * interval '1 second', $4, $5);

-- name: browser_seen :exec
-- $1 bytea hash of the token that the browser had, or of anything, $2 bytea hash of its new one, $3 bigint person who signs in there,
-- $4 integer seconds that it is known.
-- Others who have signed in with it go on being known. A person keeps the twenty last ones.
WITH had AS (
    DELETE FROM browser WHERE hash = $1 RETURNING person, since, seen, expires
), old AS (
    DELETE FROM browser WHERE hash IN (SELECT hash FROM browser WHERE person = $3 AND hash <> $1 ORDER BY seen DESC OFFSET 19)
        AND person = $3
)
INSERT INTO browser (hash, person, since, seen, expires)
SELECT $2, person, since, seen, expires FROM had WHERE person <> $3
UNION ALL
SELECT $2, $3, coalesce((SELECT since FROM had WHERE person = $3), now()), now(), now() + $4 * interval '1 second';

-- name: session_end :exec
-- $1 bytea hash of the session token.
DELETE FROM session WHERE hash = $1;

-- name: token_new :exec
-- $1 bytea hash of the token, $2 text kind, $3 bigint person, $4 bigint game or null, $5 integer seconds it lasts, $6 integer the
-- wait of this person there with which it ends, or null.
INSERT INTO token (hash, kind, person, game, expires, turn) VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second', $6);

-- part: token_good
    t.hash = $1 AND t.kind = $2 AND t.expires > now()
        AND (t.used IS NULL OR (t.kind = 'open' AND t.browser = $3))
        AND (t.turn IS NULL OR EXISTS (SELECT FROM seat s WHERE s.game = t.game AND s.person = t.person
            AND s.awaited_since IS NOT NULL AND s.awaited_ply = t.turn));

-- name: token_peek :one
-- $1 bytea hash of the token, $2 text kind, $3 bytea hash of what tells the reader's browser from others, or null.
-- Row: person, game or null, name, does it end with a turn.
-- Good is one that nobody has used yet; one that opens a game also after that, in the browser that used it first. One that
-- was made for a turn ends with it.
SELECT t.person, t.game, p.name, t.turn IS NOT NULL
FROM token t JOIN person p ON p.id = t.person
WHERE
{token_good};

-- name: token_use :one
-- $1 bytea hash of the token, $2 text kind, $3 bytea hash of what tells the reader's browser from others, or null.
-- Row: person, game or null, name, does it end with a turn.  Unique violation: another person has confirmed the same address.
-- Whoever holds a link out of a mail has read that mail: the address is confirmed, and letters arrive if that one was
-- written after others had come back. Unsubscribing stays possible, since
-- mail programs may send it twice. Good are those of token_peek; of two browsers at once, one is the first.
WITH used AS (
    UPDATE token t SET used = CASE WHEN kind <> 'unsubscribe' THEN coalesce(used, now()) END, browser = $3
    WHERE
{token_good}
    RETURNING person, game, kind, created, turn
), confirmed AS (
    UPDATE person p SET email_confirmed = now(), bounced = NULL, bounced_note = NULL
    FROM used WHERE p.id = used.person AND (p.email_confirmed IS NULL OR p.bounced < used.created) AND used.kind <> 'unsubscribe'
)
SELECT used.person, used.game, p.name, used.turn IS NOT NULL FROM used JOIN person p ON p.id = used.person;

-- name: letter_token :one
-- $1 bytea hash of the token of a letter's link to a game.
-- Row: person, game, name, time zone, until when suspended or null, is the person banned, did the link end with sessions or a new password,
-- do clocks rest since mail
-- does not reach the address.  It does not matter whether the link has been used, nor how old it is.
SELECT t.person, t.game, p.name, p.zone, CASE WHEN p.suspended_until > now() THEN p.suspended_until END, p.banned IS NOT NULL,
    t.used IS NOT NULL AND t.browser IS NULL, p.unreached IS NOT NULL
FROM token t JOIN person p ON p.id = t.person WHERE t.hash = $1 AND t.kind = 'open' AND t.game IS NOT NULL;

-- name: letter_again :exec
-- $1 bytea hash of the token of a link that opens a game, good or not, $2 bytea hash of a new one, $3 jsonb what the letter
-- needs, $4 integer seconds the new one lasts.
-- Nothing happens when it is unknown, when such a letter waits already, or when the person had eight in this hour or 16 in a day.
WITH asked AS (
    SELECT t.person, t.game, (SELECT s.awaited_ply FROM seat s
            WHERE s.game = t.game AND s.person = t.person AND s.awaited_since IS NOT NULL) AS turn,
        (SELECT coalesce(max(o.nth) + 1, 0)::smallint FROM outbox o
            WHERE o.person = t.person AND o.game = t.game AND o.kind = 'link') AS nth
    FROM token t
    WHERE t.hash = $1 AND t.kind = 'open' AND t.game IS NOT NULL
        AND NOT EXISTS (SELECT FROM outbox o
            WHERE o.person = t.person AND o.game = t.game AND o.kind = 'link' AND o.status = 'waiting')
        AND (SELECT count(*) FROM outbox o
            WHERE o.person = t.person AND o.kind = 'link' AND o.queued > now() - interval '1 hour') < 8
        AND (SELECT count(*) FROM outbox o
            WHERE o.person = t.person AND o.kind = 'link' AND o.queued > now() - interval '1 day') < 16
), letter AS (
    INSERT INTO outbox (person, game, kind, nth, data) SELECT person, game, 'link', nth, $3 FROM asked
    ON CONFLICT DO NOTHING RETURNING person
)
INSERT INTO token (hash, kind, person, game, expires, turn)
SELECT $2, 'open', person, game, now() + $4 * interval '1 second', turn FROM asked JOIN letter USING (person);

-- name: recover :exec
-- $1 text name or e-mail, any case.  Who that is, if anybody, recover_next finds out.
INSERT INTO recovery (login) VALUES ($1);

-- name: recover_next :one
-- $1 bytea hash of a new token, $2 jsonb what the mail needs.  Row: id, of what was asked first, which is done now. No row: there is
-- nothing.
WITH taken AS (
    DELETE FROM recovery WHERE id = (SELECT id FROM recovery ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, lower(login) AS login
), asked AS (
    SELECT p.id FROM taken t JOIN person p ON lower(p.name) = t.login OR lower(p.email) = t.login
    ORDER BY p.email_confirmed IS NULL, p.id DESC LIMIT 1
), link AS (
    INSERT INTO token (hash, kind, person, expires) SELECT $1, 'recover', id, now() + interval '1 hour' FROM asked
), letter AS (
    INSERT INTO outbox (person, kind, data) SELECT id, 'recover', $2 FROM asked
)
SELECT id FROM taken;

-- name: unsubscribe_all :one
-- $1 bigint person.  Row: id.
UPDATE person SET mail = false WHERE id = $1 RETURNING id;

-- name: unsubscribe_game :one
-- $1 bigint person, $2 bigint game.  Row: seat.
UPDATE seat SET mail = false WHERE person = $1 AND game = $2 RETURNING seat;

-- name: invitation_known :one
-- $1 bytea hash of the token behind "never again".  Row: id.
SELECT id FROM invitation WHERE hash = $1;

-- name: invitation_refuse :one
-- $1 bytea hash of the token behind "never again".  Row: id.  Whoever invites: this address gets no more of it.
UPDATE invitation SET refused = coalesce(refused, now()) WHERE hash = $1 RETURNING id;

-- name: attempt :one
-- $1 text key, $2 integer seconds of the window.  Row: how many in this window, this one counted; seconds until it ends.
INSERT INTO attempt AS a (key, since, until, n) VALUES (left($1, 100), now(), now() + $2 * interval '1 second', 1)
ON CONFLICT (key) DO UPDATE SET
    n = CASE WHEN a.until <= now() THEN 1 ELSE least(a.n, 1000000) + 1 END,
    since = CASE WHEN a.until <= now() THEN now() ELSE a.since END,
    until = CASE WHEN a.until <= now() THEN excluded.until ELSE a.until END
RETURNING n, ceil(extract(epoch FROM a.until - now()))::integer;

-- name: attempt_undo :exec
-- $1 text key.  It was none after all.
WITH sole AS (DELETE FROM attempt WHERE key = left($1, 100) AND n = 1)
UPDATE attempt SET n = n - 1 WHERE key = left($1, 100) AND n > 1;

-- name: pace :one
-- $1 bigint person, $2 integer most, $3 integer in so many seconds, $4 integer how many more there were.  Row: how many thousandths are left.
INSERT INTO pace AS p (person, at, remain) VALUES ($1, clock_timestamp(), $2 - $4)
ON CONFLICT (person) DO UPDATE SET at = excluded.at,
    remain = least($2, p.remain + greatest(0, extract(epoch FROM excluded.at - p.at)) * $2 / $3) - $4
RETURNING floor(remain * 1000)::bigint;
