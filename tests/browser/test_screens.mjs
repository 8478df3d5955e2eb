#!/usr/bin/env node
// The first screen of the busiest positions of every game: question, actions, what one holds, standings and news are in sight on a desk, the
// board and an action on a phone; nothing is covered, too small or too far down; the history shows the board, too; and each place of the board that is not legal says why. As a rule one position of each question; with
// RIDOTTO_TESTS_LONG all, at five sizes of a window in both languages. RIDOTTO_SCREENS=genoa,carrara: only those games.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { busiest, nameOf, sample } from '../pictures/busiest.mjs';
import { isDesk, survey, windows } from '../pictures/geometry.mjs';
import { World, languages, names } from '../pictures/world.mjs';
import { openHouse } from './house.mjs';
import { openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const long = Boolean(process.env.RIDOTTO_TESTS_LONG), only = process.env.RIDOTTO_SCREENS?.split(',');
const positions = (long ? busiest(60) : sample(busiest(15))).filter(({ game }) => !only || only.includes(game));
const sizes = (i) => (long ? Object.keys(windows) : [['desk', 'small'], ['phone', 'wide'], ['desk', 'narrow']][i % 3]);
const tongues = (i) => (long ? languages : [languages[i % 2]]);

const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-screens-'));
const house = await openHouse(), browser = await openBrowser();
const counts = {};
let asked = 0, keyed = 0;

/** The sentences of a game's error table as patterns, with a figure for each {name}. */
function tableOf(game) {
  const folder = path.join(process.env.RIDOTTO_TOP, 'rules', game);
  const source = readdirSync(folder).filter((name) => name.endsWith('.c')).map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
  const [, table] = source.match(/struct rule_error_kind \w*errors\[\] = \{([\s\S]*?)\n\};/);
  const sentences = [...table.matchAll(/N_\(((?:"(?:[^"\\]|\\.)*"\s*)+)\)/g)].map(([, text]) => [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join(''));
  const [, ...refusals] = sentences; // the first says that all is well
  return refusals.map((sentence) => new RegExp(`^${sentence.split(/\{[^}]*\}/).map((words) => words.replace(/[.*+?^$()[\]|\\]/g, '\\$&')).join('[^{}]+')}$`));
}
const tables = Object.fromEntries([...new Set(positions.map(({ game }) => game))].map((game) => [game, tableOf(game)]));

/** Presses, as it were, all places at which nothing can be done, and all estimates; each is answered by a sentence of the game's table, or by what
 * the estimate is made of. */
async function reasons(world, who, game, table) {
  const page = await world.page(who, 'en'), found = [];
  await page.goto(house.url + table);
  const places = await page.locator('.board a[href*="why="], .asked a[href*="why="], .hand a[href*="why="]').evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href')))]);
  for (const href of places) {
    const { why, reckoned } = await world.read(who, href.split('#')[0]);
    asked++;
    if (reckoned ? !reckoned.lines.length : !why || !tables[game].some((sentence) => sentence.test(why))) found.push(`${decodeURIComponent(href)}: ${why}`);
  }
  const mute = await page.locator('.board [data-place]:not(a, button, [data-place=""])').evaluateAll((all) => all.map((place) => place.dataset.place));
  return [...found, ...mute.map((place) => `${place}: neither an action nor a reason`)];
}

/** With a phone's keyboard open: a field that has the focus is in sight, and nothing lies over it. */
async function fieldsInSight(page, url) {
  const found = [];
  await page.setViewportSize({ width: 390, height: 430 });
  for (const to of [url, `${url}#chat`]) {
    await page.goto('about:blank');
    await page.goto(to);
    const fields = page.locator(':is(.asked, #chat) :is(input[type=number], input[type=text], textarea):visible');
    for (const field of await fields.all()) {
      await field.focus();
      const box = await field.evaluate((e) => {
        const { left, right, top, bottom } = e.getBoundingClientRect();
        const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && (e === shown || e.contains(shown)) ? null : `${e.name} from ${top} to ${bottom}, under ${shown?.outerHTML.slice(0, 80)}`;
      });
      keyed++;
      if (box) found.push(box);
    }
  }
  return found;
}

/** How high what is drawn on the board of a history is, in pixels. */
async function boardOf(page, url) {
  await page.goto(url);
  return page.locator('.board svg').evaluateAll((all) => {
    const boxes = all.map((picture) => picture.getBoundingClientRect()).filter(({ height }) => height);
    return Math.max(0, ...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
  });
}

async function look(world, one, i) {
  const from = { steps: one.steps }, who = names[one.seat].toLowerCase();
  await house.forgetGames();
  const table = await world.position(one.game, from);
  const { legal } = await world.read(who, table), found = [];
  const last = one.steps.at(-1).seat, news = one.steps.length > 1 && last !== one.seat;
  for (const lang of tongues(i)) {
    const page = await world.page(who, lang);
    for (const size of sizes(i)) {
      await page.setViewportSize(windows[size]);
      await page.goto(house.url + table);
      for (const [kind, words] of await page.evaluate(survey, { desk: isDesk(size), legal, news })) {
        counts[kind] = (counts[kind] ?? 0) + 1;
        found.push(`${size} ${lang} ${kind}: ${words}`);
      }
      if (size === 'phone') found.push(...(await fieldsInSight(page, house.url + table)).map((what) => `${lang} with the keyboard: ${what}`));
    }
    const board = await boardOf(page, `${house.url}${table}/history`);
    if (board < 150) found.push(`${lang} history: the board is ${board} px high`);
    await page.goto('about:blank');
  }
  const unsaid = await reasons(world, who, one.game, table);
  if (unsaid.length) counts.unsaid = (counts.unsaid ?? 0) + unsaid.length;
  found.push(...unsaid);
  ok(found.length === 0, nameOf(one), found.join('\n'));
}

await main(async () => {
  const world = new World(house, browser, folder);
  await world.furnish();
  for (const [i, one] of positions.entries()) await look(world, one, i);
  console.log(`# findings: ${Object.entries(counts).map(([kind, n]) => `${kind} ${n}`).join(', ') || 'none'}; ${asked} places asked why not, ${keyed} fields with the keyboard open`);
}, async () => {
  await browser.close();
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
});
