#!/usr/bin/env node
// Three people build Venedig from the first card to the history: an architect who answers late, one whose standing order
// answers, a bridge, gold that becomes steps, each building worth what the page said. And two people, with the imaginary third.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { door, openHouse } from './house.mjs';
import { arrived, openBrowser, Person } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const number = (table) => Number(table.split('/').pop());
const verb = (move) => move.split(' ')[0];
const arg = (move, name) => move.match(new RegExp(` ${name}=(\\S*)`))?.[1];

async function sitDown([owner, ...guests]) {
  await owner.go('/games/new?game=venedig');
  await owner.page.check(`input[name=seats][value="${guests.length + 1}"]`, { force: true });
  await owner.page.check('input[name=bots][value="0"]', { force: true });
  await owner.press(owner.page.locator('main form.sheet button.primary'));
  const table = new URL(owner.page.url()).pathname;
  for (const guest of guests) {
    await guest.go(table);
    await guest.press(guest.page.locator(`form[action="${table}/sit"] button`));
  }
  [owner, ...guests].forEach((person, seat) => { person.seat = seat; });
  return table;
}

const awaited = (people, table) => {
  const seats = Number(house.sql(`SELECT awaits FROM game WHERE id = ${number(table)}`));
  return people.find(({ seat }) => seats >> seat & 1);
};

/** A step handed in as the form on the page would. */
async function posts(person, table, { house: { csrf }, game: { ply }, draft }, step) {
  const form = step === 'confirm' ? { csrf, ply: draft.ply, draft: draft.n, do: step } : { csrf, ply, draft: draft.n, step };
  const answer = await person.page.context().request.post(`${house.url}${table}/${step === 'confirm' ? 'draft' : 'moves'}`, { form, maxRedirects: 0 });
  if (answer.status() !== 303) throw new Error(`${person.name}, ${step}: ${answer.status()} ${(await answer.text()).match(/class="problem"[\s\S]{0,200}/)}`);
}

/** What somebody does who likes company: begins few kinds, joins others without taking over, Anna's first; drains where bridges would stand. */
function wish({ legal, view }) {
  const of = (name) => legal.filter((move) => verb(move) === name), count = (move) => Number(arg(move, 'count'));
  const kind = (move) => view.kinds.find((one) => one.kind === arg(move, 'kind'));
  const laid = (move, by) => kind(move).dots.filter(({ seat }) => seat === by).length;
  const order = (move) => (kind(move).architect.seat === 0 ? 10 : 0) + count(move);
  const joins = of('play').filter((move) => !kind(move).architect.nobody && kind(move).architect.seat !== view.active.seat
    && laid(move, view.active.seat) + count(move) <= laid(move, kind(move).architect.seat)).sort((a, b) => order(a) - order(b));
  const begins = of('play').filter((move) => kind(move).architect.nobody && count(move) < kind(move).need).sort((a, b) => count(b) - count(a))
    .sort((a, b) => (count(a) > 2) - (count(b) > 2));
  const before = view.players.find(({ own }) => own)?.front ?? [];
  const bridge = new Set(view.bridges.filter(({ open }) => open).flatMap(({ label }) => label.toLowerCase().split('–')));
  for (const moves of [of('build'), of('scrap'), of('casa'), of('call'), joins.slice(-1), before.length < 2 ? begins : [], of('proceed'), of('done'),
    of('drain').filter((move) => bridge.has(arg(move, 'site'))), of('drain'), of('stop'), of('swap'), of('draw'), of('pass'), of('play'), of('spend')])
    if (moves.length) return moves[0];
  return legal[0];
}

const log = async (person, table) => (await person.read(table)).log_turns.flatMap(({ entries, ...cause }) => entries.map(({ text }) => ({ text, ...cause })));

/** Where all gondolas are, by seat. */
const gondolas = async (person, table) => (await person.read(table)).view.gondolas.map(({ space }) => space);

// ---- an architect is asked ----

/** The step by which somebody leaves the site to another, seen in advance, and what all see then. */
async function calls(person, architect, others, table, kind) {
  await person.go(table);
  const leave = person.page.locator('.w-now button', { hasText: `${architect.name} chooses the place, you score half` });
  ok(await leave.count() > 0, `${person.name} is told beforehand that ${architect.name} chooses where the ${kind} goes, and that it counts half`);
  await leave.first().evaluate((button) => button.scrollIntoView({ block: 'center' })); // on a phone one's hand lies at its foot
  await person.press(leave.first());
}

/** Late: all wait, and then the architect takes a place off the list, with script after pointing at another on the board. */
async function late(person, architect, others, table, kind) {
  await calls(person, architect, others, table, kind);
  for (const one of [person, ...others]) {
    await one.go(table);
    ok(await one.page.locator('.w-job', { hasText: `Waiting for ${architect.name}` }).isVisible(), `${one.name} sees whom the ${kind} waits for`);
  }
  await architect.go(table);
  const { view: { placing: [{ districts }] } } = await architect.read(table);
  const spots = districts.flatMap((one) => one.spots), best = spots.reduce((a, b) => (b.points > a.points ? b : a));
  const line = architect.page.locator(`#at-${best.end}`);
  ok((await line.innerText()).startsWith(`${best.points}\n`) && await architect.page.locator('.w-spots > [data-end]').count() === spots.length,
    `${architect.name} reads what each place brings to whom`, await line.innerText());
  if (architect.scripted) {
    const other = spots.findLast(({ end }) => end !== best.end) ?? best;
    await architect.page.locator(`.w-plan a[href="#at-${other.end}"]`).evaluate((place) => place.focus());
    await architect.page.keyboard.press('Enter');
    ok(await architect.page.locator(`.w-plan a[href="#at-${other.end}"] .w-ghost`).isVisible(), 'pointing at a place shows the building there');
    const fold = architect.page.locator('.w-group', { has: line }).first();
    if (!await fold.evaluate(({ open }) => open)) await fold.locator('summary').click(); // pointing at a place opens the list of its district
    await line.evaluate((place) => place.scrollIntoView({ block: 'center' }));
    const { x, y, width, height } = await line.locator('button').boundingBox(), loaded = arrived(architect.page);
    await architect.page.mouse.click(x + width / 2, y + height / 2); // once, and the list, which puts what is aimed at first, holds still
    await loaded;
  } else {
    await line.evaluate((place) => place.scrollIntoView({ block: 'center' }));
    await architect.press(line.locator('button'));
  }
  const confirm = architect.page.locator('button[name=do][value=confirm]');
  if (await confirm.count()) await architect.press(confirm);
  while (awaited([person, ...others, architect], table) === person && (await person.read(table)).view.is.gold)
    await posts(person, table, await person.read(table), 'proceed');
  const is = await gondolas(person, table);
  ok(best.shares.every(({ seat, to }) => is[seat] === to), 'and the gondolas are where the page said', `${JSON.stringify(best.shares)} ${is}`);
}

/** A ranked list, as long as one may be, is read back as it was given. */
async function ranks(person, table) {
  const sites = ['g12', 'r1', 'm19', 'c21', 'd20', 'r22'];
  await person.go(`${table}/orders`);
  const form = person.page.locator('form.order-form:has(input[value=place_at])');
  await form.locator('select[name=kind]').selectOption('campo');
  for (const [i, site] of sites.entries()) await form.locator('select[name=sites]').nth(i).selectOption(site);
  await person.press(form.locator('button'));
  const list = await person.page.locator('.orders b').first().innerText();
  ok(list.includes('campo') && list.includes(sites.join(' › ').toUpperCase()), 'six sites can be ranked', list);
  await person.press(person.page.locator('button[name=do][value=clear]'));
}

/** By a standing order, given on its page, the site is chosen at once. */
async function ordered(person, architect, others, table, kind) {
  await ranks(architect, table);
  await architect.go(`${table}/orders`);
  const form = architect.page.locator('form.order-form:has(input[value=place_best])');
  await architect.press(form.locator('button'));
  ok(/best for me/.test(await architect.page.locator('.orders b').first().innerText()), `${architect.name} orders the place that is best`);
  await calls(person, architect, others, table, kind);
  ok(awaited([person, ...others, architect], table) === person, `${architect.name}'s order answers, and ${person.name} goes on at once`);
  const mine = await log(architect, table), theirs = await log(person, table);
  ok(mine.some(({ text, cause_order: order }) => order && text.includes('builds a')) && theirs.every(({ cause_order: order }) => !order),
    'its owner is told that it was the order, others are not');
  await architect.go(`${table}/orders`);
  await architect.press(architect.page.locator('button[name=do][value=clear]'));
}

// ---- gold ----

/** Five gold or more become steps, by the form. */
async function spends(person, table) {
  const { legal, view } = await person.read(table), was = view.gondolas[person.seat].space;
  const move = legal.find((one) => verb(one) === 'spend');
  await person.go(table);
  await person.choose(move);
  ok((await gondolas(person, table))[person.seat] > was, `${person.name} turns gold into steps: ${move}`);
}

// ---- a finger on a small board ----

/** Is the first of these wholly in sight, above the tabs of a phone and under nothing? */
const inSheet = (person, selector) => person.page.locator(selector).first().evaluate((e) => {
  const { left, right, top, bottom } = e.getBoundingClientRect(), over = document.elementFromPoint((left + right) / 2, bottom - 2);
  return top >= 0 && bottom <= document.querySelector('.bar').getBoundingClientRect().top && (e === over || e.contains(over));
});

/** What is sent with nothing chosen, or too large a number, is answered in the language of the page, and not by the browser in its own. */
async function inItsLanguage(person, table) {
  const { page } = person, lang = (to) => house.sql(`UPDATE person SET lang = '${to}' WHERE name = '${person.name}'`);
  lang('ja');
  await person.go(table);
  await person.press(page.locator('[data-basket] button.primary'));
  ok(await page.locator('#asked .problem').innerText() === '何も選ばれていません。' && await inSheet(person, '#asked .problem'), 'to drain nothing is refused by a sentence of the page');
  await person.go(`${table}/orders`);
  await page.locator('form.order-form:has(input[value=place_at]) .sentence > button').click();
  const said = await page.locator('form.order-form select[name=sites]').first().evaluate((field) => field.validationMessage);
  ok(said === '何も選ばれていません。', 'and so is an order for no site', said);
  await person.go(`${table}#chat`);
  await page.locator('#chat-form button').first().click();
  await page.locator('#chat-form .problem').waitFor();
  ok(await page.locator('#chat-form .problem').innerText() === 'まだ何も書かれていません。', 'and a message without a word', await page.locator('#chat-form').innerText());
  lang('en');
  person.errors = person.errors.filter((error) => !/400 \(Bad Request\)/.test(error)); // which was wanted
}

/** Where sites are too small for a finger the district comes near first; then each press chooses a site, and the button drains them. */
async function drains(person, table) {
  const { view } = await person.read(table), { initial } = view.sites.find(({ swamp }) => swamp);
  const [one, two] = view.sites.filter((site) => site.swamp && site.initial === initial).map(({ site }) => site);
  const place = (site) => person.page.locator(`.w-plan a[data-picks="${site}"]`);
  const tap = async (site) => {
    await place(site).evaluate((link) => link.scrollIntoView({ block: 'center' }));
    const { x, y, width, height } = await place(site).boundingBox();
    await person.page.touchscreen.tap(x + width / 2, y + height / 2);
  };
  const chosen = () => person.page.locator('[data-basket] select').evaluateAll((all) => all.map(({ value }) => value.slice('drain site='.length)).filter(Boolean).join());
  await inItsLanguage(person, table);
  await person.go(table);
  await tap(one);
  ok(await person.page.locator(`#w-only-${initial}`).isChecked(), 'a finger on the whole board brings the district of a site near');
  await tap(one);
  ok(await chosen() === one, 'the next one chooses it');
  if (!view.drained && two) {
    await tap(two);
    ok(await chosen() === `${one},${two}`, 'another is chosen, too');
    await tap(one);
    ok(await chosen() === two, 'pressed again it is not');
    await tap(one);
  }
  const took = (await chosen()).split(',');
  ok(await inSheet(person, '[data-basket] button.primary') && await inSheet(person, '[data-basket] [value=stop]'), 'what drains, or leaves it at that, is in sight above the tabs');
  await person.press(person.page.locator('[data-basket] button.primary'));
  const { view: after } = await person.read(table);
  ok(!after.sites.some(({ site, swamp }) => took.includes(site) && swamp), 'the button drains all that was chosen');
  if (await person.isMyTurn()) ok(await inSheet(person, '.came') && await inSheet(person, '#asked .primary, #asked [name=step]'), 'what came of it leaves room for the next choice');
  if (await person.isMyTurn()) ok(/drains .* finds \d gold/.test(await person.page.locator('.since').innerText()), 'and the page says what was found');
}

/** The part of the map that is shown, and that in which what has moved first lies. */
const shownPart = (person) => person.page.locator('[name=w-zoom]:checked').getAttribute('id');
const partOf = (person) => person.page.evaluate(() => document.querySelector('#board [data-now]')?.dataset.nearer ?? null);
const showsPart = (person, id) => person.page.locator(`#${id}`).evaluate((part) => part.click());

/** A part that was chosen stays only as long as it holds what is asked, and a house that was built is in sight above the sheet. */
async function buildsHouse(person, table, { legal }) {
  const sites = legal.filter((move) => verb(move) === 'casa').map((move) => arg(move, 'site'));
  const at = (site) => `w-only-${site[0].toUpperCase()}`, site = sites.find((one) => one[0] === 'g') ?? sites.at(-1), other = at(site) === 'w-only-C' ? 'w-only-M' : 'w-only-C';
  const holds = new Set(sites.map(at)), lies = person.page.locator(`.w-plan a[aria-label^="${site.toUpperCase()}:"]`);
  await person.go(table);
  await showsPart(person, other);
  await person.press(person.page.locator('.asked a[href*="verb=casa"]'));
  ok(await shownPart(person) === (holds.size > 1 ? 'w-whole' : [...holds][0]), 'the next question is asked of the whole map, or of the part that holds all of it', await shownPart(person));
  await showsPart(person, at(site));
  await lies.evaluate((place) => place.focus());
  await person.page.keyboard.press('Enter');
  await person.press(person.page.locator('li.aimed button'));
  ok(await shownPart(person) === at(site) && await partOf(person) === at(site), 'what was built stays in sight in its part of the map', `${await shownPart(person)} ${await partOf(person)}`);
  const [house, sheet] = await person.page.evaluate(() => ['#board [data-now]', '.turn'].map((one) => document.querySelector(one).getBoundingClientRect()));
  ok(house.top >= 0 && house.bottom <= sheet.top, 'above the sheet of a phone', `${house.top} to ${house.bottom}, the sheet from ${sheet.top}`);
  const points = () => person.page.locator('.w-zoom .pill:has(#w-whole) span').evaluate((pill) => getComputedStyle(pill, '::after').content === '"●"');
  const near = await points();
  await showsPart(person, at(site) === other ? 'w-only-R' : other);
  ok(!near && await points(), 'from another part a dot points at the whole map, where something has happened');
  await showsPart(person, at(site));
}

/** A replay, and the film of the history, show the part in which something has moved, and after the replay the part is shown that was. */
async function followsMoves(person, table) {
  await person.go(table);
  await showsPart(person, 'w-only-C');
  await person.page.locator('.replay').first().evaluate((button) => button.click());
  await person.page.locator('.replay-says').waitFor();
  const wrong = [];
  let seen = 0;
  for (let said = ''; ;) {
    const now = await person.page.waitForFunction((was) => {
      const says = document.querySelector('.replay-says p');
      return !says ? 'over' : says.textContent !== was && says.textContent;
    }, said).then((handle) => handle.jsonValue());
    if (now === 'over') break;
    said = now;
    const [part, is] = await person.page.evaluate(() => [document.querySelector('#board [data-now]')?.dataset.nearer, document.querySelector('[name=w-zoom]:checked').id]);
    if (part) seen++;
    if (part && part !== is) wrong.push(`${said}: ${is}, not ${part}`);
  }
  ok(seen > 0 && wrong.length === 0, `a replay shows the part of the map in which something has moved (${seen})`, wrong.join('\n'));
  ok(await shownPart(person) === 'w-only-C', 'and then the part that was chosen');
}
async function filmFollows(person, table) {
  await person.go(`${table}/history/20`);
  await person.page.waitForLoadState('networkidle');
  await showsPart(person, 'w-only-C');
  const wrong = [];
  let seen = 0;
  for (let ply = 21; ply < 60; ply++) {
    await person.page.keyboard.press('ArrowRight');
    await person.page.waitForFunction((n) => document.querySelector('[name=ply]').value === String(n), ply);
    const part = await partOf(person);
    if (part) seen++;
    if (part && part !== await shownPart(person)) wrong.push(`${ply}: ${await shownPart(person)}, not ${part}`);
  }
  ok(seen > 3 && wrong.length === 0, `and so does the film (${seen})`, wrong.join('\n'));
}

// ---- whole games ----

/** Plays to the end; whatever of @wanted comes up first is done on the page. Returns the steps. */
async function play(people, table, wanted) {
  let steps = 0;
  for (let person = awaited(people, table); person; steps++) {
    const model = await person.read(table), { view } = model;
    if (!model.asked.mine) {
      person = awaited(people, table);
      continue;
    }
    if (steps > 1200) throw new Error('the game does not end');
    if (!model.legal.length) {
      await posts(person, table, model, 'confirm');
      continue;
    }
    const step = wish(model), one = view.placing.find(({ kind, any }) => any && kind === arg(step, 'kind'));
    const architect = one && people[one.architect.seat], others = people.filter((other) => other !== person && other !== architect);
    const does = verb(step) === 'call' && wanted.find(({ done, fits }) => !done && fits?.(architect));
    if (wanted.draws && view.is.draw && model.legal.length > 8) {
      wanted.draws = false;
      await person.go(table);
      ok(await person.page.locator('#asked button[name=step][value^=draw]').first().isVisible() && await person.page.locator('#choose').count() === 0,
        'what can be taken stands beside the question, even if it is much: on a phone the pool lies far below');
    }
    if (wanted.reads && person.scripted && model.legal.includes('draw from=deck')) {
      wanted.reads = false;
      await person.go(table);
      await person.press(person.page.locator('.w-takes button[value="draw from=deck"]'));
      const came = await person.page.locator('.came').first().innerText();
      ok(/draws 1 \w+ card/.test(came) && await inSheet(person, '.came'), 'who drew from the deck reads beside the question which card', came);
    } else if (wanted.builds && person.scripted && model.legal.some((move) => verb(move) === 'casa')) {
      wanted.builds = false;
      await buildsHouse(person, table, model);
    } else if (wanted.follows && person.scripted && view.round > 2 && !model.draft.n) {
      wanted.follows = false;
      await followsMoves(person, table);
    } else if (wanted.drains && person.scripted && view.is.drain) {
      wanted.drains = false;
      await drains(person, table);
    } else if (does) {
      does.done = true;
      await does.act(person, architect, others, table, one.kind);
    } else if (wanted.spends && view.is.drain && model.legal.some((move) => verb(move) === 'spend')) {
      wanted.spends = false;
      await spends(person, table);
    } else await posts(person, table, model, step);
  }
  return steps;
}

async function readsIt(person, table) {
  await person.go(table);
  await person.press(person.page.locator(`a[href="${table}/history"]`).first());
  ok(await person.page.locator('#result-title + .result tbody').count() > 0 && await person.page.locator('.w-plan').isVisible(), `${person.name} reads the history, with its last board`);
}

async function proven(person, table) {
  const full = await person.read(`${table}/export`), folder = mkdtempSync(path.join(tmpdir(), 'ridotto-export-'));
  writeFileSync(path.join(folder, 'game.json'), JSON.stringify(full));
  ok(/proven/.test(house.ridotto('replay', path.join(folder, 'game.json'))), 'ridotto replay proves the export');
  rmSync(folder, { recursive: true });
  return full.moves.flatMap(({ events }) => events);
}

async function three(people) {
  const table = await sitDown(people);
  const wanted = [{ act: late, fits: (architect) => architect.scripted }, { act: late, fits: (architect) => !architect.scripted }, { act: ordered, fits: () => true }];
  wanted.spends = true;
  const steps = await play(people, table, wanted);
  ok(wanted.every(({ done }) => done) && !wanted.spends, `three played to the end, ${steps} steps; all that was wanted came up`, JSON.stringify(wanted));
  const events = await proven(people[0], table);
  const bridges = events.filter(({ event }) => event === 'built_ponte');
  ok(bridges.length > 0 && events.some(({ event }) => event === 'converted'), `${bridges.length} bridges were built, and the last gold became steps`);
  for (const person of people) await readsIt(person, table);
}

async function two(people) {
  const table = await sitDown(people);
  const first = awaited(people, table);
  await first.go(table);
  const page = first.page.locator('.w-pages label', { hasText: 'Player areas' });
  if (await page.isVisible()) await page.click(); // on a phone one part at a time
  ok(await first.page.locator('.w-player', { hasText: 'The third player' }).isVisible(), 'with two players the third has a place at the table');
  ok(await first.page.locator('#asked button', { hasText: 'Finish building' }).isVisible() && await first.page.getByRole('button', { name: 'Finish building' }).count() === 1,
    'what ends the building stands beside the question, and nothing is listed twice');
  await first.choose('flip');
  ok((await log(first, table)).some(({ text }) => /third player’s card is/.test(text)), 'whose card is turned first thing when one likes');
  const steps = await play(people, table, Object.assign([], { drains: true, draws: true, reads: true, builds: true, follows: true }));
  const events = await proven(people[0], table);
  ok(events.filter(({ event }) => event === 'flipped').length > 5 && events.some(({ event }) => event === 'built_third'),
    `two played to the end, ${steps} steps, and the third has built`);
  await readsIt(people[0], table);
  await filmFollows(people[0], table);
}

await main(async () => {
  const people = [];
  for (const [i, name] of ['Anna', 'Bruno', 'Clara'].entries()) {
    people.push(await Person.arrive(house, browser, name, i === 0 ? { hasTouch: true, isMobile: true } : { javaScriptEnabled: false }));
    people[i].scripted = i === 0;
    await people[i].join();
  }
  await three(people);
  await two(people.slice(0, 2));
  for (const person of people) ok(person.errors.length === 0, `${person.name}'s browser saw no error`, person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, `the house stops cleanly (${door})`);
});
