#!/usr/bin/env node
// A pause by everybody's vote, a turn that is undone and a reminder: one of the two people with scripts and an open page, the other without.
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { violations } from './access.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const phone = { viewport: { width: 390, height: 844 } };

async function begin(anna, bruno) {
  await anna.go('/games/new');
  await anna.page.check('input[name=seats][value="2"]', { force: true });
  await anna.page.check('input[name=bots][value="0"]', { force: true });
  await anna.follow('main form button.primary');
  const table = new URL(anna.page.url()).pathname;
  await bruno.go(table);
  await bruno.follow('form[action$="/sit"] button');
  return table;
}

const asked = (person) => person.page.locator('#asked');

/** Without scripts axe cannot look. */
async function clean(person, what) {
  if (person.quiet) return;
  const found = await violations(person.page);
  ok(!found.length, `${what} is accessible`, found.join('\n'));
}

async function pause(anna, bruno, table) {
  await anna.go(table);
  await bruno.go(`${table}#about`);
  await bruno.show('about');
  await bruno.page.locator('#about summary', { hasText: 'Pause this table' }).click();
  await bruno.page.fill('#pause-days', '3');
  await bruno.page.locator('#about form[action$="/pause"] button').click();
  await bruno.page.waitForLoadState('load');
  await asked(bruno).getByText('You have proposed a pause until').waitFor();
  await asked(anna).getByText('Bruno would like to pause this table until').waitFor();
  ok(true, 'an open page shows the question by itself');
  await clean(anna, 'the question');
  const yes = asked(anna).locator('form[action$="/pause"] button[value=agree]');
  await yes.focus();
  await anna.page.keyboard.press('Enter');
  await asked(anna).getByText('Paused by the players until').waitFor();
  ok(true, 'agreed to by the keyboard, it begins');
  ok(await anna.page.locator('.players .clock time').count() === 0 || !/left/.test(await anna.page.locator('.players').innerText()), 'no clock is shown as going');
  await bruno.go(table);
  await bruno.show('about');
  await bruno.follow('#about form[action$="/pause"] button');
  await asked(anna).getByText('Bruno would like to end the pause').waitFor();
  await asked(anna).locator('form[action$="/pause"] button[value=agree]').click();
  await asked(anna).getByText('would like to end the pause').waitFor({ state: 'detached' });
  ok(await asked(anna).getByText('Paused by the players').count() === 0, 'and ends when both agree');
}

async function remind(anna, table) {
  await anna.go(`${table}/remind`);
  await clean(anna, 'the form for a reminder');
  await anna.page.locator('.presets button').first().focus();
  await anna.page.keyboard.press('Enter');
  await anna.page.getByText('You will be reminded:').waitFor();
  await anna.page.fill('#at', '2020-01-01T08:00');
  await anna.page.evaluate(() => { document.querySelector('form.sheet').noValidate = true; });
  await anna.page.locator('form.sheet button').click();
  await anna.page.getByText('That time has already passed.').waitFor();
  ok(await anna.page.inputValue('#at') === '2020-01-01T08:00', 'what was typed is still there');
  await anna.go('/');
  await clean(anna, 'my games with a reminder');
  await anna.follow('.reminders button');
  ok(await anna.page.locator('.reminders').count() === 0, 'it is canceled from there');
}

/** Both play, by their pages, until the newest turn can be undone by its player; then one asks, and the other agrees. */
async function undo(anna, bruno, table) {
  const people = [anna, bruno];
  for (let turn = 0; turn < 40; turn += 1) {
    await anna.go(table);
    const [who, other] = await anna.isMyTurn() ? people : [...people].reverse();
    const before = (await who.read(table)).game.ply;
    for (let step = 0; step < 20; step += 1) {
      const { legal, draft, game, asked: question } = await who.read(table);
      if (!question.mine) break;
      const wanted = legal.find((text) => text.startsWith(turn < 3 ? 'buy' : 'score')) ?? legal[0];
      await who.post(table, `${table}/${wanted ? 'moves' : 'draft'}`, { ply: game.ply, draft: draft.n, ...(wanted ? { step: wanted } : { do: 'confirm' }) });
    }
    await other.go(table);
    await who.go(`${table}/back`);
    if (!await who.page.locator('button[value=ask]').count()) continue;
    await clean(who, 'the page that asks to undo a turn');
    await who.follow('button[value=ask]');
    await (other === bruno ? other.go(table) : null);
    await asked(other).getByText('would like to undo the last turn').waitFor();
    await other.follow('#asked form[action$="/back"] button[value=agree]');
    const { game, log_turns: turns } = await who.read(table);
    ok(game.ply > before + 1 && turns.some((one) => one.entries.some((entry) => entry.taken_back)), 'the turn is undone, and the log keeps it');
    await who.go(`${table}/history`);
    ok(await who.page.locator('s').count() > 0, 'the history crosses it out');
    await clean(who, 'the history');
    return;
  }
  ok(false, 'no turn could be undone');
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna', phone);
  const bruno = await Person.arrive(house, browser, 'Bruno', { ...phone, javaScriptEnabled: false });
  await anna.join();
  bruno.quiet = true;
  await bruno.join();
  const table = await begin(anna, bruno);
  await pause(anna, bruno, table);
  await remind(anna, table);
  await undo(anna, bruno, table);
  const errors = [...anna.errors, ...bruno.errors].filter((error) => !/status of 4/.test(error));
  ok(errors.length === 0, 'no page complained', errors.join('\n'));
}, async () => {
  await browser.close();
  await house.stop();
});
