#!/usr/bin/env node
// Whole games of every kind with nothing but the keyboard, from the form for a new table to the history: the focus is always seen, shows
// itself, and is at the question after each step. Bots hold the other seats. Arguments: the games to play. Without, those whose boards differ
// most in how they take keys; with RIDOTTO_TESTS_LONG all.
import { openHouse } from './house.mjs';
import { dice, openBrowser } from './people.mjs';
import { main, ok } from './tap.mjs';
import { Typist } from './typist.mjs';

const house = await openHouse();
const browser = await openBrowser();

/** What is wished for first of what is legal; of several alike the dice decide. Short games are wanted: in Venedig many bots end it sooner. */
const games = {
  carrara: { seats: 2, wish: [/^(build|declare|score)/, /^pay/, /^end/] },
  gondoliere: { seats: 3, wish: [/^place/, /^end/] },
  genoa: { seats: 2, options: { shorter: 'four' }, wish: [/^accept/, /^stop/, /^move/, /^ready$/] },
  venedig: { seats: 5, wish: [/^(build|scrap|call|casa|spend)/, /^play .*=[34]$/, /^play .*=2$/, /^play/, /^(proceed|done|stop|pass)/] },
  vernissage: { seats: 3, options: { rounds: 'r15' }, wish: [/^(accept|yield|end|take_none)/] },
};

/** The form for a new table, and all other seats for bots. */
async function opens(anna, game, { seats, options = {} }) {
  await anna.go(`/games/new?game=${game}`);
  const choice = (name, value) => anna.page.locator(`main form.sheet input[name="${name}"][value="${value}"]`);
  await anna.pick(choice('seats', seats));
  await anna.pick(choice('bots', seats - 1));
  if (Object.keys(options).length) await anna.unfold(anna.page.locator('.more-options > summary'));
  for (const [name, value] of Object.entries(options)) await anna.pick(choice(`option.${name}`, value));
  await anna.press(anna.page.locator('main form.sheet button.primary'));
  return new URL(anna.page.url()).pathname;
}

/** One step of those that are legal, by what the page offers for it; returns it. */
async function acts(anna, { wish }, roll, legal) {
  if (!legal.length) {
    await anna.press(anna.page.locator('button[name=do][value=confirm]'));
    return 'confirm';
  }
  const wanted = wish.map((words) => legal.filter((move) => words.test(move))).find((some) => some.length);
  const from = wanted && roll(8) ? wanted : legal, at = roll(from.length);
  for (const move of [...from.slice(at), ...from.slice(0, at), ...legal]) {
    try {
      await anna.choose(move);
      return move;
    } catch (error) { // of two tiles that are alike one is offered
      if (!/is not offered/.test(error.message)) throw error;
    }
  }
  throw new Error(`nothing of what is legal is offered at ${anna.page.url()}`);
}

/** The page follows the game by itself, or, where something is chosen, says that it could. */
async function comesAlong(anna) {
  const mine = anna.page.locator('#asked.asked-mine'), news = anna.page.locator('.live button:visible');
  await mine.or(news).first().waitFor();
  if (!await news.count()) return;
  await anna.walk(news);
  await anna.page.keyboard.press('Enter');
  await mine.waitFor();
}

async function plays(anna, game, how) {
  const roll = dice(7), { page } = anna, steps = [], lost = [], table = await opens(anna, game, how);
  for (;;) {
    const model = await house.until(`${game}: the bots`, async () => {
      const now = await anna.read(table);
      return (now.asked.mine || now.game.is_over) && now;
    });
    if (model.game.is_over) break;
    await comesAlong(anna);
    steps.push(await acts(anna, how, roll, model.legal));
    if (await page.evaluate(() => document.activeElement === document.body)) lost.push(`${steps.at(-1)} leads to ${page.url()}`);
    if (steps.length > 600) throw new Error(`${game} does not end`);
  }
  ok(true, `${game}: played to its end with ${steps.length} steps, ${anna.keys} keys, ${anna.arrows} of them arrows on the board`);
  ok(lost.length === 0, `${game}: after each step the focus is at the question`, lost.slice(0, 5).join('\n'));
  await anna.press(page.locator(`#asked a[href="${table}/history"]`));
  ok(await page.locator('#result-title + .result tbody').count() >= how.seats, `${game}: and reads its history`);
}

await main(async () => {
  for (const [n, game] of (process.argv.length > 2 ? process.argv.slice(2) : process.env.RIDOTTO_TESTS_LONG ? Object.keys(games) : ['carrara', 'gondoliere', 'venedig']).entries()) {
    const how = games[game];
    const anna = await Typist.arrive(house, browser, `Anna${n}`, { reducedMotion: 'reduce' });
    await anna.join();
    await plays(anna, game, how);
    ok(anna.wrong.size === 0, `${game}: wherever the focus goes, one sees it`, [...anna.wrong].join('\n'));
    ok(anna.errors.length === 0, `${game}: the browser saw no error`, anna.errors.join('\n'));
    await anna.page.context().close();
  }
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
