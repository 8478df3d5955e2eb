#!/usr/bin/env node
// Two people from registration to the last page of the history: with scripts disabled, and with RIDOTTO_TESTS_LONG once more with
// them (test_keyboard and the games' own tests play with scripts).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openHouse } from './house.mjs';
import { Person, byHand, dice, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

/** Anna opens a table for two, Bruno finds it in the lobby and sits down; the game starts by itself. */
async function sitDown(anna, bruno) {
  await anna.go('/games/new');
  await anna.page.check('input[name=seats][value="2"]', { force: true });
  await anna.page.check('input[name=bots][value="0"]', { force: true });
  await anna.follow('main form button.primary');
  const table = new URL(anna.page.url()).pathname;
  await anna.go('/help');
  house.lookAway();
  await bruno.go('/games');
  await bruno.follow(`a[href^="${table}"]`);
  await bruno.follow(`form[action="${table}/sit"] button`);
  return table;
}

/** Both play until the page says that the game is over, the turns that show nothing new without a page; returns the number of presses. */
async function playToTheEnd(table, people, roll) {
  const isByHand = byHand(), wish = [/^(build|declare|score)/, /^pay/, /^end/];
  let takenBack = 0, presses = 0;
  for (; presses < 4000; presses++) {
    let somebody = null, legal = [];
    for (const person of people) {
      const model = await person.read(table);
      if (model.asked?.mine) [somebody, legal] = [person, model.legal];
    }
    if (!somebody) break;
    if (!isByHand(legal)) {
      await somebody.playOn(table, wish, roll);
      continue;
    }
    await somebody.go(table);
    if (!await somebody.isMyTurn()) throw new Error(`${somebody.name} is asked, but the page does not say so`);
    for (let turn = 0; turn < 40 && await somebody.isMyTurn(); turn++, presses++) {
      const back = somebody.page.locator('button[name=do][value=back]');
      if (takenBack < 3 && roll(8) === 0 && await back.count()) {
        await somebody.press(back);
        takenBack += 1;
        continue;
      }
      if ((await somebody.act(roll)) === null) throw new Error(`${somebody.name} is asked, but nothing is offered at ${somebody.page.url()}`);
    }
  }
  for (const person of people) {
    await person.go(table);
    if (!await person.page.locator('.laurel').count()) throw new Error(`the game has not ended for ${person.name}`);
  }
  return { presses, takenBack };
}

async function readHistory(person, table, title) {
  await person.go(table);
  await person.follow(`a[href="${table}/history"]`);
  const now = person.page.locator('#asked .facts b'), at = (ply) => now.filter({ hasText: `Move ${ply} of ` }).waitFor();
  const last = Number((await now.innerText()).split(' of ')[1]);
  ok(last > 50 && (await now.innerText()).startsWith('Move 0 '), `${title}: the history holds the whole game, from its beginning`, last);
  ok(await person.page.locator('#result-title + .result tbody').count() === 2, `${title}: it shows the result`);
  for (let ply = 1; ply < 6; ply++) {
    await person.page.locator('a[rel=next]').click();
    await at(ply);
  }
  await person.page.waitForURL(/\/history\/5$/);
  ok(true, `${title}: one can walk through it`);
  await person.page.locator('.plies a').last().click();
  await at(last);
  ok(await person.page.locator('#board').isVisible(), `${title}: with the board as it stood`);
}

async function game(title, names, options, roll) {
  const anna = await Person.arrive(house, browser, names[0], options);
  const bruno = await Person.arrive(house, browser, names[1], { ...options, viewport: { width: 1280, height: 800 } });
  await anna.join();
  await bruno.join();
  ok(true, `${title}: both have joined and confirmed their address from a letter`);
  const table = await sitDown(anna, bruno);
  await anna.go(table);
  ok(await anna.page.locator('#board').count() === 1, `${title}: the game starts when the last seat is taken`);
  const seal = (await anna.page.locator('.about code').first().textContent()).trim();

  await bruno.go(table);
  const asked = (await anna.isMyTurn()) ? anna : bruno;
  const [link] = await house.mailFor(asked.email, /http:\/\/[^\s"<>]+\/mail\/open\/[\w-]+/);
  const phone = await browser.newContext(options);
  const opened = await phone.newPage();
  await opened.goto(link);
  await opened.click('main form button.primary');
  ok(new URL(opened.url()).pathname === table && await opened.locator('#asked.asked-mine').count() === 1,
    `${title}: the letter's link opens the game, signed in`, opened.url());
  await phone.close();

  const { presses, takenBack } = await playToTheEnd(table, [anna, bruno], roll);
  ok(true, `${title}: played to the end (${presses} presses, ${takenBack} taken back)`);
  ok(takenBack > 0, `${title}: a step could be taken back`);
  await readHistory(anna, table, title);
  for (const person of [anna, bruno]) {
    await house.mailFor(person.email, /^Subject: .*over/m);
    ok(person.errors.length === 0, `${title}: ${person.name}'s browser saw no error`, person.errors.join('\n'));
  }
  const response = await anna.get(`${table}/export`, 'application/json');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'ridotto-export-')), 'game.json');
  writeFileSync(file, await response.body());
  ok(readFileSync(file, 'utf8').includes(seal), `${title}: the export names the seal shown at the start`);
  let refused = '';
  try {
    house.ridotto('replay', file);
  } catch (error) {
    refused = `${error}\n${error.stdout}${error.stderr}`;
  }
  ok(!refused, `${title}: ridotto replay proves every draw`, refused);
  rmSync(path.dirname(file), { recursive: true });
  await anna.page.context().close();
  await bruno.page.context().close();
}

/** Who has opened a table waits at it: when the last seat is taken the page turns into the same as one that is loaded then. */
async function turnsIntoTheGame() {
  const anna = await Person.arrive(house, browser, 'Ada', { viewport: { width: 1280, height: 800 } });
  const bruno = await Person.arrive(house, browser, 'Ben');
  await anna.join();
  await bruno.join();
  const { page } = anna;
  await anna.go('/games/new');
  await page.check('input[name=seats][value="2"]', { force: true });
  await page.check('input[name=bots][value="0"]', { force: true });
  await anna.follow('main form button.primary');
  const table = new URL(page.url()).pathname;
  await bruno.go(table);
  await bruno.follow(`form[action="${table}/sit"] button`);
  await page.locator('#board').waitFor();
  const look = () => page.evaluate(() => ({ sheets: [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href')).sort(),
    wide: Math.round(document.querySelector('.board').getBoundingClientRect().width), open: [...document.querySelectorAll('.below > section')].filter((one) => one.getClientRects().length).length }));
  await page.waitForFunction(() => ![...document.styleSheets].some(({ href }) => /open\.css/.test(href))).catch(() => null);
  const live = await look();
  await page.reload();
  const loaded = await look();
  ok(JSON.stringify(live) === JSON.stringify(loaded), 'the page of who waits for the last seat turns into the game as a fresh one shows it', JSON.stringify([live, loaded]));
  ok(anna.errors.length === 0, 'and has no error', anna.errors.join('\n'));
}

await main(async () => {
  await game('without script', ['Anna', 'Bruno'], { javaScriptEnabled: false }, dice(7));
  if (process.env.RIDOTTO_TESTS_LONG) await game('with script', ['Carla', 'Dario'], {}, dice(11));
  await turnsIntoTheGame();
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
