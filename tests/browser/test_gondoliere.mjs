#!/usr/bin/env node
// A whole game of Gondoliere for three without script: what the page says that a placement would do is what it does, and the
// game is not ended unasked.
import { door, openHouse } from './house.mjs';
import { Person, dice, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

/** A table with two bots. */
async function sitDown(person) {
  await person.go('/games/new?game=gondoliere');
  await person.page.check('input[name=seats][value="3"]', { force: true });
  await person.page.check('input[name=bots][value="2"]', { force: true });
  await person.press(person.page.locator('main form.sheet button.primary'));
  const table = new URL(person.page.url()).pathname;
  const start = person.page.locator('form[action$="/start"] button');
  if (await start.count()) await person.press(start);
  return table;
}

/** The view once it is this person's turn, or the game is over. */
const turnOf = (person, table) => house.until('my turn', async () => {
  const { view } = await person.read(table);
  return (view.ending || view.on_board || view.placed) && view;
}, 120);

/** Places @way of @tile at the end of @canal by the buttons beside the board. */
async function byList(person, canal, way) {
  const lay = person.page.locator(`#end-${canal} [data-way="${way.rotation}"]`);
  if (!way.ends) return person.press(lay);
  await lay.locator('summary').click();
  return person.press(lay.locator('button'));
}

/** One placement; returns what of it did not come as it was told. */
async function place(person, table, view, roll) {
  const ways = view.placing.filter(({ act }) => act).flatMap((tile) => tile.canals.flatMap(({ canal, ways: at }) => at.map((way) => ({ tile, canal, way }))));
  const mine = ways.filter(({ tile, way }) => tile.landing && !way.ends), from = mine.length ? mine : ways;
  const { tile, canal, way } = from[roll(from.length)];
  await person.go(table);
  await person.press(person.page.locator(`.g-hand a[data-place="${tile.place}"]`));
  await byList(person, canal, way);
  const { view: now } = await person.read(table);
  const wrong = way.touches.filter((told) => {
    const is = now.canals.find((one) => one.canal === told.canal);
    return is.passengers !== told.passengers || is.open === told.finished || JSON.stringify(is.payout) !== JSON.stringify(told.points);
  }).map((told) => `${tile.tile} at ${canal}: ${JSON.stringify(told)}`);
  if (way.ends !== Boolean(now.ending)) wrong.push(`${tile.tile} at ${canal}: the end of the game`);
  return { wrong, now };
}

async function play(person, seed) {
  const table = await sitDown(person), roll = dice(seed), wrong = [];
  let placed = 0;
  for (let view = await turnOf(person, table); !view.ending; view = await turnOf(person, table)) {
    const many = 1 + roll(3);
    let now = view;
    for (let i = 0; i < many && now.on_board && now.placing.some(({ act }) => act); i++) {
      const result = await place(person, table, now, roll);
      wrong.push(...result.wrong);
      now = result.now;
      placed++;
    }
    if (now.ending) break;
    await person.go(table);
    const sure = person.page.locator('details.sure > summary'); // canals are finished: asked once more
    if (await sure.count()) await sure.first().click();
    await person.press(person.page.locator('button[name=step][value=end]:visible').first());
  }
  ok(placed > 3 && wrong.length === 0, `${person.name}: each of ${placed} placements does what the page said`, wrong.join('\n'));
  const { view } = await person.read(table);
  ok(view.ending && view.winners.length > 0, `${person.name}: the game ends: ${view.ending}`);
  await person.go(table);
  ok(await person.page.locator('.g-over').isVisible(), `${person.name}: and the board says so`);
}

await main(async () => {
  const person = await Person.arrive(house, browser, 'Anna', { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
  await person.join();
  await play(person, 11);
  ok(person.errors.filter((error) => !/404/.test(error)).length === 0, `${person.name}'s browser saw no error`, person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, `the house stops cleanly (${door})`);
});
