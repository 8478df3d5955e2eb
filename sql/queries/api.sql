-- Programs: their tokens, what they have asked for already, and accounts of their own.

-- name: api_person :many
-- $1 bytea hash of a token.
-- Row: as session_person, where what was seen is the token; the token's number, its scopes in one text, whose program it is or null, is the address of
-- that one confirmed.  None: there is no such token, or its time is over.
SELECT
{session_columns}
       ,
       s.id, array_to_string(s.scopes, ' '), who.program_of,
       EXISTS (SELECT FROM person o WHERE o.id = who.program_of AND o.email_confirmed IS NOT NULL)
FROM api_token s JOIN person who ON who.id = s.person WHERE s.hash = $1 AND s.expires > now();

-- name: api_token_seen :exec
-- $1 bigint token.
UPDATE api_token SET seen = now() WHERE id = $1;

-- name: api_token_new :many
-- $1 bigint person, $2 bytea hash of a new token, $3 text name, $4 text scopes, "read play", $5 integer days it lasts, 0: for ever, $6 integer how many
-- a person may have.  After time_lock, in its transaction.
-- Row: the token's number.  None: there are so many already.
INSERT INTO api_token (hash, person, name, scopes, expires)
SELECT $2, $1, $3, string_to_array($4, ' '), CASE WHEN $5 = 0 THEN 'infinity' ELSE now() + $5 * interval '1 day' END
WHERE (SELECT count(*) FROM api_token WHERE person = $1) < $6
RETURNING id;

-- name: api_token_drop :one
-- $1 bigint owner, $2 bigint token of that one, or of a program of that one.  Row: its number.
DELETE FROM api_token t USING person p
WHERE t.id = $2 AND p.id = t.person AND (p.id = $1 OR p.program_of = $1) RETURNING t.id;

-- name: api_tokens :many
-- $1 bigint owner.  Row: number, name, scopes in one text, made, used last or null, ends or null, is it over, the program's name or null; those of the person and of
-- the programs, newest first.
SELECT t.id, t.name, array_to_string(t.scopes, ' '), t.made, nullif(t.seen, '-infinity'), nullif(t.expires, 'infinity'), t.expires <= now(),
       CASE WHEN p.program_of IS NOT NULL THEN p.name END
FROM person p JOIN api_token t ON t.person = p.id WHERE p.id = $1 OR p.program_of = $1 ORDER BY t.id DESC;

-- name: api_programs :many
-- $1 bigint owner.  Row: number, name, since when.
SELECT id, name, created FROM person WHERE program_of = $1 AND left_at IS NULL ORDER BY id;

-- name: api_program_new :many
-- $1 bigint owner, $2 text name, $3 text, $4 text what the name looks like, $5 integer how many a person may have.  After time_lock, in its transaction.
-- Row: number.  None: there are so many already, or the owner is a program.  Unique violation as in person_new.
INSERT INTO person (name, program_of, mail, look_written, look_small, profile, ranked, muted_until, suspended_until, banned)
SELECT $2, o.id, false, $3, $4, 'public', false, o.muted_until, o.suspended_until, o.banned FROM person o
WHERE o.id = $1 AND o.program_of IS NULL AND o.guest IS NULL AND o.left_at IS NULL
    AND (SELECT count(*) FROM person p WHERE p.program_of = $1 AND p.left_at IS NULL) < $5
RETURNING id;

-- name: api_begin :one
-- $1 bigint person, $2 bytea hash of the name that a request gave itself, $3 bytea hash of what it asks for, $4 integer seconds after which it is taken for given up.
-- Row: is it to be done now, was the same asked for before, its status then or null, the table it led to or null.
-- One that comes while another of its name is being noted does not see that yet, and counts as the same: it is not to be done now, and may ask again.
-- Rows of more than a day are dropped.
WITH old AS (
    DELETE FROM api_done WHERE person = $1 AND at < now() - interval '1 day' AND key <> $2
), was AS (
    SELECT body, status, game, at FROM api_done WHERE person = $1 AND key = $2 AND at >= now() - interval '1 day'
), new AS (
    INSERT INTO api_done AS d (person, key, body) VALUES ($1, $2, $3)
    ON CONFLICT (person, key) DO UPDATE SET at = now(), body = $3, status = NULL, game = NULL
        WHERE d.at < now() - interval '1 day' OR (d.body = $3 AND d.status IS NULL AND d.at < now() - $4 * interval '1 second')
    RETURNING 1
)
SELECT EXISTS (SELECT FROM new), coalesce((SELECT body = $3 FROM was), true), (SELECT status FROM was), (SELECT game FROM was);

-- name: api_end :exec
-- $1 bigint person, $2 bytea hash of the name that a request gave itself, $3 integer status, $4 bigint table or null.
UPDATE api_done SET status = $3, game = $4 WHERE person = $1 AND key = $2;

-- name: api_forget :exec
-- $1 bigint person, $2 bytea hash of the name that a request gave itself.  It was not done, and may be asked for again.
DELETE FROM api_done WHERE person = $1 AND key = $2 AND status IS NULL;
