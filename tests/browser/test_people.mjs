#!/usr/bin/env node
// Following, blocking, muting and watching on a phone; one of the people without scripts, and one by the keyboard alone.
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const phone = { viewport: { width: 360, height: 740 } };
const words = (person) => person.page.locator('main').innerText();
const isWide = (person) => person.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

async function openTable(person, seats) {
  await person.go('/games/new');
  await person.page.check(`input[name=seats][value="${seats}"]`, { force: true });
  await person.page.check('input[name=bots][value="0"]', { force: true });
  await person.follow('main form button.primary');
  return new URL(person.page.url()).pathname;
}

async function follows(anna, bruno) {
  await anna.go('/people/Bruno');
  await anna.follow('button[value=follow]');
  ok(/You follow this member now/.test(await anna.page.locator('body').innerText()), 'without scripts one press follows somebody');
  const theirs = await openTable(bruno, 3);
  const own = await openTable(anna, 4);
  await anna.go('/');
  ok(await anna.page.locator(`.followed a[href="${theirs}"]`).count() === 1, 'their open table stands on My games');
  ok(!await isWide(anna), 'which fits a narrow phone');
  await anna.follow(`form[action="${own}/invite"] button`);
  ok(new URL(anna.page.url()).pathname === '/' && /the seat is reserved/.test(await anna.page.locator('body').innerText()), 'one press there invites', anna.page.url());
  await anna.go(own);
  await anna.page.fill('#who', 'Carla');
  await anna.page.fill('#line', 'It is your game.');
  await anna.follow('#invite form button');
  ok(/reserved for Bruno[\s\S]*reserved for Carla/.test(await words(anna)), 'so does a name with a line');
  return own;
}

async function blocks(anna, bruno, own) {
  await bruno.go('/people/Anna');
  await bruno.page.locator('summary', { hasText: 'Block this member' }).focus();
  await bruno.page.keyboard.press('Enter');
  await bruno.page.keyboard.press('Tab');
  await Promise.all([bruno.page.waitForEvent('load'), bruno.page.keyboard.press('Enter')]);
  ok(/You have blocked this member/.test(await words(bruno)), 'by keys alone somebody is blocked, on a second press', await words(bruno));
  await bruno.go('/');
  ok(!/A seat is reserved/.test(await words(bruno)), 'the invitation is gone');
  await bruno.go(own);
  ok(/You have blocked someone at this table: Anna/.test(await words(bruno)), 'the table warns');
  await anna.go(own);
  ok(/reserved for Bruno/.test(await words(anna)), 'who is blocked sees the seat kept');
  await bruno.go('/settings#people');
  await bruno.follow('button[value=unblock]');
  ok(bruno.page.url().endsWith('#people') && /Unblocked/.test(await words(bruno)), 'it is undone in the settings', bruno.page.url());
}

/** A game of Bruno and Carla, at which Anna looks on. */
async function watches(anna, bruno, carla) {
  const table = await openTable(bruno, 2);
  await carla.go(table);
  await carla.follow('form[action$="/sit"] button');
  await anna.go(table);
  await anna.page.goto(`${house.url}${table}/spectators`);
  await anna.page.fill('#chat-text', 'I would not start there.');
  await anna.follow('main form button');
  ok(/I would not start there/.test(await words(anna)), 'a spectator writes without scripts');
  ok(!await isWide(anna), 'on a page that fits');
  await carla.page.goto(`${house.url}${table}/spectators`);
  ok(/when the game is over/.test(await words(carla)) && !/start there/.test(await words(carla)), 'who plays cannot read it');
  await bruno.go(table);
  await bruno.write('chat', 'Good luck!');
  await bruno.send('chat');
  await carla.go(table);
  await carla.show('chat');
  await carla.follow('button[form=chat-mute]');
  ok(/You have muted this chat/.test(await words(carla)) && !/Good luck/.test(await words(carla)), 'a chat is muted with scripts', await words(carla));
  await carla.follow('button[value=show]');
  ok(/Good luck/.test(await words(carla)), 'and shown again');
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna', { ...phone, javaScriptEnabled: false });
  const bruno = await Person.arrive(house, browser, 'Bruno', phone);
  const carla = await Person.arrive(house, browser, 'Carla', phone);
  for (const person of [anna, bruno, carla]) await person.join();
  const own = await follows(anna, bruno);
  await carla.go(own);
  ok(/Anna invites you\..*It is your game\./.test(await words(carla)), 'who is invited reads the line');
  await blocks(anna, bruno, own);
  await watches(anna, bruno, carla);
  const errors = [...anna.errors, ...bruno.errors, ...carla.errors].filter((error) => !/status of 4/.test(error));
  ok(errors.length === 0, 'no page complained', errors.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
