-- name: notice_wishes :one
-- $1 bigint person.  Row: how often (every, once, daily), letters about games wanted at all, with a picture, with the own hand.
SELECT notices, mail, picture_in_letters, hand_in_letters FROM person WHERE id = $1;

-- name: notice_wish :one
-- $1 bigint person, $2 text how often, "none" for not at all, $3 boolean with a picture, $4 boolean with the own hand.  Row: id.
-- What waits for its day is looked at anew, e-mail and what browsers are told; what a worker has in hand stays as it is.
WITH waiting AS (
    SELECT id FROM outbox
    WHERE person = $1 AND status = 'waiting' AND game IS NOT NULL AND tries = 0 AND due > now() + interval '2 minutes'
    FOR UPDATE SKIP LOCKED
), hurried AS (
    UPDATE outbox o SET due = now() FROM waiting w WHERE o.id = w.id
), pushes AS (
    SELECT d.id FROM target t JOIN delivery d ON d.target = t.id
    WHERE t.person = $1 AND t.way = 'push' AND t.rests <= now() AND t.taken <= now()
        AND d.status = 'waiting' AND d.game IS NOT NULL AND d.tries = 0 AND d.due > now() + interval '2 minutes'
    FOR UPDATE OF d SKIP LOCKED
), hurried_pushes AS (
    UPDATE delivery d SET due = now() FROM pushes p WHERE d.id = p.id
)
UPDATE person SET notices = CASE $2 WHEN 'none' THEN notices ELSE $2 END, mail = $2 <> 'none', quiet_since = NULL, picture_in_letters = $3, hand_in_letters = $4
WHERE id = $1 RETURNING id;

-- name: notice_mute :one
-- $1 bigint person, $2 bigint game, $3 boolean letters about it wanted.  Row: seat.
UPDATE seat SET mail = $3 WHERE person = $1 AND game = $2 RETURNING seat;

-- name: notices_muted :many
-- $1 bigint person, $2 integer most.  Row: game, rules; those that are not over, newest first, without games that never send any.
SELECT g.id, g.rules FROM seat s JOIN game g ON g.id = s.game
WHERE s.person = $1 AND s.ended IS NULL AND NOT s.mail AND NOT g.apart AND g.status <> 'over' ORDER BY g.id DESC LIMIT $2;

-- name: notices_of :many
-- $1 bigint person, $2 integer most.
-- Row: id, game or null, its rules, kind, status, queued, due, done, tries, what the server said or why it was not sent,
-- why it needs to be sent no more or not yet; of the last, what waits, then what came of the others, newest first.
WITH last AS (SELECT * FROM outbox WHERE person = $1 ORDER BY id DESC LIMIT $2)
SELECT o.id, o.game, g.rules, o.kind, o.status, o.queued, o.due, o.done, o.tries, o.note, n.needless
FROM last o JOIN notice n ON n.id = o.id LEFT JOIN game g ON g.id = o.game
ORDER BY o.done DESC NULLS FIRST, o.id DESC;

-- name: votes_waiting :many
-- $1 bigint person, $2 integer most games.  Row: game, rules, since when its players are asked to end it without a result, and the
-- name of one who agrees; of the games that this person has not answered for, those of a game together, by seat.
WITH asked AS (
    SELECT m.game, g.rules,
        (SELECT i.at FROM incident i WHERE i.game = m.game AND i.kind = 'asked_end' ORDER BY i.id DESC LIMIT 1) AS at
    FROM seat m JOIN game g ON g.id = m.game
    WHERE m.person = $1 AND m.ended IS NULL AND NOT m.wants_end AND m.resigned IS NULL AND g.status = 'running' AND g.paused IS NULL
        AND EXISTS (SELECT FROM seat v WHERE v.game = m.game AND v.wants_end)
    ORDER BY m.game DESC LIMIT $2
)
SELECT a.game, a.rules, a.at, p.name FROM asked a JOIN seat v ON v.game = a.game AND v.wants_end JOIN person p ON p.id = v.person
ORDER BY a.game DESC, v.seat;
