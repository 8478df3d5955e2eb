-- Practice tables: a person's own, from positions of other games. No seat has its person there: those without a bot are the owner's. What
-- deletes a table is done by functions of the owner of the database, which do it to these only.

-- name: practice_same :many
-- $1 bigint person, $2 bigint game, $3 integer ply, $4 jsonb bots by seat ([null, "advise"]), $5 jsonb steps of a draft, $6 boolean is the game
-- over, $7 smallint the seat that no bot may play, or -1.  Row: id of a practice table from there at which the person has done nothing yet. One
-- from before the game was over, or from before the person had that seat, knows less.
SELECT g.id FROM game g
WHERE g.owner = $1 AND g.practice_ply = $3 AND g.practice_of = $2
    AND (SELECT jsonb_agg(s.bot ORDER BY s.seat) FROM seat s WHERE s.game = g.id) = $4
    AND coalesce((SELECT d.steps FROM draft d WHERE d.game = g.id AND d.person = $1), '[]') = $5
    AND NOT EXISTS (SELECT FROM move m WHERE m.game = g.id AND m.ply > 0 AND m.cause = 'person')
    AND coalesce(g.practice_seat, -1) = $7
    AND NOT EXISTS (SELECT FROM incident i WHERE i.game = $2 AND i.person = $1 AND i.at > g.created)
    AND (NOT $6 OR g.created > (SELECT o.ended FROM game o WHERE o.id = $2))
ORDER BY g.id DESC LIMIT 1;

-- name: practice_key :exec
-- $1 bigint practice table, $2 text the key with which its owner has come to the game that it comes of.
UPDATE game SET practice_key = $2 WHERE id = $1 AND practice_key IS DISTINCT FROM $2;

-- name: practice_count :one
-- $1 bigint person.  Row: how many practice tables there are.
SELECT count(*) FROM game WHERE owner = $1 AND practice_ply IS NOT NULL;

-- name: practice_hold :many
-- $1 bigint game.  Row: id; a practice table that another comes of is locked before its owner, as who leaves does.
SELECT id FROM game WHERE id = $1 AND practice_ply IS NOT NULL FOR KEY SHARE;

-- name: practice_new :one
-- $1 text rules, $2 integer revision, $3 jsonb options, $4 smallint seats, $5 bigint owner, $6 bytea secret, $7 jsonb bots by seat
-- ([null, "advise"]), $8 jsonb pace, $9 bigint the game it comes of, $10 integer ply, $11 smallint the seat that no bot may
-- play, or -1, $12 bytea the position that it begins with, $13 text the key of that game or null.
-- Row: id.
WITH new AS (
    INSERT INTO game (rules, revision, options, n_seats, owner, secret, pace, apart, practice_of, practice_root, practice_ply, practice_seat, opening,
                      practice_key)
    VALUES ($1, $2, $3, $4, $5, $6, $8, true, $9,
            (SELECT CASE WHEN o.practice_ply IS NULL THEN o.id ELSE coalesce(o.practice_root, o.practice_of) END FROM game o WHERE o.id = $9), $10, nullif($11, -1), $12, $13)
    RETURNING id
), seats AS (
    INSERT INTO seat (game, seat, bot, mail) SELECT new.id, b.n - 1, b.bot, false
    FROM new, jsonb_array_elements_text($7) WITH ORDINALITY AS b (bot, n)
)
SELECT id FROM new;

-- name: practice_delete :one
-- $1 bigint person, $2 bigint game, or null for all.  Row: how many were deleted.
SELECT practice_delete($1, $2);

-- name: practices_forget :one
-- $1 timestamptz before, $2 integer most.  Row: how many tables were deleted; less than the most: there is nothing left.
SELECT practices_forget($1, $2);

-- name: practices :many
-- $1 bigint person, $2 integer most.  Row: as `listed`; the practice tables of the person, what was played last first.
WITH page AS (
    SELECT g.id FROM game g WHERE g.owner = $1 AND g.practice_ply IS NOT NULL ORDER BY coalesce(g.moved, g.created) DESC, g.id DESC LIMIT $2
)
{listed}
ORDER BY coalesce(g.moved, g.created) DESC, g.id DESC;
