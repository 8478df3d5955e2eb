-- Tournaments: one of them with all that belongs to it, and what its steps change. docs/tournaments.md says what each means.

-- name: tournament_lock :one
-- $1 bigint tournament.  Row: id; nobody else changes anything of it until the end of the transaction.
SELECT id FROM tournament WHERE id = $1 FOR NO KEY UPDATE;

-- part: of_tournament
       t.id, t.organiser, p.name, t.title, t.format, t.rules, t.options::text, t.pace::text, t.seats, coalesce(t.size, 0), coalesce(t.moves, 0),
       coalesce(t.stages, 0), t.days, t.zone, t.starts, t.most, t.when_full, t.postponed, t.status, t.paused, t.stage, t.made, t.started,
       t.ended, t.stirred, t.lot, (SELECT count(*) FROM entrant e WHERE e.tournament = t.id
         AND CASE t.status WHEN 'over' THEN e.place IS NOT NULL ELSE e.status IN ('waits', 'plays') END),
       CASE WHEN p.banned IS NOT NULL OR p.left_at IS NOT NULL THEN timestamptz '2200-01-01' ELSE p.suspended_until END;

-- name: tournament_row :one
-- $1 bigint tournament.
-- Row: id, organiser, name or null, title, format, rules, options, pace, seats, size, moves, stages (0: none), days, zone, starts, most, when full?,
-- postponed?, status, paused, stage, made, started, ended, stirred?, lot, how many wait or play; when it is over, have played; until when its
-- organiser may do nothing, or null; who is banned or gone for centuries.
SELECT
{of_tournament}
FROM tournament t JOIN person p ON p.id = t.organiser WHERE t.id = $1;

-- name: tournament_entrants :many
-- $1 bigint tournament.
-- Row: person, name or null, games at once, joined, status, place or null, barred, may not play until, or null: may; who is banned or
-- gone may not for centuries.  By when they joined.
SELECT e.person, p.name, e.at_once, e.joined, e.status, coalesce(e.place, -1), e.barred,
       CASE WHEN p.banned IS NOT NULL OR p.left_at IS NOT NULL THEN timestamptz '2200-01-01' ELSE p.suspended_until END
FROM entrant e JOIN person p ON p.id = e.person WHERE e.tournament = $1 ORDER BY e.joined, e.person;

-- name: tournament_places :many
-- $1 bigint tournament.  Row: place, lot, who plays there or null, name or null.
SELECT l.place, l.lot, e.person, p.name
FROM place l LEFT JOIN entrant e ON e.tournament = l.tournament AND e.place = l.place AND e.status = 'plays' LEFT JOIN person p ON p.id = e.person
WHERE l.tournament = $1 ORDER BY l.place;

-- name: tournament_stages :many
-- $1 bigint tournament.  Row: stage, opens, closes, closed.
SELECT stage, opens, closes, closed FROM stage WHERE tournament = $1 ORDER BY stage;

-- name: tournament_stage_places :many
-- $1 bigint tournament.  Row: stage, place, division, rank, points, tables; the last three 0 until it is closed.
SELECT stage, place, division, coalesce(rank, 0), coalesce(points, 0), coalesce(tables, 0)
FROM stage_place WHERE tournament = $1 ORDER BY stage, division, rank, place;

-- name: tournament_fixtures :many
-- $1 bigint tournament.
-- Row: stage, number, division, places, game or null, how or null, points or null, expected or null, agrees, counted; of the game: status or
-- null, ended, has it a result?, records of its seats: rank, person or null, is it open?, was it given up?
SELECT f.stage, f.number, f.division, f.places, f.game, f.how, f.points, f.expected, f.agrees, f.counted, g.status, g.ended,
       g.status = 'over' AND coalesce(g.ending NOT IN ('agreed', 'house', 'abandoned'), true),
       ARRAY(SELECT ROW (s.rank, s.person, s.opened IS NOT NULL, s.resigned IS NOT NULL) FROM seat s WHERE s.game = f.game ORDER BY s.seat)
FROM fixture f LEFT JOIN game g ON g.id = f.game
WHERE f.tournament = $1 ORDER BY f.stage, f.number;

-- name: tournament_new :one
-- $1 bigint organiser, $2 text title, $3 text format, $4 text rules, $5 jsonb options, $6 jsonb pace, $7 smallint seats, $8 smallint size or 0,
-- $9 smallint moves or 0, $10 smallint stages or 0, $11 smallint days, $12 text zone, $13 timestamptz start or null, $14 smallint most,
-- $15 boolean when full?, $16 bytea lot, $17 timestamptz now.  Row: id.
INSERT INTO tournament (organiser, title, format, rules, options, pace, seats, size, moves, stages, days, zone, starts, most, when_full, lot, made)
VALUES ($1, $2, $3, $4, $5, $6, $7, nullif($8, 0), nullif($9, 0), nullif($10, 0), $11, $12, $13, $14, $15, $16, $17) RETURNING id;

-- name: tournament_organiser_lock :one
-- $1 bigint person.  Row: id.  One after the other: nobody opens two at once.
SELECT id FROM person WHERE id = $1 FOR NO KEY UPDATE;

-- name: tournament_organiser :one
-- $1 bigint person, $2 text title, $3 timestamptz now.
-- Row: a guest?, confirmed?, banned or suspended?, tournaments that are open or running, is one called so?
SELECT p.guest IS NOT NULL, p.email_confirmed IS NOT NULL AND p.left_at IS NULL AND p.program_of IS NULL,
       p.banned IS NOT NULL OR coalesce(p.suspended_until > $3, false),
       (SELECT count(*) FROM tournament t WHERE t.organiser = p.id AND t.status IN ('open', 'running')),
       EXISTS (SELECT FROM tournament t WHERE lower(t.title) = lower($2) AND t.status IN ('open', 'running'))
FROM person p WHERE p.id = $1;

-- name: tournament_player :one
-- $1 bigint person, $2 timestamptz now.  Row: a guest?, banned or suspended?, may take part otherwise? Not who has left, and no program.
SELECT guest IS NOT NULL, banned IS NOT NULL OR coalesce(suspended_until > $2, false), left_at IS NULL AND program_of IS NULL
FROM person WHERE id = $1;

-- name: entrant_put :exec
-- $1 bigint tournament, $2 bigint person, $3 smallint games at once, $4 timestamptz now.
-- Who has left before waits behind those who wait.
INSERT INTO entrant (tournament, person, at_once, joined) VALUES ($1, $2, $3, $4)
ON CONFLICT (tournament, person) DO UPDATE SET at_once = excluded.at_once,
    joined = CASE WHEN entrant.status IN ('waits', 'plays') THEN entrant.joined ELSE excluded.joined END,
    status = CASE WHEN entrant.status = 'plays' THEN 'plays' ELSE 'waits' END;

-- name: entrant_delete :exec
-- $1 bigint tournament, $2 bigint person.  Without a trace.
DELETE FROM entrant WHERE tournament = $1 AND person = $2;

-- name: entrants_change :exec
-- $1 bigint tournament, $2 bigint[] people, $3 text[] status, $4 integer[] places, -1: as it was, $5 integer[] barred up to this stage, at least.
UPDATE entrant e SET status = c.status, place = CASE WHEN c.place < 0 THEN e.place ELSE c.place END, barred = greatest(e.barred, c.barred)
FROM unnest($2, $3, $4, $5) AS c (person, status, place, barred) WHERE e.tournament = $1 AND e.person = c.person;

-- name: places_new :exec
-- $1 bigint tournament, $2 integer[] places, $3 integer[] lots.
INSERT INTO place (tournament, place, lot) SELECT $1, c.place, c.lot FROM unnest($2, $3) AS c (place, lot);

-- name: holders_end :exec
-- $1 bigint tournament, $2 integer[] places, $3 timestamptz now.  What they have agreed to nobody else has.
WITH agreed AS (
    UPDATE fixture f SET agrees = f.agrees & (SELECT coalesce(bit_or(1 << (p.nth - 1)::integer), 0)
        FROM unnest(f.places) WITH ORDINALITY AS p (place, nth) WHERE p.place <> ALL ($2))::smallint
    WHERE f.tournament = $1 AND f.points IS NULL AND f.agrees <> 0 AND f.places && $2::smallint[]
)
UPDATE holder SET until = greatest($3, since) WHERE tournament = $1 AND place = ANY ($2) AND until IS NULL;

-- name: holders_new :exec
-- $1 bigint tournament, $2 integer[] places, $3 bigint[] people, $4 timestamptz now.
INSERT INTO holder (tournament, place, person, since) SELECT $1, c.place, c.person, $4 FROM unnest($2, $3) AS c (place, person);

-- name: stage_new :exec
-- $1 bigint tournament, $2 smallint stage, $3 timestamptz opens, $4 timestamptz closes.
INSERT INTO stage (tournament, stage, opens, closes) VALUES ($1, $2, $3, $4);

-- name: stage_change :exec
-- $1 bigint tournament, $2 smallint stage, $3 timestamptz opens, $4 timestamptz closes, $5 timestamptz closed or null.
UPDATE stage SET opens = $3, closes = $4, closed = $5 WHERE tournament = $1 AND stage = $2 AND closed IS NULL;

-- name: stage_places_new :exec
-- $1 bigint tournament, $2 integer[] stages, $3 integer[] places, $4 integer[] divisions.
INSERT INTO stage_place (tournament, stage, place, division) SELECT $1, c.stage, c.place, c.division FROM unnest($2, $3, $4) AS c (stage, place, division);

-- name: stage_places_rank :exec
-- $1 bigint tournament, $2 integer[] stages, $3 integer[] places, $4 integer[] ranks, $5 integer[] points, $6 integer[] tables.
UPDATE stage_place s SET rank = c.rank, points = c.points, tables = c.tables
FROM unnest($2, $3, $4, $5, $6) AS c (stage, place, rank, points, tables) WHERE s.tournament = $1 AND s.stage = c.stage AND s.place = c.place;

-- name: fixtures_new :exec
-- $1 bigint tournament, $2 integer[] stages, $3 integer[] numbers, $4 integer[] divisions, $5 text[] lists of places.
INSERT INTO fixture (tournament, stage, number, division, places)
SELECT $1, c.stage, c.number, c.division, c.places::smallint[] FROM unnest($2, $3, $4, $5) AS c (stage, number, division, places);

-- name: fixtures_count :exec
-- $1 bigint tournament, $2 integer[] stages, $3 integer[] numbers, $4 text[] how, $5 text[] lists of points, $6 timestamptz now.
UPDATE fixture f SET how = c.how, points = c.points::smallint[], counted = $6
FROM unnest($2, $3, $4, $5) AS c (stage, number, how, points) WHERE f.tournament = $1 AND f.stage = c.stage AND f.number = c.number;

-- name: fixtures_expected :exec
-- $1 bigint tournament, $2 integer[] stages, $3 integer[] numbers, $4 text[] lists of points.
UPDATE fixture f SET expected = c.points::smallint[]
FROM unnest($2, $3, $4) AS c (stage, number, points) WHERE f.tournament = $1 AND f.stage = c.stage AND f.number = c.number;

-- name: fixture_agrees :exec
-- $1 bigint tournament, $2 smallint stage, $3 smallint number, $4 smallint bits of seats.
UPDATE fixture SET agrees = $4 WHERE tournament = $1 AND stage = $2 AND number = $3;

-- name: tournament_paused :exec
-- $1 bigint tournament, $2 timestamptz since when, or null.
UPDATE tournament SET paused = $2 WHERE id = $1;

-- name: tournament_stirred :exec
-- $1 bigint tournament, $2 boolean has something changed since the last step that found nothing to do?
UPDATE tournament SET stirred = $2 WHERE id = $1 AND stirred <> $2;

-- name: tournament_status :exec
-- $1 bigint tournament, $2 text status, $3 smallint stage, $4 timestamptz now.
UPDATE tournament SET status = $2, stage = $3, paused = CASE WHEN $2 = 'running' THEN paused END,
    started = CASE WHEN $2 = 'running' THEN coalesce(started, $4) ELSE started END, ended = CASE WHEN $2 IN ('over', 'cancelled') THEN $4 END
WHERE id = $1;

-- name: tournament_starts :exec
-- $1 bigint tournament, $2 timestamptz when.  It was put off, which is done once.
UPDATE tournament SET starts = $2, postponed = true WHERE id = $1;

-- name: tournament_acts :exec
-- $1 bigint tournament, $2 timestamptz at, $3 text[] kinds, $4 integer[] stages or 0, $5 integer[] numbers or 0, $6 bigint[] people or null, $7 integer[]
-- places or -1, $8 text[] why or null, $9 text[] lists of what counted or null, $10 text[] lists of what counts now or null.
INSERT INTO tournament_act (tournament, at, kind, stage, number, person, place, text, was, points)
SELECT $1, $2, c.kind, nullif(c.stage, 0), nullif(c.number, 0), c.person, CASE WHEN c.place >= 0 THEN c.place END, c.text, c.was::smallint[],
    c.points::smallint[]
FROM unnest($3, $4, $5, $6, $7, $8, $9, $10) WITH ORDINALITY AS c (kind, stage, number, person, place, text, was, points, nth) ORDER BY c.nth;

-- name: tournament_letters :exec
-- $1 bigint tournament, $2 bigint[] people, $3 text why.  A letter that it was cancelled, to each who has a confirmed address.
INSERT INTO outbox (person, kind, data)
SELECT p.id, 'tournament', jsonb_build_object('about', t.title, 'nth', t.id, 'why', $3)
FROM tournament t JOIN person p ON p.id = ANY ($2) WHERE t.id = $1 AND p.email_confirmed IS NOT NULL AND p.left_at IS NULL;

-- name: tournament_seeds :many
-- $1 bigint[] people, $2 text rules.  Row: person, rating.
SELECT person, round(rating)::integer FROM rating WHERE person = ANY ($1) AND rules = $2 AND games > 0;

-- name: fixture_open :one
-- $1 bigint tournament, $2 smallint stage, $3 smallint number, $4 text rules, $5 integer revision, $6 jsonb options, $7 bytea secret, $8 jsonb pace,
-- $9 bigint[] people by seat, null: a bot, $10 text the bot.
-- Row: its game, whose owner is the first of the people. None: it was opened before.
WITH new AS (
    INSERT INTO game (rules, revision, options, n_seats, owner, secret, pace, apart, hints, doors)
    SELECT $4, $5, $6, cardinality($9), (SELECT p FROM unnest($9) WITH ORDINALITY AS s (p, n) WHERE p IS NOT NULL ORDER BY n LIMIT 1), $7, $8, false, false, ''
    FROM fixture WHERE tournament = $1 AND stage = $2 AND number = $3 AND game IS NULL AND points IS NULL
    RETURNING id
), seats AS (
    INSERT INTO seat (game, seat, person, bot, mail)
    SELECT new.id, s.n - 1, s.person, CASE WHEN s.person IS NULL THEN $10 END, true FROM new, unnest($9) WITH ORDINALITY AS s (person, n)
)
UPDATE fixture f SET game = new.id FROM new WHERE f.tournament = $1 AND f.stage = $2 AND f.number = $3 RETURNING f.game;

-- name: fixture_of_game :one
-- $1 bigint game, $2 smallint seat or -1, $3 bigint person or null.
-- Row: tournament, stage, number, title, does it not count yet?, does this person play at the place of this seat? None: it is no table of a tournament.
SELECT f.tournament, f.stage, f.number, t.title, f.points IS NULL,
       EXISTS (SELECT FROM entrant e WHERE e.tournament = f.tournament AND e.person = $3 AND e.status = 'plays' AND e.place = f.places[$2 + 1])
FROM fixture f JOIN tournament t ON t.id = f.tournament WHERE f.game = $1;

-- name: tournaments_due :many
-- $1 timestamptz now, $2 timestamptz when those without a day are made that are cancelled now, $3 integer most, $4 bigint after this one.
-- Row: tournament at which something may be to do; those after that one come first.
SELECT id FROM (
SELECT t.id FROM tournament t
WHERE t.status = 'open' AND (t.starts <= $1 OR (t.starts IS NULL AND t.made <= $2)
    OR (t.when_full AND t.stirred AND (SELECT count(*) FROM entrant e WHERE e.tournament = t.id AND e.status = 'waits') >= t.most))
UNION ALL
SELECT t.id FROM tournament t
WHERE t.status = 'running' AND (t.stirred
    OR (t.paused IS NULL AND NOT EXISTS (SELECT FROM stage s WHERE s.tournament = t.id AND s.closed IS NULL AND s.closes > $1))
    OR (t.paused IS NOT NULL AND EXISTS (SELECT FROM person p
        WHERE p.id = t.organiser AND (p.banned IS NOT NULL OR p.left_at IS NOT NULL OR p.suspended_until > $1)))
    OR EXISTS (SELECT FROM entrant e JOIN person p ON p.id = e.person
        WHERE e.tournament = t.id AND e.status = 'plays' AND (p.banned IS NOT NULL OR p.left_at IS NOT NULL OR p.suspended_until > $1))
    OR EXISTS (SELECT FROM fixture f JOIN game g ON g.id = f.game
        WHERE f.tournament = t.id AND f.points IS NULL AND (g.status IN ('open', 'over') OR EXISTS (
            SELECT FROM seat s LEFT JOIN entrant e ON e.tournament = t.id AND e.place = f.places[s.seat + 1] AND e.status = 'plays'
            WHERE s.game = g.id AND (e.person IS DISTINCT FROM s.person OR s.opened IS NOT NULL OR s.resigned IS NOT NULL)
                AND (e.person IS NOT NULL OR (s.person IS NOT NULL AND s.opened IS NULL AND s.resigned IS NULL))))))
) AS due ORDER BY id <= $4, id LIMIT $3;
