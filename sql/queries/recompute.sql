-- All ratings of a title worked out anew from the order in which its games were rated (cgi/store/store_recompute.c), and games that are struck.
-- Means and deviations in thousandths; a season is the number of its first day, counted from 1970.

-- name: rated_titles :many
-- Row: rules of which games were rated.
SELECT rules FROM rated_game UNION SELECT rules FROM rating ORDER BY rules;

-- name: ratings_hold :exec
-- Until the end of the transaction no game that is rated can end: each of them first adds to this table. Who reads waits for nothing.
LOCK TABLE rating IN SHARE ROW EXCLUSIVE MODE;

-- name: rated_adopt :one
-- Row: how many games a program of before has rated meanwhile.
SELECT rated_games_adopt();

-- name: rated_seasons_lack :one
-- Row: are there ratings and no seasons?
SELECT EXISTS (SELECT FROM rated_game) AND NOT EXISTS (SELECT FROM rating_season);

-- name: rated_all :many
-- $1 text rules.  Row: game, the season and the moment of its end, how many games before it make it count less, person, rank, has the person
-- an account still; game after game as they were rated, people by number. Struck games are left out.
-- Only of people who met often the games before are counted one by one.
SELECT d.game, season_of(d.at) - date '1970-01-01', d.at,
       CASE WHEN d.halves AND d.met > 3 THEN rated_together(d.rules, d.people, d.at, d.nth) ELSE 0 END, w.person, w.rank, p.left_at IS NULL
FROM (SELECT game, nth, rules, at, people, ranks, halves, count(*) OVER (PARTITION BY people) AS met
      FROM rated_game WHERE rules = $1 AND NOT struck) AS d
    CROSS JOIN LATERAL unnest(d.people, d.ranks) AS w (person, rank) JOIN person p ON p.id = w.person
ORDER BY d.nth, w.person;

-- name: rated_bases :many
-- $1 text rules.  Row: person, mean, deviation, games, when the last of them ended: what somebody had before rated_game begins.
SELECT person, round(rating::float8 * 1000)::bigint, round(deviation::float8 * 1000)::bigint, games, at FROM rating_base WHERE rules = $1;

-- name: rated_otherwise :many
-- $1 text rules.  Row: a rated game whose seats tell of other people or ranks than it was rated by.
SELECT d.game FROM rated_game d
WHERE d.rules = $1 AND (
    EXISTS (SELECT FROM unnest(d.people, d.ranks) AS w (person, rank) WHERE NOT EXISTS (
        SELECT FROM seat s WHERE s.game = d.game AND s.person = w.person AND w.rank = CASE WHEN s.resigned IS NULL THEN s.rank ELSE 6 END))
    OR EXISTS (SELECT FROM seat s JOIN person p ON p.id = s.person
               WHERE s.game = d.game AND p.left_at IS NULL AND s.person <> ALL (d.people)
                   -- People and programs are rated apart.
                   AND (p.program_of IS NOT NULL) = EXISTS (SELECT FROM person q WHERE q.id = ANY (d.people) AND q.program_of IS NOT NULL)))
ORDER BY d.nth;

-- name: stored_ratings :many
-- $1 text rules.  Row: person, 0, mean, deviation, games, when the last of them ended; by person.
SELECT person, 0::bigint, round(rating::float8 * 1000)::bigint, round(deviation::float8 * 1000)::bigint, games::bigint,
       (extract(epoch FROM at) * 1000000)::bigint
FROM rating WHERE rules = $1 AND games > 0 ORDER BY person;

-- name: stored_seasons :many
-- $1 text rules.  Row: person, season, mean, deviation, games, 0; by person and season.
SELECT person, (season - date '1970-01-01')::bigint, round(rating::float8 * 1000)::bigint, round(deviation::float8 * 1000)::bigint, games::bigint, 0::bigint
FROM rating_season WHERE rules = $1 AND games > 0 ORDER BY person, season;

-- name: stored_steps :many
-- $1 text rules.  Row: person, game, mean and deviation before, mean and deviation after; by person and game.
SELECT person, game, round(rating_before::float8 * 1000)::bigint, round(deviation_before::float8 * 1000)::bigint,
       round(rating::float8 * 1000)::bigint, round(deviation::float8 * 1000)::bigint
FROM rating_step WHERE rules = $1 ORDER BY person, game;

-- name: ratings_put :exec
-- $1 text rules, $2 bigint[] person, $3 bigint[] 0, $4 bigint[] mean, $5 bigint[] deviation, $6 bigint[] games, $7 bigint[] when, as read.
INSERT INTO rating (person, rules, rating, deviation, games, at)
SELECT n.person, $1, n.mean / 1000.0, n.deviation / 1000.0, n.games, 'epoch'::timestamptz + n.at * interval '1 microsecond'
FROM unnest($2, $3, $4, $5, $6, $7) AS n (person, zero, mean, deviation, games, at)
ON CONFLICT (person, rules) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, games = excluded.games, at = excluded.at;

-- name: seasons_put :exec
-- $1 text rules, $2 bigint[] person, $3 bigint[] season, $4 bigint[] mean, $5 bigint[] deviation, $6 bigint[] games, $7 bigint[] 0.
INSERT INTO rating_season (person, rules, season, rating, deviation, games)
SELECT n.person, $1, date '1970-01-01' + n.season::integer, n.mean / 1000.0, n.deviation / 1000.0, n.games
FROM unnest($2, $3, $4, $5, $6, $7) AS n (person, season, mean, deviation, games, zero)
ON CONFLICT (person, rules, season) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, games = excluded.games;

-- name: steps_put :exec
-- $1 text rules, $2 bigint[] person, $3 bigint[] game, $4 bigint[] and $5 bigint[] mean and deviation before, $6 bigint[] and $7 bigint[] after.
INSERT INTO rating_step (game, person, rules, rating_before, deviation_before, rating, deviation)
SELECT n.game, n.person, $1, n.mean_before / 1000.0, n.deviation_before / 1000.0, n.mean / 1000.0, n.deviation / 1000.0
FROM unnest($2, $3, $4, $5, $6, $7) AS n (person, game, mean_before, deviation_before, mean, deviation)
ON CONFLICT (game, person) DO UPDATE SET rating_before = excluded.rating_before, deviation_before = excluded.deviation_before,
    rating = excluded.rating, deviation = excluded.deviation;

-- name: ratings_drop :exec
-- $1 text rules, $2 bigint[] person, $3 bigint[] 0, $4 bigint first mean, $5 bigint first deviation.  The row stays: others refer to it.
UPDATE rating SET rating = $4 / 1000.0, deviation = $5 / 1000.0, games = 0 FROM unnest($2, $3) AS n (person, zero)
WHERE rating.person = n.person AND rules = $1;

-- name: seasons_drop :exec
-- $1 text rules, $2 bigint[] person, $3 bigint[] season, $4 bigint of no interest, $5 bigint likewise.
DELETE FROM rating_season r USING unnest($2, $3) AS n (person, season)
WHERE r.person = n.person AND r.rules = $1 AND r.season = date '1970-01-01' + n.season::integer AND $4 + $5 IS NOT NULL;

-- name: steps_drop :exec
-- $1 text rules, $2 bigint[] person, $3 bigint[] game, $4 bigint of no interest, $5 bigint likewise.
DELETE FROM rating_step r USING unnest($2, $3) AS n (person, game)
WHERE r.game = n.game AND r.person = n.person AND r.rules = $1 AND $4 + $5 IS NOT NULL;

-- name: rated_news :exec
-- $1 bigint[] games.  Their pages show something new.
UPDATE game SET version = version + 1
WHERE id IN (SELECT id FROM game WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE);

-- name: rated_game_of :one
-- $1 bigint game.  Row: rules, is it struck.  No row: it was not rated.
SELECT rules, struck FROM rated_game WHERE game = $1 FOR UPDATE;

-- name: strike_new :exec
-- $1 bigint game, $2 boolean struck, $3 text who, $4 text why.
WITH told AS (INSERT INTO strike (game, struck, who, why) VALUES ($1, $2, $3, $4))
UPDATE rated_game SET struck = $2 WHERE game = $1;

-- name: struck_why :one
-- $1 bigint game.  Row: why it is struck.  No row: it is not.
SELECT s.why FROM strike s WHERE s.game = $1 AND (SELECT struck FROM rated_game WHERE game = $1) ORDER BY s.id DESC LIMIT 1;

-- name: rated_before :one
-- $1 bigint game.  Row: how many games before it make it count less.  No row: it was not rated.
SELECT CASE WHEN halves AND NOT struck THEN rated_together(rules, people, at, nth) ELSE 0 END FROM rated_game WHERE game = $1;

-- name: strikes_of :many
-- $1 bigint game.  Row: struck (false: it counts again), who, why, when; the newest first.
SELECT struck, who, why, at FROM strike WHERE game = $1 ORDER BY id DESC;
