#!/usr/bin/env node
// Quick seats: one who waits on a phone with an open page, one without scripts, one by the keyboard alone.
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const words = (person) => person.page.locator('main').innerText();
const isWide = (person) => person.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
const games = ['carrara', 'vernissage', 'gondoliere', 'venedig', 'genoa'];

/** Leaves ticked only these games. */
async function ticks(person, wanted) {
  await person.go('/quick');
  for (const game of games)
    await person.page.setChecked(`.quick [name="game.${game}"]`, wanted.includes(game));
}

/** Anna waits for Carrara or Venedig; Bruno, without scripts, would play Venedig alone: her page becomes their game by itself. */
async function comesTogether(anna, bruno) {
  await ticks(anna, ['carrara', 'venedig']);
  ok(!await isWide(anna), 'the form fits a narrow phone');
  ok(await anna.page.locator('.new-do button').isVisible() && await anna.page.evaluate(() => {
    const box = document.querySelector('.new-do button').getBoundingClientRect();
    return box.bottom <= window.innerHeight && box.height >= 44;
  }), 'its button is in sight, and large enough for a thumb');
  await anna.follow('.new-do button');
  ok(/Looking for players/.test(await words(anna)), 'she waits at a table', await words(anna));
  ok(!await isWide(anna), 'which fits, too');
  const before = new URL(anna.page.url()).pathname;
  await ticks(bruno, ['venedig']);
  await bruno.follow('.new-do button');
  const table = new URL(bruno.page.url()).pathname;
  ok(table !== before && /Venedig/.test(await words(bruno)), 'he comes to a table of Venedig, which has begun', await words(bruno));
  await anna.page.waitForURL((url) => url.pathname === table, { timeout: 30000 });
  ok(await anna.page.locator('.play').count() === 1, 'her page becomes that game without a press');
}

/** By keys alone: as last time, with one press. */
async function byKeys(carla) {
  await ticks(carla, ['genoa']);
  await carla.page.locator('.new-do button').focus();
  await Promise.all([carla.page.waitForEvent('load'), carla.page.keyboard.press('Enter')]);
  await carla.page.locator('form[action$="/leave"] button').focus();
  await Promise.all([carla.page.waitForEvent('load'), carla.page.keyboard.press('Enter')]);
  await carla.go('/');
  await carla.page.locator('button[name=again]').focus();
  await Promise.all([carla.page.waitForEvent('load'), carla.page.keyboard.press('Enter')]);
  ok(/Looking for players[\s\S]*Genoa/.test(await words(carla)), 'the second time one press on My games is enough', await words(carla));
  await carla.go('/quick');
  await carla.page.locator('.quick-always summary').focus();
  await carla.page.keyboard.press('Enter');
  await carla.page.selectOption('.quick-always [name=game]', 'venedig');
  await carla.page.locator('.quick-always .primary').focus();
  await Promise.all([carla.page.waitForEvent('load'), carla.page.keyboard.press('Enter')]);
  ok(/Venedig · 2 players/.test(await words(carla)), 'so is a standing challenge made', await words(carla));
  ok(await carla.page.locator('.row-challenge').count() === 1, 'which is listed');
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna', phone);
  const bruno = await Person.arrive(house, browser, 'Bruno', { ...phone, javaScriptEnabled: false });
  const carla = await Person.arrive(house, browser, 'Carla', { viewport: { width: 1280, height: 800 } });
  for (const person of [anna, bruno, carla]) await person.join();
  await comesTogether(anna, bruno);
  await byKeys(carla);
  const errors = [...anna.errors, ...bruno.errors, ...carla.errors].filter((error) => !/status of 404/.test(error)); // of the table that was given up
  ok(errors.length === 0, 'no page complained', errors.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
