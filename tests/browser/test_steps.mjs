#!/usr/bin/env node
// Choices and steps without loading the page: one small answer for each press; address, Back, focus and what is read aloud are as after a link.
import { openHouse } from './house.mjs';
import { Person, arrived, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

/** What goes over the wire because of the table, from now on. */
function wire(page) {
  const sent = [];
  page.on('request', (request) => /\/games\/\d+(\/moves|\/draft)?(\?|$)/.test(request.url()) && sent.push(request));
  return sent;
}

const focused = (page) => page.evaluate(() => document.activeElement?.id);
const marked = (page) => page.evaluate(() => { globalThis.stillHere = true; });
const isMarked = (page) => page.evaluate(() => Boolean(globalThis.stillHere));
const inSight = (page) => page.locator('#asked-sentence').evaluate((e) => e.getBoundingClientRect().top >= 0 && e.getBoundingClientRect().bottom <= innerHeight);

/** Is the table as it would be if the page were loaded now, but for tokens and what changes by itself? */
const isReloaded = (page) => page.evaluate(async () => {
  const fresh = new DOMParser().parseFromString(await (await fetch(location.href, { cache: 'no-store' })).text(), 'text/html');
  const read = (root) => [...root.querySelectorAll('.asked, .board, .hand')].map((part) => {
    const copy = part.cloneNode(true);
    for (const passing of copy.querySelectorAll('time, [name=csrf], .sum, .flash, .lit, .taken')) passing.remove();
    return copy.textContent.replace(/\s+/g, ' ');
  }).join();
  return read(document.querySelector('main')) === read(fresh.querySelector('main'));
});

async function open(host) {
  await host.go('/games/new?game=carrara');
  await host.page.locator('input[name=seats][value="2"]').check({ force: true });
  await host.page.locator('input[name=bots][value="0"]').check({ force: true });
  await host.follow('main form button.primary');
  return new URL(host.page.url()).pathname;
}

/** Stones are pressed on the wheel: the first opens its section with this stone in the form, and each further press counts there. */
async function pressesStones(mover, at) {
  const { page } = mover, piles = page.locator('.c-disc a.wedge [data-adds]');
  await mover.go(at);
  await marked(page);
  const [one, two] = [await piles.nth(1).getAttribute('data-adds'), await piles.nth(2).getAttribute('data-adds')];
  const filled = () => page.locator('.asked .amounts input[type=radio]:checked').evaluateAll((all) => all.filter(({ value }) => value !== '0').map(({ name, value }) => `${name} ${value}`).join());
  const onBoard = () => piles.locator('.taken.on').count();
  const there = arrived(page);
  await piles.nth(1).click();
  await there;
  ok(await isMarked(page) && await filled() === `${one} 1` && await onBoard() === 1, 'a stone pressed on the wheel opens its section, and is in the form', await filled());
  await piles.nth(2).click();
  ok(await filled() === `${one} 1,${two} 1` && await onBoard() === 2, 'the next one is added', await filled());
  await piles.nth(2).click();
  ok(await filled() === `${one} 1` && await onBoard() === 1, 'and after the last of a colour there is none', await filled());
  await page.locator(`.amounts label:has(input[name="${two}"][value="1"])`).click();
  ok(await onBoard() === 2 && /coins/.test(await page.locator('.asked .sum').textContent()), 'what is filled in by hand is marked on the wheel, and has its price');
}

/** The second press of a double click, wherever the first one was. */
async function pressAgain(page, place) {
  const { x, y, width, height } = await place.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.waitForTimeout(300);
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna'), bruno = await Person.arrive(house, browser, 'Bruno', { viewport: { width: 1280, height: 800 } });
  for (const person of [anna, bruno]) await person.join();
  const at = await open(anna);
  await bruno.go(at);
  await bruno.follow(`form[action="${at}/sit"] button`);
  await anna.go(at);
  const [mover, other] = await anna.isMyTurn() ? [anna, bruno] : [bruno, anna], { page } = mover, sent = wire(page);
  await other.go(at);
  await pressesStones(mover, at);
  const faults = [];
  page.on('pageerror', (fault) => faults.push(fault.message));
  await page.context().addCookies([{ name: 'flash', value: 'letters-saved', url: house.url }]);
  await mover.go(at);
  await marked(page);
  ok(await page.locator('main > .flash').count() === 1, 'what was said on arriving stands there');
  sent.length = 0;

  const choice = page.locator('.asked a.option').first(), href = await choice.getAttribute('href');
  const answer = page.waitForResponse((one) => one.url().includes(`${at}?`));
  await mover.press(choice);
  const size = (await (await answer).request().sizes()).responseBodySize;
  ok(page.url() === house.url + href, 'a choice has its address', page.url());
  ok(await isMarked(page) && size <= 8192, `it comes in ${size} bytes, into the open page`);
  ok(await focused(page) === 'asked' && await inSight(page), 'the question has the focus and is in sight', await focused(page));
  ok(await page.locator('.crumbs').count() === 1, 'what was chosen is shown');
  ok(await page.locator('main > .flash').count() === 0 && faults.length === 0, 'what was said on arriving is gone with the first step', faults.join());
  await pressAgain(page, page.locator('.crumbs a').last());
  ok(page.url() === house.url + href, 'the second press of a double click presses nothing that the first one has brought', page.url());

  const back = arrived(page);
  await page.goBack();
  await back;
  await page.waitForFunction(() => !document.querySelector('main[aria-busy]') && !document.querySelector('.crumbs'));
  ok(new URL(page.url()).pathname + new URL(page.url()).search === at && await isMarked(page), 'Back leads to the table before the choice', page.url());
  const forth = arrived(page);
  await page.goForward();
  await forth;
  await page.waitForFunction(() => document.querySelector('.crumbs'));
  ok(page.url() === house.url + href, 'and forward to the choice again', page.url());

  const asked = await page.locator('#asked-sentence').textContent();
  await mover.go(at);
  let letGo;
  const held = new Promise((resolve) => { letGo = resolve; });
  await page.route(`**${at}?**`, (route) => held.then(() => route.continue()));
  sent.length = 0;
  const there = arrived(page);
  for (let presses = 0; presses < 2; presses++) await choice.click({ noWaitAfter: true });
  ok(await page.locator('main').getAttribute('aria-busy') === 'true', 'while an answer is on its way the page says so');
  letGo();
  await there;
  ok(sent.length === 1 && await page.locator('main[aria-busy]').count() === 0, 'and does not ask twice', sent.map((one) => one.url()).join('\n'));
  await page.unroute(`**${at}?**`);
  await mover.go(at);
  await marked(page);
  await page.route(`**${at}?**`, (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()));
  await choice.click();
  await page.waitForFunction(() => !globalThis.stillHere && document.querySelector('.crumbs'));
  ok(page.url() === house.url + href, 'when no answer comes the browser opens the link itself', page.url());
  await page.unroute(`**${at}?**`);

  await mover.go(at);
  await marked(page);
  for (const link of [choice, page.locator('.crumbs a').last(), choice, page.locator('.crumbs a').last()]) await mover.press(link);
  const late = [];
  await page.route(`**${at}**`, (route) => (route.request().isNavigationRequest() ? route.continue() : late.push(route)));
  for (let n = 0; n < 2; n++) {
    await page.evaluate(() => history.back());
    await page.waitForTimeout(200);
  }
  await house.until('a request', () => late.length);
  for (let n = 0; n < 3; n++) { // in whatever order they are answered
    await late.pop()?.continue();
    await page.waitForTimeout(300);
  }
  await page.unroute(`**${at}**`);
  await page.waitForFunction(() => !document.querySelector('main[aria-busy]'));
  ok(new URL(page.url()).search === '' && await isMarked(page), 'Back, twice before there was an answer, leads to the table before the choice', page.url());
  ok(await isReloaded(page), 'and the table is shown as it is there');

  await mover.go(at);
  await marked(page);
  const window2 = await page.context().newPage();
  const inWindow2 = Object.assign(Object.create(mover), { page: window2 });
  await inWindow2.go(`/people/${mover.name}`);
  await inWindow2.follow('form[action="/sign-out"] button:not([name])');
  await inWindow2.go('/sign-in');
  await window2.fill('#login', mover.email);
  await window2.fill('#password', 'a quiet gaming house');
  await inWindow2.follow('main form button.primary');
  await window2.close();
  await other.write('chat', 'Are you there?');
  await other.send('chat');
  await page.waitForFunction(() => document.querySelector('.chat, .talk, #chat')?.textContent.includes('Are you there?'));
  ok(await page.evaluate(() => new Set([...document.querySelectorAll('main [name=csrf]')].map((field) => field.value)).size) === 1,
    'what the page has already carries the token of the session that there is now');
  await mover.act(() => 0);
  ok(await isMarked(page), 'and its forms work');

  await mover.go(at);
  await marked(page);
  await mover.write('chat', 'One moment');
  await mover.show('asked');
  sent.length = 0;
  for (let presses = 0; presses < 12 && await mover.isMyTurn(); presses++) await mover.act(() => 0);
  ok(!await mover.isMyTurn() && await isMarked(page), `a turn is handed in without another page`);
  await page.waitForTimeout(1500);
  const twice = sent.filter((one) => one.method() === 'GET' && one.url().endsWith(at));
  ok(sent.length > 0 && !twice.length, `each press asks once, and the news of it nothing more (${sent.map((one) => one.method())})`, twice.map((one) => one.url()).join('\n'));
  ok(await page.locator('#chat-text').inputValue() === 'One moment', 'what was being typed is still there');
  ok(await page.locator('.done').count() === 1 && page.url().startsWith(`${house.url + at}?done=1`), 'the page says that the move is in', page.url());
  ok(await page.locator('#asked-sentence').textContent() !== asked && await focused(page) === 'asked', 'and the focus is at what is asked now');

  await other.page.waitForFunction(() => document.querySelector('.asked-mine'));
  await marked(other.page);
  await other.page.locator('input[name=ply]').first().evaluate((field) => { field.form.querySelector('[name=ply]').value = '0'; });
  const button = other.page.locator('button[name=step]:visible').first();
  if (await button.count()) {
    await button.evaluate((one) => { one.value = 'buy section=99'; });
    await other.press(button);
    ok(await other.page.locator('.problem').count() > 0 && await isMarked(other.page), 'a refusal is shown on the open page');
    ok((await other.page.locator('[data-live] + [role=status]').textContent()).length > 10, 'and read aloud');
  }

  ok([anna, bruno].every(({ errors }) => errors.filter((error) => !/status of 4|ERR_FAILED/.test(error)).length === 0), 'the browsers saw no error',
    [...anna.errors, ...bruno.errors].join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
