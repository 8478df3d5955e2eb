#!/usr/bin/env node
// The symbols of a game's drawings come from one file a game: they are drawn, in the colours of the page, on a screen and on paper,
// and the file is fetched once. What a table itself draws with is there whatever board it shows.
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const games = { // a symbol, and a colour that it takes from the page
  carrara: ['c-palazzo', '--wall'], genoa: ['gn-villa_ricci', '--gn-cream'], gondoliere: ['g-straight', '--g-water'],
  venedig: ['w-palazzo-0', '--w-tile'], vernissage: ['v-turned', '--linen'],
};

/** Symbols of the page that leave nothing on it. */
const undrawn = (page) => page.evaluate(() => [...document.querySelectorAll('use[href^="/www/"]')]
  .filter((use) => !use.closest('defs') && use.closest('svg').checkVisibility() && !use.getBoundingClientRect().width)
  .map((use) => use.getAttribute('href')));

/** Draws a symbol of the page's file by itself, in the middle of the window: is there a point of the colour that the page calls @colour? */
async function hasColour(page, name, colour) {
  await page.evaluate((id) => {
    const [address] = document.querySelector('use[href^="/www/"]').getAttribute('href').split('#');
    document.getElementById('trial')?.remove();
    document.body.insertAdjacentHTML('beforeend', `<svg id="trial" viewBox="-60 -60 180 180"><use href="${address}#${id}"/></svg>`);
    for (const [key, value] of [['position', 'fixed'], ['inset', '0'], ['width', '360px'], ['z-index', '9']]) document.getElementById('trial').style.setProperty(key, value);
  }, name);
  const shot = (await page.locator('#trial').screenshot()).toString('base64');
  return page.evaluate(async ([png, property]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const pen = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }).getContext('2d', { willReadFrequently: true });
    const points = () => new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer);
    pen.drawImage(image, 0, 0);
    const drawn = new Set(points());
    pen.fillStyle = getComputedStyle(document.body).getPropertyValue(property);
    pen.fillRect(0, 0, image.width, image.height);
    return drawn.has(points()[0]);
  }, [shot, colour]);
}

async function symbolsOf(person, game) {
  const { page } = person, files = [];
  const note = (response) => new URL(response.url()).pathname === `/www/${game}.svg` && files.push(response);
  page.on('response', note);
  await person.go(`/help/${game}`);
  const used = await page.locator('use[href^="/www/"]').count();
  ok(used > 4 && (await undrawn(page)).length === 0, `${game}: each of ${used} symbols is drawn`, (await undrawn(page)).join('\n'));
  ok(files.length === 1 && files[0].status() === 200 && /immutable/.test(files[0].headers()['cache-control']), `${game}: their file is fetched once, and kept`, files.length);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    ok(await hasColour(page, ...games[game]), `${game}: ${games[game].join(' has the ')} of the page, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null, media: 'print' });
  ok((await undrawn(page)).length === 0, `${game}: they are drawn on paper`, (await undrawn(page)).join('\n'));
  await page.emulateMedia({ media: null });
  await person.go(`/help/${game}`);
  const again = await page.evaluate((name) => performance.getEntriesByType('resource').filter((entry) => entry.name.includes(name)).map((entry) => entry.transferSize), `/www/${game}.svg`);
  ok(again.length === 1 && again[0] === 0, `${game}: the next page takes the file from the browser's store`, again.join());
  page.off('response', note);
}

/** Drawings that the page uses and has not got. */
const dangling = (page) => page.evaluate(() => [...document.querySelectorAll('use[href^="#"]')].map((use) => use.getAttribute('href'))
  .filter((href) => !document.getElementById(href.slice(1))));

/** A table at which bots have moved for a while, also for @person, who has it shown on the board. */
async function replayed(person, game) {
  const { page } = person;
  await person.go(`/games/new?game=${game}`);
  await page.check('input[name=seats][value="3"]', { force: true });
  await page.check('input[name=bots][value="2"]', { force: true });
  await person.follow('main form button.primary');
  const table = new URL(page.url()).pathname, id = table.split('/')[2], ply = () => Number(house.sql(`SELECT ply FROM game WHERE id = ${id}`));
  const isAsked = () => person.read(table).then(({ asked }) => asked.mine || asked.over);
  const open = (when) => house.sql(`SELECT id FROM game WHERE id = ${id} FOR UPDATE;
    UPDATE seat SET opened = ${when} WHERE game = ${id}; UPDATE game SET version = version + 1 WHERE id = ${id}; NOTIFY ridotto`);
  await page.goto('about:blank');
  await house.until('a turn of one\'s own', isAsked);
  const began = ply();
  open('now()');
  await house.until('the bots to move', () => ply() > began);
  open('NULL');
  await house.until('the next turn', isAsked);
  await person.go(table);
  const drawings = () => page.locator('[data-part=part_still] [id]').count();
  const own = await drawings(), uses = await page.locator('#board use').count();
  const room = () => page.locator('.replay-says').evaluate((says) => Math.min(...[...document.querySelectorAll('.replay-says ~ :not(.hidden)')]
    .map((part) => part.getBoundingClientRect().top)) - says.getBoundingClientRect().bottom);
  const foot = () => page.locator('#board svg').evaluateAll((all) => Math.max(...all.filter((plan) => plan.clientHeight > 200).map((plan) => plan.getBoundingClientRect().bottom + scrollY)));
  const below = await foot();
  await page.locator('.replay').first().scrollIntoViewIfNeeded();
  const from = await page.evaluate(() => scrollY);
  await page.locator('.replay').first().click();
  await page.locator('.replay-says').waitFor();
  const seen = await page.locator('#board use').count(), lost = await dangling(page), above = await room();
  ok(uses > 0 && seen > 0 && lost.length === 0, `${game}: all that the board of a replay is drawn with is there (${seen} uses)`, lost.join(' '));
  ok(above >= 0, `${game}: what it says lies above the board, not over it`, above);
  const low = await page.locator('.replay-says').evaluate((says) => says.clientHeight);
  await page.locator('.replay-says p').evaluate((text) => { text.textContent = `${text.textContent} `.repeat(20); });
  ok(await page.locator('.replay-says').evaluate((says) => says.clientHeight) === low && low <= 60, `${game}: it has two lines, however much there is to say`, low);
  ok(await foot() <= Math.max(below, page.viewportSize().height), `${game}: and the foot of the board is in sight as without it`, `${below}, then ${await foot()}`);
  await page.locator('.replay-says .replay').click();
  await page.locator('.replayed').waitFor({ state: 'detached' });
  ok(await drawings() === own && await page.locator('#board use').count() === uses && (await dangling(page)).length === 0,
    `${game}: after Stop all drawings are there as before`, `${await drawings()} of ${own}`);
  const back = await page.evaluate(() => scrollY);
  ok(Math.abs(back - from) < 2, `${game}: and the page is where it was`, `${back}, not ${from}`);
}

await main(async () => {
  const person = await Person.arrive(house, browser, 'Anna');
  for (const game of Object.keys(games)) await symbolsOf(person, game);
  await person.join();
  await person.page.setViewportSize({ width: 1280, height: 800 });
  for (const game of Object.keys(games)) await replayed(person, game);
  ok(person.errors.length === 0, 'no page complained, not even about its content policy', person.errors.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
