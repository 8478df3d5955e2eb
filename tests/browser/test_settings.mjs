#!/usr/bin/env node
// Settings that are changed and not saved: they are marked, leaving the page asks first, and saving one form loses nothing of the others.
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

/** The forms, by the field that each begins with, that say that they are not saved. */
const marked = (page) => page.locator('.settings form:has(.unsaved:not(:empty))').evaluateAll((forms) => forms
  .map((form) => [...form.elements].find((field) => field.type !== 'hidden' && field.name).name).join(' '));

await main(async () => {
  const hana = await Person.arrive(house, browser, 'Hana'), { page } = hana;
  const asked = [];
  let leaves = false;
  page.on('dialog', (dialog) => { asked.push(dialog.type()); return leaves ? dialog.accept() : dialog.dismiss(); });
  await hana.join();
  await hana.go('/settings');
  ok(await marked(page) === '', 'at first nothing is marked');
  await page.fill('#own-words', 'I love long games.');
  await page.selectOption('[name=rest_from]', '22:30');
  await page.check('[name=theme][value=dark]');
  ok(await marked(page) === 'about zone theme', 'what is changed is marked', await marked(page));
  ok(await page.locator('#about .unsaved').innerText() === 'Not saved yet', 'in words');
  await page.selectOption('[name=rest_from]', '');
  ok(await marked(page) === 'about theme', 'and no longer once it is as it was', await marked(page));

  await page.click('header a.brand');
  await page.waitForTimeout(300);
  ok(asked.join() === 'beforeunload' && page.url().includes('/settings'), 'leaving asks first, and one may stay', asked.join());
  ok(await page.inputValue('#own-words') === 'I love long games.', 'with everything as it was');

  await page.selectOption('[name=rest_from]', '22:30');
  await page.selectOption('[name=rest_until]', '07:00');
  await hana.press(page.locator('button[value=rest]'));
  ok(await page.locator('.saved').count() === 1 && await page.inputValue('[name=rest_from]') === '22:30', 'one form is saved');
  ok(await marked(page) === 'about theme' && await page.inputValue('#own-words') === 'I love long games.'
    && await page.isChecked('[name=theme][value=dark]'), 'what the others held is there still, and marked', await marked(page));
  await hana.press(page.locator('#about button[value=about]'));
  await hana.press(page.locator('.settings form[action="/display"] button.primary'));
  ok(await marked(page) === '' && await page.inputValue('#own-words') === 'I love long games.', 'then they are saved, too', await marked(page));

  await page.click('#password summary');
  await page.fill('#old', 'a quiet gaming house');
  await page.click('header a.brand');
  await page.waitForURL(house.url + '/');
  ok(asked.length === 1, 'with all saved nothing is asked, nor for a password', asked.join());

  await hana.go('/settings');
  await page.fill('#own-words', 'Other words');
  leaves = true;
  await page.click('header a.brand');
  await page.waitForURL(house.url + '/');
  await hana.go('/settings');
  ok(asked.length === 2 && await page.inputValue('#own-words') === 'I love long games.' && await marked(page) === '', 'who leaves all the same has said so', asked.join());

  const plain = await Person.arrive(house, browser, 'Hana', { javaScriptEnabled: false, storageState: await page.context().storageState() });
  await plain.go('/settings');
  ok(await plain.page.locator('.unsaved').count() === 0, 'without script there are no such words');
  for (const person of [hana, plain]) ok(person.errors.length === 0, 'no error was seen', person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
