-- Ratings to look at: leaderboards, the course of somebody's ratings, games of two people, reliability. Means and deviations in thousandths;
-- a season is told by its quarter: four times the year, and 0 to 3.

-- part: leaders_placed
        AND p.ranked AND p.left_at IS NULL AND p.banned IS NULL
    ORDER BY l.rating - 2 * l.deviation DESC, l.person LIMIT $7
), placed AS (
    SELECT *, rank() OVER (ORDER BY rating - 2 * deviation DESC) AS place, row_number() OVER (ORDER BY rating - 2 * deviation DESC, person) AS nth,
        count(*) OVER () AS n
    FROM listed
)
SELECT person, name, hidden, round(rating::float8 * 1000)::bigint, round(deviation::float8 * 1000)::bigint, games, place, nth, n
FROM placed
WHERE (nth > least($4, (n - 1) / $5 * $5) AND nth <= least($4, (n - 1) / $5 * $5) + $5) OR person = $6;

-- name: leaders_of_all :many
-- $1 text rules, $2 timestamptz since when a game has to have ended, $3 integer least games, $4 integer so many before, but no more than there
-- are pages, $5 integer rows of a page, $6 bigint who looks, or 0, $7 integer how many are listed at the most.
-- Row: person, name, is the profile hidden, mean, deviation, games, place (equal ones share it), number of the row, how many rows there are. The
-- rows of a page, and that of who looks wherever it stands among those that are listed. No more of the index is read than them.
WITH listed AS (
    SELECT l.person, l.rating, l.deviation, l.games, p.name, p.profile = 'hidden' AS hidden FROM rating l JOIN person p ON p.id = l.person
    WHERE l.rules = $1 AND l.games >= $3 AND l.at >= $2
{leaders_placed}
ORDER BY nth;

-- name: leaders_of_season :many
-- $1 text rules, $2 integer quarter, $3 integer least games, $4 integer so many before, $5 integer rows of a page, $6 bigint who looks, or 0,
-- $7 integer how many are listed at the most.  Row: as leaders_of_all.
WITH listed AS (
    SELECT l.person, l.rating, l.deviation, l.games, p.name, p.profile = 'hidden' AS hidden FROM rating_season l JOIN person p ON p.id = l.person
    WHERE l.rules = $1 AND l.season = make_date($2 / 4, $2 % 4 * 3 + 1, 1) AND l.games >= $3
{leaders_placed}
ORDER BY nth;

-- name: leaders_seasons :one
-- $1 text rules, $2 timestamptz now.  Row: the first quarter that has ratings, 0: none; this quarter.
SELECT coalesce(extract(year FROM s.first) * 4 + extract(quarter FROM s.first) - 1, 0)::integer,
       (extract(year FROM season_of($2)) * 4 + extract(quarter FROM season_of($2)) - 1)::integer
FROM (SELECT min(season) AS first FROM rating_season WHERE rules = $1) AS s;

-- name: leader_self :many
-- $1 bigint person, $2 text rules, $3 integer quarter, 0: of all time.  Row: does the person want to be listed, how many games were rated.
SELECT p.ranked, coalesce(CASE WHEN $3 = 0 THEN (SELECT games FROM rating WHERE person = $1 AND rules = $2)
    ELSE (SELECT games FROM rating_season WHERE person = $1 AND rules = $2 AND season = make_date(greatest($3, 4) / 4, $3 % 4 * 3 + 1, 1)) END, 0)
FROM person p WHERE p.id = $1;

-- name: rating_course :many
-- $1 bigint person.  Row: rules, when a game ended, mean and deviation after it; title by title, in the order in which they were rated.
SELECT s.rules, d.at, round(s.rating::float8 * 1000)::bigint, round(s.deviation::float8 * 1000)::bigint
FROM rating_step s JOIN rated_game d ON d.game = s.game WHERE s.person = $1 ORDER BY s.rules, d.nth;

-- name: meetings :many
-- $1 bigint one person, $2 bigint another.  Row: game, rules, when it ended, how it ended for the first one: 1 won (came in before the other), -1
-- lost, 0 shared; of public games that came to a result, the newest first.
SELECT g.id, g.rules, g.ended, sign((CASE WHEN b.resigned IS NULL THEN b.rank ELSE 6 END) - (CASE WHEN a.resigned IS NULL THEN a.rank ELSE 6 END))::integer
FROM seat a JOIN seat b ON b.game = a.game AND b.person = $2 JOIN game g ON g.id = a.game
WHERE a.person = $1 AND g.status = 'over' AND g.ending IN ('played', 'resigned') AND g.invitation IS NULL AND NOT g.apart
ORDER BY g.ended DESC, g.id DESC;

-- name: reliability_of :many
-- $1 bigint[] people.  Row: person, deadlines, percent (0 when there are none); in the order asked.
SELECT w.person, r.deadlines, coalesce(r.percent, 0)
FROM unnest($1) WITH ORDINALITY AS w (person, n) CROSS JOIN LATERAL reliability(w.person) AS r ORDER BY w.n;
