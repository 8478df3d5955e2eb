#!/usr/bin/env node
// Whole games of Gondoliere for three. What the page says that a placement would do is what it does, and the game is not
// ended unasked: once without script by the buttons beside the board, once on a phone by touch at the canals' ends.
import { door, openHouse } from './house.mjs';
import { arrived, dice, openBrowser, Person } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();

// ---- the others at the table: they know the pages, but look at none ----

const step = (person, table, text) => person.post(table, `${table}/moves`, { step: text });

const waysIn = (view) => view.placing.filter(({ act }) => act).flatMap((tile) => tile.canals.flatMap(({ canal, ways }) => ways
  .map((way) => ({ tile, canal, way }))));

/** A whole turn: tiles that finish nothing as long as there are such, so that the game lasts. */
async function moveOn(person, table) {
  for (let i = 0; i < 2; i++) {
    const { view } = await person.read(table), ways = view.on_board ? waysIn(view) : [];
    const { tile, canal, way } = ways.find((one) => one.way.touches.every(({ finished }) => !finished)) ?? ways[0] ?? {};
    if (!tile || (i > 0 && way.touches.some(({ finished }) => finished))) break;
    await step(person, table, `place tile=${tile.tile} canal=${canal} rotation=${way.rotation}`);
    if (way.ends) return person.post(table, `${table}/draft`, { do: 'confirm' });
  }
  await step(person, table, 'end');
}

/** A table at which @person sits with @guests, always dealt alike. */
async function sitDown(person, guests, deal) {
  await person.go('/games/new?game=gondoliere');
  await person.page.check('input[name=seats][value="3"]', { force: true });
  await person.page.check('input[name=bots][value="0"]', { force: true });
  await person.press(person.page.locator('main form.sheet button.primary'));
  const table = new URL(person.page.url()).pathname;
  house.sql(`UPDATE game SET secret = decode(repeat('${deal}', 32), 'hex') WHERE id = ${table.match(/\d+/)[0]}`);
  for (const guest of guests) await guest.post(table, `${table}/sit`, {});
  return table;
}

/** The view once it is this person's turn, or the game is over. */
async function turnOf(person, guests, table) {
  for (;;) {
    const { view, game } = await person.read(table);
    if (game.is_over || view.current === 0) return view;
    await moveOn(guests[view.current - 1], table);
  }
}

/** What of a placement did not come as it was told. */
function wrongIn({ tile, canal, way }, now) {
  const name = `${tile.tile} at ${canal}`, laid = now.board.find((one) => one.tile === tile.tile);
  const wrong = way.touches.filter((told) => {
    const is = now.canals.find((one) => one.canal === told.canal);
    return is.passengers !== told.passengers || is.open === told.finished || JSON.stringify(is.payout) !== JSON.stringify(told.points);
  }).map((told) => `${name}: ${JSON.stringify(told)}`);
  if (way.ends !== Boolean(now.ending)) wrong.push(`${name}: the end of the game`);
  if (laid?.rotation !== way.rotation || laid.x !== way.x || laid.y !== way.y) wrong.push(`${name}: where it lies: ${JSON.stringify(laid)}`);
  return wrong;
}

/** Landings rather than canal tiles, and no end of the game as long as there is another way. */
function wish(view, roll) {
  const ways = waysIn(view), mine = ways.filter(({ tile, way }) => tile.landing && !way.ends), lasting = ways.filter(({ way }) => !way.ends);
  const from = mine.length && roll(3) ? mine : lasting.length ? lasting : ways;
  return from[roll(from.length)];
}

/** What ends a turn, or the game. */
const confirm = 'button:is([name=step][value=end], [name=do][value=confirm]):visible';

// ---- without script ----

/** Places a tile at the end of a canal by the buttons beside the board. */
async function byList(person, table, { tile, canal, way }) {
  await person.go(table);
  await person.press(person.page.locator(`.g-hand a[data-place="${tile.place}"]`));
  const lay = person.page.locator(`#end-${canal} [data-way="${way.rotation}"]`);
  return person.press(lay);
}

/** A tile that fits nowhere says why when it is pressed, canal by canal, beside the question; the page stays where it is. */
async function tellsWhy(person, table) {
  await person.go(table);
  const idle = person.page.locator('.g-idle').first();
  if (await idle.count() === 0) return null;
  await idle.click();
  const why = person.page.locator('.g-why:target'), words = await why.locator('li').allTextContents();
  return words.length > 0 && words.every((text) => /[a-z]{4}/.test(text)) && await why.isVisible() && await person.page.evaluate(() => scrollY) === 0;
}

async function playByList(person, guests) {
  const table = await sitDown(person, guests, '21'), roll = dice(11), wrong = [];
  let placed = 0, told = null;
  for (let view = await turnOf(person, guests, table); !view.ending; view = await turnOf(person, guests, table)) {
    for (let many = 1 + roll(3); many > 0 && view.on_board && waysIn(view).length; many--) {
      const wanted = wish(view, roll);
      told ??= await tellsWhy(person, table);
      await byList(person, table, wanted);
      ({ view } = await person.read(table));
      wrong.push(...wrongIn(wanted, view));
      placed++;
    }
    await person.go(table);
    const sure = person.page.locator('details.sure:not(.twice) > summary'); // canals are finished: asked once more
    if (view.ending) {
      const says = (what) => person.page.getByText(what).first().isVisible();
      ok(await says(/Confirming your turn ends the game/) && !await says(/The game is over/) && await sure.count() > 0,
        `${person.name}: a draft with which the game would end says so, and asks once more`);
    }
    if (await sure.count()) await sure.first().click();
    await person.press(person.page.locator(confirm).first());
  }
  ok(placed > 3 && wrong.length === 0, `${person.name}: each of ${placed} placements does what the page said`, wrong.join('\n'));
  ok(told, `${person.name}: a tile that fits nowhere says why, where one is`);
  const { view, game } = await person.read(table);
  ok(game.is_over && view.winners.length > 0, `${person.name}: the game ends: ${view.ending}`);
  await person.go(table);
  ok(await person.page.locator('.g-over').isVisible(), `${person.name}: and the board says so`);
}

// ---- by touch ----

/** A finger on the middle of what @place shows, where one sees it: scrolled to, and drawn there. */
async function touch(person, place) {
  await place.evaluate((element) => new Promise((drawn) => {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    requestAnimationFrame(() => requestAnimationFrame(drawn));
  }));
  await person.breathe();
  const box = await place.boundingBox();
  await person.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** The same when it leads to another page. */
const follow = (person, place) => Promise.all([arrived(person.page), touch(person, place)]);

/** Where one points at such an end: the whole place, or the part of it that is this canal's. */
const spot = 'rect, .g-hit, .g-third';
const endOf = (person, canal) => person.page.locator(`.g-plan a[href="#end-${canal}"]`);
const said = (person) => person.page.locator('[data-say]').textContent();

/** How it lies at the end that is aimed at; that is said, too, in the words of the button that would lay it so. */
async function lies(person, canal) {
  const way = await endOf(person, canal).locator('[data-way].on').getAttribute('data-way');
  const words = (selector) => person.page.locator(selector).evaluate((element) => {
    const copy = element.cloneNode(true);
    for (const sign of copy.querySelectorAll('[aria-hidden=true]')) sign.remove();
    return copy.textContent.replace(/\s+/g, ' ').trim();
  });
  const [heard, does] = await Promise.all([words('[data-aimed]'), words(`#end-${canal} [data-way="${way}"]`)]);
  if (!/ Canal \d/.test(heard) || heard !== does) throw new Error(`canal ${canal}: ${does}, and what is heard is "${heard}"`);
  return Number(way);
}

/** One tap shows the tile there; returns how it lies then. */
async function aim(person, canal) {
  await touch(person, endOf(person, canal).locator(spot).first());
  await endOf(person, canal).and(person.page.locator('.aimed')).waitFor();
  return lies(person, canal);
}

/** Turns what is aimed at until it lies as wanted, by the arrow beside it. */
async function turnTo(person, canal, from, to) {
  const seen = [from];
  for (let at = from; at !== to && seen.length < 5; seen.push(at)) {
    await touch(person, endOf(person, canal).locator('[data-turn]'));
    at = await lies(person, canal);
  }
  return seen;
}

/** Is what counts in the window of the board: an end where the tile can lie, or if there is none the tile that came last? */
const isInSight = (person) => person.page.evaluate(() => {
  const box = document.querySelector('.g-scroll').getBoundingClientRect();
  const open = [...document.querySelectorAll('.g-plan a[data-end]:has([data-way])')];
  return (open.length ? open : [...document.querySelectorAll('[data-now]')].slice(-1)).some((place) => {
    const { left, right, top, bottom } = place.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  });
});

/** The address names that part of the page, it has the focus, and begins in the window. */
const isLedTo = (person, id) => person.page.waitForFunction((name) => location.hash === `#${name}` && document.activeElement.id === name
  && document.activeElement.getBoundingClientRect().top >= -1 && document.activeElement.getBoundingClientRect().top < innerHeight, id, { timeout: 5000 })
  .then(() => true, () => false);

/** Looks at another end first, and at one where the tile cannot lie. */
async function waver(person, { tile, canal }, seen) {
  const other = tile.canals.find((one) => one.canal !== canal && one.ways.length), none = tile.canals.find(({ fits }) => !fits);
  if (other) await aim(person, other.canal);
  if (!none) return;
  await touch(person, endOf(person, none.canal).locator(spot).first());
  await person.page.locator(`li.aimed#end-${none.canal}`).waitFor();
  if (none.refusals.every(({ refused_text: why }) => seen.text.includes(why) || (seen.text += why))) seen.refused++;
  if (!(await said(person)).includes(none.refusals[0].refused_text)) seen.wrong.push(`${tile.tile} at ${none.canal}: not said why not`);
}

async function byTouch(person, table, wanted, seen) {
  const { tile, canal, way } = wanted, { ways } = tile.canals.find((one) => one.canal === canal);
  await follow(person, person.page.locator(`.g-hand a[data-place="${tile.place}"]`));
  if (!await isInSight(person)) seen.wrong.push(`${tile.tile}: no end of a canal is in sight`);
  if (await person.page.locator('.g-keys').isVisible()) seen.wrong.push(`${tile.tile}: keys are named where there are none`);
  if (!await isLedTo(person, 'board')) seen.wrong.push(`${tile.tile}: choosing it does not lead to the board`);
  if (seen.placed % 3 === 0) await waver(person, wanted, seen);
  const first = await aim(person, canal), turns = await turnTo(person, canal, first, way.rotation);
  if (turns.at(-1) !== way.rotation) seen.wrong.push(`${tile.tile} at ${canal}: turned ${turns}`);
  if (turns.length > 1) seen.turned++;
  if (ways.length === 1) {
    await person.page.keyboard.press('r');
    if (!(await said(person)).startsWith('It fits only this way.')) seen.wrong.push(`${tile.tile} at ${canal}: ${await said(person)}`);
  }
  return follow(person, endOf(person, canal).locator(spot).first());
}

/** A page whose script takes its time: the tap is not lost. */
async function tapTooSoon(person, { tile, canal }) {
  let letGo;
  const held = new Promise((resolve) => { letGo = resolve; });
  await person.page.route(/house\.js/, (route) => held.then(() => route.continue()));
  const loaded = arrived(person.page), pick = await person.page.locator(`.g-hand a[data-place="${tile.place}"]`).getAttribute('href');
  await person.page.goto(new URL(pick, person.page.url()).href, { waitUntil: 'commit' });
  await endOf(person, canal).waitFor();
  await touch(person, endOf(person, canal).locator(spot).first());
  await person.page.waitForURL(/#end-/, { waitUntil: 'commit' });
  letGo();
  await loaded;
  await endOf(person, canal).and(person.page.locator('.aimed')).waitFor();
  await person.page.unroute(/house\.js/);
  ok(true, `${person.name}: a tap that comes before the script aims when it is there`);
  await person.go(table(person));
}

const table = (person) => new URL(person.page.url()).pathname;

async function takeBack(person, view, seen) {
  await follow(person, person.page.locator('button[name=do][value=back]'));
  const { view: now } = await person.read(table(person));
  ok(now.board.length === view.board.length && now.placed === view.placed, `${person.name}: the first placement is taken back`);
  const again = waysIn(now).find(({ canal, way }) => canal !== seen.last.canal && !way.ends);
  await byTouch(person, table(person), again, seen);
  const { view: then } = await person.read(table(person));
  ok(then.board.length === view.board.length + 1, `${person.name}: and made elsewhere`);
  seen.wrong.push(...wrongIn(again, then));
  return then;
}

async function playByTouch(person, guests) {
  const at = await sitDown(person, guests, '22'), roll = dice(5), seen = { placed: 0, turned: 0, refused: 0, text: '', wrong: [], last: null };
  await person.go(at);
  for (let view = await turnOf(person, guests, at), turn = 1; !view.ending; view = await turnOf(person, guests, at), turn++) {
    await person.page.locator('.g-hand a.g-pick').first().waitFor(); // the open page has heard of it
    if (turn === 1) await tapTooSoon(person, waysIn(view)[0]);
    if (turn === 2) await touch(person, person.page.locator('label[for=g-larger]'));
    for (let many = 1 + roll(3); many > 0 && view.on_board && waysIn(view).length; many--) {
      const before = view;
      seen.last = wish(view, roll);
      await byTouch(person, at, seen.last, seen);
      ({ view } = await person.read(at));
      seen.wrong.push(...wrongIn(seen.last, view));
      if (seen.placed === 0) view = await takeBack(person, before, seen);
      seen.placed++;
      if (await person.page.locator('#g-larger').isChecked() !== turn > 1) seen.wrong.push(`turn ${turn}: how large the board was is forgotten`);
    }
    const sure = person.page.locator('details.sure:not(.twice) > summary');
    if (await sure.count()) await touch(person, sure.first());
    await follow(person, person.page.locator(confirm).first());
  }
  ok(seen.placed > 3 && seen.wrong.length === 0, `${person.name}: each of ${seen.placed} placements does what the page said`, seen.wrong.join('\n'));
  ok(seen.turned > 0, `${person.name}: ${seen.turned} of them turned by the arrow`);
  ok(seen.refused > 0, `${person.name}: an end that is tapped in vain says why, ${seen.refused} times`);
  await person.page.locator('.g-over').waitFor();
  await follow(person, person.page.locator('#asked a.button[href*="/history"]'));
  ok(await person.page.locator('.g-plan').isVisible() && await person.page.locator('.g-over').count() === 0, `${person.name}: the history shows the board as it was at first`);
  const step = async (way, { over }) => { // the film makes its steps on the page
    await touch(person, person.page.locator(way).first());
    await person.page.locator('.g-over').waitFor({ state: over ? 'visible' : 'detached' });
  };
  await step('#plies a[data-ply]', { over: true });
  await step('a[rel=prev]', { over: false });
  ok(true, `${person.name}: and at its end, and as it was before`);
  await person.page.setViewportSize({ width: 1280, height: 800 }); // there the list of all moves is a window of its own
  await step('a[rel=prev]', { over: false });
  ok(await person.page.evaluate(() => {
    const list = document.querySelector('.log-turns'), { top, bottom } = list.getBoundingClientRect();
    const move = list.querySelector('[aria-current]').getBoundingClientRect();
    return list.scrollHeight > list.clientHeight && list.scrollTop > 0 && move.top >= top && move.bottom <= bottom;
  }), `${person.name}: the move is in sight in the list of all moves`);
}

await main(async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const anna = await Person.arrive(house, browser, 'Anna', { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
  const dora = await Person.arrive(house, browser, 'Dora', phone);
  const guests = [];
  for (const name of ['Bruno', 'Clara']) guests.push(await Person.arrive(house, browser, name, { javaScriptEnabled: false }));
  for (const person of [anna, dora, ...guests]) await person.join();
  await playByList(anna, guests);
  await playByTouch(dora, guests);
  for (const person of [anna, dora])
    ok(person.errors.filter((error) => !/404/.test(error)).length === 0, `${person.name}'s browser saw no error`, person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, `the house stops cleanly (${door})`);
});
