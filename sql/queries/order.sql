-- Order: reports, what moderators do, announcements, codes to join with.

-- A group of reports are those about one person, or about one table as a whole. A moderator sees none about himself or herself, nor of a
-- table where he or she plays, nor of what spectators write there; those about people with a role are for operators. Nobody is told who has reported.

-- name: report_new :one
-- $1 bigint who reports, $2 text kind, $3 bigint whom or null, $4 bigint game or null, $5 bigint line or null, $6 text reason, $7 text words,
-- $8 jsonb context.
-- Row: id, is it new.  The same of the same person, while that is not closed, is one report: with both words, and the newest context.
INSERT INTO report AS r (reporter, kind, whom, game, message, reason, text, context) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (reporter, kind, coalesce(whom, 0), coalesce(game, 0), coalesce(message, 0)) WHERE status <> 'closed' AND reporter IS NOT NULL
DO UPDATE SET at = now(), times = r.times + 1, reason = excluded.reason, context = excluded.context,
    text = CASE WHEN excluded.text = '' OR strpos(r.text, excluded.text) > 0 THEN r.text
                WHEN r.text = '' THEN excluded.text ELSE left(r.text || E'\n\n' || excluded.text, 4000) END
RETURNING id, times = 1;

-- name: report_line :one
-- $1 bigint line, of a spectator: its negative number; $2 bigint who asks.
-- Row: game, writer or null (has left), is it hidden, may that one not read it yet.
SELECT w.game, CASE WHEN p.left_at IS NULL THEN w.person END, w.hidden IS NOT NULL, line_closed(w.id, w.game, $2)
FROM said w JOIN person p ON p.id = w.person WHERE w.id = $1;

-- name: report_lines :many
-- $1 bigint game, $2 bigint line, $3 integer most before and after.
-- Row: id, writer, ply, text, at; oldest first, with those that were hidden.
SELECT * FROM (
    (SELECT id, person, ply, text, at FROM said WHERE game = $1 AND sign(id) = sign($2) AND id <= $2 ORDER BY id DESC LIMIT $3 + 1)
    UNION ALL
    (SELECT id, person, ply, text, at FROM said WHERE game = $1 AND sign(id) = sign($2) AND id > $2 ORDER BY id LIMIT $3)
) AS lines ORDER BY abs(id);

-- part: may_judge
    NOT line_closed(r.message, r.game, $3) AND NOT EXISTS (SELECT FROM person mod WHERE mod.id = $3 AND (mod.id = r.whom
        OR (r.whom IS NULL AND EXISTS (SELECT FROM seat s WHERE s.game = r.game AND s.person = mod.id))
        OR (mod.role <> 'operator' AND EXISTS (SELECT FROM person p WHERE p.id = r.whom AND p.role <> ''))));

-- name: report_groups :many
-- $1 integer after so many, $2 integer most, $3 bigint moderator.
-- Row: whom or null, name or null, game or null; how many reports, of how many people, taken by whom or null; the first, the newest; reasons,
-- such as "abuse,spam".  With most reporters first, then the oldest.
SELECT g.whom, p.name, g.game, g.n, g.people, t.name, g.first, g.newest, g.reasons
FROM (SELECT r.whom, CASE WHEN r.whom IS NULL THEN r.game END AS game, count(*) AS n, count(DISTINCT r.reporter) AS people,
          max(r.taken_by) AS taken_by, min(r.at) AS first, max(r.at) AS newest, string_agg(DISTINCT r.reason, ',') AS reasons
      FROM report r WHERE r.status <> 'closed' AND
{may_judge}
      GROUP BY 1, 2) AS g
    LEFT JOIN person p ON p.id = g.whom LEFT JOIN person t ON t.id = g.taken_by
ORDER BY g.people DESC, g.first, g.whom, g.game OFFSET $1 LIMIT $2;

-- name: reports_of :many
-- $1 bigint whom or null, $2 bigint game or null, $3 bigint moderator, $4 bigint after this report, $5 integer most.
-- Row: id, at, kind, game, line, reason, words, context, times, status, taken by or null, that one's name, is the
-- line hidden; those that are not closed, by id.
SELECT r.id, r.at, r.kind, r.game, r.message, r.reason, r.text, r.context::text, r.times, r.status, r.taken_by, t.name,
    coalesce((SELECT w.hidden IS NOT NULL FROM said w WHERE w.id = r.message), false)
FROM report r LEFT JOIN person t ON t.id = r.taken_by
WHERE r.whom IS NOT DISTINCT FROM $1 AND (r.whom IS NOT NULL OR r.game = $2) AND r.status <> 'closed' AND r.id > $4 AND
{may_judge}
ORDER BY r.id LIMIT $5;

-- name: reports_closed :many
-- $1 timestamptz closed before then or null, $2 integer most, $3 bigint moderator.
-- Row: id, at, kind, whom or null, name, game, reason, words, result, note, when, by whom: a name or null.
SELECT r.id, r.at, r.kind, r.whom, p.name, r.game, r.reason, r.text, r.result, r.note, r.closed, c.name
FROM report r LEFT JOIN person p ON p.id = r.whom LEFT JOIN person c ON c.id = r.closed_by
WHERE r.status = 'closed' AND r.closed < coalesce($1, 'infinity') AND
{may_judge}
ORDER BY r.closed DESC, r.id DESC LIMIT $2;

-- name: reports_take :many
-- $1 bigint whom or null, $2 bigint game or null, $3 bigint moderator, $4 bigint up to this report, $5 boolean also from another moderator.
-- Row: id.  No row: another has taken them, or they are closed.
UPDATE report r SET status = 'taken', taken_by = $3, taken = now()
WHERE r.whom IS NOT DISTINCT FROM $1 AND (r.whom IS NOT NULL OR r.game = $2) AND r.status <> 'closed' AND r.id <= $4
    AND (r.status = 'open' OR r.taken_by = $3 OR $5) AND
{may_judge}
RETURNING r.id;

-- name: reports_close :many
-- $1 bigint whom or null, $2 bigint game or null, $3 bigint moderator, $4 bigint up to this report, $5 text result, $6 text note or null.
-- Row: id.  No row: another has taken them, or they are closed.
UPDATE report r SET status = 'closed', taken_by = NULL, taken = NULL, closed_by = $3, closed = now(), result = $5, note = $6
WHERE r.whom IS NOT DISTINCT FROM $1 AND (r.whom IS NOT NULL OR r.game = $2) AND r.status <> 'closed' AND r.id <= $4
    AND (r.status = 'open' OR r.taken_by = $3) AND
{may_judge}
RETURNING r.id;

-- name: reports_open :one
-- Row: how many are not closed.
SELECT count(*) FROM report WHERE status <> 'closed';

-- ---- acts ----

-- name: act_new :one
-- $1 bigint moderator, $2 text what, $3 bigint whom or null, $4 bigint line or null, $5 bigint game or null, $6 integer days, $7 text why,
-- $8 text the new name or null, $9 text, $10 text what it looks like or null.
-- Row: why not or null; whom, game.  Unique violation: the name is taken.
SELECT refused, concerned, place FROM act_new($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: act_undo :one
-- $1 bigint moderator, $2 bigint act, $3 text why, $4 text, $5 text what the name before looks like or null.  Row: why not or null.
SELECT refused FROM act_undo($1, $2, $3, $4, $5);

-- name: act_role :one
-- $1 bigint person, $2 text role.  Row: id.  No row: there is no such person.  As the owner of the database.
WITH had AS (
    SELECT id, role FROM person WHERE id = $1 AND left_at IS NULL AND name IS NOT NULL FOR UPDATE
), told AS (
    INSERT INTO act (kind, whom, why, was, becomes) SELECT 'role', id, 'ridotto user role', role, $2 FROM had WHERE role <> $2
), free AS (
    UPDATE report SET status = 'open', taken_by = NULL, taken = NULL WHERE taken_by = $1 AND $2 = ''
)
UPDATE person p SET role = $2 FROM had WHERE p.id = had.id RETURNING p.id;

-- part: act_columns
    a.id, a.at, a.kind, a.whom, p.name, a.game, NOT EXISTS (SELECT FROM game g WHERE g.id = a.game), a.message, a.until, a.why, a.was, a.becomes, a.undone, a.undone_why,
    a.moderator IS NULL, m.name, u.name, a.opener
FROM act a LEFT JOIN person p ON p.id = a.whom LEFT JOIN person m ON m.id = a.moderator LEFT JOIN person u ON u.id = a.undone_by;

-- name: acts_of :many
-- $1 bigint whom or null, $2 bigint game or null: one of them, else all; $3 bigint before this act or null, $4 integer most, $5 bigint who reads.
-- Row: id, at, kind, whom, name, game, is there none any more, line, until, why, before, after; undone, why; was it by command; names of who did and
-- who undid it, or null; whose standing challenge ended with the table or null; newest first.
SELECT
{act_columns}
WHERE ($1 IS NULL OR a.whom = $1 OR a.people @> ARRAY[$1]) AND ($2 IS NULL OR a.game = $2)
    AND a.id < coalesce($3, 9223372036854775807) AND NOT line_closed(a.message, a.game, $5)
ORDER BY a.id DESC LIMIT $4;

-- name: acts_see :exec
-- $1 bigint person, who reads them now.
UPDATE person SET acts_seen = now() WHERE id = $1 AND acts_unread($1);

-- name: acts_unread :one
-- $1 bigint person.  Row: is there one about this person, or its reversal, that was not read yet?
SELECT acts_unread($1);

-- name: act_of :one
-- $1 bigint act.  Row: as acts_of.
SELECT
{act_columns}
WHERE a.id = $1;

-- name: judged :one
-- $1 bigint person, $2 bigint who reads.  Row: name, role, joined; muted until, suspended until, banned since, or null; do both play at one table?
SELECT name, role, created, CASE WHEN muted_until > now() THEN muted_until END, CASE WHEN suspended_until > now() THEN suspended_until END, banned,
    plays_with($1, $2)
FROM person WHERE id = $1 AND name IS NOT NULL;

-- name: names_of_people :many
-- $1 bigint[] people.  Row: id, name; of those who are here.
SELECT id, name FROM person WHERE id = ANY ($1) AND name IS NOT NULL;

-- name: session_proves :exec
-- $1 bytea hash of the session token.
UPDATE session SET proved = now() WHERE hash = $1;

-- name: session_proved :one
-- $1 bytea hash of the session token, $2 integer seconds.  Row: was the password entered in that time?
SELECT coalesce(proved > now() - $2 * interval '1 second', false) FROM session WHERE hash = $1;

-- name: held_seats :many
-- $1 integer most.  Row: person; somebody who is suspended or banned and still plays, or has sat down.
SELECT p.id FROM person p
WHERE (p.banned IS NOT NULL OR p.suspended_until > now()) AND EXISTS (
    SELECT FROM seat s JOIN game g ON g.id = s.game
    WHERE s.person = p.id AND s.ended IS NULL AND s.resigned IS NULL AND s.opened IS NULL AND g.status <> 'over' AND NOT g.apart)
ORDER BY p.id LIMIT $1;

-- name: order_forget :one
-- Row: nothing of interest.  Removes reports that were closed a year ago, and what is known of banned people who have left when its time is over.
SELECT order_forget();

-- ---- announcements ----

-- name: announcements :many
-- $1 timestamptz now.  Row: id, English, Japanese or null, starts, ends; what is shown now or will be, at most 20.
SELECT id, en, ja, starts, ends FROM announcement WHERE ends > $1 AND dropped IS NULL ORDER BY starts, id LIMIT 20;

-- name: announcement_new :one
-- $1 bigint who or null, $2 text English, $3 text Japanese or null, $4 timestamptz starts, $5 timestamptz ends.  Row: id.
INSERT INTO announcement (maker, en, ja, starts, ends) VALUES ($1, $2, $3, $4, $5) RETURNING id;

-- name: announcement_drop :one
-- $1 bigint id, $2 bigint who or null.  Row: id.
UPDATE announcement SET dropped = coalesce(dropped, now()), dropped_by = CASE WHEN dropped IS NULL THEN $2 ELSE dropped_by END
WHERE id = $1 RETURNING id;

-- ---- codes to join with ----

-- name: code_new :one
-- $1 text code, $2 bigint who or null, $3 integer people, $4 integer days, $5 integer codes of this person that may be open.
-- Row: id.  No row: there are so many already.
INSERT INTO joining_code (code, maker, expires, most)
SELECT $1, $2, now() + $4 * interval '1 day', $3
WHERE $2 IS NULL OR (SELECT count(*) FROM joining_code c WHERE c.maker = $2 AND c.expires > now() AND c.used < c.most) < $5
RETURNING id;

-- name: codes_of :many
-- $1 bigint who or null.  Row: id, code, expires, most, used; those that are good, newest first, at most 100.
SELECT id, code, expires, most, used FROM joining_code
WHERE maker IS NOT DISTINCT FROM $1 AND expires > now() AND used < most ORDER BY id DESC LIMIT 100;

-- name: code_drop :exec
-- $1 bigint id, $2 bigint who or null.
DELETE FROM joining_code WHERE id = $1 AND maker IS NOT DISTINCT FROM $2;

-- name: code_good :one
-- $1 text code.  Row: id.  No row: it is unknown, used up, or too old.
SELECT c.id FROM joining_code c LEFT JOIN person p ON p.id = c.maker
WHERE c.code = $1 AND c.expires > now() AND c.used < c.most AND p.banned IS NULL AND (p.suspended_until IS NULL OR p.suspended_until <= now());

-- name: code_use :one
-- $1 text code.  Row: id.  No row: as code_good.
UPDATE joining_code c SET used = used + 1
WHERE c.code = $1 AND c.expires > now() AND c.used < c.most AND NOT EXISTS (
    SELECT FROM person p WHERE p.id = c.maker AND (p.banned IS NOT NULL OR p.suspended_until > now()))
RETURNING c.id;

-- name: code_unuse :exec
-- $1 text code.  Nobody has joined with it after all.
UPDATE joining_code SET used = used - 1 WHERE code = $1 AND used > 0;
