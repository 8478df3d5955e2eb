#!/usr/bin/env node
// A person against three bots.
import { openHouse } from './house.mjs';
import { Person, dice, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

await main(async () => {
  const roll = dice(23);
  const elena = await Person.arrive(house, browser, 'Elena');
  await elena.join();
  await elena.go('/games/new');
  await elena.page.check('input[name=seats][value="4"]', { force: true });
  await elena.page.check('input[name=bots][value="3"]', { force: true });
  await elena.follow('main form button.primary');
  const table = new URL(elena.page.url()).pathname;
  await elena.go(table);
  ok(await elena.page.locator('#board').count() === 1, 'with three bots the table starts at once');
  const isOver = () => elena.page.locator('.laurel').count().then((n) => n > 0);
  let turns = 0;
  for (; turns < 200 && !(await isOver()); turns++) {
    await house.until('the bots have played', async () => {
      await elena.go(table);
      return (await elena.isMyTurn()) || (await isOver());
    });
    for (let step = 0; step < 40 && await elena.isMyTurn(); step++) {
      if ((await elena.act(roll)) === null) throw new Error(`nothing is offered at ${elena.page.url()}`);
    }
  }
  ok(await isOver(), `the game ends and names the winner (${turns} turns)`);
  await elena.follow(`a[href="${table}/history"]`);
  ok(await elena.page.locator('#result-title + .result tbody').count() === 4, 'the history shows four in the result');
  ok(elena.errors.length === 0, 'the browser saw no error', elena.errors.join('\n'));
  ok(/no difference|same|0 differ|identical/i.test(house.ridotto('replay', '--all')), 'ridotto replay --all finds no difference');
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
