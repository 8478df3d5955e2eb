// Tournaments: their lists, one of each format at different moments, the form, corrections, the graph of seasons.

const names = ['Alessandra Marcello', 'Barbarigo', 'Contarina', 'Dandolo-Chioggia', 'Emo', '高橋みどり', 'Gradenigo', 'Loredan', 'Morosini', 'Querini', 'Venier', 'ゆうた'];
const lot = (title) => `sha256('${title}')`;
const people = `(SELECT array_agg(id ORDER BY id) FROM person WHERE name IN ('Anna', 'Bruno', 'Chiara', 'Dario', 'Elena') OR email LIKE 't%@example.org')`;

/** Forty more people, once a house. */
function crowd(world) {
  if (world.sql(`SELECT count(*) FROM person WHERE email = 't1@example.org'`).trim() !== '0') return;
  world.sql(`INSERT INTO person (name, email, email_confirmed, password_hash)
    SELECT (ARRAY[${names.map((name) => `'${name}'`)}])[1 + i % ${names.length}] || CASE WHEN i > ${names.length} THEN ' ' || i ELSE '' END, 't' || i || '@example.org', now(), 'x' FROM generate_series(1, 60) AS i`);
}

/** A tournament as it is stored; returns its number. Places are people in the order of their numbers. */
function made(world, title, { format = 'league', status = 'open', n = 12, size = 5, moves = 1, stages = 3, days = 30, seats = 3, stage = 0, organiser = 'Anna', rules = 'carrara', starts = "now() + interval '6 days'", full = false, most = 40 } = {}) {
  crowd(world);
  world.sql(`DELETE FROM fixture WHERE tournament IN (SELECT id FROM tournament WHERE title = '${title}'); DELETE FROM stage_place WHERE tournament IN (SELECT id FROM tournament WHERE title = '${title}'); DELETE FROM tournament WHERE title = '${title}'`);
  const began = status === 'running' || status === 'over';
  world.sql(`INSERT INTO tournament (organiser, title, format, rules, options, pace, seats, size, moves, stages, days, zone, starts, most, when_full, status, stage, lot, made, started, ended)
    SELECT id, '${title}', '${format}', '${rules}', '{}', '{"name": "day", "free": 86400, "bank": 0, "add": 0, "cap": 0, "window": 43200, "weekdays": false}', ${seats},
      ${format === 'swiss' ? 'NULL, NULL' : `${size}, ${moves}`}, ${format === 'groups' ? 'NULL' : stages}, ${days}, 'Europe/Rome', ${began ? "now() - interval '70 days'" : starts}, ${most}, ${full}, '${status}', ${stage},
      ${lot(title)}, now() - interval '80 days', ${began ? "now() - interval '70 days'" : 'NULL'}, ${status === 'over' ? "now() - interval '2 days'" : 'NULL'} FROM person WHERE name = '${organiser}'`);
  const id = world.sql(`SELECT id FROM tournament WHERE title = '${title}'`).trim();
  world.sql(`INSERT INTO entrant (tournament, person, at_once, joined, status, place) SELECT ${id}, p, 3, now() - i * interval '1 hour', ${began ? "'plays', i - 1" : "'waits', NULL"} FROM unnest(${people}) WITH ORDINALITY AS of_people (p, i) WHERE i <= ${n}`);
  if (began) world.sql(`INSERT INTO place (tournament, place, lot) SELECT ${id}, i, (i * 37 + 11) % 97 + 1 FROM generate_series(0, ${n - 1}) AS i`);
  return id;
}

const act = (world, id, kind, more = {}) => world.sql(`INSERT INTO tournament_act (tournament, at, kind, stage, number, person, text, was, points)
  SELECT ${id}, now() - interval '${more.days ?? 1} days', '${kind}', ${more.stage ?? 'NULL'}, ${more.number ?? 'NULL'}, (SELECT min(id) FROM person WHERE name = '${more.who ?? ''}'), ${more.text ? `'${more.text}'` : 'NULL'}, ${more.was ?? 'NULL'}, ${more.points ?? 'NULL'}`);

/** One stage: who is in which division, tables, and how many of them count. */
function stage(world, id, number, { divisions, opens, closes, closed = false, counts = 1, tables = [[0, 1, 2], [1, 3, 4], [0, 2, 3], [4, 0, 1], [2, 3, 4]] }) {
  world.sql(`INSERT INTO stage (tournament, stage, opens, closes, closed) VALUES (${id}, ${number}, now() + interval '${opens} days', now() + interval '${closes} days', ${closed ? `now() + interval '${closes} days'` : 'NULL'})`);
  const played = [[24, 12, 0], [12, 12, 12], [0, 24, 12], [18, 18, 0], [12, 0, 24]];
  let nth = 0;
  divisions.forEach((places, d) => {
    places.forEach((place, rank) => world.sql(`INSERT INTO stage_place VALUES (${id}, ${number}, ${place}, ${d}${closed ? `, ${rank + 1}, 0, 0` : ', NULL, NULL, NULL'})`));
    tables.filter((table) => table.every((i) => i < places.length)).forEach((table, i) => {
      nth += 1;
      const counted = closed || (nth * 7) % 10 < counts * 10;
      const points = table.length === 3 ? played[(i + d + number) % 5] : table.length === 2 ? [[24, 0], [12, 12], [0, 24]][(i + number) % 3] : [24];
      const how = table.length === 1 ? 'alone' : nth % 9 === 4 ? 'unfinished' : nth % 9 === 5 ? 'corrected' : 'played';
      world.sql(`INSERT INTO fixture (tournament, stage, number, division, places, points, how, counted, expected) VALUES (${id}, ${number}, ${nth}, ${d}, '{${table.map((k) => places[k])}}',
        ${counted ? `'{${points}}', '${how}', now() - interval '${nth} hours'` : 'NULL, NULL, NULL'}, ${how === 'unfinished' || (!counted && nth % 3 === 0) ? `'{${table.length === 3 ? [20, 10, 6] : [14, 10]}}'` : 'NULL'})`);
    });
  });
}

const rows = (from, n, size) => Array.from({ length: Math.ceil(n / size) }, (_, d) => Array.from({ length: Math.min(size, n - d * size) }, (_, i) => from[d * size + i]));
const up = (divisions) => { // one up and one down
  const next = divisions.map((places) => [...places]);
  for (let d = 0; d + 1 < next.length; d++) { const low = next[d].pop(), high = next[d + 1].shift(); next[d].push(high); next[d + 1].unshift(low); }
  return next.map((places, d) => places.map((_, i) => places[(i * 2 + d) % places.length]).filter((p, i, all) => all.indexOf(p) === i).concat(places).filter((p, i, all) => all.indexOf(p) === i));
};
/** A league in its third season. */
function league(world, { title = 'Evening league of Carrara', n = 20, status = 'running', organiser = 'Anna' } = {}) {
  const id = made(world, title, { n, status, stage: 3, organiser, stages: 4 });
  const first = rows([...Array(n).keys()], n, 5), second = up(first), third = up(second);
  stage(world, id, 1, { divisions: first, opens: -70, closes: -40, closed: true });
  stage(world, id, 2, { divisions: second, opens: -40, closes: -10, closed: true });
  stage(world, id, 3, { divisions: third, opens: -10, closes: 20, counts: 0.6 });
  for (const [kind, more] of [['started', { days: 70 }], ['drawn', { days: 70, stage: 1 }], ['dropped', { days: 55, who: 'Emo' }], ['took_place', { days: 55, who: 'Morosini' }], ['closed', { days: 40, stage: 1 }], ['drawn', { days: 40, stage: 2 }],
    ['corrected', { days: 30, stage: 2, number: 5, who: 'Anna', text: 'Both agreed to count it as shared: the clock ran through a night without power.', was: "'{24,12,0}'", points: "'{12,12,12}'" }],
    ['paused', { days: 25, who: 'Anna' }], ['went_on', { days: 23, who: 'Anna' }], ['closed', { days: 10, stage: 2 }], ['drawn', { days: 10, stage: 3 }]]) act(world, id, kind, more);
  return id;
}

function swiss(world, { title = 'Swiss of the lagoon, autumn', n = 32, status = 'running' } = {}) {
  const id = made(world, title, { format: 'swiss', n, status, stage: 3, stages: 5, days: 21, rules: 'venedig', organiser: 'Bruno' });
  const order = [...Array(n).keys()];
  for (let round = 1; round <= 3; round++) {
    const mixed = order.map((_, i) => (i * (round === 1 ? 1 : round === 2 ? 7 : 11)) % n);
    const tables = Array.from({ length: Math.floor(n / 3) }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2]);
    if (n % 3 === 2) tables.push([n - 2, n - 1]);
    if (n % 3 === 1) tables.push([n - 1]);
    stage(world, id, round, { divisions: [mixed], opens: 21 * (round - 3) - 9, closes: 21 * (round - 2) - 9, closed: round < 3, counts: 0.5, tables });
  }
  return id;
}

function groups(world) {
  const id = made(world, 'Cup of the seven islands', { format: 'groups', n: 24, size: 6, moves: 2, status: 'running', stage: 1, rules: 'genoa', days: 45, organiser: 'Chiara' });
  stage(world, id, 1, { divisions: rows([...Array(24).keys()], 24, 6), opens: -20, closes: 25, counts: 0.7, tables: [[0, 1, 2], [3, 4, 5], [0, 3, 4], [1, 2, 5], [0, 4, 5], [1, 3, 2]] });
  world.sql(`INSERT INTO entrant (tournament, person, joined) SELECT ${id}, p, now() FROM unnest(${people}) WITH ORDINALITY AS of_people (p, i) WHERE i BETWEEN 30 AND 33`);
  return id;
}

const open = (world) => made(world, 'Sunday league', { n: 14, organiser: 'Bruno' });
const over = (world) => { const id = swiss(world, { title: 'Swiss of last winter', status: 'over' }); world.sql(`UPDATE stage SET closed = closes WHERE tournament = ${id}; UPDATE fixture SET points = CASE cardinality(places) WHEN 3 THEN '{24,12,0}' WHEN 2 THEN '{24,0}' ELSE '{24}'::smallint[] END, how = 'played', counted = now() WHERE tournament = ${id} AND points IS NULL`); return id; };
const all = (world) => { open(world); made(world, 'Ladder of the little canal, for people who play one move at breakfast and one', { n: 3, full: true, starts: 'NULL', rules: 'gondoliere', organiser: 'Elena', format: 'swiss', stages: 5 }); league(world); swiss(world); groups(world); over(world); };
const at = (make, part = '') => ({ keeps: true, prepare: (world) => `/tournaments/${make(world)}${part}` });
const typed = async (page, fields) => { for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value); };
const sent = (page) => Promise.all([page.waitForEvent('load'), page.locator('.new-tournament .primary').click()]);

export const states = [
  { name: 'tournament-list', who: 'anna', keeps: true, prepare: (world) => { all(world); return '/tournaments'; } },
  { name: 'tournament-list-running', keeps: true, prepare: (world) => { all(world); return '/tournaments?show=running'; } },
  { name: 'tournament-list-none', keeps: true, path: '/tournaments?show=over&before=1' },
  { name: 'tournament-mine', who: 'anna', keeps: true, screens: 2, prepare: (world) => { all(world); return '/'; } },
  { name: 'tournament-open', who: 'anna', screens: 2, ...at((world) => { const id = open(world); world.sql(`DELETE FROM entrant WHERE tournament = ${id} AND person = (SELECT id FROM person WHERE name = 'Anna')`); return id; }) },
  { name: 'tournament-open-in', who: 'bruno', screens: 2, ...at(open), act: (page) => page.locator('.t-sure summary').click() },
  { name: 'tournament-open-visitor', ...at(open) },
  { name: 'tournament-league', who: 'anna', screens: 3, ...at(league) },
  { name: 'tournament-league-player', who: 'elena', screens: 2, ...at(league), act: (page) => page.locator('.t-sure summary').click() },
  { name: 'tournament-swiss', who: 'chiara', screens: 3, ...at(swiss) },
  { name: 'tournament-groups', screens: 2, ...at(groups) },
  { name: 'tournament-paused', who: 'anna', ...at((world) => { const id = league(world); world.sql(`UPDATE tournament SET paused = now() - interval '1 day' WHERE id = ${id}`); return id; }) },
  { name: 'tournament-over', who: 'dario', screens: 2, ...at(over) },
  { name: 'tournament-new', who: 'anna', screens: 3, path: '/tournaments/new?game=venedig' },
  { name: 'tournament-new-swiss', who: 'anna', screens: 2, path: '/tournaments/new', act: (page) => page.locator('[name=format][value=swiss]').check() },
  { name: 'tournament-new-refused', who: 'anna', screens: 3, path: '/tournaments/new', complains: /status of 4/, act: async (page) => { await typed(page, { title: 'Slow but sure', days: '7' }); await page.locator('#pace').selectOption('week'); await sent(page); } },
  { name: 'tournament-tables', who: 'anna', screens: 3, ...at(league, '/tables') },
  { name: 'tournament-tables-swiss', who: 'elena', screens: 2, ...at(swiss, '/tables?stage=2') },
  { name: 'tournament-correct', who: 'anna', screens: 2, ...at(league, '/tables?stage=2&correct=2#table-2') },
  { name: 'tournament-correct-refused', who: 'anna', complains: /status of 4/, screens: 2, ...at(league, '/tables?stage=2&correct=2#table-2'), act: async (page) => {
    await page.evaluate(() => document.querySelector('#why').removeAttribute('required'));
    await Promise.all([page.waitForEvent('load'), page.locator('.t-correct .primary').click()]);
  } },
  { name: 'tournament-rounds', who: 'anna', screens: 3, ...at(league, '/rounds') },
  { name: 'tournament-rounds-many', who: 'dario', screens: 4, ...at((world) => league(world, { title: 'Great league of sixty', n: 60 }), '/rounds') },
  { name: 'tournament-rounds-swiss', ...at(swiss, '/rounds') },
  { name: 'tournament-log', who: 'anna', ...at(league, '/log') },
];
