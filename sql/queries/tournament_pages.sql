-- Tournaments as pages list them. The columns of one are in tournament.sql (of_tournament).

-- name: tournaments_listed :many
-- $1 text[] status, $2 bigint before this one, or 0, $3 integer rows.
-- Row: as tournament_row, then when its stage ends, or null.  The newest first; those that are cancelled are nobody's concern any more.
SELECT
{of_tournament}
       , (SELECT s.closes FROM stage s WHERE s.tournament = t.id AND s.stage = t.stage)
FROM tournament t JOIN person p ON p.id = t.organiser
WHERE t.status = ANY ($1) AND ($2 = 0 OR t.id < $2) ORDER BY t.id DESC LIMIT $3;

-- name: tournaments_of :many
-- $1 bigint person, $2 integer rows.
-- Row: as tournaments_listed, then: at which place that person plays, or -1; how many tables count; the
-- last line of the log, or 0: what the standings depend on.  Those that are open or running in which the person waits or plays, or which the person
-- organises; what runs first.
SELECT
{of_tournament}
       , (SELECT s.closes FROM stage s WHERE s.tournament = t.id AND s.stage = t.stage),
       coalesce((SELECT e.place FROM entrant e WHERE e.tournament = t.id AND e.person = $1 AND e.status = 'plays'), -1),
       (SELECT count(*) FROM fixture f WHERE f.tournament = t.id AND f.counted IS NOT NULL),
       (SELECT coalesce(max(a.id), 0) FROM tournament_act a WHERE a.tournament = t.id)
FROM tournament t JOIN person p ON p.id = t.organiser
WHERE t.status IN ('open', 'running')
  AND (t.organiser = $1 OR t.id IN (SELECT e.tournament FROM entrant e WHERE e.person = $1 AND e.status IN ('waits', 'plays')))
ORDER BY t.status = 'open', t.id DESC LIMIT $2;

-- name: tournament_hidden :many
-- $1 bigint tournament.  Row: person; those who take part or did, and whose profile nobody else sees.
SELECT e.person FROM entrant e JOIN person p ON p.id = e.person WHERE e.tournament = $1 AND p.profile = 'hidden' ORDER BY e.person;

-- name: tournament_log :many
-- $1 bigint tournament, $2 bigint before this line, or 0, $3 integer rows.
-- Row: id, at, kind, stage or 0, table or 0, person or null, name or null, why or null, points that counted or null, those that count or null.
-- The newest first.
SELECT a.id, a.at, a.kind, coalesce(a.stage, 0), coalesce(a.number, 0), a.person, p.name, a.text, a.was, a.points
FROM tournament_act a LEFT JOIN person p ON p.id = a.person
WHERE a.tournament = $1 AND ($2 = 0 OR a.id < $2) ORDER BY a.id DESC LIMIT $3;
