#!/usr/bin/env node
// Two people play Carrara in Chromium: one plans the next turn on the board of today, by presses, and goes away; it is played when the turn
// comes. Another plan is broken by what the other builds. The page of it on a phone and a desk: nothing sticks out, and axe finds nothing.
import { violations } from './access.mjs';
import { openHouse } from './house.mjs';
import { arrived, openBrowser, Person } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const number = (table) => Number(table.split('/').pop());
const causes = (table) => house.sql(`SELECT string_agg(cause, ' ' ORDER BY ply) FROM move WHERE game = ${number(table)} AND ply > 0`).trim();

async function sitDown([owner, guest]) {
  await owner.go('/games/new?game=carrara');
  await owner.page.check('input[name=seats][value="2"]', { force: true });
  await owner.page.check('input[name=bots][value="0"]', { force: true });
  await owner.press(owner.page.locator('main form.sheet button.primary'));
  const table = new URL(owner.page.url()).pathname;
  await guest.go(table);
  await guest.press(guest.page.locator(`form[action="${table}/sit"] button`));
  return table;
}

/** A step of whose turn it is, handed in as the form on the page would. */
async function takes(person, table, step) {
  const { house: { csrf }, game: { ply } } = await person.read(table);
  const answer = await person.page.context().request.post(`${house.url}${table}/moves`, { form: { csrf, ply, step }, maxRedirects: 0 });
  if (answer.status() !== 303) throw new Error(`${person.name}, ${step}: ${answer.status()}`);
}

async function takesTurn(person, table, wanted) {
  await takes(person, table, (await person.read(table)).legal.find(wanted));
  for (const verb of ['pay', 'end']) {
    const step = (await person.read(table)).legal.find((one) => one.startsWith(verb));
    if (step) await takes(person, table, step);
  }
}

/** What sticks out of the page to the right. */
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function looks(person, table, title) {
  for (const [width, height] of [[390, 844], [1280, 800]]) {
    await person.page.setViewportSize({ width, height });
    await person.go(`${table}/plan`);
    ok(await wide(person.page) <= 0, `${title}, ${width} wide: nothing sticks out`, String(await wide(person.page)));
    const found = await violations(person.page);
    ok(found.length === 0, `${title}, ${width} wide: axe finds nothing`, found.join('\n'));
  }
}

/** A building and the end of the turn, pressed on the page of the plan. */
async function plans(person, table, city) {
  const { page } = person;
  await page.setViewportSize({ width: 1280, height: 800 });
  await person.go(table);
  await person.press(page.locator(`.plan-ask a[href="${table}/plan"]`));
  const press = async (place) => { await Promise.all([arrived(page), place.first().click()]); };
  const build = page.locator('button[form=steps][value^="build "]');
  await press(build.filter({ hasText: city }));
  if (await page.locator('button[form=steps][value^="pay "]').count()) await press(page.locator('button[form=steps][value^="pay "]'));
  await press(page.locator('button[form=steps][value="end"]'));
  ok(/Your next turn is planned/.test(await page.locator('#asked-sentence').innerText()), 'the turn is planned by presses');
  await page.locator('input[name=hands_in]').check();
  await press(page.locator('button[name=do][value=keep]'));
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna'), bruno = await Person.arrive(house, browser, 'Bruno');
  await anna.join();
  await bruno.join();
  const table = await sitDown([anna, bruno]);
  const first = (await anna.read(table)).players.find(({ me }) => me).awaited;
  const [mover, waiter] = first ? [anna, bruno] : [bruno, anna];
  await looks(waiter, table, 'nothing is planned yet');
  await plans(waiter, table, 'Lérici');
  ok(/You have a plan for your next turn/.test(await waiter.page.locator('.plan-ask').innerText()), 'the table says so');
  await looks(waiter, table, 'a turn is planned');
  await waiter.page.goto('about:blank');
  house.sql(`UPDATE seat SET seen = NULL WHERE game = ${number(table)}`);
  await takesTurn(mover, table, (step) => step.startsWith('buy'));
  for (let i = 0; i < 40 && !causes(table).includes('plan'); i++) await new Promise((go) => { setTimeout(go, 250); });
  ok(/^person person plan plan plan$/.test(causes(table)), 'it is played while its maker is away', causes(table));
  ok((await mover.read(table)).players.find(({ me }) => me).awaited, 'and the other is asked next');
  await waiter.go(table);
  ok(/by plan/.test(await waiter.page.locator('#log').textContent()), 'its maker reads so in the log');
  await mover.go(table);
  ok(!/by plan/.test(await mover.page.content()), 'the other does not');
  const problems = [...anna.errors, ...bruno.errors];
  ok(problems.length === 0, 'nothing went wrong in the browsers', problems.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
