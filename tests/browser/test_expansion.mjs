#!/usr/bin/env node
// Carrara with the expansion, two people and a bot: one on a phone in English, the other at a desk in Japanese.
import { openHouse } from './house.mjs';
import { Person, byHand, dice, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

const wish = [/^(upgrade|build|declare|score)/, /^pay/, /^end/];
/** On a phone the board is turned to the page where the dear buildings and the upgrade tiles lie. */
async function turnToDear({ page }) {
  const tab = page.locator('.c-to-3');
  if (await tab.isVisible()) await tab.check({ force: true });
}

const over = (person) => person.page.locator('.laurel').count().then((n) => n > 0);

/** Whoever is asked plays a turn; false when nobody is asked any more. What the pages had to offer goes to @met. */
async function turn(people, table, roll, met, isByHand) {
  let asked = null, legal = [];
  await house.until('a person is asked, or the game is over', async () => {
    for (const person of people) {
      const model = await person.read(table);
      if (model.asked?.mine) [asked, legal] = [person, model.legal];
      if (asked || model.asked?.over) return true;
    }
    return false;
  });
  if (asked && met.size === 3 && !isByHand(legal)) {
    await asked.playOn(table, wish, roll);
    return true;
  }
  if (asked) await asked.go(table);
  for (let step = 0; asked && step < 40 && await asked.isMyTurn(); step++) {
    const upgrade = asked.page.locator('.c-upgrade.can');
    if (await upgrade.count()) {
      met.add('upgrade');
      await turnToDear(asked);
      await asked.press(upgrade.nth(roll(await upgrade.count())));
    } else {
      for (const [what, selector] of [['category', '.c-sort.can'], ['dear', '.c-eights .c-tile.can']])
        if (await asked.page.locator(selector).count()) met.add(what);
      const dear = asked.page.locator('.c-eights .c-tile.can');
      if (await dear.count() && roll(3) === 0) {
        await turnToDear(asked);
        await asked.press(dear.first());
      } else if ((await asked.act(roll)) === null) throw new Error(`nothing is offered to ${asked.name} at ${asked.page.url()}`);
    }
  }
  return asked !== null;
}

await main(async () => {
  const roll = dice(29), met = new Set();
  const elena = await Person.arrive(house, browser, 'Elena');
  const hanako = await Person.arrive(house, browser, 'Hanako', { locale: 'ja-JP', viewport: { width: 1280, height: 800 }, javaScriptEnabled: false });
  await elena.join();
  await hanako.join();
  await elena.go('/games/new?game=carrara');
  await elena.unfold(elena.page.locator('.more-options > summary'));
  for (const [name, value] of [['seats', '3'], ['bots', '1'], ['option.expansion', 'on']])
    await elena.page.check(`input[name="${name}"][value="${value}"]`, { force: true });
  await elena.follow('main form button.primary');
  const table = new URL(elena.page.url()).pathname;
  await hanako.go(table);
  await hanako.follow(`form[action="${table}/sit"] button`);
  await hanako.go(table);
  ok(await hanako.page.locator('html').getAttribute('lang') === 'ja', 'one of them reads Japanese');
  ok(await hanako.page.locator('.c-eights .c-tile').count() === 6 && await hanako.page.locator('.c-upgrade').count() === 8
    && await hanako.page.locator('.c-cards > li').count() === 4, 'six dear buildings, eight upgrade tiles and four cards lie on the board');
  const isByHand = byHand();
  let turns = 0;
  while (turns < 400 && await turn([elena, hanako], table, roll, met, isByHand)) turns += 1;
  for (const person of [elena, hanako]) {
    await person.go(table);
    ok(await over(person), `the game ends and names the winner to ${person.name} (${turns} turns)`);
  }
  ok(['upgrade', 'category', 'dear'].every((what) => met.has(what)), 'dear buildings, upgrade tiles and categories could be pressed', [...met]);
  await hanako.follow(`a[href="${table}/history"]`);
  ok(await hanako.page.locator('#result-title + .result tbody').count() === 3, 'the history shows three in the result');
  for (const person of [elena, hanako]) ok(person.errors.length === 0, `${person.name}'s browser saw no error`, person.errors.join('\n'));
  ok(/no difference|same|0 differ|identical/i.test(house.ridotto('replay', '--all')), 'ridotto replay --all finds no difference');
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
