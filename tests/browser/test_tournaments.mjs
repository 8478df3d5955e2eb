#!/usr/bin/env node
// Tournaments: one is opened by the keyboard alone, another without scripts, on a narrow phone; people join and leave, and what is final is asked twice.
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';
import { Typist } from './typist.mjs';

const house = await openHouse();
const browser = await openBrowser();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const words = (person) => person.page.locator('main').innerText();
const isWide = (person) => person.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
const path = (person) => new URL(person.page.url()).pathname;

/** The form, with the keyboard alone: a Swiss system that starts when it is full. */
async function opensByKeys(anna) {
  const field = (name) => anna.page.locator(`.new-tournament [name="${name}"]`);
  await anna.go('/tournaments');
  await anna.press(anna.page.locator('main a[href="/tournaments/new"]'));
  await anna.type(field('title'), 'By the keys');
  await anna.pick(anna.page.locator('[name=format][value=swiss]'));
  ok(await field('size').isHidden() && await field('stages').isVisible(), 'a Swiss system is not asked for divisions');
  await anna.press(anna.page.locator('.new-tournament button.primary'));
  ok(/^\/tournaments\/\d+$/.test(path(anna)), 'it is open', anna.page.url());
  ok(/Your tournament is open/.test(await words(anna)), 'and the page says so', await words(anna));
  await anna.press(anna.page.locator('form[action$="/join"] button'));
  ok(/You have joined/.test(await words(anna)), 'she joins', await words(anna));
}

/** On a phone, without scripts: a refused form, a league, joining, cancelling in two steps. */
async function withoutScripts(bruno) {
  const page = bruno.page;
  await bruno.go('/tournaments/new?game=venedig');
  ok(!await isWide(bruno), 'the form fits a narrow phone');
  await page.fill('[name=title]', 'Without scripts');
  await page.fill('[name=days]', '7');
  await page.selectOption('[name=pace]', 'week');
  await bruno.follow('.new-tournament button.primary');
  ok(/a game is reckoned to take \d+ days, but a season or round has 7/.test(await words(bruno)), 'a pace that does not fit says both figures', await words(bruno));
  ok(await page.inputValue('[name=title]') === 'Without scripts' && await page.inputValue('[name=days]') === '7' && await page.inputValue('[name=pace]') === 'week', 'the form is filled in as it was');
  await page.selectOption('[name=pace]', 'day');
  await page.fill('[name=days]', '60');
  await bruno.follow('.new-tournament button.primary');
  ok(!await isWide(bruno) && /3 seasons of 60 days/.test(await words(bruno)), 'it is open', await words(bruno));
  await bruno.follow('form[action$="/join"] button');
  ok(/1 of at most 60/.test(await words(bruno)), 'he joins', await words(bruno));
  for (const part of ['tables', 'rounds', 'log']) {
    await bruno.follow(`.tabs a[href$="/${part}"]`);
    ok(!await isWide(bruno), `${part} fits`);
  }
  await bruno.follow('.tabs li:first-child a');
  ok(await page.locator('button[value=cancel]').isHidden(), 'cancelling is folded away');
  await page.click('.t-sure summary');
  await bruno.follow('button[value=cancel]');
  ok(/Cancelled/.test(await words(bruno)), 'it is cancelled', await words(bruno));
}

await main(async () => {
  const anna = await Typist.arrive(house, browser, 'Anna', { reducedMotion: 'reduce' });
  const bruno = await Person.arrive(house, browser, 'Bruno', { ...phone, javaScriptEnabled: false });
  for (const person of [anna, bruno]) await person.join();
  await opensByKeys(anna);
  ok(anna.wrong.size === 0, 'wherever the focus goes, one sees it', [...anna.wrong].join('\n'));
  await withoutScripts(bruno);
  const errors = [...anna.errors, ...bruno.errors].filter((error) => !/status of 4/.test(error)); // of the refused form
  ok(errors.length === 0, 'no page complained', errors.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
