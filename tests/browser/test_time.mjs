#!/usr/bin/env node
// One's own time in a browser: its zone comes along when one joins and is offered later; the pages can be used by everybody.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const house = await openHouse();
const browser = await openBrowser();

const chosen = (page) => page.locator('#zone').inputValue();

/** What axe finds wrong with the page that is open, and whether it can be pushed sideways. */
async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).slice(0, 2).join(' ')}`).concat(wide ? ['wider than its window'] : []);
}

async function looks(person, path) {
  for (const [width, height] of [[360, 740], [1280, 800]])
    for (const colorScheme of ['light', 'dark']) {
      await person.page.setViewportSize({ width, height });
      await person.page.emulateMedia({ colorScheme });
      await person.go(path);
      const found = await faults(person.page);
      ok(found.length === 0, `${path} at ${width}, ${colorScheme}`, found.join('\n'));
    }
}

await main(async () => {
  const hana = await Person.arrive(house, browser, 'Hana', { timezoneId: 'Asia/Tokyo' });
  await hana.join();
  await hana.go('/settings');
  ok(await chosen(hana.page) === 'Asia/Tokyo', 'who joins brings the zone of the browser along');
  ok(await hana.page.locator('[data-zone-offer]').isHidden(), 'it is not offered again');

  const state = await hana.page.context().storageState();
  const abroad = await Person.arrive(house, browser, 'Hana', { timezoneId: 'Europe/Rome', storageState: state });
  await abroad.go('/settings');
  ok(await chosen(abroad.page) === 'Asia/Tokyo', 'abroad nothing changes by itself');
  await abroad.page.click('[data-zone-offer]');
  ok(await chosen(abroad.page) === 'Europe/Rome', 'what the browser says is taken by pressing it');
  await abroad.page.selectOption('[name=rest_from]', '22:30');
  await abroad.page.selectOption('[name=rest_until]', '07:00');
  await abroad.press(abroad.page.locator('button[value=rest]'));
  ok(await chosen(abroad.page) === 'Europe/Rome' && await abroad.page.locator('[name=rest_from]').inputValue() === '22:30',
    'and kept when it is saved');

  const plain = await Person.arrive(house, browser, 'Hana', { javaScriptEnabled: false, storageState: state });
  await plain.go('/settings');
  await plain.page.selectOption('#zone', 'America/New_York');
  await plain.press(plain.page.locator('button[value=rest]'));
  ok(await chosen(plain.page) === 'America/New_York', 'without script a zone is chosen from the list');
  const day = new Date(Date.now() + 5 * 86400e3).toISOString().slice(0, 10);
  await plain.page.fill('#first', day);
  await plain.page.fill('#last', day);
  await plain.press(plain.page.locator('button[value=plan]'));
  ok(await plain.page.locator('button[value=end]').count() === 1, 'and a vacation is planned');

  await hana.go('/games/new');
  await hana.page.check('[name=seats][value="4"]', { force: true });
  await hana.page.check('[name=bots][value="3"]', { force: true });
  await hana.page.check('[name=seats][value="2"]', { force: true });
  ok(await hana.page.locator('[name=bots]:checked').inputValue() === '1' && await hana.page.locator('[name=bots][value="2"]').isDisabled(),
    'a smaller table leaves room for fewer bots');

  for (const path of ['/settings', '/settings/letters', '/games/new', '/help']) await looks(hana, path);
  for (const person of [hana, abroad, plain]) ok(person.errors.length === 0, 'no error was seen', person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
