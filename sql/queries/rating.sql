-- Ratings, in thousandths; games at private tables and at tables apart count for nothing here.

-- name: ratings_begin :exec
-- $1 text rules, $2 text ids of people, "4,5,9", ascending, $3 bigint first mean, $4 bigint first deviation.
INSERT INTO rating (person, rules, rating, deviation, games)
SELECT p.id, $1, $3 / 1000.0, $4 / 1000.0, 0
FROM unnest(string_to_array($2, ',')::bigint[]) WITH ORDINALITY AS p (id, n) ORDER BY p.n
ON CONFLICT DO NOTHING;

-- name: ratings_lock :many
-- $1 text rules, $2 text ids of people.  Row: mean, deviation, games; by person. Nobody else changes them until the end of
-- the transaction.
SELECT round(rating::float8 * 1000)::bigint, round(deviation::float8 * 1000)::bigint, games
FROM rating WHERE rules = $1 AND person = ANY (string_to_array($2, ',')::bigint[]) ORDER BY person FOR NO KEY UPDATE;

-- name: rating_set :exec
-- $1 bigint person, $2 text rules, $3 bigint mean, $4 bigint deviation, $5 integer games, $6 timestamptz at.
UPDATE rating SET rating = $3 / 1000.0, deviation = $4 / 1000.0, games = $5, at = $6 WHERE person = $1 AND rules = $2;

-- name: person_results :many
-- $1 bigint person.  Row: rules, games played to a result at public tables, of these won, mean, deviation and games of the
-- rating (games 0: none yet); the game that was played most first.
SELECT f.rules, f.played, f.won, coalesce(round(r.rating::float8 * 1000), 0)::bigint,
       coalesce(round(r.deviation::float8 * 1000), 0)::bigint, coalesce(r.games, 0)
FROM (
    SELECT g.rules, count(*) AS played, count(*) FILTER (WHERE s.rank = 1 AND s.resigned IS NULL) AS won
    FROM seat s JOIN game g ON g.id = s.game
    WHERE s.person = $1 AND g.ending IN ('played', 'resigned') AND g.invitation IS NULL AND NOT g.apart GROUP BY g.rules
) AS f LEFT JOIN rating r ON r.person = $1 AND r.rules = f.rules
ORDER BY f.played DESC, f.rules;
