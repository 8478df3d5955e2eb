#!/usr/bin/env node
// Reports and moderation without script, on a phone: a line is reported, hidden, its writer suspended, who reads why, and is let back in.
// With the keyboard alone: the form of a report.
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const password = 'a quiet gaming house';

const words = (person) => person.page.locator('main').innerText();
const sends = async (person, selector) => person.press(person.page.locator(selector).first());

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna', { ...phone, javaScriptEnabled: false });
  const bruno = await Person.arrive(house, browser, 'Bruno', { ...phone, javaScriptEnabled: false });
  const mod = await Person.arrive(house, browser, 'Mona', { ...phone, javaScriptEnabled: false });
  for (const person of [anna, bruno, mod]) await person.join();
  house.sql("UPDATE person SET email_confirmed = now(); UPDATE person SET role = 'moderator' WHERE name = 'Mona'");

  await anna.go('/games/new?game=carrara');
  await anna.page.check('input[name=seats][value="2"]', { force: true });
  await anna.page.check('input[name=bots][value="0"]', { force: true });
  await sends(anna, 'main form button.primary');
  const table = new URL(anna.page.url()).pathname;
  await bruno.go(table);
  await sends(bruno, `form[action="${table}/sit"] button`);
  await bruno.go(`${table}#chat`);
  await bruno.page.fill('#chat-text', 'A very rude word');
  await sends(bruno, '#chat-form button');

  await anna.go(`${table}/chat`);
  await sends(anna, 'a.report');
  ok((await words(anna)).includes('A very rude word'), 'the form shows the line that is meant');
  await anna.page.check('input[value=abuse]');
  await anna.page.fill('#text', 'Every evening.');
  await sends(anna, 'main form button.primary');
  ok((await words(anna)).includes('The moderators will look at it'), 'a line is reported without script');

  await mod.go('/games');
  await sends(mod, 'a[href="/moderation"]');
  await mod.page.fill('#password', password);
  await sends(mod, 'main form button.primary');
  ok((await words(mod)).includes('one report by one person'), 'the queue opens with the password', await words(mod));
  await sends(mod, '.order-list a');
  ok((await words(mod)).includes('Every evening.'), 'the report is read with what was written');
  await mod.page.locator('summary:has-text("Hide this message")').click();
  await mod.page.locator('form[action^="/moderation/lines/"] input[name=text]').fill('Rude.');
  await sends(mod, 'form[action^="/moderation/lines/"] button');
  await anna.go(`${table}/chat`);
  ok((await words(anna)).includes('Hidden by a moderator') && !(await words(anna)).includes('rude word'), 'the line is hidden');

  await mod.page.check('input[value=suspend]');
  await mod.page.fill('#why', 'It was the third time.');
  await sends(mod, 'button[value=act]');
  ok((await words(mod)).includes('suspended until'), 'its writer is suspended', await words(mod));
  await bruno.go('/sign-in');
  await bruno.page.fill('#login', 'Bruno');
  await bruno.page.fill('#password', password);
  await sends(bruno, 'main form button.primary');
  await sends(bruno, 'a[href="/acts"]');
  ok((await words(bruno)).includes('It was the third time.') && !(await words(bruno)).includes('Mona'), 'who reads why, and not by whom');
  await bruno.go(`${table}/chat`);

  await mod.page.locator('summary:has-text("Reverse this decision")').first().click();
  await mod.page.locator('form[action^="/moderation/acts/"] input[name=text]').first().fill('He is sorry.');
  await sends(mod, 'form[action^="/moderation/acts/"] button');
  await bruno.go('/acts');
  ok((await words(bruno)).includes('He is sorry.') && !(await bruno.page.locator('.flash-bad').count()), 'and is let back in');
  await mod.page.check('input[value=acted]');
  await sends(mod, 'button[value=close]');
  ok((await words(mod)).includes('No report is waiting.'), 'the reports are closed', await words(mod));

  const keys = await Person.arrive(house, browser, 'Anna', { storageState: await anna.page.context().storageState() });
  await keys.go('/people/Bruno/report');
  await keys.page.locator('input[name=reason]').first().focus();
  await keys.page.keyboard.press('ArrowDown');
  await keys.page.keyboard.press('Tab');
  await keys.page.keyboard.type('By keys alone');
  await keys.page.keyboard.press('Tab');
  await Promise.all([keys.page.waitForURL(/people\/Bruno$/), keys.page.keyboard.press('Enter')]);
  ok(house.sql("SELECT kind, text FROM report ORDER BY id DESC LIMIT 1") === 'name|By keys alone', 'a report is sent by keys alone', house.sql('SELECT kind, text FROM report ORDER BY id DESC LIMIT 1'));
  for (const person of [anna, bruno, mod, keys]) ok(person.errors.length === 0, `no error was seen by ${person.name}`, person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
