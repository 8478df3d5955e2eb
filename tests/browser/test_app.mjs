#!/usr/bin/env node
// The site as an app: what is needed to install it; pages kept by the worker, read without a connection, and whose they are; a new version.
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

/** Somebody whose pages are kept: the worker sees to them from the second page on. */
async function arrive(name, at = house) {
  const person = await Person.arrive(at, browser, name, { serviceWorkers: 'allow' });
  await person.join();
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  return person;
}

async function newTable(person) {
  await person.go('/games/new?game=carrara');
  await person.page.check('input[name=seats][value="2"]', { force: true });
  await person.page.check('input[name=bots][value="1"]', { force: true });
  await person.follow('main form button.primary');
  return new URL(person.page.url()).pathname;
}

/** What is kept, as text, without what is no page. */
const kept = (page) => page.evaluate(async () => {
  const all = {};
  for (const name of await caches.keys())
    for (const request of name.startsWith('pages-') ? await (await caches.open(name)).keys() : []) {
      const response = await (await caches.open(name)).match(request);
      if (response?.headers.has('X-Kept')) all[new URL(request.url).pathname] = await response.text();
    }
  return all;
});
const keeps = (page, place) => house.until(`${place} to be kept`, async () => place in await kept(page));
const isOld = (page) => page.locator('#page-kept').isVisible();
const offline = async (person, yes) => {
  await person.page.context().setOffline(yes);
  if (!yes) await person.go('/help');
};

await main(async () => {
  // ---- what is needed to install it ----
  const manifest = await (await fetch(`${house.url}/manifest.webmanifest`, { headers: { 'Accept-Language': 'ja' } })).json();
  ok(manifest.display === 'standalone' && manifest.start_url === '/' && manifest.lang === 'ja' && manifest.name === 'Ridotto', 'the manifest, in the language of the reader');
  const icons = await Promise.all(manifest.icons.map(async ({ src, type }) => (await fetch(house.url + src)).headers.get('Content-Type') === type));
  ok(icons.every(Boolean) && manifest.icons.some(({ purpose }) => purpose === 'maskable'), 'all its icons are there');

  const anna = await arrive('Anna');
  const table = await newTable(anna);
  const installable = await (await anna.page.context().newCDPSession(anna.page)).send('Page.getInstallabilityErrors');
  ok(installable.installabilityErrors.every(({ errorId }) => errorId === 'in-incognito'), 'Chromium would install it', JSON.stringify(installable));

  // ---- without a connection ----
  await anna.go(table);
  await keeps(anna.page, table);
  await anna.go(`${table}/history`);
  await anna.go('/settings');
  await anna.go('/help/carrara');
  await anna.go(`${table}?key=abc`);
  const pages = await kept(anna.page);
  ok(Object.keys(pages).every((one) => /^\/(games\/\d+(\/history(\/\d+)?)?)?$/.test(one)) && `${table}/history` in pages, 'tables, histories and my games are kept, nothing else', Object.keys(pages));
  ok(Object.values(pages).every((html) => !/name="csrf" value="[^"]/.test(html)), 'without the token of any form');
  ok(!(await isOld(anna.page)), 'a page from the site is not called old');
  await offline(anna, true);
  await anna.go(table);
  ok(await isOld(anna.page) && /\d/.test(await anna.page.textContent('#page-kept time')), 'without a connection the table is there, and says that it was kept, and when');
  ok(await anna.page.locator('svg').count() > 0 && await anna.page.evaluate(() => getComputedStyle(document.body).backgroundColor !== 'rgba(0, 0, 0, 0)'), 'with its board and its looks');
  ok(await anna.page.locator('main form[method=post]').evaluateAll((all) => all.length > 0 && all.every((form) => form.inert)), 'nothing on it can be sent');
  ok(await anna.page.locator('main button[form]:enabled').count() === 0, 'nor by a button that stands beside its form');
  await anna.go('/settings');
  ok(await anna.page.locator(`main a[href="${table}"]`).count() === 1, 'a page that was not kept names those that are', await anna.page.textContent('main'));
  await anna.page.click(`main a[href="${table}"]`);
  ok(await isOld(anna.page), 'from there one comes to the table');
  anna.errors.length = 0; // those of a missing connection
  await offline(anna, false);
  await anna.go(table);
  ok(!(await isOld(anna.page)), 'with a connection it comes from the site again');

  // ---- what is sent without a connection ----
  await house.until('Anna to be asked', async () => { await anna.go(table); return await anna.page.locator('.asked form[method=post] button:visible').count() > 0; });
  const steps = () => house.sql('SELECT count(*) FROM move') + house.sql('SELECT steps FROM draft');
  const stood = steps();
  await anna.page.context().setOffline(true);
  await anna.page.locator('.asked form[method=post] button:visible').first().click();
  await anna.page.locator('.asked .problem.unsent').waitFor();
  ok(new URL(anna.page.url()).pathname === table && steps() === stood && await anna.page.locator('.board svg').count() > 0, 'a step that cannot be sent leaves the page as it is, and says so');
  await anna.page.context().setOffline(false);
  await anna.go('/settings');
  await anna.page.context().setOffline(true);
  const action = await anna.page.locator('main form[method=post]:has(button.primary)').first().getAttribute('action');
  await anna.page.locator('main form[method=post] button.primary:visible').first().click();
  await anna.page.locator('.problem.unsent').waitFor();
  ok(new URL(anna.page.url()).pathname === '/settings', 'so does any other form', action);
  await anna.page.evaluate(() => HTMLFormElement.prototype.submit.call(document.querySelector('main form[method=post]')));
  await anna.page.getByText('Nothing was sent.').waitFor();
  ok((await anna.page.locator('a.button.primary').getAttribute('href')).startsWith('/settings'), 'where the browser finds out too late, a page says so, and leads back');
  ok(Object.keys(await kept(anna.page)).every((one) => !one.startsWith('/settings')), 'what was to be sent is not kept');
  anna.errors.length = 0;
  await offline(anna, false);

  await anna.page.evaluate(async () => {
    const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('pages-')));
    for (let i = 0; i < 70; i += 1)
      await cache.put(`/games/${9000 + i}`, new Response('x', { headers: { 'X-Kept': 1000 + i, 'X-Bytes': 2 ** 20 / (i < 60 ? 100 : 1), 'X-Title': 'x' } }));
  });
  await anna.go(table);
  await house.until('the oldest to go', async () => Object.keys(await kept(anna.page)).length < 10);
  const left = Object.keys(await kept(anna.page));
  ok(left.includes(table) && left.includes('/games/9069') && !left.includes('/games/9064'), 'at most 5 MB are kept, the newest', left);

  await anna.page.locator('button[name=lang][value=ja]').click();
  await anna.page.waitForLoadState('load');
  await house.until('the page in Japanese', () => anna.page.evaluate(async () => Boolean(await caches.match('/offline?lang=ja'))));
  await offline(anna, true);
  await anna.go('/games');
  ok(await anna.page.textContent('h1') === '接続がありません' && (await anna.page.textContent(`main a[href="${table}"]`)) === 'カッラーラの宮殿 1', 'in the language of the reader', await anna.page.textContent('main'));
  anna.errors.length = 0;
  await offline(anna, false);

  // ---- whose pages ----
  await anna.go('/');
  await keeps(anna.page, '/');
  await anna.go('/settings');
  await anna.page.locator('form[action="/sign-out"] button').first().click();
  await anna.page.waitForLoadState('load');
  ok(Object.keys(await kept(anna.page)).length === 0, 'signing out forgets them');
  await offline(anna, true);
  await anna.go(table);
  ok(!(await isOld(anna.page)) && await anna.page.locator('main li a').count() === 0, 'nothing is left to be read');
  anna.errors.length = 0;
  await offline(anna, false);
  const bruno = Object.assign(new Person(house, 'Bruno', anna.page), { errors: anna.errors });
  await bruno.join();
  await bruno.go('/');
  await keeps(bruno.page, '/');
  house.sql("DELETE FROM session WHERE person = (SELECT id FROM person WHERE name = 'Bruno')");
  await bruno.go('/games');
  await house.until('the pages to be forgotten', async () => Object.keys(await kept(bruno.page)).length === 0);
  ok(true, 'so does a session that has ended');
  const ernst = await arrive('Ernst');
  await ernst.go('/settings');
  for (const worker of ernst.page.context().serviceWorkers())
    await worker.evaluate(() => { caches.open = () => Promise.reject(new Error('no room')); });
  await ernst.page.locator('form[action="/sign-out"] button').first().click();
  await ernst.page.locator('header a[href^="/sign-in"]').first().waitFor();
  ok(ernst.page.context().serviceWorkers().length > 0, 'who signs out is signed out, though the browser cannot forget what is kept');

  // ---- the first page of all ----
  const dora = await Person.arrive(house, browser, 'Dora', { serviceWorkers: 'allow' });
  await dora.page.route('**/sw.js', (route) => route.abort());
  await dora.join();
  const first_table = await newTable(dora);
  await dora.page.unroute('**/sw.js');
  await dora.go(first_table);
  await keeps(dora.page, first_table);
  ok(true, 'the page that was there before the worker is kept, too');

  // ---- a new version ----
  const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-version-'));
  for (const part of ['po', 'sql', 'templates', 'www']) cpSync(path.join(house.env.RIDOTTO_DATA, part), path.join(folder, part), { recursive: true });
  const before = await house.beside({});
  const carla = await arrive('Carla', { ...house, url: before.url });
  await carla.go('/');
  await keeps(carla.page, '/');
  const version = () => carla.page.evaluate(() => document.querySelector('link[rel=stylesheet]').href.split('v=')[1]);
  const first = await version();
  await before.stop();
  appendFileSync(path.join(folder, 'www/site.css'), '\n.of-the-next { color: red }\n');
  const after = await house.beside({ RIDOTTO_DATA: folder, RIDOTTO_PORT: new URL(before.url).port, RIDOTTO_URL: before.url });
  await carla.go('/');
  const second = await version();
  ok(second !== first && await carla.page.evaluate(async () => (await (await fetch(document.querySelector('link[href*="site.css"]').href)).text()).includes('of-the-next')),
    'after a deployment the first page is the new one, with its own files');
  await house.until('what the old version kept to be gone', async () => (await carla.page.evaluate(() => caches.keys())).every((name) => name.endsWith(second)));
  ok(true, 'what the old version kept is gone');
  await carla.go('/');
  await keeps(carla.page, '/');
  ok(true, 'the new one keeps pages');
  await after.stop();
  rmSync(folder, { recursive: true, force: true });
  ok(anna.errors.length === 0 && carla.errors.length === 0, 'nothing went wrong in the browsers', [...anna.errors, ...carla.errors].join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
