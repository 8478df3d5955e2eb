#!/usr/bin/env node
// One page of each kind and, in both languages, a table of each game: axe finds nothing, nothing is lost at 400 %, with wide letters
// or in high contrast, nothing moves, and who hears a board hears of every place. (tests/pictures/take --access does so with all states of all pages.)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { barriers } from '../pictures/barriers.mjs';
import { positions } from '../pictures/positions.mjs';
import { groups, visitAll } from '../pictures/states.mjs';
import { World, languages, names } from '../pictures/world.mjs';
import { openHouse } from './house.mjs';
import { openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';
import { stop } from './typist.mjs';

const pages = ['front-empty', 'join-refused', 'sign-in', 'recover', 'confirm-gone', 'reset', 'magic', 'unsubscribe-game', 'home-new', 'home-4', 'home-30', 'lists-open', 'lists-nearest', 'lists-empty', 'person-me', 'people-profile', 'people-mine', 'people-invite', 'people-spectators', 'people-muted',
  'new-first', 'new-venedig', 'share', 'help', 'open-owner-bots', 'open-private-key', 'table-mine', 'table-draft', 'table-hint-carrara', 'table-hint-venedig', 'table-refused', 'end-carrara', 'end-none', 'history-running', 'history-ply', 'practice-form', 'practice-hand', 'practice-mine', 'settings', 'settings-refused', 'ratings-titles', 'ratings-game', 'ratings-person',
  'letters', 'account-address-refused', 'account-sessions', 'account-feeds-made', 'account-data', 'account-profile', 'genoa-orders', 'error-404', 'health', 'dev-mail-none', 'order-report-line', 'order-report-refused', 'order-chat-hidden', 'order-password', 'order-queue', 'order-person', 'order-log', 'order-acts', 'order-announcements', 'order-privacy', 'quick-form', 'quick-waits', 'quick-challenges', 'doors-new', 'doors-table',
  'tournament-list', 'tournament-mine', 'tournament-open', 'tournament-league', 'tournament-swiss', 'tournament-new', 'tournament-new-refused', 'tournament-correct', 'tournament-rounds', 'tournament-log'];
const middles = {
  carrara: { seats: 3, seed: 2, plies: 25 },
  gondoliere: { seats: 3, seed: 2, plies: 25 },
  venedig: { seats: 3, seed: 5, plies: 60 },
  genoa: { seats: 3, seed: 3, plies: 120 },
  vernissage: { seats: 3, seed: 2, plies: 60 },
};
const pageLanguages = process.env.RIDOTTO_TESTS_LONG ? languages : ['en']; // tables are looked at in both
const seen = { en: [['phone', 'light']], ja: [['desk', 'dark']] };

const many = (n, one, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

const cell = ({ x, y }) => `column ${x}, row ${y}`.replaceAll('-', '−'); // as sentences write numbers

/** What must be heard of each place of a board, by what the page tells a program: words that are said together. */
const places = {
  carrara: (view) => [
    ...view.sections.map(({ roman, stones }) => [`Section ${roman}:`, ...(stones.length ? stones.map(({ count, label }) => `${count} ${label}`) : ['empty'])]),
    ...view.offers.map(({ empty, name_label: name, cost }) => (empty ? ['Empty space'] : [`${name}, cost ${cost}`])),
    ...view.towns.map(({ name_label: name, scored, needs, multiplier, gives_points: points }) => [`${name}: ${many(multiplier, points ? 'point' : 'coin')} for each stone`,
      scored ? 'Scored by' : `Scored with ${needs} buildings`]),
    ...view.fair.map(({ label, on_sale: sale, reserve }) => [`${label}: ${sale ? 'for sale' : 'sold'}`, `${reserve} in reserve`]),
    ...view.players.flatMap(({ columns, kinds }) => [
      ...columns.map(({ name_label: name, count }) => [`${name}: ${many(count, 'building')}`]),
      ...kinds.map(({ name_label: name, buildings, scored }) => [`${name}: ${many(buildings, 'building')}${scored ? ', scored' : ''}`])]),
  ],
  gondoliere: (view) => [
    ...view.canals.flatMap(({ canal, passengers, path: way, mouth, open, front }) => [
      [`Canal ${canal}`, `${passengers} passengers`],
      [`San Marco, ${cell(mouth)}, to the ${mouth.side_label}`],
      ...way.map(({ label, landing_of: whose, x, y, out_label: out }) => [`${label},${whose ? ` ${whose.seat_name},` : ''} ${cell({ x, y })}, to the ${out}`]),
      ...(open ? [[front.taken ? 'blocked at the end' : `next place: ${cell(front)}`]] : [])]),
    ...view.players.flatMap(({ display }) => display.map(({ label }) => [label])),
  ],
  venedig: (view) => [
    ...view.sites.map(({ site_label: label, swamp, free }) => (swamp ? ['Swamp: ', `${label} `] : free ? ['Free sites: ', `${label} `]
      : [view.buildings.find((one) => one.label.split('–').includes(label)).kind_label, label])),
    ...view.gondolas.map(({ seat_name: name, space }) => [name, `Space ${space}`]),
    ...view.pool.map(({ kind_label: label }) => [label]),
  ],
  genoa: (view) => [
    ...view.spaces.map(({ space_label: label, taken_by: taken, owner, best, bid, asking }) => [label, ...(taken ? [`action taken by ${taken.seat_name}`] : []),
      ...(owner ? [`marker of ${owner.seat_name}`] : []), ...(best ? [`best offer ${best.sum} ducats`] : []), ...(bid ? [`your offer ${bid.sum} ducats`] : []),
      ...(asking ? [`asking ${asking} ducats`] : [])]),
    [`The tower is here: ${view.pawn.space_label}.`, ...view.path.filter(({ left }) => left).map(({ stop, space_label: label }) => `Disc ${stop}: ${label}.`)],
  ],
  vernissage: (view) => [
    ...view.steps.map(({ on_step: step, agents, cells }) => [`${step} `, ...agents.filter(({ here }) => here).map(({ seat_name: name }) => `${name}.`),
      ...cells.flatMap(({ who, counter }) => [...(who ? [`${who.name_label} stands here, a painting is worth`] : []),
        ...(counter ? [`${counter.kind_label} ${counter.value}, above ${counter.name_label}`] : [])])]),
    ...view.artists.map(({ name_label: name }) => [name]),
  ],
};

/** What a screen reader says of each thing of the page that is open. */
async function heard(page) {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  await client.detach();
  const node = new Map(nodes.map((one) => [one.nodeId, one]));
  const words = (one) => (!one ? '' : (!one.ignored && one.name?.value) || (one.childIds ?? []).map((id) => words(node.get(id))).join(' '));
  return nodes.filter(({ ignored, role }) => !ignored && /^(link|button|image|listitem|row|paragraph|article|section|group)$/.test(role?.value))
    .map((one) => `${words(one)} `.replace(/\s+/g, ' '));
}

/** The same, of all pages of a board that is turned over on a phone, as it comes and with what is folded there unfolded. */
async function heardOnAll(page) {
  const tabs = await page.locator('.board input[type=radio]:visible').all(), said = [];
  const listen = async () => {
    said.push(...await heard(page));
    for (const tab of tabs) {
      await tab.evaluate((radio) => radio.click());
      said.push(...await heard(page));
    }
  };
  await listen();
  await page.locator('.board details').evaluateAll((all) => all.forEach((fold) => { fold.open = true; }));
  await page.locator('.board h3 input[type=checkbox]').evaluateAll((all) => all.forEach((fold) => { fold.checked = true; }));
  await listen();
  return said;
}

/** The places of a board that are not in sight when they have the focus, from wherever their board was scrolled to. */
async function hidden(page) {
  const said = new Set(), n = await page.locator('.board .can').count();
  for (let tenth = 0; tenth <= 10; tenth++) {
    for (let i = 0; i < n; i++) {
      await page.evaluate(([part, at]) => {
        const view = document.querySelector('.board [tabindex="0"]');
        document.activeElement.blur();
        view.scrollTo((view.scrollWidth - view.clientWidth) * part, (view.scrollHeight - view.clientHeight) * part);
        document.querySelectorAll('.board .can')[at].focus();
      }, [tenth / 10, i]);
      for (const what of (await page.evaluate(stop, null)).said) if (/not to be seen/.test(what)) said.add(what);
    }
  }
  return { n, said: [...said] };
}

const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-access-'));
const house = await openHouse({ flags: ['--dev', '--maildir', path.join(folder, 'maildir')] });
const browser = await openBrowser();

await main(async () => {
  const world = new World(house, browser, folder), found = [], failed = [];
  await world.furnish();
  const listed = (await groups(pages)).flatMap(({ states }) => states);
  ok(listed.length === pages.length, 'each page is known', pages.filter((name) => !listed.some((state) => state.name === name)).join());
  const look = async (page, state, lang) => found.push(...(await barriers(page, { ...state, lang, known: [...names, ...(state.known ?? [])], seen: seen[lang] }))
    .map((what) => `${state.name} ${lang} ${what}`));
  const told = { found, failed: (name, error) => failed.push(`${name}: ${error.stack ?? error}`) };
  await visitAll(world, pages.map((name) => listed.find((state) => state.name === name)), pageLanguages, look, told);
  ok(found.length + failed.length === 0, `${pages.length} pages (${pageLanguages.join()}) stand in nobody's way`, [...failed, ...found].join('\n'));
  for (const [game, from] of Object.entries(middles)) {
    found.length = failed.length = 0;
    const missing = [];
    let known = 0;
    await visitAll(world, positions(game, [{ name: 'middle', ...from }]), languages, async (page, state, lang) => {
      await look(page, state, lang);
      if (lang !== 'en') return;
      const says = await heardOnAll(page), { view } = await world.read(state.who, new URL(page.url()).pathname), wanted = places[game](view);
      known = wanted.length;
      missing.push(...wanted.filter((parts) => !says.some((text) => parts.every((part) => text.includes(part)))).map((parts) => parts.join(' … ')));
    }, told);
    ok(found.length + failed.length === 0, `${game}: a table in the middle of a game stands in nobody's way`, [...failed, ...found].join('\n'));
    ok(known > 15 && missing.length === 0, `${game}: all ${known} places of the board are heard with their state`, missing.slice(0, 12).join('\n'));
  }
  // Its board is wider than a phone, and at the end that lies furthest to the left a curve may lie, whose wide strokes reach far to the right.
  const ends = [{ name: 'wide', seats: 3, seed: 2, plies: 38, query: 'tile=c0-9' },
    { name: 'shared', file: 'tests/scenarios/gondoliere/12-1-x1-crossing-for-both.json', query: 'tile=a1x' }];
  found.length = failed.length = 0;
  let n = 0, isSeen = false;
  await visitAll(world, positions('gondoliere', ends), ['en'], async (page, { name }) => {
    if (/wide/.test(name)) {
      for (const [width, height] of [[390, 844], [320, 256]]) { // a phone, and a desk at 400 %
        await page.setViewportSize({ width, height });
        const { n: all, said } = await hidden(page);
        n = all;
        found.push(...said.map((what) => `${width} x ${height}: ${what}`));
      }
    } else {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('#end-9 button').focus(); // shows the crossing
      await page.locator('.board a[href="#end-5"]').focus();
      isSeen = await page.locator('.board a[href="#end-5"] .g-hit').evaluate((e) => {
        const box = e.getBoundingClientRect();
        return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2).closest('a') === e.closest('a');
      });
    }
  }, told);
  ok(n > 3 && found.length + failed.length === 0, `gondoliere: each of ${n} ends is in sight when it has the focus, however the board was scrolled`, [...failed, ...found].join('\n'));
  ok(isSeen, 'gondoliere: nor is one of two ends at the same place covered by the tile that is shown at the other');
}, async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
  ok(await house.stop() === 0, 'the house stops cleanly');
});
