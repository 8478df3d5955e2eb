#!/usr/bin/env node
// The rules open beside the table, at what is asked or at the rule of a "no": by mouse, by keys, on a phone, and as a page without script.
import { violations } from './access.mjs';
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const rules = 'a[data-sheet]';

async function newTable(person) {
  await person.go('/games/new?game=carrara');
  await person.page.check('input[name=seats][value="2"]', { force: true });
  await person.page.check('input[name=bots][value="1"]', { force: true });
  await person.follow('main form button.primary');
  return new URL(person.page.url()).pathname;
}

/** What the panel shows: the id of the marked part, whether it is in sight, and where the panel lies. */
const panel = (page) => page.evaluate(() => {
  const aside = document.querySelector('aside'), root = aside?.shadowRoot;
  if (!root || aside.hidden) return null;
  const told = root.querySelector('.told'), text = root.querySelector('.panel-text'), box = (e) => e.getBoundingClientRect().toJSON();
  return { id: told?.id ?? '', inSight: Boolean(told) && box(told).top >= box(text).top - 1 && box(told).bottom <= box(text).bottom + 1,
    box: box(aside), question: box(document.querySelector('#asked-sentence')), asked: box(document.querySelector('#asked')), background: getComputedStyle(aside).position };
});
const opened = (page) => page.waitForFunction(() => document.querySelector('aside')?.shadowRoot && !document.querySelector('aside').hidden);
const apart = (a, b) => a.bottom <= b.top + 1 || b.bottom <= a.top + 1 || a.right <= b.left + 1 || b.right <= a.left + 1;
const focused = (page) => page.evaluate(() => document.activeElement?.matches('a[data-sheet]') ?? false);

async function byMouse(person, table) {
  const { page } = person;
  await page.setViewportSize({ width: 1280, height: 800 });
  await person.go(table);
  await page.click(rules);
  await opened(page);
  const first = await panel(page);
  ok(first.id === 'turn' && first.inSight && first.background === 'fixed', 'the rules open beside the table at what is asked', JSON.stringify(first));
  ok(apart(first.box, first.asked), 'the question and all its buttons stay in sight', JSON.stringify(first));
  ok(new URL(page.url()).pathname === table, 'and the page stays', page.url());
  const found = await violations(page);
  ok(found.length === 0, 'axe finds nothing in the panel', found.join('\n'));
  await page.locator('aside a[href="#score"]').click();
  ok((await panel(page)).id === 'score' && (await panel(page)).inSight, 'its list of contents leads on within it');
  await page.locator('aside button').click();
  ok(await panel(page) === null && await focused(page), 'it closes, and leaves one where one was');
}

async function byKeys(person, table) {
  const { page } = person;
  await person.go(table);
  await page.focus(rules);
  await page.keyboard.press('Enter');
  await opened(page);
  await page.keyboard.press('u');
  ok((await panel(page))?.id === 'turn', 'a key in the panel is none of the table');
  await page.keyboard.press('Escape');
  ok(await panel(page) === null && await focused(page), 'Escape closes it');
}

async function ofANo(person, table) {
  const { page } = person;
  await person.go(`${table}?why=section%3D3`);
  await page.click('.why a');
  await opened(page);
  const told = await panel(page);
  ok(told.id === 'section' && told.inSight, 'a "no" leads to its rule', JSON.stringify(told));
  await page.locator('aside button').click();
  await page.click('.why-close');
  await page.waitForFunction(() => !document.querySelector('.why'));
  ok(!page.url().includes('why='), 'and is closed', page.url());
}

async function onAPhone(person, table) {
  const { page } = person;
  await page.setViewportSize({ width: 360, height: 740 });
  await person.go(table);
  await page.click(rules);
  await opened(page);
  const told = await panel(page), close = await page.locator('aside button').boundingBox();
  ok(told.id === 'turn' && told.inSight && apart(told.box, told.question), 'on a phone it lies over the board, and the question stays', JSON.stringify(told));
  ok(close.width >= 44 && close.height >= 44, 'and is closed by a thumb', JSON.stringify(close));
  await page.locator('aside button').click();
}

async function broken(person, table) {
  const { page } = person;
  await person.go(table);
  await page.route('**/help/carrara', (route) => route.abort());
  await page.click(rules);
  await page.waitForURL('**/help/carrara?table=*');
  ok(page.url().endsWith('#turn'), 'what cannot be fetched is opened as a page', page.url());
  await page.unroute('**/help/carrara');
  person.errors.length = 0; // the browser names what was cut off
}

async function withoutScript(person, table) {
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: await person.page.context().storageState() });
  const page = await context.newPage();
  await page.goto(house.url + table);
  await page.click(rules);
  await page.waitForURL('**/help/carrara?table=*');
  await page.click('main .button');
  ok(new URL(page.url()).pathname === table, 'without script it is a page, with a way back', page.url());
  await context.close();
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna');
  await anna.join();
  const table = await newTable(anna);
  for (const does of [byMouse, byKeys, ofANo, onAPhone, broken, withoutScript]) await does(anna, table);
  ok(anna.errors.length === 0, 'nothing was broken on the way', anna.errors.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
