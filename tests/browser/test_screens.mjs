#!/usr/bin/env node
// The first screen of the busiest positions of every game: question, actions, what one holds, standings and news are in sight on a desk, the
// board and an action on a phone; nothing is covered, too small or too far down. As a rule one position of each question; with
// RIDOTTO_TESTS_LONG all, at five sizes of a window in both languages. RIDOTTO_SCREENS=genoa,carrara: only those games.
import { mkdtempSync, rmSync } from 'node:fs';
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
    }
    await page.goto('about:blank');
  }
  ok(found.length === 0, nameOf(one), found.join('\n'));
}

await main(async () => {
  const world = new World(house, browser, folder);
  await world.furnish();
  for (const [i, one] of positions.entries()) await look(world, one, i);
  console.log(`# findings: ${Object.entries(counts).map(([kind, n]) => `${kind} ${n}`).join(', ') || 'none'}`);
}, async () => {
  await browser.close();
  await house.stop();
  rmSync(folder, { recursive: true, force: true });
});
