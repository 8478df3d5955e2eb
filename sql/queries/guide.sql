-- Guided first games.

-- name: guide_going :many
-- $1 bigint person, $2 text rules, $3 integer revision of the rules, $4 smallint revision of the guide, $5 integer moves that it has.
-- Row: id of this person's guided game that is not at its end, the newest, if there is one.
SELECT g.id FROM seat s JOIN game g ON g.id = s.game
WHERE s.person = $1 AND s.resigned IS NULL AND g.rules = $2 AND g.revision = $3 AND g.guide = $4 AND g.status <> 'over' AND g.ply < $5
ORDER BY g.id DESC LIMIT 1;

-- name: guide_leave :exec
-- $1 bigint game.
UPDATE game SET guide = NULL WHERE id = $1;

-- name: guide_declined :exec
-- $1 bigint game, $2 bigint person.  No guide is offered there any more.
UPDATE seat SET offers_guide = false WHERE game = $1 AND person = $2;
