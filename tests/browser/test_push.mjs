#!/usr/bin/env node
// Notifications: turning them on in the settings, or when one is asked after a turn; what the worker shows when something is pushed, and where a press
// on it leads: that of an answer to the page where it is played. Chromium has no push service here, so what it would hand to the worker is made in the worker, and a subscription is ours.
import { createECDH, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decisions } from '../pictures/choice.mjs';
import { World, number } from '../pictures/world.mjs';
import { violations } from './access.mjs';
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';
import ece from 'http_ece';

const got = [];
const service = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => { got.push({ headers: request.headers, body: Buffer.concat(parts) }); response.writeHead(201).end(); });
});
await new Promise((done) => service.listen(0, '127.0.0.1', done));
const house = await openHouse({ more: { RIDOTTO_POST_NETWORKS: '127.0.0.1' } });
const browser = await openBrowser();
const folder = mkdtempSync(path.join(tmpdir(), 'ridotto-push-'));
const world = new World(house, browser, folder);

const ecdh = createECDH('prime256v1');
ecdh.generateKeys();
const auth = randomBytes(16);
const subscription = { endpoint: `http://127.0.0.1:${service.address().port}/push/chromium`, keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') } };
const open = ({ body }) => JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth.toString('base64url') }));

/** A browser that asks, is allowed to, and gets our subscription. */
const pretend = (context, permission = 'granted', before = 'default') => context.addInitScript(({ subscription: ours, allowed, first }) => {
  let now = first;
  Object.defineProperty(Notification, 'permission', { get: () => now });
  Notification.requestPermission = async () => (now = allowed);
  PushManager.prototype.subscribe = async (options) => {
    window.keyOfSite = options.applicationServerKey.length;
    return { toJSON: () => ours };
  };
}, { subscription, allowed: permission, first: before });

/** A table of four where @who is asked whether a counter may stand: { table, seat }. */
async function counter(who) {
  const table = await world.position('vernissage', decisions.find(({ name }) => name === 'object').from), [seat] = world.awaits(table);
  house.lookAway();
  house.sql(`UPDATE seat SET person = (SELECT id FROM person WHERE name = '${who}') WHERE game = ${number(table)} AND seat = ${seat}`);
  return { table, seat };
}

/** Such a table, of which @who hears: { table, seat, said: what was pushed }. */
async function asked(who) {
  const before = got.length, { table, seat } = await counter(who);
  house.sql(`INSERT INTO outbox (person, game, kind, ply) SELECT person, game, 'window', awaited_ply FROM seat WHERE game = ${number(table)} AND seat = ${seat}`);
  const said = await house.until('the question to be pushed', () => got.slice(before).map(open).find(({ actions }) => actions?.length));
  return { table, seat, said };
}

/** @person hands a turn in, and sees what comes then. */
async function turn(person) {
  const { table } = await counter(person.name);
  await person.go(table);
  await person.page.locator('#asked button[name=step][value=accept]').first().click();
  await person.page.locator('.armed-step button.primary, .done').first().waitFor();
  if (await person.page.locator('.armed-step').count()) await person.page.locator('.armed-step button.primary').click();
  await person.page.locator('.done').waitFor();
  return table;
}

const SMALL = { viewport: { width: 360, height: 740 } };
const question = (person) => person.page.locator('.push-ask');
const wasAsked = (person) => house.sql(`SELECT push_asked IS NOT NULL FROM person WHERE name = '${person.name}'`) === 't';

async function arrive(name, { permission, before, ...options } = {}) {
  const person = await Person.arrive(house, browser, name, { serviceWorkers: 'allow', ...options });
  await pretend(person.page.context(), permission, before);
  await person.join();
  await person.page.evaluate(() => navigator.serviceWorker.ready);
  return person;
}

await main(async () => {
  await world.furnish();
  const anna = await arrive('Zoe');
  await anna.go('/settings/push');
  ok(await anna.page.locator('.push-can button').isVisible() && !(await anna.page.locator('.push-none, .push-denied').first().isVisible()), 'a browser that can be told is asked by a button');
  await Promise.all([anna.page.waitForURL('**/settings/push'), anna.page.waitForEvent('load'), anna.page.locator('button[data-push=on]').click()]);
  ok((await anna.page.locator('main').innerText()).includes('this browser'), 'pressed, it stands on the list', await anna.page.locator('main').innerText());
  await anna.follow('button[value=test]');
  await house.until('the test to be pushed', async () => got.length === 1);
  ok(open(got[0]).title === 'This is a test from Ridotto', 'a test reaches its service, for it to read');

  // ---- what the worker does with it ----
  // This Chromium shows neither notifications nor badges: what the worker would show is written down in it instead.
  const [worker] = anna.page.context().serviceWorkers();
  await worker.evaluate(() => {
    self.shownHere = [];
    for (const name of ['setAppBadge', 'clearAppBadge']) Object.defineProperty(self.navigator, name, { value: async (n = 0) => { self.badge = n; } });
    self.registration.showNotification = async (title, options) => { self.shownHere.push({ title, ...options, actions: options.actions.map((one) => one.action) }); };
    self.clients.openWindow = async (url) => { self.opened = url; };
  });
  const push = (data) => worker.evaluate(async (text) => {
    const event = new PushEvent('push', text === null ? {} : { data: text });
    const promises = [];
    Object.defineProperty(event, 'waitUntil', { value: (promise) => promises.push(promise) });
    self.dispatchEvent(event);
    await Promise.all(promises);
    return self.shownHere.at(-1);
  }, data);
  const press = (notification, action) => worker.evaluate(async ([data, which]) => {
    const event = new Event('notificationclick'), promises = [];
    Object.assign(event, { notification: { data, close: () => {} }, action: which, waitUntil: (promise) => promises.push(promise) });
    self.opened = null;
    self.dispatchEvent(event);
    await Promise.all(promises);
    return self.opened && new URL(self.opened).pathname + new URL(self.opened).search;
  }, [notification.data, action]);
  const test = await push(JSON.stringify(open(got[0])));
  ok(test.title === 'This is a test from Ridotto' && test.data.url === '/settings/push' && test.tag === 'test' && test.body, 'the worker shows what was pushed', JSON.stringify(test));
  const { table, seat, said } = await asked('Zoe'), answers = said.actions.map(({ title }) => title);
  ok(answers.join() === 'Let it pass,Object …' && said.body.includes('let it pass') && said.url === table, 'a question with two answers brings both', JSON.stringify(said));
  const shown = await push(JSON.stringify(said));
  ok(await worker.evaluate(() => self.badge) === said.waiting && said.waiting > 0, 'the badge of the app is the number of games that wait');
  ok(shown.actions.join() === 'choice-1,choice-2' && shown.renotify && shown.tag === `game-${number(table)}`, 'they stand below it', JSON.stringify(shown));
  const [quiet, object] = [await press(shown, 'choice-1'), await press(shown, 'choice-2')];
  ok(quiet === said.actions[0].url && object === said.actions[1].url && await press(shown, '') === table, 'each leads to its place', `${quiet} ${object}`);
  const moves = () => house.sql(`SELECT seat || ' ' || move FROM move WHERE game = ${number(table)} ORDER BY ply`).split('\n'), was = moves().length;
  await anna.go(object);
  ok(await anna.page.locator('form[action^="/mail/choice/"] [name=nodeal]').count() > 0, 'an answer that says more is filled in on its page');
  await anna.go(quiet);
  ok((await anna.page.locator('main').innerText()).includes('Let it pass?') && moves().length === was, 'nothing is played by opening it');
  await anna.page.locator('form[action^="/mail/choice/"] button.primary').click();
  await anna.page.getByText('This is decided.').waitFor();
  ok(moves()[was] === `${seat} accept`, 'its button plays it', moves().slice(was).join());
  let unread = true;
  for (const text of [null, '', 'no JSON', '[]', 'null', '7']) unread &&= (await push(text)).title === 'Ridotto';
  ok(unread, 'what cannot be read is shown as that something came');
  ok(await press(await push('{"title":"x","url":"https://elsewhere.example/"}'), '') === null, 'nothing leads to another site');

  // ---- when the browser replaces its subscription ----
  const fresh = createECDH('prime256v1');
  fresh.generateKeys();
  const next = { endpoint: subscription.endpoint.replace('chromium', 'fresh'), keys: { p256dh: fresh.getPublicKey('base64url'), auth: auth.toString('base64url') } };
  const change = (old, given) => worker.evaluate(async ([before, now]) => {
    const as = (one) => one && { endpoint: one.endpoint, toJSON: () => one, unsubscribe: async () => { self.given = 'back'; } }, promises = [], event = new Event('pushsubscriptionchange');
    self.given = null;
    PushManager.prototype.subscribe = async (options) => { self.given = options.applicationServerKey.length; return as({ ...now, endpoint: `${now.endpoint}-asked` }); };
    Object.assign(event, { oldSubscription: as(before), newSubscription: before && as(now), waitUntil: (promise) => promises.push(promise) });
    self.dispatchEvent(event);
    await Promise.all(promises);
    return self.given;
  }, [old, given]);
  const targets = () => house.sql('SELECT url FROM target');
  const cookies = await anna.page.context().cookies();
  await anna.page.context().clearCookies();
  ok(await change(subscription, next) === null && targets() === subscription.endpoint, 'signed out, nothing is said of a new subscription', targets());
  await anna.page.context().addCookies(cookies);
  ok(await change(subscription, next) === null && targets() === next.endpoint, 'signed in, the new one takes the place of the old one', targets());
  ok(await change(null, next) === 65 && targets() === `${next.endpoint}-asked`, 'one that the browser only ended is asked for anew, with the key of the site', targets());
  const count = got.length;
  await anna.go('/settings/push');
  await anna.follow('button[value=test]');
  await house.until('a test at the new address', async () => got.length > count);
  ok(JSON.parse(ece.decrypt(got.at(-1).body, { version: 'aes128gcm', privateKey: fresh, authSecret: auth.toString('base64url') })).tag === 'test', 'what is pushed from then on is for the new key');
  house.sql('DELETE FROM target');
  ok(await change(next, next) === 'back' && targets() === '', 'where nobody had turned them on, a new subscription ends');
  ok(anna.errors.filter((error) => !error.includes('404')).length === 0, 'nothing went wrong in the pages', anna.errors.join('\n'));

  // ---- the question after a turn ----
  const yara = await arrive('Yara', SMALL);
  await turn(yara);
  ok(await question(yara).isVisible() && await yara.page.locator('.done').count() === 1 && await question(yara).locator('a, button').count() === 2, 'after a first turn one is asked, below the word that it is saved', await yara.page.locator('#asked').innerText());
  const [sentence, below] = await Promise.all([yara.page.locator('#asked-sentence').boundingBox(), question(yara).boundingBox()]);
  ok(sentence.y >= 0 && sentence.y < below.y && below.y + below.height <= SMALL.viewport.height && below.x >= 0 && below.x + below.width <= SMALL.viewport.width,
    'on a small phone the question of the table and this one are in sight', JSON.stringify([sentence, below]));
  ok((await violations(yara.page)).length === 0, 'axe finds nothing', JSON.stringify(await violations(yara.page)).slice(0, 1500));
  await house.until('it to be noted that she was asked', () => wasAsked(yara));
  ok(await question(yara).isVisible(), 'it stands still after that');
  await turn(yara);
  ok(await question(yara).count() === 0, 'after the next turn it is not there any more');

  const xaver = await arrive('Xaver', { before: 'denied' });
  await turn(xaver);
  await xaver.page.waitForTimeout(3500);
  ok(!(await question(xaver).isVisible()) && !wasAsked(xaver), 'where the browser is set not to, nothing is asked, and it may be asked elsewhere');

  const wanda = await arrive('Wanda', SMALL);
  const left = await turn(wanda);
  await wanda.follow('.push-ask button[value=no]');
  ok(new URL(wanda.page.url()).pathname === left && wasAsked(wanda) && house.sql('SELECT count(*) FROM target') === '0', '“No, thanks” leads back to the table, and nothing was turned on', wanda.page.url());

  const vera = await arrive('Vera', { permission: 'denied' });
  await turn(vera);
  await question(vera).locator('a').click();
  await question(vera).locator('[data-push=failed]').waitFor();
  ok(house.sql('SELECT count(*) FROM target') === '0', 'what the browser does not allow is said there');
  const urs = await arrive('Urs');
  const at = await turn(urs);
  await Promise.all([urs.page.waitForEvent('load'), question(urs).locator('a').click()]);
  ok(new URL(urs.page.url()).pathname === at && house.sql('SELECT p.name FROM target t JOIN person p ON p.id = t.person') === 'Urs' && wasAsked(urs), 'one press turns them on, at the table', urs.page.url());

  const tom = await Person.arrive(house, browser, 'Tom', { javaScriptEnabled: false, ...SMALL });
  await tom.join();
  await turn(tom);
  await question(tom).locator('a').click();
  await tom.page.waitForURL('**/settings/push');
  ok(wasAsked(tom), 'without script it leads to the settings, and was asked');
  await turn(tom);
  ok(await question(tom).count() === 0, 'once');
  const odd = [yara, wanda, vera, urs, tom].flatMap(({ errors }) => errors);
  ok(odd.length === 0, 'nothing went wrong in these pages', odd.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});
