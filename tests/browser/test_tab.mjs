#!/usr/bin/env node
// The pages around a game with nothing but the keyboard, on a phone and a desk: Tab comes to all that can be pressed or filled in, in the order
// in which it stands, is seen wherever it comes to, and is held nowhere; Enter, Space and the arrows do what each page is for.
import { openHouse } from './house.mjs';
import { arrived, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';
import { Typist } from './typist.mjs';

const MOST = 300; // stops of one page
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };
const house = await openHouse();
const browser = await openBrowser();

/** What the keyboard must come to: of radio buttons of a name any one. Gives each a number, and returns how many there are. Runs in the page. */
function number() {
  const groups = new Map();
  let n = 0;
  for (const e of document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
    delete e.dataset.stop;
    if (e.disabled || e.tabIndex < 0 || e.type === 'hidden' || !e.checkVisibility({ visibilityProperty: true }) || e.closest('svg a, .board')) continue;
    const group = e.type === 'radio' && `${e.name} ${[...document.forms].indexOf(e.form)}`;
    if (group && !groups.has(group)) groups.set(group, n++);
    e.dataset.stop = group ? groups.get(group) : n++;
  }
  return n;
}

/** Of what has the focus: its number, and where it lies in what scrolls with it; no box where that does not scroll along. Runs in the page. */
function where() {
  const at = document.activeElement, stop = at.dataset.stop, box = at.getBoundingClientRect();
  let down = 0, list = '';
  for (let e = at; e; e = e.parentElement) {
    const style = getComputedStyle(e);
    if (/fixed|sticky/.test(style.position) || e.matches('.skip')) return { stop, box: null };
    if (e === document.documentElement || (/auto|scroll/.test(style.overflowY) && e.scrollHeight > e.clientHeight)) {
      down = e.scrollTop;
      list = e.className;
      break;
    }
  }
  return { stop, box: { left: box.left, right: box.right, top: box.top + down, bottom: box.bottom + down, list }, html: at.outerHTML.slice(0, 100) };
}

/** Tab after Tab from the head of the open page to its end. */
async function tour(person, what) {
  const { page } = person, begun = person.wrong.size, back = [], seen = new Set();
  await page.evaluate(() => { // Tab goes on from where the focus was lost
    const head = document.body.insertBefore(document.createElement('i'), document.body.firstChild);
    head.tabIndex = -1;
    head.focus();
    head.remove();
    globalThis.lastStop = null;
    scrollTo(0, 0);
  });
  const all = await page.evaluate(number);
  let was = null, n = 0;
  for (; n < MOST; n++) {
    const now = await person.key('Tab');
    if (!now.name) break;
    const { stop, box, html } = await page.evaluate(where);
    seen.add(stop);
    if (was && box && box.list === was.box.list && box.bottom <= was.box.top + 1 && box.left < was.box.right && was.box.left < box.right) back.push(`${was.html} leads up to ${html}`);
    if (box) was = { box, html };
  }
  const left = await page.evaluate((stops) => [...document.querySelectorAll('[data-stop]')].filter((e) => !stops.includes(e.dataset.stop)).map((e) => e.outerHTML.slice(0, 120)), [...seen]);
  ok(n < MOST, `${what}: Tab comes to its end`, `after ${n} stops of ${all}`);
  ok(left.length === 0, `${what}: and to all ${all} things on the way`, left.join('\n'));
  ok(back.length === 0, `${what}: in the order in which they stand`, back.join('\n'));
  ok(person.wrong.size === begun, `${what}: and shows where it is`, [...person.wrong].slice(begun).join('\n'));
}

/** Likewise in each size. */
async function tours(person, what, path = null) {
  for (const [size, viewport] of Object.entries(sizes)) {
    await person.page.setViewportSize(viewport);
    if (path) await person.go(path);
    await tour(person, `${what}, ${size}`);
  }
}

const at = (person) => new URL(person.page.url()).pathname;
const focused = (person) => person.page.evaluate(() => document.activeElement.outerHTML.slice(0, 200));

/** From the first page to a table, through a step of a guide, and in by the door. */
async function stranger() {
  const eve = await Typist.arrive(house, browser, 'Eve', { viewport: sizes.phone }), { page } = eve;
  await tours(eve, 'first page', '/');
  await eve.press(page.locator('form[action="/play/carrara"] button'));
  ok(/^\/games\/\d+$/.test(at(eve)), 'Play now begins a game', at(eve));
  await page.locator('#asked.asked-mine').waitFor();
  await eve.go('/help/carrara');
  await eve.press(page.locator('.guide-offer button'));
  const step = () => page.locator('.guide-says small').textContent();
  ok(await step() === 'Step 1 of 19', 'so does a guide');
  await tours(eve, 'a step of the guide');
  await eve.press(page.locator('#asked :is(.options button, .amounts button.primary, .draft-do button.primary, .guide-press)').filter({ visible: true }).first());
  ok(await step() === 'Step 2 of 19', 'whose step is done');
  await tours(eve, 'join', '/join');
  for (const [field, value] of [['#name', eve.name], ['#email', eve.email], ['#password', 'a quiet gaming house']]) await eve.type(page.locator(field), value);
  await eve.press(page.locator('main form button.primary'));
  ok(await page.locator('header .me a').textContent() === eve.name, 'and one joins');
  return eve;
}

/** What a member sees of tables: the list and its filters, a new one, one's own. */
async function tables(anna) {
  const { page } = anna;
  await tours(anna, 'my games', '/');
  await tours(anna, 'tables', '/games');
  await anna.walk(page.locator('select[name=game]'));
  await page.keyboard.type('Ven');
  await anna.press(page.locator('.filters button'));
  ok(new URL(page.url()).searchParams.get('game') === 'venedig', 'a filter is set, and stands in the address', page.url());
  await tours(anna, 'no table fits');
  await tours(anna, 'new table', '/games/new?game=carrara');
  await anna.unfold(page.locator('.more-options > summary'));
  await tours(anna, 'new table, unfolded');
  await anna.pick(page.locator('input[name=seats][value="3"]'));
  await anna.pick(page.locator('input[name=bots][value="1"]'));
  await anna.tick(page.locator('input[name=private]'), true);
  await anna.press(page.locator('main form.sheet button.primary'));
  ok(/^\/games\/\d+$/.test(at(anna)), 'a table is opened', at(anna));
  await tours(anna, 'an open table');
}

async function account(anna) {
  const { page } = anna;
  await tours(anna, 'settings', '/settings');
  await page.locator('main details').evaluateAll((folds) => folds.forEach((fold) => { fold.open = true; }));
  await tours(anna, 'settings, unfolded');
  await anna.go('/settings');
  await anna.walk(page.locator('.jump a[href="#notices"]'));
  await page.keyboard.press('Enter');
  await anna.key('Tab');
  ok(await page.evaluate(() => document.activeElement.closest('section')?.getAttribute('aria-labelledby')) === 'notices', 'a section is led to, and Tab goes on there', await focused(anna));
  await anna.type(page.locator('#own-words'), 'Two moves before breakfast.');
  await anna.press(page.locator('button[value=about]'));
  ok(await page.locator('#about .saved[role=status]').count() === 1, 'own words are saved, and it is said where they are');
  await tours(anna, 'profile', '/people/Anna');
}

/** A game that is over: what it came to, its film, and once more. */
async function over(anna, table) {
  const { page } = anna;
  await tours(anna, 'the end of a game', table);
  await tours(anna, 'its film', `${table}/history/0`);
  const ply = (wanted) => page.waitForFunction((n) => document.querySelector('#asked .facts b')?.textContent.match(/\d+/)?.[0] === String(n), wanted);
  await anna.walk(page.locator('.film-slider'));
  await page.keyboard.press('ArrowRight');
  await ply(1);
  await anna.walk(page.locator('a[rel=next]'));
  await page.keyboard.press('Enter');
  await ply(2);
  ok(await page.evaluate(() => document.activeElement.matches('a[rel=next]')), 'slider and links step, and keep the focus', await focused(anna));
  await anna.walk(page.locator('.film-button'));
  await page.keyboard.press('Space');
  await ply(3);
  await page.keyboard.press('Space');
  ok(await page.evaluate(() => document.activeElement.matches('.film-button[aria-label="Play back"]')), 'it plays, and stands still', await focused(anna));
  await anna.go(table);
  const there = arrived(page);
  await anna.walk(page.locator('form[action$="/rematch"] button'));
  await page.keyboard.press('Enter');
  await there;
  ok(at(anna) !== table, 'and a rematch is one press', at(anna));
}

await main(async () => {
  const link = house.ridotto('demo').match(/Anna: http:\/\/[^/]+(\S+)/)[1];
  house.sql(`UPDATE seat SET person = p.id FROM person p, person c, game WHERE p.name = 'Anna' AND c.name = 'Chiara' AND seat.person = c.id AND game.id = game AND status = 'over'`);
  const finished = `/games/${house.sql("SELECT id FROM game WHERE status = 'over'")}`;
  const eve = await stranger();
  const anna = await Typist.arrive(house, browser, 'Anna', { viewport: sizes.phone });
  await anna.go(link);
  await anna.press(anna.page.locator('main form button.primary'));
  await tables(anna);
  await account(anna);
  await over(anna, finished);
  for (const { name, errors } of [eve, anna]) ok(errors.length === 0, `${name}'s browser saw no error`, errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
