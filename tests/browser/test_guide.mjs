#!/usr/bin/env node
// A guided first game on a small phone, by touch: the sentence and the one thing to press are in sight at each step, anything else is gently
// refused, nothing stands in the way of who hears the page, and at the end one plays on alone.
import { violations } from './access.mjs';
import { openHouse } from './house.mjs';
import { openBrowser, Person } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const STEPS_MOST = 40;

/** What the guide says, and whether that and what is to be pressed for it lie in the window, under nothing else. */
const look = (page) => page.evaluate(() => {
  const inSight = (element) => {
    const box = element.getBoundingClientRect(), top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && Boolean(top) && (element.contains(top) || top.contains(element));
  };
  const says = document.querySelector('.guide-says');
  const press = [...document.querySelectorAll('#asked :is(.armed-step button, .options button, .amounts button.primary, .draft-do button.primary, .guide button.primary)')]
    .find((button) => button.checkVisibility({ visibilityProperty: true }));
  return { text: says?.textContent ?? '', step: says?.querySelector('small')?.textContent ?? '', said: Boolean(says) && inSight(says), pressed: Boolean(press) && inSight(press),
    places: new Set([...document.querySelectorAll('#board .can, .hand .can')].map((place) => place.getAttribute('data-place'))).size };
});

/** Touches the button of the step, and waits until the page tells another. */
async function touch(page) {
  const before = await page.locator('#asked').innerText();
  const button = page.locator('#asked :is(.armed-step button.primary, .options button, .amounts button.primary, .draft-do button.primary)').filter({ visible: true }).first();
  await button.scrollIntoViewIfNeeded();
  await page.waitForTimeout(600); // a press right after the page has changed is taken for one that was meant for what stood there before
  await button.tap();
  await page.waitForFunction((text) => document.querySelector('#asked')?.innerText !== text && !document.querySelector('[aria-busy=true]'), before);
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna', phone), { page } = anna;
  await anna.join();
  await anna.go('/help/carrara');
  await Promise.all([page.waitForURL(/\/games\/\d+/), page.locator('.guide-offer button').first().tap()]);
  const hidden = [], many = [], told = new Set();
  let seen = await look(page);
  ok(seen.step === 'Step 1 of 19' && seen.text.includes('get stones'), 'the guide begins at its first step', JSON.stringify(seen));
  ok((await violations(page)).length === 0, 'nothing in it is in somebody’s way', (await violations(page)).join('\n'));

  // another place of the board
  await page.locator('.c-tabs label').nth(1).tap();
  await page.locator('#board [data-place="tile=castello-1"]').first().tap();
  await page.locator('.why').waitFor();
  ok((await page.locator('.why').innerText()).startsWith('Not now. This step of the guide is: Get 1 yellow, 1 red from section I'), 'what else is legal is gently refused');
  ok((await look(page)).step === 'Step 1 of 19', 'and the step is the same');

  await page.locator('.c-tabs label').first().tap();
  for (let i = 0; i < STEPS_MOST; i++) {
    seen = await look(page);
    if (!seen.step) break;
    told.add(seen.step);
    if (!seen.said || !seen.pressed) hidden.push(`${seen.step}: ${seen.said ? '' : 'the sentence '}${seen.pressed ? '' : 'the button'}`);
    if (seen.places > 1) many.push(`${seen.step}: ${seen.places} places`);
    await touch(page);
  }
  ok(told.size === 19, 'every step is told', [...told].join(', '));
  ok(hidden.length === 0, 'sentence and button are in sight at each step', hidden.join('\n'));
  ok(many.length === 0, 'one place at most is marked', many.join('\n'));
  ok(seen.text.includes('From here it is your own game'), 'the guide says when it is over', seen.text);
  await page.waitForTimeout(1500);
  await page.locator('.guide button.primary').tap();
  await page.waitForFunction(() => !document.querySelector('.guide'));
  ok(await page.locator('#asked .options :is(a, button)').count() > 1, 'and one plays on alone');
}, async () => { await browser.close(); await house.stop(); });
