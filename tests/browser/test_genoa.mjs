#!/usr/bin/env node
// Three people haggle through two rounds of Genoa, one of them on a phone with a finger: bids, a counter-offer, an offer that waits for
// its condition, a standing one, an action sold, a far building promised in vain, a window that closes by its deadline. Then bots play
// it to the end, and the history tells the deals in words.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { door, openHouse } from './house.mjs';
import { arrived, openBrowser, Person } from './people.mjs';
import { main, ok } from './tap.mjs';

const house = await openHouse();
const browser = await openBrowser();
const number = (table) => Number(table.split('/').pop());

// ---- the city ----

const ring = 'villa_colini park coach_house villa_monetti spices restaurant grains villa_ricci harbor palace villa_zasteri fabrics tavern metals'.split(' ');
const centre = ['guild_hall', 'city_hall', 'post_office', 'cathedral'];
const streets = { // the buildings and streets beside each
  s32: 'villa_colini park s42 s33', s42: 'park guild_hall s52', s52: 'coach_house guild_hall s62', s62: 'coach_house villa_monetti s63',
  s23: 'villa_colini metals s33 s24', s33: 'guild_hall cathedral', s63: 'guild_hall city_hall s73', s73: 'villa_monetti spices s74',
  s24: 'tavern cathedral s25', s74: 'restaurant city_hall s75', s25: 'tavern cathedral s26', s75: 'restaurant city_hall s76',
  s26: 'villa_zasteri fabrics s36', s36: 'post_office cathedral s37', s66: 'city_hall post_office s76 s67', s76: 'grains villa_ricci',
  s37: 'palace villa_zasteri s47', s47: 'palace post_office s57', s57: 'harbor post_office s67', s67: 'villa_ricci harbor' };
const beside = new Map();
const join = (one, other) => [[one, other], [other, one]].forEach(([a, b]) => beside.set(a, [...beside.get(a) ?? [], b]));
ring.forEach((one, i) => join(one, ring[(i + 1) % ring.length]));
centre.forEach((one) => join(one, 'market'));
for (const [street, others] of Object.entries(streets)) others.split(' ').forEach((other) => join(street, other));
const isBuilding = (space) => ring.includes(space) || centre.includes(space);

// ---- at the table ----

/** With a finger on the phone, else with the mouse; first into the middle of the window: at its foot lies one's hand. */
async function press(person, place) {
  await place.first().evaluate((thing) => thing.scrollIntoView({ block: 'center' }));
  const loaded = arrived(person.page);
  if (person.touch) await person.breathe();
  await (person.touch ? place.first().tap() : place.first().click());
  await loaded;
  await person.agree();
}

const unfold = (person, fold) => (person.touch ? fold.tap() : fold.click());

async function sitDown([owner, ...guests]) {
  await owner.go('/games/new?game=genoa');
  await owner.page.check(`input[name=seats][value="${guests.length + 1}"]`, { force: true });
  await owner.page.check('input[name=bots][value="0"]', { force: true });
  await press(owner, owner.page.locator('main form.sheet button.primary'));
  const table = new URL(owner.page.url()).pathname;
  for (const guest of guests) {
    await guest.go(table);
    await press(guest, guest.page.locator(`form[action="${table}/sit"] button`));
  }
  [owner, ...guests].forEach((person, seat) => { person.seat = seat; });
  return table;
}

/** The position as it is, whoever may know it. */
const truth = (table) => house.position(number(table));
const here = (table) => truth(table).path.at(-1);
const money = (person, table) => truth(table).players[person.seat].money;
const awaits = (table) => Number(house.sql(`SELECT awaits FROM game WHERE id = ${number(table)}`));
const isAsked = (person, table) => (awaits(table) >> person.seat & 1) === 1;
const labelled = async (person, table, space) => (await person.read(table)).view.spaces.find((one) => one.space === space).space_label;

/** The tower player of this turn and the others, in the order of play; who may start where he likes rolls all the same. */
async function roles(people, table) {
  const { tower_seat: seat, phase } = truth(table);
  if (phase === 'start') await does(people[seat], table, 'roll');
  return people.map((_, i) => people[(seat + i) % people.length]);
}

/** Takes the step on the page whose text begins so. */
async function does(person, table, step) {
  await person.go(table);
  await press(person, person.page.locator(`main button[name=step][value="${step}"]:visible, main button[name=step][value^="${step} "]:visible`));
}

/** On a phone the button of a form is in sight, however long that is. */
async function staysAtFoot(person, button) {
  const { page } = person, before = page.viewportSize(), height = 740;
  await page.setViewportSize({ width: 360, height });
  const { y: top, height: own } = await button.boundingBox();
  ok(top > 0 && top + own <= height, 'the button of an offer is in sight on a phone', `from ${top} to ${top + own}`);
  await page.setViewportSize(before);
}

/** Opens the form of an offer by pointing at the place in the city, fills it in, and sends it. */
async function bids(person, table, place, { sum, limit, after, watches }) {
  await person.go(table);
  await press(person, person.page.locator(`.gn-plan a[href*="verb=offer&place=${place}"]`));
  const form = person.page.locator('form.gn-bid-form');
  if (limit) await staysAtFoot(person, form.locator('.buttons button'));
  await form.locator('input[name=give_money]').fill(String(sum));
  if (limit || after) await unfold(person, form.locator('summary', { hasText: 'Conditions' }));
  if (limit) await form.locator('input[name=limit]').fill(String(limit));
  if (after) await form.locator('select[name=after]').selectOption(after);
  await press(person, form.locator('button.primary'));
  if (isAsked(person, table))
    ok((await person.page.locator('.since').innerText()).includes(`${person.name} offers ${sum} ducats`), 'the page says what has just been offered');
  if (watches) return;
  await does(person, table, 'ready');
}

const deals = (person, place) => person.page.locator(`#at-${place} .gn-deal`);

/** The tower player takes what somebody pays for a place. */
async function accepts(person, table, place, from) {
  await person.go(table);
  await press(person, deals(person, place).filter({ hasText: from.name }).locator('button', { hasText: 'Accept' }));
}

// ---- what the log says ----

/** Every sentence of the history, page by page, as somebody reads it. */
async function sentences(person, table) {
  const { last } = await person.read(`${table}/history`), all = [];
  for (let ply = 0; ply <= last; ply++) {
    const { event } = await person.read(`${table}/history/${ply}`);
    if (event) all.push(...event.texts.map(({ text }) => ({ ply, text, clock: event.cause_clock, name: event.name })));
  }
  return all;
}

const told = []; // what all could read when deals were made, for the end: { text, url }

/** The table tells it, now and in the end; an offer its two sides only. */
async function tells(reader, table, text, title) {
  const { log_turns: turns } = await reader.read(table);
  const entry = turns.flatMap(({ entries }) => entries).find((one) => one.text === text);
  ok(entry, title, `not told: ${text}\n${turns.flatMap(({ entries }) => entries).slice(0, 12).map((one) => one.text).join('\n')}`);
  if (entry && !/ offers /.test(text)) told.push(entry);
}

// ---- the turns ----

/** What is offered by a press on a coin stays in its line, and no other line comes under the finger. */
async function staysInPlace(person, table) {
  const rows = person.page.locator('.gn-quick li'), names = () => rows.evaluateAll((all) => all.map((row) => row.querySelector('b').textContent));
  await person.go(table);
  const before = await names(), coin = rows.nth(2).locator('.gn-sums button').nth(1), sum = (await coin.innerText()).trim();
  await press(person, coin);
  ok(JSON.stringify(await names()) === JSON.stringify(before), 'the lines of suggested places keep their order after an offer', `${before}\n${await names()}`);
  ok((await rows.nth(2).locator('.gn-offered').innerText()).trim() === sum, 'and where the coin was it says that this is offered');
  await press(person, rows.nth(2).locator('button', { hasText: 'Withdraw' }));
  ok(JSON.stringify(await names()) === JSON.stringify(before) && !await person.page.locator('.gn-offered').count(), 'which can be withdrawn in the same line');
}

/** Two bid for the same action; it is sold to whoever pays more, and what he would have paid at most nobody learns. */
async function sold(people, table) {
  const [tower, first, second] = await roles(people, table), from = here(table);
  const place = isBuilding(from) ? from : beside.get(from).find(isBuilding), label = await labelled(tower, table, place);
  await bids(first, table, place, { sum: 15 });
  ok(!isAsked(first, table) && isAsked(second, table), 'who has bid and is ready is not asked any more, the other still is');
  await tower.go(table);
  ok(await tower.page.locator('#asked select[name=space]').count() === 1, 'the tower player may announce where he might go');
  await bids(second, table, place, { sum: 20, limit: 30 });
  await tower.page.locator('.asked-mine').waitFor();
  ok(await tower.page.locator('.live').isHidden(), 'and his page follows by itself, since he has chosen nothing there');
  ok(await deals(tower, place).count() === 2, 'both bids lie before the tower player, at their place', await tower.page.locator('.gn-stops').innerText());
  ok(!(await deals(tower, place).allInnerTexts()).join().includes('30'), 'but not how far one would go');
  await tells(tower, table, `${second.name} offers 20 ducats for the action in ${label}.`, 'and the log tells what is offered');
  await accepts(tower, table, place, second);
  ok(money(second, table) === 110 && money(tower, table) === 150 && money(first, table) === 130, 'what is paid has changed hands at once');
  ok(here(table) === place && truth(table).actor[place] === second.seat, 'and the tower has gone there for the buyer, who has acted');
  await tells(first, table, `${tower.name} sells ${second.name} the action in ${label} for 20 ducats.`, 'which everybody reads');
  await does(tower, table, 'stop');
}

/** The tower player wants more, and gets it. */
async function countered(people, table) {
  const [tower, second, first] = await roles(people, table), from = here(table);
  const place = isBuilding(from) ? from : beside.get(from).find(isBuilding), label = await labelled(tower, table, place);
  const had = [money(tower, table), money(first, table)];
  await bids(first, table, place, { sum: 10 });
  await does(second, table, 'ready');
  await tower.go(table);
  await press(tower, deals(tower, place).filter({ hasText: first.name }).locator('a', { hasText: 'Negotiate' }));
  const raise = tower.page.locator('.gn-counter button[name=step]').nth(1), sum = Number(await raise.innerText());
  await press(tower, raise);
  ok(sum > 10 && !isAsked(first, table), 'a counter-offer waits until the tower player sends it');
  await does(tower, table, 'send');
  await first.go(table);
  ok(isAsked(first, table) && await first.page.locator('.gn-answer', { hasText: label }).isVisible(), 'then it is asked about, with both terms side by side');
  await does(first, table, 'agree');
  await tells(second, table, `${tower.name} wants ${sum} ducats from ${first.name} instead.`, 'everybody reads what was wanted');
  await tells(second, table, `${first.name} agrees to the counter-offer.`, 'and that it was agreed to');
  ok(money(first, table) === had[1], 'but nothing is paid by that');
  await accepts(tower, table, place, first);
  ok(money(tower, table) === had[0] + sum && money(first, table) === had[1] - sum, 'it is when the deal is made', `${had}, ${sum}`);
  await tells(second, table, `${tower.name} sells ${first.name} the action in ${label} for ${sum} ducats.`, 'for as much as was agreed');
  await does(tower, table, 'stop');
}

/** One says nothing, and the window closes without him. */
async function closes(people, table) {
  const [tower, first, silent] = await roles(people, table), from = here(table);
  const place = isBuilding(from) ? from : beside.get(from).find(isBuilding), label = await labelled(tower, table, place);
  await bids(first, table, place, { sum: 15 });
  await silent.go(table);
  ok(/left|minute|min/.test(await silent.page.locator('#asked-sentence time').innerText()), 'who is asked sees how long the window is open');
  ok(isAsked(silent, table) && !isAsked(tower, table), 'the tower player waits for him');
  house.sql(`UPDATE seat SET remind = NULL, deadline = now() - interval '1 s' WHERE game = ${number(table)} AND seat = ${silent.seat}`);
  await house.until('the window to close', () => isAsked(tower, table));
  ok(house.sql(`SELECT count(*) FROM move WHERE game = ${number(table)} AND cause = 'clock' AND seat = ${silent.seat}`) === '1', 'its deadline closes it');
  await tells(tower, table, `${silent.name} is ready.`, 'as if he had said that he has no offers');
  await accepts(tower, table, place, first);
  await tells(silent, table, `${tower.name} sells ${first.name} the action in ${label} for 15 ducats.`, 'and the turn goes on');
  await does(tower, table, 'stop');
}

/** From here over a space to a building, and next door another. */
function way(from) {
  for (const over of beside.get(from))
    for (const place of beside.get(over).filter((one) => isBuilding(one) && one !== from))
      for (const next of beside.get(place).filter((one) => isBuilding(one) && one !== over && one !== from)) return { over, place, next };
  throw new Error(`no way of three from ${from}`);
}

/** One offers if the tower comes by a certain way; another has an order that bids for him, and he is not even asked. */
async function conditional(people, table) {
  const [tower, orders, waits] = await roles(people, table), { over, place, next } = way(here(table));
  const labels = { place: await labelled(tower, table, place), next: await labelled(tower, table, next), over: await labelled(tower, table, over) };
  const had = [money(waits, table), money(orders, table)];
  await orders.go(`${table}/orders`);
  const form = orders.page.locator('form.order-form:has(input[name=order_verb][value=bid])');
  await form.locator('select[name=place]').selectOption(next);
  await form.locator('select[name=steps]').selectOption('4');
  await form.locator('input[name=give_money]').fill('10');
  await press(orders, form.locator('button'));
  await press(orders, orders.page.locator('button[name=order][value="ready_if if=always"]'));
  ok(!isAsked(orders, table) && truth(table).offers.some(({ seat, place: at }) => seat === orders.seat && at === next), 'a standing order bids, and its owner is not asked any more');
  await bids(waits, table, place, { sum: 25, after: over });
  await tower.go(table);
  const deal = deals(tower, place).filter({ hasText: waits.name });
  ok((await deal.innerText()).includes(`only if the tower has been in ${labels.over}`), 'the offer says what it waits for', await deal.innerText());
  await does(tower, table, `move space=${over}`);
  await accepts(tower, table, place, waits);
  ok(money(waits, table) === had[0] - 25 && here(table) === place, 'at the second stop its condition is met, and it is paid');
  await tells(waits, table, `${tower.name} sells ${waits.name} the action in ${labels.place} for 25 ducats.`, 'which the log tells');
  await accepts(tower, table, next, orders);
  ok(money(orders, table) === had[1] - 10, 'what the standing order has offered is paid as well, next door');
  await tells(waits, table, `${tower.name} sells ${orders.name} the action in ${labels.next} for 10 ducats.`, 'in the same words');
  await orders.go(`${table}/orders`);
  ok((await orders.page.locator('.orders').innerText()).includes(labels.next), 'the order has stayed for other turns');
  await press(orders, orders.page.locator('button[name=do][value=clear]'));
  await does(tower, table, 'stop');
}

/** Steps from here to each space. */
function distances(from) {
  const far = new Map([[from, 0]]);
  for (const one of far.keys()) for (const other of beside.get(one)) if (!far.has(other)) far.set(other, far.get(one) + 1);
  return far;
}

/** The tower player names a price for going somewhere far, it is offered to him, and he goes elsewhere: that bound nobody. */
async function broken(people, table) {
  const [tower, believes, other] = await roles(people, table), far = distances(here(table));
  const place = [...far.keys()].find((one) => isBuilding(one) && far.get(one) === 3), label = await labelled(tower, table, place);
  const had = people.map((person) => money(person, table));
  await tower.go(table);
  const say = tower.page.locator('details', { has: tower.page.locator('input[value=announce]') });
  await unfold(tower, say.locator('summary'));
  await say.locator('select[name=space]').selectOption(place);
  await say.locator('select[name=money]').selectOption('20');
  await press(tower, say.locator('button'));
  await tells(believes, table, `${tower.name} asks 20 ducats for going to ${label}.`, 'a promise about a far building is made before all');
  await believes.go(table);
  ok((await believes.page.locator(`.gn-plan a[href*="place=${place}"]`).getAttribute('aria-label')).includes('asking 20 ducats'), 'the city shows the price');
  await bids(believes, table, place, { sum: 20 });
  await does(other, table, 'ready');
  const away = beside.get(here(table)).find((one) => distances(one).get(place) >= 3);
  await does(tower, table, `move space=${away}`);
  await tower.go(table);
  ok(await deals(tower, place).locator('button', { hasText: 'Accept' }).count() === 0, 'who has not gone there cannot take the money');
  await does(tower, table, 'stop');
  const words = await sentences(believes, table), from = words.findLastIndex(({ text }) => text.includes(`asks 20 ducats for going to ${label}`));
  ok(words.slice(from).some(({ text }) => text === `${tower.name} stops the tower.`) && !words.slice(from).some(({ text }) => / sells /.test(text)),
    'the promise is broken, and there is no deal', words.slice(from).map(({ text }) => text).join('\n'));
  ok(people.every((person, i) => money(person, table) === had[i]) && truth(table).offers.length === 0, 'nobody has paid, and no offer is left');
}

/** A bidder takes his offer back while the tower is on its way to it; the way stays, the offer does not. */
async function withdrawn(people, table) {
  const [tower, fickle, other] = await roles(people, table), { over, place } = way(here(table));
  const had = money(fickle, table), label = await labelled(tower, table, place);
  await bids(fickle, table, place, { sum: 30 });
  await does(other, table, 'ready');
  await does(tower, table, `move space=${over}`);
  await does(fickle, table, 'withdraw');
  await tower.go(table);
  const kept = isBuilding(over) ? here(table) === over : await tower.page.locator('.draft-steps li').count() > 0; // what could show a wish to be asked is no draft
  ok(kept && await deals(tower, place).count() === 0, 'the way is kept, the offer is gone');
  await does(tower, table, `move space=${place}`);
  await does(tower, table, 'act');
  await tells(other, table, `${fickle.name} withdraws an offer.`, 'which all are told');
  ok(await tower.page.locator('.draft-steps li').count() > 0, 'what he does himself he may take back until he stops');
  await does(tower, table, 'stop');
  await tells(other, table, `${tower.name} acts in ${label}.`, 'then all read that he has acted there himself');
  ok(money(fickle, table) === had, 'for nothing');
}

// ---- bots to the end ----

/** One gives up, and the others stay away until bots play for them. */
async function leavesItToBots([...stay], table) {
  const leaves = stay.pop(), id = number(table);
  for (const person of [stay[1], leaves]) {
    await person.go(`${table}#about`);
    await unfold(person, person.page.locator('summary', { hasText: 'Leave or end this game' }));
    await unfold(person, person.page.locator('summary', { hasText: 'Resign' }));
    const inSight = (scripted) => person.page.locator('button', { hasText: 'Yes, resign' }).evaluate((button, follows) => {
      const { top, bottom } = button.getBoundingClientRect(), { scrollHeight, clientHeight } = button.closest('.about');
      return scrollHeight <= clientHeight && (!follows || (top >= 0 && bottom <= innerHeight));
    }, scripted);
    ok(await house.until('the question to be in sight', () => inSight(person !== leaves), 5).catch(() => false),
       'who would resign sees the question with its button, in no box to be scrolled');
  }
  await press(leaves, leaves.page.locator('button', { hasText: 'Yes, resign' }));
  await house.until('bots to play to the end', () => {
    house.sql(`UPDATE seat SET remind = NULL, deadline = now() - interval '1 s' WHERE game = ${id} AND deadline > now()`);
    return house.sql(`SELECT status FROM game WHERE id = ${id}`) === 'over';
  }, 240);
  const { phase, round } = truth(table);
  ok(phase === 'over' && round > 5, `one gives up, two stay away, and bots play to the end, in round ${round}`, house.log().slice(-2000));
}

async function readsIt(person, table) {
  await person.go(table);
  await press(person, person.page.locator(`a[href="${table}/history"]`));
  ok(await person.page.locator('#result-title + .result tbody').count() === 3, `${person.name} reads the history, with its result`);
  for (const { text, url } of told) {
    await person.page.goto(house.url + url);
    const shown = (await person.page.locator('.event').innerText()).includes(text);
    if (!shown) return ok(false, 'the history tells every deal in words', `${url}: ${text}\n${await person.page.locator('.event').innerText()}`);
  }
  return ok(told.length === 11, `the history tells every deal in words`);
}

/** The same deals in Japanese, without a word of English. */
async function inJapanese(reader, table, people) {
  const sale = told.find(({ text }) => / sells /.test(text)), [seller, buyer] = [/^(\w+) sells/, /sells (\w+) the/].map((one) => sale.text.match(one)[1]);
  const page = await reader.page.goto(house.url + sale.url);
  ok(page.ok() && await reader.page.locator('html').getAttribute('lang') === 'ja', 'who asks for Japanese gets it');
  const said = (await reader.page.locator('.event').innerText()).replaceAll('\u2060', ''); // between a number and its word
  ok(new RegExp(`${seller}さんが.+のアクションを20ドゥカットで${buyer}さんに売りました。`).test(said), 'and reads there who sold what to whom', said);
  await reader.go(table);
  const names = new RegExp(people.map(({ name }) => name).join('|'), 'g');
  const texts = await reader.page.locator('#board, .log, .result').allInnerTexts();
  const rest = texts.join('\n').replace(names, '').replace('JSON', '').match(/[A-Za-z]{3,}/g);
  ok(rest === null, 'the table is Japanese as well', String(rest));
}

async function proven(person, table) {
  const full = await person.read(`${table}/export`), folder = mkdtempSync(path.join(tmpdir(), 'ridotto-export-'));
  writeFileSync(path.join(folder, 'game.json'), JSON.stringify(full));
  ok(/proven/.test(house.ridotto('replay', path.join(folder, 'game.json'))), 'ridotto replay proves the export');
  rmSync(folder, { recursive: true });
}

await main(async () => {
  const people = [];
  for (const [i, name] of ['Anna', 'Bruno', 'Clara'].entries()) {
    people.push(await Person.arrive(house, browser, name, i === 0 ? { hasTouch: true, isMobile: true } : { javaScriptEnabled: i === 1, viewport: { width: 1280, height: 800 } }));
    people[i].touch = i === 0;
    await people[i].join();
  }
  const table = await sitDown(people);
  for (const turn of [sold, countered, closes, conditional, broken, withdrawn]) await turn(people, table);
  ok(truth(table).round === 3, 'two rounds are played');
  await leavesItToBots(people, table);
  for (const person of people) await readsIt(person, table);
  const reader = await Person.arrive(house, browser, 'A reader', { locale: 'ja-JP' });
  await inJapanese(reader, table, people);
  await proven(people[0], table);
  const another = await sitDown(people);
  for (const person of (await roles(people, another)).slice(1)) await staysInPlace(person, another);
  for (const person of [...people, reader]) ok(person.errors.length === 0, `${person.name}'s browser saw no error`, person.errors.join('\n'));
}, async () => {
  await browser.close();
  ok(await house.stop() === 0, `the house stops cleanly (${door})`);
});
