#!/usr/bin/env node
// The history as a film: it plays, steps, slides and is swiped without a page load; it begins where one was last, tells nobody the end unasked,
// and does without script.
import { openHouse } from './house.mjs';
import { Person, openBrowser } from './people.mjs';
import { violations } from './access.mjs';
import { main, ok } from './tap.mjs';

const FIRST_STEP = 200, HELD = 60; // milliseconds; presses of a key that is held down
const house = await openHouse();
const browser = await openBrowser();

/** A game that bots have played to its end. */
async function wholeGame(person, game, seats) {
  await person.go(`/games/new?game=${game}`);
  await person.page.locator(`input[name=seats][value="${seats}"]`).check({ force: true });
  await person.page.locator(`input[name=bots][value="${seats - 1}"]`).check({ force: true });
  await person.press(person.page.locator('main form button.primary'));
  const table = new URL(person.page.url()).pathname, id = table.split('/')[2];
  house.sql(`UPDATE seat SET person = NULL, bot = 'advise' WHERE game = ${id} AND person IS NOT NULL`);
  await house.until('the bots', () => house.sql(`SELECT status FROM game WHERE id = ${id}`) === 'over', 300);
  return { table, last: Number(house.sql(`SELECT ply FROM game WHERE id = ${id}`)) };
}

const ply = (page) => page.locator('.film-slider').inputValue().then(Number);
const moveText = (page) => page.locator('#asked .facts b').textContent();
const at = (page, wanted) => page.waitForFunction((n) => document.querySelector('#asked .facts b')?.textContent.match(/\d+/)?.[0] === String(n), wanted);
const settledAt = (page, path) => page.waitForFunction((wanted) => location.pathname === wanted, path);
/** How often the page was loaded since it was marked: its mark goes with it. */
const marked = (page) => page.evaluate(() => { window.sameFilm = true; });
const isSame = (page) => page.evaluate(() => window.sameFilm === true);
const blocksLoaded = (page) => page.waitForFunction(() => performance.getEntriesByType('resource').some((one) => one.name.includes('/history/frames')));

/** The board and the move as the server draws them, and as they stand. */
const reading = (root) => ['#board', '#asked', '#plies'].map((part) => root.querySelector(part).textContent.replace(/\s+/g, ' ').replace(/\d+ (min|s|h)\S* ago|just now/g, '')).join('|');
async function asItsPage(page, path) {
  const text = await (await page.context().request.get(house.url + path)).text();
  return page.evaluate(([html, read]) => {
    const reading = eval(read);
    return reading(new DOMParser().parseFromString(html, 'text/html')) === reading(document);
  }, [text, `(${reading})`]);
}

/** Milliseconds from the press until the next move is seen. */
async function firstStep(page, history) {
  await page.goto(`${house.url}${history}/0`);
  await blocksLoaded(page);
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => new Promise((done) => {
    const began = performance.now(), facts = document.querySelector('#asked .facts b');
    new MutationObserver(() => requestAnimationFrame(() => done(performance.now() - began))).observe(facts, { characterData: true, childList: true, subtree: true });
    document.querySelector('a[rel=next]').click();
  }));
}

async function steps(page, history, last) {
  const times = [await firstStep(page, history), await firstStep(page, history), await firstStep(page, history)], took = Math.min(...times);
  await marked(page);
  ok(took < FIRST_STEP, `the first step is seen within ${FIRST_STEP} ms`, `${took.toFixed(0)} ms`);
  console.log(`# the first step: ${took.toFixed(0)} ms`);
  await at(page, 1);
  for (const [key, wanted] of [['ArrowRight', 2], ['ArrowRight', 3], ['ArrowLeft', 2], ['End', last], ['ArrowRight', last], ['Home', 0], ['ArrowLeft', 0]]) {
    await page.keyboard.press(key);
    await at(page, wanted);
  }
  ok(await isSame(page), 'keys step to the next, the last and the first move without a page load');
  await page.locator('.film-slider').fill('123');
  await at(page, 123);
  ok(await asItsPage(page, `${history}/123`), 'the slider leads to what the page of that move shows');
  await page.locator('#log .log-turns a[href$="/120"]').first().click();
  await at(page, 120);
  ok(await asItsPage(page, `${history}/120`), 'and a link in the log');
  await settledAt(page, `${history}/120`);
  ok((await page.title()).startsWith('Move 120 of'), 'address and title follow', await page.title());
  await page.reload();
  ok(await moveText(page) === `Move 120 of ${last}`, 'loaded anew it stands where it was', await moveText(page));
  await blocksLoaded(page);
  await marked(page);
  await page.keyboard.press('Shift+ArrowRight');
  const round = await page.locator('.film-rounds a').evaluateAll((marks) => marks.map((mark) => +mark.dataset.ply).find((one) => one > 120));
  await at(page, round);
  ok(await isSame(page) && await page.locator('.film-ticks span').count() > 3, 'Shift and an arrow lead to the next round, where a mark stands', String(round));
}

async function held(page, history) {
  await page.goto(`${house.url}${history}/0`);
  await blocksLoaded(page);
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate(async (times) => {
    const frames = [], facts = document.querySelector('#asked .facts b');
    new MutationObserver(() => frames.push(+facts.textContent.match(/\d+/)[0])).observe(facts, { characterData: true, childList: true, subtree: true });
    for (let i = 0; i < times; i++) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', repeat: i > 0, bubbles: true, cancelable: true }));
    for (let i = 0; i < 100 && frames.at(-1) !== times; i++) await new Promise((done) => setTimeout(done, 100));
    return frames;
  }, HELD);
  ok(seen.at(-1) === HELD && seen.length < HELD / 2, 'a held key shows the newest move that is wanted, not each on the way', JSON.stringify(seen));
  await page.keyboard.down('ArrowRight');
  for (let i = 0; i < 30; i++) await page.keyboard.down('ArrowRight');
  await page.keyboard.up('ArrowRight');
  const wanted = await ply(page);
  await at(page, wanted);
  await page.waitForTimeout(500);
  ok(await ply(page) === wanted, 'when it is let go nothing comes after', `${wanted}`);
}

async function plays(page, history, last) {
  await page.goto(`${house.url}${history}/100`);
  await page.waitForLoadState('networkidle');
  await page.locator('.film-speed').selectOption('4');
  const button = page.locator('.film-button');
  ok(await button.getAttribute('aria-label') === 'Play back', 'a button plays');
  await page.locator('h1').click();
  await page.keyboard.press(' ');
  await page.waitForFunction(() => +document.querySelector('.film-slider').value > 101);
  ok(await button.getAttribute('aria-label') === 'Pause', 'and the space bar does, too');
  await page.keyboard.press(' ');
  const paused = await ply(page);
  await page.waitForTimeout(900);
  ok(await ply(page) === paused && paused < last, 'pressed again it stands still', `${paused}`);
  await page.locator('.film-slider').fill(String(last - 3));
  await at(page, last - 3);
  await button.click();
  await at(page, last);
  await page.waitForFunction(() => document.querySelector('.film-button').getAttribute('aria-label') === 'Play back');
  ok(true, 'it plays to the end, and stops there');
  await button.click();
  await page.waitForFunction((end) => +document.querySelector('.film-slider').value < end, last);
  await button.click();
  ok(await ply(page) < last / 2, 'from the end it begins anew');
  await settledAt(page, `${history}/${await ply(page)}`);
  await page.reload();
  ok(await page.locator('.film-speed').inputValue() === '4', 'the speed is remembered');
  await page.locator('.film-button').focus();
  await page.keyboard.press(' ');
  await page.waitForTimeout(50);
  ok(await page.locator('.film-button').getAttribute('aria-label') === 'Pause', 'the space bar on the button presses it once');
  await page.locator('a[rel=next]').click();
  ok(await page.locator('.film-button').getAttribute('aria-label') === 'Play back', 'a step of one\'s own pauses it');

  await page.route('**/history/frames**', async (route) => {
    await new Promise((resolve) => { setTimeout(resolve, 2000); });
    await route.continue();
  });
  await page.goto(`${house.url}${history}/${last}`);
  await page.locator('.film-button').click();
  await page.waitForTimeout(1500);
  ok(await page.locator('.film-button').getAttribute('aria-label') === 'Pause', 'at its end, where the first moves come late, it waits for them');
  await page.waitForFunction((end) => document.querySelector('a[rel=next]') && +document.querySelector('.film-slider').value < end / 2, last);
  ok(true, 'and plays them');
  await page.locator('a[rel=next]').click();
  await page.unroute('**/history/frames**');
}

/** A finger from one place to another. */
async function swipe(page, dx, dy = 0) {
  const box = await page.locator('#board').boundingBox(), x = box.x + box.width / 2, y = box.y + 60;
  const client = await page.context().newCDPSession(page);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let i = 1; i <= 4; i++) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + dx * i / 4, y: y + dy * i / 4 }] });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Of a board in pages the one is shown that a move has changed: stones come from the wheel, a building stands in somebody's city. */
async function opensWhereItChanged(page, history) {
  const first = (begins) => Number(house.sql(`SELECT min(ply) FROM move WHERE game = ${history.match(/\d+/)[0]} AND ply > 30 AND move LIKE '${begins}%'`));
  const shown = () => page.locator('.c-board > [class*=c-page-]').evaluateAll((all) => [...new Set(all.filter((e) => e.checkVisibility()).map((e) => e.className.match(/c-page-\d/)[0]))].join());
  for (const [begins, wanted] of [['buy ', 'c-page-1'], ['pay ', 'c-page-5'], ['buy ', 'c-page-1'], ['score_city ', 'c-page-4'], ['object ', 'c-page-2']]) {
    const move = first(begins);
    if (!move) continue; // nobody did it in this game
    await page.evaluate((to) => { const slider = document.querySelector('.film-slider'); slider.value = to; slider.dispatchEvent(new Event('input')); }, move);
    await at(page, move);
    ok(await shown() === wanted, `${begins}shows ${wanted}`, `${move}: ${await shown()}`);
    await page.goto(`${house.url}${history}/${move}`);
    ok(await shown() === wanted, `and so does the page of its move`, `${move}: ${await shown()}`);
  }
}

async function phone(house, history, last) {
  const walker = await Person.arrive(house, browser, 'Walker', { hasTouch: true, isMobile: true });
  const { page } = walker;
  await page.goto(`${house.url}${history}/30`);
  await page.waitForLoadState('networkidle');
  await marked(page);
  await swipe(page, -140);
  await at(page, 31);
  await swipe(page, 140);
  await at(page, 30);
  await swipe(page, -20);
  await swipe(page, -60, 90);
  await page.waitForTimeout(300);
  ok(await ply(page) === 30 && await isSame(page), 'a finger that goes sideways steps, one that scrolls does not');
  const [board, bar, log] = await Promise.all(['#board', '.film-bar', '#log'].map((part) => page.locator(part).evaluate((e) => {
    const { top, bottom } = e.getBoundingClientRect();
    return { top: top + scrollY, bottom: bottom + scrollY, inView: bottom <= innerHeight };
  })));
  ok(board.top < 200 && log.top > board.top && bar.inView, 'the board comes first, the controls lie at the foot, the log below the board', JSON.stringify({ board, bar, log }));
  const small = await page.locator('.film-controls :is(a, button, select):visible').evaluateAll((all) => all.filter((e) => {
    const { width, height } = e.getBoundingClientRect();
    return width < 43.5 || height < 43.5;
  }).map((e) => e.outerHTML.slice(0, 80)));
  ok(small.length === 0, 'what is pressed there is large enough', small.join('\n'));
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    const rows = await page.locator('.film-controls :is(.plies a, .film-button, .film-speed, .film-copy):visible').evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
    ok(rows.length > 5 && Math.max(...rows) - Math.min(...rows) < 1, `all that is pressed is in one row at ${width}`, rows.join());
  }
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing is wider than ${width} pixels`);
    const words = await page.evaluate(() => ['.facts', '.film-text', '.log-who .who, .log-who'].map((part) => {
      const range = document.createRange(), node = document.querySelector(`#asked ${part}`);
      range.selectNodeContents(node.querySelector('b') ?? node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, top, bottom };
    }));
    ok(words.slice(1).every((said) => said.top >= words[0].bottom - 4 || said.right <= words[0].left + 1), `and the number of the move beside its words at ${width}`, JSON.stringify(words));
    ok(await page.locator('#asked').evaluate((e) => e.scrollHeight <= e.clientHeight + 1), 'which are all in sight');
  }
  await opensWhereItChanged(page, history);
  ok((await violations(page)).length === 0, 'axe finds nothing on a phone', (await violations(page)).join('\n'));
  ok(walker.errors.length === 0, 'no error was seen', walker.errors.join('\n'));
  void last;
}

async function begins(history, last) {
  const reader = await Person.arrive(house, browser, 'Reader', { viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = reader;
  await page.goto(house.url + history);
  ok(await moveText(page) === `Move 0 of ${last}`, 'a finished game begins at the beginning');
  await page.locator('.film-slider').fill('57');
  await settledAt(page, `${history}/57`);
  await page.goto(`${house.url}/help`);
  await page.goto(house.url + history);
  await at(page, 57);
  ok(true, 'and goes on where one was last');
  await page.goto(`${house.url}${history}/9`);
  ok(await moveText(page) === `Move 9 of ${last}`, 'a link to a move leads there all the same');
  await page.goto(house.url + history);
  await page.locator('.film-copy').click();
  await page.locator('.film-copy.copied').waitFor();
  ok(/\/history\/\d+$/.test(await page.evaluate(() => navigator.clipboard.readText())), 'a button copies the link', await page.evaluate(() => navigator.clipboard.readText()));
  await page.keyboard.press('End');
  await settledAt(page, `${history}/${last}`);
  await page.goto(house.url + history);
  await page.waitForTimeout(300);
  ok(await moveText(page) === `Move 0 of ${last}`, 'who has seen the end begins anew');

  const winner = house.sql(`SELECT points FROM seat WHERE game = ${history.split('/')[2]} AND rank = 1 LIMIT 1`);
  await page.goto(`${house.url}${history}/${last}`);
  ok(!(await page.title()).includes('wins') && !(await page.title()).includes(winner), 'the title does not say who won', await page.title());
  await page.goto(`${house.url}${history}/${Math.floor(last / 2)}`);
  ok(await page.locator('.laurel').count() === 0, 'nor does the page, before the end');
  const width = () => page.locator('.chart polyline').first().evaluate((line) => line.getBBox().width);
  const half = await width();
  await page.locator('.film-slider').fill(String(Math.floor(last * 0.75)));
  await at(page, Math.floor(last * 0.75));
  ok(await width() > half * 1.3, 'the chart goes on with the film');
  await page.locator('a:text("Show the result")').click();
  await page.locator('.laurel').first().waitFor();
  ok(/\?result=1/.test(page.url()), 'asked for, it is shown');
  await page.waitForLoadState('networkidle');
  await marked(page);
  await page.locator('a[rel=prev]').click();
  await at(page, Math.floor(last * 0.75) - 1);
  await page.waitForFunction(() => location.search === '?result=1');
  ok(await isSame(page) && await page.locator('.laurel').count() > 0, 'and stays so from step to step');

  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await page.waitForLoadState('networkidle');
    const found = await violations(page);
    ok(found.length === 0, `axe finds nothing on a desk, ${colorScheme}`, found.join('\n'));
  }
  const list = page.locator('#log > .log-turns');
  ok(await list.evaluate((box) => {
    const current = [...box.querySelectorAll('[aria-current]')].pop().getBoundingClientRect(), view = box.getBoundingClientRect();
    return current.top >= view.top - 1 && current.bottom <= view.bottom + 1;
  }), 'the move that is shown is in sight in the log');
  const cut = await list.evaluate((box) => {
    const { top } = box.getBoundingClientRect(), isAtEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 2;
    const rows = isAtEnd ? [] : [...box.querySelectorAll('h3, .log-who, li li')].filter((row) => !row.closest('details:not([open]) > :not(summary)'));
    return rows.filter((row) => row.getBoundingClientRect().top < top - 2 && row.getBoundingClientRect().bottom > top + 2)
      .map((row) => `${row.textContent.trim()}: ${row.getBoundingClientRect().top - top} to ${row.getBoundingClientRect().bottom - top}`);
  });
  ok(cut.length === 0, 'and no line is cut in half at the top of the list', cut.join('\n'));
  ok(await page.locator('.film-slider').evaluate((slider) => parseFloat(getComputedStyle(slider).paddingLeft) === 0), 'the knob of the slider goes to both ends');
  await page.route('**/history/frames**', (route) => route.abort());
  await page.goto(`${house.url}${history}/3`);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.film-controls').dataset.problem);
  ok(await ply(page) === 3, 'what cannot be loaded is said, and nothing moves');
  reader.errors.length = 0; // the browser says so, too
}

async function keyboard(page, history) {
  await page.goto(`${house.url}${history}/10`);
  await page.waitForLoadState('networkidle');
  const reached = [];
  await page.locator('.film-slider').focus();
  for (let i = 0; i < 8; i++) {
    reached.push(await page.evaluate(() => document.activeElement.className || document.activeElement.getAttribute('rel') || document.activeElement.localName));
    await page.keyboard.press('Tab');
  }
  ok(['film-slider', 'button', 'primary film-button', 'film-speed', 'film-copy'].every((name) => reached.includes(name)), 'Tab reaches slider, links, button, speed and copy', reached.join(', '));
  await page.locator('.film-slider').focus();
  await page.keyboard.press('ArrowRight');
  await at(page, 11);
  ok(await page.locator('.film-slider').getAttribute('aria-valuetext') !== null, 'on the slider an arrow goes one move on, said in words');
  await page.locator('a[rel=next]').focus();
  await page.keyboard.press('Enter');
  await at(page, 12);
  ok(await page.evaluate(() => document.activeElement.getAttribute('rel')) === 'next', 'the focus stays on what was pressed');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('#asked .facts b').textContent.match(/Move (\d+) of \1/));
  ok(await page.evaluate(() => document.activeElement.matches('.film-button')), 'and goes to the button when that is gone');
  await page.waitForFunction(() => document.querySelector('.film-says').textContent.startsWith('Move'));
  ok(true, 'where one has come to is read out');
}

await main(async () => {
  const anna = await Person.arrive(house, browser, 'Anna', { viewport: { width: 1280, height: 800 } });
  await anna.join();
  const { table, last } = await wholeGame(anna, 'carrara', 4), history = `${table}/history`;
  await steps(anna.page, history, last);
  await held(anna.page, history);
  await plays(anna.page, history, last);
  await keyboard(anna.page, history);
  await begins(history, last);
  await phone(house, history, last);

  await anna.page.goto(house.url + table);
  const near = await anna.page.locator('.c-brief').evaluateAll((all) => all.flatMap((brief) => {
    const names = [...brief.querySelectorAll('.c-name')].map((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getBoundingClientRect();
    });
    return names.slice(1).map((name, i) => name.left - names[i].right);
  }));
  ok(near.length === 20 && Math.min(...near) >= 3, 'at the end the names of everybody\'s cities stand apart', near.join());

  const map = await wholeGame(anna, 'gondoliere', 3);
  await anna.page.goto(`${house.url}${map.table}/history/8`);
  await anna.page.waitForLoadState('networkidle');
  await anna.page.locator('label[for=g-larger]').click();
  await anna.page.keyboard.press('ArrowRight');
  await at(anna.page, 9);
  ok(await anna.page.locator('#g-larger').isChecked(), 'a board that was made larger stays so');

  const plain = await Person.arrive(house, browser, 'Plain', { javaScriptEnabled: false });
  await plain.go(`${history}/5`);
  ok(await plain.page.locator('.film-slide, .film-more').evaluateAll((all) => all.every((e) => e.getClientRects().length === 0)), 'without script nothing is shown that needs it');
  await plain.page.locator('a[rel=next]').click();
  ok(await moveText(plain.page) === `Move 6 of ${last}`, 'the links lead on');
  await plain.page.fill('[name=ply]', '77');
  await plain.page.locator('.film-go button').click();
  ok(plain.page.url().endsWith('/history/77') && await moveText(plain.page) === `Move 77 of ${last}`, 'a number leads to its move', plain.page.url());
  await plain.page.locator('.film-rounds a').nth(2).click();
  ok(await plain.page.locator('#asked .facts').textContent().then((text) => /Round \d/.test(text)), 'and a round to its beginning');
  for (const person of [anna, plain]) ok(person.errors.length === 0, 'no error was seen', person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, 'the house stops cleanly');
});
