// Every page of the house, in every state. Games are looked at elsewhere; where a table is needed, it is one of Carrara.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { arrived, Person } from '../browser/people.mjs';
import { ended } from './end.mjs';
import { number } from './world.mjs';

const submit = (page, selector) => Promise.all([arrived(page), page.locator(selector).first().evaluate((button) => button.click())]);
const unfold = ['.about details', '.stay details'];
/** A state in which @fields of the form with that button are filled in and sent. */
const sends = (name, who, at, button, fields, more = {}) => ({ name, who, path: at, ...more, act: async (page) => {
  for (const [field, value] of Object.entries(fields))
    await page.locator(field).first().evaluate((input, text) => { input.closest('details')?.setAttribute('open', ''); input.value = text; }, value);
  await page.evaluate(() => document.querySelectorAll('form').forEach((form) => { form.noValidate = true; }));
  await submit(page, button);
} });
/** A table of Anna, Bruno, Chiara, and what is done there before it is looked at as @who. */
const table = (name, who, does, more = {}) => ({ name: `table-${name}`, who, screens: more.open ? undefined : 2, ...more, prepare: async (world) => {
  const at = await world.running(more.table);
  const state = states.find((each) => each.name === `table-${name}`);
  const seen = await does?.(world, at);
  if (who === 'mover') state.who = world.mover(at);
  if (who === 'other') state.who = ['anna', 'bruno', 'chiara'].find((each) => each !== world.mover(at));
  return seen ?? at;
} });
const sql = (world, at, set, where = 'deadline IS NOT NULL') => world.sql(`UPDATE seat SET ${set} WHERE game = ${number(at)} AND ${where}`);
const overdue = "spent_at = now() - interval '40 days', deadline = now() - interval '1 h', remind = NULL";
const seatOf = (who) => ['anna', 'bruno', 'chiara', 'dario', 'elena'].indexOf(who);
const plan = (days) => new Date(Date.now() + days * 86400e3).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }); // 2026-11-22
const clock = (minutes) => {
  const at = new Date(Math.round((Date.now() + minutes * 60e3) / 900e3) * 900e3);
  return at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Rome' });
};
const rest = (world, who, from, until) => world.post(who, '/settings/time', { do: 'rest', zone: 'Europe/Rome', rest_from: from, rest_until: until });
const awake = (world) => world.sql("UPDATE person SET rest_from = NULL, rest_until = NULL, vacation_saved = 604800, vacation_counted = now(); DELETE FROM vacation");
const weekend = () => [0, 6].includes(new Date().getUTCDay());
/** Tables of every kind around Anna. */
async function lively(world) {
  await world.newTable('bruno', { game: 'vernissage', seats: 5, bots: 2 });
  await world.newTable('anna', { game: 'gondoliere', seats: 4, pace: 'bank-3' });
  await world.newTable('chiara', { game: 'venedig', seats: 2, pace: 'hours-4', private: '1' });
  const played = await world.position('carrara', { seats: 3, seed: 5, plies: 2000 }), waits = await world.running({ pace: 'day' });
  for (let turns = 0; turns < 3 && world.mover(waits) !== 'anna'; turns++) await world.turn(waits);
  await world.position('venedig', { seats: 4, seed: 3, plies: 31 });
  const other = await world.running({ game: 'gondoliere', seats: 5, weekdays: '1' });
  for (let turns = 0; turns < 3 && world.mover(other) === 'anna'; turns++) await world.turn(other);
  await world.running({ game: 'vernissage', pace: 'none' });
  const kept = await world.newTable('dario', { seats: 4 });
  await world.post('dario', `${kept}/invite`, { who: 'Anna' });
  return played;
}
/** Four games of Anna: one waits for her with new chat, one for another, one has not begun, one is over. */
async function four(world) {
  const over = await world.running({ seats: 2 });
  await world.post('bruno', `${over}/resign`, { sure: 'yes' });
  await world.newTable('anna', { game: 'venedig', seats: 4 });
  const other = await world.running({ game: 'gondoliere' });
  for (let turns = 0; turns < 3 && world.mover(other) === 'anna'; turns++) await world.turn(other);
  await say(world, 'bruno', await waitsFor(world, 'anna'), 'Your turn!');
}
/** Thirty games of Anna: all titles, paces with little and much time, chat and moves that she has not seen. */
async function thirty(world) {
  await four(world);
  const games = ['carrara', 'vernissage', 'gondoliere', 'venedig', 'genoa'], paces = ['day', 'hours-12', 'week', 'bank-3', 'none'];
  for (let n = 0; n < 22; n++) {
    const at = await world.running({ game: games[n % 5], pace: paces[n % 4 === 3 ? 4 : n % 4], seats: 3 });
    for (let turns = 0; turns < 3 && (world.mover(at) === 'anna') !== (n % 2 === 0); turns++) await world.turn(at);
    if (n % 3 === 0) for (let line = 0; line <= n % 7; line++) await say(world, 'chiara', at, `Line ${line}`);
    if (n === 4) world.later(at, '22 hours');
  }
  for (let n = 0; n < 4; n++) await world.newTable('anna', { game: games[n], seats: 3 + n % 2, ...(n === 1 && { private: '1' }) });
  world.sql("UPDATE seat SET seen = now() - interval '1 day' WHERE person = (SELECT id FROM person WHERE name = 'Anna')");
}
const say = (world, who, at, text) => world.post(who, `${at}/chat`, { text });
const letterIn = async (world, lang) => world.sql(`UPDATE person SET lang = '${lang}'`);
const plain = (world) => world.sql("UPDATE person SET lang = NULL, notices = 'every', quiet_since = NULL, digest_sent = NULL, mail = true");
/** A letter as its HTML: @makes what brings it to @who, and gives the pattern by which it is known. */
const letter = (name, who, makes) => ({ name: `letter-${name}`, who: null, complains: /favicon/, after: plain, again: async (world, lang) => {
  await world.house.forgetGames();
  await letterIn(world, lang);
  return world.asPage(await world.letter(who, await makes(world)), `${name}-${lang}`);
} });
/** In the head of each letter about a table alone. (Its number alone may stand in any date.) */
const about = (at) => `<game-${number(at)}-`;
const tokenOf = async (world, who, pattern, after = '') => new URL((await world.letter(who, new RegExp(`${after}[\\s\\S]*?(${pattern.source})`))).match[1]).pathname;
const waitsFor = async (world, who) => { // a table at which @who is awaited, others having moved
  const at = await world.running();
  await world.turn(at);
  for (let turns = 0; turns < 4 && world.mover(at) !== who; turns++) await world.turn(at);
  world.house.lookAway();
  return at;
};

export const states = [
  // ---- before one is known ----
  { name: 'front-empty', path: '/' },
  { name: 'front', prepare: async (world) => { await lively(world); return '/'; } },
  { name: 'join', path: '/join' },
  sends('join-refused', null, '/join', 'main form button.primary', { '#name': 'A!', '#email': 'anna', '#password': 'short' }, { status: 200, complains: /status of 4/ }),
  { name: 'sign-in', path: '/sign-in' },
  sends('sign-in-refused', null, '/sign-in?next=/games/new', 'main form button.primary', { '#login': 'Anna', '#password': 'wrong wrong wrong' }, { complains: /status of 4/ }),
  { name: 'recover', path: '/recover' },
  sends('recover-sent', null, '/recover', 'main form button.primary', { '#login': 'nobody at all' }),
  { name: 'reset', prepare: async (world) => {
    await world.post('elena', '/recover', { login: 'elena@example.org' });
    return tokenOf(world, 'elena', /http:\/\/[^\s"<>]+\/reset\/[\w-]+/);
  } },
  { name: 'reset-refused', keeps: true, complains: /status of 4/, prepare: async (world) => {
    await world.post('elena', '/recover', { login: 'elena@example.org' });
    return tokenOf(world, 'elena', /http:\/\/[^\s"<>]+\/reset\/[\w-]+/);
  }, act: async (page) => {
    await page.evaluate(() => { document.querySelector('#password').value = 'short'; document.querySelector('main form').noValidate = true; });
    await submit(page, 'main form button.primary');
  } },
  { name: 'reset-gone', path: `/reset/${'x'.repeat(43)}`, status: 404 },
  { name: 'confirm', prepare: async (world) => {
    if (world.person.fabio) return world.fabio;
    const fabio = await Person.arrive(world.house, world.browser, 'Fabio', { timezoneId: 'Europe/Rome' });
    await fabio.go('/join');
    await fabio.page.fill('#name', 'Fabio');
    await fabio.page.fill('#email', 'fabio@example.org');
    await fabio.page.fill('#password', 'a quiet gaming house');
    await fabio.follow('main form button.primary');
    await world.know(fabio);
    world.sql('UPDATE person SET lang = NULL');
    return tokenOf(world, 'fabio', /http:\/\/[^\s"<>]+\/mail\/confirm\/[\w-]+/);
  } },
  { name: 'confirm-gone', path: `/mail/confirm/${'x'.repeat(43)}`, status: 404 },
  { name: 'unconfirmed-home', who: 'fabio', path: '/' },
  { name: 'unconfirmed-settings', who: 'fabio', path: '/settings' },
  { name: 'unconfirmed-new', who: 'fabio', path: '/games/new' },
  { name: 'unconfirmed-table', who: 'fabio', prepare: (world) => world.newTable('anna') },
  { name: 'magic', prepare: async (world) => {
    const at = await waitsFor(world, 'bruno'), ply = world.sql(`SELECT awaited_ply FROM seat WHERE game = ${number(at)} AND person = ${world.person.bruno.id}`);
    return tokenOf(world, 'bruno', /http:\/\/[^\s"<>]+\/mail\/open\/[\w-]+/, `${about(at)}${ply.trim()}-`);
  } },
  { name: 'magic-gone', path: `/mail/open/${'x'.repeat(43)}`, status: 404 },
  { name: 'magic-elsewhere', again: async (world) => `/mail/open/${'x'.repeat(43)}?game=${number(await waitsFor(world, 'bruno'))}` },
  { name: 'magic-private', status: 404, again: async (world) => `/mail/open/${'x'.repeat(43)}?game=${number(await world.newTable('anna', { private: '1' }))}` },
  { name: 'magic-again', again: async (world) => `/mail/open/${'x'.repeat(43)}?game=${number(await waitsFor(world, 'bruno'))}`, act: (page) => submit(page, '.again button') },
  ...['game', 'all'].map((what, n) => ({ name: `unsubscribe-${what}`, prepare: async (world) => {
    const at = await waitsFor(world, 'bruno'), { text } = await world.letter('bruno', new RegExp(`${about(at)}[\\s\\S]*mail/unsubscribe`));
    const links = [...text.slice(text.indexOf('text/plain')).matchAll(/http:\/\/[^\s"<>]+\/mail\/unsubscribe\/[\w-]+/g)];
    return new URL(links[n][0]).pathname;
  } })),
  { name: 'unsubscribe-done', prepare: async (world) => { const at = await waitsFor(world, 'bruno'); return tokenOf(world, 'bruno', /http:\/\/[^\s"<>]+\/mail\/unsubscribe\/[\w-]+/, about(at)); },
    act: (page) => submit(page, 'main form button') },
  { name: 'unsubscribe-gone', path: `/mail/unsubscribe/${'x'.repeat(43)}`, status: 404 },
  { name: 'never', prepare: async (world) => {
    const at = await world.newTable('anna', { private: '1' });
    await world.post('anna', `${at}/invite`, { who: 'guido@example.com' });
    const { match } = await world.house.until('the invitation', () => world.house.mails().reverse().filter((text) => text.includes('guido@example.com'))
      .map((text) => ({ match: text.match(/http:\/\/[^\s"<>]+\/mail\/never\/[\w-]+/) })).find(({ match: found }) => found));
    return new URL(match[0]).pathname;
  } },
  { name: 'never-done', keeps: true, prepare: (world) => new URL(world.house.mails().reverse().map((text) => text.match(/http:\/\/[^\s"<>]+\/mail\/never\/[\w-]+/)).find(Boolean)[0]).pathname,
    act: (page) => submit(page, 'main form button') },

  // ---- home and lists ----
  { name: 'home-new', who: 'elena', path: '/' },
  { name: 'home-4', who: 'anna', prepare: async (world) => { await four(world); return '/'; } },
  { name: 'home-30', who: 'anna', screens: 3, prepare: async (world) => { await thirty(world); return '/'; } },
  { name: 'home', who: 'anna', prepare: async (world) => { await lively(world); return '/'; } },
  { name: 'home-nothing-waits', who: 'anna', keeps: true, path: '/', act: async (page, world) => {
    await page.context().addCookies([{ name: 'flash', value: 'nothing-waits', url: world.house.url }]);
    await page.reload();
  } },
  { name: 'lists-open', who: 'anna', keeps: true, path: '/games' },
  { name: 'lists-open-nobody', keeps: true, path: '/games' },
  { name: 'lists-filtered', who: 'elena', keeps: true, path: '/games?game=vernissage&free=2' },
  { name: 'lists-nearest', who: 'elena', keeps: true, path: '/games?game=genoa&pace=day&free=2' },
  { name: 'lists-unknown', who: 'elena', keeps: true, path: '/games?game=chess' },
  { name: 'lists-running', who: 'anna', keeps: true, path: '/games?show=running' },
  { name: 'lists-over', who: 'bruno', keeps: true, path: '/games?show=over' },
  { name: 'lists-mine', who: 'anna', keeps: true, path: '/games?show=mine' },
  { name: 'person-me', who: 'anna', keeps: true, path: '/people/Anna' },
  { name: 'person-other', who: 'anna', keeps: true, path: '/people/Bruno' },
  { name: 'person-rated', who: 'anna', keeps: true, after: (world) => world.sql('DELETE FROM rating'), prepare: (world) => {
    world.sql(`INSERT INTO rating (person, rules, rating, deviation, games) SELECT id, rules, value, 90, games FROM person,
      (VALUES ('carrara', 1612.4, 17), ('vernissage', 1480, 1), ('gondoliere', 1533, 4)) AS of_game (rules, value, games) WHERE name = 'Bruno'`);
    return '/people/Bruno';
  } },
  { name: 'lists-pages', who: 'elena', prepare: async (world) => { for (let n = 0; n < 19; n++) await world.newTable('anna', { seats: 2 + n % 3 }); return '/games'; } },
  { name: 'lists-empty', who: 'elena', prepare: () => '/games?show=mine' },
  { name: 'new-first', who: 'elena', path: '/games/new' },
  { name: 'new-carrara', who: 'anna', path: '/games/new?game=carrara' },
  { name: 'new-venedig', who: 'anna', path: '/games/new?game=venedig' },
  { name: 'new-vernissage', who: 'anna', path: '/games/new?game=vernissage' },
  { name: 'new-gondoliere', who: 'anna', path: '/games/new?game=gondoliere', act: async (page) => {
    await page.evaluate(() => document.querySelectorAll('main details').forEach((fold) => { fold.open = true; }));
    await page.selectOption('[name=pace]', 'bank-3');
  } },
  sends('new-refused', 'anna', '/games/new', 'main form.sheet button.primary', { '[name=phrase]': 'my own words '.repeat(30) }, { complains: /status of 4/ }),
  { name: 'help', who: 'anna', path: '/help' },
  { name: 'help-carrara', path: '/help/carrara' },
  { name: 'help-venedig', path: '/help/venedig' },
  { name: 'help-vernissage', path: '/help/vernissage' },
  { name: 'help-gondoliere', path: '/help/gondoliere' },

  // ---- a table before the start ----
  { name: 'open-owner', who: 'anna', prepare: (world) => world.newTable('anna', { seats: 4 }) },
  { name: 'open-qr', who: 'anna', open: ['.qr-fold'], screens: 2, prepare: (world) => world.newTable('anna', { seats: 4, private: '1' }) },
  { name: 'share', who: 'elena', prepare: async (world) => `${await world.running()}/share` },
  { name: 'open-owner-bots', who: 'anna', open: ['details'], prepare: async (world) => { const at = await world.newTable('anna', { game: 'venedig', seats: 4, bots: 1 }); await world.sit('bruno', at); return at; } },
  { name: 'open-guest', who: 'bruno', prepare: async (world) => { const at = await world.newTable('anna', { seats: 4, bots: 1 }); await world.sit('bruno', at); return at; } },
  { name: 'open-stranger', who: 'chiara', open: ['.seats details'], prepare: async (world) => { const at = await world.newTable('anna', { seats: 4, bots: 1 }); await world.sit('bruno', at); return at; } },
  { name: 'open-nobody', prepare: (world) => world.newTable('anna', { game: 'vernissage', seats: 4, bots: 1 }) },
  { name: 'open-private-owner', who: 'anna', prepare: async (world) => {
    const at = await world.newTable('anna', { seats: 4, private: '1' });
    await world.post('anna', `${at}/invite`, { who: 'Bruno' });
    return at;
  } },
  { name: 'open-private-stranger', who: 'chiara', prepare: (world) => world.newTable('anna', { seats: 4, private: '1' }), status: 404 },
  { name: 'open-private-key', prepare: async (world) => {
    const at = await world.newTable('anna', { seats: 4, private: '1' });
    return `${at}?key=${world.sql(`SELECT invitation FROM game WHERE id = ${number(at)}`)}`;
  } },
  { name: 'open-kept-for-me', who: 'bruno', prepare: async (world) => { const at = await world.newTable('anna', { seats: 3 }); await world.post('anna', `${at}/invite`, { who: 'Bruno' }); return at; } },
  { name: 'open-invite-refused', who: 'anna', prepare: (world) => world.newTable('anna', { seats: 3 }), complains: /status of 4/, act: async (page) => { await page.fill('#who', 'Nobody Known'); await submit(page, '.invite form button'); } },
  { name: 'open-invited', who: 'anna', again: async (world) => world.newTable('anna', { seats: 3 }), act: async (page) => { await page.fill('#who', 'guido@example.com'); await submit(page, '.invite form button'); } },

  // ---- a table that runs: whose turn, and the clock ----
  table('mine', 'mover', null, { open: unfold }),
  table('waiting', 'other', async (world, at) => { await world.turn(at); world.later(at, '3 hours'); }, { open: unfold }),
  table('spectator', 'elena', async (world, at) => { await world.turn(at); }),
  table('nobody', null, async (world, at) => { await world.turn(at); }),
  table('low-mine', 'mover', (world, at) => { world.later(at, '6 days 1 hour'); }),
  table('low-other', 'other', (world, at) => { world.later(at, '6 days 1 hour'); }),
  table('minutes-left', 'mover', (world, at) => { world.later(at, '14 minutes'); }, { table: { pace: 'quarter' } }),
  table('bank', 'mover', (world, at) => { world.later(at, '11 hours'); }, { table: { pace: 'bank-3' } }),
  table('grace', 'other', (world, at) => { world.later(at, '30 hours'); }, { table: { pace: 'grace-24' } }),
  table('no-clock', 'mover', null, { table: { pace: 'none' } }),
  table('rest-mine', 'mover', async (world, at) => { await rest(world, world.mover(at), clock(-60), clock(360)); }, { after: awake }),
  table('rest-other', 'other', async (world, at) => { await rest(world, world.mover(at), clock(-60), clock(360)); }, { after: awake }),
  table('rest-later', 'mover', async (world, at) => { await rest(world, world.mover(at), clock(120), clock(600)); }, { after: awake, table: { pace: 'day' } }),
  table('vacation-mine', 'mover', async (world, at) => { await world.post(world.mover(at), '/settings/time', { do: 'plan', first: plan(0), last: plan(3) }); }, { after: awake }),
  table('vacation-other', 'other', async (world, at) => { await world.post(world.mover(at), '/settings/time', { do: 'plan', first: plan(0), last: plan(3) }); }, { after: awake }),
  ...(weekend() ? [table('weekend', 'other', null, { table: { weekdays: '1' } })] : []),
  table('overdue-mine', 'mover', async (world, at) => {
    world.release = await world.hold(at);
    sql(world, at, overdue);
  }, { after: (world) => world.release?.() }),
  table('overdue-other', 'other', async (world, at) => { world.release = await world.hold(at); sql(world, at, overdue); },
    { after: (world) => world.release?.() }),
  table('excused', 'mover', (world, at) => world.late(at)),
  table('missed', 'other', async (world, at) => { await world.late(at); await world.late(at); }),
  { name: 'table-away-mine', prepare: async (world) => { const at = await world.running({ seats: 2 }); states.find(({ name }) => name === 'table-away-mine').who = await world.opened(at); return at; } },
  { name: 'table-away-other', prepare: async (world) => {
    const at = await world.running({ seats: 2 }), who = await world.opened(at);
    states.find(({ name }) => name === 'table-away-other').who = who === 'anna' ? 'bruno' : 'anna';
    return at;
  } },
  { name: 'table-away-stranger', who: 'elena', prepare: async (world) => { const at = await world.running({ seats: 2 }); await world.opened(at); return at; } },
  { name: 'table-away-nobody', keeps: true, prepare: (world) => `/games/${world.sql('SELECT max(id) FROM game')}` },
  { name: 'table-taken-over', who: 'elena', prepare: async (world) => {
    const at = await world.running({ seats: 2 }), who = await world.opened(at);
    await world.post('elena', `${at}/take`, { seat: seatOf(who) });
    return at;
  } },
  { name: 'table-returned', prepare: async (world) => {
    const at = await world.running({ seats: 2 }), who = await world.opened(at);
    states.find(({ name }) => name === 'table-returned').who = who;
    await world.post(who, `${at}/return`);
    return at;
  } },
  table('paused', 'mover', (world, at) => { world.house.ridotto('game', 'pause', String(number(at))); }),
  table('ended-by-house', 'anna', async (world, at) => { await world.turn(at); world.house.ridotto('game', 'end', String(number(at))); }),

  // ---- leaving, votes, the end ----
  table('resigned-me', 'anna', async (world, at) => { await world.turn(at); await world.post('anna', `${at}/resign`, { sure: 'yes' }); }),
  table('resigned-other', 'bruno', async (world, at) => { await world.turn(at); await world.post('anna', `${at}/resign`, { sure: 'yes' }); }),
  { name: 'table-resign-form', who: 'anna', open: ['.about details'], prepare: (world) => world.running({ seats: 2 }) },
  { name: 'table-resigned-end', who: 'bruno', prepare: async (world) => { const at = await world.running({ seats: 2 }); await world.turn(at); await world.post('anna', `${at}/resign`, { sure: 'yes' }); return at; } },
  table('vote-by-me', 'anna', (world, at) => world.post('anna', `${at}/end`, { do: 'ask' }), { open: unfold }),
  table('vote-by-other', 'bruno', (world, at) => world.post('anna', `${at}/end`, { do: 'ask' })),
  table('vote-given', 'bruno', async (world, at) => { await world.post('anna', `${at}/end`, { do: 'ask' }); await world.post('bruno', `${at}/end`, { do: 'agree' }); }),
  table('vote-refused', 'anna', async (world, at) => { await world.turn(at); await world.post('anna', `${at}/end`, { do: 'ask' }); await world.post('bruno', `${at}/end`, { do: 'decline' }); }),
  table('vote-agreed', 'anna', async (world, at) => {
    await world.turn(at);
    await world.post('anna', `${at}/end`, { do: 'ask' });
    for (const who of ['bruno', 'chiara']) await world.post(who, `${at}/end`, { do: 'agree' });
  }),
  { name: 'table-over', who: 'anna', prepare: (world) => world.position('carrara', { seats: 3, seed: 5, plies: 2000 }), open: unfold },
  { name: 'table-over-nobody', keeps: true, prepare: (world) => `/games/${world.sql("SELECT max(id) FROM game WHERE status = 'over'")}` },
  { name: 'rematch-asked', who: 'anna', keeps: true, prepare: (world) => world.post('bruno', `/games/${world.sql("SELECT max(id) FROM game WHERE status = 'over'")}/rematch`) },
  { name: 'rematch-link', who: 'chiara', keeps: true, prepare: (world) => `/games/${world.sql("SELECT max(id) FROM game WHERE status = 'over'")}` },

  // ---- company ----
  table('here', 'mover', (world, at) => { sql(world, at, 'seen = now()', 'true'); }, { screens: 5 }),
  { ...table('watchers', 'anna'), screens: 5, act: async (page, world) => {
    const at = new URL(page.url()).pathname;
    world.looking = [];
    for (const who of [null, 'dario']) {
      const context = await world.browser.newContext(who && { storageState: world.person[who].session });
      const other = await context.newPage();
      await other.goto(world.house.url + at);
      world.looking.push(context);
    }
    await page.waitForTimeout(2500);
    await page.reload();
    await page.waitForTimeout(500);
  }, between: async () => {}, after: async (world) => { for (const context of world.looking ?? []) await context.close(); } },
  table('chat', 'anna', async (world, at) => {
    await world.turn(at);
    const lines = [['anna', 'Good evening, everybody!'], ['bruno', '皆さん、こんばんは。よろしくお願いします。'], ['chiara', 'That was bold, see #1.'], ['anna', `A long line to see how it breaks: ${'so and so and so '.repeat(18)}`],
      ['bruno', 'Two\nlines'], ['chiara', 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente'.repeat(3)]];
    for (const [who, text] of lines) await say(world, who, at, text);
    await world.post('anna', `${at}/note`, { text: 'Buy white in section III next time.\nBruno wants Lucca.', made_from: '' });
  }, { screens: 9 }),
  { name: 'table-chat-new', who: 'dario', screens: 9, keeps: true, prepare: (world) => `/games/${world.sql('SELECT max(id) FROM game')}` },
  { name: 'chat-page', who: 'anna', keeps: true, prepare: (world) => `/games/${world.sql('SELECT max(id) FROM game')}/chat` },
  table('chat-refused', 'anna', null, { screens: 9, complains: /status of 4/, act: async (page) => { await page.locator('#chat-text').evaluate((area) => { area.removeAttribute('maxlength'); area.value = 'a long story '.repeat(200); }); await submit(page, '#chat-form button'); } }),
  table('note-twice', 'anna', (world, at) => world.post('anna', `${at}/note`, { text: 'from the other tab', made_from: '' }), { screens: 9, complains: /status of 4/,
    act: async (page) => { await page.locator('#note-form').evaluate((form) => { form.querySelector('textarea').value = 'from this tab'; form.querySelector('[name=made_from]').value = ''; }); await submit(page, '#note-form button'); } }),
  table('muted', 'anna', (world, at) => world.post('anna', `${at}/letters`, { do: 'off' }), { open: unfold }),

  // ---- the turn ----
  table('since', 'mover', async (world, at) => { for (let turns = 0; turns < 5; turns++) await world.turn(at); await say(world, ['anna', 'bruno', 'chiara'].find((who) => who !== world.mover(at)), at, 'Your turn!'); }),
  table('chosen', 'mover', null, { act: async (page) => { await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => { fold.open = fold.matches('.kind'); })); await submit(page, 'main :is(a.option, a.can[href*="?"])'); } }),
  table('draft', 'mover', async (world, at) => { await world.step(at, 'turn_wheel'); }),
  table('refused', 'mover', null, { complains: /status of 4/, act: async (page) => {
    await page.locator('#steps').evaluate((form) => { const step = document.createElement('input'); step.name = 'step'; step.value = 'build tile=porta-3 city=lucca'; form.append(step); });
    await Promise.all([arrived(page), page.locator('#steps').evaluate((form) => form.submit())]);
  } }),
  ...['carrara', 'gondoliere', 'venedig', 'vernissage', 'genoa'].map((game) => table(`hint-${game}`, 'mover', (world, at) => `${at}?hint=1`, { table: { game, hints: '1' } })),
  table('stale', 'mover', null, { complains: /status of 4/, act: async (page) => {
    await page.locator('#steps').evaluate((form) => { const step = document.createElement('input'); step.name = 'step'; step.value = 'turn_wheel'; form.append(step); form.querySelector('[name=ply]').value = 77; });
    await Promise.all([arrived(page), page.locator('#steps').evaluate((form) => form.submit())]);
  } }),
  { name: 'table-done', who: 'anna', again: async (world) => { await world.house.forgetGames(); await waitsFor(world, 'anna'); return waitsFor(world, 'anna'); },
    act: async (page, world) => {
      const at = new URL(page.url()).pathname;
      for (let n = 0; n < 30 && world.mover(at) === 'anna'; n++) {
        const { legal, draft, game } = await world.read('anna', at);
        const fields = { csrf: world.person.anna.csrf, ply: game.ply, draft: draft.n, ...(legal.length ? { step: legal[0] } : { do: 'confirm' }) };
        await Promise.all([arrived(page), page.evaluate(([action, all]) => {
          const form = document.createElement('form');
          Object.assign(form, { method: 'post', action });
          for (const [name, value] of Object.entries(all)) { const input = document.createElement('input'); Object.assign(input, { name, value }); form.append(input); }
          document.body.append(form);
          form.submit();
        }, [`${at}/${legal.length ? 'moves' : 'draft'}`, fields])]);
      }
    } },
  { name: 'table-live', who: 'anna', again: async (world) => { await world.house.forgetGames(); return waitsFor(world, 'anna'); }, act: async (page, world) => {
    const at = new URL(page.url()).pathname;
    await page.evaluate(() => document.querySelectorAll('.asked details.kind').forEach((fold) => { fold.open = true; }));
    await submit(page, 'main :is(a.option, a.can[href*="?"])');
    await page.waitForTimeout(1000);
    await world.turn(at);
    await page.waitForFunction(() => !document.querySelector('.live').hidden);
  } },

  // ---- history ----
  { name: 'history-running', who: 'anna', prepare: async (world) => { const at = await world.played(await world.running({ seats: 3 }), 30); await world.post('anna', `${at}/end`, { do: 'ask' }); return `${at}/history`; } },
  { name: 'history-ply', who: 'anna', keeps: true, prepare: (world) => `/games/${world.sql('SELECT max(id) FROM game')}/history/12` },
  { name: 'history-over', prepare: async (world) => `${await ended(world, { game: 'carrara', seats: 4, bots: 2 })}/history` },
  { name: 'history-first', keeps: true, prepare: (world) => `/games/${world.sql('SELECT max(id) FROM game')}/history/0` },

  // ---- one's own settings ----
  { name: 'settings', who: 'anna', path: '/settings' },
  sends('settings-refused', 'anna', '/settings', 'button[value=password]', { '[name=old]': 'wrong wrong wrong', '[name=password]': 'another quiet house' }, { complains: /status of 4/ }),
  { name: 'time-planned', who: 'anna', after: awake, prepare: async (world) => {
    await rest(world, 'anna', '22:30', '07:00');
    await world.post('anna', '/settings/time', { do: 'plan', first: plan(0), last: plan(1) });
    await world.post('anna', '/settings/time', { do: 'plan', first: plan(9), last: plan(10) });
    return '/settings';
  } },
  sends('time-refused', 'anna', '/settings', 'button[value=plan]', { '#first': plan(5), '#last': plan(50) }, { complains: /status of 4/ }),
  { name: 'letters-none', who: 'elena', path: '/settings/letters' },
  { name: 'letters', who: 'anna', prepare: async (world) => {
    const at = await world.running(), muted = await world.running({ game: 'venedig' });
    await world.post('anna', `${muted}/letters`, { do: 'off' });
    world.sql(`DELETE FROM outbox WHERE game = ${number(at)}`);
    // every kind, and every fate
    const fates = [['turn', 'sent', '250 2.0.0 Ok: queued as 4F1x2k', null], ['window', 'dropped', 'played', null], ['reminder', 'dropped', 'muted', null], ['clock', 'failed', '550 5.1.1 nobody here', null],
      ['started', 'bounced', '550 5.1.1 The email account that you tried to reach does not exist', null], ['over', 'dropped', 'quiet', null], ['rematch', 'dropped', 'begun', null], ['asked', 'dropped', 'seated', null], ['taken', 'dropped', 'left', null],
      ['vote', 'dropped', 'voted', null], ['turn', 'waiting', '451 4.3.0 come back later', "now() + interval '20 minutes'"], ['window', 'failed', 'connection refused', null], ['reminder', 'dropped', 'unwanted', null]];
    fates.forEach(([kind, status, note, due], n) => world.sql(`INSERT INTO outbox (person, game, kind, ply, nth, status, due, done, tries, note, queued)
      VALUES (${world.person.anna.id}, ${number(at)}, '${kind}', ${n}, 0, '${status}', ${due ?? 'now()'}, ${status === 'waiting' ? 'NULL' : 'now()'}, ${status === 'failed' && n === 11 ? 9 : 1}, '${note}', now() - interval '${n * 71} minutes')`));
    return '/settings/letters';
  } },
  { name: 'letters-saved', who: 'anna', keeps: true, path: '/settings', act: (page) => submit(page, 'form[action="/settings/letters"] button') },

  // ---- errors, health, the operator ----
  { name: 'error-400', path: '/%ff', status: 400 },
  { name: 'error-401', who: null, path: '/settings/letters' },
  { name: 'error-403', who: 'bruno', status: 200, complains: /status of 4/, prepare: (world) => world.newTable('anna'), act: async (page) => {
    await Promise.all([arrived(page), page.evaluate(() => { const form = document.createElement('form'); form.method = 'post'; form.action = `${location.pathname}/start`; form.append(document.querySelector('[name=csrf]').cloneNode()); document.body.append(form); form.submit(); })]);
  } },
  { name: 'error-404', who: 'anna', path: '/games/999999', status: 404 },
  { name: 'error-404-person', path: '/people/Nobody', status: 404 },
  { name: 'error-405', who: 'anna', path: '/sign-out', status: 405 },
  { name: 'error-413', who: 'anna', prepare: (world) => world.running(), complains: /status of 4/, act: async (page) => {
    await page.locator('#chat-text').evaluate((area) => { area.removeAttribute('maxlength'); area.value = 'a long story '.repeat(20000); });
    await submit(page, '#chat-form button');
  } },
  { name: 'kept-sign-in', who: null, complains: /status of 4/, prepare: (world) => world.running(), act: async (page, world, lang) => {
    const signed = await world.page('bruno', lang), at = new URL(page.url()).pathname;
    await page.goto(world.house.url + '/help');
    await Promise.all([arrived(page), page.evaluate((to) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: `${to}/chat` });
      form.append(document.querySelector('[name=csrf]').cloneNode());
      const area = document.createElement('textarea');
      Object.assign(area, { name: 'text', value: 'What I wrote while my session ended.\nWith a second line.' });
      form.append(area);
      document.body.append(form);
      form.submit();
    }, at)]);
    await signed.goto('about:blank');
  } },
  { name: 'error-429', who: 'elena', complains: /status of 4/, path: '/settings', act: async (page, world) => {
    world.sql("UPDATE attempt SET n = 1000");
    for (let n = 0; n < 14 && !(await page.locator('.error-page').count()); n++) {
      await page.goto(`${world.house.url}/settings`);
      await page.locator('[name=old]').evaluate((input) => { input.value = 'wrong wrong wrong'; });
      await page.locator('[name=password]').evaluate((input) => { input.value = 'another quiet house'; });
      await submit(page, 'button[value=password]');
      world.sql("UPDATE attempt SET n = 1000");
    }
  }, after: (world) => world.sql('TRUNCATE attempt') },
  { name: 'error-500', who: 'anna', status: 500, prepare: async (world) => { const at = await world.running(); world.sql(`UPDATE game SET state = '{}' WHERE id = ${number(at)}`); return at; } },
  { name: 'error-503', status: 503, who: null, prepare: (world) => { world.shut(true); return '/games'; }, after: (world) => world.shut(false) },
  { name: 'health-bad', status: 503, keeps: true, prepare: (world) => { world.shut(true); return '/health'; }, after: (world) => world.shut(false) },
  { name: 'health', path: '/health' },
  { name: 'dev-mail-none', path: '/dev/mail' },
  { name: 'dev-mail', prepare: async (world) => {
    await waitsFor(world, 'bruno');
    await world.letter('bruno', /mail\/open/);
    const into = path.join(world.folder, 'maildir');
    for (const part of ['new', 'cur', 'tmp']) mkdirSync(path.join(into, part), { recursive: true });
    for (const name of readdirSync(world.house.letters).filter((file) => file.endsWith('.eml')).slice(-12))
      copyFileSync(path.join(world.house.letters, name), path.join(into, 'new', `${Math.floor(Date.now() / 1000)}.${name.slice(0, 4)}.house`));
    return '/dev/mail';
  } },
  { name: 'dev-mail-one', keeps: true, path: '/dev/mail', act: (page) => submit(page, '.mails a') },
  { name: 'dev-mail-html', keeps: true, path: '/dev/mail', act: async (page) => { await submit(page, '.mails a'); await submit(page, '.letter .button'); await page.evaluate(() => { document.body.lang = document.documentElement.lang; }); } },

  // ---- letters ----
  letter('confirm', 'elena', async (world) => { world.sql("UPDATE person SET email_confirmed = NULL WHERE name = 'Elena'"); await world.post('elena', '/settings', { do: 'confirm' }); world.sql("TRUNCATE attempt"); world.confirmAgain = true; return /http:\/\/[^\s"<>]+\/mail\/confirm\/[\w-]+/; }),
  letter('recover', 'dario', async (world) => { await world.post('dario', '/recover', { login: 'dario@example.org' }); world.sql('TRUNCATE attempt'); return /http:\/\/[^\s"<>]+\/reset\/[\w-]+/; }),
  letter('started', 'chiara', async (world) => { const at = await world.running(); world.house.lookAway(); return new RegExp(about(at)); }),
  letter('turn', 'bruno', async (world) => { const at = await waitsFor(world, 'bruno'); return new RegExp(`${about(at)}[\\s\\S]*mail/open`); }),
  letter('reminder', 'bruno', async (world) => {
    const at = await waitsFor(world, 'bruno');
    await world.letter('bruno', new RegExp(about(at)));
    const before = world.house.mails().length;
    sql(world, at, "spent_at = spent_at - interval '6 days', awaited_since = awaited_since - interval '6 days', deadline = deadline - interval '6 days', remind = now() - interval '1 s'");
    await world.house.until('the reminder', () => world.house.mails().length > before);
    return new RegExp(about(at));
  }),
  letter('clock', 'bruno', async (world) => {
    const at = await waitsFor(world, 'bruno');
    await world.letter('bruno', new RegExp(about(at)));
    const before = world.house.mails().length;
    await world.late(at);
    await world.house.until('the letter', () => world.house.mails().length > before);
    return new RegExp(about(at));
  }),
  letter('window', 'bruno', async (world) => {
    const at = await world.running({ game: 'vernissage' });
    for (let n = 0; n < 12; n++) {
      if (world.mover(at) === 'bruno') await world.turn(at); else await world.step(at, 'place');
      if (world.sql(`SELECT 1 FROM seat WHERE game = ${number(at)} AND seat = 1 AND in_window`)) break;
    }
    world.house.lookAway();
    return new RegExp(about(at));
  }),
  letter('over', 'chiara', async (world) => { const at = await world.running({ seats: 3 }); await world.turn(at); world.house.lookAway();
    const before = world.house.mails().length;
    for (const who of ['anna', 'bruno', 'chiara']) await world.post(who, `${at}/end`, { do: who === 'anna' ? 'ask' : 'agree' });
    world.house.lookAway();
    await world.house.until('the letter', () => world.house.mails().slice(before).some((text) => text.includes('To: chiara')));
    return new RegExp(about(at)); }),
  letter('vote', 'bruno', async (world) => { const at = await world.running(); world.house.lookAway(); await world.letter('bruno', new RegExp(about(at))); const before = world.house.mails().length;
    await world.post('anna', `${at}/end`, { do: 'ask' }); world.house.lookAway(); await world.house.until('the letter', () => world.house.mails().slice(before).some((text) => text.includes('To: bruno'))); return new RegExp(about(at)); }),
  letter('digest', 'bruno', async (world) => {
    world.sql("UPDATE person SET notices = 'daily', digest_sent = now() - interval '23 hours 59 minutes 50 seconds' WHERE name = 'Bruno'");
    const first = await waitsFor(world, 'bruno');
    await waitsFor(world, 'bruno');
    await world.post('anna', `${await world.newTable('anna')}/invite`, { who: 'Bruno' });
    world.sql("UPDATE person SET digest_sent = now() - interval '25 hours' WHERE name = 'Bruno'; UPDATE outbox SET due = now() WHERE status = 'waiting'");
    return new RegExp(`-several[\\s\\S]*(?:Carrara|カッラーラの宮殿) ${number(first)}\\b`);
  }),
  { name: 'letter-invitation', after: plain, complains: /favicon/, again: async (world, lang) => {
    await world.house.forgetGames();
    await letterIn(world, lang);
    const at = await world.newTable('anna', { seats: 4 }), before = world.house.mails().length;
    await world.post('anna', `${at}/invite`, { who: 'guido2@example.com' });
    const text = await world.house.until('the invitation', () => world.house.mails().slice(before).find((mail) => mail.includes('guido2@example.com')));
    return world.asPage({ text }, `invitation-${lang}`);
  } },

  // ---- last of all, for what it does to all tables ----
  table('outage', 'mover', async (world, at) => {
    world.later(at, '6 days 22 hours');
    world.sql("UPDATE pulse SET at = now() - interval '3 hours' WHERE what = 'clock'");
    await world.house.until('the outage is seen to', () => world.sql(`SELECT 1 FROM incident WHERE game = ${number(at)} AND kind = 'outage'`), 90);
  }),
];
