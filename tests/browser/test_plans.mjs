#!/usr/bin/env node
// Two people play Carrara in Chromium: one plans the next turn on the board of today, by presses, and goes away; it is played when the turn
// comes. Another plan is broken by what the other builds. The page of it on a phone and a desk: nothing sticks out, and axe finds nothing.
import { violations } from './access.mjs';
import { openHouse } from './house.mjs';
import { arrived, openBrowser, Person } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
/** As if nobody had looked at a table for minutes. */
const away = (table) => house.sql(`UPDATE plan SET at = now() - interval '5 minutes'; UPDATE seat SET seen = NULL WHERE game = ${number(table)}`);
const long = Boolean(process.env.RIDOTTO_TESTS_LONG);
const number = (table) => Number(table.split('/').pop());
const causes = (table) => house.sql(`SELECT string_agg(cause, ' ' ORDER BY ply) FROM move WHERE game = ${number(table)} AND ply > 0`).trim();

async function sitDown([owner, guest]) {
  await owner.go('/games/new?game=carrara');
  await owner.page.check('input[name=seats][value="2"]', { force: true });
  await owner.page.check('input[name=bots][value="0"]', { force: true });
  if (long) await owner.page.locator('input[name=hints]').evaluate((box) => { box.checked = true; });
  await owner.press(owner.page.locator('main form.sheet button.primary'));
  const table = new URL(owner.page.url()).pathname;
  await guest.go(table);
  await guest.press(guest.page.locator(`form[action="${table}/sit"] button`));
  await owner.page.locator('#asked').waitFor(); // by itself
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
  await Promise.all([arrived(page), page.locator('input[name=hands_in]').press('Enter')]); // saves, and deletes nothing
}

/** A turn by hints alone: asked for, and the first pressed, until the turn is handed in. */
async function takesHints(person, table) {
  const { page } = person;
  await person.go(table);
  for (let presses = 0; presses < 40 && await person.isMyTurn(); presses++) {
    const sure = page.locator('.armed-step button.primary:visible, #draft-do button.primary:visible, #draft-do summary:visible');
    if (await sure.count()) {
      await person.press(sure.first());
      continue;
    }
    if (!await page.locator('.hint-panel').count()) await page.locator('.hint-ask a').click();
    await page.locator('.hint-panel button').first().waitFor();
    await person.press(page.locator('.hint-panel button').first());
  }
}

/** A turn planned by what its page offers last, which others seldom change, to be played by itself. */
async function plansLast(person, table) {
  const { page } = person;
  await page.setViewportSize({ width: 1280, height: 800 });
  await person.go(`${table}/plan`);
  for (let steps = 0; steps < 8; steps++) {
    await page.evaluate(() => document.querySelectorAll('.asked details').forEach((fold) => { fold.open = true; }));
    if (!await page.locator('button[form=steps]:visible').count()) break;
    const ends = page.locator('button[form=steps][value="end"]:visible');
    await Promise.all([arrived(page), (await ends.count() ? ends : page.locator('button[form=steps]:visible')).last().click()]);
  }
  if (await page.locator('input[name=hands_in]').count()) { // else there are only links
    await page.locator('input[name=hands_in]').check();
    await person.press(page.locator('button.primary[name=do][value=keep]'));
  }
  await page.goto('about:blank');
}

/** The game to its end: one plays by hints, the other plans every third turn and takes hints for the rest. */
async function wholeGame(hinted, planner, table) {
  const over = () => house.sql(`SELECT status FROM game WHERE id = ${number(table)}`).trim() === 'over';
  let turns = 0;
  for (; turns < 200 && !over(); turns++) {
    const mine = (await hinted.read(table)).players.find(({ me }) => me).awaited;
    if (mine && turns % 3 === 0) await plansLast(planner, table);
    await takesHints(mine ? hinted : planner, table);
    const ply = () => house.sql(`SELECT ply FROM game WHERE id = ${number(table)}`);
    for (let was = ply(), i = 0; mine && turns % 3 === 0 && i < 16 && ply() === was && !over(); i++) { // the page left tells once more that it was open
      await new Promise((go) => { setTimeout(go, 250); });
      away(table);
    }
  }
  const planned = causes(table).split(' ').filter((cause) => cause === 'plan').length;
  ok(over() && planned > 9, `a whole game by hints and plans (${turns} turns, ${planned} moves by plan)`);
  await hinted.go(table);
  ok(await hinted.page.locator('.result, .end').count() > 0, 'and its end', await hinted.page.locator('h1').innerText());
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
  await waiter.go(`${table}/plan`);
  house.sql(`UPDATE seat SET seen = NULL WHERE game = ${number(table)}`);
  await waiter.page.waitForResponse((answer) => answer.url().endsWith(`${table}/live`), { timeout: 40000 });
  ok(house.sql(`SELECT seen IS NOT NULL FROM seat WHERE game = ${number(table)} AND awaited_since IS NULL`).trim() === 't', 'an open page of the plan says that it is');
  await waiter.page.goto('about:blank');
  house.sql(`UPDATE seat SET seen = NULL WHERE game = ${number(table)}; UPDATE plan SET at = at - interval '61 seconds' WHERE game = ${number(table)}`);
  await takesTurn(mover, table, (step) => step.startsWith('buy'));
  for (let i = 0; i < 40 && !causes(table).includes('plan'); i++) await new Promise((go) => { setTimeout(go, 250); });
  ok(/^person person plan plan plan$/.test(causes(table)), 'it is played while its maker is away', causes(table));
  ok((await mover.read(table)).players.find(({ me }) => me).awaited, 'and the other is asked next');
  await waiter.go(table);
  ok(/by plan/.test(await waiter.page.locator('#log').textContent()), 'its maker reads so in the log');
  await mover.go(table);
  ok(!/by plan/.test(await mover.page.content()), 'the other does not');
  if (long) await wholeGame(mover, waiter, table);
  const problems = [...anna.errors, ...bruno.errors];
  ok(problems.length === 0, 'nothing went wrong in the browsers', problems.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
