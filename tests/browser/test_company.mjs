#!/usr/bin/env node
// Company on a narrow phone: an invitation, chat, notes and the next game; one of the two people without scripts.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const phone = { viewport: { width: 360, height: 740 } };

async function openTable(person, { bots, hidden }) {
  await person.go('/games/new');
  await person.page.check('input[name=seats][value="2"]', { force: true });
  await person.page.check(`input[name=bots][value="${bots}"]`, { force: true });
  if (hidden) {
    await person.unfold(person.page.locator('.more-options > summary'));
    await person.page.check('input[name=private]', { force: true });
  }
  await person.follow('main form button.primary');
  return new URL(person.page.url()).pathname;
}

/** Copies the link of the invitation by its button. */
async function copyLink(person) {
  const field = person.page.locator('#invitation'), button = person.page.locator('#invitation + button');
  await button.click();
  await person.page.locator('#invitation + button', { hasText: 'Copied' }).waitFor();
  const copied = await person.page.evaluate(() => navigator.clipboard.readText());
  ok(copied === await field.inputValue() && copied.includes('?key='), 'the link of the invitation can be copied', copied);
  return copied;
}

/** A stranger follows the link, joins, confirms by his letter, and stands before the table each time. */
async function comeByLink(person, link) {
  await person.page.goto(link);
  await person.follow('main a[href^="/join?next="]');
  await person.page.fill('#name', person.name);
  await person.page.fill('#email', person.email);
  await person.page.fill('#password', 'a quiet gaming house');
  await person.follow('main form button.primary');
  ok(person.page.url() === link, 'who joins by an invitation comes back to its table', person.page.url());
  const [letter] = await house.mailFor(person.email, /http:\/\/[^\s"<>]+\/mail\/confirm\/[\w-]+/);
  await person.page.goto(letter);
  await person.follow('main form button.primary');
  ok(person.page.url() === link, 'and once more when the address is confirmed', person.page.url());
  await person.follow('form[action$="/sit"] button');
}

async function say(person, text) {
  await person.write('chat', text);
  await person.send('chat');
  await person.page.locator('.chat-text', { hasText: text.split('\n')[0].slice(0, 20) }).last().waitFor();
}

/** What axe finds wrong with the page that is open. */
async function complaints(person) {
  await person.page.evaluate(axe);
  const { violations } = await person.page.evaluate(() => globalThis.axe.run());
  return violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`).join('\n');
}

const isWide = (person) => person.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

async function talk(anna, bruno, table) {
  await anna.go('/help'); // an open table would have shown the line at once
  await bruno.go(table);
  await say(bruno, 'A first line\nand a second.');
  ok(bruno.page.url().endsWith('#chat'), 'without scripts a line leads back to the chat', bruno.page.url());
  await anna.go(table);
  ok(/one new line/.test(await anna.page.locator('#chat-title').innerText()), 'the other is told of a new line');
  ok(await anna.page.locator('.since a[href="#chat"]').count() === 1, 'also among what happened since');
  for (let n = 0; n < 14; n++) await say(n % 2 ? anna : bruno, `${n} ${'Donaudampfschifffahrtsgesellschaft'.repeat(6)}`);
  await say(bruno, 'This is the last line.');
  await anna.go(table);
  const wrong = await complaints(anna);
  ok(!wrong, 'the table with its chat is accessible', wrong);
  await anna.page.goto(`${house.url}${table}/chat`);
  const amiss = await complaints(anna);
  ok(!amiss && !await isWide(anna), 'the page of all lines likewise', amiss);
  await anna.go(table);
  ok(!await isWide(anna), 'long words push nothing over the edge');
  const low = await anna.page.evaluate(() => {
    const box = document.querySelector('.chat-scroll').getBoundingClientRect();
    const last = document.querySelector('.chat-lines > li:last-child').getBoundingClientRect();
    return last.bottom <= box.bottom + 2 && last.top >= box.top;
  });
  ok(low, 'the newest line is in sight, at the bottom');
}

async function keepNotes(person, table) {
  await person.go(table);
  const tab = await person.page.context().newPage();
  await tab.goto(house.url + table);
  await Object.assign(Object.create(person), { page: tab }).write('note', 'from the other tab');
  await tab.click('#note-form button');
  await person.write('note', 'from this tab\nwith two lines');
  await person.send('note');
  const seen = await person.page.locator('#note').innerText();
  ok(seen.includes('from the other tab'), 'a note that changed meanwhile is shown');
  ok(await person.page.inputValue('#note-text') === 'from this tab\nwith two lines', 'beside what was typed');
  ok(person.page.url().endsWith('#note'), 'and it is in sight', person.page.url());
  await tab.close();
}

async function goRound(person, table) {
  await person.go(table);
  await person.page.locator('header a[data-key=n]').waitFor();
  await person.page.keyboard.press('n');
  await person.page.waitForURL((url) => url.pathname !== table);
  ok(true, 'the key n leads on to what waits');
  await person.go('/help');
  const letters = person.page.locator('[data-letters] input');
  await letters.uncheck();
  await person.go(table);
  await person.page.keyboard.press('n');
  await person.page.keyboard.press('?');
  await person.page.waitForTimeout(500);
  ok(new URL(person.page.url()).pathname === table, 'keys of one letter can be switched off', person.page.url());
  await person.go('/help');
  ok(!(await letters.isChecked()), 'and stay so');
  await letters.check();
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna', { ...phone, permissions: ['clipboard-read', 'clipboard-write'] });
  const bruno = await Person.arrive(house, browser, 'Bruno', { ...phone, javaScriptEnabled: false });
  await anna.join();
  const table = await openTable(anna, { bots: 0, hidden: true });
  await comeByLink(bruno, await copyLink(anna));
  await talk(anna, bruno, table);
  await keepNotes(anna, table);
  let waiting = table;
  for (let n = 0; n < 12 && !await anna.isMyTurn(); n++) waiting = await openTable(anna, { bots: 1 });
  const other = await openTable(anna, { bots: 1 });
  await goRound(anna, waiting === table ? other : table);
  const errors = [...anna.errors, ...bruno.errors].filter((error) => !/409|status of 4/.test(error));
  ok(errors.length === 0, 'no page complained', errors.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
