-- Guests, and games against bots that one plays by oneself. What changes a person or deletes a table is done by functions of the owner,
-- which do it to guests only.

-- name: guest_come :one
-- $1 integer most guests, $2 bytea hash of the visitor's cookie, or null.  Row: the person, who is the same one for that cookie within some
-- minutes; null: there are so many.
SELECT guest_come($1, $2);

-- name: alone_lock :many
-- $1 bigint person.  Row: id, locked; none: who has left, or a guest who is no more, whose empty row waits for another.
SELECT id FROM person WHERE id = $1 AND guest IS DISTINCT FROM 'gone' AND left_at IS NULL FOR NO KEY UPDATE;

-- name: guest_room :one
-- $1 bigint person, $2 text rules.  Row: how many finished games were deleted, so that another has room; a guest keeps the last one of a title.
SELECT guest_room($1, $2);

-- name: guest_unplayed :one
-- $1 bigint person, $2 text rules, $3 boolean does a guide begin?  Row: how many tables of the other kind were deleted, at which a guest had
-- not moved yet.
SELECT guest_unplayed($1, $2, $3);

-- name: guest_join :one
-- $1 bigint person, $2 text name, $3 text email, $4 text password hash, $5 text language or null, $6 bytea hash of the confirming token,
-- $7 jsonb what the confirming mail needs, $8 text, $9 text what the name looks like.  Row: is it done? False: that is no guest (any
-- more).  Unique violation: as person_new.
WITH joined AS MATERIALIZED (
    SELECT guest_join($1, $2, $3, $4, $5, $8, $9) AS done
), link AS (
    INSERT INTO token (hash, kind, person, expires) SELECT $6, 'confirm', $1, now() + interval '7 days' FROM joined WHERE done
), mail AS (
    INSERT INTO outbox (person, kind, data) SELECT $1, 'confirm', $7 FROM joined WHERE done
)
SELECT done FROM joined;

-- name: guest_give :one
-- $1 bigint guest, $2 bigint person.  Row: how many tables are that person's now.
SELECT guest_give($1, $2);

-- name: guests_forget :one
-- $1 timestamptz before, $2 integer most.  Row: how many tables and guests were deleted; less than the most: there is nothing left.
SELECT guests_forget($1, $2);

-- name: game_alone :many
-- $1 bigint person, $2 text rules.  Row: id of the game against bots that the person has begun and not finished, the newest, none with a guide.
SELECT id FROM game WHERE owner = $1 AND rules = $2 AND apart AND guide IS NULL AND practice_ply IS NULL AND status <> 'over' ORDER BY id DESC LIMIT 1;

-- name: game_instead :many
-- $1 bigint person, $2 text rules.  Row: of a guest who has played two games of the title that are not over, guides that were left or are at
-- their end among them, the id of the newer one: there is no room for another.
SELECT max(g.id) FROM person p JOIN game g ON g.owner = p.id
WHERE p.id = $1 AND p.guest = 'here' AND g.rules = $2 AND g.apart AND g.status <> 'over' AND has_played($1, g.id)
HAVING count(*) > 1;

-- name: games_alone :many
-- $1 bigint person.  Row: rules; of the games against bots that the person has begun and not finished, the newest without a guide, or null; how
-- many there are, with a guide or without.
SELECT rules, max(id) FILTER (WHERE guide IS NULL), count(*) FROM game WHERE owner = $1 AND apart AND practice_ply IS NULL AND status <> 'over' GROUP BY rules;
