-- Ratings, in thousandths; games at private tables and at tables apart count for nothing here.

-- name: ratings_moved :many
-- $1 bigint game.  Row: a seat from which somebody has moved, by hand or by a standing order.
SELECT DISTINCT seat FROM move WHERE game = $1 AND cause IN ('person', 'order', 'plan');

-- name: ratings_begin :exec
-- $1 text rules, $2 text ids of people, "4,5,9", ascending, $3 bigint first mean, $4 bigint first deviation, $5 timestamptz the end of the game.
-- Also in the season of that moment.
WITH who AS (
    SELECT p.id, p.n FROM unnest(string_to_array($2, ',')::bigint[]) WITH ORDINALITY AS p (id, n)
), seasons AS (
    INSERT INTO rating_season (person, rules, season, rating, deviation, games)
    SELECT id, $1, season_of($5), $3 / 1000.0, $4 / 1000.0, 0 FROM who ORDER BY n
    ON CONFLICT DO NOTHING
)
INSERT INTO rating (person, rules, rating, deviation, games)
SELECT id, $1, $3 / 1000.0, $4 / 1000.0, 0 FROM who ORDER BY n
ON CONFLICT DO NOTHING;

-- name: ratings_lock :many
-- $1 text rules, $2 text ids of people.  Row: mean, deviation, games; by person. Nobody else changes them until the end of
-- the transaction.
SELECT round(rating::float8 * 1000)::bigint, round(deviation::float8 * 1000)::bigint, games
FROM rating WHERE rules = $1 AND person = ANY (string_to_array($2, ',')::bigint[]) ORDER BY person FOR NO KEY UPDATE;

-- name: ratings_seasons :many
-- $1 text rules, $2 text ids of people, $3 timestamptz the end of the game.  Row: as ratings_lock, of that season; after ratings_lock, which
-- keeps others from these, too.
SELECT round(rating::float8 * 1000)::bigint, round(deviation::float8 * 1000)::bigint, games
FROM rating_season WHERE rules = $1 AND person = ANY (string_to_array($2, ',')::bigint[]) AND season = season_of($3) ORDER BY person;

-- name: ratings_together :one
-- $1 text rules, $2 text ids of people, $3 timestamptz the end of the game.  Row: how many games of theirs were rated in the 30 days before;
-- after ratings_lock, so that none can come to it.
SELECT rated_together($1, string_to_array($2, ',')::bigint[], $3, 9223372036854775807);

-- name: rating_season_set :exec
-- $1 bigint person, $2 text rules, $3 timestamptz the end of the game, $4 bigint mean, $5 bigint deviation, $6 integer games.
UPDATE rating_season SET rating = $4 / 1000.0, deviation = $5 / 1000.0, games = $6
WHERE person = $1 AND rules = $2 AND season = season_of($3);

-- name: rated_game_new :exec
-- $1 bigint game, $2 text rules, $3 timestamptz its end, $4 text ids of people, ascending, $5 text the rank of each.
INSERT INTO rated_game (game, rules, at, people, ranks)
VALUES ($1, $2, $3, string_to_array($4, ',')::bigint[], string_to_array($5, ',')::smallint[]);

-- name: rating_set :exec
-- $1 bigint person, $2 text rules, $3 bigint mean, $4 bigint deviation, $5 integer games, $6 timestamptz at, $7 bigint the game that made
-- it so.
WITH step AS (
    INSERT INTO rating_step (game, person, rules, rating_before, deviation_before, rating, deviation)
    SELECT $7, person, rules, rating, deviation, $3 / 1000.0, $4 / 1000.0 FROM rating WHERE person = $1 AND rules = $2
)
UPDATE rating SET rating = $3 / 1000.0, deviation = $4 / 1000.0, games = $5, at = $6 WHERE person = $1 AND rules = $2;

-- name: rating_steps :many
-- $1 bigint game.  Row: person, mean and deviation before, mean and deviation after; none: it was not rated, or before these were kept.
SELECT person, round(rating_before::float8 * 1000)::bigint, round(deviation_before::float8 * 1000)::bigint,
       round(rating::float8 * 1000)::bigint, round(deviation::float8 * 1000)::bigint
FROM rating_step WHERE game = $1 ORDER BY person;

-- name: person_results :many
-- $1 bigint person.  Row: rules, did another person play there (else all others were bots), games played to a result at public tables, of
-- these won; of those that were played to their end and not left by resigning: how many, average and most of their points; mean,
-- deviation and games of the rating (games 0: none yet, and always against bots). Games with people first, then what was played most.
WITH mine AS (
    SELECT g.rules, s.rank = 1 AND s.resigned IS NULL AS won,
        CASE WHEN g.ending = 'played' AND s.resigned IS NULL THEN s.points END AS points,
        EXISTS (SELECT FROM seat o WHERE o.game = g.id AND o.seat <> s.seat AND o.person IS NOT NULL) AS with_people
    FROM seat s JOIN game g ON g.id = s.game
    WHERE s.person = $1 AND g.ending IN ('played', 'resigned') AND g.invitation IS NULL AND NOT g.apart
), kind AS (
    SELECT rules, with_people, count(*) AS played, count(*) FILTER (WHERE won) AS won, count(points) AS counted,
        coalesce(round(avg(points)), 0)::bigint AS average, coalesce(max(points), 0)::bigint AS most
    FROM mine GROUP BY rules, with_people
)
SELECT k.rules, k.with_people, k.played, k.won, k.counted, k.average, k.most, coalesce(round(r.rating::float8 * 1000), 0)::bigint,
       coalesce(round(r.deviation::float8 * 1000), 0)::bigint, coalesce(r.games, 0)
FROM kind k LEFT JOIN rating r ON r.person = $1 AND r.rules = k.rules AND k.with_people
ORDER BY k.with_people DESC, k.played DESC, k.rules;
