// One's account: settings, another address, sessions, what is kept, the profile with its results.
import { number } from './world.mjs';

const sends = (name, at, button, fields) => ({ name, who: 'anna', path: at, complains: /status of 4/, act: async (page) => {
  for (const [field, value] of Object.entries(fields))
    await page.locator(field).first().evaluate((input, typed) => { input.closest('details')?.setAttribute('open', ''); input.value = typed; }, value);
  await page.evaluate(() => document.querySelectorAll('form').forEach((form) => { form.noValidate = true; }));
  await Promise.all([page.waitForEvent('load'), page.locator(button).first().click()]);
} });
const device = async (world, browser, system, days) => world.sql(`INSERT INTO session (hash, person, expires, browser, system, created, seen)
  SELECT sha256(random()::text::bytea), id, now() + interval '50 days', ${browser}, ${system}, now() - interval '${days} days',
  now() - interval '${days} hours' FROM person WHERE name = 'Anna'`);
/** A few games that Anna has played to the end with others. */
async function past(world) {
  for (const [game, loser] of [['carrara', 'bruno'], ['venedig', 'anna'], ['carrara', 'bruno']]) {
    const at = await world.newTable('anna', { game, seats: 2 });
    await world.sit('bruno', at);
    await world.post(loser, `${at}/resign`, { sure: 'yes' });
  }
  const slow = await world.newTable('anna', { game: 'carrara', seats: 2 });
  world.sql(`INSERT INTO move (game, ply, seat, move, events, cause, person, at, points, revision, hash, took)
    SELECT ${number(slow)}, n, n % 2, 'x', '[]', 'person', p.id, now(), '{0,0}', 1, sha256('x'), n * 40 * 60 * 1000000::bigint
    FROM person p, generate_series(1, 12) AS n WHERE p.name = 'Anna'`);
  world.sql(`UPDATE game SET status = 'over', ended = now(), ending = 'agreed', ply = 0, started = now(), moved = now(), state = '{}', hash = sha256('x')
    WHERE id = ${number(slow)}`);
  const bots = await world.newTable('anna', { game: 'gondoliere', seats: 3, bots: 2 });
  await world.post('anna', `${bots}/resign`, { sure: 'yes' });
  const [won] = world.sql(`SELECT min(game) FROM seat JOIN game ON id = game WHERE rules = 'carrara' AND ending = 'resigned'`).split('\n');
  world.sql(`UPDATE game SET ending = 'played' WHERE id = ${won}; UPDATE seat SET points = CASE seat WHEN 0 THEN 84 ELSE 71 END, resigned = NULL WHERE game = ${won}`);
  world.sql(`UPDATE person SET about = E'Two moves before breakfast, one on the train.\\nI like long games of Genoa.' WHERE name = 'Anna'`);
  return '/people/Anna';
}

/** Letters to Dario come back. */
const unreached = async (world) => world.sql(`UPDATE person SET bounced = now() - interval '3 hours', unreached = now() - interval '3 hours',
  bounced_note = '550 5.1.1 <dario@example.org>: Recipient address rejected: no such user here' WHERE name = 'Dario'`);

export const states = [
  { name: 'account-settings', who: 'anna', path: '/settings' },
  { name: 'account-own-words', who: 'anna', path: '/settings', act: async (page) => {
    await page.locator('#own-words').fill('Two moves before breakfast, one on the train.\nI like long games of Genoa.');
    await Promise.all([page.waitForEvent('load'), page.locator('button[value=about]').click()]);
  } },
  sends('account-own-words-refused', '/settings', 'button[value=about]', { '#own-words': 'x'.repeat(301) }),
  { name: 'account-display', who: 'anna', path: '/display?back=/games' },
  { name: 'account-address-asked', who: 'anna', prepare: async (world) => {
    world.sql(`INSERT INTO token (hash, kind, person, email, expires) SELECT sha256('asked'), 'address', id,
      'anna@a-rather-long-name-of-a-house.example.org', now() + interval '2 days' FROM person WHERE name = 'Anna'`);
    return '/settings';
  } },
  sends('account-address-refused', '/settings', 'button[value=ask]', { '#new-email': 'anna@new.example.org', '#email-password': 'wrong wrong' }),
  { name: 'account-link-gone', who: 'anna', path: `/mail/address/${'A'.repeat(43)}`, status: 404, complains: /status of 4/ },
  { name: 'account-sessions', who: 'anna', prepare: async (world) => {
    await device(world, "'Firefox'", "'Android'", 2);
    await device(world, "'Samsung Internet'", "'Android'", 20);
    await device(world, 'NULL', 'NULL', 41);
    return '/settings';
  } },
  { name: 'account-feeds-made', who: 'anna', path: '/settings', act: async (page) => {
    await Promise.all([page.waitForEvent('load'), page.locator('button[value=make]').click()]);
  } },
  { name: 'account-data', who: 'anna', prepare: async (world) => { await world.running(); return '/settings/data'; } },
  sends('account-data-refused', '/settings/data', 'main form button.grave', { '#password': 'wrong' }),
  { name: 'account-profile', who: 'anna', prepare: past },
  { name: 'account-profile-of-another', who: 'dario', prepare: past },
  { name: 'account-left', who: 'bruno', prepare: async (world) => {
    const at = await world.newTable('bruno', { game: 'carrara', seats: 2 });
    await world.sit('chiara', at);
    await world.post('chiara', `${at}/chat`, { text: 'Thank you, that was a pleasure.' });
    await world.post('chiara', `${at}/resign`, { sure: 'yes' });
    world.sql(`WITH gone AS (INSERT INTO person (left_at) VALUES (now()) RETURNING id),
      line AS (UPDATE message SET person = gone.id FROM gone WHERE game = ${number(at)}),
      told AS (UPDATE incident SET person = gone.id FROM gone WHERE game = ${number(at)} AND kind = 'resigned')
      UPDATE seat SET person = gone.id FROM gone WHERE game = ${number(at)} AND resigned IS NOT NULL`);
    return at;
  } },
  { name: 'account-bounced-home', who: 'dario', prepare: async (world) => { await unreached(world); return '/'; } },
  { name: 'account-bounced-settings', who: 'dario', prepare: async (world) => { await unreached(world); return '/settings'; } },
  { name: 'account-bounced-table', who: 'dario', prepare: async (world) => { await unreached(world); return world.newTable('anna', { game: 'carrara', seats: 3 }); } },
];
