// Leaderboards, and what a profile tells of ratings.

/** People with ratings in each game and two seasons; Bruno has played much, also against Anna. Once a house. */
function filled(world) {
  if (world.sql(`SELECT count(*) FROM person WHERE email = 'r1@example.org'`).trim() !== '0') return;
  world.sql(`INSERT INTO person (name, email, email_confirmed, password_hash)
    SELECT (ARRAY['Alessandra Marcello', 'Barbarigo', 'Contarina', 'Dandolo-Chioggia', 'Emo', '高橋みどり', 'Gradenigo'])[1 + i % 7] || ' ' || i, 'r' || i || '@example.org', now(), 'x'
    FROM generate_series(1, 130) AS i`);
  world.sql(`DELETE FROM rating; INSERT INTO rating (person, rules, rating, deviation, games, at)
    SELECT id, rules, 1500 + 260 * sin(id * 1.7 + length(rules)), 60 + id * 37 % 190, 5 + id * 13 % 60, now() - id % 80 * interval '1 day'
    FROM person, (VALUES ('carrara'), ('venedig'), ('genoa')) AS of_game (rules) WHERE email LIKE 'r%@example.org' OR name IN ('Anna', 'Bruno')`);
  world.sql(`INSERT INTO rating_season (person, rules, season, rating, deviation, games)
    SELECT person, rules, season, rating + 40 * sin(person), deviation + 60, 3 + games / 9 FROM rating,
      (SELECT season_of(now() - n * interval '3 months') AS season FROM generate_series(0, 6) AS n) AS seasons WHERE person % 3 > 0`);
  world.sql(`UPDATE person SET profile = 'hidden' WHERE name LIKE 'Emo%'`);
  for (const [rules, games] of [['carrara', 60], ['venedig', 9]])
    world.sql(`WITH g AS (
        INSERT INTO game (rules, revision, options, n_seats, owner, secret, status, ply, state, hash, awaits, started, moved, ended, ending)
        SELECT '${rules}', 1, '{}', 2, a.id, sha256('s'), 'over', 9, '\\x01', sha256('h'), 0, now(), now(), now() - (${games} - n) * interval '6 days', 'played'
        FROM generate_series(1, ${games}) AS n, person a WHERE a.name = 'Anna' RETURNING id, ended
      ), two AS (
        SELECT a.id AS anna, b.id AS bruno FROM person a, person b WHERE a.name = 'Anna' AND b.name = 'Bruno'
      ), s AS (
        INSERT INTO seat (game, seat, person, rank, points) SELECT g.id, 0, anna, 1 + g.id % 2, 40 FROM g, two UNION ALL SELECT g.id, 1, bruno, 2 - (g.id % 2 + g.id % 5) % 2, 50 FROM g, two
      ), d AS (
        INSERT INTO rated_game (game, rules, at, people, ranks) SELECT id, '${rules}', ended, ARRAY[least(anna, bruno), greatest(anna, bruno)], '{1,2}' FROM g, two
      ), m AS (
        SELECT id, bruno, row_number() OVER (ORDER BY id) AS n FROM g, two
      )
      INSERT INTO rating_step (game, person, rules, rating_before, deviation_before, rating, deviation)
      SELECT id, bruno, '${rules}', 1500, 500, 1560 + 110 * sin(n / 6.0) + n * 2, 60 + 420 * exp(-n / 6.0) FROM m`);
  world.sql(`INSERT INTO move (game, ply, seat, move, events, cause, person, at, points, revision, hash, took)
    SELECT s.game, 10 + n, s.seat, 'x', '[]', 'person', s.person, now(), '{0,0}', 1, sha256('h'), 1000000 FROM seat s JOIN person p ON p.id = s.person, generate_series(1, 30) AS n
    WHERE p.name = 'Bruno' AND s.game = (SELECT max(game) FROM rated_game)`);
  world.sql(`INSERT INTO incident (game, ply, seat, kind, person, at) SELECT game, 11, seat, 'missed', person, now() FROM seat
    WHERE game = (SELECT max(game) FROM rated_game) AND person = (SELECT id FROM person WHERE name = 'Bruno')`);
}

const at = (path) => ({ keeps: true, prepare: (world) => { filled(world); return path; } });

export const states = [
  { name: 'ratings-titles', who: 'anna', screens: 2, ...at('/ratings') },
  { name: 'ratings-game', who: 'anna', screens: 2, ...at('/ratings/carrara') },
  { name: 'ratings-page', who: 'elena', screens: 3, ...at('/ratings/carrara?page=2') },
  { name: 'ratings-season', ...at('/ratings/venedig?season=2026-4') },
  { name: 'ratings-empty', who: 'elena', ...at('/ratings/vernissage') },
  { name: 'ratings-odd', ...at('/ratings/genoa?season=soon&page=x') },
  { name: 'ratings-person', who: 'anna', screens: 2, ...at('/people/Bruno') },
  { name: 'ratings-figures', who: 'anna', screens: 3, open: ['.curve details'], ...at('/people/Bruno') },
  { name: 'ratings-table', who: 'anna', keeps: true, prepare: async (world) => { filled(world); const table = await world.newTable('bruno', { seats: 3 }); await world.sit('chiara', table); return table; } },
];
