-- Games :first to :last of a site of :games games, copied from those of growth_model; people, and all that belongs to a game, as the service
-- stores it. Run by `grow`, as superuser, with nothing else on the database. What is drawn comes of the game's number alone: equal sites come
-- out each time.
SET session_replication_role = replica;  -- no trigger, no look at foreign keys: all of it fits by how it is made
SET synchronous_commit = off;
SET work_mem = '256MB';

-- A number from 0 to below 1, another for each place where one is asked for.
CREATE FUNCTION pg_temp.drawn(k bigint, place integer) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
    SELECT ((hashint8extended(k, place) & 1048575)::float8 / 1048576)
$$;

-- Who sits at @seat of game k: of every five people in a row one may sit at each seat, so nobody sits twice; the lower the number, the more
-- games, so that the first play some hundred times as much as most.
CREATE FUNCTION pg_temp.sits(k bigint, seat integer, people bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT 1000 + 5 * floor(people / 5 * pow(pg_temp.drawn(k, 10 + seat), 2))::bigint + seat
$$;

SELECT greatest(:games / 4, 25) AS people, 1000 + :first AS lowest, 1000 + :last AS highest \gset

-- Which game is copied, and when that one was played. Two years; of the newest tenth 4 in 10 run and 1 in 10 is open, the others are over. In one
-- of five games one person plays bots, one in five is private. Games of a title are not dealt out evenly, so that 100 moves are the mean.
CREATE TEMP TABLE growing AS
WITH numbered AS (
    SELECT k, 1000 + k AS id, pg_temp.drawn(k, 1) AS title, pg_temp.drawn(k, 2) AS which,
           CASE WHEN k <= :games * 0.9 OR pg_temp.drawn(k, 3) >= 0.5 THEN 'over' WHEN pg_temp.drawn(k, 3) < 0.4 THEN 'running' ELSE 'open' END AS status,
           now() - interval '730 days' * ((:games - k + pg_temp.drawn(k, 4)) / :games) - interval '1 hour' AS created
    FROM generate_series(:first::bigint, :last) AS k
)
SELECT n.k, n.id, m.game AS model, m.owner, m.plies, n.status, n.created, n.k % 5 = 0 AS by_bots, n.k % 5 = 1 AS private,
       CASE WHEN n.status = 'over' THEN least(interval '1 day' + interval '25 days' * pg_temp.drawn(n.k, 5), now() - n.created)
            ELSE now() - n.created END AS takes
FROM numbered n JOIN growth_model m ON m.status = n.status AND n.title >= m.title_from AND n.title < m.title_to
    AND m.nth = floor(n.which * m.of)::integer;
CREATE UNIQUE INDEX ON growing (id);
ANALYZE growing;

-- Its seats: who sits there, where the model had a person or a bot.
CREATE TEMP TABLE sitting AS
SELECT w.id AS game, s.seat, CASE WHEN s.seat = 0 AND s.person IS NOT NULL OR NOT w.by_bots AND s.bot IS NOT NULL THEN pg_temp.sits(w.k, s.seat, :people) END AS person
FROM growing w JOIN seat s ON s.game = w.model;
CREATE UNIQUE INDEX ON sitting (game, seat);
ANALYZE sitting;

INSERT INTO person (id, name, email, email_confirmed, password_hash, lang, created, visited, zone, look_written, look_small)
OVERRIDING SYSTEM VALUE
SELECT 1000 + k, 'Player ' || k, 'player' || k || '@example.org', now() - interval '2 years',
       (SELECT password_hash FROM person WHERE password_hash IS NOT NULL ORDER BY id LIMIT 1), CASE k % 3 WHEN 0 THEN 'ja' ELSE 'en' END,
       now() - interval '2 years', now() - interval '1 day', CASE k % 4 WHEN 0 THEN 'Asia/Tokyo' WHEN 1 THEN 'Europe/Berlin' ELSE 'UTC' END, 'player ' || translate(k::text, '01', 'ol'), 'player ' || translate(k::text, '01', 'Ol')
FROM generate_series(0, :people + 5) AS k WHERE :first = 1;

INSERT INTO game (id, rules, revision, options, n_seats, owner, invitation, secret, status, ply, state, hash, awaits, created, started, moved, ended,
    pace, version, ending, hints, doors)
OVERRIDING SYSTEM VALUE
SELECT w.id, g.rules, g.revision, g.options, g.n_seats, pg_temp.sits(w.k, 0, :people), CASE WHEN w.private THEN md5('invitation ' || w.id) END, g.secret,
       g.status, g.ply, g.state, g.hash, g.awaits, w.created,
       CASE WHEN g.started IS NOT NULL THEN w.created END, CASE WHEN g.moved IS NOT NULL THEN w.created + w.takes END,
       CASE WHEN g.ended IS NOT NULL THEN w.created + w.takes END, g.pace, g.version, g.ending, g.hints, g.doors
FROM growing w JOIN game g ON g.id = w.model ORDER BY w.id;

INSERT INTO seat (game, seat, person, bot, bot_as, phrase, mail, awaited_since, awaited_ply, points, rank, bank, spent, spent_at, deadline, missed, seen, ended)
SELECT w.id, s.seat, t.person, CASE WHEN t.person IS NULL THEN s.bot END, CASE WHEN t.person IS NULL THEN s.bot_as END, s.phrase, s.mail,
       CASE WHEN s.awaited_since IS NOT NULL THEN now() - interval '1 day' * pg_temp.drawn(w.k, 6) END, s.awaited_ply, s.points, s.rank,
       s.bank, s.spent, CASE WHEN s.spent_at IS NOT NULL THEN now() - interval '1 day' * pg_temp.drawn(w.k, 6) END,
       CASE WHEN s.awaited_since IS NOT NULL AND t.person IS NOT NULL THEN now() + interval '3 days' * (0.05 + pg_temp.drawn(w.k, 7)) END, 0,
       w.created + w.takes, CASE WHEN w.status = 'over' THEN w.created + w.takes END
FROM growing w JOIN seat s ON s.game = w.model JOIN sitting t ON t.game = w.id AND t.seat = s.seat ORDER BY w.id, s.seat;

-- Moves go from the beginning of a game to its end in even steps. A person's move is by hand, and took its time; no seal, as moves from before
-- there were any.
INSERT INTO move (game, ply, seat, move, events, cause, at, points, revision, hash, person, took)
SELECT w.id, m.ply, m.seat, m.move, m.events, CASE WHEN t.person IS NOT NULL AND m.cause = 'bot' THEN 'person' ELSE m.cause END,
       w.created + w.takes * (m.ply::float8 / greatest(w.plies, 1)), m.points, m.revision, m.hash, t.person,
       CASE WHEN t.person IS NOT NULL THEN (extract(epoch FROM w.takes) * 1000000 / greatest(w.plies, 1))::bigint END
FROM growing w JOIN move m ON m.game = w.model LEFT JOIN sitting t ON t.game = w.id AND t.seat = m.seat ORDER BY w.id, m.ply;

INSERT INTO snapshot (game, ply, state) SELECT w.id, s.ply, s.state FROM growing w JOIN snapshot s ON s.game = w.model ORDER BY w.id, s.ply;

-- A link in each letter that went out: of every second move of a person, one letter. Links are known for a year after their two weeks, letters for
-- thirty days; some that failed stay.
INSERT INTO token (hash, kind, person, game, created, expires, used, turn)
SELECT sha256(int8send(m.game) || int4send(m.ply)), 'open', m.person, m.game, m.at, m.at + interval '14 days', m.at + interval '1 hour', m.ply
FROM growing w JOIN move m ON m.game = w.id AND m.person IS NOT NULL AND m.ply % 2 = 0
WHERE m.at > now() - interval '379 days' ORDER BY m.at;
INSERT INTO outbox (person, game, kind, ply, status, queued, due, done, tries, note, message_id)
SELECT m.person, m.game, 'turn', m.ply, CASE WHEN hashint8(m.game * 1000 + m.ply) % 500 = 0 THEN 'failed' WHEN m.ply % 2 = 0 THEN 'sent' ELSE 'dropped' END,
       m.at, m.at, m.at + interval '1 second', 1, CASE m.ply % 2 WHEN 0 THEN '250 2.0.0 Ok: queued' ELSE 'played' END,
       CASE WHEN m.ply % 2 = 0 THEN '<' || md5(m.game || ' ' || m.ply) || '@example.org>' END
FROM growing w JOIN move m ON m.game = w.id AND m.person IS NOT NULL
WHERE m.at > now() - interval '30 days' OR hashint8(m.game * 1000 + m.ply) % 500 = 0 ORDER BY m.at;

INSERT INTO message (game, person, text, at, ply, seat)
SELECT w.id, t.person, 'Well played; your turn, and see you at the next game. (' || n || ')', w.created + w.takes * (n / 6.0), n, t.seat
FROM growing w CROSS JOIN generate_series(1, 5) AS n JOIN sitting t ON t.game = w.id AND t.seat = n % 3 AND t.person IS NOT NULL
WHERE w.status <> 'open' ORDER BY w.id, n;
INSERT INTO note (game, person, text) SELECT game, person, 'What I mean to do here next.' FROM sitting WHERE person IS NOT NULL AND (game + seat) % 7 = 0;
INSERT INTO incident (game, ply, seat, kind, person, name, at)
SELECT w.id, 5, t.seat, CASE (w.k + t.seat) % 3 WHEN 0 THEN 'missed' WHEN 1 THEN 'excused' ELSE 'lapsed' END, t.person, NULL, w.created + w.takes / 2
FROM growing w JOIN sitting t ON t.game = w.id AND t.person IS NOT NULL WHERE w.status <> 'open' AND (w.k + t.seat) % 4 <> 0 ORDER BY w.id;
INSERT INTO study (game, state, revision, asked, ended, result)
SELECT w.id, 'done', 1, w.created + w.takes, w.created + w.takes, convert_to(repeat('study ' || w.id, 40), 'UTF8') FROM growing w WHERE w.status = 'over' AND w.k % 20 = 0;

-- Ratings: who counts, and in which order; what they come to is plausible, not worked out.
CREATE TEMP TABLE rated AS
SELECT w.id AS game, g.rules, g.ended AS at, array_agg(s.person ORDER BY s.person) AS people, array_agg(s.rank ORDER BY s.person) AS ranks
FROM growing w JOIN game g ON g.id = w.id JOIN seat s ON s.game = w.id AND s.person IS NOT NULL
WHERE w.status = 'over' AND NOT w.private GROUP BY w.id, g.rules, g.ended HAVING count(*) > 1;
INSERT INTO rated_game (game, rules, at, people, ranks) SELECT game, rules, at, people, ranks FROM rated ORDER BY game;
INSERT INTO rating_step (game, person, rules, rating_before, deviation_before, rating, deviation)
SELECT r.game, p, r.rules, 25, 8, 25 + pg_temp.drawn(p, 8) * 10 - 5, 3 FROM rated r CROSS JOIN unnest(r.people) AS p ORDER BY r.game;
INSERT INTO rating (person, rules, rating, deviation, games, at)
SELECT p, rules, 25 + pg_temp.drawn(p, 8) * 10 - 5, greatest(1, 8 / sqrt(count(*))), count(*), max(at) FROM rated r CROSS JOIN unnest(r.people) AS p GROUP BY p, rules
ON CONFLICT (person, rules) DO UPDATE SET games = rating.games + excluded.games, at = greatest(rating.at, excluded.at);
INSERT INTO rating_season (person, rules, season, rating, deviation, games)
SELECT p, rules, season_of(at), 25 + pg_temp.drawn(p, 8) * 10 - 5, 3, count(*) FROM rated r CROSS JOIN unnest(r.people) AS p GROUP BY p, rules, season_of(at)
ON CONFLICT (person, rules, season) DO UPDATE SET games = rating_season.games + excluded.games;

INSERT INTO session (hash, person, created, seen, expires, browser, system)
SELECT sha256(convert_to('session ' || id, 'UTF8')), id, now() - interval '9 days', now(), now() + interval '50 days', 'Firefox', 'Linux'
FROM person WHERE id >= 1000 AND :first = 1;
INSERT INTO browser (hash, person, expires) SELECT sha256(convert_to('browser ' || id, 'UTF8')), id, now() + interval '1 year' FROM person WHERE id >= 1000 AND :first = 1;
INSERT INTO follow (person, whom) SELECT id, 1000 + (id * 7919 + n) % :people FROM person CROSS JOIN generate_series(1, 3) AS n
WHERE id >= 1000 AND id <> 1000 + (id * 7919 + n) % :people AND :first = 1 ON CONFLICT DO NOTHING;

UPDATE growth SET done = :last;
