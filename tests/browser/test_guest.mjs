#!/usr/bin/env node
// Without an account: what the first page shows to eyes, keyboards and screen readers; from it to a move of one's own, how many presses and how
// long, on a phone and a desk; and joining in the middle of a turn.
import { violations } from './access.mjs';
import { openHouse } from './house.mjs';
import { Person, arrived, dice, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const sizes = { phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, desk: { viewport: { width: 1280, height: 800 } } };
const games = ['carrara', 'vernissage', 'gondoliere', 'venedig', 'genoa'];
const PRESSES = 3, SECONDS = 30, PICTURE_MOST = 30 * 1024;

const visit = (name, options) => Person.arrive(house, browser, name, options);
const button = (page, game) => page.locator(`form[action="/play/${game}"] button`);

/** Where something of the page lies, in the window that is open. */
const bottomOf = (place) => place.evaluate((e) => e.getBoundingClientRect().bottom);

async function firstPage(size, colorScheme, locale) {
  const eve = await visit('Eve', { ...sizes[size], colorScheme, locale }), { page } = eve, high = sizes[size].viewport.height;
  const pictures = [];
  page.on('response', async (r) => /\.webp/.test(r.url()) && pictures.push({ url: r.url(), bytes: Number(r.headers()['content-length'] ?? (await r.body()).length) }));
  await eve.go('/');
  const what = `${size}, ${colorScheme}, ${locale}`;
  ok(await bottomOf(page.locator('h1')) < high && await bottomOf(button(page, games[0])) <= high, `${what}: what this is and a first Play now are on the first screen`,
    `${await bottomOf(button(page, games[0]))} of ${high}`);
  if (size === 'desk') {
    const last = await bottomOf(button(page, games.at(-1)));
    ok(last <= high, `${what}: so are all five games`, `${last} of ${high}`);
  }
  ok(await page.locator('.play-card').count() === 5 && await page.locator('.play-card img[alt]').count() === 5, `${what}: five games with pictures`);
  for (const card of await page.locator('.play-card').all()) await card.scrollIntoViewIfNeeded();
  await house.until('the pictures', () => page.evaluate(() => [...document.querySelectorAll('.play-card img')].every((i) => i.complete && i.naturalWidth === 640)));
  ok(pictures.length === 5 && pictures.every(({ url, bytes }) => bytes <= PICTURE_MOST && url.includes(`/www/${colorScheme}-`)), `${what}: of 30 KB at the most each, and as light or dark as the page`,
    JSON.stringify(pictures));
  const wrong = await violations(page);
  ok(wrong.length === 0, `${what}: axe finds nothing`, wrong.join('\n'));
  await page.setViewportSize({ width: 320, height: 640 });
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), `${what}: nothing is wider than 320 pixels`);
  ok(eve.errors.length === 0, `${what}: no errors`, eve.errors.join('\n'));
  await page.context().close();
}

/** Has the guest made a move, or a step of one? */
async function hasMoved(person, table) {
  const { draft, game } = await person.read(table);
  return draft.active && draft.can_back || Number(house.sql(`SELECT count(*) FROM move WHERE game = ${game.id} AND seat = 0 AND cause = 'person'`)) > 0;
}

/** From the first page on: { table, presses, took }, as the dice of @seed press. */
async function firstMove(person, game, seed = 2) {
  const { page } = person, roll = dice(seed);
  await person.go('/');
  const began = Date.now();
  let presses = 1;
  const come = arrived(page);
  await button(page, game).click();
  await come;
  const table = new URL(page.url()).pathname;
  await page.locator('#asked.asked-mine').waitFor({ timeout: SECONDS * 1000 });
  while (!await hasMoved(person, table) && presses < 12) {
    if (!await person.act(roll)) break;
    presses += 1;
  }
  return { table, presses, took: (Date.now() - began) / 1000 };
}

function judge({ presses, took }, what) {
  ok(presses <= PRESSES, `${what}: a move of one's own after ${PRESSES} presses at the most`, `${presses} presses`);
  ok(took <= SECONDS, `${what}: and within ${SECONDS} seconds`, `${took.toFixed(1)} s`);
  console.log(`# ${what}: ${presses} presses, ${took.toFixed(1)} s`);
}

/** Who presses at random may take a way round: the shortest of a few is what it takes. */
async function shortest(game, size) {
  let best = null;
  for (let seed = 2; seed < 8 && !(best?.presses <= PRESSES); seed++) {
    const person = await visit('Eve', { ...sizes[size] }), found = await firstMove(person, game, seed);
    if (!best || found.presses < best.presses) best = found;
    await person.page.context().close();
  }
  judge(best, `${size}, ${game}`);
}

async function joinsInTheMiddle(size) {
  const person = await visit(`Gina${size}`, { ...sizes[size] }), { page } = person;
  const first = await firstMove(person, 'carrara'), { table } = first;
  judge(first, `${size}, carrara`);
  const before = (await person.read(table)).draft;
  ok(await page.getByText('Create an account to keep this game').isVisible(), `${size}: the table says that one is a guest`);
  const wrong = await violations(page);
  ok(wrong.length === 0, `${size}: axe finds nothing at a guest's table`, wrong.join('\n'));
  await person.follow('.table-head a[href^="/join"]');
  await page.fill('#name', person.name);
  await page.fill('#email', person.email);
  await page.fill('#password', 'a quiet gaming house');
  await person.follow('main form button.primary');
  ok(new URL(page.url()).pathname === table, `${size}: joining leads back to the table`);
  const after = (await person.read(table)).draft;
  ok(before.n === after.n && after.active === before.active, `${size}: and the turn that was begun is still there`, JSON.stringify([before, after]));
  ok(await page.getByText('Create an account to keep this game').count() === 0, `${size}: who has joined is no guest`);
  ok((await page.locator('.players').innerText()).includes(person.name), `${size}: and is called so`);
  ok(person.errors.length === 0, `${size}: no errors`, person.errors.join('\n'));
  await page.context().close();
}

/** The first screen of a guest's first table on a small phone: the board, the offer to learn in one row, and something to press without scrolling. */
async function firstTable(locale) {
  for (const game of games) {
    const eve = await visit('Edda', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale }), { page } = eve;
    await eve.go('/');
    await Promise.all([page.waitForURL(/\/games\/\d+$/), button(page, game).click()]);
    await page.locator('#asked.asked-mine').waitFor({ timeout: SECONDS * 1000 });
    const seen = await page.evaluate(() => {
      const box = (e) => e.getBoundingClientRect(), shows = (e) => e.getClientRects().length > 0;
      const asked = document.querySelector('.turn > .asked'), offer = [...document.querySelectorAll('.guide-first button')].map(box);
      const [first] = [...asked.querySelectorAll('a, button, summary')].filter((e) => shows(e) && !e.closest('.guide-first, .to-since'));
      return { board: box(document.querySelector('.turn')).top - box(document.querySelector('.board')).top, row: Math.abs(offer[0].top + offer[0].bottom - offer[1].top - offer[1].bottom),
        first: first.textContent.trim().slice(0, 40), bottom: box(first).bottom, end: box(asked).bottom };
    });
    ok(seen.board >= 190 && seen.row < 4 && seen.bottom <= seen.end, `${game}, ${locale}: the first screen of a table shows the board and something to press`, JSON.stringify(seen));
    await page.context().setOffline(true);
    await page.locator('.guide-first button.plain').click();
    const said = await page.locator('.guide-first .unsent').evaluate((e) => e.getBoundingClientRect().width / e.closest('.guide-first').getBoundingClientRect().width);
    ok(said > 0.95, `${game}, ${locale}: that the offer could not be declined without a connection has a line of its own`, said);
    await page.context().close();
  }
}

async function byKeyboard() {
  const eve = await visit('Eva', { ...sizes.desk }), { page } = eve;
  await eve.go('/');
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement.closest('form')?.getAttribute('action') === '/play/carrara')) break;
  }
  const come = arrived(page);
  await page.keyboard.press('Enter');
  await come;
  ok(/\/games\/\d+$/.test(new URL(page.url()).pathname), 'Tab and Enter begin a game');
  await page.context().close();
}

async function withoutScript() {
  const eve = await visit('Ella', { ...sizes.phone, javaScriptEnabled: false }), { page } = eve;
  await eve.go('/');
  const come = page.waitForURL(/\/games\/\d+$/);
  await button(page, 'gondoliere').click();
  await come;
  await eve.go('/');
  ok(await page.locator('h1').innerText() === 'My games' && await page.locator('.mine .row').count() === 1, 'without script, too; a guest finds the game again on the first page');
  await page.context().close();
}

await main(async () => {
  await firstPage('phone', 'light', 'en-GB');
  await firstPage('desk', 'dark', 'ja-JP');
  await firstPage('desk', 'light', 'en-GB');
  for (const size of ['phone', 'desk']) await joinsInTheMiddle(size);
  for (const game of games.slice(1)) {
    await shortest(game, games.indexOf(game) % 2 ? 'phone' : 'desk');
  }
  for (const locale of ['en-GB', 'ja-JP']) await firstTable(locale);
  await byKeyboard();
  await withoutScript();
}, async () => {
  await browser.close();
  await house.stop();
});
