-- Studies of games that are over.

-- name: study_of :one
-- $1 bigint game.
-- Row: state, why it failed, revision, how many were asked for before it and wait still, the result. None: nobody has asked.
SELECT s.state, s.why, s.revision, CASE WHEN s.state = 'asked' THEN
           (SELECT count(*) FROM study o WHERE o.state = 'asked' AND (o.asked, o.game) < (s.asked, s.game)) ELSE 0 END, s.result
FROM study s WHERE s.game = $1;

-- name: study_may :one
-- $1 bigint game.  Row: id, if there is something to study: it is over, was played to its end, and is no practice table, which begins in its middle.
SELECT g.id FROM game g WHERE g.id = $1 AND g.status = 'over' AND g.ending = 'played' AND g.practice_ply IS NULL;

-- name: study_ask :exec
-- $1 bigint game, $2 integer revision, $3 bytea a result of this revision that cannot be read, or null.
-- One that was made by another revision, has failed, or cannot be read is made anew. Nothing hidden may come out of a game that runs.
INSERT INTO study (game, revision) SELECT g.id, $2 FROM game g WHERE g.id = $1 AND g.status = 'over' AND g.ending = 'played' AND g.practice_ply IS NULL
ON CONFLICT (game) DO UPDATE SET state = 'asked', asked = clock_timestamp(), taken = NULL, ended = NULL, revision = $2, why = NULL, result = NULL
WHERE study.state = 'failed' OR (study.state = 'done' AND (study.revision <> $2 OR study.result = $3));

-- name: study_take :many
-- $1 integer seconds after which one that another worker has begun is taken to be left.
-- Row: the game that was asked for first, how often it has been begun, this time among them.
UPDATE study SET taken = clock_timestamp(), tries = tries + 1 WHERE game = (
    SELECT game FROM study WHERE state = 'asked' AND (taken IS NULL OR taken < clock_timestamp() - $1 * interval '1 second')
    ORDER BY asked, game LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING game, tries;

-- name: study_leave :exec
-- $1 bigint game, $2 boolean it was tried, and came to nothing.  It was not finished, and is as it was before, but for the try.
UPDATE study SET taken = NULL, tries = CASE WHEN $2 THEN tries ELSE greatest(tries - 1, 0) END
WHERE game = $1 AND state = 'asked' AND taken IS NOT NULL;

-- name: study_end :exec
-- $1 bigint game, $2 integer revision, $3 text why it failed or null, $4 bytea result or null.
UPDATE study SET state = CASE WHEN $3 IS NULL THEN 'done' ELSE 'failed' END, ended = clock_timestamp(), revision = $2, why = $3, result = $4,
    tries = 0
WHERE game = $1 AND state = 'asked';
